package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/libp2pnet"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// seating holds the flags that host, join and resume have in common: who plays the seat, and how the program is reached.
type seating struct {
	ui       string
	layout   string
	bot      string
	port     int
	announce []string
	loopback bool
	asJSON   bool
}

func (a *app) seatingFlags(cmd *cobra.Command, s *seating) {
	f := cmd.Flags()
	f.StringVar(&s.ui, "ui", "plain", a.t(words.FlagUI))
	f.StringVar(&s.layout, "layout", "", a.t(words.FlagLayout))
	f.StringVar(&s.bot, "bot", "", a.t(words.FlagBot, strings.Join(bot.Names(), ", ")))
	f.IntVar(&s.port, "port", 0, a.t(words.FlagPort))
	f.BoolVar(&s.loopback, "loopback", false, a.t(words.FlagLoopback))
	f.BoolVar(&s.asJSON, "json", false, a.t(words.FlagStream))
}

// announceFlag is for commands that can print an invite.
func (a *app) announceFlag(cmd *cobra.Command, s *seating) {
	cmd.Flags().StringArrayVar(&s.announce, "announce", nil, a.t(words.FlagAnnounce))
}

// prepared is a seating whose flags have been read.
type prepared struct {
	seating
	bot    bot.Bot
	layout *engine.Layout
}

// prepare reads the flags, before anything is opened or sent.
func (a *app) prepare(s seating) (*prepared, error) {
	p := &prepared{seating: s}
	if s.asJSON {
		a.forPrograms()
	}
	if s.ui != "plain" {
		return nil, a.fail(words.ErrUI, s.ui)
	}
	if s.port < 0 || s.port > 65535 {
		return nil, a.fail(words.ErrPort, s.port)
	}
	if s.bot != "" {
		b, err := bot.New(s.bot)
		if err != nil {
			return nil, wrong(err)
		}
		p.bot = b
	}
	if s.layout != "" {
		l, err := a.layout(s.layout)
		if err != nil {
			return nil, err
		}
		p.layout = &l
	}
	return p, nil
}

// checkLayout refuses a layout of the command line that the rules forbid.
func (a *app) checkLayout(p *prepared, rs *engine.Ruleset) error {
	if p.layout == nil {
		return nil
	}
	if err := rs.CheckLayout(*p.layout); err != nil {
		return wrong(err).hinting(a.t(words.HintLayout))
	}
	return nil
}

// untilInterrupted is a context that ends with Ctrl-C or a polite kill.
func untilInterrupted(parent context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(parent, os.Interrupt, syscall.SIGTERM)
}

func (a *app) openStore() (*store.Dir, error) {
	path, err := store.DefaultPath()
	if err != nil {
		return nil, wrong(err)
	}
	dir, err := store.OpenDir(path)
	if err != nil {
		return nil, wrong(err)
	}
	return dir, nil
}

func (a *app) listen(c libp2pnet.ListenConfig) (*libp2pnet.Host, error) {
	h, err := libp2pnet.Listen(c)
	if err != nil {
		return nil, wrong(err)
	}
	return h, nil
}

// teller is how this match is told.
func (a *app) teller(p *prepared) teller {
	if p.asJSON {
		return objects{a}
	}
	return sentences{a}
}

// sit plays a seat of a session to its end, or until the person leaves, and gives the exit code.
func (a *app) sit(ctx context.Context, dir *store.Dir, s *p2p.Session, p *prepared, con *console, resumed bool) error {
	defer s.Close()
	c := &chair{
		a: a, session: s, console: con, seat: s.Snapshot().Seat,
		bot: p.bot, rng: freshRand(), chosen: p.layout, teller: a.teller(p), resumed: resumed,
	}
	if p.bot != nil {
		c.console = nil
	}
	err := c.play(ctx)
	if closeErr := s.Close(); err == nil {
		err = closeErr
	}
	return a.conclude(dir, s.ID(), p, err)
}

// conclude says what came of a match, and takes the exit code from its audit.
func (a *app) conclude(dir *store.Dir, id string, p *prepared, err error) error {
	path := dir.PublicFile(id)
	report := a.auditFile(path)
	a.code = report.Verdict.ExitCode()
	switch {
	case err == nil:
	case errors.Is(err, errLeft):
		if p.asJSON {
			return a.printJSON(map[string]any{"event": "left", "id": id, "file": path})
		}
		fmt.Fprintln(a.out)
		a.paragraphs(a.t(words.SeatLeft, "darkjunqi resume "+id))
		return nil
	case errors.Is(err, p2p.ErrPeerGone):
		a.warn(words.SeatPeerGone)
	case errors.Is(err, p2p.ErrTaken):
		// The match was somebody else's from the start: there is nothing to keep.
		if delErr := dir.Delete(id); delErr != nil {
			err = errors.Join(err, delErr)
		}
		return wrong(err)
	default:
		return wrong(err).hinting(a.t(words.HintResume, "darkjunqi resume "+id))
	}
	if p.asJSON {
		return a.printJSON(struct {
			Event string `json:"event"`
			ID    string `json:"id"`
			auditLine
		}{"audit", id, auditLine{File: path, Report: report}})
	}
	fmt.Fprintln(a.out)
	a.printReport(path, report)
	return nil
}

// openTable asks for what a person at this seat needs: somewhere to type.
func (a *app) openTable(ctx context.Context, p *prepared) (*console, error) {
	if p.bot != nil {
		return nil, nil
	}
	con, err := a.openConsole(ctx)
	if err != nil {
		return nil, wrong(err)
	}
	return con, nil
}

// checkResolver refuses a resolver that there is not.
func (a *app) checkResolver(name string) error {
	if !slices.Contains(protocol.Resolvers(), name) {
		return a.fail(words.ErrResolver, name, strings.Join(protocol.Resolvers(), ", "))
	}
	return nil
}
