package p2p

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// all opens a session for each seat of a table.
func (tb *fakeTable) all(open func(side int) (*Session, error)) (out []*Session) {
	for i := range tb.game.seats {
		s, err := open(i)
		require.NoError(tb.t, err)
		out = append(out, s)
	}
	return out
}

// Three and four programs play over a line on which every link breaks soon: the host
// passes on what each has made.
func TestSeveralSeats(t *testing.T) {
	for seats := 3; seats <= engine.MaxSeats; seats++ {
		for seed := range uint64(5) {
			synctest.Test(t, func(t *testing.T) {
				rng := rand.New(rand.NewPCG(seed, 1))
				tb := newFakeTableOf(t, 30, seats)
				tb.net.Bend(func(dialler, dialled transport.Conn) (transport.Conn, transport.Conn) {
					return &cutConn{Conn: dialler, left: 200 + rng.IntN(800)}, &cutConn{Conn: dialled, left: 200 + rng.IntN(800)}
				})
				finish(t, tb.all(tb.start)...)
				tb.requireFinished()
			})
		}
	}
}

// All four programs are ended in the middle, and come back in any order. Nobody signs
// before it has heard all whom it has met.
func TestSeveralSeatsResume(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTableOf(t, 40, 4)
		halfway(t, tb, 21)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		ran := make(chan error, 4)
		var back []*Session
		for _, i := range []int{2, 0, 3} {
			s, err := tb.resume(i)
			require.NoError(t, err)
			back = append(back, s)
			go func() { ran <- playFake(ctx, s) }()
		}
		time.Sleep(time.Minute)
		host, guest := back[1], back[0]
		require.False(t, host.Snapshot().Heard, "blue has not come back")
		require.False(t, host.Snapshot().Online)
		require.False(t, guest.Snapshot().Heard)
		require.True(t, guest.Snapshot().Online)
		require.Equal(t, 21, host.Snapshot().Records)
		for _, p := range host.Snapshot().Peers {
			require.Equal(t, p.Seat != engine.Blue, p.Online, p.Seat)
			require.Equal(t, p.Seat != engine.Blue, p.Heard, p.Seat)
			require.True(t, p.Joined)
		}
		s, err := tb.resume(1)
		require.NoError(t, err)
		go func() { ran <- playFake(ctx, s) }()
		for range 4 {
			require.NoError(t, <-ran)
		}
		tb.requireFinished()
	})
}

// A seat of four is taken by whoever joins it, and the other seats stay free.
func TestEachSeatIsTakenOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTableOf(t, 30, 4)
		host, err := tb.start(0)
		require.NoError(t, err)
		blue, err := tb.start(1)
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		ran := make(chan error, 2)
		for _, s := range []*Session{host, blue} {
			go func() { ran <- s.Run(ctx) }()
		}
		time.Sleep(time.Minute)
		require.False(t, host.Snapshot().Joined)
		for seat := engine.Blue; seat < 4; seat++ {
			in := tb.knock(t, transport.Identity{99, byte(seat)})
			in.seat = seat
			err := in.shake(tb.secret.Seat(seat))
			if seat == engine.Blue {
				require.ErrorIs(t, err, ErrTaken)
			} else {
				require.NoError(t, err)
			}
			in.c.Close()
		}
		in := tb.knock(t, transport.Identity{98})
		in.seat = 2
		in.shakeRaw(tb.secret.Seat(3))
		require.Equal(t, wire.ByeStranger, in.bye(), "an invite is for its own seat")
		cancel()
		<-ran
		<-ran
		require.NoError(t, host.Close())
		require.NoError(t, blue.Close())
	})
}

// Two guests race for a seat with one invite: who comes second hears that the seat is
// taken, whichever of the two linked first.
func TestRaceForASeat(t *testing.T) {
	var said chan wire.Reason
	atTheDoor(t, func(t *testing.T, tb *fakeTable) {
		first := tb.knock(t, transport.Identity{99})
		first.enter()
		first.send(wire.State{}.Frame())
		said = first.overhear()
		t.Cleanup(func() {
			require.Equal(t, wire.ByeTaken, <-said)
			first.c.Close()
		})
	})
}

// However many guests hold an invite open without joining, there is room for one more.
func TestUnseatedAreBounded(t *testing.T) {
	atTheDoor(t, func(t *testing.T, tb *fakeTable) {
		var crowd []*intruder
		for i := range maxUnseated + 3 {
			in := tb.knock(t, transport.Identity{100, byte(i)})
			in.enter()
			go io.Copy(io.Discard, in.c)
			crowd = append(crowd, in)
			synctest.Wait()
		}
		s := tb.hosts[0].Gate().(*linkAcceptor).session
		s.mu.Lock()
		unseated, _ := s.othersLocked()
		s.mu.Unlock()
		require.Len(t, unseated, maxUnseated)
		for _, in := range crowd {
			in.c.Close()
		}
	})
}

// watch follows a fake match.
func (tb *fakeTable) watch(t *testing.T, id byte) *Session {
	t.Helper()
	g := tb.game
	f := linkMeta{
		role: wire.Watcher, seat: wire.NoSeat, secret: tb.secret.Watch(), terms: transcript.HashRecord(tb.terms),
		peers: []peerMeta{{seat: wire.NoSeat, key: tb.ids[0].Key(), addrs: []transport.Addr{"there"}}},
	}
	own, _, err := g.follow(wire.NoSeat, nil)
	require.NoError(t, err)
	s := newSession(tb.net.Host(transport.Identity{200, id}), g, f, own, Config{})
	s.st = &memory{id: MatchID(f.terms, wire.NoSeat)}
	return s
}

// Those who watch get every record, whenever they come, and end with the match. They
// have no part in it: who reads nothing holds up nobody.
func TestWatchers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTable(t, 30)
		both := pair(t, tb.start)
		ctx := t.Context()
		ran := make(chan error, 2)
		watched := make(chan error, 3)
		early := tb.watch(t, 1)
		go func() { watched <- early.Run(ctx) }()
		lazy := tb.knock(t, transport.Identity{210})
		require.NoError(t, lazy.watch())
		for _, s := range both {
			go func() { ran <- playUntil(ctx, s, 15) }()
		}
		time.Sleep(10 * time.Second)
		require.Equal(t, 15, early.Snapshot().Records)
		require.True(t, early.Snapshot().Watching)
		require.ErrorIs(t, early.do(func() error { return nil }), ErrWatching)
		require.ErrorIs(t, early.Claim(), ErrWatching)
		require.Equal(t, 2, both[0].Snapshot().Watchers)
		late := tb.watch(t, 2)
		go func() { watched <- late.Run(ctx) }()
		time.Sleep(time.Second)
		require.Equal(t, 15, late.Snapshot().Records)
		go func() {
			for s := both[0]; s.Snapshot().Records < 30; time.Sleep(time.Millisecond) {
				s.do(func() error { return s.replica.ledger.(*fakeSeat).decide() })
				both[1].do(func() error { return both[1].replica.ledger.(*fakeSeat).decide() })
			}
		}()
		for range 2 {
			require.NoError(t, <-ran)
		}
		for range 2 {
			require.NoError(t, <-watched)
		}
		tb.requireFinished()
		for _, s := range []*Session{early, late} {
			require.True(t, s.Snapshot().Done)
			require.Equal(t, tb.file(0), transcript.MarshalFile(s.st.Records()))
		}
		lazy.c.Close()
	})
}

// A hundred who watch and read nothing take no time of the players', who have answers
// before anybody who watches is told of the move.
func TestPlayersAreFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTable(t, 60)
		both := pair(t, tb.start)
		ctx, cancel := context.WithCancel(t.Context())
		ran := make(chan error, 3)
		watcher := tb.watch(t, 1)
		go func() { ran <- watcher.Run(ctx) }()
		for _, s := range both {
			go func() { ran <- playUntil(ctx, s, 15) }()
		}
		time.Sleep(10 * time.Second)
		var lazy []*intruder
		for i := range 100 {
			in := tb.knock(t, transport.Identity{210, byte(i)})
			require.NoError(t, in.watch())
			in.send(wire.State{}.Frame())
			lazy = append(lazy, in)
		}
		time.Sleep(time.Second) // all of them are written to now, and don't read
		require.Equal(t, 101, both[0].Snapshot().Watchers)
		require.Equal(t, 15, watcher.Snapshot().Records)

		began := time.Now()
		for tries := 0; both[0].Snapshot().Records < 45 && tries < 100; tries++ {
			for _, s := range both {
				s.do(func() error { return s.replica.ledger.(*fakeSeat).decide() })
			}
			synctest.Wait()
		}
		require.Equal(t, 45, both[1].Snapshot().Records)
		require.Zero(t, time.Since(began))
		require.Equal(t, 15, watcher.Snapshot().Records)
		time.Sleep(link.WatchPause)
		synctest.Wait()
		require.GreaterOrEqual(t, watcher.Snapshot().Records, 45)
		cancel()
		for range 3 {
			require.ErrorIs(t, <-ran, context.Canceled)
		}
		for _, in := range lazy {
			in.c.Close()
		}
	})
}

// A program that watches, and was away when the match ended and the host went, does not wait for
// ever; nor who never came as far.
func TestWatcherOfNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTable(t, 30)
		both := pair(t, tb.start)
		stop := playing(t, both, 15)
		watcher := tb.watch(t, 1)
		watched := make(chan error, 1)
		go func() { watched <- watcher.Run(t.Context()) }()
		time.Sleep(time.Hour)
		require.Equal(t, 15, watcher.Snapshot().Records)
		stop()
		tb.hosts[0].Down()
		gone := time.Now()
		time.Sleep(watchPatience - time.Minute)
		require.Empty(t, watched)
		require.ErrorIs(t, <-watched, ErrHostGone)
		require.GreaterOrEqual(t, time.Since(gone), watchPatience)
		require.Less(t, time.Since(gone), watchPatience+time.Minute)
		require.Equal(t, 15, watcher.Snapshot().Records, "what was seen stays")

		began := time.Now()
		require.ErrorIs(t, tb.watch(t, 2).Run(t.Context()), ErrHostGone)
		require.Less(t, time.Since(began), watchPatience+time.Minute)
	})
}

// watch shakes hands as who watches.
func (in *intruder) watch() error {
	in.role, in.seat = wire.Watcher, wire.NoSeat
	return in.shakeWith(in.tb.secret.Watch().LinkKey())
}

// A program that watches gives nothing, and takes no seat.
func TestWatchersGiveNothing(t *testing.T) {
	for name, f := range map[string]wire.Frame{
		"a record":  wire.NewRecord(1, []byte("record")),
		"an extra":  {Kind: wire.KindExtra, Payload: []byte("record")},
		"a request": {Kind: wire.KindResign, Payload: []byte("please")},
		"a peek":    {Kind: wire.KindPeek, Payload: peekOf(0, 0)},
		"a signal":  wire.NewSignal(wire.SignalArranging, 0),
		"a have":    wire.NewHave(0, transcript.Hash{1}),
		"a name":    wire.NewName(engine.Blue, "K2"),
	} {
		t.Run(name, func(t *testing.T) {
			atTheDoor(t, func(t *testing.T, tb *fakeTable) {
				in := tb.knock(t, transport.Identity{99})
				require.NoError(t, in.watch())
				in.send(wire.State{}.Frame(), f)
				require.Equal(t, wire.ByeRefused, in.bye())
			})
		})
	}
	atTheDoor(t, func(t *testing.T, tb *fakeTable) {
		in := tb.knock(t, transport.Identity{99})
		in.shakeRawWith(tb.secret.Watch().LinkKey()) // as blue
		require.Equal(t, wire.ByeStranger, in.bye())
	})
}

// There is room for so many who watch. The guest comes in all the same.
func TestWatchersAreBounded(t *testing.T) {
	atTheDoor(t, func(t *testing.T, tb *fakeTable) {
		var crowd []*intruder
		for i := range maxWatchers {
			in := tb.knock(t, transport.Identity{100, byte(i)})
			require.NoError(t, in.watch())
			crowd = append(crowd, in)
			synctest.Wait()
		}
		in := tb.knock(t, transport.Identity{101})
		require.NoError(t, in.watch())
		require.Equal(t, wire.ByeFull, in.bye())
		for _, in := range crowd {
			in.c.Close()
		}
	})
}

// sourced is a link from a source.
type sourced struct {
	transport.Conn
	source string
}

func (c sourced) Source() string { return c.source }

// Whoever watches from one place as often as there is room makes room for others, and not the other way round.
func TestWatchersFromOnePlaceMakeRoom(t *testing.T) {
	atTheDoor(t, func(t *testing.T, tb *fakeTable) {
		source := "one"
		tb.net.Bend(func(dialler, dialled transport.Conn) (transport.Conn, transport.Conn) {
			return dialler, sourced{dialled, source}
		})
		var crowd []*intruder
		watch := func(n int) *intruder {
			in := tb.knock(t, transport.Identity{100, byte(n), byte(n >> 8)})
			require.NoError(t, in.watch())
			synctest.Wait()
			crowd = append(crowd, in)
			return in
		}
		for n := range maxWatchers {
			watch(n)
		}
		first := crowd[0].overhear()
		source = "other"
		stays := watch(maxWatchers).overhear()
		require.Equal(t, wire.ByeFull, <-first)
		source = "one"
		require.Equal(t, wire.ByeFull, watch(maxWatchers+1).bye())
		require.Empty(t, stays)
		tb.net.Bend(nil)
		for _, in := range crowd {
			in.c.Close()
		}
	})
}

// Whoever comes to watch again and again is given the whole match only so often, and keeps no other out.
func TestWatchersComeSoOften(t *testing.T) {
	atTheDoor(t, func(t *testing.T, tb *fakeTable) {
		var proven atomic.Int32
		source := "one"
		tb.net.Bend(func(dialler, dialled transport.Conn) (transport.Conn, transport.Conn) {
			return dialler, counted{sourced{dialled, source}, &proven}
		})
		given := func() bool {
			in := tb.knock(t, transport.Identity{100})
			require.NoError(t, in.watch())
			go in.trySend(wire.State{}.Frame())
			f, err := wire.Read(in.c, nil)
			require.NoError(t, err)
			in.c.Close()
			synctest.Wait()
			return f.Kind == wire.KindState
		}
		for range int(visitsOf.Burst) {
			require.True(t, given())
		}
		for range 100 {
			require.False(t, given())
		}
		require.EqualValues(t, visitsOf.Burst, proven.Load(), "the network bounds the others")
		source = "other"
		require.True(t, given())
		source = "one"
		time.Sleep(time.Second)
		require.True(t, given())
		require.False(t, given())
		tb.net.Bend(nil)
	})
}

// counted counts the links that were proven.
type counted struct {
	transport.Conn
	proven *atomic.Int32
}

func (c counted) Proven() { c.proven.Add(1) }

// A peer that says that it has a record, and never sends it, would keep us from signing
// for ever. Its link ends in bounded time, whatever else it says.
func TestWithheldRecord(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTable(t, 24)
		halfway(t, tb, 9)
		host, err := tb.resume(0)
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		ran := make(chan error, 1)
		go func() { ran <- host.Run(ctx) }()
		synctest.Wait()
		tb.hosts[1].Down()
		for name, st := range map[string]wire.State{
			"one more":         {Count: 10, Head: transcript.Hash{1}},
			"many more":        {Count: 60_000, Head: transcript.Hash{1}},
			"of another chain": {Count: 9, Head: transcript.Hash{1}},
		} {
			in := tb.knock(t, tb.ids[1])
			in.enter()
			said := in.overhear()
			start := time.Now()
			in.send(st.Frame())
			for time.Since(start) < 2*link.RecordTime && in.trySend(wire.Frame{Kind: wire.KindPing}) == nil {
				time.Sleep(5 * time.Second)
			}
			require.LessOrEqual(t, time.Since(start), link.RecordTime+10*time.Second, name)
			select {
			case r := <-said:
				require.Equal(t, wire.ByeSilent, r)
			case <-time.After(time.Minute):
				t.Fatal(name, time.Since(start), host.Snapshot().Trouble)
			}
			in.c.Close()
			synctest.Wait()
			require.False(t, host.Snapshot().Heard)
		}
		require.False(t, tb.hosts[0].Gate().Welcome(tb.ids[1].Key()), "and it counts against the peer")
		cancel()
		require.ErrorIs(t, <-ran, context.Canceled)
		require.NoError(t, host.Close())
	})
}

// The host numbers links in ascending order even when its clock has gone back, so that a
// guest does not take its new link for one that is older than a dead one.
func TestClockFellBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTable(t, 24)
		halfway(t, tb, 9)
		host, err := tb.resume(0)
		require.NoError(t, err)
		ahead := uint64(time.Now().Add(time.Hour).UnixMilli())
		host.number = ahead // as if the clock had gone back since
		_, err = host.nextNumber(wire.Hello{Role: wire.Guest, Seat: engine.Blue}, tb.ids[1].Key())
		require.NoError(t, err)
		require.NoError(t, host.Close())
		host, err = tb.resume(0)
		require.NoError(t, err)
		require.Greater(t, host.number, ahead)
		require.NoError(t, host.Close())
	})
}

// A program that comes back when all was there already waits a minute for the other, who has
// finished and gone, and not for the grace.
func TestNobodyIsThereAnyMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTable(t, 10)
		tb.disks[0].CrashAt(1 << 20)
		finish(t, pair(t, tb.start)...)
		id := MatchID(transcript.HashRecord(tb.terms), engine.Red)
		disk := tb.disks[0].Copy()
		file, err := disk.ReadFile("/data/"+id+".secret", 1<<20)
		require.NoError(t, err)
		disk.Put("/data/"+id+".secret", file[:len(file)-(1+4+16)]) // it has not noted the end
		tb.reboot(0, disk)
		tb.hosts[1].Down()
		s, err := tb.resume(0)
		require.NoError(t, err)
		start := time.Now()
		err = playFake(t.Context(), s)
		require.True(t, errors.Is(err, ErrPeerGone), "%v", err)
		require.LessOrEqual(t, time.Since(start), time.Minute+link.HandshakeTime)
	})
}

// A decision waits for what a peer is about to say whose link came up while it was made.
func TestDecisionWaitsForNewLink(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTableOf(t, 60, 4)
		all := tb.all(tb.start)
		stop := playing(t, all, 12)
		time.Sleep(time.Minute)
		s := all[0]
		lock := func(f func()) {
			s.mu.Lock()
			defer s.mu.Unlock()
			f()
		}
		blue := s.peers.of(1)
		for _, said := range []bool{true, false} {
			lock(func() { blue.heard = false })
			go func() {
				time.Sleep(time.Second)
				if said {
					lock(func() { blue.noteHeard(&s.life) })
				}
			}()
			start := time.Now()
			err := s.do(func() error { return nil })
			if said {
				require.NoError(t, err)
			} else {
				require.ErrorIs(t, err, ErrUnheard)
				require.Equal(t, heardTime, time.Since(start), "nobody makes it wait for ever")
			}
		}
		lock(func() { blue.noteHeard(&s.life) })
		stop()
	})
}

// A program that has started again has heard a seat once it has all that the seat has said it
// has, whoever brings it.
func TestHeardByWhatAnotherBrings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTableOf(t, 60, 4)
		all := tb.all(tb.start)
		stop := playing(t, all, 12)
		time.Sleep(time.Minute)
		s := all[0]
		s.mu.Lock()
		blue, amber := s.peers.of(1), s.peers.of(2)
		n := s.replica.length()
		other := &fakeSeat{g: tb.game, own: tb.game.turn(n), chain: slices.Clone(s.replica.ledger.(*fakeSeat).chain)}
		require.NoError(t, other.make(s.cfg.Rand))
		raw := other.chain[n]
		blue.heard = false
		_, err := blue.link.takeLocked(wire.State{Count: uint32(n + 1), Head: transcript.HashRecord(raw), Extras: blue.link.theirs.Extras}.Frame())
		require.NoError(t, err)
		before := s.peers.heard(&s.replica, s.isolated)
		_, err = amber.link.takeLocked(wire.NewRecord(n, raw))
		require.NoError(t, err)
		after := s.peers.heard(&s.replica, s.isolated)
		s.mu.Unlock()
		stop()
		require.False(t, before, "blue knows of a record that is not here")
		require.True(t, after, "amber has brought it")
	})
}

// countingPlayer counts how often it is asked for the records that it owes.
type countingPlayer struct {
	player
	asked int
}

func (p *countingPlayer) Proceed(rng io.Reader) (bool, error) {
	p.asked++
	return p.player.Proceed(rng)
}

// What a watcher says of its copy has no seat look for what it owes: anybody may watch, with one
// link after another, each with a budget of its own.
func TestWatchersCostSeatsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{})
		watcher, watched := m.watch()
		time.Sleep(time.Second)
		s := m.all[0]
		var l *peerLink
		under(s, func() {
			_, watchers := s.othersLocked()
			require.Len(t, watchers, 1)
			l = watchers[0]
			s.replica.player = &countingPlayer{player: s.replica.player}
		})
		var hashes []transcript.Hash
		under(s, func() { hashes = s.log.hashes })
		for i, hash := range hashes {
			under(s, func() { l.theirs = wire.State{Count: uint32(i)} }) // as over a new link
			require.NoError(t, l.Handle(wire.State{Count: uint32(i + 1), Head: hash}.Frame()))
		}
		under(s, func() {
			counting := s.replica.player.(*countingPlayer)
			require.Zero(t, counting.asked)
			s.replica.player = counting.player
		})
		require.NoError(t, watcher.Close())
		<-watched
		m.quit(0, blueSeat, amberSeat)
	})
}
