package store

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"runtime"
)

// FS is the part of a file system that a store needs. The operating system's is the default; tests
// use one that loses power.
type FS interface {
	// MkdirAll makes a folder and its parents, like os.MkdirAll.
	MkdirAll(path string, perm fs.FileMode) error
	// ReadDir lists a folder by name, like os.ReadDir.
	ReadDir(path string) ([]fs.DirEntry, error)
	// ReadFile returns a whole file, or ErrOversized if it is longer than limit.
	ReadFile(name string, limit int64) ([]byte, error)
	// OpenFile opens a file for writing, like os.OpenFile.
	OpenFile(name string, flag int, perm fs.FileMode) (File, error)
	// Rename replaces newname by oldname atomically.
	Rename(oldname, newname string) error
	// Remove deletes a file.
	Remove(name string) error
	// SyncDir makes the names of a folder durable: after it, files made or
	// renamed there survive a loss of power.
	SyncDir(path string) error
	// Lock takes the exclusive lock that is tied to the file of this name,
	// which it makes if need be. The lock ends with Close or with the process.
	// If somebody else holds it the error is ErrInUse.
	Lock(name string) (io.Closer, error)
}

// File is a file opened for writing.
type File interface {
	io.WriteCloser
	// Sync makes what was written durable.
	Sync() error
}

// osFS is the operating system's file system.
type osFS struct{}

func (osFS) MkdirAll(path string, perm fs.FileMode) error { return os.MkdirAll(path, perm) }
func (osFS) ReadDir(path string) ([]fs.DirEntry, error)   { return os.ReadDir(path) }
func (osFS) Rename(oldname, newname string) error         { return os.Rename(oldname, newname) }
func (osFS) Remove(name string) error                     { return os.Remove(name) }
func (osFS) Lock(name string) (io.Closer, error)          { return lockFile(name) }

func (osFS) OpenFile(name string, flag int, perm fs.FileMode) (File, error) {
	f, err := os.OpenFile(name, flag, perm)
	if err != nil {
		return nil, err
	}
	// A file that was copied here may have come with wider permissions.
	if perm == secretPerm && runtime.GOOS != "windows" {
		if err := f.Chmod(perm); err != nil {
			f.Close()
			return nil, err
		}
	}
	return f, nil
}

func (osFS) ReadFile(name string, limit int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(b)) > limit {
		return nil, ErrOversized
	}
	return b, nil
}

func (osFS) SyncDir(path string) error {
	if runtime.GOOS == "windows" {
		return nil // NTFS journals names by itself; a folder can't be opened for this
	}
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

// writeAtomic replaces a file by new contents: all of them or, after a crash,
// the old ones.
func writeAtomic(fsys FS, dir, name string, perm fs.FileMode, contents []byte) error {
	temp := name + tempSuffix
	if err := writeTemp(fsys, temp, perm, contents); err != nil {
		return err
	}
	return replaceFile(fsys, dir, temp, name)
}

// writeTemp writes a whole file durably, under a name that nobody reads.
func writeTemp(fsys FS, temp string, perm fs.FileMode, contents []byte) error {
	f, err := fsys.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, perm)
	if err != nil {
		return err
	}
	_, err = f.Write(contents)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// replaceFile gives a file that writeTemp has written its name, durably.
func replaceFile(fsys FS, dir, temp, name string) error {
	if err := fsys.Rename(temp, name); err != nil {
		return err
	}
	return fsys.SyncDir(dir)
}
