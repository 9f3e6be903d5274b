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

// past is what is known of the matches of the data folder that don't run: each was audited once, in the background, and what came
// of that is kept in a file. An audit takes too long to have a lobby wait for it.
type past struct {
	known   map[string]judged
	pending []store.Info
	busy    bool // somebody audits what is pending
}

// judged is what an audit found of a file of this size and time.
type judged struct {
	Size     int64 `json:"size"`
	Modified int64 `json:"modified"` // Unix nanoseconds
	Past     Past  `json:"past"`
}

func (p *past) load(dir *store.Dir) {
	p.known = map[string]judged{}
	read(dir, pastFile, &p.known)
	if p.known == nil {
		p.known = map[string]judged{}
	}
}

func (j judged) fits(in store.Info) bool {
	return j.Size == in.Size && j.Modified == in.Modified.UnixNano()
}

// matches lists the matches of the data folder, the last played first.
func (l *App) listMatches() ([]Past, error) {
	list, err := l.dir.List()
	if err != nil {
		return nil, err
	}
	if err := l.forgetAllBut(list); err != nil {
		return nil, err
	}
	all := []Past{}
	for _, in := range list {
		all = append(all, l.pastOf(in))
	}
	slices.SortStableFunc(all, func(a, b Past) int { return cmp.Compare(b.When, a.When) })
	l.work.Go(l.auditPending)
	return all, nil
}

// forgetAllBut drops what is known of matches that are not in the data folder any more.
func (l *App) forgetAllBut(list []store.Info) error {
	here := map[string]bool{}
	for _, in := range list {
		here[in.ID] = true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	before := len(l.past.known)
	maps.DeleteFunc(l.past.known, func(id string, _ judged) bool { return !here[id] })
	if len(l.past.known) == before {
		return nil
	}
	return write(l.dir, pastFile, l.past.known)
}

// pastOf says of a match what is known at once.
func (l *App) pastOf(in store.Info) Past {
	p := Past{Match: in.ID, Seat: seatOf(in.ID), Opponents: []string{}, When: seat.Millis(in.Modified.UnixMilli())}
	r := l.Match(in.ID)
	if r != nil && !r.left() {
		p.Running = true
		return l.told(r, p)
	}
	if known, ok := l.judged(in); ok {
		known.When = p.When
		return known
	}
	if r != nil {
		return l.told(r, p)
	}
	p.State = guess(in)
	p.Opponents = l.opponentsIn(in.ID)
	return p
}

// judged is what an audit found of a match; if there was none, one is asked for.
func (l *App) judged(in store.Info) (Past, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if known, ok := l.past.known[in.ID]; ok && known.fits(in) {
		return known.Past, true
	}
	if !in.Running { // else another program writes it
		l.past.pending = append(l.past.pending, in)
	}
	return Past{}, false
}

// opponentsIn are those of a match that nobody has read yet, as far as anything beside it tells.
func (l *App) opponentsIn(match string) []string {
	if level, practice := l.level(match); practice {
		return []string{l.o.BotName(level)}
	}
	known := []string{}
	for of, name := range l.keptNames(match) {
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

// told adds what the seat of a running match tells.
func (l *App) told(r *Match, p Past) Past {
	table, state := r.seat.Table(), r.seat.State()
	if rs := r.seat.Rules(); rs != nil {
		p.Rules = l.describe(rs).Name
	}
	for _, player := range table.Players {
		if !player.You {
			p.Opponents = append(p.Opponents, player.Name)
		}
	}
	p.Turns = state.Ply
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
func (l *App) auditPending() {
	l.mu.Lock()
	if l.past.busy {
		l.mu.Unlock()
		return
	}
	l.past.busy = true
	for len(l.past.pending) > 0 && l.ctx.Err() == nil {
		in := l.past.pending[0]
		l.past.pending = l.past.pending[1:]
		known, ok := l.past.known[in.ID]
		l.mu.Unlock()
		if !ok || !known.fits(in) {
			l.judge(in)
		}
		l.mu.Lock()
	}
	l.past.pending, l.past.busy = nil, false
	l.mu.Unlock()
}

// judge audits a match of the data folder and keeps what came of it.
func (l *App) judge(in store.Info) {
	p := Past{Match: in.ID, Seat: seatOf(in.ID), Opponents: []string{}}
	switch data, err := l.dir.Transcript(in.ID); {
	case errors.Is(err, store.ErrUnknown):
		return // it was deleted meanwhile
	case err != nil:
		p.State, p.Verdict = "unreadable", Unreadable
	default:
		l.read(&p, data)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.past.known[in.ID] = judged{in.Size, in.Modified.UnixNano(), p}
	if err := write(l.dir, pastFile, l.past.known); err != nil {
		l.o.Log.Warn("what is known of past matches can't be kept", "error", err)
	}
}

// read takes what a transcript tells.
func (l *App) read(p *Past, data []byte) {
	report := protocol.Audit(data)
	p.Verdict, p.Turns = verdictOf(report.Verdict), report.Plies
	if report.Rules == nil {
		p.State = "unreadable"
		return
	}
	p.Rules = l.describe(report.Rules).Name
	names := l.namesOf(p.Match)
	for _, of := range report.Rules.Seats() {
		if of.String() != p.Seat {
			p.Opponents = append(p.Opponents, names[of])
		}
	}
	p.State = stateOf(report)
	if report.Result.Over {
		p.Reason, p.You = report.Result.Reason.String(), "lost"
		own, err := engine.ParseSeat(p.Seat)
		switch {
		case report.Result.Draw:
			p.You = "drew"
		case err != nil:
			p.You = ""
		case report.Result.Winners.Has(own):
			p.You = "won"
		}
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
