package relay

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"net"
	"net/netip"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// request is the binding request of RFC 5769, section 2.1, without what asks for more: it has the
// transaction of the sample, SOFTWARE, and an attribute that may be ignored.
func request(t *testing.T, attributes string) []byte {
	tail, err := hex.DecodeString(attributes)
	require.NoError(t, err)
	head, err := hex.DecodeString("00010000" + "2112a442" + "b7e7a701bc34d686fa87dfae")
	require.NoError(t, err)
	head[3] = byte(len(tail))
	return append(head, tail...)
}

// The mapped addresses are those of the sample responses of RFC 5769, sections 2.2 and 2.3.
func TestSTUN(t *testing.T) {
	for from, want := range map[string]string{
		"192.0.2.1:32853": "0020" + "0008" + "0001a147e112a643",
		"[2001:db8:1234:5678:11:2233:4455:6677]:32853": "0020" + "0014" + "0002a1470113a9faa5d3f179bc25f4b5bed2b9d9",
	} {
		for _, attributes := range []string{"", "80220004" + "74657374", "8022000374657374", "802900080011223344556677"} {
			got := answerSTUN(request(t, attributes), netip.MustParseAddrPort(from))
			require.Equal(t, "0101", hex.EncodeToString(got[:2]))
			require.Equal(t, len(got)-20, int(got[3]))
			require.Equal(t, "2112a442b7e7a701bc34d686fa87dfae", hex.EncodeToString(got[4:20]))
			require.Equal(t, want, hex.EncodeToString(got[20:]))
		}
	}
}

// What is no binding request gets no answer, and so does one that asks for more than that.
func TestSTUNRefuses(t *testing.T) {
	from := netip.MustParseAddrPort("192.0.2.1:1")
	good := request(t, "")
	for name, bad := range map[string][]byte{
		"nothing":        {},
		"short":          good[:19],
		"a response":     append([]byte{1, 1}, good[2:]...),
		"an indication":  append([]byte{0, 0x11}, good[2:]...),
		"another cookie": append(append(bytes.Clone(good[:4]), 0, 0, 0, 0), good[8:]...),
		"too long":       append(bytes.Clone(good), 0),
		"half attribute": request(t, "8022"),
		"cut attribute":  request(t, "80220008"+"74657374"),
		"user name":      request(t, "00060004"+"74657374"),
		"very long":      append([]byte{0, 1, 2, 0x10}, make([]byte, 16+0x210)...),
	} {
		require.Nil(t, answerSTUN(bad, from), name)
	}
}

func FuzzSTUN(f *testing.F) {
	f.Add([]byte("\x00\x01\x00\x08\x21\x12\xa4\x42123456789012\x80\x22\x00\x04abcd"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if answer := answerSTUN(b, netip.MustParseAddrPort("192.0.2.1:1")); answer != nil {
			require.Len(t, answer, 32, "little more than the request")
			require.GreaterOrEqual(t, len(b), stunHeader)
		}
	})
}

// Nobody can have the relay send much to whom it names, nor can all together.
func TestPaceOfSTUN(t *testing.T) {
	now := time.Unix(1, 0)
	paces, answered := newSTUNPaces(), 0
	flood := func(sources int) int {
		answered = 0
		for i := range 1000 {
			if paces.admit(fmt.Sprint(i%sources), now) {
				answered++
			}
		}
		return answered
	}
	require.EqualValues(t, stunOf.Burst, flood(1))
	require.EqualValues(t, stunAll.Burst-stunOf.Burst, flood(500))
	now = now.Add(time.Second)
	require.EqualValues(t, stunOf.PerSecond, flood(1))
	require.EqualValues(t, stunAll.PerSecond-stunOf.PerSecond, flood(500))
}

// A program learns its address.
func TestServeSTUN(t *testing.T) {
	r := start(t)
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	require.NoError(t, err)
	served := make(chan error)
	go func() { served <- r.ServeSTUN(server) }()
	c, err := net.Dial("udp", server.LocalAddr().String())
	require.NoError(t, err)
	defer c.Close()
	buf := make([]byte, 100)
	for range 3 {
		_, err = c.Write(request(t, ""))
		require.NoError(t, err)
		n, err := c.Read(buf)
		require.NoError(t, err)
		want := answerSTUN(request(t, ""), c.LocalAddr().(*net.UDPAddr).AddrPort())
		require.Equal(t, want, buf[:n])
	}
	require.Eventually(t, func() bool { return r.Figures().Answered == 3 }, time.Minute, time.Millisecond) // it counts what it has sent
	require.NoError(t, server.Close())
	require.NoError(t, <-served)
}
