package main

import (
	"bytes"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
)

// fullDisk is a standard output with room for nothing.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

// What could not be written is not passed over, whichever command it was.
func TestOutputThatCanNotBeWritten(t *testing.T) {
	for _, args := range [][]string{
		{"version"}, {"version", "--json"}, {"layout", "random"}, {"rules", "show", "qq"}, {"rules", "show", "qq", "--json"},
		{"help"}, {"audit", "../../docs/example.djq"}, {"replay", "../../docs/example.djq", "--game"},
	} {
		var errs bytes.Buffer
		code := run(args, strings.NewReader(""), fullDisk{}, &errs, func(string) string { return "" })
		require.Equal(t, cli.ExitBad, code, "%q", args)
		require.Equal(t, "darkjunqi: error: standard output: no space left on device\n", errs.String(), "%q", args)
	}
}
