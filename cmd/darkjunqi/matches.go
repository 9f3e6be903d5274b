package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

func newMatches(a *env) *cobra.Command {
	return a.group("matches", messages.MatchesShort, messages.MatchesLong, newMatchesList(a), newMatchesShow(a), newMatchesDelete(a))
}

func newMatchesList(a *env) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: a.t(messages.MatchesListShort),
		Args:  a.exactly(),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := a.openStore()
			if err != nil {
				return err
			}
			list, err := dir.List()
			if err != nil {
				return wrong(err)
			}
			if asJSON {
				return a.matchesJSON(dir, list)
			}
			a.matchesList(dir, list)
			return nil
		},
	}
	a.jsonFlag(cmd, &asJSON)
	return cmd
}

// listed is a match of the data folder as `matches list` tells it.
type listed struct {
	store.Info
	glance
	own engine.Seat
}

// listedOf reads what the list tells of a match beside its Info.
func listedOf(dir *store.Dir, in store.Info) listed {
	l := listed{Info: in}
	_, name := store.SplitID(in.ID)
	l.own = viewmodel.SeatOf(name)
	if records, err := dir.Read(in.ID); err == nil || errors.Is(err, transcript.ErrTorn) {
		l.glance = glanceAt(records)
	}
	return l
}

// state is how far a match has come, by what its folder tells at a glance.
func (l *listed) state() messages.Text {
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
	case l.result.Over || ended(l.Info):
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

// listedOutcome says how a match ended for its owner.
func (a *env) listedOutcome(l *listed) string {
	if !l.result.Over {
		return ""
	}
	s := &viewmodel.Scene{Rules: l.rules}
	s.Table.Seat = l.own.String()
	s.Result = &seat.Result{Draw: l.result.Draw, Winners: seatNames(l.result.Winners.Seats()), Reason: l.result.Reason.String(), You: "lost"}
	if l.result.Draw {
		s.Result.You = "drew"
	} else if l.result.Winners.Has(l.own) {
		s.Result.You = "won"
	}
	return s.ResultInWords(a.lang)
}

func (a *env) matchesList(dir *store.Dir, list []store.Info) {
	if len(list) == 0 {
		a.say(messages.MatchesNone, dir.Path())
		return
	}
	rows := [][]string{{"ID", a.t(messages.MatchesWhen), a.t(messages.MatchesRules), a.t(messages.MatchesState), a.t(messages.MatchesResult)}}
	for _, in := range list {
		l := listedOf(dir, in)
		rules := ""
		if l.rules != nil {
			rules = a.rulesName(l.rules)
		}
		rows = append(rows, []string{in.ID, in.Modified.Local().Format("2006-01-02 15:04"), rules, a.t(l.state()), a.listedOutcome(&l)})
	}
	a.grid(rows)
	fmt.Fprintln(a.out)
	a.say(messages.MatchesFolder, dir.Path())
}

// grid prints rows of cells, the columns aligned.
func (a *env) grid(rows [][]string) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], messages.Width(cell))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			line.WriteString(messages.Pad(cell, widths[i]) + "  ")
		}
		fmt.Fprintln(a.out, strings.TrimRight(line.String(), " "))
	}
}

func (a *env) matchesJSON(dir *store.Dir, list []store.Info) error {
	type match struct {
		ID       string `json:"id"`
		File     string `json:"file"`
		Modified string `json:"modified"`
		Records  int    `json:"records"`
		State    string `json:"state"`
		rulesJSON
		Seat    string       `json:"seat"`
		Seats   []string     `json:"seats"`
		Result  *outcomeJSON `json:"result,omitempty"`
		Secret  bool         `json:"secret"`
		Running bool         `json:"running"`
	}
	out := []match{}
	for _, in := range list {
		l := listedOf(dir, in)
		m := match{
			ID: in.ID, File: dir.PublicFile(in.ID), Modified: in.Modified.UTC().Format("2006-01-02T15:04:05Z"), Records: in.Records,
			State: l.state().In(messages.English), Seat: l.own.String(), Seats: []string{}, Secret: in.Secret, Running: in.Running,
		}
		if l.rules != nil {
			m.rulesJSON, m.Seats = rulesNamed(l.rules), seatNames(l.rules.Seats())
		}
		if l.result.Over {
			m.Result = &outcomeJSON{Winners: seatNames(l.result.Winners.Seats()), Reason: l.result.Reason.String()}
		}
		out = append(out, m)
	}
	return a.printJSON(map[string]any{"folder": dir.Path(), "matches": out})
}

func newMatchesShow(a *env) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "show ID",
		Short: a.t(messages.MatchesShowShort),
		Long:  a.t(messages.MatchesShowLong),
		Args:  a.exactly("ID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, id, err := a.storedMatch(args[0])
			if err != nil {
				return err
			}
			path := dir.PublicFile(id)
			found := a.readAndAudit(path)
			if asJSON {
				return a.printJSON(matchJSON{id, lineOf(found)})
			}
			a.printReport(path, found.report)
			g, err := a.openGame(path)
			if err != nil || len(g.Game.Events) == 0 {
				return nil // the report has said why there is no game to see
			}
			p, err := a.projector(path, g, "")
			if err != nil {
				return err
			}
			fmt.Fprintln(a.out)
			a.replayAt(p, p.Len())
			return nil
		},
	}
	a.jsonFlag(cmd, &asJSON)
	return cmd
}

func newMatchesDelete(a *env) *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use:   "delete ID",
		Short: a.t(messages.MatchesDeleteShort),
		Long:  a.t(messages.MatchesDeleteLong),
		Args:  a.exactly("ID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, id, err := a.storedMatch(args[0])
			if err != nil {
				return err
			}
			if !yes {
				if err := a.confirmDelete(cmd.Context(), id); err != nil {
					return err
				}
			}
			if err := dir.Delete(id); err != nil {
				return wrong(err)
			}
			a.say(messages.MatchesDeleted, id)
			return nil
		},
	}
	cmd.Flags().BoolVar(&yes, "yes", false, a.t(messages.FlagDeleteYes))
	return cmd
}

func (a *env) confirmDelete(ctx context.Context, id string) error {
	con, err := a.openConsole(ctx)
	if err != nil {
		return wrong(err)
	}
	defer con.close()
	a.say(messages.MatchesDeleteAsk, id)
	line, ok := con.line(ctx, "[y/N] ")
	if !ok {
		return a.fail(messages.ErrNoAnswer).hinting(a.t(messages.HintYes))
	}
	if !isYes(line) {
		return a.fail(messages.ErrNotDeleted)
	}
	return nil
}

// isYes reports whether an answer is a yes, in any language.
func isYes(line string) bool { return messages.Answer(messages.Plain(line)) == "yes" }
