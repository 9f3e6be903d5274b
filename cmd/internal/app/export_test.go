package app

var Companions = companions

// Unhear forgets the invites to another match that have come.
func (l *App) Unhear(match string) { l.parlour(l.ctx, match).accept() }
