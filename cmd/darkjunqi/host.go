package main

import (
	"crypto/rand"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/table"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/libp2pnet"
	"github.com/darkjunqi/darkjunqi/protocol"
)

func newHost(a *app) *cobra.Command {
	var s seating
	var rules, resolver, seat string
	cmd := &cobra.Command{
		Use:     "host",
		Short:   a.t(words.HostShort),
		Long:    a.t(words.HostLong),
		Example: "  darkjunqi host\n  darkjunqi host --rules standard,clock=off --layout my.layout\n  darkjunqi host --bot sensible --loopback",
		Args:    a.exactly(),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := a.prepare(s)
			if err != nil {
				return err
			}
			rs, err := a.ruleset(rules)
			if err != nil {
				return err
			}
			if err := a.checkLayout(p, rs); err != nil {
				return err
			}
			if err := a.checkResolver(resolver); err != nil {
				return err
			}
			own, err := engine.ParseSeat(seat)
			if err != nil {
				return wrong(err)
			}
			return a.host(cmd, p, protocol.HostConfig{Rules: rs, Seat: own, Resolver: resolver})
		},
	}
	a.rulesFlag(cmd, &rules)
	cmd.Flags().StringVar(&resolver, "resolver", protocol.Resolvers()[0], a.t(words.FlagResolver, strings.Join(protocol.Resolvers(), ", ")))
	cmd.Flags().StringVar(&seat, "seat", "red", a.t(words.FlagSeat))
	a.seatingFlags(cmd, &s)
	a.announceFlag(cmd, &s)
	return cmd
}

func (a *app) host(cmd *cobra.Command, p *prepared, cfg protocol.HostConfig) error {
	ctx, stop := untilInterrupted(cmd.Context())
	defer stop()
	dir, err := a.openStore()
	if err != nil {
		return err
	}
	h, err := a.listen(libp2pnet.ListenConfig{Loopback: p.loopback, Port: p.port, Announce: p.announce})
	if err != nil {
		return err
	}
	defer h.Close()
	secret, err := p2p.NewTableSecret(rand.Reader)
	if err != nil {
		return wrong(err)
	}
	guest := cfg.Seat.Other()
	cfg.Invite = secret.Seat(guest).PublicKey()
	player, err := protocol.Host(cfg, rand.Reader)
	if err != nil {
		return wrong(err)
	}
	session, err := p2p.Host(h, p2p.Files(dir), player, secret, p2p.Config{AutoPass: true})
	if err != nil {
		return wrong(err)
	}
	defer session.Close()
	if !p.asJSON {
		a.paragraphs(a.t(words.HostYouAre, table.Seat(a.lang, cfg.Seat), cfg.Rules.String()))
		a.say(words.HostTerms)
		a.listTerms(cfg.Rules, cfg.Resolver)
		fmt.Fprintln(a.out)
	}
	if err := a.invite(session, p); err != nil {
		return err
	}
	con, err := a.openTable(ctx, p)
	if err != nil {
		return err
	}
	defer con.close()
	return a.sit(ctx, dir, session, p, con, false)
}

// invite prints the invite, and the exact command for the other side.
func (a *app) invite(session *p2p.Session, p *prepared) error {
	inv, err := session.Invite(session.Snapshot().Seat.Other())
	if err != nil {
		return wrong(err)
	}
	if p.asJSON {
		return a.printJSON(map[string]any{"event": "invite", "invite": inv.String(), "id": session.ID()})
	}
	a.say(words.HostInvite)
	command := "darkjunqi join " + inv.String()
	if p.loopback {
		command += " --loopback"
	}
	fmt.Fprintf(a.out, "\n%s\n\n", command)
	a.paragraphs(a.t(words.HostWaiting, "darkjunqi resume "+session.ID()))
	return nil
}
