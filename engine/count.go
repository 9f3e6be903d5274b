package engine

import (
	"cmp"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// Types that may start in the same places are one group: where one of them stands, any
// other might. So it is enough to say, cell after cell, of which group the piece there
// is, and then to share out the types of each group over its cells in any way. How many
// ways there are to go on from a cell depends only on how many pieces of each group are
// left; these numbers say which cell it is, too. There is one entry in the table for
// each such list of numbers.

// maxLayoutStates bounds the entries of that table: the product, over the groups, of
// the number of pieces plus one. It takes 24 bytes and at most MaxTypes additions for
// each.
const maxLayoutStates = 1 << 18

// layoutCount counts the layouts of some rules, and draws them.
type layoutCount struct {
	groups [][]Type         // of each group its types, each as often as a seat has it
	stride []int            // of each group: what one piece adds to the index of an entry
	at     [MaxArmy][]uint8 // the groups that may stand on each cell
	ways   []uint192        // by what is left
}

// newLayoutCount makes the table; an error says that there is no layout, or that the
// table would be too large.
func newLayoutCount(rs *Ruleset) (*layoutCount, error) {
	c := &layoutCount{}
	var starts [][]int
	for t, rule := range rs.rules.Types {
		g := slices.IndexFunc(starts, func(s []int) bool { return slices.Equal(s, rule.Starts) })
		if g < 0 {
			g = len(starts)
			starts = append(starts, rule.Starts)
			c.groups = append(c.groups, nil)
			for _, number := range rule.Starts {
				c.at[number] = append(c.at[number], uint8(g))
			}
		}
		c.groups[g] = append(c.groups[g], slices.Repeat([]Type{Type(t)}, rule.Count)...)
	}
	size := 1
	for _, group := range c.groups {
		c.stride = append(c.stride, size)
		if size *= len(group) + 1; size > maxLayoutStates {
			return nil, coded.Errorf("engine.rules-placement-work", "rules: types: their starts differ in too many ways to count the layouts: "+
				"the product, over the groups of types with the same starts, of their pieces plus one, may be at most %d", maxLayoutStates)
		}
	}
	c.fill(rs.armySize, size)
	if c.ways[size-1] == (uint192{}) {
		types, pieces, cells := crowdedTypes(&rs.rules)
		return nil, coded.Errorf("engine.rules-no-layout", "rules: types: no layout fits the starts of all types: %d pieces of %s have only %d cells between them",
			pieces, strings.Join(types, ", "), cells)
	}
	return c, nil
}

// crowdedTypes returns the fewest types whose pieces have not enough cells to start on, and how
// many of both there are. Where no layout fits there are such types (P. Hall, 1935).
func crowdedTypes(r *Rules) (ids []string, pieces, cells int) {
	var crowded TypeSet
	for set := range TypeSet(1 << len(r.Types)) {
		count, starts := 0, uint64(0)
		for _, t := range set.Types() {
			count += r.Types[t].Count
			for _, number := range r.Types[t].Starts {
				starts |= 1 << number
			}
		}
		if n := bits.OnesCount64(starts); count > n && (crowded == NoTypes || set.Len() < crowded.Len()) {
			crowded, pieces, cells = set, count, n
		}
	}
	for _, t := range crowded.Types() {
		ids = append(ids, r.Types[t].ID)
	}
	return ids, pieces, cells
}

// fill works out the table, from nothing left to everything.
func (c *layoutCount) fill(army, size int) {
	c.ways = make([]uint192, size)
	c.ways[0] = uint192{1}
	left := make([]int, len(c.groups))
	for i := 1; i < size; i++ {
		sum := 0
		for g := range left { // count up: the first group is the lowest digit
			left[g]++
			if left[g] <= len(c.groups[g]) {
				break
			}
			left[g] = 0
		}
		for _, n := range left {
			sum += n
		}
		for _, g := range c.at[army-sum] {
			if left[g] > 0 {
				c.ways[i] = c.ways[i].plus(c.ways[i-c.stride[g]])
			}
		}
	}
}

// CountLayouts returns the number of legal layouts of one seat.
func (rs *Ruleset) CountLayouts() *big.Int {
	if rs.deck != nil {
		return new(big.Int)
	}
	c := rs.layouts
	total := c.ways[len(c.ways)-1].big()
	for _, group := range c.groups {
		placed := 0 // of each group, the ways of sharing out its types over its cells
		for t := range Type(rs.numTypes) {
			if slices.Contains(group, t) {
				placed += rs.Count(t)
				total.Mul(total, new(big.Int).Binomial(int64(placed), int64(rs.Count(t))))
			}
		}
	}
	return total
}

// RandomLayout draws a legal layout with an rng of math/rand/v2; all are equally likely.
func (rs *Ruleset) RandomLayout(rng *rand.Rand) Layout {
	if rs.deck != nil {
		return nil
	}
	c := rs.layouts
	pools := make([][]Type, len(c.groups))
	left := len(c.ways) - 1
	for g, group := range c.groups {
		pools[g] = slices.Clone(group)
		rng.Shuffle(len(group), func(i, j int) { pools[g][i], pools[g][j] = pools[g][j], pools[g][i] })
	}
	l := make(Layout, rs.armySize)
	for number := range l {
		share := c.ways[left].below(rng)
		for _, g := range c.at[number] {
			if len(pools[g]) == 0 {
				continue
			}
			ways := c.ways[left-c.stride[g]]
			if share.compare(ways) < 0 {
				l[number], pools[g] = pools[g][0], pools[g][1:]
				left -= c.stride[g]
				break
			}
			share = share.minus(ways)
		}
	}
	return l
}

// uint192 is a number below 2^192, the lowest word first. No count of ways exceeds
// MaxTypes^MaxArmy, which is 2^192, and none reaches it: there would have to be as many
// pieces of every group as there are cells.
type uint192 [3]uint64

func (x uint192) plus(y uint192) (z uint192) {
	var carry uint64
	for i := range x {
		z[i], carry = bits.Add64(x[i], y[i], carry)
	}
	return z
}

func (x uint192) minus(y uint192) (z uint192) {
	var borrow uint64
	for i := range x {
		z[i], borrow = bits.Sub64(x[i], y[i], borrow)
	}
	return z
}

func (x uint192) compare(y uint192) int {
	return cmp.Or(cmp.Compare(x[2], y[2]), cmp.Compare(x[1], y[1]), cmp.Compare(x[0], y[0]))
}

// below draws a number below x, which is not 0; all are equally likely.
func (x uint192) below(rng *rand.Rand) uint192 {
	top := 2
	for x[top] == 0 {
		top--
	}
	mask := ^uint64(0) >> bits.LeadingZeros64(x[top])
	for {
		var y uint192
		for i := range top + 1 {
			y[i] = rng.Uint64()
		}
		if y[top] &= mask; y.compare(x) < 0 {
			return y
		}
	}
}

func (x uint192) big() *big.Int {
	n := new(big.Int)
	for _, word := range []uint64{x[2], x[1], x[0]} {
		n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(word))
	}
	return n
}
