package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/clitest"
)

// No name of a file gets at the terminal, whatever is said of it and however.
func TestNamesOfFilesGetNowhere(t *testing.T) {
	example, err := os.ReadFile("../../docs/example.djq")
	require.NoError(t, err)
	dir := t.TempDir()
	match, certificate := filepath.Join(dir, clitest.Spoof+".djq"), filepath.Join(dir, clitest.Spoof+".cert")
	cheated := filepath.Join(dir, clitest.Spoof+"-cheated.djq")
	require.NoError(t, os.WriteFile(match, example, 0o600))
	require.NoError(t, os.WriteFile(cheated, clitest.CheatedMatch(t, false), 0o600))
	require.Equal(t, cli.ExitCheating, darkjunqi("audit", cheated, "--certificate", certificate).Code)
	for _, args := range [][]string{
		{"audit", dir}, {"audit", "--json", dir}, {"audit", match, "--certificate", certificate}, {"audit", filepath.Join(dir, clitest.Spoof)},
		{"verify-certificate", certificate}, {"verify-certificate", match}, {"verify-certificate", clitest.Spoof}, {"verify-certificate", "--json", certificate},
		{"replay", clitest.Spoof}, {"position", clitest.Spoof}, {"rules", "check", match}, {"layout", "check", clitest.Spoof}, {"host", "--layout", clitest.Spoof},
	} {
		got := darkjunqi(args...)
		require.NotEmpty(t, got.Out+got.Err, "%q", args)
		require.Equal(t, cli.Visible(got.Out), got.Out, "%q", args)
		require.Equal(t, cli.Visible(got.Err), got.Err, "%q", args)
	}
}
