package p2p

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// graph says which two seats can reach each other.
type graph [engine.MaxSeats][engine.MaxSeats]bool

// connects makes a graph of pairs.
func connects(pairs ...[2]int) (g graph) {
	for _, p := range pairs {
		g[p[0]][p[1]], g[p[1]][p[0]] = true, true
	}
	return g
}

// wall keeps all apart who can't reach each other in the graph.
func (tb *fakeTable) wall(g graph) {
	seats := map[transport.Key]int{}
	for seat, id := range tb.ids {
		seats[id.Key()] = seat
	}
	tb.net.Wall(func(a, b transport.Key) bool { return !g[seats[a]][seats[b]] })
}

// whole is the graph in which everybody reaches everybody.
var whole = connects([2]int{0, 1}, [2]int{0, 2}, [2]int{0, 3}, [2]int{1, 2}, [2]int{1, 3}, [2]int{2, 3})

// without is a graph without what leads to a seat.
func (g graph) without(seat int) graph {
	for i := range g {
		g[i][seat], g[seat][i] = false, false
	}
	return g
}

// linked are the pairs between which there is a link, by what all of them say.
func linked(t *testing.T, all []*Session) (g graph) {
	for _, s := range all {
		snap := s.Snapshot()
		for _, p := range snap.Peers {
			g[snap.Seat][p.Seat] = p.Online
		}
	}
	for i := range g {
		for j := range g {
			require.Equal(t, g[i][j], g[j][i], "a link has two ends")
		}
	}
	return g
}

// Everybody links to everybody whom it can reach, in whatever order they joined.
func TestEverySeatLinksToEveryOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTableOf(t, 40, 4)
		all := tb.all(tb.start)
		stop := playing(t, all, 21)
		time.Sleep(time.Minute)
		require.Equal(t, whole, linked(t, all))
		stop()
	})
}

// A seat that vouches for another's program keeps nobody from linking to that, not even where its word came first.
func TestNoSeatTakesTheNameOfAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTableOf(t, 40, 4)
		all := tb.all(tb.start)
		lie := wire.PeerRecord{Seat: engine.Amber, Number: 1, Key: tb.ids[engine.Teal].Key(), Addrs: []transport.Addr{"there"}}
		signature := (&fakeSeat{own: engine.Amber}).Vouch(lie.Body())
		under(all[1], func() {
			news, err := all[1].takeWhereLocked(append(lie.Body(), signature...))
			require.NoError(t, err)
			require.True(t, news)
			all[1].peers.of(engine.Amber).where = nil // blue alone hears it
		})
		stop := playing(t, all, 21)
		time.Sleep(time.Minute)
		require.Equal(t, whole, linked(t, all))
		under(all[1], func() {
			news, err := all[1].takeWhereLocked(append(lie.Body(), signature...))
			require.NoError(t, err)
			require.False(t, news)
		})
		stop()
	})
}

// A key that a link has proven takes it from a seat that has only vouched for it, but not from one that has linked
// under it too: one program may have two seats.
func TestProvenKeys(t *testing.T) {
	key := transport.Identity{1}.Key()
	both := peers{{key: key}, {key: key}}
	both.prove(both[0])
	require.True(t, both[1].key.IsZero())
	both[1].key = key
	both.prove(both[1])
	require.Equal(t, key, both[0].key)
}

// After the table has closed any connected graph will do: rings, chains, stars around
// another than the host, drawn again every now and then. All get everything.
func TestRecordsSpreadOverAnyConnectedGraph(t *testing.T) {
	for name, g := range map[string]graph{
		"a ring":                connects([2]int{0, 1}, [2]int{1, 2}, [2]int{2, 3}, [2]int{3, 0}),
		"a chain":               connects([2]int{0, 2}, [2]int{2, 1}, [2]int{1, 3}),
		"a star around a guest": connects([2]int{3, 0}, [2]int{3, 1}, [2]int{3, 2}),
		"the host's star":       connects([2]int{0, 1}, [2]int{0, 2}, [2]int{0, 3}),
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tb := newFakeTableOf(t, 60, 4)
				tb.game.pairs = true
				all := tb.all(tb.start)
				stop := playing(t, all, 12)
				time.Sleep(time.Minute)
				require.Equal(t, whole, linked(t, all))
				stop()
				tb.wall(g)
				all = tb.all(tb.resume)
				stop = playing(t, all, 51)
				time.Sleep(isolationTime - time.Second)
				require.Equal(t, g, linked(t, all))
				want := 12
				if g[0] == whole[0] { // the host has heard all, and plays; blue has not
					want++
				}
				require.Equal(t, want, all[0].Snapshot().Records, "nobody signs before those have had their time whom it knew")
				time.Sleep(time.Minute)
				for _, s := range all {
					require.Equal(t, 51, s.Snapshot().Records)
				}
				require.Equal(t, allPeeks, tb.game.opened())
				stop()
				tb.net.Wall(nil)
				finish(t, tb.all(tb.resume)...)
				tb.requireFinished()
			})
		})
	}
}

// The host's program is gone in the middle, or any other: the others go on without it, up
// to what it owes itself; when it has come back it gets all that it has missed.
func TestAnySeatMayLeaveForAWhile(t *testing.T) {
	for gone := range 4 {
		synctest.Test(t, func(t *testing.T) {
			tb := newFakeTableOf(t, 60, 4)
			first := 20 + gone // whose record it is
			ran := make([]chan error, 4)
			cancel := make([]context.CancelFunc, 4)
			run := func(i int, s *Session) {
				var ctx context.Context
				ctx, cancel[i] = context.WithCancel(t.Context())
				ran[i] = make(chan error, 1)
				go func() { ran[i] <- playUntil(ctx, s, first+1) }()
			}
			all := tb.all(tb.start)
			for i, s := range all {
				run(i, s)
			}
			time.Sleep(time.Minute)
			cancel[gone]()
			require.ErrorIs(t, <-ran[gone], context.Canceled)
			tb.hosts[gone].Down()
			// The others are ended too, and come back without it.
			for i := range 4 {
				if i != gone {
					cancel[i]()
					require.ErrorIs(t, <-ran[i], context.Canceled)
					s, err := tb.resume(i)
					require.NoError(t, err)
					all[i] = s
					var ctx context.Context
					ctx, cancel[i] = context.WithCancel(t.Context())
					go func() { ran[i] <- playUntil(ctx, s, 60) }()
				}
			}
			time.Sleep(isolationTime + time.Minute)
			others := slices.DeleteFunc(slices.Clone(all), func(s *Session) bool { return s == all[gone] })
			require.Equal(t, whole.without(gone), linked(t, others))
			for _, s := range others {
				require.Equal(t, first+4, s.Snapshot().Records, "up to its next record")
			}
			for i := range 4 {
				if i != gone {
					cancel[i]()
					require.ErrorIs(t, <-ran[i], context.Canceled)
				}
			}
			tb.reboot(gone, tb.disks[gone])
			finish(t, tb.all(tb.resume)...)
			tb.requireFinished()
		})
	}
}

// Whom the others have put out for its silence nobody waits for, neither to go on nor to end,
// be it the host.
func TestNobodyWaitsForWhoWasPutOut(t *testing.T) {
	for gone := range engine.Seat(4) {
		synctest.Test(t, func(t *testing.T) {
			tb := newFakeTableOf(t, 40, 4)
			all := tb.all(tb.start)
			stop := playing(t, all, 12)
			time.Sleep(time.Minute)
			for _, s := range all {
				s.mu.Lock()
			}
			tb.game.silent = tb.game.silent.Add(gone)
			for _, s := range all {
				s.mu.Unlock()
			}
			for _, s := range all {
				s.mu.Lock()
				host := s.meta.role == wire.Host
				for _, p := range s.peers {
					require.Equal(t, p.seat != gone, p.isNeeded(&s.replica))
					p.heard, p.has = p.seat != gone, p.seat != gone && (host || gone == 0 || p.host)
				}
				require.True(t, s.replica.own == gone || s.doneLocked(), "%s", s.replica.own)
				s.isolated = false
				for _, p := range s.peers {
					if p.seat == gone {
						s.unlinkForTest(p)
					}
				}
				require.True(t, s.replica.own == gone || s.peers.heard(&s.replica, s.isolated), "%s", s.replica.own)
				for _, p := range s.peers {
					p.has = false
				}
				require.False(t, s.doneLocked())
				s.mu.Unlock()
			}
			stop()
		})
	}
}

// unlinkForTest forgets a link as if it had been lost.
func (s *Session) unlinkForTest(p *peer) { p.link = nil }

// Programs are killed and come back at random, over a line that breaks.
func TestKilledAndResumedAtRandom(t *testing.T) {
	seeds := uint64(4)
	if testing.Short() {
		seeds = 1
	}
	for seed := range seeds {
		synctest.Test(t, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(seed, 9))
			tb := newFakeTableOf(t, 80, 4)
			ran := make([]chan error, 4)
			cancel := make([]context.CancelFunc, 4)
			run := func(i int, s *Session) {
				var ctx context.Context
				ctx, cancel[i] = context.WithCancel(t.Context())
				ran[i] = make(chan error, 1)
				go func() { ran[i] <- playUntil(ctx, s, 70) }()
			}
			for i, s := range tb.all(tb.start) {
				run(i, s)
			}
			time.Sleep(10 * time.Second)
			for range 12 {
				i := rng.IntN(4)
				cancel[i]()
				require.ErrorIs(t, <-ran[i], context.Canceled)
				time.Sleep(time.Duration(rng.IntN(20_000)) * time.Millisecond)
				s, err := tb.resume(i)
				require.NoError(t, err)
				run(i, s)
				time.Sleep(time.Duration(rng.IntN(20_000)) * time.Millisecond)
			}
			time.Sleep(2 * isolationTime)
			for i := range 4 {
				cancel[i]()
				require.ErrorIs(t, <-ran[i], context.Canceled)
			}
			finish(t, tb.all(tb.resume)...)
			tb.requireFinished()
		})
	}
}

// A guest's door opens to the host, and to the programs that the other seats have vouched
// for and that share a secret with its own; to nobody else, watchers included.
func TestGuestsDoor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTableOf(t, 60, 4)
		all := tb.all(tb.start)
		ctx, cancel := context.WithCancel(t.Context())
		ran := make(chan error, 4)
		for _, s := range all {
			go func() { ran <- playUntil(ctx, s, 12) }()
		}
		time.Sleep(time.Minute)
		between := func(a, b byte) []byte { return []byte{1 + a, 1 + b, 31: 0} }
		for what, c := range map[string]struct {
			id   transport.Identity
			role wire.Role
			seat engine.Seat
			key  []byte
			want wire.Reason
		}{
			"another program than the seat's": {transport.Identity{99}, wire.Guest, 2, between(1, 2), wire.ByeStranger},
			"without the secret":              {tb.ids[2], wire.Guest, 2, between(1, 3), wire.ByeStranger},
			"with the secret of the invite":   {tb.ids[2], wire.Guest, 2, tb.secret.Seat(2).LinkKey(), wire.ByeStranger},
			"another for the host":            {transport.Identity{98}, wire.Host, 0, tb.secret.Seat(1).LinkKey(), wire.ByeStranger},
			"a guest on the host's seat":      {tb.ids[2], wire.Guest, 0, between(0, 1), wire.ByeRefused},
			"ourselves":                       {tb.ids[3], wire.Guest, 1, between(1, 1), wire.ByeRefused},
			"who watches":                     {transport.Identity{97}, wire.Watcher, wire.NoSeat, tb.secret.Watch().LinkKey(), wire.ByeRefused},
		} {
			line, err := tb.net.Visitor(c.id).Dial(ctx, tb.ids[1].Key(), []transport.Addr{"there"})
			require.NoError(t, err)
			in := &intruder{t: t, tb: tb, id: c.id, role: c.role, seat: c.seat, c: line}
			in.send(in.hello().Frame())
			if c.want == wire.ByeStranger && c.role == wire.Guest && c.id == tb.ids[2] {
				theirs, err := link.ReadHello(in.c)
				require.NoError(t, err)
				p := link.Parties{Terms: in.hello().Terms, Host: tb.ids[1].Key(), Guest: c.id.Key(), HostNonce: theirs.Nonce, GuestNonce: in.hello().Nonce}
				in.send(wire.Proof{Number: 0, MAC: p.MAC(c.key, wire.Guest, c.seat)}.Frame())
			}
			require.Equal(t, c.want, in.bye(), what)
		}
		for _, s := range all { // room is kept for whoever plays, not for the host alone
			for i := range 4 {
				require.Equal(t, i != int(s.replica.own), s.acceptor.Expects(tb.ids[i].Key()))
			}
			require.False(t, s.acceptor.Expects(transport.Identity{99}.Key()))
		}
		cancel()
		for range 4 {
			require.ErrorIs(t, <-ran, context.Canceled)
		}
	})
}

// Where a seat says that its program is counts only if its key says so, and only the last.
func TestWhereaboutsAreVouchedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTableOf(t, 60, 4)
		s, err := tb.start(0)
		require.NoError(t, err)
		seat := s.replica.ledger.(*fakeSeat)
		for i := range 3 {
			other := &fakeSeat{g: tb.game, own: engine.Seat(i + 1), chain: slices.Clone(seat.chain)}
			require.NoError(t, other.make(s.cfg.Rand))
			seat.chain = other.chain
		}
		say := func(w wire.PeerRecord, by engine.Seat) (bool, error) {
			s.mu.Lock()
			defer s.mu.Unlock()
			signature := (&fakeSeat{own: by}).Vouch(w.Body())
			return s.takeWhereLocked(append(w.Body(), signature...))
		}
		blue := wire.PeerRecord{Seat: 1, Number: 5, Key: tb.ids[1].Key(), Addrs: []transport.Addr{"one", "two"}}
		_, err = say(blue, 2)
		require.ErrorContains(t, err, "has not said")
		news, err := say(blue, 1)
		require.NoError(t, err)
		require.True(t, news)
		at := func() []transport.Addr { return s.peers.of(1).addrs }
		require.Equal(t, blue.Addrs, at())
		under(s, func() { s.peers.prove(s.peers.of(1)) })
		for what, w := range map[string]wire.PeerRecord{
			"again":        blue,
			"older":        {Seat: 1, Number: 4, Key: tb.ids[1].Key(), Addrs: []transport.Addr{"three"}},
			"another name": {Seat: 1, Number: 6, Key: tb.ids[2].Key(), Addrs: []transport.Addr{"three"}},
			"ourselves":    {Seat: 0, Number: 9, Key: tb.ids[2].Key(), Addrs: []transport.Addr{"three"}},
			"blue's name":  {Seat: 2, Number: 6, Key: tb.ids[1].Key(), Addrs: []transport.Addr{"three"}},
			"our name":     {Seat: 2, Number: 6, Key: tb.ids[0].Key(), Addrs: []transport.Addr{"three"}},
		} {
			news, err := say(w, w.Seat)
			require.NoError(t, err, what)
			require.False(t, news, what)
			require.Equal(t, blue.Addrs, at(), what)
			require.True(t, s.peers.of(2).key.IsZero(), what)
		}
		news, err = say(wire.PeerRecord{Seat: 1, Number: 6, Key: tb.ids[1].Key(), Addrs: nil}, 1)
		require.NoError(t, err)
		require.True(t, news)
		require.Empty(t, at())
		taken := 0
		for i := range 1000 {
			news, err := say(wire.PeerRecord{Seat: 1, Number: uint64(10 + i), Key: tb.ids[1].Key(), Addrs: []transport.Addr{"here"}}, 1)
			require.NoError(t, err)
			if news {
				taken++
			}
		}
		require.Less(t, taken, int(link.WordPace.Burst), "it is stored and passed on")
		time.Sleep(time.Minute)
		news, err = say(wire.PeerRecord{Seat: 1, Number: 2000, Key: tb.ids[1].Key(), Addrs: nil}, 1)
		require.NoError(t, err)
		require.True(t, news)
		require.NoError(t, s.Close())
	})
}

func FuzzParseWhereabouts(f *testing.F) {
	w := wire.PeerRecord{Seat: 2, Number: 7, Key: transport.Identity{1}.Key(), Addrs: []transport.Addr{"here", "there"}}
	f.Add(append(w.Body(), make([]byte, wire.VouchSize)...))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if w, body, signature, err := wire.ParsePeerRecord(raw); err == nil {
			require.Equal(t, raw, append(w.Body(), signature...))
			require.Equal(t, w.Body(), body)
		}
	})
}
