// Package matchtest seats Players at one match, for tests.
package matchtest

import (
	"crypto/ed25519"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// invite returns the invite of a seat in the matches of this package.
func invite(seat engine.Seat) ed25519.PrivateKey {
	seed := make([]byte, ed25519.SeedSize)
	seed[0] = byte(seat)
	return ed25519.NewKeyFromSeed(seed)
}

// Invites returns the public keys of all seats' invites but the host's, as a HostConfig has
// them.
func Invites(rs *engine.Ruleset, host engine.Seat) (keys []ed25519.PublicKey) {
	for _, seat := range rs.Seats() {
		if seat != host {
			keys = append(keys, invite(seat).Public().(ed25519.PublicKey))
		}
	}
	return keys
}

// Table returns the Players of a new match, by their seats. The invites are its own.
func Table(t testing.TB, config protocol.HostConfig, rng io.Reader) []*protocol.Player {
	t.Helper()
	config.Invites = Invites(config.Rules, config.Seat)
	host, err := protocol.Host(config, rng)
	require.NoError(t, err)
	players := make([]*protocol.Player, config.Rules.NumSeats())
	players[host.Seat()] = host
	for seat := range players {
		if players[seat] == nil {
			seat := engine.Seat(seat)
			players[seat], err = protocol.Join(host.Match().Record(0), seat, invite(seat), rng)
			require.NoError(t, err)
		}
	}
	for _, from := range players {
		for _, to := range players {
			Carry(t, from, to)
		}
	}
	return players
}

// Pair is Table for two seats.
func Pair(t testing.TB, config protocol.HostConfig, rng io.Reader) [2]*protocol.Player {
	t.Helper()
	return [2]*protocol.Player(Table(t, config, rng))
}

// Carry brings one Player what another has and it lacks, and reports whether that was any
// record of the chain, complete or not.
func Carry(t testing.TB, from, to *protocol.Player) (moved bool) {
	t.Helper()
	if from == to {
		return false
	}
	before, held := to.Match().Len(), to.Held()
	for i := before; i < from.Match().Len(); i++ {
		require.NoError(t, to.Receive(from.Match().Record(i)))
	}
	for _, extra := range append(from.Match().Extras(), from.Notes()...) {
		require.NoError(t, to.Receive(extra))
	}
	return to.Match().Len() > before || to.Held() > held
}

// Sync carries records to and fro, and lets all seats make what they owe, until
// nothing moves any more.
func Sync(t testing.TB, players []*protocol.Player, rng io.Reader) {
	t.Helper()
	for moved := true; moved; {
		moved = false
		for _, p := range players {
			made, err := p.Proceed(rng)
			require.NoError(t, err)
			moved = moved || made
			for _, other := range players {
				moved = Carry(t, p, other) || moved
			}
		}
	}
}
