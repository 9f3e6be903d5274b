// Package tools implements the commands about rules, layouts and positions, which need no match.
package tools

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/auditreport"
	"github.com/darkjunqi/darkjunqi/cmd/internal/boardprint"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/gameargs"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/rulestext"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p/robot"
)

func NewLayout(env *cli.Env) *cobra.Command {
	cmd := env.Group("layout",
		newLayoutCheck(env), newLayoutRandom(env), newLayoutShow(env), newLayoutConvert(env), newLayoutCount(env))
	cmd.Long = env.T(messages.LayoutLong, strings.Join(junqi.LayoutNames(), ", "))
	return cmd
}

// withRules returns a command of layouts; run gets the rules of --rules.
func withRules(env *cli.Env, use, example string, run func(cmd *cobra.Command, rs *engine.Ruleset, args []string) error) *cobra.Command {
	var rules string
	cmd := &cobra.Command{
		Use:     use,
		Example: example,
		RunE: func(cmd *cobra.Command, args []string) error {
			rs, err := gameargs.Ruleset(env, rules)
			if err != nil {
				return err
			}
			return run(cmd, rs, args)
		},
	}
	gameargs.RulesFlag(env, cmd, &rules)
	if strings.HasSuffix(use, "LAYOUT") {
		cmd.ValidArgsFunction = cli.Complete(junqi.LayoutNames)
	}
	return cmd
}

func newLayoutCheck(env *cli.Env) *cobra.Command {
	cmd := withRules(env, "check LAYOUT",
		"  darkjunqi layout check my.layout\n  darkjunqi layout check 42239/2.1.6/74.58/1.3.1/MM35M/BF76B --rules qq",
		func(cmd *cobra.Command, rs *engine.Ruleset, args []string) error {
			text, err := gameargs.ReadLayout(env, args[0])
			if err != nil {
				return err
			}
			l, err := text.Parse(rs)
			if err == nil {
				err = rs.CheckLayout(l)
			}
			if env.JSON {
				result := struct {
					Legal  bool                `json:"legal"`            // exit code 0, otherwise 1
					Layout string              `json:"layout,omitempty"` // if it is legal
					Reason *auditreport.Reason `json:"reason,omitempty"` // if it is not
				}{Legal: err == nil}
				if err != nil {
					env.Code = cli.ExitCheating
					result.Reason = auditreport.ReasonOf(err)
				} else {
					result.Layout = rs.FormatLayout(l)
				}
				return env.PrintJSON(result)
			}
			if err != nil {
				return &cli.Problem{Code: cli.ExitCheating, Err: err}
			}
			env.Say(messages.LayoutLegal, rulestext.Name(env.Lang, rs))
			return nil
		})
	return env.JSONFlag(cmd)
}

func newLayoutRandom(env *cli.Env) *cobra.Command {
	var seed uint64
	cmd := withRules(env, "random",
		"  darkjunqi layout random > my.layout\n  darkjunqi layout random --seed 7",
		func(cmd *cobra.Command, rs *engine.Ruleset, args []string) error {
			rng := robot.FreshRand()
			if cmd.Flags().Changed("seed") {
				rng = gameargs.SeededRand(seed, 0)
			}
			fmt.Fprintln(env.Out, rs.FormatLayout(rs.RandomLayout(rng)))
			return nil
		})
	cmd.Flags().Uint64Var(&seed, "seed", 0, env.T(messages.FlagLayoutSeed))
	return cmd
}

func newLayoutShow(env *cli.Env) *cobra.Command {
	return withRules(env, "show LAYOUT",
		"  darkjunqi layout show my.layout\n  darkjunqi layout random | darkjunqi layout show -",
		func(cmd *cobra.Command, rs *engine.Ruleset, args []string) error {
			l, err := gameargs.Layout(env, rs, args[0])
			if err != nil {
				return err
			}
			if len(l) != rs.ArmySize() {
				return cli.Wrap(rs.CheckLayout(l))
			}
			boardprint.PrintLayout(env, rs, engine.Red, l)
			fmt.Fprintln(env.Out, rs.FormatLayout(l))
			return nil
		})
}

func newLayoutCount(env *cli.Env) *cobra.Command {
	cmd := withRules(env, "count", "", func(cmd *cobra.Command, rs *engine.Ruleset, args []string) error {
		n := rs.CountLayouts()
		if env.JSON {
			return env.PrintJSON(map[string]string{"layouts": n.String()})
		}
		fmt.Fprintln(env.Out, n)
		return nil
	})
	return env.JSONFlag(cmd)
}

func newLayoutConvert(env *cli.Env) *cobra.Command {
	var to, out string
	cmd := withRules(env, "convert LAYOUT",
		"  darkjunqi layout convert my.layout --to chinese\n  darkjunqi layout convert my.layout --out my.jql\n  darkjunqi layout convert my.jql",
		func(cmd *cobra.Command, rs *engine.Ruleset, args []string) error {
			if gameargs.IsJQL(out) && !cmd.Flags().Changed("to") {
				to = "jql"
			}
			l, err := gameargs.Layout(env, rs, args[0])
			if err != nil {
				return err
			}
			data, err := gameargs.FormatLayout(env, rs, l, to)
			if err != nil {
				return err
			}
			if err := rs.CheckLayout(l); err != nil {
				env.Warn(messages.LayoutIllegal, rulestext.Name(env.Lang, rs), err)
			}
			if out == "" {
				if to == "jql" && env.Terminal != nil {
					return env.Fail(messages.ErrJQLTerminal).WithHint(env.T(messages.HintJQLOut))
				}
				_, _ = env.Out.Write(data)
				return nil
			}
			return env.WriteFile(out, data)
		})
	cmd.Flags().StringVar(&to, "to", "line", "")
	cli.CompleteFlag(cmd, "to", func() []string { return []string{"line", "rows", "chinese", "jql"} })
	cmd.Flags().StringVar(&out, "out", "", env.T(messages.FlagLayoutOut))
	return cmd
}
