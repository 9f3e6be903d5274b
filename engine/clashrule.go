package engine

import "slices"

// NewClashRule is the table of clashes of these types, by a function that says what is
// announced when a type, by its place in the list, meets another. It lists and sorts the
// announcements as rules have them; [NewRuleset] says whether they make sense.
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
	x := newIndex(&Rules{Types: types})
	slices.SortFunc(c.Announcements, func(a, b AnnouncementRule) int {
		return x.announcement(a).compare(x.announcement(b))
	})
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
