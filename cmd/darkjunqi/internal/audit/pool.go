package audit

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"iter"
	"runtime"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/matchfile"
	"github.com/darkjunqi/darkjunqi/cmd/internal/auditreport"
	"github.com/darkjunqi/darkjunqi/cmd/internal/boards"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// result is one input with the report on it.
type result struct {
	name   string
	file   []byte // only if keep is true, or of a board
	Report *protocol.Report
	sum    string       // the file's SHA-256, in hex
	known  bool         // an earlier run reported on it, so it was not audited
	board  *boards.JSON // of a vote or the like, not a match
	unread error        // why it could not be read; the report says unreadable
	cut    bool         // its stream can't be split after it
}

// auditAll audits inputs on all processors, several together where that many wait, and yields the
// results in the order of the inputs. It holds at most auditreport.Together inputs in memory for each processor,
// and of those larger than ordinary matches only one, or two if one is part of a stream. It yields
// nothing more when the context ends, even while an input is being read. Any goroutine may call watch
// with the progress of an input and its number from 0; watch may be nil.
func auditAll(
	ctx context.Context, inputs iter.Seq[auditInput], keep bool, watch func(number int, step protocol.AuditStep),
) iter.Seq[result] {
	return func(yield func(result) bool) {
		defer auditreport.CollectLate()()
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		workers := runtime.GOMAXPROCS(0)
		jobs := make(chan job, workers*auditreport.Together)
		order := make(chan job, workers*auditreport.Together) // waiting to be yielded, oldest first
		go func() {
			defer close(jobs)
			defer close(order)
			number := 0
			for x := range inputs {
				j := job{x, number, make(chan result, 1)}
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
					if ctx.Err() != nil {
						return
					}
					auditSome(j, jobs, 1+len(jobs)/workers, keep, watch)
				}
			}()
		}
		for {
			var next job
			var more bool
			select {
			case next, more = <-order:
			case <-ctx.Done():
			}
			if !more {
				return
			}
			select {
			case found := <-next.found:
				if ctx.Err() != nil || !yield(found) {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}
}

// A job is an input and where its result goes.
type job struct {
	auditInput
	number int
	found  chan result
}

// togetherBytes is how many bytes one processor audits together before it adds no input. More would save little and delay
// their results.
const togetherBytes = 512 << 10

// auditSome audits a job together with others that wait already, a fair share of them.
func auditSome(j job, waiting <-chan job, share int, keep bool, watch func(number int, step protocol.AuditStep)) {
	var group []job
	var opened []result
	var files [][]byte
	for size, more := 0, true; more; share-- {
		found := j.open()
		if found.Report != nil {
			j.tell(found)
		} else {
			group, opened, files = append(group, j), append(opened, found), append(files, found.file)
			size += len(found.file)
		}
		if more = share > 1 && len(group) < auditreport.Together && size < togetherBytes; more {
			select {
			case j, more = <-waiting:
			default:
				more = false
			}
		}
	}
	reports := protocol.AuditTogether(files, func(file int, step protocol.AuditStep) {
		if watch != nil {
			watch(group[file].number, step)
		}
	})
	for i, j := range group {
		j.tell(opened[i].with(reports[i], keep))
	}
}

func (j job) tell(found result) {
	if j.done != nil {
		j.done()
	}
	j.found <- found
}

// open reads an input. The result has a report if no match has to be audited for it.
func (x auditInput) open() result {
	found := result{name: x.name, cut: x.cut}
	file, err := x.read()
	if err != nil {
		found.unread = err
		found.Report = &protocol.Report{Verdict: protocol.Unreadable, Reason: err, Record: protocol.NoIndex}
		return found
	}
	hash := sha256.Sum256(file)
	found.file, found.sum = file, hex.EncodeToString(hash[:])
	switch {
	case found.sum == x.known:
		return result{name: x.name, known: true, Report: &protocol.Report{Bytes: len(file)}}
	case boards.Is(file):
		found.Report = &protocol.Report{Record: protocol.NoIndex, Bytes: len(file)}
		found.board, found.Report.Verdict, found.Report.Reason = boards.Judge(x.name, file)
	}
	return found
}

// with returns the result with the report on its file.
func (r result) with(report *protocol.Report, keep bool) result {
	r.Report = report
	if report.Verdict == protocol.Unreadable {
		if records, sound, err := transcript.ParseFile(r.file); err != nil && len(records) > 0 {
			describeSound(report, r.file, records, sound)
		}
	}
	if !keep {
		r.file = nil
	}
	return r
}

// describeSound adds to the report on a file that ends in something other than records: what
// comes before that, and what follows.
func describeSound(report *protocol.Report, file []byte, records [][]byte, sound int) {
	part := protocol.Audit(file[:sound])
	rest := file[sound:]
	switch torn := errors.Is(report.Reason, transcript.ErrTorn); {
	case bytes.HasPrefix(rest, []byte(matchfile.Mark)):
		report.Reason = coded.Errorf("cmd.another-transcript",
			"after its %d records another transcript begins: audit - reads several from standard input, one after the other",
			len(records))
	case torn && part.Verdict == protocol.Honest, errors.Is(report.Reason, transcript.ErrOversized) && len(records) < transcript.MaxRecords:
		report.Reason = coded.Errorf("cmd.something-behind",
			"after its %d records come %d bytes that are not a record", len(records), len(rest))
	}
	report.Record, report.Records, report.Proofs = len(records), part.Records, part.Proofs
	report.Rules, report.Resolver, report.Match, report.Keys, report.Stage = part.Rules, part.Resolver, part.Match, part.Keys, part.Stage
	report.Result, report.Plies, report.Clashes, report.Layouts = part.Result, part.Plies, part.Clashes, part.Layouts
}
