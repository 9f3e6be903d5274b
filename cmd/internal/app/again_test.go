package app

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// The view of a match asks the parlour while it holds a lock of its own, and is woken by the parlour: who wakes it must
// hold no lock, or the two can wait for each other.
func TestAParlourWakesWithoutItsLock(t *testing.T) {
	woken := 0
	p := &parlour{at: map[engine.Seat]transport.Key{engine.Blue: {1}}, offered: map[engine.Seat]*invite.Invite{}}
	p.wake = func() {
		woken++
		require.True(t, p.mu.TryLock(), "somebody who is woken can't look")
		p.mu.Unlock()
	}
	inv := &invite.Invite{}
	require.Nil(t, p.take(transport.Key{1}, inv))
	require.True(t, p.asks(engine.Blue))
	require.Same(t, inv, p.accept())
	require.False(t, p.asks(engine.Blue))
	require.Nil(t, p.accept())
	require.Equal(t, 2, woken)
}
