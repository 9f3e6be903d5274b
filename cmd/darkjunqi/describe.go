package main

import (
	"slices"
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/table"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/engine"
)

// optionHelp says what an option of the rules is about.
func (a *app) optionHelp(name string) string { return a.t(words.Options[name].About) }

// termsInWords says what the players agree on: the options that everybody asks about first, then whatever differs from the
// standard rules.
func (a *app) termsInWords(rs *engine.Ruleset) []string {
	always := []string{"mode", "first", "clock", "grace", "timeouts", "quiet-draw", "mines", "reveal"}
	var lines []string
	for _, name := range always {
		if name == "timeouts" && rs.Clock() == 0 {
			continue
		}
		lines = append(lines, a.optionValue(rs, name))
	}
	for _, o := range rs.Options() {
		if o.Value != o.Default && !slices.Contains(always, o.Name) {
			lines = append(lines, a.optionValue(rs, o.Name))
		}
	}
	return lines
}

// resolverInWords says how clashes are worked out.
func (a *app) resolverInWords(name string) string {
	return a.t(words.JoinResolver, name, a.t(words.Resolvers[name]))
}

// optionValue says what the value of an option means beside the ruleset's other options.
func (a *app) optionValue(rs *engine.Ruleset, name string) string {
	switch {
	case name == "hq" && rs.Option("hq") == "locked" && rs.Option("carry") != "off":
		return a.t(words.LockedButCarrier)
	case name == "timeouts" && rs.Clock() == 0:
		return a.t(words.NoClockNoTimeouts)
	case name == "reveal" && rs.Open():
		return a.t(words.RevealedAtTheStart)
	}
	return words.Options[name].Value(a.lang, rs.Option(name))
}

// announcement says an announcement in words, without the seats.
func (a *app) announcement(ann engine.Announcement) string {
	var parts []string
	switch {
	case ann.Repelled:
		parts = append(parts, a.t(words.AnnRepelled))
	case ann.AttackerLeaves && ann.DefenderLeaves:
		parts = append(parts, a.t(words.AnnBothLeave))
	case ann.AttackerLeaves:
		parts = append(parts, a.t(words.AnnAttackerLeaves))
	case ann.DefenderLeaves:
		parts = append(parts, a.t(words.AnnDefenderLeaves))
	default:
		parts = append(parts, a.t(words.AnnNobodyLeaves))
	}
	if ann.FlagTaken {
		parts = append(parts, a.t(words.AnnFlagTaken))
	}
	if ann.AttackerCommanderFell {
		parts = append(parts, a.t(words.AnnAttackerFell))
	}
	if ann.DefenderCommanderFell {
		parts = append(parts, a.t(words.AnnDefenderFell))
	}
	if ann.Seen != engine.NoType {
		parts = append(parts, a.t(words.AnnSeen, table.Word(a.lang, ann.Seen)))
	}
	return strings.Join(parts, a.t(words.AnnSeparator))
}
