package engine

import (
	"reflect"
	"slices"
	"strings"
)

// Difference is one difference between two rulesets.
type Difference struct {
	Subject Subject
	// What identifies it within its subject: the id of a kind or a type, the name of a
	// node or a seat, an edge or a line as its nodes with "-" between them, the ids of
	// attacker and defender with ">" between them, or the JSON name of a field.
	What string
	// Field is the JSON name of the field of a seat, kind, node or type that differs;
	// empty if only one of the rules has it at all, and for other subjects.
	Field string
	// A and B are what the rules say: a SeatRule, KindRule, NodeRule, TypeRule or
	// AnnouncementRule, DeckRule, true for an edge or a line, a seat's rows of names, or the value of
	// the field. They are nil where rules say nothing.
	A, B any
}

// Subject identifies the subject of a Difference.
type Subject uint8

// The subjects, in the order in which differences are listed: by weight.
const (
	SubjectSeat Subject = iota
	SubjectStart
	SubjectDeck
	SubjectEnds
	SubjectKind
	SubjectClash
	SubjectType
	SubjectNode
	SubjectViews
	SubjectTimes
	SubjectLine
	SubjectLeap
	SubjectRail
	SubjectRoad
)

// String returns the name of the field of [Rules] that the subject is about, such as "types".
func (s Subject) String() string {
	names := [...]string{"seats", "start", "deck", "ends", "kinds", "clash", "types", "nodes", "views", "times", "lines", "leaps", "rails", "roads"}
	if int(s) < len(names) {
		return names[s]
	}
	return "subject"
}

// Differences lists the differences between two rulesets, by subject, names last; the list is empty
// if both are played alike. It ignores what the games are called, colours, where nodes are drawn,
// and the order of nodes, edges, lines and types.
func Differences(a, b *Ruleset) []Difference {
	x, y := &a.rules, &b.rules
	list := slices.Concat(
		compareEntries(SubjectSeat, seatEntries(x), seatEntries(y)),
		compareEntries(SubjectStart, startEntries(x), startEntries(y)),
		deckDifferences(x, y),
		compareFields(SubjectEnds, x.Ends, y.Ends),
		compareEntries(SubjectKind, entriesOf(x.Kinds, kindID), entriesOf(y.Kinds, kindID)),
		compareEntries(SubjectClash, clashEntries(a, b), clashEntries(b, a)),
		compareEntries(SubjectType, entriesOf(x.Types, typeID), entriesOf(y.Types, typeID)),
		compareEntries(SubjectNode, nodeEntries(x), nodeEntries(y)),
		compareFields(SubjectViews, x.Views, y.Views),
		compareFields(SubjectTimes, x.Times, y.Times),
		compareEntries(SubjectLine, lineEntries(x.Lines), lineEntries(y.Lines)),
		compareEntries(SubjectLeap, leapEntries(x.Leaps), leapEntries(y.Leaps)),
		compareEntries(SubjectRail, lineEntries(edgeLists(x.Rails)), lineEntries(edgeLists(y.Rails))),
		compareEntries(SubjectRoad, lineEntries(edgeLists(x.Roads)), lineEntries(edgeLists(y.Roads))),
	)
	slices.SortStableFunc(list, func(d, e Difference) int { return d.naming() - e.naming() })
	return list
}

// naming is 1 if a difference is only in what something is called, otherwise 0.
func (d Difference) naming() int {
	if slices.Contains([]string{"en", "zh", "sign", "letter"}, d.Field) {
		return 1
	}
	return 0
}

// deckDifferences compares what lies face down. The order of the nodes does not matter: what lies
// there is shuffled.
func deckDifferences(a, b *Rules) []Difference {
	decks := [2]*DeckRule{}
	for i, r := range []*Rules{a, b} {
		if r.Deck != nil {
			d := *r.Deck
			d.Nodes = slices.Sorted(slices.Values(d.Nodes))
			decks[i] = &d
		}
	}
	switch one := (Difference{Subject: SubjectDeck, What: "deck"}); {
	case decks[0] == nil && decks[1] == nil:
		return nil
	case decks[0] == nil:
		one.B = *decks[1]
		return []Difference{one}
	case decks[1] == nil:
		one.A = *decks[0]
		return []Difference{one}
	}
	return compareFields(SubjectDeck, *decks[0], *decks[1])
}

// entry is something that has a name.
type entry struct {
	name  string
	value any
}

func kindID(k KindRule) string { return k.ID }
func typeID(t TypeRule) string { return t.ID }

func entriesOf[T any](list []T, name func(T) string) []entry {
	var all []entry
	for _, v := range list {
		all = append(all, entry{name(v), v})
	}
	return all
}

// seatEntries returns the seats, in any colours.
func seatEntries(r *Rules) []entry {
	var all []entry
	for _, s := range r.Seats {
		s.Colour = ""
		all = append(all, entry{s.Name, s})
	}
	return all
}

// nodeEntries returns the nodes, wherever they are drawn.
func nodeEntries(r *Rules) []entry {
	var all []entry
	for _, n := range r.Nodes {
		n.X, n.Y = 0, 0
		all = append(all, entry{n.Name, n})
	}
	return all
}

func edgeLists(edges [][2]string) [][]string {
	var lists [][]string
	for _, e := range edges {
		lists = append(lists, e[:])
	}
	return lists
}

// lineEntries names lists of nodes alike in both directions.
func lineEntries(lists [][]string) []entry {
	var all []entry
	for _, nodes := range lists {
		there := strings.Join(nodes, "-")
		back := slices.Clone(nodes)
		slices.Reverse(back)
		all = append(all, entry{min(there, strings.Join(back, "-")), true})
	}
	return all
}

// leapEntries names leaps from first to last.
func leapEntries(lists [][]string) []entry {
	var all []entry
	for _, nodes := range lists {
		all = append(all, entry{strings.Join(nodes, "-"), true})
	}
	return all
}

func startEntries(r *Rules) []entry {
	var all []entry
	for seat, rows := range r.Start {
		all = append(all, entry{r.Seats[seat].Name, rows})
	}
	return all
}

// clashEntries returns what is announced when types meet, of those that the other rules know
// to meet too.
func clashEntries(rs, other *Ruleset) []entry {
	var all []entry
	for _, a := range rs.mobile.Types() {
		for _, d := range rs.Types().Types() {
			otherA, _ := other.Type(rs.TypeID(a))
			otherD, _ := other.Type(rs.TypeID(d))
			if other.Clash(otherA, otherD) == NoCode {
				continue
			}
			said := rs.rules.Clash.Announcements[rs.Clash(a, d)]
			all = append(all, entry{rs.TypeID(a) + ">" + rs.TypeID(d), said})
		}
	}
	for kind, there := range rs.places {
		if there == nil {
			continue
		}
		for _, a := range rs.mobile.Types() {
			for _, d := range rs.Types().Types() {
				said := rs.rules.Clash.Announcements[there.Clash(a, d)]
				all = append(all, entry{rs.TypeID(a) + ">" + rs.TypeID(d) + "@" + rs.rules.Kinds[kind].ID, said})
			}
		}
	}
	return all
}

// compareEntries compares two lists by the names in them: first what a has, in its order, then
// what only b has.
func compareEntries(subject Subject, a, b []entry) []Difference {
	var list []Difference
	find := func(in []entry, name string) (any, bool) {
		i := slices.IndexFunc(in, func(e entry) bool { return e.name == name })
		if i < 0 {
			return nil, false
		}
		return in[i].value, true
	}
	for _, e := range a {
		other, ok := find(b, e.name)
		switch {
		case !ok:
			list = append(list, Difference{Subject: subject, What: e.name, A: e.value})
		case reflect.DeepEqual(e.value, other):
		case reflect.TypeOf(e.value).Kind() == reflect.Struct && subject != SubjectClash:
			for _, d := range compareFields(subject, e.value, other) {
				list = append(list, Difference{subject, e.name, d.What, d.A, d.B})
			}
		default:
			list = append(list, Difference{Subject: subject, What: e.name, A: e.value, B: other})
		}
	}
	for _, e := range b {
		if _, ok := find(a, e.name); !ok {
			list = append(list, Difference{Subject: subject, What: e.name, B: e.value})
		}
	}
	return list
}

// compareFields compares two structs of one type.
func compareFields(subject Subject, a, b any) []Difference {
	var list []Difference
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	for i, f := range reflect.VisibleFields(x.Type()) {
		if v, w := x.Field(i).Interface(), y.Field(i).Interface(); !reflect.DeepEqual(v, w) {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			list = append(list, Difference{Subject: subject, What: name, A: v, B: w})
		}
	}
	return list
}
