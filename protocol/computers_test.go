package protocol

import (
	"crypto/ed25519"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// The Terms say which seats the host's program plays: nobody else can take these, not even with the
// invite that was meant for them, and the host's program no others.
func TestTermsNameTheSeatsOfTheHostsProgram(t *testing.T) {
	rs, err := junqi.Rules("siguo")
	require.NoError(t, err)
	rng := testRand(1)
	invite, key := inviteKeys(1)
	host, err := Host(HostConfig{
		Rules: rs, Seat: engine.Blue, Invites: []ed25519.PublicKey{invite, invite, invite}, Computers: engine.SeatsOf(engine.Red, engine.Teal),
	}, rng)
	require.NoError(t, err)
	terms := host.Match().Record(0)
	read := NewMatch()
	require.NoError(t, read.Append(terms))
	require.Equal(t, engine.SeatsOf(engine.Red, engine.Teal), read.Computers())

	_, err = host.JoinComputer(engine.Amber, rng)
	require.ErrorContains(t, err, "does not play amber")
	_, err = Join(terms, engine.Red, key, rng)
	require.ErrorContains(t, err, "not signed with the invite")
	for _, seat := range []engine.Seat{engine.Red, engine.Teal} {
		computer, err := host.JoinComputer(seat, rng)
		require.NoError(t, err)
		_, err = computer.JoinComputer(engine.Teal, rng)
		require.Error(t, err)
		require.NoError(t, host.Receive(computer.Match().Extras()[0]))
	}
	guest, err := Join(terms, engine.Amber, key, rng)
	require.NoError(t, err)
	require.NoError(t, host.Receive(guest.Match().Extras()[0]))
	require.True(t, host.Match().Joined())
	require.Equal(t, engine.SeatsOf(engine.Red, engine.Teal), Audit(host.Match().File()).Computers)
}
