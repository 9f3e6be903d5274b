package seat_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// recorded is a table's match with all layouts.
func (t *table) recorded() *seat.Recorded {
	var layouts [engine.MaxSeats]engine.Layout
	for _, s := range t.rules.Seats() {
		layouts[s] = t.referee.Layout(s)
	}
	return &seat.Recorded{Game: engine.Game{Rules: t.rules, First: t.first, Events: t.events, Layouts: layouts}}
}

func TestAReplayShowsWhatTheSeatSaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		game, rng := drawGame(t)
		who := drawEyes(t, game.rules)
		whose := seat.Public
		if who != nobody {
			whose = who.String()
		}
		live := sit(t, game.session(who))
		defer live.Close()
		states := []seat.State{live.State()}
		game.playOut(rng, 30, func() {
			if st := live.State(); st.Last != nil && st.Last.Complete && game.revealed == 0 {
				states = append(states, st)
			}
		})
		r, err := seat.NewReplay(game.recorded(), whose)
		require.NoError(t, err)
		require.Equal(t, len(states)-1, r.Len())
		for range 20 {
			step := rng.IntN(r.Len() + 1)
			r.To(step)
			require.Equal(t, step, r.Step())
			st, want := r.State(), states[step]
			require.Equal(t, want.Pieces, st.Pieces)
			require.Equal(t, want.Last, st.Last)
			require.Equal(t, want.Result, st.Result)
			require.Equal(t, want.ToMove, st.ToMove)
			require.Equal(t, len(r.Events(0)), st.Number)
		}
	})
}

// A seat that is out sees its partner's pieces from then on, and not before, where the rules say so.
func TestAReplayShowsWhoIsOutItsPartner(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	game := randomTable(rules(t, "siguo,out-sees=on,resign-from=off,first=red"), rng)
	red := sit(t, game.session(engine.Red))
	defer red.Close()
	states := []seat.State{red.State()}
	note := func() {
		if st := red.State(); st.Last != nil && st.Last.Complete && st.Turns == len(states) {
			states = append(states, st)
		}
	}
	game.playOut(rng, 12, note)
	require.NoError(t, game.play(engine.ResignEvent(engine.Red), note))
	game.playOut(rng, 24, note)

	r, err := seat.NewReplay(game.recorded(), "red")
	require.NoError(t, err)
	require.Equal(t, len(states)-1, r.Len())
	for range 3 * r.Len() {
		step := rng.IntN(r.Len() + 1)
		r.To(step)
		st := r.State()
		for i, p := range st.Pieces {
			if p.Seat == "amber" {
				require.Equal(t, step > 12, p.By == "opened", "turn %d, piece %d", step, i)
			}
		}
		require.Equal(t, states[step].Pieces, st.Pieces)
		require.Equal(t, len(r.Events(0)), st.Number)
	}
}

func TestAnOpenReplayShowsEverything(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, spec := range rulesets {
		game := randomTable(rules(t, spec), rng)
		game.playOut(rng, 20, nil)
		r, err := seat.NewReplay(game.recorded(), seat.Open)
		require.NoError(t, err)
		r.To(r.Len() + 1)
		require.Equal(t, r.Len(), r.Step())
		for _, p := range r.State().Pieces {
			require.Equal(t, "opened", p.By)
		}
		require.Empty(t, r.State().Moves)
		require.Empty(t, r.State().Can)
		r.To(-1)
		require.Zero(t, r.Step())
	}
}

func TestAReplayIsOfALayoutThatWasRevealed(t *testing.T) {
	match := standardTable(t).recorded()
	match.Game.Layouts[engine.Blue] = nil
	_, err := seat.NewReplay(match, "blue")
	require.Equal(t, "seat.not-revealed", coded.Code(err))
	_, err = seat.NewReplay(match, "teal")
	require.Equal(t, "seat.not-revealed", coded.Code(err))
	r, err := seat.NewReplay(match, seat.Open)
	require.NoError(t, err)
	require.Equal(t, "opened", pieceAt(t, r.State(), "a1").By)
	require.Empty(t, pieceAt(t, r.State(), "a12").By)
}

func TestAReplayTellsWhatWasProven(t *testing.T) {
	game := standardTable(t)
	require.NoError(t, game.play(game.move("a6-a7"), nil))
	match := game.recorded()
	match.Records = []seat.Proof{{Record: 6, What: "Move", Seat: "red", Count: 1, Bytes: 800}, {Record: 7, What: "Answer", Seat: "blue", Count: 2, Bytes: 3000}}
	match.Names = []string{"Ann", "Bo"}
	match.Conviction = &seat.Convicted{Seat: engine.Blue, Record: 7, Kind: "Answer", Reason: coded.Errorf("protocol.proof", "proof does not verify")}
	r, err := seat.NewReplay(match, "red")
	require.NoError(t, err)
	require.Nil(t, r.State().Conviction)
	r.To(1)
	events := r.Events(1)
	require.Equal(t, &match.Records[0], events[0].Proof)
	require.Equal(t, &match.Records[1], events[1].Proof)
	require.Equal(t, seat.Sealed, r.State().Phase)
	require.Equal(t, "blue", r.State().Conviction.Seat)
	require.Equal(t, []seat.Player{{Seat: "red", Name: "Ann", You: true}, {Seat: "blue", Name: "Bo", Team: 1}}, r.Table().Players)
}
