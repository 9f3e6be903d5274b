package engine

import "slices"

// Way returns a way that the piece on m.From may take to m.To, both ends included, as
// boards draw it: a single step, otherwise straight along a line, along rails, or straight over a
// piece, of each a shortest; a leap from end to end. It shows only what everybody sees, since it may
// be the way of any type that could make the move. It is nil if none could.
func (p *Position) Way(m Move) []Node {
	movers := p.Movers(m.From, m.To)
	if known := movers & p.Known(p.At(m.From)); known != 0 {
		movers = known
	}
	board := p.rules.board
	switch {
	case movers == 0:
		return nil
	case board.Adjacent(m.From).Has(m.To):
		return []Node{m.From, m.To}
	}
	c := p.occupancyOf(p.At(m.From).Seat())
	blocked := c.own.Union(c.enemy).Union(c.closed).Remove(m.To)
	most := stays // along a line
	for _, g := range p.rules.gaits {
		if g.types&movers != 0 {
			most = max(most, g.line)
		}
	}
	for _, way := range [][]Node{board.wayAlongLine(m, blocked, most), board.wayAlongRails(m, blocked), board.wayOver(m, c)} {
		if way != nil {
			return way
		}
	}
	return []Node{m.From, m.To} // a leap
}

// wayOver returns a straight way over exactly one piece; nil if there is none.
func (b *Board) wayOver(m Move, c occupancy) []Node {
	for _, ride := range b.rides[m.From] {
		if behindOne(ride, c.own.Union(c.enemy), c.closed) == m.To {
			return append([]Node{m.From}, ride[:slices.Index(ride, m.To)+1]...)
		}
	}
	return nil
}

// wayAlongLine returns a shortest straight ride of at most so many edges that passes no
// blocked node; nil if there is none.
func (b *Board) wayAlongLine(m Move, blocked NodeSet, most reach) []Node {
	var way []Node
	for _, ride := range b.rides[m.From] {
		end := slices.Index(ride, m.To) + 1
		if end == 0 || end > int(most) || slices.ContainsFunc(ride[:end], blocked.Has) {
			continue
		}
		if way == nil || end+1 < len(way) {
			way = append([]Node{m.From}, ride[:end]...)
		}
	}
	return way
}

// wayAlongRails returns a shortest ride along rails that passes no blocked node; nil if there
// is none.
func (b *Board) wayAlongRails(m Move, blocked NodeSet) []Node {
	var came [MaxNodes]Node // where from
	reached := NodeSet{}.Add(m.From)
	for front := []Node{m.From}; len(front) > 0; front = front[1:] {
		n := front[0]
		for next := range b.rails[n].Minus(reached).Minus(blocked).All() {
			reached, came[next] = reached.Add(next), n
			front = append(front, next)
		}
		if reached.Has(m.To) {
			break
		}
	}
	if !reached.Has(m.To) {
		return nil
	}
	way := []Node{m.To}
	for n := m.To; n != m.From; n = came[n] {
		way = append(way, came[n])
	}
	slices.Reverse(way)
	return way
}
