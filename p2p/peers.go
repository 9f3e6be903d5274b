package p2p

import (
	"slices"
	"time"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/admission"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// peer is the program of another seat; for a spectator, the host's. It belongs to the
// session's lock.
type peer struct {
	seat   engine.Seat      // noSeat: the host's, for a spectator that does not have the Terms yet
	host   bool             // it hosts
	key    transport.Key    // zero until it is known
	addrs  []transport.Addr // the last that are known
	secret [32]byte         // peerMeta.secret
	number uint64           // of where
	where  []byte           // where it is, signed, to be passed on; nil if it has not said so
	met    bool             // there was a link to it, in this or an earlier run
	link   *peerLink        // nil while there is none
	talk   *talkLink        // after the match; nil while there is none

	required bool          // the match does not continue without it: it hosts, or we do
	relink   chan struct{} // wakes the dialer: the link is gone, or there is more to dial

	heard   bool  // it has said, since this program started, how far the match is, and we have all of that
	has     bool  // all of the finished match
	parted  bool  // and has said so
	aside   bool  // it has a newer link, which may be another program's: it is not dialled for a while
	trouble error // why the last link ended, or could not be made

	since     time.Time // of the link, or of its loss
	arranging bool
	deadline  time.Time // of its move, as it says

	lead         ledger          // while this program's match file is behind: the match as this one has it
	request      []byte          // to resign, of this seat, for the head that it names
	budget       link.Budget     // of all its links
	words        admission.Meter // of what it says of itself, whoever passes it on
	peeks        admission.Meter // of the Peeks that it sends or passes on
	reservations admission.Meter // of those that it lends
	sayings      admission.Meter // of what its player says
	claims       admission.Meter // those its seat has signed, whoever passes them on
	letter       wire.State      // what its letters say that it has of the chain
	mailed       passed          // the extras that its letters have held
}

// newPeers makes the peers of a program: all other seats, or only the host if it watches.
func newPeers(f linkMeta, host engine.Seat) peers {
	add := func(seat engine.Seat, host bool) *peer {
		p := &peer{seat: seat, host: host, required: host || f.role == wire.Host, relink: make(chan struct{}, 1), mailed: passed{}}
		for _, known := range f.peers {
			if known.seat == seat {
				p.key, p.addrs, p.met, p.secret = known.key, known.addrs, known.met, known.secret
			}
		}
		return p
	}
	if f.role == wire.Watcher {
		return peers{add(wire.NoSeat, true)}
	}
	var out peers
	for seat := range engine.Seat(f.seats) {
		if seat != f.seat {
			out = append(out, add(seat, seat == host))
		}
	}
	return out
}

// lacks reports whether no letter of a peer has held an extra: how many they held says nothing, as seats keep few.
func (p *peer) lacks(e extra) bool { return !p.mailed[e.hash] }

// redial lets the dialer look again.
func (p *peer) redial() {
	select {
	case p.relink <- struct{}{}:
	default:
	}
}

// isHere reports whether a peer is linked, and not by a quiet link.
func (p *peer) isHere() bool { return p.link != nil && !p.link.IsQuiet() }

// learnAddrs keeps where the peer listens, for redialling after a restart. What its
// seat has vouched for is all of that, and in its order.
func (p *peer) learnAddrs(net transport.Transport) {
	if p.where != nil {
		return
	}
	addrs := net.AddrsOf(p.key)
	for _, old := range p.addrs {
		if !slices.Contains(addrs, old) {
			addrs = append(addrs, old)
		}
	}
	p.addrs = invite.LimitAddrs(addrs)
}

// isNeeded reports whether the match can't continue for us without a peer: to a host all
// others; to a guest the host, and any other that it has met. Not one that the others
// have removed for its silence.
func (p *peer) isNeeded(r *replica) bool { return (p.met || p.required) && !r.isAbsent(p.seat) }

// peers are all other programs that this one may link to. They belong to the session's lock.
type peers []*peer

// of returns the peer of a seat, nil if there is none.
func (ps peers) of(seat engine.Seat) *peer {
	return ps.first(func(p *peer) bool { return p.seat == seat })
}

// host returns the host's, nil if this program hosts.
func (ps peers) host() *peer { return ps.first(func(p *peer) bool { return p.host }) }

func (ps peers) first(holds func(*peer) bool) *peer {
	if i := slices.IndexFunc(ps, holds); i >= 0 {
		return ps[i]
	}
	return nil
}

// anyLinked reports whether there is a link to any peer.
func (ps peers) anyLinked() bool {
	return slices.ContainsFunc(ps, func(p *peer) bool { return p.link != nil })
}

// isHere reports whether the program of a seat is here.
func (ps peers) isHere(seat engine.Seat) bool {
	p := ps.of(seat)
	return p != nil && p.isHere()
}

// here returns the seats whose programs are here.
func (ps peers) here() (set engine.SeatSet) {
	for _, p := range ps {
		if p.seat != wire.NoSeat && p.isHere() {
			set = set.Add(p.seat)
		}
	}
	return set
}

// isOthers reports whether a key is our own, or another program than p has linked under it. A seat that vouches for it all
// the same would have us call that program instead, be turned away there, and give up the link that we have.
func (ps peers) isOthers(key, own transport.Key, p *peer) bool {
	return key == own || slices.ContainsFunc(ps, func(other *peer) bool { return other != p && other.key == key && other.met })
}

// prove notes that a peer has shown by a link that its key is its own. Another that has only vouched for that key has lied.
func (ps peers) prove(p *peer) {
	p.met = true
	for _, other := range ps {
		if other != p && other.key == p.key && !other.met {
			other.key, other.addrs, other.where = transport.Key{}, nil, nil
		}
	}
}

// send queues a small frame for every linked peer except some.
func (ps peers) send(f wire.Frame, except ...*peer) {
	for _, p := range ps {
		if p.link != nil && !slices.Contains(except, p) {
			p.link.pushLocked(f)
		}
	}
}

// heard reports whether those peers have said how far the match is that would know a record
// of ours that we have forgotten: all to which there ever was a link. After a while, when isolated
// is set, one is enough, as what we sent went round: a peer could stay away, or say nothing, for ever.
func (ps peers) heard(r *replica, isolated bool) bool {
	heard := false
	for _, p := range ps {
		if !p.heard && !isolated && !r.isGone(p.seat) && p.isNeeded(r) {
			return false
		}
		heard = heard || p.heard
	}
	return heard
}

// aboutToSpeak reports whether heard waits for linked peers, and for no other.
func (ps peers) aboutToSpeak(r *replica, isolated bool) bool {
	about := false
	for _, p := range ps {
		if p.heard || r.isGone(p.seat) {
			continue
		}
		if p.link == nil && !isolated && p.isNeeded(r) {
			return false
		}
		about = about || p.link != nil
	}
	return about
}

// all reports whether something holds of every peer that has to have the whole match
// before this program goes. To a guest that is the host, who brings it to the others; if
// they have removed the host for its silence, those that it has met. A program that nobody
// waits for waits for nobody either, once it has the whole match: the others may have gone.
// It only sees off the seats that it is linked to.
func (ps peers) all(r *replica, holds func(*peer) bool) bool {
	if r.isExtra() {
		return r.status().complete && !slices.ContainsFunc(ps, func(p *peer) bool {
			return p.link != nil && !holds(p) && r.own != wire.NoSeat
		})
	}
	host := ps.host()
	hub := host != nil && !r.isAbsent(host.seat)
	anybody := false
	for _, p := range ps {
		if !p.isNeeded(r) || hub && !p.host {
			continue
		}
		if !holds(p) {
			return false
		}
		anybody = true
	}
	return anybody
}

// connectedForVote reports whether this program is linked to any other, and since when; or
// needs nobody to have a seat removed. The program of that seat counts: it may run, and pass
// votes on, while its player is silent, and may be the only one within reach.
func (ps peers) connectedForVote(r *replica, seat engine.Seat) (connected bool, since time.Time) {
	alone, position := true, r.match().Position()
	for _, p := range ps {
		alone = alone && (p.seat == seat || position.Out(p.seat) != engine.NotOver)
		if p.isHere() && (since.IsZero() || p.since.Before(since)) {
			since = p.since
		}
	}
	return alone || !since.IsZero(), since
}

// noteHeard notes that a peer has said how far the match is, and we have all of that.
func (p *peer) noteHeard(life *lifecycle) {
	if !p.heard {
		p.heard = true
		life.notify()
	}
}
