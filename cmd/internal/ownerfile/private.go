// Package ownerfile writes files of a person's data folder that are for nobody else.
package ownerfile

import (
	"errors"
	"os"
	"path/filepath"
)

// Write writes a file of mode 0600, as a whole or not at all: a crash leaves the old one or
// the new one.
func Write(name string, data []byte) error {
	temp, err := os.CreateTemp(filepath.Dir(name), ".new-*") // 0600
	if err != nil {
		return err
	}
	_, err = temp.Write(data)
	err = errors.Join(err, temp.Sync(), temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temp.Name()))
	}
	return nil
}
