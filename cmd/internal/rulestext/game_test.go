package rulestext

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/clitest"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// ownGame is a ruleset of somebody's own from testdata.
func ownGame(t *testing.T, name string) *engine.Ruleset {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "testdata", "rulesets", name+".json"))
	require.NoError(t, err)
	rs, err := engine.ParseRules(text)
	require.NoError(t, err)
	return rs
}

// Anyone who is asked to agree to a game that nobody knows reads where pieces start, how each type
// moves, what the places mean and who beats whom, on the terminal and on the page.
func TestTermsTellAnUnknownGame(t *testing.T) {
	for name, want := range map[string][2][]string{
		"three-lamps": {
			{
				"lamp: may start on row 2",
				"well: pieces there can't be attacked; pieces there can't attack",
				"lamp: never move",
				"water, fire, wood: one step by road or rail",
				"wind: one step by road or rail; or any distance along one line",
				"attacks by water: against lamp the defender is removed, the flag is captured, the attacker was: water; against water the attacker is repelled; " +
					"against fire, wind the defender is removed, the attacker was: water; against wood the attacker is removed, the defender was: wood",
			},
			{
				"水井：在里面不受攻击；不能从里面进攻",
				"灯：不能走",
			},
		},
		"stratego": {
			{
				"from strongest to weakest: marshal, general, colonel, major, captain, lieutenant, sergeant, miner, scout; " +
					"the stronger stays, the weaker is removed, and equals are both removed",
				"attacks by miner: against bomb, spy the defender is removed",
			},
			nil,
		},
	} {
		rs := ownGame(t, name)
		for i, lang := range clitest.Languages {
			env, _ := clitest.Env(lang)
			told := Terms(env.Lang, rs)
			var page []string
			for _, term := range Headed(env.Lang, rs, protocol.ElGamal) {
				page = append(page, term.Words)
			}
			for _, line := range want[i] {
				require.Contains(t, told, line)
				require.Contains(t, page, line)
			}
		}
	}
}

// The lines about clashes leave nothing out and add nothing: read back, they are the table.
func TestClashesInWordsAreTheTable(t *testing.T) {
	games := []*engine.Ruleset{clitest.Ruleset(t, "standard"), clitest.Ruleset(t, "siguo,mines=exploding"), clitest.Ruleset(t, "standard,scout=on")}
	for _, name := range []string{"skirmish", "stratego", "stratego-outcome", "three-lamps"} {
		games = append(games, ownGame(t, name))
	}
	for _, rs := range games {
		env, _ := clitest.Env(messages.English)
		typeOf := map[string]engine.Type{}
		for _, one := range rs.Types().Types() {
			typeOf[rs.TypeRule(one).EN] = one
		}
		types := func(list string) (found []engine.Type) {
			for name := range strings.SplitSeq(list, ", ") {
				one, ok := typeOf[name]
				require.True(t, ok, name)
				found = append(found, one)
			}
			return found
		}
		read := map[[2]engine.Type]string{}
		said := func(attacker, defender engine.Type, what string) {
			key := [2]engine.Type{attacker, defender}
			require.NotContains(t, read, key)
			read[key] = what
		}
		for _, line := range clashesInWords(env.Lang, rs) {
			if list, ok := strings.CutPrefix(line, "from strongest to weakest: "); ok {
				list, _, _ = strings.Cut(list, ";")
				rank := types(list)
				for i, attacker := range rank {
					for j, defender := range rank {
						said(attacker, defender, []string{"the defender is removed", "both are removed", "the attacker is removed"}[1+sign(i-j)])
					}
				}
				continue
			}
			who, met, _ := strings.Cut(line, ": ")
			attackers := rs.Mobile().Types()
			if list, ok := strings.CutPrefix(who, "attacks by "); ok {
				attackers = types(list)
			}
			for group := range strings.SplitSeq(met, "; ") {
				list, cut := strings.TrimPrefix(group, "against "), len(group)
				for _, begin := range []string{" the attacker ", " the defender ", " both are removed"} {
					if i := strings.Index(list, begin); i >= 0 {
						cut = min(cut, i)
					}
				}
				list, what := list[:cut], list[cut+1:]
				for _, attacker := range attackers {
					for _, defender := range types(list) {
						said(attacker, defender, what)
					}
				}
			}
		}
		for _, attacker := range rs.Mobile().Types() {
			for _, defender := range rs.Types().Types() {
				ann := rs.AnnouncementRule(rs.Clash(attacker, defender))
				if rs.AlwaysSeen() {
					ann.AttackerSeen, ann.DefenderSeen = "", ""
				}
				require.Equal(t, viewmodel.Announcement(env.Lang, rs, ann), read[[2]engine.Type{attacker, defender}])
			}
		}
	}
}

func sign(n int) int { return min(1, max(-1, n)) }

// Rules that are near to ours are told by what differs, from whichever of ours is nearest, in
// sentences of either language.
func TestDifferencesAreTold(t *testing.T) {
	for _, c := range []struct {
		rules  *engine.Ruleset
		en, zh string
	}{
		{
			clitest.ChangedRules(t, "standard", func(r *engine.Rules) { r.Types[2].Ways = []engine.WayRule{{Along: engine.AlongEdge, Most: 1}} }),
			"unlike standard: engineer, how it moves: one step by road or rail; or any distance along rails, turning at will there, one step by road or rail here",
			"与 standard 不同：工兵，走法：那里是沿公路或铁路走一步；或沿铁路走任意远，可以拐弯，这里是沿公路或铁路走一步",
		},
		{
			clitest.ChangedRules(t, "qq", func(r *engine.Rules) { r.Ends.Quiet = 5 }),
			"unlike qq: turns in a row without progress for a draw: 71 there, 5 here",
			"与 qq 不同：连续多少步没有进展算和棋：那里是 71，这里是 5",
		},
		{
			clitest.ChangedRules(t, "standard", func(r *engine.Rules) { r.Views.First = "blue" }),
			"unlike standard: who moves first: a coin toss there, blue here",
			"与 standard 不同：谁先走：那里是掷币，这里是蓝方",
		},
		{
			clitest.ChangedRules(t, "standard", func(r *engine.Rules) { r.Kinds[1].Safe = !r.Kinds[1].Safe }),
			"unlike standard: kind of place camp, pieces there can't be attacked: yes there, no here",
			"与 standard 不同：位置种类 行营，在里面不受攻击：那里是“是”，这里是“否”",
		},
		{
			clitest.ChangedRules(t, "standard", func(r *engine.Rules) {
				r.Ends.Carry = &engine.CarryRule{To: [][]string{{"b12"}, {"a1", "b1"}}, Beside: true}
			}),
			"unlike standard: what taking the flag does: wins at once there, red to b12, blue to a1 or b1, or next to these while other pieces occupy them here",
			"与 standard 不同：夺旗之后：那里是夺旗即胜，这里是红方扛到 b12、蓝方扛到 a1 或 b1；这些位置被占满时，旁边也行",
		},
		{
			clitest.ChangedRules(t, "standard", func(r *engine.Rules) { r.Name.EN = "mine" }),
			"unlike standard: only in names", "与 standard 不同：只有名称不同",
		},
	} {
		en, _ := clitest.Env(messages.English)
		zh, _ := clitest.Env(messages.Chinese)
		require.Contains(t, Terms(en.Lang, c.rules), c.en)
		require.Contains(t, Terms(zh.Lang, c.rules), c.zh)
	}
	en, _ := clitest.Env(messages.English)
	for _, c := range Game(en.Lang, clitest.Ruleset(t, "standard,mines=exploding")) {
		require.NotEqual(t, messages.TermDiffers, c.Head, "ours")
	}
}

// Of many differences the weightiest are listed, with how many more there are.
func TestManyDifferencesAreNotDropped(t *testing.T) {
	rs := clitest.ChangedRules(t, "standard", func(r *engine.Rules) {
		for i := range r.Types {
			r.Types[i].Letter = string(rune('a' + i - 32))
		}
		r.Ends.Shaken = true
		rows := r.Start[1]
		rows[5][1], rows[4][1] = rows[4][1], rows[5][1]
		r.Nodes[0].X = 91 // which does not matter
	})
	en, _ := clitest.Env(messages.English)
	told := Terms(en.Lang, rs)
	for _, line := range []string{
		"unlike standard: starting places of blue: e7 d7 c7 b7 a7 / e8 . c8 . a8 / e9 d9 . b9 a9 / e10 . c10 . a10 / e11 d11 c11 b11 a11 / e12 d12 c12 b12 a12 there, " +
			"e7 d7 c7 b7 a7 / e8 . c8 . a8 / e9 d9 . b9 a9 / e10 . c10 . a10 / e11 d12 c11 b11 a11 / e12 d11 c12 b12 a12 here",
		"unlike standard: capturing the flag is only a draw for a side that showed its own: no there, yes here",
		"unlike standard: further differences: 2, none more important than these",
		"rows are counted from the front; the starting places differ from seat to seat",
		"red, flag: may start on b1, d1",
		"blue, flag: may start on d11, b12",
		"blue's starting places, front row first, from its own left: e7 d7 c7 b7 a7 / e8 . c8 . a8 / e9 d9 . b9 a9 / e10 . c10 . a10 / e11 d12 c11 b11 a11 / e12 d11 c12 b12 a12",
		"headquarters: b1 b12 d1 d12",
		"how many of each: flag 1, mine 3, engineer 3, platoon 3, company 3, battalion 2, regiment 2, brigade 2, division 2, army 1, commander 1, bomb 2",
	} {
		require.Contains(t, told, line)
	}
	require.NotContains(t, told, messages.SumStartsWhose.In(en.Lang))
}

// Another game altogether is described, not compared.
func TestAnotherGameIsNotCompared(t *testing.T) {
	env, _ := clitest.Env(messages.English)
	for _, name := range []string{"stratego", "skirmish"} {
		heads := map[messages.Text]bool{}
		for _, c := range Game(env.Lang, ownGame(t, name)) {
			heads[c.Head] = true
		}
		require.NotContains(t, heads, messages.TermDiffers, name)
		require.Contains(t, heads, messages.TermMoves, name)
	}
}

// There are words for every field of rules in which they may differ.
func TestEveryDifferenceHasWords(t *testing.T) {
	for subject, part := range map[string]any{
		"seats": engine.SeatRule{}, "kinds": engine.KindRule{}, "nodes": engine.NodeRule{}, "types": engine.TypeRule{},
		"ends": engine.EndRule{}, "times": engine.TimeRule{}, "views": engine.ViewRule{},
	} {
		for _, f := range reflect.VisibleFields(reflect.TypeOf(part)) {
			if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); !slices.Contains([]string{"id", "name", "x", "y", "colour"}, name) {
				require.True(t, messages.DiffFields.Has(subject+"."+name), "%s.%s", subject, name)
			}
		}
	}
	for s := engine.SubjectSeat; s <= engine.SubjectViews; s++ {
		require.True(t, messages.DiffSubjects.Has(s.String()), s.String())
	}
}

// Where a flag has to be carried is said.
func TestCarryingIsTold(t *testing.T) {
	env, _ := clitest.Env(messages.English)
	require.Contains(t, rulesInWords(env.Lang, clitest.Ruleset(t, "standard,carry=front")),
		"whoever captures the flag must carry it to win: red to any place of its home, blue to any place of its home")
	require.Contains(t, strings.Join(rulesInWords(env.Lang, clitest.Ruleset(t, "standard,carry=home")), "\n"), "to win: red to b1 or d1")
}

// A game in which nobody can ever move is told to be one.
func TestGamesWithoutAMoveAreWarnedOf(t *testing.T) {
	locked := clitest.ChangedRules(t, "standard", func(r *engine.Rules) { r.Roads, r.Rails, r.Lines = [][2]string{}, [][2]string{}, [][]string{} })
	for _, lang := range clitest.Languages {
		env, _ := clitest.Env(lang)
		require.Contains(t, Terms(env.Lang, locked), env.T(messages.SumNobodyMoves))
		for _, spec := range []string{"standard", "siguo"} {
			require.NotEqual(t, messages.TermWarning, Game(env.Lang, clitest.Ruleset(t, spec))[0].Head)
		}
	}
}

// Where all is open, nothing is shown by whoever reaches a goal.
func TestReachingInTheOpen(t *testing.T) {
	r := ownGame(t, "geister").Rules()
	shown := "wins by reaching its goal if it is still there at its side's next turn"
	require.Contains(t, strings.Join(Terms(messages.English, ownGame(t, "geister")), "\n"), shown+", and is then shown; goals")
	r.Views.Mode, r.Views.First = engine.ModeOpen, "red"
	r.Ends.Counts = nil
	for i := range r.Clash.Announcements {
		a := &r.Clash.Announcements[i]
		a.AttackerSeen, a.DefenderSeen = "", ""
	}
	r.Clash.Announcements = r.Clash.Announcements[:1]
	r.Clash.Table = [][]int{{0, 0}, {0, 0}}
	rs, err := engine.NewRuleset(r)
	require.NoError(t, err)
	require.Contains(t, strings.Join(Terms(messages.English, rs), "\n"), shown+"; goals")
}

// Rules in words say that a side that can't move loses, whether a flag can be lost or not; and of a type that is only
// called flag they don't say that there is none.
func TestSideThatCannotMoveIsTold(t *testing.T) {
	for _, name := range []string{"stratego", "salpakan"} {
		words := rulesInWords(messages.English, ownGame(t, name))
		require.Contains(t, words, "a side that can't move is out", name)
		require.NotContains(t, strings.Join(words, "\n"), "no flag", name)
	}
}
