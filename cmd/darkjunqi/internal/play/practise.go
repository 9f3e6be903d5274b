package play

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/gameargs"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/rulestext"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
)

func NewPlay(env *cli.Env) *cobra.Command {
	var s playFlags
	var rules string
	var how app.Practising
	cmd := &cobra.Command{
		Use:     "play",
		Example: "  darkjunqi play\n  darkjunqi play --bot sensible --seat blue\n  darkjunqi play --rules siguo,way=partners",
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := parseFlags(env, s)
			if err != nil {
				return err
			}
			rs, err := gameargs.Ruleset(env, rules)
			if err != nil {
				return err
			}
			if err := checkLayout(env.Lang, p, rs); err != nil {
				return err
			}
			if err := gameargs.CheckResolver(env, how.Resolver); err != nil {
				return err
			}
			if _, err := gameargs.ParseSeat(env, rs, how.Seat); err != nil {
				return err
			}
			how.Clock = true
			return playComputer(env, cmd.Context(), p, rs, how)
		},
	}
	cmd.Flags().StringVar(&rules, "rules", "standard,clock=off", env.T(messages.FlagRules))
	cli.CompleteFlag(cmd, "rules", gameargs.RulesetNames)
	gameargs.ResolverFlag(env, cmd, &how.Resolver)
	gameargs.SeatFlag(env, cmd, &how.Seat)
	botFlag(env, cmd, &how.Level, bot.Names()[0], messages.FlagOpponent)
	addSeatFlags(env, cmd, &s)
	return cmd
}

// playComputer plays a match against bots.
func playComputer(env *cli.Env, parent context.Context, p *playOptions, rs *engine.Ruleset, how app.Practising) error {
	ctx, stop := cli.UntilInterrupted(parent)
	defer stop()
	at, err := newRun(env, p)
	if err != nil {
		return err
	}
	defer at.close()
	how.Name, how.Digest = at.app.Name(), at.app.Know(rs)
	id, err := at.app.Practise(ctx, how)
	if err != nil {
		return cli.Wrap(err)
	}
	at.match = at.app.Match(id)
	if !env.JSON && !p.full {
		env.Paragraphs(env.T(messages.HostYouAre, viewmodel.SeatOf(how.Seat), rulestext.Name(env.Lang, rs)))
	}
	return playMatch(env, ctx, at, p, nil)
}
