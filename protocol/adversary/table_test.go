package adversary

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// tables holds a table of each kind, by name, which is played when it is first asked for.
var tables = func() map[string]func() (*Table, error) {
	list := map[string]func() (*Table, error){}
	for _, kind := range TableKinds() {
		list[kind.Name] = sync.OnceValues(func() (*Table, error) {
			rules, err := kind.Ruleset()
			if err != nil {
				return nil, err
			}
			return PlayTable(kind, rules, testRand(3))
		})
	}
	return list
}()

// tableOnce returns the table of a kind, which nobody changes.
func tableOnce(t *testing.T, kind TableKind) *Table {
	t.Helper()
	table, err := tables[kind.Name]()
	require.NoError(t, err)
	return table
}

// Each cheat at a table of four is stopped where its TableKind says: one that is proven puts
// its maker out, and the three others play to the end; a stranger can be convinced. A false
// Peek is told to its reader, and the match is sound.
func TestEveryCheatAtATableIsStopped(t *testing.T) {
	for _, kind := range TableKinds() {
		t.Run(kind.Name, func(t *testing.T) {
			t.Parallel()
			table := tableOnce(t, kind)
			require.NoError(t, kind.Check(table))
			m := table.Match()
			require.True(t, m.Result().Over)
			for _, seat := range m.Rules().Seats() {
				require.True(t, seat == table.Cheat || m.SignedOut(seat) == nil, "%s is put out", seat)
			}
			if kind.Stopped == Shown {
				require.ErrorContains(t, table.Told, table.Cheat.String()+" has shown a false layout")
				_, shown := table.Players[table.partner(table.Cheat)].Shown(table.Cheat)
				require.False(t, shown)
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
