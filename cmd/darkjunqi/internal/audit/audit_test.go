package audit

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/cmd/internal/auditreport"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/protocol/adversary"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// runAudit runs `audit --json`, and returns what it says of each file, without its name.
func runAudit(t require.TestingT, in []byte, args ...string) (said []string, code int) {
	var stdout, stderr bytes.Buffer
	code = run(append([]string{"audit", "--json"}, args...), bytes.NewReader(in), &stdout, &stderr, func(string) string { return "" })
	for _, line := range strings.Split(strings.TrimSuffix(stdout.String(), "\n"), "\n") {
		var found map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &found), line)
		delete(found, "file")
		text, err := json.Marshal(found)
		require.NoError(t, err)
		said = append(said, string(text))
	}
	return said, code
}

// inputFiles are matches of every kind in a folder: honest, cheated, unfinished, altered,
// torn, and no transcript at all.
func inputFiles(t *testing.T) (folder string, names []string) {
	folder = t.TempDir()
	add := func(file []byte) {
		name := filepath.Join(folder, string(rune('a'+len(names)))+transcriptSuffix)
		require.NoError(t, os.WriteFile(name, file, 0o644))
		names = append(names, name)
	}
	played, err := os.ReadFile("../../../../docs/example.djq")
	require.NoError(t, err)
	list, _, err := transcript.ParseFile(played)
	require.NoError(t, err)
	add(played)
	add(transcript.MarshalFile(list[:len(list)-4]))
	add(transcript.MarshalFile(list[:len(list)-1]))
	for _, at := range []int{400, 9000, 27000, len(played) - 80} {
		flipped := bytes.Clone(played)
		flipped[at] ^= 1
		add(flipped)
	}
	add(played[:5000])
	add(nil)
	add([]byte("no transcript"))
	for _, cheat := range []string{"attack-as-another", "false-answer"} {
		kind, err := adversary.Find(cheat)
		require.NoError(t, err)
		game, err := adversary.Play(kind, rand.NewChaCha8([32]byte{}))
		require.NoError(t, err)
		add(game.Honest.Match().File())
	}
	return folder, names
}

// Whatever files are audited in one run, in whatever order, and however they are named or
// handed over, each is found to be what it is found to be alone, and the exit code is the
// worst of theirs.
func TestMixedFilesAreFoundAsAlone(t *testing.T) {
	folder, names := inputFiles(t)
	alone, codes := map[string]string{}, map[string]int{}
	seen := map[int]bool{}
	for _, name := range names {
		said, code := runAudit(t, nil, name)
		require.Len(t, said, 1)
		alone[name], codes[name], seen[code] = said[0], code, true
	}
	require.Len(t, seen, 4, "honest, cheating, bad and unfinished")
	want := func(names []string) (said []string, code int) {
		found := map[int]bool{}
		for _, name := range names {
			said, found[codes[name]] = append(said, alone[name]), true
		}
		for _, code := range []int{cli.ExitCheating, cli.ExitBad, cli.ExitUnfinished} { // as docs/json.md orders them
			if found[code] {
				return said, code
			}
		}
		return said, cli.ExitSound
	}
	requireSame := func(t require.TestingT, names []string, in []byte, args ...string) {
		said, code := runAudit(t, in, args...)
		wantSaid, wantCode := want(names)
		require.Equal(t, wantSaid, said)
		require.Equal(t, wantCode, code)
	}
	requireSame(t, names, nil, folder)
	rapid.Check(t, func(t *rapid.T) {
		some := rapid.SliceOfN(rapid.SampledFrom(names), 1, 12).Draw(t, "files")
		switch rapid.IntRange(0, 2).Draw(t, "by") {
		case 0:
			requireSame(t, some, nil, some...)
		case 1:
			requireSame(t, some, []byte(strings.Join(some, "\n")+"\n"), "--names", "-")
		case 2: // one after the other in one stream: those that end where a transcript may
			var stream []byte
			var whole []string
			for _, name := range some {
				file, err := os.ReadFile(name)
				require.NoError(t, err)
				if _, _, err := transcript.ParseFile(file); err == nil {
					stream, whole = append(stream, file...), append(whole, name)
				}
			}
			if len(whole) > 0 {
				requireSame(t, whole, stream, "-")
			}
		}
	})
}

// An audit that is interrupted ends, whatever still waits; and no more is read ahead than
// there is room for.
func TestAuditStopsAndReadsNoFurtherThanItMust(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var begun atomic.Int64
	told := 0
	inputs := func(yield func(auditInput) bool) {
		for {
			begun.Add(1)
			if !yield(auditInput{name: "-", read: func() ([]byte, error) { return nil, nil }}) {
				return
			}
		}
	}
	for range auditAll(ctx, inputs, false, nil) {
		told++
		require.LessOrEqual(t, int(begun.Load()), told+auditreport.Together*runtime.GOMAXPROCS(0)+2)
		if told == 500 {
			cancel()
		}
	}
	require.Equal(t, 500, told, "nothing is told after the interrupt")
}
