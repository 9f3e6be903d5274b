package protocol

import (
	"crypto/ed25519"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// The Terms say whose programs play seats for computers. Nobody else can take these, not even with the invites that
// were meant for them: the host's need the host's key, a guest's the guest's invite.
func TestTermsNameTheProgramsOfComputers(t *testing.T) {
	rs, err := junqi.Rules("siguo")
	require.NoError(t, err)
	rng := testRand(1)
	var public []ed25519.PublicKey
	var keys []ed25519.PrivateKey // of red, amber and teal
	for i := range uint64(3) {
		invite, key := inviteKeys(i + 1)
		public, keys = append(public, invite), append(keys, key)
	}
	computers := transcript.Computers{engine.Red: engine.Blue, engine.Teal: engine.Amber}
	host, err := Host(HostConfig{Rules: rs, Seat: engine.Blue, Invites: public, Computers: computers}, rng)
	require.NoError(t, err)
	terms := host.Match().Record(0)
	read := NewMatch()
	require.NoError(t, read.Append(terms))
	require.Equal(t, computers, read.Computers())

	for _, seat := range []engine.Seat{engine.Amber, engine.Teal, engine.Blue} {
		_, err = host.JoinComputer(seat, rng)
		require.ErrorContains(t, err, "does not play")
	}
	for seat, key := range map[engine.Seat]ed25519.PrivateKey{engine.Red: keys[0], engine.Teal: keys[2], engine.Amber: keys[0]} {
		_, err = Join(terms, seat, key, rng)
		require.ErrorContains(t, err, "not signed with the invite", seat)
	}
	_, err = Join(terms, engine.Red, keys[1], rng)
	require.ErrorContains(t, err, "not signed with the invite")

	red, err := host.JoinComputer(engine.Red, rng)
	require.NoError(t, err)
	_, err = red.JoinComputer(engine.Teal, rng)
	require.Error(t, err)
	joined := []*Player{red}
	for _, seat := range []engine.Seat{engine.Teal, engine.Amber} { // the guest's computer may be first
		guest, err := Join(terms, seat, keys[1], rng)
		require.NoError(t, err)
		_, err = guest.JoinComputer(engine.Teal, rng)
		require.Error(t, err)
		joined = append(joined, guest)
	}
	for _, p := range joined {
		require.NoError(t, host.Receive(p.Match().Extras()[0]))
	}
	require.True(t, host.Match().Joined())
	require.Equal(t, computers, Audit(host.Match().File()).Computers)
}

// A host can't give seats to computers that nobody can play, and Terms that do are refused.
func TestComputersThatNobodyCanPlay(t *testing.T) {
	rs, err := junqi.Rules("siguo")
	require.NoError(t, err)
	invite, _ := inviteKeys(1)
	for name, computers := range map[string]transcript.Computers{
		"the host's seat":          {engine.Blue: engine.Red},
		"no seat":                  {engine.Violet: engine.Red},
		"by no seat":               {engine.Red: engine.Violet},
		"by itself":                {engine.Red: engine.Red},
		"by a computer":            {engine.Red: engine.Amber, engine.Amber: engine.Teal},
		"no seat that can be":      {255: engine.Red},
		"by no seat that could be": {engine.Red: 255},
	} {
		_, err := Host(HostConfig{Rules: rs, Seat: engine.Blue, Invites: []ed25519.PublicKey{invite, invite, invite}, Computers: computers}, testRand(1))
		require.ErrorContains(t, err, "can't play", name)
	}
	_, err = Host(HostConfig{Rules: rs, Seat: engine.Blue, Invites: []ed25519.PublicKey{invite}, Computers: transcript.Computers{engine.Red: engine.Blue}}, testRand(1))
	require.ErrorContains(t, err, "1 invite keys")
}
