package bot

import (
	"math"
	"math/rand/v2"

	"github.com/darkjunqi/darkjunqi/engine"
)

// sensible weighs every move by what it wins and risks on average, in the light of
// what was announced, and by how much nearer it brings the enemy's flag. It looks one
// move ahead.
type sensible struct{}

func (sensible) Layout(rs *engine.Ruleset, rng *rand.Rand) engine.Layout {
	return variedLayout(rs, rng)
}

func (sensible) Move(v View, rng *rand.Rand) engine.Move {
	t := think(v)
	best, bestScore := engine.Move{}, math.Inf(-1)
	for _, m := range v.LegalMoves() {
		const whim = 1.5 // keeps games from being all the same
		if score := t.score(m) + whim*rng.Float64(); score > bestScore {
			best, bestScore = m, score
		}
	}
	return best
}

// AcceptDraw takes a draw when behind.
func (sensible) AcceptDraw(v View) bool {
	const margin = 60 // on the scale of worth
	return think(v).lead() < -margin
}

// takesFlags reports whether a type takes a flag (option flag-takers).
func (t *thought) takesFlags(own engine.Type) bool {
	said, ok := t.Rules.Announcement(t.Rules.Clash(own, engine.Flag))
	return ok && !said.Repelled
}

// score is how good a legal move is.
func (t *thought) score(m engine.Move) float64 {
	board := t.Rules.Board()
	piece := t.Position.At(m.From)
	own := t.Layout[piece.Number()]
	score := t.danger[piece]

	after := t.Position
	stays := 1.0 // how likely the piece then stands on m.To
	enemy := t.Position.At(m.To)
	if after.Apply(engine.MoveEvent(t.Seat, m, false)) != nil {
		return math.Inf(-1)
	}
	if enemy != engine.NoPiece {
		var won float64
		won, stays = t.clash(own, enemy)
		score += won
		if n := t.flag; n != engine.NoNode {
			score += guardReward / (1 + t.toOwnFlag(m.To))
		}
		if !t.assumeWon(&after) {
			stays = 0
		}
	}
	score -= stays * t.threat(&after, piece, m.To)

	forward := stays * (1 + 2*t.haste)
	score += forward * t.advance(piece, own, m)
	if m.From == t.last.To && m.To == t.last.From {
		score -= repeatPrice
	}
	if board.Kind(m.To) == engine.Camp && board.Kind(m.From) != engine.Camp {
		score += campReward
	}
	if after.Phase() == engine.PhaseMove && t.exposed(&after) {
		score -= exposedFlag
	}
	return score
}

// advance is what a way forward is worth.
func (t *thought) advance(piece engine.Piece, own engine.Type, m engine.Move) float64 {
	if t.toHome != nil && t.Position.Carrier(t.Seat.Other()) == piece {
		return carryHomeReward * (t.toHome[m.From] - t.toHome[m.To])
	}
	way := t.toFlag
	if !t.takesFlags(own) {
		way = t.toPrey
	}
	gain := way[m.From] - way[m.To]
	if math.IsInf(gain, 0) || math.IsNaN(gain) {
		return 0
	}
	return drive[own] * gain
}

// clash is what an attack on an enemy wins on average, and how likely the attacker
// then stands where the enemy stood.
func (t *thought) clash(own engine.Type, enemy engine.Piece) (won, stays float64) {
	place := t.Position.Where(enemy)
	if t.Position.Carrier(t.Seat) == enemy {
		won += exposedFlag // it carries our flag
	}
	for of, chance := range t.belief[enemy] {
		if chance == 0 {
			continue
		}
		said, ok := t.Rules.Announcement(t.Rules.Clash(own, engine.Type(of)))
		if !ok {
			continue
		}
		value := 0.0
		if said.Repelled {
			value -= repelledPrice
		}
		if said.DefenderLeaves {
			value += worth[of]
			if engine.Type(of) == engine.Mine {
				value += sapperReward * t.besideFlag(place)
			}
		}
		if said.AttackerLeaves {
			value -= worth[own] * (1 - 0.6*t.haste)
		} else if said.DefenderLeaves {
			stays += chance
		}
		if said.AttackerCommanderFell {
			value -= flagShownPrice
		}
		if said.DefenderCommanderFell {
			value += flagShownPrice
		}
		won += chance * value
	}
	return won, stays
}

// besideFlag is how likely the enemy's flag stands beside a node.
func (t *thought) besideFlag(n engine.Node) float64 {
	sum := 0.0
	for near := range t.Rules.Board().Roads(n).All() {
		sum += t.chance(t.Position.At(near), engine.Flag)
	}
	return sum
}

// toOwnFlag is roughly how many nodes lie between a node and our flag.
func (t *thought) toOwnFlag(n engine.Node) float64 {
	file, row := n.Place()
	flagFile, flagRow := t.flag.Place()
	return max(math.Abs(file-flagFile), math.Abs(row-flagRow))
}

// assumeWon carries a pending attack on as if the attacker had won it.
func (t *thought) assumeWon(after *engine.Position) bool {
	if after.Phase() != engine.PhaseAnswer {
		return false
	}
	for _, code := range after.Answers() {
		said, _ := t.Rules.Announcement(code)
		if said.DefenderLeaves && !said.AttackerLeaves && !said.FlagTaken {
			return after.Apply(engine.AnswerEvent(t.Seat.Other(), code, engine.NoNode)) == nil
		}
	}
	return false
}

// exposed reports whether an enemy piece that may be a mover could go to our flag.
func (t *thought) exposed(p *engine.Position) bool {
	if t.flag == engine.NoNode {
		return false
	}
	for number := range engine.ArmySize {
		enemy := engine.PieceOf(t.Seat.Other(), number)
		if movers := p.Movers(p.Where(enemy), t.flag); movers != 0 {
			for _, of := range movers.Types() {
				if t.belief[enemy][of] > 0 {
					return true
				}
			}
		}
	}
	return false
}
