package play

import (
	"context"
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/datafolder"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/uiflags"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/gameargs"
	"github.com/darkjunqi/darkjunqi/cmd/internal/localpeers"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/rulestext"
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
	ui       uiflags.Flags
}

func NewPlay(env *cli.Env) *cobra.Command {
	var f practice
	cmd := &cobra.Command{
		Use:     "play",
		Short:   env.T(messages.PlayShort),
		Long:    env.T(messages.PlayLong),
		Example: "  darkjunqi play\n  darkjunqi play --bot sensible --seat blue\n  darkjunqi play --rules siguo,way=partners",
		Args:    env.Exactly(),
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
			opponent, err := bot.New(f.bot)
			if err != nil {
				return cli.Wrap(err)
			}
			return playComputer(env, cmd.Context(), p, protocol.HostConfig{Rules: rs, Seat: own, Resolver: f.resolver}, opponent)
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

// inMemory is a network within this program.
func inMemory() localpeers.Listener {
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
func playComputer(env *cli.Env, parent context.Context, p *playOptions, cfg protocol.HostConfig, opponent bot.Bot) error {
	ctx, stop := cli.UntilInterrupted(parent)
	defer stop()
	dir, err := datafolder.Open()
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "darkjunqi-play-")
	if err != nil {
		return cli.Wrap(err)
	}
	defer os.RemoveAll(folder)
	peers, err := newOpponents(dir, folder, cfg)
	if err != nil {
		return cli.Wrap(err)
	}
	defer localpeers.ClosePeers(peers)
	if err := localpeers.Introduce(peers, cfg, clocked); err != nil {
		return cli.Wrap(err)
	}
	if !p.asJSON && !p.full {
		env.Paragraphs(env.T(messages.HostYouAre, cfg.Seat, rulestext.Name(env.Lang, cfg.Rules)))
	}
	con, err := openTable(env, ctx, p)
	if err != nil {
		return err
	}
	defer con.close()

	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan error, len(peers))
	for seat, peer := range peers {
		if engine.Seat(seat) != cfg.Seat {
			r := &robot.Robot{Bot: opponent, Rand: robot.FreshRand()}
			go func() { ended <- r.Run(ctx, peer.Session) }()
		}
	}
	left := func(id string) error { return leftComputer(env, dir, id, p) }
	err = sit(env, ctx, playRun{dir: dir, session: peers[cfg.Seat].Session, line: &matchTransport{how: "pipe", inside: true}, left: left}, p, con)
	cancel()
	for range len(peers) - 1 {
		if e := <-ended; e != nil && !errors.Is(e, context.Canceled) && err == nil {
			err = cli.Wrap(e)
		}
	}
	return err
}

// newOpponents makes a peer for each seat, by whose number it stands.
func newOpponents(own *store.Dir, folder string, cfg protocol.HostConfig) (peers []*localpeers.Peer, err error) {
	net := inMemory()
	for _, seat := range cfg.Rules.Seats() {
		dir := own
		if seat != cfg.Seat {
			if dir, err = store.OpenDir(filepath.Join(folder, seat.String())); err != nil {
				return nil, errors.Join(err, localpeers.ClosePeers(peers))
			}
		}
		p, err := localpeers.NewPeer(dir, net)
		if err != nil {
			return nil, errors.Join(err, localpeers.ClosePeers(peers))
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
func leftComputer(env *cli.Env, dir *store.Dir, id string, p *playOptions) error {
	if err := dir.Delete(id); err != nil {
		return cli.Wrap(err)
	}
	if p.asJSON {
		return env.PrintJSON(map[string]any{"left": map[string]string{"id": id, "file": ""}})
	}
	env.Say(messages.PlayDropped)
	return nil
}
