package rulestest

import (
	"slices"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// SmallDeck is a flip game by these options of which only few pieces are left, one of each of the first types: what is
// proven of a deck takes time by its size.
func SmallDeck(t require.TestingT, spec string) *engine.Ruleset {
	const types = 4
	rs, err := junqi.Rules(spec)
	require.NoError(t, err)
	r := rs.Rules()
	r.Name = engine.Names{EN: "a small deck", ZH: "小翻棋"}
	left := func(id string) bool {
		return slices.ContainsFunc(r.Types, func(of engine.TypeRule) bool { return of.ID == id })
	}
	r.Types = r.Types[:types]
	for i := range r.Types {
		r.Types[i].Count = 1
	}
	r.Clash.Table = r.Clash.Table[:types]
	for i, row := range r.Clash.Table {
		r.Clash.Table[i] = row[:min(types, len(row))]
	}
	r.Deck.Nodes = r.Deck.Nodes[:types*len(r.Seats)]
	r.Deck.Guards = slices.DeleteFunc(r.Deck.Guards, func(id string) bool { return !left(id) })
	r.Deck.Takers = slices.DeleteFunc(r.Deck.Takers, func(id string) bool { return !left(id) })
	rs, err = engine.NewRuleset(r)
	require.NoError(t, err)
	return rs
}
