package p2p

import (
	"bytes"
	"context"
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

	"github.com/darkjunqi/darkjunqi/protocol/transcript"
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
	for _, err := range []error{context.Canceled, ErrTaken, &VersionError{1, 2}, &ByeError{reason: byeTaken}, malformed(errFrame)} {
		require.Equal(t, err, inWords(err), "is in words already")
	}
}

// What is shortened for a person stands in the log in full.
func TestNetworkErrorIsLoggedInFull(t *testing.T) {
	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("no link", "error", inWords(dialError(swarm.ErrAllDialsFailed, dialed(syscall.ECONNREFUSED))))
	require.Contains(t, log.String(), "/ip4/192.0.2.1/tcp/1")
}

// A host that is not there, somebody else in its place, and one that goes away
// while the terms are read.
func TestFetchTermsFromNoHost(t *testing.T) {
	gone, guest := listen(t, nil), listen(t, nil)
	other, err := Listen(ListenConfig{Loopback: true})
	require.NoError(t, err)
	defer other.Close()
	tcp := func(h *Host) (addrs []string) {
		for _, addr := range h.addrs() {
			if strings.Contains(addr, "/tcp/") {
				addrs = append(addrs, addr)
			}
		}
		require.NotEmpty(t, addrs)
		return addrs
	}
	fetch := func(host peerKey, addrs []string) error {
		_, err := FetchTerms(t.Context(), guest, newInvite(InviteSecret{1}, transcript.Hash{1}, host, addrs))
		return err
	}
	old := tcp(gone)
	require.NoError(t, gone.Close())

	const unreached = "the host can't be reached: "
	err = fetch(gone.self(), old)
	require.ErrorIs(t, err, ErrNoLink)
	require.ErrorIs(t, err, syscall.ECONNREFUSED)
	require.EqualError(t, err, unreached+"connection refused")
	err = fetch(Identity{8}.key(), nil)
	require.ErrorIs(t, err, ErrNoLink)
	require.EqualError(t, err, unreached+"no address that can be dialled from here")
	err = fetch(Identity{7}.key(), tcp(other))
	require.ErrorIs(t, err, ErrNoLink)
	require.EqualError(t, err, unreached+"another program answers there")

	other.host.SetStreamHandler(protocolID, func(s network.Stream) {
		io.ReadFull(s, make([]byte, 1)) // it is there
		s.Conn().Close()
	})
	err = fetch(other.self(), tcp(other))
	require.NotErrorIs(t, err, ErrNoLink)
	require.EqualError(t, err, "fetch the terms: the connection was lost")
}

// Whoever lets go of a link may repeat the reason in words, which are shown only
// where they can tell more.
func TestByeSaysItOnce(t *testing.T) {
	text := func(r reason, words string) string { return (&ByeError{r, words}).Error() }
	require.Equal(t, "the other side closed the link: the seat is taken", text(byeTaken, ErrTaken.Error()))
	require.Equal(t, "the other side closed the link: it has heard nothing for too long", text(byeSilent, ErrSilent.Error()))
	require.Equal(t, `the other side closed the link: it refused what we sent ("malformed frame")`, text(byeRefused, errFrame.Error()))
	require.Equal(t, "the other side closed the link: it refused what we sent", text(byeRefused, ""))
	require.Equal(t, `the other side closed the link: reason 12 ("tired")`, text(12, "tired"))
	require.Equal(t, `the other side closed the link: reason 0 ("tired")`, text(0, "tired"))
}
