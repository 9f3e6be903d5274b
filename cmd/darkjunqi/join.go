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

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/friends"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/libp2pnet"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
)

func newJoin(a *app) *cobra.Command {
	var s seating
	var yes bool
	cmd := &cobra.Command{
		Use:     "join INVITE",
		Short:   a.t(words.JoinShort),
		Long:    a.t(words.JoinLong),
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
				return a.fail(words.ErrNotByHand).hinting(a.t(words.HintNotByHand))
			case p.byHand == "" && inv.ByHand():
				return a.fail(words.ErrByHandOnly).hinting(a.t(words.HintByHandOnly))
			}
			return a.join(cmd, p, inv, yes)
		},
	}
	cmd.Flags().BoolVar(&yes, "yes", false, a.t(words.FlagYes))
	a.seatingFlags(cmd, &s)
	cmd.Flags().StringVar(&s.relayText, "relay", "", a.t(words.FlagJoinRelay))
	return cmd
}

func (a *app) join(cmd *cobra.Command, p *prepared, inv *p2p.Invite, yes bool) error {
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
	if err := a.checkClock(p, offered.Rules(), words.HintByHandTerms); err != nil {
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
		return wrong(err).hinting(a.t(words.HintResume, "darkjunqi resume "+id))
	}
	if err != nil {
		return wrong(err)
	}
	defer session.Close()
	if !p.asJSON {
		fmt.Fprintln(a.out)
		a.paragraphs(a.t(words.InviteUsed, "darkjunqi resume "+session.ID()))
		if line.letters != nil {
			a.paragraphs(a.t(words.ByHandHow, line.letters.dir))
		}
	}
	return a.sit(ctx, sitting{dir: dir, session: session, line: line}, p, con)
}

// sayInviter says who invites, of those who are known.
func (a *app) sayInviter(host friends.Friend) {
	if host.Name == "" {
		a.say(words.NamelessInvites, host.Match)
		return
	}
	a.say(words.FriendInvites, host.Name)
}

// noInvite explains why a text invites to no seat.
func (a *app) noInvite(err error) error {
	switch {
	case errors.Is(err, p2p.ErrInviteToWatch):
		return wrong(err).hinting(a.t(words.HintInviteWatch))
	case errors.Is(err, p2p.ErrInviteToRelay):
		return wrong(err).hinting(a.t(words.HintInviteRelay))
	case errors.Is(err, p2p.ErrInviteVersion):
		return wrong(err).hinting(a.t(words.HintVersion))
	}
	return wrong(err).hinting(a.t(words.HintInvite))
}

// noTerms explains why the terms could not be had.
func (a *app) noTerms(err error, how *prepared) error {
	p := wrong(err)
	var version *p2p.VersionError
	switch {
	case errors.As(err, &version):
		return p.hinting(a.t(words.HintVersion))
	case errors.Is(err, context.Canceled):
		return a.fail(words.ErrNotJoined)
	case errors.Is(err, p2p.ErrTaken):
		return p.hinting(a.t(words.HintTaken))
	case libp2pnet.IsRelay(err):
		return p.hinting(a.t(words.HintDeadRelay))
	}
	own, _ := net.InterfaceAddrs() // if they can't be had nothing is said of them
	return p.hinting(a.t(unreachable(how.ways, own)))
}

// unreachable is what may help a guest who can't reach the host, by how it tried, and the
// addresses of its computer.
func unreachable(how ways, own []net.Addr) words.Text {
	switch {
	case !how.loopback && len(own) > 0 && !slices.ContainsFunc(own, leadsOut):
		return words.HintNoNetwork
	case how.relayOnly:
		return words.HintOnlyRelay
	}
	return words.HintUnreachable
}

// leadsOut reports whether an address is one of a network.
func leadsOut(own net.Addr) bool {
	network, ok := own.(*net.IPNet)
	return ok && network.IP.IsGlobalUnicast()
}

// showTerms says in words what the guest is asked to agree to.
func (a *app) showTerms(m *protocol.Match, guest engine.Seat) {
	a.say(words.JoinYouWouldBe, guest)
	a.paragraphs(a.t(words.JoinTerms, a.rulesName(m.Rules()), m.Terms().Resolver))
	a.listTerms(m.Rules(), m.Terms().Resolver)
}

// listTerms says what the terms of a match mean.
func (a *app) listTerms(rs *engine.Ruleset, resolver string) {
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
		a.paragraphs(a.t(words.JoinStandard, a.rulesName(usual)))
	} else {
		a.paragraphs(a.t(words.JoinRest, a.rulesName(usual)))
	}
}

// agree asks whether to play by the terms.
func (a *app) agree(ctx context.Context, p *prepared, con *console) error {
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
	a.say(words.JoinAsk)
	line, ok := con.line(ctx, "[y/N] ")
	return a.agreed(ctx, line, ok)
}

// agreeAtOnce asks for one line, and leaves the terminal to the full screen.
func (a *app) agreeAtOnce(ctx context.Context) error {
	fmt.Fprintln(a.out)
	a.say(words.JoinAsk)
	fmt.Fprint(a.out, "[y/N] ")
	line, ok, err := readLine(ctx, a.in)
	if err != nil {
		return wrong(err)
	}
	return a.agreed(ctx, line, ok)
}

// agreed judges an answer.
func (a *app) agreed(ctx context.Context, line string, ok bool) error {
	switch {
	case ctx.Err() != nil:
		return a.fail(words.ErrNotJoined)
	case !ok:
		return a.fail(words.ErrNoAnswer).hinting(a.t(words.HintYes))
	case !isYes(line):
		return a.fail(words.ErrDeclined)
	}
	return nil
}
