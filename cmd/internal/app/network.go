package app

import (
	"context"
	"crypto/rand"
	"errors"

	"github.com/darkjunqi/darkjunqi/p2p/pipe"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// Network is the transport of one match. A session is given the Transport itself, which may be able to do
// more than the interface says.
type Network struct {
	transport.Transport
	How   string // what it is called, such as "libp2p"
	Mail  bool   // letters, carried by hand: no link recognises anybody, and there is no rematch
	Close func() error
}

// identity returns what another network is started with so that others recognise it.
func (n Network) identity() ([]byte, error) {
	id, _, err := transport.Kept(n.Keep())
	return id[:], err
}

// Listen makes the transport of a match: a new one, or if kept is not nil the one that
// [transport.Transport.Keep] described.
type Listen func(kept []byte) (Network, error)

// A memoryHost is a place in a network of this program's own. What it keeps says so.
type memoryHost struct{ pipe.Host }

const memoryMark = "memory" // behind the identity

func (h memoryHost) Keep() []byte { return append(h.Host.Keep(), memoryMark...) }

// keptInMemory reports whether this is what a memoryHost has kept.
func keptInMemory(kept []byte) bool {
	_, rest, err := transport.Kept(kept)
	return err == nil && string(rest) == memoryMark
}

// inMemory makes places in a network of this program's own, for matches that need nobody outside.
func inMemory(network *pipe.Net) Listen {
	return func(kept []byte) (Network, error) {
		id, err := transport.NewIdentity(rand.Reader)
		if kept != nil {
			id, _, err = transport.Kept(kept)
		}
		if err != nil {
			return Network{}, err
		}
		h := memoryHost{network.Host(id)}
		return Network{Transport: h, How: "memory", Close: func() error { h.Down(); return nil }}, nil
	}
}

// withComputers returns a network for a session, with room in this program for a host's computers.
func withComputers(net Network, of levels) (transport.Transport, *pipe.Net, error) {
	if len(of) == 0 {
		return net.Transport, nil, nil
	}
	id, err := net.identity()
	if err != nil {
		return nil, nil, err
	}
	inside := pipe.New()
	return hostTransport{net.Transport, inside.Host(transport.Identity(id))}, inside, nil
}

// hostTransport reaches computers of this program, and others by its usual ways.
type hostTransport struct {
	transport.Transport
	inside pipe.Host
}

// here is the address of all within this program: the network in memory goes by names.
var here = []transport.Addr{"here"}

func (h hostTransport) Dial(ctx context.Context, peer transport.Key, addrs []transport.Addr) (transport.Conn, error) {
	if c, err := h.inside.Dial(ctx, peer, here); !errors.Is(err, pipe.ErrNobody) {
		return c, err
	}
	return h.Transport.Dial(ctx, peer, addrs)
}

func (h hostTransport) Drop(peer transport.Key) {
	h.inside.Drop(peer)
	h.Transport.Drop(peer)
}

func (h hostTransport) Serve(a transport.Acceptor) {
	h.inside.Serve(a)
	h.Transport.Serve(a)
}

// computerTransport reaches the host alone, and gives no address to anybody.
type computerTransport struct{ pipe.Host }

func (computerTransport) Addrs() []transport.Addr { return nil }

func (computerTransport) AddrsOf(transport.Key) []transport.Addr { return nil }

func (c computerTransport) Dial(ctx context.Context, peer transport.Key, _ []transport.Addr) (transport.Conn, error) {
	return c.Host.Dial(ctx, peer, here)
}

// computerNetwork returns a computer's place in a host's program.
func computerNetwork(inside *pipe.Net, kept []byte) (Network, error) {
	net, err := inMemory(inside)(kept)
	if err == nil {
		net.Transport = computerTransport{net.Transport.(pipe.Host)}
	}
	return net, err
}
