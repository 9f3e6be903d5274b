package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
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

// matchState is how far a match has come, by what its folder tells at a glance.
func matchState(in store.Info) words.Text {
	switch {
	case errors.Is(in.Err, transcript.ErrTorn):
		return words.StateTorn
	case errors.Is(in.Err, store.ErrBehind):
		return words.StateBehind
	case in.Err != nil:
		return words.StateUnreadable
	case in.Running:
		return words.StateRunning
	case finished(in):
		return words.StateFinished
	case ended(in):
		return words.StateEnded
	case in.Records < 2:
		return words.StateInvited
	case in.Records < setupRecords:
		return words.StateSetup
	}
	return words.StateOpen
}

func (a *app) matchesList(dir *store.Dir, list []store.Info) {
	if len(list) == 0 {
		a.say(words.MatchesNone, dir.Path())
		return
	}
	rows := [][]string{{"ID", a.t(words.MatchesWhen), a.t(words.MatchesRecords), a.t(words.MatchesState)}}
	for _, in := range list {
		rows = append(rows, []string{in.ID, in.Modified.Local().Format("2006-01-02 15:04"), strconv.Itoa(in.Records), a.t(matchState(in))})
	}
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
		Secret   bool   `json:"secret"`
		Running  bool   `json:"running"`
	}
	out := []match{}
	for _, in := range list {
		out = append(out, match{in.ID, dir.PublicFile(in.ID), in.Modified.UTC().Format("2006-01-02T15:04:05Z"), in.Records,
			matchState(in).In(words.English), in.Secret, in.Running})
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
			report := a.auditFile(path)
			if asJSON {
				return a.printJSON(struct {
					ID string `json:"id"`
					auditLine
				}{id, auditLine{File: path, Report: report}})
			}
			a.printReport(path, report)
			g, err := a.openGame(path)
			if err != nil || len(g.turns) == 0 {
				return nil // the report has said why there is no game to see
			}
			e, err := a.eye(g, "")
			if err != nil {
				return err
			}
			fmt.Fprintln(a.out)
			a.replayAt(g, e, len(g.turns))
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
func isYes(line string) bool {
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "y", "yes", "是", "好":
		return true
	}
	return false
}
