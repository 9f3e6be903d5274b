package store

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A program keeps more in its data folder than matches: settings, friends, layouts. Names of these
// files are paths below the folder.

// ReadFile returns the contents of a file, or ErrOversized if it is longer than limit. The error is
// fs.ErrNotExist if there is no such file.
func (d *Dir) ReadFile(name string, limit int64) ([]byte, error) {
	return d.fs.ReadFile(filepath.Join(d.path, name), limit)
}

// WriteFile replaces a file that only its owner may read: after a crash it holds the old contents or
// the new ones. Programs that write it at the same time don't disturb each other.
func (d *Dir) WriteFile(name string, contents []byte) error {
	path := filepath.Join(d.path, name)
	temp := filepath.Join(filepath.Dir(path), newPrefix+rand.Text())
	err := writeTemp(d.fs, temp, secretPerm, contents)
	if err == nil {
		err = replaceFile(d.fs, filepath.Dir(path), temp, path)
	}
	if err != nil {
		if removed := d.fs.Remove(temp); !errors.Is(removed, fs.ErrNotExist) {
			err = errors.Join(err, removed)
		}
	}
	return err
}

// newPrefix begins the names of files that WriteFile has not finished.
const newPrefix = ".new-"

// sweepWrites removes what programs that were killed in WriteFile have left. A younger file may be
// being written now.
func (d *Dir) sweepWrites() {
	entries, _ := d.fs.ReadDir(d.path) // what can't be listed now is found another time
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), newPrefix) {
			continue
		}
		if stat, err := e.Info(); err == nil && time.Since(stat.ModTime()) > time.Hour {
			_ = d.fs.Remove(filepath.Join(d.path, e.Name()))
		}
	}
}

// RemoveFile deletes a file.
func (d *Dir) RemoveFile(name string) error { return d.fs.Remove(filepath.Join(d.path, name)) }

// Files lists the names in a subfolder; "." is the folder itself. It returns none if the subfolder
// does not exist.
func (d *Dir) Files(folder string) (names []string, err error) {
	entries, err := d.fs.ReadDir(filepath.Join(d.path, folder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names, err
}

// Sub opens a subfolder, and creates it if necessary.
func (d *Dir) Sub(name string) (*Dir, error) { return OpenDirFS(d.fs, filepath.Join(d.path, name)) }

// Transcript returns the file of a match's transcript, whatever it contains. The error is ErrBadID,
// ErrUnknown or ErrOversized.
func (d *Dir) Transcript(id string) ([]byte, error) {
	if !ValidID(id) {
		return nil, fmt.Errorf("%q: %w", id, ErrBadID)
	}
	file, err := d.fs.ReadFile(d.PublicFile(id), transcript.MaxFile)
	if errors.Is(err, fs.ErrNotExist) {
		err = ErrUnknown
	}
	if err != nil {
		return nil, fmt.Errorf("match %s: %w", id, err)
	}
	return file, nil
}
