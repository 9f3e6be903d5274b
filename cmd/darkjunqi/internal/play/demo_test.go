package play

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/clitest"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// What to try next after a demonstration is the same game.
func TestDemoNamesTheSameGame(t *testing.T) {
	env, out := clitest.Env(messages.English)
	demoNext(env, demoFlags{rules: "my game.json", resolver: "garbled", seed: 4, seeded: true})
	require.Contains(t, out.String(), "darkjunqi demo --rules 'my game.json' --resolver garbled --seed 4 --out demo.djq ")
	require.Contains(t, out.String(), "darkjunqi host --rules 'my game.json' --resolver garbled ")
	out.Reset()
	demoNext(env, demoFlags{rules: "standard", resolver: protocol.ElGamal, out: "a.djq"})
	require.Contains(t, out.String(), "darkjunqi host ")
	require.NotContains(t, out.String(), "--r")
}
