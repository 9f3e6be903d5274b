package junqi

import (
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
)

// clash is the table of what is announced when two pieces meet.
func (s *settings) clash() engine.ClashRule {
	all := map[engine.AnnouncementRule]bool{}
	for a := range engine.Type(numTypes) {
		for d := range engine.Type(numTypes) {
			if mobile(a) {
				all[s.announce(a, d)] = true
			}
		}
	}
	c := engine.ClashRule{Table: make([][]int, numTypes)}
	for n := range all {
		c.Announcements = append(c.Announcements, n)
	}
	slices.SortFunc(c.Announcements, compareAnnouncements)
	for a := range engine.Type(numTypes) {
		c.Table[a] = []int{}
		for d := range engine.Type(numTypes) {
			if mobile(a) {
				c.Table[a] = append(c.Table[a], slices.Index(c.Announcements, s.announce(a, d)))
			}
		}
	}
	return c
}

// compareAnnouncements orders announcements as [engine.Code] says. The only type that is
// ever seen here is the defender's.
func compareAnnouncements(a, b engine.AnnouncementRule) int {
	for _, f := range [][2]bool{
		{a.AttackerLeaves, b.AttackerLeaves},
		{a.DefenderLeaves, b.DefenderLeaves},
		{a.FlagTaken, b.FlagTaken},
		{a.AttackerShowsFlag, b.AttackerShowsFlag},
		{a.DefenderShowsFlag, b.DefenderShowsFlag},
		{a.Repelled, b.Repelled},
	} {
		switch {
		case f[0] == f[1]:
		case f[1]:
			return -1
		default:
			return 1
		}
	}
	return place(a.DefenderSeen) - place(b.DefenderSeen)
}

// place is the place of a type in the table, -1 for none.
func place(id string) int {
	for i, t := range types {
		if t.id == id {
			return i
		}
	}
	return -1
}

// announce is what happens when a meets d, and what is said of it.
func (s *settings) announce(a, d engine.Type) engine.AnnouncementRule {
	var n engine.AnnouncementRule
	switch {
	case d == Flag && !s.takesFlag(a):
		n.Repelled = true
	case d == Flag:
		n.FlagTaken, n.DefenderLeaves = true, true
		// A bomb leaves with the flag; where that ends the game, it is not said.
		n.AttackerLeaves = a == Bomb && s.carries()
	case a == Bomb || d == Bomb:
		n.AttackerLeaves, n.DefenderLeaves = true, true
	case d == Mine && a == Engineer:
		n.DefenderLeaves = true
		n.AttackerLeaves = s.is("mines", "exploding-all")
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
	return n
}

// takesFlag reports whether a type takes a flag.
func (s *settings) takesFlag(t engine.Type) bool {
	switch s.get("flag-takers") {
	case "engineers":
		return t == Engineer
	case "not-commander":
		return t != Commander
	}
	return true
}

// carries reports whether a taken flag must be carried somewhere.
func (s *settings) carries() bool { return s.is("carry", "front") || s.is("carry", "home") }
