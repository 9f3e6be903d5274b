package play

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Rules by name have no clock by hand, unless they ask for one; those of a file are as they are.
func TestUnhurriedRules(t *testing.T) {
	for rules, want := range map[string]string{
		"standard":                 "standard,clock=off,grace=off",
		"siguo,way=open":           "siguo,way=open,clock=off,grace=off,absent=stop",
		"standard,clock=60":        "standard,clock=60,grace=off",
		"standard,clock=off":       "standard,clock=off,grace=off",
		"./own.json":               "./own.json",
		"-":                        "-",
		"nothing of the kind":      "nothing of the kind",
		"standard,grace=2,clock=1": "standard,grace=2,clock=1",
	} {
		require.Equal(t, want, unhurried(rules))
	}
}
