package matchfile

import (
	"errors"
	"io/fs"
	"os"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// Find is the file that a person means by a name: that file, or, where there is none of that name, the transcript of
// the match of the data folder whose ID starts so. The error is store.ErrAmbiguous where there are several.
func Find(name string) (string, error) {
	if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
		return name, nil
	}
	path, err := store.DefaultPath()
	if err != nil {
		return name, nil
	}
	if _, err := os.Stat(path); err != nil { // looking makes no folder
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

// Read reads a transcript, or what else is of its size, from a file, a match of the data folder, or for - standard input.
func Read(env *cli.Env, name string) ([]byte, error) {
	if name == "-" {
		return new(Reader).ReadAll(env.In)
	}
	file, err := Find(name)
	if err != nil {
		return nil, err
	}
	return new(Reader).ReadFile(file)
}
