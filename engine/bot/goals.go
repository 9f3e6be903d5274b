package bot

import "github.com/darkjunqi/darkjunqi/engine"

// flagGoals returns the places where the enemies' flags may be, the less likely ones further
// away.
func (t *thought) flagGoals() map[engine.Node]float64 {
	goals := map[engine.Node]float64{}
	for _, enemy := range t.enemies() {
		if n := t.Position.FlagLies(enemy); n != engine.NoNode {
			goals[n] = 0
			continue
		}
		const detour = 4
		for n := range t.Position.Occupied(enemy).All() {
			if chance := t.flagChance(t.Position.At(n)); chance > 0 {
				goals[n] = detour * (1 - chance)
			}
		}
	}
	return goals
}

// preyGoals returns the places of the enemies' pieces, except for those that hardly move.
func (t *thought) preyGoals() map[engine.Node]float64 {
	goals := map[engine.Node]float64{}
	for _, enemy := range t.enemies() {
		for n := range t.Position.Occupied(enemy).All() {
			piece := t.Position.At(n)
			stays := t.flagChance(piece)
			for _, of := range t.traits.obstacles.Types() {
				stays += t.chance(piece, of)
			}
			if stays < 0.5 {
				goals[n] = 0
			}
		}
	}
	return goals
}

// homeGoals returns the places where a flag that a piece of ours carries must go.
func (t *thought) homeGoals() map[engine.Node]float64 {
	goals := map[engine.Node]float64{}
	for _, of := range t.carried() {
		for n := range t.Position.FlagGoal(of).All() {
			goals[n] = 0
		}
	}
	return goals
}

// carried lists the seats whose flags our pieces carry.
func (t *thought) carried() (seats []engine.Seat) {
	for _, of := range t.Rules.Seats() {
		if c := t.Position.Carrier(of); c != engine.NoPiece && c.Seat() == t.Seat {
			seats = append(seats, of)
		}
	}
	return seats
}

// carries reports whether a piece carries a flag of a seat that keep accepts.
func (t *thought) carries(piece engine.Piece, keep func(of engine.Seat) bool) bool {
	for _, of := range t.Rules.Seats() {
		if keep(of) && t.Position.Carrier(of) == piece {
			return true
		}
	}
	return false
}

// carriesEnemys reports whether a piece of ours carries an enemy's flag.
func (t *thought) carriesEnemys(piece engine.Piece) bool {
	return t.carries(piece, func(of engine.Seat) bool { return !t.Rules.Partners(of, t.Seat) })
}

// carriesOurs reports whether an enemy's piece carries our flag, or our partner's.
func (t *thought) carriesOurs(piece engine.Piece) bool {
	return t.carries(piece, func(of engine.Seat) bool { return t.Rules.Partners(of, t.Seat) })
}
