package webnet

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/internal/callers"
)

// bent changes what a pipe sends: it is given each message and its number, and returns what is
// sent in its place.
type bent struct {
	Pipe
	n    int
	bend func(n int, message []byte) [][]byte
}

func (b *bent) Send(ctx context.Context, message []byte) error {
	defer func() { b.n++ }()
	for _, m := range b.bend(b.n, bytes.Clone(message)) {
		if err := b.Pipe.Send(ctx, m); err != nil {
			return err
		}
	}
	return nil
}

// A message that is changed, repeated, dropped, moved or made up ends the link, whatever came
// before it; its reader gets nothing of it.
func TestForgedMessages(t *testing.T) {
	const first = 2 // of the dialler, after the handshake
	var held []byte
	for name, bend := range map[string]func(n int, m []byte) [][]byte{
		"changed": func(n int, m []byte) [][]byte {
			if n == first+1 {
				m[3] ^= 1
			}
			return [][]byte{m}
		},
		"repeated": func(n int, m []byte) [][]byte {
			if n == first {
				return [][]byte{m, m}
			}
			return [][]byte{m}
		},
		"dropped": func(n int, m []byte) [][]byte {
			if n == first+1 {
				return nil
			}
			return [][]byte{m}
		},
		"moved": func(n int, m []byte) [][]byte {
			switch n {
			case first + 1:
				held = m
				return nil
			case first + 2:
				return [][]byte{m, held}
			}
			return [][]byte{m}
		},
		"garbage": func(n int, m []byte) [][]byte {
			if n == first+1 {
				return [][]byte{make([]byte, 40)}
			}
			return [][]byte{m}
		},
		"empty": func(n int, m []byte) [][]byte {
			if n == first+1 {
				return [][]byte{{}}
			}
			return [][]byte{m}
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a, b := linked(t, func(p Pipe) Pipe { return &bent{Pipe: p, bend: bend} })
				go func() {
					for i := range 4 {
						fmt.Fprintf(a, "%d", i)
					}
				}()
				got, err := io.ReadAll(b)
				require.ErrorIs(t, err, ErrForged)
				require.Equal(t, "0", string(got))
			})
		})
	}
}

// A pipe that isn't one of ours may claim any length.
type longPipe struct{ Pipe }

func (p longPipe) Receive(ctx context.Context) ([]byte, error) {
	m, err := p.Pipe.Receive(ctx)
	if len(m) == maxChunk+tagSize {
		m = append(m, 0)
	}
	return m, err
}

func TestTooLongAMessage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := linked(t, func(p Pipe) Pipe { return longPipe{p} })
		go b.Write(make([]byte, maxChunk))
		_, err := a.Read(make([]byte, 1))
		require.ErrorIs(t, err, ErrTooLong)
		ours, theirs := pair()
		require.ErrorIs(t, ours.Send(t.Context(), make([]byte, MaxMessage+1)), ErrTooLong)
		go theirs.(*stream).Write([]byte{0xff, 0xff})
		_, err = ours.Receive(t.Context())
		require.ErrorIs(t, err, ErrTooLong)
	})
}

// The dialler shows nothing about itself to a program that isn't the one it looks for: an
// ephemeral key, and an end.
func TestTheDiallerIsSilentToStrangers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		guest, other := newHost(t, Config{}), newHost(t, Config{})
		// One that knows whom the guest looks for, as a relay does, and answers by its own name.
		ours, theirs := pair()
		sent := &bent{Pipe: ours, bend: func(_ int, m []byte) [][]byte { return [][]byte{m} }}
		go func() {
			h, err := newHandshake(t.Context(), theirs, other.id, transport.Key{7}, forLink, false)
			if err == nil {
				_, err = h.receive()
			}
			if err == nil {
				h.send(h.name)
			}
		}()
		_, err := dial(t.Context(), sent, guest.id, transport.Key{7}, forLink)
		require.ErrorIs(t, err, ErrOtherKey)
		require.Equal(t, 1, sent.n, "nothing after its first message")
	})
}

// A key that has not signed the static key, and a link to oneself.
func TestFalseNames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, guest := newHost(t, Config{}), newHost(t, Config{})
		var payload []byte // of the first message
		for what, falsify := range map[string]func(h *handshake){
			"another's key":  func(h *handshake) { h.name[0] ^= 1 },
			"the host's key": func(h *handshake) { k := host.Key(); copy(h.name, k[:]) },
			"no signature":   func(h *handshake) { clear(h.name[32:]) },
			"a payload":      func(h *handshake) { payload = []byte("x") },
		} {
			ours, theirs := pair()
			go func() {
				h, err := newHandshake(t.Context(), ours, guest.id, host.Key(), forLink, true)
				payload = nil
				if err == nil {
					falsify(h)
					h.send(payload)
					h.receiveName()
					h.send(h.name)
				}
			}()
			_, _, err := answer(t.Context(), theirs, host.id)
			require.ErrorIs(t, err, ErrHandshake, what)
		}
		ours, theirs := pair()
		go func() {
			_, err := dial(t.Context(), ours, host.id, host.Key(), forLink)
			assert.ErrorIs(t, err, ErrHandshake)
			ours.Close()
		}()
		_, _, err := answer(t.Context(), theirs, host.id)
		require.Error(t, err, "itself")
	})
}

// A program that was not invited gets no answer: garbage of any length, a handshake for
// another match, one that was recorded.
func TestStrangersGetNoAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, guest := newHost(t, Config{}), newHost(t, Config{})
		host.Serve(newGate())
		other := transport.Identity{9}.Key()
		h, err := newHandshake(t.Context(), nil, guest.id, other, forLink, true)
		require.NoError(t, err)
		elsewhere, _, _, err := h.state.WriteMessage(nil, nil)
		require.NoError(t, err)
		for _, first := range [][]byte{
			{}, {1}, make([]byte, handshakeSizes[0]-1), make([]byte, handshakeSizes[0]),
			make([]byte, handshakeSizes[0]+1), make([]byte, MaxMessage), elsewhere,
		} {
			ours, theirs := pair()
			go host.Accept(theirs)
			require.NoError(t, ours.Send(t.Context(), first))
			_, err := ours.Receive(t.Context())
			require.ErrorIs(t, err, io.EOF, "%d bytes", len(first))
		}
		// A recorded first message is answered, and the rest of the recording is worth nothing.
		var recorded [][]byte
		ours, theirs := pair()
		tap := &bent{Pipe: ours, bend: func(_ int, m []byte) [][]byte {
			recorded = append(recorded, m)
			return [][]byte{m}
		}}
		go host.Accept(theirs)
		_, err = dial(t.Context(), tap, guest.id, host.Key(), forLink)
		require.NoError(t, err)
		ours, theirs = pair()
		go host.Accept(theirs)
		require.NoError(t, ours.Send(t.Context(), recorded[0]))
		_, err = ours.Receive(t.Context())
		require.NoError(t, err)
		require.NoError(t, ours.Send(t.Context(), recorded[1]))
		_, err = ours.Receive(t.Context())
		require.ErrorIs(t, err, io.EOF)
	})
}

// A pipe that opens and says nothing, or stops half way, ends in time, and so does a link that
// shakes hands and proves nothing more.
func TestHalfOpen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, guest := newHost(t, Config{}), newHost(t, Config{})
		g := newGate()
		host.Serve(g)
		start := time.Now()
		ours, theirs := pair()
		ran := make(chan bool)
		go func() { host.Accept(theirs); close(ran) }()
		<-ran
		require.Equal(t, callers.StrangerTime, time.Since(start))
		_, err := ours.Receive(t.Context())
		require.Error(t, err)

		ours, theirs = pair()
		go host.Accept(theirs)
		start = time.Now()
		_, err = dial(t.Context(), ours, guest.id, host.Key(), forLink)
		require.NoError(t, err)
		<-(<-g.links).(*conn).ctx.Done()
		require.Equal(t, callers.StrangerTime, time.Since(start))
		synctest.Wait()
		require.Zero(t, host.callers.Strangers.Len())

		g.unwelcome = true
		start = time.Now()
		ours, theirs = pair()
		go host.Accept(theirs)
		dial(t.Context(), ours, guest.id, host.Key(), forLink)
		_, err = ours.Receive(t.Context())
		require.ErrorIs(t, err, io.EOF, "struck out")
		require.Zero(t, time.Since(start))
	})
}

// named is a pipe from a source.
type named struct {
	Pipe
	source string
}

func (n named) Source() string { return n.source }

// A flood of pipes takes no more room than there is, and keeps nobody else out: its source
// makes room for others, and a program that has a seat has room of its own.
func TestFloodOfPipes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, guest := newHost(t, Config{}), newHost(t, Config{})
		g := newGate()
		host.Serve(g)
		flood := func(source func(i int) string, n int) {
			for i := range n {
				_, theirs := pair()
				go host.Accept(named{theirs, source(i)})
			}
			synctest.Wait()
		}
		join := func() error {
			ours, theirs := pair()
			go host.Accept(named{theirs, "guest"})
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			_, err := dial(ctx, ours, guest.id, host.Key(), forLink)
			return err
		}
		flood(func(int) string { return "one" }, 200)
		require.Equal(t, int(callers.Arrivals.Burst), host.callers.Strangers.Len(), "the pace of one source")
		flood(func(i int) string { return fmt.Sprint(i % 8) }, 200)
		require.Equal(t, callers.Strangers, host.callers.Strangers.Len())
		require.NoError(t, join())
		(<-g.links).Proven()
		synctest.Wait()
		require.Less(t, host.callers.Strangers.Len(), callers.Strangers)

		g.seats = true
		require.NoError(t, join())
		l := <-g.links
		require.Equal(t, 1, host.callers.Known.Len())
		flood(func(i int) string { return fmt.Sprint("more", i) }, 200)
		require.NoError(t, l.(*conn).ctx.Err(), "strangers don't push out one that has a seat")
		for range 3 * callers.Expected {
			if join() == nil { // else the pace of its source is used up
				<-g.links
			}
		}
		synctest.Wait()
		require.LessOrEqual(t, host.callers.Known.Len(), callers.Expected)
		l.Proven()
		time.Sleep(2 * callers.StrangerTime)
		synctest.Wait()
		require.Zero(t, host.callers.Strangers.Len())
		require.Zero(t, host.callers.Known.Len())
	})
}
