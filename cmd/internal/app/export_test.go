package app

import (
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
)

var Finishers = finishers

// Unhear forgets the invites to another match that have come.
func (a *App) Unhear(match string) { a.rematchWindow(a.ctx, match).accept() }

// Hear takes an invite to another match, as if a seat's program had sent it.
func (a *App) Hear(match string, of engine.Seat, inv *invite.Invite) {
	w := a.rematchWindow(a.ctx, match)
	w.receive(w.at[of], inv)
}
