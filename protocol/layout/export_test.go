package layout

import (
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// PartsSponge is what a proof about several pieces has absorbed before its first
// messages.
func (c *Commitment) PartsSponge(kind string, at sigma.Place, parts []Part) *sigma.Sponge {
	return c.partsSponge(kind, at, parts)
}

// PeekSponge is what the proof of a Peek has absorbed before its first messages.
func (c *Commitment) PeekSponge(ctx sigma.Context, reader Reader, l engine.Layout) *sigma.Sponge {
	return (&glance{c, reader, l}).sponge(ctx)
}
