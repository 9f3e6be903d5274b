package friends

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

func someFriends(t *testing.T) Folder {
	data, err := store.OpenDir(t.TempDir())
	require.NoError(t, err)
	return Of(data)
}

// aFriend is the n-th that was played with.
func aFriend(n int) Friend {
	return Friend{
		Key: transport.Key{byte(n), byte(n >> 8), 1}, Own: transport.Identity{byte(n), 2}, Match: "3f21ab90-blue",
		Last: time.Date(2026, 1, 1, 0, n, 0, 0, time.UTC),
	}
}

func TestFriendsAreKept(t *testing.T) {
	all := someFriends(t)
	none, err := all.List()
	require.NoError(t, err)
	require.Empty(t, none)
	ada := aFriend(1)
	isNew, err := all.Meet(ada)
	require.NoError(t, err)
	require.True(t, isNew)
	ada.Name = "Ada"
	require.NoError(t, all.save(ada))
	again := aFriend(1)
	again.Match, again.Last = "00000000-red", again.Last.Add(time.Hour)
	isNew, err = all.Meet(again)
	require.NoError(t, err)
	require.False(t, isNew)
	got, ok := all.ByKey(ada.Key)
	require.True(t, ok)
	again.Name = "Ada"
	require.Equal(t, again, got, "the name stays, the match is the last")
	_, ok = all.ByKey(transport.Key{9})
	require.False(t, ok)
}

// Strangers can't fill the disk, and don't push out who has a name.
func TestFriendsWithoutANameAreBounded(t *testing.T) {
	all := someFriends(t)
	ada := aFriend(0)
	ada.Name = "Ada"
	require.NoError(t, all.save(ada))
	for n := 1; n <= maxNameless+3; n++ {
		_, err := all.Meet(aFriend(n))
		require.NoError(t, err)
	}
	list, err := all.List()
	require.NoError(t, err)
	require.Len(t, list, maxNameless+1)
	require.Equal(t, aFriend(maxNameless+3), list[0], "the last comes first")
	_, ok := all.ByKey(aFriend(3).Key)
	require.False(t, ok, "the oldest are forgotten")
	_, ok = all.ByKey(ada.Key)
	require.True(t, ok)
}

// A file that was damaged, or put there under another's name, is nobody, and does no harm to the others.
func TestDamagedFriendIsNobody(t *testing.T) {
	all := someFriends(t)
	ada := aFriend(1)
	require.NoError(t, all.save(ada))
	sound, err := all.data.ReadFile(filepath.Join(folder, file(ada.Key)), maxFriendFile)
	require.NoError(t, err)
	other := aFriend(2)
	for name, text := range map[string]string{
		"empty":        "",
		"another's":    string(sound),
		"half":         string(sound[:len(sound)/2]),
		"a long key":   strings.Replace(string(sound), `"key":"`, `"key":"00`, 1),
		"a short own":  strings.Replace(string(sound), `"own":"01`, `"own":"`, 1),
		"a match":      strings.Replace(string(sound), "3f21ab90-blue", "../../etc", 1),
		"an evil name": strings.Replace(string(sound), `"name":""`, `"name":"a\u001b[2Jb"`, 1),
		"too large":    string(sound) + strings.Repeat(" ", maxFriendFile),
	} {
		if name != "another's" {
			text = strings.Replace(text, "010001", "020001", 1) // the right key for its file's name
		}
		require.NoError(t, all.data.WriteFile(filepath.Join(folder, file(other.Key)), []byte(text)))
		_, ok := all.ByKey(other.Key)
		require.False(t, ok, name)
		list, err := all.List()
		require.NoError(t, err)
		require.Equal(t, []Friend{ada}, list, name)
	}
}

// A friend is called what their friend likes, and no two the same.
func TestRename(t *testing.T) {
	all := someFriends(t)
	ada, ben := aFriend(1), aFriend(2)
	require.NoError(t, all.save(ada))
	require.NoError(t, all.Rename(ada, "Ada"))
	require.NoError(t, all.Rename(ada, "Ada"))
	require.NoError(t, all.save(ben))
	require.ErrorContains(t, all.Rename(ben, "Ada"), "somebody else is called Ada")
	require.ErrorContains(t, all.Rename(ben, " "), "can't be a friend's name")
	got, ok := all.ByKey(ada.Key)
	require.True(t, ok)
	require.Equal(t, "Ada", got.Name)
	got, ok = all.ByKey(ben.Key)
	require.True(t, ok)
	require.Empty(t, got.Name)
}
