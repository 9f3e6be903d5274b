package history

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"sync"

	"github.com/darkjunqi/darkjunqi/cmd/internal/jsonfile"
	"github.com/darkjunqi/darkjunqi/cmd/internal/review"
	"github.com/darkjunqi/darkjunqi/cmd/internal/rulesets"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// auditsFile keeps what audits have found.
const auditsFile = "past.json"

// Audits is what is known of the matches of a data folder that don't run: each was audited once, in the background,
// and what came of that is kept in a file. An audit takes too long to have a lobby wait for it.
type Audits struct {
	dir   *store.Dir
	names func(match string) [engine.MaxSeats]string // of the players
	log   *slog.Logger

	auditing sync.Mutex // held while somebody audits what is pending

	mu      sync.Mutex // guards what follows
	known   map[string]cachedAudit
	pending []store.Info
}

// cachedAudit holds the finding about a file of this size and time.
type cachedAudit struct {
	Size     int64 `json:"size"`
	Modified int64 `json:"modified"` // Unix nanoseconds
	Past     Entry `json:"past"`
}

func (c cachedAudit) fits(in store.Info) bool {
	return c.Size == in.Size && c.Modified == in.Modified.UnixNano()
}

// OpenAudits reads what was found before. A file that can't be read is none.
func OpenAudits(dir *store.Dir, names func(match string) [engine.MaxSeats]string, log *slog.Logger) *Audits {
	a := &Audits{dir: dir, names: names, log: log}
	jsonfile.Read(dir, auditsFile, &a.known)
	if a.known == nil {
		a.known = map[string]cachedAudit{}
	}
	return a
}

// Retain forgets matches that are not in the data folder any more.
func (a *Audits) Retain(list []store.Info) error {
	here := map[string]bool{}
	for _, in := range list {
		here[in.ID] = true
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	before := len(a.known)
	maps.DeleteFunc(a.known, func(id string, _ cachedAudit) bool { return !here[id] })
	if len(a.known) == before {
		return nil
	}
	return jsonfile.Write(a.dir, auditsFile, a.known)
}

// Find returns what an audit found of a match; if there was none, one is asked for.
func (a *Audits) Find(in store.Info) (Entry, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if known, ok := a.known[in.ID]; ok && known.fits(in) {
		return known.Past, true
	}
	if !in.Running { // else another program writes it
		a.pending = append(a.pending, in)
	}
	return Entry{}, false
}

// AuditPending returns once what was asked for is audited, one after the other, or ctx ends.
func (a *Audits) AuditPending(ctx context.Context) {
	a.auditing.Lock()
	defer a.auditing.Unlock()
	a.mu.Lock()
	defer a.mu.Unlock()
	for len(a.pending) > 0 && ctx.Err() == nil {
		in := a.pending[0]
		a.pending = a.pending[1:]
		a.mu.Unlock()
		a.audit(in)
		a.mu.Lock()
	}
	a.pending = nil
}

// audit audits a match, unless that was done before, and keeps what came of it.
func (a *Audits) audit(in store.Info) {
	a.mu.Lock()
	known, ok := a.known[in.ID]
	a.mu.Unlock()
	if ok && known.fits(in) {
		return
	}
	e := Entry{Match: in.ID, Seat: SeatOf(in.ID), Opponents: []string{}}
	switch data, err := a.dir.Transcript(in.ID); {
	case errors.Is(err, store.ErrUnknown):
		return // it was deleted meanwhile
	case err != nil:
		e.State, e.Verdict = "unreadable", review.Unreadable
	default:
		e.read(data, a.names(in.ID))
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.known[in.ID] = cachedAudit{in.Size, in.Modified.UnixNano(), e}
	if err := jsonfile.Write(a.dir, auditsFile, a.known); err != nil {
		a.log.Warn("what is known of past matches can't be kept", "error", err)
	}
}

// read takes what a transcript contains.
func (e *Entry) read(data []byte, names [engine.MaxSeats]string) {
	report := protocol.Audit(data)
	e.Verdict, e.Turns = review.VerdictOf(report.Verdict), report.Plies
	if report.Rules == nil {
		e.State = "unreadable"
		return
	}
	e.Rules = rulesets.NameOf(report.Rules)
	for _, of := range report.Rules.Seats() {
		if of.String() != e.Seat {
			name := names[of]
			if player, ok := report.Computers[of]; ok && name == "" {
				name = ComputerOf(names[player])
			}
			e.Opponents = append(e.Opponents, name)
		}
	}
	e.State = stateOf(report)
	if r := seat.ResultOf(report.Result, e.Seat); r != nil {
		e.You, e.Reason = r.You, r.Reason
	}
}

// stateOf returns how far a match has come.
func stateOf(r *protocol.Report) string {
	switch {
	case r.Verdict == protocol.Unreadable:
		return "unreadable"
	case r.Verdict == protocol.Cheating || r.Stage == protocol.Sealed:
		return "sealed"
	case r.Stage == protocol.Ended:
		return "over"
	case r.Stage == protocol.Play:
		return "play"
	case r.Match == (transcript.Hash{}):
		return "invited"
	}
	return "setup"
}
