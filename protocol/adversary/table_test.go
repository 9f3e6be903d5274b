package adversary

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// partners are rules of a small game for two teams of two, whose layouts are proven quickly: each seat has a flag, and a guard and a
// scout in front of it, each behind a free node. Those of neighbours are joined.
var partners = sync.OnceValues(func() (*engine.Ruleset, error) {
	steps := []engine.WayRule{{Along: engine.AlongEdge, Most: 1}}
	r := engine.Rules{
		Language: engine.RulesLanguage, Name: engine.Names{EN: "Partners", ZH: "对家"},
		Kinds: []engine.KindRule{{ID: "plain", EN: "plain", ZH: "平地"}},
		Rails: [][2]string{}, Lines: [][]string{},
		Types: []engine.TypeRule{
			{ID: "flag", EN: "flag", ZH: "旗", Sign: "旗", Letter: "F", Count: 1, Starts: []int{0}, Ways: []engine.WayRule{}},
			{ID: "guard", EN: "guard", ZH: "卫", Sign: "卫", Letter: "G", Count: 1, Starts: []int{1, 2}, Ways: steps},
			{ID: "scout", EN: "scout", ZH: "探", Sign: "探", Letter: "S", Count: 1, Starts: []int{1, 2}, Ways: steps},
		},
		Ends:  engine.EndRule{Flag: "flag", LastBoth: engine.LastBothAttacker, Timeouts: 9},
		Times: engine.TimeRule{Grace: 600},
		Views: engine.ViewRule{Mode: engine.ModePartners, Reveal: engine.RevealEnd, First: "red", Absent: engine.AbsentOut},
	}
	for seat := range 4 {
		name := func(i int) string { return fmt.Sprintf("%c%d", 'a'+seat, i) }
		for i := range 5 {
			r.Nodes = append(r.Nodes, engine.NodeRule{Name: name(i), Kind: "plain", X: 3*seat + i%2, Y: i / 2})
		}
		home, left, right, leftFree, rightFree := name(0), name(1), name(2), name(3), name(4)
		next := fmt.Sprintf("%c3", 'a'+(seat+1)%4)
		r.Seats = append(r.Seats, engine.SeatRule{Name: engine.Seat(seat).String(), Team: seat % 2})
		r.Roads = append(r.Roads, [][2]string{{home, left}, {home, right}, {left, leftFree}, {right, rightFree}, {rightFree, next}}...)
		r.Start = append(r.Start, [][]string{{home, left, right}})
	}
	r.Clash = engine.NewClashRule(r.Types, func(_, defender int) engine.AnnouncementRule {
		return engine.AnnouncementRule{Repelled: defender > 0, DefenderLeaves: defender == 0, FlagTaken: defender == 0}
	})
	return engine.NewRuleset(r)
})

// tables holds a table of each kind, by name, which is played when it is first asked for.
var tables = func() map[string]func() (*Table, error) {
	list := map[string]func() (*Table, error){}
	for _, kind := range TableKinds() {
		list[kind.Name] = sync.OnceValues(func() (*Table, error) {
			rules, err := partners()
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
