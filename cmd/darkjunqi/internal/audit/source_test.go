package audit

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/clitest"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// auditOf runs `audit` with something on standard input.
func auditOf(in io.Reader, args ...string) clitest.Outcome {
	var out, errw bytes.Buffer
	code := run(append([]string{"audit"}, args...), in, &out, &errw, func(string) string { return "" })
	return clitest.Outcome{Code: code, Out: out.String(), Err: errw.String()}
}

// reasons are the codes of the reasons that `audit --json` gives, "" where it gives none.
func reasons(t *testing.T, out string) (codes []string) {
	t.Helper()
	for line := range strings.Lines(out) {
		var found struct{ Reason struct{ Code string } }
		require.NoError(t, json.Unmarshal([]byte(line), &found), line)
		codes = append(codes, found.Reason.Code)
	}
	return codes
}

func exampleMatch(t *testing.T) []byte {
	file, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "docs", "example.djq"))
	require.NoError(t, err)
	return file
}

// An interrupt is told as one however many verdicts stand, also a single good one.
func TestInterruptedAuditSaysSo(t *testing.T) {
	for _, files := range []int{0, 1, 2} {
		env, out := clitest.Env(messages.English)
		tally := auditTally{began: time.Now().Add(-time.Second)}
		var alone *result
		for range files {
			found := File(filepath.Join("..", "..", "..", "..", "docs", "example.djq"))
			tally.count(found)
			alone = &found
		}
		if files != 1 {
			alone = nil
		}
		err := endAudit(env, tally, alone, auditFlags{}, true)
		require.ErrorContains(t, err, "interrupted after "+env.N(messages.Transcripts, files))
		require.Equal(t, cli.ExitBad, env.Report(err))
		require.Equal(t, files == 1, strings.Contains(out.String(), "honest ("))
		require.NoError(t, endAudit(env, tally, alone, auditFlags{}, false))
	}
}

// Nothing to audit is nothing wrong.
func TestAuditOfNothing(t *testing.T) {
	for _, args := range [][]string{{"-"}, {"--names", "-"}} {
		require.Equal(t, clitest.Outcome{Code: cli.ExitSound, Out: "", Err: ""}, auditOf(strings.NewReader(""), append(args, "--json")...))
		require.Equal(t, clitest.Outcome{Code: cli.ExitSound, Out: "There was nothing to audit.\n", Err: ""}, auditOf(strings.NewReader(""), args...))
	}
}

// What - brings is transcripts and never names, however it begins; what a list brings is
// names and never transcripts.
func TestStreamsAreNeverNames(t *testing.T) {
	file := exampleMatch(t)
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("darkmatch.djq", file, 0o644))
	require.NoError(t, os.WriteFile("match.djq", file, 0o644))
	for in, code := range map[string]string{"match.djq\n": "cmd.no-stream", "darkmatch.djq\nmatch.djq\n": "transcript.foreign", "/": "transcript.foreign", "dark": "transcript.torn"} {
		got := auditOf(strings.NewReader(in), "--json", "-")
		require.Equal(t, cli.ExitBad, got.Code)
		require.Equal(t, []string{code}, reasons(t, got.Out), in)
	}
	got := auditOf(strings.NewReader("darkmatch.djq\r\n\nmatch.djq"), "--json", "--names", "-")
	require.Equal(t, cli.ExitSound, got.Code)
	require.Equal(t, []string{"", ""}, reasons(t, got.Out))
	require.Equal(t, cli.ExitBad, auditOf(bytes.NewReader(file), "--json", "--names", "-").Code)
}

// A stream that goes wrong says where and how, not that something is too large.
func TestStreamsThatGoWrong(t *testing.T) {
	file := exampleMatch(t)
	for _, in := range [][]byte{
		append(append(bytes.Clone(file), '\n'), file...),
		append(bytes.Clone(file[:len(file)-100]), file...),
	} {
		codes := reasons(t, auditOf(bytes.NewReader(in), "--json", "-").Out)
		require.Equal(t, "cmd.stream-torn", codes[len(codes)-1])
	}
	large := []byte(transcript.Magic)
	for len(large) < transcript.MaxFile {
		large = transcript.AppendFrame(large, make([]byte, transcript.MaxRecord))
	}
	require.Equal(t, []string{"cmd.transcript-too-large"}, reasons(t, auditOf(bytes.NewReader(large), "--json", "-").Out))
}

// A line that can't be a name is one finding, and the next line is read.
func TestListsGoOnAfterALongLine(t *testing.T) {
	name, err := filepath.Abs(filepath.Join("..", "..", "..", "..", "docs", "example.djq"))
	require.NoError(t, err)
	for _, long := range []int{maxNameLine + 1, 3 * maxNameLine} {
		got := auditOf(strings.NewReader(strings.Repeat("a", long)+"\n"+name+"\n"), "--json", "--names", "-")
		require.Equal(t, cli.ExitBad, got.Code)
		require.Equal(t, []string{"cmd.long-name", ""}, reasons(t, got.Out))
	}
}

// A link to a folder is the folder; only files are opened there, and of what a list names.
func TestFoldersAreSearchedForFiles(t *testing.T) {
	file := exampleMatch(t)
	t.Chdir(t.TempDir())
	require.NoError(t, os.MkdirAll("matches/below.djq", 0o755))
	require.NoError(t, os.WriteFile("matches/a.djq", file, 0o644))
	if err := os.Symlink("matches", "link"); err != nil {
		t.Skip("no links here")
	}
	require.NoError(t, os.Symlink("a.djq", "matches/b.djq"))
	require.NoError(t, os.Symlink(os.DevNull, "matches/c.djq"))
	for _, arg := range []string{"link", "link/", "matches"} {
		got := auditOf(strings.NewReader(""), "--json", arg)
		require.Equal(t, cli.ExitSound, got.Code, got.Out)
		require.Len(t, reasons(t, got.Out), 2)
		require.Contains(t, got.Out, `"file":"`+strings.TrimSuffix(arg, "/")+`/a.djq"`)
	}
	// Of what a list names there is one line for each, so that folders are none of it.
	got := auditOf(strings.NewReader("link\n"+os.DevNull+"\nmatches/a.djq\n"), "--json", "--names", "-")
	require.Equal(t, []string{"cmd.not-a-file", "cmd.not-a-file", ""}, reasons(t, got.Out))
}

// Names are shown so that they do nothing to a terminal.
func TestNamesAreQuoted(t *testing.T) {
	name := "a\x1b]0;owned\x07\nb"
	got := auditOf(strings.NewReader(""), name)
	require.NotContains(t, got.Err, "\x1b")
	require.Contains(t, got.Err, `"a\x1b]0;owned\a\nb": `)
	got = auditOf(strings.NewReader(""), name, "军棋 1.djq")
	require.Contains(t, got.Out, `"a\x1b]0;owned\a\nb": unreadable`)
	require.Contains(t, got.Out, "军棋 1.djq: unreadable")
}

// The steps of an audit reach who watches it.
func TestAuditTellsItsSteps(t *testing.T) {
	steps := map[int]int{}
	inputs := func(yield func(auditInput) bool) {
		yield(fileInput(filepath.Join("..", "..", "..", "..", "docs", "example.djq")))
	}
	for found := range auditAll(t.Context(), inputs, false, func(number int, step protocol.AuditStep) { steps[number]++ }) {
		require.Equal(t, map[int]int{0: found.Report.Records}, steps)
	}
}
