package engine

import "fmt"

// Phase identifies what a game waits for.
type Phase uint8

// The phases.
const (
	PhaseMove   Phase = iota // a turn of ToAct
	PhaseAnswer              // the attacked seat owes the announcement
	PhaseShow                // the attacker's seat owes the place of its flag
	PhaseOver                // the game has ended
	PhaseShare               // a seat owes its share of a piece that is being turned up
	PhaseDeal                // a seat owes a shuffle of the pieces that lie face down
)

// String returns the phase in a word, such as "move".
func (p Phase) String() string {
	names := [...]string{"move", "answer", "show", "over", "share", "deal"}
	if int(p) < len(names) {
		return names[p]
	}
	return fmt.Sprintf("phase %d", uint8(p))
}

// Position is the public state of a game: pieces by number, whose turn it is, what is
// publicly known. It knows no types. It is a value: copy it to keep it, compare positions
// of one *Ruleset with ==. Make one with [Start]; advance it with [Position.Apply]. The
// zero value is not a position: use it only with ==.
//
// Methods have pointer receivers, since a Position is large. Assign the result of a
// function to a variable first:
//
//	p := match.Position()
//	moves := p.LegalMoves(seat, layout)
type Position struct {
	rules *Ruleset

	at       [MaxNodes]Piece
	where    [MaxSeats][MaxArmy]Node
	occupied [MaxSeats]NodeSet
	known    [MaxSeats][MaxArmy]TypeSet
	moved    [MaxSeats]uint64 // one bit for each piece

	phase  Phase // aside from what lies face down: see Phase
	turn   Seat  // whose turn it is, or whose attack is being answered
	result Result
	ply    int
	quiet  int

	out      [MaxSeats]Reason
	timeouts [MaxSeats]int
	fell     [MaxSeats]int // pieces that are known to have left whose fall shows the flag
	flag     [MaxSeats]flagState
	deal     deal

	clash     Move    // in PhaseAnswer
	movers    TypeSet // in PhaseAnswer: what the attacker may be
	offers    SeatSet // who offered a draw with its last turn
	bothLeft  bool    // the last turn was a clash in which both left
	mustProve bool    // lastBoth "draw": the seat to move shows that it can
}

// flagState holds what is publicly known about a seat's flag.
type flagState struct {
	shown   Node  // where it was shown to stand, while it stands there
	taken   bool  // it was taken
	carrier Piece // the enemy piece that carries it
	lies    Node  // where it lies, carried by nobody
}

// Start returns the position before the first move: all pieces are where they start or, with a
// deck, face down, and first is to move.
func Start(rs *Ruleset, first Seat) Position {
	p := Position{rules: rs, turn: first}
	if !rs.HasSeat(first) {
		p.turn = Red
	}
	for n := range p.at {
		p.at[n] = NoPiece
	}
	for seat := range p.where {
		p.flag[seat] = flagState{shown: NoNode, carrier: NoPiece, lies: NoNode}
		for number := range p.where[seat] {
			p.where[seat][number] = NoNode
		}
	}
	p.startDeal()
	for seat := range Seat(rs.numSeats) {
		for number := range rs.armySize {
			p.known[seat][number] = rs.allowed[number]
			if n := rs.start[seat][number]; n != NoNode {
				p.at[n] = PieceOf(seat, number)
				p.where[seat][number] = n
				p.occupied[seat] = p.occupied[seat].Add(n)
			}
		}
	}
	return p
}

// Rules returns the ruleset of the game.
func (p *Position) Rules() *Ruleset { return p.rules }

// Phase returns what the game waits for.
func (p *Position) Phase() Phase {
	switch {
	case p.phase == PhaseOver:
		return PhaseOver
	case p.deal.again:
		return PhaseDeal
	case p.deal.node != NoNode:
		return PhaseShare
	}
	return p.phase
}

// Turn returns the seat whose turn it is: in PhaseAnswer and PhaseShow the attacker's, in
// PhaseShare the seat that turns a piece up. Its value is meaningless when the game is over.
func (p *Position) Turn() Seat { return p.turn }

// ToAct returns the seat that owes the next event: the one to move, to answer, to show, to share or
// to shuffle. Its value is meaningless when the game is over.
func (p *Position) ToAct() Seat {
	switch p.Phase() {
	case PhaseAnswer:
		return p.at[p.clash.To].Seat()
	case PhaseShare:
		return firstWithout(p.Sharers(), p.deal.shared)
	case PhaseDeal:
		return firstWithout(p.Dealers(), p.deal.dealt)
	}
	return p.turn
}

// Ply returns how many turns were taken: moves and passes. A move whose clash is still to
// be answered counts.
func (p *Position) Ply() int { return p.ply }

// Quiet returns how many plies in a row had no clash, nor turned a piece up, nor put a seat out of a
// game that went on. Passes and repelled attacks have no clash.
func (p *Position) Quiet() int { return p.quiet }

// Timeouts returns how often a seat has passed.
func (p *Position) Timeouts(seat Seat) int {
	if !seat.Valid() {
		return 0
	}
	return p.timeouts[seat]
}

// Result returns how the game ended, if it did.
func (p *Position) Result() Result { return p.result }

// Out returns why a seat is out of the game; NotOver while it plays, or if it played until the
// game was drawn or won by it. In a game of two the loser's pieces stay on the board; in
// others the pieces of a seat that is out leave.
func (p *Position) Out(seat Seat) Reason {
	if !seat.Valid() {
		return NotOver
	}
	return p.out[seat]
}

// Living returns the set of the seats that are not out.
func (p *Position) Living() SeatSet {
	var living SeatSet
	for seat := range Seat(p.rules.numSeats) {
		if p.out[seat] == NotOver {
			living = living.Add(seat)
		}
	}
	return living
}

// At returns the piece on a node, or NoPiece. In PhaseAnswer the attacker still stands where it
// came from. An attacker that takes a flag is where the flag was, unless it is announced to leave.
func (p *Position) At(n Node) Piece {
	if n >= MaxNodes {
		return NoPiece
	}
	return p.at[n]
}

// Where returns the node of a piece; NoNode if it has left.
func (p *Position) Where(piece Piece) Node {
	if !piece.Valid() {
		return NoNode
	}
	return p.where[piece.Seat()][piece.Number()]
}

// Occupied returns the set of nodes where a seat has pieces.
func (p *Position) Occupied(seat Seat) NodeSet {
	if !seat.Valid() {
		return NodeSet{}
	}
	return p.occupied[seat]
}

// Known returns the set of types that a piece may be by what its owner has opened: the
// placement rules, for each move the types that could have made it, and what an
// announcement or a flag's place has shown of a piece that stayed. What else follows
// from the announcements is in [Facts]. It is empty if there is no such piece.
func (p *Position) Known(piece Piece) TypeSet {
	if !piece.Valid() {
		return NoTypes
	}
	return p.known[piece.Seat()][piece.Number()]
}

func (p *Position) learn(piece Piece, types TypeSet) {
	p.known[piece.Seat()][piece.Number()] &= types
}

// Moved reports whether a piece has ever moved or attacked.
func (p *Position) Moved(piece Piece) bool {
	return piece.Valid() && p.moved[piece.Seat()]>>piece.Number()&1 != 0
}

// FlagShown returns where a seat's flag was shown to be; NoNode if it was not shown, or has left
// since.
func (p *Position) FlagShown(seat Seat) Node {
	if !seat.Valid() {
		return NoNode
	}
	return p.flag[seat].shown
}

// FlagTaken reports whether a seat's flag was taken. Where it has to be carried the game
// goes on; see [Position.Carrier] and [Position.FlagLies].
func (p *Position) FlagTaken(seat Seat) bool { return seat.Valid() && p.flag[seat].taken }

// Carrier returns the enemy piece that carries a seat's flag, or NoPiece.
func (p *Position) Carrier(of Seat) Piece {
	if !of.Valid() {
		return NoPiece
	}
	return p.flag[of].carrier
}

// FlagLies returns where a seat's taken flag lies, carried by nobody; otherwise NoNode.
func (p *Position) FlagLies(of Seat) Node {
	if !of.Valid() {
		return NoNode
	}
	return p.flag[of].lies
}

// Fell returns how many of a seat's pieces whose fall shows its flag are known to have left.
func (p *Position) Fell(seat Seat) int {
	if !seat.Valid() {
		return 0
	}
	return p.fell[seat]
}

// Clash returns the clash to be answered, in PhaseAnswer: the two pieces, and the types
// that the attacker may be, which are those known before that could make this move.
func (p *Position) Clash() (attacker, defender Piece, movers TypeSet, ok bool) {
	if p.phase != PhaseAnswer {
		return NoPiece, NoPiece, NoTypes, false
	}
	return p.at[p.clash.From], p.at[p.clash.To], p.movers, true
}

// ClashMove returns the move that is to be answered, in PhaseAnswer; otherwise from and to no node.
func (p *Position) ClashMove() Move {
	if p.phase != PhaseAnswer {
		return Move{NoNode, NoNode}
	}
	return p.clash
}

// Offers returns the seats whose draw offer is open: those that offered it with a move and have not
// had a turn since.
func (p *Position) Offers() SeatSet { return p.offers }

// OfferOpen reports whether ToAct may accept a draw now, instead of moving: all others who are not
// out offer it. If the seat must prove that it can move ([Position.MustProve]), the other's offer has
// lapsed: it has had a turn since, without a legal move.
func (p *Position) OfferOpen() bool {
	return p.Phase() == PhaseMove && p.Living().Remove(p.turn)&^p.offers == 0
}

// MustProve reports whether the seat to move has to show that it still has a legal move. It has to
// if the rules draw the game when the last pieces that move leave together, both left in a clash,
// and the defender then said that it has no move. Any legal move, even onto an enemy, wins at once
// and is not answered; EventNoMove is a draw. Only games of two seats have this rule.
func (p *Position) MustProve() bool { return p.mustProve }
