package link

import (
	"crypto/hmac"
	"crypto/sha512"
	"encoding/binary"
	"errors"
	"io"
	"time"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Reject ends an unproven link, with the reason for the other end.
func Reject(c transport.Conn, r *Refusal) {
	var parting []byte
	if r.Reason == wire.ByeVersion {
		// Its first bytes name our version in a form that every version reads.
		parting = wire.Hello{Version: wire.Version}.Frame().Append(parting)
	}
	if _, err := c.Write(wire.NewBye(r.Reason, r.Error()).Append(parting)); err != nil {
		return
	}
	// The other side closes when it has read this.
	c.SetReadDeadline(time.Now().Add(LingerTime))
	io.Copy(io.Discard, io.LimitReader(c, wire.HeadSize+255))
	c.Close()
}

// SetDeadline gives c the time of a whole handshake.
func SetDeadline(c transport.Conn) {
	deadline := time.Now().Add(HandshakeTime)
	c.SetReadDeadline(deadline)
	c.SetWriteDeadline(deadline)
}

// ReadHandshake reads one frame of the Handshake, or the Bye in its place.
func ReadHandshake(r io.Reader, want wire.Kind) ([]byte, error) {
	f, err := wire.ReadAllowed(r, nil, func(kind wire.Kind) error {
		if kind == wire.KindInvite && want == wire.KindHello {
			return ErrInvite
		}
		if kind == wire.KindTalk && want == wire.KindHello {
			return nil
		}
		if kind != want && kind != wire.KindBye { // before room is made for it
			return Refuse("p2p.frame-in-handshake", "%w: kind %d in the handshake", wire.ErrMalformed, kind)
		}
		return nil
	})
	var refused *Refusal
	switch {
	case errors.As(err, &refused):
		return nil, refused
	case errors.Is(err, wire.ErrMalformed):
		return nil, Malformed(err)
	case err != nil:
		return nil, err
	case f.Kind == want:
		return f.Payload, nil
	case f.Kind == wire.KindTalk:
		return f.Payload, ErrTalk
	}
	bye, err := wire.ParseBye(f.Payload)
	if err != nil {
		return nil, Malformed(err)
	}
	return nil, bye
}

// ReadHello reads the first frame of a link. With ErrTalk, only the Terms of the result are set.
func ReadHello(r io.Reader) (wire.Hello, error) {
	payload, err := ReadHandshake(r, wire.KindHello)
	if err == ErrTalk {
		return wire.Hello{Terms: transcript.Hash(payload)}, err
	}
	if err != nil {
		return wire.Hello{}, err
	}
	h, err := wire.ParseHello(payload)
	var version *wire.VersionError
	switch {
	case errors.As(err, &version):
		return h, &Refusal{wire.ByeVersion, err, false}
	case err != nil:
		return h, Malformed(err)
	}
	return h, nil
}

// Parties is all that the proofs of one link bind. The guest's end may be a watcher's.
type Parties struct {
	Terms      transcript.Hash
	Host       transport.Key
	Guest      transport.Key
	HostNonce  [32]byte
	GuestNonce [32]byte
	LinkNumber uint64
}

// MAC proves that the end that said a Hello knows the invite:
//
//	HMAC-SHA-512/256(link key, "darkjunqi/v1/link", u16 version, u8 role, u8 seat, Terms hash,
//	host's key, guest's key, host's nonce, guest's nonce, u64 link number)
//
// The number is 0 in the guest's, which comes first.
func (p *Parties) MAC(linkKey []byte, r wire.Role, seat engine.Seat) (sum [32]byte) {
	h := hmac.New(sha512.New512_256, linkKey)
	h.Write([]byte("darkjunqi/v1/link"))
	h.Write(binary.BigEndian.AppendUint16(nil, wire.Version))
	h.Write([]byte{byte(r), byte(seat)})
	for _, part := range [][32]byte{p.Terms, p.Host, p.Guest, p.HostNonce, p.GuestNonce} {
		h.Write(part[:])
	}
	h.Write(binary.BigEndian.AppendUint64(nil, p.LinkNumber))
	h.Sum(sum[:0])
	return sum
}

// Handshake is one end's part in setting up a link.
type Handshake struct {
	c            transport.Conn
	ours, theirs wire.Hello
	numbers      bool // this end numbers the link, and is the host of parties: it hosts, or between two guests its seat comes first
	linkKey      []byte
	parties      Parties
}

// NewHandshake continues from two Hellos, if they fit each other: one end is the host, or
// both are guests of different seats.
func NewHandshake(c transport.Conn, ours, theirs wire.Hello, linkKey []byte, self, peer transport.Key) (*Handshake, error) {
	guests := ours.Role == wire.Guest && theirs.Role == wire.Guest && ours.Seat != theirs.Seat
	if theirs.Terms != ours.Terms || (ours.Role == wire.Host) == (theirs.Role == wire.Host) && !guests || linkKey == nil {
		return nil, Refuse("p2p.hello-unfit", "%w: a hello that does not fit ours", wire.ErrMalformed)
	}
	h := &Handshake{c: c, ours: ours, theirs: theirs, linkKey: linkKey}
	h.numbers = ours.Role == wire.Host || guests && ours.Seat < theirs.Seat
	h.parties = Parties{Terms: ours.Terms, Host: self, Guest: peer, HostNonce: ours.Nonce, GuestNonce: theirs.Nonce}
	if !h.numbers {
		h.parties = Parties{Terms: ours.Terms, Host: peer, Guest: self, HostNonce: theirs.Nonce, GuestNonce: ours.Nonce}
	}
	return h, nil
}

// Prove exchanges proofs, the guest's first: a host says nothing to a program that
// can't show the invite. number numbers the link of a guest who has proven to know the
// invite, or to be the other guest, or refuses it the seat.
func (h *Handshake) Prove(number func() (uint64, error)) error {
	if !h.numbers {
		if err := h.send(0); err != nil {
			return err
		}
		return h.receive()
	}
	if err := h.receive(); err != nil {
		return err
	}
	n, err := number()
	if err != nil {
		return err
	}
	return h.send(n)
}

func (h *Handshake) send(number uint64) error {
	h.parties.LinkNumber = number
	return wire.Write(h.c, wire.Proof{Number: number, MAC: h.parties.MAC(h.linkKey, h.ours.Role, h.ours.Seat)}.Frame())
}

func (h *Handshake) receive() error {
	payload, err := ReadHandshake(h.c, wire.KindProof)
	if err != nil {
		return err
	}
	p, err := wire.ParseProof(payload)
	if err != nil {
		return Malformed(err)
	}
	h.parties.LinkNumber = p.Number
	want := h.parties.MAC(h.linkKey, h.theirs.Role, h.theirs.Seat)
	if !hmac.Equal(want[:], p.MAC[:]) || h.numbers && p.Number != 0 {
		return &Refusal{wire.ByeStranger, wire.ErrNotInvited, true}
	}
	return nil
}

// HandshakeTime is the time all of a handshake may take.
const HandshakeTime = 5 * time.Second

// Initiate exchanges Hellos as the end that has dialled.
func Initiate(c transport.Conn, ours wire.Hello) (theirs wire.Hello, err error) {
	SetDeadline(c)
	if err := wire.Write(c, ours.Frame()); err != nil {
		return theirs, err
	}
	return ReadHello(c)
}

// Abort ends an unproven link, and says why if err is a Refusal.
func Abort(c transport.Conn, err error) {
	if refused, ok := errors.AsType[*Refusal](err); ok {
		Reject(c, refused)
	}
	c.Abort()
}

// Introduce shakes hands as the end that has dialled the host and only wants to read: it has
// no records.
func Introduce(c transport.Conn, ours wire.Hello, linkKey []byte, self, host transport.Key) error {
	theirs, err := Initiate(c, ours)
	if err != nil {
		return err
	}
	h, err := NewHandshake(c, ours, theirs, linkKey, self, host)
	if err != nil {
		return err
	}
	if err := h.Prove(nil); err != nil {
		return err
	}
	return wire.Write(c, wire.State{}.Frame())
}
