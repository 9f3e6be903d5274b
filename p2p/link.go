package p2p

import (
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

const (
	maxControl = 64      // small frames that may wait for the writer
	maxPassed  = 1 << 13 // extras that a link remembers, either way: many times what there are at once
)

// peerLink is a link of a session, and the state of replication over it: what is known of the
// copy of the match at its other end, and what is to be said about it. But for the Link it
// belongs to the session's lock.
type peerLink struct {
	*link.Link
	session   *Session
	stopWatch func() // stops the watch over its liveness

	of       *peer                    // whose link this is; nil for a watcher's, and before the Join
	bye      *wire.Frame              // set once: nothing but it follows
	greeted  bool                     // our first State is sent
	ours     wire.State               // the newest that was sent
	theirs   wire.State               // the newest of theirs
	heard    bool                     // theirs is set
	sent     int                      // chain records that they have or that are on their way
	given    uint32                   // Extra frames that were sent
	extras   passed                   // which; they are sent once
	brought  passed                   // received over it: they don't go back
	peeks    map[transcript.Hash]bool // sent over this link, either way
	told     map[engine.Seat][]byte   // peer records that went over this link, either way
	lent     transport.Addr           // the reservation that it was lent
	taken    uint32                   // Extra frames of theirs that were taken
	control  []wire.Frame             // small frames that wait for the writer
	diverged *divergence
	lead     ledger       // peer.lead, until a peer has this link
	budget   *link.Budget // its peer's, as a new link brings no new one
	hint     hint         // of the other end
	hinted   hint         // of ours, that was sent
	name     string       // what the other end called itself, as a guest
}

var _ link.Handler = (*peerLink)(nil)

func newPeerLink(s *Session, l *link.Link) *peerLink {
	return &peerLink{
		Link: l, session: s, extras: passed{}, brought: passed{}, peeks: map[transcript.Hash]bool{},
		told: map[engine.Seat][]byte{}, budget: new(link.Budget),
	}
}

// pushLocked queues a small frame. A peer that doesn't read loses the oldest.
func (l *peerLink) pushLocked(f wire.Frame) {
	if len(l.control) == maxControl {
		l.control = l.control[1:]
	}
	l.control = append(l.control, f)
	l.Wake()
}

// closeLocked ends the link with a Bye. It does not wait.
func (l *peerLink) closeLocked(r wire.Reason, text string) {
	if l.bye != nil {
		return
	}
	f := wire.NewBye(r, text)
	l.bye = &f
	l.StartClosing()
}

// Closing implements [link.Handler].
func (l *peerLink) Closing() bool {
	l.session.mu.Lock()
	defer l.session.mu.Unlock()
	return l.bye != nil
}

// Close implements [link.Handler].
func (l *peerLink) Close(r wire.Reason, text string) {
	l.session.mu.Lock()
	defer l.session.mu.Unlock()
	l.closeLocked(r, text)
}

// passed are the extras that have gone over a link one way. A convicted seat can sign ever new ones, each in the place of another:
// once there are too many all are forgotten, and what is still here goes over the link again.
type passed map[transcript.Hash]bool

func (p passed) add(hash transcript.Hash) {
	if len(p) == maxPassed {
		clear(p)
	}
	p[hash] = true
}

// divergence is the search for the first record in which two chains differ.
type divergence struct {
	low, high int  // records before low agree, record high differs
	shown     bool // our record was sent
}

// extrasForLocked returns the extras that a peer is given: a watcher, which takes what is complete, none that travels; a seat
// the Reveals, which are signed on the end, when it says that it has that.
func (l *peerLink) extrasForLocked() (out []extra) {
	for _, e := range l.session.log.extras {
		if l.Role != wire.Watcher && transcript.Kind(e.raw[0]) == transcript.Reveal && !l.levelLocked() {
			continue
		}
		if l.Role != wire.Watcher || !e.note {
			out = append(out, e)
		}
	}
	return out
}

// levelLocked reports whether the peer says that its chain is ours.
func (l *peerLink) levelLocked() bool {
	ours := l.session.log.state()
	return l.theirs.Count == ours.Count && l.theirs.Head == ours.Head
}

// stateLocked returns how far the match on disk has come, for this link.
func (l *peerLink) stateLocked() wire.State {
	st := l.session.log.state()
	st.Extras = l.taken
	return st
}

// hasAllLocked reports whether the peer has confirmed everything.
func (l *peerLink) hasAllLocked() bool {
	s := l.session
	if !l.heard {
		return false
	}
	if s.meta.role != wire.Watcher { // who gives nothing has it all from the peer
		if l.theirs.Extras < l.given {
			return false
		}
		for _, e := range l.extrasForLocked() {
			if !l.extras[e.hash] && !l.brought[e.hash] {
				return false
			}
		}
	}
	return s.replica.status().convicted || l.levelLocked()
}

// hearNewsLocked notes that we are not missing anything that the peer has: once that is
// so of every peer, the seat may sign.
func (l *peerLink) hearNewsLocked() {
	s := l.session
	if l.of != nil && l.heard && l.diverged == nil && s.replica.covers(l.theirs) {
		l.of.noteHeard(&s.life)
	}
}
