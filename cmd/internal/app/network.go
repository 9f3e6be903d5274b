package app

import "github.com/darkjunqi/darkjunqi/p2p/transport"

// Network is the transport of one match. A session is given the Transport itself, which may be able to do
// more than the interface says.
type Network struct {
	transport.Transport
	How   string // what it is called, such as "libp2p"
	Mail  bool   // letters, carried by hand: no link recognises anybody, and there is no rematch
	Close func() error
}

// identity is what another network is started with so that others recognise it.
func (n Network) identity() ([]byte, error) {
	id, _, err := transport.Kept(n.Keep())
	return id[:], err
}

// Listen makes the transport of a match: a new one, or if kept is not nil the one that
// [transport.Transport.Keep] described.
type Listen func(kept []byte) (Network, error)
