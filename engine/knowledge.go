package engine

import "fmt"

// Knowledge is what a seat knows of the opponent's pieces, from the public game and
// from its own layout: if my division attacked and left alone, what it met was of a
// higher rank or a mine; if it stayed, that was at most a brigade.
//
// It is sound: no type that a piece has is ever ruled out. And it is sharp: a type is
// ruled out unless some army fits all that was seen, where each clash is seen with the
// type of the own piece. (Left aside is one thing, which hardly ever tells anything: that
// a seat that passes or takes a draw has a legal move.)
type Knowledge struct {
	seat  Seat
	own   Layout
	facts *Facts
	told  [NumPieces][]Fact
}

// Fact is one thing that was seen of an opponent's piece, and what it leaves the piece
// to be.
type Fact struct {
	Source Source
	Ply    int     // the ply in which it was seen, from 1; 0 if that was before the first
	Types  TypeSet // what the piece may be by this fact alone
	Met    Piece   // FromClash: the own piece that it met, else NoPiece
	Code   Code    // FromClash: what was announced, else NoCode
}

// Source is where a Fact comes from.
type Source uint8

// The sources.
const (
	FromPlace Source = iota // where the piece started
	FromMove                // it moved, and perhaps the way that it took
	FromClash               // what was announced when it met an own piece
	FromFlag                // it was shown as the flag
	FromStuck               // it could not move when its owner said no-move
	FromCount               // what the others must be: an army has only so many of each type
)

// String is the source in a word, as "clash".
func (s Source) String() string {
	names := [...]string{"place", "move", "clash", "flag", "stuck", "count"}
	if int(s) < len(names) {
		return names[s]
	}
	return fmt.Sprintf("source %d", uint8(s))
}

// NewKnowledge is what a seat with this layout knows before the first move.
func NewKnowledge(rs *Ruleset, seat Seat, own Layout) *Knowledge {
	k := &Knowledge{seat: seat & 1, own: own, facts: NewFacts(rs)}
	k.facts.AssumeLayout(k.seat, own)
	for number, types := range rs.allowed {
		k.tell(PieceOf(k.seat.Other(), number), Fact{Source: FromPlace, Types: types})
	}
	return k
}

// Know is what a seat with this layout knows after a whole game. An event that breaks a
// rule is refused with a *RuleError.
func Know(rs *Ruleset, seat Seat, own Layout, first Seat, events []Event) (*Knowledge, error) {
	k := NewKnowledge(rs, seat, own)
	p := Start(rs, first)
	for _, e := range events {
		before := p
		if err := p.Apply(e); err != nil {
			return nil, err
		}
		k.Note(&before, e)
	}
	return k, nil
}

// Note takes an event into account, given the position in which it happened. The event
// must be one that the position accepts.
func (k *Knowledge) Note(before *Position, e Event) {
	ply := before.Ply()
	switch e.Kind {
	case EventMove:
		k.tell(before.At(e.Move.From), Fact{Source: FromMove, Ply: ply + 1, Types: before.Movers(e.Move.From, e.Move.To)})
	case EventAnswer:
		k.tellClash(before, e.Code)
	case EventNoMove:
		for number := range ArmySize {
			piece := PieceOf(e.Seat, number)
			k.tell(piece, Fact{Source: FromStuck, Ply: ply + 1, Types: AllTypes &^ before.MobileTypes(piece)})
		}
	}
	if e.Flag != NoNode {
		k.tell(before.At(e.Flag), Fact{Source: FromFlag, Ply: ply, Types: SetOf(Flag)})
	}
	k.facts.Note(before, e)
}

// tellClash notes what a clash tells of the opponent's piece.
func (k *Knowledge) tellClash(before *Position, code Code) {
	attacker, defender, _, _ := before.Clash()
	rs := before.rules
	f := Fact{Source: FromClash, Ply: before.Ply(), Code: code}
	for t := range Type(NumTypes) {
		met := rs.Clash(t, k.own[defender.Number()])
		if attacker.Seat() == k.seat {
			met = rs.Clash(k.own[attacker.Number()], t)
		}
		if met == code {
			f.Types = f.Types.Add(t)
		}
	}
	if attacker.Seat() == k.seat {
		f.Met = attacker
		k.tell(defender, f)
	} else {
		f.Met = defender
		k.tell(attacker, f)
	}
}

// tell adds a fact about a piece of the opponent if it says anything new.
func (k *Knowledge) tell(piece Piece, f Fact) {
	if !piece.Valid() || piece.Seat() == k.seat || seen(k.told[piece]).Within(f.Types) {
		return
	}
	if f.Source != FromClash {
		f.Met, f.Code = NoPiece, NoCode
	}
	k.told[piece] = append(k.told[piece], f)
}

// seen is what a piece may be by some facts.
func seen(facts []Fact) TypeSet {
	types := AllTypes
	for _, f := range facts {
		types &= f.Types
	}
	return types
}

// Possible is the set of types that a piece may be, or was, if it has left; of an own
// piece, its type.
func (k *Knowledge) Possible(piece Piece) TypeSet { return k.facts.Possible(piece) }

// Facts lists what tells what an opponent's piece may be, in the order in which it was
// seen, without what told nothing new. All together leave [Knowledge.Possible]. There
// are none about own pieces.
func (k *Knowledge) Facts(piece Piece) []Fact {
	if !piece.Valid() || piece.Seat() == k.seat {
		return nil
	}
	list := append([]Fact(nil), k.told[piece]...)
	if possible := k.Possible(piece); possible != seen(list) {
		list = append(list, Fact{Source: FromCount, Types: possible, Met: NoPiece, Code: NoCode})
	}
	return list
}
