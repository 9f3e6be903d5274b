package protocol

import (
	"crypto/ed25519"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
)

// A host's files that were copied while it waited for a guest lead two matches, if two
// guests join. They share no key, no share of the coin and no tape, even if the same
// random numbers are drawn: what the Reveal of one opens opens nothing of the other.
// What they do share is a layout that had been chosen before.
func TestCopiedHostSharesNoKeys(t *testing.T) {
	redFirst, err := junqi.Rules("standard,first=red")
	require.NoError(t, err)
	invite, inviteKey := inviteKeys(1)
	host, err := Host(HostConfig{Rules: redFirst, Seat: engine.Red, Invites: []ed25519.PublicKey{invite}}, testRand(1))
	require.NoError(t, err)
	terms := host.Match().Record(0)
	l, err := junqi.Standard().ParseLayout(facing)
	require.NoError(t, err)
	require.NoError(t, host.Place(l))

	var tables [2]*table
	for i := range tables {
		copied, err := Restore(host.Secret(), [][]byte{terms}, nil)
		require.NoError(t, err)
		guest, err := Join(terms, engine.Blue, inviteKey, testRand(uint64(2+i)))
		require.NoError(t, err)
		tables[i] = &table{t: t, rng: testRand(4), players: [2]*Player{copied, guest}}
		tables[i].sync()
		require.NoError(t, guest.Place(l))
		tables[i].sync()
		require.Equal(t, Play, tables[i].match().Stage())
	}
	over, running := tables[0].match(), tables[1].match()
	require.NotEqual(t, over.ID(), running.ID())
	ours, theirs := over.Commitment(engine.Red), running.Commitment(engine.Red)
	for piece := range ours.Pieces() {
		require.NotEqual(t, ours.Y(piece).Bytes(), theirs.Y(piece).Bytes())
	}
	require.NotEqual(t, ours.Nonce(), theirs.Nonce())
	require.NotEqual(t, ours.TapeCommitment(), theirs.TapeCommitment())

	_, err = tables[0].players[engine.Red].Resign()
	require.NoError(t, err)
	tables[0].players[engine.Blue].GraceOver()
	tables[0].sync()
	require.Equal(t, Ended, tables[0].match().Stage())
	key, err := layout.ParseKey(tables[0].match().reveals[engine.Red].body.Key[:])
	require.NoError(t, err)
	_, err = ours.Open(key)
	require.NoError(t, err)
	_, err = theirs.Open(key)
	require.Error(t, err)
	for i := range tables {
		same, ok := tables[i].players[engine.Red].Layout()
		require.True(t, ok)
		require.Equal(t, l, same)
	}
}

// Within one match a private file gives the same secrets whenever it is restored,
// including one from before the guest came: otherwise its Layout would not be the one that it
// committed to.
func TestRestoredSecretIsTheSame(t *testing.T) {
	redFirst, err := junqi.Rules("standard,first=red")
	require.NoError(t, err)
	invite, inviteKey := inviteKeys(1)
	host, err := Host(HostConfig{Rules: redFirst, Seat: engine.Red, Invites: []ed25519.PublicKey{invite}}, testRand(1))
	require.NoError(t, err)
	terms, old := host.Match().Record(0), host.Secret()
	guest, err := Join(terms, engine.Blue, inviteKey, testRand(2))
	require.NoError(t, err)
	tb := &table{t: t, rng: testRand(3), players: [2]*Player{host, guest}}
	tb.sync()
	chain := chainOf(tb.match())
	again, err := Restore(old, chain, nil)
	require.NoError(t, err)
	require.Equal(t, host.secret, again.secret)
	tb.place()
	own, _ := host.Layout()
	require.NoError(t, again.Place(own))
	for i := len(chain); i < 6; i++ { // it makes the very records that it had made
		if _, err := again.Proceed(testRand(4)); again.Match().Len() == i {
			require.NoError(t, err)
			require.NoError(t, again.Receive(tb.match().Record(i)))
		}
		require.Equal(t, tb.match().Record(i), again.Match().Record(i))
	}
}
