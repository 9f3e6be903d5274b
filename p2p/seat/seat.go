package seat

import (
	"encoding/hex"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// Seat is a seat at a running match. Its methods may be called by several goroutines at
// once, so that several views can share one. Close it when the match is left.
type Seat struct {
	session Session
	keeper  Marks
	times   Times
	now     func() time.Time
	run     Millis

	mu      sync.Mutex
	kept    Millis // when the times were kept last
	marks   map[engine.Piece]string
	log     log
	look    Look   // the last; the zero value before the first
	ruled   *Table // what ruledBy, the rules, say of a Table; nil before it was asked for
	ruledBy *engine.Ruleset
	game    *game
	err     error         // an event of the session that breaks a rule
	changed chan struct{} // closed at the next change
	closed  chan struct{}
}

// Options describe how a seat runs. The zero value is usable.
type Options struct {
	Marks Marks            // where notes on pieces are kept; nil: nowhere, they end with the program
	Times Times            // where the times of turns are kept; nil: nowhere
	Now   func() time.Time // time.Now if nil
}

// New sits down at a session's match. The error is from loading the marks.
func New(session Session, o Options) (*Seat, error) {
	if o.Marks == nil {
		o.Marks = noMarks{}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	marks, err := o.Marks.Load()
	if err != nil {
		return nil, err
	}
	if marks == nil {
		marks = map[engine.Piece]string{}
	}
	s := &Seat{
		session: session, keeper: o.Marks, times: o.Times, now: o.Now, marks: marks,
		changed: make(chan struct{}), closed: make(chan struct{}),
	}
	s.run = s.moment()
	s.catchUp()
	go s.follow()
	return s, nil
}

// Close releases the session. The last state remains readable.
func (s *Seat) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.isClosed() {
		close(s.closed)
	}
}

func (s *Seat) isClosed() bool {
	select {
	case <-s.closed:
		return true
	default:
		return false
	}
}

// follow takes in what changes in the session.
func (s *Seat) follow() {
	for {
		changed := s.session.Changed()
		s.mu.Lock()
		s.catchUp()
		s.wake()
		s.mu.Unlock()
		select {
		case <-changed:
		case <-s.closed:
			return
		}
	}
}

// wake tells those who wait that something has changed.
func (s *Seat) wake() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// Changed returns a channel that is closed at the next change of anything in State and Events. Take
// it before these, so that nothing is missed.
func (s *Seat) Changed() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.changed
}

// Rules returns the ruleset of the match; nil while the terms are not known.
func (s *Seat) Rules() *engine.Ruleset {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.catchUp()
	return s.look.Rules
}

// Table returns what stays the same. It is complete once the terms are known.
func (s *Seat) Table() Table {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.catchUp()
	if s.ruled == nil || s.ruledBy != s.look.Rules {
		t := tableOf(s.look.Rules)
		s.ruled, s.ruledBy = &t, s.look.Rules
	}
	t := *s.ruled
	t.Players = slices.Clone(t.Players)
	t.Run, t.Match, t.Resolver = s.run, s.look.Match, s.look.Resolver
	if !s.look.Watching {
		t.Seat = s.look.Seat.String()
	}
	for i, side := range s.look.Sides {
		t.Players[i].Name, t.Players[i].Known, t.Players[i].Computer = side.Name, side.Known, side.Computer
		t.Players[i].You = t.Players[i].Seat == t.Seat
	}
	return t
}

// tableOf returns what the rules say of a Table. It takes milliseconds: whether rules have a short
// name is found by making ours.
func tableOf(rs *engine.Ruleset) Table {
	t := Table{Rules: json.RawMessage("null"), Players: []Player{}, Counts: map[string]int{}, LayoutRows: [][]int{}}
	if rs == nil {
		return t
	}
	digest := rs.Digest()
	t.Rules, t.Digest = rs.Text(), hex.EncodeToString(digest[:])
	t.Short, _ = junqi.Known(rs)
	for _, seat := range rs.Seats() {
		t.Players = append(t.Players, Player{Seat: seat.String(), Team: int(rs.Team(seat))})
	}
	for _, typ := range rs.Types().Types() {
		t.Counts[rs.TypeID(typ)] = rs.Count(typ)
	}
	t.LayoutRows = rs.Rows()
	return t
}

// State returns how the match stands now.
func (s *Seat) State() State {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.catchUp()
	return s.state()
}

// Events lists what has happened after the event with that number, everything for 0. Only the
// newest links, claims and marks are kept.
func (s *Seat) Events(since int) []Event {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.catchUp()
	return s.log.since(since)
}

// Way returns the path that a piece would take from node to node now, both included: a shortest one. It
// is empty if no piece can make the move.
func (s *Seat) Way(from, to string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.catchUp()
	if s.game == nil {
		return []string{}
	}
	m, err := s.game.move(from, to)
	if err != nil {
		return []string{}
	}
	return s.game.names(s.game.position.Way(m))
}

// Err returns what is wrong with the session: an event that breaks a rule. A State then shows
// the game before it.
func (s *Seat) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

func (s *Seat) moment() Millis { return millis(s.now()) }

func millis(t time.Time) Millis {
	if t.IsZero() {
		return 0
	}
	return Millis(t.UnixMilli())
}

// Do carries out a command, or returns why not: errors.As finds a [Coded] error in that.
func (s *Seat) Do(c Command) error {
	err := withCode(s.do(c))
	if err == nil {
		s.mu.Lock()
		s.catchUp()
		s.wake()
		s.mu.Unlock()
	}
	return err
}

func (s *Seat) do(c Command) error {
	switch c.Do {
	case DoLayout:
		return s.place(c.Layout)
	case DoArranging:
		s.session.Arranging()
		return nil
	case DoMove:
		return s.play(c)
	case DoFlip:
		return s.flip(c)
	case DoAccept:
		return s.session.AcceptDraw()
	case DoResign:
		return s.session.Resign()
	case DoPass:
		return s.session.Pass()
	case DoClaim:
		return s.session.Claim()
	case DoWait:
		s.session.Wait()
		return nil
	case DoSay:
		return s.session.Say(c.Phrase, c.Text)
	case DoMute, DoUnmute:
		seat, err := engine.ParseSeat(c.Seat)
		if err == nil {
			s.session.Mute(seat, c.Do == DoMute)
		}
		return err
	case DoMark:
		s.mu.Lock()
		defer s.mu.Unlock()
		s.catchUp()
		return s.mark(c)
	}
	return UnknownCommand(c.Do)
}

func (s *Seat) place(text string) error {
	rs := s.Rules()
	if rs == nil {
		return errNoTerms()
	}
	l, err := readLayout(rs, text)
	if err != nil {
		return err
	}
	return s.session.Place(l)
}

// readLayout returns a legal layout: one of Junqi's by its name, if these rules allow it, or what
// the letters say.
func readLayout(rs *engine.Ruleset, text string) (engine.Layout, error) {
	if ready, ok := junqi.Layouts()[text]; ok && rs.CheckLayout(ready) == nil {
		return ready, nil
	}
	l, err := rs.ParseLayout(text)
	if err != nil {
		return nil, err
	}
	return l, rs.CheckLayout(l)
}

// begun returns the game as it is now.
func (s *Seat) begun() (*game, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.catchUp()
	if s.game == nil {
		return nil, errNotBegun()
	}
	return s.game, nil
}

func (s *Seat) play(c Command) error {
	g, err := s.begun()
	if err != nil {
		return err
	}
	m, err := g.move(c.From, c.To)
	if err != nil {
		return err
	}
	return s.session.Play(m, c.Offer)
}

// What can't be done yet.
func errNoTerms() error {
	return coded.Errorf("seat.terms-unknown", "the terms of the match are not known yet")
}

func errNotBegun() error { return coded.Errorf("seat.not-begun", "the game has not begun") }
