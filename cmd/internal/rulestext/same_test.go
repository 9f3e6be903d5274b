package rulestext

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
)

// Two rulesets with the same words differ in nothing that matters to play: of any rules, or of
// some that are nearly ours, whatever is changed in them changes the words.
func TestSameWordsSamePlay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var before *engine.Ruleset
		if rapid.Bool().Draw(t, "nearly ours") {
			before = rulestest.Junqi(t)
		} else {
			before = rulestest.Ruleset(t, rulestest.Small)
		}
		r := before.Rules()
		r.Name = engine.Names{EN: "own", ZH: "own"}
		if rapid.Bool().Draw(t, "homes") && !slices.ContainsFunc(r.Nodes, func(n engine.NodeRule) bool { return n.Home == "" }) {
			r.Kinds[0].HomeOnly = true // so that homes matter
		}
		before, err := engine.NewRuleset(r)
		require.NoError(t, err)
		r = before.Rules()
		for range rapid.IntRange(1, 3).Draw(t, "changes") {
			change(t, &r)
		}
		after, err := engine.NewRuleset(r)
		if err != nil {
			return
		}
		differences := slices.DeleteFunc(engine.Differences(before, after), func(d engine.Difference) bool { return !matters(before, after, d) })
		if len(differences) > 0 {
			lang := rapid.SampledFrom(messages.Languages()).Draw(t, "language")
			require.NotEqual(t, Terms(lang, before), Terms(lang, after), "%v", differences)
		}
	})
}

// matters reports whether a difference matters to play.
func matters(a, b *engine.Ruleset, d engine.Difference) bool {
	usesHomes := func(rs *engine.Ruleset) bool {
		r := rs.Rules()
		return r.Ends.Carry != nil || len(r.Clash.Places) > 0 || slices.ContainsFunc(r.Kinds, func(k engine.KindRule) bool { return k.HomeOnly })
	}
	switch {
	case slices.Contains([]string{"en", "zh", "sign", "letter"}, d.Field):
		return false
	case d.Field == "home":
		return usesHomes(a) || usesHomes(b)
	case d.What == "timeouts":
		return a.Clock() > 0 || b.Clock() > 0
	}
	return true
}

// change changes one thing that the rules say.
func change(t *rapid.T, r *engine.Rules) {
	pick := func(n int, what string) int { return rapid.IntRange(0, n-1).Draw(t, what) }
	node := func() *engine.NodeRule { return &r.Nodes[pick(len(r.Nodes), "node")] }
	switch pick(17, "change") {
	case 15:
		if g := r.Ends.Reach; g != nil {
			g.To[pick(len(g.To), "goal")] = []string{node().Name}
		}
	case 16:
		if len(r.Ends.Counts) > 0 {
			r.Ends.Counts[0].Wins = !r.Ends.Counts[0].Wins
		}
	case 0: // two cells of a start, or a cell and a node that nobody starts on
		rows := r.Start[pick(len(r.Start), "seat")]
		row := rows[pick(len(rows), "row")]
		cell := &row[pick(len(row), "cell")]
		other := node().Name
		if *cell == "" {
			return
		}
		for _, rows := range r.Start {
			for _, row := range rows {
				if i := slices.Index(row, other); i >= 0 {
					row[i] = *cell
				}
			}
		}
		*cell = other
	case 1:
		node().Kind = r.Kinds[pick(len(r.Kinds), "kind")].ID
	case 2:
		node().Home = r.Seats[pick(len(r.Seats), "seat")].Name
	case 3:
		k := &r.Kinds[pick(len(r.Kinds), "kind")]
		flag := []*bool{&k.Safe, &k.Locked, &k.Calm, &k.HomeOnly}[pick(4, "flag")]
		*flag = !*flag
	case 4:
		k := &r.Kinds[pick(len(r.Kinds), "kind")]
		k.Enter = nil
		if rapid.Bool().Draw(t, "enter") {
			k.Enter = []string{r.Types[pick(len(r.Types), "type")].ID}
		}
	case 5:
		if len(r.Roads) > 0 {
			i := pick(len(r.Roads), "road")
			if rapid.Bool().Draw(t, "rail") {
				r.Rails = append(r.Rails, r.Roads[i])
			}
			r.Roads = slices.Delete(r.Roads, i, i+1)
		}
	case 6:
		r.Roads = append(r.Roads, [2]string{node().Name, node().Name})
	case 7:
		if len(r.Lines) > 0 {
			i := pick(len(r.Lines), "line")
			r.Lines = slices.Delete(r.Lines, i, i+1)
		}
	case 8:
		k := &r.Types[pick(len(r.Types), "type")]
		k.Starts = slices.DeleteFunc(k.Starts, func(int) bool { return rapid.Bool().Draw(t, "start") })
	case 9:
		a, b := pick(len(r.Types), "type"), pick(len(r.Types), "type")
		r.Types[a].Count++
		r.Types[b].Count--
	case 10:
		k := &r.Types[pick(len(r.Types), "type")]
		if len(k.Ways) > 0 {
			k.Ways = []engine.WayRule{{Along: engine.AlongRail, Most: pick(3, "most")}}
		}
	case 11:
		a := pick(len(r.Types), "attacker")
		if row := r.Clash.Table[a]; len(row) > 0 {
			row[pick(len(row), "defender")] = pick(len(r.Clash.Announcements), "code")
		}
	case 12:
		if c := r.Ends.Carry; c != nil {
			c.To[pick(len(c.To), "goal")] = []string{node().Name}
		}
	case 13:
		seat := &r.Seats[pick(len(r.Seats), "seat")]
		seat.Chief = !seat.Chief
	case 14:
		r.Seats[pick(len(r.Seats), "seat")].Team = pick(3, "team")
	default:
		number := []*int{&r.Ends.Quiet, &r.Ends.Timeouts, &r.Ends.ResignFrom, &r.Times.Clock, &r.Times.Grace}[pick(5, "number")]
		*number += pick(9, "more")
	}
}
