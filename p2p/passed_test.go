package p2p

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A convicted seat that signs on and on, while the others wait for one that is away, has a program remember no more of its link
// than a bound, and go on when that is reached.
func TestWhatALinkRemembersIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{})
		blue := m.all[blueSeat]
		require.NoError(t, blue.Resign())
		time.Sleep(time.Second)
		l, moves, key := m.linkOf(blueSeat, amberSeat), m.quietMoves(amberSeat), m.key(amberSeat)
		m.leave(0)
		toRed := newPeerLink(blue, &link.Link{})
		under(blue, func() {
			toRed.of, toRed.heard = blue.peers.of(engine.Red), true // whose chain makes room
			for i := range maxPassed - len(l.brought) - 5 {
				l.brought.add(transcript.Hash{byte(i), byte(i >> 8), 1}) // as if it had gone on for hours
			}
		})
		for range 10 {
			time.Sleep(2 * time.Second)
			under(blue, func() {
				match := blue.replica.match()
				on := transcript.Link{Match: match.ID(), Prev: match.Base()}
				_, err := toRed.takeLocked(wire.NewRecord(match.Len(), otherSignature(t, key, on, moves[0])))
				require.NoError(t, err)
				news, err := l.takeLocked(wire.Frame{Kind: wire.KindExtra, Payload: otherSignature(t, key, on, moves[1])})
				require.NoError(t, err)
				require.True(t, news, "it is kept, and remembered")
				require.LessOrEqual(t, len(l.brought), maxPassed)
			})
		}
		for _, i := range []int{blueSeat, amberSeat} {
			require.NoError(t, m.all[i].Close())
			<-m.ran[i]
		}
	})
}

// What a link has forgotten is sent once more, and confirmed.
func TestForgottenExtrasAreSentAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{})
		m.moveOf(0, blueSeat, amberSeat)
		time.Sleep(time.Second)
		host, l := m.all[0], m.linkOf(0, blueSeat)
		given := uint32(0)
		under(host, func() {
			given = l.given
			for i := range 2 * maxPassed {
				l.extras.add(transcript.Hash{byte(i), byte(i >> 8), 1})
				l.brought.add(transcript.Hash{byte(i), byte(i >> 8), 1})
			}
			require.LessOrEqual(t, len(l.extras), maxPassed)
		})
		l.Wake()
		time.Sleep(time.Second)
		under(host, func() {
			require.Greater(t, l.given, given)
			require.Equal(t, l.given, l.theirs.Extras)
		})
		m.moveOf(0, blueSeat, amberSeat)
		time.Sleep(time.Second)
		require.Same(t, l, m.linkOf(0, blueSeat))
		m.quit(0, blueSeat, amberSeat)
	})
}
