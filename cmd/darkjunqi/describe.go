package main

import (
	"slices"
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/textboard"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// rulesName is what rules are called: by their short name if they are ours, else by their
// own name, with a word that they aren't.
func (a *env) rulesName(rs *engine.Ruleset) string {
	if spec, ok := junqi.Known(rs); ok {
		return spec
	}
	return a.t(messages.RulesNotOurs, a.named(rs.Name()))
}

// named is a name in the person's language.
func (a *env) named(n engine.Names) string {
	if a.lang == messages.Chinese {
		return n.ZH
	}
	return n.EN
}

// asked are the options that everybody asks about, in this order.
var asked = []string{"way", "mode", "first", "clock", "grace", "absent", "timeouts", "quiet-draw", "mines", "reveal"}

// termsInWords says what the players agree on: of our own rules the options that everybody asks about, then whatever differs
// from the usual ones; of other rules the whole game, which the guest may never have heard of.
func (a *env) termsInWords(rs *engine.Ruleset) []string {
	spec, ours := junqi.Known(rs)
	options, err := junqi.Options(spec)
	if !ours || err != nil {
		lines := []string{a.t(messages.RulesUnknown, a.named(rs.Name()))}
		for _, told := range a.gameInWords(rs) {
			lines = append(lines, told.lines...)
		}
		return lines
	}
	var lines []string
	for _, o := range namedTerms(rs, options) {
		lines = append(lines, a.named(o.Means))
	}
	return lines
}

// namedTerms are the options of our own rules that players want to hear of: those that everybody asks about, then whatever
// differs from the usual.
func namedTerms(rs *engine.Ruleset, options []junqi.Option) (named []junqi.Option) {
	for _, name := range asked {
		i := slices.IndexFunc(options, func(o junqi.Option) bool { return o.Name == name })
		if i >= 0 && !(name == "timeouts" && rs.Clock() == 0) {
			named = append(named, options[i])
		}
	}
	for _, o := range options {
		if o.Value != o.Default && !slices.Contains(asked, o.Name) {
			named = append(named, o)
		}
	}
	return named
}

// rulesInWords sums up what rules say: who plays, with what, on what board, what a clash tells, how it ends.
func (a *env) rulesInWords(rs *engine.Ruleset) []string {
	s, r := rs.Summary(), rs.Rules()
	lines := []string{
		a.t(messages.SumSeats, s.Seats, s.Teams),
		a.t(messages.SumArmy, a.n(messages.Pieces, s.Pieces), a.n(messages.Types, s.Types), s.Mobile),
		a.t(messages.SumBoard, s.Nodes, s.Roads, s.Rails),
		a.t(messages.SumLayouts, s.Layouts),
	}
	if seats := len(r.Seats); s.Teams < seats {
		lines[0] = a.t(messages.SumTeams, seats, s.Teams, a.teamsInWords(r))
	}
	lines = append(lines, a.tellsInWords(rs, s.Tells)...)
	lines = append(lines, a.endsInWords(rs, r)...)
	lines = append(lines, a.t(messages.SumModes[r.Views.Mode]), a.t(messages.SumReveals[r.Views.Reveal]))
	if seat, settled := rs.First(); settled {
		lines = append(lines, a.t(messages.SumFirst, textboard.Seat(a.lang, seat)))
	} else {
		lines = append(lines, a.t(messages.SumCoin))
	}
	if r.Times.Clock > 0 {
		lines = append(lines, a.t(messages.SumClock, r.Times.Clock, r.Ends.Timeouts))
	} else {
		lines = append(lines, a.t(messages.SumNoClock))
	}
	if r.Times.Grace > 0 {
		return append(lines, a.t(messages.SumGrace, r.Times.Grace))
	}
	return append(lines, a.t(messages.SumNoGrace))
}

// teamsInWords says who are partners.
func (a *env) teamsInWords(r engine.Rules) string {
	var teams [engine.MaxSeats][]engine.Seat
	for i, s := range r.Seats {
		teams[s.Team] = append(teams[s.Team], engine.Seat(i))
	}
	var told []string
	for _, seats := range teams {
		if len(seats) > 0 {
			told = append(told, a.lang.Seats(seats))
		}
	}
	return strings.Join(told, a.t(messages.WordsAlso))
}

// tellsInWords says what everybody learns when two pieces meet.
func (a *env) tellsInWords(rs *engine.Ruleset, t engine.Tells) []string {
	lines := []string{a.t(messages.SumTells, t.Announcements)}
	seen := t.Attackers | t.Defenders
	switch {
	case t.Always:
		lines = append(lines, a.t(messages.SumShowsBoth))
	case seen != engine.NoTypes:
		lines = append(lines, a.t(messages.SumShowsSome, textboard.Words(a.lang, rs, seen)))
	default:
		lines = append(lines, a.t(messages.SumShowsNone))
	}
	if t.Flags != engine.NoTypes {
		lines = append(lines, a.t(messages.SumShowsFlag, textboard.Words(a.lang, rs, t.Flags)))
	}
	if t.Repelled {
		lines = append(lines, a.t(messages.SumRepelled))
	}
	return lines
}

// endsInWords says how the game ends.
func (a *env) endsInWords(rs *engine.Ruleset, r engine.Rules) []string {
	var lines []string
	switch {
	case r.Ends.Flag == "":
		lines = append(lines, a.t(messages.SumNoFlag))
	case r.Ends.Carry != nil:
		lines = append(lines, a.t(messages.SumCarry, textboard.Word(a.lang, rs, rs.Flag()), a.carryInWords(rs, r.Ends.Carry)))
	default:
		lines = append(lines, a.t(messages.SumFlag, textboard.Word(a.lang, rs, rs.Flag())))
	}
	if r.Ends.Quiet > 0 {
		lines = append(lines, a.t(messages.SumQuiet, r.Ends.Quiet))
	} else {
		lines = append(lines, a.t(messages.SumNoQuiet))
	}
	if r.Ends.LastBoth == engine.LastBothDraw {
		lines = append(lines, a.t(messages.SumLastBoth))
	}
	if r.Ends.Shaken {
		lines = append(lines, a.t(messages.SumShaken))
	}
	if r.Ends.ResignFrom > 0 {
		lines = append(lines, a.t(messages.SumResign, r.Ends.ResignFrom))
	}
	if r.Views.Absent == engine.AbsentOut {
		lines = append(lines, a.t(messages.SumAbsent))
	}
	if r.Views.OutSeesPartner {
		lines = append(lines, a.t(messages.SumOutSees))
	}
	return lines
}

// resolverInWords says how clashes are worked out.
func (a *env) resolverInWords(name string) string {
	return a.t(messages.JoinResolver, name, a.t(messages.Resolvers[name]))
}

// announcement says an announcement in words, without the seats.
func (a *env) announcement(rs *engine.Ruleset, ann engine.Announcement) string {
	rule := engine.AnnouncementRule{
		AttackerLeaves: ann.AttackerLeaves, DefenderLeaves: ann.DefenderLeaves, FlagTaken: ann.FlagTaken,
		AttackerShowsFlag: ann.AttackerShowsFlag, DefenderShowsFlag: ann.DefenderShowsFlag, Repelled: ann.Repelled,
	}
	if ann.AttackerSeen != engine.NoType {
		rule.AttackerSeen = textboard.Word(a.lang, rs, ann.AttackerSeen)
	}
	if ann.DefenderSeen != engine.NoType {
		rule.DefenderSeen = textboard.Word(a.lang, rs, ann.DefenderSeen)
	}
	return viewmodel.Announcement(a.lang, rule)
}
