package engine

import "slices"

// NewClashRule returns the table of clashes of these types, by a function that says what is
// announced when a type, by its place in the list, meets another. It lists and sorts the
// announcements as rules have them; [NewRuleset] checks whether they make sense.
func NewClashRule(types []TypeRule, announce func(attacker, defender int) AnnouncementRule) ClashRule {
	c := ClashRule{Table: make([][]int, len(types))}
	said := map[AnnouncementRule]bool{}
	for a, rule := range types {
		for d := range types {
			if len(rule.Ways) > 0 {
				said[announce(a, d)] = true
			}
		}
	}
	for n := range said {
		c.Announcements = append(c.Announcements, n)
	}
	newIndex(&Rules{Types: types}).sort(c.Announcements)
	for a, rule := range types {
		c.Table[a] = []int{}
		for d := range types {
			if len(rule.Ways) > 0 {
				c.Table[a] = append(c.Table[a], slices.Index(c.Announcements, announce(a, d)))
			}
		}
	}
	return c
}

// sort puts announcements in the order that rules have them in.
func (x *index) sort(list []AnnouncementRule) {
	slices.SortFunc(list, func(a, b AnnouncementRule) int {
		return x.announcement(a).compare(x.announcement(b))
	})
}

// sortClashes sorts the announcements, without those that are repeated or unused, and
// renumbers the table. The error is about a type or a number that there is not.
func (r *Rules) sortClashes() error {
	c := &ruleCheck{r, newIndex(r)}
	list := r.Clash.Announcements
	for i, a := range list {
		for _, seen := range []struct{ field, id string }{
			{".attackerSeen", a.AttackerSeen}, {".defenderSeen", a.DefenderSeen},
		} {
			if seen.id == "" {
				continue
			}
			if err := c.knowsType(at("clash.announcements", i)+seen.field, seen.id); err != nil {
				return err
			}
		}
	}
	var used []AnnouncementRule
	rows := slices.Concat(r.Clash.tables()...)
	for a, row := range rows {
		for d, code := range row {
			if err := checkNumber(at(at("clash.table", a), d), code, 0, len(list)-1); err != nil {
				return err
			}
			used = append(used, list[code])
		}
	}
	c.x.sort(used)
	used = slices.Compact(used)
	for _, row := range rows {
		for d, code := range row {
			row[d] = slices.Index(used, list[code])
		}
	}
	r.Clash.Announcements = used
	return nil
}
