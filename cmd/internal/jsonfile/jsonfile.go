// Package jsonfile keeps values as JSON in a data folder, in files that their owner may read and change.
package jsonfile

import (
	"encoding/json"
	"errors"
	"io/fs"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// maxFile is more than any of these files takes.
const maxFile = 8 << 20

// Read reads a file into v; one that is not there leaves v as it is. No file is needed to play, so
// most callers do without one that can't be read. But what a person has made is not overwritten
// then: its owner may still mend it.
func Read(dir *store.Dir, name string, v any) error {
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

// Write writes v to a file, as a whole or not at all.
func Write(dir *store.Dir, name string, v any) error {
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return err
	}
	return dir.WriteFile(name, append(text, '\n'))
}
