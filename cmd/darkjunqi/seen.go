package main

import (
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/table"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// status is what the board shows now, as this seat sees it.
func (c *chair) status() status {
	pos := c.now.Position
	st := status{you: c.seat, yours: true, left: -1}
	st.view = table.View{Rules: c.rules, Position: &pos, Near: c.seat, Own: (&eye{layouts: c.seen()}).sees, Possible: c.possible()}
	if ends := c.moverEnds(); !ends.IsZero() {
		st.left = max(time.Until(ends), 0)
	}
	if turns, err := c.turns(); err == nil && len(turns) > 0 {
		st.view.Last = lastMove(turns)
		st.last = c.a.turnInWords(c.rules, &turns[len(turns)-1])
	}
	return st
}

// moverEnds is when the time of the seat to move is over, as far as is known; zero without a clock.
func (c *chair) moverEnds() time.Time {
	if !c.now.Deadline.IsZero() {
		return c.now.Deadline
	}
	return c.now.PeerClock
}

// seen are the layouts that this seat sees: its own, and what was opened, at the start (mode=open) or in the end.
func (c *chair) seen() (layouts [2]*engine.Layout) {
	c.session.View(func(_ *protocol.Player, m *protocol.Match) {
		for seat := range layouts {
			layouts[seat] = lyingOpen(m, engine.Seat(seat))
		}
	})
	if c.layout != nil {
		layouts[c.seat] = c.layout
	}
	return layouts
}

// lyingOpen is a seat's layout if everybody sees it, else nil.
func lyingOpen(m *protocol.Match, seat engine.Seat) *engine.Layout {
	if l, ok := m.OpenedLayout(seat); ok {
		return &l
	}
	return nil
}

// possible is what this seat may conclude about the pieces.
func (c *chair) possible() func(engine.Piece) engine.TypeSet {
	facts, err := engine.Deduce(c.rules, c.now.First, c.now.Events)
	if err != nil {
		pos := c.now.Position
		return pos.Known
	}
	for seat, l := range c.seen() {
		if l != nil {
			facts.AssumeLayout(engine.Seat(seat), *l)
		}
	}
	return facts.Possible
}
