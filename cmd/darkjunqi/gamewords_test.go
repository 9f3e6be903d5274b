package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/auditreport"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/rulestext"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// ownGame is a ruleset of somebody's own from testdata.
func ownGame(t *testing.T, name string) *engine.Ruleset {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "rulesets", name+".json"))
	require.NoError(t, err)
	rs, err := engine.ParseRules(text)
	require.NoError(t, err)
	return rs
}

// changed is one of our rulesets with a change, so that it isn't ours any more.
func changed(t *testing.T, spec string, change func(*engine.Rules)) *engine.Ruleset {
	t.Helper()
	r := ruleset(t, spec).Rules()
	change(&r)
	rs, err := engine.NewRuleset(r)
	require.NoError(t, err)
	return rs
}

// Who is asked to agree to a game that nobody knows reads where pieces start, how each type
// moves, what the places mean and who beats whom, on the terminal and on the page.
func TestTermsTellAnUnknownGame(t *testing.T) {
	for name, want := range map[string][2][]string{
		"three-lamps": {
			{
				"lamp: may start on row 2",
				"well: nobody is attacked there; nobody attacks from there",
				"lamp: never move",
				"water, fire, wood: one step by road or rail",
				"wind: one step by road or rail; or any distance along one line",
				"whoever attacks: against lamp the defender leaves, the flag is taken",
				"attacks by water: against water the attacker is repelled; against fire, wind the defender leaves; against wood the attacker leaves",
			},
			{
				"水井：在里面不受攻击；不能从里面进攻",
				"灯：不能走",
				"无论谁进攻：遇灯，防守方离开，军旗被夺",
			},
		},
		"stratego": {
			{
				"from the strongest: marshal, general, colonel, major, captain, lieutenant, sergeant, miner, scout: " +
					"the stronger stays and the weaker leaves, and equals leave together",
				"attacks by miner: against bomb, spy the defender leaves",
			},
			nil,
		},
	} {
		rs := ownGame(t, name)
		for i, lang := range languages {
			env, _ := speaker(lang)
			told := rulestext.Terms(env.Lang, rs)
			var page []string
			for _, pair := range rulestext.Pairs(env.Lang, rs, protocol.ElGamal) {
				page = append(page, pair[1])
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
	games := []*engine.Ruleset{ruleset(t, "standard"), ruleset(t, "siguo,mines=exploding"), ruleset(t, "standard,scout=on")}
	for _, name := range []string{"skirmish", "stratego", "stratego-outcome", "three-lamps"} {
		games = append(games, ownGame(t, name))
	}
	for _, rs := range games {
		env, _ := speaker(messages.English)
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
		for _, line := range rulestext.ClashesInWords(env.Lang, rs) {
			if list, ok := strings.CutPrefix(line, "from the strongest: "); ok {
				list, _, _ = strings.Cut(list, ":")
				rank := types(list)
				for i, attacker := range rank {
					for j, defender := range rank {
						said(attacker, defender, []string{"the defender leaves", "both leave", "the attacker leaves"}[1+sign(i-j)])
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
				list, what := strings.TrimPrefix(group, "against "), ""
				for _, begin := range []string{" the attacker ", " the defender ", " both leave"} {
					if i := strings.Index(list, begin); i >= 0 && what == "" {
						list, what = list[:i], list[i+1:]
					}
				}
				for _, attacker := range attackers {
					for _, defender := range types(list) {
						said(attacker, defender, what)
					}
				}
			}
		}
		for _, attacker := range rs.Mobile().Types() {
			for _, defender := range rs.Types().Types() {
				ann, _ := rs.Announcement(rs.Clash(attacker, defender))
				ann.AttackerSeen, ann.DefenderSeen = engine.NoType, engine.NoType
				require.Equal(t, rulestext.Announcement(env.Lang, rs, ann), read[[2]engine.Type{attacker, defender}])
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
			changed(t, "standard", func(r *engine.Rules) { r.Types[2].Ways = []engine.WayRule{{Along: engine.AlongEdge, Most: 1}} }),
			"unlike standard: engineer, how it moves: one step by road or rail; or any distance along rails, turning at will there, one step by road or rail here",
			"与 standard 不同：工兵，走法：那里是沿公路或铁路走一步；或沿铁路走任意远，可以拐弯，这里是沿公路或铁路走一步",
		},
		{
			changed(t, "qq", func(r *engine.Rules) { r.Ends.Quiet = 5 }),
			"unlike qq: turns in a row without a clash that are a draw: 71 there, 5 here",
			"与 qq 不同：连续多少步没有碰子算和棋：那里是71，这里是5",
		},
		{
			changed(t, "standard", func(r *engine.Rules) { r.Views.First = "blue" }),
			"unlike standard: who moves first: a coin there, blue here",
			"与 standard 不同：谁先走：那里是掷币，这里是蓝方",
		},
		{
			changed(t, "standard", func(r *engine.Rules) { r.Kinds[1].Safe = !r.Kinds[1].Safe }),
			"unlike standard: kind of place camp, nobody is attacked there: yes there, no here",
			"与 standard 不同：位置种类 行营，在里面不受攻击：那里是“是”，这里是“否”",
		},
		{
			changed(t, "standard", func(r *engine.Rules) {
				r.Ends.Carry = &engine.CarryRule{To: [][]string{{"b12"}, {"a1", "b1"}}, Beside: true}
			}),
			"unlike standard: what taking the flag does: wins at once there, red to b12, blue to a1 or b1, and next to these while other pieces fill them here",
			"与 standard 不同：夺旗之后：那里是夺旗即胜，这里是红方扛到 b12、蓝方扛到 a1 或 b1；这些位置被占满时，旁边也行",
		},
		{
			changed(t, "standard", func(r *engine.Rules) { r.Name.EN = "mine" }),
			"unlike standard: in nothing but names", "与 standard 不同：只有名称不同",
		},
	} {
		en, _ := speaker(messages.English)
		zh, _ := speaker(messages.Chinese)
		require.Contains(t, rulestext.Terms(en.Lang, c.rules), c.en)
		require.Contains(t, rulestext.Terms(zh.Lang, c.rules), c.zh)
	}
	env, _ := speaker(messages.English)
	for _, rs := range []*engine.Ruleset{ownGame(t, "stratego"), ruleset(t, "standard,mines=exploding")} {
		name, _ := rulestext.NearestInWords(env.Lang, rs)
		require.Empty(t, name, "another game, or ours")
	}
}

// There are words for every field of rules in which they may differ.
func TestEveryDifferenceHasWords(t *testing.T) {
	for subject, part := range map[string]any{
		"seats": engine.SeatRule{}, "kinds": engine.KindRule{}, "nodes": engine.NodeRule{}, "types": engine.TypeRule{},
		"ends": engine.EndRule{}, "times": engine.TimeRule{}, "views": engine.ViewRule{},
	} {
		for _, f := range reflect.VisibleFields(reflect.TypeOf(part)) {
			if name := f.Tag.Get("json"); name != "id" && name != "name" {
				require.Contains(t, messages.DiffFields, subject+"."+name)
			}
		}
	}
	for s := engine.SubjectSeat; s <= engine.SubjectViews; s++ {
		require.Contains(t, messages.DiffSubjects, s.String())
	}
}

// Where a flag has to be carried is said.
func TestCarryingIsTold(t *testing.T) {
	env, _ := speaker(messages.English)
	require.Contains(t, rulestext.RulesInWords(env.Lang, ruleset(t, "standard,carry=front")),
		"who takes the flag has to carry it to win: red to any place of its home, blue to any place of its home")
	require.Contains(t, strings.Join(rulestext.RulesInWords(env.Lang, ruleset(t, "standard,carry=home")), "\n"), "to win: red to b1 or d1")
}

// To programs, rules that only bear the name of ours don't pass for them.
func TestRulesAreNotSpoofed(t *testing.T) {
	spoof := changed(t, "standard", func(r *engine.Rules) { r.Ends.Quiet = 5 })
	require.Equal(t, "standard", spoof.Name().EN)
	require.Equal(t, rulestext.Identity{Game: "standard"}, rulestext.Identify(spoof))
	require.Equal(t, rulestext.Identity{Rules: "standard,mines=exploding"}, rulestext.Identify(ruleset(t, "standard,mines=exploding")))
	found, err := json.Marshal(auditreport.Of(&protocol.Report{Rules: spoof}))
	require.NoError(t, err)
	require.NotContains(t, string(found), `"rules":`)
	require.Contains(t, string(found), `"game":"standard"`)

	file := filepath.Join(t.TempDir(), "my.json")
	require.NoError(t, os.WriteFile(file, spoof.Text(), 0o600))
	got := darkjunqi("rules", "check", file, "--json")
	require.Equal(t, cli.ExitSound, got.code, got.err)
	var said struct {
		Rules, Game, Digest string
		Told                []struct {
			About string
			Words []string
		}
	}
	require.NoError(t, json.Unmarshal([]byte(got.out), &said))
	require.Equal(t, "standard", said.Game)
	require.Empty(t, said.Rules)
	require.Len(t, said.Digest, 64)
	require.Equal(t, "Differs", said.Told[1].About)
	require.Equal(t, []string{"unlike standard: turns in a row without a clash that are a draw: 70 there, 5 here"}, said.Told[1].Words)
}

// A file of rules that is too long is said to be, and nothing else of it.
func TestRulesFileThatIsTooLong(t *testing.T) {
	file := filepath.Join(t.TempDir(), "my.json")
	text := append(junqi.Standard().Text(), strings.Repeat(" ", engine.MaxSpacedText)...)
	require.NoError(t, os.WriteFile(file, text, 0o600))
	got := darkjunqi("rules", "check", file)
	require.Equal(t, cli.ExitBad, got.code)
	require.Contains(t, got.err, "the longest allowed is 262144")
	require.NoError(t, os.WriteFile(file, text[:engine.MaxSpacedText], 0o600))
	require.Equal(t, cli.ExitSound, darkjunqi("rules", "check", file).code)
}

// What to try next after a demonstration is the same game.
func TestDemoNamesTheSameGame(t *testing.T) {
	env, out := speaker(messages.English)
	demoNext(env, demonstration{rules: "my game.json", resolver: "garbled", seed: 4, seeded: true})
	require.Contains(t, out.String(), "darkjunqi demo --rules 'my game.json' --resolver garbled --seed 4 --out demo.djq ")
	require.Contains(t, out.String(), "darkjunqi host --rules 'my game.json' --resolver garbled ")
	out.Reset()
	demoNext(env, demonstration{rules: "standard", resolver: protocol.ElGamal, out: "a.djq"})
	require.Contains(t, out.String(), "darkjunqi host ")
	require.NotContains(t, out.String(), "--r")
}

// A game in which nobody can ever move is told to be one.
func TestGamesWithoutAMoveAreWarnedOf(t *testing.T) {
	locked := changed(t, "standard", func(r *engine.Rules) { r.Roads, r.Rails, r.Lines = [][2]string{}, [][2]string{}, [][]string{} })
	for _, lang := range languages {
		env, _ := speaker(lang)
		require.Contains(t, rulestext.Terms(env.Lang, locked), env.T(messages.SumNobodyMoves))
		for _, spec := range []string{"standard", "siguo"} {
			require.NotEqual(t, messages.TermWarning, rulestext.Game(env.Lang, ruleset(t, spec))[0].Head)
		}
	}
}
