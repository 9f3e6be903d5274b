package main

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// friends are those with whom matches were finished: a folder in the data folder, with a file for each, so that programs that
// run side by side don't write over each other.
type friends string

// friend is somebody who can be recognised.
type friend struct {
	Name  string             // "" while none was given
	Key   transport.Key      // of their links
	Own   transport.Identity // under which they know this player; a secret
	Match string             // the last that was finished with them, and their seat
	Last  time.Time          // when that was
}

// friendFile is a friend as the file holds it.
type friendFile struct {
	Name  string    `json:"name"`
	Key   string    `json:"key"`
	Own   string    `json:"own"`
	Match string    `json:"match"`
	Last  time.Time `json:"last"`
}

const (
	friendSuffix  = ".friend"
	maxFriendFile = 1 << 12 // bytes; more than any friend takes
	maxFriendName = 40      // characters
	maxNameless   = 200     // friends without a name; the oldest is forgotten for a newer one
)

func friendsOf(dir *store.Dir) *friends {
	f := friends(filepath.Join(dir.Path(), "friends"))
	return &f
}

func (f *friends) file(key transport.Key) string {
	return filepath.Join(string(*f), hex.EncodeToString(key[:])+friendSuffix)
}

// list lists all friends, the last that was played with first. A file that can't be read is nobody.
func (f *friends) list() ([]friend, error) {
	entries, err := os.ReadDir(string(*f))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []friend
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), friendSuffix) {
			continue
		}
		if one, err := readFriend(filepath.Join(string(*f), e.Name())); err == nil && f.file(one.Key) == filepath.Join(string(*f), e.Name()) {
			all = append(all, one)
		}
	}
	slices.SortFunc(all, func(a, b friend) int { return b.Last.Compare(a.Last) })
	return all, nil
}

// byKey finds who has a key.
func (f *friends) byKey(key transport.Key) (friend, bool) {
	one, err := readFriend(f.file(key))
	return one, err == nil && one.Key == key
}

var errNoFriend = errors.New("not a file of a friend")

func readFriend(path string) (friend, error) {
	info, err := os.Stat(path)
	if err != nil {
		return friend{}, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxFriendFile {
		return friend{}, errNoFriend
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return friend{}, err
	}
	var file friendFile
	if json.Unmarshal(text, &file) != nil {
		return friend{}, errNoFriend
	}
	key, keyErr := hex.DecodeString(file.Key)
	own, ownErr := hex.DecodeString(file.Own)
	one := friend{Name: file.Name, Match: file.Match, Last: file.Last}
	if keyErr != nil || ownErr != nil || len(key) != len(one.Key) || len(own) != len(one.Own) ||
		file.Name != "" && !isFriendName(file.Name) || !isMatchOfFriend(file.Match) {
		return friend{}, errNoFriend
	}
	one.Key, one.Own = transport.Key(key), transport.Identity(own)
	return one, nil
}

// isMatchOfFriend reports whether a text can name a match.
func isMatchOfFriend(match string) bool { return store.ValidID(match) }

// isFriendName reports whether somebody can be called so: visible characters, with single spaces between them.
func isFriendName(name string) bool {
	n := utf8.RuneCountInString(name)
	return utf8.ValidString(name) && 1 <= n && n <= maxFriendName && name == strings.Join(strings.Fields(name), " ") &&
		!strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) })
}

// save writes a friend, as a whole or not at all, for the owner's eyes only.
func (f *friends) save(one friend) error {
	if err := os.MkdirAll(string(*f), 0o700); err != nil {
		return err
	}
	text, err := json.Marshal(friendFile{
		Name: one.Name, Key: hex.EncodeToString(one.Key[:]), Own: hex.EncodeToString(one.Own[:]), Match: one.Match, Last: one.Last.UTC(),
	})
	if err != nil {
		return err
	}
	return writePrivate(f.file(one.Key), text)
}

func (f *friends) forget(one friend) error { return os.Remove(f.file(one.Key)) }

// meet keeps somebody with whom a match was finished, and reports whether that is somebody new. Of those without a name only
// the last are kept.
func (f *friends) meet(one friend) (isNew bool, err error) {
	if known, ok := f.byKey(one.Key); ok {
		one.Name = known.Name
		return false, f.save(one)
	}
	all, err := f.list()
	if err != nil {
		return false, err
	}
	nameless := 0
	for _, old := range all {
		if old.Name != "" {
			continue
		}
		if nameless++; nameless >= maxNameless {
			if err := f.forget(old); err != nil {
				return false, err
			}
		}
	}
	return true, f.save(one)
}

// find finds those whom a word means: who has that name, else whose match begins so.
func (f *friends) find(who string) ([]friend, error) {
	all, err := f.list()
	if err != nil {
		return nil, err
	}
	var found []friend
	for _, one := range all {
		if one.Name == who {
			return []friend{one}, nil
		}
		if len(who) >= 4 && strings.HasPrefix(one.Match, who) {
			found = append(found, one)
		}
	}
	return found, nil
}
