package play

import (
	"crypto/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/clitest"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/matchtest"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// In open mode no clash has to be worked out, so the terms promise no proofs of clashes.
func TestTermsOfOpenModeTellNoResolver(t *testing.T) {
	for spec, told := range map[string]bool{"standard": true, "standard,mode=open": false} {
		rs := clitest.Ruleset(t, spec)
		host, err := protocol.Host(protocol.HostConfig{Rules: rs, Invites: matchtest.Invites(rs, engine.Red)}, rand.Reader)
		require.NoError(t, err)
		env, out := clitest.Env(messages.English)
		showTerms(env, host.Match(), engine.Blue)
		require.Contains(t, out.String(), "You would be blue.")
		require.Equal(t, told, strings.Contains(out.String(), "  - resolver elgamal: "), "%s: %s", spec, out.String())
	}
}
