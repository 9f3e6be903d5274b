package lab

import (
	"golang.org/x/sys/unix"
)

// processorTime is what processes have used of their processors.
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
