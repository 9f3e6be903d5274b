package p2p

import (
	"crypto/rand"
	mathrand "math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/matchtest"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A second record that we signed for one place of the chain stops this program
// for good. Our own Claim is none, in whatever frame the peer sends it back.
func TestOwnClaimIsNoSecondRecord(t *testing.T) {
	players := matchtest.Pair(t, protocol.HostConfig{Rules: rules(t, "standard,first=red"), Seat: engine.Red}, rand.Reader)
	host, guest := players[engine.Red], players[engine.Blue]
	sync := func() { matchtest.Sync(t, players[:], rand.Reader) }
	sync()
	for _, p := range players {
		require.NoError(t, p.Place(p.Match().Rules().RandomLayout(mathrand.New(mathrand.NewPCG(1, 1)))))
	}
	sync()
	require.NoError(t, guest.ClaimSilence())
	claim := guest.Match().Extras()[0]
	claimed := guest.Match().Len()
	require.NoError(t, host.Pass(rand.Reader))
	sync()
	require.NoError(t, guest.Pass(rand.Reader))
	sync()

	own := newReplica(guest, nil)
	require.False(t, own.signedBy(engine.Blue, claim, claimed))
	last := guest.Match().Len() - 1
	require.True(t, own.signedBy(engine.Blue, guest.Match().Record(last), last))
	signed, err := transcript.Parse(claim)
	require.NoError(t, err)
	require.True(t, signed.Verify(guest.Match().Key(engine.Blue), transcript.Link{Match: guest.Match().ID(), Prev: guest.Match().Hash(claimed - 1)}))
}
