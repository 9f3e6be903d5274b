package play

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/audit"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/datafolder"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/uiflags"
	"github.com/darkjunqi/darkjunqi/cmd/internal/auditreport"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/rulestext"
	"github.com/darkjunqi/darkjunqi/cmd/internal/screen"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/protocol"
)

type watchFlags struct {
	out  string // the file for the transcript; "" for none
	ui   uiflags.Flags
	full bool // it is shown on the full screen
	networkFlags
}

func NewWatch(env *cli.Env) *cobra.Command {
	var w watchFlags
	cmd := &cobra.Command{
		Use:     "watch INVITE",
		Example: "  darkjunqi watch djqw1…\n  darkjunqi watch djqw1… --out match.djq --json",
		Args:    env.Pasted("INVITE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if env.JSON {
				env.ForPrograms()
			}
			var err error
			if w.full, err = uiflags.FullScreen(env, w.ui); err != nil {
				return err
			}
			if err := datafolder.CheckPort(env, w.port); err != nil {
				return err
			}
			if w.out == "-" {
				return env.Fail(messages.ErrOutDash)
			}
			inv, err := invite.ParseWatch(strings.Join(args, " "))
			if err != nil {
				return noInvite(env, err, messages.HintWatch)
			}
			return watch(env, cmd, inv, w)
		},
	}
	f := cmd.Flags()
	f.StringVar(&w.out, "out", "", env.T(messages.FlagWatchOut))
	addNetworkFlags(cmd, &w.networkFlags)
	uiflags.Add(env, cmd, &w.ui)
	env.StreamFlag(cmd)
	return cmd
}

func watch(env *cli.Env, cmd *cobra.Command, inv *invite.Watch, w watchFlags) error {
	ctx, stop := cli.UntilInterrupted(cmd.Context())
	defer stop()
	at, err := newRun(env, &playOptions{playFlags: playFlags{networkFlags: w.networkFlags}})
	if err != nil {
		return err
	}
	defer at.close()
	if at.match, err = at.app.Watch(inv); err != nil {
		return problem(err)
	}
	session, seated := at.match.Session(), at.match.Seat()
	c := newRunner(at.match)
	if w.full {
		full := openScreen(env, ctx, seated, screen.MatchOptions{
			Options: uiflags.Options(env, w.ui), Rules: func(rs *engine.Ruleset) []string { return rulestext.Terms(env.Lang, rs) }, Convicted: convicted(session), Leaving: env.T(messages.ScreenWatched),
		})
		c.presenter, c.left = withSaver(env, full, session, w), full.closed
		return endOfWatch(env, session, w, full.after(c.run(ctx)))
	}
	con, err := openWatchConsole(env, ctx)
	if err != nil {
		return err
	}
	defer con.close()
	c.console = con
	if env.JSON {
		c.presenter = &stream{env: env, match: at.match}
	} else {
		env.Say(messages.WatchTrying)
		c.presenter = &watchPresenter{terminal: newTerminal(env, c, func() engine.Layout { return nil })}
	}
	c.presenter = withSaver(env, c.presenter, session, w)
	err = c.run(ctx)
	con.close()
	return endOfWatch(env, session, w, err)
}

// withSaver returns a presenter that can save what a spectator sees to a file, and rewrite that file.
func withSaver(env *cli.Env, v presenter, session *p2p.Session, w watchFlags) presenter {
	if w.out == "" || !cli.Ordinary(w.out) {
		return v
	}
	return &transcriptSaver{presenter: v, env: env, session: session, name: w.out}
}

// openWatchConsole opens the console on a terminal only: watching needs no input.
func openWatchConsole(env *cli.Env, ctx context.Context) (*console, error) {
	if !env.InTerminal || env.Terminal == nil {
		return nil, nil
	}
	return openConsole(env, ctx)
}

// endOfWatch saves what was seen of a match, however watching ended, and audits it.
func endOfWatch(env *cli.Env, session *p2p.Session, w watchFlags, err error) error {
	file := seenOf(session)
	if file != nil && w.out != "" {
		if err := env.ReplaceFile(w.out, file); err != nil {
			return err
		}
	}
	gone := errors.Is(err, p2p.ErrHostGone) || errors.Is(err, p2p.ErrPeerGone)
	left := errors.Is(err, errLeft) || gone
	var version *p2p.VersionError
	switch {
	case errors.As(err, &version):
		return cli.Wrap(err).WithHint(env.T(messages.HintVersion))
	case err != nil && !left:
		return cli.Wrap(err)
	}
	if gone {
		env.Warn(messages.WatchHostGone, env.Lang.Error(err))
	}
	if file == nil {
		env.Code = cli.ExitUnfinished
		return nil
	}
	report := protocol.Audit(file)
	env.Code = auditreport.ExitCode(report.Verdict)
	if env.JSON {
		what := "audit"
		if left {
			what = "left"
		}
		return env.PrintJSON(map[string]any{what: audit.MatchLine{ID: session.ID(), Line: audit.Line{File: w.out, JSON: auditreport.Of(report)}}})
	}
	fmt.Fprintln(env.Out)
	if left {
		env.Say(messages.WatchLeft)
	}
	name := w.out
	if name == "" {
		name = env.T(messages.WatchName)
	}
	auditreport.Print(env, name, report)
	if w.out != "" {
		env.Say(messages.WatchSaved, cli.ShownName(w.out))
	}
	return nil
}

// watchPresenter shows a match to a spectator: what a player sees, without what concerns players only, and the board after each
// turn.
type watchPresenter struct {
	*terminal
	online  bool   // the host is linked
	path    string // how, as last shown
	seen    bool   // it was
	rules   bool   // they were shown
	free    int    // seats that were shown as free
	trouble bool   // was shown
}

// tell implements [presenter].
func (g *watchPresenter) tell(now *viewmodel.Scene, news []seat.Event) error {
	err := g.env.Batch(func() error {
		g.link(now)
		if now.Rules != nil && !g.rules {
			g.rules = true
			g.say(messages.WatchRules, now.Table.Match, rulestext.Name(g.env.Lang, now.Rules), now.Table.Resolver)
			sayPhrase(g.env, g.runner.match.Terms())
		}
		g.seats(now)
		return nil
	})
	if err != nil {
		return err
	}
	var game []seat.Event
	for _, e := range news {
		if e.Kind != seat.EventOnline && e.Kind != seat.EventOffline { // there is one link, to the host
			game = append(game, e)
		}
	}
	if err := g.terminal.tell(now, game); err != nil {
		return err
	}
	if g.env.Terminal != nil && now.Last != nil && now.Last.Complete && now.Result == nil && g.drawn < now.Turns {
		return g.env.Batch(func() error { g.draw(); return nil })
	}
	return nil
}

// link shows the state of the link to the host.
func (g *watchPresenter) link(now *viewmodel.Scene) {
	peers := g.runner.session.Snapshot().Peers
	online := len(peers) > 0 && peers[0].Online
	if !online && !g.seen && len(peers) > 0 && peers[0].Trouble != nil && !g.trouble {
		g.trouble = true
		g.say(messages.WatchTrouble, peers[0].Trouble)
	}
	switch {
	case online == g.online:
	case !online && now.Result == nil && now.Conviction == nil:
		g.say(messages.WatchLost)
	case online && g.seen:
		g.say(messages.WatchBack)
	case online:
		g.say(messages.WatchLinked)
	}
	if path := now.Connection.Path; online && g.path != path && messages.Paths.Has(path) {
		g.path = path
		g.say(messages.PathIs, g.env.T(messages.Paths.Of(path)))
	}
	g.online, g.seen = online, g.seen || online
}

// seats says which are still free, when that changes.
func (g *watchPresenter) seats(now *viewmodel.Scene) {
	var free []string
	for i := range now.Seats {
		if !now.Seats[i].Joined {
			free = append(free, now.Seats[i].Seat)
		}
	}
	if len(free) != g.free && len(free) > 0 {
		g.say(messages.WatchSeatsFree, viewmodel.SeatsOf(free))
	}
	g.free = len(free)
}

// finished implements [presenter]: the board once more.
func (g *watchPresenter) finished() error {
	if g.now != nil && g.now.Begun() {
		g.draw()
	}
	return nil
}

// alarm implements [presenter]: a spectator is never asked for anything.
func (g *watchPresenter) alarm() time.Time { return time.Time{} }

// keepEvery is the time for which news of a watched match may be missing from the file: it is written as a whole each time, and
// whoever plays says how large it is.
const keepEvery = time.Second

// transcriptSaver is a presenter that keeps what is seen of a match in a file, so that whatever ends the program, the file can be audited.
type transcriptSaver struct {
	presenter
	env     *cli.Env
	session *p2p.Session
	name    string
	kept    []byte    // what is in the file
	at      time.Time // of the last time that there was something to keep
	stale   bool      // there may be more since
}

// tell implements [presenter]: what it shows is in the file, or soon will be.
func (k *transcriptSaver) tell(now *viewmodel.Scene, news []seat.Event) error {
	if err := k.keep(); err != nil {
		return err
	}
	return k.presenter.tell(now, news)
}

func (k *transcriptSaver) keep() error {
	if k.stale = time.Since(k.at) < keepEvery; k.stale {
		return nil
	}
	file := seenOf(k.session)
	if bytes.Equal(file, k.kept) {
		return nil
	}
	k.at, k.kept = time.Now(), file
	return k.env.ReplaceFile(k.name, file)
}

// alarm implements [presenter].
func (k *transcriptSaver) alarm() time.Time {
	at := k.presenter.alarm()
	if next := k.at.Add(keepEvery); k.stale && (at.IsZero() || next.Before(at)) {
		return next
	}
	return at
}

// seenOf returns the file of what a watcher has; nil if it has nothing.
func seenOf(session *p2p.Session) (file []byte) {
	session.View(func(_ *protocol.Player, m *protocol.Match) {
		if m != nil && m.Len() > 0 {
			file = m.File()
		}
	})
	return file
}
