package table

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/engine"
)

var update = flag.Bool("update", false, "write the drawings of testdata anew")

// layouts are the same in all drawings.
var layouts = [2]engine.Layout{engine.Presets()["triangle"], engine.Presets()["ambush"]}

// play plays moves with a referee and gives the view of a spectator.
func play(t *testing.T, rules string, moves ...string) View {
	t.Helper()
	rs, err := engine.Rules(rules)
	require.NoError(t, err)
	referee, err := engine.NewReferee(rs, layouts, engine.Red)
	require.NoError(t, err)
	facts := engine.NewFacts(rs)
	v := View{Rules: rs, Own: func(engine.Piece) engine.Type { return engine.NoType }, Possible: facts.Possible}
	for _, text := range moves {
		m, err := engine.ParseMove(rs.Board(), text)
		require.NoError(t, err)
		pos := referee.Position()
		events, err := referee.Play(engine.MoveEvent(pos.ToAct(), m, false))
		require.NoError(t, err, text)
		for _, e := range events {
			facts.Note(&pos, e)
			require.NoError(t, pos.Apply(e))
		}
		v.Last = m
	}
	pos := referee.Position()
	v.Position = &pos
	return v
}

// from lets the view see what one seat sees.
func from(v View, seat engine.Seat) View {
	v.Near = seat
	v.Own = func(p engine.Piece) engine.Type {
		if p.Seat() == seat {
			return layouts[seat][p.Number()]
		}
		return engine.NoType
	}
	return v
}

func all(v View) View {
	v.Own = func(p engine.Piece) engine.Type { return layouts[p.Seat()][p.Number()] }
	return v
}

// middle is a game in which pieces were lost, a commander's fall has shown blue's flag, and both sides went into camps.
var middle = []string{"a6xa7", "c7xc6", "e6xe7", "a8xa7", "c5xc6", "a9xa5", "a4xa5", "a10-a9", "b4-b5", "a9-b10", "b6-a6"}

func TestBoards(t *testing.T) {
	start, game := play(t, "standard"), play(t, "standard", middle...)
	mountains := play(t, "standard,mountains=any", "b6-bm")
	for _, c := range []struct {
		name string
		view View
	}{
		{"start-red", from(start, engine.Red)},
		{"start-blue", from(start, engine.Blue)},
		{"game-red", from(game, engine.Red)},
		{"game-blue", from(game, engine.Blue)},
		{"game-public", game},
		{"game-all", all(game)},
		{"mountains-red", from(mountains, engine.Red)},
	} {
		for _, l := range []struct {
			name string
			lang words.Lang
		}{{"en", words.English}, {"zh", words.Chinese}} {
			t.Run(c.name+"-"+l.name, func(t *testing.T) {
				lines := Board(c.view, Style{Lang: l.lang})
				for _, line := range lines {
					require.Equal(t, Columns(Style{Lang: l.lang}), words.Width(line), "all lines take the same columns: %q", line)
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
	v := from(play(t, "standard", middle...), engine.Red)
	for _, lang := range []words.Lang{words.English, words.Chinese} {
		plainLines := Board(v, Style{Lang: lang})
		coloured := Board(v, Style{Lang: lang, Colour: true})
		for i := range plainLines {
			require.Contains(t, coloured[i], "\x1b[")
			require.Equal(t, words.Width(plainLines[i]), words.Width(coloured[i]))
		}
	}
}

// What a player doesn't know must not be drawn.
func TestBoardHidesTheEnemy(t *testing.T) {
	v := from(play(t, "standard", "c6-c7"), engine.Red)
	for _, line := range Board(v, Style{})[1:11] {
		require.NotRegexp(t, `[1-9FMB] ?[\]░]`, strings.TrimLeft(line, " 0123456789"), "an enemy piece shows its type")
	}
}

func TestBesideGoesBelowWhereThereIsNoRoom(t *testing.T) {
	v := play(t, "standard")
	lines := Board(v, Style{})
	wide := Beside(lines, Style{}, []string{"panel"}, 80)
	require.Len(t, wide, len(lines))
	require.True(t, strings.HasSuffix(wide[0], "panel"))
	narrow := Beside(lines, Style{}, []string{"panel"}, 50)
	require.Equal(t, "panel", narrow[len(narrow)-1])
	long := make([]string, 40)
	require.Len(t, Beside(lines, Style{}, long, 80), 40)
}
