package tools

import (
	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/gameargs"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/rulestext"
)

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
	cmd.Flags().StringVar(&to, "to", "line", env.T(messages.FlagLayoutTo))
	cli.CompleteFlag(cmd, "to", func() []string { return []string{"line", "rows", "chinese", "jql"} })
	cmd.Flags().StringVar(&out, "out", "", env.T(messages.FlagLayoutOut))
	cmd.ValidArgsFunction = cli.Complete(gameargs.LayoutNames)
	return cmd
}
