// Package friends remembers the players with whom matches were finished, so that they can be recognised.
package friends

import (
	"encoding/hex"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// Folder holds them: a folder in the data folder, with a file for each, so that programs that
// run side by side don't write over each other.
type Folder struct{ data *store.Dir }

// Friend is a player that we can recognise.
type Friend struct {
	Name   string             // "" while none was given
	Called string             // what they called themselves in the last match; nobody vouches for it
	Key    transport.Key      // of their links
	Own    transport.Identity // under which they know this player; a secret
	Match  string             // the last that was finished with them, and their seat
	Last   time.Time          // when that was
}

type friendFile struct {
	Name   string    `json:"name"`
	Called string    `json:"called"`
	Key    string    `json:"key"`
	Own    string    `json:"own"`
	Match  string    `json:"match"`
	Last   time.Time `json:"last"`
}

const (
	friendSuffix  = ".friend"
	maxFriendFile = 1 << 12 // bytes; more than any friend takes
	maxNameless   = 200     // friends without a name; the oldest is forgotten for a newer one
)

// folder is the name of the folder in the data folder.
const folder = "friends"

// Of returns the folder of a data folder.
func Of(data *store.Dir) Folder { return Folder{data} }

func file(key transport.Key) string { return hex.EncodeToString(key[:]) + friendSuffix }

// List lists all friends, the last that was played with first. A file that can't be read is nobody.
func (f Folder) List() ([]Friend, error) {
	names, err := f.data.Files(folder)
	if err != nil {
		return nil, err
	}
	var all []Friend
	for _, name := range names {
		if !strings.HasSuffix(name, friendSuffix) {
			continue
		}
		if one, err := f.read(name); err == nil && file(one.Key) == name {
			all = append(all, one)
		}
	}
	slices.SortFunc(all, func(a, b Friend) int { return b.Last.Compare(a.Last) })
	return all, nil
}

// ByKey finds the friend with a key.
func (f Folder) ByKey(key transport.Key) (Friend, bool) {
	one, err := f.read(file(key))
	return one, err == nil && one.Key == key
}

var errNoFriend = coded.Errorf("friends.file", "not a friend's file")

func (f Folder) read(name string) (Friend, error) {
	text, err := f.data.ReadFile(filepath.Join(folder, name), maxFriendFile)
	if err != nil {
		return Friend{}, err
	}
	var file friendFile
	if json.Unmarshal(text, &file) != nil {
		return Friend{}, errNoFriend
	}
	key, keyErr := hex.DecodeString(file.Key)
	own, ownErr := hex.DecodeString(file.Own)
	one := Friend{Name: file.Name, Called: file.Called, Match: file.Match, Last: file.Last}
	if keyErr != nil || ownErr != nil || len(key) != len(one.Key) || len(own) != len(one.Own) ||
		file.Name != "" && !p2p.IsName(file.Name) || file.Called != "" && !p2p.IsName(file.Called) || !store.ValidID(file.Match) {
		return Friend{}, errNoFriend
	}
	one.Key, one.Own = transport.Key(key), transport.Identity(own)
	return one, nil
}

// save writes a Friend, as a whole or not at all, for the owner's eyes only.
func (f Folder) save(one Friend) error {
	dir, err := f.data.Sub(folder)
	if err != nil {
		return err
	}
	text, err := json.Marshal(friendFile{
		Name: one.Name, Called: one.Called, Key: hex.EncodeToString(one.Key[:]), Own: hex.EncodeToString(one.Own[:]), Match: one.Match, Last: one.Last.UTC(),
	})
	if err != nil {
		return err
	}
	return dir.WriteFile(file(one.Key), text)
}

// Rename calls a friend something else.
func (f Folder) Rename(one Friend, name string) error {
	if !p2p.IsName(name) {
		return coded.Errorf("friends.name", "%q can't be a friend's name: use 1 to %d letters, digits or other visible characters", name, p2p.MaxName)
	}
	all, err := f.List()
	if err != nil {
		return err
	}
	if slices.ContainsFunc(all, func(other Friend) bool { return other.Name == name && other.Key != one.Key }) {
		return coded.Errorf("friends.taken", "somebody else is called %s", name)
	}
	one.Name = name
	return f.save(one)
}

// Forget deletes a friend.
func (f Folder) Forget(one Friend) error {
	return f.data.RemoveFile(filepath.Join(folder, file(one.Key)))
}

// Meet keeps somebody with whom a match was finished, and reports whether that is somebody new. Of those without a name only
// the last are kept.
func (f Folder) Meet(one Friend) (isNew bool, err error) {
	if known, ok := f.ByKey(one.Key); ok {
		one.Name = known.Name
		if one.Called == "" {
			one.Called = known.Called
		}
		return false, f.save(one)
	}
	all, err := f.List()
	if err != nil {
		return false, err
	}
	nameless := 0
	for _, old := range all {
		if old.Name != "" {
			continue
		}
		if nameless++; nameless >= maxNameless {
			if err := f.Forget(old); err != nil {
				return false, err
			}
		}
	}
	return true, f.save(one)
}

// Find finds those that a word names: friends of that name, otherwise those whose match begins so.
func (f Folder) Find(who string) ([]Friend, error) {
	all, err := f.List()
	if err != nil {
		return nil, err
	}
	var found []Friend
	for _, one := range all {
		if one.Name == who {
			return []Friend{one}, nil
		}
		if len(who) >= 4 && strings.HasPrefix(one.Match, who) {
			found = append(found, one)
		}
	}
	return found, nil
}
