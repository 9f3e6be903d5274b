package pagetest

import (
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Port is a port of this computer for servers that follow each other. It stays taken between them, so that nobody else is given it.
type Port struct{ *net.TCPListener }

// TakePort takes a port until the end of a test.
func TakePort(t testing.TB) Port {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { l.Close() })
	return Port{l.(*net.TCPListener)}
}

// Again returns the port for the next server.
func (p Port) Again(t testing.TB) Port {
	t.Helper()
	require.NoError(t, p.SetDeadline(time.Time{}))
	return p
}

// Close only has the server stop to listen.
func (p Port) Close() error { return p.SetDeadline(time.Unix(1, 0)) }
