package seat_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// table is a match that a referee leads, with a session for each who looks on.
type table struct {
	rules *engine.Ruleset
	first engine.Seat

	mu       sync.Mutex
	referee  *engine.Referee
	events   []engine.Event
	position engine.Position  // after these
	edit     func(*seat.Look) // what the network would tell
	revealed engine.SeatSet
	changed  chan struct{}
}

func newTable(rs *engine.Ruleset, layouts []engine.Layout, first engine.Seat) *table {
	referee, err := engine.NewReferee(rs, layouts, first)
	if err != nil {
		panic(err)
	}
	return &table{rules: rs, first: first, referee: referee, position: engine.Start(rs, first), changed: make(chan struct{}), edit: func(*seat.Look) {}}
}

// randomTable is a match of random layouts.
func randomTable(rs *engine.Ruleset, rng *rand.Rand) *table {
	layouts := make([]engine.Layout, rs.NumSeats())
	for i := range layouts {
		layouts[i] = rs.RandomLayout(rng)
	}
	first, settled := rs.First()
	if !settled {
		first = engine.Seat(rng.IntN(rs.NumSeats()))
	}
	return newTable(rs, layouts, first)
}

// change lets something happen.
func (t *table) change(f func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	f()
	close(t.changed)
	t.changed = make(chan struct{})
}

// play takes what a seat does, and what the referee says of it, one event at a time.
func (t *table) play(e engine.Event, each func()) error {
	t.mu.Lock()
	played, err := t.referee.Play(e)
	t.mu.Unlock()
	for _, e := range played {
		t.change(func() {
			t.events = append(t.events, e)
			if err := t.position.Apply(e); err != nil {
				panic(err)
			}
		})
		if each != nil {
			each()
		}
	}
	return err
}

// choice is something random that the seat to act may do.
func (t *table) choice(rng *rand.Rand) engine.Event {
	who := t.referee.ToAct()
	p := &t.position
	moves := t.referee.LegalMoves()
	switch {
	case len(moves) == 0:
		return engine.NoMoveEvent(who)
	case p.OfferOpen() && rng.IntN(20) == 0:
		return engine.AcceptDrawEvent(who)
	case t.rules.Clock() > 0 && !p.MustProve() && rng.IntN(60) == 0:
		return engine.PassEvent(who)
	case p.Ply() >= t.rules.ResignFrom() && rng.IntN(400) == 0:
		return engine.ResignEvent(who)
	}
	return engine.MoveEvent(who, moves[rng.IntN(len(moves))], rng.IntN(15) == 0)
}

// playOut plays a random game of so many plies at most. If it ends, the layouts are
// revealed one by one.
func (t *table) playOut(rng *rand.Rand, plies int, each func()) {
	for t.position.Ply() < plies && !t.referee.Result().Over {
		if err := t.play(t.choice(rng), each); err != nil {
			panic(err)
		}
	}
	if !t.referee.Result().Over {
		return
	}
	for _, s := range t.rules.Seats() {
		t.change(func() { t.revealed = t.revealed.Add(s) })
		if each != nil {
			each()
		}
	}
}

// session returns the session of a seat, or of a watcher if who is not a seat of the match.
func (t *table) session(who engine.Seat) *fake { return &fake{table: t, who: who} }

const nobody = engine.Seat(0xff)

// fake is a session at a table.
type fake struct {
	*table
	who    engine.Seat
	handed int           // events of the game that were told
	placed engine.Layout // by Place
	did    []string
	err    error // what decisions answer
}

func (f *fake) Changed() <-chan struct{} {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.changed
}

func (f *fake) Look(events int) seat.Look {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.handed += max(len(f.events)-events, 0)
	p := &f.position
	l := seat.Look{
		Match: "52be06ba", Rules: f.rules, Resolver: "elgamal", Seat: f.who, Watching: f.who == nobody,
		Phase: seat.Play, First: f.first, Events: append([]engine.Event(nil), f.events[min(events, len(f.events)):]...),
	}
	switch {
	case p.Phase() == engine.PhaseOver:
		l.Phase = seat.Over
	case p.ToAct() == f.who && p.Phase() == engine.PhaseMove:
		l.Decision = "move"
	default:
		l.Owes = []seat.Due{{Seat: p.ToAct(), What: p.Phase().String(), Since: day}}
	}
	for _, s := range f.rules.Seats() {
		side := seat.Side{Joined: true, Ready: true, Online: true, Revealed: f.revealed.Has(s) || f.rules.Open()}
		own := s == f.who
		partner := f.who != nobody && f.rules.Partners(s, f.who) &&
			(f.rules.PartnersOpen() || f.rules.OutSeesPartner() && p.Out(f.who) != engine.NotOver && p.Out(s) == engine.NotOver)
		if own || partner || side.Revealed {
			side.Layout = f.referee.Layout(s)
		}
		l.Sides = append(l.Sides, side)
	}
	f.edit(&l)
	return l
}

// day is when all of it happens.
var day = time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)

func (f *fake) do(what string) error {
	if f.err == nil {
		f.did = append(f.did, what)
	}
	return f.err
}

func (f *fake) Place(l engine.Layout) error { f.placed = l; return f.do("place") }
func (f *fake) Arranging()                  { f.do("arranging") }
func (f *fake) AcceptDraw() error           { return f.do("accept") }
func (f *fake) Pass() error                 { return f.do("pass") }
func (f *fake) Claim() error                { return f.do("claim") }
func (f *fake) Say(int, string) error       { return nil }
func (f *fake) Mute(engine.Seat, bool)      {}
func (f *fake) Wait()                       { f.do("wait") }

func (f *fake) Flip(n engine.Node, offer bool) error {
	return f.do(fmt.Sprintf("flip %s %t", f.rules.Board().Name(n), offer))
}

func (f *fake) Play(m engine.Move, offer bool) error {
	if f.referee.ToAct() != f.who {
		return coded.Errorf("protocol.out-of-turn", "it is not your turn")
	}
	return f.play(engine.MoveEvent(f.who, m, offer), nil)
}

func (f *fake) Resign() error {
	if err := f.do("resign"); err != nil {
		return err
	}
	return f.play(engine.ResignEvent(f.who), nil)
}
