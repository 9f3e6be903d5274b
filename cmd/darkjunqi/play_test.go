package main

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/matchtest"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// Bots, too, see the other side's layout in open mode, and only there.
func TestBotsSeeOpenLayouts(t *testing.T) {
	for spec, seen := range map[string]bool{"standard": false, "standard,mode=open": true} {
		rs, err := engine.Rules(spec)
		require.NoError(t, err)
		rng := rand.NewChaCha8([32]byte{9})
		players := matchtest.Pair(t, protocol.HostConfig{Rules: rs, Seat: engine.Red}, rng)
		layouts := [2]engine.Layout{engine.Presets()["triangle"], engine.Presets()["ambush"]}
		for seat, p := range players {
			require.NoError(t, p.Place(layouts[seat]))
			require.Nil(t, lyingOpen(p.Match(), engine.Red), "not before both are committed")
		}
		matchtest.Sync(t, players, rng)
		for seat, p := range players {
			l := lyingOpen(p.Match(), engine.Seat(seat).Other())
			require.Equal(t, seen, l != nil, spec)
			if seen {
				require.Equal(t, layouts[1-seat], *l)
			}
		}
	}
}
