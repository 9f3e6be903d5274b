package p2p

import (
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/darkjunqi/darkjunqi/p2p/internal/admission"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

const (
	handshakeTime = 5 * time.Second // for all of a handshake
	maxPending    = 128             // inbound links that have not proven themselves
	maxStrikes    = 3               // refused attempts of one peer within strikeTime
	strikeTime    = 10 * time.Minute
	maxStruck     = 1024 // peers whose strikes are remembered
)

// door is where inbound links arrive. It leads those that prove themselves to the
// session, and bounds what strangers can cost: so many unproven links at once, so long
// for each, so many tries for a peer. It outlives the session's work, to tell who comes
// later that the match is not running.
type door struct {
	session *Session

	mu      sync.Mutex // guards what follows; nothing else is locked under it
	left    bool       // the session takes no more links
	pending *admission.Room
	strikes map[transport.Key]strikes
}

var _ transport.Acceptor = (*door)(nil)

// strikes counts a peer's refused attempts since a time.
type strikes struct {
	count int
	since time.Time
}

func newDoor(s *Session) *door {
	return &door{session: s, pending: admission.NewRoom(maxPending), strikes: map[transport.Key]strikes{}}
}

// leave lets no more links in.
func (d *door) leave() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.left = true
}

// Welcome reports whether a peer may try: it is not struck out.
func (d *door) Welcome(peer transport.Key) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	st, ok := d.strikes[peer]
	if ok && time.Since(st.since) > strikeTime {
		delete(d.strikes, peer)
		return true
	}
	return st.count < maxStrikes
}

func (d *door) strike(peer transport.Key) {
	d.mu.Lock()
	defer d.mu.Unlock()
	st, ok := d.strikes[peer]
	if !ok || time.Since(st.since) > strikeTime {
		if len(d.strikes) >= maxStruck {
			for old := range d.strikes { // any one: names are free, so no choice is right
				delete(d.strikes, old)
				break
			}
		}
		st = strikes{since: time.Now()}
	}
	st.count++
	d.strikes[peer] = st
}

// Expects reports whether a peer has a seat in the match.
func (d *door) Expects(key transport.Key) bool {
	d.session.mu.Lock()
	defer d.session.mu.Unlock()
	return slices.ContainsFunc(d.session.peers, func(p *peer) bool { return p.key == key })
}

// admit takes a place among the unproven, from whoever holds most where all are taken.
func (d *door) admit(c transport.Conn) *admission.Visit {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.pending.Enter(c.Source(), func() { go c.Abort() })
}

func (d *door) dismiss(v *admission.Visit) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.pending.Leave(v)
}

// Accept runs an inbound link to its end.
func (d *door) Accept(c transport.Conn, peer transport.Key) {
	if !d.Welcome(peer) {
		c.Abort()
		return
	}
	l, err := d.receive(c, peer)
	if err != nil {
		var refused *refusal
		if errors.As(err, &refused) {
			if refused.strike {
				d.strike(peer)
			}
			partWith(c, refused)
		}
		c.Abort()
		return
	}
	c.Proven()
	var refused *refusal
	if err := d.session.runLink(l); errors.As(err, &refused) && refused.strike {
		d.strike(peer)
	}
}

// receive shakes hands.
func (d *door) receive(c transport.Conn, peer transport.Key) (*link, error) {
	v := d.admit(c)
	defer d.dismiss(v)
	hurry(c)
	theirs, err := readHello(c)
	if err != nil {
		d.session.noteVersion(err)
		return nil, err
	}
	d.mu.Lock()
	left := d.left
	d.mu.Unlock()
	if left || theirs.Terms != d.session.facts.terms { // which never change
		return nil, &refusal{wire.ByeUnknown, ErrUnknownMatch, true}
	}
	return d.session.answer(c, peer, theirs)
}
