package main

import (
	"fmt"
	"io"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
)

// progress is a line on standard error that says how far a long work has come. It is there
// on a terminal alone, and only once the work takes long.
type progress struct {
	a     *app
	w     io.Writer // nil where nobody would see it
	began time.Time
	last  time.Time
	shown bool
}

// progressEvery is how often the line changes.
const progressEvery = 200 * time.Millisecond

func (a *app) newProgress() *progress {
	p := &progress{a: a, began: time.Now(), last: time.Now()}
	if isTerminal(a.err) {
		p.w = a.err
	}
	return p
}

// show says that so many are done.
func (p *progress) show(done int) {
	now := time.Now()
	if p.w == nil || now.Sub(p.last) < progressEvery {
		return
	}
	p.last, p.shown = now, true
	fmt.Fprintf(p.w, "\r\x1b[K%s", p.a.t(words.Progress, done, float64(done)/now.Sub(p.began).Seconds()))
}

// clear takes the line away.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.shown = false
	}
}
