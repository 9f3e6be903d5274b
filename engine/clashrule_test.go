package engine_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
)

// Rules whose lists are shuffled, with announcements repeated and unused, are the same rules
// once they are sorted.
func TestParseUnsorted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rs := rulestest.Ruleset(t, rulestest.Any)
		r := rs.Rules()
		clash := r.Clash
		repeated := append(slices.Clone(clash.Announcements), clash.Announcements[0],
			engine.AnnouncementRule{Repelled: true, AttackerSeen: r.Types[0].ID, AttackerLeaves: true})
		order := make([]int, len(repeated)) // where each has gone
		for i := range order {
			order[i] = i
		}
		order = rapid.Permutation(order).Draw(t, "order")
		r.Clash = engine.ClashRule{Announcements: make([]engine.AnnouncementRule, len(repeated))}
		for i, to := range order {
			r.Clash.Announcements[to] = repeated[i]
		}
		shuffled := func(table [][]int) (out [][]int) {
			for _, row := range table {
				moved := []int{}
				for _, code := range row {
					if code == 0 && rapid.Bool().Draw(t, "repeated") {
						code = len(clash.Announcements)
					}
					moved = append(moved, order[code])
				}
				out = append(out, moved)
			}
			return out
		}
		r.Clash.Table = shuffled(clash.Table)
		for _, p := range clash.Places {
			r.Clash.Places = append(r.Clash.Places, engine.PlaceRule{Kind: p.Kind, Table: shuffled(p.Table)})
		}
		r.Types = slices.Clone(r.Types)
		for i := range r.Types {
			r.Types[i].Starts = rapid.Permutation(r.Types[i].Starts).Draw(t, "starts")
		}
		text, err := json.Marshal(r)
		require.NoError(t, err)
		_, err = engine.ParseRules(text)
		require.Error(t, err)
		sorted, err := engine.ParseUnsorted(text)
		require.NoError(t, err)
		require.Equal(t, string(rs.Text()), string(sorted.Text()))
	})
}

// What can't be sorted is refused with its place in the text.
func TestParseUnsortedRefuses(t *testing.T) {
	refused := func(code, place string, change func(r *engine.Rules)) {
		t.Helper()
		r := toy(t).Rules()
		change(&r)
		text, err := json.Marshal(r)
		require.NoError(t, err)
		_, err = engine.ParseUnsorted(text)
		require.Equal(t, code, coded.Code(err), err)
		require.ErrorContains(t, err, place)
	}
	attacker := slices.IndexFunc(toy(t).Rules().Clash.Table, func(row []int) bool { return len(row) > 1 })
	refused("engine.rules-number", fmt.Sprintf("clash.table[%d][1]", attacker), func(r *engine.Rules) {
		r.Clash.Table[attacker][1] = len(r.Clash.Announcements)
	})
	last := len(toy(t).Rules().Clash.Announcements) - 1
	refused("engine.rules-unknown-name", "clash.announcements", func(r *engine.Rules) {
		r.Clash.Announcements[last].DefenderSeen = "nobody"
	})
	refused("engine.rules-language", "", func(r *engine.Rules) { r.Language = "another" })
	_, err := engine.ParseUnsorted([]byte("{"))
	require.Error(t, err)
}
