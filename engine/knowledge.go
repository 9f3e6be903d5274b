package engine

import (
	"fmt"
	"slices"
)

// Knowledge holds what a seat knows about the others' pieces, from the public game and from the
// layouts that it sees: its own, and others' that are open ([Knowledge.See]). If my division
// attacked and was removed alone, it met a higher rank or a mine; if it stayed, it met at most a
// brigade.
//
// It is sound: it never rules out the type that a piece has. With two seats it is also complete: a
// type is ruled out unless some army fits all that was seen, where each clash is seen with the type
// of one's own piece. (It ignores that a seat that passes or takes a draw has a legal move, which
// rarely helps.) With more seats there are clashes in which both pieces are hidden; it considers
// these one at a time.
type Knowledge struct {
	seat    Seat
	layouts [MaxSeats]Layout // nil where it is hidden
	facts   *Facts
	told    [NumPieces][]Fact
}

// Fact is one observation of a hidden piece, and the types that it leaves possible.
type Fact struct {
	Source Source
	Ply    int     // the ply in which it was seen, from 1; 0 if that was before the first
	Types  TypeSet // what the piece may be by this fact alone
	Met    Piece   // FromClash: the piece that it met, else NoPiece
	Code   Code    // FromClash: what was announced, else NoCode
}

// Source identifies the origin of a Fact.
type Source uint8

// The sources.
const (
	FromPlace Source = iota // where the piece started
	FromMove                // it moved, and perhaps the way that it took
	FromClash               // what was announced when it met another piece
	FromFlag                // it was shown as the flag
	FromStuck               // it could not move when its owner said no-move
	FromCount               // what the others must be: an army has only so many of each type
)

// String returns the source in a word, such as "clash".
func (s Source) String() string {
	names := [...]string{"place", "move", "clash", "flag", "stuck", "count"}
	if int(s) < len(names) {
		return names[s]
	}
	return fmt.Sprintf("source %d", uint8(s))
}

// NewKnowledge returns what a seat with this layout knows before the first move.
func NewKnowledge(rs *Ruleset, seat Seat, own Layout) *Knowledge {
	k := &Knowledge{seat: seat, facts: NewFacts(rs)}
	for _, other := range rs.Seats() {
		for number, types := range rs.allowed[:rs.armySize] {
			k.tell(PieceOf(other, number), Fact{Source: FromPlace, Types: types})
		}
	}
	k.See(seat, own)
	return k
}

// See takes into account a layout that the seat sees, such as its partner's, or every
// layout in an open game.
func (k *Knowledge) See(seat Seat, l Layout) {
	if !k.facts.rules.HasSeat(seat) {
		return
	}
	k.layouts[seat] = slices.Clone(l)
	k.facts.AssumeLayout(seat, l)
}

// Know returns what a seat with this layout knows after a whole game. An event that breaks a
// rule is refused with a *RuleError.
func Know(rs *Ruleset, seat Seat, own Layout, first Seat, events []Event) (*Knowledge, error) {
	k := NewKnowledge(rs, seat, own)
	if err := k.Replay(first, events); err != nil {
		return nil, err
	}
	return k, nil
}

// Replay takes a whole game into account. An event that breaks a rule is refused with a
// *RuleError; those before it have been noted.
func (k *Knowledge) Replay(first Seat, events []Event) error {
	return replay(k.facts.rules, first, events, k.Note)
}

// Note takes an event into account, given the position in which it happened. The event
// must be one that the position accepts.
func (k *Knowledge) Note(before *Position, e Event) {
	ply, rs := before.Ply(), k.facts.rules
	switch e.Kind {
	case EventMove:
		k.tell(before.At(e.Move.From), Fact{Source: FromMove, Ply: ply + 1, Types: before.Movers(e.Move.From, e.Move.To)})
	case EventAnswer:
		k.tellClash(before, e.Code)
	case EventArrive:
		k.tell(before.At(e.Node), Fact{Source: FromFlag, Ply: ply, Types: TypesOf(rs.reach.t)})
	case EventNoMove:
		for number := range rs.armySize {
			piece := PieceOf(e.Seat, number)
			k.tell(piece, Fact{Source: FromStuck, Ply: ply + 1, Types: rs.Types() &^ before.MobileTypes(piece)})
		}
	}
	if e.Flag != NoNode {
		k.tell(before.At(e.Flag), Fact{Source: FromFlag, Ply: ply, Types: TypesOf(rs.flag)})
	}
	k.facts.Note(before, e)
}

// tellClash adds the facts that a clash shows of the two pieces.
func (k *Knowledge) tellClash(before *Position, code Code) {
	attacker, defender, _, _ := before.Clash()
	var attackers, defenders TypeSet
	for _, a := range k.types(attacker).Types() {
		for _, d := range k.types(defender).Types() {
			if before.clashRules().Clash(a, d) == code {
				attackers, defenders = attackers.Add(a), defenders.Add(d)
			}
		}
	}
	fact := Fact{Source: FromClash, Ply: before.Ply(), Code: code}
	fact.Types, fact.Met = attackers, defender
	k.tell(attacker, fact)
	fact.Types, fact.Met = defenders, attacker
	k.tell(defender, fact)
}

// types returns what a piece is, if its layout is seen; any type otherwise.
func (k *Knowledge) types(piece Piece) TypeSet {
	if l := k.layouts[piece.Seat()]; l != nil {
		return TypesOf(l[piece.Number()])
	}
	return k.facts.rules.Types()
}

// tell adds a fact about a hidden piece if it says anything new.
func (k *Knowledge) tell(piece Piece, f Fact) {
	if !k.hidden(piece) || k.seen(k.told[piece]).Within(f.Types) {
		return
	}
	if f.Source != FromClash {
		f.Met, f.Code = NoPiece, NoCode
	}
	k.told[piece] = append(k.told[piece], f)
}

func (k *Knowledge) hidden(piece Piece) bool {
	return k.facts.rules.Has(piece) && k.layouts[piece.Seat()] == nil
}

// seen returns what a piece may be by some facts.
func (k *Knowledge) seen(facts []Fact) TypeSet {
	types := k.facts.rules.Types()
	for _, f := range facts {
		types &= f.Types
	}
	return types
}

// Seat returns the seat whose knowledge this is.
func (k *Knowledge) Seat() Seat { return k.seat }

// Possible returns the set of types that a piece may be, or was, if it has left; for a piece in a
// visible layout, its type.
func (k *Knowledge) Possible(piece Piece) TypeSet { return k.facts.Possible(piece) }

// Facts lists what limits the types of a hidden piece, in the order observed; observations that add
// nothing are omitted. Together they leave [Knowledge.Possible]. Pieces of visible layouts have
// none.
func (k *Knowledge) Facts(piece Piece) []Fact {
	if !k.hidden(piece) {
		return nil
	}
	list := slices.Clone(k.told[piece])
	if possible := k.Possible(piece); possible != k.seen(list) {
		list = append(list, Fact{Source: FromCount, Types: possible, Met: NoPiece, Code: NoCode})
	}
	return list
}
