package bot

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
)

// The strong bot beats the random one from either seat. What it scores over many games,
// and against the sensible one, is for BenchmarkTournament.
func TestStrongBeatsRandom(t *testing.T) {
	var score tally
	for number := range *games {
		score.match(t, bot(t, "strong"), bot(t, "random"), number)
	}
	require.GreaterOrEqual(t, score.won, (3**games+1)/4)
}

// anyRules draws a ruleset of Junqi with some options set, or a game of any kind.
func anyRules(t *rapid.T) *engine.Ruleset {
	if rapid.Bool().Draw(t, "any") {
		return rulestest.Ruleset(t, rulestest.Any)
	}
	return rulestest.Junqi(t)
}

// Whatever the rules and however a game went, strong makes a legal move from a legal
// layout and answers an offered draw.
func TestStrongUnderAnyRules(t *testing.T) {
	games, asked := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		games++
		rs := anyRules(t)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		every := rapid.IntRange(40, 100).Draw(t, "every")
		first, _ := rs.First()
		var layouts []engine.Layout
		for range rs.Seats() {
			layouts = append(layouts, strong{}.Layout(rs, rng))
		}
		game, err := engine.NewReferee(rs, layouts, first)
		require.NoError(t, err)
		var history []engine.Event
		for plies := 1; plies <= 200 && !game.Result().Over; plies++ {
			seat := game.ToAct()
			e := engine.NoMoveEvent(seat)
			if !game.Stuck() {
				v := viewOf(game, seat, history)
				m := random{}.Move(v, rng)
				if plies == 1 || plies%every == 0 { // some games are short
					asked++
					m = strong{}.Move(v, rng)
					strong{}.AcceptDraw(v)
				}
				e = engine.MoveEvent(seat, m, false)
			}
			played, err := game.Play(e)
			require.NoError(t, err, "%s", rs.Name().EN)
			history = append(history, played...)
		}
	})
	require.Greater(t, asked, games/2) // rapid plays fewer games with -short
}

// A view whose history is not its position's still gets a legal move.
func TestStrongWithoutHistory(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	game, history := newGame(t, 8, bot(t, "sensible"), bot(t, "sensible"))
	views(t, game, history, func(v View) {
		if v.Position.Ply()%8 == 0 {
			v.History = nil
			require.Contains(t, v.LegalMoves(), strong{}.Move(v, rng))
		}
	})
}

// A flag that everybody knows and that can be taken is taken.
func TestStrongTakesTheFlag(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	offered := 0
	for seed := range uint64(12) {
		game, history := newGame(t, seed, bot(t, "sensible"), bot(t, "sensible"))
		views(t, game, history, func(v View) {
			known := conclude(v)
			var wins []engine.Move
			for _, m := range v.LegalMoves() {
				if enemy := v.Position.At(m.To); enemy != engine.NoPiece && known.Possible(enemy) == engine.TypesOf(junqi.Flag) {
					wins = append(wins, m)
				}
			}
			if len(wins) > 0 {
				offered++
				require.Contains(t, wins, strong{}.Move(v, rng))
			}
		})
	}
	require.Greater(t, offered, 3)
}

// Guesses are legal layouts that fit what is known, and they differ.
func TestGuessesFit(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	game, history := newGame(t, 7, bot(t, "sensible"), bot(t, "sensible"))
	views(t, game, history, func(v View) {
		known := conclude(v)
		enemy := 1 - v.Seat
		tr := newTraits(v.Rules)
		g := newGuesser(v.Rules, tr, enemy, func(number int) odds { return priors(v, tr, known, engine.PieceOf(enemy, number)) }, rng)
		seen := map[string]bool{}
		for range guesses {
			l := g.next()
			seen[v.Rules.FormatLayout(l)] = true
			require.NoError(t, v.Rules.CheckLayout(l))
			for number, of := range l {
				require.True(t, known.Possible(engine.PieceOf(enemy, number)).Has(of))
			}
		}
		require.Greater(t, len(seen), 1)
	})
}

// Of two pieces that may be one another's type, a guess makes the likelier one more often
// the one: by the product of the weights.
func TestGuessesFollowTheWeights(t *testing.T) {
	l := junqi.Layouts()["triangle"]
	g := newGuesser(junqi.Standard(), newTraits(junqi.Standard()), engine.Blue, func(number int) (weight odds) {
		weight[l[number]] = 1
		return weight
	}, rand.New(rand.NewPCG(9, 9)))
	army, commander := -1, -1
	for number, t := range l {
		switch t {
		case junqi.Army:
			army = number
		case junqi.Commander:
			commander = number
		}
	}
	g.weight[army][junqi.Commander] = 3 // as it stands: 1 × 1; exchanged: 3 × 1
	g.weight[commander][junqi.Army] = 1
	g.guess = l
	exchanged := 0
	const draws = 3000
	for range draws {
		g.walk(1000)
		if g.guess[army] == junqi.Commander {
			exchanged++
		}
	}
	require.InDelta(t, 0.75, float64(exchanged)/draws, 0.04)
}

// scene is a world of a few pieces, without values except for pieces' own, in which red
// thinks.
func scene(t *testing.T, red, blue map[string]engine.Type) *world {
	t.Helper()
	v := View{Rules: junqi.Standard(), Position: engine.Start(junqi.Standard(), engine.Red), Layout: junqi.Layouts()["triangle"]}
	w := newWorld(v, newTraits(v.Rules))
	for seat := range w.value {
		for of := range w.value[seat] {
			for n := range w.value[seat][of] {
				w.value[seat][of][n] = w.traits.worth[of]
			}
		}
	}
	for seat, side := range []map[string]engine.Type{red, blue} {
		for name, of := range side {
			n, ok := w.rules.Board().Node(name)
			require.True(t, ok)
			b := &w.boards[0]
			b.occupied[seat] = b.occupied[seat].Add(n)
			b.at[n] = of
			w.add(b, engine.Seat(seat), of, n, 1)
		}
	}
	w.plies = 2
	return w
}

// tried is how good a move is for red.
func tried(w *world, from, to string) float64 {
	m, err := w.rules.Board().ParseMove(from + "-" + to)
	if err != nil {
		panic(err)
	}
	w.tries = patience
	return w.tryOut(0, engine.Red, m, -2*win, 2*win)
}

// What looking ahead sees.
func TestLookingAhead(t *testing.T) {
	t.Run("a piece that is attacked goes", func(t *testing.T) {
		w := scene(t, map[string]engine.Type{"b6": junqi.Division, "e1": junqi.Platoon}, map[string]engine.Type{"a6": junqi.Commander, "e12": junqi.Platoon})
		require.Greater(t, tried(w, "b6", "b5"), tried(w, "e1", "d1")+w.traits.worth[junqi.Division]-1)
	})
	t.Run("what is guarded is not taken by what is worth more", func(t *testing.T) {
		w := scene(t, map[string]engine.Type{"a6": junqi.Division}, map[string]engine.Type{"b6": junqi.Platoon, "c6": junqi.Army})
		require.Less(t, tried(w, "a6", "b6"), tried(w, "a6", "a5"))
	})
	t.Run("a flag is taken, and the sooner the better", func(t *testing.T) {
		w := scene(t, map[string]engine.Type{"b11": junqi.Platoon, "a1": junqi.Platoon}, map[string]engine.Type{"b12": junqi.Flag, "e7": junqi.Platoon})
		require.EqualValues(t, win, tried(w, "b11", "b12"))
		w.plies = 3
		later := tried(w, "a1", "a2")
		require.Less(t, later, float64(win))
		require.Greater(t, later, float64(win-10))
	})
	t.Run("who has no move has lost", func(t *testing.T) {
		w := scene(t, map[string]engine.Type{"b7": junqi.Army}, map[string]engine.Type{"a7": junqi.Platoon, "b12": junqi.Flag, "a11": junqi.Mine})
		require.Greater(t, tried(w, "b7", "a7"), float64(win-10))
	})
	t.Run("too many quiet plies are a draw", func(t *testing.T) {
		w := scene(t, map[string]engine.Type{"a1": junqi.Army}, map[string]engine.Type{"e12": junqi.Platoon})
		w.boards[0].quiet = w.limit - 1
		require.Zero(t, tried(w, "a1", "a2"))
	})
	t.Run("a bomb is kept for a big piece", func(t *testing.T) {
		for of, hits := range map[engine.Type]bool{junqi.Platoon: false, junqi.Brigade: false, junqi.Army: true, junqi.Commander: true} {
			w := scene(t, map[string]engine.Type{"b6": junqi.Bomb, "e2": junqi.Company}, map[string]engine.Type{"b7": junqi.Mine, "a6": of, "e12": junqi.Mine, "d9": junqi.Platoon})
			require.Equal(t, hits, tried(w, "b6", "a6") > tried(w, "b6", "b5"), "%s", w.rules.TypeID(of))
		}
	})
	t.Run("who stands before the flag is driven off", func(t *testing.T) {
		w := scene(t, map[string]engine.Type{"b1": junqi.Flag, "c2": junqi.Brigade, "e6": junqi.Division}, map[string]engine.Type{"b2": junqi.Regiment, "e7": junqi.Brigade})
		require.Greater(t, tried(w, "c2", "b2"), tried(w, "e6", "e7")+win/2)
	})
	t.Run("an engineer clears a mine, a general does not", func(t *testing.T) {
		w := scene(t, map[string]engine.Type{"a10": junqi.Engineer, "c11": junqi.Army}, map[string]engine.Type{"b11": junqi.Mine, "e7": junqi.Platoon})
		require.Greater(t, tried(w, "a10", "a9")-tried(w, "c11", "b11"), w.traits.worth[junqi.Army]-w.traits.worth[junqi.Mine])
	})
}

// A lead, however large, is never worth more than the flag, and a larger one is better.
func TestBounded(t *testing.T) {
	last := bounded(-5000)
	for score := -4999.0; score <= 5000; score++ {
		require.Greater(t, bounded(score), last)
		last = bounded(score)
		require.Less(t, last, float64(win-10))
		require.Greater(t, last, float64(10-win))
	}
}

// When the layouts lie open, strong never spends a big piece on a mine, though it often
// could.
func TestStrongSeesOpenLayouts(t *testing.T) {
	rs, err := junqi.Rules("standard,mode=open")
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(3, 1))
	tempted := 0
	for range *games {
		layouts := []engine.Layout{strong{}.Layout(rs, rng), strong{}.Layout(rs, rng)}
		game, err := engine.NewReferee(rs, layouts, engine.Red)
		require.NoError(t, err)
		var history []engine.Event
		for !game.Result().Over {
			seat := game.ToAct()
			v := viewOf(game, seat, history)
			wasted := func(m engine.Move) bool {
				attacker, defender := game.Type(v.Position.At(m.From)), game.Type(v.Position.At(m.To))
				return defender == junqi.Mine && junqi.Brigade <= attacker && attacker <= junqi.Commander
			}
			m := strong{}.Move(v, rng)
			require.False(t, wasted(m), "%s", rs.Board().FormatMove(m))
			if slices.ContainsFunc(v.LegalMoves(), wasted) {
				tempted++
			}
			played, err := game.Play(engine.MoveEvent(seat, m, false))
			require.NoError(t, err)
			history = append(history, played...)
		}
	}
	require.Greater(t, tempted, 10)
}

// However many moves there are, a decision tries only so many; under the standard rules
// that is more than it needs.
func TestStrongIsPatientOnlySoLong(t *testing.T) {
	most := map[string]int{}
	for _, spec := range []string{hardRules[0], hardRules[3]} {
		rs, err := junqi.Rules(spec)
		require.NoError(t, err)
		rng := rand.New(rand.NewPCG(1, 2))
		layouts := []engine.Layout{strong{}.Layout(rs, rng), strong{}.Layout(rs, rng)}
		game, err := engine.NewReferee(rs, layouts, engine.Red)
		require.NoError(t, err)
		var history []engine.Event
		for ply := 0; ply < 60 && !game.Result().Over; ply++ {
			seat := game.ToAct()
			v := viewOf(game, seat, history)
			m := sensible{}.Move(v, rng)
			if ply >= 20 && ply%8 == 0 {
				var tried int
				m, tried = choose(v, rng)
				most[spec] = max(most[spec], tried)
				require.LessOrEqual(t, tried, 2*patience+guesses*len(v.LegalMoves()))
			}
			played, err := game.Play(engine.MoveEvent(seat, m, false))
			require.NoError(t, err)
			history = append(history, played...)
		}
	}
	require.Less(t, most[hardRules[0]], patience)
	require.Greater(t, most[hardRules[3]], patience, "these rules are not hard")
}

// hardRules are rulesets under which there is much to look at.
var hardRules = []string{
	"standard",
	"standard,rail=corners",
	"standard,rail=three-corners,extra-rails=" + manyRails,
	"standard,rail=corners,extra-rails=" + manyRails,
	"standard,rail=corners,mines=exploding-all,bombs-front=on,flag-takers=engineers,carry=home,hq=free,mountains=any,extra-rails=" + manyRails,
	"standard,rail=corners,hq=free,mountains=any,mode=open,first=red,extra-rails=" + manyRails,
}

// manyRails are as many extra rails as there may be: they join all posts and camps, so
// that with rail=corners a piece gets from anywhere to anywhere.
const manyRails = "b2-b3+b3-b4+b4-b5+b5-b6+d2-d3+d3-d4+d4-d5+d5-d6+c2-c3+c3-c4+c4-c5+c5-c6+" +
	"b7-b8+b8-b9+b9-b10+b10-b11+d7-d8+d8-d9+d9-d10+d10-d11+c7-c8+c8-c9+c9-c10+c10-c11"

// BenchmarkStrongMove times the decisions in b.N games of strong with itself under each of
// these rules, and reports the mean and the longest.
//
//	go test ./engine/bot -run '^$' -bench StrongMove -benchtime 6x
func BenchmarkStrongMove(b *testing.B) {
	for _, spec := range hardRules {
		b.Run(strings.ReplaceAll(strings.Replace(spec, manyRails, "many", 1), ",", " "), func(b *testing.B) {
			var t tally
			rs, err := junqi.Rules(spec)
			require.NoError(b, err)
			for i := range b.N {
				one := timed{strong{}, &t}
				play(b, rs, two(one, one), rand.New(rand.NewPCG(uint64(i), 2)))
			}
			b.ReportMetric(t.thought.Seconds()*1e3/float64(t.moves), "ms/move")
			b.ReportMetric(t.longest.Seconds()*1e3, "ms/longest")
		})
	}
}
