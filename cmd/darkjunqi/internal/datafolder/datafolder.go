// Package datafolder finds matches, friends and the relay in the data folder, as people name them
// on the command line.
package datafolder

import (
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// MatchIDs returns the matches of the data folder, for completions; none if it can't be read.
func MatchIDs() []string {
	dir, err := Open()
	if err != nil {
		return nil
	}
	matches, err := dir.List()
	if err != nil {
		return nil
	}
	var list []string
	for _, in := range matches {
		list = append(list, in.ID)
	}
	return list
}

// OpenMatch returns the data folder and the one match in it whose ID starts with prefix.
func OpenMatch(lang messages.Lang, prefix string) (*store.Dir, string, error) {
	dir, err := Open()
	if err != nil {
		return nil, "", err
	}
	id, err := Find(lang, dir, prefix)
	return dir, id, err
}

// Find returns the one match of the folder whose ID starts with prefix.
func Find(lang messages.Lang, dir *store.Dir, prefix string) (string, error) {
	id, err := dir.Find(prefix)
	if err != nil {
		return "", cli.Wrap(err).WithHint(messages.HintMatches.In(lang))
	}
	return id, nil
}

// Ended reports whether the game is over, even if the other side may not have all of it: the last
// record is a Reveal, or a Seen. With open layouts Reveals come first, and none is last.
func Ended(in store.Info) bool {
	return in.Last == transcript.Seen || in.Last == transcript.Reveal
}

// Open opens the data folder, and makes it if needed.
func Open() (*store.Dir, error) {
	path, err := store.DefaultPath()
	if err != nil {
		return nil, cli.Wrap(err)
	}
	dir, err := store.OpenDir(path)
	if err != nil {
		return nil, cli.Wrap(err)
	}
	return dir, nil
}
