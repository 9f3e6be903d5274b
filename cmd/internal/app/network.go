package app

import (
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/libp2pnet"
	"github.com/darkjunqi/darkjunqi/p2p/pipe"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// Network is the place of one match in some network.
type Network struct {
	transport.Transport
	How   string // what it is called, as "libp2p"
	Close func() error
}

// identity is what another network is started with so that others recognise it.
func (n Network) identity() ([]byte, error) {
	id, _, err := transport.Kept(n.Keep())
	return id[:], err
}

// Listen makes the place of a match: a new one, or where kept is not nil the one that [p2p.Kept] tells of.
type Listen func(kept []byte) (Network, error)

// Internet listens on all interfaces of this machine.
func Internet(kept []byte) (Network, error) { return listen(libp2pnet.ListenConfig{Kept: kept}) }

// Through listens as Internet does, and can be found through the relay that is in use then;
// nil for none.
func Through(relay func() *invite.Relay) Listen {
	return func(kept []byte) (Network, error) {
		return listen(libp2pnet.ListenConfig{Kept: kept, Relay: relay()})
	}
}

// Loopback listens where only this machine can reach it.
func Loopback(kept []byte) (Network, error) {
	return listen(libp2pnet.ListenConfig{Kept: kept, Loopback: true})
}

func listen(c libp2pnet.ListenConfig) (Network, error) {
	h, err := libp2pnet.Listen(c)
	if err != nil {
		return Network{}, err
	}
	return Network{h, "libp2p", h.Close}, nil
}

// within is a place in a network of this program's own, for matches that need nobody outside.
func within(net *pipe.Net, id transport.Identity) Network {
	h := net.Host(id)
	return Network{h, "memory", func() error { h.Down(); return nil }}
}
