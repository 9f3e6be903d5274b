package engine

import "maps"

// Presets returns some good layouts by name. They are legal under every ruleset.
func Presets() map[string]Layout { return maps.Clone(presetLayouts) }

// presetLayouts are layouts of some common plans.
var presetLayouts = map[string]Layout{
	// Three mines in a triangle about the flag, strength on the right wing.
	"triangle": mustLayout("63425/8.1.7/B5.69/4.B.7/3M121/MFM23"),
	// Commander and division break through on the left while the right holds.
	"left-hook": mustLayout("72435/9.6.3/B1.58/7.B.6/134M1/22MFM"),
	// Weak pieces in front, a bomb behind either corner.
	"ambush": mustLayout("42534/B.7.B/68.59/7.1.6/31M21/32MFM"),
	// The mines guard the wrong headquarters; the flag hides behind a division.
	"decoy": mustLayout("53624/8.2.7/1B.49/6.3.B/171M3/5F2MM"),
	// Two engineers stand ready on the rails, the bombs behind the camps.
	"sappers": mustLayout("34643/1.7.1/9B.B8/5.6.7/2M152/MFM32"),
}

// mustLayout reads a layout text of this file.
func mustLayout(text string) Layout {
	l, err := ParseLayout(text)
	if err != nil {
		panic(err)
	}
	return l
}
