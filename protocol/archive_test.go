package protocol_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/adversary"
	"github.com/darkjunqi/darkjunqi/protocol/internal/vector"
)

// The archive is transcripts of version 1, each with the report of its audit. It is a
// promise (docs/spec.md, section 18): they are written once, and every later program
// makes the same report of them, byte for byte. So -update writes only what is not
// there yet. Before the first release they may be rewritten:
//
//	rm -r testdata/archive && go test ./protocol -run TestArchive -update
const archiveFolder = "../testdata/archive"

// archived is a report as the archive has it. Sentences may be reworded; their codes stay.
type archived struct {
	Verdict  string            `json:"verdict"`
	Reason   string            `json:"reason"` // the code of the error, and of what it wraps
	Culprit  string            `json:"culprit"`
	Record   int               `json:"record"`
	Kind     string            `json:"kind"`
	Bytes    int               `json:"bytes"`
	Records  int               `json:"records"`
	Rules    string            `json:"rules"` // digest
	Resolver string            `json:"resolver"`
	Match    string            `json:"match"`
	Stage    string            `json:"stage"`
	Result   string            `json:"result"`
	Plies    int               `json:"plies"`
	Clashes  int               `json:"clashes"`
	Proofs   int               `json:"proofs"`
	Layouts  map[string]string `json:"layouts"`
	Missing  []string          `json:"missing"`
	Claims   []string          `json:"claims"`
}

func archive(t testing.TB, file []byte) []byte {
	r := protocol.Audit(file)
	a := archived{
		Verdict: r.Verdict.String(), Record: r.Record, Bytes: r.Bytes, Records: r.Records, Resolver: r.Resolver,
		Match: fmt.Sprintf("%x", r.Match), Stage: r.Stage.String(), Result: r.Result.String(),
		Plies: r.Plies, Clashes: r.Clashes, Proofs: r.Proofs, Layouts: map[string]string{}, Missing: []string{}, Claims: []string{},
	}
	if r.Reason != nil {
		a.Reason = coded.Code(r.Reason)
	}
	if r.Conviction != nil {
		a.Culprit, a.Kind = r.Conviction.Culprit.String(), r.Conviction.Kind.String()
	}
	if r.Rules != nil {
		a.Rules = fmt.Sprintf("%x", r.Rules.Digest())
		for seat, l := range r.Layouts {
			if l != nil {
				a.Layouts[engine.Seat(seat).String()] = r.Rules.FormatLayout(l)
			}
		}
	}
	for _, seat := range r.Missing {
		a.Missing = append(a.Missing, seat.String())
	}
	for _, seat := range r.Claims {
		a.Claims = append(a.Claims, seat.String())
	}
	text, err := json.MarshalIndent(a, "", "  ")
	require.NoError(t, err)
	return append(text, '\n')
}

func TestArchive(t *testing.T) {
	if vector.Updating() {
		writeArchive(t)
	}
	requireListed(t)
	for name := range archiveMatches {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(archiveFolder, name)
			file, err := os.ReadFile(path + ".djq")
			require.NoError(t, err)
			want, err := os.ReadFile(path + ".json")
			require.NoError(t, err)
			require.Equal(t, string(want), string(archive(t, file)))
		})
	}
}

// archiveList names the files of the archive with their SHA-256, as sha256sum -c reads it.
const archiveList = "SHA256SUMS"

// listArchive is what the list says of the files that are there.
func listArchive(t *testing.T) string {
	var list strings.Builder
	files, err := os.ReadDir(archiveFolder)
	require.NoError(t, err)
	for _, entry := range files {
		if entry.Name() != archiveList {
			file, err := os.ReadFile(filepath.Join(archiveFolder, entry.Name()))
			require.NoError(t, err)
			fmt.Fprintf(&list, "%x  %s\n", sha256.Sum256(file), entry.Name())
		}
	}
	return list.String()
}

// requireListed demands that the archive is what was promised: no match of it is missing,
// none has changed, and each is one that is made above.
func requireListed(t *testing.T) {
	want, err := os.ReadFile(filepath.Join(archiveFolder, archiveList))
	require.NoError(t, err)
	require.Equal(t, string(want), listArchive(t))
	var names, listed []string
	for name := range archiveMatches {
		names = append(names, name+".djq", name+".json")
	}
	for line := range strings.Lines(string(want)) {
		listed = append(listed, strings.Fields(line)[1])
	}
	require.ElementsMatch(t, names, listed)
}

// writeArchive adds to the archive what it lacks.
func writeArchive(t *testing.T) {
	require.NoError(t, os.MkdirAll(archiveFolder, 0o755))
	for name, match := range archiveMatches {
		path := filepath.Join(archiveFolder, name)
		if _, err := os.Stat(path + ".djq"); err == nil {
			continue
		}
		file := match(t)
		require.NoError(t, os.WriteFile(path+".djq", file, 0o644))
		require.NoError(t, os.WriteFile(path+".json", archive(t, file), 0o644))
	}
	require.NoError(t, os.WriteFile(filepath.Join(archiveFolder, archiveList), []byte(listArchive(t)), 0o644))
}

// archiveMatches are matches of each resolver, each verdict, and several rulesets.
var archiveMatches = map[string]func(t testing.TB) []byte{
	"standard":            whole("standard", protocol.ElGamal, 120),
	"standard-yao82":      whole("standard", "yao82", 40),
	"standard-garbled":    whole("standard", "garbled", 40),
	"standard-open":       whole("standard,mode=open,first=red", protocol.ElGamal, 60),
	"standard-carry-home": whole("standard,carry=home,show-flag=on", protocol.ElGamal, 60),
	"standard-never":      whole("standard,reveal=never", protocol.ElGamal, 20),
	"siguo":               whole("siguo", protocol.ElGamal, 120),
	"siguo-garbled":       whole("siguo", "garbled", 24),
	"stratego":            whole("stratego", protocol.ElGamal, 100),
	"stratego-yao82":      whole("stratego-outcome", "yao82", 30),
	"skirmish":            whole("skirmish", protocol.ElGamal, 100),
	"skirmish-garbled":    whole("skirmish", "garbled", 100),
	"three-lamps":         whole("three-lamps", protocol.ElGamal, 200),
	"three-lamps-yao82":   whole("three-lamps", "yao82", 60),

	"incomplete": func(t testing.TB) []byte {
		tb := facing(t).play("a2xa3")
		return tb.with(tb.claim(red, tb.match().Base()))
	},
	"unrevealed":          func(t testing.TB) []byte { return facing(t).resign(red).with() },
	"torn":                func(t testing.TB) []byte { file := facing(t).resign(red).match().File(); return file[:len(file)-1] },
	"cheating-layout":     cheated("two-commanders"),
	"cheating-double":     cheated("two-histories"),
	"cheating-bogus":      cheated("bogus-fault"),
	"cheating-yao82":      cheated("yao82-other-row"),
	"cheating-garbled":    cheated("garbled-other-input"),
	"cheating-disputed":   cheated("garbled-inconsistent-transfer"),
	"cheating-of-a-guest": cheated("false-answer"),
}

// whole plays a match of so many turns at most, after which who is to move resigns.
func whole(rules, resolver string, turns int) func(t testing.TB) []byte {
	return func(t testing.TB) []byte {
		rs, err := junqi.Rules(rules)
		if err != nil {
			text, fileErr := os.ReadFile("../testdata/rulesets/" + rules + ".json")
			require.NoError(t, fileErr)
			rs, err = engine.ParseRules(text)
		}
		require.NoError(t, err)
		tb := setting{rules: rs, resolver: resolver, seed: uint64(len(rules))}.sit(t)
		tb.random(turns, func() bool { return false })
		return tb.outByResignation().match().File()
	}
}

// cheated is what the honest seat holds after a cheat.
func cheated(name string) func(t testing.TB) []byte {
	return func(t testing.TB) []byte {
		kind, err := adversary.Find(name)
		require.NoError(t, err)
		g, err := adversary.Play(kind, cheatRand())
		require.NoError(t, err)
		return g.Honest.Match().File()
	}
}
