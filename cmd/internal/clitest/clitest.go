// Package clitest provides what tests of commands share.
package clitest

import (
	"bytes"
	"crypto/ed25519"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// CheatedMatch returns the transcript of a match that red hosts and whose guest, blue, is a cheat of our own making: it signs two
// commitments for one place, or a layout that is none. Red seals the match with the evidence.
func CheatedMatch(t *testing.T, double bool) []byte {
	t.Helper()
	rng := rand.NewChaCha8([32]byte{1})
	rs, err := junqi.Rules("standard,first=red")
	require.NoError(t, err)
	invite := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{1}, 32))
	red, err := protocol.Host(protocol.HostConfig{Rules: rs, Seat: engine.Red, Invites: []ed25519.PublicKey{invite.Public().(ed25519.PublicKey)}}, rng)
	require.NoError(t, err)
	require.NoError(t, red.Place(junqi.Layouts()["triangle"]))
	m := red.Match()

	key := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{2}, 32))
	sign := func(kind transcript.Kind, prev transcript.Hash, body []byte) []byte {
		r := transcript.Sign(key, transcript.Link{Match: m.ID(), Prev: prev}, kind, engine.Blue, body)
		return r.Marshal()
	}
	join := transcript.JoinBody{Nonce: [32]byte{3}}
	join.Key, err = transcript.NewPublicKey(key.Public().(ed25519.PublicKey))
	require.NoError(t, err)
	join.SignInvite(invite, m.Head(), engine.Blue)
	proceed := func() {
		for made := true; made; {
			made, err = red.Proceed(rng)
			require.NoError(t, err)
		}
	}
	require.NoError(t, red.Receive(sign(transcript.Join, m.Head(), join.Marshal())))
	proceed()
	place := m.Head()
	require.NoError(t, red.Receive(sign(transcript.Commit, place, make([]byte, 32))))
	proceed()
	if double {
		require.Error(t, red.Receive(sign(transcript.Commit, place, bytes.Repeat([]byte{9}, 32))))
	} else {
		require.Error(t, red.Receive(sign(transcript.Layout, m.Head(), []byte("no layout"))))
	}
	proceed()
	require.Equal(t, protocol.Sealed, m.Stage())
	return m.File()
}

// Outcome holds what the program printed, and its exit code.
type Outcome struct {
	Code     int
	Out, Err string
}

// OneLine undoes the wrapping of lines.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func Ruleset(t *testing.T, spec string) *engine.Ruleset {
	t.Helper()
	rs, err := junqi.Rules(spec)
	require.NoError(t, err)
	return rs
}

// Env returns an env that prints into a buffer.
func Env(lang messages.Lang) (*cli.Env, *bytes.Buffer) {
	var out bytes.Buffer
	env := cli.NewEnv("darkjunqi", strings.NewReader(""), &out, io.Discard, func(string) string { return "" })
	env.Lang = lang
	return env, &out
}

var Languages = []messages.Lang{messages.English, messages.Chinese}

// ChangedRules returns one of our rulesets with a change, so that it isn't ours any more.
func ChangedRules(t *testing.T, spec string, change func(*engine.Rules)) *engine.Ruleset {
	t.Helper()
	r := Ruleset(t, spec).Rules()
	change(&r)
	rs, err := engine.NewRuleset(r)
	require.NoError(t, err)
	return rs
}

// Spoof would clear a terminal, begin a control sequence in one character, and write backwards.
const Spoof = "a\x1b[2J\u009b5m\u202eb\x7f"
