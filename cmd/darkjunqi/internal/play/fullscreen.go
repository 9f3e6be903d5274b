package play

import (
	"context"
	"errors"
	"fmt"
	"io"

	tea "charm.land/bubbletea/v2"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/uiflags"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/gameargs"
	"github.com/darkjunqi/darkjunqi/cmd/internal/layouts"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/rulestext"
	"github.com/darkjunqi/darkjunqi/cmd/internal/screen"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

func matchOptions(env *cli.Env, ctx context.Context, at *playRun, p *playOptions) screen.MatchOptions {
	o := screen.MatchOptions{
		Options: uiflags.Options(env, p.ui), Layouts: layoutFiles(env), Placed: p.text != "", Rules: func(rs *engine.Ruleset) []string { return rulestext.Terms(env.Lang, rs) }, Convicted: convicted(at.match.Session()), Bell: !p.quiet,
		Leaving: env.T(messages.ScreenKept, "darkjunqi resume "+at.match.ID()),
	}
	if len(freeInvites(at.match.Session())) > 0 {
		o.Invite = &inviteScreen{ctx: ctx, env: *env, seat: at.match.Seat(), show: func(env *cli.Env) { printInvites(env, at, p) }}
	}
	return o
}

// convicted returns why somebody was convicted in a match.
func convicted(s *p2p.Session) func() error {
	return func() error {
		if c := s.Snapshot().Conviction; c != nil {
			return c.Reason
		}
		return nil
	}
}

// matchScreen shows a match on the full screen, with the messages that come meanwhile.
type matchScreen struct {
	silent // nobody types lines
	env    *cli.Env
	match  *screen.Match
	out    io.Writer // of the app, while there was no full screen
	closed chan struct{}
	err    error // once it is closed
	end    context.CancelFunc
}

// openScreen shows the match of a seat until it is closed, or the person leaves.
func openScreen(env *cli.Env, ctx context.Context, s *seat.Seat, o screen.MatchOptions) *matchScreen {
	ctx, end := context.WithCancel(ctx)
	v := &matchScreen{env: env, match: screen.NewMatch(ctx, s, o), out: env.Out, closed: make(chan struct{}), end: end}
	env.Out = v
	go func() {
		defer close(v.closed)
		v.err = screen.Show(ctx, v.match, env.In, env.Terminal)
	}()
	return v
}

// after gives the terminal back when a match has ended with err. Where the other side went away after the end, the person
// may want to see how it ended.
func (v *matchScreen) after(err error) error {
	if errors.Is(err, p2p.ErrPeerGone) {
		_ = v.finished()
	}
	v.end()
	<-v.closed
	v.env.Out = v.out
	if v.err != nil {
		return errors.Join(err, v.err)
	}
	return err
}

// Write shows a message on the full screen.
func (v *matchScreen) Write(p []byte) (int, error) {
	v.match.Tell(string(p))
	return len(p), nil
}

// tell implements [presenter]: the screen looks at the seat itself.
func (v *matchScreen) tell(*viewmodel.Scene, []seat.Event) error { return nil }

// finished implements [presenter]: the person looks at the board as long as they like.
func (v *matchScreen) finished() error {
	v.match.Finish()
	<-v.closed
	return nil
}

// layoutFiles returns where layouts come from on the full screen, and go to.
func layoutFiles(env *cli.Env) screen.Layouts {
	return screen.Layouts{
		Propose: suggestion,
		Ready:   layouts.Presets,
		Read: func(rs *engine.Ruleset, text string) (engine.Layout, error) {
			if text == "-" { // standard input is where the keys come from
				return rs.ParseLayout(text)
			}
			return gameargs.Layout(env, rs, text)
		},
		Write: func(rs *engine.Ruleset, name string, l engine.Layout) error {
			if gameargs.FileExists(name) {
				return env.Fail(messages.ErrFileThere, name)
			}
			form := "line"
			if gameargs.IsJQL(name) {
				form = "jql"
			}
			data, err := gameargs.FormatLayout(env, rs, l, form)
			if err != nil {
				return err
			}
			return env.WriteFile(name, data)
		},
	}
}

// inviteScreen shows the invites of a match outside of the full screen, where they can be copied, until the person has read them
// or nobody is to be invited any more.
type inviteScreen struct {
	ctx  context.Context
	env  cli.Env // writes on the terminal itself
	seat *seat.Seat
	show func(*cli.Env)
	in   io.Reader
}

var _ tea.ExecCommand = (*inviteScreen)(nil)

// SetStdin implements [tea.ExecCommand].
func (l *inviteScreen) SetStdin(in io.Reader) { l.in = in }

// SetStdout implements [tea.ExecCommand].
func (l *inviteScreen) SetStdout(out io.Writer) { l.env.Out = out }

// SetStderr implements [tea.ExecCommand].
func (l *inviteScreen) SetStderr(io.Writer) {}

// Run implements [tea.ExecCommand].
func (l *inviteScreen) Run() error {
	l.show(&l.env)
	fmt.Fprintln(l.env.Out)
	l.env.Paragraphs(l.env.T(messages.ScreenGoOn))
	ctx, enough := context.WithCancel(l.ctx)
	defer enough()
	go func() {
		defer enough()
		for changed := l.seat.Changed(); len(l.seat.State().Invites) > 0; changed = l.seat.Changed() {
			select {
			case <-changed:
			case <-ctx.Done():
				return
			}
		}
	}()
	_, _, err := cli.ReadLine(ctx, l.in)
	return err
}
