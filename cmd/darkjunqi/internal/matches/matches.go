// Package matches implements the commands about the contents of the data folder: matches and friends.
package matches

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/audit"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/datafolder"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/replay"
	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/auditreport"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/rulestext"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

func NewMatches(env *cli.Env) *cobra.Command {
	return env.Group("matches",
		newMatchesList(env), newMatchesShow(env), newMatchesResults(env), newMatchesDelete(env))
}

func newMatchesList(env *cli.Env) *cobra.Command {
	return env.JSONFlag(&cobra.Command{
		Use: "list",
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := datafolder.Open()
			if err != nil {
				return err
			}
			list, err := dir.List()
			if err != nil {
				return cli.Wrap(err)
			}
			if env.JSON {
				return matchesJSON(env, dir, list)
			}
			matchesList(env, dir, list)
			return nil
		},
	})
}

// listedMatch is a match of the data folder as `matches list` shows it.
type listedMatch struct {
	store.Info
	matchSummary
	own engine.Seat
}

// listedOf reads what the list shows of a match beside its Info.
func listedOf(dir *store.Dir, in store.Info) listedMatch {
	l := listedMatch{Info: in}
	_, name := store.SplitID(in.ID)
	l.own = viewmodel.SeatOf(name)
	if records, err := dir.Read(in.ID); err == nil || errors.Is(err, transcript.ErrTorn) {
		l.matchSummary = summarize(records)
	}
	return l
}

// state returns how far a match has come, without an audit.
func (l *listedMatch) state() messages.Text {
	switch {
	case errors.Is(l.Err, transcript.ErrTorn):
		return messages.StateTorn
	case errors.Is(l.Err, store.ErrBehind):
		return messages.StateBehind
	case l.Err != nil:
		return messages.StateUnreadable
	case l.Running:
		return messages.StateRunning
	case l.Last == transcript.Fault:
		return messages.StateSealed
	case l.Finished():
		return messages.StateFinished
	case l.result.Over || datafolder.Ended(l.Info):
		return messages.StateEnded
	case l.rules == nil:
		return messages.StateUnreadable
	case l.joined < l.rules.NumSeats():
		return messages.StateInvited
	case l.layouts < l.rules.NumSeats():
		return messages.StateSetup
	}
	return messages.StateOpen
}

func listedOutcome(lang messages.Lang, l *listedMatch) string {
	if !l.result.Over {
		return ""
	}
	s := &viewmodel.Scene{Rules: l.rules}
	s.Table.Seat = l.own.String()
	s.Result = seat.ResultOf(l.result, s.Table.Seat)
	return s.ResultInWords(lang)
}

func matchesList(env *cli.Env, dir *store.Dir, list []store.Info) {
	if len(list) == 0 {
		env.Say(messages.MatchesNone, dir.Path())
		return
	}
	rows := [][]string{{
		"ID", env.T(messages.MatchesWhen), env.T(messages.MatchesRules),
		env.T(messages.MatchesState), env.T(messages.MatchesResult),
	}}
	for _, in := range list {
		l := listedOf(dir, in)
		rules := ""
		if l.rules != nil {
			rules = rulestext.Name(env.Lang, l.rules)
		}
		rows = append(rows, []string{
			in.ID, in.Modified.Local().Format("2006-01-02 15:04"), rules, env.T(l.state()), listedOutcome(env.Lang.Under(l.rules), &l),
		})
	}
	env.Grid(rows)
	fmt.Fprintln(env.Out)
	env.Say(messages.MatchesFolder, dir.Path())
}

func matchesJSON(env *cli.Env, dir *store.Dir, list []store.Info) error {
	type match struct {
		ID       string `json:"id"`       // of the match
		File     string `json:"file"`     // its transcript, which may be shared
		Modified string `json:"modified"` // RFC 3339 in UTC
		Records  int    `json:"records"`  // their number
		State    string `json:"state"`    // as matches list shows it, in English
		rulestext.Identity
		Seat    string               `json:"seat"`             // your own
		Seats   []string             `json:"seats"`            // all of them
		Result  *auditreport.Outcome `json:"result,omitempty"` // as the records claim; nothing is verified
		Secret  bool                 `json:"secret"`           // the private file is there: it can be resumed
		Running bool                 `json:"running"`          // a program has it open
	}
	out := []match{}
	for _, in := range list {
		l := listedOf(dir, in)
		m := match{
			ID: in.ID, File: dir.PublicFile(in.ID), Modified: in.Modified.UTC().Format("2006-01-02T15:04:05Z"), Records: in.Records,
			State: l.state().In(messages.English), Seat: l.own.String(), Seats: []string{}, Secret: in.Secret, Running: in.Running,
		}
		if l.rules != nil {
			m.Identity, m.Seats = rulestext.Identify(l.rules), viewmodel.SeatNames(l.rules.Seats())
		}
		if l.result.Over {
			m.Result = &auditreport.Outcome{Winners: viewmodel.SeatNames(l.result.Winners.Seats()), Reason: l.result.Reason.String()}
		}
		out = append(out, m)
	}
	return env.PrintJSON(map[string]any{"folder": dir.Path(), "matches": out})
}

func newMatchesShow(env *cli.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use: "show ID",
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, id, err := datafolder.OpenMatch(env.Lang, args[0])
			if err != nil {
				return err
			}
			path := dir.PublicFile(id)
			found := audit.File(path)
			if env.JSON {
				return env.PrintJSON(audit.MatchLine{ID: id, Line: audit.LineOf(found)})
			}
			auditreport.Print(env, path, found.Report)
			return replay.PrintEnd(env, path)
		},
	}
	env.JSONFlag(cmd)
	cmd.ValidArgsFunction = cli.Complete(datafolder.MatchIDs)
	return cmd
}

func newMatchesDelete(env *cli.Env) *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use: "delete ID",
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, id, err := datafolder.OpenMatch(env.Lang, args[0])
			if err != nil {
				return err
			}
			if !yes {
				if err := confirmDelete(cmd.Context(), env, id); err != nil {
					return err
				}
			}
			// A practice match has more than its own files.
			a, err := app.New(app.Options{Dir: dir})
			if err == nil {
				err = errors.Join(a.Forget(id), a.Close())
			}
			if err != nil {
				return cli.Wrap(err)
			}
			env.Say(messages.MatchesDeleted, id)
			return nil
		},
	}
	cmd.Flags().BoolVar(&yes, "yes", false, env.T(messages.FlagDeleteYes))
	cmd.ValidArgsFunction = cli.Complete(datafolder.MatchIDs)
	return cmd
}

func confirmDelete(parent context.Context, env *cli.Env, id string) error {
	ctx, stop := cli.UntilInterrupted(parent)
	defer stop()
	env.Say(messages.MatchesDeleteAsk, id)
	return env.Confirm(ctx, messages.ErrNotDeleted)
}
