package junqi

import (
	"maps"
	"slices"
	"sync"

	"github.com/darkjunqi/darkjunqi/engine"
)

// Layouts returns some good layouts by name. They are legal under every ruleset of this
// package, and useful under others with the same army.
func Layouts() map[string]engine.Layout {
	list := maps.Clone(layouts())
	for name, l := range list {
		list[name] = slices.Clone(l)
	}
	return list
}

// LayoutNames lists the names of these layouts, in order.
func LayoutNames() []string { return slices.Sorted(maps.Keys(layoutTexts)) }

// layoutTexts are layouts of some common plans.
var layoutTexts = map[string]string{
	// Three mines in a triangle about the flag, strength on the right wing.
	"triangle": "63425/8.1.7/B5.69/4.B.7/3M121/MFM23",
	// Commander and division break through on the left while the right holds.
	"left-hook": "72435/9.6.3/B1.58/7.B.6/134M1/22MFM",
	// Weak pieces in front, a bomb behind either corner.
	"ambush": "42534/B.7.B/68.59/7.1.6/31M21/32MFM",
	// The mines guard the wrong headquarters; the flag hides behind a division.
	"decoy": "53624/8.2.7/1B.49/6.3.B/171M3/5F2MM",
	// Two engineers stand ready on the rails, the bombs behind the camps.
	"sappers": "34643/1.7.1/9B.B8/5.6.7/2M152/MFM32",
}

var layouts = sync.OnceValue(func() map[string]engine.Layout {
	list := map[string]engine.Layout{}
	for name, text := range layoutTexts {
		l, err := Standard().ParseLayout(text)
		if err != nil {
			panic(err) // the text would be wrong
		}
		list[name] = l
	}
	return list
})
