package engine

import "github.com/darkjunqi/darkjunqi/internal/coded"

// deal is the part of a position that has a deck: what lies face down, and what is being done to it.
type deal struct {
	down     NodeSet                   // where a piece lies face down
	unturned [MaxSeats][MaxTypes]uint8 // what lies face down, of each seat and type
	settled  bool                      // each seat has its colour
	swapped  bool                      // the two seats have each other's colour
	node     Node                      // what is being turned up, in PhaseShare, else NoNode
	striker  Node                      // where a piece stands that strikes it, else NoNode
	shared   SeatSet                   // who has given a share of it
	again    bool                      // what lies face down is dealt again first
	dealt    SeatSet                   // who has shuffled it for that
}

// startDeal lays all pieces face down.
func (p *Position) startDeal() {
	p.deal = deal{node: NoNode, striker: NoNode}
	d := p.rules.deck
	if d == nil {
		return
	}
	p.deal.down, p.deal.settled = d.all, !d.claims
	for seat := range p.rules.numSeats {
		p.deal.unturned[seat] = p.rules.counts
	}
}

// Down returns the set of nodes where pieces lie face down.
func (p *Position) Down() NodeSet { return p.deal.down }

// FaceDown reports whether a piece lies face down on a node.
func (p *Position) FaceDown(n Node) bool { return p.deal.down.Has(n) }

// DownNodes lists the nodes where pieces lie face down, in the order of [Deck.Nodes].
func (p *Position) DownNodes() []Node {
	var list []Node
	if p.rules.deck != nil {
		for _, n := range p.rules.deck.nodes {
			if p.deal.down.Has(n) {
				list = append(list, n)
			}
		}
	}
	return list
}

// DownTokens lists the tokens that lie face down, in ascending order, each as often as it does.
func (p *Position) DownTokens() []uint8 {
	var list []uint8
	for colour := range Seat(p.rules.numSeats) {
		for t, count := range p.deal.unturned[p.ownerOf(colour)] {
			for range count {
				list = append(list, p.rules.Token(colour, Type(t)))
			}
		}
	}
	return list
}

// Unturned returns how many of a seat's pieces of a type lie face down. Until the seats have their
// colours ([Position.ColoursSettled]) the seat is the colour that is printed on them.
func (p *Position) Unturned(seat Seat, t Type) int {
	if !p.rules.HasSeat(seat) || !p.rules.Types().Has(t) {
		return 0
	}
	return int(p.deal.unturned[seat][t])
}

// TurnedUp reports whether a piece was turned up, or did not lie face down. It may have left since.
func (p *Position) TurnedUp(piece Piece) bool {
	if !p.rules.Has(piece) || p.rules.deck == nil {
		return p.rules.Has(piece)
	}
	t := p.rules.deck.army[piece.Number()]
	turned := p.rules.Count(t) - int(p.deal.unturned[piece.Seat()][t])
	return piece.Number()-p.rules.deck.first[t] < turned
}

// ColoursSettled reports whether each seat has its colour. Until then a piece that was turned up is
// nobody's: its [Piece.Seat] is the colour that is printed on it, and changes to the seat that has
// that colour when the colours are settled.
func (p *Position) ColoursSettled() bool { return p.rules.deck == nil || p.deal.settled }

// Colour returns the colour that is printed on a seat's pieces, as the seat that tokens name;
// meaningless until the colours are settled.
func (p *Position) Colour(seat Seat) Seat { return p.ownerOf(seat) }

// ownerOf returns the seat that has a colour: of two seats that is its own inverse.
func (p *Position) ownerOf(colour Seat) Seat {
	if p.deal.swapped {
		return 1 - colour
	}
	return colour
}

// Flipping returns the node whose piece is being turned up, while its shares are due or a deal
// before them is; otherwise NoNode.
func (p *Position) Flipping() Node { return p.deal.node }

// Sharers lists the seats that give a share of the piece that is being turned up, in order: the
// seat that turns it up, its partners, its enemies, each in turn order. The last gives the token.
// None if nothing is being turned up.
func (p *Position) Sharers() []Seat {
	if p.deal.node == NoNode {
		return nil
	}
	partners, enemies := []Seat{p.turn}, []Seat(nil)
	for i := range Seat(p.rules.numSeats - 1) {
		switch seat := (p.turn + 1 + i) % Seat(p.rules.numSeats); {
		case p.out[seat] != NotOver:
		case p.rules.Partners(seat, p.turn):
			partners = append(partners, seat)
		default:
			enemies = append(enemies, seat)
		}
	}
	return append(partners, enemies...)
}

// Shared returns the set of the sharers that have given their share.
func (p *Position) Shared() SeatSet { return p.deal.shared }

// Dealers lists the seats that shuffle what lies face down in PhaseDeal, in order: those that are
// left, starting with the one whose turn it is. None in other phases.
func (p *Position) Dealers() []Seat {
	if p.Phase() != PhaseDeal {
		return nil
	}
	var list []Seat
	for i := range Seat(p.rules.numSeats) {
		if seat := (p.turn + i) % Seat(p.rules.numSeats); p.out[seat] == NotOver {
			list = append(list, seat)
		}
	}
	return list
}

// firstWithout returns the first seat of a list that is not in a set; not valid if all are.
func firstWithout(list []Seat, set SeatSet) Seat {
	for _, seat := range list {
		if !set.Has(seat) {
			return seat
		}
	}
	return MaxSeats
}

// Flips returns the set of nodes whose pieces a seat could turn up if it were its turn.
func (p *Position) Flips(seat Seat) NodeSet {
	if !p.rules.HasSeat(seat) || p.phase == PhaseOver || p.out[seat] != NotOver {
		return NodeSet{}
	}
	return p.deal.down
}

// Spared returns the set of nodes of pieces that the piece on from, which was turned up, may not
// attack although its ways lead there: those that would repel it, and flags that are guarded or not
// for it to take.
func (p *Position) spared(from Node) NodeSet {
	var spared NodeSet
	piece := p.At(from)
	if p.rules.deck == nil || piece == NoPiece {
		return spared
	}
	if !p.deal.settled {
		return firstNodes(MaxNodes)
	}
	for other := range Seat(p.rules.numSeats) {
		if p.rules.Partners(other, piece.Seat()) {
			continue
		}
		for n := range p.occupied[other].All() {
			if !p.assailable(piece, p.at[n]) {
				spared = spared.Add(n)
			}
		}
	}
	return spared
}

func (p *Position) assailable(attacker, defender Piece) bool {
	d := p.rules.deck
	a, t := d.army[attacker.Number()], d.army[defender.Number()]
	switch code := p.rules.Clash(a, t); {
	case code == NoCode || p.rules.clash.codes[code].Repelled:
		return false
	case t != p.rules.flag:
		return true
	}
	for _, guard := range d.guards.Types() {
		if p.inPlay(defender.Seat(), guard) {
			return false
		}
	}
	for _, taker := range d.takers {
		if p.inPlay(attacker.Seat(), taker) {
			return a == taker
		}
	}
	return len(d.takers) == 0
}

// inPlay reports whether a seat has a piece of a type left, face down or turned up.
func (p *Position) inPlay(seat Seat, t Type) bool {
	if p.deal.unturned[seat][t] > 0 {
		return true
	}
	first := p.rules.deck.first[t]
	for number := first; number < first+p.rules.Count(t); number++ {
		if p.where[seat][number] != NoNode {
			return true
		}
	}
	return false
}

func (p *Position) applyFlip(e Event) error {
	if !p.deal.down.Has(e.Node) {
		if !p.rules.board.Has(e.Node) {
			return coded.Errorf("engine.node-unknown", "there is no such node on this board")
		}
		return coded.Errorf("engine.not-face-down", "nothing lies face down on %s", p.rules.board.Name(e.Node))
	}
	p.beginTurn(e)
	p.turnUp(e.Node, NoNode)
	return nil
}

// turnUp begins to turn a piece up, which the piece on striker strikes. The seat whose turn it is
// gives its share with that.
func (p *Position) turnUp(n, striker Node) {
	p.quiet = 0
	p.deal.node, p.deal.striker = n, striker
	p.deal.shared = SeatsOf(p.turn)
}

func (p *Position) applyShare(seat Seat) error {
	if p.lastShare() {
		return coded.Errorf("engine.owes-face", "%s gives the last share, so it says what the piece is", seat)
	}
	p.deal.shared = p.deal.shared.Add(seat)
	return nil
}

func (p *Position) lastShare() bool {
	return p.deal.shared.Len() == p.Living().Len()-1
}

func (p *Position) applyFace(e Event) error {
	if !p.lastShare() {
		return coded.Errorf("engine.face-early", "what the piece is comes with the last share")
	}
	colour, t, ok := p.rules.Face(e.Token)
	if !ok || p.deal.unturned[p.ownerOf(colour)][t] == 0 {
		return coded.Errorf("engine.not-unturned", "no such piece lies face down: token %d", e.Token)
	}
	p.claim(colour, t)
	owner, n, striker := p.ownerOf(colour), p.deal.node, p.deal.striker
	number := p.rules.deck.first[t] + p.rules.Count(t) - int(p.deal.unturned[owner][t])
	p.deal.unturned[owner][t]--
	p.deal.down = p.deal.down.Remove(n)
	p.settleFlip()
	if p.out[owner] == NotOver {
		piece := PieceOf(owner, number)
		p.at[n], p.where[owner][number] = piece, n
		p.occupied[owner] = p.occupied[owner].Add(n)
		if striker != NoNode && !p.rules.Partners(owner, p.turn) && p.assailable(p.at[striker], piece) {
			p.clash, p.movers, p.phase = Move{striker, n}, p.Known(p.at[striker]), PhaseAnswer
			return nil
		}
	}
	p.endTurn()
	return nil
}

// settleFlip notes that nothing is being turned up any more.
func (p *Position) settleFlip() {
	p.deal.node, p.deal.striker, p.deal.shared = NoNode, NoNode, 0
}

// claim gives the seat whose turn it is its colour, if the piece that it turns up does that.
func (p *Position) claim(colour Seat, t Type) {
	d := p.rules.deck
	if p.deal.settled || d.claim != NoType && d.claim != t {
		return
	}
	p.deal.settled = true
	if colour == p.turn {
		return
	}
	p.deal.swapped = true
	x, y := colour, p.turn
	p.deal.unturned[x], p.deal.unturned[y] = p.deal.unturned[y], p.deal.unturned[x]
	p.where[x], p.where[y] = p.where[y], p.where[x]
	p.occupied[x], p.occupied[y] = p.occupied[y], p.occupied[x]
	for _, seat := range []Seat{x, y} {
		for number, n := range p.where[seat] {
			if n != NoNode {
				p.at[n] = PieceOf(seat, number)
			}
		}
	}
}

// dealAgain has what lies face down dealt again by the seats that are left, before the game goes on:
// the shares of the seat that went out can't be had any more.
func (p *Position) dealAgain() {
	if !p.deal.down.Empty() {
		p.deal.again, p.deal.dealt, p.deal.shared = true, 0, 0
	}
}

func (p *Position) applyDeal(seat Seat) error {
	if p.deal.dealt = p.deal.dealt.Add(seat); p.deal.dealt == p.Living() {
		p.deal.again, p.deal.dealt = false, 0
	}
	return nil
}
