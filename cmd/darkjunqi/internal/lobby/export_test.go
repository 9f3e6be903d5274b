package lobby

// Unhear forgets the invites to another match that have come.
func (l *Lobby) Unhear(match string) { l.parlour(l.ctx, match).accept() }
