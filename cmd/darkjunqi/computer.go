package main

import (
	"context"
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/pipe"
	"github.com/darkjunqi/darkjunqi/p2p/robot"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// practice holds the flags of `play`.
type practice struct {
	rules    string
	resolver string
	seat     string
	bot      string
	layout   string
	asJSON   bool
	ui       ui
}

func newPlay(a *env) *cobra.Command {
	var f practice
	cmd := &cobra.Command{
		Use:     "play",
		Short:   a.t(messages.PlayShort),
		Long:    a.t(messages.PlayLong),
		Example: "  darkjunqi play\n  darkjunqi play --bot sensible --seat blue\n  darkjunqi play --rules siguo,way=partners",
		Args:    a.exactly(),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := a.prepare(seating{ui: f.ui, layout: f.layout, asJSON: f.asJSON})
			if err != nil {
				return err
			}
			rs, err := a.ruleset(f.rules)
			if err != nil {
				return err
			}
			if err := a.checkLayout(p, rs); err != nil {
				return err
			}
			if err := a.checkResolver(f.resolver); err != nil {
				return err
			}
			own, err := a.seatIn(rs, f.seat)
			if err != nil {
				return err
			}
			opponent, err := bot.New(f.bot)
			if err != nil {
				return wrong(err)
			}
			return a.playComputer(cmd.Context(), p, protocol.HostConfig{Rules: rs, Seat: own, Resolver: f.resolver}, opponent)
		},
	}
	cmd.Flags().StringVar(&f.rules, "rules", "standard,clock=off", a.t(messages.FlagRules))
	a.resolverFlag(cmd, &f.resolver)
	cmd.Flags().StringVar(&f.seat, "seat", "red", a.t(messages.FlagSeat))
	cmd.Flags().StringVar(&f.bot, "bot", bot.Names()[0], a.t(messages.FlagOpponent, strings.Join(bot.Names(), ", ")))
	a.uiFlags(cmd, &f.ui)
	cmd.Flags().StringVar(&f.layout, "layout", "", a.t(messages.FlagLayout))
	cmd.Flags().BoolVar(&f.asJSON, "json", false, a.t(messages.FlagStream))
	return cmd
}

// inMemory is a network within this program.
func inMemory() network {
	net := pipe.New()
	return func() (transport.Transport, func() error, error) {
		id, err := transport.NewIdentity(rand.Reader)
		if err != nil {
			return nil, nil, err
		}
		return net.Host(id), func() error { return nil }, nil
	}
}

// playComputer plays a whole match by the protocol, with a program for each seat: the person's keeps its match in the data
// folder, as any other, unless it is left; those of the bots keep nothing.
func (a *env) playComputer(parent context.Context, p *prepared, cfg protocol.HostConfig, opponent bot.Bot) error {
	ctx, stop := untilInterrupted(parent)
	defer stop()
	dir, err := a.openStore()
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "darkjunqi-play-")
	if err != nil {
		return wrong(err)
	}
	defer os.RemoveAll(folder)
	peers, err := newOpponents(dir, folder, cfg)
	if err != nil {
		return wrong(err)
	}
	defer closePeers(peers)
	if err := introduce(peers, cfg, clocked); err != nil {
		return wrong(err)
	}
	if !p.asJSON && !p.full {
		a.paragraphs(a.t(messages.HostYouAre, cfg.Seat, a.rulesName(cfg.Rules)))
	}
	con, err := a.openTable(ctx, p)
	if err != nil {
		return err
	}
	defer con.close()

	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan error, len(peers))
	for seat, peer := range peers {
		if engine.Seat(seat) != cfg.Seat {
			r := &robot.Robot{Bot: opponent, Rand: robot.FreshRand()}
			go func() { ended <- r.Run(ctx, peer.session) }()
		}
	}
	left := func(id string) error { return a.leftComputer(dir, id, p) }
	err = a.sit(ctx, sitting{dir: dir, session: peers[cfg.Seat].session, line: &line{how: "pipe", inside: true}, left: left}, p, con)
	cancel()
	for range len(peers) - 1 {
		if e := <-ended; e != nil && !errors.Is(e, context.Canceled) && err == nil {
			err = wrong(e)
		}
	}
	return err
}

// newOpponents makes a peer for each seat, by whose number it stands.
func newOpponents(own *store.Dir, folder string, cfg protocol.HostConfig) (peers []*peer, err error) {
	net := inMemory()
	for _, seat := range cfg.Rules.Seats() {
		dir := own
		if seat != cfg.Seat {
			if dir, err = store.OpenDir(filepath.Join(folder, seat.String())); err != nil {
				return nil, errors.Join(err, closePeers(peers))
			}
		}
		p, err := newPeer(dir, net)
		if err != nil {
			return nil, errors.Join(err, closePeers(peers))
		}
		peers = append(peers, p)
	}
	return peers, nil
}

// clocked is how a session of a person's match runs.
func clocked(*protocol.Player) (p2p.Config, error) {
	return p2p.Config{AutoPass: true, AutoVote: true}, nil
}

// leftComputer drops a match that nobody can go on with: the bots' secrets are gone.
func (a *env) leftComputer(dir *store.Dir, id string, p *prepared) error {
	if err := dir.Delete(id); err != nil {
		return wrong(err)
	}
	if p.asJSON {
		return a.printJSON(map[string]any{"left": map[string]string{"id": id, "file": ""}})
	}
	a.say(messages.PlayDropped)
	return nil
}
