package webnet

import (
	"context"

	"github.com/darkjunqi/darkjunqi/p2p/webnet/internal/callers"
)

// Expect makes room for an inbound pipe, as [callers.Set.Expect] does.
func (h *Host) Expect(source string, hangUp func()) *callers.Caller {
	return h.callers.Expect(source, hangUp)
}

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
func (h *Host) AcceptFrom(c *callers.Caller, p Pipe) {
	defer p.Close()
	defer c.Leave()
	gate := h.acceptor()
	if gate == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), callers.StrangerTime)
	defer cancel()
	channel, what, err := answer(ctx, p, h.id)
	if err != nil || !gate.Welcome(channel.peer) {
		return
	}
	if gate.Expects(channel.peer) && !c.Seated(channel.peer) {
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
