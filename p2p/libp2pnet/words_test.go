package libp2pnet

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/sec"
	"github.com/libp2p/go-libp2p/p2p/net/swarm"
	"github.com/multiformats/go-multiaddr"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// dialError is what libp2p says about addresses that it tried.
func dialError(why error, causes ...error) error {
	dial := &swarm.DialError{Peer: "12D3", Cause: why}
	for i, cause := range causes {
		addr := multiaddr.StringCast(fmt.Sprintf("/ip4/192.0.2.%d/tcp/1", i+1))
		dial.DialErrors = append(dial.DialErrors, swarm.TransportError{Address: addr, Cause: cause})
	}
	return fmt.Errorf("failed to dial: %w", dial)
}

func dialed(cause error) error {
	return &net.OpError{Op: "dial", Net: "tcp4", Err: os.NewSyscallError("connect", cause)}
}

func TestNetworkErrorsInWords(t *testing.T) {
	failed := swarm.ErrAllDialsFailed
	for _, test := range []struct {
		want string
		err  error
	}{
		{"connection refused", dialError(failed, dialed(syscall.ECONNREFUSED))},
		{"connection refused", dialError(failed, context.DeadlineExceeded, dialed(syscall.ECONNREFUSED), dialed(syscall.ENETUNREACH))},
		{"another program answers there", dialError(failed, dialed(syscall.ECONNREFUSED), sec.ErrPeerIDMismatch{Expected: "a", Actual: "b"})},
		{"no address that can be dialled from here", dialError(swarm.ErrNoAddresses)},
		{"no address that can be dialled from here", dialError(swarm.ErrNoGoodAddresses, swarm.ErrNoTransport)},
		{"no such host name", dialError(failed, &net.DNSError{Err: "no such host", Name: "nowhere.invalid"})},
		{"no route to it from here", dialError(failed, dialed(syscall.ENETUNREACH))},
		{"no route to it from here", dialError(failed, dialed(syscall.EHOSTUNREACH), context.DeadlineExceeded)},
		{"timed out", dialError(failed, context.DeadlineExceeded)},
		{"timed out", dialError(swarm.ErrDialTimeout)},
		{"timed out", os.ErrDeadlineExceeded},
		{"the connection was lost", io.EOF},
		{"the connection was lost", io.ErrUnexpectedEOF},
		{"the connection was lost", &network.StreamError{ErrorCode: 7, Remote: true, TransportError: errors.New("gone")}},
		{"the connection was lost", fmt.Errorf("received a stateless reset: %w", net.ErrClosed)},
		{"the connection was lost", dialError(failed, dialed(syscall.ECONNRESET))},
		{"something new", dialError(failed, errors.New("something\n  new"), errors.New("else"))},
		{"something new", dialError(errors.New("something\nnew"))},
	} {
		got := inWords(test.err)
		require.EqualError(t, got, test.want)
		require.ErrorIs(t, got, test.err)
	}
	for _, err := range []error{context.Canceled, p2p.ErrTaken, wire.NewVersionError(1, 2)} {
		require.Equal(t, err, inWords(err), "is in words already")
	}
}

// What is shortened for a person is in the log in full.
func TestNetworkErrorIsLoggedInFull(t *testing.T) {
	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("no link", "error", inWords(dialError(swarm.ErrAllDialsFailed, dialed(syscall.ECONNREFUSED))))
	require.Contains(t, log.String(), "/ip4/192.0.2.1/tcp/1")
}

// A host that is not there, somebody else in its place, and one that goes away
// while the terms are read.
func TestFetchTermsFromNoHost(t *testing.T) {
	t.Parallel()
	gone, guest := listen(t, nil), listen(t, nil)
	other, err := Listen(ListenConfig{Loopback: true})
	require.NoError(t, err)
	defer other.Close()
	tcp := func(h *Host) (addrs []transport.Addr) {
		for _, addr := range h.Addrs() {
			if m, err := multiaddr.NewMultiaddrBytes([]byte(addr)); err == nil && strings.Contains(m.String(), "/tcp/") {
				addrs = append(addrs, addr)
			}
		}
		require.NotEmpty(t, addrs)
		return addrs
	}
	fetch := func(host transport.Key, addrs []transport.Addr) error {
		_, err := p2p.FetchTerms(t.Context(), guest, inviteTo(t, host, addrs))
		return err
	}
	old := tcp(gone)
	require.NoError(t, gone.Close())

	const unreached = "the host can't be reached: "
	err = fetch(gone.Key(), old)
	require.ErrorIs(t, err, p2p.ErrNoLink)
	require.ErrorIs(t, err, syscall.ECONNREFUSED)
	require.EqualError(t, err, unreached+"connection refused")
	err = fetch(transport.Identity{8}.Key(), nil)
	require.ErrorIs(t, err, p2p.ErrNoLink)
	require.EqualError(t, err, unreached+"no address that can be dialled from here")
	err = fetch(transport.Identity{7}.Key(), tcp(other))
	require.ErrorIs(t, err, p2p.ErrNoLink)
	require.EqualError(t, err, unreached+"another program answers there")

	other.host.SetStreamHandler(protocolID, func(s network.Stream) {
		io.ReadFull(s, make([]byte, 1)) // it is there
		s.Conn().Close()
	})
	err = fetch(other.Key(), tcp(other))
	require.NotErrorIs(t, err, p2p.ErrNoLink)
	require.EqualError(t, err, "fetch the terms: the connection was lost")
}

// inviteTo is an invite to a host that is at these addresses.
func inviteTo(t *testing.T, host transport.Key, addrs []transport.Addr) *invite.Invite {
	t.Helper()
	secret := invite.HostSecret{1}
	player, err := protocol.Host(protocol.HostConfig{Rules: junqi.Standard(), Invites: []ed25519.PublicKey{secret.Seat(engine.Blue).PublicKey()}}, rand.Reader)
	require.NoError(t, err)
	dir, err := store.OpenDir(t.TempDir())
	require.NoError(t, err)
	s, err := p2p.Host(elsewhere{host, addrs}, p2p.Files(dir), player, secret, p2p.Config{})
	require.NoError(t, err)
	defer s.Close()
	inv, err := s.Invite(engine.Blue)
	require.NoError(t, err)
	return inv
}

// elsewhere is a transport that is nowhere, under the name and addresses of another.
type elsewhere struct {
	host transport.Key
	at   []transport.Addr
}

func (e elsewhere) Key() transport.Key                           { return e.host }
func (e elsewhere) Addrs() []transport.Addr                      { return e.at }
func (e elsewhere) AddrsOf(transport.Key) []transport.Addr       { return nil }
func (e elsewhere) LentReservation(transport.Key) transport.Addr { return "" }
func (e elsewhere) UseReservation(transport.Addr) bool           { return false }
func (e elsewhere) Drop(transport.Key)                           {}
func (e elsewhere) Serve(transport.Acceptor)                     {}
func (e elsewhere) Keep() []byte                                 { return nil }

func (e elsewhere) Dial(context.Context, transport.Key, []transport.Addr) (transport.Conn, error) {
	return nil, errors.ErrUnsupported
}
