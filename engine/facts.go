package engine

// Facts holds what anyone can conclude about the pieces from a game: which types each may still be,
// from what was opened and announced, and from the number of pieces of each type in an army. For
// example, in Junqi a piece that has moved is not a mine; if both left and one flag was shown, one
// was a commander and the other a bomb; if the attacker left and its flag was shown, it met a mine;
// and when both bombs are known, nothing else is a bomb.
//
// A player adds its own layout, or a guess, with [Facts.Assume], and reads what follows
// from that.
//
// The conclusions are sound: in an honest game they never rule out the type that a piece
// has. They are not complete: each clash, and each army as a whole, is considered by
// itself, until nothing new follows.
type Facts struct {
	rules    *Ruleset
	possible [NumPieces]TypeSet
	clashes  []clashFact
	settled  bool // nothing new to be found
}

// clashFact is a clash and what was announced of it.
type clashFact struct {
	attacker, defender Piece
	code               Code
	table              *clashTable
}

// NewFacts returns what is known before the first move: the placement rules.
func NewFacts(rs *Ruleset) *Facts {
	f := &Facts{rules: rs}
	for seat := range rs.numSeats {
		copy(f.army(Seat(seat)), rs.allowed[:])
	}
	return f
}

func (f *Facts) army(seat Seat) []TypeSet {
	return f.possible[PieceOf(seat, 0):][:f.rules.armySize]
}

// Note takes an event into account, given the position in which it happened. The
// event must be one that the position accepts.
func (f *Facts) Note(before *Position, e Event) {
	switch e.Kind {
	case EventMove:
		f.Assume(before.At(e.Move.From), before.Movers(e.Move.From, e.Move.To))
	case EventAnswer:
		attacker, defender, movers, _ := before.Clash()
		f.Assume(attacker, movers)
		f.clashes = append(f.clashes, clashFact{attacker, defender, e.Code, before.clashRules().clash})
		f.settled = false
		f.Assume(before.At(e.Flag), TypesOf(f.rules.flag))
	case EventShow:
		f.Assume(before.At(e.Flag), TypesOf(f.rules.flag))
	case EventArrive:
		f.Assume(before.At(e.Node), TypesOf(f.rules.reach.t))
	case EventNoMove:
		for number := range f.rules.armySize {
			piece := PieceOf(e.Seat, number)
			f.Assume(piece, f.rules.Types()&^before.MobileTypes(piece))
		}
	}
}

// Assume narrows the types that a piece may be. It does nothing if there is no such piece.
func (f *Facts) Assume(piece Piece, types TypeSet) {
	if !f.rules.Has(piece) || f.possible[piece].Within(types) {
		return
	}
	f.possible[piece] &= types
	f.settled = false
}

// AssumeLayout assumes that a seat's layout is l; entries of l that are NoType say nothing.
func (f *Facts) AssumeLayout(seat Seat, l Layout) {
	for number, t := range l {
		if t != NoType {
			f.Assume(PieceOf(seat, number), TypesOf(t))
		}
	}
}

// Possible returns the set of types that a piece may be, or was, if it has left. It is
// empty only if there is no such piece, or if what was assumed contradicts the game.
func (f *Facts) Possible(piece Piece) TypeSet {
	if !piece.Valid() {
		return NoTypes
	}
	f.settle()
	return f.possible[piece]
}

// Deduce returns what follows from a whole game. An event that breaks a rule is refused
// with a *RuleError.
func Deduce(rs *Ruleset, first Seat, events []Event) (*Facts, error) {
	f := NewFacts(rs)
	if err := replay(rs, first, events, f.Note); err != nil {
		return nil, err
	}
	return f, nil
}

// replay shows each event of a game, and the position before it, to note.
func replay(rs *Ruleset, first Seat, events []Event, note func(before *Position, e Event)) error {
	p := Start(rs, first)
	for _, e := range events {
		before := p
		if err := p.Apply(e); err != nil {
			return err
		}
		note(&before, e)
	}
	return nil
}

// settle draws conclusions until there are none left.
func (f *Facts) settle() {
	for !f.settled {
		before := f.possible
		for _, c := range f.clashes {
			f.settleClash(c)
		}
		for seat := range f.rules.numSeats {
			f.rules.narrow(f.army(Seat(seat)))
		}
		f.settled = f.possible == before
	}
}

// settleClash keeps those types of both pieces that, with some type of the other,
// yield what was announced.
func (f *Facts) settleClash(c clashFact) {
	a, d := &f.possible[c.attacker], &f.possible[c.defender]
	var attackers, defenders TypeSet
	for left := *a; left != 0; left &= left - 1 {
		t := left.First()
		if met := c.table.defenders[c.code][t] & *d; met != 0 {
			attackers = attackers.Add(t)
			defenders |= met
		}
	}
	*a, *d = attackers, defenders
}
