package engine

import (
	"math/big"
	"math/rand/v2"
	"slices"
)

// The sets of cells that the types may start on are nested: headquarters, rows 5
// and 6, rows 2 to 6, all. So if the types are placed from the most to the least
// confined, the number of cells left to each does not depend on where the others
// went: the layouts can be counted by multiplying, and drawn evenly one type after
// the other.

// placement is one type's part in that order.
type placement struct {
	t     Type
	cells []int // piece numbers where t may start
	count int
}

// placements lists the types from the most to the least confined.
func (rs *Ruleset) placements() []placement {
	var list []placement
	for _, t := range AllTypes.Types() {
		p := placement{t: t, count: rs.Count(t)}
		for number, allowed := range rs.allowed {
			if allowed.Has(t) {
				p.cells = append(p.cells, number)
			}
		}
		list = append(list, p)
	}
	slices.SortStableFunc(list, func(a, b placement) int { return len(a.cells) - len(b.cells) })
	return list
}

// CountLayouts is the number of legal layouts of one seat.
func CountLayouts(rs *Ruleset) *big.Int {
	total, placed := big.NewInt(1), 0
	for _, p := range rs.placements() {
		free := len(p.cells) - placed
		total.Mul(total, new(big.Int).Binomial(int64(free), int64(p.count)))
		placed += p.count
	}
	return total
}

// RandomLayout draws a legal layout; all are equally likely.
func RandomLayout(rs *Ruleset, rng *rand.Rand) Layout {
	var l Layout
	for i := range l {
		l[i] = NoType
	}
	for _, p := range rs.placements() {
		free := slices.DeleteFunc(p.cells, func(number int) bool { return l[number] != NoType })
		for i := range p.count {
			j := i + rng.IntN(len(free)-i)
			free[i], free[j] = free[j], free[i]
			l[free[i]] = p.t
		}
	}
	return l
}
