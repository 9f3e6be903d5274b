package webnet

import (
	"context"
	"sync"
	"time"

	"github.com/darkjunqi/darkjunqi/p2p/internal/admission"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

const (
	strangers    = 64               // inbound pipes that have not proven a link
	expected     = 16               // further ones, of programs that have a seat
	strangerTime = 15 * time.Second // from the opening of a pipe until its link is proven
	manySources  = 1024             // whose pace is remembered
)

// arrivals is how often one source may open pipes that prove nothing.
var arrivals = admission.Pace{Burst: 32, PerSecond: 2}

// Callers bounds what inbound pipes cost until each has proven that it belongs here.
type Callers struct {
	mu               sync.Mutex // guards the rooms and paces
	strangers, known *admission.Room
	paces            *admission.Paces
}

// NewCallers makes room for callers.
func NewCallers() *Callers {
	return &Callers{
		strangers: admission.NewRoom(strangers), known: admission.NewRoom(expected),
		paces: admission.NewPaces(arrivals, manySources),
	}
}

// Caller is the other end of an inbound pipe that has not yet proven itself.
type Caller struct {
	in     *Callers
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
func (in *Callers) Expect(source string, hangUp func()) *Caller {
	in.mu.Lock()
	defer in.mu.Unlock()
	if !in.paces.Spend(source, time.Now()) {
		return nil
	}
	c := &Caller{in: in, source: source, hangUp: hangUp, room: in.strangers}
	if c.visit = c.room.Enter(source, func() { go hangUp() }); c.visit == nil {
		return nil
	}
	c.limit = time.AfterFunc(strangerTime, hangUp)
	return c
}

// move has a caller count among those that have a seat.
func (c *Caller) move(peer transport.Key) (ok bool) {
	c.in.mu.Lock()
	defer c.in.mu.Unlock()
	if c.room == nil {
		return false
	}
	c.room.Leave(c.visit)
	c.room = c.in.known
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

// Expect makes room for an inbound pipe, as [Callers.Expect] does.
func (h *Host) Expect(source string, hangUp func()) *Caller { return h.callers.Expect(source, hangUp) }

// Accept runs an inbound pipe to its end.
func (h *Host) Accept(p Pipe) {
	c := h.Expect(p.Source(), func() { p.Close() })
	if c == nil {
		p.Close()
		return
	}
	h.AcceptFrom(c, p)
}

// AcceptFrom runs the pipe of a caller, for which there is room, to its end.
func (h *Host) AcceptFrom(c *Caller, p Pipe) {
	defer p.Close()
	defer c.Leave()
	gate := h.acceptor()
	if gate == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), strangerTime)
	defer cancel()
	channel, what, err := answer(ctx, p, h.id)
	if err != nil || !gate.Welcome(channel.peer) {
		return
	}
	if gate.Expects(channel.peer) && !c.move(channel.peer) {
		return
	}
	if what == forQuestion {
		if gate.Expects(channel.peer) { // an answer may show where this program is
			h.answerOne(ctx, p, channel)
		}
		return
	}
	l := h.link(p, channel, false, c.Proven)
	if l == nil {
		return
	}
	gate.Accept(l, channel.peer)
	l.Close()
	<-l.ctx.Done()
}

// Source is what the caller is counted by.
func (c *Caller) Source() string { return c.source }
