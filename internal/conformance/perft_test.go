package conformance_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// smallDeck is Banqi on two files with four pieces each.
func smallDeck(t *testing.T, spec string) *engine.Ruleset {
	rs, err := junqi.Rules(spec)
	require.NoError(t, err)
	r := rs.Rules()
	r.Name = engine.Names{EN: "small", ZH: "small"}
	in := func(nodes ...string) bool {
		return !slices.ContainsFunc(nodes, func(n string) bool { return n[0] > 'b' })
	}
	r.Nodes = slices.DeleteFunc(r.Nodes, func(n engine.NodeRule) bool { return !in(n.Name) })
	r.Deck.Nodes = slices.DeleteFunc(r.Deck.Nodes, func(n string) bool { return !in(n) })
	r.Roads = slices.DeleteFunc(r.Roads, func(e [2]string) bool { return !in(e[:]...) })
	lines := [][]string{}
	for _, line := range r.Lines {
		if line = slices.DeleteFunc(line, func(n string) bool { return !in(n) }); len(line) > 1 {
			lines = append(lines, line)
		}
	}
	r.Lines = lines
	kept := map[string]int{"general": 1, "cannon": 1, "soldier": 2}
	var types []engine.TypeRule
	var table [][]int
	for a, typ := range r.Types {
		if kept[typ.ID] == 0 {
			continue
		}
		typ.Count = kept[typ.ID]
		types = append(types, typ)
		var row []int
		for d, other := range r.Types {
			if kept[other.ID] > 0 {
				row = append(row, r.Clash.Table[a][d])
			}
		}
		table = append(table, row)
	}
	r.Types, r.Clash.Table = types, table
	small, err := engine.NewRuleset(r)
	require.NoError(t, err)
	return small
}

// perft counts what can be played and turned up, by trying everything.
func (g *game) perft(depth int) (total uint64) {
	if depth == 0 {
		return 1
	}
	for _, next := range g.plies() {
		total += next.perft(depth - 1)
	}
	return total
}

// plies are the games after each ply, and after each piece that it may turn up.
func (g *game) plies() (after []*game) {
	try := func(g *game, e event) *game {
		if next := g.clone(); next.apply(e) {
			return next
		}
		return nil
	}
	if g.phase != "Move" {
		return nil
	}
	for n := range g.rules.Nodes {
		if next := try(g, event{kind: "Flip", seat: g.turn, to: n}); next != nil {
			after = append(after, next)
		}
		for m := range g.rules.Nodes {
			if p, stands := g.at[n]; stands && p.seat == g.turn && m != n {
				if next := try(g, event{kind: "Move", seat: g.turn, from: n, to: m}); next != nil {
					after = append(after, next)
				}
			}
		}
	}
	for i := 0; i < len(after); { // what is owed before the next ply
		next := after[i]
		switch list := next.inDeal(); {
		case len(list) > 1:
			next.apply(event{kind: "Share", seat: list[0]})
		case len(list) == 1:
			var turned []*game
			for token := range maps.Keys(next.deal.unturned) {
				if face := try(next, event{kind: "Face", seat: list[0], token: token}); face != nil {
					turned = append(turned, face)
				}
			}
			after = slices.Replace(after, i, i+1, turned...)
		case next.phase == "Answer":
			next.apply(next.announce(next.armies()))
		case next.phase == "Move" && len(next.deal.down) == 0 && next.apply(event{kind: "NoMove", seat: next.turn}):
		default:
			i++
		}
	}
	return after
}

// The sequences of a deck that nobody has dealt are as many by the page alone.
func TestPerftOfDecksAlone(t *testing.T) {
	whole := min(1+*matches, 2)
	for _, c := range []struct {
		rules *engine.Ruleset
		depth int
	}{
		{smallDeck(t, "banqi"), 3}, {smallDeck(t, "banqi,strike=on"), 3}, {wholeRules(t, "banqi"), whole}, {wholeRules(t, "flip"), whole},
	} {
		alone, err := readRules(c.rules.Text())
		require.NoError(t, err)
		var counts []uint64
		for depth := 1; depth <= c.depth; depth++ {
			n, err := engine.Perft(c.rules, nil, depth)
			require.NoError(t, err)
			counts = append(counts, n)
			require.Equal(t, startGame(alone, 0).perft(depth), n, "%s, depth %d", c.rules.Name().EN, depth)
		}
		t.Log(c.rules.Name().EN, counts)
	}
}
