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

// worth is what a piece is worth, on a scale where a platoon is 10. These numbers and
// those below are our own judgement, tried out in games of the bot with itself.
var worth = [engine.NumTypes]float64{
	engine.Flag:      1000,
	engine.Mine:      14,
	engine.Engineer:  26,
	engine.Platoon:   10,
	engine.Company:   14,
	engine.Battalion: 20,
	engine.Regiment:  30,
	engine.Brigade:   45,
	engine.Division:  70,
	engine.Army:      100,
	engine.Commander: 140,
	engine.Bomb:      60,
}

// drive is how gladly a type goes forward.
var drive = [engine.NumTypes]float64{
	engine.Engineer:  1,
	engine.Platoon:   1.4,
	engine.Company:   1.8,
	engine.Battalion: 2,
	engine.Regiment:  2.2,
	engine.Brigade:   2.2,
	engine.Division:  2.2,
	engine.Army:      2,
	engine.Commander: 1.6,
	engine.Bomb:      1,
}

// What else counts, on the scale of worth.
const (
	flagShownPrice  = 40  // a commander's fall shows the flag
	repelledPrice   = 3   // a turn spent
	guardReward     = 30  // driving an enemy from our flag
	sapperReward    = 20  // a mine beside the enemy's flag
	campReward      = 3   // a safe place
	repeatPrice     = 8   // going back at once
	exposedFlag     = 250 // the enemy may take our flag at its next move
	threatShare     = 0.5 // how likely a threat is carried out
	carryHomeReward = 40  // a carried flag nearer its goal
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

// knowledge tells what a piece may be.
type knowledge interface {
	Possible(engine.Piece) engine.TypeSet
}

// conclude is what the view's player may conclude from the game and its own layout.
func conclude(v View) knowledge {
	first := v.Position.ToAct()
	if len(v.History) > 0 {
		first = v.History[0].Seat
	}
	if known, err := engine.Know(v.Rules, v.Seat, v.Layout, first, v.History); err == nil {
		return known
	}
	facts := engine.NewFacts(v.Rules) // not this position's history: make do with what is opened
	for p := range engine.Piece(engine.NumPieces) {
		facts.Assume(p, v.Position.Known(p))
	}
	facts.AssumeLayout(v.Seat, v.Layout)
	return facts
}

// flagGoals are the places where the enemy's flag may be, the less likely ones further
// away.
func (t *thought) flagGoals() map[engine.Node]float64 {
	enemy := t.Seat.Other()
	if n := t.Position.FlagLies(enemy); n != engine.NoNode {
		return map[engine.Node]float64{n: 0}
	}
	const detour = 4
	goals := map[engine.Node]float64{}
	for n := range t.Rules.Board().Headquarters(enemy).All() {
		if chance := t.chance(t.Position.At(n), engine.Flag); chance > 0 {
			goals[n] = detour * (1 - chance)
		}
	}
	return goals
}

// preyGoals are the places of the enemy's pieces, but for mines and flags.
func (t *thought) preyGoals() map[engine.Node]float64 {
	enemy := t.Seat.Other()
	goals := map[engine.Node]float64{}
	for n := range t.Position.Occupied(enemy).All() {
		piece := t.Position.At(n)
		if t.chance(piece, engine.Flag)+t.chance(piece, engine.Mine) < 0.5 {
			goals[n] = 0
		}
	}
	return goals
}

// takesFlags reports whether a type takes a flag (option flag-takers).
func (t *thought) takesFlags(own engine.Type) bool {
	said, ok := t.Rules.Announcement(t.Rules.Clash(own, engine.Flag))
	return ok && !said.Repelled
}

// homeGoals are the places where a flag that we carry must go.
func (t *thought) homeGoals() map[engine.Node]float64 {
	board := t.Rules.Board()
	goals := map[engine.Node]float64{}
	nodes := board.Half(t.Seat)
	if t.Rules.Option("carry") == "home" {
		nodes = board.Headquarters(t.Seat)
	}
	for n := range nodes.All() {
		goals[n] = 0
	}
	return goals
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
	file := math.Abs(float64(n/12) - float64(t.flag/12))
	row := math.Abs(float64(n%12) - float64(t.flag%12))
	return max(file, row)
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
