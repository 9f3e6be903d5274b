package engine

import "github.com/darkjunqi/darkjunqi/internal/coded"

// Announcement holds what everyone learns from a clash. It names a type only if the rules reveal it.
type Announcement struct {
	AttackerLeaves    bool
	DefenderLeaves    bool
	FlagTaken         bool
	AttackerShowsFlag bool // the attacker's owner shows where its flag is
	DefenderShowsFlag bool // the defender's owner does
	Repelled          bool // nobody leaves: the attacker stays where it came from
	AttackerSeen      Type // what the attacker is, if that is shown, else NoType
	DefenderSeen      Type // what the defender is, if that is shown, else NoType
}

// Code is the number of an announcement in its ruleset: its index in the list of
// announcements, which is sorted by the fields of Announcement in their order, false
// first, none before types in the order of the rules.
type Code uint8

// NoCode means that there is no clash to announce: the attacker never moves.
const NoCode Code = 0xff

// BothLeave reports whether attacker and defender left together.
func (a Announcement) BothLeave() bool { return a.AttackerLeaves && a.DefenderLeaves }

// compare sorts announcements as Code says.
func (a Announcement) compare(b Announcement) int {
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
	if a.AttackerSeen != b.AttackerSeen {
		return int(a.AttackerSeen+1) - int(b.AttackerSeen+1) // NoType+1 is 0
	}
	return int(a.DefenderSeen+1) - int(b.DefenderSeen+1)
}

func (x *index) announcement(r AnnouncementRule) Announcement {
	return Announcement{
		AttackerLeaves:    r.AttackerLeaves,
		DefenderLeaves:    r.DefenderLeaves,
		FlagTaken:         r.FlagTaken,
		AttackerShowsFlag: r.AttackerShowsFlag,
		DefenderShowsFlag: r.DefenderShowsFlag,
		Repelled:          r.Repelled,
		AttackerSeen:      x.optionalType(r.AttackerSeen),
		DefenderSeen:      x.optionalType(r.DefenderSeen),
	}
}

// clashTable is the announcement of every pair of types as a code.
type clashTable struct {
	codes []Announcement
	code  [MaxTypes][MaxTypes]Code
	// defenders holds, for a code and an attacker, the defenders that yield it.
	defenders [][MaxTypes]TypeSet
	// tellers are the types that show their owner's flag when they leave.
	tellers TypeSet
}

func newClashTable(r *Rules, x *index) *clashTable {
	t := &clashTable{
		codes:     make([]Announcement, len(r.Clash.Announcements)),
		defenders: make([][MaxTypes]TypeSet, len(r.Clash.Announcements)),
	}
	for c, said := range r.Clash.Announcements {
		t.codes[c] = x.announcement(said)
	}
	for a := range t.code {
		for d := range t.code[a] {
			t.code[a][d] = NoCode
		}
	}
	for a, row := range r.Clash.Table {
		for d, c := range row {
			t.code[a][d] = Code(c)
			t.defenders[c][a] = t.defenders[c][a].Add(Type(d))
			if t.codes[c].AttackerShowsFlag {
				t.tellers = t.tellers.Add(Type(a))
			}
			if t.codes[c].DefenderShowsFlag {
				t.tellers = t.tellers.Add(Type(d))
			}
		}
	}
	return t
}

// check reports whether c is a code of this table.
func (t *clashTable) check(c Code) error {
	if int(c) >= len(t.codes) {
		return coded.Errorf("engine.unknown-code", "code %d: this ruleset has codes 0 to %d", c, len(t.codes)-1)
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
