package websocket

import (
	"context"
	"crypto/tls"
	"encoding/binary"
	"io"
	"log"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync"

	"github.com/coder/websocket"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/internal/steady"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/p2p/webnet"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/internal/callers"
)

const maxAddrs = 3 // in an invite

// Server listens for WebSockets.
type Server struct {
	listener net.Listener
	local    bool
	proxied  bool        // who connects is a proxy, which names whom it does so for
	tls      *tls.Config // nil without TLS
	http     *http.Server
	running  sync.WaitGroup
}

// Taker takes the pipes that a Server makes: a [webnet.Host], or a relay.
type Taker interface {
	Expect(source string, hangUp func()) *callers.Caller
	AcceptFrom(*callers.Caller, webnet.Pipe)
}

// On makes a server of a listener, with TLS unless certificate is nil. If the listener can be reached
// from this computer only, then a proxy in front of it may name the source of each
// connection (X-Forwarded-For).
func On(l net.Listener, certificate func(*tls.ClientHelloInfo) (*tls.Certificate, error)) *Server {
	s := &Server{listener: l}
	if a, ok := l.Addr().(*net.TCPAddr); ok {
		s.proxied = a.IP.IsLoopback()
	}
	if certificate != nil {
		s.tls = &tls.Config{GetCertificate: certificate, NextProtos: []string{"http/1.1"}, MinVersion: tls.VersionTLS12}
	}
	return s
}

// Listen opens a port on this computer only, or on all its networks too. A port that is taken means
// any free one, as 0 does.
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

// Addrs returns where the server can be reached: addresses of local networks, or if there are none,
// this computer's. A browser on this computer finds it there in any case.
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

// Ways lists how a program can be reached over WebSockets.
type Ways struct {
	Local     bool          // it listens for this computer only
	Relay     *invite.Relay // at which it is found too; nil for none
	RelayOnly bool          // there is no other way: it doesn't listen, and dials only its relay
	OnRelay   func(error)   // is for [webnet.Config]
}

// Beside adds WebSockets to another transport: what it returns listens for them, and dials
// them. The port follows from the identity, so that invites stay good over restarts. close
// ends this part only, and comes first.
func Beside(main transport.Transport, w Ways) (both transport.Transport, close func() error, err error) {
	const low, many = 49152, 16384 // ports that nobody is assigned (RFC 6335)
	c := webnet.Config{Kept: main.Keep(), Open: Open, Relay: w.Relay, RelayOnly: w.RelayOnly, OnRelay: w.OnRelay}
	if w.RelayOnly {
		h, err := webnet.New(c)
		if err != nil {
			return nil, nil, err
		}
		return webnet.Beside(main, h), h.Close, nil
	}
	key := main.Key()
	s, err := Listen(w.Local, low+int(binary.BigEndian.Uint16(key[:]))%many)
	if err != nil {
		return nil, nil, coded.Errorf("websocket.not-listening", "listen: %w", err)
	}
	c.Addrs = s.Addrs
	h, err := webnet.New(c)
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

// callerKey finds the connection of a request.
type callerKey struct{}

// Serve passes what comes to h until Close.
func (s *Server) Serve(h Taker) {
	s.http = &http.Server{
		ReadHeaderTimeout: headerTime,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          log.New(io.Discard, "", 0), // strangers write what they like
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			if t, ok := c.(*tls.Conn); ok {
				c = t.NetConn()
			}
			return context.WithValue(ctx, callerKey{}, c)
		},
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.accept(h, w, r) }),
	}
	l := net.Listener(&listener{s.listener, h, s.proxied})
	if s.tls != nil {
		l = tls.NewListener(l, s.tls)
	}
	s.running.Go(func() { s.http.Serve(l) })
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

// accept makes a pipe of a request.
func (s *Server) accept(h Taker, w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Connection", "close") // a request that is not accepted is the only one
	conn := r.Context().Value(callerKey{}).(*bounded)
	caller, remote := conn.caller, addressOf(conn)
	if s.proxied { // a proxy's connections are bounded by whom they are for
		if client, ok := forwardedFor(r); ok {
			remote = client
		}
		if caller = h.Expect(webnet.SourceOf(remote), func() { conn.Close() }); caller == nil {
			http.Error(w, "too many", http.StatusTooManyRequests)
			return
		}
		defer caller.Leave()
	}
	if r.URL.Path != "/" {
		http.NotFound(w, r)
		return
	}
	w.Header().Del("Connection")
	c, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true})
	if err != nil {
		return
	}
	if s.proxied {
		conn.caller.Leave()
	}
	h.AcceptFrom(caller, newPipe(c, remote, caller.Source()))
}

// forwardedFor is whom a proxy connects for: the last that it names, which it has seen itself.
func forwardedFor(r *http.Request) (client netip.Addr, ok bool) {
	all := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	client, err := netip.ParseAddr(strings.TrimSpace(all[len(all)-1]))
	return client, err == nil
}

// listener bounds connections from the moment that they are made.
type listener struct {
	net.Listener
	host    Taker
	proxied bool
}

// bounded is a connection for which there is room.
type bounded struct {
	net.Conn
	caller *callers.Caller
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
		source := webnet.SourceOf(addressOf(c))
		if caller := l.host.Expect(source, func() { c.Close() }); caller != nil {
			steady.TCP(c)
			if l.proxied {
				caller.Refund() // else whoever the proxy serves could use up its pace, which all share
			}
			return &bounded{c, caller}, nil
		}
		c.Close()
	}
}
