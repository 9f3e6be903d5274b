package engine_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

const shortGame = `[Rules "standard,mines=exploding"]
[First "blue"]
[Red "63425/8.1.7/B5.69/4.B.7/3M121/MFM23"]
[Blue "72435/9.6.3/B1.58/7.B.6/134M1/22MFM"]
[Result "red wins (resignation)"]

1. a7xa6- c6xc7=
2. b7-c7? b4-b5
3. resign:blue
`

func TestGameText(t *testing.T) {
	g, err := junqi.ParseGame(shortGame)
	require.NoError(t, err)
	require.Equal(t, "standard,mines=exploding", g.Rules.Name().EN)
	require.Equal(t, engine.Blue, g.First)
	require.Equal(t, junqi.Layouts()["triangle"], g.Layouts[engine.Red])
	require.Equal(t, junqi.Layouts()["left-hook"], g.Layouts[engine.Blue])
	require.Len(t, g.Events, 7)
	p, err := g.Replay()
	require.NoError(t, err)
	require.Equal(t, "red wins (resignation)", p.Result().String())
	text, err := junqi.FormatGame(g)
	require.NoError(t, err)
	require.Equal(t, shortGame, text)

	// The same, as a person may write it.
	loose, err := junqi.ParseGame(strings.NewReplacer("\n", "\r\n", "1. a7xa6- ", "\n  a7xa6-\n\t").Replace(shortGame))
	require.NoError(t, err)
	require.Equal(t, g, loose)

	// A seat that resigned may be the seat whose turn it is not.
	turned := strings.NewReplacer("resign:blue", "resign:red", "red wins", "blue wins").Replace(shortGame)
	other, err := junqi.ParseGame(turned)
	require.NoError(t, err)
	require.Equal(t, engine.ResignEvent(engine.Red), other.Events[6])
	text, err = junqi.FormatGame(other)
	require.NoError(t, err)
	require.Equal(t, turned, text)

	text, err = junqi.FormatGame(engine.Game{Rules: junqi.Standard(), First: engine.Red})
	require.NoError(t, err)
	require.Equal(t, "[Rules \"standard\"]\n[First \"red\"]\n[Result \"not over\"]\n", text)
}

func TestParseGameRefuses(t *testing.T) {
	for _, c := range []struct{ old, new, reason string }{
		{`[Rules "standard,mines=exploding"]` + "\n", "", "line 6: there is no tag Rules: add [Rules \"standard\"]"},
		{`[First "blue"]` + "\n", "", "there is no tag First"},
		{`[Result "red wins (resignation)"]` + "\n", "", "there is no tag Result"},
		{"=exploding", "=soft", "line 1: rules: option mines"},
		{`"blue"`, `"green"`, `line 2: unknown seat "green"`},
		{"exploding", "exploding,first=red", "line 2: blue moves first, but under the rules it is red"},
		{"63425", "6342", "line 3: layout: row 1"},
		{"MFM23", "FMM23", "line 3: red: layout: row 6, column 1: a flag"},
		{"/22MFM", "/22MMF", "line 4: blue: layout: row 6, column 5: a flag"},
		{"[Red ", "[White ", `line 3: unknown tag "White": expected one of Rules, First, Red, Blue, Amber, Teal, Violet, Slate, Result`},
		{"[Red ", "[Blue ", "line 4: tag Blue is given twice"},
		{`MFM23"]`, `MFM23]`, `line 3: tag Red: write [Red "value"]`},
		{`[Red "`, `[Red `, `line 3: tag Red: write [Red "value"]`},
		{"3. resign:blue\n", "3. resign:blue\n[First \"blue\"]", "line 10: tag First comes after the first turn"},
		{"3. resign:blue", "4. resign:blue", "line 9: number 4. is out of place before turn 5"},
		{"3. resign:blue", "3. resign:blue 3.", "line 9: number 3. is out of place before turn 6"},
		{"3. resign:blue", "03. resign:blue", "number 03. is out of place"},
		{"3. resign:blue", "3. resigns", "line 9: move \"resigns\""},
		{"3. resign:blue", "3. resign:teal", "unknown seat \"teal\": the seats are red and blue"},
		{"3. resign:blue", "3. absent:blue", "absent by blue: without blue only one team would be left"},
		{"3. resign:blue", "3. resign:red", "line 5: the result is"},
		{"[Red ", "[Teal ", "line 3: a layout of teal, but there are only red and blue"},
		{`"blue"`, `"teal"`, "line 2: teal moves first, but there are only red and blue"},
		{"c6xc7=", "c6xc7 =", "line 7: turn 3, =: an announcement is written without a space"},
		{"c6xc7=", "c6xc7= !b1", "line 7: turn 3, !b1: nothing asks for this announcement"},
		{"3. resign:blue", "3. no-move", "line 9: turn 5, no-move: no-move by blue: the piece on e7 can move"},
		{"3. resign:blue", "3. draw", "line 9: turn 5, draw: draw by blue: not all the others have offered a draw"},
		{"3. resign:blue\n", "", "line 5: the result is \"red wins (resignation)\", but the turns make it \"not over\""},
		{"red wins", "green wins", "line 5: the result is \"green wins (resignation)\", but the turns make it \"red wins (resignation)\""},
		{"3. resign:blue", "3. resign:blue pass", "turn 6, pass: pass by blue: the game is over"},
		{"b7-c7?", "b7-c9", "line 8: turn 3, b7-c9: b7-c9 by blue: no piece of any kind can get from b7 to c9"},
		{"b7-c7?", "b7xc7", "turn 3, b7xc7: under the rules this turn is written b7-c7"},
		{"b4-b5", "c5-a5", "c5-a5 by red: red's own piece"},
		{"b4-b5", "b6-c5", "b6-c5 by red: red's own piece"},
		{"b4-b5", "d6-c6 e7-d6", "line 8: turn 5, e7-d6: e7-d6 by blue: no piece of any kind can get"},
		{"c6xc7=", "c6xc7", "turn 3, b7-c7?: b7-c7 by blue: blue owes an answer"},
		{"c6xc7=", "c6-c7=", "is only allowed after an attack"},
		{"c6xc7=", "c6xc7+", "turn 2, c6xc7+: answer by blue: that is not what is announced when 4 meets 4"},
		{"c6xc7=", "c6xc7#", "under these rules that is never announced"},
		{"c6xc7=", "c6xc7~", "under these rules that is never announced"},
		{"c6xc7=", "c6xc7-(4)", "under these rules that is never announced"},
		{"c6xc7=", "c6xc7+#", "is impossible: no types that these pieces may have"},
	} {
		t.Run(c.new, func(t *testing.T) {
			_, err := junqi.ParseGame(strings.Replace(shortGame, c.old, c.new, 1))
			require.ErrorContains(t, err, c.reason)
		})
	}
	for _, text := range []string{"", "\n\n", "[", "[]", "[Rules", "1.", "a6-a7"} {
		_, err := junqi.ParseGame(text)
		require.ErrorContains(t, err, "game: line ", text)
	}
}

// Where flags are shown, they are where the layouts say.
func TestParseGameChecksFlags(t *testing.T) {
	const text = `[Rules "standard"]
[First "red"]
[Red "63925/8.1.7/B5.64/4.B.7/3M121/MFM23"]
[Blue "63925/8.1.7/B5.64/4.B.7/3M121/MFM23"]
[Result "not over"]

1. c6xc7=!b1!d12
`
	_, err := junqi.ParseGame(text)
	require.NoError(t, err)
	for _, c := range []struct{ said, reason string }{
		{"=!b1!b12", "answer by blue: blue's flag is on d12"},
		{"=!d1!d12", "show by red: red's flag is on b1"},
		{"=!b1!blue", "the place of blue's flag must be shown"},
		{"=!b1", "is impossible: no types that these pieces may have produce it"},
		{"=", "that is not what is announced when 9 meets 9"},
		{"+", "that is not what is announced when 9 meets 9"},
		{"=!red!d12 a7-a8", "a7-a8 by red: red owes the place of its flag"},
	} {
		_, err := junqi.ParseGame(strings.Replace(text, "=!b1!d12", c.said, 1))
		require.ErrorContains(t, err, "game: line 7: turn ")
		require.ErrorContains(t, err, c.reason)
	}
	owed := strings.Replace(text, "=!b1!d12", "=!red!d12", 1)
	g, err := junqi.ParseGame(owed)
	require.NoError(t, err)
	require.Equal(t, engine.EventAnswer, g.Events[len(g.Events)-1].Kind)
	again, err := junqi.FormatGame(g)
	require.NoError(t, err)
	require.Equal(t, owed, again)
}

// A layout that was shown binds its owner even where the other stays hidden.
func TestGameOfOneLayout(t *testing.T) {
	for _, hidden := range []string{"Red", "Blue"} {
		before, rest, _ := strings.Cut(shortGame, "["+hidden)
		_, after, _ := strings.Cut(rest, "\n")
		text := before + after
		_, err := junqi.ParseGame(text)
		require.NoError(t, err)
		for _, c := range []struct{ old, new, red, blue string }{ // the reasons if only that layout is shown
			{"c6xc7=", "c6xc7=!b1!b12", "when 4 meets 123456789", "when 123456789 meets 4"},
			{"c6xc7=", "c6xc7=!d1!d12", "when 4 meets 123456789", "blue's flag is on b12"},
			{"b4-b5", "b2-b3", "the mine on b2 can't go to b3", ""},
			{"b4-b5", "pass", "", ""},
		} {
			_, err := junqi.ParseGame(strings.Replace(text, c.old, c.new, 1))
			reason := c.red
			if hidden == "Red" {
				reason = c.blue
			}
			if reason == "" {
				require.NoError(t, err)
			} else {
				require.ErrorContains(t, err, reason)
			}
		}
	}
}

// Games under any rules, broken off anywhere, with any layouts shown, are read back as
// they were.
func TestGameRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rs := drawRules(t)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		w := watch(t, rs, rng)
		for range 60 {
			if rng.IntN(20) == 0 {
				w.leave(rng)
			}
			if w.position.Phase() == engine.PhaseOver {
				break
			}
			w.turn(rng)
		}
		g := engine.Game{Rules: rs, First: w.first, Events: w.events}
		if rng.IntN(2) == 0 {
			g.Events = g.Events[:rng.IntN(len(g.Events)+1)]
		}
		for seat, l := range w.layouts {
			if rng.IntN(3) > 0 {
				g.Layouts[seat] = l
			}
		}
		requireReadBack(t, g)
	})
}

// requireReadBack writes a game down and reads it.
func requireReadBack(t require.TestingT, g engine.Game) {
	text, err := junqi.FormatGame(g)
	require.NoError(t, err)
	again, err := junqi.ParseGame(text)
	require.NoError(t, err, text)
	require.Equal(t, g.Rules.Digest(), again.Rules.Digest())
	require.Equal(t, g.First, again.First)
	require.Equal(t, g.Layouts, again.Layouts)
	require.Equal(t, len(g.Events), len(again.Events), text)
	for i, e := range g.Events {
		require.Equal(t, e, again.Events[i])
	}
}

// A game that any public event may have gone into, true or not, is read back as it was,
// as long as no layout speaks against it.
func TestGameRoundTripOfAnyEvents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rs := drawRules(t)
		first, _ := rs.First()
		g := engine.Game{Rules: rs, First: first}
		g.Events, _ = anyGame(rs, first, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)), 200)
		requireReadBack(t, g)
	})
}

// anyGame plays events that everybody takes for legal, whatever the pieces would have
// to be, and returns them and each position on the way.
func anyGame(rs *engine.Ruleset, first engine.Seat, rng *rand.Rand, turns int) (events []engine.Event, positions []engine.Position) {
	p := engine.Start(rs, first)
	positions = append(positions, p)
	for range turns {
		for _, e := range anyEvents(&p, rng) {
			if p.Apply(e) == nil {
				events, positions = append(events, e), append(positions, p)
				break
			}
		}
	}
	return events, positions
}

// anyEvents lists some events to try in a position, the last resort at the end.
func anyEvents(p *engine.Position, rng *rand.Rand) (list []engine.Event) {
	rs, seat := p.Rules(), p.ToAct()
	anybody := engine.Seat(rng.IntN(rs.NumSeats()))
	if rng.IntN(300) == 0 {
		list = append(list, engine.AbsentEvent(anybody))
	}
	switch p.Phase() {
	case engine.PhaseAnswer:
		return append(list, anyAnswers(p, rng)...)
	case engine.PhaseShow:
		for _, flag := range anyFlags(p, rng) {
			list = append(list, engine.ShowEvent(seat, flag))
		}
		return list
	}
	switch rng.IntN(40) {
	case 0:
		list = append(list, engine.PassEvent(seat))
	case 1:
		list = append(list, engine.AcceptDrawEvent(seat))
	}
	if rng.IntN(600) == 0 {
		list = append(list, engine.ResignEvent(anybody))
	}
	var quiet, attacking []engine.Event
	for from := range p.Occupied(seat).All() {
		for _, of := range rs.Mobile().Types() {
			for to := range p.Destinations(from, of).All() {
				e := engine.MoveEvent(seat, engine.Move{From: from, To: to}, rng.IntN(8) == 0)
				if attacks(p, e.Move) {
					attacking = append(attacking, e)
				} else {
					quiet = append(quiet, e)
				}
			}
		}
	}
	shuffle(rng, quiet)
	shuffle(rng, attacking)
	if rng.IntN(2) == 0 {
		list = append(list, attacking...)
	}
	list = append(append(list, quiet...), attacking...)
	return append(list, engine.NoMoveEvent(seat))
}

// anyAnswers lists the answers that there may be, with any place of a flag.
func anyAnswers(p *engine.Position, rng *rand.Rand) (list []engine.Event) {
	codes := p.Answers()
	shuffle(rng, codes)
	for _, code := range codes {
		for _, flag := range anyFlags(p, rng) {
			list = append(list, engine.AnswerEvent(p.ToAct(), code, flag))
		}
	}
	return list
}

// anyFlags lists where the flag of the seat to act may stand, and nowhere.
func anyFlags(p *engine.Position, rng *rand.Rand) []engine.Node {
	flags := append(p.Occupied(p.ToAct()).Nodes(), engine.NoNode)
	shuffle(rng, flags)
	return flags
}

func shuffle[T any](rng *rand.Rand, list []T) {
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
}

// What parses is written down in a form that parses to the same game.
func FuzzParseGame(f *testing.F) {
	f.Add(shortGame)
	for _, spec := range []string{"qq", "standard,carry=home,scout=on,mountains=any,hq=free", "standard,mode=open,last-both=draw", "siguo"} {
		g := playToEnd(f, rules(f, spec), rand.New(rand.NewPCG(1, 1)))
		text, err := junqi.FormatGame(g)
		require.NoError(f, err)
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := junqi.ParseGame(text)
		if err != nil {
			return
		}
		written, err := junqi.FormatGame(g)
		require.NoError(t, err)
		again, err := junqi.ParseGame(written)
		require.NoError(t, err)
		require.Equal(t, g.Events, again.Events)
		require.Equal(t, g.Layouts, again.Layouts)
		twice, err := junqi.FormatGame(again)
		require.NoError(t, err)
		require.Equal(t, written, twice)
	})
}
