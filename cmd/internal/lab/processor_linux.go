package lab

import (
	"golang.org/x/sys/unix"
)

// processorTime returns the processor time that processes have used.
func processorTime(pids []int) (ns int64) {
	for _, pid := range pids {
		var t unix.Timespec
		const scheduled = 2 // the clock of a process: clock_getcpuclockid(3)
		if unix.ClockGettime(int32(^pid<<3|scheduled), &t) == nil {
			ns += t.Nano()
		}
	}
	return ns
}
