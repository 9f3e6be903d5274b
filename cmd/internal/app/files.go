package app

import (
	"encoding/json"
	"errors"
	"io/fs"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// What is kept in the data folder beside the matches, in files that their owner may read and change.
const (
	settingsFile = "lobby.json"
	pastFile     = "past.json"
	layoutsFile  = "layouts.json"
	playedFile   = "layouts-played.json"
)

// maxFile is more than any of these files takes.
const maxFile = 8 << 20

// settings are what the lobby remembers of its person.
type settings struct {
	Name string `json:"name"`
}

// read reads a file of JSON; one that is not there leaves v as it is. No file is needed to play, so
// most callers do without one that can't be read. But what a person has made is not overwritten
// then: its owner may still mend it.
func read(dir *store.Dir, name string, v any) error {
	text, err := dir.ReadFile(name, maxFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case errors.Is(err, store.ErrOversized):
		return coded.Errorf("lobby.long-file", "%s: longer than %d bytes", name, maxFile)
	case err != nil:
		return err
	}
	if err := json.Unmarshal(text, v); err != nil {
		return coded.Errorf("lobby.unreadable-file", "%s can't be read: %w", name, err)
	}
	return nil
}

// write writes a file of JSON.
func write(dir *store.Dir, name string, v any) error {
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return err
	}
	return dir.WriteFile(name, append(text, '\n'))
}

// marks keeps a person's notes on the pieces of a match in ID.marks. They are for nobody else.
type marks struct {
	dir *store.Dir
	id  string
}

// Marks are the notes on the pieces of a match of a data folder.
func Marks(dir *store.Dir, id string) seat.Marks { return marks{dir, id} }

// Load implements [seat.Marks].
func (m marks) Load() (map[engine.Piece]string, error) {
	notes := map[engine.Piece]string{}
	if read(m.dir, store.MarksFile(m.id), &notes) != nil {
		clear(notes)
	}
	return notes, nil
}

// Save implements [seat.Marks].
func (m marks) Save(notes map[engine.Piece]string) error {
	name := store.MarksFile(m.id)
	if err := read(m.dir, name, &map[engine.Piece]string{}); err != nil {
		return err
	}
	err := write(m.dir, name, notes)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // the folder was taken away under the match
	}
	return err
}
