package p2p

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/crypto/cryptobyte"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A link carries frames: u8 kind, u32 length, payload. The length is bounded
// for each kind before anything is allocated, and a kind that is not in the
// table ends the link.

type frameKind uint8

const (
	frameHello  frameKind = 1  // u16 version, u8 role, u8 seat, Terms hash[32], nonce[32]
	frameProof  frameKind = 2  // u64 link number, MAC[32]
	frameState  frameKind = 3  // u32 chain records, hash of the last[32], u32 extras taken over this link
	frameRecord frameKind = 4  // u32 index, record
	frameExtra  frameKind = 5  // record
	frameResign frameKind = 6  // resign request
	frameSignal frameKind = 7  // u8 signal, u32 value
	framePing   frameKind = 8  // nothing
	frameBye    frameKind = 9  // u8 reason, u8-prefixed text
	frameAsk    frameKind = 10 // u32 index
	frameHave   frameKind = 11 // u32 index, hash of that record[32]
	framePeek   frameKind = 12 // a sealed Peek
	frameName   frameKind = 13 // u8 seat, UTF-8 text
	frameInvite frameKind = 14 // text of an invite
	frameWhere  frameKind = 15 // where a seat's program is, and its signature
	frameBerth  frameKind = 16 // an address under which the receiver can be found
)

const frameHead = 1 + 4

// frameSizes bounds each kind's payload, in bytes.
var frameSizes = map[frameKind]struct{ min, max int }{
	// A Hello of another version may be longer; its first two bytes say so.
	frameHello:  {2, 255},
	frameProof:  {40, 40},
	frameState:  {40, 40},
	frameRecord: {4 + 1, 4 + transcript.MaxRecord},
	frameExtra:  {1, transcript.MaxRecord},
	frameResign: {1, 255},
	frameSignal: {5, 5},
	framePing:   {0, 0},
	frameBye:    {2, 2 + maxByeText},
	frameAsk:    {4, 4},
	frameHave:   {36, 36},
	framePeek:   {transcript.PeekOverhead, transcript.MaxPeek},
	frameName:   {2, 1 + MaxName*utf8.UTFMax},
	frameInvite: {1, invite.MaxText},
	frameWhere:  {minWhereabouts, maxWhereabouts},
	frameBerth:  {1, transport.MaxAddr},
}

// errFrame is wrapped by every error about bytes that are no frame of ours.
var errFrame = errors.New("malformed frame")

// frame is one message of a link.
type frame struct {
	kind    frameKind
	payload []byte
}

func (f frame) size() int { return frameHead + len(f.payload) }

func (f frame) append(dst []byte) []byte {
	dst = append(dst, byte(f.kind))
	dst = binary.BigEndian.AppendUint32(dst, uint32(len(f.payload)))
	return append(dst, f.payload...)
}

// readFrame reads one frame. began is called once its first bytes are here.
func readFrame(r io.Reader, began func()) (frame, error) {
	return readFrameOf(r, began, func(kind frameKind) error { return nil })
}

// readFrameOf reads one frame of a kind that is allowed.
func readFrameOf(r io.Reader, began func(), allowed func(frameKind) error) (frame, error) {
	var head [frameHead]byte
	if _, err := io.ReadFull(r, head[:1]); err != nil {
		return frame{}, err
	}
	if began != nil {
		began()
	}
	kind := frameKind(head[0])
	bounds, known := frameSizes[kind]
	if !known {
		return frame{}, fmt.Errorf("%w: unknown kind %d", errFrame, kind)
	}
	if err := allowed(kind); err != nil {
		return frame{}, err
	}
	if _, err := io.ReadFull(r, head[1:]); err != nil {
		return frame{}, noEOF(err)
	}
	size := binary.BigEndian.Uint32(head[1:])
	if int64(size) < int64(bounds.min) || int64(size) > int64(bounds.max) {
		return frame{}, fmt.Errorf("%w: kind %d of %d bytes", errFrame, kind, size)
	}
	payload := make([]byte, size)
	if _, err := io.ReadFull(r, payload); err != nil {
		return frame{}, noEOF(err)
	}
	return frame{kind, payload}, nil
}

// noEOF keeps a cut inside a frame from looking like an orderly end.
func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// role is what a program is in the match.
type role uint8

const (
	hostRole    role = 0
	guestRole   role = 1
	watcherRole role = 2
)

// maxSeats is how many seats any match can have.
const maxSeats = 4

// hello opens a link.
type hello struct {
	version uint16
	role    role
	seat    engine.Seat // noSeat of a watcher
	terms   transcript.Hash
	nonce   [32]byte
}

func (h hello) frame() frame {
	b := cryptobyte.NewBuilder(nil)
	b.AddUint16(h.version)
	b.AddUint8(uint8(h.role))
	b.AddUint8(uint8(h.seat))
	b.AddBytes(h.terms[:])
	b.AddBytes(h.nonce[:])
	return frame{frameHello, b.BytesOrPanic()}
}

// parseHello decodes a Hello. Of another version only the number is read.
func parseHello(payload []byte) (h hello, err error) {
	s := cryptobyte.String(payload)
	if !s.ReadUint16(&h.version) {
		return h, fmt.Errorf("%w: hello", errFrame)
	}
	if h.version != LinkVersion {
		return h, &VersionError{Ours: LinkVersion, Theirs: h.version}
	}
	var who, seat uint8
	if !s.ReadUint8(&who) || who > uint8(watcherRole) || !s.ReadUint8(&seat) ||
		seat >= maxSeats && (role(who) != watcherRole || engine.Seat(seat) != noSeat) || !s.CopyBytes(h.terms[:]) || !s.CopyBytes(h.nonce[:]) || !s.Empty() {
		return h, fmt.Errorf("%w: hello", errFrame)
	}
	h.role, h.seat = role(who), engine.Seat(seat)
	return h, nil
}

// proof shows that its sender knows the invite. The host's numbers the link.
type proof struct {
	number uint64
	mac    [32]byte
}

func (p proof) frame() frame {
	return frame{frameProof, append(binary.BigEndian.AppendUint64(nil, p.number), p.mac[:]...)}
}

func parseProof(payload []byte) (p proof, err error) {
	s := cryptobyte.String(payload)
	if !s.ReadUint64(&p.number) || !s.CopyBytes(p.mac[:]) || !s.Empty() {
		return p, fmt.Errorf("%w: proof", errFrame)
	}
	return p, nil
}

// state says how much of the match its sender has on disk. It is what opens
// the exchange of records and what confirms them.
type state struct {
	count  uint32
	head   transcript.Hash // zero if count is 0
	extras uint32          // Extra frames taken over this link so far
}

func (st state) frame() frame {
	b := binary.BigEndian.AppendUint32(nil, st.count)
	b = append(b, st.head[:]...)
	return frame{frameState, binary.BigEndian.AppendUint32(b, st.extras)}
}

func parseState(payload []byte) (st state, err error) {
	s := cryptobyte.String(payload)
	if !s.ReadUint32(&st.count) || !s.CopyBytes(st.head[:]) || !s.ReadUint32(&st.extras) || !s.Empty() ||
		st.count > transcript.MaxRecords || (st.count == 0) != (st.head == transcript.Hash{}) {
		return st, fmt.Errorf("%w: state", errFrame)
	}
	return st, nil
}

func recordFrame(index int, raw []byte) frame {
	return frame{frameRecord, append(binary.BigEndian.AppendUint32(nil, uint32(index)), raw...)}
}

func parseRecordFrame(payload []byte) (index int, raw []byte, err error) {
	s := cryptobyte.String(payload)
	var i uint32
	if !s.ReadUint32(&i) || s.Empty() || i >= transcript.MaxRecords {
		return 0, nil, fmt.Errorf("%w: record", errFrame)
	}
	return int(i), s, nil
}

// signal is something that a program tells the other side unsigned, for
// comfort only.
type signal uint8

const (
	signalArranging signal = 1 // the layout is being chosen
	signalClock     signal = 2 // milliseconds left to the seat that is to move
	signalSeats     signal = 3 // to whose programs there is a link: a bit for each seat
	signalPath      signal = 4 // the way that the link goes, by its rung
)

func signalFrame(s signal, value uint32) frame {
	return frame{frameSignal, binary.BigEndian.AppendUint32([]byte{byte(s)}, value)}
}

func parseSignal(payload []byte) (sig signal, value uint32, err error) {
	s := cryptobyte.String(payload)
	var kind uint8
	if !s.ReadUint8(&kind) || !s.ReadUint32(&value) || !s.Empty() {
		return 0, 0, fmt.Errorf("%w: signal", errFrame)
	}
	return signal(kind), value, nil
}

func askFrame(index int) frame {
	return frame{frameAsk, binary.BigEndian.AppendUint32(nil, uint32(index))}
}

func parseAsk(payload []byte) (int, error) {
	s := cryptobyte.String(payload)
	var index uint32
	if !s.ReadUint32(&index) || !s.Empty() || index >= transcript.MaxRecords {
		return 0, fmt.Errorf("%w: ask", errFrame)
	}
	return int(index), nil
}

func haveFrame(index int, hash transcript.Hash) frame {
	return frame{frameHave, append(binary.BigEndian.AppendUint32(nil, uint32(index)), hash[:]...)}
}

func parseHave(payload []byte) (int, transcript.Hash, error) {
	s := cryptobyte.String(payload)
	var index uint32
	var hash transcript.Hash
	if !s.ReadUint32(&index) || !s.CopyBytes(hash[:]) || !s.Empty() || index >= transcript.MaxRecords {
		return 0, hash, fmt.Errorf("%w: have", errFrame)
	}
	return int(index), hash, nil
}

// maxByeText is the most that a Bye says in words, in bytes.
const maxByeText = 200

// reason is why a program ends a link.
type reason uint8

const (
	byeClosing  reason = 1 // the program ends; the match can go on later
	byeDone     reason = 2 // the match is over and both sides have all of it
	byeReplaced reason = 3 // a newer link has taken over
	byeVersion  reason = 4
	byeUnknown  reason = 5 // no such match here
	byeStranger reason = 6 // the invite was not proven
	byeTaken    reason = 7 // somebody else has the seat
	byeRefused  reason = 8 // a frame or record that has no place here
	byeFlood    reason = 9
	byeDiverged reason = 10 // the two chains contradict each other
	byeSilent   reason = 11 // nothing was heard for too long
	byeFull     reason = 12 // too many others are here
)

func byeFrame(r reason, text string) frame {
	if len(text) > maxByeText {
		text = strings.ToValidUTF8(text[:maxByeText], "")
	}
	return frame{frameBye, append([]byte{byte(r), byte(len(text))}, text...)}
}

// parseBye decodes a Bye. The text is the peer's: what can't be printed is
// left out.
func parseBye(payload []byte) (*ByeError, error) {
	s := cryptobyte.String(payload)
	var code uint8
	var text cryptobyte.String
	if !s.ReadUint8(&code) || !s.ReadUint8LengthPrefixed(&text) || !s.Empty() || len(text) > maxByeText {
		return nil, fmt.Errorf("%w: bye", errFrame)
	}
	clean := strings.Map(func(r rune) rune {
		if r == utf8.RuneError || r < ' ' || r >= 0x7f && r <= 0x9f || r >= 0x2028 && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
			return -1
		}
		return r
	}, string(text))
	return &ByeError{reason: reason(code), Text: clean}, nil
}
