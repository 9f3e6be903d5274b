package lab

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
)

// A siege needs the program that people play with: this one doesn't play.
func TestSiegeNeedsDarkjunqi(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	var out, errs bytes.Buffer
	code := Program.Run([]string{"siege"}, strings.NewReader(""), &out, &errs, func(string) string { return "" })
	require.Equal(t, cli.ExitBad, code)
	require.Contains(t, errs.String(), "found no darkjunqi to measure")
	require.Empty(t, out.String())
}
