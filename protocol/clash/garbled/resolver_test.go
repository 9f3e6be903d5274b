package garbled

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/internal/auditedtest"
)

func TestResolver(t *testing.T) { auditedtest.TestResolver(t, New(), auditedtest.Rulesets...) }

// TestRememberedCircuit: one resolver serves matches of different rules, also at
// once.
func TestRememberedCircuit(t *testing.T) {
	r := New()
	for i := range 4 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			for j := range uint32(6) {
				spec := auditedtest.Rulesets[(i+int(j))%len(auditedtest.Rulesets)]
				alone := auditedtest.New(t, New(), spec, junqi.Army, junqi.Commander, j)
				shared := auditedtest.New(t, r, spec, junqi.Army, junqi.Commander, j)
				require.Equal(t, alone.Play(t).Said, shared.Play(t).Said)
			}
		})
	}
}
