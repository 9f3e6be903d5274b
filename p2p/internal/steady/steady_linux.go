// Package steady has a connection go on soon after a cut.
package steady

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// longest is the longest pause before TCP sends again what is not confirmed, in milliseconds.
const longest = 1000

// TCP bounds how long a connection pauses before it sends again what is not confirmed, as far as the system can do that. Each pause is
// otherwise twice the last: after a cut of five seconds the next is about as long.
func TCP(c any) {
	s, ok := c.(syscall.Conn)
	if !ok {
		return
	}
	raw, err := s.SyscallConn()
	if err != nil {
		return
	}
	raw.Control(func(fd uintptr) { // an error leaves it as it was
		unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_RTO_MAX_MS, longest)     // since Linux 6.15
		unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_THIN_LINEAR_TIMEOUTS, 1) // six times, except with some kinds of congestion control
	})
}
