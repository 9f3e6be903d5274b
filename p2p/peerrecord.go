package p2p

import (
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
)

// Every seat's program tells the others by what name it goes in the network and where it
// listens, vouched for by the seat's key, and passes on what others tell. So each links to
// every other that it can reach, and none of them is needed to bring the rest together.

// tellWhereLocked makes what this program says of itself again, if that has changed, as soon
// as all have joined. In a match of two both know it all by the invite.
func (s *Session) tellWhereLocked() {
	if s.replica.status().seats < 3 || s.meta.role == wire.Watcher || s.replica.behind() || !s.replica.allJoined() {
		return
	}
	s.shareSecretsLocked()
	own := wire.PeerRecord{Seat: s.replica.own, Key: s.net.Key(), Addrs: invite.LimitAddrs(s.net.Addrs())}
	if s.where != nil && slices.Equal(s.whereAddrs, own.Addrs) {
		return
	}
	s.number++
	if s.reserveNumbersLocked() != nil {
		return
	}
	own.Number = s.number
	s.where, s.whereAddrs = append(own.Body(), s.replica.Vouch(own.Body())...), own.Addrs
}

// shareSecretsLocked derives what this seat and each other alone know, once.
func (s *Session) shareSecretsLocked() {
	for _, p := range s.peers {
		if p.secret != [32]byte{} {
			continue
		}
		secret, err := s.replica.LinkSecret(p.seat)
		if err != nil {
			s.cfg.Log.Warn("no link secret", "match", s.ID(), "error", err)
			continue
		}
		p.secret = secret
	}
}

// takeWhereLocked takes where a seat's program says that it is.
func (s *Session) takeWhereLocked(raw []byte) (news bool, err error) {
	w, body, signature, err := wire.ParsePeerRecord(raw)
	if err != nil {
		return false, link.Malformed(err)
	}
	p := s.peers.of(w.Seat)
	if p == nil || s.meta.role == wire.Watcher || w.Number <= p.number {
		return false, nil // our own, or nothing new
	}
	if !s.replica.vouched(w.Seat, body, signature) {
		if !s.replica.allJoined() {
			return false, nil // not known yet; it comes again over the next link
		}
		return false, link.Refuse("p2p.not-vouched", "the seat has not said that its program is there")
	}
	if !p.key.IsZero() && p.key != w.Key || s.peers.isOthers(w.Key, s.net.Key(), p) {
		return false, nil // a program keeps its name, and has it for itself
	}
	if !p.words.Spend(link.WordPace, s.cfg.Clock.Now()) {
		return false, nil
	}
	p.key, p.number, p.where = w.Key, w.Number, raw
	p.addrs = slices.Clone(w.Addrs)
	p.redial()
	return true, s.settleLocked()
}

// peerRecordsLocked returns what should be sent over a link, each once. When the match is
// over and all is here, nobody has to be found any more.
func (l *peerLink) peerRecordsLocked() (frames []wire.Frame) {
	s := l.session
	if l.of == nil || s.replica.status().complete {
		return nil
	}
	tell := func(seat engine.Seat, raw []byte) {
		if raw != nil && seat != l.of.seat && string(l.told[seat]) != string(raw) {
			l.told[seat] = raw
			frames = append(frames, wire.Frame{Kind: wire.KindPeerRecord, Payload: raw})
		}
	}
	tell(s.replica.own, s.where)
	for _, p := range s.peers {
		tell(p.seat, p.where)
	}
	return frames
}
