package seat_test

import (
	"context"
	"crypto/rand"
	mathrand "math/rand/v2"
	"os"
	"testing"
	"testing/synctest"
	"time"

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

// Among three a seat is here once somebody sits there, and it is told who has gone, be it the
// host.
func TestWhoIsAwayAmongThree(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		text, err := os.ReadFile("../../testdata/rulesets/three-lamps.json")
		require.NoError(t, err)
		rs, err := engine.ParseRules(text)
		require.NoError(t, err)
		net, table := pipe.New(), invite.HostSecret{1}
		folder := func() p2p.Folder {
			dir, err := store.OpenDir(t.TempDir())
			require.NoError(t, err)
			return p2p.Files(dir)
		}
		var leave []func()
		run := func(s *p2p.Session, err error) *p2p.Session {
			require.NoError(t, err)
			ctx, stop := context.WithCancel(t.Context())
			ran := make(chan error, 1)
			go func() { ran <- s.Run(ctx) }()
			leave = append(leave, func() {
				stop()
				require.ErrorIs(t, <-ran, context.Canceled)
				require.NoError(t, s.Close())
			})
			return s
		}
		red, err := protocol.Host(protocol.HostConfig{Rules: rs, Invites: table.Invites(rs, engine.Red)}, rand.Reader)
		require.NoError(t, err)
		host := run(p2p.Host(net.Host(transport.Identity{1}), folder(), red, table, p2p.Config{}))
		join := func(at engine.Seat) *p2p.Session {
			inv, err := host.Invite(at)
			require.NoError(t, err)
			guest, err := protocol.Join(red.Match().Record(0), at, inv.Key(), rand.Reader)
			require.NoError(t, err)
			s := run(p2p.Join(net.Host(transport.Identity{byte(at) + 1}), folder(), inv, guest, p2p.Config{}))
			time.Sleep(time.Minute)
			return s
		}
		sessions := []*p2p.Session{host, join(engine.Blue)}
		blue := sit(t, seat.Of(sessions[engine.Blue], "pipe"))
		here := func() (who []string) {
			st := blue.State()
			for _, at := range st.Seats {
				if at.Online {
					who = append(who, at.Seat)
				}
			}
			return who
		}
		require.Equal(t, []string{"red", "blue"}, here(), "nobody sits at amber's yet")
		sessions = append(sessions, join(engine.Amber))
		require.Equal(t, []string{"red", "blue", "amber"}, here())
		require.True(t, blue.State().Connection.Online)
		layout := rs.RandomLayout(mathrand.New(mathrand.NewPCG(1, 2)))
		for _, s := range sessions {
			require.NoError(t, s.Place(layout))
		}
		moves := func() engine.Seat {
			time.Sleep(time.Minute)
			position := host.Snapshot().Position
			mover := position.ToAct()
			require.NoError(t, sessions[mover].Play(position.LegalMoves(mover, layout)[0], false))
			return mover
		}
		for moves() != engine.Red { // the others move once red has gone
		}
		time.Sleep(time.Minute)
		leave[0]()
		position := sessions[engine.Blue].Snapshot().Position
		mover := position.ToAct()
		require.NotEqual(t, engine.Red, mover)
		require.NoError(t, sessions[mover].Play(position.LegalMoves(mover, layout)[0], false))
		time.Sleep(time.Minute)
		owes := blue.State().Owes
		require.Len(t, owes, 1, "the mover has moved, and red has not seen it")
		require.Equal(t, "red seen", owes[0].Seat+" "+owes[0].What)
		require.NotZero(t, owes[0].Since)
		require.Equal(t, []string{"blue", "amber"}, here())
		require.False(t, blue.State().Connection.Online)
		var away []string
		for _, e := range blue.Events(0) {
			if e.Kind == seat.EventOffline {
				away = append(away, e.Seat)
			}
		}
		require.Equal(t, []string{"red"}, away)
		leave[1]()
		leave[2]()
		blue.Close()
	})
}
