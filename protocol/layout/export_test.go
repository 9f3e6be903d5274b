package layout

import "github.com/darkjunqi/darkjunqi/protocol/sigma"

// PartsSponge is what a proof about several pieces has absorbed before its first
// messages.
func (c *Commitment) PartsSponge(kind string, at sigma.Place, parts []Part) *sigma.Sponge {
	return c.partsSponge(kind, at, parts)
}
