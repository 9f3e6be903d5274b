//go:build !linux && !windows

package loadtest

import "syscall"

// yield gives this program the lowest priority.
func yield() error {
	const self, lowest = 0, 19
	return syscall.Setpriority(syscall.PRIO_PROCESS, self, lowest)
}
