package bot

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// play lets bots, one for each seat, play one game, and returns what happened.
func play(t testing.TB, rs *engine.Ruleset, bots []Bot, rng *rand.Rand) (engine.Result, []engine.Event) {
	t.Helper()
	first, settled := rs.First()
	if !settled {
		first = engine.Seat(rng.IntN(rs.NumSeats()))
	}
	var layouts []engine.Layout
	for _, b := range bots {
		layouts = append(layouts, b.Layout(rs, rng))
	}
	game, err := engine.NewReferee(rs, layouts, first)
	require.NoError(t, err)
	var history []engine.Event
	for !game.Result().Over {
		seat := game.ToAct()
		e := engine.NoMoveEvent(seat)
		if !game.Stuck() {
			e = engine.MoveEvent(seat, bots[seat].Move(viewOf(game, seat, history), rng), false)
		}
		played, err := game.Play(e)
		require.NoError(t, err)
		history = append(history, played...)
	}
	return game.Result(), history
}

// viewOf is what a seat of a game sees.
func viewOf(game *engine.Referee, seat engine.Seat, history []engine.Event) View {
	p := game.Position()
	rs := p.Rules()
	v := View{Rules: rs, Position: p, Seat: seat, Layout: game.Layout(seat), History: history}
	for _, other := range rs.Seats() {
		if other != seat && (rs.Open() || rs.PartnersOpen() && rs.Partners(seat, other)) {
			v.Open[other] = game.Layout(other)
		}
	}
	return v
}

// two is a table of two bots.
func two(red, blue Bot) []Bot { return []Bot{red, blue} }

// rules makes the ruleset of a text that is right.
func rules(t require.TestingT, spec string) *engine.Ruleset {
	rs, err := junqi.Rules(spec)
	require.NoError(t, err)
	return rs
}

func bot(t testing.TB, name string) Bot {
	t.Helper()
	b, err := New(name)
	require.NoError(t, err)
	return b
}

func TestNew(t *testing.T) {
	require.NotEmpty(t, Names())
	for _, name := range Names() {
		bot(t, name)
	}
	_, err := New("brilliant")
	require.ErrorContains(t, err, `unknown bot "brilliant": expected one of `+strings.Join(Names(), ", "))
}

// Games end, mostly by the flag or because one side has no move left.
func TestSensibleGamesAreDecided(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	sensible := bot(t, "sensible")
	decided := 0
	games := 5 * *games
	for range games {
		if result, _ := play(t, junqi.Standard(), two(sensible, sensible), rng); !result.Draw {
			decided++
		}
	}
	require.Greater(t, decided, games*8/10)
}

// The sensible bot beats the random one from either seat.
func TestSensibleBeatsRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	sensible, random := bot(t, "sensible"), bot(t, "random")
	won := 0
	games := 4 * *games
	for range games / 2 {
		if result, _ := play(t, junqi.Standard(), two(sensible, random), rng); !result.Draw && result.Winners.Has(engine.Red) {
			won++
		}
		if result, _ := play(t, junqi.Standard(), two(random, sensible), rng); !result.Draw && result.Winners.Has(engine.Blue) {
			won++
		}
	}
	require.Greater(t, won, games*9/10)
}

// Under every option, bots make only legal moves and games end.
func TestBotsKnowAllRules(t *testing.T) {
	for i, options := range []string{
		"mines=exploding,last-both=draw", "mines=exploding-all,scout=on", "bombs-front=on,bombs-fly=on,rail=three",
		"rail=corners,show-flag=off", "rail=three-corners,extra-rails=b6-c5+d6-c5", "shaken=on,flag-takers=not-commander",
		"flag-takers=engineers,carry=front", "carry=home,hq=free", "camps=own,mountains=any", "mountains=engineers,mode=open",
		"carry=home,shaken=on,scout=on", "quiet-draw=off,clock=off",
	} {
		t.Run(options, func(t *testing.T) {
			rs := rules(t, "standard,"+options)
			rng := rand.New(rand.NewPCG(3, uint64(i)))
			for range (*games + 1) / 2 {
				play(t, rs, two(bot(t, "sensible"), bot(t, "sensible")), rng)
			}
			play(t, rs, two(bot(t, "sensible"), bot(t, "random")), rng)
			if !strings.Contains(options, "quiet-draw=off") { // which two random players may never end
				play(t, rs, two(bot(t, "random"), bot(t, "random")), rng)
			}
		})
	}
}

// The same view and the same dice give the same move: what a bot sees is all it goes by.
func TestBotsGoByTheirView(t *testing.T) {
	game, history := newGame(t, 4, bot(t, "sensible"), bot(t, "sensible"))
	for _, name := range Names() {
		views(t, game, history, func(v View) {
			if v.Position.Ply()%4 == 0 {
				move := func() engine.Move { return bot(t, name).Move(v, rand.New(rand.NewPCG(4, 4))) }
				require.Equal(t, move(), move(), name)
			}
		})
	}
}

func TestLayoutsVary(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for _, name := range Names() {
		seen := map[string]bool{}
		for range 100 {
			l := bot(t, name).Layout(junqi.Standard(), rng)
			require.NoError(t, junqi.Standard().CheckLayout(l))
			seen[junqi.Standard().FormatLayout(l)] = true
		}
		require.Greater(t, len(seen), 90)
	}
}

// views calls f with each view in which a seat of the game had to move.
func views(t *testing.T, game *engine.Referee, history []engine.Event, f func(v View)) {
	t.Helper()
	p := game.Position()
	for i, e := range history {
		if e.Kind == engine.EventMove {
			f(View{Rules: p.Rules(), Position: p, Seat: e.Seat, Layout: game.Layout(e.Seat), History: history[:i]})
		}
		require.NoError(t, p.Apply(e))
	}
}

// newGame is a game before its first move, and how two bots play it: the same for all tests, which only look at it.
func newGame(t *testing.T, seed uint64, red, blue Bot) (*engine.Referee, []engine.Event) {
	t.Helper()
	of := newGameOf{seed, red, blue}
	if known, ok := newGames[of]; ok {
		return known.Referee, known.history
	}
	rs := rules(t, "standard,first=red")
	rng := rand.New(rand.NewPCG(seed, 0)) // as play draws them
	layouts := []engine.Layout{red.Layout(rs, rng), blue.Layout(rs, rng)}
	game, err := engine.NewReferee(rs, layouts, engine.Red)
	require.NoError(t, err)
	_, history := play(t, rs, two(red, blue), rand.New(rand.NewPCG(seed, 0)))
	newGames[of] = playedGame{game, history}
	return game, history
}

type (
	newGameOf struct {
		seed      uint64
		red, blue Bot
	}
	playedGame struct {
		*engine.Referee
		history []engine.Event
	}
)

var newGames = map[newGameOf]playedGame{}

// A flag that everybody knows and that can be taken is taken.
func TestSensibleTakesTheFlag(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	sensible := bot(t, "sensible")
	offered := 0
	for seed := range uint64(12) {
		game, history := newGame(t, seed, sensible, sensible)
		views(t, game, history, func(v View) {
			facts := conclude(v)
			var wins []engine.Move
			for _, m := range v.LegalMoves() {
				if enemy := v.Position.At(m.To); enemy != engine.NoPiece && facts.Possible(enemy) == engine.TypesOf(junqi.Flag) {
					wins = append(wins, m)
				}
			}
			if len(wins) > 0 {
				offered++
				require.Contains(t, wins, sensible.Move(v, rng))
			}
		})
	}
	require.Greater(t, offered, 5)
}

// A draw is taken when far behind, and not when far ahead. What was announced suffices
// to tell which.
func TestSensibleAcceptsDrawsWhenBehind(t *testing.T) {
	sensible, random := bot(t, "sensible"), bot(t, "random")
	ahead, behind := 0, 0
	for seed := range uint64(10) {
		game, history := newGame(t, seed, sensible, random)
		views(t, game, history, func(v View) {
			lead, worth := 0.0, newTraits(v.Rules).worth // by what the referee sees
			for _, seat := range v.Rules.Seats() {
				for n := range v.Position.Occupied(seat).All() {
					value := worth[game.Type(v.Position.At(n))]
					if seat != v.Seat {
						value = -value
					}
					lead += value
				}
			}
			switch {
			case lead > 150:
				ahead++
				require.False(t, sensible.AcceptDraw(v))
			case lead < -150:
				behind++
				require.True(t, sensible.AcceptDraw(v))
			}
		})
	}
	require.Greater(t, ahead, 50)
	require.Greater(t, behind, 50)
}

// A view whose history is not its position's still gets a legal move.
func TestSensibleWithoutHistory(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	sensible := bot(t, "sensible")
	game, history := newGame(t, 8, sensible, sensible)
	views(t, game, history, func(v View) {
		v.History = nil
		require.Contains(t, v.LegalMoves(), sensible.Move(v, rng))
		v.History = history[1:]
		require.Contains(t, v.LegalMoves(), sensible.Move(v, rng))
	})
}

// A flag that is carried goes where the rules say: beside the headquarters when others
// fill both.
func TestCarriedFlagGoesWhereTheRulesSay(t *testing.T) {
	rs := rules(t, "standard,carry=home")
	for board, want := range map[string]string{
		"5/5/5/4bA/5/5/5/5/5/rA4/5/1rV3":   "b1 d1",
		"5/5/5/4bA/5/5/5/5/5/rA4/5/1rV1X1": "a1 b1 b2 c1 d1 d2 e1",
	} {
		p, err := engine.ParsePosition(rs, board+" red move 40 0 0/0 rAbA -/#rA - -/-")
		require.NoError(t, err)
		v := View{Rules: rs, Position: p, Seat: engine.Red, Layout: junqi.Layouts()["triangle"]}
		var goals engine.NodeSet
		for n := range think(v).homeGoals() {
			goals = goals.Add(n)
		}
		require.Equal(t, want, strings.Join(rs.Board().Names(goals), " "))
	}
}

// The way from a mountain to the flag is between those from the nodes on either side.
func TestMountainsAreBetweenTheHalves(t *testing.T) {
	rs := rules(t, "standard,mountains=any")
	node := func(name string) engine.Node {
		n, ok := rs.Board().Node(name)
		require.True(t, ok)
		return n
	}
	thought := thought{View: View{Rules: rs}, flag: node("b12")}
	for name, want := range map[string]float64{"b6": 6, "bm": 5.5, "b7": 5, "dm": 5.5, "e12": 3, "b12": 0} {
		require.Equal(t, want, thought.toOwnFlag(node(name)), name)
	}
}

// What lies open is believed, and nothing else.
func TestOpenLayoutsAreBelieved(t *testing.T) {
	enemy := junqi.Layouts()["decoy"]
	for _, open := range []bool{false, true} {
		v := View{Rules: junqi.Standard(), Position: engine.Start(junqi.Standard(), engine.Red), Layout: junqi.Layouts()["triangle"]}
		if open {
			v.Open[engine.Blue] = enemy
		}
		thought := think(v)
		for number, of := range enemy {
			require.Equal(t, open, thought.chance(engine.PieceOf(engine.Blue, number), of) == 1)
		}
		layouts := thought.guessAll(rand.New(rand.NewPCG(1, 1)))
		require.Equal(t, open, len(layouts) == 1 && layouts[0][engine.Blue].Equal(enemy))
	}
}

func BenchmarkSensibleMove(b *testing.B) {
	rng := rand.New(rand.NewPCG(9, 9))
	sensible := bot(b, "sensible")
	moves := 0
	for b.Loop() {
		_, history := play(b, junqi.Standard(), two(sensible, sensible), rng)
		moves += len(history)
	}
	b.ReportMetric(b.Elapsed().Seconds()*1e6/float64(moves), "µs/event")
}

// Whoever began, a bot concludes all that the game tells: it finds out by itself who did.
func TestBotsConcludeWhoeverBegan(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	rs := rules(t, "standard,first=coin")
	for _, first := range rs.Seats() {
		layouts := []engine.Layout{sensible{}.Layout(rs, rng), sensible{}.Layout(rs, rng)}
		game, err := engine.NewReferee(rs, layouts, first)
		require.NoError(t, err)
		var history []engine.Event
		for range 40 {
			seat := game.ToAct()
			move := sensible{}.Move(viewOf(game, seat, history), rng)
			played, err := game.Play(engine.MoveEvent(seat, move, false))
			require.NoError(t, err)
			history = append(history, played...)
		}
		v := viewOf(game, engine.Red, history)
		want, err := engine.Know(rs, engine.Red, v.Layout, first, history)
		require.NoError(t, err)
		got := conclude(v)
		for number := range rs.ArmySize() {
			piece := engine.PieceOf(engine.Blue, number)
			require.Equal(t, want.Possible(piece), got.Possible(piece), "%s began", first)
		}
	}
}
