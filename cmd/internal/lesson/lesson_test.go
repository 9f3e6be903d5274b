package lesson_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/lesson"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// games are the rulesets that have a name, some of their variants, and those of files.
func games(t *testing.T) map[string]*engine.Ruleset {
	t.Helper()
	found := map[string]*engine.Ruleset{}
	for _, spec := range append(junqi.Names(), "siguo,way=partners", "siguo,teams=all", "standard,mode=open", "standard,carry=home", "standard,rail=corners") {
		rs, err := junqi.Rules(spec)
		require.NoError(t, err)
		found[spec] = rs
	}
	files, err := filepath.Glob("../../../testdata/rulesets/*.json")
	require.NoError(t, err)
	for _, file := range append(files, "../../../engine/testdata/toy.json") {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		rs, err := engine.ParseRules(text)
		require.NoError(t, err, file)
		found[filepath.Base(file)] = rs
	}
	return found
}

// What a game has is taught, in order, and nothing else.
func TestThemes(t *testing.T) {
	known := games(t)
	for name, themes := range map[string][]string{
		"standard":      {lesson.Army, lesson.Walk, lesson.Ride, lesson.Turn, lesson.Safe, lesson.Locked, lesson.Clash, lesson.Both, lesson.Still, lesson.Flag},
		"siguo":         {lesson.Army, lesson.Walk, lesson.Ride, lesson.Turn, lesson.Safe, lesson.Locked, lesson.Clash, lesson.Both, lesson.Still, lesson.Partner, lesson.Flag},
		"drawn":         {lesson.Walk, lesson.Ride, lesson.Turn, lesson.Safe, lesson.Locked, lesson.Clash, lesson.Both, lesson.Still, lesson.Flag},
		"banqi":         {lesson.Walk, lesson.Clash, lesson.Upset, lesson.Over},
		"stratego.json": {lesson.Army, lesson.Walk, lesson.Ride, lesson.Clash, lesson.Still, lesson.Upset, lesson.Flag},
	} {
		var taught []string
		for _, s := range lesson.Of(known[name]) {
			taught = append(taught, s.Theme)
		}
		require.Equal(t, themes, taught, name)
	}
}

// Of every game, each step has an aim that a legal move reaches, and says what the rules say of it.
func TestAimsAreReached(t *testing.T) {
	for name, rs := range games(t) {
		steps := lesson.Of(rs)
		require.NotEmpty(t, steps, name)
		for _, s := range steps {
			if s.Theme == lesson.Army {
				mended(t, rs, s)
				continue
			}
			aims := 0
			for _, m := range s.Moves {
				legal(t, rs, s, m)
				if m.Aim {
					aims++
				}
			}
			require.Positive(t, aims, "%s: %s", name, s.Theme)
			require.Less(t, aims, len(s.Moves)+1)
		}
	}
}

// legal checks a move of a step by the rules.
func legal(t *testing.T, rs *engine.Ruleset, s lesson.Step, m lesson.Move) {
	t.Helper()
	board := rs.Board()
	node := func(name string) engine.Node {
		n, ok := board.Node(name)
		require.True(t, ok, name)
		return n
	}
	var own, enemy engine.NodeSet
	var mover engine.Type
	attacks := false
	for _, p := range s.Pieces {
		seat, err := engine.ParseSeat(p.Seat)
		require.NoError(t, err)
		n := node(p.Node)
		require.False(t, own.Union(enemy).Has(n), "two pieces on %s", p.Node)
		if rs.Partners(seat, engine.Red) {
			own = own.Add(n)
		} else {
			enemy = enemy.Add(n)
			attacks = attacks || p.Node == m.To
		}
		if p.Node == m.From {
			require.Equal(t, engine.Red, seat)
			mover, _ = rs.Type(p.Type)
		}
	}
	require.True(t, rs.Reach(engine.Red, mover, node(m.From), own, enemy).Has(node(m.To)), "%s: %+v", s.Theme, m)
	require.Equal(t, []string{m.From, m.To}, []string{m.Way[0], m.Way[len(m.Way)-1]})
	require.Equal(t, attacks, m.Said != nil)
	for _, id := range m.May {
		met, _ := rs.Type(id)
		said, ok := rs.Announcement(rs.Clash(mover, met))
		require.True(t, ok)
		require.Equal(t, [2]bool{m.Said.AttackerLeaves, m.Said.DefenderLeaves}, [2]bool{said.AttackerLeaves, said.DefenderLeaves}, "%s may be %s", m.To, id)
	}
}

// mended checks that the exchanges of a step make its layout legal, and that it needs one; where the
// rules bind no piece it needs none.
func mended(t *testing.T, rs *engine.Ruleset, s lesson.Step) {
	t.Helper()
	l, at := make(engine.Layout, rs.ArmySize()), map[string]int{}
	for _, p := range s.Pieces {
		l[p.Number], _ = rs.Type(p.Type)
		at[p.Node] = p.Number
	}
	if s.Who == "" {
		require.NoError(t, rs.CheckLayout(l))
		require.Empty(t, s.Moves)
		return
	}
	require.Error(t, rs.CheckLayout(l))
	require.NotEmpty(t, s.Moves)
	for _, m := range s.Moves {
		tried := append(engine.Layout{}, l...)
		tried[at[m.From]], tried[at[m.To]] = l[at[m.To]], l[at[m.From]]
		require.NoError(t, rs.CheckLayout(tried))
	}
}

// The riders of a lesson ride, what goes around corners does so where others don't get, and the piece
// that is told not to be attacked is not.
func TestThemesShowWhatTheySay(t *testing.T) {
	rs := junqi.Standard()
	for _, s := range lesson.Of(rs) {
		for _, m := range s.Moves {
			switch {
			case !m.Aim:
			case s.Theme == lesson.Walk:
				require.Len(t, m.Way, 2)
				require.Nil(t, m.Said, "nothing is attacked yet")
			case s.Theme == lesson.Ride:
				require.Greater(t, len(m.Way), 3)
			case s.Theme == lesson.Turn:
				from, _ := rs.Board().Node(m.From)
				to, _ := rs.Board().Node(m.To)
				usual, _ := rs.Type("commander")
				require.False(t, rs.Reach(engine.Red, usual, from, engine.NodeSet{}, engine.NodeSet{}).Has(to))
			case s.Theme == lesson.Safe:
				to, _ := rs.Board().Node(m.To)
				require.True(t, rs.Board().KindRule(to).Safe)
			case s.Theme == lesson.Clash:
				require.True(t, m.Said.DefenderLeaves && !m.Said.AttackerLeaves)
				require.Empty(t, m.Said.DefenderSeen+m.Said.AttackerSeen)
				require.NotEmpty(t, m.May)
			case s.Theme == lesson.Both:
				require.True(t, m.Said.DefenderLeaves && m.Said.AttackerLeaves)
				require.NotEmpty(t, m.Flag)
			case s.Theme == lesson.Flag:
				require.True(t, m.Said.FlagTaken)
			}
		}
	}
}

// Where all pieces turn corners, or go only so far, steps show that; that nobody is attacked somewhere is shown in a camp, even if
// there are other such places.
func TestRidesOfOtherRules(t *testing.T) {
	step := func(spec, theme string) (found lesson.Step) {
		t.Helper()
		rs, err := junqi.Rules(spec)
		require.NoError(t, err)
		for _, s := range lesson.Of(rs) {
			if s.Theme == theme {
				found = s
			}
		}
		require.Equal(t, theme, found.Theme, spec)
		return found
	}
	require.Len(t, step("standard,rail=corners", lesson.Turn).Types, 10)
	require.Len(t, step("standard,rail=three-corners", lesson.Turn).Types, 10)
	require.Equal(t, []string{"bomb", "engineer"}, step("standard,bombs-fly=on", lesson.Turn).Types)
	for _, spec := range []string{"standard", "standard,rail=three"} {
		require.True(t, slices.ContainsFunc(step(spec, lesson.Ride).Moves, func(m lesson.Move) bool { return m.Said != nil && len(m.Way) > 2 }), "%s: an attack from afar", spec)
	}
	require.Equal(t, "camp", step("standard,mountains=any", lesson.Safe).Kind)
}
