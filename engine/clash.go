package engine

import (
	"fmt"
	"slices"
)

// Announcement is what a referee says after a clash, to everyone alike. It never
// names a type, except that a scout's owner loses its secret (option scout).
type Announcement struct {
	AttackerLeaves        bool
	DefenderLeaves        bool
	FlagTaken             bool
	AttackerCommanderFell bool // and so its owner shows where his flag is
	DefenderCommanderFell bool
	Repelled              bool // the attacker stays where it came from (option flag-takers)
	Seen                  Type // the type that an engineer met (option scout), else NoType
}

// Code is the number of an announcement in its ruleset: its index in the list of
// all announcements that the ruleset's clash table can yield, sorted by the fields
// of Announcement in their order, false first, none before types in table order.
type Code uint8

// NoCode stands where there is no clash to announce: the attacker never moves.
const NoCode Code = 0xff

// BothLeave reports whether attacker and defender left together.
func (a Announcement) BothLeave() bool { return a.AttackerLeaves && a.DefenderLeaves }

// compare sorts announcements as Code says.
func (a Announcement) compare(b Announcement) int {
	for _, f := range [][2]bool{
		{a.AttackerLeaves, b.AttackerLeaves},
		{a.DefenderLeaves, b.DefenderLeaves},
		{a.FlagTaken, b.FlagTaken},
		{a.AttackerCommanderFell, b.AttackerCommanderFell},
		{a.DefenderCommanderFell, b.DefenderCommanderFell},
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
	return int(a.Seen+1) - int(b.Seen+1) // NoType+1 is 0
}

// clashTable is the announcement of every pair of types as a code.
type clashTable struct {
	codes []Announcement
	code  [NumTypes][NumTypes]Code
	// defenders holds, for a code and an attacker, the defenders that yield it.
	defenders [][NumTypes]TypeSet
}

// newClashTable works out the announcements of all pairs and numbers them.
func newClashTable(s *settings) *clashTable {
	t := &clashTable{}
	for _, a := range Mobile.Types() {
		for _, d := range AllTypes.Types() {
			if n := announce(s, a, d); !slices.Contains(t.codes, n) {
				t.codes = append(t.codes, n)
			}
		}
	}
	slices.SortFunc(t.codes, Announcement.compare)
	t.defenders = make([][NumTypes]TypeSet, len(t.codes))
	for a := range t.code {
		for d := range t.code[a] {
			t.code[a][d] = NoCode
			if Mobile.Has(Type(a)) {
				c := Code(slices.Index(t.codes, announce(s, Type(a), Type(d))))
				t.code[a][d] = c
				t.defenders[c][a] = t.defenders[c][a].Add(Type(d))
			}
		}
	}
	return t
}

// announce is what happens when a meets d, and what is said of it.
func announce(s *settings, a, d Type) Announcement {
	n := Announcement{Seen: NoType}
	switch {
	case d == Flag && !flagTakers(s).Has(a):
		n.Repelled = true
	case d == Flag:
		n.FlagTaken, n.DefenderLeaves = true, true
		// A bomb leaves with the flag; where that ends the game, it is not said.
		n.AttackerLeaves = a == Bomb && !s.is(optCarry, "off")
	case a == Bomb || d == Bomb:
		n.AttackerLeaves, n.DefenderLeaves = true, true
	case d == Mine && a == Engineer:
		n.DefenderLeaves = true
		n.AttackerLeaves = s.is(optMines, "exploding-all")
	case d == Mine:
		n.AttackerLeaves = true
		n.DefenderLeaves = !s.is(optMines, "spring")
	default:
		n.AttackerLeaves, n.DefenderLeaves = a <= d, d <= a
	}
	if s.is(optShowFlag, "on") {
		n.AttackerCommanderFell = n.AttackerLeaves && a == Commander
		n.DefenderCommanderFell = n.DefenderLeaves && d == Commander
	}
	// Clearing a mine shows nothing; but under mines=exploding-all the engineer leaves
	// with the mine, so that it shows it.
	if s.is(optScout, "on") && a == Engineer && n.AttackerLeaves {
		n.Seen = d
	}
	return n
}

// flagTakers is the set of the types that take a flag.
func flagTakers(s *settings) TypeSet {
	switch s.get(optFlagTakers) {
	case "engineers":
		return SetOf(Engineer)
	case "not-commander":
		return Mobile.Remove(Commander)
	}
	return Mobile
}

// check reports whether c is a code of this table.
func (t *clashTable) check(c Code) error {
	if int(c) >= len(t.codes) {
		return fmt.Errorf("code %d: this ruleset has codes 0 to %d", c, len(t.codes)-1)
	}
	return nil
}

// possible reports whether some attacker of the set and some defender of the set
// yield c.
func (t *clashTable) possible(c Code, attackers, defenders TypeSet) bool {
	for ; attackers != 0; attackers &= attackers - 1 {
		if t.defenders[c][attackers.First()]&defenders != 0 {
			return true
		}
	}
	return false
}
