package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/friends"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/libp2pnet"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
)

func newJoin(a *env) *cobra.Command {
	var s seating
	var yes bool
	cmd := &cobra.Command{
		Use:     "join INVITE",
		Short:   a.t(messages.JoinShort),
		Long:    a.t(messages.JoinLong),
		Example: "  darkjunqi join djq1…\n  darkjunqi join djq1… --yes --bot sensible",
		Args:    a.pasted("INVITE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := a.prepare(s)
			if err != nil {
				return err
			}
			inv, err := p2p.ParseInvite(strings.Join(args, " "))
			if err != nil {
				return a.noInvite(err)
			}
			switch {
			case p.byHand != "" && !inv.ByHand():
				return a.fail(messages.ErrNotByHand).hinting(a.t(messages.HintNotByHand))
			case p.byHand == "" && inv.ByHand():
				return a.fail(messages.ErrByHandOnly).hinting(a.t(messages.HintByHandOnly))
			}
			return a.join(cmd, p, inv, yes)
		},
	}
	cmd.Flags().BoolVar(&yes, "yes", false, a.t(messages.FlagYes))
	a.seatingFlags(cmd, &s)
	cmd.Flags().StringVar(&s.relayText, "relay", "", a.t(messages.FlagJoinRelay))
	return cmd
}

func (a *env) join(cmd *cobra.Command, p *prepared, inv *p2p.Invite, yes bool) error {
	ctx, stop := untilInterrupted(cmd.Context())
	defer stop()
	dir, err := a.openStore()
	if err != nil {
		return err
	}
	if err := a.callSelf(dir, p); err != nil {
		return err
	}
	host, known := friends.Of(dir).ByKey(inv.Host())
	var kept []byte
	if known { // who invites knows this player by that name
		kept = host.Own[:]
	}
	line, err := a.connect(p, kept)
	if err != nil {
		return err
	}
	defer line.close()
	terms, err := a.fetchTerms(ctx, line, inv, p)
	if err != nil {
		return a.noTerms(err, p)
	}
	offered := protocol.NewMatch()
	if err := offered.Append(terms); err != nil {
		return wrong(err)
	}
	if err := a.checkLayout(p, offered.Rules()); err != nil {
		return err
	}
	if err := a.checkClock(p, offered.Rules(), messages.HintByHandTerms); err != nil {
		return err
	}
	if !p.asJSON || !yes {
		a.showTerms(offered, inv.Seat())
		a.sayPhrase(inv.Terms())
		if known {
			a.sayInviter(host)
		}
	}
	con, err := a.openTable(ctx, p)
	if err != nil {
		return err
	}
	defer con.close()
	if !yes {
		if err := a.agree(ctx, p, con); err != nil {
			return err
		}
	}
	player, err := protocol.Join(terms, inv.Seat(), inv.Key(), rand.Reader)
	if err != nil {
		return wrong(err)
	}
	session, err := p2p.Join(line.net, p2p.Files(dir), inv, player, p.session())
	if errors.Is(err, store.ErrExists) {
		id := p2p.MatchID(inv.Terms(), player.Seat())
		return wrong(err).hinting(a.t(messages.HintResume, "darkjunqi resume "+id))
	}
	if err != nil {
		return wrong(err)
	}
	defer session.Close()
	if !p.asJSON {
		fmt.Fprintln(a.out)
		a.paragraphs(a.t(messages.InviteUsed, "darkjunqi resume "+session.ID()))
		if line.letters != nil {
			a.paragraphs(a.t(messages.ByHandHow, line.letters.dir))
		}
	}
	return a.sit(ctx, sitting{dir: dir, session: session, line: line}, p, con)
}

// sayInviter says who invites, of those who are known.
func (a *env) sayInviter(host friends.Friend) {
	if host.Name == "" {
		a.say(messages.NamelessInvites, host.Match)
		return
	}
	a.say(messages.FriendInvites, host.Name)
}

// noInvite explains why a text invites to no seat.
func (a *env) noInvite(err error) error {
	switch {
	case errors.Is(err, p2p.ErrInviteToWatch):
		return wrong(err).hinting(a.t(messages.HintInviteWatch))
	case errors.Is(err, p2p.ErrInviteToRelay):
		return wrong(err).hinting(a.t(messages.HintInviteRelay))
	case errors.Is(err, p2p.ErrInviteVersion):
		return wrong(err).hinting(a.t(messages.HintVersion))
	}
	return wrong(err).hinting(a.t(messages.HintInvite))
}

// noTerms explains why the terms could not be had.
func (a *env) noTerms(err error, how *prepared) error {
	p := wrong(err)
	var version *p2p.VersionError
	switch {
	case errors.As(err, &version):
		return p.hinting(a.t(messages.HintVersion))
	case errors.Is(err, context.Canceled):
		return a.fail(messages.ErrNotJoined)
	case errors.Is(err, p2p.ErrTaken):
		return p.hinting(a.t(messages.HintTaken))
	case libp2pnet.IsRelay(err):
		return p.hinting(a.t(messages.HintDeadRelay))
	}
	own, _ := net.InterfaceAddrs() // if they can't be had nothing is said of them
	return p.hinting(a.t(unreachable(how.ways, own)))
}

// unreachable is what may help a guest who can't reach the host, by how it tried, and the
// addresses of its computer.
func unreachable(how ways, own []net.Addr) messages.Text {
	switch {
	case !how.loopback && len(own) > 0 && !slices.ContainsFunc(own, leadsOut):
		return messages.HintNoNetwork
	case how.relayOnly:
		return messages.HintOnlyRelay
	}
	return messages.HintUnreachable
}

// leadsOut reports whether an address is one of a network.
func leadsOut(own net.Addr) bool {
	network, ok := own.(*net.IPNet)
	return ok && network.IP.IsGlobalUnicast()
}

// showTerms says in words what the guest is asked to agree to.
func (a *env) showTerms(m *protocol.Match, guest engine.Seat) {
	a.say(messages.JoinYouWouldBe, guest)
	a.paragraphs(a.t(messages.JoinTerms, a.rulesName(m.Rules()), m.Terms().Resolver))
	a.listTerms(m.Rules(), m.Terms().Resolver)
}

// listTerms says what the terms of a match mean.
func (a *env) listTerms(rs *engine.Ruleset, resolver string) {
	for _, line := range a.termsInWords(rs) {
		a.bullet(line)
	}
	if !rs.Open() { // where nothing has to be worked out
		a.bullet(a.resolverInWords(resolver))
	}
	if _, ours := junqi.Known(rs); !ours {
		return // all of it was said
	}
	usual := usualRules(rs)
	if rs.Digest() == usual.Digest() {
		a.paragraphs(a.t(messages.JoinStandard, a.rulesName(usual)))
	} else {
		a.paragraphs(a.t(messages.JoinRest, a.rulesName(usual)))
	}
}

// agree asks whether to play by the terms.
func (a *env) agree(ctx context.Context, p *prepared, con *console) error {
	if p.full {
		return a.agreeAtOnce(ctx)
	}
	if con == nil {
		var err error
		if con, err = a.openConsole(ctx); err != nil {
			return wrong(err)
		}
		defer con.close()
	}
	fmt.Fprintln(a.out)
	a.say(messages.JoinAsk)
	line, ok := con.line(ctx, "[y/N] ")
	return a.agreed(ctx, line, ok)
}

// agreeAtOnce asks for one line, and leaves the terminal to the full screen.
func (a *env) agreeAtOnce(ctx context.Context) error {
	fmt.Fprintln(a.out)
	a.say(messages.JoinAsk)
	fmt.Fprint(a.out, "[y/N] ")
	line, ok, err := readLine(ctx, a.in)
	if err != nil {
		return wrong(err)
	}
	return a.agreed(ctx, line, ok)
}

// agreed judges an answer.
func (a *env) agreed(ctx context.Context, line string, ok bool) error {
	switch {
	case ctx.Err() != nil:
		return a.fail(messages.ErrNotJoined)
	case !ok:
		return a.fail(messages.ErrNoAnswer).hinting(a.t(messages.HintYes))
	case !isYes(line):
		return a.fail(messages.ErrDeclined)
	}
	return nil
}
