package bot

import (
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
)

// variedLayout is one of the preset layouts, perhaps mirrored, with some of its
// moving pieces exchanged, so that an opponent can't learn it.
func variedLayout(rs *engine.Ruleset, rng *rand.Rand) engine.Layout {
	presets := engine.Presets()
	names := slices.Sorted(maps.Keys(presets))
	l := presets[names[rng.IntN(len(names))]]
	if rng.IntN(2) == 0 {
		l = l.Mirror()
	}
	const exchanges = 8
	for range exchanges {
		i, j := rng.IntN(len(l)), rng.IntN(len(l))
		if !engine.Mobile.Has(l[i]) || !engine.Mobile.Has(l[j]) {
			continue
		}
		varied := l
		varied[i], varied[j] = l[j], l[i]
		if rs.CheckLayout(varied) == nil {
			l = varied
		}
	}
	return l
}
