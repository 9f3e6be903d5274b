package audit

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/matchfile"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/clitest"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// auditLineOf is the line of `audit --json` about one file.
type auditLineOf struct {
	File      string
	FileBytes []byte
	Verdict   string
	Reason    struct{ Code, Text string }
	Match     string
	Rules     string
	Record    *int
	Records   int
	Keys      map[string]string
	Unseen    bool
}

func auditLines(t *testing.T, out string) (lines []auditLineOf) {
	t.Helper()
	for text := range strings.Lines(out) {
		var line auditLineOf
		require.NoError(t, json.Unmarshal([]byte(text), &line), text)
		lines = append(lines, line)
	}
	return lines
}

// What strangers put into a file moves no other verdict to another name: for each name that
// is written there is one line, before the next is written.
func TestEachNameHasOneLine(t *testing.T) {
	file := exampleMatch(t)
	t.Chdir(t.TempDir())
	require.NoError(t, os.MkdirAll("folder.djq", 0o755))
	names := []string{"folder.djq", "missing", os.DevNull}
	for name, holds := range map[string][]byte{
		"whole": file, "two": append(bytes.Clone(file), file...), "empty": nil, "torn": file[:len(file)-1],
		"stray": append(bytes.Clone(file), "\n\n\n\n\n"...), "magic": []byte(transcript.Magic), " blank ": file,
		"inner.djq": nil, "-": file, "sp ace": []byte("whole\nwhole\n"),
	} {
		require.NoError(t, os.WriteFile(name, holds, 0o644))
		names = append(names, name)
	}
	require.NoError(t, os.WriteFile("folder.djq/a.djq", file, 0o644))
	require.NoError(t, os.WriteFile("folder.djq/b.djq", file, 0o644))
	in, list := io.Pipe()
	found, out := io.Pipe()
	ended := make(chan int)
	go func() {
		code := run([]string{"audit", "--json", "--names", "-"}, in, out, io.Discard, func(string) string { return "" })
		out.Close()
		ended <- code
	}()
	lines := bufio.NewReader(found)
	for _, name := range names {
		_, err := fmt.Fprintln(list, name)
		require.NoError(t, err)
		text, err := lines.ReadString('\n')
		require.NoError(t, err)
		require.Equal(t, name, auditLines(t, text)[0].File)
	}
	require.NoError(t, list.Close())
	rest, err := io.ReadAll(lines)
	require.NoError(t, err)
	require.Empty(t, rest)
	require.Equal(t, cli.ExitBad, <-ended)
}

// All lists are taken, in their order, after the arguments.
func TestSeveralListsAreAudited(t *testing.T) {
	file := exampleMatch(t)
	t.Chdir(t.TempDir())
	for _, name := range []string{"a", "b", "c"} {
		require.NoError(t, os.WriteFile(name, file, 0o644))
		require.NoError(t, os.WriteFile("list-"+name, []byte(name+"\n"), 0o644))
	}
	var names []string
	for _, line := range auditLines(t, auditOf(nil, "--json", "--names", "list-b", "a", "--names", "list-c").Out) {
		names = append(names, line.File)
	}
	require.Equal(t, []string{"a", "b", "c"}, names)
}

// Where a stream can't be told apart any more, that is said, in words and to programs.
func TestWhatWasNotLookedAtIsSaid(t *testing.T) {
	file := exampleMatch(t)
	for what, tail := range map[string]string{"torn": string(file[:len(file)-1]), "foreign": "hello", "stray": string(file) + "\n\n\n\n\n", "no more": ""} {
		in := string(file) + string(file) + tail
		got := auditOf(strings.NewReader(in), "-")
		lines := auditLines(t, auditOf(strings.NewReader(in), "--json", "-").Out)
		for i, line := range lines {
			require.Equal(t, tail != "" && i == len(lines)-1, line.Unseen, what)
		}
		cut := fmt.Sprintf("From %s on, the stream is unreadable: nothing after it was audited.\n", lines[len(lines)-1].File)
		require.Equal(t, tail != "", strings.HasSuffix(got.Out, cut), "%s: %s", what, got.Out)
		if tail != "" {
			require.Contains(t, auditOf(strings.NewReader(tail), "-").Out, "nothing after it was audited", what)
		}
	}
}

// Of a file in which something follows a match that is said, and what is sound before it.
func TestWhatStandsBehindAMatch(t *testing.T) {
	file := exampleMatch(t)
	list, _, err := transcript.ParseFile(file)
	require.NoError(t, err)
	whole := auditLines(t, auditOf(bytes.NewReader(file), "--json", "-").Out)[0]
	name := filepath.Join(t.TempDir(), "match.djq")
	with := func(tail string) []byte { return append(bytes.Clone(file), tail...) }
	for _, c := range []struct {
		holds  []byte
		code   string
		sound  int
		behind string
	}{
		{with("\n\n\n\n\n"), "cmd.something-behind", len(list), "come 5 bytes that are not a record"},
		{with("\n"), "cmd.something-behind", len(list), "come 1 bytes"},
		{with(string(file)), "cmd.another-transcript", len(list), "audit -"},
		{file[:len(file)-1], "transcript.at-record", len(list) - 1, "the file ends in the middle of a record"},
		{transcript.AppendFrame(bytes.Clone(file), []byte("none")), "transcript.at-record", len(list), ""},
	} {
		require.NoError(t, os.WriteFile(name, c.holds, 0o644))
		got := auditOf(nil, "--json", name)
		require.Equal(t, cli.ExitBad, got.Code)
		line := auditLines(t, got.Out)[0]
		require.Equal(t, "unreadable", line.Verdict)
		require.Equal(t, c.code, line.Reason.Code)
		require.Contains(t, line.Reason.Text, c.behind)
		require.Equal(t, &c.sound, line.Record)
		require.Equal(t, c.sound, line.Records)
		require.Equal(t, whole.Match, line.Match)
		require.Equal(t, "standard", line.Rules)
		require.Equal(t, whole.Keys, line.Keys)
		require.Contains(t, clitest.OneLine(auditOf(nil, name).Out), line.Reason.Text)
	}
}

// The seats' keys are told, in words of one file and to programs of each.
func TestKeysAreTold(t *testing.T) {
	name := filepath.Join("..", "..", "..", "..", "docs", "example.djq")
	keys := auditLines(t, auditOf(nil, "--json", name).Out)[0].Keys
	require.Len(t, keys, 2)
	file, err := os.ReadFile(name)
	require.NoError(t, err)
	said := auditOf(nil, name).Out
	for seat, key := range keys {
		require.Len(t, key, 64)
		require.Contains(t, clitest.OneLine(said), seat+" signed with the key "+key)
	}
	list, _, err := transcript.ParseFile(file)
	require.NoError(t, err)
	host, err := transcript.Parse(list[0])
	require.NoError(t, err)
	terms, err := transcript.ParseTerms(host.Body)
	require.NoError(t, err)
	require.Equal(t, fmt.Sprintf("%x", terms.Key.Bytes()), keys[host.Seat.String()])
}

// A name that is no UTF-8 is told exactly, and so is why a file can't be read.
func TestNamesAndReasonsAreExact(t *testing.T) {
	t.Chdir(t.TempDir())
	line := auditLines(t, auditOf(nil, "--json", "a\xff.djq").Out)[0]
	require.Equal(t, "a\xff.djq", string(line.FileBytes))
	require.Equal(t, "cmd.no-file", line.Reason.Code)
	require.Contains(t, auditOf(nil, "").Err, `error: "": no such file`)
	line = auditLines(t, auditOf(nil, "--json", "军棋.djq").Out)[0]
	require.Nil(t, line.FileBytes)
	require.NoError(t, os.Mkdir("empty", 0o755))
	got := auditOf(nil, "--json", "empty")
	require.Equal(t, cli.ExitBad, got.Code)
	require.Equal(t, "cmd.no-transcripts", auditLines(t, got.Out)[0].Reason.Code)
}

// However many large ones there are among files and in a stream, and in whatever order, none
// waits for one that waits for it; and nothing large is held when all is told.
func TestLargeFilesDoNotWaitForEachOther(t *testing.T) {
	stream := []byte(transcript.Magic)
	for len(stream) <= matchfile.OrdinarySize {
		stream = transcript.AppendFrame(stream, make([]byte, 1<<15))
	}
	name := filepath.Join(t.TempDir(), "large.djq")
	require.NoError(t, os.WriteFile(name, stream, 0o644))
	args := []string{"--json", name, name, name, "-", name, name, name}
	got := auditOf(bytes.NewReader(bytes.Repeat(stream, 6)), args...)
	require.Len(t, auditLines(t, got.Out), 12)
	for _, alone := range []*sync.Mutex{&matchfile.LargeFile, &matchfile.LargeStream} {
		require.True(t, alone.TryLock())
		alone.Unlock()
	}
}

// Losers who aren't partners are no side: of them the last has ended the game.
func TestOutcomesOfThree(t *testing.T) {
	for spec, said := range map[string]string{
		"siguo,seats=3": "amber won: the last player to go out resigned", "siguo": "red and amber won: the other side resigned",
	} {
		rs, err := junqi.Rules(spec)
		require.NoError(t, err)
		won := engine.Result{Over: true, Winners: rs.Allies(engine.Amber), Reason: engine.ByResignation}
		require.Equal(t, said, viewmodel.Outcome(messages.English, rs, won))
	}
}
