package engine

import (
	"cmp"
	"strings"

	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// downMark stands for a piece that lies face down in a position's board.
const downMark = '*'

// dealField is a field that the text of a position has with a deck, besides the others.
type dealField struct {
	name  string
	write func(*Position) string
	read  func(*Position, string) error
}

func (rs *Ruleset) dealFields() []dealField {
	if rs.deck == nil {
		return nil
	}
	return []dealField{
		{"what lies face down", func(p *Position) string { return p.eachSeat(p.unturnedText) },
			func(p *Position, text string) error { return p.readEachSeat(text, p.readUnturned) }},
		{"the colours", (*Position).coloursText, (*Position).readColours},
		{"what is turned up", func(p *Position) string { return orDash(p.turningText()) }, (*Position).readTurning},
	}
}

// unturnedText returns the letters of a seat's pieces that lie face down.
func (p *Position) unturnedText(seat Seat) string {
	var b strings.Builder
	for t, count := range p.deal.unturned[seat] {
		b.WriteString(strings.Repeat(p.rules.Letters(TypesOf(Type(t))), int(count)))
	}
	return b.String()
}

func (p *Position) readUnturned(seat Seat, text string) error {
	p.deal.unturned[seat] = [MaxTypes]uint8{}
	if text == "-" {
		return nil
	}
	if len(text) > p.rules.armySize {
		return coded.Errorf("engine.position-unturned-long", "%d pieces of %s lie face down: an army has %d", len(text), seat, p.rules.armySize)
	}
	for i := range len(text) {
		t, err := p.rules.ParseType(text[i : i+1])
		if err != nil {
			return err
		}
		p.deal.unturned[seat][t]++
	}
	return nil
}

// The words for which colours the seats have.
const (
	coloursNone  = "none"
	coloursOwn   = "own"
	coloursOther = "other"
)

func (p *Position) coloursText() string {
	switch {
	case !p.deal.settled:
		return coloursNone
	case p.deal.swapped:
		return coloursOther
	}
	return coloursOwn
}

func (p *Position) readColours(text string) error {
	p.deal.settled, p.deal.swapped = text != coloursNone, text == coloursOther
	if !p.rules.deck.claims && text != coloursOwn {
		return coded.Errorf("engine.position-colours", "each seat has its own colour")
	}
	return nil
}

// turningText returns what is being turned up, who has shared it, and after a percent sign who has
// shuffled what lies face down.
func (p *Position) turningText() string {
	var text string
	if n := p.deal.node; n != NoNode {
		if p.deal.striker != NoNode {
			text = p.rules.board.Name(p.deal.striker) + "x"
		}
		text += p.rules.board.Name(n) + seatMark + initialsOf(p.deal.shared)
	}
	if p.deal.again {
		text += "%" + initialsOf(p.deal.dealt)
	}
	return text
}

func initialsOf(seats SeatSet) (text string) {
	for _, seat := range seats.Seats() {
		text += initial(seat)
	}
	return text
}

func (p *Position) readTurning(text string) (err error) {
	p.settleFlip()
	if text == "-" {
		return nil
	}
	turning, dealt, again := strings.Cut(text, "%")
	p.deal.again = again
	if p.deal.dealt, err = p.readInitials(dealt); err != nil || turning == "" {
		return err
	}
	nodes, shared, _ := strings.Cut(turning, seatMark)
	from, to, strikes := strings.Cut(nodes, "x")
	if !strikes {
		from, to = "", nodes
	} else if p.deal.striker, err = p.rules.board.parseNode(from); err != nil {
		return err
	}
	if p.deal.node, err = p.rules.board.parseNode(to); err != nil {
		return err
	}
	p.deal.shared, err = p.readInitials(shared)
	return err
}

func (p *Position) readInitials(text string) (set SeatSet, err error) {
	for i := range len(text) {
		seat := strings.IndexByte(initials, text[i])
		if !p.rules.HasSeat(Seat(seat)) {
			return 0, coded.Errorf("engine.position-initials", "%q is not a list of initials of seats (%s)", text, initials[:p.rules.numSeats])
		}
		set = set.Add(Seat(seat))
	}
	return set, nil
}

// dealWrong checks what lies face down, and the pieces that were turned up.
func (p *Position) dealWrong() error {
	d := p.rules.deck
	if d == nil {
		return nil
	}
	down := 0
	for _, seat := range p.rules.Seats() {
		for t, count := range p.deal.unturned[seat] {
			if count > p.rules.counts[t] {
				return coded.Errorf("engine.position-unturned", "more pieces of a type of %s lie face down than there are", seat)
			}
			down += int(count)
		}
	}
	if !p.deal.down.Within(d.all) || p.deal.down.Len() != down {
		return coded.Errorf("engine.position-down", "%d pieces are left that nobody has turned up, and they lie where the deck was dealt", down)
	}
	for _, piece := range p.rules.pieces() {
		if err := p.turnedWrong(piece); err != nil {
			return err
		}
	}
	return cmp.Or(p.coloursWrong(), p.turningWrong())
}

func (p *Position) turnedWrong(piece Piece) error {
	t := p.rules.deck.army[piece.Number()]
	n := p.Where(piece)
	switch {
	case !p.TurnedUp(piece) && (n != NoNode || p.Moved(piece)):
		return coded.Errorf("engine.position-not-turned", "the piece %s was not turned up yet", pieceText(piece))
	case p.Moved(piece) && !p.rules.mobile.Has(t), p.Known(piece) != TypesOf(t):
		return coded.Errorf("engine.position-turned", "the piece %s is %s, and nothing else", pieceText(piece), p.rules.Letters(TypesOf(t)))
	case n != NoNode && !p.Moved(piece) && !p.rules.deck.all.Has(n):
		return coded.Errorf("engine.position-turned-place", "the piece %s has not moved, so it stands where the deck was dealt", pieceText(piece))
	}
	return nil
}

// coloursWrong checks games in which no seat has its colour yet: nobody has moved.
func (p *Position) coloursWrong() error {
	d := p.rules.deck
	if p.deal.settled {
		return nil
	}
	turned := p.rules.numSeats*p.rules.armySize - p.deal.down.Len()
	claimed := d.claim == NoType && turned > 0
	for seat := range p.rules.numSeats {
		claimed = claimed || d.claim != NoType && int(p.deal.unturned[seat][d.claim]) < p.rules.Count(d.claim)
	}
	if claimed || turned != p.allOccupied().Len() || p.moved != [MaxSeats]uint64{} {
		return coded.Errorf("engine.position-unsettled", "the colours of the seats are settled by what was turned up")
	}
	return nil
}

// turningWrong checks what is being turned up, and a new deal.
func (p *Position) turningWrong() error {
	n, striker := p.deal.node, p.deal.striker
	living := p.Living()
	fine := true
	switch {
	case p.phase == PhaseOver:
		fine = n == NoNode && !p.deal.again && p.deal.shared == 0 && p.deal.dealt == 0
	case p.deal.again:
		fine = p.rules.numSeats > 2 && !p.deal.down.Empty() && p.deal.shared == 0 && p.deal.dealt == firstOf(p.Dealers(), p.deal.dealt.Len()) && p.deal.dealt != living
	default:
		fine = p.deal.dealt == 0 && p.deal.shared == firstOf(p.Sharers(), p.deal.shared.Len()) && (n == NoNode || p.deal.shared != living)
	}
	if n != NoNode {
		fine = fine && p.phase == PhaseMove && !p.mustProve && p.deal.down.Has(n) && p.quiet == 0 && p.ply > 0 && !p.bothLeft
	}
	if striker != NoNode {
		mover := p.At(striker)
		fine = fine && p.rules.deck.strike && mover != NoPiece && mover.Seat() == p.turn && p.Moved(mover) && p.Movers(striker, n)&p.Known(mover) != 0
	}
	if !fine {
		return coded.Errorf("engine.position-turning", "what is being turned up, or dealt again, does not fit the rest")
	}
	return nil
}

func firstOf(list []Seat, count int) SeatSet {
	return SeatsOf(list[:min(count, len(list))]...)
}
