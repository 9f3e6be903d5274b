package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/auditreport"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/clitest"
	"github.com/darkjunqi/darkjunqi/cmd/internal/rulestext"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// To programs, rules that only bear the name of ours don't pass for them.
func TestRulesAreNotSpoofed(t *testing.T) {
	spoof := clitest.ChangedRules(t, "standard", func(r *engine.Rules) { r.Ends.Quiet = 5 })
	require.Equal(t, "standard", spoof.Name().EN)
	require.Equal(t, rulestext.Identity{Game: "standard"}, rulestext.Identify(spoof))
	require.Equal(t, rulestext.Identity{Rules: "standard,mines=exploding"}, rulestext.Identify(clitest.Ruleset(t, "standard,mines=exploding")))
	found, err := json.Marshal(auditreport.Of(&protocol.Report{Rules: spoof}))
	require.NoError(t, err)
	require.NotContains(t, string(found), `"rules":`)
	require.Contains(t, string(found), `"game":"standard"`)

	file := filepath.Join(t.TempDir(), "my.json")
	require.NoError(t, os.WriteFile(file, spoof.Text(), 0o600))
	got := darkjunqi("rules", "check", file, "--json")
	require.Equal(t, cli.ExitSound, got.Code, got.Err)
	var said struct {
		Rules, Game, Digest string
		Told                []struct {
			About string
			Words []string
		}
	}
	require.NoError(t, json.Unmarshal([]byte(got.Out), &said))
	require.Equal(t, "standard", said.Game)
	require.Empty(t, said.Rules)
	require.Len(t, said.Digest, 64)
	require.Equal(t, "Differs", said.Told[1].About)
	require.Equal(t, []string{"unlike standard: turns in a row without progress for a draw: 70 there, 5 here"}, said.Told[1].Words)
}

// A file of rules that is too long is said to be, and nothing else of it.
func TestRulesFileThatIsTooLong(t *testing.T) {
	file := filepath.Join(t.TempDir(), "my.json")
	text := append(junqi.Standard().Text(), strings.Repeat(" ", engine.MaxSpacedText)...)
	require.NoError(t, os.WriteFile(file, text, 0o600))
	got := darkjunqi("rules", "check", file)
	require.Equal(t, cli.ExitBad, got.Code)
	require.Contains(t, got.Err, "the longest allowed is 262144")
	require.NoError(t, os.WriteFile(file, text[:engine.MaxSpacedText], 0o600))
	require.Equal(t, cli.ExitSound, darkjunqi("rules", "check", file).Code)
}

// What `rules show --json` prints of any of our rules is a file that makes the very same rules.
func TestRulesShownAsAFileAreTheSame(t *testing.T) {
	for _, name := range junqi.Names() {
		got := darkjunqi("rules", "show", name, "--json")
		require.Equal(t, 0, got.Code, got.Err)
		rs, err := engine.ParseRules([]byte(got.Out))
		require.NoError(t, err)
		require.Equal(t, clitest.Ruleset(t, name).Digest(), rs.Digest())
		file := filepath.Join(t.TempDir(), "my.json")
		require.NoError(t, os.WriteFile(file, []byte(got.Out), 0o600))
		got = darkjunqi("rules", "check", file)
		require.Equal(t, 0, got.Code, got.Err)
		require.Contains(t, got.Out, " can be played: "+name+"\n", "it is ours, whatever the file is called")
		require.NotContains(t, got.Out, "unlike")
	}
}

// A changed file is said to be somebody's own, with what differs; a wrong one, where it is wrong.
func TestRulesCheck(t *testing.T) {
	text := darkjunqi("rules", "show", "standard", "--json").Out
	check := func(changed string) clitest.Outcome {
		require.NotEqual(t, text, changed)
		file := filepath.Join(t.TempDir(), "my.json")
		require.NoError(t, os.WriteFile(file, []byte(changed), 0o600))
		return darkjunqi("rules", "check", file)
	}
	got := check(strings.Replace(text, `"quiet": 70`, `"quiet": 44`, 1))
	require.Equal(t, 0, got.Code, got.Err)
	require.Contains(t, got.Out, "(custom rules)")
	require.Contains(t, got.Out, "44 turns in a row")
	require.Contains(t, clitest.OneLine(got.Out), "unlike standard: turns in a row without progress for a draw: 70 there, 44 here")

	got = check(strings.Replace(text, `"quiet": 70`, `"quiet": -1`, 1))
	require.Equal(t, cli.ExitBad, got.Code)
	require.Empty(t, got.Out)
	require.Contains(t, got.Err, "ends.quiet")
	require.Contains(t, got.Err, "hint: ")
	got = check(strings.Replace(text, `"quiet": 70,`, ``, 1))
	require.Equal(t, cli.ExitBad, got.Code)
	require.Contains(t, got.Err, "quiet")
}

// A file whose announcements are in another order is printed as the rules that it means.
func TestRulesCanonical(t *testing.T) {
	r := clitest.Ruleset(t, "standard").Rules()
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
	require.Equal(t, cli.ExitBad, darkjunqi("rules", "check", file).Code)
	got := darkjunqi("rules", "canonical", file)
	require.Equal(t, 0, got.Code, got.Err)
	require.Equal(t, darkjunqi("rules", "show", "standard", "--json").Out, got.Out)
}
