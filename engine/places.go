package engine

import "github.com/darkjunqi/darkjunqi/internal/coded"

// PlaceRule is another table of clashes, for a defender on a node of a kind that is not its own or a
// partner's home. It uses the same announcements as the usual one.
type PlaceRule struct {
	Kind  string  `json:"kind"`
	Table [][]int `json:"table"`
}

// compilePlaces makes, for each kind with a table of its own, the ruleset that differs in that.
func (rs *Ruleset) compilePlaces(r *Rules, x *index) {
	for _, p := range r.Clash.Places {
		there := *rs
		usual := r.Clash
		usual.Table = p.Table
		there.clash = newClashTable(&Rules{Clash: usual}, x)
		if rs.places == nil {
			rs.places = make([]*Ruleset, len(r.Kinds))
		}
		rs.places[x.kinds[p.Kind]] = &there
		rs.clash.tellers |= there.clash.tellers
	}
	for _, there := range rs.places {
		if there != nil {
			there.clash.tellers = rs.clash.tellers
		}
	}
}

// At returns the rules that decide a clash if the defender, a piece of a seat, is on a node: the
// game's own, or the same with their clash table for such a place. They have the same text and
// digest.
func (rs *Ruleset) At(defender Seat, n Node) *Ruleset {
	if rs.places == nil || !rs.board.Has(n) {
		return rs
	}
	there := rs.places[rs.board.kind[n]]
	if home := rs.board.home[n]; there == nil || home != nobody && rs.Partners(home, defender) {
		return rs
	}
	return there
}

// Elsewhere returns the rules of clashes on nodes of a kind, by its index; nil if they are the usual
// ones.
func (rs *Ruleset) Elsewhere(kind int) *Ruleset {
	if kind < 0 || kind >= len(rs.places) {
		return nil
	}
	return rs.places[kind]
}

// clashRules returns the rules of the clash that is to be answered.
func (p *Position) clashRules() *Ruleset {
	return p.rules.At(p.at[p.clash.To].Seat(), p.clash.To)
}

func (c *ruleCheck) tables() error {
	used := make([]bool, len(c.r.Clash.Announcements))
	if err := c.table("clash.table", c.r.Clash.Table, used); err != nil {
		return err
	}
	if len(c.r.Clash.Places) > 0 && c.r.Deck != nil {
		return coded.Errorf("engine.rules-places-deck", "rules: clash.places: not with a deck")
	}
	var kinds distinct
	for i, p := range c.r.Clash.Places {
		place := at("clash.places", i)
		if err := knownName(c.x.kinds, place+".kind", "kind", p.Kind); err != nil {
			return err
		}
		if err := kinds.add(place+".kind", p.Kind); err != nil {
			return err
		}
		if err := c.table(place+".table", p.Table, used); err != nil {
			return err
		}
	}
	for i, is := range used {
		if !is {
			return coded.Errorf("engine.rules-announcement-unused", "rules: %s: no clash of the table announces it", at("clash.announcements", i))
		}
	}
	return nil
}

func (r *ClashRule) tables() [][][]int {
	all := [][][]int{r.Table}
	for _, p := range r.Places {
		all = append(all, p.Table)
	}
	return all
}
