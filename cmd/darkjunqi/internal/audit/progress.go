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

// progress is a line on standard error that shows how far an audit has come. It appears only on a
// terminal, and only once the work takes long.
type progress struct {
	env   *cli.Env
	w     io.Writer // nil if nobody would see it
	width int       // of the terminal in columns, as it was last known
	began time.Time
	stop  func()

	mu    sync.Mutex
	shown bool
	far   howFar
}

// howFar is the progress of an audit.
type howFar struct {
	took           time.Duration
	files, ofFiles int   // ofFiles is 0 if unknown
	bytes, ofBytes int64 // of a stream; ofBytes is 0 if its size is unknown
	step           protocol.AuditStep
}

// progressEvery is the time between two changes of the line.
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

// draw shows as much of the line as fits, unless the work has ended: only the last row of a
// wrapped line could be erased.
func (p *progress) draw(ctx context.Context, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if ctx.Err() == nil {
		p.far.took, p.shown = now.Sub(p.began), true
		fmt.Fprintf(p.w, "\r\x1b[K%s", messages.Cut(progressText(p.env.Lang, p.far), p.width-1))
	}
}

// clear erases the line. The caller holds the lock.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.shown = false
	}
}

// end erases the line for good.
func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stop()
	p.clear()
}

// told counts a result, and prints it over the progress line.
func (p *progress) told(found result, tell func() error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.far.files++
	p.far.bytes += int64(found.Report.Bytes)
	p.far.step = protocol.AuditStep{}
	p.clear()
	return tell()
}

// watch notes the progress of an input, if it is the next to be reported.
func (p *progress) watch(number int, step protocol.AuditStep) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if number == p.far.files {
		p.far.step = step
	}
}

// survey counts the work in the background, if the line is shown and the work can be counted.
func (p *progress) survey(ctx context.Context, args, lists []string) {
	if p.w == nil {
		return
	}
	go func() {
		files, bytes := survey(ctx, p.env, args, lists)
		p.mu.Lock()
		defer p.mu.Unlock()
		p.far.ofFiles, p.far.ofBytes = files, bytes
	}()
}

// survey counts the files that `audit` is given, or the bytes of a stream that is all it is
// given; 0 if that is unknown.
func survey(ctx context.Context, env *cli.Env, args, lists []string) (files int, bytes int64) {
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
	if slices.ContainsFunc(lists, func(list string) bool { return !isFile(list) }) { // a pipe can be read only once
		return 0, 0
	}
	for range inputs(env, args, lists) {
		if files++; ctx.Err() != nil {
			return 0, 0
		}
	}
	return files, 0
}

// progressText says how far an audit has come, and how long it will take at this speed.
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

// lasting returns a duration in whole seconds, such as 1m30s.
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
