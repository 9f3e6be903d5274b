package main

import (
	"errors"
	"io/fs"
	"os"

	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// matchFile is the file that a person means by a name: that file, or, where there is none of that name, the transcript of
// the match of the data folder whose ID starts so.
func matchFile(name string) string {
	if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
		return name
	}
	path, err := store.DefaultPath()
	if err != nil {
		return name
	}
	if _, err := os.Stat(path); err != nil { // looking makes no folder
		return name
	}
	dir, err := store.OpenDir(path)
	if err != nil {
		return name
	}
	if id, err := dir.Find(name); err == nil {
		return dir.PublicFile(id)
	}
	return name
}

// readFile reads a transcript, or what else is of its size, from a file, a match of the data folder, or for - standard input.
func (a *app) readFile(name string) ([]byte, error) {
	if name == "-" {
		return readTranscript(a.in)
	}
	return fileExhibit(matchFile(name)).read()
}
