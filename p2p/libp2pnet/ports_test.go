package libp2pnet

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/multiformats/go-multiaddr"
	"github.com/stretchr/testify/require"
)

// machine is a machine whose TCP ports are given out in order, and on which some numbers are taken for UDP.
type machine struct {
	next  int
	taken []int
	open  []multiaddr.Multiaddr
}

func (m *machine) Listen(all ...multiaddr.Multiaddr) error {
	for _, one := range all {
		port := portOf(one)
		if hasProtocol(one, multiaddr.P_UDP) && slices.Contains(m.taken, port) {
			return errors.New("taken")
		}
		if port == 0 {
			m.next++
			kind := "tcp/%d"
			if hasProtocol(one, multiaddr.P_UDP) {
				kind = "udp/%d/quic-v1"
			}
			one = multiaddr.StringCast(fmt.Sprintf("/ip4/127.0.0.1/"+kind, m.next))
		}
		m.open = append(m.open, one)
	}
	return nil
}

func (m *machine) ListenClose(all ...multiaddr.Multiaddr) {
	m.open = slices.DeleteFunc(m.open, func(one multiaddr.Multiaddr) bool { return slices.ContainsFunc(all, one.Equal) })
}

func (m *machine) ListenAddresses() []multiaddr.Multiaddr { return slices.Clone(m.open) }

func (m *machine) texts() (all []string) {
	for _, one := range m.open {
		all = append(all, one.String())
	}
	return all
}

// Where any port will do, TCP and UDP get one number even if the first ones are other programs' for UDP; a port that was asked for
// stays.
func TestPortsAreOneNumber(t *testing.T) {
	m := &machine{next: 4000, taken: []int{4001, 4002}}
	bound, err := openPorts(m, true, 0)
	require.NoError(t, err)
	require.Equal(t, 4003, bound)
	require.Equal(t, []string{"/ip4/127.0.0.1/tcp/4003", "/ip4/127.0.0.1/udp/4003/quic-v1"}, m.texts())

	m = &machine{next: 5000, taken: []int{4001}}
	bound, err = openPorts(m, true, 4001)
	require.NoError(t, err)
	require.Equal(t, 4001, bound)
	require.Equal(t, []string{"/ip4/127.0.0.1/tcp/4001", "/ip4/127.0.0.1/udp/5001/quic-v1"}, m.texts())

	m = &machine{}
	for number := range draws {
		m.taken = append(m.taken, number+1)
	}
	bound, err = openPorts(m, true, 0)
	require.NoError(t, err)
	require.Equal(t, draws, bound, "it is given up some time")
	require.Equal(t, []string{fmt.Sprintf("/ip4/127.0.0.1/tcp/%d", draws), fmt.Sprintf("/ip4/127.0.0.1/udp/%d/quic-v1", draws+1)}, m.texts())
}
