package app

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/pipe"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A session asks the rematch window while it holds a lock of its own, and the window wakes it: whoever wakes it must
// hold no lock, or the two can wait for each other.
func TestARematchWindowWakesWithoutItsLock(t *testing.T) {
	woken := 0
	w := &rematchWindow{at: map[engine.Seat]transport.Key{engine.Blue: {1}}, offered: map[engine.Seat]*invite.Invite{}}
	w.wake = func() {
		woken++
		require.True(t, w.mu.TryLock(), "somebody who is woken can't look")
		w.mu.Unlock()
	}
	inv := &invite.Invite{}
	require.Nil(t, w.receive(transport.Key{1}, inv))
	require.True(t, w.asks(engine.Blue))
	require.Same(t, inv, w.accept())
	require.False(t, w.asks(engine.Blue))
	require.Nil(t, w.accept())
	require.Equal(t, 2, woken)
}

// A place that its last match has closed is opened once more for a rematch, and goes the same ways.
func TestAClosedPlaceIsOpenedAgain(t *testing.T) {
	ps := places{open: map[transport.Key]*sharedPlace{}}
	net, err := ps.share(inMemory(pipe.New()))(nil)
	require.NoError(t, err)
	more, err := net.again()
	require.NoError(t, err)
	require.NoError(t, more.Close())
	require.NoError(t, net.Close())
	require.Empty(t, ps.open)
	again, err := net.again()
	require.NoError(t, err)
	require.Equal(t, net.Keep(), again.Keep())
	require.Len(t, ps.open, 1)
	require.NoError(t, again.Close())
}

// Of two who ask at once the host's invite counts: another player's answer leads nobody away from the invites that were sent.
func TestOnlyTheHostsInviteCountsInstead(t *testing.T) {
	net, ids := pipe.New(), []transport.Identity{{1}, {2}, {3}}
	at, invites := map[engine.Seat]transport.Key{}, map[engine.Seat]*invite.Invite{}
	for i, seat := range []engine.Seat{0, 1, 2} {
		own := invite.New(transcript.Hash{byte(i)}, ids[i].Key(), nil, seat, invite.Secret{1})
		h := net.Host(ids[i])
		take := func(transport.Key, *invite.Invite) *invite.Invite { return own }
		h.Serve(&p2p.RematchAcceptor{Peers: []transport.Key{ids[1].Key()}, Take: take})
		at[seat] = ids[i].Key()
		invites[seat] = invite.New(transcript.Hash{9}, ids[1].Key(), nil, seat, invite.Secret{2})
	}
	delete(at, 1)
	delete(invites, 1)
	w := &rematchWindow{net: Network{Transport: net.Host(ids[1])}, hosts: 0, at: at}
	for range 8 { // whoever answers first
		sent, instead := w.send(t.Context(), invites)
		require.Zero(t, sent)
		require.Equal(t, ids[0].Key(), instead.Host())
	}
	w.hosts = 1
	sent, instead := w.send(t.Context(), invites)
	require.Zero(t, sent)
	require.Nil(t, instead)
}
