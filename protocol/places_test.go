package protocol

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
)

// Whole games in which clashes depend on where they are are honest, and no classical resolver is
// played with such rules.
func TestClashesByPlace(t *testing.T) {
	text, err := os.ReadFile("../testdata/rulesets/jungle.json")
	require.NoError(t, err)
	rules, err := engine.ParseRules(text)
	require.NoError(t, err)
	for _, name := range Resolvers()[1:] {
		_, err := startResolver(rules, name)
		require.ErrorContains(t, err, "one table of clashes")
	}
	for seed := range uint64(3) {
		tb := seatTable(t, HostConfig{Rules: rules, Seat: engine.Red}, 20+seed)
		tb.place()
		tb.play(-1)
		report := Audit(tb.match().File())
		require.Equal(t, Honest, report.Verdict, "%v", report)
	}
}
