package tools

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/gameargs"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/rulestext"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

func NewRules(env *cli.Env) *cobra.Command {
	return env.Group("rules",
		newRulesList(env), newRulesShow(env), newRulesCheck(env), newRulesCanonical(env))
}

func newRulesList(env *cli.Env) *cobra.Command {
	return env.JSONFlag(&cobra.Command{
		Use: "list",
		RunE: func(cmd *cobra.Command, args []string) error {
			if env.JSON {
				return rulesListJSON(env)
			}
			return rulesList(env)
		},
	})
}

func rulesList(env *cli.Env) error {
	var rows [][2]string
	for _, name := range junqi.Names() {
		rows = append(rows, [2]string{name, env.T(messages.Presets.Of(name))})
	}
	env.Say(messages.RulesListPresets)
	env.Columns(rows)
	for _, name := range []string{"standard", "siguo"} {
		options, err := junqi.Options(name)
		if err != nil {
			return cli.Wrap(err)
		}
		fmt.Fprintln(env.Out)
		env.Say(messages.RulesListOptions, name)
		rows = rows[:0]
		for _, o := range options {
			help := env.Lang.Named(o.About) + env.T(messages.OptionOthers, strings.Join(o.Allowed[1:], ", "))
			rows = append(rows, [2]string{o.Name + "=" + o.Value, help})
		}
		env.Columns(rows)
	}
	fmt.Fprintln(env.Out)
	env.Say(messages.RulesListMore)
	return nil
}

func rulesListJSON(env *cli.Env) error {
	type option struct {
		Name    string   `json:"name"`
		Default string   `json:"default"` // a value of allowed
		Allowed []string `json:"allowed"` // N stands for a number, PAIRS for pairs of nodes
		About   string   `json:"about"`   // in English
	}
	type preset struct {
		Name    string   `json:"name"`
		Digest  string   `json:"digest"`
		Options []option `json:"options"` // of this ruleset
	}
	var list []preset
	for _, name := range junqi.Names() {
		rs, err := junqi.Rules(name)
		if err != nil {
			return cli.Wrap(err)
		}
		options, err := junqi.Options(name)
		if err != nil {
			return cli.Wrap(err)
		}
		p := preset{Name: name, Digest: rulestext.Digest(rs)}
		for _, o := range options {
			p.Options = append(p.Options, option{o.Name, o.Value, o.Allowed, o.About.EN})
		}
		list = append(list, p)
	}
	return env.PrintJSON(map[string]any{"rulesets": list})
}

func newRulesShow(env *cli.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "show NAME[,option=value…]|FILE",
		Example: "  darkjunqi rules show standard\n  darkjunqi rules show standard,mines=exploding,clock=off\n  darkjunqi rules show siguo --json > my.json",
		RunE: func(cmd *cobra.Command, args []string) error {
			rs, err := gameargs.Ruleset(env, args[0])
			if err != nil {
				return err
			}
			if env.JSON {
				return rulesJSON(env, rs)
			}
			rulesShow(env, rs)
			return nil
		},
	}
	env.JSONFlag(cmd)
	cmd.ValidArgsFunction = cli.Complete(gameargs.RulesetNames)
	return cmd
}

func newRulesCheck(env *cli.Env) *cobra.Command {
	return env.JSONFlag(&cobra.Command{
		Use:     "check FILE",
		Example: "  darkjunqi rules show standard --json > my.json\n  darkjunqi rules check my.json",
		RunE: func(cmd *cobra.Command, args []string) error {
			rs, err := gameargs.Ruleset(env, args[0])
			if err != nil {
				return err
			}
			if env.JSON {
				return rulesCheckJSON(env, rs)
			}
			env.Say(messages.RulesCheckGood, cli.ShownName(args[0]), rulestext.Name(env.Lang, rs))
			printChapters(env, rulestext.Game(env.Lang, rs))
			return nil
		},
	})
}

func newRulesCanonical(env *cli.Env) *cobra.Command {
	return &cobra.Command{
		Use:     "canonical FILE",
		Example: "  darkjunqi rules canonical edited.json > my.json",
		RunE: func(cmd *cobra.Command, args []string) error {
			rs, err := gameargs.UnsortedRules(env, args[0])
			if err != nil {
				return err
			}
			return rulesJSON(env, rs)
		},
	}
}

func rulesCheckJSON(env *cli.Env, rs *engine.Ruleset) error {
	type told struct {
		About string   `json:"about"` // in English
		Words []string `json:"words"` // sentences
	}
	found := struct {
		rulestext.Identity
		Digest string `json:"digest"`
		Told   []told `json:"told"` // the game in words
	}{Identity: rulestext.Identify(rs), Digest: rulestext.Digest(rs)}
	for _, c := range rulestext.Game(env.Lang, rs) {
		if len(c.Lines) > 0 {
			found.Told = append(found.Told, told{env.T(c.Head), c.Lines})
		}
	}
	return env.PrintJSON(found)
}

// rulesJSON prints a ruleset for editing: the canonical text, with line breaks.
func rulesJSON(env *cli.Env, rs *engine.Ruleset) error {
	var b bytes.Buffer
	if err := json.Indent(&b, rs.Text(), "", " "); err != nil {
		return cli.Wrap(err)
	}
	_, err := fmt.Fprintf(env.Data, "%s\n", b.Bytes())
	return err
}

func rulesShow(env *cli.Env, rs *engine.Ruleset) {
	env.Columns([][2]string{
		{env.T(messages.RulesShowName), rulestext.Name(env.Lang, rs)},
		{env.T(messages.RulesShowDigest), rulestext.Digest(rs)},
	})
	if spec, ours := junqi.Known(rs); ours {
		rulesOptions(env, spec)
	}
	fmt.Fprintln(env.Out)
	// The table below shows who beats whom.
	printChapters(env, slices.DeleteFunc(rulestext.Game(env.Lang, rs),
		func(c rulestext.Chapter) bool { return c.Head == messages.TermClashes }))

	fmt.Fprintln(env.Out)
	env.Say(messages.RulesShowArmy)
	var rows [][2]string
	for _, t := range rs.Types().Types() {
		rows = append(rows, [2]string{
			fmt.Sprintf("%s  %s", string(rs.Letter(t)), env.Lang.Type(rs, t)), fmt.Sprintf("× %d", rs.Count(t)),
		})
	}
	env.Columns(rows)

	fmt.Fprintln(env.Out)
	env.Say(messages.RulesShowCodes)
	rows = rows[:0]
	for code := range rs.Codes() {
		rows = append(rows, [2]string{fmt.Sprint(code), viewmodel.Announcement(env.Lang, rs, rs.AnnouncementRule(engine.Code(code)))})
	}
	env.Columns(rows)

	fmt.Fprintln(env.Out)
	env.Say(messages.RulesShowClash)
	clashTable(env, rs)
}

func rulesOptions(env *cli.Env, spec string) {
	options, err := junqi.Options(spec)
	if err != nil {
		return
	}
	fmt.Fprintln(env.Out)
	env.Say(messages.RulesShowOptions)
	var rows [][2]string
	for _, o := range options {
		rows = append(rows, [2]string{o.Name + "=" + o.Value, env.Lang.Named(o.Means)})
	}
	env.Columns(rows)
}

// clashTable prints the code of each attacker (down) and defender (across).
func clashTable(env *cli.Env, rs *engine.Ruleset) {
	var b strings.Builder
	b.WriteString("      ")
	for _, defender := range rs.Types().Types() {
		b.WriteString(" " + messages.Centre(env.Lang.Sign(rs.TypeRule(defender), engine.Blue), 3))
	}
	b.WriteByte('\n')
	for _, attacker := range rs.Mobile().Types() {
		b.WriteString("   " + messages.Pad(env.Lang.Sign(rs.TypeRule(attacker), engine.Red), 3))
		for _, defender := range rs.Types().Types() {
			b.WriteString(fmt.Sprintf(" %2d ", rs.Clash(attacker, defender)))
		}
		b.WriteByte('\n')
	}
	fmt.Fprint(env.Out, b.String())
}

func printChapters(env *cli.Env, told []rulestext.Chapter) {
	for _, c := range told {
		for _, line := range c.Lines {
			env.Bullet(line)
		}
	}
}
