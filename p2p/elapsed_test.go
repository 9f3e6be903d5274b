package p2p

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
)

// Whoever ends its program in its turn and comes back, as often as it likes, has no more
// time than the rules give: its own program counts on, and so does the other's.
func TestClockIsNotDodged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newTimed(t, "standard,first=red,clock=30", Config{AutoPass: true})
		for range 5 {
			time.Sleep(5 * time.Second)
			m.leave(0)
			time.Sleep(time.Minute)
			m.comeBack(0)
			waitUntil(m.all[0], func(now Snapshot) bool { return !now.Deadline.IsZero() })
		}
		require.Zero(t, m.position(1).Ply())
		left := time.Until(m.all[0].Snapshot().Deadline)
		require.LessOrEqual(t, left, 5*time.Second, "it has used up 25 s")
		require.Greater(t, left, 4*time.Second)
		time.Sleep(left)
		synctest.Wait()
		require.Equal(t, 1, m.position(1).Timeouts(engine.Red))
		m.quit(0, 1)
	})
}

// A program that gives its player new time again and again is seen through: what counts
// is for how long it was linked to us and did not move, over restarts of both programs.
// When that is over by more than the line explains, its silence may be claimed, long
// before the grace.
func TestOverdrawnClockMayBeClaimed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newTimed(t, "standard,first=red,clock=30,grace=60", Config{}) // it does not pass
		blue := func() *Session { return m.all[1] }
		seen := time.Duration(0)
		for round := range 8 {
			time.Sleep(5 * time.Second)
			seen += 5 * time.Second
			m.leave(0)
			if round == 4 { // ours is started again, too
				m.leave(1)
				time.Sleep(time.Hour)
				m.comeBack(1)
			}
			time.Sleep(time.Minute)
			require.False(t, blue().Snapshot().Overdue, "%v: a line may be down for a grace", seen)
			m.all[0].elapsed = elapsed{} // it lies
			m.comeBack(0)
			waitUntil(blue(), func(now Snapshot) bool { return now.Online })
			m.all[0].mu.Lock()
			m.all[0].elapsed = elapsed{}
			m.all[0].mu.Unlock()
		}
		require.ErrorIs(t, blue().Claim(), ErrNotOverdue, "the line may explain it")
		require.True(t, blue().Snapshot().PeerClock.Before(time.Now()), "but it shows that the clock is overdrawn")
		time.Sleep(lineTime + time.Second)
		require.True(t, blue().Snapshot().Overdue)
		require.True(t, blue().Snapshot().Overdue)
		require.NoError(t, blue().Claim())
		require.Equal(t, []engine.Seat{engine.Blue}, m.audit(1).Claims)
		m.quit(0, 1)
	})
}

// While the mover is away nobody here knows its clock. Once it is back, both sides see the same again,
// and a watcher does, too: its time stood while its program did not run.
func TestClockOfWhoWasAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newTimed(t, "standard,first=blue,clock=60,grace=600", Config{AutoPass: true})
		watcher, ran := m.watch()
		time.Sleep(20 * time.Second)
		m.leave(1)
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		require.Zero(t, m.all[0].Snapshot().PeerClock)
		m.comeBack(1)
		waitUntil(m.all[1], func(now Snapshot) bool { return !now.Deadline.IsZero() })
		time.Sleep(5 * time.Second)
		synctest.Wait()
		ends := m.all[1].Snapshot().Deadline
		require.InDelta(t, 35*time.Second, time.Until(ends), float64(2*time.Second))
		require.WithinDuration(t, ends, m.all[0].Snapshot().PeerClock, 100*time.Millisecond)
		require.WithinDuration(t, ends, watcher.Snapshot().Waiting.Add(time.Minute), time.Second)
		require.NoError(t, watcher.Close())
		<-ran
		m.quit(0, 1)
	})
}

// A killed program loses little of what it has counted: the time is put on disk while it
// runs.
func TestTimeIsKeptWhileItRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newTimed(t, "standard,first=red,clock=60,grace=2", Config{})
		time.Sleep(59 * time.Second)
		synctest.Wait()
		s := m.all[1]
		s.mu.Lock()
		kept := parseElapsed(s.st.Slot(6))
		s.mu.Unlock()
		require.GreaterOrEqual(t, kept.waited, 45*time.Second)
		require.GreaterOrEqual(t, kept.linked[engine.Red], 45*time.Second)
		m.quit(0, 1)
	})
}

func TestSpentMarshals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ms := rapid.Map(rapid.Int64Range(0, 1<<38), func(n int64) time.Duration { return time.Duration(n) * time.Millisecond })
		sp := elapsed{
			length: rapid.IntRange(0, 1<<16).Draw(t, "length"), own: ms.Draw(t, "own"), waited: ms.Draw(t, "waited"),
			linked: rapid.MapOf(rapid.Map(rapid.IntRange(0, 3), func(n int) engine.Seat { return engine.Seat(n) }), ms).Draw(t, "linked"),
		}
		require.Equal(t, sp, parseElapsed(sp.marshal()))
		raw := rapid.SliceOf(rapid.Byte()).Draw(t, "raw")
		require.GreaterOrEqual(t, parseElapsed(raw).own, time.Duration(0))
	})
}

// sleepy is the clock of a device that can sleep: none of its programs runs then, and all that
// was due meanwhile happens at once when it wakes.
type sleepy struct {
	mu     sync.Mutex
	asleep time.Duration // until now
	timers map[*sleepyTimer]bool
}

type sleepyTimer struct {
	*time.Timer
	at time.Time
}

func (c *sleepy) now() time.Time { return time.Now().Add(c.asleep) }

func (c *sleepy) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now()
}

func (c *sleepy) AfterFunc(d time.Duration, f func()) (stop func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	timer := &sleepyTimer{at: c.now().Add(d)}
	timer.Timer = time.AfterFunc(d, func() {
		c.mu.Lock()
		delete(c.timers, timer)
		c.mu.Unlock()
		f()
	})
	c.timers[timer] = true
	return func() { timer.Stop() }
}

func (c *sleepy) sleep(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asleep += d
	for timer := range c.timers {
		if timer.Stop() {
			timer.Reset(max(0, timer.at.Sub(c.now())))
		}
	}
}

// Whoever's device sleeps in its turn has as much time left when it wakes as when it fell asleep, and
// passes when that is over. Whoever waits for it, and slept too, has not waited meanwhile.
func TestSleepUsesNoTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		device := &sleepy{timers: map[*sleepyTimer]bool{}}
		m := newTimed(t, "standard,first=red,clock=30,grace=60", Config{AutoPass: true, Clock: device})
		time.Sleep(12 * time.Second)
		for range 3 {
			time.Sleep(3 * time.Second)
			device.sleep(75 * time.Second)
			synctest.Wait()
		}
		require.Zero(t, m.position(1).Ply(), "it did not pass as it woke")
		require.ErrorIs(t, m.all[1].Claim(), ErrNotOverdue)
		left := m.all[0].Snapshot().Deadline.Sub(device.Now())
		require.GreaterOrEqual(t, left, 9*time.Second)
		require.LessOrEqual(t, left, 9*time.Second+3*countEvery)
		time.Sleep(2 * time.Second) // in which red says how much it has
		left -= 2 * time.Second
		require.InDelta(t, left, m.all[1].Snapshot().PeerClock.Sub(device.Now()), float64(3*countEvery))
		time.Sleep(left - time.Millisecond)
		synctest.Wait()
		require.Zero(t, m.position(1).Ply())
		time.Sleep(time.Millisecond)
		synctest.Wait()
		require.Equal(t, 1, m.position(1).Timeouts(engine.Red))
		m.quit(0, 1)
	})
}

// While a match stands still no time passes in it.
func TestPausedTimeIsNotCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newTimed(t, "standard,first=red,clock=30,grace=60", Config{AutoPass: true})
		pause := func(on bool) {
			for _, s := range m.all {
				s.Pause(on)
			}
		}
		for range 2 {
			time.Sleep(10 * time.Second)
			pause(true)
			require.Zero(t, m.all[0].Snapshot().Deadline)
			time.Sleep(10 * time.Minute)
			require.ErrorIs(t, m.all[1].Claim(), ErrNotOverdue)
			pause(false)
		}
		require.Equal(t, time.Now().Add(10*time.Second), m.all[0].Snapshot().Deadline)
		time.Sleep(10*time.Second - time.Millisecond)
		synctest.Wait()
		require.Zero(t, m.position(1).Ply())
		time.Sleep(time.Millisecond)
		synctest.Wait()
		require.Equal(t, 1, m.position(1).Timeouts(engine.Red))
		m.quit(0, 1)
	})
}
