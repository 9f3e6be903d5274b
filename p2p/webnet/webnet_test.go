package webnet

import (
	"context"
	"io"
	"net"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/p2p/internal/p2ptest"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// address is where tests find the other host: they have two at most.
const address transport.Addr = "there"

// pair is a pipe in memory.
func pair() (Pipe, Pipe) {
	a, b := net.Pipe()
	return Stream(a, transport.SameNetwork, "a"), Stream(b, transport.SameNetwork, "b")
}

// between returns two hosts, of which the guest dials the host.
func between(t testing.TB, bend func(Pipe) Pipe) (host, guest *Host) {
	host = newHost(t, Config{Addrs: func() []transport.Addr { return []transport.Addr{address} }})
	guest = newHost(t, Config{Open: func(context.Context, transport.Addr) (Pipe, error) {
		ours, theirs := pair()
		go host.Accept(theirs)
		return bend(ours), nil
	}})
	return host, guest
}

func newHost(t testing.TB, c Config) *Host {
	h, err := New(c)
	require.NoError(t, err)
	t.Cleanup(func() { h.Close() })
	return h
}

func straight(p Pipe) Pipe { return p }

// gate hands inbound links to a test.
type gate struct {
	links            chan transport.Conn
	unwelcome, seats bool
}

func newGate() *gate { return &gate{links: make(chan transport.Conn, 8)} }

func (g *gate) Welcome(transport.Key) bool { return !g.unwelcome }

func (g *gate) Expects(transport.Key) bool { return g.seats }

func (g *gate) Accept(c transport.Conn, _ transport.Key) {
	g.links <- c
	<-c.(*conn).ctx.Done()
}

// linked returns both ends of a proven link.
func linked(t *testing.T, bend func(Pipe) Pipe) (dialler, dialled transport.Conn) {
	host, guest := between(t, bend)
	g := newGate()
	host.Serve(g)
	dialler, err := guest.Dial(t.Context(), host.Key(), []transport.Addr{address})
	require.NoError(t, err)
	dialled = <-g.links
	dialled.Proven()
	return dialler, dialled
}

func TestMatch(t *testing.T) {
	host, guest := between(t, straight)
	p2ptest.PlayMatch(t, host, guest)
}

// What was written arrives before the end does, in both directions, and only then the pipe ends.
func TestCloseIsOrderly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := linked(t, straight)
		long := make([]byte, 5*maxChunk+7)
		long[len(long)-1] = 9
		go func() {
			a.Write(long)
			a.CloseWrite()
		}()
		got, err := io.ReadAll(b)
		require.NoError(t, err)
		require.Equal(t, long, got)
		go func() {
			b.Write([]byte("bye"))
			b.Close()
		}()
		got, err = io.ReadAll(a)
		require.NoError(t, err)
		require.Equal(t, "bye", string(got))
		start := time.Now()
		a.Close()
		<-a.(*conn).ctx.Done()
		<-b.(*conn).ctx.Done()
		require.Zero(t, time.Since(start), "both ends knew that all was read")
		require.Equal(t, transport.SameNetwork, a.Path())
		require.Nil(t, a.Better())
	})
}

// An end that is silent has lingerTime to read the rest.
func TestCloseDoesNotWaitForever(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := linked(t, straight)
		start := time.Now()
		b.Close()
		<-b.(*conn).ctx.Done()
		require.Equal(t, lingerTime, time.Since(start))
		_, err := a.Read(make([]byte, 1))
		require.ErrorIs(t, err, io.EOF, "the end mark came first")
	})
}

// A slow reader stops the writer, whose deadline passes: nothing queues without bound.
func TestBackPressure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := linked(t, straight)
		a.SetWriteDeadline(time.Now().Add(time.Second))
		n, err := a.Write(make([]byte, 100*maxChunk))
		require.ErrorContains(t, err, "timeout")
		require.LessOrEqual(t, n, 3*maxChunk)
		b.SetReadDeadline(time.Now().Add(-time.Second))
		_, err = b.Read(make([]byte, 1))
		require.ErrorContains(t, err, "timeout")
		b.SetReadDeadline(time.Time{})
		_, err = io.ReadFull(b, make([]byte, n))
		require.NoError(t, err)
		b.Abort()
		_, err = b.Read(make([]byte, 1))
		require.ErrorIs(t, err, net.ErrClosed)
	})
}

// A pipe that breaks is never taken for the end of what the other side had to say.
func TestABrokenPipeIsNotAnEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := linked(t, straight)
		a.(*conn).pipe.Close()
		_, err := b.Read(make([]byte, 1))
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	})
}

// Drop ends the links that this host has made, Close all.
func TestDropAndClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, guest := between(t, straight)
		g := newGate()
		host.Serve(g)
		a, err := guest.Dial(t.Context(), host.Key(), []transport.Addr{address})
		require.NoError(t, err)
		b := <-g.links
		host.Drop(guest.Key())
		synctest.Wait()
		require.NoError(t, b.(*conn).ctx.Err(), "the other end has made it")
		guest.Drop(host.Key())
		<-a.(*conn).ctx.Done()
		synctest.Wait()
		require.Empty(t, guest.links)
		require.Empty(t, host.links)

		require.NoError(t, guest.Close())
		_, err = guest.Dial(t.Context(), host.Key(), []transport.Addr{address})
		require.ErrorIs(t, err, ErrUnreached)
	})
}

// The first of several addresses that leads to the peer is taken, whatever the others do.
func TestTheFirstAddressWins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, other := newHost(t, Config{}), newHost(t, Config{})
		g := newGate()
		host.Serve(g)
		other.Serve(newGate())
		var mu sync.Mutex
		var opened []Pipe
		guest := newHost(t, Config{Open: func(ctx context.Context, addr transport.Addr) (Pipe, error) {
			if addr == "hangs" {
				<-ctx.Done()
				return nil, ctx.Err()
			}
			ours, theirs := pair()
			mu.Lock()
			opened = append(opened, ours)
			mu.Unlock()
			switch addr {
			case "silent":
			case "other":
				go other.Accept(theirs)
			default:
				go host.Accept(theirs)
			}
			return ours, nil
		}})
		l, err := guest.Dial(t.Context(), host.Key(), []transport.Addr{"silent", "hangs", "other", "host", "host"})
		require.NoError(t, err)
		synctest.Wait()
		open := 0
		for _, p := range opened {
			if p != l.(*conn).pipe {
				_, err := p.Receive(t.Context())
				require.Error(t, err)
				continue
			}
			open++
		}
		require.Equal(t, 1, open)

		_, err = guest.Dial(t.Context(), host.Key(), []transport.Addr{"other"})
		require.ErrorIs(t, err, ErrUnreached)
		require.ErrorIs(t, err, ErrHandshake)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err = guest.Dial(ctx, host.Key(), []transport.Addr{"silent"})
		require.ErrorIs(t, err, ErrUnreached)
		require.EqualError(t, err, "none of its addresses can be reached: no answer came in time")
		_, err = guest.Dial(t.Context(), host.Key(), nil)
		require.ErrorIs(t, err, ErrUnreached)
	})
}
