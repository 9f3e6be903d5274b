package bot

import (
	"math"
	"math/rand/v2"

	"github.com/darkjunqi/darkjunqi/engine"
)

// strong guesses the enemy's layout many times over, looks some plies ahead on each
// board as if all were open, and plays what is best on average.
type strong struct{}

// How much strong thinks.
const (
	guesses    = 16
	pliesAhead = 2
)

func (strong) Layout(rs *engine.Ruleset, rng *rand.Rand) engine.Layout {
	return variedLayout(rs, rng)
}

func (strong) Move(v View, rng *rand.Rand) engine.Move {
	moves := v.LegalMoves()
	if len(moves) == 1 {
		return moves[0]
	}
	t := think(v)
	guesser := newGuesser(v, t.weights(), rng)
	w := newWorld(v)
	w.safe = safeNodes(v.Rules.Board())
	scores := make([]float64, len(moves))
	var layouts [engine.NumSeats]engine.Layout
	layouts[v.Seat] = v.Layout
	for range guesses {
		layouts[v.Seat.Other()] = *guesser.next()
		w.appraise(&v.Position, &layouts, t.haste)
		w.imagine(&v.Position, &layouts)
		for i, m := range moves {
			next := &w.boards[1]
			*next = w.boards[0]
			if w.play(next, v.Seat, m.From, m.To) {
				scores[i] += win
				continue
			}
			scores[i] -= w.look(1, v.Seat.Other(), math.Inf(-1), math.Inf(1))
		}
	}
	best, bestScore := engine.Move{}, math.Inf(-1)
	for i, m := range moves {
		const whim = 0.5 // keeps games from being all the same
		score := scores[i]/guesses + t.besides(m) + whim*rng.Float64()
		if score > bestScore {
			best, bestScore = m, score
		}
	}
	return best
}

// AcceptDraw takes a draw when behind.
func (strong) AcceptDraw(v View) bool { return sensible{}.AcceptDraw(v) }

// besides is what speaks for a move apart from the board that it leads to.
func (t *thought) besides(m engine.Move) float64 {
	score := 0.0
	if m.From == t.last.To && m.To == t.last.From {
		score -= repeatPrice
	}
	piece := t.Position.At(m.From)
	if t.toHome != nil && t.Position.Carrier(t.Seat.Other()) == piece {
		score += carryHomeReward * (t.toHome[m.From] - t.toHome[m.To])
	}
	if enemy := t.Position.At(m.To); enemy != engine.NoPiece && t.Position.Carrier(t.Seat) == enemy {
		score += exposedFlag
	}
	return score
}

// weights is how likely each enemy piece is each type by itself.
func (t *thought) weights() *[engine.ArmySize][engine.NumTypes]float64 {
	var weight [engine.ArmySize][engine.NumTypes]float64
	facts := conclude(t.View)
	for number := range weight {
		p := engine.PieceOf(t.Seat.Other(), number)
		row := rowOf(t.Rules, p)
		for _, of := range facts.Possible(p).Types() {
			weight[number][of] = usualRows[of][row]
			if of == engine.Mine && !t.Position.Moved(p) {
				weight[number][of] *= 1 + float64(t.Position.Ply())/100
			}
		}
	}
	return &weight
}

// safeNodes are the nodes where nobody is attacked.
func safeNodes(board *engine.Board) engine.NodeSet {
	var safe engine.NodeSet
	for n := range board.Nodes().All() {
		if k := board.Kind(n); k == engine.Camp || k == engine.Mountain {
			safe = safe.Add(n)
		}
	}
	return safe
}

// appraise works out what pieces are worth on each node, given both layouts.
func (w *world) appraise(p *engine.Position, layouts *[engine.NumSeats]engine.Layout, haste float64) {
	for seat := engine.Red; seat.Valid(); seat++ {
		enemy := seat.Other()
		goal := p.FlagLies(enemy)
		for number, t := range layouts[enemy] {
			if t == engine.Flag && goal == engine.NoNode {
				goal = p.Where(engine.PieceOf(enemy, number))
			}
		}
		for t := range engine.Type(engine.NumTypes) {
			value := &w.value[seat][t]
			base := worth[t]
			if t == engine.Flag {
				base = 0 // its loss is the end, or counted apart
			}
			for n := range value {
				value[n] = base
			}
		}
		if goal == engine.NoNode {
			continue
		}
		plain := w.ways(p, layouts, seat, goal, minePrice)
		sapper := w.ways(p, layouts, seat, goal, enemyPrice)
		hurry := 1.0
		if seat == w.seat {
			hurry += 2 * haste
		}
		for _, t := range engine.Mobile.Types() {
			way := plain
			if !w.outcomes[t][engine.Mine].attackerLeaves {
				way = sapper
			}
			value := &w.value[seat][t]
			for n := range value {
				if !math.IsInf(way[n], 0) {
					value[n] += hurry * drive[t] * (10 - way[n])
				}
				if w.safe.Has(engine.Node(n)) {
					value[n] += campReward
				}
			}
		}
	}
}

// minePrice is the price of a mine in the way of who can't clear it.
const minePrice = 5

// ways is how far each node is from a goal for a seat's pieces, in moves or so, by
// Dijkstra's way.
func (w *world) ways(p *engine.Position, layouts *[engine.NumSeats]engine.Layout, seat engine.Seat, goal engine.Node, mine float64) *distances {
	board := w.rules.Board()
	var d distances
	for n := range d {
		d[n] = math.Inf(1)
	}
	d[goal] = 0
	left := board.Nodes()
	for left != 0 {
		near := engine.NoNode
		for rest := left; rest != 0; rest &= rest - 1 {
			if n := rest.First(); near == engine.NoNode || d[n] < d[near] {
				near = n
			}
		}
		left = left.Remove(near)
		if board.Kind(near) == engine.Headquarters && near != goal {
			continue
		}
		price := 0.0
		if piece := p.At(near); piece != engine.NoPiece && near != goal {
			switch {
			case piece.Seat() == seat:
				price = ownPrice
			case layouts[piece.Seat()][piece.Number()] == engine.Mine:
				price = mine
			default:
				price = enemyPrice
			}
		}
		for to := board.Roads(near); to != 0; to &= to - 1 {
			n := to.First()
			d[n] = min(d[n], d[near]+price+roadPrice)
		}
		for to := board.Rails(near); to != 0; to &= to - 1 {
			n := to.First()
			d[n] = min(d[n], d[near]+price+railPrice)
		}
	}
	return &d
}
