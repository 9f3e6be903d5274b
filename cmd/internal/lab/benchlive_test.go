package lab

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// TestMain lets the tests' program be the one that `bench` starts to play against.
func TestMain(m *testing.M) {
	courtesy = time.Hour // nobody's silence ends by itself
	if len(os.Args) > 1 && os.Args[1] == "bench-peer" {
		os.Exit(Program.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv))
	}
	rulestest.CollectLate()
	os.Exit(m.Run())
}

// Two processes play over each link; a clash is an attack there and its answer back.
func TestLiveMatch(t *testing.T) {
	rs, err := junqi.Rules("standard,first=red")
	require.NoError(t, err)
	for _, link := range liveLinks {
		require.True(t, messages.BenchLink.Has(link))
		samples, err := liveMatch(t.Context(), rs, link, protocol.ElGamal)
		require.NoError(t, err)
		for i, s := range samples {
			require.Positive(t, s.wall)
			require.GreaterOrEqual(t, s.bytes, []int64{13994, 552 + 167, 552 + 167}[i])
			require.Positive(t, s.flights) // two, unless a busy machine reads one of them with its neighbour
		}
	}
}

func TestQuartiles(t *testing.T) {
	l := &benchLive{}
	for _, wall := range []int64{5, 1, 4, 2, 3} {
		l.samples = append(l.samples, liveSample{wall: wall, flights: 2})
	}
	l.sum()
	require.Equal(t, 5, l.Runs)
	require.Equal(t, int64(1), l.MinNs)
	require.Equal(t, [3]int64{2, 3, 4}, l.QuartilesNs)
	require.Equal(t, 2, l.Flights)
}
