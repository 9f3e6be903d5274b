package adversary

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// most is how many of the cheats at a table are tried each time: those that are nowhere else.
// Package protocol tries the SignOuts and the Peeks.
var most = map[Stopped]int{PutOut: len(tableKinds) + 1, Shown: 1}

// Each cheat at a table of four is stopped where its TableKind says: one that is proven puts
// its maker out, and the three others play to the end; a stranger can be convinced. A false
// Peek is told to its reader, and the match is sound.
func TestEveryCheatAtATableIsStopped(t *testing.T) {
	tried := map[Stopped]int{}
	for _, kind := range TableKinds() {
		if tried[kind.Stopped]++; tried[kind.Stopped] > most[kind.Stopped] && os.Getenv("DARKJUNQI_LONG") == "" {
			continue
		}
		t.Run(kind.Name, func(t *testing.T) {
			t.Parallel()
			rules, err := kind.Ruleset()
			require.NoError(t, err)
			table, err := PlayTable(kind, rules, testRand(3))
			require.NoError(t, err)
			require.NoError(t, kind.Check(table))
			m := table.Match()
			require.True(t, m.Result().Over)
			if kind.Stopped == Shown {
				require.Equal(t, protocol.Honest, protocol.Audit(m.File()).Verdict)
				return
			}
			certificate, err := protocol.Certify(m.File())
			require.NoError(t, err)
			c, err := protocol.VerifyCertificate(certificate)
			require.NoError(t, err)
			require.Equal(t, table.Cheat, c.Culprit)
			require.Equal(t, kind.Record, c.Kind)
		})
	}
}

// A cheat at a table needs a table.
func TestTableNeedsTwoTeams(t *testing.T) {
	kind, ok := FindTable("two-records")
	require.True(t, ok)
	for _, spec := range []string{"standard", "siguo,teams=all", "siguo,absent=stop"} {
		rules, err := junqi.Rules(spec)
		require.NoError(t, err, spec)
		_, err = PlayTable(kind, rules, testRand(1))
		require.ErrorIs(t, err, ErrNoTable, spec)
	}
	_, ok = FindTable("honesty")
	require.False(t, ok)
}
