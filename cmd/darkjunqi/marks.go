package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// marksFile keeps a person's notes on pieces beside the match's other files, in ID.marks. They are for nobody else.
type marksFile string

func marksOf(dir *store.Dir, id string) marksFile {
	return marksFile(strings.TrimSuffix(dir.PublicFile(id), transcriptSuffix) + ".marks")
}

// maxMarksFile is more than notes on all pieces take.
const maxMarksFile = 1 << 16

// Load implements seat.Marks.
func (m marksFile) Load() (map[engine.Piece]string, error) {
	info, err := os.Stat(string(m))
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() > maxMarksFile {
		return nil, nil
	}
	text, err := os.ReadFile(string(m))
	if err != nil {
		return nil, err
	}
	marks := map[engine.Piece]string{}
	if json.Unmarshal(text, &marks) != nil {
		return nil, nil // notes that nobody can read keep nobody from playing
	}
	return marks, nil
}

// Save implements seat.Marks.
func (m marksFile) Save(marks map[engine.Piece]string) error {
	text, err := json.Marshal(marks)
	if err != nil {
		return err
	}
	return os.WriteFile(string(m), text, 0o600)
}
