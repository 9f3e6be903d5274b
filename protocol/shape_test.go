package protocol

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/clash/garbled"
	"github.com/darkjunqi/darkjunqi/protocol/clash/yao82"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// refereed plays a game of random moves, preferring attacks, under a referee, for
// so many clashes.
func refereed(t testing.TB, rules *engine.Ruleset, layouts []engine.Layout, rng *rand.Rand, clashes int) []engine.Event {
	referee, err := engine.NewReferee(rules, layouts, engine.Red)
	require.NoError(t, err)
	var history []engine.Event
	for clashes > 0 && !referee.Stuck() {
		p := referee.Position()
		if p.Result().Over {
			break
		}
		moves := referee.LegalMoves()
		move := moves[rng.IntN(len(moves))]
		for n := 0; n < 4 && p.At(move.To) == engine.NoPiece; n++ {
			move = moves[rng.IntN(len(moves))]
		}
		said, err := referee.Play(engine.MoveEvent(p.ToAct(), move, false))
		require.NoError(t, err)
		history = append(history, said...)
		if len(said) > 1 {
			clashes--
		}
	}
	return history
}

// tells reports whether a referee with these layouts would say just this.
func tells(rules *engine.Ruleset, layouts []engine.Layout, history []engine.Event) bool {
	referee, err := engine.NewReferee(rules, layouts, engine.Red)
	if err != nil {
		return false
	}
	for i := 0; i < len(history); {
		said, err := referee.Play(history[i])
		if err != nil || len(said) > len(history)-i {
			return false
		}
		for _, e := range said {
			if e != history[i] {
				return false
			}
			i++
		}
	}
	return !referee.Stuck()
}

// disguise returns layouts as different as can be found that tell the same.
func disguise(rules *engine.Ruleset, layouts []engine.Layout, history []engine.Event, rng *rand.Rand) []engine.Layout {
	for range 3000 {
		next := make([]engine.Layout, len(layouts))
		for seat, l := range layouts {
			next[seat] = l.Clone()
		}
		seat, a, b := rng.IntN(2), rng.IntN(junqi.Standard().ArmySize()), rng.IntN(junqi.Standard().ArmySize())
		next[seat][a], next[seat][b] = next[seat][b], next[seat][a]
		if rules.CheckLayout(next[seat]) == nil && tells(rules, next, history) {
			layouts = next
		}
	}
	return layouts
}

// shape is what a record looks like from afar.
type shape struct {
	kind transcript.Kind
	seat engine.Seat
	size int
}

// shapes plays the moves of a history with these layouts and returns the shapes
// of all records, with the Reveals at the end.
func shapes(t testing.TB, rules, resolver string, layouts []engine.Layout, history []engine.Event, seed uint64) []shape {
	tb := newAuditedTable(t, rules, resolver, seed)
	for seat, p := range tb.players {
		require.NoError(t, p.Place(layouts[seat]))
	}
	tb.sync()
	for _, e := range history {
		if e.Kind == engine.EventMove {
			require.NoError(t, tb.players[e.Seat].Play(e.Move, e.Offer, tb.rng))
			tb.sync()
		}
	}
	m := tb.match()
	require.Equal(t, history, m.Events())
	if p := tb.mover(); p != nil {
		_, err := p.Resign()
		require.NoError(t, err)
		tb.sync()
	}
	require.Equal(t, Honest, Audit(tb.match().File()).Verdict)
	var out []shape
	for _, raw := range append(chainOf(tb.match()), tb.match().Extras()...) {
		r, err := transcript.Parse(raw)
		require.NoError(t, err)
		out = append(out, shape{r.Kind, r.Seat, len(raw)})
	}
	return out
}

// Whoever sees only kinds and sizes of records learns what a referee says, and
// nothing of the pieces: two matches with the same moves and announcements, with
// layouts that differ in most of their pieces, look alike record by record.
func TestSameShapeWhateverThePieces(t *testing.T) {
	t.Parallel()
	for resolver, clashes := range map[string]int{ElGamal: 8, garbled.Name: 3, yao82.Name: 1} {
		t.Run(resolver, func(t *testing.T) {
			rng := rand.New(testRand(9))
			spec := "standard,first=red"
			rules, err := junqi.Rules(spec)
			require.NoError(t, err)
			layouts := []engine.Layout{rules.RandomLayout(rng), rules.RandomLayout(rng)}
			history := refereed(t, rules, layouts, rng, clashes)
			others := disguise(rules, layouts, history, rng)
			different := 0
			for seat := range layouts {
				for p := range layouts[seat] {
					if layouts[seat][p] != others[seat][p] {
						different++
					}
				}
			}
			require.Greater(t, different, junqi.Standard().ArmySize()/2)
			t.Logf("%d events, %d of 50 pieces are of another type", len(history), different)
			one := shapes(t, spec, resolver, layouts, history, 1)
			two := shapes(t, spec, resolver, others, history, 2)
			require.Equal(t, one, two)
		})
	}
}
