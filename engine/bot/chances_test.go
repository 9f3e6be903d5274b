package bot

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// playDealt plays a game with a deck between bots, by seat, of at most so many turns.
func playDealt(t testing.TB, rs *engine.Ruleset, rng *rand.Rand, turns int, names ...string) *engine.Referee {
	tokens := rs.Deck().Tokens()
	rng.Shuffle(len(tokens), func(i, j int) { tokens[i], tokens[j] = tokens[j], tokens[i] })
	r, err := engine.NewDealer(rs, tokens, engine.Red)
	require.NoError(t, err)
	var history []engine.Event
	for range turns {
		if r.Result().Over {
			break
		}
		v := View{Rules: rs, Position: r.Position(), Seat: r.ToAct(), History: history}
		played, err := r.Play(engine.TurnEvent(v.Seat, bot(t, names[int(v.Seat)%len(names)]).Move(v, rng), false))
		require.NoError(t, err)
		history = append(history, played...)
	}
	return r
}

// Bots play every wording to an end, and one that weighs chances beats one that does not.
func TestBotsTurnUp(t *testing.T) {
	for _, spec := range []string{"flip", "flip,strike=on,colours=engineer", "flip,win=pieces", "flip,win=home", "flip,seats=4"} {
		rs, err := junqi.Rules(spec)
		require.NoError(t, err)
		r := playDealt(t, rs, rand.New(rand.NewPCG(1, 3)), 1500, "sensible", "random")
		require.True(t, r.Result().Over, spec)
	}
	rs, err := junqi.Rules("flip")
	require.NoError(t, err)
	won := 0
	for game := range *games {
		r := playDealt(t, rs, rand.New(rand.NewPCG(uint64(game), 9)), 1500, "sensible", "random")
		if r.Result().Winners.Has(engine.Red) {
			won++
		}
	}
	require.GreaterOrEqual(t, won, (3**games+1)/4)
}

// One that looks ahead takes what it can take for nothing, and leaves what would be taken back.
func TestStrongWeighsChances(t *testing.T) {
	rs, err := junqi.Rules("flip,colours=fixed")
	require.NoError(t, err)
	number := func(t engine.Type) int {
		for number, of := range rs.Deck().Army() {
			if of == t {
				return number
			}
		}
		return -1
	}
	node := func(name string) engine.Node {
		n, _ := rs.Board().Node(name)
		return n
	}
	p, err := engine.PositionOf(rs, engine.Red, map[engine.Piece]engine.Node{
		engine.PieceOf(engine.Red, number(junqi.Army)):       node("b3"),
		engine.PieceOf(engine.Blue, number(junqi.Division)):  node("b2"),
		engine.PieceOf(engine.Blue, number(junqi.Commander)): node("d11"),
		engine.PieceOf(engine.Blue, number(junqi.Platoon)):   node("b4"),
	})
	require.NoError(t, err)
	m := bot(t, "strong").Move(View{Rules: rs, Position: p, Seat: engine.Red}, rand.New(rand.NewPCG(1, 1)))
	require.Equal(t, "b3-b2", rs.Board().FormatMove(m))
}
