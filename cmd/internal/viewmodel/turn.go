package viewmodel

import (
	"fmt"
	"slices"
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// TurnInWords says what happened in a turn: who, the notation, and what was announced.
func (s *Scene) TurnInWords(l messages.Lang, t *seat.Turn) string {
	who := l.Seat(SeatOf(t.Seat))
	if t.Kind == "pass" && slices.Contains(t.Out, t.Seat) {
		return messages.ReasonBy.In(l, who, messages.Reasons.Of("timeouts").In(l))
	}
	if messages.PlainTurns.Has(t.Kind) {
		return messages.PlainTurns.Of(t.Kind).In(l, who)
	}
	if t.Kind == "flip" || t.Kind == "face" && t.Face != nil {
		line := s.flipInWords(l, t)
		if t.Offer {
			line += messages.AnnSeparator.In(l) + messages.TurnOffer.In(l, who)
		}
		return line
	}
	line := who + " " + t.Text
	if t.Text == "" { // not complete
		line = fmt.Sprintf("%s %s-%s", who, t.From, t.To)
	}
	var parts []string
	if t.Face != nil {
		whose, typ := s.face(l, t.Face)
		parts = append(parts, messages.TurnFace.In(l, whose, typ))
	}
	if t.Announcement != nil {
		parts = append(parts, s.ClashInWords(l, t))
	}
	for _, shown := range t.Shown {
		parts = append(parts, messages.TurnFlagShown.In(l, SeatOf(shown.Seat), shown.Node))
	}
	for _, flag := range t.Flags {
		whose := SeatOf(flag.Seat)
		switch flag.How { // the announcement tells of FlagTaken
		case seat.FlagDropped:
			parts = append(parts, messages.TurnFlagLies.In(l, whose, flag.Node))
		case seat.FlagPicked:
			parts = append(parts, messages.TurnFlagPicked.In(l, whose))
		case seat.FlagHome:
			parts = append(parts, messages.TurnFlagHome.In(l, whose))
		}
	}
	if t.Offer {
		parts = append(parts, messages.TurnOffer.In(l, who))
	}
	if len(parts) == 0 {
		return line
	}
	return line + "  " + strings.Join(parts, messages.AnnSeparator.In(l))
}

// ClashInWords says an announcement with the seats.
func (s *Scene) ClashInWords(l messages.Lang, t *seat.Turn) string {
	ann := t.Announcement
	attacker, defender := l.Seat(SeatOf(t.Seat)), ""
	if t.Piece != nil {
		attacker = l.Seat(SeatOf(t.Piece.Seat))
	}
	if t.Met != nil {
		defender = l.Seat(SeatOf(t.Met.Seat))
	}
	var parts []string
	add := func(text messages.Text, args ...any) { parts = append(parts, text.In(l, args...)) }
	switch {
	case ann.FlagTaken:
		add(messages.ClashFlag, attacker, defender)
		if ann.AttackerLeaves { // a bomb, where flags are carried
			add(messages.ClashLeaves, attacker)
		}
	case ann.Repelled:
		add(messages.ClashRepelled, attacker, defender)
	case ann.AttackerLeaves && ann.DefenderLeaves:
		add(messages.ClashBoth)
	case ann.AttackerLeaves:
		add(messages.ClashLeaves, attacker)
	case ann.DefenderLeaves:
		add(messages.ClashLeaves, defender)
	}
	// One of these types must have fallen for a flag to be shown.
	fell := l.Types(s.Rules, flagShowers(s.Rules))
	if ann.AttackerShowsFlag {
		add(messages.ClashFell, attacker, fell)
	}
	if ann.DefenderShowsFlag {
		add(messages.ClashFell, defender, fell)
	}
	if ann.AttackerSeen != "" {
		add(messages.ClashSeen, attacker, l.Type(s.Rules, s.Type(ann.AttackerSeen)))
	}
	if ann.DefenderSeen != "" {
		add(messages.ClashSeen, defender, l.Type(s.Rules, s.Type(ann.DefenderSeen)))
	}
	return strings.Join(parts, messages.AnnSeparator.In(l))
}

// flagShowers returns the types whose loss makes their owner show its flag.
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

// Numbered returns a turn as a line of a list.
func (s *Scene) Numbered(l messages.Lang, t *seat.Turn) string {
	return fmt.Sprintf("%4d. %s", t.Number, s.TurnInWords(l, t))
}

// ResultInWords says how a game ended, to players and spectators alike.
func (s *Scene) ResultInWords(l messages.Lang) string {
	r, head, loser := s.Result, "", ""
	if at := slices.IndexFunc(s.Seats, func(x seat.Seating) bool { return x.Seat == s.Table.Seat }); r.You == "lost" && s.scattered() && at >= 0 && s.Seats[at].Out != "" {
		why := messages.ReasonBy.In(l, messages.You.In(l), Why(l, s.Rules, s.Seats[at].Out))
		return messages.ResultBecause.In(l, messages.ResultYouLost.In(l, SeatOf(s.Table.Seat)), why)
	}
	switch r.You {
	case "won":
		head = messages.ResultYouWon.In(l, SeatOf(s.Table.Seat))
	case "lost":
		head, loser = messages.ResultYouLost.In(l, SeatOf(s.Table.Seat)), messages.You.In(l)
	}
	return outcomeSaid(l, s.Rules, r.Draw, r.Reason, SeatsOf(r.Winners), head, loser)
}

// scattered reports whether several teams have lost, each for a reason of its own.
func (s *Scene) scattered() bool {
	losers := engine.SeatsOf(s.Rules.Seats()...) &^ SeatsOf(s.Result.Winners)
	return losers&^s.Rules.Allies(losers.First()) != 0
}

// Why says why seats are out, or why a match is a draw: what [engine.Reason] names.
func Why(l messages.Lang, rs *engine.Ruleset, reason string) string {
	if reason == engine.ByFlag.String() && rs.Rules().Ends.Carry != nil {
		reason += ".carry"
	}
	return messages.Reasons.Of(reason).In(l)
}

// Outcome says a result to whoever did not play.
func Outcome(l messages.Lang, rs *engine.Ruleset, r engine.Result) string {
	return outcomeSaid(l, rs, r.Draw, r.Reason.String(), r.Winners, "", "")
}

// outcomeSaid says a result: who won, in the words of head if there are any, and what the
// losers suffered, who are called you if somebody is.
func outcomeSaid(l messages.Lang, rs *engine.Ruleset, draw bool, reason string, winners engine.SeatSet, head, loser string) string {
	if draw {
		return messages.ResultDraw.In(l, Why(l, rs, reason))
	}
	if head == "" {
		head = messages.ResultWon.In(l, winners.Seats())
	}
	losers := engine.SeatsOf(rs.Seats()...)
	for _, seat := range winners.Seats() {
		losers = losers.Remove(seat)
	}
	switch {
	case losers.Len() > 1 && loser != "":
		loser = messages.YourSide.In(l)
	case losers.Len() > 1 && rs.Allies(losers.Seats()[0]) == losers:
		loser = messages.OtherSide.In(l)
	case losers.Len() > 1:
		loser = messages.LastOfOthers.In(l)
	case loser == "":
		loser = l.Seats(losers.Seats())
	}
	return messages.ResultBecause.In(l, head, messages.ReasonBy.In(l, loser, Why(l, rs, reason)))
}
