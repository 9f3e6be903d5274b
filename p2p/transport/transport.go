// Package transport defines what carries the links of a match: how programs are named,
// what a link runs over, and what a network must offer. libp2pnet, webnet and pipe
// implement it; p2p plays matches over whatever does.
package transport

import (
	"context"
	"io"
	"time"
)

// A Transport is this program's place in some network, under one name.
//
// Its methods may be called at any time and by several goroutines, even while the caller of one
// holds a lock: only Dial may wait for the network.
type Transport interface {
	// Key names this program. Whoever it is linked to has had it authenticated.
	Key() Key
	// Addrs returns where it can be reached now, the best first. They go into invites.
	Addrs() []Addr
	// AddrsOf are the addresses at which a linked peer says that it can be reached.
	AddrsOf(peer Key) []Addr
	// Dial makes a link to a peer, at any of the addresses. If anyone else answers, that is an
	// error.
	Dial(ctx context.Context, peer Key, addrs []Addr) (Conn, error)
	// Drop forgets connections to a peer, which may be dead, so that the next Dial makes
	// a new one.
	Drop(peer Key)
	// LentReservation is the address at which a peer can be reached where this program itself is
	// reached, such as its relay, once the peer has borrowed it; "" if there is no such place.
	LentReservation(peer Key) Addr
	// UseReservation makes this program reachable at a reservation from now on, instead of one that
	// it had before, and reports whether that is news. A program that has a place of its own, or
	// wants none, borrows nothing.
	UseReservation(reservation Addr) (news bool)
	// Serve passes inbound links to a from now on, instead of any earlier Acceptor. Until it is
	// called, inbound links are closed.
	Serve(a Acceptor)
	// Keep returns what this transport must be started with to be found again under the same
	// name: its Identity, and whatever else it needs. It holds secrets, and is kept in the
	// private file of a match.
	Keep() []byte
}

// An Acceptor takes inbound links.
type Acceptor interface {
	// Welcome reports whether a peer may connect at all.
	Welcome(peer Key) bool
	// Expects reports whether room is kept for a peer, no matter who else connects.
	Expects(peer Key) bool
	// Accept runs an inbound link to its end, in a goroutine of its own.
	Accept(c Conn, peer Key)
}

// Conn carries a link: an ordered stream of bytes between two programs that know each
// other's Key. Close is orderly: bytes already written still arrive, as long as the network works.
type Conn interface {
	io.ReadWriteCloser
	SetReadDeadline(time.Time) error
	SetWriteDeadline(time.Time) error
	// CloseWrite signals that nothing more will be written.
	CloseWrite() error
	// Abort ends the link at once.
	Abort()
	// Path returns the link's path.
	Path() Path
	// Better returns a channel that is closed when there is a better way to the same
	// program, which the next Dial takes: nil if there never will be one.
	Better() <-chan struct{}
	// Source returns where the other end comes from. Names are free: what strangers can cost is
	// counted by sources.
	Source() string
	// Proven marks the other end of an inbound link as belonging here. Until then it is a
	// stranger's link, which the network limits, and ends after some seconds.
	Proven()
}

// Addr is a place in the network, in a transport's own words: bytes that go into
// invites and private files, at most MaxAddr of them.
type Addr string

// MaxAddr is the maximum length of an Addr, in bytes.
const MaxAddr = 255
