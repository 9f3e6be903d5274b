package main

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/table"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/engine"
)

// turn is what happened from one choice of a seat to the next: a move with its announcement and the flag that it showed, or
// one event of another kind.
type turn struct {
	number int
	seat   engine.Seat
	events []engine.Event
	after  engine.Position

	written engine.Turn // as it's written down
}

// complete reports whether nothing is owed any more before the next turn.
func (t *turn) complete() bool {
	phase := t.after.Phase()
	return phase == engine.PhaseMove || phase == engine.PhaseOver
}

// move is the turn's move, if it is one.
func (t *turn) move() (m engine.Move, ok bool) {
	if first := t.events[0]; first.Kind == engine.EventMove {
		return first.Move, true
	}
	return engine.Move{}, false
}

// code is the announcement of the turn's clash, if it had one that is answered.
func (t *turn) code() (code engine.Code, ok bool) {
	for _, e := range t.events {
		if e.Kind == engine.EventAnswer {
			return e.Code, true
		}
	}
	return engine.NoCode, false
}

// turnsOf cuts the public history of a game into turns. The first of them need not be the first mover's: the other seat
// may have resigned before.
func turnsOf(rs *engine.Ruleset, first engine.Seat, events []engine.Event) ([]turn, error) {
	written, err := engine.Turns(rs, first, events)
	if err != nil {
		return nil, err
	}
	pos := engine.Start(rs, first)
	var turns []turn
	for _, e := range events {
		inTurn := pos.Phase() == engine.PhaseAnswer || pos.Phase() == engine.PhaseShow
		if err := pos.Apply(e); err != nil {
			return nil, err
		}
		if inTurn {
			last := &turns[len(turns)-1]
			last.events = append(last.events, e)
			last.after = pos
			continue
		}
		turns = append(turns, turn{number: len(turns) + 1, seat: e.Seat, events: []engine.Event{e}, after: pos, written: written[len(turns)]})
	}
	return turns, nil
}

// lastMove is the move that the board should mark: that of the last turn.
func lastMove(turns []turn) engine.Move {
	if len(turns) == 0 {
		return engine.Move{}
	}
	m, _ := turns[len(turns)-1].move()
	return m
}

// turnInWords says what happened in a turn: who, the notation, and what was announced.
func (a *app) turnInWords(rs *engine.Ruleset, t *turn) string {
	who := table.Seat(a.lang, t.seat)
	other := table.Seat(a.lang, t.seat.Other())
	e := t.events[0]
	switch e.Kind {
	case engine.EventPass:
		return a.t(words.TurnPass, who)
	case engine.EventNoMove:
		return a.t(words.TurnNoMove, who)
	case engine.EventResign:
		return a.t(words.TurnResign, who)
	case engine.EventAcceptDraw:
		return a.t(words.TurnAcceptDraw, who)
	}
	line := who + " " + t.written.String()
	var parts []string
	if code, ok := t.code(); ok {
		ann, _ := rs.Announcement(code)
		parts = append(parts, a.clashInWords(who, other, ann))
	}
	for _, e := range t.events {
		if e.Flag != engine.NoNode {
			parts = append(parts, a.t(words.TurnFlagShown, table.Seat(a.lang, e.Seat), e.Flag))
		}
	}
	if e.Offer {
		parts = append(parts, a.t(words.TurnOffer, who))
	}
	if len(parts) == 0 {
		return line
	}
	return line + "  " + strings.Join(parts, a.t(words.AnnSeparator))
}

// clashInWords says an announcement with the seats.
func (a *app) clashInWords(attacker, defender string, ann engine.Announcement) string {
	var parts []string
	switch {
	case ann.FlagTaken:
		parts = append(parts, a.t(words.ClashFlag, attacker, defender))
		if ann.AttackerLeaves { // a bomb, under carry
			parts = append(parts, a.t(words.ClashLeaves, attacker))
		}
	case ann.Repelled:
		parts = append(parts, a.t(words.ClashRepelled, attacker, defender))
	case ann.BothLeave():
		parts = append(parts, a.t(words.ClashBoth))
	case ann.AttackerLeaves:
		parts = append(parts, a.t(words.ClashLeaves, attacker))
	case ann.DefenderLeaves:
		parts = append(parts, a.t(words.ClashLeaves, defender))
	}
	if ann.AttackerCommanderFell {
		parts = append(parts, a.t(words.ClashCommander, attacker))
	}
	if ann.DefenderCommanderFell {
		parts = append(parts, a.t(words.ClashCommander, defender))
	}
	if ann.Seen != engine.NoType {
		parts = append(parts, a.t(words.ClashSeen, defender, table.Word(a.lang, ann.Seen)))
	}
	return strings.Join(parts, a.t(words.AnnSeparator))
}

// result says how a game ended.
func (a *app) result(r engine.Result) string {
	reason := a.t(words.Reasons[r.Reason.String()])
	if r.Draw {
		return a.t(words.ResultDraw, reason)
	}
	return a.t(words.ResultWin, table.Seat(a.lang, r.Winner), reason)
}

// capital makes the first letter of a sentence a capital one.
func capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}
