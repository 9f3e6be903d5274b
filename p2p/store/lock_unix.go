//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package store

import (
	"errors"
	"io"
	"os"
	"syscall"
)

// heldLock is a file with an flock(2).
type heldLock struct{ *os.File }

// Close gives the lock back, which closing the file alone does not as long as a process that is just being started has a copy of
// its descriptor.
func (l heldLock) Close() error {
	return errors.Join(syscall.Flock(int(l.Fd()), syscall.LOCK_UN), l.File.Close())
}

// lockFile takes an flock(2), which the kernel gives back however the
// process ends.
func lockFile(name string) (io.Closer, error) {
	for {
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, secretPerm)
		if err != nil {
			return nil, err
		}
		if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
			f.Close()
			if errors.Is(err, syscall.EWOULDBLOCK) {
				return nil, ErrInUse
			}
			return nil, &os.PathError{Op: "lock", Path: name, Err: err}
		}
		// Delete removes the file while it holds the lock. Whoever opened it
		// before that now holds a lock on nothing and must look again.
		mine, err := f.Stat()
		if err == nil {
			if there, err := os.Stat(name); err == nil && os.SameFile(mine, there) {
				return heldLock{f}, nil
			}
		}
		f.Close()
		if err != nil {
			return nil, err
		}
	}
}
