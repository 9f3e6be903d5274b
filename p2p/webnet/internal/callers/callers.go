// Package callers bounds what inbound pipes cost until each has proven that it belongs here.
package callers

import (
	"sync"
	"time"

	"github.com/darkjunqi/darkjunqi/p2p/internal/admission"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

const (
	Strangers    = 64               // inbound pipes that have not proven a link
	Expected     = 16               // further ones, of programs that have a seat
	StrangerTime = 15 * time.Second // from the opening of a pipe until its link is proven
	Sources      = 1024             // whose pace is remembered
)

// Arrivals bounds how often one source may open pipes that prove nothing.
var Arrivals = admission.Pace{Burst: 32, PerSecond: 2}

// Set holds the callers of one program.
type Set struct {
	mu               sync.Mutex // guards what follows
	Strangers, Known *admission.Room
	paces            *admission.Paces
}

// New returns an empty Set.
func New() *Set {
	return &Set{
		Strangers: admission.NewRoom(Strangers), Known: admission.NewRoom(Expected),
		paces: admission.NewPaces(Arrivals, Sources),
	}
}

// Caller is the other end of an inbound pipe that has not yet proven itself.
type Caller struct {
	in     *Set
	source string
	hangUp func()
	limit  *time.Timer

	room   *admission.Room // guarded by in.mu, as what follows; nil once it has left
	visit  *admission.Visit
	proven bool // its source has its cost back
}

// Expect makes room for an inbound pipe before it is one, such as for a connection that will
// become a WebSocket. It returns nil where there is none. hangUp is called if the caller
// takes too long or must make room for others; it must not wait.
func (in *Set) Expect(source string, hangUp func()) *Caller {
	in.mu.Lock()
	defer in.mu.Unlock()
	if !in.paces.Spend(source, time.Now()) {
		return nil
	}
	c := &Caller{in: in, source: source, hangUp: hangUp, room: in.Strangers}
	if c.visit = c.room.Enter(source, func() { go hangUp() }); c.visit == nil {
		return nil
	}
	c.limit = time.AfterFunc(StrangerTime, hangUp)
	return c
}

// Seated has a caller count among those that have a seat, and reports whether it still has room.
func (c *Caller) Seated(peer transport.Key) (ok bool) {
	c.in.mu.Lock()
	defer c.in.mu.Unlock()
	if c.room == nil {
		return false
	}
	c.room.Leave(c.visit)
	c.room = c.in.Known
	c.visit = c.room.Enter(string(peer[:]), func() { go c.hangUp() })
	return c.visit != nil
}

// Leave gives the caller's room back: the pipe has ended, or never came.
func (c *Caller) Leave() {
	c.in.mu.Lock()
	defer c.in.mu.Unlock()
	c.limit.Stop()
	if c.room != nil {
		c.room.Leave(c.visit)
		c.room = nil
	}
}

// Proven lets the caller stay, and costs its source nothing.
func (c *Caller) Proven() {
	c.Leave()
	c.Refund()
}

// Refund has the caller cost its source nothing. It keeps its room and its time.
func (c *Caller) Refund() {
	c.in.mu.Lock()
	defer c.in.mu.Unlock()
	if !c.proven {
		c.proven = true
		c.in.paces.Refund(c.source)
	}
}

// Source returns what the caller is counted by.
func (c *Caller) Source() string { return c.source }
