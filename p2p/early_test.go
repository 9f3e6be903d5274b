package p2p

import (
	"crypto/ed25519"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A liar gives its Seen to one of two programs alone, and with it what it signs on the record that
// is complete by that. The other gets both from the first, and the two play on.
func TestNothingComesBeforeItsBase(t *testing.T) {
	for name, signs := range map[string]func(l *liars, on transcript.Hash) []byte{
		"Claim": func(l *liars, on transcript.Hash) []byte {
			body := transcript.ClaimBody{At: on}
			return l.on(on, amberSeat, transcript.Claim, body.Marshal())
		},
		"false record": func(l *liars, on transcript.Hash) []byte {
			return l.on(on, amberSeat, transcript.Show, make([]byte, 5000))
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := newThree(t, Config{})
				blue, link := m.all[blueSeat], m.linkOf(blueSeat, amberSeat)
				l := &liars{three: m, victim: blueSeat, keys: map[int]ed25519.PrivateKey{amberSeat: m.key(amberSeat)}}
				blue.View(func(_ *protocol.Player, match *protocol.Match) { l.id = match.ID() })
				m.leave(amberSeat)
				base := m.head(blueSeat)
				m.move(blueSeat)
				time.Sleep(time.Second)
				require.Equal(t, base, m.head(blueSeat), "it lacks amber's Seen")
				under(blue, func() {
					raw := proposed(blue.replica.protocolPlayer())
					for _, raw := range [][]byte{l.seen(base, amberSeat, raw), signs(l, transcript.HashRecord(raw))} {
						_, err := link.takeLocked(wire.Frame{Kind: wire.KindExtra, Payload: raw})
						require.NoError(t, err)
					}
				})
				time.Sleep(time.Minute)
				require.NotEqual(t, base, m.head(blueSeat))
				require.Equal(t, m.head(blueSeat), m.head(0))
				for _, i := range []int{0, blueSeat} {
					m.all[i].View(func(_ *protocol.Player, match *protocol.Match) {
						require.Equal(t, name == "Claim", match.Claimed(engine.Amber), "%s", m.all[i].replica.own)
						require.Equal(t, name != "Claim", len(match.Convictions()) > 0, "%s", m.all[i].replica.own)
					})
				}
				under(blue, func() { require.True(t, blue.peers.isHere(engine.Red)) })
				m.quit(0, blueSeat)
			})
		})
	}
}

// A liar shows two records to a program whose seat is out, as its chain's, and the others go on
// along a third: that finds room, and more of the liar's cost it dear.
func TestThirdRecordFindsRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{})
		blue := m.all[blueSeat]
		require.NoError(t, blue.Resign())
		time.Sleep(time.Second)
		toAmber, toRed, both, third := m.linkOf(blueSeat, amberSeat), m.linkOf(blueSeat, 0), m.quietMoves(amberSeat), m.double(amberSeat)
		under(blue, func() {
			index, left := blue.replica.length(), 0
			for _, raw := range both {
				_, err := toAmber.takeLocked(wire.NewRecord(index, raw))
				require.NoError(t, err)
				require.True(t, blue.replica.Holds(transcript.HashRecord(raw)))
			}
			_, err := toRed.takeLocked(wire.NewRecord(index, third))
			require.NoError(t, err)
			require.True(t, blue.replica.Holds(transcript.HashRecord(third)))
			for _, raw := range both {
				_, err = toAmber.takeLocked(wire.NewRecord(index, raw))
				require.NoError(t, err)
			}
			require.True(t, blue.replica.Holds(transcript.HashRecord(third)), "the others' Seen of it may be on their way")
			for err == nil && left < 100 {
				_, err = toRed.takeLocked(wire.NewRecord(index, both[left%2]))
				left++
			}
			require.ErrorContains(t, err, "too many frames without news")
		})
		for i, s := range m.all {
			require.NoError(t, s.Close())
			<-m.ran[i]
		}
	})
}
