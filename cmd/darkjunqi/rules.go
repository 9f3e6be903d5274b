package main

import (
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/table"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/engine"
)

func newRules(a *app) *cobra.Command {
	return a.group("rules", words.RulesShort, words.RulesLong, newRulesList(a), newRulesShow(a))
}

// presets are the rulesets that have a name, with what to say of each.
var presets = []struct {
	name  string
	about words.Text
}{
	{"standard", words.PresetStandard},
	{"qq", words.PresetQQ},
	{"app", words.PresetApp},
}

func newRulesList(a *app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: a.t(words.RulesListShort),
		Args:  a.exactly(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if asJSON {
				return a.rulesListJSON()
			}
			return a.rulesList()
		},
	}
	a.jsonFlag(cmd, &asJSON)
	return cmd
}

// jsonFlag is the flag of all commands that can speak to programs.
func (a *app) jsonFlag(cmd *cobra.Command, value *bool) {
	cmd.Flags().BoolVar(value, "json", false, a.t(words.FlagJSON))
}

func (a *app) rulesList() error {
	var rows [][2]string
	for _, p := range presets {
		rows = append(rows, [2]string{p.name, a.t(p.about)})
	}
	a.say(words.RulesListPresets)
	a.columns(rows)
	rs, err := engine.Rules("standard")
	if err != nil {
		return wrong(err)
	}
	fmt.Fprintln(a.out)
	a.say(words.RulesListOptions)
	rows = rows[:0]
	for _, o := range rs.Options() {
		help := a.optionHelp(o.Name) + a.t(words.OptionOthers, strings.Join(o.Allowed[1:], ", "))
		rows = append(rows, [2]string{o.Name + "=" + o.Value, help})
	}
	a.columns(rows)
	fmt.Fprintln(a.out)
	a.say(words.RulesListMore)
	return nil
}

func (a *app) rulesListJSON() error {
	type preset struct {
		Name      string `json:"name"`
		Canonical string `json:"canonical"`
		Digest    string `json:"digest"`
	}
	var list []preset
	for _, p := range presets {
		rs, err := engine.Rules(p.name)
		if err != nil {
			return wrong(err)
		}
		digest := rs.Digest()
		list = append(list, preset{p.name, rs.Canonical(), hex.EncodeToString(digest[:])})
	}
	type option struct {
		Name    string   `json:"name"`
		Default string   `json:"default"`
		Allowed []string `json:"allowed"` // N stands for a number, PAIRS for pairs of nodes
		About   string   `json:"about"`
	}
	var options []option
	for _, o := range engine.Standard().Options() {
		options = append(options, option{o.Name, o.Default, o.Allowed, o.About})
	}
	return a.printJSON(map[string]any{"rulesets": list, "options": options})
}

func newRulesShow(a *app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "show NAME[,option=value…]",
		Short:   a.t(words.RulesShowShort),
		Example: "  darkjunqi rules show standard\n  darkjunqi rules show standard,mines=exploding,clock=off\n  darkjunqi rules show qq --json",
		Args:    a.exactly("NAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			rs, err := a.ruleset(args[0])
			if err != nil {
				return err
			}
			if asJSON {
				_, err := fmt.Fprintf(a.out, "%s\n", rs.JSON())
				return err
			}
			a.rulesShow(rs)
			return nil
		},
	}
	a.jsonFlag(cmd, &asJSON)
	return cmd
}

// ruleset reads the value of --rules.
func (a *app) ruleset(spec string) (*engine.Ruleset, error) {
	rs, err := engine.Rules(spec)
	if err != nil {
		return nil, wrong(err).hinting(a.t(words.HintRules))
	}
	return rs, nil
}

func (a *app) rulesShow(rs *engine.Ruleset) {
	digest := rs.Digest()
	a.columns([][2]string{
		{a.t(words.RulesShowName), rs.String()},
		{a.t(words.RulesShowDigest), hex.EncodeToString(digest[:])},
	})
	fmt.Fprintln(a.out)
	a.say(words.RulesShowOptions)
	var rows [][2]string
	for _, o := range rs.Options() {
		rows = append(rows, [2]string{o.Name + "=" + o.Value, a.optionValue(rs, o.Name)})
	}
	a.columns(rows)

	fmt.Fprintln(a.out)
	a.say(words.RulesShowArmy)
	rows = rows[:0]
	for _, t := range allTypes() {
		count := fmt.Sprintf("%d × %s", rs.Count(t), t)
		if a.lang == words.Chinese { // whose name stands there already
			count = fmt.Sprintf("× %d", rs.Count(t))
		}
		rows = append(rows, [2]string{fmt.Sprintf("%s  %s", string(t.Letter()), t.Chinese()), count})
	}
	a.columns(rows)

	fmt.Fprintln(a.out)
	a.say(words.RulesShowCodes)
	rows = rows[:0]
	for code, announcement := range rs.Codes() {
		rows = append(rows, [2]string{fmt.Sprint(code), a.announcement(announcement)})
	}
	a.columns(rows)

	fmt.Fprintln(a.out)
	a.say(words.RulesShowClash)
	a.clashTable(rs)
}

func allTypes() []engine.Type {
	types := make([]engine.Type, engine.NumTypes)
	for i := range types {
		types[i] = engine.Type(i)
	}
	return types
}

// clashTable prints the code of each attacker (down) and defender (across).
func (a *app) clashTable(rs *engine.Ruleset) {
	var b strings.Builder
	b.WriteString("      ")
	for _, defender := range allTypes() {
		b.WriteString(" " + words.Centre(table.Short(a.lang, defender), 3))
	}
	b.WriteByte('\n')
	for _, attacker := range allTypes() {
		if rs.Clash(attacker, engine.Flag) == engine.NoCode {
			continue
		}
		b.WriteString("   " + words.Pad(table.Short(a.lang, attacker), 3))
		for _, defender := range allTypes() {
			b.WriteString(fmt.Sprintf(" %2d ", rs.Clash(attacker, defender)))
		}
		b.WriteByte('\n')
	}
	fmt.Fprint(a.out, b.String())
}
