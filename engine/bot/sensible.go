package bot

import (
	"math"
	"math/rand/v2"

	"github.com/darkjunqi/darkjunqi/engine"
)

// sensible weighs every move by what it wins and risks on average, in the light of
// what was announced, and by how much nearer it brings an enemy's flag. It looks one
// move ahead.
type sensible struct{}

func (sensible) Layout(rs *engine.Ruleset, rng *rand.Rand) engine.Layout {
	return likelyLayout(rs, rng)
}

func (sensible) Move(v View, rng *rand.Rand) engine.Move {
	if v.Rules.Deck() != nil {
		return turnUpOrMove(v, 1, rng)
	}
	t := think(v)
	best, bestScore := engine.Move{}, math.Inf(-1)
	for i, m := range v.LegalMoves() {
		const whim = 1.5 // keeps games from being all the same
		if score := t.score(m) + whim*rng.Float64(); score > bestScore || i == 0 {
			best, bestScore = m, score
		}
	}
	return best
}

// AcceptDraw takes a draw when behind.
func (sensible) AcceptDraw(v View) bool {
	const margin = 60 // on the scale of worth
	if v.Rules.Deck() != nil {
		return newChances(v).standing(&v.Position) < -margin
	}
	return think(v).lead() < -margin
}

// score returns how good a legal move is.
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
		if t.flag != engine.NoNode {
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
	if board.KindRule(m.To).Safe && !board.KindRule(m.From).Safe {
		score += campReward
	}
	if after.Phase() == engine.PhaseMove && t.exposed(&after) {
		score -= exposedFlag
	}
	return score
}

// advance returns what a way forward is worth.
func (t *thought) advance(piece engine.Piece, own engine.Type, m engine.Move) float64 {
	if t.toHome != nil && t.carriesEnemys(piece) {
		return carryHomeReward * (t.toHome[m.From] - t.toHome[m.To])
	}
	way := t.toFlag
	if !t.traits.takesFlag(own) {
		way = t.toPrey
	}
	gain := way[m.From] - way[m.To]
	if math.IsInf(gain, 0) || math.IsNaN(gain) {
		return 0
	}
	return t.traits.drive[own] * gain
}

// clash returns what an attack on an enemy wins on average, and how likely the attacker
// then stands where the enemy stood.
func (t *thought) clash(own engine.Type, enemy engine.Piece) (won, stays float64) {
	place := t.Position.Where(enemy)
	if t.carriesOurs(enemy) {
		won += exposedFlag
	}
	for _, of := range t.Rules.Types().Types() {
		chance := t.belief[enemy][of]
		said, ok := t.Rules.Announcement(t.Rules.At(enemy.Seat(), place).Clash(own, of))
		if chance == 0 || !ok {
			continue
		}
		value := 0.0
		if said.Repelled {
			value -= repelledPrice
		}
		if said.DefenderLeaves {
			value += t.traits.worth[of]
			if t.traits.obstacles.Has(of) {
				value += sapperReward * t.besideFlag(place)
			}
		}
		if said.AttackerLeaves {
			value -= t.traits.worth[own] * (1 - 0.6*t.haste)
		} else if said.DefenderLeaves {
			stays += chance
		}
		if said.AttackerShowsFlag {
			value -= flagShownPrice
		}
		if said.DefenderShowsFlag {
			value += flagShownPrice
		}
		won += chance * value
	}
	return won, stays
}

// besideFlag returns how likely an enemy's flag stands beside a node.
func (t *thought) besideFlag(n engine.Node) float64 {
	sum := 0.0
	for near := range t.Rules.Board().Roads(n).All() {
		sum += t.flagChance(t.Position.At(near))
	}
	return sum
}

// toOwnFlag is roughly how many nodes lie between a node and our flag.
func (t *thought) toOwnFlag(n engine.Node) float64 {
	x, y := t.Rules.Board().XY(n)
	flagX, flagY := t.Rules.Board().XY(t.flag)
	return math.Max(math.Abs(float64(x-flagX)), math.Abs(float64(y-flagY))) / 2
}

// assumeWon carries a pending attack on as if the attacker had won it.
func (t *thought) assumeWon(after *engine.Position) bool {
	if after.Phase() != engine.PhaseAnswer {
		return false
	}
	for _, code := range after.Answers() {
		said, _ := t.Rules.Announcement(code)
		if said.DefenderLeaves && !said.AttackerLeaves && !said.FlagTaken {
			return after.Apply(engine.AnswerEvent(after.ToAct(), code, engine.NoNode)) == nil
		}
	}
	return false
}

// exposed reports whether an enemy piece that may be a mover could go to our flag.
func (t *thought) exposed(p *engine.Position) bool {
	if t.flag == engine.NoNode {
		return false
	}
	for _, seat := range t.enemies() {
		for from := range p.Occupied(seat).All() {
			enemy := p.At(from)
			for _, of := range p.Movers(from, t.flag).Types() {
				if t.belief[enemy][of] > 0 {
					return true
				}
			}
		}
	}
	return false
}
