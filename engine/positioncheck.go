package engine

import (
	"cmp"
	"slices"

	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// inconsistent says what can't be true of a position that was read; nil if nothing.
func (p *Position) inconsistent() error {
	checks := []func() error{p.flagsWrong, p.piecesWrong, p.dealWrong, p.countsWrong, p.owedWrong, p.outsWrong, p.endWrong}
	for _, check := range checks {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// loserStays reports whether the pieces and the flag of a seat that is out stay on the
// board.
func (rs *Ruleset) loserStays() bool { return rs.numSeats == 2 }

// piecesWrong checks where the pieces stand and what their ways, and announcements,
// say of them.
func (p *Position) piecesWrong() error {
	if p.rules.deck != nil {
		return nil
	}
	for _, piece := range p.rules.pieces() {
		look := p.unmovedWrong
		if p.Moved(piece) {
			look = p.movedWrong
		}
		if err := look(piece); err != nil {
			return err
		}
	}
	return nil
}

func (p *Position) unmovedWrong(piece Piece) error {
	n, start := p.Where(piece), p.rules.Start(piece.Seat(), piece.Number())
	switch known := p.Known(piece); {
	case n != NoNode && n != start:
		return coded.Errorf("engine.position-unmoved", "the piece %s stands on %s but has not moved from %s",
			pieceText(piece), p.rules.board.Name(n), p.rules.board.Name(start))
	case known == 0:
		return errPieceNothing(piece)
	case known != p.usuallyKnown(piece) && !p.rules.shows(known, false) && !p.wasShownFlag(piece) && !p.wasCounted(piece):
		return coded.Errorf("engine.position-shown", "the piece %s may be %s, but nothing shows that of a piece that has not moved",
			pieceText(piece), p.rules.Letters(known))
	}
	return nil
}

// wasShownFlag reports whether a piece that has left may be a flag that was shown before.
func (p *Position) wasShownFlag(piece Piece) bool {
	return p.Where(piece) == NoNode && p.fell[piece.Seat()] > 0 && p.Known(piece) == TypesOf(p.rules.flag)
}

// wasCounted reports whether a piece has left as one that is counted, and so was shown.
func (p *Position) wasCounted(piece Piece) bool {
	known := p.Known(piece)
	return p.Where(piece) == NoNode && known.Len() == 1 && known.Within(p.rules.tallied)
}

func errPieceNothing(piece Piece) error {
	return coded.Errorf("engine.position-nothing", "the piece %s has no possible type", pieceText(piece))
}

// shows reports whether some announcement shows of a piece that stays, and that has
// attacked or been attacked, that it is the one type of a set.
func (rs *Ruleset) shows(types TypeSet, attacked bool) bool {
	return types.Len() == 1 && slices.ContainsFunc(rs.clash.codes, func(a Announcement) bool {
		return !a.DefenderLeaves && a.DefenderSeen == types.First() ||
			attacked && !a.AttackerLeaves && a.AttackerSeen == types.First()
	})
}

func (p *Position) movedWrong(piece Piece) error {
	board := p.rules.board
	n, start := p.Where(piece), p.rules.Start(piece.Seat(), piece.Number())
	known := p.Known(piece)
	switch {
	case board.locked.Has(start):
		return coded.Errorf("engine.position-locked", "piece %s started on %s, which no piece can leave, but it has moved", pieceText(piece), board.Name(start))
	case board.closed[piece.Seat()].Has(n):
		return coded.Errorf("engine.position-closed", "the piece %s stands on %s, which only %s enters", pieceText(piece), board.Name(n), board.home[n])
	case known == 0:
		return errPieceNothing(piece)
	}
	shown := p.rules.shows(known, true) || p.wasCounted(piece) || p.phase == PhaseOver && p.result.Reason == ByReach && known == TypesOf(p.rules.reach.t)
	for i := range p.rules.gaits {
		g := &p.rules.gaits[i]
		alike := g.types & p.rules.allowed[piece.Number()]
		may := known & alike
		switch {
		case may != 0 && may != alike && !shown:
			return coded.Errorf("engine.position-alike", "the piece %s may be %s, but nothing distinguishes these from the others of %s",
				pieceText(piece), p.rules.Letters(may), p.rules.Letters(alike))
		case may != 0 && g.barred.Has(n) && n != start:
			return coded.Errorf("engine.position-barred", "the piece %s stands on %s, where %s never goes",
				pieceText(piece), board.Name(n), p.rules.Letters(may))
		}
	}
	return nil
}

// flagsWrong checks what is known of flags, and of the pieces whose fall shows them.
func (p *Position) flagsWrong() error {
	for _, seat := range p.rules.Seats() {
		look := p.flagWrong
		if p.flag[seat].taken {
			look = p.takenWrong
		}
		if err := cmp.Or(p.fallsWrong(seat), look(seat)); err != nil {
			return err
		}
	}
	return nil
}

// fallsWrong checks the pieces that fell whose fall shows a seat's flag.
func (p *Position) fallsWrong(seat Seat) error {
	gone := p.gone(seat)
	switch tellers := p.rules.countOf(p.rules.clash.tellers); {
	case p.fell[seat] > tellers:
		return coded.Errorf("engine.position-falls", "%d pieces of %s whose fall shows a flag have fallen, but there are %d", p.fell[seat], seat, tellers)
	case p.fell[seat] > gone:
		return coded.Errorf("engine.position-fell", "%d pieces of %s whose fall shows a flag have fallen, but only %d have left", p.fell[seat], seat, gone)
	}
	return nil
}

// gone returns how many pieces of a seat have left.
func (p *Position) gone(seat Seat) int {
	gone := p.rules.armySize - p.occupied[seat].Len()
	for _, count := range p.deal.unturned[seat] {
		gone -= int(count)
	}
	return gone
}

func (p *Position) flagWrong(seat Seat) error {
	f := &p.flag[seat]
	owes := p.phase == PhaseShow && p.turn == seat
	left := p.out[seat] != NotOver && !p.rules.loserStays()
	// A piece that fell while taking the flag that ended the game shows nothing more.
	ended := p.phase == PhaseOver && (p.result.Reason == ByFlag || p.result.Reason == ByShaken)
	holder := p.At(f.shown)
	switch {
	case f.carrier != NoPiece || f.lies != NoNode:
		return coded.Errorf("engine.position-not-taken", "%s's flag was not taken, so nobody carries it, and it lies nowhere", seat)
	case owes && (p.fell[seat] == 0 || f.shown != NoNode):
		return coded.Errorf("engine.position-owes-no-flag", "%s owes the place of its flag, which follows only on the fall of a piece that shows it", seat)
	case p.fell[seat] > 0 && f.shown == NoNode && !owes && !left && !ended:
		return coded.Errorf("engine.position-flag-unshown", "a piece of %s whose fall shows its flag has fallen, but the flag was not shown", seat)
	case f.shown == NoNode:
		return nil
	case p.fell[seat] == 0:
		return coded.Errorf("engine.position-flag-early", "%s's flag was shown, but no piece whose fall shows it has fallen", seat)
	case holder == NoPiece || holder.Seat() != seat || p.Moved(holder) || p.Known(holder) == 0:
		return errFlagNotThere(p, seat)
	}
	return nil
}

func errFlagNotThere(p *Position, seat Seat) error {
	return coded.Errorf("engine.flag-not-there", "%s's flag can't be on %s", seat, p.rules.board.Name(p.flag[seat].shown))
}

func (p *Position) takenWrong(seat Seat) error {
	f, board := &p.flag[seat], p.rules.board
	left := p.out[seat] != NotOver && !p.rules.loserStays()
	switch {
	case p.rules.flag == NoType || p.gone(seat) == 0:
		return coded.Errorf("engine.position-none-left", "%s's flag was taken, but none of its pieces has left", seat)
	case p.phase == PhaseShow && p.turn == seat:
		return coded.Errorf("engine.position-owes-taken", "%s owes the place of its flag, but that was taken", seat)
	case f.shown != NoNode:
		return coded.Errorf("engine.position-shown-taken", "%s's flag was taken, so it is not shown on %s", seat, board.Name(f.shown))
	case left && (f.carrier != NoPiece || f.lies != NoNode):
		return coded.Errorf("engine.position-flag-of-out", "%s is out, so its flag has left the board", seat)
	case left:
		return nil
	case f.carrier != NoPiece:
		if p.rules.Partners(f.carrier.Seat(), seat) || !p.Moved(f.carrier) || p.Where(f.carrier) == NoNode {
			return coded.Errorf("engine.position-carrier", "%s's flag is carried by a piece of an enemy that has moved and stands on the board", seat)
		}
		return nil
	case f.lies == NoNode:
		return coded.Errorf("engine.position-flag-gone", "%s's flag was taken, but nobody carries it, and it lies nowhere", seat)
	case p.rules.loserStays() && board.safe.Has(f.lies), p.enemyOn(seat, f.lies) && !p.liesUnder(seat, f.lies):
		return coded.Errorf("engine.position-flag-lies", "%s's flag can't lie on %s", seat, board.Name(f.lies))
	}
	return nil
}

func (p *Position) enemyOn(seat Seat, n Node) bool {
	piece := p.At(n)
	return piece != NoPiece && !p.rules.Partners(piece.Seat(), seat)
}

// liesUnder reports whether a seat's flag can lie on a node where a piece of an enemy
// stands: who goes there picks it up, but one may have stood there when a carrier of a
// third team attacked it and fell.
func (p *Position) liesUnder(seat Seat, n Node) bool {
	above := p.At(n).Seat()
	return slices.ContainsFunc(p.rules.Seats(), func(third Seat) bool {
		return !p.rules.Partners(third, seat) && !p.rules.Partners(third, above)
	})
}

func (p *Position) countsWrong() error {
	moved, gone, timeouts := 0, 0, 0
	for _, seat := range p.rules.Seats() {
		timeouts += p.timeouts[seat]
		if p.out[seat] == NotOver || p.rules.loserStays() {
			gone += p.gone(seat)
		}
	}
	for _, piece := range p.rules.pieces() {
		if p.Moved(piece) {
			moved++
		}
	}
	switch {
	case p.quiet > p.ply:
		return coded.Errorf("engine.position-quiet", "%d quiet plies of %d", p.quiet, p.ply)
	case timeouts > p.ply:
		return coded.Errorf("engine.position-timeouts", "%d time-outs in %d plies", timeouts, p.ply)
	case timeouts > 0 && p.rules.clock == 0:
		return coded.Errorf("engine.position-no-clock", "there is no clock, so there are no time-outs")
	case moved > p.ply:
		return coded.Errorf("engine.position-moved", "%d pieces have moved in %d plies", moved, p.ply)
	case gone > 2*(p.ply-p.quiet):
		return coded.Errorf("engine.position-gone", "%d pieces have left in %d plies, of which the last %d were quiet", gone, p.ply, p.quiet)
	case p.bothLeft && (p.quiet > 0 || p.ply == 0 || p.rules.loserStays() && gone < 2):
		return coded.Errorf("engine.position-both-left", "if both left in the last turn, no ply has been quiet since, and two pieces are gone")
	case p.rules.quietDraw > 0 && p.quiet > p.rules.quietDraw:
		return coded.Errorf("engine.position-too-quiet", "%d quiet plies: the game ended after %d", p.quiet, p.rules.quietDraw)
	}
	return p.offersWrong()
}

func (p *Position) offersWrong() error {
	switch {
	case p.offers != 0 && p.ply == 0:
		return coded.Errorf("engine.position-offer-early", "a draw is offered with a move, and no move was made")
	case p.offers&^p.Living() != 0:
		return coded.Errorf("engine.position-offer-out", "a draw is offered by a seat that is out")
	case p.Phase() == PhaseMove && !p.mustProve && p.offers.Has(p.turn):
		return coded.Errorf("engine.position-offer-own", "an offer stands until its seat's next turn, and this is %s's", p.turn)
	}
	return nil
}

// owedWrong checks what a game that goes on waits for.
func (p *Position) owedWrong() error {
	if p.phase == PhaseOver {
		return nil
	}
	for _, seat := range p.rules.Seats() {
		if p.phase != PhaseShow && p.broughtHome(seat) {
			return coded.Errorf("engine.position-brought-home", "%s's flag was carried home, so the game is over, or %s is out", seat, seat)
		}
	}
	switch {
	case p.out[p.turn] != NotOver:
		return coded.Errorf("engine.position-turn-of-out", "%s is out, so it is not its turn", p.turn)
	case p.rules.quietDraw > 0 && p.quiet >= p.rules.quietDraw:
		return coded.Errorf("engine.position-drawn", "the game is a draw after %d quiet plies", p.quiet)
	case p.phase == PhaseShow && p.quiet > 0:
		return coded.Errorf("engine.position-show-quiet", "a flag is shown after a clash, so the last turn was not quiet")
	case p.mustProve && (!p.rules.lastDraw || !p.rules.loserStays() || !p.bothLeft):
		return coded.Errorf("engine.position-prove", "only after both pieces of the last clash left, where that may be a draw, must a seat prove that it can move")
	case p.phase == PhaseAnswer:
		return p.attackWrong()
	case p.phase == PhaseMove && p.ply > 0 && !p.rules.loserStays() && p.stuck(p.turn):
		return coded.Errorf("engine.position-immobile", "%s plainly can't move, so it is out", p.turn)
	}
	return nil
}

func (p *Position) attackWrong() error {
	board, from, to := p.rules.board, p.clash.From, p.clash.To
	attacker := p.At(from)
	switch {
	case attacker == NoPiece || attacker.Seat() != p.turn || !p.enemyOn(p.turn, to):
		return coded.Errorf("engine.position-no-attack", "%s has no piece of %s that attacks one on %s", board.Name(from), p.turn, board.Name(to))
	case !p.Moved(attacker) || !p.Known(attacker).Within(p.Movers(from, to)):
		return coded.Errorf("engine.position-no-way", "a piece that may be %s does not attack from %s to %s",
			p.rules.Letters(p.Known(attacker)), board.Name(from), board.Name(to))
	case p.bothLeft:
		return coded.Errorf("engine.position-attack-both-left", "an attack is not answered, so in the last turn nobody left")
	}
	return nil
}

// outsWrong compares the seats that are out with those that should be.
func (p *Position) outsWrong() error {
	for _, seat := range p.rules.Seats() {
		reason := p.out[seat]
		if err := p.outWrong(seat, reason); err != nil {
			return err
		}
		switch {
		case reason != ByTimeouts && p.timeouts[seat] >= p.rules.timeouts:
			return coded.Errorf("engine.position-timeout-loses", "time-out %d loses", p.rules.timeouts)
		case p.flag[seat].taken && !p.rules.carry && reason != ByFlag && p.result.Reason != ByShaken:
			return coded.Errorf("engine.position-flag-loses", "%s's flag was taken, so it went out by that", seat)
		case reason != NotOver && !p.rules.loserStays() && !p.occupied[seat].Empty():
			return coded.Errorf("engine.position-out-stays", "%s is out, so its pieces have left the board", seat)
		}
	}
	if p.phase != PhaseOver && p.rules.oneTeam(p.Living()) {
		return coded.Errorf("engine.position-one-team", "one team is left, so the game is over")
	}
	return nil
}

// outWrong checks why a seat is out.
func (p *Position) outWrong(seat Seat, reason Reason) error {
	fine := false
	switch reason {
	case NotOver, ByNoMove:
		fine = true
	case ByFlag:
		fine = p.flag[seat].taken && (!p.rules.loserStays() || p.lostFlag(seat))
	case ByTimeouts:
		fine = p.timeouts[seat] == p.rules.timeouts
	case ByResignation:
		fine = p.ply >= p.rules.resignFrom
	case ByAbsence:
		fine = !p.rules.loserStays()
	case ByChief:
		fine = p.chiefOut(seat)
	case ByReach:
		fine = p.reachedBy(p.next(seat))
	case ByCount:
		fine = p.countedOut(seat)
	}
	if reason == NotOver {
		fine = !p.chiefOut(seat)
	}
	if !fine {
		return coded.Errorf("engine.position-out", "outs: %s can't have the reason %s in this position", seat, reason)
	}
	return nil
}

// chiefOut reports whether a seat's chief, another seat, is out.
func (p *Position) chiefOut(seat Seat) bool {
	return slices.ContainsFunc(p.rules.Seats(), func(chief Seat) bool {
		return chief != seat && p.out[chief] != NotOver && p.out[chief] != ByChief && p.rules.falls[chief].Has(seat)
	})
}

// reachedBy reports whether a seat has a piece where it wins.
func (p *Position) reachedBy(seat Seat) bool {
	r := &p.rules.reach
	for n := range r.to[seat].Intersect(p.occupied[seat]).All() {
		if r.t == NoType || p.Known(p.at[n]) == TypesOf(r.t) {
			return true
		}
	}
	return false
}

// countedOut reports whether a seat has lost by a count.
func (p *Position) countedOut(seat Seat) bool {
	return slices.ContainsFunc(p.rules.tallies, func(c counted) bool {
		of := seat
		if c.wins {
			of = p.next(seat)
		}
		return p.Lost(of, c.t) == p.rules.Count(c.t)
	})
}

// lostFlag reports whether a flag that was taken, in a game of two, is where that
// decides the game.
func (p *Position) lostFlag(of Seat) bool { return !p.rules.carry || p.broughtHome(of) }

// shakes reports whether a flag that was taken, in a game of two, is only a draw.
func (p *Position) shakes(of Seat) bool {
	return p.rules.shaken && p.fell[of] == 0 && p.fell[p.next(of)] > 0
}

// endWrong checks how a game ended.
func (p *Position) endWrong() error {
	r, living := p.result, p.Living()
	fine := true
	switch {
	case !r.Over:
		return nil
	case !r.Draw:
		return p.wonWrong()
	case p.rules.oneTeam(living):
		fine = false
	case r.Reason == ByShaken:
		fine = slices.ContainsFunc(p.rules.Seats(), func(of Seat) bool { return p.flag[of].taken && p.lostFlag(of) && p.shakes(of) })
	case r.Reason == ByQuiet:
		fine = p.rules.quietDraw > 0 && p.quiet == p.rules.quietDraw
	case r.Reason == ByLastBoth:
		fine = p.rules.lastDraw && p.bothLeft
	default:
		fine = r.Reason == ByAgreement && p.ply > 0
	}
	return p.errEnd(fine)
}

// wonWrong checks who won, and why.
func (p *Position) wonWrong() error {
	r, living := p.result, p.Living()
	fine := r.Reason != ByAbsence && r.Reason != ByChief && living != 0 && p.rules.oneTeam(living) && r.Winners == p.rules.allies[living.First()]
	why := false // whether who lost went out for this reason
	for _, seat := range p.rules.Seats() {
		lost := !r.Winners.Has(seat)
		why = why || lost && p.out[seat] == r.Reason
		if lost && p.out[seat] == ByFlag && p.rules.loserStays() && p.shakes(seat) {
			fine = false
		}
	}
	return p.errEnd(fine && why)
}

func (p *Position) errEnd(fine bool) error {
	switch {
	case !fine:
		return coded.Errorf("engine.position-end", "the game did not end as %s", p.result)
	case p.offers != 0 || p.mustProve:
		return coded.Errorf("engine.position-end-offer", "the game is over, so no draw is offered")
	}
	return nil
}
