package seat_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// sit takes a seat at a table, at a time that stands still.
func sit(t require.TestingT, s seat.Session) *seat.Seat {
	sat, err := seat.New(s, seat.Options{Now: func() time.Time { return day }})
	require.NoError(t, err)
	return sat
}

// rulesets are games of all shapes.
var rulesets = []string{
	"standard", "standard,mode=open", "standard,scout=on", "standard,carry=home,mines=exploding-all", "standard,last-both=draw",
	"siguo", "siguo,way=partners",
}

func rules(t require.TestingT, spec string) *engine.Ruleset {
	rs, err := junqi.Rules(spec)
	require.NoError(t, err)
	return rs
}

func toJSON(t require.TestingT, v any) string {
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return string(text)
}

// drawGame draws rules, a table with random layouts, and the dice for what happens there.
func drawGame(t *rapid.T) (*table, *rand.Rand) {
	rs := rules(t, rapid.SampledFrom(rulesets).Draw(t, "rules"))
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	return randomTable(rs, rng), rng
}

// drawEyes draws a seat, or nobody.
func drawEyes(t *rapid.T, rs *engine.Ruleset) engine.Seat {
	return rapid.SampledFrom(append(rs.Seats(), nobody)).Draw(t, "eyes")
}

func TestAStateIsTheSameHoweverOftenItWasLookedAt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		game, rng := drawGame(t)
		session := game.session(drawEyes(t, game.rules))
		watched := sit(t, session)
		defer watched.Close()
		step := rapid.IntRange(1, 8).Draw(t, "step")
		count := 0
		game.playOut(rng, 60, func() {
			if count++; count%step != 0 && !game.referee.Result().Over {
				return
			}
			fresh := sit(t, session)
			defer fresh.Close()
			require.Equal(t, toJSON(t, fresh.State()), toJSON(t, watched.State()))
		})
	})
}

func TestAGameIsFoldedOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	game := randomTable(rules(t, "standard,quiet-draw=off"), rng)
	sessions := []*fake{game.session(engine.Red), game.session(engine.Blue), game.session(nobody)}
	var seats []*seat.Seat
	for _, session := range sessions {
		s := sit(t, session)
		defer s.Close()
		seats = append(seats, s)
	}
	for game.position.Ply() < 180 && !game.referee.Result().Over {
		require.NoError(t, game.play(game.choice(rng), func() {
			for _, s := range seats {
				s.State()
				s.State()
				s.Events(0)
			}
		}))
	}
	require.Equal(t, 180, game.position.Ply(), "choose another seed")
	for _, s := range seats {
		require.NotZero(t, s.State().Ply)
	}
	game.change(func() {
		for _, session := range sessions {
			require.Equal(t, len(game.events), session.handed)
		}
	})
}

func TestAStateHoldsNothingThatIsHidden(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		game, rng := drawGame(t)
		if game.rules.Open() {
			t.Skip("nothing is hidden")
		}
		who := drawEyes(t, game.rules)
		game.playOut(rng, rapid.IntRange(0, 60).Draw(t, "plies"), nil)
		game.revealed = 0
		other := game.otherwise(t, who, rng)
		if other == nil {
			t.Skip("no other game looks the same")
		}
		one, two := sit(t, game.session(who)), sit(t, other.session(who))
		defer one.Close()
		defer two.Close()
		require.Equal(t, toJSON(t, one.State()), toJSON(t, two.State()))
		require.Equal(t, toJSON(t, one.Events(0)), toJSON(t, two.Events(0)))
		require.Equal(t, toJSON(t, one.Table()), toJSON(t, two.Table()))
	})
}

// otherwise is a table with other layouts of those whom a seat does not see, at which all
// the same was seen to happen; nil if none is found.
func (t *table) otherwise(rt *rapid.T, who engine.Seat, rng *rand.Rand) *table {
	layouts := make([]engine.Layout, t.rules.NumSeats())
	differs := false
	for i := range layouts {
		s := engine.Seat(i)
		layouts[i] = t.referee.Layout(s).Clone()
		if s == who || who != nobody && t.rules.PartnersOpen() && t.rules.Partners(s, who) {
			continue
		}
		for range 200 {
			a, b := rng.IntN(len(layouts[i])), rng.IntN(len(layouts[i]))
			swapped := layouts[i].Clone()
			swapped[a], swapped[b] = swapped[b], swapped[a]
			if swapped[a] == swapped[b] || t.rules.CheckLayout(swapped) != nil {
				continue
			}
			tried := append([]engine.Layout(nil), layouts...)
			for j := i; j < len(tried); j++ {
				tried[j] = t.referee.Layout(engine.Seat(j)).Clone()
			}
			tried[i] = swapped
			if t.replayed(tried) != nil {
				layouts[i], differs = swapped, true
				break
			}
		}
	}
	if !differs {
		return nil
	}
	return t.replayed(layouts)
}

// replayed is the same game at a table with other layouts; nil if it can't be the same.
func (t *table) replayed(layouts []engine.Layout) *table {
	again := newTable(t.rules, layouts, t.first)
	for i := 0; i < len(t.events); {
		before := len(again.events)
		if again.play(t.events[i], nil) != nil {
			return nil
		}
		for _, e := range again.events[before:] {
			if i == len(t.events) || t.events[i] != e {
				return nil
			}
			i++
		}
	}
	return again
}
