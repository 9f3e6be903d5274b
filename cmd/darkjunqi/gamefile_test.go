package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"crypto/ed25519"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// A game whose first event is a resignation by the seat that was not to move: the text must still say who was.
func TestReplayKnowsWhoWasToMoveFirst(t *testing.T) {
	rng := rand.NewChaCha8([32]byte{7})
	rs, err := engine.Rules("standard")
	require.NoError(t, err)
	public, invite, err := ed25519.GenerateKey(rng)
	require.NoError(t, err)
	red, err := protocol.Host(protocol.HostConfig{Rules: rs, Seat: engine.Red, Invite: public}, rng)
	require.NoError(t, err)
	blue, err := protocol.Join(red.Match().Record(0), invite, rng)
	require.NoError(t, err)
	players := [2]*protocol.Player{red, blue}
	sync := func() {
		for moved := true; moved; {
			moved = false
			for seat, p := range players {
				made, err := p.Proceed(rng)
				require.NoError(t, err)
				other := players[1-seat].Match()
				for i := other.Len(); i < p.Match().Len(); i++ {
					require.NoError(t, players[1-seat].Receive(p.Match().Record(i)))
					moved = true
				}
				for _, extra := range p.Match().Extras() {
					require.NoError(t, players[1-seat].Receive(extra))
				}
				moved = moved || made
			}
		}
	}
	require.NoError(t, red.Place(engine.Presets()["triangle"]))
	require.NoError(t, blue.Place(engine.Presets()["ambush"]))

	name := filepath.Join(t.TempDir(), "match.djq")
	require.NoError(t, os.WriteFile(name, red.Match().File(), 0o600))
	got := darkjunqi("replay", name)
	require.Equal(t, exitBad, got.code)
	require.Contains(t, got.err, "the game has not begun: the layouts are still being chosen")

	sync()
	pos := red.Match().Position()
	first := pos.ToAct()
	request, err := players[first.Other()].Resign()
	require.NoError(t, err)
	require.NoError(t, players[first].ReceiveResignRequest(request))
	sync()
	require.Equal(t, first, red.Match().Result().Winner)
	require.NoError(t, os.WriteFile(name, red.Match().File(), 0o600))
	got = darkjunqi("replay", name, "--game")
	require.Equal(t, 0, got.code, got.err)
	require.Contains(t, got.out, `[First "`+first.String()+`"]`)
	require.Contains(t, got.out, `[Result "`+first.String()+` wins (resignation)"]`)
	require.NoError(t, os.WriteFile(name, []byte(got.out), 0o600))
	require.Equal(t, got, darkjunqi("replay", name, "--game"))
}

// Who cheats while the layouts are being chosen leaves no game to look at, only one to audit.
func TestReplayOfAGameThatNeverBegan(t *testing.T) {
	name := filepath.Join(t.TempDir(), "match.djq")
	require.NoError(t, os.WriteFile(name, cheatedMatch(t, false), 0o600))
	got := darkjunqi("replay", name)
	require.Equal(t, exitBad, got.code)
	require.Contains(t, got.err, "the game has not begun")
	require.Contains(t, got.err, "darkjunqi audit "+name)
}
