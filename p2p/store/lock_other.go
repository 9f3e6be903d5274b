//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd || windows)

package store

import (
	"errors"
	"io"
	"os"
)

// lockFile fails: a match that two programs could run at once is worse than
// none.
func lockFile(name string) (io.Closer, error) {
	return nil, &os.PathError{Op: "lock", Path: name, Err: errors.ErrUnsupported}
}
