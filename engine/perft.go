package engine

import (
	"fmt"
	"slices"

	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// Branch is a first move and the number of sequences that begin with it.
type Branch struct {
	Move  Move
	Count uint64
}

// Perft counts the legal sequences of exactly depth plies from the start, with all layouts known,
// one for each seat. The seat that the rules name moves first; red, if they leave it to a coin. A
// move is a pair of nodes: routes are not counted separately. Nobody passes, resigns or agrees to a
// draw; a seat that has no legal move is removed, which does not count as a ply, and the others
// play on if two teams are left. A finished game has no continuation. Depth 0 has one sequence, the
// empty one.
//
// With a deck there are no layouts. Turning a piece up is a ply, and counts once for each seat and
// type that still has a piece face down, whatever the odds.
func Perft(rs *Ruleset, layouts []Layout, depth int) (uint64, error) {
	c, err := newCounter(rs, layouts, depth)
	switch {
	case err != nil:
		return 0, err
	case depth == 0:
		return 1, nil
	}
	return c.count(depth), nil
}

// Divide is Perft by first moves, in the order of the nodes from and to, and then those that turn a
// piece up ([Move.Flips]); the counts add up to Perft's. Depth must be at least 1.
func Divide(rs *Ruleset, layouts []Layout, depth int) ([]Branch, error) {
	c, err := newCounter(rs, layouts, depth)
	switch {
	case err != nil:
		return nil, err
	case depth == 0:
		return nil, coded.Errorf("engine.perft-depth-zero", "perft: depth 0 has no first move to divide by")
	}
	return c.divide(depth), nil
}

// counter counts the sequences of plies from a position of which all types are known.
type counter interface {
	// count is the number of sequences of depth plies, at least 1.
	count(depth int) uint64
	// divide is count by first moves.
	divide(depth int) []Branch
}

// newCounter returns the fastest counter for these rules and this depth.
func newCounter(rs *Ruleset, layouts []Layout, depth int) (counter, error) {
	if depth < 0 {
		return nil, coded.Errorf("engine.perft-depth", "perft: depth %d is negative", depth)
	}
	first, _ := rs.First()
	if rs.deck != nil && len(layouts) == 0 {
		r, err := NewDealer(rs, rs.deck.tokens, first)
		return (*turningCounter)(r), err
	}
	r, err := NewReferee(rs, layouts, first)
	if err != nil {
		return nil, fmt.Errorf("perft: %w", err)
	}
	if lanes := newLanes(rs); lanes != nil && (rs.quietDraw == 0 || depth <= rs.quietDraw) {
		return newTally(lanes, r), nil
	}
	r.settleStuck()
	return (*playingCounter)(r), nil
}

// playingCounter counts by playing every game by the rules of [Position]: any rules will do.
type playingCounter Referee

// settleStuck puts seats out that have no legal move, until one to move has, or the game
// is over.
func (r *Referee) settleStuck() {
	for r.Stuck() {
		if err := r.position.Apply(NoMoveEvent(r.position.turn)); err != nil {
			panic(err) // a seat that is stuck may say so
		}
	}
}

// after makes next the game after a legal move and what it entails. Counting is copying for the most
// part, so all moves of one position share their next.
func (c *playingCounter) after(m Move, next *playingCounter) *playingCounter {
	*next = *c
	r := (*Referee)(next)
	if _, err := r.Play(MoveEvent(r.position.turn, m, false)); err != nil {
		panic(err) // the move is legal
	}
	r.settleStuck()
	return next
}

func (c *playingCounter) count(depth int) uint64 {
	p := &c.position
	var total uint64
	var next playingCounter
	for from, to := range p.ways(p.turn, c.layouts[p.turn]) {
		if depth == 1 {
			total += uint64(to.Len())
			continue
		}
		for ; !to.Empty(); to = to.rest() {
			total += c.after(Move{from, to.First()}, &next).count(depth - 1)
		}
	}
	return total
}

func (c *playingCounter) divide(depth int) []Branch {
	var list []Branch
	p := &c.position
	var next playingCounter
	for from := range p.occupied[p.turn].All() {
		for to := range p.Destinations(from, (*Referee)(c).Type(p.at[from])).All() {
			b := Branch{Move{from, to}, 1}
			if depth > 1 {
				b.Count = c.after(b.Move, &next).count(depth - 1)
			}
			list = append(list, b)
		}
	}
	return list
}

// turningCounter counts the games of a deck that nobody has dealt.
type turningCounter Referee

func (c *turningCounter) count(depth int) (total uint64) {
	for _, b := range c.divide(depth) {
		total += b.Count
	}
	return total
}

func (c *turningCounter) divide(depth int) (list []Branch) {
	p := &c.position
	moves := p.LegalMoves(p.turn, c.layouts[p.turn])
	for n := range p.Flips(p.turn).All() {
		moves = append(moves, Move{n, n})
	}
	unturned := slices.Compact(p.DownTokens())
	for _, m := range moves {
		faces := []uint8{0}
		if p.FaceDown(m.To) {
			faces = unturned
		}
		b := Branch{m, uint64(len(faces))}
		if depth > 1 {
			b.Count = 0
			for _, face := range faces {
				b.Count += c.after(m, face).count(depth - 1)
			}
		}
		list = append(list, b)
	}
	return list
}

// after returns the game after a legal move, where what it turns up is of this token.
func (c *turningCounter) after(m Move, face uint8) *turningCounter {
	r := &Referee{c.position, c.layouts, map[Node]uint8{m.To: face}}
	if _, err := r.Play(TurnEvent(r.position.turn, m, false)); err != nil {
		panic(err) // the move is legal
	}
	r.settleStuck()
	return (*turningCounter)(r)
}
