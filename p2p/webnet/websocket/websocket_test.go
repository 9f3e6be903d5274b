package websocket

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/p2p/internal/p2ptest"
	"github.com/darkjunqi/darkjunqi/p2p/pipe"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/p2p/webnet"
)

// listening returns a host that listens on this computer, and one that dials.
func listening(t *testing.T) (s *Server, host, guest *webnet.Host) {
	s, err := Listen(true, 0)
	require.NoError(t, err)
	host, err = webnet.New(webnet.Config{Open: Open, Addrs: s.Addrs})
	require.NoError(t, err)
	s.Serve(host)
	guest, err = webnet.New(webnet.Config{Open: Open})
	require.NoError(t, err)
	t.Cleanup(func() {
		host.Close()
		guest.Close()
		require.NoError(t, s.Close())
	})
	return s, host, guest
}

func TestMatch(t *testing.T) {
	_, host, guest := listening(t)
	p2ptest.PlayMatch(t, host, guest)
}

// A program with another network is found over a WebSocket too, at the same port after a
// restart, by one that has no other network and by one that has.
func TestBeside(t *testing.T) {
	id := transport.Identity{1}
	open := func(id transport.Identity) (transport.Transport, func() error) {
		both, end, err := Beside(pipe.New().Host(id), Ways{Local: true})
		require.NoError(t, err)
		return both, end
	}
	host, end := open(id)
	addrs := host.Addrs()
	require.Len(t, addrs, 2)
	require.NoError(t, end())
	host, end = open(id)
	defer end()
	require.Equal(t, addrs, host.Addrs())
	taken, endTaken := open(id)
	require.NotEqual(t, addrs, taken.Addrs(), "another port, as that is taken")
	require.NoError(t, endTaken())

	guest, endGuest := open(transport.Identity{2}) // in another network of pipes, so it can't be reached there
	defer endGuest()
	p2ptest.PlayMatch(t, host, guest)

	alone, err := webnet.New(webnet.Config{Open: Open})
	require.NoError(t, err)
	defer alone.Close()
	_, err = alone.Dial(t.Context(), host.Key(), addrs[:1])
	require.ErrorIs(t, err, webnet.ErrUnreached)
}

// What isn't a WebSocket of a match gets no more than a status: other paths and methods,
// plain requests, and long ones.
func TestOtherRequests(t *testing.T) {
	s, _, _ := listening(t)
	at := s.listener.Addr().String()
	status := func(request string) string {
		c, err := net.Dial("tcp", at)
		require.NoError(t, err)
		defer c.Close()
		go io.WriteString(c, request)
		c.SetDeadline(time.Now().Add(time.Minute))
		r, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			return ""
		}
		body, _ := io.ReadAll(r.Body) // which a server that has heard enough may cut off
		require.NotContains(t, strings.ToLower(string(body)), "darkjunqi")
		return r.Status
	}
	require.Equal(t, "426 Upgrade Required", status("GET / HTTP/1.1\r\nHost: x\r\n\r\n"))
	require.Equal(t, "404 Not Found", status("GET /api/state HTTP/1.1\r\nHost: x\r\n\r\n"))
	require.Equal(t, "431 Request Header Fields Too Large",
		status("GET / HTTP/1.1\r\nHost: x\r\nA: "+strings.Repeat("a", 3*maxHeader)+"\r\n\r\n"))
	require.Equal(t, "400 Bad Request", status("garbage\r\n\r\n"))
}

// Any page may open a WebSocket. It gets no answer without the link key, and can send
// neither text nor long messages.
func TestOtherPages(t *testing.T) {
	s, host, _ := listening(t)
	host.Serve(refuses{t})
	url, ok := webnet.WebSocketURL(s.Addrs()[0])
	require.True(t, ok)
	for _, m := range []struct {
		kind websocket.MessageType
		text []byte
		why  websocket.StatusCode // -1: the connection ends without a word
	}{
		{websocket.MessageText, []byte("hello"), -1},
		{websocket.MessageBinary, make([]byte, 48), -1},
		{websocket.MessageBinary, make([]byte, webnet.MaxMessage+1), websocket.StatusMessageTooBig},
	} {
		c, _, err := websocket.Dial(t.Context(), url, &websocket.DialOptions{
			HTTPHeader: http.Header{"Origin": {"https://elsewhere.example"}},
		})
		require.NoError(t, err)
		require.NoError(t, c.Write(t.Context(), m.kind, m.text))
		_, got, err := c.Read(t.Context())
		require.Error(t, err, "%q", got)
		require.Equal(t, m.why, websocket.CloseStatus(err))
	}
}

// refuses fails a test if a link comes.
type refuses struct{ t *testing.T }

func (refuses) Welcome(transport.Key) bool { return true }

func (refuses) Expects(transport.Key) bool { return false }

func (r refuses) Accept(transport.Conn, transport.Key) { r.t.Error("a link") }

// Connections that prove nothing are bounded before any of them says a word, and give
// their room back.
func TestFloodOfConnections(t *testing.T) {
	s, host, _ := listening(t)
	host.Serve(refuses{t})
	var open []net.Conn
	for range 100 {
		c, err := net.Dial("tcp", s.listener.Addr().String())
		require.NoError(t, err)
		open = append(open, c)
	}
	closed, soon := 0, time.Now().Add(headerTime/2)
	for _, c := range open[50:] { // more than one source may open at once
		c.SetReadDeadline(soon)
		_, err := c.Read(make([]byte, 1))
		if timeout, ok := err.(net.Error); !ok || !timeout.Timeout() {
			closed++
		}
	}
	require.Equal(t, 50, closed)
	for _, c := range open {
		c.Close()
	}
}

// An address that leads elsewhere: to nothing, to a server of pages, to one that sends a
// browser on, and to none of this kind.
func TestOpenElsewhere(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	asked := 0
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if asked++; asked > 1 {
			return
		}
		http.Redirect(w, r, fmt.Sprintf("http://%s/again", l.Addr()), http.StatusFound)
	})}
	go server.Serve(l)
	at := webnet.WebSocketAddr(l.Addr().(*net.TCPAddr).AddrPort())
	_, err = Open(t.Context(), at)
	require.Error(t, err)
	require.Equal(t, 1, asked, "no redirect is followed")
	require.NoError(t, server.Close())
	_, err = Open(t.Context(), at)
	require.Equal(t, errNobody, err, "in words, not the system's")
	_, err = Open(context.Background(), "here")
	require.ErrorIs(t, err, errAddress)
}
