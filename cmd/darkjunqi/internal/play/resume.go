package play

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/datafolder"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/rulestext"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
)

func NewResume(env *cli.Env) *cobra.Command {
	var s playFlags
	cmd := &cobra.Command{
		Use:     "resume [ID]",
		Example: "  darkjunqi resume\n  darkjunqi resume 3f21",
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := parseFlags(env, s)
			if err != nil {
				return err
			}
			at, err := newRun(env, p)
			if err != nil {
				return err
			}
			defer at.close()
			if p.relayText != "" {
				if err := chooseRelay(env, at.dir, p); err != nil {
					return err
				}
			}
			if err := at.openPage(env, p); err != nil {
				return err
			}
			var id string
			if len(args) == 1 {
				id, err = datafolder.Find(env.Lang, at.dir, args[0])
			} else {
				id, err = onlyUnfinished(env, at.dir)
			}
			if err != nil {
				return err
			}
			return resume(env, cmd, p, at, id)
		},
	}
	addPlayFlags(env, cmd, &s)
	inviteFlags(env, cmd, &s)
	cmd.ValidArgsFunction = cli.Complete(datafolder.MatchIDs)
	return cmd
}

// onlyUnfinished returns the one match that can be gone on with.
func onlyUnfinished(env *cli.Env, dir *store.Dir) (string, error) {
	list, err := dir.List()
	if err != nil {
		return "", cli.Wrap(err)
	}
	var open, over, running []string
	for _, in := range list {
		switch {
		case !in.Secret || in.Finished():
		case in.Running:
			running = append(running, in.ID)
		case datafolder.Ended(in):
			over = append(over, in.ID)
		default:
			open = append(open, in.ID)
		}
	}
	if len(open) == 0 {
		open = over
	}
	switch {
	case len(open) == 1:
		return open[0], nil
	case len(open) > 1:
		return "", env.Fail(messages.ErrSeveral, strings.Join(open, ", ")).WithHint(env.T(messages.HintNameOne))
	case len(running) > 0:
		return "", env.Fail(messages.ErrRunning, strings.Join(running, ", ")).WithHint(env.T(messages.HintRunning))
	}
	return "", env.Fail(messages.ErrNothingToResume).WithHint(env.T(messages.HintMatches))
}

func resume(env *cli.Env, cmd *cobra.Command, p *playOptions, at *playRun, id string) error {
	ctx, stop := cli.UntilInterrupted(cmd.Context())
	defer stop()
	var err error
	if at.match, err = at.app.Resume(id); err != nil {
		return cannotOpen(env.Lang, err, at.dir.PublicFile(id))
	}
	sayResumed(env, at, p)
	return playMatch(env, ctx, at, p, nil)
}

func cannotOpen(lang messages.Lang, err error, path string) error {
	p := problem(err)
	switch {
	case errors.Is(err, store.ErrNoSecret), errors.Is(err, store.ErrEmptySecret):
		p.WithHint(messages.HintSecretGone.In(lang, path))
	case errors.Is(err, store.ErrInUse):
		p.WithHint(messages.HintRunning.In(lang))
	}
	return p
}

// sayResumed says which match is resumed; a host gets the invites to the free seats again.
func sayResumed(env *cli.Env, at *playRun, p *playOptions) {
	session, l := at.match.Session(), at.transport
	if env.JSON {
		return
	}
	var rs *engine.Ruleset
	session.View(func(_ *protocol.Player, m *protocol.Match) { rs = m.Rules() })
	env.Under(rs)
	snap := session.Snapshot()
	if rs != nil { // else the match file is behind what was sent
		env.Say(messages.ResumeYouAre, session.ID(), snap.Seat, rulestext.Name(env.Lang, rs))
	}
	if l.letters != nil {
		env.Paragraphs(env.T(messages.ByHandHow, l.letters.dir))
	}
	if !p.full && !snap.Joined && !snap.Behind && len(freeInvites(session)) > 0 { // a file that is behind may not know who has joined
		printInvites(env, at, p)
	}
}
