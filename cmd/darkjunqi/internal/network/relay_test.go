package network

import (
	"bytes"
	"net"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/libp2pnet"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// A relay takes no port on which another program listens, be it a relay that would share it,
// or one that has only half of it.
func TestRelayPortInUse(t *testing.T) {
	other, err := libp2pnet.OpenRelay(libp2pnet.RelayConfig{Loopback: true, Identity: transport.Identity{7}, Secret: invite.RelaySecret{8}})
	require.NoError(t, err)
	defer other.Close()
	udp, err := net.ListenPacket("udp", "127.0.0.1:0")
	require.NoError(t, err)
	defer udp.Close()
	for _, port := range []int{other.Port(), udp.LocalAddr().(*net.UDPAddr).Port} {
		data := t.TempDir()
		var out bytes.Buffer
		env := cli.NewEnv("darkjunqi", &bytes.Buffer{}, &out, &out, func(string) string { return data })
		cmd := &cobra.Command{}
		cmd.SetContext(t.Context())
		require.ErrorContains(t, runRelay(env, cmd, relayFlags{port: port, loopback: true}), "is in use: is another relay running?")
		require.Empty(t, out.String())
	}
}
