package audit

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// progress is a line on standard error that says how far an audit has come. It is there
// on a terminal alone, and only once the work takes long.
type progress struct {
	env   *cli.Env
	w     io.Writer // nil where nobody would see it
	width int       // of the terminal in columns, as it was last known
	began time.Time
	stop  func()

	mu    sync.Mutex
	shown bool
	far   howFar
}

// howFar is how far an audit has come.
type howFar struct {
	took           time.Duration
	files, ofFiles int   // ofFiles is 0 where nobody knows
	bytes, ofBytes int64 // of a stream whose size is known; else ofBytes is 0
	step           protocol.AuditStep
}

// progressEvery is how often the line changes.
const progressEvery = 200 * time.Millisecond

func newProgress(env *cli.Env) *progress {
	p := &progress{env: env, began: time.Now(), stop: func() {}}
	if !cli.IsTerminal(env.Err) {
		return p
	}
	p.w, p.width = env.Err, 80
	ctx, cancel := context.WithCancel(context.Background())
	p.stop = cancel
	go func() {
		tick := time.NewTicker(progressEvery)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case now := <-tick.C:
				if width, _, err := term.GetSize(int(env.Err.(*os.File).Fd())); err == nil && width > 0 {
					p.width = width
				}
				p.draw(ctx, now)
			}
		}
	}()
	return p
}

// draw shows the line, as much of it as fits, unless the work has ended. Of a line that
// wraps only the last row could be taken away.
func (p *progress) draw(ctx context.Context, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if ctx.Err() == nil {
		p.far.took, p.shown = now.Sub(p.began), true
		fmt.Fprintf(p.w, "\r\x1b[K%s", messages.Cut(progressText(p.env.Lang, p.far), p.width-1))
	}
}

// clear takes the line away, for who holds the lock.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.shown = false
	}
}

// end takes the line away for good.
func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stop()
	p.clear()
}

// told counts what was found, and has it told where the line was.
func (p *progress) told(found result, tell func() error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.far.files++
	p.far.bytes += int64(found.Report.Bytes)
	p.far.step = protocol.AuditStep{}
	p.clear()
	return tell()
}

// watch notes how far the exhibit of that number has come, if it is the next to be told of.
func (p *progress) watch(number int, step protocol.AuditStep) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if number == p.far.files {
		p.far.step = step
	}
}

// survey counts beside the work how much there is, where somebody sees it and that can be known.
func (p *progress) survey(ctx context.Context, args, lists []string) {
	if p.w == nil {
		return
	}
	go func() {
		files, bytes := survey(p.env, ctx, args, lists)
		p.mu.Lock()
		defer p.mu.Unlock()
		p.far.ofFiles, p.far.ofBytes = files, bytes
	}()
}

// survey counts the files that `audit` is given, or if it is given a stream alone, its bytes;
// 0 where that can't be known.
func survey(env *cli.Env, ctx context.Context, args, lists []string) (files int, bytes int64) {
	for _, arg := range slices.Concat(args, lists) {
		if arg != "-" {
			continue
		}
		if f, ok := env.In.(*os.File); ok && len(args) == 1 && len(lists) == 0 {
			if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
				return 0, info.Size()
			}
		}
		return 0, 0
	}
	if slices.ContainsFunc(lists, func(list string) bool { return !isFile(list) }) { // a pipe, which only one can read
		return 0, 0
	}
	for range inputs(env, args, lists) {
		if files++; ctx.Err() != nil {
			return 0, 0
		}
	}
	return files, 0
}

// progressText says how far an audit has come, and how long it will take if it goes on so.
func progressText(lang messages.Lang, far howFar) string {
	rate := float64(far.files) / max(far.took.Seconds(), 1e-3)
	step, inside := far.step, 0.0
	if step.Of > 0 {
		inside = float64(step.Done) / float64(step.Of)
	}
	var parts []string
	done := 0.0
	switch {
	case far.ofFiles == 1: // the record says it all
		done = inside
	case far.ofFiles > 0:
		parts = append(parts, messages.ProgressOf.In(lang, far.files, far.ofFiles, rate))
		done = (float64(far.files) + inside) / float64(far.ofFiles)
	default:
		parts = append(parts, messages.ProgressFiles.In(lang, far.files, rate))
	}
	if far.ofBytes > 0 {
		parts = append(parts, messages.ProgressBytes.In(lang, float64(far.bytes)/1e6, float64(far.ofBytes)/1e6))
		done = float64(far.bytes) / float64(far.ofBytes)
	}
	if step.Of > 0 {
		at := messages.ProgressRecord
		if step.Replay {
			at = messages.ProgressReplay
		}
		text := at.In(lang, step.Done, step.Of)
		if far.ofFiles != 1 {
			text = messages.ProgressNext.In(lang, text)
		}
		parts = append(parts, text)
	}
	if done > 0 && done < 1 {
		left := time.Duration(float64(far.took) * (1 - done) / done)
		parts = append(parts, messages.ProgressLeft.In(lang, lasting(lang, left)))
	}
	return strings.Join(parts, messages.ProgressJoin.In(lang))
}

// lasting says a length of time in whole seconds, as 1m30s.
func lasting(lang messages.Lang, d time.Duration) string {
	seconds := int(d.Round(time.Second) / time.Second)
	switch {
	case seconds < 60:
		return messages.ProgressSeconds.In(lang, seconds)
	case seconds < 3600:
		return messages.ProgressMinutes.In(lang, seconds/60, seconds%60)
	}
	return messages.ProgressHours.In(lang, seconds/3600, seconds/60%60)
}
