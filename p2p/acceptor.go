package p2p

import (
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/darkjunqi/darkjunqi/p2p/internal/admission"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

const (
	maxPending = 128 // inbound links that have not proven themselves
	maxStrikes = 3   // refused attempts of one peer within strikeTime
	strikeTime = 10 * time.Minute
	maxStruck  = 1024 // peers whose strikes are remembered
)

// linkAcceptor admits inbound links. It hands those that prove themselves to the session, and
// limits what strangers can cost: the number of unproven links, their duration, and the
// failed attempts of each peer. It outlives the session's work, to answer later callers that
// the match is not running.
type linkAcceptor struct {
	session *Session

	mu      sync.Mutex // guards what follows; nothing else is locked under it
	closed  bool       // the session takes no more links
	pending *admission.Room
	strikes map[transport.Key]strikes
}

var _ sharedAcceptor = (*linkAcceptor)(nil)

// strikes counts a peer's refused attempts since a time.
type strikes struct {
	count int
	since time.Time
}

func newLinkAcceptor(s *Session) *linkAcceptor {
	return &linkAcceptor{session: s, pending: admission.NewRoom(maxPending), strikes: map[transport.Key]strikes{}}
}

// close lets no more links in.
func (a *linkAcceptor) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.closed = true
}

// Welcome reports whether a peer may try: it is not struck out.
func (a *linkAcceptor) Welcome(peer transport.Key) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	st, ok := a.strikes[peer]
	if ok && time.Since(st.since) > strikeTime {
		delete(a.strikes, peer)
		return true
	}
	return st.count < maxStrikes
}

// strike counts an attempt that has ended with err, if that is the peer's fault.
func (a *linkAcceptor) strike(peer transport.Key, err error) {
	var refused *link.Refusal
	if !errors.As(err, &refused) || !refused.Strike {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	st, ok := a.strikes[peer]
	if !ok || time.Since(st.since) > strikeTime {
		if len(a.strikes) >= maxStruck {
			for old := range a.strikes { // any one: names are free, so no choice is right
				delete(a.strikes, old)
				break
			}
		}
		st = strikes{since: time.Now()}
	}
	st.count++
	a.strikes[peer] = st
}

// Expects reports whether a peer has a seat in the match.
func (a *linkAcceptor) Expects(key transport.Key) bool {
	a.session.mu.Lock()
	defer a.session.mu.Unlock()
	return slices.ContainsFunc(a.session.peers, func(p *peer) bool { return p.key == key })
}

// runs implements [sharedAcceptor].
func (a *linkAcceptor) runs(terms transcript.Hash) bool {
	return terms == a.session.meta.terms // which never change
}

// hears implements [sharedAcceptor]: an invite counts as the goodbye of a peer that has all of the match. One that lacks
// something invites after another match that was played under this name.
func (a *linkAcceptor) hears(key transport.Key) bool {
	s := a.session
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.peers.first(func(p *peer) bool { return p.key == key && (p.has || s.life.phase == settled) }) != nil
}

// admit takes a place among the unproven, from whoever holds most where all are taken.
func (a *linkAcceptor) admit(c transport.Conn) *admission.Visit {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.pending.Enter(c.Source(), func() { go c.Abort() })
}

func (a *linkAcceptor) dismiss(v *admission.Visit) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.pending.Leave(v)
}

// Accept runs an inbound link to its end.
func (a *linkAcceptor) Accept(c transport.Conn, peer transport.Key) {
	if !a.Welcome(peer) {
		c.Abort()
		return
	}
	l, err := a.receive(c, peer)
	if err != nil {
		a.strike(peer, err)
		link.Abort(c, err)
		return
	}
	a.strike(peer, l.run())
}

// receive shakes hands as the end that was dialled.
func (a *linkAcceptor) receive(c transport.Conn, peer transport.Key) (*peerLink, error) {
	v := a.admit(c)
	defer a.dismiss(v)
	link.SetDeadline(c)
	theirs, err := link.ReadHello(c)
	if err != nil {
		a.noteVersion(err)
		if errors.Is(err, link.ErrInvite) || errors.Is(err, link.ErrTalk) && a.runs(theirs.Terms) {
			a.session.takeInvite(peer)
		}
		return nil, err
	}
	a.mu.Lock()
	closed := a.closed
	a.mu.Unlock()
	if closed || !a.runs(theirs.Terms) { // who is known may mean another match that was played under this name
		return nil, &link.Refusal{Reason: wire.ByeUnknown, Err: ErrUnknownMatch, Strike: !a.Expects(peer)}
	}
	c = a.session.traffic.Conn(c)
	a.session.traffic.Received.Add(uint64(theirs.Frame().Size()))
	ours, err := a.session.newHello()
	if err != nil {
		return nil, err
	}
	if err := wire.Write(c, ours.Frame()); err != nil {
		return nil, err
	}
	return a.session.finishHandshake(c, peer, ours, theirs)
}

// noteVersion keeps that somebody has come who speaks another version.
func (a *linkAcceptor) noteVersion(err error) {
	var version *VersionError
	if !errors.As(err, &version) {
		return
	}
	s := a.session
	s.mu.Lock()
	defer s.mu.Unlock()
	var known *VersionError
	if !errors.As(s.foreign, &known) || known.Theirs != version.Theirs { // of several the first is reported
		s.foreign = version
		s.life.notify()
	}
}
