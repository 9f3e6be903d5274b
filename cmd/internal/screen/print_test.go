package screen

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/engine/picture"
)

// layouts are the same in all drawings.
var layouts = []engine.Layout{junqi.Layouts()["triangle"], junqi.Layouts()["ambush"]}

// game is a game that has come to some place.
type game struct {
	rules    *engine.Ruleset
	position engine.Position
	facts    *engine.Facts
	last     engine.Move
}

// play plays moves with a referee.
func play(t *testing.T, rules string, moves ...string) game {
	t.Helper()
	rs, err := junqi.Rules(rules)
	require.NoError(t, err)
	referee, err := engine.NewReferee(rs, layouts, engine.Red)
	require.NoError(t, err)
	g := game{rules: rs, facts: engine.NewFacts(rs)}
	for _, text := range moves {
		g.last, err = rs.Board().ParseMove(text)
		require.NoError(t, err)
		before := referee.Position()
		events, err := referee.Play(engine.MoveEvent(before.ToAct(), g.last, false))
		require.NoError(t, err, text)
		for _, e := range events {
			g.facts.Note(&before, e)
			require.NoError(t, before.Apply(e))
		}
	}
	g.position = referee.Position()
	return g
}

// seen is the game as a spectator sees it who sees the armies of some seats besides.
func (g game) seen(near engine.Seat, open ...engine.Seat) picture.View {
	v := picture.View{Rules: g.rules, Near: near, Last: g.last}
	for n := range g.rules.Board().Nodes().All() {
		at := g.position.At(n)
		if at == engine.NoPiece {
			continue
		}
		piece := picture.Piece{Node: n, Seat: at.Seat(), Type: engine.NoType, Moved: g.position.Moved(at), Seen: slices.Contains(open, at.Seat())}
		if piece.Seen {
			piece.Type = layouts[at.Seat()][at.Number()]
		} else if possible := g.facts.Possible(at); possible.Len() == 1 {
			piece.Type = possible.First()
		}
		v.Pieces = append(v.Pieces, piece)
	}
	return v
}

// middle is a game in which pieces were lost, a commander's fall has shown blue's flag, and both sides went into camps.
var middle = []string{"a6xa7", "c7xc6", "e6xe7", "a8xa7", "c5xc6", "a9xa5", "a4xa5", "a10-a9", "b4-b5", "a9-b10", "b6-a6"}

func TestBoards(t *testing.T) {
	start, game := play(t, "standard"), play(t, "standard", middle...)
	mountains := play(t, "standard,mountains=any", "b6-bm")
	for _, c := range []struct {
		name string
		view picture.View
	}{
		{"start-red", start.seen(engine.Red, engine.Red)},
		{"start-blue", start.seen(engine.Blue, engine.Blue)},
		{"game-red", game.seen(engine.Red, engine.Red)},
		{"game-blue", game.seen(engine.Blue, engine.Blue)},
		{"game-public", game.seen(engine.Red)},
		{"game-all", game.seen(engine.Red, engine.Red, engine.Blue)},
		{"mountains-red", mountains.seen(engine.Red, engine.Red)},
	} {
		for _, l := range []struct {
			name string
			lang messages.Lang
		}{{"en", messages.English}, {"zh", messages.Chinese}} {
			t.Run(c.name+"-"+l.name, func(t *testing.T) {
				drawn := printed(c.view, l.lang, false)
				for _, line := range drawn.lines() {
					require.Equal(t, drawn.w, messages.Width(line), "all lines take the same columns: %q", line)
				}
				golden(t, "print-"+c.name+"-"+l.name, drawn.lines())
			})
		}
	}
}

// printed is a board as it is printed.
func printed(v picture.View, lang messages.Lang, colours bool) canvas {
	b := newRenderer(Options{Lang: lang, Colours: colours}).look.printed(v, newGrid(v.Rules, v.Near), 54, 100)
	c := newCanvas(b.w, b.h)
	b.draw(c, 0, 0)
	return c
}

// Colours must not move anything.
func TestColoursTakeNoColumns(t *testing.T) {
	v := play(t, "standard", middle...).seen(engine.Red, engine.Red)
	for _, lang := range []messages.Lang{messages.English, messages.Chinese} {
		plainLines := printed(v, lang, false).lines()
		coloured := strings.Split(printed(v, lang, true).String(), "\n")
		require.Contains(t, coloured[0], "\x1b[")
		for i := range plainLines {
			require.Equal(t, messages.Width(plainLines[i]), messages.Width(coloured[i]))
		}
	}
}

// What a player doesn't know must not be drawn.
func TestBoardHidesTheEnemy(t *testing.T) {
	v := play(t, "standard", "c6-c7").seen(engine.Red, engine.Red)
	for _, line := range printed(v, messages.English, false).lines()[:11] {
		require.NotRegexp(t, `b *[1-9FMB]|[1-9FMB]\?`, strings.TrimLeft(line, " 0123456789"), "an enemy piece shows its type")
	}
}

func TestBesideGoesBelowWhereThereIsNoRoom(t *testing.T) {
	l := newRenderer(Options{}).look
	v := play(t, "standard").seen(engine.Red)
	board := l.printed(v, newGrid(v.Rules, v.Near), 54, 100)
	split := func(panel []line, columns int) []string {
		return strings.Split(strings.TrimSuffix(l.beside(board, panel, columns), "\n"), "\n")
	}
	panel := []line{{text: "panel"}}
	wide := split(panel, 80)
	require.Len(t, wide, board.h)
	require.True(t, strings.HasSuffix(wide[0], "panel"))
	narrow := split(panel, 50)
	require.Len(t, narrow, board.h+2)
	require.Equal(t, "panel", narrow[len(narrow)-1])
	require.Len(t, split(slices.Repeat(panel, 40), 80), 40)
}

// The names of places of a board with slanting arms follow no files and rows: the edge of an arm has none, and the signs
// say how they run. Other boards have them at the edge, and need no such line.
func TestNamesOfSlantingArms(t *testing.T) {
	o := Options{Lang: messages.English}
	for _, c := range []struct{ rules, names string }{
		{"liuguo", "red a11–a65, blue b11–b65, amber c11–c65, teal d11–d65, violet e11–e65, slate f11–f65"},
		{"standard", ""}, {"siguo", ""},
	} {
		rs, err := junqi.Rules(c.rules)
		require.NoError(t, err)
		rows := strings.Split(strings.TrimSpace(PrintLayout(o, rs, engine.Red, layouts[0], 80)), "\n")
		last := strings.TrimSpace(rows[len(rows)-1])
		signs := strings.Join(PrintSigns(o, rs), "\n")
		if c.names != "" {
			require.Contains(t, signs, c.names)
			require.Contains(t, last, "{", "the lowest row of pieces")
		} else {
			require.NotContains(t, signs, "Names of places")
			require.NotContains(t, last, "{", "the names of files")
		}
	}
}
