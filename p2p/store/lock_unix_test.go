//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package store

import (
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// A process that is being started has copies of all descriptors until it runs its program.
func TestLockIsGivenBackThoughAnotherProcessHasItsDescriptor(t *testing.T) {
	name := filepath.Join(t.TempDir(), "match.lock")
	held, err := lockFile(name)
	require.NoError(t, err)
	copied, err := syscall.Dup(int(held.(heldLock).Fd()))
	require.NoError(t, err)
	defer syscall.Close(copied)
	_, err = lockFile(name)
	require.ErrorIs(t, err, ErrInUse)
	require.NoError(t, held.Close())
	held, err = lockFile(name)
	require.NoError(t, err)
	require.NoError(t, held.Close())
}
