package rulestext

import (
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
)

// dealInWords says what lies face down at the start, and what is done with it.
func dealInWords(lang messages.Lang, rs *engine.Ruleset) []string {
	d := rs.Deck()
	lines := []string{
		messages.SumDealt.In(lang, len(d.Tokens()), nodesInWords(lang, rs, d.Nodes())),
		messages.SumFlips.In(lang),
	}
	if d.Strike() {
		lines = append(lines, messages.SumStrike.In(lang))
	} else {
		lines = append(lines, messages.SumNoStrike.In(lang))
	}
	switch t, claims := d.Claim(); {
	case !claims:
		lines = append(lines, messages.SumClaimNone.In(lang))
	case t == engine.NoType:
		lines = append(lines, messages.SumClaimFirst.In(lang))
	default:
		lines = append(lines, messages.SumClaimType.In(lang, lang.Type(rs, t)))
	}
	return lines
}

// nodesInWords names nodes: by their kind, if they are all the nodes of a kind.
func nodesInWords(lang messages.Lang, rs *engine.Ruleset, nodes []engine.Node) string {
	var meant engine.NodeSet
	for _, n := range nodes {
		meant = meant.Add(n)
	}
	board := rs.Board()
	var told []string
	for _, k := range rs.Rules().Kinds {
		all, some := true, false
		var names []string
		for n := range board.Nodes().All() {
			if board.KindRule(n).ID != k.ID {
				continue
			}
			all = all && meant.Has(n)
			if some = some || meant.Has(n); meant.Has(n) {
				names = append(names, board.Name(n))
			}
		}
		switch {
		case all && some:
			told = append(told, messages.SumEach.In(lang, lang.Name(k.EN, k.ZH)))
		case some:
			told = append(told, strings.Join(names, " "))
		}
	}
	return list(lang, told)
}

// takersInWords says when a flag can be taken, and by what.
func takersInWords(lang messages.Lang, rs *engine.Ruleset) (lines []string) {
	d := rs.Deck()
	if guards := d.Guards(); guards != engine.NoTypes {
		lines = append(lines, messages.SumGuards.In(lang, lang.Types(rs, guards)))
	}
	if takers := d.Takers(); len(takers) > 0 {
		var told []string
		for _, t := range takers {
			told = append(told, lang.Type(rs, t))
		}
		text := messages.SumTaker
		if len(takers) == 1 {
			text = messages.SumTakers
		}
		lines = append(lines, text.In(lang, list(lang, told)))
	}
	return lines
}

// deckListInWords describes one of the lists of a deck, by the JSON name of its field.
func deckListInWords(lang messages.Lang, rs *engine.Ruleset, field string, names []string) string {
	if field == "nodes" {
		return strings.Join(names, " ")
	}
	var told []string
	for _, id := range names {
		t, _ := rs.Type(id)
		told = append(told, lang.Type(rs, t))
	}
	switch {
	case len(told) > 0:
		return list(lang, told)
	case field == "guards":
		return messages.DiffNobody.In(lang)
	}
	return messages.DiffAnything.In(lang)
}
