// Package rulestext describes rules in words, in every language.
package rulestext

import (
	"encoding/hex"
	"slices"
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// Identity names rules for programs in such a way that others can't pass for ours, whatever they
// call themselves.
type Identity struct {
	Rules string `json:"rules,omitempty"` // ours: what --rules takes; absent for others
	Game  string `json:"game,omitempty"`  // what others call themselves
}

// Identify is the Identity of rules.
func Identify(rs *engine.Ruleset) Identity {
	if spec, ours := junqi.Known(rs); ours {
		return Identity{Rules: spec}
	}
	return Identity{Game: rs.Name().EN}
}

// Name is the short name of rules if they are ours, otherwise their own name with a note that
// they are not.
func Name(lang messages.Lang, rs *engine.Ruleset) string {
	if spec, ok := junqi.Known(rs); ok {
		return spec
	}
	return messages.RulesNotOurs.In(lang, lang.Named(rs.Name()))
}

// asked are the options that players always want to know, in this order.
var asked = []string{"way", "mode", "colours", "win", "show-flag", "mines", "strike", "clock", "timeouts", "quiet-draw", "first", "reveal", "grace", "absent"}

// Terms describes what the players agree on. For our own rules that is the options that players
// always want to know, then everything unusual; for other rules the whole game, which the guest
// may never have heard of.
func Terms(lang messages.Lang, rs *engine.Ruleset) []string {
	lang = lang.Under(rs)
	spec, ours := junqi.Known(rs)
	options, err := junqi.Options(spec)
	if !ours || err != nil {
		lines := []string{messages.RulesUnknown.In(lang, lang.Named(rs.Name()))}
		for _, told := range Game(lang, rs) {
			lines = append(lines, told.Lines...)
		}
		return lines
	}
	var lines []string
	for _, o := range namedTerms(rs, options) {
		lines = append(lines, lang.Named(o.Means))
		if o.Name == "timeouts" {
			lines = append(lines, lateInWords(lang, rs)...)
		}
	}
	return lines
}

// lateInWords says what a time-out does, unless the first one loses.
func lateInWords(lang messages.Lang, rs *engine.Ruleset) []string {
	if rs.Timeouts() == 1 {
		return nil
	}
	return []string{messages.SumLate.In(lang)}
}

// namedTerms are the options of our own rules that players want to know: the usual ones, then
// everything that differs from its default, and from which turn one may resign.
func namedTerms(rs *engine.Ruleset, options []junqi.Option) (named []junqi.Option) {
	for _, name := range asked {
		i := slices.IndexFunc(options, func(o junqi.Option) bool { return o.Name == name })
		if i >= 0 && !(name == "timeouts" && rs.Clock() == 0) {
			named = append(named, options[i])
		}
	}
	for _, o := range options {
		if (o.Value != o.Default || o.Name == "resign-from" && o.Value != "off") && !slices.Contains(asked, o.Name) {
			named = append(named, o)
		}
	}
	return named
}

// rulesInWords sums up rules: who plays, with what, on which board; what matters in play; and how
// much there is of what.
func rulesInWords(lang messages.Lang, rs *engine.Ruleset) []string {
	s, r := rs.Summary(), rs.Rules()
	var counts []string
	for _, t := range rs.Types().Types() {
		counts = append(counts, messages.SumCount.In(lang, lang.Type(rs, t), rs.Count(t)))
	}
	lines := []string{
		messages.SumSeats.In(lang, s.Seats, s.Teams),
		messages.SumArmy.In(lang, messages.Pieces.In(lang, s.Pieces), messages.Types.In(lang, s.Types), s.Mobile),
		messages.SumCounts.In(lang, list(lang, counts)),
		messages.SumBoard.In(lang, s.Nodes, s.Roads, s.Rails),
	}
	if seats := len(r.Seats); s.Teams < seats {
		lines[0] = messages.SumTeams.In(lang, seats, s.Teams, teamsInWords(lang, r))
	}
	lines = append(append(lines, playInWords(lang, rs, r)...), sequelInWords(lang, rs, r)...)
	if rs.Deck() == nil {
		lines = append(lines, messages.SumLayouts.In(lang, s.Layouts))
	}
	return append(lines, messages.SumTells.In(lang, s.Tells.Announcements))
}

// playInWords says what matters while a game is played: what players see, what a clash reveals, how
// the game ends, and the clock.
func playInWords(lang messages.Lang, rs *engine.Ruleset, r engine.Rules) []string {
	lines := []string{messages.SumModes.Of(r.Views.Mode).In(lang)}
	if chiefs := slices.DeleteFunc(rs.Seats(), func(seat engine.Seat) bool { return !rs.Chief(seat) }); len(chiefs) > 0 {
		lines = append(lines, messages.SumChiefs.In(lang, lang.Seats(chiefs)))
	}
	lines = append(lines, tellsInWords(lang, rs, rs.Summary().Tells)...)
	lines = append(lines, endsInWords(lang, rs, r)...)
	if r.Times.Clock > 0 {
		lines = append(lines, messages.SumClock.In(lang, r.Times.Clock, messages.SumTimeouts.In(lang, r.Ends.Timeouts)))
		return append(lines, lateInWords(lang, rs)...)
	}
	return append(lines, messages.SumNoClock.In(lang))
}

// sequelInWords says what comes before and after play, and what if somebody leaves.
func sequelInWords(lang messages.Lang, rs *engine.Ruleset, r engine.Rules) (lines []string) {
	if seat, settled := rs.First(); settled {
		lines = append(lines, messages.SumFirst.In(lang, seat))
	} else {
		lines = append(lines, messages.SumCoin.In(lang))
	}
	if rs.Deck() == nil {
		lines = append(lines, messages.SumReveals.Of(r.Views.Reveal).In(lang))
	}
	if r.Times.Grace == 0 {
		return append(lines, messages.SumNoGrace.In(lang))
	}
	lines = append(lines, messages.SumGrace.In(lang, r.Times.Grace))
	if r.Times.Seen > 0 {
		lines = append(lines, messages.SumSeen.In(lang, r.Times.Seen))
	}
	return lines
}

func teamsInWords(lang messages.Lang, r engine.Rules) string {
	var teams [engine.MaxSeats][]engine.Seat
	for i, s := range r.Seats {
		teams[s.Team] = append(teams[s.Team], engine.Seat(i))
	}
	var told []string
	for _, seats := range teams {
		if len(seats) > 0 {
			told = append(told, lang.Seats(seats))
		}
	}
	return strings.Join(told, messages.WordsAlso.In(lang))
}

// tellsInWords says what everybody learns when two pieces meet.
func tellsInWords(lang messages.Lang, rs *engine.Ruleset, t engine.Tells) (lines []string) {
	seen := t.Attackers | t.Defenders
	switch {
	case rs.Deck() != nil:
		lines = append(lines, messages.SumFlipMeets.In(lang))
	case t.Always:
		lines = append(lines, messages.SumShowsBoth.In(lang))
	case seen != engine.NoTypes:
		lines = append(lines, messages.SumShowsSome.In(lang, lang.Types(rs, seen)))
	default:
		lines = append(lines, messages.SumShowsNone.In(lang))
	}
	if t.Flags != engine.NoTypes {
		lines = append(lines, messages.SumShowsFlag.In(lang, lang.Types(rs, t.Flags)))
	}
	if t.Repelled && rs.Deck() != nil {
		lines = append(lines, messages.SumFlipSpares.In(lang))
	} else if t.Repelled {
		lines = append(lines, messages.SumRepelled.In(lang))
	}
	return lines
}

// endsInWords says how the game ends.
func endsInWords(lang messages.Lang, rs *engine.Ruleset, r engine.Rules) []string {
	lines := []string{messages.SumStuck.In(lang)}
	switch {
	case r.Ends.Flag == "":
	case r.Ends.Carry != nil:
		lines = append(lines, messages.SumCarry.In(lang, lang.Type(rs, rs.Flag()), carryInWords(lang, rs, r.Ends.Carry)))
	default:
		lines = append(lines, messages.SumFlag.In(lang, lang.Type(rs, rs.Flag())))
	}
	lines = append(lines, goalsInWords(lang, rs, r.Ends)...)
	if rs.Deck() != nil {
		lines = append(lines, takersInWords(lang, rs)...)
	}
	if r.Ends.Quiet > 0 {
		quiet := messages.SumQuiet
		if rs.Deck() != nil {
			quiet = messages.SumFlipQuiet
		}
		lines = append(lines, quiet.In(lang, r.Ends.Quiet))
	} else {
		lines = append(lines, messages.SumNoQuiet.In(lang))
	}
	if r.Ends.LastBoth == engine.LastBothDraw {
		lines = append(lines, messages.SumLastBoth.In(lang))
	} else {
		lines = append(lines, messages.SumLastAttacker.In(lang))
	}
	if r.Ends.Shaken {
		lines = append(lines, messages.SumShaken.In(lang))
	}
	if r.Ends.ResignFrom > 0 {
		lines = append(lines, messages.SumResign.In(lang, r.Ends.ResignFrom))
	}
	if r.Views.Absent == engine.AbsentOut {
		lines = append(lines, messages.SumAbsent.In(lang))
	}
	if r.Views.OutSeesPartner {
		lines = append(lines, messages.SumOutSees.In(lang))
	}
	return lines
}

// goalsInWords says what wins by where it is, and by what is left of a type.
func goalsInWords(lang messages.Lang, rs *engine.Ruleset, e engine.EndRule) (lines []string) {
	if e.Reach != nil {
		lines = append(lines, reachInWords(lang, rs, e.Reach))
	}
	for _, c := range e.Counts {
		lines = append(lines, countInWords(lang, rs, c))
	}
	return lines
}

func reachInWords(lang messages.Lang, rs *engine.Ruleset, r *engine.ReachRule) string {
	var to []string
	for seat, nodes := range r.To {
		to = append(to, messages.CarryTo.In(lang, lang.Seat(engine.Seat(seat)), strings.Join(nodes, messages.WordsEither.In(lang))))
	}
	if r.Type == "" {
		return messages.SumReachAny.In(lang, list(lang, to))
	}
	t, _ := rs.Type(r.Type)
	if rs.Open() {
		return messages.SumReachOpen.In(lang, lang.Type(rs, t), list(lang, to))
	}
	return messages.SumReach.In(lang, lang.Type(rs, t), list(lang, to))
}

func countInWords(lang messages.Lang, rs *engine.Ruleset, c engine.CountRule) string {
	text := messages.SumCountLoses
	if c.Wins {
		text = messages.SumCountWins
	}
	t, _ := rs.Type(c.Type)
	return text.In(lang, lang.Type(rs, t))
}

// Resolver describes how clashes are resolved.
func Resolver(lang messages.Lang, name string) string {
	return messages.JoinResolver.In(lang, name, messages.Resolvers.Of(name).In(lang))
}

// Digest is the digest of rules in hex.
func Digest(rs *engine.Ruleset) string {
	digest := rs.Digest()
	return hex.EncodeToString(digest[:])
}

// Usual is the ruleset of ours with as many seats, all options at their defaults.
func Usual(rs *engine.Ruleset) *engine.Ruleset {
	if rs.NumSeats() > 2 {
		if siguo, err := junqi.Rules("siguo"); err == nil {
			return siguo
		}
	}
	return junqi.Standard()
}

// A Term is what the players agree on about one thing.
type Term struct {
	Key   string `json:"key"` // an option of our own rules ("timeout" for "timeouts" if the first one loses), "talk" or "resolver"; of other rules "" for what matters in play, otherwise "more"
	Head  string `json:"head"`
	Words string `json:"words"`
}

// Headed is the terms of a match, with a heading each. Of the resolver it says what that means for
// the players, not its name, and nothing if it is "".
func Headed(lang messages.Lang, rs *engine.Ruleset, resolver string) (terms []Term) {
	lang = lang.Under(rs)
	spec, ours := junqi.Known(rs)
	options, err := junqi.Options(spec)
	if ours && err == nil {
		for _, o := range namedTerms(rs, options) {
			key := o.Name
			if key == "timeouts" && rs.Timeouts() == 1 {
				key = "timeout"
			}
			terms = append(terms, Term{key, messages.TermHeads.Of(o.Name).In(lang), lang.Named(o.Means)})
		}
	} else {
		play := playInWords(lang, rs, rs.Rules())
		for _, told := range Game(lang, rs) {
			for _, line := range told.Lines {
				key := "more"
				if slices.Contains(play, line) || told.Head == messages.TermWarning {
					key = ""
				}
				terms = append(terms, Term{key, told.Head.In(lang), line})
			}
		}
	}
	if rs.NumSeats() > 2 {
		terms = append(terms, Term{"talk", messages.TermTalk.In(lang), talkInWords(lang, rs)})
	}
	if resolver != "" && !rs.Open() && rs.Deck() == nil {
		terms = append(terms, Term{"resolver", messages.TermResolver.In(lang), messages.Resolvers.Of(resolver).In(lang)})
	}
	return terms
}

// talkInWords says who may talk to whom in a match of more than two.
func talkInWords(lang messages.Lang, rs *engine.Ruleset) string {
	words := messages.TalkNobody
	for _, from := range rs.Seats() {
		for _, to := range rs.Seats() {
			switch level := rs.Talk(from, to); {
			case from == to, level == engine.TalkNothing:
			case !rs.Partners(from, to):
				return messages.TalkAll.In(lang)
			case level == engine.TalkFree:
				words = messages.TalkPartners
			default:
				words = messages.TalkPhrases
			}
		}
	}
	return words.In(lang)
}
