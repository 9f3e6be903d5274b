package garbled

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
	"github.com/darkjunqi/darkjunqi/protocol/group"
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

// TestStocks: a stock comes with the first clash, and again with the first that finds
// none left; the clashes between are some hundreds of bytes. What a stock has does not
// come twice.
func TestStocks(t *testing.T) {
	s := auditedtest.New(t, New(), "standard", junqi.Regiment, junqi.Company, 0)
	said := s.Play(t)
	points := map[string]bool{}
	for i := range 2*stockClashes + 1 {
		size := 0
		for _, message := range said.Said {
			size += len(message)
		}
		if i%stockClashes == 0 {
			require.Equal(t, 32+pointsSize+sumsSize+498, size)
			for v := range transfers {
				points[string(at(said.Said[tape.Request], v))] = true
			}
		} else {
			require.Equal(t, 498, size)
		}
		require.NoError(t, s.Replay(said))
		s = s.After(said, junqi.Regiment, junqi.Company)
		said = s.Play(t)
	}
	require.Len(t, points, 3*transfers)
	require.Equal(t, 64*group.ElementSize, pointsSize)
}
