package loadtest

import (
	"os"
	"strconv"
	"syscall"
)

// below is the difference in niceness between besiegers and players, who get thirty times their share
// of a processor, and at once.
const below = 15

// yield puts this program far behind who started it: here each thread has a priority of its
// own, and new ones inherit it.
func yield() error {
	own, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	if err != nil {
		return err
	}
	const most = 20 // the kernel returns 20 less the niceness
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return err
	}
	for _, thread := range threads {
		id, err := strconv.Atoi(thread.Name())
		if err != nil {
			return err
		}
		err = syscall.Setpriority(syscall.PRIO_PROCESS, id, min(most-own+below, most-1))
		if err != nil && err != syscall.ESRCH { // it has ended since
			return err
		}
	}
	return nil
}
