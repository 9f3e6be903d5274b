package engine

import "github.com/darkjunqi/darkjunqi/internal/coded"

// PositionOf returns a position in which only these pieces are left and turn is to move, for
// examples: pieces that are not where they started have moved. It refuses what [ParsePosition]
// refuses, so that such a position could arise in a game.
func PositionOf(rs *Ruleset, turn Seat, pieces map[Piece]Node) (Position, error) {
	p := Start(rs, turn)
	p.ply = rs.numSeats * rs.armySize // in that many plies all can have moved, and left
	clear := Position{}
	p.occupied = clear.occupied
	if rs.deck != nil {
		p.deal.down, p.deal.settled, p.deal.unturned = NodeSet{}, true, clear.deal.unturned
	}
	for n := range p.at {
		p.at[n] = NoPiece
	}
	for _, piece := range rs.pieces() {
		p.where[piece.Seat()][piece.Number()] = NoNode
	}
	for piece, n := range pieces {
		if !rs.Has(piece) || !rs.board.Has(n) || p.at[n] != NoPiece {
			return Position{}, coded.Errorf("engine.position-placed", "the piece %s can't be placed on %s", piece, n)
		}
		seat, number := piece.Seat(), piece.Number()
		p.at[n], p.where[seat][number] = piece, n
		p.occupied[seat] = p.occupied[seat].Add(n)
		if n != rs.start[seat][number] && (rs.deck == nil || !rs.deck.all.Has(n)) {
			p.moved[seat] |= 1 << number
			p.learn(piece, rs.Mobile())
		}
	}
	if err := p.inconsistent(); err != nil {
		return Position{}, err
	}
	return p, nil
}
