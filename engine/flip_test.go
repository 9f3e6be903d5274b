package engine_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// flipSpecs are the flip game in all its wordings.
var flipSpecs = []string{
	"flip", "flip,colours=engineer", "flip,colours=fixed", "flip,strike=on", "flip,mines=spring,strike=on", "flip,mines=exploding",
	"flip,win=engineers", "flip,win=any,strike=on", "flip,win=home", "flip,win=pieces", "flip,last-both=draw",
	"flip,seats=4", "flip,seats=4,teams=all,strike=on",
}

func flipRules(t testing.TB, spec string) *engine.Ruleset {
	rs, err := junqi.Rules(spec)
	require.NoError(t, err, spec)
	return rs
}

// dealt shuffles the tokens of a deck.
func dealt(rs *engine.Ruleset, rng *rand.Rand) []uint8 {
	tokens := rs.Deck().Tokens()
	rng.Shuffle(len(tokens), func(i, j int) { tokens[i], tokens[j] = tokens[j], tokens[i] })
	return tokens
}

func TestFlipPlays(t *testing.T) {
	for i, spec := range flipSpecs {
		rs := flipRules(t, spec)
		require.NotNil(t, rs.Deck())
		again, err := engine.ParseCanonical(rs.Text())
		require.NoError(t, err)
		require.Equal(t, rs.Digest(), again.Digest())
		ends := map[string]int{}
		for game := range 20 {
			r, events := playFlip(t, rs, rand.New(rand.NewPCG(uint64(i), uint64(game))), 4000)
			ends[r.Result().String()]++
			// Everybody gets there by the events alone.
			p := engine.Start(rs, engine.Red)
			for _, e := range events {
				require.NoError(t, p.Apply(e))
			}
			require.Equal(t, r.Position(), p)
		}
		t.Log(spec, ends)
	}
}

// playFlip plays a game of random turns, of at most so many.
func playFlip(t testing.TB, rs *engine.Ruleset, rng *rand.Rand, turns int) (*engine.Referee, []engine.Event) {
	r, err := engine.NewDealer(rs, dealt(rs, rng), engine.Red)
	require.NoError(t, err)
	var events []engine.Event
	for range turns {
		if r.Result().Over {
			break
		}
		played, err := r.Play(randomTurn(r, rng))
		require.NoError(t, err)
		events = append(events, played...)
	}
	return r, events
}

// randomTurn is a move or a flip of the seat to act; now and then it goes out, where that leaves the others a game.
func randomTurn(r *engine.Referee, rng *rand.Rand) engine.Event {
	p := r.Position()
	seat := p.Turn()
	moves, flips := r.LegalMoves(), p.Flips(seat).Nodes()
	if p.Rules().NumSeats() > 2 && rng.IntN(60) == 0 {
		return engine.ResignEvent(seat)
	}
	if k := rng.IntN(len(moves) + len(flips)); k >= len(moves) {
		return engine.FlipEvent(seat, flips[k-len(moves)], rng.IntN(9) == 0)
	} else {
		return engine.MoveEvent(seat, moves[k], rng.IntN(9) == 0)
	}
}

// A game that was written down is read as it was.
func TestFlipGamesAsText(t *testing.T) {
	for i, spec := range flipSpecs {
		rs := flipRules(t, spec)
		for game := range 6 {
			r, events := playFlip(t, rs, rand.New(rand.NewPCG(uint64(i), uint64(game))), 40+150*game)
			text, err := engine.FormatGame(engine.Game{Rules: rs, First: engine.Red, Events: events}, func(*engine.Ruleset) string { return spec })
			require.NoError(t, err)
			back, err := engine.ParseGame(text, junqi.Rules)
			require.NoError(t, err, text)
			require.Equal(t, events, back.Events)
			p, err := back.Replay()
			require.NoError(t, err)
			require.Equal(t, r.Position(), p)
		}
	}
}

// Positions of flip games are read back as they were.
func TestFlipPositionText(t *testing.T) {
	for i, spec := range flipSpecs {
		rs := flipRules(t, spec)
		_, events := playFlip(t, rs, rand.New(rand.NewPCG(uint64(i), 7)), 600)
		p := engine.Start(rs, engine.Red)
		checkPositionText(t, p)
		for _, e := range events {
			require.NoError(t, p.Apply(e))
			checkPositionText(t, p)
		}
	}
}

// While pieces are turned up, what a position says agrees with itself and with what lies on the table, conclusions are
// true, and events made of anything are refused without a trace.
func TestFlipPositionsAgreeWithThemselves(t *testing.T) {
	for i, spec := range append(flipSpecs, "banqi", "banqi,strike=on") {
		rs := flipRules(t, spec)
		rng := rand.New(rand.NewPCG(7, uint64(i)))
		r, err := engine.NewDealer(rs, dealt(rs, rng), engine.Red)
		require.NoError(t, err)
		facts := engine.NewFacts(rs)
		p := engine.Start(rs, engine.Red)
		for range 120 {
			if r.Result().Over {
				break
			}
			played, err := r.Play(randomTurn(r, rng))
			require.NoError(t, err)
			for _, e := range played {
				for range 3 {
					hostile, before := hostileEvent(rng.Uint64()), p
					if err := p.Apply(hostile); err != nil {
						require.Equal(t, before, p)
					}
					p = before
				}
				before := p
				require.NoError(t, p.Apply(e))
				facts.Note(&before, e)
				checkDeal(t, &p)
			}
			require.Equal(t, r.Position(), p)
			for _, seat := range rs.Seats() {
				for _, n := range p.Occupied(seat).Nodes() {
					piece := p.At(n)
					require.Equal(t, engine.TypesOf(r.Type(piece)), p.Known(piece), spec)
					require.True(t, facts.Possible(piece).Has(r.Type(piece)), spec)
				}
			}
		}
	}
}

// checkDeal checks that every piece lies face down, or was turned up, and that all of them are counted once.
func checkDeal(t *testing.T, p *engine.Position) {
	rs := p.Rules()
	require.Len(t, p.DownTokens(), len(p.DownNodes()))
	unturned := 0
	for _, seat := range rs.Seats() {
		for _, kind := range rs.Types().Types() {
			n := p.Unturned(seat, kind)
			require.LessOrEqual(t, n, rs.Count(kind))
			unturned += n
		}
		for _, n := range p.Occupied(seat).Nodes() {
			require.False(t, slices.Contains(p.DownNodes(), n))
			require.True(t, p.TurnedUp(p.At(n)))
			require.Equal(t, n, p.Where(p.At(n)))
			require.Equal(t, seat, p.At(n).Seat())
		}
	}
	require.Equal(t, len(p.DownTokens()), unturned)
}
