package junqi

import "github.com/darkjunqi/darkjunqi/engine"

// clash returns the table of what is announced when two pieces meet.
func (s *settings) clash(army []engine.TypeRule) engine.ClashRule {
	return engine.NewClashRule(army, func(attacker, defender int) engine.AnnouncementRule {
		return s.announce(engine.Type(attacker), engine.Type(defender))
	})
}

// announce returns what happens when a meets d, and what is said of it.
func (s *settings) announce(a, d engine.Type) engine.AnnouncementRule {
	var n engine.AnnouncementRule
	switch {
	case d == Flag && !s.takesFlag(a):
		n.Repelled = true
	case d == Flag:
		n.FlagTaken, n.DefenderLeaves = true, true
		// A bomb leaves with the flag; where that ends the game, it is not said.
		n.AttackerLeaves = a == Bomb && (s.carries() || s.seats() > 2)
	case a == Bomb || d == Bomb:
		n.AttackerLeaves, n.DefenderLeaves = true, true
	case d == Mine && a == Engineer:
		n.DefenderLeaves = true
		n.AttackerLeaves = s.is("mines", "exploding-all")
	case d == Mine && s.is("mines", "engineers"):
		n.Repelled = true
	case d == Mine:
		n.AttackerLeaves = true
		n.DefenderLeaves = !s.is("mines", "spring")
	default:
		n.AttackerLeaves, n.DefenderLeaves = a <= d, d <= a
	}
	if s.is("show-flag", "on") {
		n.AttackerShowsFlag = n.AttackerLeaves && a == Commander
		n.DefenderShowsFlag = n.DefenderLeaves && d == Commander
	}
	// Clearing a mine shows nothing; but under mines=exploding-all the engineer leaves
	// with the mine, so that it shows it.
	if s.is("scout", "on") && a == Engineer && n.AttackerLeaves {
		n.DefenderSeen = types[d].id
	}
	if s.shows() && !n.DefenderLeaves {
		n.DefenderSeen = types[d].id
	}
	if s.is("half-open", "fought") && !n.AttackerLeaves {
		n.AttackerSeen = types[a].id
	}
	return n
}

func (s *settings) takesFlag(t engine.Type) bool {
	switch s.get("win") {
	case "smallest":
		return t != Bomb
	case "engineers":
		return t == Engineer
	case "pieces":
		return false
	}
	switch s.get("flag-takers") {
	case "engineers":
		return t == Engineer
	case "not-commander":
		return t != Commander
	}
	return true
}

// carries reports whether a taken flag must be carried somewhere.
func (s *settings) carries() bool {
	return s.is("carry", "front") || s.is("carry", "home") || s.is("win", "home")
}
