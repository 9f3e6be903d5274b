package play

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/friends"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/libp2pnet"
	"github.com/darkjunqi/darkjunqi/p2p/store"
)

func NewJoin(env *cli.Env) *cobra.Command {
	var s playFlags
	var yes bool
	var level string
	cmd := &cobra.Command{
		Use:     "join INVITE",
		Example: "  darkjunqi join djq1…\n  darkjunqi join djq1… --yes --bot sensible",
		Args:    env.Pasted("INVITE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := parseFlags(env, s)
			if err != nil {
				return err
			}
			inv, err := invite.Parse(strings.Join(args, " "))
			if err != nil {
				return noInvite(env, err, messages.HintInvite)
			}
			switch {
			case p.byHand != "" && !inv.ByHand():
				return env.Fail(messages.ErrNotByHand).WithHint(env.T(messages.HintNotByHand))
			case p.byHand == "" && inv.ByHand():
				return env.Fail(messages.ErrByHandOnly).WithHint(env.T(messages.HintByHandOnly))
			}
			if _, err := bot.New(level); err != nil {
				return cli.Wrap(err)
			}
			return join(env, cmd, p, inv, yes, level)
		},
	}
	cmd.Flags().BoolVar(&yes, "yes", false, env.T(messages.FlagYes))
	addPlayFlags(env, cmd, &s)
	cmd.Flags().StringVar(&s.relayText, "relay", "", env.T(messages.FlagJoinRelay))
	cmd.Flags().StringVar(&level, "computer", "sensible", env.T(messages.FlagJoinComputer, strings.Join(bot.Names(), ", ")))
	cli.CompleteFlag(cmd, "computer", bot.Names)
	return cmd
}

func join(env *cli.Env, cmd *cobra.Command, p *playOptions, inv *invite.Invite, yes bool, level string) error {
	ctx, stop := cli.UntilInterrupted(cmd.Context())
	defer stop()
	at, err := newRun(env, p)
	if err != nil {
		return err
	}
	defer at.close()
	offer, err := fetchOffer(env, ctx, at, inv, p)
	if err != nil {
		return noTerms(env, err, p)
	}
	defer offer.Close()
	if err := checkLayout(env.Lang, p, offer.Rules()); err != nil {
		return err
	}
	if err := checkClock(env, p, offer.Rules(), messages.HintByHandTerms); err != nil {
		return err
	}
	if !env.JSON || !yes {
		showTerms(env, offer.Match, inv.Seat())
		sayPhrase(env, inv.Terms())
		if offer.Friend != nil {
			sayInviter(env, *offer.Friend)
		}
	}
	con, err := openSeatConsole(env, ctx, p)
	if err != nil {
		return err
	}
	defer con.close()
	if !yes {
		if err := agree(env, ctx, p, con); err != nil {
			return err
		}
	}
	at.match, err = offer.Accept(at.app.Name(), level)
	if errors.Is(err, store.ErrExists) {
		id := p2p.MatchID(inv.Terms(), inv.Seat())
		return cli.Wrap(err).WithHint(env.T(messages.HintResume, "darkjunqi resume "+id))
	}
	if err != nil {
		return cli.Wrap(err)
	}
	if !env.JSON {
		fmt.Fprintln(env.Out)
		env.Paragraphs(env.T(messages.InviteUsed, "darkjunqi resume "+at.match.ID()))
		if at.transport.letters != nil {
			env.Paragraphs(env.T(messages.ByHandHow, at.transport.letters.dir))
		}
	}
	return playMatch(env, ctx, at, p, con)
}

func sayInviter(env *cli.Env, host friends.Friend) {
	if host.Name == "" {
		env.Say(messages.NamelessInvites, host.Match)
		return
	}
	env.Say(messages.FriendInvites, host.Name)
}

// noInvite explains why a text is not the invite that a command takes, with its usual hint if there is no better one.
func noInvite(env *cli.Env, err error, hint messages.Text) error {
	for _, better := range []struct {
		err  error
		hint messages.Text
	}{
		{invite.ErrForSeat, messages.HintWatchSeat}, {invite.ErrForWatching, messages.HintInviteWatch},
		{invite.ErrForRelay, messages.HintInviteRelay}, {invite.ErrVersion, messages.HintVersion},
	} {
		if errors.Is(err, better.err) {
			hint = better.hint
		}
	}
	return cli.Wrap(err).WithHint(env.T(hint))
}

// noTerms explains why the terms could not be fetched.
func noTerms(env *cli.Env, err error, how *playOptions) error {
	if errors.As(err, new(*cli.Problem)) {
		return problem(err) // this side can't even listen
	}
	p := cli.Wrap(err)
	var version *p2p.VersionError
	switch {
	case errors.As(err, &version):
		return p.WithHint(env.T(messages.HintVersion))
	case errors.Is(err, context.Canceled):
		return env.Fail(messages.ErrNotJoined)
	case errors.Is(err, p2p.ErrTaken):
		return p.WithHint(env.T(messages.HintTaken))
	case libp2pnet.IsRelay(err):
		return p.WithHint(env.T(messages.HintDeadRelay))
	}
	own, _ := net.InterfaceAddrs() // if they can't be had nothing is said of them
	return p.WithHint(env.T(unreachable(how.networkFlags, own)))
}

// unreachable returns the advice for a guest that can't reach the host, given how it tried and the
// addresses of its computer.
func unreachable(how networkFlags, own []net.Addr) messages.Text {
	switch {
	case !how.loopback && len(own) > 0 && !slices.ContainsFunc(own, leadsOut):
		return messages.HintNoNetwork
	case how.relayOnly:
		return messages.HintOnlyRelay
	}
	return messages.HintUnreachable
}

// leadsOut reports whether an address belongs to a network beyond this computer.
func leadsOut(own net.Addr) bool {
	network, ok := own.(*net.IPNet)
	return ok && network.IP.IsGlobalUnicast()
}

func agree(env *cli.Env, ctx context.Context, p *playOptions, con *console) error {
	if p.full {
		return agreeAtOnce(env, ctx)
	}
	if con == nil {
		var err error
		if con, err = openConsole(env, ctx); err != nil {
			return err
		}
		defer con.close()
	}
	fmt.Fprintln(env.Out)
	env.Say(messages.JoinAsk)
	line, ok := con.line(ctx, "[y/N] ")
	switch {
	case ctx.Err() != nil:
		return env.Fail(messages.ErrNotJoined)
	case !ok:
		return env.Fail(messages.ErrNoAnswer).WithHint(env.T(messages.HintYes))
	case !cli.IsYes(line):
		return env.Fail(messages.ErrDeclined)
	}
	return nil
}

// agreeAtOnce asks for one line, and leaves the terminal to the full screen.
func agreeAtOnce(env *cli.Env, ctx context.Context) error {
	fmt.Fprintln(env.Out)
	env.Say(messages.JoinAsk)
	err := env.Confirm(ctx, messages.ErrDeclined)
	if ctx.Err() != nil {
		return env.Fail(messages.ErrNotJoined)
	}
	return err
}
