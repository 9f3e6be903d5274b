package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/p2p"
)

// spoof would clear a terminal, begin a control sequence in one character, and write backwards.
const spoof = "a\x1b[2J\u009b5m\u202eb\x7f"

// No name of a file gets at the terminal, whatever is said of it and however.
func TestNamesOfFilesGetNowhere(t *testing.T) {
	example, err := os.ReadFile("../../docs/example.djq")
	require.NoError(t, err)
	dir := t.TempDir()
	match, certificate := filepath.Join(dir, spoof+".djq"), filepath.Join(dir, spoof+".cert")
	cheated := filepath.Join(dir, spoof+"-cheated.djq")
	require.NoError(t, os.WriteFile(match, example, 0o600))
	require.NoError(t, os.WriteFile(cheated, cheatedMatch(t, false), 0o600))
	require.Equal(t, cli.ExitCheating, darkjunqi("audit", cheated, "--certificate", certificate).code)
	for _, args := range [][]string{
		{"audit", dir}, {"audit", "--json", dir}, {"audit", match, "--certificate", certificate}, {"audit", filepath.Join(dir, spoof)},
		{"verify-certificate", certificate}, {"verify-certificate", match}, {"verify-certificate", spoof}, {"verify-certificate", "--json", certificate},
		{"replay", spoof}, {"position", spoof}, {"rules", "check", match}, {"layout", "check", spoof}, {"host", "--layout", spoof},
	} {
		got := darkjunqi(args...)
		require.NotEmpty(t, got.out+got.err, "%q", args)
		require.Equal(t, cli.Visible(got.out), got.out, "%q", args)
		require.Equal(t, cli.Visible(got.err), got.err, "%q", args)
	}
}

// Who sends a letter may have named it.
func TestNamesOfLettersGetNowhere(t *testing.T) {
	for _, asJSON := range []bool{false, true} {
		var out bytes.Buffer
		env := cli.NewEnv("darkjunqi", strings.NewReader(""), &out, &out, func(string) string { return "" })
		l := &letters{dir: "here", came: make(chan struct{}, 1)}
		l.report(spoof, errors.New("torn"))
		require.NoError(t, tellLetters(env, l, asJSON))
		require.NotEmpty(t, out.String())
		require.Equal(t, cli.Visible(out.String()), out.String())
	}
}

// Which match a letter belongs to that was put into the wrong folder, and what to do with it.
func TestLetterOfAnotherMatchIsTold(t *testing.T) {
	for lang, want := range map[messages.Lang]string{
		messages.English: filepath.Join("here", "a.txt") + " is a letter of another match, 01020000, whose phrase is: " + messages.English.Phrase([32]byte{1, 2}) + ".",
		messages.Chinese: filepath.Join("here", "a.txt") + " 是另一场对局 01020000（口令：" + messages.Chinese.Phrase([32]byte{1, 2}) + "）的信",
	} {
		env, out := speaker(lang)
		l := &letters{dir: "here", came: make(chan struct{}, 1)}
		l.report("a.txt", &p2p.OtherMatchError{Terms: [32]byte{1, 2}})
		require.NoError(t, tellLetters(env, l, false))
		require.Contains(t, out.String(), want)
	}
}

// What is escaped in JSON is still the same text, and what is seen stays as it is.
func TestJSONIsVisible(t *testing.T) {
	for text, want := range map[string]string{
		"red 红方 Zoë　—":                         `"red 红方 Zoë　—"`,
		"\x1b\u009b\x7f\u202e\u2028\U000e0001": `"\u001b\u009b\u007f\u202e\u2028\udb40\udc01"`,
	} {
		var out bytes.Buffer
		env := cli.NewEnv("darkjunqi", strings.NewReader(""), &out, &out, func(string) string { return "" })
		require.NoError(t, env.PrintJSON(text))
		require.Equal(t, want+"\n", out.String())
		var back string
		require.NoError(t, json.Unmarshal(out.Bytes(), &back))
		require.Equal(t, text, back)
	}
}
