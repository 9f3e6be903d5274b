package libp2pnet

import (
	"net"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// Both ends of a TCP connection send again at a steady pace what is not confirmed.
func TestTCPIsSteady(t *testing.T) {
	one, two := listen(t, nil), listen(t, nil)
	two.Serve(everybody{})
	var tcp []transport.Addr
	for _, m := range multiaddrs(two.Addrs()) {
		if isNearTCP(m) {
			tcp = append(tcp, transport.Addr(m.Bytes()))
		}
	}
	require.Len(t, tcp, 1)
	c, err := one.Dial(t.Context(), two.Key(), tcp)
	require.NoError(t, err)
	defer c.Abort()
	ends := 0
	files, err := os.ReadDir("/proc/self/fd")
	require.NoError(t, err)
	port := portOf(multiaddrs(tcp)[0])
	for _, f := range files {
		fd, err := strconv.Atoi(f.Name())
		require.NoError(t, err)
		if here, there := tcpPortOf(unix.Getsockname(fd)), tcpPortOf(unix.Getpeername(fd)); there != 0 && (here == port || there == port) {
			steady, err := unix.GetsockoptInt(fd, unix.IPPROTO_TCP, unix.TCP_THIN_LINEAR_TIMEOUTS)
			require.NoError(t, err)
			require.Equal(t, 1, steady)
			if longest, err := unix.GetsockoptInt(fd, unix.IPPROTO_TCP, unix.TCP_RTO_MAX_MS); err != unix.ENOPROTOOPT { // an older kernel
				require.NoError(t, err)
				require.Equal(t, 1000, longest)
			}
			ends++
		}
	}
	require.Equal(t, 2, ends)
}

func tcpPortOf(at unix.Sockaddr, err error) int {
	if in, ok := at.(*unix.SockaddrInet4); ok && err == nil && !net.IP(in.Addr[:]).IsUnspecified() {
		return in.Port
	}
	return 0
}
