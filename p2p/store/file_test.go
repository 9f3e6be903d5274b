package store_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/p2p/store"
)

func TestFilesOfTheOwner(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "relay")
	require.NoError(t, os.WriteFile(name, []byte("an old one that all may read"), 0o644))
	dir, err := store.OpenDir(folder)
	require.NoError(t, err)
	require.NoError(t, dir.WriteFile("relay", []byte("new")))
	text, err := dir.ReadFile("relay", 3)
	require.NoError(t, err)
	require.Equal(t, "new", string(text))
	_, err = dir.ReadFile("relay", 2)
	require.ErrorIs(t, err, store.ErrOversized)
	info, err := os.Stat(name)
	require.NoError(t, err)
	if runtime.GOOS != "windows" {
		require.Equal(t, os.FileMode(0o600), info.Mode())
	}

	// What can't be written leaves all as it was.
	require.NoError(t, os.MkdirAll(filepath.Join(folder, "full", "x"), 0o700))
	require.Error(t, dir.WriteFile("full", []byte("new")))
	require.ErrorIs(t, dir.WriteFile(filepath.Join("no", "relay"), nil), os.ErrNotExist)
	names, err := dir.Files(".")
	require.NoError(t, err)
	require.Equal(t, []string{"full", "relay"}, names)
	none, err := dir.Files("none")
	require.NoError(t, err)
	require.Empty(t, none)
	require.NoError(t, dir.RemoveFile("relay"))
	_, err = dir.ReadFile("relay", 3)
	require.ErrorIs(t, err, os.ErrNotExist)
}

func TestTranscriptFile(t *testing.T) {
	dir, err := store.OpenDir(t.TempDir())
	require.NoError(t, err)
	_, err = dir.Transcript("../x")
	require.ErrorIs(t, err, store.ErrBadID)
	_, err = dir.Transcript("0123abcd-red")
	require.ErrorIs(t, err, store.ErrUnknown)
	require.NoError(t, os.WriteFile(dir.PublicFile("0123abcd-red"), []byte("x"), 0o600))
	data, err := dir.Transcript("0123abcd-red")
	require.NoError(t, err)
	require.Equal(t, "x", string(data))
}

// What a program that was killed while it wrote has left goes when the folder is opened, unless it
// may be being written now.
func TestUnfinishedFilesGo(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{".new-old", ".new-now", "relay"} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte("x"), 0o600))
	}
	long := time.Now().Add(-2 * time.Hour)
	for _, name := range []string{".new-old", "relay"} {
		require.NoError(t, os.Chtimes(filepath.Join(folder, name), long, long))
	}
	dir, err := store.OpenDir(folder)
	require.NoError(t, err)
	names, err := dir.Files(".")
	require.NoError(t, err)
	require.Equal(t, []string{".new-now", "relay"}, names)
}
