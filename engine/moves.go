package engine

import "github.com/darkjunqi/darkjunqi/internal/coded"

// occupancyOf returns where the pieces stand as a seat sees it.
func (p *Position) occupancyOf(seat Seat) occupancy {
	c := occupancy{closed: p.rules.board.closed[seat]}
	allies := p.rules.allies[seat]
	for other := range Seat(p.rules.numSeats) {
		if allies.Has(other) {
			c.own = c.own.Union(p.occupied[other])
		} else {
			c.enemy = c.enemy.Union(p.occupied[other])
		}
	}
	if d := p.rules.deck; d != nil && d.strike {
		c.enemy = c.enemy.Union(p.deal.down)
	} else {
		c.own = c.own.Union(p.deal.down)
	}
	return c
}

// lockedIn reports whether the piece on a node may not leave it: a piece there leaves only
// with a flag that it carries.
func (p *Position) lockedIn(from Node) bool {
	return p.rules.board.locked.Has(from) && !p.carries(p.at[from])
}

func (p *Position) carries(piece Piece) bool {
	for of := range p.rules.numSeats {
		if p.flag[of].carrier == piece {
			return true
		}
	}
	return false
}

// targets returns the set of nodes that the piece on from could move to by a gait.
func (p *Position) targets(g *gait, from Node, c occupancy) NodeSet {
	if p.lockedIn(from) {
		return NodeSet{}
	}
	return p.rules.board.targets(g, from, c).Minus(p.spared(from))
}

// goers returns the set of types whose gait could take the piece on from to one of some nodes.
func (p *Position) goers(from Node, c occupancy, nodes NodeSet) (types TypeSet) {
	if p.lockedIn(from) {
		return NoTypes
	}
	nodes = nodes.Minus(p.spared(from))
	var targets [MaxTypes]NodeSet
	p.rules.board.addTargets(targets[:], p.rules.byLine, p.rules.byRail, from, c)
	for i := range p.rules.gaits {
		if !targets[i].Intersect(nodes).Empty() {
			types |= p.rules.gaits[i].types
		}
	}
	return types
}

// Destinations returns the set of nodes that the piece on from could move to if it were of
// type t; empty if there is no piece, or t never moves. It ignores whose turn it is.
func (p *Position) Destinations(from Node, t Type) NodeSet {
	g, piece := p.rules.gaitOf(t), p.At(from)
	if g == nil || piece == NoPiece {
		return NodeSet{}
	}
	return p.targets(g, from, p.occupancyOf(piece.Seat()))
}

// Reach returns the set of nodes that a seat's piece of type t on from could move to if its
// other pieces and its partner's stood on own and all others on enemy; empty if t never
// moves. It is [Position.Destinations] for an imagined board, and leaves aside that a piece
// that carries a flag may leave where others may not.
func (rs *Ruleset) Reach(seat Seat, t Type, from Node, own, enemy NodeSet) NodeSet {
	g := rs.gaitOf(t)
	if g == nil || !rs.HasSeat(seat) || !rs.board.Has(from) || rs.board.locked.Has(from) {
		return NodeSet{}
	}
	return rs.board.targets(g, from, occupancy{own: own.Add(from), enemy: enemy, closed: rs.board.closed[seat]})
}

// gaitOf returns the gait of a type; nil if it never moves.
func (rs *Ruleset) gaitOf(t Type) *gait {
	for i := range rs.gaits {
		if rs.gaits[i].types.Has(t) {
			return &rs.gaits[i]
		}
	}
	return nil
}

// Movers returns the set of types that could make this move on the public board: it takes into
// account pieces that never move, what the nodes' kinds forbid, and blocked lines. It is empty if
// no type could. It ignores whose turn it is and what is known of the piece.
func (p *Position) Movers(from, to Node) TypeSet {
	piece := p.At(from)
	if piece == NoPiece || !p.rules.board.Has(to) {
		return NoTypes
	}
	return p.goers(from, p.occupancyOf(piece.Seat()), bit(to))
}

// MobileTypes returns the set of those types of Known(piece) that would have a legal
// move; empty if the piece has left.
func (p *Position) MobileTypes(piece Piece) TypeSet {
	if p.Where(piece) == NoNode {
		return NoTypes
	}
	return p.mobileTypes(piece, p.occupancyOf(piece.Seat()))
}

// mobileTypes is MobileTypes of a piece on the board, given the occupancy that its seat sees.
func (p *Position) mobileTypes(piece Piece, c occupancy) TypeSet {
	return p.Known(piece) & p.goers(p.Where(piece), c, firstNodes(MaxNodes))
}

// Mobility states what is publicly known about whether a seat has a legal move.
type Mobility uint8

// The answers.
const (
	MobilityHidden  Mobility = iota // it depends on what its pieces are
	MobilityCertain                 // it has: some piece has one whatever it may be
	MobilityNone                    // it has none, whatever its pieces may be
)

// PublicMobility returns what is publicly known, from what the pieces may be
// ([Position.Known]), about whether a seat has a legal move. Where it is hidden, a seat
// that passes or takes a draw at its turn owes a proof that it could have moved, and one
// that says it has no move a proof of that.
func (p *Position) PublicMobility(seat Seat) Mobility {
	mobility, _ := p.mobility(seat)
	return mobility
}

// certainMover returns a piece of a seat that has a legal move whatever it may be, or
// NoPiece.
func (p *Position) certainMover(seat Seat) Piece {
	_, piece := p.mobility(seat)
	return piece
}

// stuck reports whether PublicMobility is MobilityNone. It stops at the first piece that
// may have a way, and is asked at the end of each turn.
func (p *Position) stuck(seat Seat) bool {
	if !p.deal.down.Empty() {
		return false
	}
	c := p.occupancyOf(seat)
	for number := range p.rules.armySize {
		piece := PieceOf(seat, number)
		if p.Where(piece) != NoNode && p.mobileTypes(piece, c) != NoTypes {
			return false
		}
	}
	return true
}

func (p *Position) mobility(seat Seat) (mobility Mobility, certain Piece) {
	if !p.rules.HasSeat(seat) {
		return MobilityNone, NoPiece
	}
	if !p.deal.down.Empty() {
		return MobilityCertain, NoPiece // it can turn one up
	}
	mobility = MobilityNone
	c := p.occupancyOf(seat)
	for number := range p.rules.armySize {
		piece := PieceOf(seat, number)
		if p.Where(piece) == NoNode {
			continue
		}
		switch mobile := p.mobileTypes(piece, c); mobile {
		case NoTypes:
		case p.Known(piece):
			return MobilityCertain, piece
		default:
			mobility = MobilityHidden
		}
	}
	return mobility, NoPiece
}

// CheckMove reports, as a *RuleError, why a seat with this layout could not make a
// move if it were its turn; nil if it could.
func (p *Position) CheckMove(seat Seat, own Layout, m Move) error {
	refuse := func(rule error) error { return p.rules.refuse(MoveEvent(seat, m, false), rule) }
	movers := p.Movers(m.From, m.To)
	if movers == 0 || p.at[m.From].Seat() != seat {
		return refuse(p.whyNot(seat, m))
	}
	own = p.rules.layoutOr(own)
	if t := own.typeOf(p.at[m.From]); !movers.Has(t) {
		return refuse(p.wrongGait(t, m))
	}
	return nil
}

// wrongGait says that a piece is of a type that can't make a move.
func (p *Position) wrongGait(t Type, m Move) error {
	return coded.Errorf("engine.wrong-gait", "the %s on %s can't go to %s",
		p.rules.typeName(t), p.rules.board.Name(m.From), p.rules.board.Name(m.To))
}

// typeOf returns what a piece is by its owner's layout; NoType if the layout has no such piece.
func (l Layout) typeOf(piece Piece) Type {
	if number := piece.Number(); number < len(l) {
		return l[number]
	}
	return NoType
}

// layoutOr returns a layout, or with a deck what each seat's pieces are.
func (rs *Ruleset) layoutOr(own Layout) Layout {
	if rs.deck != nil {
		return rs.deck.army
	}
	return own
}

func (rs *Ruleset) typeName(t Type) coded.Name {
	if rule := rs.TypeRule(t); rule.ID != "" {
		return coded.Name{English: rule.EN, Chinese: rule.ZH}
	}
	return coded.Name{English: t.String(), Chinese: t.String()}
}

// LegalMoves lists the moves that a seat with this layout could make if it were its
// turn, by piece number and then by node. There are none once the game is over.
func (p *Position) LegalMoves(seat Seat, own Layout) []Move {
	var list []Move
	for from, to := range p.ways(seat, own) {
		for ; !to.Empty(); to = to.rest() {
			list = append(list, Move{from, to.First()})
		}
	}
	return list
}

// HasMove reports whether a seat with this layout would have a legal move, or a piece to turn up.
func (p *Position) HasMove(seat Seat, own Layout) bool {
	if !p.Flips(seat).Empty() {
		return true
	}
	for range p.ways(seat, own) {
		return true
	}
	return false
}

// ways yields where the pieces stand that a seat with this layout could move, by number,
// and where each could go; nothing once the game is over.
func (p *Position) ways(seat Seat, own Layout) func(yield func(from Node, to NodeSet) bool) {
	return func(yield func(Node, NodeSet) bool) {
		if !p.rules.HasSeat(seat) || p.phase == PhaseOver {
			return
		}
		c := p.occupancyOf(seat)
		own = p.rules.layoutOr(own)
		for number, t := range own[:min(len(own), p.rules.armySize)] {
			from := p.where[seat][number]
			if from == NoNode {
				continue
			}
			g := p.rules.gaitOf(t)
			if g == nil {
				continue
			}
			if to := p.targets(g, from, c); !to.Empty() && !yield(from, to) {
				return
			}
		}
	}
}

// whyNot says why no type could make a move.
func (p *Position) whyNot(seat Seat, m Move) error {
	board := p.rules.board
	if !board.Has(m.From) || !board.Has(m.To) {
		return coded.Errorf("engine.node-unknown", "there is no such node on this board")
	}
	from, to := board.Name(m.From), board.Name(m.To)
	mover, met := p.at[m.From], p.at[m.To]
	switch {
	case mover == NoPiece && p.deal.down.Has(m.From):
		return coded.Errorf("engine.face-down", "the piece on %s lies face down: it can be turned up, not moved", from)
	case mover != NoPiece && !p.ColoursSettled():
		return coded.Errorf("engine.nobodys", "the piece on %s belongs to nobody until the colours are settled", from)
	case mover == NoPiece:
		return coded.Errorf("engine.node-empty", "nothing stands on %s", from)
	case mover.Seat() != seat:
		return coded.Errorf("engine.not-yours", "the piece on %s is not %s's", from, seat)
	case m.From == m.To:
		return coded.Errorf("engine.no-way", "a move must go to another node")
	case met != NoPiece && met.Seat() == seat:
		return coded.Errorf("engine.own-piece", "%s's own piece is on %s", seat, to)
	case met != NoPiece && p.rules.Partners(seat, met.Seat()):
		return coded.Errorf("engine.partner-piece", "the piece on %s belongs to %s, %s's partner", to, met.Seat(), seat)
	case p.lockedIn(m.From):
		return coded.Errorf("engine.locked-in", "a piece can leave the %s %s only if it carries a flag", board.kindName(m.From), from)
	case board.closed[seat].Has(m.To):
		return coded.Errorf("engine.not-home", "the %s %s is not %s's, and only its owner can enter it", board.kindName(m.To), to, seat)
	case met != NoPiece && board.safe.Has(m.To):
		return coded.Errorf("engine.safe", "the %s %s is safe: no piece there can be attacked", board.kindName(m.To), to)
	case met != NoPiece && board.calm.Has(m.From):
		return coded.Errorf("engine.calm", "no piece can attack from the %s %s", board.kindName(m.From), from)
	}
	switch {
	case p.deal.down.Has(m.To) && !p.rules.deck.strike:
		return coded.Errorf("engine.no-strike", "the piece on %s lies face down: no piece can move onto it", to)
	case met != NoPiece && p.spared(m.From).Has(m.To):
		return coded.Errorf("engine.spared", "the piece on %s may not attack the one on %s", from, to)
	}
	return coded.Errorf("engine.no-route", "no piece of any kind can get from %s to %s", from, to)
}

func (b *Board) kindName(n Node) coded.Name {
	k := b.KindRule(n)
	return coded.Name{English: k.EN, Chinese: k.ZH}
}
