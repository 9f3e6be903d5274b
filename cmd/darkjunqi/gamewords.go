package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/textboard"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// chapter is some sentences about a game, and what they are about.
type chapter struct {
	head  messages.Text
	lines []string
}

// gameInWords tells a game to who has never heard of it: what rulesInWords sums up;
// in what it differs from the nearest of our games, if it is near to one; where pieces start,
// what the places mean, how each type moves, and what happens when any two meet.
func (a *env) gameInWords(rs *engine.Ruleset) []chapter {
	r := rs.Rules()
	told := []chapter{{messages.TermSummary, a.rulesInWords(rs)}}
	if !anyCanMove(rs) {
		told = append([]chapter{{messages.TermWarning, []string{a.t(messages.SumNobodyMoves)}}}, told...)
	}
	if near, lines := a.nearestInWords(rs); near != "" {
		for i, line := range lines {
			lines[i] = a.t(messages.RulesDiffer, near, line)
		}
		told = append(told, chapter{messages.TermDiffers, lines})
	}
	return append(told, []chapter{
		{messages.TermPlaces, a.placesInWords(rs, r)},
		{messages.TermNodes, a.kindsInWords(rs, r)},
		{messages.TermMoves, a.movesInWords(rs)},
		{messages.TermClashes, a.clashesInWords(rs)},
	}...)
}

// anyCanMove reports whether some type that moves may start where it has somewhere to go.
// If not, no layout has a first move.
func anyCanMove(rs *engine.Ruleset) bool {
	var stands [engine.MaxSeats]engine.NodeSet
	var all engine.NodeSet
	for _, seat := range rs.Seats() {
		for number := range rs.ArmySize() {
			node := rs.Start(seat, number)
			all = all.Add(node)
			for _, ally := range rs.Seats() {
				if rs.Partners(seat, ally) {
					stands[ally] = stands[ally].Add(node)
				}
			}
		}
	}
	for _, seat := range rs.Seats() {
		for number := range rs.ArmySize() {
			for _, t := range (rs.Allowed(number) & rs.Mobile()).Types() {
				if !rs.Reach(seat, t, rs.Start(seat, number), stands[seat], all.Minus(stands[seat])).Empty() {
					return true
				}
			}
		}
	}
	return false
}

// tellGame prints what there is to say of a game.
func (a *env) tellGame(told []chapter) {
	for _, c := range told {
		for _, line := range c.lines {
			a.bullet(line)
		}
	}
}

// placesInWords says where each type may start, as red sees it, if not all of them may start
// everywhere.
func (a *env) placesInWords(rs *engine.Ruleset, r engine.Rules) (lines []string) {
	restricted := false
	for _, types := range alike(rs.Types(), func(t engine.Type) string { return a.startsInWords(rs, r, t) }) {
		starts := a.startsInWords(rs, r, types.First())
		restricted = restricted || starts != a.t(messages.StartAnywhere)
		lines = append(lines, a.t(messages.SumStarts, textboard.Words(a.lang, rs, types), starts))
	}
	if !restricted {
		return nil
	}
	return append(lines, a.t(messages.SumStartsWhose))
}

// startsInWords says where pieces of a type may start: in whole rows, or on nodes; or where
// they may not, if that is shorter.
func (a *env) startsInWords(rs *engine.Ruleset, r engine.Rules, t engine.Type) string {
	may := func(number int) bool { return rs.Allowed(number).Has(t) }
	places := a.startPlaces(r, may)
	others := a.startPlaces(r, func(number int) bool { return !may(number) })
	switch {
	case len(others) == 0:
		return a.t(messages.StartAnywhere)
	case len(others) < len(places):
		return a.t(messages.StartNot, a.list(others))
	}
	return a.t(messages.StartOn, a.list(places))
}

// startPlaces names the cells of red's start that are meant: rows of which all are, and the
// nodes of others.
func (a *env) startPlaces(r engine.Rules, meant func(number int) bool) (places []string) {
	number := 0
	for i, row := range r.Start[0] {
		var nodes []string
		cells := 0
		for _, node := range row {
			if node == "" {
				continue
			}
			if meant(number) {
				nodes = append(nodes, node)
			}
			number++
			cells++
		}
		if len(nodes) == cells && cells > 1 {
			nodes = []string{a.t(messages.StartRow, i+1)}
		}
		places = append(places, nodes...)
	}
	return places
}

// kindsInWords says what it means to stand where not everything is as usual.
func (a *env) kindsInWords(rs *engine.Ruleset, r engine.Rules) (lines []string) {
	for _, k := range r.Kinds {
		var means []string
		for _, m := range []struct {
			is   bool
			text messages.Text
		}{
			{k.Safe, messages.KindSafe}, {k.Calm, messages.KindCalm}, {k.HomeOnly, messages.KindHomeOnly},
			{k.Locked && r.Ends.Carry == nil, messages.KindLocked}, {k.Locked && r.Ends.Carry != nil, messages.KindLockedCarry},
		} {
			if m.is {
				means = append(means, a.t(m.text))
			}
		}
		if k.Enter != nil {
			means = append(means, a.enterInWords(rs, k.Enter))
		}
		if len(means) > 0 {
			lines = append(lines, a.t(messages.SumKind, a.named(engine.Names{EN: k.EN, ZH: k.ZH}), strings.Join(means, a.t(messages.WordsAlso))))
		}
	}
	return lines
}

// enterInWords says which types may enter nodes of a kind.
func (a *env) enterInWords(rs *engine.Ruleset, ids []string) string {
	var types engine.TypeSet
	for _, id := range ids {
		t, _ := rs.Type(id)
		types = types.Add(t)
	}
	if types == engine.NoTypes {
		return a.t(messages.KindNobody)
	}
	return a.t(messages.KindEnter, textboard.Words(a.lang, rs, types))
}

// movesInWords says how each type moves.
func (a *env) movesInWords(rs *engine.Ruleset) (lines []string) {
	for _, types := range alike(rs.Types(), func(t engine.Type) string { return a.waysInWords(rs.TypeRule(t).Ways) }) {
		lines = append(lines, a.t(messages.SumMoves, textboard.Words(a.lang, rs, types), a.waysInWords(rs.TypeRule(types.First()).Ways)))
	}
	return lines
}

// waysInWords says how a piece moves that has these ways.
func (a *env) waysInWords(ways []engine.WayRule) string {
	if len(ways) == 0 {
		return a.t(messages.WayNone)
	}
	var told []string
	for _, w := range ways {
		switch {
		case w.Along == engine.AlongEdge:
			told = append(told, a.t(messages.WayEdge))
		case w.Most == 0:
			told = append(told, a.t(messages.WaysFar[w.Along]))
		default:
			told = append(told, a.t(messages.WaysMost[w.Along], w.Most))
		}
	}
	return strings.Join(told, a.t(messages.WordsOr))
}

// clashesInWords is the table of clashes in words, as short as can be: the types of which
// the stronger always beats the weaker; whom all fare alike against; and of each attacker, or
// of several that fare alike, what is left to say. Which types are seen tellsInWords says.
func (a *env) clashesInWords(rs *engine.Ruleset) (lines []string) {
	rank := ladder(rs)
	var ranked engine.TypeSet
	for _, t := range rank {
		ranked = ranked.Add(t)
	}
	if len(rank) > 0 {
		var told []string
		for _, t := range rank {
			told = append(told, textboard.Word(a.lang, rs, t))
		}
		lines = append(lines, a.t(messages.SumLadder, a.list(told)))
	}
	outcome := func(attacker, defender engine.Type) string {
		return a.announcement(rs, clashOutcome(rs, attacker, defender))
	}
	met := func(types engine.TypeSet, outcome func(engine.Type) string) (told []string) {
		for _, group := range alike(types, outcome) {
			told = append(told, a.t(messages.SumMeets, textboard.Words(a.lang, rs, group), outcome(group.First())))
		}
		return told
	}
	attackers := rs.Mobile().Types()
	var common engine.TypeSet
	for _, d := range rs.Types().Types() {
		if len(attackers) > 1 && !slices.ContainsFunc(attackers, func(t engine.Type) bool { return outcome(t, d) != outcome(attackers[0], d) }) {
			common = common.Add(d)
		}
	}
	for _, told := range met(common, func(d engine.Type) string { return outcome(attackers[0], d) }) {
		lines = append(lines, a.t(messages.SumAnyAttack, told))
	}
	row := func(attacker engine.Type) string {
		others := rs.Types() &^ common
		if ranked.Has(attacker) {
			others &^= ranked
		}
		return strings.Join(met(others, func(d engine.Type) string { return outcome(attacker, d) }), a.t(messages.WordsAlso))
	}
	for _, group := range alike(rs.Mobile(), row) {
		if told := row(group.First()); told != "" {
			lines = append(lines, a.t(messages.SumAttacks, textboard.Words(a.lang, rs, group), told))
		}
	}
	return lines
}

// clashOutcome is what is announced when types meet, without the types that are seen.
func clashOutcome(rs *engine.Ruleset, attacker, defender engine.Type) engine.Announcement {
	said, _ := rs.Announcement(rs.Clash(attacker, defender))
	said.AttackerSeen, said.DefenderSeen = engine.NoType, engine.NoType
	return said
}

// ladder lists types from the strongest to the weakest, of which the stronger stays and the
// weaker leaves whoever attacks, and equals leave together; nil if there are not three such.
func ladder(rs *engine.Ruleset) (rank []engine.Type) {
	is := func(attacker, defender engine.Type, attackerLeaves, defenderLeaves bool) bool {
		return clashOutcome(rs, attacker, defender) == engine.Announcement{
			AttackerLeaves: attackerLeaves, DefenderLeaves: defenderLeaves, AttackerSeen: engine.NoType, DefenderSeen: engine.NoType,
		}
	}
	beats := func(a, b engine.Type) bool { return is(a, b, false, true) && is(b, a, true, false) }
	var left []engine.Type
	for _, t := range rs.Mobile().Types() {
		if is(t, t, true, true) {
			left = append(left, t)
		}
	}
	for len(left) > 0 {
		lost := func(t engine.Type) (n int) {
			for _, other := range left {
				if beats(other, t) {
					n++
				}
			}
			return n
		}
		top := slices.MinFunc(left, func(a, b engine.Type) int { return lost(a) - lost(b) })
		rank = append(rank, top)
		left = slices.DeleteFunc(slices.Clone(left), func(t engine.Type) bool { return !beats(top, t) })
	}
	if len(rank) < 3 {
		return nil
	}
	return rank
}

// alike groups types of which the same is told, in the order of the first of each.
func alike(types engine.TypeSet, told func(engine.Type) string) []engine.TypeSet {
	var groups []engine.TypeSet
	var said []string
	for _, t := range types.Types() {
		what := told(t)
		i := slices.Index(said, what)
		if i < 0 {
			i = len(said)
			said, groups = append(said, what), append(groups, engine.NoTypes)
		}
		groups[i] = groups[i].Add(t)
	}
	return groups
}

// nearest is that of our rules with as many seats from which rules differ least, and in what.
// Before all of them stands the one that everybody knows.
func nearest(rs *engine.Ruleset) (near *engine.Ruleset, differences []engine.Difference) {
	near = usualRules(rs)
	differences = engine.Differences(near, rs)
	for _, name := range junqi.Names() {
		other, err := junqi.Rules(name)
		if err != nil || other.NumSeats() != rs.NumSeats() {
			continue
		}
		if list := engine.Differences(other, rs); len(list) < len(differences) {
			near, differences = other, list
		}
	}
	return near, differences
}

// mostDifferences is how many differences are still told: rules that differ in more are
// another game.
const mostDifferences = 12

// nearestInWords says to which of our rules others are near, and in what they differ; "" if
// they are near to none, or are ours.
func (a *env) nearestInWords(rs *engine.Ruleset) (name string, lines []string) {
	if _, ours := junqi.Known(rs); ours {
		return "", nil
	}
	near, differences := nearest(rs)
	if len(differences) > mostDifferences {
		return "", nil
	}
	for _, d := range differences {
		lines = append(lines, a.differenceInWords(near, rs, d))
	}
	if len(lines) == 0 {
		lines = []string{a.t(messages.DiffNothing)}
	}
	return a.rulesName(near), lines
}

// differenceInWords says one thing in which rules differ from known ones.
func (a *env) differenceInWords(known, rs *engine.Ruleset, d engine.Difference) string {
	subject := d.Subject.String()
	what := a.t(messages.DiffSubjects[subject], a.subjectInWords(known, rs, d))
	if field, ok := messages.DiffFields[subject+"."+d.Field]; ok {
		what += a.t(messages.WordsPart, a.t(field))
	} else if field, ok := messages.DiffFields[subject+"."+d.What]; ok {
		what = a.t(field)
	}
	switch {
	case d.A == nil:
		return a.t(messages.DiffAdded, what)
	case d.B == nil:
		return a.t(messages.DiffMissing, what)
	}
	return a.t(messages.DiffChanged, what, a.valueInWords(known, d, d.A), a.valueInWords(rs, d, d.B))
}

// subjectInWords names what a difference is about.
func (a *env) subjectInWords(known, rs *engine.Ruleset, d engine.Difference) string {
	word := func(id string) string {
		for _, one := range []*engine.Ruleset{rs, known} {
			if t, ok := one.Type(id); ok {
				return textboard.Word(a.lang, one, t)
			}
		}
		return id
	}
	switch d.Subject {
	case engine.SubjectKind:
		for _, one := range []*engine.Ruleset{rs, known} {
			kinds := one.Rules().Kinds
			if i := slices.IndexFunc(kinds, func(k engine.KindRule) bool { return k.ID == d.What }); i >= 0 {
				return a.named(engine.Names{EN: kinds[i].EN, ZH: kinds[i].ZH})
			}
		}
	case engine.SubjectType:
		return word(d.What)
	case engine.SubjectClash:
		attacker, defender, _ := strings.Cut(d.What, ">")
		return a.t(messages.DiffMeets, word(attacker), word(defender))
	case engine.SubjectSeat, engine.SubjectStart:
		for _, seat := range rs.Seats() {
			if seat.String() == d.What {
				return textboard.Seat(a.lang, seat)
			}
		}
	}
	return d.What
}

// valueInWords says one value of rules.
func (a *env) valueInWords(rs *engine.Ruleset, d engine.Difference, value any) string {
	switch v := value.(type) {
	case engine.AnnouncementRule:
		return viewmodel.Announcement(a.lang, v)
	case []engine.WayRule:
		return a.waysInWords(v)
	case *engine.CarryRule:
		if v == nil {
			return a.t(messages.DiffAtOnce)
		}
		return a.carryInWords(rs, v)
	case bool:
		if v {
			return a.t(messages.DiffYes)
		}
		return a.t(messages.DiffNo)
	case int:
		return strconv.Itoa(v)
	case []int: // the starts of a type
		t, _ := rs.Type(d.What)
		return a.startsInWords(rs, rs.Rules(), t)
	case []string: // who may enter
		if v == nil {
			return a.t(messages.KindAll)
		}
		return a.enterInWords(rs, v)
	case [][]string:
		var rows []string
		for _, row := range v {
			rows = append(rows, strings.Join(row, " "))
		}
		return strings.Join(rows, " / ")
	case string:
		if text, ok := messages.DiffValues[v]; ok {
			return a.t(text)
		}
		return v
	}
	return a.t(messages.DiffOther) // unreachable: rules hold no other values
}

// carryInWords says where a flag is carried to.
func (a *env) carryInWords(rs *engine.Ruleset, c *engine.CarryRule) string {
	var to []string
	r := rs.Rules()
	for i, nodes := range c.To {
		seat := engine.Seat(i)
		where := strings.Join(nodes, a.t(messages.WordsEither))
		if slices.Equal(slices.Sorted(slices.Values(nodes)), homeOf(r, seat)) {
			where = a.t(messages.CarryHome)
		}
		to = append(to, a.t(messages.CarryTo, textboard.Seat(a.lang, seat), where))
	}
	told := a.list(to)
	if c.Beside {
		told += a.t(messages.CarryBeside)
	}
	return told
}

// homeOf lists the nodes that are a seat's home, by name.
func homeOf(r engine.Rules, seat engine.Seat) (nodes []string) {
	for _, n := range r.Nodes {
		if n.Home == seat.String() {
			nodes = append(nodes, n.Name)
		}
	}
	slices.Sort(nodes)
	return nodes
}

// list joins parts of a sentence.
func (a *env) list(parts []string) string { return strings.Join(parts, a.t(messages.WordsAnd)) }
