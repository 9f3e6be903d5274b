package store_test

import (
	"io/fs"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/p2p/internal/crashfs"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// cutTo is an update that gives up all records from the n-th on for another one.
func cutTo(n int) store.Update {
	kept := step(n).Chain
	return store.Update{
		Known: n, Head: transcript.HashRecord(kept[n-1]), Cut: true, Notes: []byte("votes"),
		Chain: [][]byte{record(transcript.SignOut, "put out")},
	}
}

// A cut is made as a whole or not at all, wherever the disk dies, and leaves no file that is
// behind its marker, although the seat had signed what is gone.
func TestCut(t *testing.T) {
	const kept = 5
	cut := append(step(kept).Chain, cutTo(kept).Chain...)
	for _, survival := range crashfs.Survivals {
		for at := 0; ; at++ {
			disk := crashfs.New()
			_, err := write(disk)
			require.NoError(t, err)
			m := open(t, disk)
			disk.CrashAt(at)
			err = m.Save(cutTo(kept))
			if err == nil {
				require.Equal(t, cut, m.Records())
				count, _ := m.Marker()
				require.Equal(t, kept, count)
				break
			}
			disk = disk.Reboot(survival)
			m = open(t, disk)
			require.False(t, m.Behind())
			if records := m.Records(); len(records) != len(cut) {
				require.Equal(t, all(step(steps)), records)
			} else {
				require.Equal(t, cut, records)
			}
			require.NoError(t, m.Save(cutTo(kept)))
			require.NoError(t, m.Close())
			m = open(t, disk)
			require.Equal(t, cut, m.Records())
			require.Equal(t, "votes", string(m.Slot(store.Notes)))
		}
	}
}

// What a cut gives up is kept aside, as the match file was, and goes with the match.
func TestCutKeepsAside(t *testing.T) {
	disk := crashfs.New()
	_, err := write(disk)
	require.NoError(t, err)
	dir, err := store.OpenDirFS(disk, "/data")
	require.NoError(t, err)
	m := open(t, disk)
	before := m.Records()
	require.NoError(t, m.Save(cutTo(5)))
	require.NoError(t, m.Close())
	aside, err := disk.ReadFile(dir.AsideFile(m.ID(), 5), 1<<20)
	require.NoError(t, err)
	records, _, err := transcript.ParseFile(aside)
	require.NoError(t, err)
	require.Equal(t, before, records)
	list, err := dir.List()
	require.NoError(t, err)
	require.Len(t, list, 1, "it is no match of its own")
	require.NoError(t, dir.Delete(m.ID()))
	_, err = disk.ReadFile(dir.AsideFile(m.ID(), 5), 1<<20)
	require.ErrorIs(t, err, fs.ErrNotExist)
}

// Without the word Cut nothing that was saved is given up.
func TestNoCutUnasked(t *testing.T) {
	disk := crashfs.New()
	_, err := write(disk)
	require.NoError(t, err)
	u := cutTo(5)
	u.Cut = false
	require.Error(t, open(t, disk).Save(u))
}
