package bot

import (
	"github.com/darkjunqi/darkjunqi/engine"
)

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

// homeGoals are the places where a flag that we carry must go.
func (t *thought) homeGoals() map[engine.Node]float64 {
	goals := map[engine.Node]float64{}
	for n := range t.Position.CarryGoal(t.Seat).All() {
		goals[n] = 0
	}
	return goals
}
