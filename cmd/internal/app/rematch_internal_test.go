package app

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/pipe"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
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
