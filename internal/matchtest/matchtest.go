// Package matchtest seats two Players at one match, for tests.
package matchtest

import (
	"crypto/ed25519"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/protocol"
)

// Pair returns the two Players of a new match, by their seats. The invite is its own.
func Pair(t testing.TB, config protocol.HostConfig, rng io.Reader) (players [2]*protocol.Player) {
	t.Helper()
	invite := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	config.Invite = invite.Public().(ed25519.PublicKey)
	host, err := protocol.Host(config, rng)
	require.NoError(t, err)
	guest, err := protocol.Join(host.Match().Record(0), invite, rng)
	require.NoError(t, err)
	players[host.Seat()], players[guest.Seat()] = host, guest
	return players
}

// Sync carries records to and fro, and lets both seats make what they owe, until
// nothing moves any more.
func Sync(t testing.TB, players [2]*protocol.Player, rng io.Reader) {
	t.Helper()
	for moved := true; moved; {
		moved = false
		for seat, p := range players {
			made, err := p.Proceed(rng)
			require.NoError(t, err)
			moved = moved || made
			other := players[1-seat]
			for i := other.Match().Len(); i < p.Match().Len(); i++ {
				require.NoError(t, other.Receive(p.Match().Record(i)))
				moved = true
			}
			for _, extra := range p.Match().Extras() {
				require.NoError(t, other.Receive(extra))
			}
		}
	}
}
