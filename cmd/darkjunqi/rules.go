package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/textboard"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

func newRules(a *env) *cobra.Command {
	return a.group("rules", messages.RulesShort, messages.RulesLong, newRulesList(a), newRulesShow(a), newRulesCheck(a))
}

func newRulesList(a *env) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: a.t(messages.RulesListShort),
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
func (a *env) jsonFlag(cmd *cobra.Command, value *bool) {
	cmd.Flags().BoolVar(value, "json", false, a.t(messages.FlagJSON))
}

func (a *env) rulesList() error {
	var rows [][2]string
	for _, name := range junqi.Names() {
		rows = append(rows, [2]string{name, a.t(messages.Presets[name])})
	}
	a.say(messages.RulesListPresets)
	a.columns(rows)
	for _, name := range []string{"standard", "siguo"} {
		options, err := junqi.Options(name)
		if err != nil {
			return wrong(err)
		}
		fmt.Fprintln(a.out)
		a.say(messages.RulesListOptions, name)
		rows = rows[:0]
		for _, o := range options {
			help := a.named(o.About) + a.t(messages.OptionOthers, strings.Join(o.Allowed[1:], ", "))
			rows = append(rows, [2]string{o.Name + "=" + o.Value, help})
		}
		a.columns(rows)
	}
	fmt.Fprintln(a.out)
	a.say(messages.RulesListMore)
	return nil
}

func (a *env) rulesListJSON() error {
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
		p := preset{Name: name, Digest: digestOf(rs)}
		for _, o := range options {
			p.Options = append(p.Options, option{o.Name, o.Value, o.Allowed, o.About.EN})
		}
		list = append(list, p)
	}
	return a.printJSON(map[string]any{"rulesets": list})
}

func newRulesShow(a *env) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "show NAME[,option=value…]|FILE",
		Short:   a.t(messages.RulesShowShort),
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

func newRulesCheck(a *env) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "check FILE",
		Short:   a.t(messages.RulesCheckShort),
		Long:    a.t(messages.RulesCheckLong),
		Example: "  darkjunqi rules show standard --json > my.json\n  darkjunqi rules check my.json",
		Args:    a.exactly("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			rs, err := a.ruleset(args[0])
			if err != nil {
				return err
			}
			if asJSON {
				return a.rulesCheckJSON(rs)
			}
			a.say(messages.RulesCheckGood, shownName(args[0]), a.rulesName(rs))
			a.tellGame(a.gameInWords(rs))
			return nil
		},
	}
	a.jsonFlag(cmd, &asJSON)
	return cmd
}

// rulesCheckJSON prints what `rules check` says, for programs.
func (a *env) rulesCheckJSON(rs *engine.Ruleset) error {
	type told struct {
		About string   `json:"about"`
		Words []string `json:"words"`
	}
	found := struct {
		rulesJSON
		Digest string `json:"digest"`
		Told   []told `json:"told"`
	}{rulesJSON: rulesNamed(rs), Digest: digestOf(rs)}
	for _, c := range a.gameInWords(rs) {
		if len(c.lines) > 0 {
			found.Told = append(found.Told, told{a.t(c.head), c.lines})
		}
	}
	return a.printJSON(found)
}

func digestOf(rs *engine.Ruleset) string {
	digest := rs.Digest()
	return hex.EncodeToString(digest[:])
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

// ruleset reads the value of --rules: the name of one of our rulesets with options, or a file that holds a ruleset of
// somebody's own.
func (a *env) ruleset(spec string) (*engine.Ruleset, error) {
	if rulesInFile(spec) {
		return a.rulesetFile(spec)
	}
	rs, err := junqi.Rules(spec)
	if err != nil {
		return nil, wrong(err).hinting(a.t(messages.HintRules))
	}
	return rs, nil
}

// rulesInFile reports whether rules are said by the name of their file.
func rulesInFile(spec string) bool {
	return strings.HasSuffix(spec, ".json") || strings.ContainsAny(spec, `/\`) || spec == "-"
}

func (a *env) rulesetFile(name string) (*engine.Ruleset, error) {
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
	text, err := io.ReadAll(io.LimitReader(r, engine.MaxSpacedText+1))
	if err != nil {
		return nil, a.fileError(name, pathless(err))
	}
	rs, err := engine.ParseRules(text)
	if err != nil {
		return nil, a.fileError(name, err).hinting(a.t(messages.HintRulesFile))
	}
	return rs, nil
}

// rulesJSON prints a ruleset for who wants to change it: the canonical text, with line breaks.
func (a *env) rulesJSON(rs *engine.Ruleset) error {
	var b bytes.Buffer
	if err := json.Indent(&b, rs.Text(), "", " "); err != nil {
		return wrong(err)
	}
	_, err := fmt.Fprintf(a.data, "%s\n", b.Bytes())
	return err
}

func (a *env) rulesShow(rs *engine.Ruleset) {
	a.columns([][2]string{
		{a.t(messages.RulesShowName), a.rulesName(rs)},
		{a.t(messages.RulesShowDigest), digestOf(rs)},
	})
	if spec, ours := junqi.Known(rs); ours {
		a.rulesOptions(spec)
	}
	fmt.Fprintln(a.out)
	// The table below says who beats whom.
	a.tellGame(slices.DeleteFunc(a.gameInWords(rs), func(c chapter) bool { return c.head == messages.TermClashes }))

	fmt.Fprintln(a.out)
	a.say(messages.RulesShowArmy)
	var rows [][2]string
	for _, t := range rs.Types().Types() {
		rows = append(rows, [2]string{
			fmt.Sprintf("%s  %s", string(rs.Letter(t)), textboard.Word(a.lang, rs, t)), fmt.Sprintf("× %d", rs.Count(t)),
		})
	}
	a.columns(rows)

	fmt.Fprintln(a.out)
	a.say(messages.RulesShowCodes)
	rows = rows[:0]
	for code, announcement := range rs.Codes() {
		rows = append(rows, [2]string{fmt.Sprint(code), a.announcement(rs, announcement)})
	}
	a.columns(rows)

	fmt.Fprintln(a.out)
	a.say(messages.RulesShowClash)
	a.clashTable(rs)
}

func (a *env) rulesOptions(spec string) {
	options, err := junqi.Options(spec)
	if err != nil {
		return
	}
	fmt.Fprintln(a.out)
	a.say(messages.RulesShowOptions)
	var rows [][2]string
	for _, o := range options {
		rows = append(rows, [2]string{o.Name + "=" + o.Value, a.named(o.Means)})
	}
	a.columns(rows)
}

// clashTable prints the code of each attacker (down) and defender (across).
func (a *env) clashTable(rs *engine.Ruleset) {
	var b strings.Builder
	b.WriteString("      ")
	for _, defender := range rs.Types().Types() {
		b.WriteString(" " + messages.Centre(textboard.Short(a.lang, rs, defender), 3))
	}
	b.WriteByte('\n')
	for _, attacker := range rs.Mobile().Types() {
		b.WriteString("   " + messages.Pad(textboard.Short(a.lang, rs, attacker), 3))
		for _, defender := range rs.Types().Types() {
			b.WriteString(fmt.Sprintf(" %2d ", rs.Clash(attacker, defender)))
		}
		b.WriteByte('\n')
	}
	fmt.Fprint(a.out, b.String())
}
