package engine

import (
	"fmt"
	"slices"
)

// Symmetric reports whether the board looks the same to every seat: some map of the nodes onto
// themselves takes the start of each piece to the start of the next seat's same piece, each
// seat's home and goals to the next one's, and keeps kinds, edges, lines and teams. Where nodes
// can't be told apart otherwise it tries one map, so that it may miss a symmetry; what it
// reports is checked.
func (rs *Ruleset) Symmetric() bool {
	seats := Seat(rs.numSeats)
	for t := range seats {
		for u := range seats {
			if rs.Partners(t, u) != rs.Partners((t+1)%seats, (u+1)%seats) {
				return false
			}
		}
	}
	c := colouring{rs.board, [2][]string{rs.marks(1), rs.marks(0)}}
	for {
		c.refine()
		image, twin, ok := c.pairs()
		if !ok {
			return false
		}
		if twin == NoNode {
			return rs.board.keeps(image)
		}
		c.marks[0][twin] += "!"
		c.marks[1][image[twin]] += "!"
	}
}

// marks says of each node what a symmetry keeps besides edges and lines, with seats counted on
// by a number of turns.
func (rs *Ruleset) marks(turns Seat) []string {
	seats := Seat(rs.numSeats)
	marks := make([]string, rs.board.NumNodes())
	for n := range marks {
		marks[n] = fmt.Sprint(rs.board.kind[n])
		if rs.deck != nil && rs.deck.all.Has(Node(n)) {
			marks[n] += " deck"
		}
		if home := rs.board.home[n]; home != nobody {
			marks[n] += fmt.Sprint(" home ", (home+turns)%seats)
		}
	}
	for s := range seats {
		of := (s + seats - turns) % seats // whose nodes are marked as s's
		for number := range rs.armySize {
			if rs.deck != nil {
				break
			}
			marks[rs.Start(of, number)] += fmt.Sprint(" start ", s, number)
		}
		if rs.carry {
			for n := range rs.carryTo[of].All() {
				marks[n] += fmt.Sprint(" goal ", s)
			}
		}
	}
	return marks
}

// colouring marks the nodes of two copies of a board.
type colouring struct {
	board *Board
	marks [2][]string
}

// refine tells nodes apart by their neighbours, as far as that goes.
func (c *colouring) refine() {
	for before := 0; ; {
		number := map[string]int{}
		for _, marks := range c.marks {
			for _, mark := range marks {
				if _, ok := number[mark]; !ok {
					number[mark] = len(number)
				}
			}
		}
		if len(number) == before {
			return
		}
		before = len(number)
		for i, marks := range c.marks {
			next := make([]string, len(marks))
			for n := range marks {
				around := func(nodes NodeSet) (list []int) {
					for m := range nodes.All() {
						list = append(list, number[marks[m]])
					}
					slices.Sort(list)
					return list
				}
				next[n] = fmt.Sprint(number[marks[n]], around(c.board.roads[n]), around(c.board.rails[n]))
			}
			c.marks[i] = next
		}
	}
}

// pairs maps each node of the first copy to one of the second that has the same mark. twin is
// a node whose mark others have too, or NoNode.
func (c *colouring) pairs() (image []Node, twin Node, ok bool) {
	where := map[string][]Node{}
	for n, mark := range c.marks[1] {
		where[mark] = append(where[mark], Node(n))
	}
	twin = NoNode
	for n, mark := range c.marks[0] {
		left := where[mark]
		if len(left) == 0 {
			return nil, NoNode, false
		}
		if len(left) > 1 && twin == NoNode {
			twin = Node(n)
		}
		image, where[mark] = append(image, left[0]), left[1:]
	}
	return image, twin, true
}

// keeps reports whether a map of the nodes onto themselves keeps roads, rails and lines.
func (b *Board) keeps(image []Node) bool {
	for n, to := range image {
		for _, edges := range []*[MaxNodes]NodeSet{&b.roads, &b.rails} {
			var nodes NodeSet
			for m := range edges[n].All() {
				nodes = nodes.Add(image[m])
			}
			if nodes != edges[to] {
				return false
			}
		}
	}
	for n, to := range image {
		for _, l := range b.leaps[n] {
			var over NodeSet
			for m := range l.over.All() {
				over = over.Add(image[m])
			}
			if !slices.Contains(b.leaps[to], leap{over, image[l.to]}) {
				return false
			}
		}
	}
	lines := map[string]bool{}
	for _, line := range b.lines {
		back := slices.Clone(line)
		slices.Reverse(back)
		lines[fmt.Sprint(line)], lines[fmt.Sprint(back)] = true, true
	}
	for _, line := range b.lines {
		var there []Node
		for _, n := range line {
			there = append(there, image[n])
		}
		if !lines[fmt.Sprint(there)] {
			return false
		}
	}
	return true
}
