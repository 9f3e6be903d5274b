package p2p

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

// partWith tells the other end of an unproven link why it ends.
func partWith(c transport.Conn, r *refusal) {
	var parting []byte
	if r.reason == wire.ByeVersion {
		// Its first bytes tell any version which one is spoken here.
		parting = wire.Hello{Version: wire.Version}.Frame().Append(parting)
	}
	if _, err := c.Write(wire.NewBye(r.reason, r.Error()).Append(parting)); err != nil {
		return
	}
	// The other side closes when it has read this.
	c.SetReadDeadline(time.Now().Add(lingerTime))
	io.Copy(io.Discard, io.LimitReader(c, wire.HeadSize+255))
	c.Close()
}

// hurry gives c the time of a whole handshake.
func hurry(c transport.Conn) {
	deadline := time.Now().Add(handshakeTime)
	c.SetReadDeadline(deadline)
	c.SetWriteDeadline(deadline)
}

// readHandshake reads one frame of the handshake, or the Bye in its place.
func readHandshake(r io.Reader, want wire.Kind) ([]byte, error) {
	f, err := wire.ReadAllowed(r, nil, func(kind wire.Kind) error {
		if kind != want && kind != wire.KindBye { // before room is made for it
			return refuse("p2p.frame-in-handshake", "%w: kind %d in the handshake", wire.ErrMalformed, kind)
		}
		return nil
	})
	var refused *refusal
	switch {
	case errors.As(err, &refused):
		return nil, refused
	case errors.Is(err, wire.ErrMalformed):
		return nil, malformed(err)
	case err != nil:
		return nil, err
	case f.Kind == want:
		return f.Payload, nil
	}
	bye, err := wire.ParseBye(f.Payload)
	if err != nil {
		return nil, malformed(err)
	}
	return nil, bye
}

func readHello(r io.Reader) (wire.Hello, error) {
	payload, err := readHandshake(r, wire.KindHello)
	if err != nil {
		return wire.Hello{}, err
	}
	h, err := wire.ParseHello(payload)
	var version *wire.VersionError
	switch {
	case errors.As(err, &version):
		return h, &refusal{wire.ByeVersion, err, false}
	case err != nil:
		return h, malformed(err)
	}
	return h, nil
}

// parties is all that the proofs of one link bind. The guest's end may be a watcher's.
type parties struct {
	terms      transcript.Hash
	host       transport.Key
	guest      transport.Key
	hostNonce  [32]byte
	guestNonce [32]byte
	linkNumber uint64
}

// mac proves that the end that said a Hello knows the invite:
//
//	HMAC-SHA-512/256(link key, "darkjunqi/v1/link", u16 version, u8 role, u8 seat, Terms hash,
//	host's key, guest's key, host's nonce, guest's nonce, u64 link number)
//
// The number is 0 in the guest's, which comes first.
func (p *parties) mac(linkKey []byte, r wire.Role, seat engine.Seat) (sum [32]byte) {
	h := hmac.New(sha512.New512_256, linkKey)
	h.Write([]byte("darkjunqi/v1/link"))
	h.Write(binary.BigEndian.AppendUint16(nil, wire.Version))
	h.Write([]byte{byte(r), byte(seat)})
	for _, part := range [][32]byte{p.terms, p.host, p.guest, p.hostNonce, p.guestNonce} {
		h.Write(part[:])
	}
	h.Write(binary.BigEndian.AppendUint64(nil, p.linkNumber))
	h.Sum(sum[:0])
	return sum
}

// handshake is one end's part in setting up a link.
type handshake struct {
	c            transport.Conn
	ours, theirs wire.Hello
	numbers      bool // this end numbers the link, and is the host of parties: it hosts, or between two guests its seat comes first
	linkKey      []byte
	parties      parties
	// number numbers the link of a guest who has proven to know the invite, or to be the
	// other guest, or refuses it the seat.
	number func() (uint64, error)
}

// newHandshake goes on from two Hellos, if they fit each other: one end is the host, or
// both are guests of different seats.
func newHandshake(c transport.Conn, ours, theirs wire.Hello, linkKey []byte, self, peer transport.Key) (*handshake, error) {
	guests := ours.Role == wire.Guest && theirs.Role == wire.Guest && ours.Seat != theirs.Seat
	if theirs.Terms != ours.Terms || (ours.Role == wire.Host) == (theirs.Role == wire.Host) && !guests || linkKey == nil {
		return nil, refuse("p2p.hello-unfit", "%w: a hello that does not fit ours", wire.ErrMalformed)
	}
	h := &handshake{c: c, ours: ours, theirs: theirs, linkKey: linkKey}
	h.numbers = ours.Role == wire.Host || guests && ours.Seat < theirs.Seat
	h.parties = parties{terms: ours.Terms, host: self, guest: peer, hostNonce: ours.Nonce, guestNonce: theirs.Nonce}
	if !h.numbers {
		h.parties = parties{terms: ours.Terms, host: peer, guest: self, hostNonce: theirs.Nonce, guestNonce: ours.Nonce}
	}
	return h, nil
}

// prove exchanges proofs, the guest's first: a host tells nothing to who
// can't show the invite.
func (h *handshake) prove() error {
	if !h.numbers {
		if err := h.send(0); err != nil {
			return err
		}
		return h.receive()
	}
	if err := h.receive(); err != nil {
		return err
	}
	number, err := h.number()
	if err != nil {
		return err
	}
	return h.send(number)
}

func (h *handshake) send(number uint64) error {
	h.parties.linkNumber = number
	return wire.Write(h.c, wire.Proof{Number: number, MAC: h.parties.mac(h.linkKey, h.ours.Role, h.ours.Seat)}.Frame())
}

func (h *handshake) receive() error {
	payload, err := readHandshake(h.c, wire.KindProof)
	if err != nil {
		return err
	}
	p, err := wire.ParseProof(payload)
	if err != nil {
		return malformed(err)
	}
	h.parties.linkNumber = p.Number
	want := h.parties.mac(h.linkKey, h.theirs.Role, h.theirs.Seat)
	if !hmac.Equal(want[:], p.MAC[:]) || h.numbers && p.Number != 0 {
		return &refusal{wire.ByeStranger, ErrNotInvited, true}
	}
	return nil
}
