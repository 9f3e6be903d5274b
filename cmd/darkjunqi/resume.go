package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

func newResume(a *env) *cobra.Command {
	var s seating
	cmd := &cobra.Command{
		Use:     "resume [ID]",
		Short:   a.t(messages.ResumeShort),
		Long:    a.t(messages.ResumeLong),
		Example: "  darkjunqi resume\n  darkjunqi resume 3f21",
		Args:    a.between(0, "ID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := a.prepare(s)
			if err != nil {
				return err
			}
			dir, err := a.openStore()
			if err != nil {
				return err
			}
			if err := a.callSelf(dir, p); err != nil {
				return err
			}
			if p.relayText != "" {
				if err := a.chooseRelay(dir, p); err != nil {
					return err
				}
			}
			var id string
			if len(args) == 1 {
				id, err = a.find(dir, args[0])
			} else {
				id, err = a.onlyUnfinished(dir)
			}
			if err != nil {
				return err
			}
			return a.resume(cmd, p, dir, id)
		},
	}
	a.seatingFlags(cmd, &s)
	a.inviteFlags(cmd, &s)
	return cmd
}

// storedMatch is the match of the data folder whose name starts so.
func (a *env) storedMatch(prefix string) (*store.Dir, string, error) {
	dir, err := a.openStore()
	if err != nil {
		return nil, "", err
	}
	id, err := a.find(dir, prefix)
	return dir, id, err
}

// find is the match whose name starts so.
func (a *env) find(dir *store.Dir, prefix string) (string, error) {
	id, err := dir.Find(prefix)
	if err != nil {
		return "", wrong(err).hinting(a.t(messages.HintMatches))
	}
	return id, nil
}

// onlyUnfinished is the one match that can be gone on with.
func (a *env) onlyUnfinished(dir *store.Dir) (string, error) {
	list, err := dir.List()
	if err != nil {
		return "", wrong(err)
	}
	var open, over, running []string
	for _, in := range list {
		switch {
		case !in.Secret || in.Finished():
		case in.Running:
			running = append(running, in.ID)
		case ended(in):
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
		return "", a.fail(messages.ErrSeveral, strings.Join(open, ", ")).hinting(a.t(messages.HintNameOne))
	case len(running) > 0:
		return "", a.fail(messages.ErrRunning, strings.Join(running, ", ")).hinting(a.t(messages.HintRunning))
	}
	return "", a.fail(messages.ErrNothingToResume).hinting(a.t(messages.HintMatches))
}

// ended reports whether the game is over, though the other side may not have all of it: a Reveal stands, or that the end was
// seen. Where all layouts lie open from the start Reveals stand in the chain, and none is last.
func ended(in store.Info) bool {
	return in.Last == transcript.Seen || in.Last == transcript.Reveal
}

func (a *env) resume(cmd *cobra.Command, p *prepared, dir *store.Dir, id string) error {
	ctx, stop := untilInterrupted(cmd.Context())
	defer stop()
	st, err := dir.Open(id)
	if err != nil {
		return a.cannotOpen(err, dir.PublicFile(id))
	}
	kept, err := p2p.Kept(st)
	if err != nil {
		return wrong(errors.Join(err, st.Close()))
	}
	done := st.Done()
	line, err := a.connect(p, kept)
	if err != nil {
		return wrong(errors.Join(err, st.Close()))
	}
	defer line.close()
	session, err := p2p.Resume(line.net, st, p.session())
	if err != nil {
		return wrong(errors.Join(err, st.Close()))
	}
	defer session.Close()
	a.welcomeBack(session, p, line)
	con, err := a.openTable(ctx, p)
	if err != nil {
		return err
	}
	defer con.close()
	return a.sit(ctx, sitting{dir: dir, session: session, line: line, again: done}, p, con)
}

func (a *env) cannotOpen(err error, path string) error {
	p := wrong(err)
	switch {
	case errors.Is(err, store.ErrNoSecret), errors.Is(err, store.ErrEmptySecret):
		p.hinting(a.t(messages.HintSecretGone, path))
	case errors.Is(err, store.ErrInUse):
		p.hinting(a.t(messages.HintRunning))
	}
	return p
}

// welcomeBack says which match goes on; a host gets the invites to what is free again.
func (a *env) welcomeBack(session *p2p.Session, p *prepared, l *line) {
	if p.asJSON {
		return
	}
	var rs *engine.Ruleset
	session.View(func(_ *protocol.Player, m *protocol.Match) { rs = m.Rules() })
	snap := session.Snapshot()
	if rs != nil { // else the match file is behind what was sent
		a.say(messages.ResumeYouAre, session.ID(), snap.Seat, a.rulesName(rs))
	}
	if l.letters != nil {
		a.paragraphs(a.t(messages.ByHandHow, l.letters.dir))
	}
	if !p.full && !snap.Joined && !snap.Behind && len(tickets(session)) > 0 { // a file that is behind may not know who has joined
		a.invite(session, p, l)
	}
}
