package main

import (
	"crypto/rand"
	"fmt"

	"github.com/spf13/cobra"

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
			own, err := a.seatIn(rs, seat)
			if err != nil {
				return err
			}
			return a.host(cmd, p, protocol.HostConfig{Rules: rs, Seat: own, Resolver: resolver})
		},
	}
	a.rulesFlag(cmd, &rules)
	a.resolverFlag(cmd, &resolver)
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
	cfg.Invites = secret.Invites(cfg.Rules, cfg.Seat)
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
		a.paragraphs(a.t(words.HostYouAre, cfg.Seat, a.rulesName(cfg.Rules)))
		a.say(words.HostTerms)
		a.listTerms(cfg.Rules, cfg.Resolver)
		fmt.Fprintln(a.out)
	}
	a.invite(session, p)
	con, err := a.openTable(ctx, p)
	if err != nil {
		return err
	}
	defer con.close()
	return a.sit(ctx, sitting{dir: dir, session: session, how: "libp2p"}, p, con)
}

// seatIn is a seat of the rules by its name.
func (a *app) seatIn(rs *engine.Ruleset, name string) (engine.Seat, error) {
	own, err := engine.ParseSeat(name)
	if err != nil {
		return own, wrong(err)
	}
	if !rs.HasSeat(own) {
		return own, a.fail(words.ErrNoSuchSeat, own, rs.Seats())
	}
	return own, nil
}

// invite prints an invite for each free seat, as the exact command for who is to sit there. To programs the state tells them.
func (a *app) invite(session *p2p.Session, p *prepared) {
	if p.asJSON {
		return
	}
	var seats []engine.Seat
	var commands []string
	for _, peer := range session.Snapshot().Peers {
		inv, err := session.Invite(peer.Seat)
		if err != nil || peer.Joined {
			continue
		}
		command := "darkjunqi join " + inv.String()
		if p.loopback {
			command += " --loopback"
		}
		seats, commands = append(seats, peer.Seat), append(commands, command)
	}
	if len(seats) == 1 {
		a.say(words.HostInvite)
		fmt.Fprintf(a.out, "\n%s\n", commands[0])
	} else {
		a.paragraphs(a.t(words.HostInvites))
		for i, seat := range seats {
			fmt.Fprintf(a.out, "\n%s\n%s\n", capital(a.lang.Seat(seat)), commands[i])
		}
	}
	fmt.Fprintln(a.out)
	a.paragraphs(a.t(words.HostWaiting, "darkjunqi resume "+session.ID()))
}
