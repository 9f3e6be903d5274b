package app

import (
	"context"
	"crypto/rand"
	"errors"
	"sync"

	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/pipe"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// Network is the transport of one match. A session is given the Transport itself, which may be able to do
// more than the interface says.
type Network struct {
	transport.Transport
	How   string // what it is called, such as "libp2p"
	Close func() error
	Fits  func(kept []byte) error // why a match that its Listen would start with kept, under the same name, can't share it; nil: all can
	// Beside opens the place of a computer that plays in the same match, which goes the same ways; nil: its Listen does.
	Beside Listen

	made  transport.Transport // what the [Listen] made, if this is one of several uses of that
	again opening             // opens it for a rematch, which goes the same ways whatever was chosen since
}

// byHand reports whether people carry letters: no link recognises anybody, and there is no rematch.
func (n Network) byHand() bool {
	_, yes := n.Transport.(p2p.MailTransport)
	return yes
}

// identity returns what another network is started with so that others recognise it.
func (n Network) identity() ([]byte, error) {
	id, _, err := transport.Kept(n.Keep())
	return id[:], err
}

// Listen makes the transport of a match: a new one, or if kept is not nil the one that
// [transport.Transport.Keep] described.
type Listen func(kept []byte) (Network, error)

// opening opens a match's place in the network.
type opening func() (Network, error)

// opens returns the opening that starts with kept.
func (l Listen) opens(kept []byte) opening { return func() (Network, error) { return l(kept) } }

// places are those where this program is found now, by their names. A friend recognises it by its name, so that it may be found under
// one for several matches at a time: the friend's, a rematch, and the last, at which it still hears others.
type places struct {
	mu   sync.Mutex // held while one is opened or closed
	open map[transport.Key]*sharedPlace
}

type sharedPlace struct {
	*p2p.Place
	net Network
}

// share has the networks that a Listen makes shared by matches under one name: the first that needs it opens it, the last closes it.
// A match that asks for other ways than an open one goes is refused.
func (ps *places) share(listen Listen) (shared Listen) {
	shared = func(kept []byte) (Network, error) {
		ps.mu.Lock()
		defer ps.mu.Unlock()
		if id, _, err := transport.Kept(kept); err == nil {
			if at := ps.open[id.Key()]; at != nil {
				if at.net.Fits != nil {
					if err := at.net.Fits(kept); err != nil {
						return Network{}, err
					}
				}
				return ps.use(at, shared), nil
			}
		}
		net, err := listen(kept)
		if err != nil || net.byHand() {
			return net, err
		}
		at := &sharedPlace{p2p.NewPlace(net.Transport), net}
		ps.open[net.Key()] = at
		return ps.use(at, shared), nil
	}
	return shared
}

// use returns a place, which shared has opened, for one more match. The caller holds the lock.
func (ps *places) use(at *sharedPlace, shared Listen) Network {
	net, leave := at.Use()
	closing := sync.OnceValue(func() error {
		ps.mu.Lock() // until it is closed: one that is opened under this name meanwhile would be beside it
		defer ps.mu.Unlock()
		if !leave() {
			return nil
		}
		delete(ps.open, net.Key())
		return at.net.Close()
	})
	again := func() (Network, error) {
		ps.mu.Lock()
		if ps.open[net.Key()] != at { // closed meanwhile
			ps.mu.Unlock()
			return shared(net.Keep())
		}
		defer ps.mu.Unlock()
		return ps.use(at, shared), nil
	}
	return Network{Transport: net, How: at.net.How, Close: closing, Beside: at.net.Beside, made: at.net.Transport, again: again}
}

// A memoryHost is a place in a network of this program's own. What it keeps says so.
type memoryHost struct {
	pipe.Host
	kept []byte
}

const memoryMark = "memory" // behind the identity

// Keep returns what the match kept before: once it is over it is looked at here, but a rematch still uses its ways.
func (h memoryHost) Keep() []byte { return h.kept }

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
		if kept == nil {
			kept = append(id[:], memoryMark...)
		}
		h := memoryHost{network.Host(id), kept}
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
