package conformance_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestChainOfSix: the search of the acknowledged chain goes through matches of six seats, in an
// engine that is changed to take them. It is run with -mutate, as it builds the changed code.
func TestChainOfSix(t *testing.T) {
	if !*mutate {
		t.Skip("with -mutate")
	}
	changed := map[string]string{}
	for _, e := range []edit{
		{file: "../engine/bounds.go", code: []string{"MaxSeats = 4"}, instead: []string{"MaxSeats = 6"}},
		{file: "../engine/piece.go", code: []string{"const pieceBits = 6"}, instead: []string{"const pieceBits = 5"}},
		{file: "../engine/seat.go", code: []string{`"amber", "teal"}`}, instead: []string{`"amber", "teal", "white", "black"}`}},
	} {
		changed[e.file] = e.applied(t, read(t, e.file))
	}
	failed, output := run(t, "../protocol", []string{"TestChainSix"}, []string{"-chain.states", "60", "-chain.walks", "3"}, changed)
	require.Empty(t, failed, output)
	require.Contains(t, output, "=== RUN   TestChainSix/six")
}
