package lzma

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// samples are data with everything that packing tells apart: none at all, no repeats, near and far ones,
// the same ones again, and the longest.
func samples() map[string][]byte {
	random := func(n int, kinds byte) []byte {
		r := rand.New(rand.NewPCG(uint64(n), uint64(kinds)))
		data := make([]byte, n)
		for i := range data {
			data[i] = byte(r.UintN(uint(kinds)))
		}
		return data
	}
	patched := bytes.Repeat(random(9000, 200), 9)
	for i := 0; i < len(patched); i += 61 {
		patched[i]++
	}
	words := strings.Builder{}
	for i := range 4000 {
		fmt.Fprintf(&words, "%d pieces stand on %d nodes\n", i, i*i)
	}
	all := map[string][]byte{
		"zeros": make([]byte, 100_000), "period": bytes.Repeat([]byte("abc"), 5000),
		"bytes": random(70_000, 255), "bits": random(70_000, 2), "letters": random(50_000, 20),
		"patched": patched, "words": []byte(words.String()),
		"far": append(append(random(300, 250), make([]byte, 1<<20)...), random(300, 250)...),
	}
	for n := range 12 {
		all[fmt.Sprintf("first %d", n)] = random(20, 3)[:n]
	}
	return all
}

// What is packed unpacks to the same bytes, with the page's script and with xz.
func TestPackAndUnpack(t *testing.T) {
	_, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node")
	}
	dir := t.TempDir()
	args := []string{filepath.Join("testdata", "unpack.mjs")}
	for name, data := range samples() {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, Pack(data), 0o600))
		args = append(args, path)
	}
	out, err := exec.Command("node", args...).CombinedOutput()
	require.NoError(t, err, "%s", out)
	xz, none := exec.LookPath("xz")
	for name, data := range samples() {
		path := filepath.Join(dir, name)
		got, err := os.ReadFile(path + ".out")
		require.NoError(t, err)
		require.True(t, bytes.Equal(data, got), name)
		if none == nil {
			cmd := exec.Command(xz, "--format=lzma", "--decompress", "--stdout", path)
			got, err := cmd.Output()
			require.NoError(t, err, name)
			require.True(t, bytes.Equal(data, got), name)
		}
	}
}

func TestPackSmall(t *testing.T) {
	for name, most := range map[string]int{
		"zeros": 150, "period": 150, "bits": 10_300, "words": 15_000, "patched": 15_000, "far": 1000,
	} {
		require.Less(t, len(Pack(samples()[name])), most, name)
	}
}
