package engine

import (
	"math/bits"

	"github.com/stretchr/testify/require"
)

// What tests of package engine_test, which may use the rulesets of package junqi, need of
// the inside.

// Placed is a piece somewhere on the board.
type Placed struct {
	Piece Piece
	Type  Type
	Node  Node
	Moved bool
}

// NewScene is a game that begins in the middle: on the board stand only these pieces.
// Types of the other pieces are NoType.
func NewScene(rs *Ruleset, turn Seat, placed []Placed) *Referee {
	r := &Referee{position: Start(rs, turn)}
	p := &r.position
	for seat := range Seat(rs.numSeats) {
		l := make(Layout, rs.armySize)
		for number := range l {
			l[number] = NoType
			p.remove(PieceOf(seat, number), NoNode)
		}
		r.layouts = append(r.layouts, l)
	}
	for _, at := range placed {
		seat, number := at.Piece.Seat(), at.Piece.Number()
		r.layouts[seat][number] = at.Type
		p.at[at.Node], p.where[seat][number] = at.Piece, at.Node
		p.occupied[seat] = p.occupied[seat].Add(at.Node)
		if at.Moved {
			p.learn(at.Piece, rs.Mobile())
			p.moved[seat] |= 1 << number
		}
	}
	return r
}

// Game is the position itself.
func (r *Referee) Game() *Position { return &r.position }

// PerftByPlaying is Perft by the rules of Position, whatever the rules.
func PerftByPlaying(t require.TestingT, rs *Ruleset, layouts []Layout, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	first, _ := rs.First()
	r, err := NewReferee(rs, layouts, first)
	require.NoError(t, err)
	r.settleStuck()
	return (*playingCounter)(r).count(depth)
}

// NumReasons is the number of reasons.
const NumReasons = int(numReasons)

// CountsOnWord reports whether Perft counts a game of these rules on one word.
func CountsOnWord(rs *Ruleset) bool { return newLanes(rs) != nil }

// CountMovesOnWord is the number of legal moves as Perft counts them on one word, if it
// does.
func CountMovesOnWord(r *Referee) (int, bool) {
	if l := newLanes(r.position.rules); l != nil {
		return newTally(l, r).countMoves(), true
	}
	return 0, false
}

// PerftByMaking is Perft on one word in which the moves of the last ply are made too.
func PerftByMaking(t require.TestingT, rs *Ruleset, layouts []Layout, depth int) uint64 {
	first, _ := rs.First()
	r, err := NewReferee(rs, layouts, first)
	require.NoError(t, err)
	return newTally(newLanes(rs), r).countMade(depth)
}

// countMade is count with the moves of the last ply made too.
func (t *tally) countMade(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var total uint64
	for movers := t.occupied[t.turn&1] & t.free; movers != 0; movers &= movers - 1 {
		from := Node(bits.TrailingZeros64(movers))
		for to := t.targets(from); to != 0; to &= to - 1 {
			total += t.afterMade(Move{from, Node(bits.TrailingZeros64(to))}, depth)
		}
	}
	return total
}

// afterMade is after with the moves of the last ply made too.
func (t *tally) afterMade(m Move, depth int) uint64 {
	next := *t
	if !next.move(m) && depth > 1 {
		return 0
	}
	return next.countMade(depth - 1)
}

// Learn narrows what a piece may be.
func (p *Position) Learn(piece Piece, types TypeSet) { p.learn(piece, types) }

// Inner is the public facts beneath what a seat knows.
func (k *Knowledge) Inner() *Facts { return k.facts }

// CertainMover is a piece of a seat that can certainly move.
func (p *Position) CertainMover(seat Seat) Piece { return p.certainMover(seat) }

// Forms are the forms of identifiers, by the regular expressions that they stand for.
func Forms() map[string]func(text string) bool {
	return map[string]func(string) bool{idForm.pattern: idForm.fits, nodeForm.pattern: nodeForm.fits, letterForm.pattern: letterForm.fits}
}
