package bot

import "github.com/darkjunqi/darkjunqi/engine"

// thought holds what a player works out once for a decision.
type thought struct {
	View
	traits *traits
	known  knowledge
	belief *belief
	haste  float64     // 0 to 1: how near a draw by quiet is
	toFlag *distances  // to where the enemies' flags may be
	toPrey *distances  // to the enemies' pieces, for a piece that can't take a flag
	toHome *distances  // to where a flag we carry must go; nil if we carry none
	flag   engine.Node // where our flag stands; NoNode if it doesn't
	last   engine.Move // our move before this one
	danger [engine.NumPieces]float64
}

func think(v View) *thought {
	tr, known := newTraits(v.Rules), conclude(v)
	t := &thought{View: v, traits: tr, known: known, belief: weigh(v, tr, known), flag: engine.NoNode, last: v.lastMove()}
	limit := v.Rules.QuietDraw()
	if limit == 0 {
		limit = 100
	}
	t.haste = min(1, float64(v.Position.Quiet())/float64(limit))
	for number, piece := range v.Layout {
		p := engine.PieceOf(v.Seat, number)
		if piece == tr.flag {
			t.flag = v.Position.Where(p)
		}
		t.danger[p] = t.threat(&v.Position, p, v.Position.Where(p))
	}
	board := v.Rules.Board()
	t.toFlag = measure(board, t.flagGoals(), v.inTheWay)
	t.toPrey = measure(board, t.preyGoals(), v.inTheWay)
	if len(t.carried()) > 0 {
		t.toHome = measure(board, t.homeGoals(), v.inTheWay)
	}
	return t
}

// chance returns how likely an enemy's piece is of a type; 0 if it is not an enemy's.
func (t *thought) chance(p engine.Piece, of engine.Type) float64 {
	if p == engine.NoPiece || t.Rules.Partners(p.Seat(), t.Seat) {
		return 0
	}
	return t.belief[p][of]
}

// flagChance returns how likely an enemy's piece is a flag.
func (t *thought) flagChance(p engine.Piece) float64 {
	if t.traits.flag == engine.NoType {
		return 0
	}
	return t.chance(p, t.traits.flag)
}

// lead returns how much more the living pieces of a seat of ours are worth, on average, than an
// enemy's.
func (t *thought) lead() float64 {
	var worth [engine.MaxSeats]float64
	for _, seat := range t.Rules.Seats() {
		for n := range t.Position.Occupied(seat).All() {
			for of, chance := range t.belief[t.Position.At(n)] {
				worth[seat] += chance * t.traits.worth[of]
			}
		}
	}
	ours, theirs := 0.0, 0.0
	for _, seat := range t.Rules.Allies(t.Seat).Seats() {
		ours += worth[seat]
	}
	enemies := t.enemies()
	for _, seat := range enemies {
		theirs += worth[seat] / float64(len(enemies))
	}
	return ours/float64(t.Rules.Allies(t.Seat).Len()) - theirs
}

// threat returns what the best attack of an enemy on our piece, were it on a node, would win
// on average.
func (t *thought) threat(p *engine.Position, piece engine.Piece, n engine.Node) float64 {
	if n == engine.NoNode || p.At(n) != piece {
		return 0
	}
	own := t.Layout[piece.Number()]
	worst := 0.0
	for _, seat := range t.enemies() {
		for from := range p.Occupied(seat).All() {
			movers := p.Movers(from, n)
			if movers == 0 {
				continue
			}
			enemy := p.At(from)
			won := 0.0
			for _, of := range movers.Types() {
				value, out := 0.0, t.traits.outcomes[of][own]
				if out.defenderLeaves {
					value += t.traits.worth[own]
				}
				if out.attackerLeaves {
					value -= t.traits.worth[of]
				}
				won += t.belief[enemy][of] * value
			}
			worst = max(worst, won)
		}
	}
	return threatShare * worst
}
