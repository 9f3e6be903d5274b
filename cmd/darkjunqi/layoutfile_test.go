package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// A byte that is not a piece can't be written by the commands that the scripts have.
func TestLayoutConvertNamesTheWrongCell(t *testing.T) {
	data, err := junqi.FormatJQL(junqi.Layouts()["triangle"])
	require.NoError(t, err)
	data[20+5*2+4] = 14 // row 3, column 5
	name := filepath.Join(t.TempDir(), "wrong.jql")
	require.NoError(t, os.WriteFile(name, data, 0o600))
	got := darkjunqi("layout", "convert", name)
	require.Equal(t, cli.ExitBad, got.Code)
	require.Empty(t, got.Out)
	require.Contains(t, got.Err, "darkjunqi: error: jql: row 3, column 5: byte 14 is not a piece: 2 is the flag, 3 a mine, 4 a bomb")
}
