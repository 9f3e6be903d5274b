package engine

import (
	"math/big"
	"slices"
)

// Summary is an overview of rules: the numbers that have to be counted, and what players
// learn in play. Everything else is in [Ruleset.Rules].
type Summary struct {
	Seats, Teams        int
	Nodes, Roads, Rails int
	Lines               int
	Pieces              int      // of one seat
	Types, Mobile       int      // all, and those that move
	Layouts             *big.Int // legal ones of one seat
	Tells               Tells
}

// Tells lists what announcements say besides which piece leaves.
type Tells struct {
	Announcements int
	// Attackers and Defenders are the types that some announcement names.
	Attackers, Defenders TypeSet
	// Always reports whether every announcement names the types of both that meet.
	Always bool
	// Flags are the types whose loss makes their owner show where its flag stands.
	Flags TypeSet
	// Repelled reports whether an attack may leave both where they were.
	Repelled bool
}

// Summary sums the rules up.
func (rs *Ruleset) Summary() Summary {
	r := &rs.rules
	s := Summary{
		Seats: rs.numSeats, Nodes: len(r.Nodes), Roads: len(r.Roads), Rails: len(r.Rails), Lines: len(r.Lines),
		Pieces: rs.armySize, Types: rs.numTypes, Mobile: rs.mobile.Len(),
		Layouts: rs.CountLayouts(), Tells: rs.tells(),
	}
	for _, seat := range r.Seats {
		s.Teams = max(s.Teams, seat.Team+1)
	}
	return s
}

// AlwaysSeen reports whether every announcement names the types of both that meet.
func (rs *Ruleset) AlwaysSeen() bool {
	return !slices.ContainsFunc(rs.clash.codes, func(said Announcement) bool {
		return said.AttackerSeen == NoType || said.DefenderSeen == NoType
	})
}

func (rs *Ruleset) tells() Tells {
	t := Tells{Announcements: len(rs.clash.codes), Always: rs.AlwaysSeen()}
	t.add(rs)
	for _, there := range rs.places {
		if there != nil {
			t.add(there)
		}
	}
	return t
}

// add notes what the announcements of a table say.
func (t *Tells) add(rs *Ruleset) {
	for _, a := range rs.mobile.Types() {
		for _, d := range rs.Types().Types() {
			said := rs.clash.codes[rs.Clash(a, d)]
			t.Attackers = t.Attackers.Add(said.AttackerSeen) // nothing for NoType
			t.Defenders = t.Defenders.Add(said.DefenderSeen)
			t.Repelled = t.Repelled || said.Repelled
			if said.AttackerShowsFlag {
				t.Flags = t.Flags.Add(a)
			}
			if said.DefenderShowsFlag {
				t.Flags = t.Flags.Add(d)
			}
		}
	}
}
