package matches

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/datafolder"
	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/history"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
)

func newMatchesResults(env *cli.Env) *cobra.Command {
	return env.JSONFlag(&cobra.Command{
		Use: "results",
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := results(cmd.Context())
			if err != nil {
				return cli.Wrap(err)
			}
			if env.JSON {
				return env.PrintJSON(s)
			}
			showResults(env, s)
			return nil
		},
	})
}

// results returns the results in the data folder, all of which is audited first.
func results(ctx context.Context) (s history.Statistics, err error) {
	dir, err := datafolder.Open()
	if err != nil {
		return s, err
	}
	a, err := app.New(app.Options{Dir: dir, BotName: history.BotName})
	if err != nil {
		return s, err
	}
	defer a.Close()
	return a.Statistics(ctx)
}

func showResults(env *cli.Env, s history.Statistics) {
	tally := func(t history.Tally) string { return env.T(messages.ResultsTally, t.Won, t.Drawn, t.Lost) }
	fmt.Fprintln(env.Out, tally(s.Tally))
	var rows [][2]string
	for _, f := range s.Figures {
		rows = append(rows, [2]string{env.T(messages.Figures.Of(f.Name)), strconv.Itoa(f.Value)})
	}
	for _, of := range s.Rules {
		rows = append(rows, [2]string{of.Name[env.Lang.String()], tally(of.Tally)})
	}
	for _, of := range s.Opponents {
		rows = append(rows, [2]string{called(env, of.Names), tally(of.Tally)})
	}
	if len(s.Ratings) > 0 {
		rows = append(rows, [2]string{env.T(messages.ResultsRating), rating(s.Ratings[len(s.Ratings)-1])})
	}
	for _, f := range s.Friends {
		rows = append(rows, [2]string{f.Name, rating(f.Rating)})
	}
	if len(rows) > 0 {
		fmt.Fprintln(env.Out)
		env.Columns(rows)
	}
}

func rating(r history.Rating) string {
	return strconv.Itoa(int(r.Value+0.5)) + " ± " + strconv.Itoa(int(r.Deviation+0.5))
}

// called are players by their names.
func called(env *cli.Env, names []string) string {
	said := make([]string, len(names))
	for i, name := range names {
		level, computer := strings.CutPrefix(name, history.BotName(""))
		player, others := strings.CutPrefix(name, history.ComputerOf(""))
		switch {
		case others:
			said[i] = env.T(messages.ResultsComputerOf, cmp.Or(player, env.T(messages.ResultsUnnamed)))
		case computer:
			said[i] = env.T(messages.ResultsComputer, level)
		case name == "":
			said[i] = env.T(messages.ResultsUnnamed)
		default:
			said[i] = name
		}
	}
	return env.Lang.List(said)
}
