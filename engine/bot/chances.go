package bot

import (
	"math"
	"math/rand/v2"

	"github.com/darkjunqi/darkjunqi/engine"
)

// chances weighs the turns of a game with a deck. All that is turned up is known, and what lies face
// down is on each node with the same chances, so that a turn is worth what it leads to on average.
type chances struct {
	View
	traits *traits
	allies engine.SeatSet
	limit  int // plies without a clash that are a draw; 0: none
}

func newChances(v View) *chances {
	return &chances{View: v, traits: newTraits(v.Rules), allies: v.Rules.Allies(v.Seat), limit: v.Rules.QuietDraw()}
}

// What counts beside pieces, on the scale of worth.
const (
	turnReward   = 3.0 // to turn a piece up, which keeps the game going
	preyReward   = 6.0 // a move nearer to something that the piece can take
	quietPenalty = 2.0 // a move that takes nothing, when a draw comes near
)

// turnUpOrMove returns the turn that is best on average, if clashes are followed for so many plies after it.
func turnUpOrMove(v View, depth int, rng *rand.Rand) engine.Move {
	c := newChances(v)
	var best engine.Move
	bestScore := math.Inf(-1)
	still := math.NaN() // of turning a piece up that nothing can reach, and that reaches nothing
	near := c.near()
	last := v.lastMove()
	for i, m := range v.LegalMoves() {
		const whim = 0.5
		var score float64
		switch {
		case m.Flips() && !near.Has(m.From):
			if math.IsNaN(still) {
				still = c.after(m, depth)
			}
			score = still
		default:
			score = c.after(m, depth)
		}
		if m.Flips() {
			score += turnReward
		} else {
			score += c.approach(m)
			if m.From == last.To && m.To == last.From {
				score -= repeatPrice
			}
		}
		if score += whim * rng.Float64(); score > bestScore || i == 0 {
			best, bestScore = m, score
		}
	}
	return best
}

// near returns the nodes within a step of pieces that were turned up, or on a railway line with them.
func (c *chances) near() engine.NodeSet {
	var near engine.NodeSet
	board := c.Rules.Board()
	for _, seat := range c.Rules.Seats() {
		for n := range c.Position.Occupied(seat).All() {
			near = near.Union(board.Adjacent(n))
			for _, t := range c.Position.Known(c.Position.At(n)).Types() {
				near = near.Union(c.Rules.Reach(seat, t, n, engine.NodeSet{}, c.Position.Down()))
			}
		}
	}
	return near
}

// after returns how good a turn is for the view's side: of what it turns up, on average.
func (c *chances) after(m engine.Move, depth int) float64 {
	p := c.Position
	if p.Apply(engine.TurnEvent(c.Seat, m, false)) != nil {
		return math.Inf(-1)
	}
	for p.Phase() == engine.PhaseShare && p.Shared().Len() < len(p.Sharers())-1 {
		if p.Apply(engine.ShareEvent(p.ToAct())) != nil {
			return math.Inf(-1)
		}
	}
	if p.Phase() != engine.PhaseShare {
		return c.value(settled(p), depth)
	}
	tokens := p.DownTokens()
	sum := 0.0
	for i := 0; i < len(tokens); {
		same := 1
		for i+same < len(tokens) && tokens[i+same] == tokens[i] {
			same++
		}
		next := p
		if next.Apply(engine.FaceEvent(p.ToAct(), tokens[i])) == nil {
			sum += float64(same) * c.value(settled(next), depth)
		}
		i += same
	}
	return sum / float64(len(tokens))
}

// settled returns a position after what follows from it without anybody's choice.
func settled(p engine.Position) *engine.Position {
	for e, owed := p.Next(nil); owed && p.Apply(e) == nil; e, owed = p.Next(nil) {
	}
	return &p
}

// value returns how good a position is for the view's side, if clashes are followed for so many plies:
// whoever is to move takes what is best for its side, or nothing.
func (c *chances) value(p *engine.Position, depth int) float64 {
	best := c.standing(p)
	if depth == 0 || p.Phase() != engine.PhaseMove {
		return best
	}
	seat := p.Turn()
	ours := c.allies.Has(seat)
	var enemies engine.NodeSet
	for _, other := range c.Rules.Seats() {
		if !c.Rules.Partners(seat, other) {
			enemies = enemies.Union(p.Occupied(other))
		}
	}
	for from := range p.Occupied(seat).All() {
		t := p.Known(p.At(from)).First()
		for to := range p.Destinations(from, t).Intersect(enemies).All() {
			next := *p
			if next.Apply(engine.MoveEvent(seat, engine.Move{From: from, To: to}, false)) != nil {
				continue
			}
			if value := c.value(settled(next), depth-1); ours == (value > best) && value != best {
				best = value
			}
		}
	}
	return best
}

// standing is by how much the pieces of the view's side that were turned up are worth more than the
// others'; or what the end of the game is worth.
func (c *chances) standing(p *engine.Position) float64 {
	if r := p.Result(); r.Over {
		switch {
		case r.Draw:
			return 0
		case r.Winners.Has(c.Seat):
			return win
		}
		return -win
	}
	if !p.ColoursSettled() {
		return 0
	}
	sum := 0.0
	for _, seat := range c.Rules.Seats() {
		worth := 0.0
		for n := range p.Occupied(seat).All() {
			worth += c.traits.worth[p.Known(p.At(n)).First()]
		}
		if !c.allies.Has(seat) {
			worth = -worth
		}
		sum += worth
	}
	return sum
}

// approach returns what it is worth that a move brings a piece nearer to what it can take, or does not.
func (c *chances) approach(m engine.Move) float64 {
	p := &c.Position
	own := p.Known(p.At(m.From)).First()
	if p.At(m.To) != engine.NoPiece || p.FaceDown(m.To) {
		return 0
	}
	penalty := 0.0
	if c.limit > 0 {
		penalty = quietPenalty * float64(p.Quiet()) / float64(c.limit)
	}
	board := c.Rules.Board()
	goals := map[engine.Node]float64{}
	for _, enemy := range c.enemies() {
		for n := range p.Occupied(enemy).All() {
			of := p.Known(p.At(n)).First()
			if o := c.traits.outcomes[own][of]; o.defenderLeaves && !o.attackerLeaves && !board.KindRule(n).Safe {
				goals[n] = 0
			}
		}
	}
	if len(goals) == 0 {
		return -penalty
	}
	way := measure(board, goals, c.inTheWay)
	gain := way[m.From] - way[m.To]
	if math.IsInf(gain, 0) || math.IsNaN(gain) {
		return -penalty
	}
	return preyReward*gain - penalty
}
