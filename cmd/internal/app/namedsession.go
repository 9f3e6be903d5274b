package app

import (
	"sync"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// namedSession is a session whose players have names, as far as this program knows them, and which reports why it has ended.
type namedSession struct {
	seat.Session
	meet func() knownPlayers // what is known of those at the table; nil if nothing new can come

	mu      sync.Mutex
	known   knownPlayers
	asks    func(engine.Seat) bool // for a rematch, once the match is over; until then nil
	trouble error
	changed chan struct{}
	over    chan struct{}
	idle    chan struct{} // closed once nothing is passed on, and written down, any more
}

// knownPlayers holds what this program knows about the players, by seat.
type knownPlayers struct {
	names   names
	friends [engine.MaxSeats]bool // this program has played with theirs before
}

func newNamedSession(s seat.Session, of names) *namedSession {
	return &namedSession{Session: s, known: knownPlayers{names: of}, changed: make(chan struct{}), over: make(chan struct{}), idle: make(chan struct{})}
}

// follow passes on what changes in the session, until it is closed.
func (n *namedSession) follow() {
	defer close(n.idle)
	for {
		changed := n.Session.Changed()
		n.learn()
		n.wake(nil)
		select {
		case <-changed:
		case <-n.over:
			return
		}
	}
}

// learn takes in what has become known of the players.
func (n *namedSession) learn() {
	if n.meet == nil {
		return
	}
	now := n.meet()
	n.mu.Lock()
	defer n.mu.Unlock()
	n.known = knownPlayers{now.names.over(n.known.names), now.friends}
}

func (n *namedSession) watchRematches(asks func(engine.Seat) bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.asks = asks
}

// wake signals those who wait that something has changed.
func (n *namedSession) wake(trouble error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if trouble != nil {
		n.trouble = trouble
	}
	close(n.changed)
	n.changed = make(chan struct{})
}

func (n *namedSession) close(err error) {
	close(n.over)
	<-n.idle
	n.learn()
	n.wake(err)
}

// Changed implements [seat.Session].
func (n *namedSession) Changed() <-chan struct{} {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.changed
}

// Look implements [seat.Session].
func (n *namedSession) Look(events int) seat.Look {
	look := n.Session.Look(events)
	n.mu.Lock()
	defer n.mu.Unlock()
	for i := range look.Sides {
		side := &look.Sides[i]
		side.Name, side.Known = n.known.names[i], n.known.friends[i]
		side.Again = n.asks != nil && n.asks(engine.Seat(i))
	}
	if n.trouble != nil {
		look.Link.Trouble = n.trouble
	}
	return look
}

// names are the players of a match, by seat.
type names [engine.MaxSeats]string

// over are names where they are known, and else others.
func (of names) over(others names) names {
	for i, name := range of {
		if name != "" {
			others[i] = name
		}
	}
	return others
}
