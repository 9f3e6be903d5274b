// Package vector reads and writes the files of test vectors in testdata/vectors.
//
// A test builds the content of a file and gives it to Check, which compares it
// byte for byte, or writes it when the tests run with -update.
package vector

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite testdata instead of comparing")

// Updating reports whether the tests run with -update.
func Updating() bool { return *update }

// Hex is a string of bytes that is written in hexadecimal.
type Hex []byte

// MarshalText writes lower-case hexadecimal digits.
func (h Hex) MarshalText() ([]byte, error) { return []byte(hex.EncodeToString(h)), nil }

// UnmarshalText reads hexadecimal digits.
func (h *Hex) UnmarshalText(text []byte) (err error) {
	*h, err = hex.DecodeString(string(text))
	return err
}

// Path returns the path of a file in testdata/vectors.
func Path(name string) string {
	_, self, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(self), "..", "..", "..", "testdata", "vectors", name)
}

// Check compares the file with content, as indented JSON, or writes it.
func Check(t *testing.T, name string, content any) {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	require.NoError(t, e.Encode(content))
	CheckBytes(t, name, b.Bytes())
}

// CheckBytes compares the file with content, or writes it.
func CheckBytes(t *testing.T, name string, content []byte) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(Path(name), content, 0o644))
	}
	want, err := os.ReadFile(Path(name))
	require.NoError(t, err)
	require.Equal(t, string(want), string(content), "%s: run with -update if this is meant", name)
}

// Read decodes a file into content. Fields that content does not have are refused.
func Read(t *testing.T, name string, content any) {
	t.Helper()
	d := open(t, name)
	d.DisallowUnknownFields()
	require.NoError(t, d.Decode(content), "decode %s", name)
}

// ReadSome is Read for those who want only some of the fields.
func ReadSome(t *testing.T, name string, content any) {
	t.Helper()
	require.NoError(t, open(t, name).Decode(content), "decode %s", name)
}

func open(t *testing.T, name string) *json.Decoder {
	t.Helper()
	b, err := os.ReadFile(Path(name))
	require.NoError(t, err)
	return json.NewDecoder(bytes.NewReader(b))
}
