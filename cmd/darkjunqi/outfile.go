package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
)

// writeFile writes a file that a person named and may share, but never over one that it was made from.
func (a *app) writeFile(name string, data []byte, sources ...string) error {
	if name == "-" {
		return a.fail(words.ErrOutDash)
	}
	if old, err := os.Stat(name); err == nil {
		for _, source := range sources {
			if read, err := os.Stat(source); err == nil && os.SameFile(old, read) {
				return a.fail(words.ErrOutIsInput, name)
			}
		}
	}
	if err := os.WriteFile(name, data, 0o644); err != nil {
		return wrong(fmt.Errorf("write %s: %w", name, pathless(err)))
	}
	return nil
}

// pathless is an error about a file for who names the file anyway.
func pathless(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}
