// Package tools implements the commands about rules, layouts and positions, which need no match.
package tools

import (
	"fmt"
	"maps"
	"slices"
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
	cmd.Long = env.T(messages.LayoutLong, strings.Join(slices.Sorted(maps.Keys(junqi.Layouts())), ", "))
	return cmd
}

func newLayoutCheck(env *cli.Env) *cobra.Command {
	var rules string
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "check LAYOUT",
		Example: "  darkjunqi layout check my.layout\n  darkjunqi layout check 42239/2.1.6/74.58/1.3.1/MM35M/BF76B --rules qq",
		RunE: func(cmd *cobra.Command, args []string) error {
			rs, err := gameargs.Ruleset(env, rules)
			if err != nil {
				return err
			}
			text, err := gameargs.ReadLayout(env, args[0])
			if err != nil {
				return err
			}
			l, err := text.Parse(rs)
			if err == nil {
				err = rs.CheckLayout(l)
			}
			if asJSON {
				result := struct {
					Legal  bool                `json:"legal"`
					Layout string              `json:"layout,omitempty"`
					Reason *auditreport.Reason `json:"reason,omitempty"`
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
		},
	}
	gameargs.RulesFlag(env, cmd, &rules)
	env.JSONFlag(cmd, &asJSON)
	cmd.ValidArgsFunction = cli.Complete(gameargs.LayoutNames)
	return cmd
}

func newLayoutRandom(env *cli.Env) *cobra.Command {
	var rules string
	var seed uint64
	cmd := &cobra.Command{
		Use:     "random",
		Example: "  darkjunqi layout random > my.layout\n  darkjunqi layout random --seed 7",
		RunE: func(cmd *cobra.Command, args []string) error {
			rs, err := gameargs.Ruleset(env, rules)
			if err != nil {
				return err
			}
			rng := robot.FreshRand()
			if cmd.Flags().Changed("seed") {
				rng = gameargs.SeededRand(seed, 0)
			}
			fmt.Fprintln(env.Out, rs.FormatLayout(rs.RandomLayout(rng)))
			return nil
		},
	}
	gameargs.RulesFlag(env, cmd, &rules)
	cmd.Flags().Uint64Var(&seed, "seed", 0, env.T(messages.FlagLayoutSeed))
	return cmd
}

func newLayoutShow(env *cli.Env) *cobra.Command {
	var rules string
	cmd := &cobra.Command{
		Use:     "show LAYOUT",
		Example: "  darkjunqi layout show my.layout\n  darkjunqi layout random | darkjunqi layout show -",
		RunE: func(cmd *cobra.Command, args []string) error {
			rs, err := gameargs.Ruleset(env, rules)
			if err != nil {
				return err
			}
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
		},
	}
	gameargs.RulesFlag(env, cmd, &rules)
	cmd.ValidArgsFunction = cli.Complete(gameargs.LayoutNames)
	return cmd
}

func newLayoutCount(env *cli.Env) *cobra.Command {
	var rules string
	var asJSON bool
	cmd := &cobra.Command{
		Use: "count",
		RunE: func(cmd *cobra.Command, args []string) error {
			rs, err := gameargs.Ruleset(env, rules)
			if err != nil {
				return err
			}
			n := rs.CountLayouts()
			if asJSON {
				return env.PrintJSON(map[string]string{"layouts": n.String()})
			}
			fmt.Fprintln(env.Out, n)
			return nil
		},
	}
	gameargs.RulesFlag(env, cmd, &rules)
	env.JSONFlag(cmd, &asJSON)
	return cmd
}

func newLayoutConvert(env *cli.Env) *cobra.Command {
	var rules, to, out string
	cmd := &cobra.Command{
		Use:     "convert LAYOUT",
		Example: "  darkjunqi layout convert my.layout --to chinese\n  darkjunqi layout convert my.layout --out my.jql\n  darkjunqi layout convert my.jql",
		RunE: func(cmd *cobra.Command, args []string) error {
			if gameargs.IsJQL(out) && !cmd.Flags().Changed("to") {
				to = "jql"
			}
			rs, err := gameargs.Ruleset(env, rules)
			if err != nil {
				return err
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
		},
	}
	gameargs.RulesFlag(env, cmd, &rules)
	cmd.Flags().StringVar(&to, "to", "line", "")
	cli.CompleteFlag(cmd, "to", func() []string { return []string{"line", "rows", "chinese", "jql"} })
	cmd.Flags().StringVar(&out, "out", "", env.T(messages.FlagLayoutOut))
	cmd.ValidArgsFunction = cli.Complete(gameargs.LayoutNames)
	return cmd
}
