package websocket

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/p2p/internal/p2ptest"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/libp2pnet"
	"github.com/darkjunqi/darkjunqi/p2p/pipe"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/p2p/webnet"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/internal/callers"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/relay"
)

// relaying starts a relay on this computer, and returns its invite.
func relaying(t *testing.T, get func(*tls.ClientHelloInfo) (*tls.Certificate, error)) (*relay.Relay, *invite.Relay, net.Addr) {
	key, secret := transport.Identity{3}.Key(), invite.RelaySecret{4}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s, r := On(l, get), relay.New(relay.Config{Key: key, Secret: secret})
	s.Serve(r)
	t.Cleanup(func() {
		require.NoError(t, s.Close())
		require.NoError(t, r.Close())
	})
	url := "ws://" + l.Addr().String()
	if get != nil {
		url = "wss://" + l.Addr().String()
	}
	addr, err := webnet.ParseWebSocketURL(url)
	require.NoError(t, err)
	return r, invite.NewRelay(key, secret, []transport.Addr{addr}), l.Addr()
}

// Two programs whose other ways lead nowhere play a match through a relay alone, of which the
// guest knows what the match's invite says.
func TestMatchThroughRelay(t *testing.T) {
	r, own, _ := relaying(t, nil)
	host, end, err := Beside(pipe.New().Host(transport.Identity{1}), Ways{Relay: own, RelayOnly: true})
	require.NoError(t, err)
	defer end()
	require.Len(t, host.Addrs(), 2)
	guest, endGuest, err := Beside(pipe.New().Host(transport.Identity{2}), Ways{Local: true})
	require.NoError(t, err)
	defer endGuest()
	p2ptest.PlayMatch(t, host, guest)
	require.NotZero(t, r.Figures().Opened)
	require.NotZero(t, r.Figures().Passed)
}

// The same with TLS.
func TestMatchThroughRelayWithTLS(t *testing.T) {
	server := httptest.NewTLSServer(http.NotFoundHandler()) // it has a certificate for 127.0.0.1
	defer server.Close()
	_, own, _ := relaying(t, func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
		return &server.TLS.Certificates[0], nil
	})
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}}
	open := func(ctx context.Context, addr transport.Addr) (webnet.Pipe, error) {
		url, _ := webnet.WebSocketURL(addr)
		c, _, err := websocket.Dial(ctx, url, &websocket.DialOptions{HTTPClient: client})
		if err != nil {
			return nil, err
		}
		return newPipe(c, addressOf(nowhere{}), ""), nil
	}
	host, err := webnet.New(webnet.Config{Open: open, Relay: own})
	require.NoError(t, err)
	defer host.Close()
	guest, err := webnet.New(webnet.Config{Open: open})
	require.NoError(t, err)
	defer guest.Close()
	p2ptest.PlayMatch(t, host, guest)

	_, err = Open(t.Context(), own.Addrs()[0])
	require.Error(t, err, "nobody vouches for the certificate")
}

// nowhere is a connection to nowhere.
type nowhere struct{ net.Conn }

func (nowhere) RemoteAddr() net.Addr { return &net.TCPAddr{} }

// sources notes from where pipes come.
type sources struct {
	Taker
	mu   sync.Mutex
	seen []string
}

func (s *sources) AcceptFrom(c *callers.Caller, p webnet.Pipe) {
	s.mu.Lock()
	s.seen = append(s.seen, p.Source())
	s.mu.Unlock()
	s.Taker.AcceptFrom(c, p)
}

// A proxy on the same computer names the sources of its connections, and bounds go by these. Where
// anyone can connect, nobody is believed.
func TestProxy(t *testing.T) {
	for _, anyone := range []bool{false, true} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		r := relay.New(relay.Config{})
		defer r.Close()
		seen := &sources{Taker: r}
		s := On(l, nil)
		s.proxied = s.proxied && !anyone
		s.Serve(seen)
		defer s.Close()
		for _, forwarded := range [][]string{{"192.0.2.1, 192.0.2.2"}, {"192.0.2.1", "2001:db8::1"}, {"garbage"}} {
			c, _, err := websocket.Dial(t.Context(), "ws://"+l.Addr().String()+"/", &websocket.DialOptions{
				HTTPHeader: http.Header{"X-Forwarded-For": forwarded},
			})
			require.NoError(t, err)
			_, _, err = c.Read(t.Context()) // its hello
			require.NoError(t, err)
			c.CloseNow()
		}
		seen.mu.Lock()
		if anyone {
			require.Equal(t, []string{"127.0.0.1", "127.0.0.1", "127.0.0.1"}, seen.seen)
		} else {
			require.Equal(t, []string{"192.0.2.2", "2001:db8::/56", "127.0.0.1"}, seen.seen)
		}
		seen.mu.Unlock()
	}
}

// A program with libp2p reaches a host that has no more than a browser has, at a relay of both kinds.
func TestProgramJoinsBrowserThroughRelay(t *testing.T) {
	_, web, _ := relaying(t, nil)
	both, err := libp2pnet.OpenRelay(libp2pnet.RelayConfig{
		Loopback: true, Identity: transport.Identity{3}, Secret: invite.RelaySecret{4}, Web: web.Addrs(),
	})
	require.NoError(t, err)
	defer both.Close()
	own := both.Invite()
	require.Equal(t, web.Key(), own.Key())
	require.Greater(t, len(own.Addrs()), 1)
	host, err := webnet.New(webnet.Config{Open: Open, Relay: own})
	require.NoError(t, err)
	defer host.Close()
	libp2p, err := libp2pnet.Listen(libp2pnet.ListenConfig{Loopback: true})
	require.NoError(t, err)
	defer libp2p.Close()
	guest, end, err := Beside(libp2p, Ways{Local: true})
	require.NoError(t, err)
	defer end()
	p2ptest.PlayMatch(t, host, guest)
}

// Whoever a proxy serves can't use up the pace of the proxy, which all others share.
func TestFloodThroughProxy(t *testing.T) {
	_, _, at := relaying(t, nil)
	get := func(path, client string, more ...string) int {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+at.String()+path, nil)
		require.NoError(t, err)
		r.Header.Set("X-Forwarded-For", client)
		r.Header["A"] = more
		answer, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		answer.Body.Close()
		return answer.StatusCode
	}
	refused := 0
	for range 100 {
		if get("/elsewhere", "192.0.2.1") == http.StatusTooManyRequests {
			refused++
		}
	}
	require.NotZero(t, refused)
	for range 100 {
		require.Equal(t, http.StatusRequestHeaderFieldsTooLarge, get("/", "192.0.2.1", strings.Repeat("a", 3*maxHeader)))
	}
	require.Equal(t, http.StatusNotFound, get("/elsewhere", "192.0.2.2"))
	c, _, err := websocket.Dial(t.Context(), "ws://"+at.String(), &websocket.DialOptions{
		HTTPHeader: http.Header{"X-Forwarded-For": {"192.0.2.2"}},
	})
	require.NoError(t, err)
	c.CloseNow()
}
