package loadtest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Campaign is one match, and what it is played under.
type Campaign struct {
	Program  string // the darkjunqi that plays
	Besieger string // the one that floods: this one
	Moves    int    // to be timed
	Force    Force  // none if it has no sources
	Watchers int
	Slow     int           // watchers besides, who read a hundred bytes a second
	Form     time.Duration // how long a siege, or a crowd, has to form
}

// Figures are the measurements. Times are in nanoseconds.
type Figures struct {
	JoinNs   int64   `json:"joinNs"`   // from the start of the guest's program until it has the seat
	MoveNs   int64   `json:"moveNs"`   // from the order to move until both have the move and what it brought: the median
	WorstNs  int64   `json:"worstNs"`  // the slowest
	WorkNs   int64   `json:"workNs"`   // computing time of both programs during a move: the median; 0 where the system does not report it
	WaitNs   int64   `json:"waitNs"`   // how long their threads are ready in it without a processor: the median
	RelinkNs int64   `json:"relinkNs"` // from the start of a guest's program that was killed until it may play
	Memory   int64   `json:"memory"`   // peak memory of the host's program; 0 where the system does not report it
	Moves    int     `json:"moves"`    // timed ones
	Busy     float64 `json:"busy"`     // processors that the host's program kept busy, as 0.1 of one

	Toll     Toll `json:"toll"`     // of the siege, at its end
	Watchers int  `json:"watchers"` // linked at the end
}

// Run plays the match.
func (c Campaign) Run(ctx context.Context) (f Figures, err error) {
	dir, err := os.MkdirTemp("", "darkjunqi-siege")
	if err != nil {
		return f, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "layout")
	if err := os.WriteFile(file, []byte(layout), 0o600); err != nil {
		return f, err
	}
	host, err := start(c.Program, filepath.Join(dir, "host"), "host", "--loopback", "--rules", "standard,clock=off", "--layout", file, "--json")
	if err != nil {
		return f, err
	}
	defer func(began time.Time) {
		host.kill()
		if used := host.cmd.ProcessState; used != nil {
			f.Busy = (used.UserTime() + used.SystemTime()).Seconds() / time.Since(began).Seconds()
		}
	}(time.Now())
	if err := host.until(ctx, "waiting for the invite", func(s *state) bool { return s.Invites["blue"] != "" }); err != nil {
		return f, err
	}
	end, err := c.surround(ctx, host, &f)
	if err != nil {
		return f, err
	}
	defer end()

	data := filepath.Join(dir, "guest")
	began := time.Now()
	guest, err := start(c.Program, data, "join", host.state().Invites["blue"], "--yes", "--loopback", "--layout", file, "--json")
	if err != nil {
		return f, err
	}
	defer func() { guest.kill() }()
	if err := guest.until(ctx, "joining", func(s *state) bool { return s.Connection.Online && s.Phase != "" && s.Phase != "waiting" }); err != nil {
		return f, err
	}
	f.JoinNs = time.Since(began).Nanoseconds()

	moves, err := play(ctx, host, guest, c.Moves)
	if err != nil {
		return f, err
	}
	guest.kill()
	began = time.Now()
	id := guest.match
	again, err := start(c.Program, data, "resume", id, "--loopback", "--json")
	if err != nil {
		return f, err
	}
	guest = again
	if err := guest.until(ctx, "relinking", func(s *state) bool { return s.Connection.Online && s.Connection.Hold == "" }); err != nil {
		return f, err
	}
	f.RelinkNs = time.Since(began).Nanoseconds()
	more, err := play(ctx, host, guest, c.Moves/2)
	if err != nil {
		return f, err
	}
	moves = append(moves, more...)
	if f.Moves = len(moves); f.Moves > 0 {
		took := sorted(moves, func(m move) time.Duration { return m.took })
		f.MoveNs, f.WorstNs = took[f.Moves/2], took[f.Moves-1]
		f.WorkNs = sorted(moves, func(m move) time.Duration { return m.spent.computed })[f.Moves/2]
		f.WaitNs = sorted(moves, func(m move) time.Duration { return m.spent.waited })[f.Moves/2]
	}
	f.Memory = host.memory()
	return f, nil
}

// surround brings up whoever the match is played under. What it returns takes them away,
// after noting how they stood.
func (c Campaign) surround(ctx context.Context, host *player, f *Figures) (end func(), err error) {
	end = func() {}
	if c.Force.Sources > 0 {
		siege, err := besiege(ctx, c.Besieger, host.state().Invites["blue"], c.Force)
		if err != nil {
			return nil, err
		}
		end = func() { f.Toll = siege.end() }
	}
	if c.Watchers+c.Slow > 0 {
		crowd, err := watch(ctx, host.state().WatchInvite, c.Watchers, c.Slow)
		if err != nil {
			end()
			return nil, err
		}
		before := end
		end = func() { f.Watchers = crowd.linked(); crowd.disperse(); before() }
	}
	if c.Force.Sources+c.Watchers+c.Slow == 0 {
		return end, nil
	}
	select {
	case <-time.After(c.Form):
		return end, nil
	case <-ctx.Done():
		end()
		return nil, ctx.Err()
	}
}

// move measures one move.
type move struct {
	took  time.Duration
	spent effort // of both programs
}

func sorted(moves []move, of func(move) time.Duration) (list []int64) {
	for _, m := range moves {
		list = append(list, of(m).Nanoseconds())
	}
	slices.Sort(list)
	return list
}

// play has the two move in turn and times each move, until one of them has won.
func play(ctx context.Context, a, b *player, moves int) (times []move, err error) {
	for turn := range moves {
		var mover, other *player
		find := func(s *state) bool { return s.over() || s.Decision == "move" }
		for mover == nil {
			for _, p := range []*player{a, b} {
				if s := p.state(); find(&s) {
					mover = p
				}
			}
			if mover != nil {
				break
			}
			a.mu.Lock()
			first := a.changed
			a.mu.Unlock()
			b.mu.Lock()
			second := b.changed
			b.mu.Unlock()
			select {
			case <-first:
			case <-second:
			case <-time.After(10 * time.Millisecond): // it changed in between
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
		if other = a; mover == a {
			other = b
		}
		now := mover.state()
		if now.over() {
			return times, nil
		}
		from, to := now.choose(turn)
		before, began := a.effort().add(b.effort()), time.Now()
		if err := mover.do(map[string]any{"do": "move", "from": from, "to": to}); err != nil {
			return nil, err
		}
		done := func(s *state) bool {
			return s.over() || s.Ply > now.Ply && s.Last != nil && s.Last.Complete
		}
		for _, p := range []*player{mover, other} {
			if err := p.until(ctx, fmt.Sprintf("move %s-%s", from, to), done); err != nil {
				return nil, err
			}
		}
		took := time.Since(began)
		times = append(times, move{took, a.effort().add(b.effort()).since(before)})
	}
	return times, nil
}
