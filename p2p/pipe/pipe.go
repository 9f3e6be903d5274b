// Package pipe carries matches within one program: a network in memory, whose links are
// unbuffered pipes.
package pipe

import (
	"github.com/darkjunqi/darkjunqi/p2p/internal/pipenet"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// Net is a network in memory.
type Net struct{ net *pipenet.Net }

// ErrNobody: no host of that name is in the network.
var ErrNobody = pipenet.ErrNobody

// New returns a network with nobody in it.
func New() *Net { return &Net{pipenet.New()} }

// Host is a program's place in the network.
type Host interface {
	transport.Transport
	// Down takes the host off the network, and closes its connections.
	Down()
}

// Host puts a host into the network, replacing any other of that name.
func (n *Net) Host(id transport.Identity) Host { return n.net.Host(id) }
