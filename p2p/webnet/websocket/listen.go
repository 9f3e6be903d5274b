package websocket

import (
	"context"
	"encoding/binary"
	"io"
	"log"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/p2p/webnet"
)

const (
	maxHeader  = 4 << 10 // bytes of a request or response
	headerTime = 5 * time.Second
	maxAddrs   = 3 // that go into invites
)

// Server listens for WebSockets.
type Server struct {
	listener net.Listener
	local    bool
	http     *http.Server
	running  sync.WaitGroup
}

// Listen opens a port on this computer alone, or on all its networks too. A port that is
// taken means any other, as 0 does.
func Listen(local bool, port int) (*Server, error) {
	host := ""
	if local {
		host = "127.0.0.1"
	}
	l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
	if err != nil && port != 0 {
		l, err = net.Listen("tcp", net.JoinHostPort(host, "0"))
	}
	if err != nil {
		return nil, err
	}
	return &Server{listener: l, local: local}, nil
}

// Addrs are where the server can be reached: addresses of local networks, or if there are none,
// that of this computer. A browser on this computer finds it there in any case.
func (s *Server) Addrs() (out []transport.Addr) {
	port := s.listener.Addr().(*net.TCPAddr).AddrPort().Port()
	if addrs, err := net.InterfaceAddrs(); err == nil && !s.local {
		for _, a := range addrs {
			prefix, err := netip.ParsePrefix(a.String())
			if ip := prefix.Addr(); err == nil && ip.Is4() && ip.IsGlobalUnicast() && len(out) < maxAddrs {
				out = append(out, webnet.WebSocketAddr(netip.AddrPortFrom(ip, port)))
			}
		}
	}
	if len(out) == 0 {
		ip := netip.AddrFrom4([4]byte{127, 0, 0, 1})
		out = append(out, webnet.WebSocketAddr(netip.AddrPortFrom(ip, port)))
	}
	return out
}

// Beside adds WebSockets to another transport: what it returns listens for them, and dials
// them. The port follows from the identity, so that invites stay good over restarts. close
// ends this part only, and comes first.
func Beside(main transport.Transport, local bool) (both transport.Transport, close func() error, err error) {
	const low, many = 49152, 16384 // ports that nobody is assigned (RFC 6335)
	key := main.Key()
	s, err := Listen(local, low+int(binary.BigEndian.Uint16(key[:]))%many)
	if err != nil {
		return nil, nil, coded.Errorf("websocket.not-listening", "listen: %w", err)
	}
	h, err := webnet.New(webnet.Config{Kept: main.Keep(), Open: Open, Addrs: s.Addrs})
	if err != nil {
		s.Close()
		return nil, nil, err
	}
	s.Serve(h)
	return webnet.Beside(main, h), func() error {
		h.Close()
		return s.Close()
	}, nil
}

// callerKey finds the caller of a request.
type callerKey struct{}

// Serve passes what comes to a host until Close.
func (s *Server) Serve(h *webnet.Host) {
	s.http = &http.Server{
		ReadHeaderTimeout: headerTime,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          log.New(io.Discard, "", 0), // strangers write what they like
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			return context.WithValue(ctx, callerKey{}, c.(*bounded).caller)
		},
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.accept(h, w, r) }),
	}
	s.running.Go(func() { s.http.Serve(&listener{s.listener, h}) })
}

// Close ends the server and its links.
func (s *Server) Close() error {
	if s.http == nil {
		return s.listener.Close()
	}
	err := s.http.Close()
	s.running.Wait()
	return err
}

// accept makes a link of a request.
func (s *Server) accept(h *webnet.Host, w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Connection", "close") // a request that is not accepted is the only one
	caller := r.Context().Value(callerKey{}).(*webnet.Caller)
	if r.URL.Path != "/" {
		http.NotFound(w, r)
		return
	}
	w.Header().Del("Connection")
	c, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true})
	if err != nil {
		return
	}
	remote, _ := netip.ParseAddrPort(r.RemoteAddr)
	h.AcceptFrom(caller, newPipe(c, remote.Addr(), caller.Source()))
}

// listener bounds connections from the moment that they are made.
type listener struct {
	net.Listener
	host *webnet.Host
}

// bounded is a connection for which there is room.
type bounded struct {
	net.Conn
	caller *webnet.Caller
}

func (b *bounded) Close() error {
	b.caller.Leave()
	return b.Conn.Close()
}

func (l *listener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if caller := l.host.Expect(addressOf(c).String(), func() { c.Close() }); caller != nil {
			return &bounded{c, caller}, nil
		}
		c.Close()
	}
}
