package main

import (
	"context"
	"iter"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// auditResult is one exhibit with what its audit found.
type auditResult struct {
	name   string
	file   []byte // only where keep says so
	report *protocol.Report
	unread error // why it could not be read; the report says unreadable
}

// auditAll audits exhibits on all processors, and yields what was found in the order of the
// exhibits. It never has more of them in memory than twice the processors. When the
// context ends it yields nothing more. While it works, watch is told by any goroutine how
// far the exhibit of that number, from 0, has come; it may be nil.
func auditAll(ctx context.Context, exhibits iter.Seq[exhibit], keep bool, watch func(number int, step protocol.AuditStep)) iter.Seq[auditResult] {
	return func(yield func(auditResult) bool) {
		defer collectLate()()
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		type job struct {
			exhibit
			number int
			found  chan auditResult
		}
		workers := runtime.GOMAXPROCS(0)
		jobs := make(chan job)
		order := make(chan job, workers) // those that wait to be told, oldest first
		go func() {
			defer close(jobs)
			defer close(order)
			number := 0
			for x := range exhibits {
				j := job{x, number, make(chan auditResult, 1)}
				number++
				for _, to := range []chan job{order, jobs} {
					select {
					case to <- j:
					case <-ctx.Done():
						return
					}
				}
			}
		}()
		for range workers {
			go func() {
				for j := range jobs {
					j.found <- j.audit(keep, func(step protocol.AuditStep) {
						if watch != nil {
							watch(j.number, step)
						}
					})
				}
			}()
		}
		for j := range order {
			select {
			case found := <-j.found:
				if ctx.Err() != nil || !yield(found) {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}
}

// auditGarbage is by how much the heap may grow between collections while audits run, in
// percent of what is in use. That is little, so that to collect as often as Go does by
// itself takes a tenth of the time.
const auditGarbage = 400

// collectLate has garbage collected late, but not so late that more than the bound of all
// files that are in memory at once is taken for it, and returns what sets this back. Where
// GOGC or GOMEMLIMIT says something, that holds.
func collectLate() (back func()) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return func() {}
	}
	percent := debug.SetGCPercent(auditGarbage)
	limit := debug.SetMemoryLimit(2 * int64(runtime.GOMAXPROCS(0)) * transcript.MaxFile)
	return func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	}
}

func (x exhibit) audit(keep bool, watch func(protocol.AuditStep)) auditResult {
	file, err := x.read()
	if err != nil {
		return auditResult{name: x.name, unread: err, report: &protocol.Report{Verdict: protocol.Unreadable, Reason: err, Record: protocol.NoIndex}}
	}
	found := auditResult{name: x.name, report: protocol.AuditWatched(file, watch)}
	if keep {
		found.file = file
	}
	return found
}
