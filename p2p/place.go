package p2p

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/darkjunqi/darkjunqi/p2p/internal/admission"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Place is a program's place in a network, shared by all its matches that are found there under one
// name: a relay or a dialler knows only the name. An inbound link goes to the match that its first
// frame is for.
type Place struct {
	net transport.Transport

	mu      sync.Mutex // guards what follows; nothing else is locked under it
	uses    int
	serving []*placeUse // those that take links, who did so last is the last
	links   map[*placeConn]bool
	reading *admission.Room // inbound links whose first frame is being read
}

// NewPlace makes a place of a Transport, which has to carry links.
func NewPlace(net transport.Transport) *Place {
	return &Place{net: net, links: map[*placeConn]bool{}, reading: admission.NewRoom(maxPending)}
}

// Use returns the place for one more match. leave ends that, when the match's session is closed, and reports whether it was
// the last: the Transport can be closed then.
func (p *Place) Use() (net transport.Transport, leave func() (last bool)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.uses++
	u := &placeUse{Transport: p.net, place: p}
	return u, sync.OnceValue(func() bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.withdrawLocked(u)
		p.uses--
		return p.uses == 0
	})
}

func (p *Place) withdrawLocked(u *placeUse) {
	p.serving = slices.DeleteFunc(p.serving, func(other *placeUse) bool { return other == u })
}

// placeUse is a place as one match sees it.
type placeUse struct {
	transport.Transport
	place *Place
	gate  transport.Acceptor // guarded by the place
}

// sharedAcceptor is an Acceptor that says what is meant for it.
type sharedAcceptor interface {
	transport.Acceptor
	runs(terms transcript.Hash) bool // takes Hellos for a match
	hears(peer transport.Key) bool   // takes invites to another match from a peer
}

// Serve implements [transport.Transport].
func (u *placeUse) Serve(a transport.Acceptor) {
	p := u.place
	p.mu.Lock()
	u.gate = a
	p.withdrawLocked(u)
	p.serving = append(p.serving, u)
	p.mu.Unlock()
	p.net.Serve(p)
}

// Dial implements [transport.Transport].
func (u *placeUse) Dial(ctx context.Context, peer transport.Key, addrs []transport.Addr) (transport.Conn, error) {
	c, err := u.Transport.Dial(ctx, peer, addrs)
	if err != nil {
		return nil, err
	}
	return u.place.track(c, c, peer, u), nil
}

// Drop implements [transport.Transport]. Where another match hears the peer its connections are alive, and only the links that
// this match has made end.
func (u *placeUse) Drop(peer transport.Key) {
	heard := false
	for _, c := range u.place.linksTo(peer) {
		if c.dialler == u {
			c.Abort()
		} else {
			heard = heard || time.Since(time.Unix(0, c.heard.Load())) < link.QuietTime
		}
	}
	if !heard {
		u.Transport.Drop(peer)
	}
}

// placeConn is a link of a place.
type placeConn struct {
	transport.Conn
	place   *Place
	from    io.Reader // what has been read of the Conn already, and then the Conn
	peer    transport.Key
	dialler *placeUse    // nil of an inbound link
	heard   atomic.Int64 // when something came last, in nanoseconds of Unix time
}

func (p *Place) track(c transport.Conn, from io.Reader, peer transport.Key, dialler *placeUse) *placeConn {
	l := &placeConn{Conn: c, place: p, from: from, peer: peer, dialler: dialler}
	l.heard.Store(time.Now().UnixNano())
	p.mu.Lock()
	defer p.mu.Unlock()
	p.links[l] = true
	return l
}

func (p *Place) linksTo(peer transport.Key) (out []*placeConn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.links {
		if c.peer == peer {
			out = append(out, c)
		}
	}
	return out
}

func (c *placeConn) Read(b []byte) (int, error) {
	n, err := c.from.Read(b)
	if n > 0 {
		c.heard.Store(time.Now().UnixNano())
	}
	return n, err
}

func (c *placeConn) Close() error {
	c.forget()
	return c.Conn.Close()
}

func (c *placeConn) Abort() {
	c.forget()
	c.Conn.Abort()
}

func (c *placeConn) forget() {
	c.place.mu.Lock()
	defer c.place.mu.Unlock()
	delete(c.place.links, c)
}

// gates returns those that take links, the newest first.
func (p *Place) gates() (out []transport.Acceptor) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, u := range slices.Backward(p.serving) {
		out = append(out, u.gate)
	}
	return out
}

// Welcome implements [transport.Acceptor].
func (p *Place) Welcome(peer transport.Key) bool {
	return slices.ContainsFunc(p.gates(), func(a transport.Acceptor) bool { return a.Welcome(peer) })
}

// Expects implements [transport.Acceptor].
func (p *Place) Expects(peer transport.Key) bool {
	return slices.ContainsFunc(p.gates(), func(a transport.Acceptor) bool { return a.Expects(peer) })
}

// Accept implements [transport.Acceptor].
func (p *Place) Accept(c transport.Conn, peer transport.Key) {
	gates := p.gates()
	var said bytes.Buffer
	var to transport.Acceptor
	switch len(gates) {
	case 0:
	case 1:
		to = gates[0]
	default:
		to = p.choose(gates, c, io.TeeReader(c, &said), peer)
	}
	if to == nil {
		c.Abort()
		return
	}
	l := p.track(c, io.MultiReader(&said, c), peer, nil)
	defer l.forget()
	to.Accept(l, peer)
}

// choose reads the first frame of a link, and finds who takes it, or refuses it: of those that hear the peer the newest, first
// of those that expect it. The result is nil if no frame comes.
func (p *Place) choose(gates []transport.Acceptor, c transport.Conn, r io.Reader, peer transport.Key) transport.Acceptor {
	p.mu.Lock()
	v := p.reading.Enter(c.Source(), func() { go c.Abort() })
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.reading.Leave(v)
	}()
	link.SetDeadline(c)
	hello, err := link.ReadHello(r)
	for _, a := range gates {
		s, ok := a.(sharedAcceptor)
		if ok && ((err == nil || err == link.ErrTalk) && s.runs(hello.Terms) || err == link.ErrInvite && s.hears(peer)) {
			return a
		}
	}
	if _, refused := errors.AsType[*link.Refusal](err); err != nil && err != link.ErrInvite && err != link.ErrTalk && !refused {
		return nil
	}
	for _, hears := range []func(transport.Acceptor) bool{
		func(a transport.Acceptor) bool { return a.Expects(peer) },
		func(a transport.Acceptor) bool { return a.Welcome(peer) },
	} {
		if i := slices.IndexFunc(gates, hears); i >= 0 {
			return gates[i]
		}
	}
	return gates[0]
}
