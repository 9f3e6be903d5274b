package lab

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/matchtest"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

func runBench(t *testing.T, args ...string) (out string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := Program.Run(append([]string{"bench", "--matches", "0"}, args...), strings.NewReader(""), &stdout, &stderr, func(string) string { return "" })
	require.Zero(t, code, stderr.String())
	few := !slices.Contains(args, "--json") // all tests are content with few runs
	require.Equal(t, few, stderr.Len() > 0, "it is said that a step may take less than its floor")
	return stdout.String()
}

// The shape of `bench --json`, all but the times, is pinned: other programs read it. Every part, step, person and time has words.
func TestBenchJSON(t *testing.T) {
	decoder := json.NewDecoder(strings.NewReader(runBench(t, "--json", "--runs", "2")))
	decoder.DisallowUnknownFields()
	var r benchReport
	require.NoError(t, decoder.Decode(&r))
	require.Equal(t, "standard", r.Rules)
	require.Equal(t, 2, r.Runs)

	type shape struct {
		name     string
		rounds   int
		messages []benchMessage
		steps    string
	}
	var got []shape
	for _, p := range r.Parts {
		var steps []string
		var clash int64
		require.True(t, messages.BenchParts.Has(p.Name), p.Name)
		for _, s := range p.Steps {
			require.True(t, messages.BenchStep.Has(s.Name), s.Name)
			require.True(t, messages.BenchWho.Has(s.By), s.By)
			require.True(t, messages.BenchWhen.Has(s.When), s.When)
			steps = append(steps, s.By+" "+s.Name)
			require.Positive(t, s.MaxNs, s.Name)
			require.IsNonDecreasing(t, []int64{s.MinNs, s.QuartilesNs[0], s.MedianNs, s.MaxNs}, s.Name)
			require.IsNonDecreasing(t, []int64{s.MinNs, s.QuartilesNs[0], s.QuartilesNs[1], s.MaxNs}, s.Name)
			if s.When == "clash" {
				clash += s.MedianNs
			}
		}
		require.Equal(t, clash, p.ClashNs)
		got = append(got, shape{p.Name, p.Rounds, p.Messages, strings.Join(steps, ", ")})
	}
	require.Equal(t, []shape{
		{
			"group", 0, []benchMessage{},
			"everyone decodings, everyone batch-decodings, everyone encodings, everyone batch-encodings, everyone fixed-mults, everyone mults, everyone sum-terms",
		},
		{
			"layout", 2, []benchMessage{{"Commit", "red", 101}, {"Commit", "blue", 101}, {"Layout", "red", 13893}, {"Layout", "blue", 13893}},
			"red prove, everyone verify, auditor open",
		},
		{
			"mobility", 0, []benchMessage{{"NoMove", "red", 677}, {"Pass", "red", 197}},
			"red prove-none, everyone check-none, red prove-some, everyone check-some",
		},
		{
			"elgamal", 1, []benchMessage{{"Move", "red", 552}, {"Answer", "blue", 167}},
			"red attack, everyone check-attack, blue answer, everyone check-answer, red prepare, red play-ready",
		},
		{
			"yao82", 2, []benchMessage{{"Move", "red", 72}, {"Step", "blue", 325}, {"Step", "red", 485}, {"Answer", "blue", 71}},
			"red key, everyone check-offer, blue blind, everyone check-request, red list, everyone check-reply, " +
				"blue read, everyone check-code, red accept, auditor replay",
		},
		{
			"garbled", 2, []benchMessage{{"Move", "red", 104}, {"Step", "blue", 197}, {"Step", "red", 581}, {"Answer", "blue", 119}},
			"everyone compile, red offer, everyone check-offer, blue choose, everyone check-request, red garble, everyone check-reply, " +
				"blue evaluate, everyone check-code, red accept, auditor replay",
		},
		{"record", 0, []benchMessage{}, "everyone sign, everyone check-signature"},
		{"audit", 0, []benchMessage{}, "everyone fold, auditor audit, auditor audits"},
	}, got)
	require.Equal(t, benchClashes, r.Match.Clashes)
	require.Positive(t, r.Match.PerSecond)
	requireFloors(t, r.Parts)
}

// requireFloors: the operations of some steps, which docs/security.md and the design count too, and floors that are sums of
// what the first part has measured.
func requireFloors(t *testing.T, parts []*benchPart) {
	unit := floorsOf(parts[0])
	steps := map[string]*benchStep{}
	for _, p := range parts[1:] {
		for _, s := range p.Steps {
			var floor int64
			for name, n := range s.Operations {
				if u := unit[name]; u != nil {
					floor += int64(n) * u.MinNs
				}
			}
			require.Equal(t, floor, s.FloorNs, s.Name)
			steps[p.Name+" "+s.Name] = s
		}
	}
	require.Equal(t, map[string]int{"decodings": 5, "sum-terms": 34, "sums": 1}, steps["elgamal check-attack"].Operations)
	require.Equal(t, map[string]int{"decodings": 2, "sum-terms": 6, "sums": 1}, steps["elgamal check-answer"].Operations)
	require.Empty(t, steps["elgamal play-ready"].Operations, "it only has to be signed")
	require.Less(t, steps["audit audit"].Operations["sums"], steps["audit fold"].Operations["sums"])
	require.Empty(t, steps["record sign"].Operations)
	require.Zero(t, steps["yao82 list"].FloorNs)
}

// The records of `bench` are as long as a match's.
func TestBenchBytesAreThoseOfAMatch(t *testing.T) {
	rs, err := junqi.Rules("standard,first=red")
	require.NoError(t, err)
	parts, _, err := benchParts(rs)
	require.NoError(t, err)
	byName := map[string][]benchMessage{}
	for _, p := range parts {
		byName[p.Name] = p.Messages
		if p.First != nil { // the one below is the first
			byName[p.Name] = p.First
		}
	}
	for _, resolver := range protocol.Resolvers() {
		players := matchtest.Table(t, protocol.HostConfig{Rules: rs, Seat: engine.Red, Resolver: resolver}, rand.Reader)
		matchtest.Sync(t, players, rand.Reader)
		l, err := rs.ParseLayout(benchLayout)
		require.NoError(t, err)
		for _, p := range players {
			require.NoError(t, p.Place(l))
		}
		matchtest.Sync(t, players, rand.Reader)
		red := players[engine.Red]
		move, err := rs.Board().ParseMove(benchMove)
		require.NoError(t, err)
		require.NoError(t, red.Play(move, false, rand.Reader))
		matchtest.Sync(t, players, rand.Reader)

		var sent []benchMessage
		for i := 2; i < red.Match().Len(); i++ { // after Terms and Join
			raw := red.Match().Record(i)
			r, err := transcript.Parse(raw)
			require.NoError(t, err)
			sent = append(sent, benchMessage{r.Kind.String(), r.Seat.String(), len(raw)})
		}
		require.Equal(t, append(append([]benchMessage{}, byName["layout"]...), byName[resolver]...), sent)
	}
}

// The table can be read by a person, in either language; its bytes are those of docs/bench.txt.
func TestBenchTable(t *testing.T) {
	read := func(out, headings, sums string, say ...string) {
		for _, text := range say {
			require.Contains(t, out, text)
		}
		require.Regexp(t, `(?m)^  yao82 .* \d\S* (µs|ms|s)$`, out)
		require.Regexp(t, headings, out)
		require.Regexp(t, sums, out)
		require.NotContains(t, out, "%!")
	}
	out := runBench(t, "--runs", "1", "--lang", "en")
	read(out, `(?m)^ +least +quartile +median +quartile +floor  operations$`, `\d decodings, \d+ terms, 1 sum\n`,
		"make a fresh RSA key", "once a match", "everyone", "red→blue")
	require.Regexp(t, `(?m)^  elgamal +1 +552 +167 +719  Move 552`, out)
	requireOnBenchPage(t, out)
	small := filepath.Join("..", "..", "..", "testdata", "rulesets", "skirmish.json")
	read(runBench(t, "--runs", "1", "--lang", "zh", "--rules", small), `(?m)^ +最小 +四分位 +中位数 +四分位 +下限  群运算$`, `解码 \d+、项 \d+、和式 1\n`,
		"生成新的 RSA 密钥", "每盘一次", "所有人", "红→蓝")
}

// The protocols of docs/research.md are measured by one command, and docs/bench.* show their bytes.
func TestBenchElsewhere(t *testing.T) {
	var stdout, stderr bytes.Buffer
	require.Zero(t, Program.Run([]string{"bench", "--elsewhere", "--runs", "1", "--json"}, strings.NewReader(""), &stdout, &stderr, func(string) string { return "" }), &stderr)
	var r elsewhereReport
	require.NoError(t, json.Unmarshal(stdout.Bytes(), &r))
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "bench.txt"))
	require.NoError(t, err)
	summary, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "bench.md"))
	require.NoError(t, err)
	var names []string
	for _, m := range r.Elsewhere {
		names = append(names, m.Name+" "+m.By)
		require.Positive(t, m.MinNs)
		require.Regexp(t, fmt.Sprintf(`(?m)^  \S.* %d  `, m.Bytes), string(page), m.Name)
		if m.By == "stranger" {
			require.Contains(t, string(summary), fmt.Sprintf("| %d,%03d |", m.Bytes/1000, m.Bytes%1000), m.Name)
		}
	}
	require.Equal(t, []string{
		"compare-onehot parties", "compare-onehot stranger", "compare-list parties", "compare-circuit parties", "vote parties", "vote stranger",
		"auction parties", "auction stranger", "mean parties", "mean stranger", "common parties", "common stranger",
	}, names)
}

// What can't be measured is said.
func TestBenchRefuses(t *testing.T) {
	for want, args := range map[string][]string{
		"--runs must be from 1 to 100000": {"--runs", "0"},
		"nothing is proven":               {"--rules", "standard,mode=open,first=red"},
		"unknown option":                  {"--rules", "standard,mine=soft"},
	} {
		var stdout, stderr bytes.Buffer
		require.Equal(t, cli.ExitBad, Program.Run(append([]string{"bench"}, args...), strings.NewReader(""), &stdout, &stderr, func(string) string { return "" }))
		require.Contains(t, stderr.String(), want)
		require.Empty(t, stdout.String())
	}
	// Without reveals only the default resolver can be played.
	out := runBench(t, "--rules", "standard,reveal=never", "--runs", "1")
	require.Contains(t, out, "elgamal")
	require.NotContains(t, out, "yao82")
}

func TestDuration(t *testing.T) {
	for ns, want := range map[int64]string{
		0: "0 ns", 999: "999 ns", 1000: "1.00 µs", 12_345: "12.3 µs", 123_456: "123 µs", 1_234_567: "1.23 ms", 98_765_432_100: "98.8 s",
	} {
		require.Equal(t, want, duration(ns))
	}
}

// requireOnBenchPage: docs/bench.txt shows the bytes and steps of today's program; only its times are those of the day it was
// written.
func requireOnBenchPage(t *testing.T, out string) {
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "bench.txt"))
	require.NoError(t, err)
	times := regexp.MustCompile(`\d\S* (ns|µs|ms|s)\b`)
	for _, line := range strings.Split(out, "\n")[1:] {
		require.Contains(t, string(page), "\n"+strings.TrimRight(times.Split(line, 2)[0], " "))
	}
}
