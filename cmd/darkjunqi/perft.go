package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
)

func newPerft(a *env) *cobra.Command {
	var rules string
	var texts [engine.MaxSeats]string
	var depth int
	var divide bool
	cmd := &cobra.Command{
		Use:     "perft --layout-red LAYOUT --layout-blue LAYOUT --depth N",
		Short:   a.t(messages.PerftShort),
		Long:    a.t(messages.PerftLong),
		Example: "  darkjunqi perft --layout-red triangle --layout-blue decoy --depth 3 --divide",
		Args:    a.exactly(),
		RunE: func(cmd *cobra.Command, args []string) error {
			rs, err := a.ruleset(rules)
			if err != nil {
				return err
			}
			layouts, err := a.perftLayouts(cmd, rs, texts)
			if err != nil {
				return err
			}
			return a.perft(rs, layouts, depth, divide)
		},
	}
	a.rulesFlag(cmd, &rules)
	for seat := range engine.Seat(engine.MaxSeats) {
		cmd.Flags().StringVar(&texts[seat], "layout-"+seat.String(), "", a.t(messages.FlagLayoutOf, seat))
	}
	cmd.Flags().IntVar(&depth, "depth", 1, a.t(messages.FlagDepth))
	cmd.Flags().BoolVar(&divide, "divide", false, a.t(messages.FlagDivide))
	return cmd
}

// perftLayouts reads the layout of each seat.
func (a *env) perftLayouts(cmd *cobra.Command, rs *engine.Ruleset, texts [engine.MaxSeats]string) ([]engine.Layout, error) {
	var layouts []engine.Layout
	for _, seat := range rs.Seats() {
		if texts[seat] == "" {
			return nil, a.fail(messages.ErrPerftLayouts, "--layout-"+seat.String()).hinting(a.t(messages.HintHelp, cmd.CommandPath()+" --help"))
		}
		l, err := a.layout(rs, texts[seat])
		if err != nil {
			return nil, err
		}
		layouts = append(layouts, l)
	}
	return layouts, nil
}

func (a *env) perft(rs *engine.Ruleset, layouts []engine.Layout, depth int, divide bool) error {
	if !divide {
		n, err := engine.Perft(rs, layouts, depth)
		if err != nil {
			return wrong(err)
		}
		fmt.Fprintln(a.out, n)
		return nil
	}
	branches, err := engine.Divide(rs, layouts, depth)
	if err != nil {
		return wrong(err)
	}
	var total uint64
	for _, b := range branches {
		fmt.Fprintf(a.out, "%s %d\n", rs.Board().FormatMove(b.Move), b.Count)
		total += b.Count
	}
	fmt.Fprintln(a.out, total)
	return nil
}
