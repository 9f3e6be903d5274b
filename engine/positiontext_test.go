package engine_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

const startText = "bYXWVU/bTSRQP/bO1N1M/bLK1JI/bH1G1F/bEDCBA/rABCDE/rF1G1H/rIJ1KL/rM1N1O/rPQRST/rUVWXY red move 0 0 0/0 - -/- - -/-"

func TestPositionText(t *testing.T) {
	p := engine.Start(junqi.Standard(), engine.Red)
	require.Equal(t, startText, engine.FormatPosition(&p))
	p, err := engine.ParsePosition(junqi.Standard(), startText)
	require.NoError(t, err)
	require.Equal(t, engine.Start(junqi.Standard(), engine.Red), p)

	mountains, err := junqi.Rules("standard,mountains=any")
	require.NoError(t, err)
	p = engine.Start(mountains, engine.Blue)
	require.Equal(t, "bYXWVU/bTSRQP/bO1N1M/bLK1JI/bH1G1F/bEDCBA/2/rABCDE/rF1G1H/rIJ1KL/rM1N1O/rPQRST/rUVWXY blue move 0 0 0/0 - -/- - -/-", engine.FormatPosition(&p))
	p, err = engine.ParsePosition(mountains, engine.FormatPosition(&p))
	require.NoError(t, err)
	require.Equal(t, engine.Start(mountains, engine.Blue), p)
}

// A game and what its positions are written as.
func TestPositionTextOfGame(t *testing.T) {
	for _, c := range []struct{ result, turns, want string }{
		{"not over", "c6xc7", "bYXWVU/bTSRQP/bO1N1M/bLK1JI/bH1G1F/bEDCBA/rABCDE/rF1G1H/rIJ1KL/rM1N1O/rPQRST/rUVWXY red c6xc7 1 0 0/0 rC -/- - -/-"},
		{"not over", "c6xc7=", "bYXWVU/bTSRQP/bO1N1M/bLK1JI/bH1G1F/bED1BA/rAB1DE/rF1G1H/rIJ1KL/rM1N1O/rPQRST/rUVWXY blue move 1 0 0/0 rC -/- = -/-"},
		{"not over", "c6xc7=!red!b12", "bYXWVU/bTSRQP/bO1N1M/bLK1JI/bH1G1F/bED1BA/rAB1DE/rF1G1H/rIJ1KL/rM1N1O/rPQRST/rUVWXY red show 1 0 0/0 rC !/!b12 = -/-"},
		{"not over", "c6xc7=!b1!b12 b7-c7? b6-c6 pass", "bYXWVU/bTSRQP/bO1N1M/bLK1JI/bH1G1F/bE1DBA/rA1BDE/rF1G1H/rIJ1KL/rM1N1O/rPQRST/rUVWXY red move 4 3 0/1 rBCbD !b1/!b12 - -/-"},
		{"not over", "c6xc7=!b1!b12 b7-c7?", "bYXWVU/bTSRQP/bO1N1M/bLK1JI/bH1G1F/bE1DBA/rAB1DE/rF1G1H/rIJ1KL/rM1N1O/rPQRST/rUVWXY red move 2 1 0/0 rCbD !b1/!b12 ?b -/-"},
		{"red wins (resignation)", "c6xc7= resign:blue", "bYXWVU/bTSRQP/bO1N1M/bLK1JI/bH1G1F/bED1BA/rAB1DE/rF1G1H/rIJ1KL/rM1N1O/rPQRST/rUVWXY blue red:resignation 1 0 0/0 rC -/- = -/resignation"},
	} {
		g, err := junqi.ParseGame("[Rules \"standard\"]\n[First \"red\"]\n[Result \"" + c.result + "\"]\n" + c.turns)
		require.NoError(t, err)
		p, err := g.Replay()
		require.NoError(t, err)
		require.Equal(t, c.want, engine.FormatPosition(&p))
	}
}

// laterText is a position after nine plies in which, at least, the pieces of number 2 of
// both were lost.
const laterText = "bYXWVU/bTSRQP/bO1N1M/bLK1JI/bH1G1F/bED1BA/rAB1DE/rF1G1H/rIJ1KL/rM1N1O/rPQRST/rUVWXY red move 9 0 0/0 rC -/- - -/-"

// changed is a position's text in which words as "owed=show" change fields, and words as
// "rAB>rBA" what stands on the board; "start" is a word for the board at the start.
func changed(text, changes string) string {
	names := []string{"board", "turn", "owed", "ply", "quiet", "timeouts", "moved", "flags", "marks", "outs"}
	fields := strings.Split(text, " ")
	for word := range strings.FieldsSeq(changes) {
		if name, value, ok := strings.Cut(word, "="); ok && slices.Contains(names, name) {
			fields[slices.Index(names, name)] = value
		} else if was, is, ok := strings.Cut(word, ">"); ok {
			fields[0] = strings.Replace(fields[0], was, is, 1)
		} else {
			fields[0] = strings.Split(startText, " ")[0]
		}
	}
	return strings.Join(fields, " ")
}

// Each way that a text can fail to be a position, or be one that no events lead to.
func TestParsePositionRefuses(t *testing.T) {
	for text, reason := range map[string]string{
		"":                                      "position: 1 fields: there are 10",
		laterText[:len(laterText)-4]:            "9 fields",
		laterText + " ":                         "11 fields",
		laterText + strings.Repeat("x", 10_000): "the longest allowed",
	} {
		_, err := engine.ParsePosition(junqi.Standard(), text)
		require.ErrorContains(t, err, reason)
	}
	for _, c := range []struct{ spec, changes, reason string }{
		// Form.
		{"standard", "/rUVWXY>", "11 rows: this board has 12"},
		{"standard", "/rUVWXY>", "the board (\"bYXWVU/"},
		{"standard,mountains=any", "", "12 rows: this board has 13"},
		{"standard", "rUVWXY>rUVWX", `"rUVWX" has too few nodes: expected 5`},
		{"standard", "rUVWXY>rUVWX2", `"rUVWX2" has too many nodes: expected 5`},
		{"standard", "rUVWXY>rUVWX99999999999999999999", "too many nodes: expected 5"},
		{"standard", "rUVWXY>rUVWXYC", `"rUVWXYC" has too many nodes: expected 5`},
		{"standard", "rUVWXY>rUVWXZ", `'Z' is not a piece: expected an initial of a seat (rb), then letters of its pieces (ABCDEFGHIJKLMNOPQRSTUVWXY)`},
		{"standard", "rUVWXY>rUVWXé", "is not a piece"},
		{"standard", "rUVWXY>UVWXY", "'U' is not a piece"},
		{"standard", "rUVWXY>aUVWXY", "'U' is not a piece"},
		{"standard", "rUVWXY>rUVWXr", "'r' is not a piece"},
		{"standard", "rUVWXY>rUVWXE", "the piece rE stands on e6 and on e1"},
		{"standard", "rUVWXY>rUVW11", `"rUVW11" has too many nodes: expected 5`},
		{"standard", "rUVWXY>rUVWrXY", `rUVWXY"`},
		{"standard", "rUVWXY>0rUVWXY", `rUVWXY"`},
		{"standard", "turn=Red", `whose turn it is ("Red"): unknown seat`},
		{"standard", "turn=amber", `unknown seat "amber": the seats are red and blue`},
		{"standard", "owed=moves", `what is owed ("moves"): expected move, prove, show, an attack such as a6xa7, or an end such as draw:quiet`},
		{"standard", "owed=a6xz7", "move, prove, show"},
		{"standard", "owed=green:flag", `"green": expected draw, or the winner, such as red`},
		{"standard", "owed=red+:flag", `"red+": expected draw`},
		{"standard", "owed=red:luck", `"luck" is not a reason for a game to end`},
		{"standard", "owed=draw:", `"" is not a reason for a game to end`},
		{"standard", "ply=nine", `the plies ("nine"): expected a number from 0 to 1000000000`},
		{"standard", "ply=-9", "the plies"},
		{"standard", "ply=+9", `the plies ("+9"): write "9"`},
		{"standard", "ply=1000000001", "the plies"},
		{"standard", "quiet=00", `the quiet plies ("00"): write "0"`},
		{"standard", "timeouts=0", `the time-outs ("0"): 1 parts: there are 2`},
		{"standard", "timeouts=0/0/0", "3 parts: there are 2"},
		{"standard", "timeouts=0/x", `the time-outs ("0/x"): expected a number`},
		{"standard", "moved=rC!", `the moved pieces ("rC!"): '!' is not a piece`},
		{"standard", "moved=C", "'C' is not a piece"},
		{"standard", "moved=rC(1", "(1) is not a set of types that this piece may be: expected a selection of (123456789)"},
		{"standard", "moved=rC(F)", "(F) is not a set of types that this piece may be"},
		{"standard", "moved=rC(B)", "(B) is not a set of types that this piece may be"},
		{"standard", "moved=rC(z)", `unknown piece "z"`},
		{"standard", "moved=rC()", "the piece rC has no possible type"},
		{"standard", "moved=rA[]rC", "the piece rA has no possible type"},
		{"standard", "moved=rC(123456789)", `the moved pieces ("rC(123456789)"): write "rC"`},
		{"standard", "moved=rCB", `the moved pieces ("rCB"): write "rBC"`},
		{"standard", "moved=rCC", `write "rC"`},
		{"standard", "moved=rCrB", `write "rBC"`},
		{"standard", "flags=-", `the flags ("-"): 1 parts: there are 2`},
		{"standard", "flags=-/-/-", "3 parts: there are 2"},
		{"standard", "flags=!z1/-", `the flags ("!z1/-"): there is no node "z1"`},
		{"standard", "flags=#@z1/-", `there is no node "z1"`},
		{"standard", "marks=??", "after ? go the initials of seats, of rb"},
		{"standard", "marks=?a", "after ? go the initials of seats, of rb"},
		{"standard", "marks=?", `write "-"`},
		{"standard", "marks==?b", `write "-"`},
		{"standard", "marks=x", `write "-"`},
		{"standard", "outs=-", "1 parts: there are 2"},
		{"standard", "outs=-/luck", `"luck" is not a reason`},

		// Pieces.
		{"standard", "rAB>rBA", "the piece rA stands on b6 but has not moved from a6"},
		{"standard", "moved=rCV", "piece rV started on b1, which no piece can leave, but it has moved"},
		{"standard,hq=free", "moved=rCV", ""},
		{"standard,camps=own", "rAB1>rA2 bH1G>bHrBbG moved=rBC", "the piece rB stands on b8, which only blue enters"},
		{"standard", "rAB1>rA2 bH1G>bHrBbG moved=rBC", ""},
		{"standard", "moved=rC(23)", "the piece rC may be 23, but nothing distinguishes these from the others of 23456789"},
		{"standard", "moved=rC(1)", ""},
		{"standard", "moved=rA[1]C", "the piece rA may be 1, but nothing shows that of a piece that has not moved"},
		{"standard", "moved=rA[12]C", "nothing shows that"},
		{"standard,mountains=engineers", "bED1BA/>bED1BA/rB1/ rAB1>rA2 moved=rBC", "the piece rB stands on bm, where 23456789 never goes"},
		{"standard,mountains=engineers", "bED1BA/>bED1BA/rB1/ rAB1>rA2 moved=rB(1)C", ""},

		// Flags.
		{"standard,show-flag=off", "flags=!b1/-", "1 pieces of red whose fall shows a flag have fallen, but there are 0"},
		{"standard", "flags=!!b1/-", "2 pieces of red whose fall shows a flag have fallen, but there are 1"},
		{"standard", "start ply=9 moved=- flags=!b1/-", "1 pieces of red whose fall shows a flag have fallen, but only 0 have left"},
		{"standard", "owed=show", "red owes the place of its flag, which follows only on the fall of a piece that shows it"},
		{"standard", "owed=show flags=!b1/-", "red owes the place of its flag"},
		{"standard,carry=home", "owed=show flags=!#@b1/-", "red owes the place of its flag, but that was taken"},
		{"standard", "owed=show flags=!/-", ""},
		{"standard", "flags=!/-", "a piece of red whose fall shows its flag has fallen, but the flag was not shown"},
		{"standard", "flags=b1/-", "red's flag was shown, but no piece whose fall shows it has fallen"},
		{"standard,carry=home", "flags=!b1#@b1/-", "red's flag was taken, so it is not shown on b1"},
		{"standard", "flags=!a1/-", "red's flag can't be on a1"},
		{"standard", "flags=!b12/-", "red's flag can't be on b12"},
		{"standard", "rUVWXY>rU1WXY flags=!b1/-", "red's flag can't be on b1"},
		{"standard,hq=free", "rUVWXY>rUCWXY flags=!b1/-", "red's flag can't be on b1"},
		{"standard,hq=free", "bED1BA>1bD1BA rUVWXY>rUbErWXY moved=rCbE flags=!b1/-", "red's flag can't be on b1"},
		{"standard", "flags=!b1/!d12", ""},
		{"standard,carry=home", "start ply=9 moved=rA flags=-/#rA", "blue's flag was taken, but none of its pieces has left"},
		{"standard,carry=home", "flags=-/#bB", "blue's flag is carried by a piece of an enemy that has moved and stands on the board"},
		{"standard,carry=home", "flags=-/#rA", "blue's flag is carried by a piece of an enemy that has moved"},
		{"standard,carry=home", "flags=-/#rC", "blue's flag is carried by a piece of an enemy that has moved"},
		{"standard,carry=home", "moved=rAC flags=-/#rA", ""},
		{"standard", "flags=-/#@b12", "blue's flag was taken, so it went out by that"},
		{"standard", "flags=-/#", "blue's flag was taken, but nobody carries it, and it lies nowhere"},
		{"standard,carry=home", "flags=-/#@b9", ""},
		{"standard,carry=home", "flags=-/#b9", `'9' is not a piece`},
		{"standard,carry=home", "flags=-/#@c9", "blue's flag can't lie on c9"},
		{"standard,carry=home", "flags=-/#@b6", "blue's flag can't lie on b6"},
		{"standard,carry=home", "flags=-/#@bm", `there is no node "bm"`},
		{"standard,carry=home", "flags=-/#@nowhere", "there is no node"},

		// Counters.
		{"standard", "quiet=10", "10 quiet plies of 9"},
		{"standard", "timeouts=3/0", ""},
		{"standard", "ply=5 timeouts=3/3", "6 time-outs in 5 plies"},
		{"standard,clock=off", "timeouts=1/0", "there is no clock, so there are no time-outs"},
		{"standard", "moved=rABCDEFGHIJ", "10 pieces have moved in 9 plies"},
		{"standard", "quiet=9", "2 pieces have left in 9 plies, of which the last 9 were quiet"},
		{"standard", "marks==", ""},
		{"standard", "quiet=1 marks==", "if both left in the last turn"},
		{"standard", "start ply=9 moved=- marks==", "if both left in the last turn"},
		{"standard", "start ply=0 moved=- marks=?b", "a draw is offered with a move, and no move was made"},
		{"standard", "marks=?r", "an offer stands until its seat's next turn, and this is red's"},
		{"standard", "marks=?b", ""},
		{"standard", "marks=?b=", ""},
		{"standard", "owed=red:resignation ply=99 quiet=71 outs=-/resignation", "71 quiet plies: the game ended after 70"},

		// What is owed.
		{"standard", "ply=99 quiet=70", "the game is a draw after 70 quiet plies"},
		{"standard,quiet-draw=off", "ply=99 quiet=70", ""},
		{"standard", "timeouts=0/4", "time-out 4 loses"},
		{"standard", "moved=rAC flags=-/#rA", "blue's flag was taken, so it went out by that"},
		{"standard,carry=front", "moved=rAC flags=-/#rA", "blue's flag was carried home, so the game is over"},
		{"standard", "owed=show quiet=1 flags=!/-", "a flag is shown after a clash, so the last turn was not quiet"},
		{"standard", "owed=prove marks==", "must a seat prove that it can move"},
		{"app", "owed=prove", "must a seat prove that it can move"},
		{"app", "owed=prove marks==", ""},
		{"standard", "owed=a6xa7 moved=rAC", ""},
		{"standard", "owed=a6-a7 moved=rAC", `what is owed ("a6-a7"): write "a6xa7"`},
		{"standard", "owed=a6xa7", "a piece that may be 123456789 does not attack from a6 to a7"},
		{"standard", "owed=a6xb7 moved=rAC", "a piece that may be 123456789 does not attack from a6 to b7"},
		{"standard", "owed=c6xc7", "c6 has no piece of red that attacks one on c7"},
		{"standard", "turn=blue owed=a6xa7 moved=rAC", "a6 has no piece of blue that attacks one on a7"},
		{"standard", "owed=a6xc6 moved=rAC", "a6 has no piece of red that attacks one on c6"},
		{"standard", "owed=a6xa5 moved=rAC", "a6 has no piece of red that attacks one on a5"},
		{"standard", "owed=a6xa7 moved=rAC marks==", "an attack is not answered, so in the last turn nobody left"},
		{"standard", "outs=-/resignation", "one team is left, so the game is over"},
		{"standard", "outs=resignation/-", "red is out, so it is not its turn"},

		// Ends.
		{"standard", "owed=red:resignation outs=-/resignation", ""},
		{"standard,resign-from=9", "owed=red:resignation outs=-/resignation", ""},
		{"standard,resign-from=10", "owed=red:resignation outs=-/resignation", "outs: blue can't have the reason resignation in this position"},
		{"standard", "owed=red:resignation", "the game did not end as red wins (resignation)"},
		{"standard", "owed=red:resignation outs=-/no-move", "the game did not end as red wins (resignation)"},
		{"standard", "owed=red:resignation outs=resignation/-", "the game did not end as red wins (resignation)"},
		{"standard", "owed=red+blue:resignation outs=-/resignation", "the game did not end as red and blue win (resignation)"},
		{"standard", "owed=red:resignation outs=resignation/resignation", "the game did not end as red wins (resignation)"},
		{"standard", "owed=blue:no-move outs=no-move/-", ""},
		{"standard", "owed=blue:absent outs=absent/-", "outs: red can't have the reason absent in this position"},
		{"standard", "owed=draw:agreed", ""},
		{"standard", "owed=draw:agreed outs=-/resignation", "the game did not end as draw (agreed)"},
		{"standard", "owed=draw:resignation", "the game did not end as draw (resignation)"},
		{"standard", "owed=draw:no-move", "the game did not end as draw (no-move)"},
		{"standard", "owed=red:agreed outs=-/agreed", "outs: blue can't have the reason agreed in this position"},
		{"standard", "start owed=draw:agreed ply=0 moved=-", "the game did not end as draw (agreed)"},
		{"standard", "owed=red:flag outs=-/flag", "outs: blue can't have the reason flag in this position"},
		{"standard", "owed=red:flag moved=rAC flags=-/#rA outs=-/flag", ""},
		{"standard", "owed=draw:flag moved=rAC flags=-/#rA outs=-/flag", "the game did not end as draw (flag)"},
		{"standard", "owed=blue:flag moved=rAC flags=-/#rA outs=-/flag", "the game did not end as blue wins (flag)"},
		{"standard,carry=home", "owed=red:flag moved=rAC flags=-/#rA outs=-/flag", "outs: blue can't have the reason flag in this position"},
		{"standard,carry=front", "owed=red:flag moved=rAC flags=-/#rA outs=-/flag", ""},
		{"standard,shaken=on", "owed=red:flag moved=rAC flags=!b1/#rA outs=-/flag", "the game did not end as red wins (flag)"},
		{"standard,shaken=on", "owed=draw:shaken moved=rAC flags=!b1/#rA", ""},
		{"standard,shaken=on", "owed=draw:shaken moved=rAC flags=-/#rA", "the game did not end as draw (shaken)"},
		{"standard", "owed=draw:shaken moved=rAC flags=!b1/#rA", "the game did not end as draw (shaken)"},
		{"standard", "owed=red:flag moved=rAC flags=!/#rA outs=-/flag", ""},
		{"standard", "owed=red:resignation flags=!/- outs=-/resignation", "a piece of red whose fall shows its flag has fallen, but the flag was not shown"},
		{"standard", "owed=red:resignation moved=rAC flags=-/#rA outs=-/resignation", "blue's flag was taken, so it went out by that"},
		{"standard", "owed=red:timeouts timeouts=0/4 outs=-/timeouts", ""},
		{"standard", "owed=red:timeouts timeouts=4/0 outs=-/timeouts", "time-out 4 loses"},
		{"standard", "owed=red:timeouts timeouts=0/5 outs=-/timeouts", "outs: blue can't have the reason timeouts in this position"},
		{"standard", "owed=draw:timeouts timeouts=0/4 outs=-/timeouts", "the game did not end as draw (timeouts)"},
		{"standard", "owed=red:timeouts timeouts=4/4 outs=-/timeouts", "time-out 4 loses"},
		{"standard", "owed=red:resignation timeouts=0/4 outs=-/resignation", "time-out 4 loses"},
		{"standard", "owed=draw:quiet ply=99 quiet=70", ""},
		{"standard", "owed=draw:quiet ply=99 quiet=69", "the game did not end as draw (quiet)"},
		{"standard,quiet-draw=off", "owed=draw:quiet ply=99 quiet=70", "the game did not end as draw (quiet)"},
		{"app", "owed=draw:last-both marks==", ""},
		{"app", "owed=draw:last-both", "the game did not end as draw (last-both)"},
		{"standard", "owed=draw:last-both marks==", "the game did not end as draw (last-both)"},
		{"standard", "owed=draw:agreed marks=?b", "the game is over, so no draw is offered"},
	} {
		_, err := engine.ParsePosition(rules(t, c.spec), changed(laterText, c.changes))
		if c.reason == "" {
			require.NoError(t, err, "%s under %s", c.changes, c.spec)
		} else {
			require.ErrorContains(t, err, c.reason, "%s under %s", c.changes, c.spec)
		}
	}
}

// With more than two seats there is more that can't be: a seat that is out has left with
// its flag, and the others play on.
func TestParsePositionOfFourRefuses(t *testing.T) {
	s := set(t, siguo, engine.Red, fourWalkers+"r7@p8 b4@l7 t3@d7").play(round + roundBack + "p8xq8+#")
	text := changed(engine.FormatPosition(s.position), "ply=300")
	require.Equal(t, "3aV1/5/5/5/4aF/5/4tF10/tV11/15/11rA/3tL11/5/5/5/rM4/5/1rV3 amber move 300 0 0/0/0/0 rAMbFaFtF -/#/-/- - -/flag/-/-", text)
	for _, c := range []struct{ spec, changes, reason string }{
		{siguo, "", ""},
		{ffa, "", ""},
		{siguo, "marks=?rt", ""},
		{siguo, "marks=?b", "a draw is offered by a seat that is out"},
		{siguo, "marks=?a", "an offer stands until its seat's next turn, and this is amber's"},
		{siguo, "turn=blue", "blue is out, so it is not its turn"},
		{siguo, "outs=-/-/-/-", "blue's flag was taken, but nobody carries it, and it lies nowhere"},
		{siguo, "outs=-/no-move/-/-", "blue's flag was taken, so it went out by that"},
		{siguo, "flags=-/-/-/-", "outs: blue can't have the reason flag in this position"},
		{siguo, "flags=-/-/-/- outs=-/no-move/-/-", ""},
		{siguo, "flags=-/-/-/- outs=-/absent/-/-", ""},
		{siguo, "flags=-/!#/-/-", ""},
		{siguo, "flags=-/#@q8/-/-", "blue is out, so its flag has left the board"},
		{siguo, "flags=-/#rA/-/-", "blue is out, so its flag has left the board"},
		{siguo, "timeouts=0/5/0/0", "time-out 5 loses"},
		{siguo, "timeouts=5/0/0/0", "time-out 5 loses"},
		{siguo, "outs=resignation/flag/-/-", "red is out, so its pieces have left the board"},
		{siguo, "3aV1>5 4aF>5 turn=red outs=-/flag/resignation/-", ""},
		{siguo, "4tF10>15 tV11>12 3tL11>15 outs=-/flag/-/resignation", "one team is left, so the game is over"},
		{siguo, "4tF10>15 tV11>12 3tL11>15 owed=red+amber:resignation outs=-/flag/-/resignation", ""},
		{siguo, "4tF10>15 tV11>12 3tL11>15 owed=red+amber:flag outs=-/flag/-/resignation", ""},
		{siguo, "4tF10>15 tV11>12 3tL11>15 owed=red:resignation outs=-/flag/-/resignation", "the game did not end as red wins (resignation)"},
		{siguo, "4tF10>15 tV11>12 3tL11>15 owed=red+amber:no-move outs=-/flag/-/resignation", "the game did not end as red and amber win (no-move)"},
		{siguo, "4tF10>15 tV11>12 3tL11>15 owed=red+amber:absent outs=-/flag/-/absent", "the game did not end as red and amber win (absent)"},
		{siguo, "owed=red+amber:flag", "the game did not end as red and amber win (flag)"},
		{siguo, "owed=prove marks==", "must a seat prove that it can move"},
		{siguo, "4aF>5", "amber plainly can't move, so it is out"},
	} {
		_, err := engine.ParsePosition(rules(t, c.spec), changed(text, c.changes))
		if c.reason == "" {
			require.NoError(t, err, c.changes)
		} else {
			require.ErrorContains(t, err, c.reason, c.changes)
		}
	}
}

// The positions of honest games, under any rules, are read back as they were.
func TestPositionTextRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		w := watch(t, drawRules(t), rng)
		for range 200 {
			if w.position.Phase() == engine.PhaseOver {
				break
			}
			before, from := *w.position, len(w.events)
			if rng.IntN(40) == 0 {
				w.leave(rng)
			} else {
				w.turn(rng)
			}
			for _, e := range w.events[from:] {
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

func checkPositionText(t require.TestingT, p engine.Position) {
	text := engine.FormatPosition(&p)
	again, err := engine.ParsePosition(p.Rules(), text)
	require.NoError(t, err, "%s\nunder %s", text, p.Rules().Name().EN)
	if again != p {
		require.Equal(t, p, again, text)
	}
}

// What parses is written again as it was, and the game can go on from there.
func FuzzParsePosition(f *testing.F) {
	f.Add("standard", startText, uint64(1))
	f.Add("standard", laterText, uint64(2))
	rng := rand.New(rand.NewPCG(3, 3))
	for _, spec := range []string{"app", "standard,carry=home,scout=on,mountains=engineers,hq=free", "standard,carry=front,bombs-fly=on,camps=own", "siguo", "siguo,seats=3,teams=all"} {
		rs, err := junqi.Rules(spec)
		require.NoError(f, err)
		_, positions := anyGame(rs, engine.Red, rng, 400)
		for i := 0; i < len(positions); i += 100 {
			f.Add(spec, engine.FormatPosition(&positions[i]), uint64(i))
		}
		f.Add(spec, engine.FormatPosition(&positions[len(positions)-1]), uint64(4))
	}
	made := map[string]*engine.Ruleset{} // to make one takes longer than the rest
	f.Fuzz(func(t *testing.T, spec, text string, seed uint64) {
		rs := made[spec]
		if rs == nil {
			var err error
			if rs, err = junqi.Rules(spec); err != nil {
				rs = junqi.Standard()
			}
			if len(made) > 100 {
				clear(made)
			}
			made[spec] = rs
		}
		p, err := engine.ParsePosition(rs, text)
		if err != nil {
			return
		}
		require.Equal(t, text, engine.FormatPosition(&p))
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

// A node may be called as a piece is written: the text still tells a flag that lies
// there from one that this piece carries.
func TestPositionTextTellsNodesFromPieces(t *testing.T) {
	text := string(loadRuleset(t, "stratego.json").Text())
	text = strings.ReplaceAll(text, `"a5"`, `"rc"`)
	text = strings.Replace(text, `"carry":null`, `"carry":{"to":[["a1"],["a10"]],"beside":false}`, 1)
	rs, err := engine.ParseRules([]byte(text))
	require.NoError(t, err)
	place, _ := rs.Board().Node("rc")
	start := engine.Start(rs, engine.Red)
	words := strings.Fields(engine.FormatPosition(&start))

	// Some piece of blue has left, and red's piece c has moved.
	words[0], words[3], words[6] = strings.Replace(words[0], "A/", "1/", 1), "9", "rc"
	for _, c := range []struct {
		flags   string
		carrier engine.Piece
		lies    engine.Node
	}{
		{"-/#rc", engine.PieceOf(engine.Red, 26), engine.NoNode},
		{"-/#@rc", engine.NoPiece, place},
	} {
		words[7] = c.flags
		p, err := engine.ParsePosition(rs, strings.Join(words, " "))
		require.NoError(t, err)
		require.Equal(t, c.carrier, p.Carrier(engine.Blue))
		require.Equal(t, c.lies, p.FlagLies(engine.Blue))
		require.Equal(t, strings.Join(words, " "), engine.FormatPosition(&p))
	}
}
