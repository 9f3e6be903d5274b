package engine

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

const shortGame = `[Rules "standard,mines=exploding"]
[First "blue"]
[Red "63425/8.1.7/B5.69/4.B.7/3M121/MFM23"]
[Blue "72435/9.6.3/B1.58/7.B.6/134M1/22MFM"]
[Result "red wins (resignation)"]

1. a7xa6- c6xc7=
2. b7-c7? b4-b5
3. resign
`

func TestGameText(t *testing.T) {
	g, err := ParseGame(shortGame)
	require.NoError(t, err)
	require.Equal(t, "standard,mines=exploding", g.Rules.String())
	require.Equal(t, Blue, g.First)
	require.Equal(t, Presets()["triangle"], *g.Layouts[Red])
	require.Equal(t, Presets()["left-hook"], *g.Layouts[Blue])
	require.Len(t, g.Events, 7)
	p, err := g.Replay()
	require.NoError(t, err)
	require.Equal(t, "red wins (resignation)", p.Result().String())
	text, err := FormatGame(g)
	require.NoError(t, err)
	require.Equal(t, shortGame, text)

	// The same, as a person may write it.
	loose, err := ParseGame(strings.NewReplacer("\n", "\r\n", "1. a7xa6- ", "\n  a7xa6-\n\t").Replace(shortGame))
	require.NoError(t, err)
	require.Equal(t, g, loose)

	// Who resigned says the result, not whose turn it was.
	other, err := ParseGame(strings.Replace(shortGame, "red wins", "blue wins", 1))
	require.NoError(t, err)
	require.Equal(t, ResignEvent(Red), other.Events[6])
	text, err = FormatGame(other)
	require.NoError(t, err)
	require.Equal(t, strings.Replace(shortGame, "red wins", "blue wins", 1), text)

	text, err = FormatGame(Game{Rules: Standard(), First: Red})
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
		{"exploding", "exploding,first=red", "line 2: blue moves first, but by the rules it is red"},
		{"63425", "6342", "line 3: layout: row 1"},
		{"MFM23", "FMM23", "line 3: red: layout: row 6, column 1: a flag"},
		{"/22MFM", "/22MMF", "line 4: blue: layout: row 6, column 5: a flag"},
		{"[Red ", "[White ", `line 3: unknown tag "White": there are Rules, First, Red, Blue, Result`},
		{"[Red ", "[Blue ", "line 4: tag Blue stands twice"},
		{`MFM23"]`, `MFM23]`, `line 3: tag Red: write [Red "value"]`},
		{`[Red "`, `[Red `, `line 3: tag Red: write [Red "value"]`},
		{"3. resign\n", "3. resign\n[First \"blue\"]", "line 10: tag First stands after the first turn"},
		{"3. resign", "4. resign", "line 9: number 4. is out of place before turn 5"},
		{"3. resign", "3. resign 3.", "line 9: number 3. is out of place before turn 6"},
		{"3. resign", "03. resign", "number 03. is out of place"},
		{"3. resign", "3. resigns", "line 9: move \"resigns\""},
		{"3. resign", "3. no-move", "line 9: turn 5, no-move: no-move by blue: the piece on e7 can move"},
		{"3. resign", "3. draw", "line 9: turn 5, draw: draw by blue: no draw was offered"},
		{"3. resign\n", "", "line 5: the result is \"red wins (resignation)\", but by the turns it is \"not over\""},
		{"red wins", "green wins", "line 5: the result is \"green wins (resignation)\", but by the turns it is \"red wins (resignation)\""},
		{"3. resign", "3. resign pass", "turn 6, pass: pass by blue: the game is over"},
		{"b7-c7?", "b7-c9", "line 8: turn 3, b7-c9: b7-c9 by blue: no road or open rail"},
		{"b7-c7?", "b7xc7", "turn 3, b7xc7: by the rules this turn is written b7-c7"},
		{"b4-b5", "c5-a5", "c5-a5 by red: red's own piece"},
		{"b4-b5", "b6-c5", "b6-c5 by red: red's own piece"},
		{"b4-b5", "d6-c6 e7-d6", "line 8: turn 5, e7-d6: e7-d6 by blue: no road"},
		{"c6xc7=", "c6xc7", "turn 3, b7-c7?: b7-c7 by blue: blue owes an answer"},
		{"c6xc7=", "c6-c7=", "stands only after an attack"},
		{"c6xc7=", "c6xc7+", "turn 2, c6xc7+: answer by blue: that is not what is announced when 4 meets 4"},
		{"c6xc7=", "c6xc7#", "under these rules that is never announced"},
		{"c6xc7=", "c6xc7~", "under these rules that is never announced"},
		{"c6xc7=", "c6xc7-(4)", "under these rules that is never announced"},
		{"c6xc7=", "c6xc7+#", "can't be: no types that these pieces may have"},
	} {
		t.Run(c.new, func(t *testing.T) {
			_, err := ParseGame(strings.Replace(shortGame, c.old, c.new, 1))
			require.ErrorContains(t, err, c.reason)
		})
	}
	for _, text := range []string{"", "\n\n", "[", "[]", "[Rules", "1.", "a6-a7"} {
		_, err := ParseGame(text)
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
	_, err := ParseGame(text)
	require.NoError(t, err)
	for _, c := range []struct{ said, reason string }{
		{"=!b1!b12", "answer by blue: blue's flag stands on d12"},
		{"=!d1!d12", "show by red: red's flag stands on b1"},
		{"=!b1!blue", "the place of blue's flag must be shown, in one of its headquarters"},
		{"=!b1", "can't be: no types that these pieces may have announce it"},
		{"=", "that is not what is announced when 9 meets 9"},
		{"+", "that is not what is announced when 9 meets 9"},
		{"=!red!d12 a7-a8", "a7-a8 by red: red owes the place of its flag"},
	} {
		_, err := ParseGame(strings.Replace(text, "=!b1!d12", c.said, 1))
		require.ErrorContains(t, err, "game: line 7: turn ")
		require.ErrorContains(t, err, c.reason)
	}
	owed := strings.Replace(text, "=!b1!d12", "=!red!d12", 1)
	g, err := ParseGame(owed)
	require.NoError(t, err)
	require.Equal(t, EventAnswer, g.Events[len(g.Events)-1].Kind)
	again, err := FormatGame(g)
	require.NoError(t, err)
	require.Equal(t, owed, again)
}

// A layout that was shown binds its owner also where the other stays hidden.
func TestGameOfOneLayout(t *testing.T) {
	for _, hidden := range []string{tagRed, tagBlue} {
		before, rest, _ := strings.Cut(shortGame, "["+hidden)
		_, after, _ := strings.Cut(rest, "\n")
		text := before + after
		_, err := ParseGame(text)
		require.NoError(t, err)
		for _, c := range []struct{ old, new, red, blue string }{ // the reasons if only that layout is shown
			{"c6xc7=", "c6xc7=!b1!b12", "when 4 meets 123456789", "when 123456789 meets 4"},
			{"c6xc7=", "c6xc7=!d1!d12", "when 4 meets 123456789", "blue's flag stands on b12"},
			{"b4-b5", "b2-b3", "the mine on b2 can't go to b3", ""},
			{"b4-b5", "pass", "", ""},
		} {
			_, err := ParseGame(strings.Replace(text, c.old, c.new, 1))
			reason := c.red
			if hidden == tagRed {
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
		first := w.position.ToAct()
		for range 60 {
			if w.position.Phase() == PhaseOver {
				break
			}
			w.turn(rng)
		}
		g := Game{Rules: rs, First: first, Events: w.events}
		if rng.IntN(2) == 0 {
			g.Events = g.Events[:rng.IntN(len(g.Events)+1)]
		}
		for seat := range g.Layouts {
			if rng.IntN(3) > 0 {
				g.Layouts[seat] = &w.layouts[seat]
			}
		}
		text, err := FormatGame(g)
		require.NoError(t, err)
		again, err := ParseGame(text)
		require.NoError(t, err, text)
		require.Equal(t, rs.Canonical(), again.Rules.Canonical())
		require.Equal(t, g.First, again.First)
		require.Equal(t, g.Layouts, again.Layouts)
		require.Equal(t, len(g.Events), len(again.Events))
		for i, e := range g.Events {
			require.Equal(t, e, again.Events[i])
		}
	})
}

// A game that any public event may have gone into, true or not, is read back as it was,
// as long as no layout speaks against it.
func TestGameRoundTripOfAnyEvents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rs := drawRules(t)
		first, _ := rs.First()
		g := Game{Rules: rs, First: first}
		g.Events, _ = anyGame(rs, first, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)), 200)
		text, err := FormatGame(g)
		require.NoError(t, err)
		again, err := ParseGame(text)
		require.NoError(t, err, text)
		require.ElementsMatch(t, g.Events, again.Events)
	})
}

// anyGame plays events that everybody takes for legal, whatever the pieces would have
// to be, and returns them and each position on the way.
func anyGame(rs *Ruleset, first Seat, rng *rand.Rand, turns int) (events []Event, positions []Position) {
	p := Start(rs, first)
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
func anyEvents(p *Position, rng *rand.Rand) (list []Event) {
	seat := p.ToAct()
	flags := append(p.rules.board.headquarters[seat].Nodes(), NoNode)
	rng.Shuffle(len(flags), func(i, j int) { flags[i], flags[j] = flags[j], flags[i] })
	switch p.phase {
	case PhaseAnswer:
		codes := p.Answers()
		rng.Shuffle(len(codes), func(i, j int) { codes[i], codes[j] = codes[j], codes[i] })
		for _, code := range codes {
			for _, flag := range flags {
				list = append(list, AnswerEvent(seat, code, flag))
			}
		}
		return list
	case PhaseShow:
		for _, flag := range flags {
			list = append(list, ShowEvent(seat, flag))
		}
		return list
	}
	switch rng.IntN(40) {
	case 0:
		list = append(list, PassEvent(seat))
	case 1:
		list = append(list, AcceptDrawEvent(seat))
	}
	if rng.IntN(600) == 0 {
		list = append(list, ResignEvent(Seat(rng.IntN(2))))
	}
	var quiet, attacks []Event
	for from := p.occupied[seat]; from != 0; from &= from - 1 {
		for i := range p.rules.gaits {
			for to := p.targets(&p.rules.gaits[i], from.first()); to != 0; to &= to - 1 {
				e := MoveEvent(seat, Move{from.first(), to.first()}, rng.IntN(8) == 0)
				if p.at[to.first()] == NoPiece {
					quiet = append(quiet, e)
				} else {
					attacks = append(attacks, e)
				}
			}
		}
	}
	rng.Shuffle(len(quiet), func(i, j int) { quiet[i], quiet[j] = quiet[j], quiet[i] })
	rng.Shuffle(len(attacks), func(i, j int) { attacks[i], attacks[j] = attacks[j], attacks[i] })
	if rng.IntN(2) == 0 {
		list = append(list, attacks...)
	}
	list = append(append(list, quiet...), attacks...)
	return append(list, NoMoveEvent(seat))
}

// What parses is written down in a form that parses to the same game.
func FuzzParseGame(f *testing.F) {
	f.Add(shortGame)
	for _, spec := range []string{"qq", "standard,carry=home,scout=on,mountains=any,hq=free", "standard,mode=open,last-both=draw"} {
		rs, err := Rules(spec)
		require.NoError(f, err)
		r, events := playRandomly(f, rs, rand.New(rand.NewPCG(1, 1)))
		text, err := FormatGame(Game{rs, Red, events, [NumSeats]*Layout{&r.layouts[Red], &r.layouts[Blue]}})
		require.NoError(f, err)
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := ParseGame(text)
		if err != nil {
			return
		}
		written, err := FormatGame(g)
		require.NoError(t, err)
		again, err := ParseGame(written)
		require.NoError(t, err)
		require.Equal(t, g.Events, again.Events)
		require.Equal(t, g.Layouts, again.Layouts)
		twice, err := FormatGame(again)
		require.NoError(t, err)
		require.Equal(t, written, twice)
	})
}
