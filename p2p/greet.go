package p2p

import (
	"io"
)

// offer shakes hands as the end that dialled.
func (s *Session) offer(c conn, peer peerKey) (*link, error) {
	ours, err := s.greet()
	if err != nil {
		return nil, err
	}
	hurry(c)
	if err := writeFrame(c, ours.frame()); err != nil {
		return nil, err
	}
	theirs, err := readHello(c)
	if err != nil {
		return nil, err
	}
	return s.shake(c, peer, ours, theirs)
}

// answer shakes hands as the end that was dialled.
func (s *Session) answer(c conn, peer peerKey, theirs hello) (*link, error) {
	c = meteredConn{c, &s.traffic}
	s.traffic.received.Add(uint64(theirs.frame().size()))
	ours, err := s.greet()
	if err != nil {
		return nil, err
	}
	if err := writeFrame(c, ours.frame()); err != nil {
		return nil, err
	}
	return s.shake(c, peer, ours, theirs)
}

// greet makes this end's Hello.
func (s *Session) greet() (hello, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := hello{version: LinkVersion, role: s.facts.role, terms: s.terms}
	if _, err := io.ReadFull(s.cfg.Rand, h.nonce[:]); err != nil {
		return h, err
	}
	return h, nil
}

// shake is what both ends do once both Hellos are there.
func (s *Session) shake(c conn, peer peerKey, ours, theirs hello) (*link, error) {
	h, err := newHandshake(c, ours, theirs, s.linker, s.net.self(), peer)
	if err != nil {
		return nil, err
	}
	h.number = func() (uint64, error) { return s.nextNumber(peer) }
	if ours.role == guestRole && peer != s.facts.host {
		return nil, &refusal{byeStranger, ErrNotInvited, true}
	}
	if err := h.prove(); err != nil {
		return nil, err
	}
	return newLink(s, c, peer, h.parties.linkNumber), nil
}

// nextNumber numbers the link of a guest. Once somebody has joined, only they
// get one.
func (s *Session) nextNumber(guest peerKey) (uint64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.facts.guest.isZero() && guest != s.facts.guest {
		return 0, &refusal{byeTaken, ErrTaken, true}
	}
	s.number++
	return s.number, nil
}
