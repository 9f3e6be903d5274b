package app

import (
	"cmp"
	"errors"
	"maps"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// auditCache is what is known of the matches of the data folder that don't run: each was audited once, in the background, and what came
// of that is kept in a file. An audit takes too long to have a lobby wait for it.
type auditCache struct {
	known   map[string]cachedAudit
	pending []store.Info
	busy    bool // somebody audits what is pending
}

// cachedAudit is what an audit found of a file of this size and time.
type cachedAudit struct {
	Size     int64 `json:"size"`
	Modified int64 `json:"modified"` // Unix nanoseconds
	Past     Past  `json:"past"`
}

func (c *auditCache) load(dir *store.Dir) {
	c.known = map[string]cachedAudit{}
	read(dir, pastFile, &c.known)
	if c.known == nil {
		c.known = map[string]cachedAudit{}
	}
}

func (j cachedAudit) fits(in store.Info) bool {
	return j.Size == in.Size && j.Modified == in.Modified.UnixNano()
}

// listMatches lists the matches of the data folder, the last played first.
func (a *App) listMatches() ([]Past, error) {
	list, err := a.dir.List()
	if err != nil {
		return nil, err
	}
	if err := a.forgetAllBut(list); err != nil {
		return nil, err
	}
	all := []Past{}
	for _, in := range list {
		all = append(all, a.pastOf(in))
	}
	slices.SortStableFunc(all, func(a, b Past) int { return cmp.Compare(b.When, a.When) })
	a.work.Go(a.auditPending)
	return all, nil
}

// forgetAllBut drops what is known of matches that are not in the data folder any more.
func (a *App) forgetAllBut(list []store.Info) error {
	here := map[string]bool{}
	for _, in := range list {
		here[in.ID] = true
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	before := len(a.audits.known)
	maps.DeleteFunc(a.audits.known, func(id string, _ cachedAudit) bool { return !here[id] })
	if len(a.audits.known) == before {
		return nil
	}
	return write(a.dir, pastFile, a.audits.known)
}

// pastOf says of a match what is known at once.
func (a *App) pastOf(in store.Info) Past {
	p := Past{Match: in.ID, Seat: seatOf(in.ID), Opponents: []string{}, When: seat.Millis(in.Modified.UnixMilli())}
	r := a.Match(in.ID)
	if r != nil && !r.left() {
		p.Running = true
		return a.addLive(r, p)
	}
	if known, ok := a.cachedAudit(in); ok {
		known.When = p.When
		return known
	}
	if r != nil {
		return a.addLive(r, p)
	}
	p.State = guess(in)
	p.Opponents = a.opponentsIn(in.ID)
	return p
}

// cachedAudit is what an audit found of a match; if there was none, one is asked for.
func (a *App) cachedAudit(in store.Info) (Past, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if known, ok := a.audits.known[in.ID]; ok && known.fits(in) {
		return known.Past, true
	}
	if !in.Running { // else another program writes it
		a.audits.pending = append(a.audits.pending, in)
	}
	return Past{}, false
}

// opponentsIn are those of a match that nobody has read yet, as far as other files name them.
func (a *App) opponentsIn(match string) []string {
	if level, practice := a.practiceLevel(match); practice {
		return []string{a.o.BotName(level)}
	}
	known := []string{}
	for of, name := range a.keptNames(match) {
		if name != "" && engine.Seat(of).String() != seatOf(match) {
			known = append(known, name)
		}
	}
	return known
}

// guess is how far a match seems to have come that nobody has read yet.
func guess(in store.Info) string {
	switch {
	case in.Finished():
		return "over"
	case in.Records == 0:
		return "unreadable"
	case in.Records == 1: // the Terms
		return "invited"
	}
	return "play"
}

// seatOf is the owner's seat by the name of a match.
func seatOf(match string) string {
	_, name := store.SplitID(match)
	if _, err := engine.ParseSeat(name); err != nil {
		return ""
	}
	return name
}

// addLive adds what the seat of a running match shows.
func (a *App) addLive(r *Match, p Past) Past {
	table, state := r.seat.Table(), r.seat.State()
	if rs := r.seat.Rules(); rs != nil {
		p.Rules = a.describe(rs).Name
	}
	for _, player := range table.Players {
		if !player.You {
			p.Opponents = append(p.Opponents, player.Name)
		}
	}
	p.Turns, p.Yours = state.Ply, state.Decision != ""
	switch state.Phase {
	case seat.Over, seat.Sealed, seat.Play:
		p.State = string(state.Phase)
	case seat.Setup:
		p.State = "setup"
	default:
		p.State = "setup"
		if len(state.Invites) > 0 {
			p.State = "invited"
		}
	}
	if state.Result != nil {
		p.You, p.Reason = state.Result.You, state.Result.Reason
	}
	if state.Conviction != nil {
		p.Verdict = Cheating
	}
	return p
}

// auditPending audits what was asked for, one after the other.
func (a *App) auditPending() {
	a.mu.Lock()
	if a.audits.busy {
		a.mu.Unlock()
		return
	}
	a.audits.busy = true
	for len(a.audits.pending) > 0 && a.ctx.Err() == nil {
		in := a.audits.pending[0]
		a.audits.pending = a.audits.pending[1:]
		known, ok := a.audits.known[in.ID]
		a.mu.Unlock()
		if !ok || !known.fits(in) {
			a.judge(in)
		}
		a.mu.Lock()
	}
	a.audits.pending, a.audits.busy = nil, false
	a.mu.Unlock()
}

// judge audits a match of the data folder and keeps what came of it.
func (a *App) judge(in store.Info) {
	p := Past{Match: in.ID, Seat: seatOf(in.ID), Opponents: []string{}}
	switch data, err := a.dir.Transcript(in.ID); {
	case errors.Is(err, store.ErrUnknown):
		return // it was deleted meanwhile
	case err != nil:
		p.State, p.Verdict = "unreadable", Unreadable
	default:
		a.read(&p, data)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.audits.known[in.ID] = cachedAudit{in.Size, in.Modified.UnixNano(), p}
	if err := write(a.dir, pastFile, a.audits.known); err != nil {
		a.o.Log.Warn("what is known of past matches can't be kept", "error", err)
	}
}

// read takes what a transcript contains.
func (a *App) read(p *Past, data []byte) {
	report := protocol.Audit(data)
	p.Verdict, p.Turns = verdictOf(report.Verdict), report.Plies
	if report.Rules == nil {
		p.State = "unreadable"
		return
	}
	p.Rules = a.describe(report.Rules).Name
	names := a.namesOf(p.Match)
	for _, of := range report.Rules.Seats() {
		if of.String() != p.Seat {
			p.Opponents = append(p.Opponents, names[of])
		}
	}
	p.State = stateOf(report)
	if r := seat.ResultOf(report.Result, p.Seat); r != nil {
		p.You, p.Reason = r.You, r.Reason
	}
}

// stateOf is how far a match has come.
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
