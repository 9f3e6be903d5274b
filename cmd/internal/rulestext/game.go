package rulestext

import (
	"slices"
	"strconv"
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// Chapter is sentences about one aspect of a game.
type Chapter struct {
	Head  messages.Text
	Lines []string
}

// Game describes a game to a reader who has never heard of it: the summary; how it differs from
// the nearest of our games; where pieces start; what the nodes mean, and the whole board where it
// is not ours; how each type moves; and what happens when any two meet. Rules that are
// told alike are played alike.
func Game(lang messages.Lang, rs *engine.Ruleset) []Chapter {
	lang = lang.Under(rs)
	r := rs.Rules()
	told := []Chapter{{messages.TermSummary, rulesInWords(lang, rs)}}
	if rs.Deck() == nil && !anyCanMove(rs) {
		told = append([]Chapter{{messages.TermWarning, []string{messages.SumNobodyMoves.In(lang)}}}, told...)
	}
	places, nodes := placesInWords(lang, rs, r), kindsInWords(lang, rs, r)
	if _, ours := junqi.Known(rs); !ours {
		near, differences := nearest(rs)
		if len(differences) < anotherGame {
			lines := differencesInWords(lang, near, rs, differences)
			for i, line := range lines {
				lines[i] = messages.RulesDiffer.In(lang, near.Name().EN, line)
			}
			told = append(told, Chapter{messages.TermDiffers, lines})
		}
		if len(differences) > mostDifferences || slices.ContainsFunc(differences, ofBoard) {
			places, nodes = append(places, rowsInWords(lang, r)...), append(nodes, boardInWords(lang, r)...)
		}
	}
	return append(told, []Chapter{
		{messages.TermPlaces, places},
		{messages.TermNodes, nodes},
		{messages.TermMoves, movesInWords(lang, rs)},
		{messages.TermClashes, append(clashesInWords(lang, rs), placesOfClashesInWords(lang, rs, r)...)},
	}...)
}

// anyCanMove reports whether a mobile type may start where it has somewhere to go. Otherwise no
// layout has a first move.
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

// placesInWords says where each type may start, unless all of them may start everywhere: from
// red's side if the board looks the same to every seat, otherwise for each seat.
func placesInWords(lang messages.Lang, rs *engine.Ruleset, r engine.Rules) (lines []string) {
	if rs.Deck() != nil {
		return dealInWords(lang, rs)
	}
	seats, whose := rs.Seats(), messages.SumStartsRows
	if rs.Symmetric() {
		seats, whose = seats[:1], messages.SumStartsWhose
	}
	restricted := false
	for _, seat := range seats {
		for _, types := range alike(rs.Types(), func(t engine.Type) string { return startsInWords(lang, rs, r, seat, t) }) {
			starts := startsInWords(lang, rs, r, seat, types.First())
			restricted = restricted || starts != messages.StartAnywhere.In(lang)
			who := lang.Types(rs, types)
			if len(seats) > 1 {
				who = lang.Seat(seat) + messages.WordsPart.In(lang, who)
			}
			lines = append(lines, messages.SumStarts.In(lang, who, starts))
		}
	}
	if !restricted {
		return nil
	}
	return append(lines, whose.In(lang))
}

// startsInWords says where a seat's pieces of a type may start, in whole rows or on nodes, or
// where they may not if that is shorter.
func startsInWords(lang messages.Lang, rs *engine.Ruleset, r engine.Rules, seat engine.Seat, t engine.Type) string {
	may := func(number int) bool { return rs.Allowed(number).Has(t) }
	places := startPlaces(lang, r, seat, may)
	others := startPlaces(lang, r, seat, func(number int) bool { return !may(number) })
	switch {
	case len(others) == 0:
		return messages.StartAnywhere.In(lang)
	case len(others) < len(places):
		return messages.StartNot.In(lang, list(lang, others))
	}
	return messages.StartOn.In(lang, list(lang, places))
}

// startPlaces names the cells of a seat's start for which meant is true: rows if it is true for
// the whole row, otherwise nodes.
func startPlaces(lang messages.Lang, r engine.Rules, seat engine.Seat, meant func(number int) bool) (places []string) {
	number := 0
	for i, row := range r.Start[seat] {
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
			nodes = []string{messages.StartRow.In(lang, i+1)}
		}
		places = append(places, nodes...)
	}
	return places
}

// rowsInWords lists each seat's starting places.
func rowsInWords(lang messages.Lang, r engine.Rules) (lines []string) {
	for seat, rows := range r.Start {
		lines = append(lines, messages.SumRows.In(lang, engine.Seat(seat), cellsInWords(rows)))
	}
	return lines
}

// cellsInWords writes rows of nodes, with a point for a gap.
func cellsInWords(rows [][]string) string {
	var told []string
	for _, row := range rows {
		cells := slices.Clone(row)
		for i, node := range cells {
			if node == "" {
				cells[i] = "."
			}
		}
		told = append(told, strings.Join(cells, " "))
	}
	return strings.Join(told, " / ")
}

// kindsInWords describes the kinds of nodes that are special.
func kindsInWords(lang messages.Lang, rs *engine.Ruleset, r engine.Rules) (lines []string) {
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
				means = append(means, m.text.In(lang))
			}
		}
		if k.Enter != nil {
			means = append(means, enterInWords(lang, rs, k.Enter))
		}
		if len(means) > 0 {
			lines = append(lines, messages.SumKind.In(lang, lang.Name(k.EN, k.ZH), strings.Join(means, messages.WordsAlso.In(lang))))
		}
	}
	return lines
}

// enterInWords says which types may enter nodes of a kind.
func enterInWords(lang messages.Lang, rs *engine.Ruleset, ids []string) string {
	var types engine.TypeSet
	for _, id := range ids {
		t, _ := rs.Type(id)
		types = types.Add(t)
	}
	if types == engine.NoTypes {
		return messages.KindNobody.In(lang)
	}
	return messages.KindEnter.In(lang, lang.Types(rs, types))
}

func movesInWords(lang messages.Lang, rs *engine.Ruleset) (lines []string) {
	for _, types := range alike(rs.Types(), func(t engine.Type) string { return waysInWords(lang, rs.TypeRule(t).Ways) }) {
		lines = append(lines, messages.SumMoves.In(lang, lang.Types(rs, types), waysInWords(lang, rs.TypeRule(types.First()).Ways)))
	}
	return lines
}

// waysInWords says how a piece with these ways moves.
func waysInWords(lang messages.Lang, ways []engine.WayRule) string {
	if len(ways) == 0 {
		return messages.WayNone.In(lang)
	}
	var told []string
	for _, w := range ways {
		switch {
		case w.Along == engine.AlongEdge:
			told = append(told, messages.WayEdge.In(lang))
		case w.Along == engine.AlongWalk:
			told = append(told, messages.WayWalk.In(lang))
		case w.Along == engine.AlongLeap:
			told = append(told, messages.WayLeap.In(lang))
		case w.Most == 1:
			told = append(told, messages.WaysOne.Of(w.Along).In(lang))
		case w.Most == 0:
			told = append(told, messages.WaysFar.Of(w.Along).In(lang))
		default:
			told = append(told, messages.WaysMost.Of(w.Along).In(lang, w.Most))
		}
	}
	return strings.Join(told, messages.WordsOr.In(lang))
}

// clashesInWords returns the clash table in words, as briefly as possible: the types of which the
// stronger always beats the weaker; the types against which all others have the same result; and
// what is left for each attacker, or for several with the same results. It says which types are
// seen, unless tellsInWords says that they always are.
func clashesInWords(lang messages.Lang, rs *engine.Ruleset) (lines []string) {
	rank := ladder(rs)
	var ranked engine.TypeSet
	for _, t := range rank {
		ranked = ranked.Add(t)
	}
	if len(rank) > 0 {
		var told []string
		for _, t := range rank {
			told = append(told, lang.Type(rs, t))
		}
		lines = append(lines, messages.SumLadder.In(lang, list(lang, told)))
	}
	outcome := func(attacker, defender engine.Type) string {
		said := clashOutcome(rs, attacker, defender)
		if said.Repelled && rs.Deck() != nil {
			return messages.SumNotAttacked.In(lang)
		}
		return viewmodel.Announcement(lang, rs, said)
	}
	met := func(types engine.TypeSet, outcome func(engine.Type) string) (told []string) {
		for _, group := range alike(types, outcome) {
			told = append(told, messages.SumMeets.In(lang, lang.Types(rs, group), outcome(group.First())))
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
		lines = append(lines, messages.SumAnyAttack.In(lang, told))
	}
	row := func(attacker engine.Type) string {
		others := rs.Types() &^ common
		if ranked.Has(attacker) {
			others &^= ranked
		}
		return strings.Join(met(others, func(d engine.Type) string { return outcome(attacker, d) }), messages.WordsAlso.In(lang))
	}
	for _, group := range alike(rs.Mobile(), row) {
		if told := row(group.First()); told != "" {
			lines = append(lines, messages.SumAttacks.In(lang, lang.Types(rs, group), told))
		}
	}
	return lines
}

func placesOfClashesInWords(lang messages.Lang, rs *engine.Ruleset, r engine.Rules) (lines []string) {
	for kind, k := range r.Kinds {
		if there := rs.Elsewhere(kind); there != nil {
			for _, line := range clashesInWords(lang, there) {
				lines = append(lines, messages.SumClashAt.In(lang, lang.Name(k.EN, k.ZH), line))
			}
		}
	}
	return lines
}

// clashOutcome returns the announcement when two types meet, without the types that are seen if they
// always are.
func clashOutcome(rs *engine.Ruleset, attacker, defender engine.Type) engine.AnnouncementRule {
	said := rs.AnnouncementRule(rs.Clash(attacker, defender))
	if rs.AlwaysSeen() {
		said.AttackerSeen, said.DefenderSeen = "", ""
	}
	return said
}

// ladder lists types from strongest to weakest: the stronger of two stays and the weaker leaves,
// whichever attacks, and equals leave together. It is nil if there are fewer than three such
// types.
func ladder(rs *engine.Ruleset) (rank []engine.Type) {
	is := func(attacker, defender engine.Type, attackerLeaves, defenderLeaves bool) bool {
		return clashOutcome(rs, attacker, defender) == engine.AnnouncementRule{AttackerLeaves: attackerLeaves, DefenderLeaves: defenderLeaves}
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

// alike groups types with the same description, ordered by the first type of each group.
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

// nearest returns the one of our rulesets with as many seats that differs least, and the differences.
// Of equals the best known comes first.
func nearest(rs *engine.Ruleset) (near *engine.Ruleset, differences []engine.Difference) {
	near = Usual(rs)
	differences = engine.Differences(near, rs)
	for _, name := range junqi.Names() {
		other, err := junqi.Rules(name)
		if err != nil || other == near || other.NumSeats() != rs.NumSeats() {
			continue
		}
		if list := engine.Differences(other, rs); len(list) < len(differences) {
			near, differences = other, list
		}
	}
	return near, differences
}

const (
	mostDifferences = 12  // listed; of more, the weightiest
	anotherGame     = 100 // from here on, a comparison would say less than the rest
)

func differencesInWords(lang messages.Lang, near, rs *engine.Ruleset, differences []engine.Difference) (lines []string) {
	for _, d := range differences[:min(len(differences), mostDifferences)] {
		lines = append(lines, differenceInWords(lang, near, rs, d))
	}
	if more := len(differences) - len(lines); more > 0 {
		lines = append(lines, messages.DiffMore.In(lang, more))
	}
	if len(lines) == 0 {
		lines = []string{messages.DiffNothing.In(lang)}
	}
	return lines
}

func differenceInWords(lang messages.Lang, known, rs *engine.Ruleset, d engine.Difference) string {
	subject := d.Subject.String()
	what := messages.DiffSubjects.Of(subject).In(lang, subjectInWords(lang, known, rs, d))
	if field := subject + "." + d.Field; messages.DiffFields.Has(field) {
		what += messages.WordsPart.In(lang, messages.DiffFields.Of(field).In(lang))
	} else if field := subject + "." + d.What; messages.DiffFields.Has(field) {
		what = messages.DiffFields.Of(field).In(lang)
	}
	switch {
	case d.A == nil:
		return messages.DiffAdded.In(lang, what)
	case d.B == nil:
		return messages.DiffMissing.In(lang, what)
	}
	return messages.DiffChanged.In(lang, what, valueInWords(lang, known, d, d.A), valueInWords(lang, rs, d, d.B))
}

// kindWord returns the name of a kind of nodes in the first of these rules that has it.
func kindWord(lang messages.Lang, id string, rulesets ...*engine.Ruleset) string {
	for _, rs := range rulesets {
		kinds := rs.Rules().Kinds
		if i := slices.IndexFunc(kinds, func(k engine.KindRule) bool { return k.ID == id }); i >= 0 {
			return lang.Name(kinds[i].EN, kinds[i].ZH)
		}
	}
	return id
}

// subjectInWords names what a difference is about.
func subjectInWords(lang messages.Lang, known, rs *engine.Ruleset, d engine.Difference) string {
	word := func(id string) string {
		for _, one := range []*engine.Ruleset{rs, known} {
			if t, ok := one.Type(id); ok {
				return lang.Type(one, t)
			}
		}
		return id
	}
	switch d.Subject {
	case engine.SubjectKind:
		return kindWord(lang, d.What, rs, known)
	case engine.SubjectType:
		return word(d.What)
	case engine.SubjectClash:
		what, kind, there := strings.Cut(d.What, "@")
		attacker, defender, _ := strings.Cut(what, ">")
		if there {
			return messages.DiffMeets.In(lang, word(attacker), word(defender)) + messages.WordsPart.In(lang, kindWord(lang, kind, rs, known))
		}
		return messages.DiffMeets.In(lang, word(attacker), word(defender))
	case engine.SubjectSeat, engine.SubjectStart:
		for _, seat := range rs.Seats() {
			if seat.String() == d.What {
				return lang.Seat(seat)
			}
		}
	}
	return d.What
}

// valueInWords describes one value of rules.
func valueInWords(lang messages.Lang, rs *engine.Ruleset, d engine.Difference, value any) string {
	switch v := value.(type) {
	case engine.AnnouncementRule:
		return viewmodel.Announcement(lang, rs, v)
	case []engine.WayRule:
		return waysInWords(lang, v)
	case *engine.CarryRule:
		if v == nil {
			return messages.DiffAtOnce.In(lang)
		}
		return carryInWords(lang, rs, v)
	case *engine.ReachRule:
		if v == nil {
			return messages.DiffNo.In(lang)
		}
		return reachInWords(lang, rs, v)
	case []engine.CountRule:
		var told []string
		for _, c := range v {
			told = append(told, countInWords(lang, rs, c))
		}
		if told == nil {
			return messages.DiffNo.In(lang)
		}
		return list(lang, told)
	case bool:
		if v {
			return messages.DiffYes.In(lang)
		}
		return messages.DiffNo.In(lang)
	case int:
		return strconv.Itoa(v)
	case *string: // what settles the colours
		switch {
		case v == nil:
			return messages.DiffNobody.In(lang)
		case *v == "":
			return messages.DiffFirstPiece.In(lang)
		}
		t, _ := rs.Type(*v)
		return lang.Type(rs, t)
	case []int: // the starts of a type
		t, _ := rs.Type(d.What)
		return startsInWords(lang, rs, rs.Rules(), engine.Red, t)
	case []string: // of a deck, or who may enter
		if d.Subject == engine.SubjectDeck {
			return deckListInWords(lang, rs, d.What, v)
		}
		if v == nil {
			return messages.KindAll.In(lang)
		}
		return enterInWords(lang, rs, v)
	case [][]string:
		return cellsInWords(v)
	case string:
		if v == "" {
			return messages.DiffValues.Of("none").In(lang)
		}
		if messages.DiffValues.Has(v) {
			return messages.DiffValues.Of(v).In(lang)
		}
		return v
	}
	return messages.DiffOther.In(lang) // unreachable: rules hold no other values
}

// carryInWords says where a flag is carried to.
func carryInWords(lang messages.Lang, rs *engine.Ruleset, c *engine.CarryRule) string {
	var to []string
	r := rs.Rules()
	for i, nodes := range c.To {
		seat := engine.Seat(i)
		where := strings.Join(nodes, messages.WordsEither.In(lang))
		if slices.Equal(slices.Sorted(slices.Values(nodes)), homeOf(r, seat)) {
			where = messages.CarryHome.In(lang)
		}
		to = append(to, messages.CarryTo.In(lang, lang.Seat(seat), where))
	}
	told := list(lang, to)
	if c.Beside {
		told += messages.CarryBeside.In(lang)
	}
	return told
}

// list joins parts of a sentence.
func list(lang messages.Lang, parts []string) string {
	return strings.Join(parts, messages.WordsAnd.In(lang))
}
