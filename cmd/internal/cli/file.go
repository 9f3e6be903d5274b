package cli

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
)

// WriteFile writes a file that a person named and may share, but never over one that it was made
// from.
func (env *Env) WriteFile(name string, data []byte, sources ...string) error {
	if name == "-" {
		return env.Fail(messages.ErrOutDash)
	}
	if old, err := os.Stat(name); err == nil {
		for _, source := range sources {
			if read, err := os.Stat(source); err == nil && os.SameFile(old, read) {
				return env.Fail(messages.ErrOutIsInput, name)
			}
		}
	}
	if err := os.WriteFile(name, data, 0o644); err != nil {
		return Wrap(fmt.Errorf("write %s: %w", name, Pathless(err)))
	}
	return nil
}

// ReplaceFile is WriteFile of a file that is written again and again: a crash leaves the old one
// or the new one. What is not an ordinary file, such as a pipe, is written to.
func (env *Env) ReplaceFile(name string, data []byte) error {
	if !Ordinary(name) {
		return env.WriteFile(name, data)
	}
	at, mode := name, fs.FileMode(0o644)
	if real, err := filepath.EvalSymlinks(name); err == nil {
		at = real
	}
	if old, err := os.Stat(at); err == nil {
		mode = old.Mode().Perm()
	}
	temp := filepath.Join(filepath.Dir(at), ".new-"+rand.Text())
	file, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err == nil {
		_, err = file.Write(data)
		if err = errors.Join(err, file.Sync(), file.Close()); err == nil {
			err = os.Rename(temp, at)
		}
		if err != nil {
			os.Remove(temp)
		}
	}
	if err != nil {
		return Wrap(fmt.Errorf("write %s: %w", name, Pathless(err)))
	}
	return nil
}

// Ordinary reports whether a name belongs to a regular file, or to nothing yet.
func Ordinary(name string) bool {
	old, err := os.Stat(name)
	return err != nil || old.Mode().IsRegular()
}

// Pathless returns an error about a file without its path, for messages that name the file anyway.
func Pathless(err error) error {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return at.Err
	}
	if link, ok := errors.AsType[*os.LinkError](err); ok {
		return link.Err
	}
	return err
}
