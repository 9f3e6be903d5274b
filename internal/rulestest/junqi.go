package rulestest

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// laidOut are the presets in which the seats lay out their pieces.
var laidOut = sync.OnceValue(func() []string {
	return slices.DeleteFunc(junqi.Names(), func(name string) bool {
		rs, err := junqi.Rules(name)
		return err == nil && rs.Deck() != nil
	})
})

// JunqiSpec draws a text for junqi.Rules: one of these presets, of all in which the seats lay out
// their pieces if none is given, with any options that make sense together. It fails t where a preset is unknown.
func JunqiSpec(t *rapid.T, presets ...string) string {
	if len(presets) == 0 {
		presets = laidOut()
	}
	for {
		words := []string{rapid.SampledFrom(presets).Draw(t, "preset")}
		options, err := junqi.Options(words[0])
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range options {
			if rapid.IntRange(0, 2).Draw(t, "set") == 0 {
				words = append(words, o.Name+"="+value(t, o))
			}
		}
		spec := strings.Join(words, ",")
		if _, err := junqi.Rules(spec); err == nil {
			return spec
		}
	}
}

// Junqi draws a ruleset as JunqiSpec does.
func Junqi(t *rapid.T, presets ...string) *engine.Ruleset {
	rs, err := junqi.Rules(JunqiSpec(t, presets...))
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

func value(t *rapid.T, o junqi.Option) string {
	word := rapid.SampledFrom(o.Allowed).Draw(t, o.Name)
	switch word {
	case "N":
		return strconv.Itoa(rapid.IntRange(1, 40).Draw(t, o.Name))
	case "PAIRS":
		return rapid.SampledFrom([]string{"b6-c5", "b6-c5+d6-c5", "a2-c4", "b3-c4+b5-e5"}).Draw(t, o.Name)
	}
	return word
}
