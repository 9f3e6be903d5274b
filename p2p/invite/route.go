package invite

import (
	"golang.org/x/crypto/cryptobyte"

	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// routeMark begins an Addr that leads through a relay. No multiaddr begins so.
const routeMark = 0

// Route is a way to a program through a relay, which fits into an Addr.
type Route struct {
	Pass  RelayPass        // to the program
	Relay transport.Key    // the relay's link key
	Addrs []transport.Addr // of the relay
}

// Route returns the way through a relay to the program with a key.
func (i *Relay) Route(to transport.Key) Route { return Route{i.Pass(to), i.key, i.addrs} }

// Addr returns the way as an Addr, with as many of the relay's addresses as fit:
//
//	u8 0, pass[16], relay's link key[32], addresses, each u8-prefixed
func (r Route) Addr() transport.Addr {
	b := append([]byte{routeMark}, r.Pass[:]...)
	b = append(b, r.Relay[:]...)
	for _, addr := range r.Addrs {
		if len(b)+1+len(addr) <= transport.MaxAddr {
			b = append(append(b, byte(len(addr))), addr...)
		}
	}
	return transport.Addr(b)
}

// ParseRoute reads an Addr that leads through a relay.
func ParseRoute(addr transport.Addr) (r Route, ok bool) {
	s := cryptobyte.String(addr)
	var mark uint8
	if !s.ReadUint8(&mark) || mark != routeMark || !s.CopyBytes(r.Pass[:]) || !s.CopyBytes(r.Relay[:]) {
		return r, false
	}
	for !s.Empty() {
		var one cryptobyte.String
		if !s.ReadUint8LengthPrefixed(&one) {
			return r, false
		}
		r.Addrs = append(r.Addrs, transport.Addr(one))
	}
	return r, true
}
