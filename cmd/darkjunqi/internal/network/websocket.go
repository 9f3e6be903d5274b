package network

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/p2p/webnet"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/relay"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/websocket"
)

// webFlags are the flags of the part of a relay that serves browsers.
type webFlags struct {
	listen    string   // where; "" for nowhere
	url       []string // under which others reach it
	cert, key string   // files; "" without TLS
}

func (f *webFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.listen, "websocket", "", "")
	cmd.Flags().StringArrayVar(&f.url, "websocket-url", nil, "")
	cmd.Flags().StringVar(&f.cert, "tls-cert", "", "")
	cmd.Flags().StringVar(&f.key, "tls-key", "", "")
}

// webRelay is the part of a relay that serves browsers.
type webRelay struct {
	server *websocket.Server
	relay  *relay.Relay
	stun   net.PacketConn   // nil without one
	addrs  []transport.Addr // for the relay's invite
}

// openWeb listens as the flags say; nil if they don't. announce are the names of the relay's computer.
func openWeb(env *cli.Env, f webFlags, announce []string, loopback bool, own *relayOwner) (*webRelay, error) {
	switch {
	case (f.cert == "") != (f.key == ""):
		return nil, env.Fail(messages.ErrTLSFiles)
	case f.listen == "" && (f.cert != "" || len(f.url) > 0):
		return nil, env.Fail(messages.ErrNoWebSocket)
	case f.listen == "":
		return nil, nil
	}
	var get func(*tls.ClientHelloInfo) (*tls.Certificate, error)
	if f.cert != "" {
		c, err := readCertificate(f.cert, f.key)
		if err != nil {
			return nil, cli.Wrap(err)
		}
		get = c.get
	}
	l, err := net.Listen("tcp", f.listen)
	if err != nil {
		return nil, cli.Wrap(err)
	}
	w := &webRelay{server: websocket.On(l, get)}
	port := l.Addr().(*net.TCPAddr).Port
	if w.addrs, err = webAddrs(f, announce, port); err == nil && len(w.addrs) == 0 {
		err = env.Fail(messages.ErrWebSocketURL)
	}
	if err != nil {
		l.Close()
		return nil, cli.Wrap(err)
	}
	stunPort, stunHost := port, "" // behind a proxy too, which passes on no UDP
	if loopback {
		stunHost = "127.0.0.1"
	}
	if w.stun, err = net.ListenPacket("udp", net.JoinHostPort(stunHost, strconv.Itoa(port))); err != nil {
		env.Warn(messages.RelayNoSTUN, port)
		stunPort = 0
	}
	if f.cert == "" && len(f.url) == 0 && !loopback {
		env.Warn(messages.RelayPlain)
	}
	w.relay = relay.New(relay.Config{Key: own.id.Key(), Secret: own.secret, STUN: uint16(stunPort)})
	if w.stun != nil {
		go w.relay.ServeSTUN(w.stun)
	}
	w.server.Serve(w.relay)
	return w, nil
}

// webAddrs returns where others reach the relay's WebSockets: what the flags say, or the announced names with
// the port, or this computer's own addresses if there is no certificate.
func webAddrs(f webFlags, announce []string, port int) (out []transport.Addr, err error) {
	urls := f.url
	if len(urls) == 0 {
		scheme := "ws"
		if f.cert != "" {
			scheme = "wss"
		}
		for _, one := range announce {
			if name, _, err := net.SplitHostPort(one); err == nil {
				urls = append(urls, scheme+"://"+net.JoinHostPort(name, strconv.Itoa(port)))
			}
		}
	}
	if host, _, err := net.SplitHostPort(f.listen); err == nil && len(urls) == 0 && f.cert == "" {
		if ip := net.ParseIP(host); ip != nil && !ip.IsUnspecified() {
			urls = []string{"ws://" + net.JoinHostPort(host, strconv.Itoa(port))}
		}
	}
	for _, one := range urls {
		addr, err := webnet.ParseWebSocketURL(one)
		if err != nil {
			return nil, err
		}
		out = append(out, addr)
	}
	return out, nil
}

// Close ends all pipes. A nil relay has none.
func (w *webRelay) Close() error {
	if w == nil {
		return nil
	}
	var err error
	if w.stun != nil {
		err = w.stun.Close()
	}
	return errors.Join(err, w.server.Close(), w.relay.Close())
}

// list returns the addresses for the invite. A nil relay has none.
func (w *webRelay) list() []transport.Addr {
	if w == nil {
		return nil
	}
	return w.addrs
}

// certificate is a TLS certificate in files, which may be renewed while the program runs.
type certificate struct {
	cert, key string // names of PEM files

	mu      sync.Mutex // guards what follows
	current *tls.Certificate
	changed time.Time // of the file that holds it
}

func readCertificate(cert, key string) (*certificate, error) {
	c := &certificate{cert: cert, key: key}
	_, err := c.get(nil)
	return c, err
}

// get returns the certificate of the files. While they are being replaced it stays the old one.
func (c *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	info, err := os.Stat(c.cert)
	if err == nil && c.current != nil && info.ModTime().Equal(c.changed) {
		return c.current, nil
	}
	var read tls.Certificate
	if err == nil {
		read, err = tls.LoadX509KeyPair(c.cert, c.key)
	}
	if err == nil {
		c.current, c.changed = &read, info.ModTime()
	}
	if c.current != nil {
		return c.current, nil
	}
	return nil, err
}

// webTime is the time a relay's WebSocket may take to answer.
const webTime = 10 * time.Second

// forBrowsers holds what doctor finds out about a relay's WebSockets.
type forBrowsers struct {
	url     string // the first that the invite names; "" for none
	trouble error  // why nobody can be found there; nil if they can
}

// askWebSocket asks for a place at a relay over its WebSockets. A nil relay has none.
func askWebSocket(ctx context.Context, relay *invite.Relay) (found forBrowsers, err error) {
	if relay == nil {
		return found, nil
	}
	for _, addr := range relay.Addrs() {
		if url, ok := webnet.WebSocketURL(addr); ok && found.url == "" {
			found.url = url
		}
	}
	if found.url == "" {
		return found, nil
	}
	ctx, cancel := context.WithTimeout(ctx, webTime)
	defer cancel()
	heard := make(chan error, 1)
	h, err := webnet.New(webnet.Config{Open: websocket.Open, Relay: relay, OnRelay: func(err error) {
		select {
		case heard <- err:
		default:
		}
	}})
	if err != nil {
		return found, err
	}
	defer h.Close()
	select {
	case found.trouble = <-heard:
	case <-ctx.Done():
		found.trouble = transport.InWords(ctx.Err())
	}
	return found, nil
}
