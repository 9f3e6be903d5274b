package seat_test

import (
	"context"
	"crypto/rand"
	mathrand "math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/pipe"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// playByState plays a session to its end with nothing but what a program in another
// language would have: States, and commands by names.
func playByState(t *testing.T, s *p2p.Session, seed uint64, plies int) *seat.Seat {
	at := seatOf(t, seat.Of(s, "pipe"))
	rng := mathrand.New(mathrand.NewPCG(seed, 0))
	ran := make(chan error, 1)
	go func() { ran <- s.Run(t.Context()) }()
	asked := ""
	for {
		changed := at.Changed()
		st := at.State()
		question := toJSON(t, []any{st.Decision, st.Turns})
		switch {
		case question == asked:
		case st.Decision == "layout":
			asked = question
			l := at.Rules().FormatLayout(at.Rules().RandomLayout(rng))
			require.NoError(t, at.Do(seat.Command{Do: seat.DoLayout, Layout: l}))
		case st.Decision == "move" && st.Ply >= plies:
			asked = question
			require.NoError(t, at.Do(seat.Command{Do: seat.DoResign}))
		case st.Decision == "move":
			asked = question
			require.NoError(t, at.Do(randomMove(st, rng)))
		}
		select {
		case <-changed:
		case err := <-ran:
			require.NoError(t, err)
			return at
		}
	}
}

// randomMove is one of the moves that a State lists.
func randomMove(st seat.State, rng *mathrand.Rand) seat.Command {
	c := seat.Command{Do: seat.DoMove}
	n := 0
	for _, p := range st.Pieces { // a map would not be the same each time
		for _, to := range st.Moves[p.Node] {
			if n++; rng.IntN(n) == 0 {
				c.From, c.To = p.Node, to
			}
		}
	}
	return c
}

func TestAMatchByStatesAlone(t *testing.T) {
	net := pipe.New()
	folder := func() p2p.Folder {
		dir, err := store.OpenDir(t.TempDir())
		require.NoError(t, err)
		return p2p.Files(dir)
	}
	table := invite.HostSecret{1}
	rs := rules(t, "standard,first=red,clock=off")
	host, err := protocol.Host(protocol.HostConfig{Rules: rs, Seat: engine.Red, Invites: table.Invites(rs, engine.Red)}, rand.Reader)
	require.NoError(t, err)
	red, err := p2p.Host(net.Host(transport.Identity{1}), folder(), host, table, p2p.Config{})
	require.NoError(t, err)
	defer red.Close()

	inviting := seatOf(t, seat.Of(red, "pipe"))
	state := inviting.State()
	require.Equal(t, seat.Arrange, state.Phase)
	require.Len(t, state.Invites, 1)
	require.NotEmpty(t, state.WatchInvite)
	for _, at := range state.Seats {
		require.False(t, at.Chosen, at.Seat)
	}

	invite, err := invite.Parse(state.Invites["blue"])
	require.NoError(t, err)
	done := make(chan *seat.Seat)
	go func() {
		defer close(done)
		home := net.Host(transport.Identity{2})
		terms, err := p2p.FetchTerms(context.Background(), home, invite)
		require.NoError(t, err)
		guest, err := protocol.Join(terms, invite.Seat(), invite.Key(), rand.Reader)
		require.NoError(t, err)
		blue, err := p2p.Join(home, folder(), invite, guest, p2p.Config{})
		require.NoError(t, err)
		at := playByState(t, blue, 2, 8)
		require.NoError(t, blue.Close())
		done <- at
	}()
	playByState(t, red, 1, 8)
	blue := <-done

	require.Equal(t, "lost", inviting.State().Result.You)
	last := blue.State()
	require.Equal(t, seat.Over, last.Phase)
	require.Equal(t, &seat.Result{Winners: []string{"blue"}, Reason: "resignation", You: "won"}, last.Result)
	require.True(t, last.Connection.Done)
	for _, at := range last.Seats {
		require.True(t, at.Chosen, at.Seat)
	}
	require.Empty(t, last.Invites)
	require.Positive(t, last.Proofs.Made)
	require.Positive(t, last.Proofs.Checked)
	for _, p := range last.Pieces {
		require.NotEmpty(t, p.Type, "all was revealed")
	}
	events := blue.Events(0)
	require.Contains(t, kinds(events), seat.EventRevealed)
	proven, micros := 0, int64(0)
	for _, e := range events {
		if e.Kind == seat.EventMove {
			require.Equal(t, "Move", e.Proof.What)
			require.Equal(t, e.Seat, e.Proof.Seat)
			proven += e.Proof.Count
			micros += e.Proof.Micros
		}
	}
	require.Positive(t, proven)
	require.Positive(t, micros, "it took time")
	require.Positive(t, last.Proofs.Last.Micros)
}
