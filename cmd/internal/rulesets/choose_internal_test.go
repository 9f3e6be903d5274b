package rulesets

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// values are the options of a ruleset's text, by their names.
func values(t *testing.T, spec string) map[string]string {
	t.Helper()
	options, err := junqi.Options(spec)
	require.NoError(t, err)
	all := map[string]string{}
	for _, o := range options {
		all[o.Name] = o.Value
	}
	return all
}

// Whatever was chosen before, each value can be chosen, and only what it rules out yields.
func TestOptionsYield(t *testing.T) {
	refused := 0
	for _, preset := range []string{"standard", "half-open", "flip", "banqi", "siguo", "sanguo", "liuguo"} {
		options, err := junqi.Options(preset)
		require.NoError(t, err)
		var all [][2]string
		for _, o := range options {
			for _, word := range o.Allowed {
				switch word {
				case "N":
					all = append(all, [2]string{o.Name, "5"}, [2]string{o.Name, "600"})
				case "PAIRS":
				default:
					all = append(all, [2]string{o.Name, word})
				}
			}
		}
		for _, first := range all {
			spec := Changed(preset, first[0], first[1])
			for _, next := range all {
				if possible(with(spec, next[0], next[1])) {
					continue
				}
				refused++
				changed := Changed(spec, next[0], next[1])
				require.Equal(t, next[1], values(t, changed)[next[0]], "%s: %s", spec, next)
				for _, word := range strings.Split(spec, ",")[1:] {
					option, value, _ := strings.Cut(word, "=")
					if option != next[0] && values(t, changed)[option] != value {
						require.False(t, possible(with(changed, option, value)), "%s: %s: %s", spec, next, word)
					}
				}
			}
		}
	}
	require.Greater(t, refused, 150)
}

// Several options yield at once, and those that need another one stay with it.
func TestSeveralOptionsYield(t *testing.T) {
	for _, c := range []struct{ spec, chosen, want string }{
		{"standard,mines=exploding,scout=on,half-open=fought,reveal=never,first=coin", "mode=open", "standard,mode=open,mines=exploding"},
		{"half-open,clock=30", "mode=open", "half-open,mode=open,half-open=off,clock=30"},
		{"siguo,seats=3,empty-arms=open,mines=exploding,first=amber", "teams=partners", "siguo,teams=partners,mines=exploding,first=amber"},
		{"siguo,seats=2,empty-arms=open,mines=exploding", "turn=clockwise", "siguo,turn=clockwise,mines=exploding"},
		{"standard,show-flag=off,grace=5", "shaken=on", "standard,shaken=on,grace=5"},
		{"standard,mines=exploding,grace=5", "clock=600", "standard,clock=600,mines=exploding"},
	} {
		option, value, _ := strings.Cut(c.chosen, "=")
		require.Equal(t, c.want, Changed(c.spec, option, value))
	}
}
