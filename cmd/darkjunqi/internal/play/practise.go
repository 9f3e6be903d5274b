package play

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/uiflags"
	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/gameargs"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/rulestext"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
)

// practiceFlags holds the flags of `play`.
type practiceFlags struct {
	rules    string
	resolver string
	seat     string
	bot      string
	layout   string
	asJSON   bool
	ui       uiflags.Flags
}

func NewPlay(env *cli.Env) *cobra.Command {
	var f practiceFlags
	cmd := &cobra.Command{
		Use:     "play",
		Example: "  darkjunqi play\n  darkjunqi play --bot sensible --seat blue\n  darkjunqi play --rules siguo,way=partners",
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := parseFlags(env, playFlags{ui: f.ui, layout: f.layout, asJSON: f.asJSON})
			if err != nil {
				return err
			}
			rs, err := gameargs.Ruleset(env, f.rules)
			if err != nil {
				return err
			}
			if err := checkLayout(env.Lang, p, rs); err != nil {
				return err
			}
			if err := gameargs.CheckResolver(env, f.resolver); err != nil {
				return err
			}
			own, err := gameargs.ParseSeat(env, rs, f.seat)
			if err != nil {
				return err
			}
			return playComputer(env, cmd.Context(), p, rs, app.Practising{Level: f.bot, Clock: true, Seat: own.String(), Resolver: f.resolver})
		},
	}
	cmd.Flags().StringVar(&f.rules, "rules", "standard,clock=off", env.T(messages.FlagRules))
	cli.CompleteFlag(cmd, "rules", gameargs.RulesetNames)
	gameargs.ResolverFlag(env, cmd, &f.resolver)
	cmd.Flags().StringVar(&f.seat, "seat", "red", env.T(messages.FlagSeat))
	cli.CompleteFlag(cmd, "seat", gameargs.SeatNames)
	cmd.Flags().StringVar(&f.bot, "bot", bot.Names()[0], env.T(messages.FlagOpponent, strings.Join(bot.Names(), ", ")))
	cli.CompleteFlag(cmd, "bot", bot.Names)
	uiflags.Add(env, cmd, &f.ui)
	cmd.Flags().StringVar(&f.layout, "layout", "", env.T(messages.FlagLayout))
	cli.CompleteFlag(cmd, "layout", gameargs.LayoutNames)
	cmd.Flags().BoolVar(&f.asJSON, "json", false, env.T(messages.FlagStream))
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
	if !p.asJSON && !p.full {
		env.Paragraphs(env.T(messages.HostYouAre, viewmodel.SeatOf(how.Seat), rulestext.Name(env.Lang, rs)))
	}
	con, err := openSeatConsole(env, ctx, p)
	if err != nil {
		return err
	}
	defer con.close()
	return playMatch(env, ctx, at, p, con)
}
