package bot

import (
	"github.com/darkjunqi/darkjunqi/engine"
)

// thought is what a player works out once for a decision.
type thought struct {
	View
	known  knowledge
	belief *belief
	haste  float64    // 0 to 1: how near a draw by quiet is
	toFlag *distances // to where the enemy's flag may be
	toPrey *distances // to the enemy's pieces, for who can't take a flag
	toHome *distances // to where a flag we carry must go; nil if we carry none
	flag   engine.Node
	last   engine.Move // our move before this one
	danger [engine.NumPieces]float64
}

func think(v View) *thought {
	known := conclude(v)
	t := &thought{View: v, known: known, belief: weigh(v, known), flag: engine.NoNode}
	limit := v.Rules.QuietDraw()
	if limit == 0 {
		limit = 100
	}
	t.haste = min(1, float64(v.Position.Quiet())/float64(limit))
	for number, piece := range v.Layout {
		p := engine.PieceOf(v.Seat, number)
		if piece == engine.Flag {
			t.flag = v.Position.Where(p)
		}
		t.danger[p] = t.threat(&v.Position, p, v.Position.Where(p))
	}
	t.toFlag = measure(v, t.flagGoals())
	t.toPrey = measure(v, t.preyGoals())
	if carrier := v.Position.Carrier(v.Seat.Other()); carrier != engine.NoPiece {
		t.toHome = measure(v, t.homeGoals())
	}
	for i := len(v.History) - 1; i >= 0; i-- {
		if e := v.History[i]; e.Kind == engine.EventMove && e.Seat == v.Seat {
			t.last = e.Move
			break
		}
	}
	return t
}

// chance is how likely an enemy piece is of a type; 0 if it is no enemy piece.
func (t *thought) chance(p engine.Piece, of engine.Type) float64 {
	if p == engine.NoPiece || p.Seat() == t.Seat {
		return 0
	}
	return t.belief[p][of]
}

// lead is by how much our living pieces are worth more than the enemy's.
func (t *thought) lead() float64 {
	sum := 0.0
	for p := range engine.Piece(engine.NumPieces) {
		if t.Position.Where(p) == engine.NoNode {
			continue
		}
		for of, chance := range t.belief[p] {
			if p.Seat() == t.Seat {
				sum += chance * worth[of]
			} else {
				sum -= chance * worth[of]
			}
		}
	}
	return sum
}

// threat is what the enemy's best attack on our piece, were it on a node, would win
// on average.
func (t *thought) threat(p *engine.Position, piece engine.Piece, n engine.Node) float64 {
	if n == engine.NoNode || p.At(n) != piece {
		return 0
	}
	own := t.Layout[piece.Number()]
	worst := 0.0
	for number := range engine.ArmySize {
		enemy := engine.PieceOf(t.Seat.Other(), number)
		movers := p.Movers(p.Where(enemy), n)
		if movers == 0 {
			continue
		}
		won := 0.0
		for _, of := range movers.Types() {
			said, ok := t.Rules.Announcement(t.Rules.Clash(of, own))
			if !ok {
				continue
			}
			value := 0.0
			if said.DefenderLeaves {
				value += worth[own]
			}
			if said.AttackerLeaves {
				value -= worth[of]
			}
			won += t.belief[enemy][of] * value
		}
		worst = max(worst, won)
	}
	return threatShare * worst
}
