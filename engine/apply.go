package engine

import "fmt"

// Apply takes an event that happened, or refuses it with a *RuleError and leaves the
// position as it was. It upholds all that everybody can see to be a rule; what only a
// referee sees, as that the piece is a mine, it leaves to a [Referee] or to proofs.
func (p *Position) Apply(e Event) error {
	next := *p
	if reason := next.apply(e); reason != "" {
		return &RuleError{Event: e, Reason: reason}
	}
	*p = next
	return nil
}

// apply advances the position, or says why not; it may then leave it half changed.
func (p *Position) apply(e Event) (refusal string) {
	switch {
	case e.Kind >= numEventKinds || !e.Seat.Valid():
		return "there is no such event"
	case p.phase == PhaseOver:
		return fmt.Sprintf("the game is over: %s", p.result)
	case e.Kind != EventResign && e.Seat != p.ToAct():
		return fmt.Sprintf("it is for %s to act", p.ToAct())
	}
	if owed := phaseOf(e.Kind); owed != p.phase {
		return fmt.Sprintf("%s owes %s", p.ToAct(), p.phase.owed())
	}
	switch e.Kind {
	case EventMove:
		return p.applyMove(e)
	case EventAnswer:
		return p.applyAnswer(e)
	case EventShow:
		return p.applyShow(e)
	case EventPass:
		return p.applyPass(e)
	case EventNoMove:
		return p.applyNoMove(e)
	case EventAcceptDraw:
		return p.applyAcceptDraw()
	}
	p.end(won(e.Seat.Other(), ByResignation))
	return ""
}

// phaseOf is the phase in which a kind of event may happen.
func phaseOf(k EventKind) Phase {
	switch k {
	case EventAnswer:
		return PhaseAnswer
	case EventShow:
		return PhaseShow
	}
	return PhaseMove
}

// owed says what a seat owes in a phase.
func (p Phase) owed() string {
	switch p {
	case PhaseAnswer:
		return "an answer to the attack"
	case PhaseShow:
		return "the place of its flag"
	}
	return "a move"
}

func (p *Position) applyMove(e Event) (refusal string) {
	from, to := e.Move.From, e.Move.To
	movers := p.Movers(from, to)
	if movers == 0 || p.at[from].Seat() != e.Seat {
		return p.whyNot(e.Seat, e.Move)
	}
	piece := p.at[from]
	if p.flag[e.Seat].shown == from {
		return fmt.Sprintf("%s's flag was shown on %s, and a flag never moves", e.Seat, from)
	}
	if p.known[piece]&movers == 0 {
		return fmt.Sprintf("only %s could go so, and this piece is one of %s", movers, p.known[piece])
	}
	p.known[piece] &= movers
	p.moved |= 1 << piece
	p.ply++
	p.offered = e.Offer
	p.bothLeft = false
	enemy := p.at[to] != NoPiece
	switch {
	case p.mustProve:
		if !enemy {
			p.relocate(piece, to)
		}
		p.end(won(e.Seat, ByNoMove))
	case enemy:
		p.clash, p.movers, p.phase = e.Move, p.known[piece], PhaseAnswer
	default:
		p.relocate(piece, to)
		p.quiet++
		p.endTurn()
	}
	return ""
}

func (p *Position) applyAnswer(e Event) (refusal string) {
	if err := p.rules.clash.check(e.Code); err != nil {
		return err.Error()
	}
	if !p.answerPossible(e.Code) {
		return fmt.Sprintf("code %d can't be: no types that these pieces may have announce it", e.Code)
	}
	said := p.rules.clash.codes[e.Code]
	attacker, defender := p.at[p.clash.From], p.at[p.clash.To]
	if p.AnswerShowsFlag(e.Code) {
		if reason := p.showFlag(e.Seat, e.Flag, defender); reason != "" {
			return reason
		}
	} else if e.Flag != NoNode {
		return "nothing asks for the place of a flag"
	}

	switch {
	case said.Repelled:
		p.quiet++
	default:
		p.quiet = 0
		p.meet(attacker, defender, said)
	}
	p.bothLeft = said.BothLeave()
	showing := said.AttackerCommanderFell && !p.flag[p.turn].taken
	p.fell[p.turn] = p.fell[p.turn] || said.AttackerCommanderFell
	p.fell[e.Seat] = p.fell[e.Seat] || said.DefenderCommanderFell
	p.clash, p.movers, p.phase = Move{}, NoTypes, PhaseMove

	switch {
	case said.FlagTaken && p.rules.carry == carryOff:
		p.end(p.flagWin(p.turn))
	case showing:
		p.phase = PhaseShow
	default:
		p.endTurn()
	}
	return ""
}

// AnswerShowsFlag reports whether an answer of this code, to the clash that is to be
// answered, has to show where the flag of the answering seat stands: its commander
// fell, and its flag has not been taken already (option carry).
func (p *Position) AnswerShowsFlag(c Code) bool {
	if p.phase != PhaseAnswer || p.rules.clash.check(c) != nil {
		return false
	}
	return p.rules.clash.codes[c].DefenderCommanderFell && !p.flag[p.ToAct()].taken
}

// Answers lists the codes that could be the answer to the clash that is to be
// answered, by all that is publicly known; none in other phases.
func (p *Position) Answers() []Code {
	if p.phase != PhaseAnswer {
		return nil
	}
	var list []Code
	for c := range p.rules.clash.codes {
		if p.answerPossible(Code(c)) {
			list = append(list, Code(c))
		}
	}
	return list
}

// answerPossible reports whether types that the two pieces may have yield the code.
func (p *Position) answerPossible(c Code) bool {
	attacker, defender, movers, _ := p.Clash()
	return p.rules.clash.possible(c, movers&p.left(attacker), p.known[defender]&p.left(defender))
}

// left is the set of types that a piece may be as far as the only flag and the only
// commander of its owner are known to be elsewhere.
func (p *Position) left(piece Piece) TypeSet {
	seat := piece.Seat()
	types := AllTypes
	if p.fell[seat] {
		types = types.Remove(Commander)
	}
	switch shown := p.flag[seat].shown; {
	case p.flag[seat].taken:
		types = types.Remove(Flag)
	case shown == NoNode:
	case shown == p.where[piece]:
		types = SetOf(Flag)
	default:
		types = types.Remove(Flag)
	}
	return types
}

// meet moves the two pieces of a clash as announced. A flag that a fallen piece
// carried, or that was taken by a bomb that left with it, lies where they met.
func (p *Position) meet(attacker, defender Piece, said Announcement) {
	place := p.where[defender]
	if said.FlagTaken {
		p.flag[defender.Seat()] = flagState{taken: true, shown: NoNode, carrier: attacker, lies: NoNode}
	}
	if said.DefenderLeaves {
		p.remove(defender, place)
	}
	if said.AttackerLeaves {
		p.remove(attacker, place)
	} else if said.DefenderLeaves {
		p.relocate(attacker, place)
	}
}

// remove takes a piece off the board. What it carried lies at the place.
func (p *Position) remove(piece Piece, place Node) {
	from := p.where[piece]
	p.at[from], p.where[piece] = NoPiece, NoNode
	p.occupied[piece.Seat()] &^= bit(from)
	if f := &p.flag[piece.Seat().Other()]; f.carrier == piece {
		f.carrier, f.lies = NoPiece, place
	}
}

// relocate moves a piece to an empty node, where it picks up an enemy flag that lies
// there.
func (p *Position) relocate(piece Piece, to Node) {
	from, seat := p.where[piece], piece.Seat()
	p.at[from], p.at[to], p.where[piece] = NoPiece, piece, to
	p.occupied[seat] = p.occupied[seat]&^bit(from) | bit(to)
	if f := &p.flag[seat.Other()]; f.lies == to {
		f.carrier, f.lies = piece, NoNode
	}
}

// showFlag notes where a seat shows its flag: in a headquarters, on a piece that may
// be it. leaving is a piece that is about to leave, so is not the flag.
func (p *Position) showFlag(seat Seat, n Node, leaving Piece) (refusal string) {
	piece := p.At(n)
	switch {
	case !p.rules.board.headquarters[seat].Has(n):
		return fmt.Sprintf("the place of %s's flag must be shown, in one of its headquarters", seat)
	case piece == NoPiece || piece.Seat() != seat || piece == leaving || !p.known[piece].Has(Flag):
		return fmt.Sprintf("%s's flag can't stand on %s", seat, n)
	}
	p.flag[seat].shown = n
	return ""
}

func (p *Position) applyShow(e Event) (refusal string) {
	if reason := p.showFlag(e.Seat, e.Flag, NoPiece); reason != "" {
		return reason
	}
	p.phase = PhaseMove
	p.endTurn()
	return ""
}

func (p *Position) applyPass(e Event) (refusal string) {
	switch {
	case p.rules.clock == 0:
		return "there is no clock, so no time-out"
	case p.mustProve:
		return fmt.Sprintf("%s has to show that it can move, or say that it can't", e.Seat)
	}
	p.ply++
	p.quiet++
	p.offered, p.bothLeft = false, false
	p.timeouts[e.Seat]++
	if p.timeouts[e.Seat] >= p.rules.timeouts { // also where it would be a quiet draw
		p.end(won(e.Seat.Other(), ByTimeouts))
		return ""
	}
	p.endTurn()
	return ""
}

func (p *Position) applyNoMove(e Event) (refusal string) {
	if piece := p.certainMover(e.Seat); piece != NoPiece {
		return fmt.Sprintf("the piece on %s can move, whatever it is", p.where[piece])
	}
	switch {
	case p.mustProve:
		p.end(drawn(ByLastBoth))
	case p.rules.lastDraw && p.bothLeft:
		p.mustProve = true
		p.turn = p.turn.Other()
	default:
		p.end(won(e.Seat.Other(), ByNoMove))
	}
	return ""
}

func (p *Position) applyAcceptDraw() (refusal string) {
	if !p.OfferOpen() {
		return "no draw was offered with the last turn"
	}
	p.end(drawn(ByAgreement))
	return ""
}

// endTurn hands the turn over, or ends the game if it ended by rule: because a flag is
// where it must be carried, the mover's first if both are; else because it has been quiet
// for too long. That the next seat has no legal move is for that seat to say.
func (p *Position) endTurn() {
	for _, seat := range []Seat{p.turn, p.turn.Other()} {
		if p.broughtHome(seat) {
			p.end(p.flagWin(seat))
			return
		}
	}
	if p.rules.quietDraw > 0 && p.quiet >= p.rules.quietDraw {
		p.end(drawn(ByQuiet))
		return
	}
	p.turn = p.turn.Other()
}

// broughtHome reports whether a seat's carrier stands where it must carry the flag
// (option carry).
func (p *Position) broughtHome(seat Seat) bool {
	carrier := p.flag[seat.Other()].carrier
	return carrier != NoPiece && p.CarryGoal(seat).Has(p.where[carrier])
}

// CarryGoal is the set of nodes to one of which a seat must bring the flag that it
// carries (option carry); empty if it carries none. With carry=front that is its half,
// with carry=home its own headquarters, and while pieces other than the carrier fill
// both, the nodes next to them too.
func (p *Position) CarryGoal(seat Seat) NodeSet {
	carrier := p.Carrier(seat.Other())
	if !seat.Valid() || carrier == NoPiece {
		return 0
	}
	board := p.rules.board
	if p.rules.carry == carryFront {
		return board.Half(seat)
	}
	goal := board.headquarters[seat]
	if others := (p.occupied[Red] | p.occupied[Blue]).Remove(p.where[carrier]); goal&^others == 0 {
		for n := range board.headquarters[seat].All() {
			goal |= board.adjacent[n]
		}
	}
	return goal
}

// flagWin is the result when a seat has won a flag. Under shaken=on it is a draw if
// its own commander has fallen and the other's has not; with carry, when the flag has
// arrived.
func (p *Position) flagWin(seat Seat) Result {
	if p.rules.shaken && p.fell[seat] && !p.fell[seat.Other()] {
		return drawn(ByShaken)
	}
	return won(seat, ByFlag)
}

// end ends the game.
func (p *Position) end(r Result) {
	p.result, p.phase = r, PhaseOver
	p.clash, p.movers = Move{}, NoTypes
	p.offered, p.mustProve = false, false
}
