package libp2pnet

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/internal/p2ptest"
)

func listen(t testing.TB, kept []byte) *Host {
	t.Helper()
	h, err := Listen(ListenConfig{Loopback: true, Kept: kept})
	require.NoError(t, err)
	t.Cleanup(func() { h.Close() })
	return h
}

// A whole match between two hosts of the real network.
func TestMatchOverLibp2p(t *testing.T) {
	h := listen(t, nil)
	hostDir, id := p2ptest.PlayMatch(t, h, listen(t, nil))

	// That it has ended well is known afterwards too.
	st, err := hostDir.Open(id)
	require.NoError(t, err)
	kept, err := p2p.Kept(st)
	require.NoError(t, err)
	require.NoError(t, h.Close())
	again, err := p2p.Resume(listen(t, kept), st, p2p.Config{})
	require.NoError(t, err)
	defer again.Close()
	require.True(t, again.Snapshot().Done)
}

// docs/wire.md names the protocols of streams, and the numbers of relays.
func TestPageNamesTheProtocol(t *testing.T) {
	page, err := os.ReadFile("../../docs/wire.md")
	require.NoError(t, err)
	flat := strings.Join(strings.Fields(string(page)), " ")
	for _, text := range []string{
		"`" + string(protocolID) + "`", "`" + string(relayProtocol) + "`", "`" + string(probeProtocol) + "`",
		fmt.Sprintf("It remembers at most %d keys", admissionsOf),
		fmt.Sprintf("no pass within %d s and, if there are more than %d of these, the oldest", strangerTime/time.Second, strangersAtOnce),
		fmt.Sprintf("lasts %d hours", circuitTime/time.Hour), "16,777,216 bytes each way",
		fmt.Sprintf("trying the direct ones for %d s", straightTime/time.Second),
		`"darkjunqi/v1/mdns"`,
	} {
		require.Contains(t, flat, text)
	}
	require.Equal(t, 16_777_216, circuitBytes)
	require.Equal(t, time.Minute, idleTime)
	require.Equal(t, time.Second, straightLead)
}

// And what strangers may take.
func TestPageNamesTheBounds(t *testing.T) {
	page, err := os.ReadFile("../../docs/wire.md")
	require.NoError(t, err)
	text := strings.Join(strings.Fields(string(page)), " ")
	for _, bound := range []string{
		fmt.Sprintf("Within %.0f s of its first packet", provingTime.Seconds()),
		fmt.Sprintf("At most %d connections may lack one", strangers),
		fmt.Sprintf("%.0f such connections at once and then %.0f a second", arrivals.Burst, arrivals.PerSecond),
		fmt.Sprintf("%.0f streams at once and then %.0f a second", openings.Burst, openings.PerSecond),
		fmt.Sprintf("closed %.0f s after its last link", partingTime.Seconds()),
	} {
		require.Contains(t, text, bound)
	}
}
