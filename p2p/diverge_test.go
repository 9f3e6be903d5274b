package p2p

import (
	"context"
	"crypto/rand"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/p2p/internal/crashfs"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// halfway plays a fake match until all sides have so many records, and closes all
// programs.
func halfway(t *testing.T, tb *fakeTable, records int) {
	t.Helper()
	stop := playing(t, tb.all(tb.start), records)
	synctest.Wait()
	if tb.game.seats > 2 {
		time.Sleep(time.Minute) // so that guests link to each other
	}
	stop()
	for i := range tb.game.seats {
		got, _, err := transcript.ParseFile(tb.file(i))
		require.NoError(t, err)
		require.Len(t, got, records)
	}
}

// playUntil is playFake, but takes no decision once there are enough records.
func playUntil(ctx context.Context, s *Session, records int) error {
	ran := make(chan error, 1)
	go func() { ran <- s.Run(ctx) }()
	for {
		changed := s.Changed()
		s.do(func() error {
			if s.replica.length() < records {
				return s.replica.ledger.(*fakeSeat).decide()
			}
			return nil
		})
		select {
		case <-changed:
		case err := <-ran:
			return errors.Join(err, s.Close())
		}
	}
}

// playing has sessions play up to so many records, until stop.
func playing(t testing.TB, sessions []*Session, records int) (stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	ran := make(chan error, len(sessions))
	for _, s := range sessions {
		go func() { ran <- playUntil(ctx, s, records) }()
	}
	return func() {
		t.Helper()
		cancel()
		for range sessions {
			require.ErrorIs(t, <-ran, context.Canceled)
		}
	}
}

// After a restart nothing is signed before the other side has said how far
// the match has come: the data folder may be an old copy.
func TestNothingIsSignedUnheard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTable(t, 12)
		halfway(t, tb, 4)
		s, err := tb.resume(0)
		require.NoError(t, err)
		require.False(t, s.Snapshot().Heard)
		decide := func() error { return s.do(func() error { return s.replica.ledger.(*fakeSeat).decide() }) }
		require.ErrorIs(t, decide(), ErrUnheard)
		ctx, cancel := context.WithCancel(t.Context())
		ran := make(chan error, 1)
		go func() { ran <- s.Run(ctx) }()
		time.Sleep(time.Hour)
		require.ErrorIs(t, decide(), ErrUnheard, "the peer is not there")
		require.Equal(t, 4, s.Snapshot().Records)
		cancel()
		require.ErrorIs(t, <-ran, context.Canceled)
		require.NoError(t, s.Close())
		require.Error(t, decide())
	})
}

// The whole data folder of one side is restored from an old copy, marker and
// all. The other side's longer chain wins; nothing is signed twice.
func TestOldFolderCatchesUp(t *testing.T) {
	for side := range 2 {
		synctest.Test(t, func(t *testing.T) {
			tb := newFakeTable(t, 12)
			old := tb.playWithBackup(t, side, 6, 9)
			tb.reboot(side, old)
			finish(t, pair(t, tb.resume)...)
			tb.requireFinished()
		})
	}
}

// playWithBackup plays on to a number of records, and returns one side's disk
// as it was earlier.
func (tb *fakeTable) playWithBackup(t *testing.T, side, early, late int) *crashfs.Disk {
	t.Helper()
	halfway(t, tb, early)
	old := tb.disks[side].Copy()
	tb.playOn(t, late)
	return old
}

// playOn plays on to a number of records. It resumes the match twice, since the private file has the
// last records too, but none that were on disk when the match was opened last.
func (tb *fakeTable) playOn(t *testing.T, late int) {
	t.Helper()
	for _, n := range []int{late - 2, late} {
		ctx, cancel := context.WithCancel(t.Context())
		ran := make(chan error, 2)
		for i := range 2 {
			s, err := tb.resume(i)
			require.NoError(t, err)
			go func() { ran <- playUntil(ctx, s, n) }()
		}
		// The guest dials the host, which may have to wait for its turn.
		time.Sleep(time.Minute)
		cancel()
		<-ran
		<-ran
	}
}

// Only the match file is restored from an old copy, or lost, while the
// private file knows better: the side only watches until the other has
// brought it up to date.
func TestMatchFileBehind(t *testing.T) {
	for name, damage := range map[string]func(tb *fakeTable, side int, old *crashfs.Disk){
		"old": func(tb *fakeTable, side int, old *crashfs.Disk) {
			file, err := old.ReadFile(tb.path(side), 1<<20)
			require.NoError(tb.t, err)
			tb.disks[side].Put(tb.path(side), file)
		},
		"lost": func(tb *fakeTable, side int, _ *crashfs.Disk) {
			require.NoError(tb.t, tb.disks[side].Remove(tb.path(side)))
		},
		"damaged": func(tb *fakeTable, side int, _ *crashfs.Disk) {
			file := tb.file(side)
			file[200] ^= 0xff
			tb.disks[side].Put(tb.path(side), file)
		},
	} {
		for side := range 2 {
			t.Run(name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					tb := newFakeTable(t, 12)
					old := tb.playWithBackup(t, side, 6, 9)
					damage(tb, side, old)
					s, err := tb.resume(side)
					require.NoError(t, err)
					require.True(t, s.Snapshot().Behind)
					require.ErrorIs(t, s.do(func() error { return nil }), ErrBehind)
					require.NoError(t, s.Close())
					finish(t, pair(t, tb.resume)...)
					tb.requireFinished()
				})
			})
		}
	}
}

// If neither side has the records that the marker speaks of, nobody signs in
// their place.
func TestBothBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTable(t, 12)
		halfway(t, tb, 6)
		files := [2][]byte{tb.file(0), tb.file(1)}
		tb.playOn(t, 9)
		ran := make(chan error, 2)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var both []*Session
		for i := range 2 {
			tb.disks[i].Put(tb.path(i), files[i])
			s, err := tb.resume(i)
			require.NoError(t, err)
			both = append(both, s)
			go func() { ran <- playFake(ctx, s) }()
		}
		time.Sleep(time.Hour)
		for _, s := range both {
			snap := s.Snapshot()
			require.True(t, snap.Behind)
			require.True(t, snap.Online)
			require.Equal(t, 6, snap.Records)
			require.ErrorIs(t, snap.Trouble, ErrBothBehind, "and the player is told")
		}
		cancel()
		<-ran
		<-ran
	})
}

func (tb *fakeTable) path(i int) string {
	return "/data/" + MatchID(transcript.HashRecord(tb.terms), tb.seat(i)) + ".djq"
}

// One side signs another record in the place of one that it has shown. The
// other side finds it by comparing hashes, seals the match with both records,
// and tells; the cheat's program takes the seal.
func TestDoubleDealing(t *testing.T) {
	for side := range 2 {
		for _, at := range []int{4, 5, 6, 7, 8} {
			synctest.Test(t, func(t *testing.T) {
				tb := newFakeTable(t, 24)
				halfway(t, tb, 18)
				cheat := tb.resumeForked(t, side, at)
				honest, err := tb.resume(1 - side)
				require.NoError(t, err)
				ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
				defer cancel()
				ran := make(chan error, 1)
				go func() { ran <- playFake(ctx, cheat) }()
				require.NoError(t, playFake(ctx, honest))
				require.True(t, honest.replica.status().convicted)
				if err := <-ran; err != nil { // else it has taken the seal
					require.ErrorIs(t, err, ErrOwnRecords)
				}
				records, _, err := transcript.ParseFile(tb.file(1 - side))
				require.NoError(t, err)
				require.Len(t, records, 19)
				last, err := transcript.Parse(records[18])
				require.NoError(t, err)
				require.Equal(t, transcript.Fault, last.Kind)
			})
		}
	}
}

// resumeForked returns a session of one side whose chain differs from its own
// at record `at` or the first of its own after that, and goes on from there.
func (tb *fakeTable) resumeForked(t *testing.T, side, at int) *Session {
	t.Helper()
	s, err := tb.resume(side)
	require.NoError(t, err)
	own := s.replica.ledger.(*fakeSeat)
	for own.g.turn(at) != own.own {
		at++
	}
	own.chain = own.chain[:at]
	require.NoError(t, own.make(rand.Reader))
	s.log = log{}
	// The cheat's store must not notice.
	require.NoError(t, s.st.Close())
	id := s.ID()
	for _, suffix := range []string{".djq", ".secret", ".lock"} {
		require.NoError(t, tb.disks[side].Remove("/data/"+id+suffix))
	}
	dir := mustDir(t, tb.disks[side])
	s.st, err = dir.Create(id, s.updateLocked())
	require.NoError(t, err)
	s.savedLocked()
	return s
}

// The honest side of a fork that this very seat has made (an old copy that
// was played on): its program notices that its own signature stands on the
// other side's record, signs nothing more, and says which copy is to blame.
func TestOwnOldCopyPlayedOn(t *testing.T) {
	for side := range 2 {
		synctest.Test(t, func(t *testing.T) {
			tb := newFakeTable(t, 24)
			halfway(t, tb, 18)
			s := tb.resumeForked(t, side, 6)
			other, err := tb.resume(1 - side)
			require.NoError(t, err)
			ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
			defer cancel()
			ran := make(chan error, 1)
			go func() { ran <- playFake(ctx, other) }()
			err = playFake(ctx, s)
			if err != nil { // else the other side's seal came first
				require.ErrorIs(t, err, ErrOwnRecords)
			}
			require.NoError(t, <-ran)
			require.Less(t, s.replica.length(), 9, "it has signed nothing more")
		})
	}
}
