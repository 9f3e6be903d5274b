package engine

import "fmt"

// crowdOf is where the pieces stand as a seat sees it.
func (p *Position) crowdOf(seat Seat) crowd {
	return crowd{
		own:    p.occupied[seat],
		enemy:  p.occupied[seat.Other()],
		closed: p.rules.closed[seat],
	}
}

// lockedIn reports whether the piece on a node may not leave it: it stands in a
// headquarters and carries no flag.
func (p *Position) lockedIn(from Node) bool {
	if !p.rules.lockedIn.Has(from) {
		return false
	}
	piece := p.at[from]
	return p.flag[piece.Seat().Other()].carrier != piece
}

// targets is the set of nodes that the piece on from could move to by a gait.
func (p *Position) targets(g *gait, from Node) NodeSet {
	if p.lockedIn(from) {
		return 0
	}
	return p.rules.board.targets(g, from, p.crowdOf(p.at[from].Seat()))
}

// Destinations is the set of nodes that the piece on from could move to if it were
// of type t; empty if there is no piece, or t never moves. It does not ask whose turn
// it is.
func (p *Position) Destinations(from Node, t Type) NodeSet {
	g := p.rules.gaitOf(t)
	if g == nil || p.At(from) == NoPiece {
		return 0
	}
	return p.targets(g, from)
}

// Reach is the set of nodes that a seat's piece of type t on from could move to if its
// other pieces stood on own and the opponent's on enemy; empty if t never moves. It is
// [Position.Destinations] for who imagines a board, and leaves aside that a carrier may
// leave a headquarters (option carry).
func (rs *Ruleset) Reach(seat Seat, t Type, from Node, own, enemy NodeSet) NodeSet {
	g := rs.gaitOf(t)
	if g == nil || !seat.Valid() || !rs.board.Has(from) || rs.lockedIn.Has(from) {
		return 0
	}
	return rs.board.targets(g, from, crowd{own: own, enemy: enemy, closed: rs.closed[seat]})
}

// Movers is the set of types that could make this move on the public board: it
// covers pieces that never move, headquarters, camps, mountains, blocked rails and
// corners. It is empty if no type could. It does not ask whose turn it is, nor what is
// known of the piece.
func (p *Position) Movers(from, to Node) TypeSet {
	var movers TypeSet
	if p.At(from) == NoPiece || !p.rules.board.Has(to) {
		return movers
	}
	for i := range p.rules.gaits {
		if g := &p.rules.gaits[i]; p.targets(g, from).Has(to) {
			movers |= g.types
		}
	}
	return movers
}

// MobileTypes is the set of those types of Known(piece) that would have a legal
// move; empty if the piece has left.
func (p *Position) MobileTypes(piece Piece) TypeSet {
	var mobile TypeSet
	from := p.Where(piece)
	if from == NoNode {
		return mobile
	}
	for i := range p.rules.gaits {
		if g := &p.rules.gaits[i]; p.targets(g, from) != 0 {
			mobile |= g.types
		}
	}
	return mobile & p.known[piece]
}

// CheckMove reports, as a *RuleError, why a seat with this layout could not make a
// move if it were its turn; nil if it could.
func (p *Position) CheckMove(seat Seat, own Layout, m Move) error {
	refuse := func(reason string) error {
		return &RuleError{Event: MoveEvent(seat, m, false), Reason: reason}
	}
	movers := p.Movers(m.From, m.To)
	if movers == 0 || p.at[m.From].Seat() != seat {
		return refuse(p.whyNot(seat, m))
	}
	if t := own[p.at[m.From].Number()]; !movers.Has(t) {
		return refuse(fmt.Sprintf("the %s on %s can't go to %s", t, m.From, m.To))
	}
	return nil
}

// LegalMoves lists the moves that a seat with this layout could make if it were its
// turn, by piece number and then by node. There are none once the game is over.
func (p *Position) LegalMoves(seat Seat, own Layout) []Move {
	return p.AppendLegalMoves(nil, seat, own)
}

// AppendLegalMoves appends [Position.LegalMoves] to a list.
func (p *Position) AppendLegalMoves(list []Move, seat Seat, own Layout) []Move {
	if !seat.Valid() || p.phase == PhaseOver {
		return list
	}
	for number, t := range own {
		from := p.where[PieceOf(seat, number)]
		if from == NoNode {
			continue
		}
		for to := p.Destinations(from, t); to != 0; to &= to - 1 {
			list = append(list, Move{from, to.first()})
		}
	}
	return list
}

// HasMove reports whether a seat with this layout would have a legal move.
func (p *Position) HasMove(seat Seat, own Layout) bool {
	if !seat.Valid() || p.phase == PhaseOver {
		return false
	}
	for number, t := range own {
		if from := p.where[PieceOf(seat, number)]; from != NoNode && p.Destinations(from, t) != 0 {
			return true
		}
	}
	return false
}

// certainMover is a piece of a seat that has a legal move whatever it is, or NoPiece.
func (p *Position) certainMover(seat Seat) Piece {
	for number := range ArmySize {
		piece := PieceOf(seat, number)
		if p.where[piece] != NoNode && p.MobileTypes(piece) == p.known[piece] {
			return piece
		}
	}
	return NoPiece
}

// whyNot says why no type could make a move.
func (p *Position) whyNot(seat Seat, m Move) string {
	board := p.rules.board
	from, to := m.From, m.To
	if !board.Has(from) || !board.Has(to) {
		return "there is no such node on this board"
	}
	if p.at[from] == NoPiece {
		return fmt.Sprintf("nothing stands on %s", from)
	}
	if p.at[from].Seat() != seat {
		return fmt.Sprintf("the piece on %s is not %s's", from, seat)
	}
	if from == to {
		return "a move goes to another node"
	}
	if p.occupied[seat].Has(to) {
		return fmt.Sprintf("%s's own piece stands on %s", seat, to)
	}
	if p.lockedIn(from) {
		return fmt.Sprintf("who stands in a headquarters (%s) never leaves it", from)
	}
	if p.rules.closed[seat].Has(to) {
		return fmt.Sprintf("%s is a camp of %s, which only %s enters", to, seat.Other(), seat.Other())
	}
	enemy := p.at[to] != NoPiece
	switch {
	case enemy && board.Kind(to) == Camp:
		return fmt.Sprintf("who stands in a camp (%s) is safe", to)
	case enemy && board.Kind(to) == Mountain:
		return fmt.Sprintf("who stands on a mountain (%s) is safe", to)
	case enemy && board.Kind(from) == Mountain:
		return fmt.Sprintf("a mountain (%s) is left only onto an empty node", from)
	}
	return fmt.Sprintf("no road or open rail leads a piece of any kind from %s to %s", from, to)
}
