package app

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/internal/history"
	"github.com/darkjunqi/darkjunqi/cmd/internal/review"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// listMatches lists the matches of the data folder, the last played first.
func (a *App) listMatches() ([]history.Entry, error) {
	list, err := a.dir.List()
	if err != nil {
		return nil, err
	}
	if err := a.audits.Retain(list); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	list = append(list, a.deleted(list)...)
	all := []history.Entry{}
	for _, in := range list {
		all = append(all, a.entryOf(in))
	}
	slices.SortStableFunc(all, func(a, b history.Entry) int { return cmp.Compare(b.When, a.When) })
	a.work.Go(func() { a.audits.AuditPending(a.ctx) })
	return all, nil
}

// Due returns the matches with people that this program plays and that wait for a decision of this player, or are over, by
// name; not those whose invites are out, where nobody waits yet.
func (a *App) Due() []history.Entry {
	a.mu.Lock()
	running := maps.Clone(a.matches)
	a.mu.Unlock()
	due := []history.Entry{}
	for id, r := range running {
		if r.seat.State().Connection.How == "memory" { // practice stands
			continue
		}
		p := a.addLive(r, history.Unread(store.Info{ID: id, Modified: time.Now()}))
		if p.You != "" || p.Yours && !r.left() && p.State != "invited" {
			p.Running = !r.left()
			due = append(due, p)
		}
	}
	slices.SortStableFunc(due, func(a, b history.Entry) int { return cmp.Compare(a.Match, b.Match) })
	return due
}

// deleted returns the matches that this program plays on although their files are gone.
func (a *App) deleted(list []store.Info) (gone []store.Info) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for id, r := range a.matches {
		_, watched := engine.ParseSeat(history.SeatOf(id))
		if watched == nil && !r.left() && !slices.ContainsFunc(list, func(in store.Info) bool { return in.ID == id }) {
			gone = append(gone, store.Info{ID: id, Modified: time.Now()})
		}
	}
	return gone
}

// Statistics counts the matches of the data folder that are audited once all are, or when ctx ends.
func (a *App) Statistics(ctx context.Context) (history.Statistics, error) {
	if _, err := a.listMatches(); err != nil { // it asks for audits
		return history.Statistics{}, err
	}
	audited := make(chan struct{})
	a.work.Go(func() {
		a.audits.AuditPending(a.ctx)
		close(audited)
	})
	select {
	case <-audited:
	case <-ctx.Done():
	}
	matches, err := a.listMatches()
	if err != nil {
		return history.Statistics{}, err
	}
	return history.StatisticsOf(matches), nil
}

// entryOf says of a match what is known at once.
func (a *App) entryOf(in store.Info) history.Entry {
	p := history.Unread(in)
	r := a.Match(in.ID)
	if r != nil && !r.left() {
		p.Running = true
		return a.addLive(r, p)
	}
	if known, ok := a.audits.Find(in); ok {
		known.When = p.When
		return known
	}
	if r != nil {
		return a.addLive(r, p)
	}
	p.Opponents = a.opponentsIn(in.ID)
	return p
}

// opponentsIn returns the opponents in a match that nobody has read yet, as far as other files name them.
func (a *App) opponentsIn(match string) []string {
	if level, practice := a.practiceLevel(match); practice {
		return []string{a.o.BotName(level)}
	}
	known := []string{}
	for of, name := range a.keptNames(match) {
		if name != "" && engine.Seat(of).String() != history.SeatOf(match) {
			known = append(known, name)
		}
	}
	return known
}

// addLive adds what the seat of a running match shows.
func (a *App) addLive(r *Match, p history.Entry) history.Entry {
	table, state := r.seat.Table(), r.seat.State()
	if rs := r.seat.Rules(); rs != nil {
		p.Rules = a.Describe(rs).Name
	}
	for _, player := range table.Players {
		name := player.Name
		if player.Computer != "" && name == "" {
			i := slices.IndexFunc(table.Players, func(other seat.Player) bool { return other.Seat == player.Computer })
			name = history.ComputerOf(table.Players[i].Name)
		}
		if !player.You {
			p.Opponents = append(p.Opponents, name)
		}
	}
	p.Turns, p.Yours = state.Ply, state.Decision != ""
	for _, clock := range state.Clocks {
		if state.Connection.How == "memory" { // practice stands
			break
		}
		own := clock.Seat == table.Seat
		if own {
			p.Timeouts, p.Limit = clock.Timeouts, r.seat.Rules().Timeouts()
			p.Skipped = state.Last != nil && state.Last.Seat == table.Seat && state.Last.Kind == seat.DoPass
		}
		if clock.Deadline > 0 {
			p.Left = max(0, clock.Deadline-seat.Millis(time.Now().UnixMilli()))
			if own {
				p.Most = p.Limit
			}
		}
	}
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
		p.Verdict = review.Cheating
	}
	return p
}
