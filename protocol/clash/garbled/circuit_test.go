package garbled

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited/auditedtest"
)

func rules(t require.TestingT, spec string) *engine.Ruleset {
	r, err := engine.Rules(spec)
	require.NoError(t, err)
	return r
}

func compile(t require.TestingT, spec string) *Circuit {
	c, err := Compile(rules(t, spec))
	require.NoError(t, err)
	return c
}

// allTables are the rulesets with all clash tables that options can make.
func allTables() (specs []string) {
	for _, mines := range []string{"spring", "exploding", "exploding-all"} {
		for _, scout := range []string{"off", "on"} {
			for _, show := range []string{"on", "off"} {
				for _, takers := range []string{"any", "not-commander", "engineers"} {
					for _, carry := range []string{"off", "front"} {
						specs = append(specs, "standard,mines="+mines+",scout="+scout+",show-flag="+show+",flag-takers="+takers+",carry="+carry)
					}
				}
			}
		}
	}
	return specs
}

// TestEveryTable computes every circuit in the clear on all 256 inputs.
func TestEveryTable(t *testing.T) {
	for _, spec := range allTables() {
		r := rules(t, spec)
		c := compile(t, spec)
		require.LessOrEqual(t, len(c.Gates), 36, spec)
		for a := range uint8(16) {
			for b := range uint8(16) {
				want := r.Clash(engine.Type(a), engine.Type(b))
				if want == engine.NoCode {
					want = c.Error
				}
				require.Equal(t, want, c.Code(a, b), "%s: %d meets %d", spec, a, b)
			}
		}
		require.GreaterOrEqual(t, int(c.Error), len(r.Codes()))
	}
}

// TestGateCounts pins the size of the circuits: it is part of the protocol.
func TestGateCounts(t *testing.T) {
	for spec, want := range map[string]struct{ gates, outputs, reply int }{
		"standard": {27, 4, 624},
	} {
		c := compile(t, spec)
		require.Equal(t, want.gates, len(c.Gates), spec)
		require.Equal(t, want.outputs, len(c.Outputs), spec)
		require.Equal(t, want.reply, c.ReplySize(), spec)
	}
	for _, s := range auditedtest.Rulesets {
		t.Log(s, len(compile(t, s).Gates), len(compile(t, s).Outputs))
	}
	t.Log(compile(t, "standard"))
}

func TestResolver(t *testing.T) { auditedtest.TestResolver(t, New(), auditedtest.Rulesets...) }

func BenchmarkCompile(b *testing.B) {
	r := rules(b, "standard")
	for b.Loop() {
		Compile(r)
	}
}
