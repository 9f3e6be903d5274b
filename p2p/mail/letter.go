package mail

import (
	"bytes"
	"crypto/sha512"
	"encoding/base64"
	"io"
	"slices"
	"strings"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A letter carries a match by hand: all that the others may lack, in one piece of text
// that can be pasted or mailed. It is as public as the transcript. Its records prove
// themselves; for all else its writer's seat vouches: for what its copy holds, which decides what
// the next letter holds, and that it has been heard.
//
// A letter may be lost, come twice, or late: the next holds whatever is not known to have
// arrived.

const (
	letterPrefix   = "djql1"
	letterLine     = 76       // characters
	letterChecksum = 4        // bytes
	maxLetter      = 16 << 20 // characters
)

// Letter is a letter that was read.
type Letter struct {
	Terms     transcript.Hash
	Seat      engine.Seat // whose program wrote it
	First     int         // index of the first of the records
	Chain     [][]byte
	Extras    [][]byte
	Request   []byte // to resign; nil if there is none
	Peeks     [][]byte
	Signature [64]byte // of the seat, over Signed
}

// Errors about text that is not a letter.
var (
	ErrNotLetter = coded.Errorf("p2p.no-letter", "not a letter of a match: it starts with %s", letterPrefix)
	ErrTyping    = coded.Errorf("p2p.letter-typing", "the letter is incomplete or was altered: copy all of it again")
	ErrVersion   = coded.Errorf("p2p.letter-version", "a letter from another version of darkjunqi: both sides need the same version")
)

// GapError says that a letter continues another that has not come yet.
type GapError struct {
	*coded.Base
	First int // the record with which the letter begins
	Have  int // how many are here
}

// NewGapError returns the error about a letter that begins after the end of what is here.
func NewGapError(first, have int) *GapError {
	return &GapError{coded.Errorf("p2p.letter-gap", "it continues an earlier letter, which has not arrived: it begins with record %d, and the next one here is %d", first, have), first, have}
}

// OtherMatchError says that a letter belongs to another match.
type OtherMatchError struct {
	*coded.Base
	Terms transcript.Hash
}

// NewOtherMatchError returns the error about a letter of the match with these Terms.
func NewOtherMatchError(terms transcript.Hash) *OtherMatchError {
	return &OtherMatchError{coded.Errorf("p2p.letter-other-match", "the letter is from another match, %s", wire.Table(terms)), terms}
}

// Table returns what every seat's MatchID of that match begins with.
func (e *OtherMatchError) Table() string { return wire.Table(e.Terms) }

// isLater reports whether a word begins a letter of a later version.
func isLater(word string) bool {
	const begin, most = "djql2", 32
	return len(word) >= len(begin)+most && strings.HasPrefix(word, "djql") && '2' <= word[4] && word[4] <= '9' &&
		strings.Trim(word[len(begin):][:most], "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") == ""
}

// Record returns a record of the chain, if the letter holds it.
func (l *Letter) Record(index int) ([]byte, bool) {
	if index < l.First || index >= l.First+len(l.Chain) {
		return nil, false
	}
	return l.Chain[index-l.First], true
}

// String returns the letter as text, in lines:
//
//	"djql1", base64 (RFC 4648, URL alphabet, no padding) of:
//	hash of Terms[32], u8 seat, frames of a link: a State (extras: how many the writer
//	holds), Records in order up to the State's last, Extras, at most one Resign, Peeks;
//	what Vouch (package protocol) signs of "djql1" and all of the above[64];
//	first 4 bytes of SHA-512/256 over "djql1" and all of the above
func (l *Letter) String() string {
	payload := append(l.Signed(), l.Signature[:]...)[len(letterPrefix):]
	sum := letterSum(payload)
	text := letterPrefix + base64.RawURLEncoding.EncodeToString(append(payload, sum[:]...))
	var b strings.Builder
	for len(text) > letterLine {
		b.WriteString(text[:letterLine] + "\n")
		text = text[letterLine:]
	}
	b.WriteString(text + "\n")
	return b.String()
}

// Signed returns what the writer's seat vouches for: "djql1", and the letter as String encodes it up to its signature.
func (l *Letter) Signed() []byte {
	payload := append([]byte(letterPrefix), l.Terms[:]...)
	payload = append(payload, byte(l.Seat))
	payload = wire.StateOf(l.First, l.Chain, l.Extras).Frame().Append(payload)
	for i, raw := range l.Chain {
		payload = wire.NewRecord(l.First+i, raw).Append(payload)
	}
	for _, raw := range l.Extras {
		payload = wire.Frame{Kind: wire.KindExtra, Payload: raw}.Append(payload)
	}
	if l.Request != nil {
		payload = wire.Frame{Kind: wire.KindResign, Payload: l.Request}.Append(payload)
	}
	for _, raw := range l.Peeks {
		payload = wire.Frame{Kind: wire.KindPeek, Payload: raw}.Append(payload)
	}
	return payload
}

func letterSum(payload []byte) [letterChecksum]byte {
	sum := sha512.Sum512_256(append([]byte(letterPrefix), payload...))
	return [letterChecksum]byte(sum[:])
}

// unquoted is text without the marks that mail programs put before the lines of what they quote.
func unquoted(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(strings.TrimLeft(line, " \t"), ">") {
			lines[i] = strings.TrimLeft(line, "> \t")
		}
	}
	return strings.Join(lines, "\n")
}

// Parse reads a letter. White space anywhere in it is ignored, and so are the text before it, after
// a blank line that follows it or after the line that begins a signature (RFC 3676, section 4.3),
// and a mail program's quotation marks. The error is ErrNotLetter, ErrVersion or ErrTyping.
func Parse(text string) (*Letter, error) {
	if len(text) > maxLetter {
		return nil, ErrTyping
	}
	_, rest, found := strings.Cut(text, letterPrefix)
	if !found {
		if slices.ContainsFunc(strings.Fields(text), isLater) {
			return nil, ErrVersion
		}
		return nil, ErrNotLetter
	}
	text, _, _ = strings.Cut(strings.ReplaceAll(unquoted(rest), "\r", ""), "\n\n")
	text, _, _ = strings.Cut(text, "\n-- \n")
	raw, err := base64.RawURLEncoding.Strict().DecodeString(strings.Join(strings.Fields(text), ""))
	if err != nil || len(raw) < letterChecksum {
		return nil, ErrTyping
	}
	payload := raw[:len(raw)-letterChecksum]
	if letterSum(payload) != [letterChecksum]byte(raw[len(payload):]) {
		return nil, ErrTyping
	}
	l, err := parseLetter(payload)
	if err != nil {
		return nil, ErrTyping
	}
	return l, nil
}

// parseLetter reads what a letter holds before its checksum.
func parseLetter(payload []byte) (*Letter, error) {
	const begin = sha512.Size256 + 1
	end := len(payload) - wire.VouchSize
	if end < begin {
		return nil, wire.ErrMalformed
	}
	l := &Letter{
		Terms: transcript.Hash(payload[:sha512.Size256]), Seat: engine.Seat(payload[sha512.Size256]),
		Signature: [wire.VouchSize]byte(payload[end:]),
	}
	if !l.Seat.Valid() {
		return nil, wire.ErrMalformed
	}
	r := bytes.NewReader(payload[begin:end])
	f, err := wire.Read(r, nil)
	if err != nil || f.Kind != wire.KindState {
		return nil, wire.ErrMalformed
	}
	says, err := wire.ParseState(f.Payload)
	if err != nil {
		return nil, err
	}
	l.First = int(says.Count)
	last := wire.KindState
	for {
		f, err := wire.Read(r, nil)
		if err == io.EOF {
			break
		}
		if err != nil || f.Kind < last || f.Kind == wire.KindResign && last == wire.KindResign {
			return nil, wire.ErrMalformed
		}
		last = f.Kind
		if err := l.add(f); err != nil {
			return nil, err
		}
	}
	if wire.StateOf(l.First, l.Chain, l.Extras) != says {
		return nil, wire.ErrMalformed
	}
	return l, nil
}

func (l *Letter) add(f wire.Frame) error {
	switch f.Kind {
	case wire.KindRecord:
		index, raw, err := wire.ParseRecord(f.Payload)
		if err != nil || len(l.Chain) > 0 && index != l.First+len(l.Chain) {
			return wire.ErrMalformed
		}
		if len(l.Chain) == 0 {
			l.First = index
		}
		l.Chain = append(l.Chain, raw)
	case wire.KindExtra:
		l.Extras = append(l.Extras, f.Payload)
	case wire.KindResign:
		l.Request = f.Payload
	case wire.KindPeek:
		l.Peeks = append(l.Peeks, f.Payload)
	default:
		return wire.ErrMalformed
	}
	return nil
}
