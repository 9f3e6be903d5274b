package textboard

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/engine/picture"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
)

var update = flag.Bool("update", false, "write the drawings of testdata anew")

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
				lines := Board(c.view, Style{Lang: l.lang})
				for _, line := range lines {
					require.Equal(t, Columns(c.view, Style{Lang: l.lang}), messages.Width(line), "all lines take the same columns: %q", line)
				}
				golden(t, c.name+"-"+l.name+".txt", lines)
			})
		}
	}
}

func golden(t *testing.T, name string, lines []string) {
	t.Helper()
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	drawn := strings.Join(lines, "\n") + "\n"
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(drawn), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "draw it with go test -update")
	require.Equal(t, string(want), drawn)
}

// Colours must not move anything.
func TestColoursTakeNoColumns(t *testing.T) {
	v := play(t, "standard", middle...).seen(engine.Red, engine.Red)
	for _, lang := range []messages.Lang{messages.English, messages.Chinese} {
		plainLines := Board(v, Style{Lang: lang})
		coloured := Board(v, Style{Lang: lang, Colour: true})
		require.Contains(t, strings.Join(coloured, "\n"), "\x1b[1;31m")
		for i := range plainLines {
			require.Equal(t, messages.Width(plainLines[i]), messages.Width(coloured[i]))
		}
	}
}

// What a player doesn't know must not be drawn.
func TestBoardHidesTheEnemy(t *testing.T) {
	v := play(t, "standard", "c6-c7").seen(engine.Red, engine.Red)
	for _, line := range Board(v, Style{})[1:11] {
		require.NotRegexp(t, `[1-9FMB] ?[\]░]`, strings.TrimLeft(line, " 0123456789"), "an enemy piece shows its type")
	}
}

func TestBesideGoesBelowWhereThereIsNoRoom(t *testing.T) {
	v := play(t, "standard").seen(engine.Red)
	lines := Board(v, Style{})
	width := Columns(v, Style{})
	wide := Beside(lines, width, []string{"panel"}, 80)
	require.Len(t, wide, len(lines))
	require.True(t, strings.HasSuffix(wide[0], "panel"))
	narrow := Beside(lines, width, []string{"panel"}, 50)
	require.Equal(t, "panel", narrow[len(narrow)-1])
	long := make([]string, 40)
	require.Len(t, Beside(lines, width, long, 80), 40)
}

// Every node of any board is drawn where engine/boardplan says, for any seat, in both heights: of
// boards whose rows are shifted by half a cell and of those whose nodes are half a cell apart, too.
func TestNodesAreDrawnAsPlanned(t *testing.T) {
	text, err := os.ReadFile("../../../testdata/rulesets/three-lamps.json")
	require.NoError(t, err)
	fixed := []*engine.Ruleset{}
	shifted, err := engine.ParseRules(text)
	require.NoError(t, err)
	fixed = append(fixed, shifted)
	for _, name := range junqi.Names() {
		rs, err := junqi.Rules(name)
		require.NoError(t, err)
		fixed = append(fixed, rs)
	}
	for _, rs := range fixed {
		requirePlanned(t, rs, engine.Red, Style{Lang: messages.English})
		requirePlanned(t, rs, engine.Blue, Style{Lang: messages.Chinese, Low: true})
	}
	rapid.Check(t, func(t *rapid.T) {
		rs := rulestest.Ruleset(t, rulestest.Any)
		if rapid.Bool().Draw(t, "narrow") {
			rules := rs.Rules()
			for i := range rules.Nodes {
				rules.Nodes[i].X /= 2
			}
			narrow, err := engine.NewRuleset(rules)
			require.NoError(t, err)
			rs = narrow
		}
		near := rapid.SampledFrom(rs.Seats()).Draw(t, "near")
		requirePlanned(t, rs, near, Style{Lang: messages.English, Low: rapid.Bool().Draw(t, "low")})
	})
}

func requirePlanned(t require.TestingT, rs *engine.Ruleset, near engine.Seat, style Style) {
	p := newPen(picture.View{Rules: rs, Near: near}, style)
	rulestest.Drawn(t, rs, near, func(n engine.Node) (x, y int) {
		p.on = map[engine.Node]picture.Piece{n: {Node: n, Seat: near, Type: engine.NoType, Moved: true}}
		lines := p.draw()
		for y, line := range lines {
			require.Equal(t, p.columns(), messages.Width(line), line)
			if before, _, ok := strings.Cut(line, "•"); ok {
				return messages.Width(before), y
			}
		}
		require.Failf(t, "not drawn", "%s in %q", rs.Board().Name(n), lines)
		return
	})
}
