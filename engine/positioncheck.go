package engine

import "fmt"

// inconsistent says what can't be true of a position that was read; "" if nothing.
func (p *Position) inconsistent() (reason string) {
	for _, check := range []func() string{p.piecesWrong, p.flagsWrong, p.countsWrong, p.owedWrong, p.endWrong} {
		if reason = check(); reason != "" {
			break
		}
	}
	return reason
}

// piecesWrong looks at where the pieces stand and what their ways told.
func (p *Position) piecesWrong() string {
	for piece := range Piece(NumPieces) {
		n, start := p.where[piece], startNodes[piece.Seat()][piece.Number()]
		name := pieceLetters[piece : piece+1]
		if !p.Moved(piece) {
			if n != NoNode && n != start {
				return fmt.Sprintf("the piece %s stands on %s but has not moved from %s", name, n, start)
			}
			continue
		}
		if p.rules.lockedIn.Has(start) {
			return fmt.Sprintf("the piece %s started on %s, which nobody leaves, but has moved", name, start)
		}
		if p.rules.closed[piece.Seat()].Has(n) {
			return fmt.Sprintf("the piece %s stands in a camp (%s) that it may not enter", name, n)
		}
		if p.known[piece] == 0 {
			return fmt.Sprintf("the piece %s may be nothing", name)
		}
		for i := range p.rules.gaits {
			g := &p.rules.gaits[i]
			alike := g.types & p.rules.allowed[piece.Number()]
			if may := p.known[piece] & alike; may != 0 && may != alike {
				return fmt.Sprintf("the piece %s may be %s, but no way tells these from the others of %s", name, may, alike)
			}
			if g.barred.Has(n) && p.known[piece]&g.types != 0 {
				return fmt.Sprintf("the piece %s stands on %s, where %s never goes", name, n, p.known[piece]&g.types)
			}
		}
	}
	return ""
}

// flagsWrong looks at what is known of flags and commanders.
func (p *Position) flagsWrong() string {
	for seat := Red; seat.Valid(); seat++ {
		f := &p.flag[seat]
		owes := p.phase == PhaseShow && p.turn == seat
		switch holder := p.At(f.shown); {
		case p.fell[seat] && !p.rules.showFlag:
			return "under show-flag=off nobody is told that a commander fell"
		case p.fell[seat] && p.occupied[seat].Len() == ArmySize:
			return fmt.Sprintf("%s's commander fell, but none of its pieces has left", seat)
		case owes && (!p.fell[seat] || f.taken || f.shown != NoNode):
			return fmt.Sprintf("%s owes the place of its flag, which follows only on the fall of its commander", seat)
		case p.fell[seat] && !f.taken && f.shown == NoNode && !owes:
			return fmt.Sprintf("%s's commander fell, but its flag was not shown", seat)
		case f.shown != NoNode && f.taken:
			return fmt.Sprintf("%s's flag was taken, so it is not shown on %s", seat, f.shown)
		case f.shown != NoNode && (!p.rules.board.headquarters[seat].Has(f.shown) || holder == NoPiece || holder.Seat() != seat || p.Moved(holder)):
			return fmt.Sprintf("%s's flag can't stand on %s", seat, f.shown)
		}
		if f.taken {
			if reason := p.takenWrong(seat); reason != "" {
				return reason
			}
		}
	}
	return ""
}

// takenWrong looks at a seat's flag that was taken.
func (p *Position) takenWrong(seat Seat) string {
	f, taker := &p.flag[seat], seat.Other()
	if p.occupied[seat].Len() == ArmySize {
		return fmt.Sprintf("%s's flag was taken, but none of its pieces has left", seat)
	}
	if f.carrier != NoPiece {
		if f.carrier.Seat() != taker || !p.Moved(f.carrier) || p.where[f.carrier] == NoNode {
			return fmt.Sprintf("%s's flag is carried by a piece of %s that has moved and stands on the board", seat, taker)
		}
		return ""
	}
	board := p.rules.board
	switch {
	case p.rules.carry == carryOff:
		return "a flag lies nowhere where it need not be carried (option carry)"
	case !board.Has(f.lies) || board.kind[f.lies] == Camp || board.kind[f.lies] == Mountain || p.occupied[taker].Has(f.lies):
		return fmt.Sprintf("%s's flag can't lie on %s", seat, f.lies)
	}
	return ""
}

// countsWrong looks at the counters.
func (p *Position) countsWrong() string {
	moved, gone := 0, NumPieces-p.occupied[Red].Len()-p.occupied[Blue].Len()
	for piece := range Piece(NumPieces) {
		if p.Moved(piece) {
			moved++
		}
	}
	switch {
	case p.quiet > p.ply:
		return fmt.Sprintf("%d quiet plies of %d", p.quiet, p.ply)
	case p.timeouts[Red]+p.timeouts[Blue] > p.ply:
		return fmt.Sprintf("%d and %d time-outs in %d plies", p.timeouts[Red], p.timeouts[Blue], p.ply)
	case p.timeouts != [NumSeats]int{} && p.rules.clock == 0:
		return "there is no clock, so there are no time-outs"
	case moved > p.ply:
		return fmt.Sprintf("%d pieces have moved in %d plies", moved, p.ply)
	case gone > 2*(p.ply-p.quiet):
		return fmt.Sprintf("%d pieces have left in %d plies, of which the last %d were quiet", gone, p.ply, p.quiet)
	case p.bothLeft && (p.quiet > 0 || gone < 2):
		return "if both left in the last turn, no ply has been quiet since, and two pieces are gone"
	case p.offered && p.ply == 0:
		return "a draw is offered with a move, and there was none"
	case p.rules.quietDraw > 0 && p.quiet > p.rules.quietDraw:
		return fmt.Sprintf("%d quiet plies: the game ended after %d", p.quiet, p.rules.quietDraw)
	}
	return ""
}

// owedWrong looks at what a game that goes on waits for.
func (p *Position) owedWrong() string {
	attacker := p.At(p.clash.From)
	switch {
	case p.phase == PhaseOver:
		return ""
	case p.rules.quietDraw > 0 && p.quiet >= p.rules.quietDraw:
		return fmt.Sprintf("the game is a draw after %d quiet plies", p.quiet)
	case max(p.timeouts[Red], p.timeouts[Blue]) >= p.rules.timeouts:
		return fmt.Sprintf("the time-out %d loses", p.rules.timeouts)
	case p.rules.carry == carryOff && (p.flag[Red].taken || p.flag[Blue].taken):
		return "a flag was taken, so the game is over"
	case p.phase != PhaseShow && (p.broughtHome(Red) || p.broughtHome(Blue)):
		return "a flag was carried home, so the game is over"
	case p.phase == PhaseShow && p.quiet > 0:
		return "a commander fell in the last turn, so it was not quiet"
	case p.mustProve && (!p.rules.lastDraw || !p.bothLeft):
		return "who must prove that it can move has just left a clash together with the other, under last-both=draw"
	case p.phase != PhaseAnswer:
		return ""
	case attacker == NoPiece || attacker.Seat() != p.turn || !p.occupied[p.turn.Other()].Has(p.clash.To):
		return fmt.Sprintf("on %s stands no piece of %s that attacks one on %s", p.clash.From, p.turn, p.clash.To)
	case !p.Moved(attacker) || !p.known[attacker].Within(p.Movers(p.clash.From, p.clash.To)):
		return fmt.Sprintf("a piece that may be %s does not attack from %s to %s", p.known[attacker], p.clash.From, p.clash.To)
	case p.bothLeft:
		return "an attack is not answered, so in the last turn nobody left"
	}
	return ""
}

// endWrong looks at how a game ended.
func (p *Position) endWrong() string {
	r := p.result
	if !r.Over {
		return ""
	}
	lost := r.Winner.Other()
	byFlag := func(seat Seat) bool { // whether the game may end by the flag that seat took
		return p.flag[seat.Other()].taken && (p.rules.carry == carryOff || p.broughtHome(seat))
	}
	fine := false
	switch r.Reason {
	case ByFlag:
		fine = !r.Draw && byFlag(r.Winner) && p.flagWin(r.Winner) == r
	case ByShaken:
		fine = byFlag(Red) && p.flagWin(Red) == r || byFlag(Blue) && p.flagWin(Blue) == r
	case ByTimeouts:
		fine = !r.Draw && p.timeouts[lost] == p.rules.timeouts
	case ByQuiet:
		fine = r.Draw && p.rules.quietDraw > 0 && p.quiet == p.rules.quietDraw
	case ByLastBoth:
		fine = r.Draw && p.rules.lastDraw && p.bothLeft
	case ByAgreement:
		fine = r.Draw && p.ply > 0
	case ByNoMove, ByResignation:
		fine = !r.Draw
	}
	switch {
	case !fine:
		return fmt.Sprintf("the game did not end as %s", r)
	case p.offered || p.mustProve:
		return "the game is over, so no draw is offered"
	case p.rules.carry == carryOff && r.Reason != ByFlag && r.Reason != ByShaken && (p.flag[Red].taken || p.flag[Blue].taken):
		return "a flag was taken, so the game ended by that"
	}
	for seat, n := range p.timeouts {
		if n > p.rules.timeouts || n == p.rules.timeouts && (r.Reason != ByTimeouts || Seat(seat) == r.Winner) {
			return fmt.Sprintf("the time-out %d loses", p.rules.timeouts)
		}
	}
	return ""
}
