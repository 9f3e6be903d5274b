package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// What `rules show --json` prints of any of our rules is a file that makes the very same rules.
func TestRulesShownAsAFileAreTheSame(t *testing.T) {
	for _, name := range junqi.Names() {
		got := darkjunqi("rules", "show", name, "--json")
		require.Equal(t, 0, got.code, got.err)
		rs, err := engine.ParseRules([]byte(got.out))
		require.NoError(t, err)
		require.Equal(t, ruleset(t, name).Digest(), rs.Digest())
		file := filepath.Join(t.TempDir(), "my.json")
		require.NoError(t, os.WriteFile(file, []byte(got.out), 0o600))
		got = darkjunqi("rules", "check", file)
		require.Equal(t, 0, got.code, got.err)
		require.Contains(t, got.out, "can be played: "+name+"\n", "it is ours, whatever the file is called")
		require.NotContains(t, got.out, "unlike")
	}
}

// A changed file is said to be somebody's own, with what differs; a wrong one, where it is wrong.
func TestRulesCheck(t *testing.T) {
	text := darkjunqi("rules", "show", "standard", "--json").out
	check := func(changed string) outcome {
		require.NotEqual(t, text, changed)
		file := filepath.Join(t.TempDir(), "my.json")
		require.NoError(t, os.WriteFile(file, []byte(changed), 0o600))
		return darkjunqi("rules", "check", file)
	}
	got := check(strings.Replace(text, `"quiet": 70`, `"quiet": 44`, 1))
	require.Equal(t, 0, got.code, got.err)
	require.Contains(t, got.out, "(not one of ours)")
	require.Contains(t, got.out, "44 turns in a row")
	require.Contains(t, oneLine(got.out), "unlike standard: turns in a row without a clash that are a draw: 70 there, 44 here")

	got = check(strings.Replace(text, `"quiet": 70`, `"quiet": -1`, 1))
	require.Equal(t, cli.ExitBad, got.code)
	require.Empty(t, got.out)
	require.Contains(t, got.err, "ends.quiet")
	require.Contains(t, got.err, "hint: ")
	got = check(strings.Replace(text, `"quiet": 70,`, ``, 1))
	require.Equal(t, cli.ExitBad, got.code)
	require.Contains(t, got.err, "quiet")
}

// A file whose announcements are in another order is printed as the rules that it means.
func TestRulesCanonical(t *testing.T) {
	r := ruleset(t, "standard").Rules()
	last := len(r.Clash.Announcements) - 1
	slices.Reverse(r.Clash.Announcements)
	for _, row := range r.Clash.Table {
		for d := range row {
			row[d] = last - row[d]
		}
	}
	text, err := json.Marshal(r)
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "edited.json")
	require.NoError(t, os.WriteFile(file, text, 0o600))
	require.Equal(t, cli.ExitBad, darkjunqi("rules", "check", file).code)
	got := darkjunqi("rules", "canonical", file)
	require.Equal(t, 0, got.code, got.err)
	require.Equal(t, darkjunqi("rules", "show", "standard", "--json").out, got.out)
}

// Rules by name have no clock by hand, unless they ask for one; those of a file are as they are.
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
