package relay

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/p2p/internal/p2ptest"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/p2p/webnet"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/internal/relaywire"
)

var (
	ownID  = transport.Identity{0xee}
	secret = invite.RelaySecret{5}
	at     = webnet.WebSocketAddr(netip.MustParseAddrPort("192.0.2.1:443"))
	own    = invite.NewRelay(ownID.Key(), secret, []transport.Addr{"libp2p's", at})
)

// start starts a relay, and ends it with the test.
func start(t *testing.T) *Relay {
	r := New(Config{Key: ownID.Key(), Secret: secret, STUN: 4002})
	t.Cleanup(func() { r.Close() })
	return r
}

// wire is the way of a program to a relay, which can be cut and tapped.
type wire struct {
	relay  *Relay
	source string
	tap    func([]byte)

	mu   sync.Mutex // guards what follows
	open []net.Conn
	down bool
}

// tapped shows what goes over a connection.
type tapped struct {
	net.Conn
	tap func([]byte)
}

func (c tapped) Write(b []byte) (int, error) {
	c.tap(b)
	return c.Conn.Write(b)
}

// Open is for [webnet.Config].
func (w *wire) Open(_ context.Context, addr transport.Addr) (webnet.Pipe, error) {
	if addr != at {
		return nil, fmt.Errorf("opened %q", addr)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.down {
		return nil, io.EOF
	}
	a, b := net.Pipe()
	w.open = append(w.open, a)
	go accept(w.relay, b, w.source)
	if w.tap == nil {
		return webnet.Stream(a, transport.Direct, ""), nil
	}
	return webnet.Stream(tapped{a, w.tap}, transport.Direct, ""), nil
}

// cut ends all pipes to the relay, and keeps it from being reached.
func (w *wire) cut(down bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.open {
		c.Close()
	}
	w.open, w.down = nil, down
}

// accept does for a relay what a listener does.
func accept(r *Relay, c net.Conn, source string) {
	caller := r.Expect(source, func() { c.Close() })
	if caller == nil {
		c.Close()
		return
	}
	r.AcceptFrom(caller, webnet.Stream(c, transport.Direct, source))
}

func newHost(t *testing.T, c webnet.Config) *webnet.Host {
	h, err := webnet.New(c)
	require.NoError(t, err)
	t.Cleanup(func() { h.Close() })
	return h
}

// A whole match goes through a relay alone: the guest has no more than the match's invite. The relay
// sees nothing of it.
func TestMatch(t *testing.T) {
	r := start(t)
	var mu sync.Mutex
	var seen bytes.Buffer
	w := &wire{relay: r, source: "host", tap: func(b []byte) {
		mu.Lock()
		defer mu.Unlock()
		seen.Write(b)
	}}
	host := newHost(t, webnet.Config{Open: w.Open, Relay: own})
	guest := newHost(t, webnet.Config{Open: (&wire{relay: r, source: "guest"}).Open})
	p2ptest.PlayMatch(t, host, guest)
	f := r.Figures()
	require.NotZero(t, f.Opened)
	require.Greater(t, f.Passed, uint64(20_000))
	mu.Lock()
	defer mu.Unlock()
	require.Greater(t, seen.Len(), 20_000)
	rules := p2ptest.QuickRules(t)
	require.NotContains(t, seen.String(), rules.Name(), "nothing that the Terms say can be read")
}

// door accepts links.
type door struct {
	links chan transport.Conn
	done  chan struct{} // closed when the test ends
	seats *atomic.Bool  // whether whoever comes has a seat
}

func newDoor(t *testing.T) door {
	d := door{make(chan transport.Conn, 16), make(chan struct{}), &atomic.Bool{}}
	t.Cleanup(func() { close(d.done) })
	return d
}

func (d door) Welcome(transport.Key) bool { return true }

func (d door) Expects(transport.Key) bool { return d.seats.Load() }

func (d door) Accept(c transport.Conn, _ transport.Key) {
	c.Proven()
	d.links <- c
	<-d.done
}

// linkable returns a host that is found at a relay, and what it hears of that.
func linkable(t *testing.T, c webnet.Config) (host *webnet.Host, links chan transport.Conn, found chan error) {
	d := newDoor(t)
	found = make(chan error, 16)
	c.Relay, c.OnRelay = own, func(err error) { found <- err }
	host = newHost(t, c)
	host.Serve(d)
	d.seats.Store(true)
	return host, d.links, found
}

func route(h *webnet.Host) []transport.Addr { return []transport.Addr{own.Route(h.Key()).Addr()} }

// A host whose pipe to its relay ends, or whose relay can't be reached for a while, is found again.
func TestPlaceIsTakenAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t)
		w := &wire{relay: r, source: "host"}
		host, links, found := linkable(t, webnet.Config{Open: w.Open})
		require.NoError(t, <-found)
		require.Equal(t, route(host), host.Addrs())
		guest := newHost(t, webnet.Config{Open: (&wire{relay: r, source: "guest"}).Open})
		link := func() {
			l, err := guest.Dial(t.Context(), host.Key(), route(host))
			require.NoError(t, err)
			go l.Write([]byte("hello"))
			got := make([]byte, 5)
			other := <-links
			_, err = io.ReadFull(other, got)
			require.NoError(t, err)
			require.Equal(t, "hello", string(got))
			require.Equal(t, transport.Relayed, l.Path())
			require.Equal(t, transport.Relayed, other.Path())
			require.Regexp(t, "^relay [0-9a-f]{16}$", other.Source(), "no address is told")
			l.Abort()
		}
		link()
		w.cut(true)
		err := <-found
		require.ErrorIs(t, err, webnet.ErrRelay)
		require.NotErrorIs(t, err, webnet.ErrMoved)
		time.Sleep(time.Hour)
		_, err = guest.Dial(t.Context(), host.Key(), route(host))
		require.ErrorContains(t, err, "is it running?")
		w.cut(false)
		require.NoError(t, <-found)
		link()
		time.Sleep(10 * time.Hour) // it is kept by empty messages
		link()
		require.Empty(t, found)

		host.Close()
		synctest.Wait()
		require.Zero(t, r.Figures().Places)
		require.Zero(t, r.Figures().Circuits)
	})
}

// Of two programs with the same key the newer is found; the older hears so, and is found again when the newer has ended.
func TestTwoWithOneKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t)
		older, _, lost := linkable(t, webnet.Config{Open: (&wire{relay: r, source: "one"}).Open})
		require.NoError(t, <-lost)
		newer, links, found := linkable(t, webnet.Config{Open: (&wire{relay: r, source: "other"}).Open, Kept: older.Keep()})
		require.NoError(t, <-found)
		err := <-lost
		require.ErrorIs(t, err, webnet.ErrMoved)
		require.ErrorContains(t, err, "close it, and this one can be found again")
		guest := newHost(t, webnet.Config{Open: (&wire{relay: r, source: "guest"}).Open})
		for range 8 {
			time.Sleep(time.Minute)
			_, err := guest.Dial(t.Context(), newer.Key(), route(newer))
			require.NoError(t, err)
			<-links
		}
		require.Empty(t, found)
		require.Empty(t, lost)
		require.Equal(t, 1, r.Figures().Places)

		soon := func(news chan error) error {
			select {
			case err := <-news:
				return err
			case <-time.After(time.Hour):
				return errors.New("no news")
			}
		}
		newest, _, took := linkable(t, webnet.Config{Open: (&wire{relay: r, source: "third"}).Open, Kept: older.Keep()})
		require.NoError(t, <-took)
		require.ErrorIs(t, soon(found), webnet.ErrMoved)
		newest.Close()
		require.NoError(t, soon(found))
		newer.Close()
		require.NoError(t, soon(lost))
		_, err = guest.Dial(t.Context(), older.Key(), route(older))
		require.NoError(t, err)
		older.Close()
		synctest.Wait()
		require.Zero(t, r.Figures().Places)
	})
}

// A pipe that dies without a sign is noticed at both ends.
func TestSilentDeath(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t)
		a, b := net.Pipe()
		go accept(r, b, "host")
		id := transport.Identity{1}
		p := webnet.Stream(a, transport.Direct, "")
		hello := hear(t, p)
		require.NoError(t, p.Send(t.Context(), placeRequest(id, hello).Encode()))
		require.Equal(t, relaywire.Granted.Encode(), receive(t, p))
		synctest.Wait()
		require.Equal(t, 1, r.Figures().Places)
		begin := time.Now()
		for { // it reads, and returns nothing
			if _, err := p.Receive(t.Context()); err != nil {
				break
			}
		}
		require.Equal(t, relaywire.DeadTime, time.Since(begin))
		synctest.Wait()
		require.Zero(t, r.Figures().Places)

		// A relay that is silent is given up.
		found := make(chan error, 4)
		silent := newHost(t, webnet.Config{Relay: own, OnRelay: func(err error) { found <- err },
			Open: func(context.Context, transport.Addr) (webnet.Pipe, error) {
				a, b := net.Pipe()
				go func() {
					p := webnet.Stream(b, transport.Direct, "")
					p.Send(t.Context(), relaywire.Hello{}.Encode())
					p.Receive(t.Context())
					p.Send(t.Context(), relaywire.Granted.Encode())
				}()
				return webnet.Stream(a, transport.Direct, ""), nil
			}})
		require.NoError(t, <-found)
		begin = time.Now()
		require.ErrorIs(t, <-found, webnet.ErrRelay)
		require.Equal(t, relaywire.DeadTime, time.Since(begin))
		silent.Close()
	})
}

// A relay that says without end whose a place is, or gives it and ends it, is left, and asked rarely.
func TestTalkativeRelay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for name, said := range map[string]int{"whose the place is": 10_000, "nothing, and hangs up": 0} {
			news := 0
			h := newHost(t, webnet.Config{Relay: own, OnRelay: func(error) { news++ },
				Open: func(context.Context, transport.Addr) (webnet.Pipe, error) {
					a, b := net.Pipe()
					go func() {
						p := webnet.Stream(b, transport.Direct, "")
						defer p.Close()
						p.Send(t.Context(), relaywire.Hello{}.Encode())
						p.Receive(t.Context())
						err := p.Send(t.Context(), relaywire.Granted.Encode())
						for i := 0; i < said && err == nil; i++ {
							err = p.Send(t.Context(), []relaywire.Reply{relaywire.Moved, relaywire.Granted}[i%2].Encode())
						}
					}()
					return webnet.Stream(a, transport.Direct, ""), nil
				}})
			time.Sleep(time.Hour)
			h.Close()
			synctest.Wait()
			require.NotZero(t, news, name)
			require.Less(t, news, 3600, name)
		}
	})
}

func hear(t *testing.T, p webnet.Pipe) relaywire.Hello {
	hello, ok := relaywire.ParseHello(receive(t, p))
	require.True(t, ok)
	require.Equal(t, uint16(4002), hello.STUN)
	return hello
}

func receive(t *testing.T, p webnet.Pipe) []byte {
	message, err := p.Receive(t.Context())
	require.NoError(t, err)
	return bytes.Clone(message)
}

func placeRequest(id transport.Identity, hello relaywire.Hello) relaywire.Request {
	return relaywire.Request{
		Kind: relaywire.Place, Key: id.Key(),
		Proof:     relaywire.Proof(secret.Pass(id.Key()), relaywire.Place, ownID.Key(), hello.Nonce, id.Key()),
		Signature: relaywire.Sign(id, ownID.Key(), hello.Nonce),
	}
}

// Whoever has not been given a pass, or a ticket, gets nothing, and so does who sends garbage.
func TestStrangers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t)
		host, links, found := linkable(t, webnet.Config{Open: (&wire{relay: r, source: "host"}).Open})
		require.NoError(t, <-found)
		other := transport.Identity{9}
		reach := func(pass invite.RelayPass, kind relaywire.Kind, relay transport.Key, n relaywire.Nonce, to transport.Key) relaywire.Request {
			return relaywire.Request{Kind: relaywire.Reach, Key: to, Proof: relaywire.Proof(pass, kind, relay, n, to)}
		}
		good := own.Pass(host.Key())
		for name, c := range map[string]struct {
			ask   func(relaywire.Hello) []byte
			reply relaywire.Reply
		}{
			"no pass": {func(relaywire.Hello) []byte {
				return relaywire.Request{Kind: relaywire.Reach, Key: host.Key()}.Encode()
			}, relaywire.Refused},
			"false pass": {func(h relaywire.Hello) []byte {
				return reach(invite.RelayPass{1}, relaywire.Reach, ownID.Key(), h.Nonce, host.Key()).Encode()
			}, relaywire.Refused},
			"other pass": {func(h relaywire.Hello) []byte {
				return reach(own.Pass(other.Key()), relaywire.Reach, ownID.Key(), h.Nonce, host.Key()).Encode()
			}, relaywire.Refused},
			"other kind": {func(h relaywire.Hello) []byte {
				return reach(good, relaywire.Place, ownID.Key(), h.Nonce, host.Key()).Encode()
			}, relaywire.Refused},
			"other relay": {func(h relaywire.Hello) []byte {
				return reach(good, relaywire.Reach, other.Key(), h.Nonce, host.Key()).Encode()
			}, relaywire.Refused},
			"recorded": {func(relaywire.Hello) []byte {
				return reach(good, relaywire.Reach, ownID.Key(), relaywire.Nonce{}, host.Key()).Encode()
			}, relaywire.Refused},
			"nobody": {func(h relaywire.Hello) []byte {
				return reach(own.Pass(other.Key()), relaywire.Reach, ownID.Key(), h.Nonce, other.Key()).Encode()
			}, relaywire.Absent},
			"the host's place, with its pass": {func(h relaywire.Hello) []byte {
				q := placeRequest(other, h)
				q.Key, q.Proof = host.Key(), relaywire.Proof(good, relaywire.Place, ownID.Key(), h.Nonce, host.Key())
				return q.Encode()
			}, relaywire.Refused},
			"no ticket":     {func(relaywire.Hello) []byte { return relaywire.Request{Kind: relaywire.Answer}.Encode() }, relaywire.Refused},
			"nothing":       {func(relaywire.Hello) []byte { return nil }, relaywire.Refused},
			"unknown kind":  {func(relaywire.Hello) []byte { return make([]byte, 65) }, relaywire.Refused},
			"long":          {func(h relaywire.Hello) []byte { return append(placeRequest(other, h).Encode(), 0) }, relaywire.Refused},
			"short":         {func(h relaywire.Hello) []byte { return placeRequest(other, h).Encode()[:100] }, relaywire.Refused},
			"much too long": {func(relaywire.Hello) []byte { return make([]byte, webnet.MaxMessage) }, relaywire.Refused},
		} {
			a, b := net.Pipe()
			go accept(r, b, name)
			p := webnet.Stream(a, transport.Direct, "")
			require.NoError(t, p.Send(t.Context(), c.ask(hear(t, p))), name)
			require.Equal(t, c.reply.Encode(), receive(t, p), name)
			begin := time.Now()
			_, err := p.Receive(t.Context())
			require.ErrorIs(t, err, io.EOF, name)
			require.LessOrEqual(t, time.Since(begin), byeTime)
		}
		require.Empty(t, links)
		require.Equal(t, 1, r.Figures().Places)

		// One that says nothing has some seconds.
		a, b := net.Pipe()
		go accept(r, b, "silent")
		p := webnet.Stream(a, transport.Direct, "")
		hear(t, p)
		begin := time.Now()
		_, err := p.Receive(t.Context())
		require.Error(t, err)
		require.Equal(t, helloTime, time.Since(begin))

		// The host was there all the time, and its link key is checked end to end.
		guest := newHost(t, webnet.Config{Open: (&wire{relay: r, source: "guest"}).Open})
		_, err = guest.Dial(t.Context(), host.Key(), route(host))
		require.NoError(t, err)
	})
}

// A relay that joins a guest with another program than its host is found out before the guest says
// a word about itself.
func TestRelayThatLies(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t)
		w := &wire{relay: r, source: "impostor"}
		impostor, links, found := linkable(t, webnet.Config{Open: w.Open})
		require.NoError(t, <-found)
		wanted := transport.Identity{7}.Key()
		r.mu.Lock()
		r.places[wanted] = r.places[impostor.Key()]
		r.mu.Unlock()
		guest := newHost(t, webnet.Config{Open: (&wire{relay: r, source: "guest"}).Open})
		_, err := guest.Dial(t.Context(), wanted, []transport.Addr{own.Route(wanted).Addr()})
		require.ErrorIs(t, err, webnet.ErrHandshake)
		require.Empty(t, links)
	})
}

// Programs from one source, and all together, get so many places and circuits, and so does who is
// called; others are not kept out, and all room is given back.
func TestBounds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t)
		stay := func(source string, n byte) (p webnet.Pipe, reply relaywire.Reply) {
			a, b := net.Pipe()
			go accept(r, b, source)
			p = webnet.Stream(a, transport.Direct, "")
			id := transport.Identity{n, 1}
			rand.Read(id[2:])
			require.NoError(t, p.Send(t.Context(), placeRequest(id, hear(t, p)).Encode()))
			reply, ok := relaywire.ParseReply(receive(t, p))
			require.True(t, ok)
			return p, reply
		}
		var open []webnet.Pipe
		for i := range placesOf {
			p, reply := stay("one", byte(i))
			require.Equal(t, relaywire.Granted, reply)
			open = append(open, p)
		}
		_, reply := stay("one", 0)
		require.Equal(t, relaywire.Full, reply)
		for i := placesOf; i < places; i++ {
			p, reply := stay(fmt.Sprint(i/placesOf), byte(i))
			require.Equal(t, relaywire.Granted, reply)
			open = append(open, p)
		}
		_, reply = stay("another", 0)
		require.Equal(t, relaywire.Full, reply)
		for _, p := range open {
			p.Close()
		}
		time.Sleep(time.Minute)
		require.Zero(t, r.Figures().Places)

		host, links, found := linkable(t, webnet.Config{Open: (&wire{relay: r, source: "host"}).Open})
		require.NoError(t, <-found)
		go func() {
			for {
				select {
				case <-links:
				case <-t.Context().Done():
					return
				}
			}
		}()
		dial := func(source string) (transport.Conn, error) {
			time.Sleep(time.Second / 5) // the pace of calls
			guest := newHost(t, webnet.Config{Open: (&wire{relay: r, source: source}).Open})
			return guest.Dial(t.Context(), host.Key(), route(host))
		}
		var conns []transport.Conn
		for range circuitsOf {
			time.Sleep(time.Second) // the pace of calls of one source
			l, err := dial("one")
			require.NoError(t, err)
			conns = append(conns, l)
		}
		_, err := dial("one")
		require.ErrorContains(t, err, "no room")
		for i := circuitsOf; i < circuitsTo; i++ {
			l, err := dial(fmt.Sprint(i / 8))
			require.NoError(t, err)
			conns = append(conns, l)
		}
		_, err = dial("another")
		require.ErrorContains(t, err, "no room")
		require.Equal(t, circuitsTo, r.Figures().Circuits)
		for _, l := range conns {
			l.Abort()
		}
		time.Sleep(time.Second)
		require.Zero(t, r.Figures().Circuits)
		_, err = dial("one")
		require.NoError(t, err)
		host.Close()
	})
}

// Two sources that take each other's places, which then wait, hold no more than theirs.
func TestPlacesThatWaitCount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t)
		stay := func(source string, id transport.Identity) relaywire.Reply {
			p := openPipe(r, source)
			require.NoError(t, p.Send(t.Context(), placeRequest(id, hear(t, p)).Encode()))
			reply, ok := relaywire.ParseReply(receive(t, p))
			require.True(t, ok)
			time.Sleep(time.Second) // the pace of arrivals
			go func() {
				for {
					message, err := p.Receive(t.Context())
					if err == nil && len(message) == 0 {
						err = p.Send(t.Context(), nil)
					}
					if err != nil {
						return
					}
				}
			}()
			return reply
		}
		for n := range byte(4 * placesOf) {
			id := transport.Identity{n, 7}
			for _, source := range []string{"one", "two"} {
				want := relaywire.Granted
				if n >= placesOf {
					want = relaywire.Full
				}
				require.Equal(t, want, stay(source, id), n)
			}
		}
		require.Equal(t, placesOf, r.Figures().Places)
		require.Equal(t, relaywire.Granted, stay("one", transport.Identity{0, 7}), "it comes back to its own")
		require.Equal(t, relaywire.Granted, stay("three", transport.Identity{9, 9}))
	})
}

// openPipe opens a pipe to a relay.
func openPipe(r *Relay, source string) webnet.Pipe {
	a, b := net.Pipe()
	go accept(r, b, source)
	return webnet.Stream(a, transport.Direct, "")
}

// A caller that hangs up while a program is called holds no room any more, whether or not that program answers.
func TestCallerHangsUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t)
		id := transport.Identity{1}
		host, caller := openPipe(r, "host"), openPipe(r, "caller")
		defer host.Close()
		require.NoError(t, host.Send(t.Context(), placeRequest(id, hear(t, host)).Encode()))
		require.Len(t, receive(t, host), len(relaywire.Granted.Encode()))
		hello := hear(t, caller)
		q := relaywire.Request{
			Kind: relaywire.Reach, Key: id.Key(),
			Proof: relaywire.Proof(secret.Pass(id.Key()), relaywire.Reach, ownID.Key(), hello.Nonce, id.Key()),
		}
		require.NoError(t, caller.Send(t.Context(), q.Encode()))
		receive(t, host) // the call, which is not answered
		synctest.Wait()
		require.Equal(t, 1, r.waiting.Len())
		caller.Close()
		synctest.Wait()
		require.Zero(t, r.waiting.Len())
		require.Empty(t, r.calls)
	})
}

// A circuit ends after so many bytes, and when nothing goes through it; a slow end slows the other.
func TestBoundsOfACircuit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t)
		host, links, found := linkable(t, webnet.Config{Open: (&wire{relay: r, source: "host"}).Open})
		require.NoError(t, <-found)
		guest := newHost(t, webnet.Config{Open: (&wire{relay: r, source: "guest"}).Open})
		dial := func() (a, b transport.Conn) {
			a, err := guest.Dial(t.Context(), host.Key(), route(host))
			require.NoError(t, err)
			return a, <-links
		}
		a, b := dial()
		a.SetWriteDeadline(time.Now().Add(time.Second))
		n, err := a.Write(make([]byte, circuitBytes))
		require.ErrorContains(t, err, "timeout")
		require.Less(t, n, 6*webnet.MaxMessage, "what nobody reads is not sent")
		a.SetWriteDeadline(time.Time{})
		read := make(chan int64)
		go func() {
			n, _ := io.Copy(io.Discard, b)
			read <- n
		}()
		a.Write(make([]byte, 2*circuitBytes))
		require.InDelta(t, circuitBytes, <-read, 3*webnet.MaxMessage)

		a, b = dial()
		begin := time.Now()
		_, err = b.Read(make([]byte, 1))
		require.Error(t, err)
		require.Equal(t, idleTime, time.Since(begin))
		a.Abort()
	})
}

// Empty messages, which no bound of bytes counts, end a circuit.
func TestEmptyMessageEndsACircuit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t)
		open := func(source string, request func(relaywire.Hello) relaywire.Request) webnet.Pipe {
			a, b := net.Pipe()
			go accept(r, b, source)
			p := webnet.Stream(a, transport.Direct, "")
			require.NoError(t, p.Send(t.Context(), request(hear(t, p)).Encode()))
			return p
		}
		id := transport.Identity{9}
		called := open("host", func(h relaywire.Hello) relaywire.Request { return placeRequest(id, h) })
		require.Equal(t, relaywire.Granted.Encode(), receive(t, called))
		defer called.Close()
		from := open("guest", func(h relaywire.Hello) relaywire.Request {
			proof := relaywire.Proof(own.Pass(id.Key()), relaywire.Reach, ownID.Key(), h.Nonce, id.Key())
			return relaywire.Request{Kind: relaywire.Reach, Key: id.Key(), Proof: proof}
		})
		call, ok := relaywire.ParseCall(receive(t, called))
		require.True(t, ok)
		to := open("host", func(relaywire.Hello) relaywire.Request {
			return relaywire.Request{Kind: relaywire.Answer, Ticket: call.Ticket}
		})
		for _, end := range []webnet.Pipe{to, from} {
			require.Equal(t, relaywire.Granted.Encode(), receive(t, end))
		}
		require.NoError(t, from.Send(t.Context(), []byte{1}))
		require.Equal(t, []byte{1}, receive(t, to))
		require.NoError(t, from.Send(t.Context(), nil))
		_, err := to.Receive(t.Context())
		require.ErrorIs(t, err, io.EOF)
		_, err = from.Receive(t.Context())
		require.ErrorIs(t, err, io.EOF)
	})
}

// One that knows the way to a host, and calls it again and again, keeps nobody else from it.
func TestFloodOfCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t)
		host, _, found := linkable(t, webnet.Config{Open: (&wire{relay: r, source: "host"}).Open})
		require.NoError(t, <-found)
		for range 2 * circuitsOf {
			a, b := net.Pipe()
			go accept(r, b, "flood")
			callHost(t, webnet.Stream(a, transport.Direct, ""), host.Key())
			synctest.Wait()
			a.Close()
			synctest.Wait()
		}
		guest := newHost(t, webnet.Config{Open: (&wire{relay: r, source: "guest"}).Open})
		_, err := guest.Dial(t.Context(), host.Key(), route(host))
		require.NoError(t, err)
	})
}

// callHost asks for a pipe to a program, if the relay hears it at all.
func callHost(t *testing.T, p webnet.Pipe, to transport.Key) (heard bool) {
	message, err := p.Receive(t.Context())
	if err != nil {
		return false
	}
	hello, ok := relaywire.ParseHello(message)
	require.True(t, ok)
	proof := relaywire.Proof(own.Pass(to), relaywire.Reach, ownID.Key(), hello.Nonce, to)
	require.NoError(t, p.Send(t.Context(), relaywire.Request{Kind: relaywire.Reach, Key: to, Proof: proof}.Encode()))
	return true
}

// A few sources that know the way to a host call it as often as the relay hears them, and wait. They keep nobody else from it,
// whether it is busy with them or, for a while, answers nobody.
func TestCrowdOfCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t)
		host, _, found := linkable(t, webnet.Config{Open: (&wire{relay: r, source: "host"}).Open})
		require.NoError(t, <-found)
		heard := 0
		for range 60 {
			time.Sleep(time.Second)
			for source := range 6 {
				for range 6 {
					a, b := net.Pipe()
					go accept(r, b, fmt.Sprint("crowd ", source))
					p := webnet.Stream(a, transport.Direct, "")
					if callHost(t, p, host.Key()) {
						heard++
						go func() { // who is called hangs up
							for err := error(nil); err == nil; _, err = p.Receive(context.Background()) {
							}
							a.Close()
						}()
					}
				}
			}
			synctest.Wait()
		}
		require.LessOrEqual(t, heard, 6*(32+2*60+16+60), "what is not joined costs its source")
		guest := newHost(t, webnet.Config{Open: (&wire{relay: r, source: "guest"}).Open})
		_, err := guest.Dial(t.Context(), host.Key(), route(host))
		require.NoError(t, err)
	})
}

// Of those who wait for a program that does not answer, the oldest of the source with the most gives way.
func TestWhoWaitsGivesWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t)
		id := transport.Identity{1}
		host := openPipe(r, "host")
		require.NoError(t, host.Send(t.Context(), placeRequest(id, hear(t, host)).Encode()))
		require.Equal(t, relaywire.Granted.Encode(), receive(t, host))
		guest := openPipe(r, "guest")
		defer guest.Close()
		require.True(t, callHost(t, guest, id.Key()))
		first, ok := relaywire.ParseCall(receive(t, host))
		require.True(t, ok)
		var crowd []webnet.Pipe
		for i := range 2 * waiting {
			p := openPipe(r, fmt.Sprint("crowd ", i/32))
			crowd = append(crowd, p)
			require.True(t, callHost(t, p, id.Key()))
			receive(t, host) // which does not answer it
		}
		require.Equal(t, relaywire.Full.Encode(), receive(t, crowd[0]))
		synctest.Wait()
		require.Equal(t, waiting, r.waiting.Len())
		answer := openPipe(r, "host")
		hear(t, answer)
		require.NoError(t, answer.Send(t.Context(), relaywire.Request{Kind: relaywire.Answer, Ticket: first.Ticket}.Encode()))
		require.Equal(t, relaywire.Granted.Encode(), receive(t, answer))
		require.Equal(t, relaywire.Granted.Encode(), receive(t, guest))
		require.Equal(t, 1, r.Figures().Circuits)
		for _, p := range append(crowd, host, answer) {
			p.Close()
		}
	})
}

// A peer can be asked through a relay, by one message and its answer, which only these two can read.
func TestAsk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t)
		var asker transport.Key
		host, links, found := linkable(t, webnet.Config{
			Open: (&wire{relay: r, source: "host"}).Open,
			Answer: func(_ context.Context, peer transport.Key, question []byte) ([]byte, error) {
				asker = peer
				if string(question) == "no" {
					return nil, io.EOF
				}
				return append([]byte("answer to "), question...), nil
			},
		})
		require.NoError(t, <-found)
		var seen bytes.Buffer
		w := &wire{relay: r, source: "guest", tap: func(b []byte) { seen.Write(b) }}
		guest := newHost(t, webnet.Config{Open: w.Open})
		way := route(host)[0]
		got, err := guest.Ask(t.Context(), host.Key(), way, []byte("question"))
		require.NoError(t, err)
		require.Equal(t, "answer to question", string(got))
		require.Equal(t, guest.Key(), asker)
		require.NotContains(t, seen.String(), "question")
		_, err = guest.Ask(t.Context(), host.Key(), way, []byte("no"))
		require.ErrorContains(t, err, "doesn't answer")
		long := make([]byte, webnet.MaxQuestion+1)
		_, err = guest.Ask(t.Context(), host.Key(), way, long)
		require.ErrorContains(t, err, "bytes")
		_, err = guest.Ask(t.Context(), host.Key(), at, []byte("question"))
		require.ErrorIs(t, err, webnet.ErrUnreached)
		require.Empty(t, links)
		url, err := guest.STUN(t.Context(), way)
		require.NoError(t, err)
		require.Equal(t, "stun:192.0.2.1:4002", url)
		url, err = host.STUN(t.Context(), "")
		require.NoError(t, err)
		require.Equal(t, "stun:192.0.2.1:4002", url)
	})
}

// Two that are linked through a relay find a direct way meanwhile, which the next dial takes.
func TestMeet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t)
		offers := make(chan net.Conn, 1)
		host, links, found := linkable(t, webnet.Config{
			Open: (&wire{relay: r, source: "host"}).Open,
			Answer: func(context.Context, transport.Key, []byte) ([]byte, error) {
				a, b := net.Pipe()
				offers <- a
				go func() { offers <- b }()
				return []byte("answer"), nil
			},
		})
		require.NoError(t, <-found)
		guest := newHost(t, webnet.Config{
			Open: (&wire{relay: r, source: "guest"}).Open,
			Meet: func(ctx context.Context, peer transport.Key, ask func(context.Context, []byte) ([]byte, error)) (webnet.Pipe, error) {
				if _, err := ask(ctx, []byte("offer")); err != nil {
					return nil, err
				}
				go host.Accept(webnet.Stream(<-offers, transport.Direct, "guest"))
				return webnet.Stream(<-offers, transport.Direct, ""), nil
			},
		})
		l, err := guest.Dial(t.Context(), host.Key(), route(host))
		require.NoError(t, err)
		require.Equal(t, transport.Relayed, l.Path())
		<-links
		<-l.Better()
		l, err = guest.Dial(t.Context(), host.Key(), route(host))
		require.NoError(t, err)
		require.Equal(t, transport.Direct, l.Path())
		require.Nil(t, l.Better())
		<-links
	})
}

// Questions are answered to peers with a seat only, whose answer may take until they have it.
func TestOnlySeatsAreAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t)
		host, links, found := linkable(t, webnet.Config{
			Open:   (&wire{relay: r, source: "host"}).Open,
			Answer: func(context.Context, transport.Key, []byte) ([]byte, error) { return []byte("where I am"), nil },
		})
		require.NoError(t, <-found)
		d := newDoor(t)
		d.links = links
		host.Serve(d)
		answers := make(chan []byte)
		guest := newHost(t, webnet.Config{
			Open: (&wire{relay: r, source: "guest"}).Open,
			Meet: func(ctx context.Context, peer transport.Key, ask func(context.Context, []byte) ([]byte, error)) (webnet.Pipe, error) {
				answer, err := ask(ctx, []byte("where?"))
				answers <- answer
				return nil, errors.Join(err, io.EOF)
			},
		})
		_, err := guest.Ask(t.Context(), host.Key(), route(host)[0], []byte("where?"))
		require.ErrorContains(t, err, "doesn't answer")
		for _, seated := range []bool{false, true} {
			begin := time.Now()
			l, err := guest.Dial(t.Context(), host.Key(), route(host))
			require.NoError(t, err)
			if seated {
				time.AfterFunc(5*time.Second, func() { d.seats.Store(true) })
				require.Equal(t, "where I am", string(<-answers))
			} else {
				require.Empty(t, <-answers)
			}
			require.Less(t, time.Since(begin), time.Minute)
			l.Abort()
			<-links
		}
	})
}

// A direct way that no link takes is closed a while after the link that it was to replace.
func TestUntakenWayIsClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t)
		host, links, found := linkable(t, webnet.Config{Open: (&wire{relay: r, source: "host"}).Open})
		require.NoError(t, <-found)
		a, b := net.Pipe()
		guest := newHost(t, webnet.Config{
			Open: (&wire{relay: r, source: "guest"}).Open,
			Meet: func(context.Context, transport.Key, func(context.Context, []byte) ([]byte, error)) (webnet.Pipe, error) {
				return webnet.Stream(a, transport.Direct, ""), nil
			},
		})
		l, err := guest.Dial(t.Context(), host.Key(), route(host))
		require.NoError(t, err)
		<-links
		<-l.Better()
		time.Sleep(time.Hour / 2)
		begin := time.Now()
		l.Abort()
		_, err = b.Read(make([]byte, 1))
		require.ErrorIs(t, err, io.EOF)
		require.LessOrEqual(t, time.Since(begin), time.Minute)
	})
}

// A program that returns more empty messages than it was sent loses its place.
func TestUnaskedEmptyMessages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t)
		a, b := net.Pipe()
		go accept(r, b, "host")
		p := webnet.Stream(a, transport.Direct, "")
		hello := hear(t, p)
		require.NoError(t, p.Send(t.Context(), placeRequest(transport.Identity{1}, hello).Encode()))
		require.Equal(t, relaywire.Granted.Encode(), receive(t, p))
		for range 3 {
			require.Empty(t, receive(t, p))
			require.NoError(t, p.Send(t.Context(), nil))
		}
		synctest.Wait()
		require.Equal(t, 1, r.Figures().Places)
		require.NoError(t, p.Send(t.Context(), nil))
		synctest.Wait()
		require.Zero(t, r.Figures().Places)
	})
}

// A guest without a relay is found at the host's, under its own key, even after a restart. One that uses
// its own relay only takes no place elsewhere, and dials nobody else.
func TestLentPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t)
		w := func(name string) func(context.Context, transport.Addr) (webnet.Pipe, error) {
			return (&wire{relay: r, source: name}).Open
		}
		host, links, found := linkable(t, webnet.Config{Open: w("host")})
		require.NoError(t, <-found)
		d := door{links, make(chan struct{}), &atomic.Bool{}}
		defer close(d.done)
		guest := newHost(t, webnet.Config{Open: w("guest")})
		guest.Serve(d)
		way := host.LentReservation(guest.Key())
		require.True(t, guest.UseReservation(way))
		require.False(t, guest.UseReservation(way), "no news")
		require.False(t, host.UseReservation(way), "it has its own")
		require.Empty(t, guest.LentReservation(host.Key()))
		require.Equal(t, []transport.Addr{way}, guest.Addrs())
		kept := guest.Keep()
		guest.Close()
		guest = newHost(t, webnet.Config{Open: w("guest"), Kept: kept})
		guest.Serve(d)
		synctest.Wait()
		require.Equal(t, []transport.Addr{way}, guest.Addrs())
		third := newHost(t, webnet.Config{Open: w("third")})
		_, err := third.Dial(t.Context(), guest.Key(), []transport.Addr{way})
		require.NoError(t, err)
		<-links

		hidden := newHost(t, webnet.Config{Relay: own, RelayOnly: true, Addrs: func() []transport.Addr { return []transport.Addr{"mine"} },
			Open: func(ctx context.Context, addr transport.Addr) (webnet.Pipe, error) {
				require.Equal(t, at, addr)
				return w("hidden")(ctx, addr)
			}})
		require.Equal(t, route(hidden), hidden.Addrs())
		evil := invite.NewRelay(ownID.Key(), invite.RelaySecret{}, []transport.Addr{webnet.WebSocketAddr(netip.MustParseAddrPort("192.0.2.66:1"))}).Route(guest.Key())
		evil.Pass = own.Pass(guest.Key())
		_, err = hidden.Dial(t.Context(), guest.Key(), []transport.Addr{at, evil.Addr()})
		require.NoError(t, err, "by the relay's own address")
		_, err = hidden.Dial(t.Context(), guest.Key(), []transport.Addr{at})
		require.ErrorIs(t, err, webnet.ErrUnreached)
	})
}
