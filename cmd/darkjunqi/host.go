package main

import (
	"crypto/rand"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/friends"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/protocol"
)

func newHost(a *env) *cobra.Command {
	var s seating
	var rules, resolver, seat string
	cmd := &cobra.Command{
		Use:     "host",
		Short:   a.t(messages.HostShort),
		Long:    a.t(messages.HostLong),
		Example: "  darkjunqi host\n  darkjunqi host --relay djqr1…\n  darkjunqi host --rules standard,clock=off --layout my.layout\n  darkjunqi host --friend Ada\n  darkjunqi host --by-hand letters",
		Args:    a.exactly(),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := a.prepare(s)
			if err != nil {
				return err
			}
			if s.byHand != "" {
				rules = unhurried(rules)
			}
			rs, err := a.ruleset(rules)
			if err != nil {
				return err
			}
			if err := a.checkClock(p, rs, messages.HintByHandRules); err != nil {
				return err
			}
			if err := a.checkLayout(p, rs); err != nil {
				return err
			}
			if err := a.checkResolver(resolver); err != nil {
				return err
			}
			own, err := a.seatIn(rs, seat)
			if err != nil {
				return err
			}
			return a.host(cmd, p, protocol.HostConfig{Rules: rs, Seat: own, Resolver: resolver})
		},
	}
	a.rulesFlag(cmd, &rules)
	a.resolverFlag(cmd, &resolver)
	cmd.Flags().StringVar(&seat, "seat", "red", a.t(messages.FlagSeat))
	a.seatingFlags(cmd, &s)
	a.inviteFlags(cmd, &s)
	cmd.Flags().StringVar(&s.friend, "friend", "", a.t(messages.FlagFriend))
	return cmd
}

// unhurried turns off the clock and the grace of rules by name, for a match by hand, unless
// they say something of their own: letters take their time.
func unhurried(rules string) string {
	if rulesInFile(rules) {
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

func (a *env) host(cmd *cobra.Command, p *prepared, cfg protocol.HostConfig) error {
	ctx, stop := untilInterrupted(cmd.Context())
	defer stop()
	dir, err := a.openStore()
	if err != nil {
		return err
	}
	if err := a.callSelf(dir, p); err != nil {
		return err
	}
	if err := a.chooseRelay(dir, p); err != nil {
		return err
	}
	kept, err := a.identityFor(p, friends.Of(dir))
	if err != nil {
		return err
	}
	line, err := a.connect(p, kept)
	if err != nil {
		return err
	}
	defer line.close()
	secret, err := p2p.NewTableSecret(rand.Reader)
	if err != nil {
		return wrong(err)
	}
	cfg.Invites = secret.Invites(cfg.Rules, cfg.Seat)
	player, err := protocol.Host(cfg, rand.Reader)
	if err != nil {
		return wrong(err)
	}
	session, err := p2p.Host(line.net, p2p.Files(dir), player, secret, p.session())
	if err != nil {
		return wrong(err)
	}
	defer session.Close()
	if !p.asJSON {
		a.paragraphs(a.t(messages.HostYouAre, cfg.Seat, a.rulesName(cfg.Rules)))
		if cfg.Rules.NumSeats() > 2 {
			a.say(messages.HostTermsAll)
		} else {
			a.say(messages.HostTerms)
		}
		a.listTerms(cfg.Rules, cfg.Resolver)
		if line.letters != nil {
			fmt.Fprintln(a.out)
			a.paragraphs(a.t(messages.ByHandHow, line.letters.dir))
		}
		fmt.Fprintln(a.out)
	}
	if !p.full { // which shows them where they can be copied
		a.invite(session, p, line)
	}
	if line.public != nil && p.relay == nil && !p.loopback && len(p.announce) == 0 {
		defer line.watchReach()()
	}
	con, err := a.openTable(ctx, p)
	if err != nil {
		return err
	}
	defer con.close()
	return a.sit(ctx, sitting{dir: dir, session: session, line: line}, p, con)
}

// seatIn is a seat of the rules by its name.
func (a *env) seatIn(rs *engine.Ruleset, name string) (engine.Seat, error) {
	own, err := engine.ParseSeat(name)
	if err != nil {
		return own, wrong(err)
	}
	if !rs.HasSeat(own) {
		return own, a.fail(messages.ErrNoSuchSeat, own, rs.Seats())
	}
	return own, nil
}
