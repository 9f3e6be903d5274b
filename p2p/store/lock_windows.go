package store

import (
	"errors"
	"io"
	"os"

	"golang.org/x/sys/windows"
)

// lockFile takes a LockFileEx lock, which the system gives back however the
// process ends. A locked file can't be deleted on Windows, so its name can't
// come to mean another file.
func lockFile(name string) (io.Closer, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, secretPerm)
	if err != nil {
		return nil, err
	}
	// A byte that no file has: what is locked can't be read by others.
	beyond := &windows.Overlapped{OffsetHigh: 1 << 30}
	err = windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, beyond)
	if err != nil {
		f.Close()
		if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
			return nil, ErrInUse
		}
		return nil, &os.PathError{Op: "lock", Path: name, Err: err}
	}
	return f, nil
}
