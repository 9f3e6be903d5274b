package p2p

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
)

// One silence after another is claimed. The silent side comes back each time, and
// may still send the Claim before, which the latest has replaced: an echo, which
// costs neither the link nor the peer's good name.
func TestEchoOfAReplacedClaim(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const stays, leaves = 0, 1
		m := newTimed(t, "standard,first=blue,clock=off,grace=2", Config{})
		s := m.all[stays]
		claims := make([][]byte, 2)
		for i := range claims {
			m.leave(leaves)
			time.Sleep(2*time.Minute + time.Second)
			require.NoError(t, s.Claim())
			s.mu.Lock()
			claims[i] = s.log.extras[0].raw
			s.mu.Unlock()
			m.comeBack(leaves)
			time.Sleep(30 * time.Second)
			for _, seat := range []int{leaves, stays} {
				move := m.position(seat).LegalMoves(engine.Seat(seat), junqi.Layouts()["triangle"])[0]
				require.NoError(t, m.all[seat].Play(move, false))
				synctest.Wait()
			}
		}
		require.NotEqual(t, claims[0], claims[1])
		s.mu.Lock()
		l := s.peers[0].link
		s.mu.Unlock()
		require.NoError(t, l.Handle(wire.Frame{Kind: wire.KindExtra, Payload: claims[0]}))
		s.mu.Lock()
		require.Len(t, s.log.extras, 1)
		require.Equal(t, claims[1], s.log.extras[0].raw)
		s.mu.Unlock()
		m.quit(stays, leaves)
	})
}
