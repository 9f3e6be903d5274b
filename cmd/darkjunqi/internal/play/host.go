package play

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/gameargs"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/rulestext"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol"
)

func NewHost(env *cli.Env) *cobra.Command {
	var s playFlags
	var rules, resolver, seat string
	var computers map[string]string
	cmd := &cobra.Command{
		Use:     "host",
		Example: "  darkjunqi host\n  darkjunqi host --relay djqr1…\n  darkjunqi host --rules standard,clock=off --layout my.layout\n  darkjunqi host --page darkjunqi.html\n  darkjunqi host --friend Ada\n  darkjunqi host --by-hand letters",
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := parseFlags(env, s)
			if err != nil {
				return err
			}
			rs, err := hostRules(env, rules, s.byHand != "")
			if err != nil {
				return err
			}
			if err := checkClock(env, p, rs, messages.HintByHandRules); err != nil {
				return err
			}
			if err := checkLayout(env.Lang, p, rs); err != nil {
				return err
			}
			if err := gameargs.CheckResolver(env, resolver); err != nil {
				return err
			}
			own, err := gameargs.ParseSeat(env, rs, seat)
			if err != nil {
				return err
			}
			return host(env, cmd, p, protocol.HostConfig{Rules: rs, Seat: own, Resolver: resolver}, computers)
		},
	}
	gameargs.RulesFlag(env, cmd, &rules)
	gameargs.ResolverFlag(env, cmd, &resolver)
	gameargs.SeatFlag(env, cmd, &seat)
	addPlayFlags(env, cmd, &s)
	inviteFlags(env, cmd, &s)
	cmd.Flags().StringVar(&s.friend, "friend", "", "")
	cmd.Flags().StringToStringVar(&computers, "computer", nil, "")
	return cmd
}

// hostRules returns the rules of a match that is hosted. In a match by hand of more than two seats nobody
// is removed for silence, unless an option says so: it would take a letter from everybody for each record.
func hostRules(env *cli.Env, rules string, byHand bool) (*engine.Ruleset, error) {
	if byHand {
		rules = unhurried(rules)
	}
	rs, err := gameargs.Ruleset(env, rules)
	if err != nil || !byHand || rs.NumSeats() == 2 || rs.AbsentStop() || strings.Contains(rules, ",absent=") {
		return rs, err
	}
	changed := rs.Rules()
	changed.Views.Absent = engine.AbsentStop
	return engine.NewRuleset(changed)
}

// unhurried turns off the clock and the grace of rules by name, for a match by hand, unless they set
// these themselves: letters take time.
func unhurried(rules string) string {
	if gameargs.RulesInFile(rules) {
		return rules
	}
	slow := rules
	for _, option := range []string{"clock", "grace"} {
		if !strings.Contains(rules, ","+option+"=") {
			slow += "," + option + "=off"
		}
	}
	if _, err := junqi.Rules(slow); err != nil { // the error is to be about what was written
		return rules
	}
	return slow
}

func host(env *cli.Env, cmd *cobra.Command, p *playOptions, cfg protocol.HostConfig, computers map[string]string) error {
	ctx, stop := cli.UntilInterrupted(cmd.Context())
	defer stop()
	at, err := newRun(env, p)
	if err != nil {
		return err
	}
	defer at.close()
	if err := chooseRelay(env, at.dir, p); err != nil {
		return err
	}
	if err := at.openPage(env, p); err != nil {
		return err
	}
	friend, err := friendKey(env, p, at.dir)
	if err != nil {
		return err
	}
	id, err := at.app.Host(ctx, app.Hosting{
		Name: at.app.Name(), Digest: at.app.Know(cfg.Rules), Friend: friend, Seat: cfg.Seat.String(), Resolver: cfg.Resolver, Computers: computers,
	})
	if err != nil {
		return problem(err)
	}
	at.match = at.app.Match(id)
	tr := at.transport
	if !env.JSON {
		env.Paragraphs(env.T(messages.HostYouAre, cfg.Seat, rulestext.Name(env.Lang, cfg.Rules)))
		if cfg.Rules.NumSeats() > 2 {
			env.Say(messages.HostTermsAll)
		} else {
			env.Say(messages.HostTerms)
		}
		listTerms(env, cfg.Rules, cfg.Resolver)
		if tr.letters != nil {
			fmt.Fprintln(env.Out)
			env.Paragraphs(env.T(messages.ByHandHow, tr.letters.dir))
		}
		fmt.Fprintln(env.Out)
	}
	if !p.full { // which shows them where they can be copied
		printInvites(env, at, p)
	}
	if tr.public != nil && p.relay == nil && !p.loopback && len(p.announce) == 0 {
		defer tr.watchReach()()
	}
	return playMatch(env, ctx, at, p, nil)
}
