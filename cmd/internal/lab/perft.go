package lab

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/gameargs"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

func newPerft(env *cli.Env) *cobra.Command {
	var rules string
	var texts [engine.MaxSeats]string
	var depth int
	var divide bool
	cmd := &cobra.Command{
		Use:     "perft --layout-red LAYOUT --layout-blue LAYOUT --depth N",
		Example: "  darkjunqi-lab perft --layout-red triangle --layout-blue decoy --depth 3 --divide",
		RunE: func(cmd *cobra.Command, args []string) error {
			rs, err := gameargs.Ruleset(env, rules)
			if err != nil {
				return err
			}
			layouts, err := perftLayouts(env, cmd, rs, texts)
			if err != nil {
				return err
			}
			return perft(env, rs, layouts, depth, divide)
		},
	}
	gameargs.RulesFlag(env, cmd, &rules)
	for seat := range engine.Seat(engine.MaxSeats) {
		cmd.Flags().StringVar(&texts[seat], "layout-"+seat.String(), "", env.T(messages.FlagLayoutOf, seat))
		cli.CompleteFlag(cmd, "layout-"+seat.String(), junqi.LayoutNames)
	}
	cmd.Flags().IntVar(&depth, "depth", 1, "")
	cmd.Flags().BoolVar(&divide, "divide", false, "")
	return cmd
}

// perftLayouts reads the layout of each seat; a game with a deck has none.
func perftLayouts(env *cli.Env, cmd *cobra.Command, rs *engine.Ruleset, texts [engine.MaxSeats]string) ([]engine.Layout, error) {
	var layouts []engine.Layout
	for _, seat := range rs.Seats() {
		if rs.Deck() != nil && texts[seat] == "" {
			continue
		}
		if texts[seat] == "" {
			return nil, env.Usage(cmd, messages.ErrPerftLayouts, "--layout-"+seat.String())
		}
		l, err := gameargs.Layout(env, rs, texts[seat])
		if err != nil {
			return nil, err
		}
		layouts = append(layouts, l)
	}
	return layouts, nil
}

func perft(env *cli.Env, rs *engine.Ruleset, layouts []engine.Layout, depth int, divide bool) error {
	if !divide {
		n, err := engine.Perft(rs, layouts, depth)
		if err != nil {
			return cli.Wrap(err)
		}
		fmt.Fprintln(env.Out, n)
		return nil
	}
	branches, err := engine.Divide(rs, layouts, depth)
	if err != nil {
		return cli.Wrap(err)
	}
	var total uint64
	for _, b := range branches {
		fmt.Fprintf(env.Out, "%s %d\n", rs.Board().FormatMove(b.Move), b.Count)
		total += b.Count
	}
	fmt.Fprintln(env.Out, total)
	return nil
}
