package p2p

import (
	"io"

	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// newHello makes this end's Hello.
func (s *Session) newHello() (wire.Hello, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := wire.Hello{Version: wire.Version, Role: s.meta.role, Seat: s.meta.seat, Terms: s.meta.terms}
	if _, err := io.ReadFull(s.cfg.Rand, h.Nonce[:]); err != nil {
		return h, err
	}
	return h, nil
}

// finishHandshake completes the handshake, at either end, once both Hellos are there.
func (s *Session) finishHandshake(c transport.Conn, peer transport.Key, ours, theirs wire.Hello) (*peerLink, error) {
	linkKey, err := s.linkKeyFor(theirs, peer)
	if err != nil {
		return nil, err
	}
	h, err := link.NewHandshake(c, ours, theirs, linkKey, s.net.Key(), peer)
	if err != nil {
		return nil, err
	}
	if err := h.Prove(func() (uint64, error) { return s.nextNumber(theirs, peer) }); err != nil {
		return nil, err
	}
	return newPeerLink(s, link.New(h, peer, s.cfg.Clock.Now())), nil
}

// linkKeyFor returns the key of the proofs of a link with whoever says that Hello. A host takes
// anybody who can show an invite; a guest the host, and of the other seats the programs
// that they have vouched for.
func (s *Session) linkKeyFor(theirs wire.Hello, peer transport.Key) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.meta.role == wire.Host {
		return s.meta.linkKey(theirs, s.replica.computers()), nil
	}
	if theirs.Role == wire.Host {
		if peer != s.peers.host().key {
			return nil, &link.Refusal{Reason: wire.ByeStranger, Err: ErrNotInvited, Strike: true}
		}
		return s.meta.linkKey(theirs, s.replica.computers()), nil
	}
	p := s.peers.of(theirs.Seat)
	switch {
	case s.meta.role != wire.Guest || theirs.Role != wire.Guest || p == nil || p.host:
		return nil, link.Refuse("p2p.hello-unfit", "%w: a hello that does not fit ours", wire.ErrMalformed)
	case p.key.IsZero() || p.secret == [32]byte{}: // it knows of us before we know of it
		return nil, &link.Refusal{Reason: wire.ByeStranger, Err: ErrNotInvited, Strike: false}
	case p.key != peer:
		return nil, &link.Refusal{Reason: wire.ByeStranger, Err: ErrNotInvited, Strike: true}
	}
	return p.secret[:], nil
}

// nextNumber numbers the link of a guest or watcher. Once somebody has joined, only they
// get one for that seat.
func (s *Session) nextNumber(theirs wire.Hello, peer transport.Key) (uint64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if theirs.Role == wire.Guest {
		p := s.peers.of(theirs.Seat)
		if p == nil || !p.key.IsZero() && p.key != peer {
			return 0, &link.Refusal{Reason: wire.ByeTaken, Err: ErrTaken, Strike: true}
		}
	}
	s.number++
	return s.number, s.reserveNumbersLocked()
}

// reserveNumbersLocked sees to it that no number is given again after a restart, even if
// the clock goes back: many at a time are noted as given.
func (s *Session) reserveNumbersLocked() error {
	const many = 1 << 10
	if s.number <= s.meta.numbers || s.life.phase >= ended || s.replica.behind() {
		return nil
	}
	s.meta.numbers = s.number + many
	return s.saveLocked(s.updateLocked())
}
