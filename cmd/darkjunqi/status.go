package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/table"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/engine"
)

// status is what stands beside the board.
type status struct {
	view  table.View
	you   engine.Seat // the seat of the person who looks, if there is one
	yours bool
	left  time.Duration // of the clock of the seat to move; negative: unknown
	last  string        // the last turn in words
}

// panel puts the state of a game into short lines.
func (a *app) panel(st status) []string {
	pos := st.view.Position
	rs := st.view.Rules
	var lines []string
	add := func(text words.Text, args ...any) { lines = append(lines, a.t(text, args...)) }

	switch result := pos.Result(); {
	case result.Over:
		lines = append(lines, a.result(result))
	default:
		add(words.PanelTurn, pos.Ply()+1, a.seat(st, pos.ToAct()))
	}
	if n := rs.QuietDraw(); n > 0 {
		add(words.PanelQuiet, pos.Quiet(), n)
	}
	lines = append(lines, a.clockLines(st)...)
	for _, seat := range []engine.Seat{st.view.Near.Other(), st.view.Near} {
		lines = append(lines, "")
		lines = append(lines, a.losses(st, seat)...)
	}
	if st.last != "" {
		lines = append(lines, "")
		add(words.PanelLast, st.last)
	}
	lines = append(lines, "", a.t(words.PanelSigns))
	if a.lang != words.Chinese { // where the pieces carry their names
		lines = append(lines, letters()...)
	}
	return lines
}

// clockLines says how much time there is, and how many time-outs there were; nothing without a clock.
func (a *app) clockLines(st status) []string {
	pos, rs := st.view.Position, st.view.Rules
	if rs.Clock() == 0 {
		return nil
	}
	line := a.t(words.PanelClock, seconds(rs.Clock()))
	if st.left >= 0 {
		mover := pos.ToAct() // the other's clock stands at a whole move
		line = a.t(words.PanelClocks, a.seat(st, mover), seconds(st.left), a.seat(st, mover.Other()), seconds(rs.Clock()))
	}
	return []string{line, a.t(words.PanelTimeouts, pos.Timeouts(engine.Red), pos.Timeouts(engine.Blue), rs.Timeouts())}
}

// letters explains the letters on the pieces, the strongest first, two to a line.
func letters() []string {
	var lines []string
	types := allTypes()
	slices.Reverse(types)
	for pair := range slices.Chunk(types, 2) {
		line := ""
		for _, t := range pair {
			line += words.Pad(string(t.Letter())+" "+t.String(), 13)
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return lines
}

func seconds(d time.Duration) int { return int(d.Round(time.Second) / time.Second) }

// seat names a seat, and says if it's the reader's own.
func (a *app) seat(st status, seat engine.Seat) string {
	if st.yours && seat == st.you {
		return a.t(words.SeatYou, table.Seat(a.lang, seat))
	}
	return table.Seat(a.lang, seat)
}

// losses counts what a seat has on the board and what it has lost, by type where the viewer sees the types.
func (a *app) losses(st status, seat engine.Seat) []string {
	pos := st.view.Position
	lost, seen := 0, map[engine.Type]int{}
	for number := range engine.ArmySize {
		piece := engine.PieceOf(seat, number)
		if pos.Where(piece) != engine.NoNode {
			continue
		}
		lost++
		if t := st.view.Own(piece); t != engine.NoType {
			seen[t]++
		}
	}
	lines := []string{a.t(words.PanelArmy, a.seat(st, seat), engine.ArmySize-lost, lost)}
	if pos.FlagTaken(seat) && !pos.Result().Over {
		if carrier := pos.Carrier(seat); carrier != engine.NoPiece {
			lines = append(lines, "  "+a.t(words.PanelCarried, pos.Where(carrier)))
		} else {
			lines = append(lines, "  "+a.t(words.PanelLies, pos.FlagLies(seat)))
		}
	}
	var names []string
	for _, t := range allTypes() {
		if n := seen[t]; n > 1 {
			names = append(names, fmt.Sprintf("%s×%d", table.Word(a.lang, t), n))
		} else if n == 1 {
			names = append(names, table.Word(a.lang, t))
		}
	}
	if len(names) > 0 {
		lines = append(lines, "  "+strings.Join(names, " "))
	}
	return lines
}

// board draws the board with the panel beside it.
func (a *app) board(st status) string {
	lines := table.Beside(table.Board(st.view, a.style()), a.style(), a.panel(st), a.width())
	return strings.Join(lines, "\n") + "\n"
}

func (a *app) sayBoard(st status) { fmt.Fprint(a.out, a.board(st)) }
