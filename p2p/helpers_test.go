package p2p

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// testRules keep real layouts and proofs, and end quickly.
const testRules = "standard,first=red,clock=off"

func tempDir(t testing.TB) *store.Dir {
	t.Helper()
	dir, err := store.OpenDir(t.TempDir())
	require.NoError(t, err)
	return dir
}

func rules(t testing.TB, spec string) *engine.Ruleset {
	t.Helper()
	rs, err := junqi.Rules(spec)
	require.NoError(t, err)
	return rs
}

// records returns the chain and extras of a session.
func records(s *Session) (out [][]byte) {
	s.View(func(_ *protocol.Player, m *protocol.Match) {
		for i := range m.Len() {
			out = append(out, m.Record(i))
		}
		out = append(out, m.Extras()...)
	})
	return out
}
