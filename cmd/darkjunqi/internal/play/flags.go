package play

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/datafolder"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/uiflags"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/gameargs"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// chooseRelay reads --relay, and keeps what it says for later matches. Without the flag a match uses what was kept.
func chooseRelay(env *cli.Env, dir *store.Dir, p *playOptions) error {
	switch {
	case p.relayText == datafolder.None:
		if err := dir.RemoveFile(datafolder.RelayUsed); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return cli.Wrap(err)
		}
	case p.relay != nil:
		if err := dir.WriteFile(datafolder.RelayUsed, []byte(p.relay.String()+"\n")); err != nil {
			return cli.Wrap(err)
		}
	default:
		kept, err := datafolder.Relay(dir)
		if err != nil {
			file := filepath.Join(dir.Path(), datafolder.RelayUsed)
			return cli.Wrap(err).WithHint(env.T(messages.HintRelayFile, file))
		}
		p.relay = kept
	}
	if p.relayOnly && p.relay == nil {
		return env.Fail(messages.ErrRelayOnly)
	}
	return nil
}

// playFlags holds the flags that host, join and resume share: the player of the seat, and how the program is reached.
type playFlags struct {
	ui       uiflags.Flags
	quiet    bool   // no bell rings
	name     string // as the others see it
	named    bool   // by the flag; otherwise the name that was kept
	layout   string
	bot      string
	announce []string
	byHand   string // the folder of letters; "" for the network
	friend   string // the friend who will recognise this player; "" for nobody
	networkFlags

	relayText string // the invite to a relay, or none; "" for what was said before
	page      string // for phones: its address or file, or none; "" for what was said before
	unready   bool   // no attack is proven before it is chosen
}

// networkFlags are the flags that say how links may be made.
type networkFlags struct {
	port      int
	loopback  bool
	noNear    bool // not on the local network
	relayOnly bool
}

func addNetworkFlags(cmd *cobra.Command, w *networkFlags) {
	f := cmd.Flags()
	f.IntVar(&w.port, "port", 0, "")
	f.BoolVar(&w.loopback, "loopback", false, "")
	f.BoolVar(&w.noNear, "no-mdns", false, "")
	f.BoolVar(&w.relayOnly, "relay-only", false, "")
}

func addPlayFlags(env *cli.Env, cmd *cobra.Command, s *playFlags) {
	f := cmd.Flags()
	f.Func("name", "", func(name string) error {
		s.name, s.named = name, true
		return nil
	})
	botFlag(env, cmd, &s.bot, "", messages.FlagBot)
	addSeatFlags(env, cmd, s)
	addNetworkFlags(cmd, &s.networkFlags)
	f.StringVar(&s.byHand, "by-hand", "", "")
	f.BoolVar(&s.unready, "no-prepare", false, "")
}

// addSeatFlags adds what a seat can choose in any match.
func addSeatFlags(env *cli.Env, cmd *cobra.Command, s *playFlags) {
	uiflags.Add(env, cmd, &s.ui)
	cmd.Flags().BoolVar(&s.quiet, "no-bell", false, "")
	cmd.Flags().StringVar(&s.layout, "layout", "", "")
	cli.CompleteFlag(cmd, "layout", junqi.LayoutNames)
	env.StreamFlag(cmd)
}

// botFlag adds --bot; usage names the bots.
func botFlag(env *cli.Env, cmd *cobra.Command, value *string, standard string, usage messages.Text) {
	cmd.Flags().StringVar(value, "bot", standard, env.T(usage, strings.Join(bot.Names(), ", ")))
	cli.CompleteFlag(cmd, "bot", bot.Names)
}

// inviteFlags are for commands that can print an invite.
func inviteFlags(env *cli.Env, cmd *cobra.Command, s *playFlags) {
	cmd.Flags().StringArrayVar(&s.announce, "announce", nil, env.T(messages.FlagAnnounce))
	cmd.Flags().StringVar(&s.relayText, "relay", "", env.T(messages.FlagRelay))
	pageFlag(cmd, &s.page)
}

func pageFlag(cmd *cobra.Command, value *string) { cmd.Flags().StringVar(value, "page", "", "") }

// playOptions is a seating whose flags have been read.
type playOptions struct {
	playFlags
	bot    bot.Bot
	source *gameargs.LayoutSource // of the layout that was chosen before
	text   string                 // of that layout, once the rules are known
	full   bool                   // the match is shown on the full screen
	relay  *invite.Relay          // to be found through; nil for none

	announcedPort bool // the port comes from --announce, as none was named
}

// parseFlags reads the flags, before anything is opened or sent.
func parseFlags(env *cli.Env, s playFlags) (*playOptions, error) {
	p := &playOptions{playFlags: s}
	if env.JSON {
		env.ForPrograms()
	}
	if err := datafolder.CheckPort(env, s.port); err != nil {
		return nil, err
	}
	if p.port == 0 && !p.loopback && len(p.announce) > 0 { // who forwards a port means the same one here
		p.port = announcedPort(p.announce[0])
		p.announcedPort = p.port != 0
	}
	if err := checkByHand(env, p); err != nil {
		return nil, err
	}
	var err error
	if p.relay, err = datafolder.ParseRelay(env, s.relayText); err != nil {
		return nil, err
	}
	if s.bot != "" {
		b, err := bot.New(s.bot)
		if err != nil {
			return nil, cli.Wrap(err)
		}
		p.bot = b
	}
	full, err := uiflags.FullScreen(env, s.ui)
	if err != nil {
		return nil, err
	}
	p.full = full && p.bot == nil
	if s.layout != "" {
		source, err := gameargs.ReadLayout(env, s.layout)
		if err != nil {
			return nil, err
		}
		p.source = &source
	}
	return p, nil
}

// announcedPort returns the port of host:port; 0 of what is written otherwise.
func announcedPort(address string) int {
	_, port, err := net.SplitHostPort(address)
	number, notPort := strconv.ParseUint(port, 10, 16)
	if err != nil || notPort != nil {
		return 0
	}
	return int(number)
}

// checkLayout reads the layout of the command line by the rules, and refuses one that they forbid.
func checkLayout(lang messages.Lang, p *playOptions, rs *engine.Ruleset) error {
	if p.source == nil {
		return nil
	}
	l, err := gameargs.ParseLayout(lang, rs, *p.source)
	if err != nil {
		return err
	}
	if err := rs.CheckLayout(l); err != nil {
		return cli.Wrap(err).WithHint(messages.HintLayout.In(lang))
	}
	p.text = rs.FormatLayout(l)
	return nil
}

// openSeatConsole opens the console for a person at this seat, unless the full screen reads the keys.
func openSeatConsole(env *cli.Env, ctx context.Context, p *playOptions) (*console, error) {
	if p.bot != nil || p.full {
		return nil, nil
	}
	return openConsole(env, ctx)
}

// checkByHand refuses flags that make no sense for a match by hand.
func checkByHand(env *cli.Env, p *playOptions) error {
	for _, flag := range []struct {
		name string
		set  bool
	}{
		{"--port", p.port != 0}, {"--loopback", p.loopback}, {"--announce", len(p.announce) > 0},
		{"--relay", p.relayText != ""}, {"--page", p.page != ""}, {"--relay-only", p.relayOnly}, {"--no-mdns", p.noNear},
	} {
		if p.byHand != "" && flag.set {
			return env.Fail(messages.ErrByHandFlags, flag.name)
		}
	}
	return nil
}
