// Package wire encodes and decodes the frames of a link. docs/wire.md specifies them.
package wire

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/crypto/cryptobyte"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A link carries frames: u8 kind, u32 length, payload. The length is bounded
// for each kind before anything is allocated, and a kind that is not in the
// table ends the link.

type Kind uint8

const (
	KindHello       Kind = 1  // u16 version, u8 role, u8 seat, Terms hash[32], nonce[32]
	KindProof       Kind = 2  // u64 link number, MAC[32]
	KindState       Kind = 3  // u32 chain records, hash of the last[32], u32 extras taken over this link
	KindRecord      Kind = 4  // u32 index, record
	KindExtra       Kind = 5  // record
	KindResign      Kind = 6  // resign request
	KindSignal      Kind = 7  // u8 signal, u32 value
	KindPing        Kind = 8  // nothing
	KindBye         Kind = 9  // u8 reason, u8-prefixed text
	KindAsk         Kind = 10 // u32 index
	KindHave        Kind = 11 // u32 index, hash of that record[32]
	KindPeek        Kind = 12 // a sealed Peek
	KindName        Kind = 13 // u8 seat, UTF-8 text
	KindInvite      Kind = 14 // text of an invite
	KindPeerRecord  Kind = 15 // where a seat's program is, and its signature
	KindReservation Kind = 16 // an address under which the receiver can be found
	KindSay         Kind = 17 // u8 set phrase, or 0 and UTF-8 text
	KindTalk        Kind = 18 // Terms hash[32]
)

const HeadSize = 1 + 4

// Sizes bounds each kind's payload, in bytes.
var Sizes = map[Kind]struct{ Min, Max int }{
	// A Hello of another version may be longer; its first two bytes say so.
	KindHello:       {2, 255},
	KindProof:       {40, 40},
	KindState:       {40, 40},
	KindRecord:      {4 + 1, 4 + transcript.MaxRecord},
	KindExtra:       {1, transcript.MaxRecord},
	KindResign:      {1, 255},
	KindSignal:      {5, 5},
	KindPing:        {0, 0},
	KindBye:         {2, 2 + MaxByeText},
	KindAsk:         {4, 4},
	KindHave:        {36, 36},
	KindPeek:        {transcript.PeekOverhead, transcript.MaxPeek},
	KindName:        {2, 1 + MaxName*utf8.UTFMax},
	KindInvite:      {1, invite.MaxText},
	KindPeerRecord:  {minPeerRecord, maxPeerRecord},
	KindReservation: {1, transport.MaxAddr},
	KindSay:         {1, 1 + MaxSay*utf8.UTFMax},
	KindTalk:        {32, 32},
}

// Frame is one message of a link.
type Frame struct {
	Kind    Kind
	Payload []byte
}

func (f Frame) Size() int { return HeadSize + len(f.Payload) }

func (f Frame) Append(dst []byte) []byte {
	dst = append(dst, byte(f.Kind))
	dst = binary.BigEndian.AppendUint32(dst, uint32(len(f.Payload)))
	return append(dst, f.Payload...)
}

// Read reads one frame. began is called once its first bytes are here.
func Read(r io.Reader, began func()) (Frame, error) {
	return ReadAllowed(r, began, func(kind Kind) error { return nil })
}

// ReadAllowed reads one frame of a kind that is allowed.
func ReadAllowed(r io.Reader, began func(), allowed func(Kind) error) (Frame, error) {
	var head [HeadSize]byte
	if _, err := io.ReadFull(r, head[:1]); err != nil {
		return Frame{}, err
	}
	if began != nil {
		began()
	}
	kind := Kind(head[0])
	bounds, known := Sizes[kind]
	if !known {
		return Frame{}, fmt.Errorf("%w: unknown kind %d", ErrMalformed, kind)
	}
	if err := allowed(kind); err != nil {
		return Frame{}, err
	}
	if _, err := io.ReadFull(r, head[1:]); err != nil {
		return Frame{}, noEOF(err)
	}
	size := binary.BigEndian.Uint32(head[1:])
	if int64(size) < int64(bounds.Min) || int64(size) > int64(bounds.Max) {
		return Frame{}, fmt.Errorf("%w: kind %d of %d bytes", ErrMalformed, kind, size)
	}
	payload := make([]byte, size)
	if _, err := io.ReadFull(r, payload); err != nil {
		return Frame{}, noEOF(err)
	}
	return Frame{kind, payload}, nil
}

// Write writes one frame.
func Write(w io.Writer, f Frame) error {
	_, err := w.Write(f.Append(nil))
	return err
}

// noEOF keeps a cut inside a frame from looking like an orderly end.
func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// Role is a program's role in the match.
type Role uint8

const (
	Host    Role = 0
	Guest   Role = 1
	Watcher Role = 2
)

// NoSeat is the seat of a watcher, and of a peer whose seat is not known yet.
const NoSeat = engine.Seat(0xff)

// Hello opens a link.
type Hello struct {
	Version uint16
	Role    Role
	Seat    engine.Seat // noSeat of a watcher
	Terms   transcript.Hash
	Nonce   [32]byte
}

func (h Hello) Frame() Frame {
	b := cryptobyte.NewBuilder(nil)
	b.AddUint16(h.Version)
	b.AddUint8(uint8(h.Role))
	b.AddUint8(uint8(h.Seat))
	b.AddBytes(h.Terms[:])
	b.AddBytes(h.Nonce[:])
	return Frame{KindHello, b.BytesOrPanic()}
}

// ParseHello decodes a Hello. Of another version only the number is read.
func ParseHello(payload []byte) (h Hello, err error) {
	s := cryptobyte.String(payload)
	if !s.ReadUint16(&h.Version) {
		return h, fmt.Errorf("%w: hello", ErrMalformed)
	}
	if h.Version != Version {
		return h, NewVersionError(Version, h.Version)
	}
	var who, seat uint8
	if !s.ReadUint8(&who) || who > uint8(Watcher) || !s.ReadUint8(&seat) ||
		seat >= engine.MaxSeats && (Role(who) != Watcher || engine.Seat(seat) != NoSeat) || !s.CopyBytes(h.Terms[:]) || !s.CopyBytes(h.Nonce[:]) || !s.Empty() {
		return h, fmt.Errorf("%w: hello", ErrMalformed)
	}
	h.Role, h.Seat = Role(who), engine.Seat(seat)
	return h, nil
}

// Proof shows that its sender knows the invite. The host's numbers the link.
type Proof struct {
	Number uint64
	MAC    [32]byte
}

func (p Proof) Frame() Frame {
	return Frame{KindProof, append(binary.BigEndian.AppendUint64(nil, p.Number), p.MAC[:]...)}
}

func ParseProof(payload []byte) (p Proof, err error) {
	s := cryptobyte.String(payload)
	if !s.ReadUint64(&p.Number) || !s.CopyBytes(p.MAC[:]) || !s.Empty() {
		return p, fmt.Errorf("%w: proof", ErrMalformed)
	}
	return p, nil
}

// State says how much of the match its sender has on disk. It is what opens
// the exchange of records and what confirms them.
type State struct {
	Count  uint32
	Head   transcript.Hash // zero if count is 0
	Extras uint32          // Extra frames taken over this link so far
}

// StateOf returns the State of a side whose copy ends with these records, from index first on, and extras.
func StateOf(first int, records, extras [][]byte) State {
	st := State{Count: uint32(first + len(records)), Extras: uint32(len(extras))}
	if n := len(records); n > 0 {
		st.Head = transcript.HashRecord(records[n-1])
	}
	return st
}

func (st State) Frame() Frame {
	b := binary.BigEndian.AppendUint32(nil, st.Count)
	b = append(b, st.Head[:]...)
	return Frame{KindState, binary.BigEndian.AppendUint32(b, st.Extras)}
}

func ParseState(payload []byte) (st State, err error) {
	s := cryptobyte.String(payload)
	if !s.ReadUint32(&st.Count) || !s.CopyBytes(st.Head[:]) || !s.ReadUint32(&st.Extras) || !s.Empty() ||
		st.Count > transcript.MaxRecords || (st.Count == 0) != (st.Head == transcript.Hash{}) {
		return st, fmt.Errorf("%w: state", ErrMalformed)
	}
	return st, nil
}

func NewRecord(index int, raw []byte) Frame {
	return Frame{KindRecord, append(binary.BigEndian.AppendUint32(nil, uint32(index)), raw...)}
}

func ParseRecord(payload []byte) (index int, raw []byte, err error) {
	s := cryptobyte.String(payload)
	var i uint32
	if !s.ReadUint32(&i) || s.Empty() || i >= transcript.MaxRecords {
		return 0, nil, fmt.Errorf("%w: record", ErrMalformed)
	}
	return int(i), s, nil
}

// Signal is an unsigned message to the other side, for
// comfort only.
type Signal uint8

const (
	SignalArranging Signal = 1 // the layout is being chosen
	SignalClock     Signal = 2 // milliseconds left to the seat that is to move
	SignalSeats     Signal = 3 // to whose programs there is a link: a bit for each seat
	SignalPath      Signal = 4 // the way that the link goes, by its rung
)

func NewSignal(s Signal, value uint32) Frame {
	return Frame{KindSignal, binary.BigEndian.AppendUint32([]byte{byte(s)}, value)}
}

func ParseSignal(payload []byte) (sig Signal, value uint32, err error) {
	s := cryptobyte.String(payload)
	var kind uint8
	if !s.ReadUint8(&kind) || !s.ReadUint32(&value) || !s.Empty() {
		return 0, 0, fmt.Errorf("%w: signal", ErrMalformed)
	}
	return Signal(kind), value, nil
}

func NewAsk(index int) Frame {
	return Frame{KindAsk, binary.BigEndian.AppendUint32(nil, uint32(index))}
}

func ParseAsk(payload []byte) (int, error) {
	s := cryptobyte.String(payload)
	var index uint32
	if !s.ReadUint32(&index) || !s.Empty() || index >= transcript.MaxRecords {
		return 0, fmt.Errorf("%w: ask", ErrMalformed)
	}
	return int(index), nil
}

func NewHave(index int, hash transcript.Hash) Frame {
	return Frame{KindHave, append(binary.BigEndian.AppendUint32(nil, uint32(index)), hash[:]...)}
}

func ParseHave(payload []byte) (int, transcript.Hash, error) {
	s := cryptobyte.String(payload)
	var index uint32
	var hash transcript.Hash
	if !s.ReadUint32(&index) || !s.CopyBytes(hash[:]) || !s.Empty() || index >= transcript.MaxRecords {
		return 0, hash, fmt.Errorf("%w: have", ErrMalformed)
	}
	return int(index), hash, nil
}

// MaxByeText is the most that a Bye says in words, in bytes.
const MaxByeText = 200

func NewBye(r Reason, text string) Frame {
	if len(text) > MaxByeText {
		text = strings.ToValidUTF8(text[:MaxByeText], "")
	}
	return Frame{KindBye, append([]byte{byte(r), byte(len(text))}, text...)}
}

// ParseBye decodes a Bye. The text is the peer's: what can't be printed is
// left out.
func ParseBye(payload []byte) (*ByeError, error) {
	s := cryptobyte.String(payload)
	var code uint8
	var text cryptobyte.String
	if !s.ReadUint8(&code) || !s.ReadUint8LengthPrefixed(&text) || !s.Empty() || len(text) > MaxByeText {
		return nil, fmt.Errorf("%w: bye", ErrMalformed)
	}
	clean := strings.Map(func(r rune) rune {
		if r == utf8.RuneError || r < ' ' || r >= 0x7f && r <= 0x9f || r >= 0x2028 && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
			return -1
		}
		return r
	}, string(text))
	return NewByeError(Reason(code), clean), nil
}

// FromWatchers reports whether watchers may send frames of this kind: those that give
// nothing.
func (k Kind) FromWatchers() bool { return k == KindState || k == KindPing || k == KindAsk }

func NewInvite(inv *invite.Invite) Frame { return Frame{KindInvite, []byte(inv.String())} }

func ParseInvite(f Frame) (*invite.Invite, error) {
	if f.Kind != KindInvite {
		return nil, coded.Errorf("p2p.not-an-invite", "%w: kind %d instead of an invite", ErrMalformed, f.Kind)
	}
	return invite.Parse(string(f.Payload))
}

// Table returns what every seat's name of a match begins with.
func Table(terms transcript.Hash) string { return hex.EncodeToString(terms[:4]) }
