package link

import (
	"sync"
	"time"
)

// A line can die without a sign, and its link then lasts until IdleTime: ending it sooner
// would cost slow and honest lines theirs. What a player is shown goes by what was heard: a
// link is quiet, and its other end away, when nothing has come for QuietTime, in which it
// pings more than once. Being quiet by choice gains a peer no more than ending the link
// does, which it always could.

// QuietTime is the silence after which a link counts as quiet.
const QuietTime = 10 * time.Second

// liveness records when something last came over a link. Nothing else is locked under its lock.
type liveness struct {
	mu    sync.Mutex // guards what follows
	last  time.Time
	quiet bool
}

// livenessReader is the source of a link's reader.
type livenessReader struct {
	l   *Link
	h   Handler
	now func() time.Time
}

func (r livenessReader) Read(b []byte) (int, error) {
	n, err := r.l.Conn.Read(b)
	if n > 0 && r.l.liveness.hear(r.now()) {
		r.h.Revived()
	}
	return n, err
}

// hear notes that something came now, and reports whether the link was quiet.
func (a *liveness) hear(now time.Time) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.last = now
	return a.quiet
}

// LastHeard returns when something came last.
func (l *Link) LastHeard() time.Time {
	l.liveness.mu.Lock()
	defer l.liveness.mu.Unlock()
	return l.liveness.last
}

// CheckQuiet reports for how long nothing has come, and whether the link is quiet for that.
func (l *Link) CheckQuiet(now time.Time) (silent time.Duration, quiet bool) {
	l.liveness.mu.Lock()
	defer l.liveness.mu.Unlock()
	silent = now.Sub(l.liveness.last)
	l.liveness.quiet = silent >= QuietTime
	return silent, l.liveness.quiet
}

// ClearQuiet notes that the link is not quiet any more.
func (l *Link) ClearQuiet() {
	l.liveness.mu.Lock()
	defer l.liveness.mu.Unlock()
	l.liveness.quiet = false
}

// IsQuiet reports whether the link was quiet at the last CheckQuiet, and still is.
func (l *Link) IsQuiet() bool {
	l.liveness.mu.Lock()
	defer l.liveness.mu.Unlock()
	return l.liveness.quiet
}
