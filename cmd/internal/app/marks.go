package app

import (
	"errors"
	"io/fs"

	"github.com/darkjunqi/darkjunqi/cmd/internal/jsonfile"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// marks keeps a person's notes on the pieces of a match in ID.marks. They are for nobody else.
type marks struct {
	dir *store.Dir
	id  string
}

// Load implements [seat.Marks].
func (m marks) Load() (map[engine.Piece]string, error) {
	notes := map[engine.Piece]string{}
	if jsonfile.Read(m.dir, store.MarksFile(m.id), &notes) != nil {
		clear(notes)
	}
	return notes, nil
}

// Save implements [seat.Marks].
func (m marks) Save(notes map[engine.Piece]string) error {
	name := store.MarksFile(m.id)
	if err := jsonfile.Read(m.dir, name, &map[engine.Piece]string{}); err != nil {
		return err
	}
	err := jsonfile.Write(m.dir, name, notes)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // the folder was taken away under the match
	}
	return err
}

// times keeps when the turns of a match were seen in ID.times.
type times struct {
	app *App
	id  string
}

// Load implements [seat.Times].
func (t times) Load() (kept []seat.Millis) {
	jsonfile.Read(t.app.dir, store.TimesFile(t.id), &kept)
	return kept
}

// Save implements [seat.Times].
func (t times) Save(all []seat.Millis) {
	if err := jsonfile.Write(t.app.dir, store.TimesFile(t.id), all); err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.app.o.Log.Warn("the times of the turns can't be kept", "match", t.id, "error", err)
	}
}
