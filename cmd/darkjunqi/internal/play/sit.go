package play

import (
	"context"
	"errors"
	"fmt"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/audit"
	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/auditreport"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/robot"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// sit plays a seat of a session to its end, or until the person leaves, and gives the exit code.
func sit(env *cli.Env, ctx context.Context, at playRun, p *playOptions, con *console) error {
	s := at.session
	defer s.Close()
	of := seat.Of(s, at.line.how)
	if at.line.inside {
		of = seat.WithoutInvites(of)
	}
	seated, err := seat.New(of, seat.Options{Marks: app.Marks(at.dir, s.ID())})
	if err != nil {
		return cli.Wrap(err)
	}
	defer seated.Close()
	c := &matchRunner{session: s, seat: seated, console: con, layout: p.text}
	if p.bot != nil {
		c.console, c.robot = nil, &robot.Robot{Bot: p.bot, Rand: robot.FreshRand()}
	}
	var full *matchScreen
	switch {
	case p.asJSON:
		c.view = &stream{env: env, seat: seated, match: s}
	case p.full:
		full = openScreen(env, ctx, seated, matchOptions(env, ctx, at, p, seated))
		c.view, c.left = full, full.closed
	default:
		t := newTerminal(env, c, func() engine.Layout { return suggestion(seated.Rules()) })
		t.show = func() { printInvites(env, s, p, at.line) }
		c.view = t
	}
	with := accompany(env, c.view, at, p)
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
	return conclude(env, at, p, err)
}

// conclude says what came of a match, and takes the exit code from its audit.
func conclude(env *cli.Env, at playRun, p *playOptions, err error) error {
	id := at.session.ID()
	path := at.dir.PublicFile(id)
	found := audit.File(path)
	env.Code = auditreport.ExitCode(found.Report.Verdict)
	switch {
	case err == nil:
	case errors.Is(err, errLeft) && at.left != nil:
		return at.left(id)
	case errors.Is(err, errLeft):
		if p.asJSON {
			return env.PrintJSON(map[string]any{"left": map[string]string{"id": id, "file": path}})
		}
		fmt.Fprintln(env.Out)
		env.Paragraphs(env.T(messages.SeatLeft, "darkjunqi resume "+id))
		return nil
	case errors.Is(err, p2p.ErrPeerGone):
		env.Warn(messages.SeatPeerGone)
	case errors.Is(err, p2p.ErrTaken):
		// The match was somebody else's from the start: there is nothing to keep.
		if delErr := at.dir.Delete(id); delErr != nil {
			err = errors.Join(err, delErr)
		}
		return cli.Wrap(err).WithHint(env.T(messages.HintTakenNow))
	case errors.As(err, new(*p2p.VersionError)):
		return cli.Wrap(err).WithHint(env.T(messages.HintVersion))
	default:
		return cli.Wrap(err).WithHint(env.T(messages.HintResume, "darkjunqi resume "+id))
	}
	if p.asJSON {
		if err := remember(env, at, p, found.Report); err != nil {
			return err
		}
		return env.PrintJSON(map[string]any{"audit": audit.MatchLine{ID: id, Line: audit.LineOf(found)}})
	}
	fmt.Fprintln(env.Out)
	auditreport.Print(env, path, found.Report)
	return remember(env, at, p, found.Report)
}
