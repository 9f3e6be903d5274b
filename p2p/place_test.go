package p2p

import (
	"io"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/pipenet"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// fakeMatch takes the links of a match at a place, and keeps them open.
type fakeMatch struct {
	terms byte
	over  bool // it hears invites
	heard chan wire.Frame
	deaf  bool // to this peer
	taken atomic.Int32
}

func (m *fakeMatch) Welcome(transport.Key) bool      { return !m.deaf }
func (m *fakeMatch) Expects(transport.Key) bool      { return m.over }
func (m *fakeMatch) runs(terms transcript.Hash) bool { return terms[0] == m.terms }
func (m *fakeMatch) hears(transport.Key) bool        { return m.over }

func (m *fakeMatch) Accept(c transport.Conn, _ transport.Key) {
	m.taken.Add(1)
	for {
		f, err := wire.Read(c, nil)
		if err != nil {
			c.Abort()
			return
		}
		m.heard <- f
	}
}

// atPlace is a program with a place, and another that dials it.
type atPlace struct {
	*testing.T
	place *Place
	other *pipenet.Host
}

func withPlace(t *testing.T, f func(at atPlace)) {
	synctest.Test(t, func(t *testing.T) {
		net := pipenet.New()
		f(atPlace{t, NewPlace(net.Host(transport.Identity{1})), net.Host(transport.Identity{2})})
		synctest.Wait()
	})
}

// match serves a match at the place.
func (at atPlace) match(terms byte, over bool) (m *fakeMatch, net transport.Transport, leave func() bool) {
	m = &fakeMatch{terms: terms, over: over, heard: make(chan wire.Frame, 4)}
	net, leave = at.place.Use()
	net.Serve(m)
	return m, net, leave
}

// say opens a link to the place with a frame.
func (at atPlace) say(f wire.Frame) transport.Conn {
	c, err := at.other.Dial(at.Context(), at.place.net.Key(), []transport.Addr{"there"})
	require.NoError(at, err)
	require.NoError(at, wire.Write(c, f))
	at.Cleanup(c.Abort)
	return c
}

func helloFor(terms byte) wire.Frame {
	return wire.Hello{Version: wire.Version, Role: wire.Guest, Terms: transcript.Hash{terms}}.Frame()
}

// A link goes to the match that its Hello names, and if there is none, to one that refuses it.
func TestPlaceOfSeveralMatches(t *testing.T) {
	withPlace(t, func(at atPlace) {
		one, _, leaveOne := at.match(1, false)
		two, _, leaveTwo := at.match(2, false)
		at.say(helloFor(1))
		require.Equal(t, helloFor(1), <-one.heard)
		at.say(helloFor(2))
		require.Equal(t, helloFor(2), <-two.heard)
		talk := wire.Frame{Kind: wire.KindTalk, Payload: helloFor(1).Payload[4:36]}
		at.say(talk)
		require.Equal(t, talk, <-one.heard, "one that is over, if it is: which is said by its Terms")
		at.say(helloFor(3))
		require.Equal(t, helloFor(3), <-two.heard, "the newest")
		one.over = true
		at.say(helloFor(3))
		require.Equal(t, helloFor(3), <-one.heard, "one that expects the peer")
		one.over = false
		other := wire.Frame{Kind: wire.KindHello, Payload: []byte{0, wire.Version + 1}}
		at.say(other)
		require.Equal(t, other, <-two.heard, "the newest says which version is spoken here")
		two.deaf = true
		at.say(other)
		require.Equal(t, other, <-one.heard, "of those that hear the peer")
		require.False(t, leaveTwo())
		require.False(t, leaveTwo())
		at.say(helloFor(1))
		require.Equal(t, helloFor(1), <-one.heard)
		require.True(t, leaveOne())
		c, err := at.other.Dial(t.Context(), at.place.net.Key(), []transport.Addr{"there"})
		require.NoError(t, err)
		_, err = wire.Read(c, nil)
		require.Error(t, err)
	})
}

// An invite to another match goes to the match that is over, the last of them.
func TestPlaceHearsInvites(t *testing.T) {
	withPlace(t, func(at atPlace) {
		at.match(1, true)
		last, _, _ := at.match(2, true)
		running, net, _ := at.match(3, false)
		at.say(wire.NewInvite(toBlue))
		require.Equal(t, wire.NewInvite(toBlue), <-last.heard)
		net.Serve(&fakeMatch{terms: 3, over: true, heard: running.heard})
		at.say(wire.NewInvite(toBlue))
		require.Equal(t, wire.NewInvite(toBlue), <-running.heard)
	})
}

// A program that says nothing is heard for a bounded time, and makes room for others.
func TestPlaceIsBounded(t *testing.T) {
	withPlace(t, func(at atPlace) {
		one, _, _ := at.match(1, false)
		two, _, _ := at.match(2, false)
		began := time.Now()
		var idlers []transport.Conn
		for range maxPending + 1 {
			c, err := at.other.Dial(t.Context(), at.place.net.Key(), []transport.Addr{"there"})
			require.NoError(t, err)
			idlers = append(idlers, c)
			synctest.Wait()
		}
		_, err := idlers[0].Read(make([]byte, 1))
		require.ErrorIs(t, err, io.EOF)
		require.Zero(t, time.Since(began))
		at.say(helloFor(2))
		require.Equal(t, helloFor(2), <-two.heard)
		_, err = idlers[maxPending].Read(make([]byte, 1))
		require.Error(t, err)
		require.Equal(t, link.HandshakeTime, time.Since(began))
		synctest.Wait()
		require.EqualValues(t, 1, one.taken.Load()+two.taken.Load(), "no match gets a link on which nothing came")
	})
}

// What one match drops does not end the links of others that are alive.
func TestPlaceDrops(t *testing.T) {
	withPlace(t, func(at atPlace) {
		_, one, _ := at.match(1, false)
		_, two, _ := at.match(2, false)
		there := &fakeMatch{heard: make(chan wire.Frame, 4)}
		at.other.Serve(there)
		dial := func(net transport.Transport) transport.Conn {
			c, err := net.Dial(t.Context(), at.other.Key(), []transport.Addr{"there"})
			require.NoError(t, err)
			require.NoError(t, wire.Write(c, helloFor(1)))
			<-there.heard
			return c
		}
		ones, twos := dial(one), dial(two)
		one.Drop(at.other.Key())
		require.Error(t, wire.Write(ones, helloFor(1)))
		require.NoError(t, wire.Write(twos, helloFor(2)))
		<-there.heard
		time.Sleep(link.QuietTime)
		one.Drop(at.other.Key())
		require.Error(t, wire.Write(twos, helloFor(2)), "it was quiet")
	})
}
