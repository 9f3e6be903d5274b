package engine_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
)

// rulesetFiles are games that no line of the program knows.
const rulesetFiles = "../testdata/rulesets"

// loadRuleset is the game of a file.
func loadRuleset(t testing.TB, name string) *engine.Ruleset {
	text, err := os.ReadFile(filepath.Join(rulesetFiles, name))
	require.NoError(t, err)
	rs, err := engine.ParseRules(text)
	require.NoError(t, err, name)
	return rs
}

// Each file is a game: it has names in both languages, and games of it come to an end
// and are read back as they were.
func TestRulesetFiles(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(rulesetFiles, "*.json"))
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(files), 4)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			rs := loadRuleset(t, filepath.Base(file))
			again, err := engine.ParseCanonical(rs.Text())
			require.NoError(t, err)
			require.Equal(t, rs.Digest(), again.Digest())
			requireBothLanguages(t, rs.Rules())

			rng := rand.New(rand.NewPCG(1, 1))
			for range 5 {
				game := playToEnd(t, rs, rng)
				text, err := engine.FormatGame(game, nil)
				require.NoError(t, err)
				read, err := engine.ParseGame(text, nil)
				require.NoError(t, err)
				require.Equal(t, game.Events, read.Events)
				require.Equal(t, game.Layouts, read.Layouts)
			}
		})
	}
}

// requireBothLanguages looks for Chinese in the Chinese names, and for none in the
// English.
func requireBothLanguages(t *testing.T, r engine.Rules) {
	han := func(text string) bool {
		return strings.ContainsFunc(text, func(c rune) bool { return unicode.Is(unicode.Han, c) })
	}
	names := [][2]string{{r.Name.EN, r.Name.ZH}}
	for _, k := range r.Kinds {
		names = append(names, [2]string{k.EN, k.ZH})
	}
	for _, k := range r.Types {
		names = append(names, [2]string{k.EN, k.ZH}, [2]string{k.EN, k.Sign})
	}
	for _, n := range names {
		require.False(t, han(n[0]), n[0])
		require.True(t, han(n[1]), n[1])
	}
}

// playToEnd plays a game of random legal moves to its end.
func playToEnd(t require.TestingT, rs *engine.Ruleset, rng *rand.Rand) engine.Game {
	g := engine.Game{Rules: rs}
	if first, settled := rs.First(); settled {
		g.First = first
	} else {
		g.First = engine.Seat(rng.IntN(rs.NumSeats()))
	}
	layouts := randomLayouts(rs, rng)
	copy(g.Layouts[:], layouts)
	r, err := engine.NewReferee(rs, layouts, g.First)
	require.NoError(t, err)
	const bound = 100_000 // no game is that long
	for turns := 0; !r.Result().Over; turns++ {
		require.Less(t, turns, bound)
		e := engine.NoMoveEvent(r.ToAct())
		if moves := r.LegalMoves(); len(moves) > 0 {
			e = engine.MoveEvent(e.Seat, moves[rng.IntN(len(moves))], false)
		}
		played, err := r.Play(e)
		require.NoError(t, err)
		g.Events = append(g.Events, played...)
	}
	return g
}

// What the file of Stratego says is Stratego.
func TestStratego(t *testing.T) {
	for _, name := range []string{"stratego.json", "stratego-outcome.json"} {
		rs := loadRuleset(t, name)
		tells := name == "stratego.json"
		require.Equal(t, 92, rs.Board().NumNodes())
		require.Equal(t, 40, rs.ArmySize())
		require.Equal(t, "1411873643675199617616832128000000", rs.CountLayouts().String())
		kind := func(id string) engine.Type {
			k, ok := rs.Type(id)
			require.True(t, ok, id)
			return k
		}
		for _, c := range []struct{ attacker, defender, left string }{
			{"marshal", "general", "defender"}, {"general", "marshal", "attacker"}, {"major", "major", "both"},
			{"spy", "marshal", "defender"}, {"marshal", "spy", "defender"}, {"spy", "general", "attacker"},
			{"miner", "bomb", "defender"}, {"marshal", "bomb", "attacker"}, {"spy", "flag", "defender"},
		} {
			a, d := kind(c.attacker), kind(c.defender)
			said, ok := rs.Announcement(rs.Clash(a, d))
			require.True(t, ok)
			require.Equal(t, c.left != "defender", said.AttackerLeaves, c)
			require.Equal(t, c.left != "attacker", said.DefenderLeaves, c)
			require.Equal(t, c.defender == "flag", said.FlagTaken)
			if tells {
				require.Equal(t, a, said.AttackerSeen)
				require.Equal(t, d, said.DefenderSeen)
			} else {
				require.Equal(t, engine.NoType, said.AttackerSeen)
				require.Equal(t, engine.NoType, said.DefenderSeen)
			}
		}
		e4 := node(t, rs, "e4")
		empty := engine.NodeSet{}
		ways := func(id string) string {
			return strings.Join(rs.Board().Names(rs.Reach(engine.Red, kind(id), e4, empty, empty)), " ")
		}
		require.Equal(t, "d4 e3 e5 f4", ways("marshal"))
		require.Equal(t, "a4 b4 c4 d4 e1 e2 e3 e5 e6 e7 e8 e9 e10 f4 g4 h4 i4 j4", ways("scout"))
		require.Empty(t, ways("bomb"))
		require.Equal(t, "c1 c2 c3 d4", strings.Join(rs.Board().Names(
			rs.Reach(engine.Red, kind("scout"), node(t, rs, "c4"), engine.NodesOf(node(t, rs, "b4")), engine.NodesOf(node(t, rs, "d4")))), " "),
			"a lake and an own piece stop a scout, an enemy is attacked")
	}
}

// In Three Lamps a seat is out with its lamp, and the last one left has won.
func TestThreeLamps(t *testing.T) {
	rs := loadRuleset(t, "three-lamps.json")
	require.Equal(t, 3, rs.NumSeats())
	require.Equal(t, 37, rs.Board().NumNodes())
	s := setRules(t, rs, engine.Red, "rV@d2 rL@a1 bW@d5 bW@e4 bL@d7 aW@f3 aL@g1")
	s.refuse("d2xd7", "no piece of any kind can get") // a piece stands between
	s.refuse("d2-e4", "no piece of any kind can get") // no straight way
	s.play("d2xd5-(W)")
	s.play("e4xf3~ f3-g2")
}
