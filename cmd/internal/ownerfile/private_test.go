package ownerfile_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/ownerfile"
)

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "relay")
	require.NoError(t, os.WriteFile(name, []byte("an old one that all may read"), 0o644))
	require.NoError(t, ownerfile.Write(name, []byte("new")))
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, "new", string(text))
	info, err := os.Stat(name)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode())

	// What can't be written leaves all as it was.
	folder := filepath.Join(dir, "full")
	require.NoError(t, os.MkdirAll(filepath.Join(folder, "x"), 0o700))
	require.Error(t, ownerfile.Write(folder, []byte("new")))
	require.ErrorIs(t, ownerfile.Write(filepath.Join(dir, "no", "relay"), nil), os.ErrNotExist)
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 2)
}
