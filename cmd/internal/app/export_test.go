package app

var Finishers = finishers

// Unhear forgets the invites to another match that have come.
func (a *App) Unhear(match string) { a.rematchWindow(a.ctx, match).accept() }
