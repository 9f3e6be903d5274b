package play

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/clitest"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
)

// Rules by name have no clock by hand, unless they ask for one; rules in a file stay as they are.
func TestUnhurriedRules(t *testing.T) {
	for rules, want := range map[string]string{
		"standard":                 "standard,clock=off,grace=off",
		"siguo,way=open":           "siguo,way=open,clock=off,grace=off",
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

// By hand nobody is put out among three and more, whether the rules have a name or are in a file,
// unless an option asks for it.
func TestNobodyIsPutOutByHand(t *testing.T) {
	env, _ := clitest.Env(messages.English)
	file := filepath.Join(t.TempDir(), "own.json")
	require.NoError(t, os.WriteFile(file, clitest.Ruleset(t, "siguo,clock=off").Text(), 0o600))
	for _, c := range []struct {
		rules        string
		byHand, stop bool
	}{{"siguo", true, true}, {"siguo", false, false}, {file, true, true}, {file, false, false}, {"siguo,absent=out", true, false}} {
		rs, err := hostRules(env, c.rules, c.byHand)
		require.NoError(t, err)
		require.Equal(t, c.stop, rs.AbsentStop(), "%v", c)
	}
}
