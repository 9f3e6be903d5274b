package app

import (
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/p2p/store"
)

var Finishers = finishers

// Unhear forgets the invites to another match that have come.
func (a *App) Unhear(match string) { a.rematchWindow(a.ctx, match).accept() }

// Hear takes an invite to another match, as if a seat's program had sent it.
func (a *App) Hear(match string, of engine.Seat, inv *invite.Invite) {
	w := a.rematchWindow(a.ctx, match)
	w.receive(w.at[of], inv)
}

// Marks are the notes on the pieces of a match of a data folder.
func Marks(dir *store.Dir, id string) seat.Marks { return marks{dir, id} }
