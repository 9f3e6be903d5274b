// Package play implements the commands that play or watch matches: table, play, demo, host, join, resume,
// rematch and watch.
package play

import (
	"context"
	"errors"
	"fmt"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/audit"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/datafolder"
	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/auditreport"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/friends"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// playMatch shows a match to its end, or until the person leaves, and sets the exit code. con is nil if
// the person has not typed anything yet.
func playMatch(env *cli.Env, ctx context.Context, at *playRun, p *playOptions, con *console) error {
	if con == nil {
		var err error
		if con, err = openSeatConsole(env, ctx, p); err != nil {
			return err
		}
		defer con.close()
	}
	seated := at.match.Seat()
	c := newRunner(at.match)
	c.console, c.layout = con, p.text
	if p.bot != nil {
		c.console, c.bot = nil, true
	}
	var full *matchScreen
	switch {
	case env.JSON:
		c.presenter = &stream{env: env, match: at.match}
	case p.full:
		full = openScreen(env, ctx, seated, matchOptions(env, ctx, at, p))
		c.presenter, c.left = full, full.closed
	default:
		t := newTerminal(env, c, func() engine.Layout { return suggestion(seated.Rules()) })
		t.show = func() { printInvites(env, at, p) }
		c.presenter = t
	}
	with := &participantPresenter{
		presenter: c.presenter, env: env, at: at, friends: friends.Of(at.dir), wanted: p.friend,
		met: map[engine.Seat]bool{}, paths: map[string]string{},
	}
	c.presenter = with
	c.notices = at.transport.news()
	err := c.run(ctx)
	con.close()
	if full != nil {
		err = full.after(err)
	}
	closeErr := at.match.Leave()
	if tellErr := with.last(); err == nil {
		err = tellErr
	}
	if err == nil {
		err = closeErr
	}
	return conclude(env, at, p, err)
}

// conclude says what came of a match, and takes the exit code from its audit.
func conclude(env *cli.Env, at *playRun, p *playOptions, err error) error {
	id := at.match.ID()
	path := at.dir.PublicFile(id)
	found := audit.File(path)
	env.Code = auditreport.ExitCode(found.Report.Verdict)
	switch {
	case err == nil:
	case errors.Is(err, errLeft):
		if env.JSON {
			return env.PrintJSON(map[string]any{"left": map[string]string{"id": id, "file": path}})
		}
		fmt.Fprintln(env.Out)
		env.Paragraphs(env.T(messages.SeatLeft, "darkjunqi resume "+id))
		return nil
	case errors.Is(err, p2p.ErrPeerGone):
		env.Warn(messages.SeatPeerGone)
	case errors.Is(err, p2p.ErrTaken):
		return cli.Wrap(err).WithHint(env.T(messages.HintTakenNow))
	case errors.As(err, new(*p2p.VersionError)):
		return cli.Wrap(err).WithHint(env.T(messages.HintVersion))
	default:
		return cli.Wrap(err).WithHint(env.T(messages.HintResume, "darkjunqi resume "+id))
	}
	if env.JSON {
		if err := sayNewFriends(env, at); err != nil {
			return err
		}
		return env.PrintJSON(map[string]any{"audit": audit.MatchLine{ID: id, Line: audit.LineOf(found)}})
	}
	fmt.Fprintln(env.Out)
	auditreport.Print(env, path, found.Report)
	return sayNewFriends(env, at)
}

// playRun is one run of a command that plays: the program that does so, its match once there is one,
// and how that is carried.
type playRun struct {
	app       *app.App
	dir       *store.Dir
	match     *app.Match
	transport *matchTransport
	page      string // the address of the page that phones open; "" if none is known
	closePage func() error
}

// newRun opens the data folder. Nothing listens yet.
func newRun(env *cli.Env, p *playOptions) (*playRun, error) {
	dir, err := datafolder.Open()
	if err != nil {
		return nil, err
	}
	at := &playRun{dir: dir, transport: &matchTransport{inside: true}, closePage: func() error { return nil }}
	at.app, err = app.New(app.Options{
		Dir: dir, Player: p.bot, Called: p.name, NoPrepare: p.unready,
		Listen: func(kept []byte) (app.Network, error) {
			err := at.listen(env, p, kept)
			return at.transport.Network, err
		},
	})
	if err != nil {
		return nil, cli.Wrap(err)
	}
	if p.named {
		if _, err := at.app.SetName(p.name); err != nil {
			return nil, cli.Wrap(err)
		}
	}
	return at, nil
}

// listen connects, unless that was done before.
func (at *playRun) listen(env *cli.Env, p *playOptions, kept []byte) error {
	if at.transport.Transport != nil {
		return nil
	}
	line, err := connect(env, p, kept)
	if err == nil {
		at.transport = line
	}
	return err
}

// problem returns an error from the App, or the problem that a Listen of ours met below it.
func problem(err error) *cli.Problem {
	if p := new(cli.Problem); errors.As(err, &p) {
		return p
	}
	return cli.Wrap(err)
}

// close leaves the match if it still runs.
func (at *playRun) close() {
	at.app.Close()
	at.closePage()
}

// openPage finds or serves the page that phones open.
func (at *playRun) openPage(env *cli.Env, p *playOptions) (err error) {
	if p.byHand == "" {
		at.page, at.closePage, err = openPage(env, at.dir, p.page, p.loopback)
	}
	return err
}
