package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/libp2pnet"
	"github.com/darkjunqi/darkjunqi/p2p/robot"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// seating holds the flags that host, join and resume have in common: who plays the seat, and how the program is reached.
type seating struct {
	ui       ui
	name     string // what the others are told
	named    bool   // by the flag; else it is the name that was kept
	layout   string
	bot      string
	announce []string
	byHand   string // the folder of letters; "" for the network
	friend   string // who shall recognise this player; "" for nobody
	ways

	relayText string // the invite to a relay, or noRelay; "" for what was said before
	asJSON    bool
	unready   bool // no attack is proven before it is chosen
}

// ways are those that links may go.
type ways struct {
	port      int
	loopback  bool
	noNear    bool // not on the local network
	relayOnly bool
}

func (a *env) wayFlags(cmd *cobra.Command, w *ways) {
	f := cmd.Flags()
	f.IntVar(&w.port, "port", 0, a.t(messages.FlagPort))
	f.BoolVar(&w.loopback, "loopback", false, a.t(messages.FlagLoopback))
	f.BoolVar(&w.noNear, "no-mdns", false, a.t(messages.FlagNoNear))
	f.BoolVar(&w.relayOnly, "relay-only", false, a.t(messages.FlagRelayOnly))
}

// callSelf settles what the player of a data folder is called, and keeps it for the next match. A bot has no name of its own.
func (a *env) callSelf(dir *store.Dir, p *prepared) (err error) {
	if !p.named {
		if p.bot == nil {
			p.name = app.Name(dir)
		}
		return nil
	}
	if p.name, err = app.KeepName(dir, p.name); err != nil {
		return wrong(err)
	}
	return nil
}

// session is how the program of the seat goes about it.
func (s seating) session() p2p.Config {
	return p2p.Config{AutoPass: true, AutoVote: true, NoPrepare: s.unready, Name: s.name}
}

func (a *env) seatingFlags(cmd *cobra.Command, s *seating) {
	f := cmd.Flags()
	a.uiFlags(cmd, &s.ui)
	f.Func("name", a.t(messages.FlagName), func(name string) error {
		s.name, s.named = name, true
		return nil
	})
	f.StringVar(&s.layout, "layout", "", a.t(messages.FlagLayout))
	f.StringVar(&s.bot, "bot", "", a.t(messages.FlagBot, strings.Join(bot.Names(), ", ")))
	a.wayFlags(cmd, &s.ways)
	f.StringVar(&s.byHand, "by-hand", "", a.t(messages.FlagByHand))
	f.BoolVar(&s.asJSON, "json", false, a.t(messages.FlagStream))
	f.BoolVar(&s.unready, "no-prepare", false, a.t(messages.FlagNoPrepare))
}

// resolverFlag is --resolver with its default.
func (a *env) resolverFlag(cmd *cobra.Command, value *string) {
	cmd.Flags().StringVar(value, "resolver", protocol.Resolvers()[0], a.t(messages.FlagResolver, strings.Join(protocol.Resolvers(), ", ")))
}

// inviteFlags are for commands that can print an invite.
func (a *env) inviteFlags(cmd *cobra.Command, s *seating) {
	cmd.Flags().StringArrayVar(&s.announce, "announce", nil, a.t(messages.FlagAnnounce))
	cmd.Flags().StringVar(&s.relayText, "relay", "", a.t(messages.FlagRelay))
}

// prepared is a seating whose flags have been read.
type prepared struct {
	seating
	bot    bot.Bot
	source *layoutSource    // of the layout that was chosen before
	text   string           // of that layout, once the rules are known
	full   bool             // the match is shown on the full screen
	relay  *p2p.RelayInvite // to be found through; nil for none

	announcedPort bool // the port is that of --announce, as none was named
}

// prepare reads the flags, before anything is opened or sent.
func (a *env) prepare(s seating) (*prepared, error) {
	p := &prepared{seating: s}
	if s.asJSON {
		a.forPrograms()
	}
	if s.port < 0 || s.port > 65535 {
		return nil, a.fail(messages.ErrPort, s.port)
	}
	if p.port == 0 && !p.loopback && len(p.announce) > 0 { // who forwards a port means the same one here
		p.port = announcedPort(p.announce[0])
		p.announcedPort = p.port != 0
	}
	if err := a.checkByHand(p); err != nil {
		return nil, err
	}
	if s.relayText != "" && s.relayText != noRelay {
		relay, err := p2p.ParseRelayInvite(s.relayText)
		if err != nil {
			return nil, wrong(err).hinting(a.t(messages.HintRelay))
		}
		p.relay = relay
	}
	if s.bot != "" {
		b, err := bot.New(s.bot)
		if err != nil {
			return nil, wrong(err)
		}
		p.bot = b
	}
	full, err := a.fullScreen(s.ui)
	if err != nil {
		return nil, err
	}
	p.full = full && p.bot == nil
	if s.layout != "" {
		source, err := a.readLayout(s.layout)
		if err != nil {
			return nil, err
		}
		p.source = &source
	}
	return p, nil
}

// announcedPort is the port of host:port; 0 of what is written otherwise.
func announcedPort(address string) int {
	_, port, err := net.SplitHostPort(address)
	number, notPort := strconv.ParseUint(port, 10, 16)
	if err != nil || notPort != nil {
		return 0
	}
	return int(number)
}

// checkLayout reads the layout of the command line by the rules, and refuses one that they forbid.
func (a *env) checkLayout(p *prepared, rs *engine.Ruleset) error {
	if p.source == nil {
		return nil
	}
	l, err := a.parseLayout(rs, *p.source)
	if err != nil {
		return err
	}
	if err := rs.CheckLayout(l); err != nil {
		return wrong(err).hinting(a.t(messages.HintLayout))
	}
	p.text = rs.FormatLayout(l)
	return nil
}

// untilInterrupted is a context that ends with Ctrl-C or a polite kill.
func untilInterrupted(parent context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(parent, os.Interrupt, syscall.SIGTERM)
}

func (a *env) openStore() (*store.Dir, error) {
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

func (a *env) listen(c libp2pnet.ListenConfig) (*libp2pnet.Host, error) {
	h, err := libp2pnet.Listen(c)
	if err != nil {
		return nil, wrong(err)
	}
	return h, nil
}

// sitting is a match that somebody sits down at.
type sitting struct {
	dir     *store.Dir
	session *p2p.Session
	line    *line
	again   bool                  // everybody had the whole match before: it is not played now
	left    func(id string) error // what becomes of a match that is left; nil: it is kept
}

// sit plays a seat of a session to its end, or until the person leaves, and gives the exit code.
func (a *env) sit(ctx context.Context, at sitting, p *prepared, con *console) error {
	s := at.session
	defer s.Close()
	of := seat.Of(s, at.line.how)
	if at.line.inside {
		of = seat.WithoutInvites(of)
	}
	seated, err := seat.New(of, seat.Options{Marks: app.Marks(at.dir, s.ID())})
	if err != nil {
		return wrong(err)
	}
	defer seated.Close()
	c := &chair{session: s, seat: seated, console: con, layout: p.text}
	if p.bot != nil {
		c.console, c.robot = nil, &robot.Robot{Bot: p.bot, Rand: robot.FreshRand()}
	}
	var full *matchScreen
	switch {
	case p.asJSON:
		c.view = &stream{a: a, seat: seated, match: s}
	case p.full:
		full = a.openScreen(ctx, seated, a.matchOptions(ctx, at, p, seated))
		c.view, c.left = full, full.closed
	default:
		t := newTerminal(a, c, func() engine.Layout { return suggestion(seated.Rules()) })
		t.show = func() { a.invite(s, p, at.line) }
		c.view = t
	}
	with := a.accompany(c.view, at, p)
	c.view = with
	c.nudge = at.line.news()
	err = c.sit(ctx)
	con.close()
	if full != nil {
		err = full.after(err)
	}
	seated.Close()
	if tellErr := with.last(); err == nil {
		err = tellErr
	}
	if closeErr := s.Close(); err == nil {
		err = closeErr
	}
	return a.conclude(at, p, err)
}

// suggestion is a layout that one can play well from.
func suggestion(rs *engine.Ruleset) engine.Layout {
	b, err := bot.New(bot.Names()[0])
	if err != nil {
		return rs.RandomLayout(robot.FreshRand())
	}
	return b.Layout(rs, robot.FreshRand())
}

// conclude says what came of a match, and takes the exit code from its audit.
func (a *env) conclude(at sitting, p *prepared, err error) error {
	id := at.session.ID()
	path := at.dir.PublicFile(id)
	found := a.readAndAudit(path)
	a.code = exitOf(found.report.Verdict)
	switch {
	case err == nil:
	case errors.Is(err, errLeft) && at.left != nil:
		return at.left(id)
	case errors.Is(err, errLeft):
		if p.asJSON {
			return a.printJSON(map[string]any{"left": map[string]string{"id": id, "file": path}})
		}
		fmt.Fprintln(a.out)
		a.paragraphs(a.t(messages.SeatLeft, "darkjunqi resume "+id))
		return nil
	case errors.Is(err, p2p.ErrPeerGone):
		a.warn(messages.SeatPeerGone)
	case errors.Is(err, p2p.ErrTaken):
		// The match was somebody else's from the start: there is nothing to keep.
		if delErr := at.dir.Delete(id); delErr != nil {
			err = errors.Join(err, delErr)
		}
		return wrong(err).hinting(a.t(messages.HintTakenNow))
	case errors.As(err, new(*p2p.VersionError)):
		return wrong(err).hinting(a.t(messages.HintVersion))
	default:
		return wrong(err).hinting(a.t(messages.HintResume, "darkjunqi resume "+id))
	}
	if p.asJSON {
		if err := a.remember(at, p, found.report); err != nil {
			return err
		}
		return a.printJSON(map[string]any{"audit": matchJSON{id, lineOf(found)}})
	}
	fmt.Fprintln(a.out)
	a.printReport(path, found.report)
	return a.remember(at, p, found.report)
}

// matchJSON is the audit of a match of the data folder.
type matchJSON struct {
	ID string `json:"id"`
	auditJSON
}

// openTable asks for what a person at this seat needs: somewhere to type, unless the full screen is.
func (a *env) openTable(ctx context.Context, p *prepared) (*console, error) {
	if p.bot != nil || p.full {
		return nil, nil
	}
	con, err := a.openConsole(ctx)
	if err != nil {
		return nil, wrong(err)
	}
	return con, nil
}

// checkResolver refuses a resolver that there is not.
func (a *env) checkResolver(name string) error {
	if !slices.Contains(protocol.Resolvers(), name) {
		return a.fail(messages.ErrResolver, name, strings.Join(protocol.Resolvers(), ", "))
	}
	return nil
}
