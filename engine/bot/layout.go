package bot

import (
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// likelyLayout returns a layout as players choose it: where the rules have Junqi's army, a
// varied ready-made one; otherwise one in which the types stand where they usually do.
func likelyLayout(rs *engine.Ruleset, rng *rand.Rand) engine.Layout {
	if l := variedLayout(rs, rng); l != nil {
		return l
	}
	tr := newTraits(rs)
	g := newGuesser(rs, tr, engine.Red, func(number int) (weight odds) {
		for _, t := range rs.Allowed(number).Types() {
			weight[t] = tr.usually(t, number)
		}
		return weight
	}, rng)
	return g.next()
}

// variedLayout returns one of Junqi's ready-made layouts, perhaps mirrored, with some of its
// moving pieces exchanged, so that an opponent can't learn it; nil if the rules have
// another army, or place it otherwise.
func variedLayout(rs *engine.Ruleset, rng *rand.Rand) engine.Layout {
	if rs.Letters(rs.Types()) != junqi.Standard().Letters(junqi.Standard().Types()) {
		return nil
	}
	ready := junqi.Layouts()
	names := slices.Sorted(maps.Keys(ready))
	l := ready[names[rng.IntN(len(names))]]
	if rng.IntN(2) == 0 {
		if mirrored, ok := rs.Mirror(l); ok {
			l = mirrored
		}
	}
	if rs.CheckLayout(l) != nil {
		return nil
	}
	const exchanges = 8
	for range exchanges {
		i, j := rng.IntN(len(l)), rng.IntN(len(l))
		if !rs.Mobile().Has(l[i]) || !rs.Mobile().Has(l[j]) {
			continue
		}
		varied := l.Clone()
		varied[i], varied[j] = l[j], l[i]
		if rs.CheckLayout(varied) == nil {
			l = varied
		}
	}
	return l
}
