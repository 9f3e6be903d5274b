package engine

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

const startText = "yxwvu/tsrqp/o1n1m/lk1ji/h1g1f/edcba/ABCDE/F1G1H/IJ1KL/M1N1O/PQRST/UVWXY red move 0 0 0/0 - -/- -"

func TestPositionText(t *testing.T) {
	p := Start(Standard(), Red)
	require.Equal(t, startText, FormatPosition(&p))
	p, err := ParsePosition(Standard(), startText)
	require.NoError(t, err)
	require.Equal(t, Start(Standard(), Red), p)

	mountains, err := Rules("standard,mountains=any")
	require.NoError(t, err)
	p = Start(mountains, Blue)
	require.Equal(t, "yxwvu/tsrqp/o1n1m/lk1ji/h1g1f/edcba/2/ABCDE/F1G1H/IJ1KL/M1N1O/PQRST/UVWXY blue move 0 0 0/0 - -/- -", FormatPosition(&p))
	p, err = ParsePosition(mountains, FormatPosition(&p))
	require.NoError(t, err)
	require.Equal(t, Start(mountains, Blue), p)
}

// A game and what its positions are written as.
func TestPositionTextOfGame(t *testing.T) {
	for _, c := range []struct{ spec, turns, want string }{
		{"standard", "c6xc7", "yxwvu/tsrqp/o1n1m/lk1ji/h1g1f/edcba/ABCDE/F1G1H/IJ1KL/M1N1O/PQRST/UVWXY red c6xc7 1 0 0/0 C -/- -"},
		{"standard", "c6xc7=", "yxwvu/tsrqp/o1n1m/lk1ji/h1g1f/ed1ba/AB1DE/F1G1H/IJ1KL/M1N1O/PQRST/UVWXY blue move 1 0 0/0 C -/- ="},
		{"standard", "c6xc7=!red!b12", "yxwvu/tsrqp/o1n1m/lk1ji/h1g1f/ed1ba/AB1DE/F1G1H/IJ1KL/M1N1O/PQRST/UVWXY red show 1 0 0/0 C !/!b12 ="},
		{"standard", "c6xc7=!b1!b12 b7-c7? b6-c6 pass", "yxwvu/tsrqp/o1n1m/lk1ji/h1g1f/e1dba/A1BDE/F1G1H/IJ1KL/M1N1O/PQRST/UVWXY red move 4 3 0/1 BCd !b1/!b12 -"},
		{"standard", "c6xc7=!b1!b12 b7-c7?", "yxwvu/tsrqp/o1n1m/lk1ji/h1g1f/e1dba/AB1DE/F1G1H/IJ1KL/M1N1O/PQRST/UVWXY red move 2 1 0/0 Cd !b1/!b12 ?"},
		{"standard", "c6xc7= resign", "yxwvu/tsrqp/o1n1m/lk1ji/h1g1f/ed1ba/AB1DE/F1G1H/IJ1KL/M1N1O/PQRST/UVWXY blue red-wins:resignation 1 0 0/0 C -/- ="},
	} {
		r := gameReader{game: Game{Rules: Standard(), First: Red}, position: Start(Standard(), Red)}
		for word := range strings.FieldsSeq(c.turns) {
			require.NoError(t, r.readWord(word))
		}
		require.Equal(t, c.want, FormatPosition(&r.position))
	}
}

// A position after nine plies in which the pieces C and c, at least, were lost.
const laterText = "yxwvu/tsrqp/o1n1m/lk1ji/h1g1f/ed1ba/AB1DE/F1G1H/IJ1KL/M1N1O/PQRST/UVWXY red move 9 0 0/0 C -/- -"

// Each way in which a text can be no position, or one that no events lead to.
func TestParsePositionRefuses(t *testing.T) {
	const (
		board = "yxwvu/tsrqp/o1n1m/lk1ji/h1g1f/ed1ba/AB1DE/F1G1H/IJ1KL/M1N1O/PQRST/UVWXY"
		tail  = " red move 9 0 0/0 C -/- -"
	)
	for _, c := range []struct{ spec, old, new, reason string }{
		// Form.
		{"standard", laterText, "", "position: 1 fields: there are 9"},
		{"standard", " -/- -", " -/-", "8 fields"},
		{"standard", " -/- -", " -/- - ", "10 fields"},
		{"standard", "/UVWXY", "", "the board (\"yxwvu/"},
		{"standard", "/UVWXY", "", "11 rows: this board has 12"},
		{"standard,mountains=any", "", "", "12 rows: this board has 13"},
		{"standard", "UVWXY", "UVWX", `"UVWX" has too few nodes: 5 are due`},
		{"standard", "UVWXY", "UVWX2", `"UVWX2" has too many nodes: 5 are due`},
		{"standard", "UVWXY", "UVWXYC", `"UVWXYC" has too many nodes: 5 are due`},
		{"standard", "UVWXY", "UVWXZ", `'Z' in "UVWXZ": there are A to Y, a to y and 1 to 5`},
		{"standard", "UVWXY", "UVWXé", `there are A to Y`},
		{"standard", "UVWXY", "UVWXE", "the piece E stands on e6 and on e1"},
		{"standard", "UVWXY", "UVW11", `the board ("yxwvu/`},
		{"standard", "UVWXY", "UVW11", `UVW2"`},
		{"standard", " red ", " Red ", `whose turn it is ("Red"): unknown seat`},
		{"standard", " move ", " moves ", `what is owed ("moves"): move, prove, show, an attack as a6xa7, or an end as draw:quiet is due`},
		{"standard", " move ", " a6xz7 ", "move, prove, show"},
		{"standard", " move ", " green-wins:flag ", `"green-wins": draw, red-wins or blue-wins is due`},
		{"standard", " move ", " red-wins:luck ", `"luck" is no reason for a game to end`},
		{"standard", " move ", " draw: ", `"" is no reason for a game to end`},
		{"standard", " move ", " draw:not over ", "10 fields"},
		{"standard", " 9 0 ", " nine 0 ", `the plies ("nine"): a number from 0 to 1000000000 is due`},
		{"standard", " 9 0 ", " -9 0 ", "the plies"},
		{"standard", " 9 0 ", " +9 0 ", `the plies ("+9"): written "9"`},
		{"standard", " 9 0 ", " 1000000001 0 ", "the plies"},
		{"standard", " 9 0 ", " 9 00 ", `the quiet plies ("00"): written "0"`},
		{"standard", " 0/0 ", " 0 ", `the time-outs ("0"): a number`},
		{"standard", " 0/0 ", " 0/0/0 ", `the time-outs ("0/0/0"): a number`},
		{"standard", " C ", " C! ", `the moved pieces ("C!"): '!': there are the letters of pieces`},
		{"standard", " C ", " C(1 ", "(1) is no set of types that this piece may be: after it goes a selection of (123456789)"},
		{"standard", " C ", " C(F) ", "(F) is no set of types that this piece may be"},
		{"standard", " C ", " C(B) ", "(B) is no set of types that this piece may be"},
		{"standard", " C ", " C(z) ", `unknown piece "z"`},
		{"standard", " C ", " C() ", "the piece C may be nothing"},
		{"standard", " C ", " C(123456789) ", `the moved pieces ("C(123456789)"): written "C"`},
		{"standard", " C ", " CB ", `the moved pieces ("CB"): written "BC"`},
		{"standard", " C ", " CC ", `written "C"`},
		{"standard", " -/- ", " - ", `the flags ("-"): written "-/-"`},
		{"standard", " -/- ", " -/-/- ", `the flags ("-/-/-")`},
		{"standard", " -/- ", " !z1/- ", `the flags ("!z1/-"): unknown node "z1"`},
		{"standard", " -/- ", " #z1/- ", `unknown node "z1"`},
		{"standard", " -/- ", " b1/- ", `the flags ("b1/-"): written "-/-"`},
		{"standard", "-/- -", "-/- ??", `the last turn ("??"): written "?"`},
		{"standard", "-/- -", "-/- =?", `written "?="`},
		{"standard", "-/- -", "-/- x", `written "-"`},

		// Pieces.
		{"standard", "AB1DE", "BA1DE", "the piece A stands on b6 but has not moved from a6"},
		{"standard", " C ", " CV ", "the piece V started on b1, which nobody leaves, but has moved"},
		{"standard,hq=free", " C ", " CV ", ""},
		{"standard,camps=own", board + tail, "yxwvu/tsrqp/o1n1m/lk1ji/hBg1f/ed1ba/A2DE/F1G1H/IJ1KL/M1N1O/PQRST/UVWXY red move 9 0 0/0 BC -/- -",
			"the piece B stands in a camp (b8) that it may not enter"},
		{"standard", board + tail, "yxwvu/tsrqp/o1n1m/lk1ji/hBg1f/ed1ba/A2DE/F1G1H/IJ1KL/M1N1O/PQRST/UVWXY red move 9 0 0/0 BC -/- -", ""},
		{"standard", " C ", " C(23) ", "the piece C may be 23, but no way tells these from the others of 23456789"},
		{"standard", " C ", " C(1) ", ""},
		{"standard,mountains=engineers", board + tail, "yxwvu/tsrqp/o1n1m/lk1ji/h1g1f/ed1ba/B1/A2DE/F1G1H/IJ1KL/M1N1O/PQRST/UVWXY red move 9 0 0/0 BC -/- -",
			"the piece B stands on bm, where 23456789 never goes"},
		{"standard,mountains=engineers", board + tail, "yxwvu/tsrqp/o1n1m/lk1ji/h1g1f/ed1ba/B1/A2DE/F1G1H/IJ1KL/M1N1O/PQRST/UVWXY red move 9 0 0/0 B(1)C -/- -", ""},

		// Flags.
		{"standard,show-flag=off", " -/- ", " !b1/- ", "under show-flag=off nobody is told that a commander fell"},
		{"standard", laterText, strings.Replace(startText, " 0 0 0/0 - -/-", " 9 0 0/0 - !b1/-", 1), "red's commander fell, but none of its pieces has left"},
		{"standard", " move ", " show ", "red owes the place of its flag, which follows only on the fall of its commander"},
		{"standard", " move 9 0 0/0 C -/-", " show 9 0 0/0 C !b1/-", "red owes the place of its flag"},
		{"standard,carry=home", " move 9 0 0/0 C -/-", " show 9 0 0/0 C !#b1/-", "red owes the place of its flag"},
		{"standard", " move 9 0 0/0 C -/-", " show 9 0 0/0 C !/-", ""},
		{"standard", " -/- ", " !/- ", "red's commander fell, but its flag was not shown"},
		{"standard,carry=home", " -/- ", " !b1#b1/- ", "red's flag was taken, so it is not shown on b1"},
		{"standard", " -/- ", " !a1/- ", "red's flag can't stand on a1"},
		{"standard", " -/- ", " !b12/- ", "red's flag can't stand on b12"},
		{"standard", board + tail, "yxwvu/tsrqp/o1n1m/lk1ji/h1g1f/ed1ba/AB1DE/F1G1H/IJ1KL/M1N1O/PQRST/U1WXY red move 9 0 0/0 C !b1/- -", "red's flag can't stand on b1"},
		{"standard,hq=free", board + tail, "yxwvu/tsrqp/o1n1m/lk1ji/h1g1f/ed1ba/AB1DE/F1G1H/IJ1KL/M1N1O/PQRST/UCWXY red move 9 0 0/0 C !b1/- -", "red's flag can't stand on b1"},
		{"standard,hq=free", board + tail, "yxwvu/tsrqp/o1n1m/lk1ji/h1g1f/1d1ba/AB1DE/F1G1H/IJ1KL/M1N1O/PQRST/UeWXY red move 9 0 0/0 Ce !b1/- -", "red's flag can't stand on b1"},
		{"standard", " -/- ", " !b1/!d12 ", ""},
		{"standard,carry=home", laterText, strings.Replace(startText, " 0 0 0/0 - -/-", " 9 0 0/0 A -/#A", 1), "blue's flag was taken, but none of its pieces has left"},
		{"standard,carry=home", " C -/- ", " C -/#b ", "blue's flag is carried by a piece of red that has moved and stands on the board"},
		{"standard,carry=home", " C -/- ", " C -/#A ", "blue's flag is carried by a piece of red that has moved"},
		{"standard,carry=home", " C -/- ", " C -/#C ", "blue's flag is carried by a piece of red that has moved"},
		{"standard,carry=home", " C -/- ", " AC -/#A ", ""},
		{"standard", " C -/- ", " C -/#b12 ", "a flag lies nowhere where it need not be carried"},
		{"standard,carry=home", " C -/- ", " C -/#b9 ", ""},
		{"standard,carry=home", " C -/- ", " C -/#c9 ", "blue's flag can't lie on c9"},
		{"standard,carry=home", " C -/- ", " C -/#b6 ", "blue's flag can't lie on b6"},
		{"standard,carry=home", " C -/- ", " C -/#bm ", "blue's flag can't lie on bm"},
		{"standard,carry=home", " C -/- ", " C -/#nowhere ", "unknown node"},

		// Counters.
		{"standard", " 9 0 ", " 9 10 ", "10 quiet plies of 9"},
		{"standard", " 0/0 ", " 3/0 ", ""},
		{"standard", " 9 0 0/0 ", " 5 0 3/3 ", "3 and 3 time-outs in 5 plies"},
		{"standard,clock=off", " 0/0 ", " 1/0 ", "there is no clock, so there are no time-outs"},
		{"standard", " C ", " ABCDEFGHIJ ", "10 pieces have moved in 9 plies"},
		{"standard", " 9 0 ", " 9 9 ", "2 pieces have left in 9 plies, of which the last 9 were quiet"},
		{"standard", "-/- -", "-/- =", ""},
		{"standard", "9 0 0/0 C -/- -", "9 1 0/0 C -/- =", "if both left in the last turn"},
		{"standard", laterText, strings.Replace(startText, " 0 0 0/0 - -/- -", " 9 0 0/0 - -/- =", 1), "if both left in the last turn"},
		{"standard", laterText, strings.Replace(startText, "-/- -", "-/- ?", 1), "a draw is offered with a move, and there was none"},
		{"standard", " move 9 0", " red-wins:resignation 99 71", "71 quiet plies: the game ended after 70"},

		// What is owed.
		{"standard", " 9 0 ", " 99 70 ", "the game is a draw after 70 quiet plies"},
		{"standard,quiet-draw=off", " 9 0 ", " 99 70 ", ""},
		{"standard", " 0/0 ", " 0/4 ", "the time-out 4 loses"},
		{"standard", " C -/- ", " AC -/#A ", "a flag was taken, so the game is over"},
		{"standard,carry=front", " C -/- ", " AC -/#A ", "a flag was carried home, so the game is over"},
		{"standard", " move 9 0 0/0 C -/-", " show 9 1 0/0 C !/-", "a commander fell in the last turn, so it was not quiet"},
		{"standard", " move 9 0 0/0 C -/- -", " prove 9 0 0/0 C -/- =", "who must prove that it can move"},
		{"app", " move ", " prove ", "who must prove that it can move"},
		{"app", " move 9 0 0/0 C -/- -", " prove 9 0 0/0 C -/- =", ""},
		{"standard", " move 9 0 0/0 C", " a6xa7 9 0 0/0 AC", ""},
		{"standard", " move 9 0 0/0 C", " a6-a7 9 0 0/0 AC", `what is owed ("a6-a7"): written "a6xa7"`},
		{"standard", " move ", " a6xa7 ", "a piece that may be 123456789 does not attack from a6 to a7"},
		{"standard", " move 9 0 0/0 C", " a6xb7 9 0 0/0 AC", "a piece that may be 123456789 does not attack from a6 to b7"},
		{"standard", " move ", " c6xc7 ", "on c6 stands no piece of red that attacks one on c7"},
		{"standard", " red move 9 0 0/0 C", " blue a6xa7 9 0 0/0 AC", "on a6 stands no piece of blue that attacks one on a7"},
		{"standard", " move 9 0 0/0 C", " a6xc6 9 0 0/0 AC", "on a6 stands no piece of red that attacks one on c6"},
		{"standard", " move 9 0 0/0 C", " a6xa5 9 0 0/0 AC", "on a6 stands no piece of red that attacks one on a5"},
		{"standard", " move 9 0 0/0 C -/- -", " a6xa7 9 0 0/0 AC -/- =", "an attack is not answered, so in the last turn nobody left"},

		// Ends.
		{"standard", " move ", " red-wins:resignation ", ""},
		{"standard", " move ", " blue-wins:no-move ", ""},
		{"standard", " move ", " draw:agreed ", ""},
		{"standard", " move ", " draw:resignation ", "the game did not end as draw (resignation)"},
		{"standard", " move ", " draw:no-move ", "the game did not end as draw (no-move)"},
		{"standard", " move ", " red-wins:agreed ", "the game did not end as red wins (agreed)"},
		{"standard", laterText, strings.Replace(startText, " move ", " draw:agreed ", 1), "the game did not end as draw (agreed)"},
		{"standard", " move ", " red-wins:flag ", "the game did not end as red wins (flag)"},
		{"standard", " move 9 0 0/0 C -/-", " red-wins:flag 9 0 0/0 AC -/#A", ""},
		{"standard", " move 9 0 0/0 C -/-", " draw:flag 9 0 0/0 AC -/#A", "the game did not end as draw (flag)"},
		{"standard", " move 9 0 0/0 C -/-", " blue-wins:flag 9 0 0/0 AC -/#A", "the game did not end as blue wins (flag)"},
		{"standard,carry=home", " move 9 0 0/0 C -/-", " red-wins:flag 9 0 0/0 AC -/#A", "the game did not end as red wins (flag)"},
		{"standard,carry=front", " move 9 0 0/0 C -/-", " red-wins:flag 9 0 0/0 AC -/#A", ""},
		{"standard,shaken=on", " move 9 0 0/0 C -/-", " red-wins:flag 9 0 0/0 AC !b1/#A", "the game did not end as red wins (flag)"},
		{"standard,shaken=on", " move 9 0 0/0 C -/-", " draw:shaken 9 0 0/0 AC !b1/#A", ""},
		{"standard,shaken=on", " move 9 0 0/0 C -/-", " draw:shaken 9 0 0/0 AC -/#A", "the game did not end as draw (shaken)"},
		{"standard,shaken=on", " move 9 0 0/0 C -/-", " red-wins:shaken 9 0 0/0 AC !b1/#A", "the game did not end as red wins (shaken)"},
		{"standard", " move 9 0 0/0 C -/-", " draw:shaken 9 0 0/0 AC !b1/#A", "the game did not end as draw (shaken)"},
		{"standard", " move 9 0 0/0 C -/-", " red-wins:resignation 9 0 0/0 AC -/#A", "a flag was taken, so the game ended by that"},
		{"standard", " move 9 0 0/0 ", " red-wins:timeouts 9 0 0/4 ", ""},
		{"standard", " move 9 0 0/0 ", " red-wins:timeouts 9 0 4/0 ", "the game did not end as red wins (timeouts)"},
		{"standard", " move 9 0 0/0 ", " red-wins:timeouts 9 0 0/5 ", "the game did not end as red wins (timeouts)"},
		{"standard", " move 9 0 0/0 ", " draw:timeouts 9 0 0/4 ", "the game did not end as draw (timeouts)"},
		{"standard", " move 9 0 0/0 ", " red-wins:timeouts 9 0 4/4 ", "the time-out 4 loses"},
		{"standard", " move 9 0 0/0 ", " red-wins:timeouts 19 0 5/4 ", "the time-out 4 loses"},
		{"standard", " move 9 0 0/0 ", " red-wins:resignation 9 0 0/4 ", "the time-out 4 loses"},
		{"standard", " move 9 0 ", " draw:quiet 99 70 ", ""},
		{"standard", " move 9 0 ", " draw:quiet 99 69 ", "the game did not end as draw (quiet)"},
		{"standard,quiet-draw=off", " move 9 0 ", " draw:quiet 99 70 ", "the game did not end as draw (quiet)"},
		{"standard", " move 9 0 ", " red-wins:quiet 99 70 ", "the game did not end as red wins (quiet)"},
		{"app", " move 9 0 0/0 C -/- -", " draw:last-both 9 0 0/0 C -/- =", ""},
		{"app", " move 9 0 0/0 C -/- -", " red-wins:last-both 9 0 0/0 C -/- =", "the game did not end as red wins (last-both)"},
		{"app", " move ", " draw:last-both ", "the game did not end as draw (last-both)"},
		{"standard", " move 9 0 0/0 C -/- -", " draw:last-both 9 0 0/0 C -/- =", "the game did not end as draw (last-both)"},
		{"standard", " move 9 0 0/0 C -/- -", " draw:agreed 9 0 0/0 C -/- ?", "the game is over, so no draw is offered"},
	} {
		rs, err := Rules(c.spec)
		require.NoError(t, err)
		_, err = ParsePosition(rs, strings.Replace(laterText, c.old, c.new, 1))
		if c.reason == "" {
			require.NoError(t, err, "%s under %s", c.new, c.spec)
		} else {
			require.ErrorContains(t, err, c.reason, "%s under %s", c.new, c.spec)
		}
	}
}

// The positions of honest games, under any rules, are read back as they were.
func TestPositionTextRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rs := drawRules(t)
		first, _ := rs.First()
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		r, err := NewReferee(rs, [NumSeats]Layout{RandomLayout(rs, rng), RandomLayout(rs, rng)}, first)
		require.NoError(t, err)
		for range 200 {
			before := r.position
			if before.phase == PhaseOver {
				break
			}
			e := NoMoveEvent(before.turn)
			if moves := r.LegalMoves(); len(moves) > 0 {
				e = MoveEvent(before.turn, moves[rng.IntN(len(moves))], rng.IntN(9) == 0)
			}
			played, err := r.Play(e)
			require.NoError(t, err)
			for _, e := range played {
				require.NoError(t, before.Apply(e))
				checkPositionText(t, before)
			}
		}
	})
}

// So are those that events of no honest game lead to.
func TestPositionTextOfAnyEvents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rs := drawRules(t)
		first, _ := rs.First()
		_, positions := anyGame(rs, first, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)), 300)
		for _, p := range positions {
			checkPositionText(t, p)
		}
	})
}

func checkPositionText(t require.TestingT, p Position) {
	text := FormatPosition(&p)
	again, err := ParsePosition(p.rules, text)
	require.NoError(t, err, "%s\nunder %s", text, p.rules)
	if again != p {
		require.Equal(t, p, again, text)
	}
}

// What parses is written again as it was, and the game can go on from there.
func FuzzParsePosition(f *testing.F) {
	f.Add("standard", startText, uint64(1))
	f.Add("standard", laterText, uint64(2))
	rng := rand.New(rand.NewPCG(3, 3))
	for _, spec := range []string{"app", "standard,carry=home,scout=on,mountains=engineers,hq=free", "standard,carry=front,bombs-fly=on,camps=own"} {
		rs, err := Rules(spec)
		require.NoError(f, err)
		_, positions := anyGame(rs, Red, rng, 400)
		for i := 0; i < len(positions); i += 100 {
			f.Add(spec, FormatPosition(&positions[i]), uint64(i))
		}
		f.Add(spec, FormatPosition(&positions[len(positions)-1]), uint64(4))
	}
	f.Fuzz(func(t *testing.T, spec, text string, seed uint64) {
		rs, err := Rules(spec)
		if err != nil {
			rs = Standard()
		}
		p, err := ParsePosition(rs, text)
		if err != nil {
			return
		}
		require.Equal(t, text, FormatPosition(&p))
		rng := rand.New(rand.NewPCG(seed, 0))
		for range 20 {
			checkPosition(t, &p)
			for _, e := range anyEvents(&p, rng) {
				if p.Apply(e) == nil {
					checkPositionText(t, p)
					break
				}
			}
		}
	})
}
