package p2p

import (
	"slices"

	"golang.org/x/crypto/cryptobyte"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// Every seat's program tells the others by what name it goes in the network and where it
// listens, vouched for by the seat's key, and passes on what others tell. So each links to
// every other that it can reach, and none of them is needed to bring the rest together.

// whereabouts is where a seat's program is.
type whereabouts struct {
	seat   engine.Seat
	number uint64 // of two the higher counts
	key    transport.Key
	addrs  []transport.Addr
}

// body encodes what is vouched for:
//
//	u8 seat, u64 number, key[32], u8 number of addresses, each u8-prefixed
func (w *whereabouts) body() []byte {
	b := cryptobyte.NewBuilder([]byte{byte(w.seat)})
	b.AddUint64(w.number)
	b.AddBytes(w.key[:])
	b.AddUint8(uint8(len(w.addrs)))
	for _, addr := range w.addrs {
		b.AddUint8LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes([]byte(addr)) })
	}
	return b.BytesOrPanic()
}

const (
	vouchSize      = 64 // a signature
	minWhereabouts = 1 + 8 + 32 + 1 + vouchSize
	maxWhereabouts = minWhereabouts + invite.MaxAddrs*(1+transport.MaxAddr)
)

// parseWhereabouts decodes a body with the signature behind it.
func parseWhereabouts(raw []byte) (w whereabouts, body, signature []byte, err error) {
	s := cryptobyte.String(raw)
	var count uint8
	ok := s.ReadUint8((*uint8)(&w.seat)) && s.ReadUint64(&w.number) && s.CopyBytes(w.key[:]) && s.ReadUint8(&count) && count <= invite.MaxAddrs
	for range count {
		var addr cryptobyte.String
		ok = ok && s.ReadUint8LengthPrefixed(&addr)
		w.addrs = append(w.addrs, transport.Addr(addr))
	}
	if !ok || len(s) != vouchSize || w.seat >= maxSeats || w.key.IsZero() {
		return w, nil, nil, errFrame
	}
	return w, raw[:len(raw)-vouchSize], s, nil
}

// tellWhereLocked makes what this program says of itself anew, if that has changed, as soon
// as all have joined. In a match of two both know it all by the invite.
func (s *Session) tellWhereLocked() {
	if s.seat.seats() < 3 || s.facts.role == watcherRole || s.seat.watching() || !s.everybodyJoinedLocked() {
		return
	}
	s.shareSecretsLocked()
	own := whereabouts{seat: s.seat.seat(), key: s.net.Key(), addrs: invite.LimitAddrs(s.net.Addrs())}
	if s.where != nil && slices.Equal(s.whereAddrs, own.addrs) {
		return
	}
	s.number++
	if s.reserveNumbersLocked() != nil {
		return
	}
	own.number = s.number
	if signature := s.seat.vouch(own.body()); signature != nil {
		s.where, s.whereAddrs = append(own.body(), signature...), own.addrs
	}
}

// shareSecretsLocked derives what this seat and each other alone know, once.
func (s *Session) shareSecretsLocked() {
	for _, p := range s.peers {
		if p.secret != [32]byte{} {
			continue
		}
		secret, err := s.seat.linkSecret(p.seat)
		if err != nil {
			s.cfg.Log.Warn("no link secret", "match", s.ID(), "error", err)
			continue
		}
		p.secret = secret
	}
}

// takeWhereLocked takes where a seat's program says that it is.
func (s *Session) takeWhereLocked(raw []byte) (news bool, err error) {
	w, body, signature, err := parseWhereabouts(raw)
	if err != nil {
		return false, malformed(err)
	}
	p := s.peerOfLocked(w.seat)
	if p == nil || s.facts.role == watcherRole || w.number <= p.number {
		return false, nil // our own, or nothing new
	}
	if !s.seat.vouched(w.seat, body, signature) {
		if !s.everybodyJoinedLocked() {
			return false, nil // not known yet; it comes again over the next link
		}
		return false, refuse("p2p.not-vouched", "the seat has not said that its program is there")
	}
	if !p.key.IsZero() && p.key != w.key || s.isOthersLocked(w.key, p) {
		return false, nil // a program keeps its name, and has it for itself
	}
	if !p.words.Spend(wordPace, s.cfg.Clock.Now()) {
		return false, nil
	}
	p.key, p.number, p.where = w.key, w.number, raw
	p.addrs = slices.Clone(w.addrs)
	p.poke()
	return true, s.settleLocked()
}

// isOthersLocked reports whether a key is known to be that of another program than p, our
// own included. Who vouches for it all the same would have us call that program in its
// place, be turned away there, and give up the link that we have.
func (s *Session) isOthersLocked(key transport.Key, p *peer) bool {
	return key == s.net.Key() || slices.ContainsFunc(s.peers, func(other *peer) bool { return other != p && other.key == key })
}

// whereaboutsForLocked is what should be told over a link, each once. When the match is
// over and all is here, nobody has to be found any more.
func (s *Session) whereaboutsForLocked(l *link) (frames []frame) {
	if l.of == nil || s.seat.complete() {
		return nil
	}
	tell := func(seat engine.Seat, raw []byte) {
		if raw != nil && seat != l.of.seat && string(l.told[seat]) != string(raw) {
			l.told[seat] = raw
			frames = append(frames, frame{frameWhere, raw})
		}
	}
	tell(s.seat.seat(), s.where)
	for _, p := range s.peers {
		tell(p.seat, p.where)
	}
	return frames
}
