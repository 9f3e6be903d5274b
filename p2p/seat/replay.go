package seat

import (
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Recorded is a match, or the beginning of one, for replay.
type Recorded struct {
	Match      string // its name, or ""
	Resolver   string
	Names      []string // of the players, by seat; none where they are not known
	Computers  transcript.Computers
	Game       engine.Game
	Records    []Proof // for each event of the game the record that carried it; none where that is not told
	Proofs     Proofs
	Conviction *Convicted
}

// RecordedOf returns the content of a Match, for replay, with the conviction that ended it, if one did.
func RecordedOf(m *protocol.Match, cheated *protocol.Conviction) Recorded {
	r := Recorded{
		Resolver:   m.Terms().Resolver,
		Computers:  m.Computers(),
		Game:       engine.Game{Rules: m.Rules(), First: m.FirstMover(), Events: m.Events()},
		Conviction: convictedBy(cheated),
	}
	for _, s := range m.Rules().Seats() {
		if l, ok := m.OpenedLayout(s); ok {
			r.Game.Layouts[s] = l
		}
	}
	for i := range r.Game.Events {
		r.Records = append(r.Records, proofIn(m, m.Source(i), nil))
	}
	return r
}

// Whose view a Replay is, if it is not a seat's.
const (
	Public = "public" // what everybody saw
	Open   = "open"   // all layouts that were revealed
)

// Replay steps through a match turn by turn, as one view sees it. It is not safe for
// several goroutines at once.
type Replay struct {
	of    *Recorded
	eyes  eyes
	seen  []engine.Layout // by seat, as far as this view sees them
	late  []engine.Layout // and those that it sees more once its own seat is out
	out   bool            // these are seen
	all   bool            // everything that was revealed is seen
	game  *game
	log   log
	turns []int // where each turn begins among the events; and their end
}

// NewReplay shows a match through somebody's eyes: a seat's, by its name, or Public or Open. A
// seat's view needs its layout to have been revealed. It fails if the game publicly breaks a rule;
// only an audit checks that it agrees with the layouts.
func NewReplay(of *Recorded, whose string) (*Replay, error) {
	turns, err := of.turns()
	if err != nil {
		return nil, err
	}
	r := &Replay{of: of, all: whose == Open, turns: turns}
	rs := of.Game.Rules
	r.seen, r.late = make([]engine.Layout, rs.NumSeats()), make([]engine.Layout, rs.NumSeats())
	if whose != Public && whose != Open {
		seat, err := engine.ParseSeat(whose)
		if err != nil {
			return nil, err
		}
		if int(seat) >= rs.NumSeats() || of.Game.Layouts[seat] == nil && rs.Deck() == nil {
			return nil, coded.Errorf("seat.not-revealed", "the layout of %s was not revealed", whose)
		}
		r.eyes = eyes{seat, true}
	}
	for _, seat := range rs.Seats() {
		partner := r.eyes.seated && rs.Partners(r.eyes.seat, seat)
		if own := r.eyes.seated && seat == r.eyes.seat; r.all || rs.Open() || own || partner && rs.PartnersOpen() {
			r.seen[seat] = of.Game.Layouts[seat]
		}
		if partner && rs.OutSeesPartner() {
			r.late[seat] = of.Game.Layouts[seat]
		}
	}
	r.rewind(false)
	return r, nil
}

// turns plays the game over, and says where each turn begins among the events; and their
// end.
func (r *Recorded) turns() ([]int, error) {
	var starts []int
	var last engine.Turn
	p := engine.Start(r.Game.Rules, r.Game.First)
	for i, e := range r.Game.Events {
		before := p
		if err := p.Apply(e); err != nil {
			return nil, err
		}
		if next := engine.TurnOf(&before, e); i == 0 || !last.Join(next) {
			starts, last = append(starts, i), next
		}
	}
	return append(starts, len(r.Game.Events)), nil
}

// Rules returns the ruleset of the match.
func (r *Replay) Rules() *engine.Ruleset { return r.of.Game.Rules }

// Len returns how many turns there are: the last step.
func (r *Replay) Len() int { return len(r.turns) - 1 }

// Step returns how many turns are shown.
func (r *Replay) Step() int { return r.game.turns }

// Position returns the public position after the turns that are shown.
func (r *Replay) Position() engine.Position { return r.game.position }

// Layouts returns the layouts that the view sees from the start, by seat; nil where it sees none.
func (r *Replay) Layouts() []engine.Layout { return slices.Clone(r.seen) }

// To shows that many turns, clamped to 0 to Len. Going forward takes each event once; going back
// starts again from the beginning.
func (r *Replay) To(step int) {
	step = min(max(step, 0), r.Len())
	if step < r.Step() {
		r.rewind(false)
	}
	r.forth(step)
	if !r.out && r.eyes.seated && r.game.position.Out(r.eyes.seat) != engine.NotOver {
		r.rewind(true) // what the partner has tells more of those that it met
		r.forth(step)
	}
}

// forth goes on to a step.
func (r *Replay) forth(step int) {
	for r.game.applied < r.turns[step] {
		i := r.game.applied
		happened, err := r.game.apply(r.of.Game.Events[i])
		if err != nil {
			panic(err) // NewReplay has played it to the end
		}
		if i < len(r.of.Records) {
			happened[0].Proof = &r.of.Records[i]
		}
		for _, e := range happened {
			r.log.add(e)
		}
	}
}

// rewind goes back to before the first turn, with the eyes of whoever is out or is not.
func (r *Replay) rewind(out bool) {
	first := r.of.Game.First
	r.out = out
	r.game = newGame(r.Rules(), r.eyes, nil, first)
	if r.eyes.seated {
		r.game = newGame(r.Rules(), r.eyes, r.seen[r.eyes.seat], first)
	}
	for seat, l := range r.seen {
		r.game.see(engine.Seat(seat), l, l != nil && (r.all || r.Rules().Open()))
		if out {
			r.game.see(engine.Seat(seat), r.late[seat], false)
		}
	}
	r.log = log{}
	r.log.add(Event{Kind: EventStarted, Seat: first.String()})
}

// Table returns what stays the same.
func (r *Replay) Table() Table {
	t := tableOf(r.Rules())
	t.Match, t.Resolver, t.Open = r.of.Match, r.of.Resolver, r.all
	if r.eyes.seated {
		t.Seat = r.eyes.seat.String()
	}
	for i := range t.Players {
		p := &t.Players[i]
		p.You = p.Seat == t.Seat
		if i < len(r.of.Names) {
			p.Name = r.of.Names[i]
		}
		if player, ok := r.of.Computers[engine.Seat(i)]; ok {
			p.Computer = player.String()
		}
	}
	return t
}

// State returns how the match stood after the turns that are shown. Nothing is to be decided
// in it, and there are no clocks. The last turn is followed by the convicted seats.
func (r *Replay) State() State {
	l := Look{Rules: r.Rules(), Phase: Play, Proofs: r.of.Proofs, Watching: true}
	end := r.Step() == r.Len()
	if r.game.position.Phase() == engine.PhaseOver {
		l.Phase = Over
	}
	if r.of.Conviction != nil && end {
		l.Phase, l.Conviction = Sealed, r.of.Conviction
	}
	for _, seat := range r.Rules().Seats() {
		l.Sides = append(l.Sides, Side{Joined: true, Chosen: true, Ready: true, Revealed: r.game.open.Has(seat)})
	}
	st := l.state()
	st.Number = r.log.number
	r.game.show(&st, nil)
	if own := r.game.own(); own != nil {
		st.Layout = r.Rules().FormatLayout(own)
	}
	return st
}

// Events lists what happened in the turns that are shown, from the event after number since.
func (r *Replay) Events(since int) []Event { return r.log.since(since) }
