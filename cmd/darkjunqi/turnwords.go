package main

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/table"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// plainTurns are the turns in which nothing moves.
var plainTurns = map[string]words.Text{
	"pass": words.TurnPass, "no-move": words.TurnNoMove, "resign": words.TurnResign,
	"draw": words.TurnAcceptDraw, "absent": words.TurnAbsent,
}

// turnInWords says what happened in a turn: who, the notation, and what was announced.
func (a *app) turnInWords(s *scene, t *seat.Turn) string {
	who := a.lang.Seat(seatOf(t.Seat))
	if text, ok := plainTurns[t.Kind]; ok {
		return a.t(text, who)
	}
	line := who + " " + t.Text
	if t.Text == "" { // not complete
		line = fmt.Sprintf("%s %s-%s", who, t.From, t.To)
	}
	var parts []string
	if t.Announcement != nil {
		parts = append(parts, a.clashInWords(s, t))
	}
	for _, shown := range t.Shown {
		parts = append(parts, a.t(words.TurnFlagShown, seatOf(shown.Seat), shown.Node))
	}
	if t.Offer {
		parts = append(parts, a.t(words.TurnOffer, who))
	}
	if len(parts) == 0 {
		return line
	}
	return line + "  " + strings.Join(parts, a.t(words.AnnSeparator))
}

// clashInWords says an announcement with the seats.
func (a *app) clashInWords(s *scene, t *seat.Turn) string {
	ann := t.Announcement
	attacker, defender := a.lang.Seat(seatOf(t.Seat)), ""
	if t.Piece != nil {
		attacker = a.lang.Seat(seatOf(t.Piece.Seat))
	}
	if t.Met != nil {
		defender = a.lang.Seat(seatOf(t.Met.Seat))
	}
	var parts []string
	add := func(text words.Text, args ...any) { parts = append(parts, a.t(text, args...)) }
	switch {
	case ann.FlagTaken:
		add(words.ClashFlag, attacker, defender)
		if ann.AttackerLeaves { // a bomb, where flags are carried
			add(words.ClashLeaves, attacker)
		}
	case ann.Repelled:
		add(words.ClashRepelled, attacker, defender)
	case ann.AttackerLeaves && ann.DefenderLeaves:
		add(words.ClashBoth)
	case ann.AttackerLeaves:
		add(words.ClashLeaves, attacker)
	case ann.DefenderLeaves:
		add(words.ClashLeaves, defender)
	}
	// One of these types must have fallen for a flag to be shown.
	fell := table.Words(a.lang, s.rules, flagShowers(s.rules))
	if ann.AttackerShowsFlag {
		add(words.ClashFell, attacker, fell)
	}
	if ann.DefenderShowsFlag {
		add(words.ClashFell, defender, fell)
	}
	if ann.AttackerSeen != "" {
		add(words.ClashSeen, attacker, table.Word(a.lang, s.rules, s.typ(ann.AttackerSeen)))
	}
	if ann.DefenderSeen != "" {
		add(words.ClashSeen, defender, table.Word(a.lang, s.rules, s.typ(ann.DefenderSeen)))
	}
	return strings.Join(parts, a.t(words.AnnSeparator))
}

// flagShowers are the types whose loss makes their owner show its flag.
func flagShowers(rs *engine.Ruleset) (types engine.TypeSet) {
	for _, attacker := range rs.Mobile().Types() {
		for _, defender := range rs.Types().Types() {
			ann, _ := rs.Announcement(rs.Clash(attacker, defender))
			if ann.AttackerShowsFlag {
				types = types.Add(attacker)
			}
			if ann.DefenderShowsFlag {
				types = types.Add(defender)
			}
		}
	}
	return types
}

// numbered is a turn as a line of a list.
func (a *app) numbered(s *scene, t *seat.Turn) string {
	return fmt.Sprintf("%4d. %s", t.Number, a.turnInWords(s, t))
}

// result says how a game ended, to who sits there as well as to who watches.
func (a *app) result(s *scene) string {
	r, head, loser := s.Result, "", ""
	switch r.You {
	case "won":
		head = a.t(words.ResultYouWon, seatOf(s.table.Seat))
	case "lost":
		head, loser = a.t(words.ResultYouLost, seatOf(s.table.Seat)), a.t(words.You)
	}
	return a.outcomeSaid(s.rules, r.Draw, r.Reason, seatsOf(r.Winners), head, loser)
}

// outcome says a result to who did not play.
func (a *app) outcome(rs *engine.Ruleset, r engine.Result) string {
	return a.outcomeSaid(rs, r.Draw, r.Reason.String(), r.Winners, "", "")
}

// outcomeSaid says a result: who won, in the words of head if there are any, and what the
// losers suffered, who are called you if somebody is.
func (a *app) outcomeSaid(rs *engine.Ruleset, draw bool, reason string, winners engine.SeatSet, head, loser string) string {
	if draw {
		return a.t(words.ResultDraw, a.t(words.DrawReasons[reason]))
	}
	if head == "" {
		head = a.t(words.ResultWon, winners)
	}
	losers := engine.SeatsOf(rs.Seats()...)
	for _, seat := range winners.Seats() {
		losers = losers.Remove(seat)
	}
	switch {
	case losers.Len() > 1 && loser != "":
		loser = a.t(words.YourSide)
	case losers.Len() > 1:
		loser = a.t(words.OtherSide)
	case loser == "":
		loser = a.lang.Seats(losers.Seats())
	}
	return a.t(words.ResultBecause, head, a.t(words.LossReasons[reason], loser))
}

// capital makes the first letter of a sentence a capital one.
func capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}
