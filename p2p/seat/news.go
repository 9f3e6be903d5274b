package seat

import (
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
)

// catchUp looks at the session, and takes in what is new. The lock is held.
func (s *Seat) catchUp() {
	if s.isClosed() {
		return
	}
	before := s.look
	s.look = s.session.Look(s.taken())
	if s.look.Rules == nil {
		return
	}
	at := s.moment()
	var kept []Millis
	if before.Rules == nil {
		at = 0 // it was so before this run
		if s.times != nil {
			kept = s.times.Load()
		}
	}
	for _, e := range slices.Concat(s.setupNews(&before), s.gameNews(), s.peekNews(&before), s.endNews(&before)) {
		e.At = at
		if e.Turn != nil && e.Turn.Number <= len(kept) {
			e.At = kept[e.Turn.Number-1]
		}
		s.log.add(e)
		if at != 0 && (e.Kind == EventOver || e.Turn != nil && at-s.kept >= keepTimes) {
			s.keepTimes(at)
		}
	}
	for _, e := range s.linkNews(&before) {
		e.At = s.moment()
		s.log.add(e)
	}
}

// keepTimes is the least pause, in milliseconds, between two writes of the times: a crash costs the turns of so long.
const keepTimes = 2000

// keepTimes keeps when each turn was seen; 0 where that is not known.
func (s *Seat) keepTimes(at Millis) {
	if s.times == nil || s.game == nil {
		return
	}
	s.kept = at
	times := make([]Millis, s.game.turns)
	for _, e := range s.log.events {
		if e.Turn != nil {
			times[e.Turn.Number-1] = e.At
		}
	}
	s.times.Save(times)
}

// taken returns how many events of the game are folded.
func (s *Seat) taken() int {
	if s.game == nil {
		return 0
	}
	return s.game.applied
}

// setupNews lists what happened before the game began.
func (s *Seat) setupNews(before *Look) []Event {
	list := s.become(EventJoined, before, func(side *Side) bool { return side.Joined })
	list = append(list, s.become(EventLayout, before, func(side *Side) bool { return side.Ready })...)
	if s.look.Rules.Open() { // layouts are opened at once
		list = append(list, s.become(EventRevealed, before, isRevealed)...)
	}
	return list
}

// peekNews lists what a partner has shown.
func (s *Seat) peekNews(before *Look) []Event {
	shown := s.become(EventPeek, before, func(side *Side) bool { return side.Peek == PeekShown })
	return append(shown, s.become(EventFalse, before, func(side *Side) bool { return side.Peek == PeekFalse })...)
}

// endNews lists what happened after the last turn.
func (s *Seat) endNews(before *Look) []Event {
	var list []Event
	if !s.look.Rules.Open() {
		list = s.become(EventRevealed, before, isRevealed)
	}
	if s.look.Conviction != nil && before.Conviction == nil {
		c, kind := s.look.conviction(), EventCaught
		if s.look.Phase == Sealed {
			kind = EventSealed
		}
		list = append(list, Event{Kind: kind, Seat: c.Seat, Conviction: c})
	}
	return list
}

func isRevealed(side *Side) bool { return side.Revealed }

// linkNews lists what can happen at any time.
func (s *Seat) linkNews(before *Look) []Event {
	list := s.become(EventClaim, before, func(side *Side) bool { return side.Claims })
	list = append(list, s.become(EventVote, before, func(side *Side) bool { return side.Votes })...)
	list = append(list, s.become(EventOnline, before, func(side *Side) bool { return side.Online })...)
	if len(before.Sides) > 0 {
		list = append(list, s.become(EventOffline, before, func(side *Side) bool { return !side.Online })...)
	}
	heard := 0
	if n := len(before.Said); n > 0 {
		heard = before.Said[n-1].Number
	}
	for _, said := range s.look.Said {
		if said.Number > heard {
			list = append(list, Event{Kind: EventSaid, Seat: said.From.String(), Phrase: said.Phrase, Text: said.Text})
		}
	}
	return slices.DeleteFunc(list, func(e Event) bool { // a seat does not meet itself
		return (e.Kind == EventOnline || e.Kind == EventOffline) && e.Seat == s.look.name()
	})
}

// become returns an event for each seat for which something holds now and did not before.
func (s *Seat) become(kind EventKind, before *Look, holds func(*Side) bool) []Event {
	var list []Event
	for i := range s.look.Sides {
		side := &s.look.Sides[i]
		if !holds(side) || i < len(before.Sides) && holds(&before.Sides[i]) {
			continue
		}
		e := Event{Kind: kind, Seat: engine.Seat(i).String()}
		switch {
		case kind == EventRevealed, kind == EventPeek, kind == EventLayout && e.Seat == s.look.name():
			e.Layout = s.look.Rules.FormatLayout(side.Layout)
		case kind == EventOffline && s.look.Link.Trouble != nil:
			p := ProblemOf(s.look.Link.Trouble)
			e.Trouble = &p
		}
		list = append(list, e)
	}
	return list
}

// gameNews folds what is new of the game, and lists it.
func (s *Seat) gameNews() []Event {
	if s.err != nil || !s.look.begun() {
		return nil
	}
	var list []Event
	if s.game == nil {
		s.game = s.look.newGame()
		list = append(list, Event{Kind: EventStarted, Seat: s.look.First.String()})
	} else if s.game.seesLess(&s.look) {
		s.refold()
	}
	return append(list, s.fold(s.look.Events, s.look.Records)...)
}

// newGame returns the game before its first move, with the layouts that Look's seat sees.
func (l *Look) newGame() *game {
	g := newGame(l.Rules, eyes{l.Seat, !l.Watching}, l.own(), l.First)
	for i, side := range l.Sides {
		g.see(engine.Seat(i), side.Layout, side.Revealed)
	}
	return g
}

// seesLess reports whether Look has layouts that the game was folded without.
func (g *game) seesLess(l *Look) bool {
	for i, side := range l.Sides {
		if side.Layout != nil && g.layouts[i] == nil || side.Revealed && !g.open.Has(engine.Seat(i)) {
			return true
		}
	}
	return false
}

// refold takes the game again as a layout has come to light: a partner's or a loser's, the
// others' in the end, or this seat's if the match file was behind. What the pieces that it
// met are follows better from it.
func (s *Seat) refold() {
	taken := s.game.applied
	s.game = s.look.newGame()
	all := s.session.Look(0).Events
	s.fold(all[:min(taken, len(all))], nil)
}

// fold applies events of the game, and returns what they show.
func (s *Seat) fold(events []engine.Event, records []Proof) []Event {
	var list []Event
	for i, e := range events {
		happened, err := s.game.apply(e)
		if err != nil {
			s.err = err
			return list
		}
		if i < len(records) {
			happened[0].Proof = &records[i]
		}
		list = append(list, happened...)
	}
	return list
}

// begun reports whether the game has begun: every layout is committed.
func (l *Look) begun() bool {
	return len(l.Sides) > 0 && !slices.ContainsFunc(l.Sides, func(side Side) bool { return !side.Ready })
}

// own returns the layout of Look's seat, nil if it has none.
func (l *Look) own() engine.Layout {
	if l.Watching || int(l.Seat) >= len(l.Sides) {
		return nil
	}
	return l.Sides[l.Seat].Layout
}

// name returns the name of Look's seat, "" for a watcher.
func (l *Look) name() string {
	if l.Watching {
		return ""
	}
	return l.Seat.String()
}

// conviction returns who was convicted; nil if nobody was.
func (l *Look) conviction() *Conviction {
	c := l.Conviction
	if c == nil {
		return nil
	}
	return &Conviction{Seat: c.Seat.String(), Record: c.Record, Kind: c.Kind, Reason: ProblemOf(c.Reason), You: c.Seat.String() == l.name()}
}
