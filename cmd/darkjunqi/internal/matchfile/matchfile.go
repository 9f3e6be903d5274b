// Package matchfile reads transcripts and files of their size: from a file, a match of the data
// folder, or standard input.
package matchfile

import (
	"errors"
	"io/fs"
	"os"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// Find returns the file that a person means by a name: the file of that name, otherwise the transcript
// of the match of the data folder whose ID starts with it. The error is store.ErrAmbiguous if
// there are several.
func Find(name string) (string, error) {
	if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
		return name, nil
	}
	path, err := store.DefaultPath()
	if err != nil {
		return name, nil
	}
	if _, err := os.Stat(path); err != nil { // don't make a folder
		return name, nil
	}
	dir, err := store.OpenDir(path)
	if err != nil {
		return name, nil
	}
	switch id, err := dir.Find(name); {
	case err == nil:
		return dir.PublicFile(id), nil
	case errors.Is(err, store.ErrAmbiguous):
		return "", err
	}
	return name, nil
}

// Read reads a transcript, or a file of such a size: a file, a match of the data folder, or
// standard input for -.
func Read(env *cli.Env, name string) ([]byte, error) {
	if name == "-" {
		return new(Reader).readAll(env.In)
	}
	file, err := Find(name)
	if err != nil {
		return nil, err
	}
	return new(Reader).ReadFile(file)
}
