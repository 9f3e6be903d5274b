package protocol_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/internal/vector"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// The testkit is small files for whoever writes a verifier of their own: docs/spec.md,
// section 21, says how they are read. Each case is made by a function of testkit_*_test.go,
// which also says what it must come to; what is written down beside the bytes is what
// Audit, or VerifyCertificate, finds.

const testkitFolder = "../testdata/testkit"

// A kitCase is one file of the testkit.
type kitCase struct {
	name  string
	tests string // what it tests, in a sentence
	want  string // verdict
	bytes []byte
}

// isCertificate reports whether the bytes are meant for a certificate.
func (c kitCase) isCertificate() bool { return strings.HasPrefix(c.name, "certificate-") }

// header is what the case comes to, by the program.
func (c kitCase) header() [][2]string {
	if c.isCertificate() {
		verdict, exit, culprit, record := "convicts", 0, "-", "-"
		switch conviction, err := protocol.VerifyCertificate(c.bytes); {
		case err == nil:
			culprit, record = conviction.Culprit.String(), number(conviction.Index)
		case isNotConvicting(err):
			verdict, exit = "convicts nobody", 1
		default:
			verdict, exit = "unreadable", 2
		}
		return [][2]string{{"file", "certificate"}, {"verdict", verdict}, {"exit", strconv.Itoa(exit)}, {"culprit", culprit}, {"record", record}}
	}
	r := protocol.Audit(c.bytes)
	culprit, result := "-", "-"
	if r.Conviction != nil {
		culprit = r.Conviction.Culprit.String()
	}
	if r.Result.Over {
		result = r.Result.String()
	}
	return [][2]string{
		{"file", "transcript"}, {"verdict", r.Verdict.String()}, {"exit", strconv.Itoa(int(r.Verdict))},
		{"culprit", culprit}, {"record", number(r.Record)}, {"result", result},
	}
}

// number writes an index, "-" for none.
func number(index int) string {
	if index == protocol.NoIndex {
		return "-"
	}
	return strconv.Itoa(index)
}

// marshal writes a case as a file: the header, an empty line, the bytes. What the bytes
// have in common with a setup is left out, and named.
func (c kitCase) marshal(setups map[string][]byte) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "tests: %s\n", c.tests)
	for _, line := range c.header() {
		fmt.Fprintf(&b, "%s: %s\n", line[0], line[1])
	}
	most, of := 0, ""
	for _, name := range sortedKeys(setups) {
		common := 0
		for common < min(len(c.bytes), len(setups[name])) && c.bytes[common] == setups[name][common] {
			common++
		}
		if common > most {
			most, of = common, name
		}
	}
	if most < 500 {
		most = 0
	} else {
		fmt.Fprintf(&b, "begins: %d bytes of %s\n", most, of)
	}
	b.WriteByte('\n')
	b.Write(c.bytes[most:])
	return b.Bytes()
}

// readKit reads a file of the testkit: its header by name, and the whole bytes.
func readKit(t testing.TB, path string) (header map[string]string, content []byte) {
	raw, err := os.ReadFile(path)
	require.NoError(t, err)
	top, rest, ok := strings.Cut(string(raw), "\n\n")
	require.True(t, ok, path)
	header = map[string]string{}
	for line := range strings.SplitSeq(top, "\n") {
		key, value, ok := strings.Cut(line, ": ")
		require.True(t, ok, "%s: %q", path, line)
		header[key] = value
	}
	if of := header["begins"]; of != "" {
		var size int
		var name string
		_, err := fmt.Sscanf(of, "%d bytes of %s", &size, &name)
		require.NoError(t, err, path)
		setup, err := os.ReadFile(filepath.Join(filepath.Dir(path), name))
		require.NoError(t, err, path)
		content = slices.Clone(setup[:size])
	}
	return header, append(content, rest...)
}

// setupsOf are the beginnings that several cases share: Terms to Layouts.
func setupsOf(cases []kitCase) map[string][]byte {
	shared := map[string]int{}
	for _, c := range cases {
		if setup := setupOf(c.bytes); setup != nil {
			shared[string(setup)]++
		}
	}
	setups := map[string][]byte{}
	for _, setup := range sortedKeys(shared) {
		if shared[setup] > 1 {
			setups[fmt.Sprintf("setup-%.8x.djq", sha256.Sum256([]byte(setup)))] = []byte(setup)
		}
	}
	return setups
}

// setupOf is the part of a transcript up to its Layouts; nil if it is not as long as that.
func setupOf(file []byte) []byte {
	records, _, err := transcript.ParseFile(file)
	if err != nil {
		return nil
	}
	m, _, _ := protocol.Fold(records)
	if m.Rules() == nil || m.Len() < 3*m.Rules().NumSeats() {
		return nil
	}
	return transcript.MarshalFile(records[:3*m.Rules().NumSeats()])
}

func sortedKeys[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// TestTestkit: the program finds in each file what its header says. With -update the files
// are made again, which takes a minute, and must come to what their cases want.
func TestTestkit(t *testing.T) {
	t.Parallel()
	var cases []kitCase
	if vector.Updating() {
		cases = kitCases(t)
	}
	names := map[string]bool{}
	for _, c := range cases {
		require.False(t, names[c.name], "%s twice", c.name)
		names[c.name] = true
	}
	if vector.Updating() {
		writeKit(t, cases)
	}
	files, err := filepath.Glob(testkitFolder + "/*.kit")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for i, path := range files {
		if testing.Short() && i%4 > 0 && cases == nil { // under the race detector nothing races here
			continue
		}
		name := strings.TrimSuffix(filepath.Base(path), ".kit")
		header, content := readKit(t, path)
		for _, line := range (kitCase{name: name, bytes: content}).header() {
			require.Equal(t, line[1], header[line[0]], "%s: %s", name, line[0])
		}
		if i := slices.IndexFunc(cases, func(c kitCase) bool { return c.name == name }); cases != nil {
			require.GreaterOrEqual(t, i, 0, "%s is made by nothing: run with -update if this is meant", name)
			require.True(t, bytes.Equal(cases[i].bytes, content), "%s: run with -update if this is meant", name)
			require.Equal(t, cases[i].tests, header["tests"], name)
			require.Equal(t, cases[i].want, header["verdict"], name)
			delete(names, name)
		}
	}
	require.Empty(t, names, "run with -update if this is meant")
}

func writeKit(t *testing.T, cases []kitCase) {
	old, err := filepath.Glob(testkitFolder + "/*")
	require.NoError(t, err)
	for _, path := range old {
		if strings.HasSuffix(path, ".kit") || strings.HasSuffix(path, ".djq") {
			require.NoError(t, os.Remove(path))
		}
	}
	require.NoError(t, os.MkdirAll(testkitFolder, 0o755))
	setups := setupsOf(cases)
	for name, setup := range setups {
		require.NoError(t, os.WriteFile(filepath.Join(testkitFolder, name), setup, 0o644))
	}
	for _, c := range cases {
		require.NoError(t, os.WriteFile(filepath.Join(testkitFolder, c.name+".kit"), c.marshal(setups), 0o644))
	}
}
