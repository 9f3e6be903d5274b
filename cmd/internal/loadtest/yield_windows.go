package loadtest

import "golang.org/x/sys/windows"

// yield gives this program the lowest priority.
func yield() error {
	return windows.SetPriorityClass(windows.CurrentProcess(), windows.IDLE_PRIORITY_CLASS)
}
