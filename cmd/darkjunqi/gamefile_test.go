package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/clitest"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/matchtest"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// A game whose first event is a resignation by the seat that was not to move: the text must still say who was.
func TestReplayKnowsWhoWasToMoveFirst(t *testing.T) {
	rng := rand.NewChaCha8([32]byte{7})
	rs, err := junqi.Rules("standard")
	require.NoError(t, err)
	players := matchtest.Table(t, protocol.HostConfig{Rules: rs, Seat: engine.Red}, rng)
	red, blue := players[engine.Red], players[engine.Blue]
	require.NoError(t, red.Place(junqi.Layouts()["triangle"]))
	require.NoError(t, blue.Place(junqi.Layouts()["ambush"]))

	name := filepath.Join(t.TempDir(), "match.djq")
	require.NoError(t, os.WriteFile(name, red.Match().File(), 0o600))
	got := darkjunqi("replay", name)
	require.Equal(t, cli.ExitBad, got.Code)
	require.Contains(t, got.Err, "the game has not begun: the layouts are still being chosen")

	matchtest.Sync(t, players, rng)
	pos := red.Match().Position()
	first := pos.ToAct()
	request, err := players[1-first].Resign()
	require.NoError(t, err)
	require.NoError(t, players[first].ReceiveResignRequest(request))
	matchtest.Sync(t, players, rng)
	require.Equal(t, engine.SeatsOf(first), red.Match().Result().Winners)
	require.NoError(t, os.WriteFile(name, red.Match().File(), 0o600))
	got = darkjunqi("replay", name, "--game")
	require.Equal(t, 0, got.Code, got.Err)
	require.Contains(t, got.Out, `[First "`+first.String()+`"]`)
	require.Contains(t, got.Out, `[Result "`+first.String()+` wins (resignation)"]`)
	require.NoError(t, os.WriteFile(name, []byte(got.Out), 0o600))
	require.Equal(t, got, darkjunqi("replay", name, "--game"))
}

// Anyone who cheats while the layouts are being chosen leaves no game to look at, only one to audit.
func TestReplayOfAGameThatNeverBegan(t *testing.T) {
	name := filepath.Join(t.TempDir(), "match.djq")
	require.NoError(t, os.WriteFile(name, clitest.CheatedMatch(t, false), 0o600))
	got := darkjunqi("replay", name)
	require.Equal(t, cli.ExitBad, got.Code)
	require.Contains(t, got.Err, "the game has not begun")
	require.Contains(t, got.Err, "darkjunqi audit "+name)
}
