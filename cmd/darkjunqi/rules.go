package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/table"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

func newRules(a *app) *cobra.Command {
	return a.group("rules", words.RulesShort, words.RulesLong, newRulesList(a), newRulesShow(a), newRulesCheck(a))
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
	for _, name := range junqi.Names() {
		rows = append(rows, [2]string{name, a.t(words.Presets[name])})
	}
	a.say(words.RulesListPresets)
	a.columns(rows)
	for _, name := range []string{"standard", "siguo"} {
		options, err := junqi.Options(name)
		if err != nil {
			return wrong(err)
		}
		fmt.Fprintln(a.out)
		a.say(words.RulesListOptions, name)
		rows = rows[:0]
		for _, o := range options {
			help := a.named(o.About) + a.t(words.OptionOthers, strings.Join(o.Allowed[1:], ", "))
			rows = append(rows, [2]string{o.Name + "=" + o.Value, help})
		}
		a.columns(rows)
	}
	fmt.Fprintln(a.out)
	a.say(words.RulesListMore)
	return nil
}

func (a *app) rulesListJSON() error {
	type option struct {
		Name    string   `json:"name"`
		Default string   `json:"default"`
		Allowed []string `json:"allowed"` // N stands for a number, PAIRS for pairs of nodes
		About   string   `json:"about"`
	}
	type preset struct {
		Name    string   `json:"name"`
		Digest  string   `json:"digest"`
		Options []option `json:"options"`
	}
	var list []preset
	for _, name := range junqi.Names() {
		rs, err := junqi.Rules(name)
		if err != nil {
			return wrong(err)
		}
		options, err := junqi.Options(name)
		if err != nil {
			return wrong(err)
		}
		digest := rs.Digest()
		p := preset{Name: name, Digest: hex.EncodeToString(digest[:])}
		for _, o := range options {
			p.Options = append(p.Options, option{o.Name, o.Value, o.Allowed, o.About.EN})
		}
		list = append(list, p)
	}
	return a.printJSON(map[string]any{"rulesets": list})
}

func newRulesShow(a *app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "show NAME[,option=value…]|FILE",
		Short:   a.t(words.RulesShowShort),
		Example: "  darkjunqi rules show standard\n  darkjunqi rules show standard,mines=exploding,clock=off\n  darkjunqi rules show siguo --json > my.json",
		Args:    a.exactly("NAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			rs, err := a.ruleset(args[0])
			if err != nil {
				return err
			}
			if asJSON {
				return a.rulesJSON(rs)
			}
			a.rulesShow(rs)
			return nil
		},
	}
	a.jsonFlag(cmd, &asJSON)
	return cmd
}

func newRulesCheck(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "check FILE",
		Short:   a.t(words.RulesCheckShort),
		Long:    a.t(words.RulesCheckLong),
		Example: "  darkjunqi rules show standard --json > my.json\n  darkjunqi rules check my.json",
		Args:    a.exactly("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			rs, err := a.ruleset(args[0])
			if err != nil {
				return err
			}
			a.say(words.RulesCheckGood, args[0], a.rulesName(rs))
			for _, line := range a.rulesInWords(rs) {
				a.bullet(line)
			}
			a.rulesDiffer(rs)
			return nil
		},
	}
}

// usualRules are those of ours that have as many seats, all options at their defaults.
func usualRules(rs *engine.Ruleset) *engine.Ruleset {
	if rs.NumSeats() > 2 {
		if siguo, err := junqi.Rules("siguo"); err == nil {
			return siguo
		}
	}
	return junqi.Standard()
}

// rulesDiffer says in what rules that aren't ours differ from ours of the same number of seats.
func (a *app) rulesDiffer(rs *engine.Ruleset) {
	if _, ours := junqi.Known(rs); ours {
		return
	}
	usual := usualRules(rs)
	const most = 12
	if lines := a.differencesInWords(rs, usual, most); len(lines) <= most {
		fmt.Fprintln(a.out)
		a.say(words.RulesDiffer, a.rulesName(usual))
		for _, line := range lines {
			a.bullet(line)
		}
	}
}

// ruleset reads the value of --rules: the name of one of our rulesets with options, or a file that holds a ruleset of
// somebody's own.
func (a *app) ruleset(spec string) (*engine.Ruleset, error) {
	if strings.HasSuffix(spec, ".json") || strings.ContainsAny(spec, `/\`) || spec == "-" {
		return a.rulesetFile(spec)
	}
	rs, err := junqi.Rules(spec)
	if err != nil {
		return nil, wrong(err).hinting(a.t(words.HintRules))
	}
	return rs, nil
}

func (a *app) rulesetFile(name string) (*engine.Ruleset, error) {
	var r io.Reader = a.in
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, a.fileError(name, pathless(err))
		}
		defer f.Close()
		r = f
	}
	// White space is free, so a file may be longer than the canonical text.
	text, err := io.ReadAll(io.LimitReader(r, 4*engine.MaxRulesText))
	if err != nil {
		return nil, a.fileError(name, pathless(err))
	}
	rs, err := engine.ParseRules(text)
	if err != nil {
		return nil, a.fileError(name, err).hinting(a.t(words.HintRulesFile))
	}
	return rs, nil
}

// rulesJSON prints a ruleset for who wants to change it: the canonical text, with line breaks.
func (a *app) rulesJSON(rs *engine.Ruleset) error {
	var b bytes.Buffer
	if err := json.Indent(&b, rs.Text(), "", " "); err != nil {
		return wrong(err)
	}
	_, err := fmt.Fprintf(a.data, "%s\n", b.Bytes())
	return err
}

func (a *app) rulesShow(rs *engine.Ruleset) {
	digest := rs.Digest()
	a.columns([][2]string{
		{a.t(words.RulesShowName), a.rulesName(rs)},
		{a.t(words.RulesShowDigest), hex.EncodeToString(digest[:])},
	})
	if spec, ours := junqi.Known(rs); ours {
		a.rulesOptions(spec)
	}
	fmt.Fprintln(a.out)
	for _, line := range a.rulesInWords(rs) {
		a.bullet(line)
	}

	fmt.Fprintln(a.out)
	a.say(words.RulesShowArmy)
	var rows [][2]string
	for _, t := range rs.Types().Types() {
		rows = append(rows, [2]string{
			fmt.Sprintf("%s  %s", string(rs.Letter(t)), table.Word(a.lang, rs, t)), fmt.Sprintf("× %d", rs.Count(t)),
		})
	}
	a.columns(rows)

	fmt.Fprintln(a.out)
	a.say(words.RulesShowCodes)
	rows = rows[:0]
	for code, announcement := range rs.Codes() {
		rows = append(rows, [2]string{fmt.Sprint(code), a.announcement(rs, announcement)})
	}
	a.columns(rows)

	fmt.Fprintln(a.out)
	a.say(words.RulesShowClash)
	a.clashTable(rs)
}

func (a *app) rulesOptions(spec string) {
	options, err := junqi.Options(spec)
	if err != nil {
		return
	}
	fmt.Fprintln(a.out)
	a.say(words.RulesShowOptions)
	var rows [][2]string
	for _, o := range options {
		rows = append(rows, [2]string{o.Name + "=" + o.Value, a.named(o.Means)})
	}
	a.columns(rows)
}

// clashTable prints the code of each attacker (down) and defender (across).
func (a *app) clashTable(rs *engine.Ruleset) {
	var b strings.Builder
	b.WriteString("      ")
	for _, defender := range rs.Types().Types() {
		b.WriteString(" " + words.Centre(table.Short(a.lang, rs, defender), 3))
	}
	b.WriteByte('\n')
	for _, attacker := range rs.Mobile().Types() {
		b.WriteString("   " + words.Pad(table.Short(a.lang, rs, attacker), 3))
		for _, defender := range rs.Types().Types() {
			b.WriteString(fmt.Sprintf(" %2d ", rs.Clash(attacker, defender)))
		}
		b.WriteByte('\n')
	}
	fmt.Fprint(a.out, b.String())
}
