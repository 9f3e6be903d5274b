package p2p

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/crashfs"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// finish runs sessions until all are over.
func finish(t testing.TB, sessions ...*Session) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Minute)
	defer cancel()
	ran := make(chan error, len(sessions))
	for _, s := range sessions {
		go func() { ran <- playFake(ctx, s) }()
	}
	var failed error
	for range sessions {
		failed = errors.Join(failed, <-ran)
	}
	for _, s := range sessions {
		if failed != nil {
			t.Logf("records %d, extras %d, done %v, trouble %v", s.log.length(), len(s.log.extras), s.doneLocked(), s.peers[0].trouble)
		}
	}
	require.NoError(t, failed)
}

// pair opens a session for each side.
func pair(t testing.TB, open func(side int) (*Session, error)) []*Session {
	t.Helper()
	var out []*Session
	for i := range 2 {
		s, err := open(i)
		require.NoError(t, err)
		out = append(out, s)
	}
	return out
}

func TestFakeMatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTable(t, 12)
		finish(t, pair(t, tb.start)...)
		tb.requireFinished()
	})
}

// Both programs end as soon as each has read the other's last word, although
// closing a connection loses what is still on its way.
func TestBothPartAtOnce(t *testing.T) {
	for length := 9; length < 13; length++ {
		synctest.Test(t, func(t *testing.T) {
			tb := newFakeTable(t, length)
			tb.net.Bend(func(dialler, dialled transport.Conn) (transport.Conn, transport.Conn) {
				return newLateConn(dialler), newLateConn(dialled)
			})
			start := time.Now()
			finish(t, pair(t, tb.start)...)
			tb.requireFinished()
			require.Less(t, time.Since(start), time.Duration(length+20)*latency, "nobody has waited in vain")
			for i := range 2 {
				tb.hosts[i].Down()
			}
		})
	}
}

// Files of other matches are refused, with what to do: two programs that ran copies of one private
// file under two names would sign twice.
func TestFilesOfOtherMatches(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb, other := newFakeTable(t, 10), newFakeTable(t, 10)
		finish(t, pair(t, tb.start)...)
		finish(t, pair(t, other.start)...)
		foreign := MatchID(transcript.HashRecord(other.terms), engine.Red)
		mixed := func(suffix string) error {
			name := "/data/" + MatchID(transcript.HashRecord(tb.terms), engine.Red) + suffix
			whole, err := tb.disks[0].ReadFile(name, 1<<20)
			require.NoError(t, err)
			file, err := other.disks[0].ReadFile("/data/"+foreign+suffix, 1<<20)
			require.NoError(t, err)
			tb.disks[0].Put(name, file)
			_, err = tb.resume(0)
			tb.disks[0].Put(name, whole)
			return err
		}
		require.ErrorContains(t, mixed(".secret"), "belongs to match "+foreign)
		require.ErrorContains(t, mixed(".djq"), ".djq belongs to another match: move it away")
		for i := range 2 {
			tb.hosts[i].Down()
			other.hosts[i].Down()
		}
	})
}

// A program that was killed before it had noted that both hold everything hears it
// again from the other, which had; and that one ends by itself if nobody asks.
func TestLastWordIsSaidAgain(t *testing.T) {
	for lacks := range 2 {
		synctest.Test(t, func(t *testing.T) {
			tb := newFakeTable(t, 10)
			finish(t, pair(t, tb.start)...)
			for i := range 2 {
				id := MatchID(transcript.HashRecord(tb.terms), engine.Seat(i))
				disk := tb.disks[i].Copy()
				if i == lacks {
					file, err := disk.ReadFile("/data/"+id+".secret", 1<<20)
					require.NoError(t, err)
					const note = 1 + 4 + 16 // slot, length and checksum of an empty entry, the last
					disk.Put("/data/"+id+".secret", file[:len(file)-note])
				}
				list, err := mustDir(t, disk).List()
				require.NoError(t, err)
				require.Equal(t, i != lacks, list[0].Done)
				tb.reboot(i, disk)
			}
			finish(t, pair(t, tb.resume)...)
			for i := range 2 {
				list, err := mustDir(t, tb.disks[i]).List()
				require.NoError(t, err)
				require.True(t, list[0].Done)
			}
			alone, err := tb.resume(lacks)
			require.NoError(t, err)
			finish(t, alone)
			for i := range 2 {
				tb.hosts[i].Down()
			}
		})
	}
}

// The first link is cut after every single byte that either side sends. The
// match finishes all the same, nobody makes a record twice, and both files are
// equal to the byte.
func TestCutAtEveryByte(t *testing.T) {
	for side, name := range []string{"from the guest", "from the host"} {
		t.Run(name, func(t *testing.T) {
			cuts := 0
			for at, whole := 0, false; !whole; at++ {
				synctest.Test(t, func(t *testing.T) {
					tb := newFakeTable(t, 9)
					var first *cutConn
					tb.net.Bend(func(dialler, dialled transport.Conn) (transport.Conn, transport.Conn) {
						if first != nil {
							return dialler, dialled
						}
						if side == 0 {
							first = &cutConn{Conn: dialler, left: at}
							return first, dialled
						}
						first = &cutConn{Conn: dialled, left: at}
						return dialler, first
					})
					both := pair(t, tb.start)
					defer func() {
						if t.Failed() {
							t.Logf("cut after %d bytes", at)
						}
					}()
					finish(t, both...)
					tb.requireFinished()
					whole = first.left > 0
				})
				cuts++
			}
			require.Greater(t, cuts, 500)
			t.Logf("%d cuts", cuts)
		})
	}
}

// A line on which every link breaks after a few hundred bytes still carries a
// match.
func TestBadLine(t *testing.T) {
	for seed := range uint64(20) {
		synctest.Test(t, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(seed, 1))
			tb := newFakeTable(t, 30)
			tb.net.Bend(func(dialler, dialled transport.Conn) (transport.Conn, transport.Conn) {
				return &cutConn{Conn: dialler, left: 150 + rng.IntN(500)}, &cutConn{Conn: dialled, left: 150 + rng.IntN(500)}
			})
			finish(t, pair(t, tb.start)...)
			tb.requireFinished()
		})
	}
}

// One side's disk dies at every single operation, in every way, while the
// other side plays on. The side comes back with what the crash left, and the
// match finishes.
func TestCrashAtEveryOperation(t *testing.T) {
	for side, name := range []string{"host", "guest"} {
		for _, survival := range crashfs.Survivals {
			t.Run(fmt.Sprint(name, " ", survival), func(t *testing.T) {
				crashes := 0
				for at, whole := 0, false; !whole; at++ {
					synctest.Test(t, func(t *testing.T) { whole = crashOnce(t, side, survival, at) })
					crashes++
				}
				require.Greater(t, crashes, 30)
				t.Logf("%d crashes", crashes)
			})
		}
	}
}

// crashOnce plays a match in which one side's disk dies at an operation. It
// reports whether the match was over before.
func crashOnce(t *testing.T, side int, survival crashfs.Survival, at int) (whole bool) {
	tb := newFakeTable(t, 9)
	tb.disks[side].CrashAt(at)
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Hour)
	defer cancel()

	ran := make(chan error, 1)
	other, err := tb.start(1 - side)
	require.NoError(t, err)
	go func() { ran <- playFake(ctx, other) }()

	s, err := tb.start(side)
	if err == nil {
		err = playFake(ctx, s)
	}
	if err == nil {
		require.NoError(t, <-ran)
		tb.requireFinished()
		return true
	}
	require.ErrorIs(t, err, crashfs.ErrCrashed)

	tb.reboot(side, tb.disks[side].Reboot(survival))
	s, err = tb.resume(side)
	if errors.Is(err, store.ErrUnknown) {
		s, err = tb.start(side) // nobody had heard of it
	}
	require.NoError(t, err)
	// A crash after the very last record: the other side has all of it and has
	// left, and nobody can tell this one.
	if err := playFake(ctx, s); err != nil {
		require.ErrorIs(t, err, ErrPeerGone)
		require.True(t, s.replica.status().complete)
	}
	require.NoError(t, <-ran)
	tb.requireFinished()
	return false
}

// Both sides are killed again and again, at any operation, and come back.
func TestCrashesOnBothSides(t *testing.T) {
	for seed := range uint64(25) {
		synctest.Test(t, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(seed, 2))
			tb := newFakeTable(t, 21)
			ctx, cancel := context.WithTimeout(context.Background(), 10*time.Hour)
			defer cancel()
			crashes := rng.Perm(8)
			ran := make(chan error, 2)
			for side := range 2 {
				disk := tb.disks[side]
				plan := []int{5 + rng.IntN(40), 5 + rng.IntN(40), 5 + rng.IntN(40)}
				survivals := []crashfs.Survival{crashfs.Survival(crashes[0] % 4), crashfs.Survival(rng.IntN(4)), crashfs.Survival(rng.IntN(4))}
				s, err := tb.start(side)
				require.NoError(t, err)
				go func() {
					for i := 0; ; i++ {
						if i < len(plan) {
							disk.CrashAt(plan[i])
						}
						err := playFake(ctx, s)
						if err == nil || !errors.Is(err, crashfs.ErrCrashed) {
							ran <- err
							return
						}
						disk = disk.Reboot(survivals[i])
						tb.reboot(side, disk)
						if s, err = tb.resume(side); err != nil {
							ran <- err
							return
						}
					}
				}()
			}
			for range 2 {
				if err := <-ran; err != nil {
					require.ErrorIs(t, err, ErrPeerGone)
				}
			}
			tb.requireFinished()
		})
	}
}
