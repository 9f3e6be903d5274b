package p2p

import (
	"errors"
	"sync"
	"time"

	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

const (
	handshakeTime = 10 * time.Second // for all of a handshake
	maxPending    = 16               // inbound links that have not proven themselves
	maxStrikes    = 3                // refused attempts of one peer within strikeTime
	strikeTime    = 10 * time.Minute
	maxStruck     = 1024 // peers whose strikes are remembered
)

// door is where inbound links arrive. It leads those that name a match of
// this program to their session, and bounds what strangers can cost: so many
// unproven links at once, so long for each, so many tries for a peer.
type door struct {
	mu       sync.Mutex
	sessions map[transcript.Hash]*Session
	pending  []*visit // the oldest first
	strikes  map[peerKey]strikes
}

// visit is an inbound link that has not proven itself yet.
type visit struct{ c conn }

// strikes counts a peer's refused attempts since a time.
type strikes struct {
	count int
	since time.Time
}

func newDoor() *door {
	return &door{sessions: map[transcript.Hash]*Session{}, strikes: map[peerKey]strikes{}}
}

// enter lets links to a match in.
func (d *door) enter(s *Session) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.sessions[s.terms] != nil {
		return errors.New("this host runs the match already")
	}
	d.sessions[s.terms] = s
	return nil
}

func (d *door) leave(s *Session) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.sessions[s.terms] == s {
		delete(d.sessions, s.terms)
	}
}

// welcome reports whether a peer may try: it is not struck out.
func (d *door) welcome(peer peerKey) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return !d.struckOut(peer)
}

func (d *door) struckOut(peer peerKey) bool {
	st, ok := d.strikes[peer]
	if ok && time.Since(st.since) > strikeTime {
		delete(d.strikes, peer)
		return false
	}
	return st.count >= maxStrikes
}

func (d *door) strike(peer peerKey) {
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

// admit takes a place among the unproven. Where all are taken the oldest
// gives its place up: an honest handshake is short, so a crowd of idlers can't
// keep it out.
func (d *door) admit(c conn) *visit {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.pending) == maxPending {
		d.pending[0].c.abort()
		d.pending = d.pending[1:]
	}
	v := &visit{c}
	d.pending = append(d.pending, v)
	return v
}

func (d *door) dismiss(v *visit) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for i := range d.pending {
		if d.pending[i] == v {
			d.pending = append(d.pending[:i:i], d.pending[i+1:]...)
			return
		}
	}
}

// serve runs an inbound link to its end.
func (d *door) serve(c conn, peer peerKey) {
	if !d.welcome(peer) {
		c.abort()
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
		c.abort()
		return
	}
	var refused *refusal
	if err := l.session.runLink(l); errors.As(err, &refused) && refused.strike {
		d.strike(peer)
	}
}

// receive shakes hands.
func (d *door) receive(c conn, peer peerKey) (*link, error) {
	v := d.admit(c)
	defer d.dismiss(v)
	hurry(c)
	theirs, err := readHello(c)
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	s := d.sessions[theirs.terms]
	d.mu.Unlock()
	if s == nil {
		return nil, &refusal{byeUnknown, ErrUnknownMatch, true}
	}
	return s.answer(c, peer, theirs)
}
