package engine_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
)

// Under any rules, the codes are exactly the announcements of the table.
func TestCodesAreTheTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rs := rulestest.Ruleset(t, rulestest.Any)
		table := rs.Rules().Clash
		yielded := map[engine.Code]bool{}
		for _, a := range rs.Types().Types() {
			for _, d := range rs.Types().Types() {
				c := rs.Clash(a, d)
				said, ok := rs.Announcement(c)
				require.Equal(t, rs.Mobile().Has(a), ok)
				if !ok {
					require.Equal(t, engine.NoCode, c)
					continue
				}
				rule := table.Announcements[table.Table[a][d]]
				for field, written := range reflect.ValueOf(rule).Fields() {
					if written.Kind() == reflect.Bool {
						require.Equal(t, written.Bool(), reflect.ValueOf(said).FieldByName(field.Name).Bool(), field.Name)
					}
				}
				require.Equal(t, rule.AttackerLeaves && rule.DefenderLeaves, said.BothLeave())
				for seen, id := range map[engine.Type]string{said.AttackerSeen: rule.AttackerSeen, said.DefenderSeen: rule.DefenderSeen} {
					require.True(t, seen == engine.NoType && id == "" || rs.TypeID(seen) == id)
				}
				require.Equal(t, c, rs.Code(said))
				yielded[c] = true
			}
		}
		require.Len(t, yielded, len(rs.Codes()))
		_, ok := rs.Announcement(engine.Code(len(rs.Codes())))
		require.False(t, ok)
		require.Equal(t, engine.NoCode, rs.Code(engine.Announcement{AttackerLeaves: true, FlagTaken: true, Repelled: true}))
	})
}

func TestClashIsTotal(t *testing.T) {
	rs := rules(t, "standard")
	require.Equal(t, engine.NoCode, rs.Clash(engine.NoType, 0))
	require.Equal(t, engine.NoCode, rs.Clash(11, engine.NoType))
	require.Equal(t, engine.NoCode, rs.Clash(12, 11))
	require.Equal(t, engine.NoCode, rs.Clash(11, 12))
	_, ok := rs.Announcement(engine.NoCode)
	require.False(t, ok)
}
