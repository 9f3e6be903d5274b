package engine

import "fmt"

// Phase is what a game waits for.
type Phase uint8

// The phases.
const (
	PhaseMove   Phase = iota // a turn of ToAct
	PhaseAnswer              // the attacked seat owes the announcement
	PhaseShow                // the attacker's commander fell: it owes the place of its flag
	PhaseOver                // the game has ended
)

// String is the phase in a word, as "move".
func (p Phase) String() string {
	names := [...]string{"move", "answer", "show", "over"}
	if int(p) < len(names) {
		return names[p]
	}
	return fmt.Sprintf("phase %d", uint8(p))
}

// Position is a game as everybody at the table sees it: pieces by number, whose turn
// it is, what is publicly known. It knows no types. It is a value: copy it to keep
// it, compare positions of one *Ruleset with ==. Make one with [Start]; advance it with
// [Position.Apply].
type Position struct {
	rules *Ruleset

	at       [MaxNodes]Piece
	where    [NumPieces]Node
	occupied [NumSeats]NodeSet
	known    [NumPieces]TypeSet
	moved    uint64 // one bit for each piece

	phase  Phase
	turn   Seat // whose turn it is, or whose attack is being answered
	result Result
	ply    int
	quiet  int

	timeouts [NumSeats]int
	fell     [NumSeats]bool // commanders that are known to have fallen
	flag     [NumSeats]flagState

	clash     Move    // in PhaseAnswer
	movers    TypeSet // in PhaseAnswer: what the attacker may be
	offered   bool    // the last turn was a move that offered a draw
	bothLeft  bool    // the last turn was a clash in which both left
	mustProve bool    // last-both=draw: the seat to move shows that it can
}

// flagState is what is publicly known of a seat's flag.
type flagState struct {
	shown   Node  // where it was shown to stand, while it stands there
	taken   bool  // it was taken; the game goes on (option carry)
	carrier Piece // the enemy piece that carries it
	lies    Node  // where it lies, carried by nobody
}

// Start is the position before the first move: all posts and headquarters filled,
// first to move.
func Start(rs *Ruleset, first Seat) Position {
	p := Position{rules: rs, turn: first & 1}
	for n := range p.at {
		p.at[n] = NoPiece
	}
	for seat := Red; seat.Valid(); seat++ {
		for number, n := range startNodes[seat] {
			piece := PieceOf(seat, number)
			p.at[n] = piece
			p.where[piece] = n
			p.occupied[seat] |= bit(n)
			p.known[piece] = rs.allowed[number]
		}
		p.flag[seat] = flagState{shown: NoNode, carrier: NoPiece, lies: NoNode}
	}
	return p
}

// Rules is the ruleset that is played by.
func (p *Position) Rules() *Ruleset { return p.rules }

// Phase is what the game waits for.
func (p *Position) Phase() Phase { return p.phase }

// ToAct is the seat that owes the next event: the one to move, to answer or to show.
// When the game is over it says nothing.
func (p *Position) ToAct() Seat {
	if p.phase == PhaseAnswer {
		return p.turn.Other()
	}
	return p.turn
}

// Ply is how many turns were taken: moves and passes. A move whose clash is still to
// be answered counts.
func (p *Position) Ply() int { return p.ply }

// Quiet is how many plies in a row had no clash. Passes and repelled attacks have
// none.
func (p *Position) Quiet() int { return p.quiet }

// Timeouts is how often a seat has passed.
func (p *Position) Timeouts(seat Seat) int {
	if !seat.Valid() {
		return 0
	}
	return p.timeouts[seat]
}

// Result is how the game ended, if it did.
func (p *Position) Result() Result { return p.result }

// At is the piece on a node, or NoPiece. In PhaseAnswer the attacker still stands
// where it came from. At the end of a game by the flag the taker stands where the
// flag stood, even if it was a bomb and left with it: that is not said.
func (p *Position) At(n Node) Piece {
	if n >= MaxNodes {
		return NoPiece
	}
	return p.at[n]
}

// Where is the node of a piece; NoNode if it has left.
func (p *Position) Where(piece Piece) Node {
	if !piece.Valid() {
		return NoNode
	}
	return p.where[piece]
}

// Occupied is the set of nodes where a seat has pieces.
func (p *Position) Occupied(seat Seat) NodeSet {
	if !seat.Valid() {
		return 0
	}
	return p.occupied[seat]
}

// Known is the set of types that a piece may be by what its owner has opened: the
// placement rules, and for each move the types that could have made it. What else
// follows from the announcements is in [Facts].
func (p *Position) Known(piece Piece) TypeSet {
	if !piece.Valid() {
		return NoTypes
	}
	return p.known[piece]
}

// Moved reports whether a piece has ever moved or attacked.
func (p *Position) Moved(piece Piece) bool {
	return piece.Valid() && p.moved>>piece&1 != 0
}

// FlagShown is where a seat's flag was shown to stand; NoNode if it was not, or was
// taken since.
func (p *Position) FlagShown(seat Seat) Node {
	if !seat.Valid() {
		return NoNode
	}
	return p.flag[seat].shown
}

// FlagTaken reports whether a seat's flag was taken. Under the option carry the game
// goes on; see [Position.Carrier] and [Position.FlagLies].
func (p *Position) FlagTaken(seat Seat) bool { return seat.Valid() && p.flag[seat].taken }

// Carrier is the enemy piece that carries a seat's flag, or NoPiece (option carry).
func (p *Position) Carrier(of Seat) Piece {
	if !of.Valid() {
		return NoPiece
	}
	return p.flag[of].carrier
}

// FlagLies is where a seat's taken flag lies, carried by nobody; else NoNode (option
// carry).
func (p *Position) FlagLies(of Seat) Node {
	if !of.Valid() {
		return NoNode
	}
	return p.flag[of].lies
}

// CommanderFell reports whether a seat's commander is known to have fallen. It never
// is under show-flag=off.
func (p *Position) CommanderFell(seat Seat) bool { return seat.Valid() && p.fell[seat] }

// Clash is the clash to be answered, in PhaseAnswer: the two pieces, and the types
// that the attacker may be: what was known of it, of those that could make this move.
func (p *Position) Clash() (attacker, defender Piece, movers TypeSet, ok bool) {
	if p.phase != PhaseAnswer {
		return NoPiece, NoPiece, NoTypes, false
	}
	return p.at[p.clash.From], p.at[p.clash.To], p.movers, true
}

// OfferOpen reports whether ToAct may accept a draw now, in place of its move: the
// opponent's last turn was a move that offered it.
func (p *Position) OfferOpen() bool {
	return p.phase == PhaseMove && p.offered && !p.mustProve
}

// MustProve reports whether the seat to move has to show that it still has a legal
// move: under last-both=draw, when both left a clash and the defender then said that
// it has no move. Any legal move, even onto an enemy, wins at once and is not
// answered; EventNoMove is a draw.
func (p *Position) MustProve() bool { return p.mustProve }
