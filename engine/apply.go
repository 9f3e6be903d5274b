package engine

import "github.com/darkjunqi/darkjunqi/internal/coded"

// Apply takes an event that happened, or refuses it with a *RuleError and leaves the position as it
// was. It enforces every rule that anyone can check; it leaves to a [Referee] or to proofs what
// only a referee sees, such as that the piece is of a type that never moves.
//
// In a game of more than two, a seat that is out has no more turns, and its pieces and its
// flag leave the board; what its pieces carried lies where they stood. A team has lost when
// all its seats are out, and the last team has won. In a game of two the loser's pieces
// stay. When a chief goes out its partners do too.
//
// A seat that has no legal move on its turn is out; it can't pass or accept a draw. With two seats
// it always says so itself: EventNoMove then ends the game, or makes the other prove that it can
// move. With more, nobody need wait for a seat that can't play: if its lack of a move is public
// ([MobilityNone]), it is out without an event on its turn; otherwise it says EventNoMove. Either
// way it is judged at its own turn, so that the course of a game doesn't depend on what is public.
//
// The others may remove an absent seat at any time, unless one team would be left: absence never
// decides a game. If its attack waits for an answer, none is due; if it owes an answer, the
// attacker goes where the attacked piece stood. Whether the rules let the others do so, and who has
// to agree, is for the protocol to say.
func (p *Position) Apply(e Event) error {
	next := *p
	if rule := next.apply(e); rule != nil {
		return p.rules.refuse(e, rule)
	}
	*p = next
	return nil
}

// apply advances the position, or says why not; it may then leave it half changed.
func (p *Position) apply(e Event) error {
	if err := p.checkDue(e); err != nil {
		return err
	}
	switch e.Kind {
	case EventMove:
		return p.applyMove(e)
	case EventAnswer:
		return p.applyAnswer(e)
	case EventShow:
		return p.applyShow(e)
	case EventPass:
		return p.applyPass(e.Seat)
	case EventNoMove:
		return p.applyNoMove(e.Seat)
	case EventResign:
		return p.applyResign(e.Seat)
	case EventAcceptDraw:
		return p.applyAcceptDraw(e.Seat)
	case EventArrive:
		return p.applyArrive(e)
	case EventFlip:
		return p.applyFlip(e)
	case EventShare:
		return p.applyShare(e.Seat)
	case EventFace:
		return p.applyFace(e)
	case EventDeal:
		return p.applyDeal(e.Seat)
	}
	return p.applyAbsent(e.Seat)
}

// checkDue refuses what is not for this seat to do now.
func (p *Position) checkDue(e Event) error {
	switch {
	case e.Kind >= numEventKinds || !p.rules.HasSeat(e.Seat):
		return coded.Errorf("engine.no-event", "there is no such event")
	case p.phase == PhaseOver:
		return coded.Errorf("engine.over", "the game is over: %s", p.result)
	case p.out[e.Seat] != NotOver:
		return coded.Errorf("engine.seat-out", "%s is out of the game: %s", e.Seat, p.out[e.Seat])
	case e.Kind == EventAbsent, e.Kind == EventResign && p.Phase() != p.phase:
		return nil
	case e.Kind != EventResign && e.Seat != p.ToAct():
		return coded.Errorf("engine.not-to-act", "it is %s's turn to act", p.ToAct())
	case phaseOf(e.Kind) == p.Phase():
		return nil
	}
	switch p.Phase() {
	case PhaseAnswer:
		return coded.Errorf("engine.owes-answer", "%s owes an answer to the attack", p.ToAct())
	case PhaseShow:
		return coded.Errorf("engine.owes-show", "%s owes the place of its flag", p.ToAct())
	case PhaseShare:
		return coded.Errorf("engine.owes-share", "%s owes its share of the piece that is being turned up", p.ToAct())
	case PhaseDeal:
		return coded.Errorf("engine.owes-deal", "%s owes a shuffle of the pieces that lie face down", p.ToAct())
	}
	return coded.Errorf("engine.owes-move", "%s owes a move", p.ToAct())
}

// phaseOf returns the phase in which a kind of event may happen.
func phaseOf(k EventKind) Phase {
	switch k {
	case EventAnswer:
		return PhaseAnswer
	case EventShow:
		return PhaseShow
	case EventShare, EventFace:
		return PhaseShare
	case EventDeal:
		return PhaseDeal
	}
	return PhaseMove
}

func (p *Position) applyMove(e Event) error {
	from, to := e.Move.From, e.Move.To
	movers := p.Movers(from, to)
	if movers == 0 || p.at[from].Seat() != e.Seat {
		return p.whyNot(e.Seat, e.Move)
	}
	piece := p.at[from]
	known := p.Known(piece) & movers
	if known == 0 {
		return coded.Errorf("engine.known-otherwise", "only %s could move this way, and this piece is one of %s",
			p.rules.Letters(movers), p.rules.Letters(p.Known(piece)))
	}
	p.learn(piece, movers)
	p.moved[e.Seat] |= 1 << piece.Number()
	p.beginTurn(e)
	enemy := p.at[to] != NoPiece
	switch {
	case p.mustProve:
		if !enemy {
			p.relocate(piece, to)
		}
		p.putOut(p.next(e.Seat), ByNoMove)
	case p.deal.down.Has(to):
		p.turnUp(to, from)
	case enemy:
		p.clash, p.movers, p.phase = e.Move, known, PhaseAnswer
	default:
		p.relocate(piece, to)
		p.quiet++
		p.endTurn()
	}
	return nil
}

// beginTurn counts a turn in which a seat moves or turns a piece up, and notes its offer.
func (p *Position) beginTurn(e Event) {
	p.ply++
	p.bothLeft = false
	if e.Offer {
		p.offers = p.offers.Add(e.Seat)
	}
}

func (p *Position) applyAnswer(e Event) error {
	if err := p.rules.clash.check(e.Code); err != nil {
		return err
	}
	if !p.answerPossible(e.Code) {
		return coded.Errorf("engine.code-impossible", "code %d is impossible: no types that these pieces may have produce it", e.Code)
	}
	said := p.rules.clash.codes[e.Code]
	attacker, defender := p.at[p.clash.From], p.at[p.clash.To]
	if p.AnswerShowsFlag(e.Code) {
		if err := p.showFlag(e.Seat, e.Flag, defender); err != nil {
			return err
		}
	} else if e.Flag != NoNode {
		return coded.Errorf("engine.flag-unasked", "the place of a flag is not due here")
	}

	if said.Repelled {
		p.quiet++
	} else {
		p.quiet = 0
		p.meet(attacker, defender, said)
	}
	p.see(attacker, said.AttackerSeen)
	p.see(defender, said.DefenderSeen)
	p.bothLeft = said.BothLeave()
	if said.DefenderShowsFlag {
		p.fell[e.Seat]++
	}
	showing := said.AttackerShowsFlag && p.flagHidden(p.turn)
	if said.AttackerShowsFlag {
		p.fell[p.turn]++
	}
	p.settleClash()

	if said.FlagTaken && !p.rules.carry {
		p.winFlag(p.turn, e.Seat)
	}
	p.countOut()
	switch {
	case p.phase == PhaseOver:
	case showing:
		p.phase = PhaseShow
	default:
		p.endTurn()
	}
	return nil
}

// settleClash notes that the clash is answered, or needs no answer.
func (p *Position) settleClash() { p.clash, p.movers, p.phase = Move{}, NoTypes, PhaseMove }

// dropTurn notes that nothing comes any more of a turn that was begun.
func (p *Position) dropTurn() {
	p.settleClash()
	p.settleFlip()
}

// see notes what an announcement shows of a piece, if anything, and if it stays or is counted.
func (p *Position) see(piece Piece, t Type) {
	if t != NoType && (p.Where(piece) != NoNode || p.rules.tallied.Has(t)) {
		p.learn(piece, TypesOf(t))
	}
}

// AnswerShowsFlag reports whether an answer of this code, to the clash that is to be answered, has
// to show where the flag of the answering seat is: the code requires it, and the flag has neither
// been shown nor taken.
func (p *Position) AnswerShowsFlag(c Code) bool {
	if p.phase != PhaseAnswer || p.rules.clash.check(c) != nil {
		return false
	}
	return p.rules.clash.codes[c].DefenderShowsFlag && p.flagHidden(p.ToAct())
}

// flagHidden reports whether a seat's flag has been neither shown nor taken.
func (p *Position) flagHidden(seat Seat) bool {
	return p.flag[seat].shown == NoNode && !p.flag[seat].taken
}

// Answers lists the codes that could be the answer to the clash that is to be answered, given
// everything publicly known; none in other phases.
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
	return p.clashRules().clash.possible(c, movers&p.left(attacker), p.Known(defender)&p.left(defender))
}

// left returns the set of types that a piece may be as far as its owner's flag is known to be
// elsewhere, and all pieces whose fall shows it are known to have fallen.
func (p *Position) left(piece Piece) TypeSet {
	seat := piece.Seat()
	types := p.rules.Types()
	if tellers := p.rules.clash.tellers; p.fell[seat] >= p.rules.countOf(tellers) {
		types &^= tellers
	}
	if f := &p.flag[seat]; f.taken || f.shown != NoNode && f.shown != p.Where(piece) {
		types = types.Remove(p.rules.flag)
	}
	return types
}

// countOf returns how many pieces of a set of types a seat has.
func (rs *Ruleset) countOf(types TypeSet) int {
	count := 0
	for ; types != 0; types &= types - 1 {
		count += rs.Count(types.First())
	}
	return count
}

// meet moves the two pieces of a clash as announced. A flag that a fallen piece
// carried, or that was taken by a piece that left with it, lies where they met.
func (p *Position) meet(attacker, defender Piece, said Announcement) {
	place := p.Where(defender)
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
	seat, from := piece.Seat(), p.Where(piece)
	p.at[from], p.where[seat][piece.Number()] = NoPiece, NoNode
	p.occupied[seat] = p.occupied[seat].Remove(from)
	for of := range p.rules.numSeats {
		if f := &p.flag[of]; f.carrier == piece {
			f.carrier, f.lies = NoPiece, place
		}
	}
}

// relocate moves a piece to an empty node, where it picks up the flags of enemies that
// lie there.
func (p *Position) relocate(piece Piece, to Node) {
	seat, from := piece.Seat(), p.Where(piece)
	p.at[from], p.at[to], p.where[seat][piece.Number()] = NoPiece, piece, to
	p.occupied[seat] = p.occupied[seat].Remove(from).Add(to)
	for of := range Seat(p.rules.numSeats) {
		if f := &p.flag[of]; f.lies == to && !p.rules.Partners(seat, of) {
			f.carrier, f.lies = piece, NoNode
		}
	}
}

// showFlag notes where a seat shows its flag: on a piece that may be it. leaving is a
// piece that is about to leave, so is not the flag.
func (p *Position) showFlag(seat Seat, n Node, leaving Piece) error {
	piece := p.At(n)
	switch {
	case n == NoNode:
		return coded.Errorf("engine.flag-unshown", "the place of %s's flag must be shown", seat)
	case piece == NoPiece || piece.Seat() != seat || piece == leaving || !p.Known(piece).Has(p.rules.flag):
		return coded.Errorf("engine.flag-not-there", "%s's flag can't be on %s", seat, p.rules.board.Name(n))
	}
	p.flag[seat].shown = n
	p.learn(piece, TypesOf(p.rules.flag))
	return nil
}

func (p *Position) applyShow(e Event) error {
	if err := p.showFlag(e.Seat, e.Flag, NoPiece); err != nil {
		return err
	}
	p.phase = PhaseMove
	p.endTurn()
	return nil
}

func (p *Position) applyPass(seat Seat) error {
	switch {
	case p.rules.clock == 0:
		return coded.Errorf("engine.no-clock", "there is no clock, so no time-out")
	case p.mustProve:
		return coded.Errorf("engine.must-prove", "%s has to show that it can move, or say that it can't", seat)
	case p.stuck(seat):
		return hadNoMove(seat)
	}
	p.ply++
	p.quiet++
	p.bothLeft = false
	p.timeouts[seat]++
	if p.timeouts[seat] >= p.rules.timeouts { // even where it would be a quiet draw
		p.putOut(seat, ByTimeouts)
	}
	p.endTurn()
	return nil
}

// hadNoMove says that a seat does what only one may do that could have moved instead.
func hadNoMove(seat Seat) error {
	return coded.Errorf("engine.had-no-move", "%s had no legal move, and had to say so or resign", seat)
}

func (p *Position) applyNoMove(seat Seat) error {
	if !p.deal.down.Empty() {
		return coded.Errorf("engine.can-flip", "%s can turn up a piece that lies face down", seat)
	}
	if piece := p.certainMover(seat); piece != NoPiece {
		return coded.Errorf("engine.can-move", "the piece on %s can move, whatever it is", p.rules.board.Name(p.Where(piece)))
	}
	switch {
	case p.mustProve:
		p.end(drawn(ByLastBoth))
	case p.rules.lastDraw && p.bothLeft:
		p.mustProve = true
		p.turn = p.next(seat)
	default:
		p.putOut(seat, ByNoMove)
		p.endTurn()
	}
	return nil
}

func (p *Position) applyResign(seat Seat) error {
	if p.ply < p.rules.resignFrom {
		return coded.Errorf("engine.resign-early", "nobody may resign before %d turns have been played; so far there have been %d", p.rules.resignFrom, p.ply)
	}
	p.putOut(seat, ByResignation)
	if p.out[p.turn] != NotOver && p.phase != PhaseOver {
		p.dropTurn()
		p.endTurn()
	}
	return nil
}

func (p *Position) applyAcceptDraw(seat Seat) error {
	switch {
	case !p.OfferOpen():
		return coded.Errorf("engine.no-offer", "not all the others have offered a draw")
	case p.stuck(seat):
		return hadNoMove(seat)
	}
	p.end(drawn(ByAgreement))
	return nil
}

func (p *Position) applyAbsent(seat Seat) error {
	if p.rules.oneTeam(p.Living() &^ p.rules.falls[seat]) {
		return coded.Errorf("engine.absent-decides", "without %s only one team would be left: absence can't decide a game", seat)
	}
	attacker, defender, _, clashing := p.Clash()
	place := p.clash.To
	p.putOut(seat, ByAbsence)
	switch {
	case clashing && p.out[defender.Seat()] != NotOver:
		p.settleClash()
		p.relocate(attacker, place)
		p.endTurn()
	case p.out[p.turn] != NotOver:
		p.dropTurn()
		p.endTurn()
	}
	return nil
}

// next returns the seat whose turn comes after another's.
func (p *Position) next(seat Seat) Seat {
	for range p.rules.numSeats {
		if seat = (seat + 1) % Seat(p.rules.numSeats); p.out[seat] == NotOver {
			break
		}
	}
	return seat
}

// endTurn hands the turn over, unless the game is over or ends by rule: because a flag is
// where it must be carried, the mover's first if several are; otherwise because it has been
// quiet for too long. A draw offer stays open until its seat's next turn.
func (p *Position) endTurn() {
	p.bringFlags()
	p.arrive()
	if p.phase != PhaseOver && p.rules.quietDraw > 0 && p.quiet >= p.rules.quietDraw {
		p.end(drawn(ByQuiet))
	}
	for p.phase != PhaseOver {
		p.turn = p.next(p.turn)
		p.offers = p.offers.Remove(p.turn)
		if p.rules.numSeats == 2 || !p.stuck(p.turn) {
			return
		}
		p.putOut(p.turn, ByNoMove)
	}
}

// bringFlags completes the taking of flags that have reached a goal.
func (p *Position) bringFlags() {
	if !p.rules.carry {
		return
	}
	n := Seat(p.rules.numSeats)
	for i := range n {
		seat := (p.turn + i) % n
		for of := range n {
			if p.phase != PhaseOver && p.flag[of].carrier != NoPiece && p.flag[of].carrier.Seat() == seat && p.broughtHome(of) {
				p.winFlag(seat, of)
			}
		}
	}
}

// broughtHome reports whether a seat's flag stands where it must be carried.
func (p *Position) broughtHome(of Seat) bool {
	carrier := p.flag[of].carrier
	return carrier != NoPiece && p.FlagGoal(of).Has(p.Where(carrier))
}

// FlagGoal returns the set of nodes to any of which the piece that carries a seat's flag must bring
// it; empty if none carries it. They are the rules' nodes for the piece's seat and, if the rules
// say so, while pieces fill all of them, their neighbours too.
func (p *Position) FlagGoal(of Seat) NodeSet {
	carrier := p.Carrier(of)
	if !p.rules.carry || carrier == NoPiece {
		return NodeSet{}
	}
	goal := p.rules.carryTo[carrier.Seat()]
	if p.rules.beside && goal.Within(p.allOccupied()) {
		for n := range goal.All() {
			goal = goal.Union(p.rules.board.adjacent[n])
		}
	}
	return goal
}

// allOccupied returns the set of the nodes where pieces stand.
func (p *Position) allOccupied() NodeSet {
	var all NodeSet
	for seat := range p.rules.numSeats {
		all = all.Union(p.occupied[seat])
	}
	return all
}

// winFlag gives a seat's flag to the seat that took it or carried it to a goal. With two
// seats, where the rules say so, that is only a draw if the taker's army is shaken, in that
// it had to show its flag, and the other's is not.
func (p *Position) winFlag(taker, of Seat) {
	if p.rules.shaken && p.fell[taker] > 0 && p.fell[of] == 0 {
		p.end(drawn(ByShaken))
		return
	}
	p.putOut(of, ByFlag)
}

// putOut takes a seat out of the game, and a chief's team with it. The game is over if one team
// is left.
func (p *Position) putOut(seat Seat, reason Reason) {
	for _, s := range (p.rules.falls[seat] & p.Living()).Seats() {
		p.out[s] = ByChief
		if p.rules.numSeats > 2 {
			p.leave(s)
		}
	}
	p.out[seat] = reason
	if living := p.Living(); p.rules.oneTeam(living) {
		p.end(won(p.rules.allies[living.First()], reason))
	} else {
		p.dealAgain()
	}
}

// leave takes a seat's pieces off the board, and its flag.
func (p *Position) leave(seat Seat) {
	for number := range p.rules.armySize {
		if n := p.where[seat][number]; n != NoNode {
			p.remove(PieceOf(seat, number), n)
		}
	}
	p.flag[seat] = flagState{taken: p.flag[seat].taken, shown: NoNode, carrier: NoPiece, lies: NoNode}
	p.offers = p.offers.Remove(seat)
	p.quiet = 0
}

func (rs *Ruleset) oneTeam(seats SeatSet) bool {
	return seats&^rs.Allies(seats.First()) == 0
}

func (p *Position) end(r Result) {
	p.result, p.phase = r, PhaseOver
	p.clash, p.movers = Move{}, NoTypes
	p.offers, p.mustProve = 0, false
	p.settleFlip()
	p.deal.again, p.deal.dealt = false, 0
}
