package garbled

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited/auditedtest"
)

func TestResolver(t *testing.T) { auditedtest.TestResolver(t, New(), auditedtest.Rulesets...) }

func BenchmarkResolver(b *testing.B) { auditedtest.Benchmark(b, New()) }

// TestRememberedCircuit: one resolver serves matches of different rules, also at
// once.
func TestRememberedCircuit(t *testing.T) {
	r := New()
	for i := range 4 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			for j := range uint32(6) {
				spec := auditedtest.Rulesets[(i+int(j))%len(auditedtest.Rulesets)]
				s := auditedtest.New(t, spec, engine.Army, engine.Commander, j)
				require.Equal(t, s.Play(t, New()), s.Play(t, r))
			}
		})
	}
}
