package protocol

import (
	"math/rand/v2"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
)

// walk goes one way at random, for so many events, and then sees whether play goes on. It goes
// further than a search that tries everything.
func (s *search) walk(first world, rng *rand.Rand, length int) (v verdict) {
	w := first
	var way []event
	for range length {
		list := s.steps(&w)
		if len(list) == 0 {
			break
		}
		ev := s.pick(&w, list, rng)
		way = append(way, ev)
		next, fault := s.take(w, ev)
		if fault != "" {
			return s.shorten(first, way, fault)
		}
		w = next
	}
	if fault := s.prospects(w); fault != "" {
		return s.shorten(first, way, fault)
	}
	return verdict{states: len(way)}
}

// prospects says what is wrong with a world if the liars are silent from then on and honest seats in
// time: nothing one liar does stops play; two may, or one while honest seats are late, but set no honest
// seat against another. A decider that all hold for convicted stops no late writer, either.
func (s *search) prospects(w world) string {
	switch {
	case s.old:
		return ""
	case len(s.searchCase.liars) < 2 && (!s.late && !s.voted || s.voted && s.isConvicted(w)):
		return s.goesOn(w)
	}
	return s.trusts(w)
}

// isConvicted reports whether all honest seats hold the one liar for convicted once all has come.
func (s *search) isConvicted(w world) bool {
	return s.hearAll(&w) == "" && !slices.ContainsFunc(s.honest, func(seat engine.Seat) bool {
		return s.state(&w, seat).player.match.faults[s.searchCase.liars[0]] == nil
	})
}

// pick chooses an event: half the time something signed that comes, else something new.
func (s *search) pick(w *world, list []event, rng *rand.Rand) event {
	signed := s.pools.list[w.signed]
	var groups [3][]event
	for _, ev := range list {
		switch {
		case ev.input.kind != hears:
			groups[1] = append(groups[1], ev)
		case signed.contains(ev.input.arg):
			groups[0] = append(groups[0], ev)
		default:
			groups[2] = append(groups[2], ev)
		}
	}
	for {
		group := groups[[]int{0, 0, 0, 1, 1, 2}[rng.IntN(6)]]
		if len(group) > 0 {
			return group[rng.IntN(len(group))]
		}
	}
}

// follow does events, as far as each can happen where it stands in the list, and returns those
// that could and what was wrong in the end.
func (s *search) follow(first world, way []event) (done []event, fault string) {
	w := first
	for _, ev := range way {
		if !slices.Contains(s.steps(&w), ev) {
			continue
		}
		next, fault := s.take(w, ev)
		if fault != "" {
			return append(done, ev), fault
		}
		if next != w {
			done = append(done, ev)
		}
		w = next
	}
	return done, s.prospects(w)
}

// shorten leaves out of a way what is not needed for a fault.
func (s *search) shorten(first world, way []event, fault string) verdict {
	for again := true; again; {
		again = false
		for i := len(way) - 1; i >= 0; i-- {
			shorter := slices.Delete(slices.Clone(way), i, i+1)
			if done, f := s.follow(first, shorter); f != "" {
				way, fault, again = done, f, true
				i = min(i, len(way))
			}
		}
	}
	v := verdict{states: len(way), fault: fault}
	for _, ev := range way {
		v.script = append(v.script, s.line(ev))
	}
	return v
}
