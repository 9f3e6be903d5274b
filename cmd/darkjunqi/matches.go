package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/scene"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

func newMatches(a *app) *cobra.Command {
	return a.group("matches", words.MatchesShort, words.MatchesLong, newMatchesList(a), newMatchesShow(a), newMatchesDelete(a))
}

func newMatchesList(a *app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: a.t(words.MatchesListShort),
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
	l.own = scene.SeatOf(name)
	if records, err := dir.Read(in.ID); err == nil || errors.Is(err, transcript.ErrTorn) {
		l.glance = glanceAt(records)
	}
	return l
}

// state is how far a match has come, by what its folder tells at a glance.
func (l *listed) state() words.Text {
	switch {
	case errors.Is(l.Err, transcript.ErrTorn):
		return words.StateTorn
	case errors.Is(l.Err, store.ErrBehind):
		return words.StateBehind
	case l.Err != nil:
		return words.StateUnreadable
	case l.Running:
		return words.StateRunning
	case l.Last == transcript.Fault:
		return words.StateSealed
	case l.Finished():
		return words.StateFinished
	case l.result.Over || ended(l.Info):
		return words.StateEnded
	case l.rules == nil:
		return words.StateUnreadable
	case l.joined < l.rules.NumSeats():
		return words.StateInvited
	case l.layouts < l.rules.NumSeats():
		return words.StateSetup
	}
	return words.StateOpen
}

// listedOutcome says how a match ended for its owner.
func (a *app) listedOutcome(l *listed) string {
	if !l.result.Over {
		return ""
	}
	s := &scene.Scene{Rules: l.rules}
	s.Table.Seat = l.own.String()
	s.Result = &seat.Result{Draw: l.result.Draw, Winners: seatNames(l.result.Winners.Seats()), Reason: l.result.Reason.String(), You: "lost"}
	if l.result.Draw {
		s.Result.You = "drew"
	} else if l.result.Winners.Has(l.own) {
		s.Result.You = "won"
	}
	return s.ResultInWords(a.lang)
}

func (a *app) matchesList(dir *store.Dir, list []store.Info) {
	if len(list) == 0 {
		a.say(words.MatchesNone, dir.Path())
		return
	}
	rows := [][]string{{"ID", a.t(words.MatchesWhen), a.t(words.MatchesRules), a.t(words.MatchesState), a.t(words.MatchesResult)}}
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
	a.say(words.MatchesFolder, dir.Path())
}

// grid prints rows of cells, the columns aligned.
func (a *app) grid(rows [][]string) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], words.Width(cell))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			line.WriteString(words.Pad(cell, widths[i]) + "  ")
		}
		fmt.Fprintln(a.out, strings.TrimRight(line.String(), " "))
	}
}

func (a *app) matchesJSON(dir *store.Dir, list []store.Info) error {
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
			State: l.state().In(words.English), Seat: l.own.String(), Seats: []string{}, Secret: in.Secret, Running: in.Running,
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

func newMatchesShow(a *app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "show ID",
		Short: a.t(words.MatchesShowShort),
		Long:  a.t(words.MatchesShowLong),
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

func newMatchesDelete(a *app) *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use:   "delete ID",
		Short: a.t(words.MatchesDeleteShort),
		Long:  a.t(words.MatchesDeleteLong),
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
			a.say(words.MatchesDeleted, id)
			return nil
		},
	}
	cmd.Flags().BoolVar(&yes, "yes", false, a.t(words.FlagDeleteYes))
	return cmd
}

func (a *app) confirmDelete(ctx context.Context, id string) error {
	con, err := a.openConsole(ctx)
	if err != nil {
		return wrong(err)
	}
	defer con.close()
	a.say(words.MatchesDeleteAsk, id)
	line, ok := con.line(ctx, "[y/N] ")
	if !ok {
		return a.fail(words.ErrNoAnswer).hinting(a.t(words.HintYes))
	}
	if !isYes(line) {
		return a.fail(words.ErrNotDeleted)
	}
	return nil
}

// isYes reports whether an answer is a yes, in any language.
func isYes(line string) bool { return words.Answers[words.Plain(line)] == "yes" }
