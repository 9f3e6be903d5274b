package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/engine"
)

func newPerft(a *app) *cobra.Command {
	var red, blue string
	var depth int
	var divide bool
	cmd := &cobra.Command{
		Use:     "perft --layout-red LAYOUT --layout-blue LAYOUT --depth N",
		Short:   a.t(words.PerftShort),
		Long:    a.t(words.PerftLong),
		Example: "  darkjunqi perft --layout-red triangle --layout-blue decoy --depth 3 --divide",
		Args:    a.exactly(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if red == "" || blue == "" {
				return a.fail(words.ErrPerftLayouts).hinting(a.t(words.HintHelp, cmd.CommandPath()+" --help"))
			}
			redLayout, err := a.layout(red)
			if err != nil {
				return err
			}
			blueLayout, err := a.layout(blue)
			if err != nil {
				return err
			}
			return a.perft(redLayout, blueLayout, depth, divide)
		},
	}
	cmd.Flags().StringVar(&red, "layout-red", "", a.t(words.FlagLayoutRed))
	cmd.Flags().StringVar(&blue, "layout-blue", "", a.t(words.FlagLayoutBlue))
	cmd.Flags().IntVar(&depth, "depth", 1, a.t(words.FlagDepth))
	cmd.Flags().BoolVar(&divide, "divide", false, a.t(words.FlagDivide))
	return cmd
}

func (a *app) perft(red, blue engine.Layout, depth int, divide bool) error {
	if !divide {
		n, err := engine.Perft(red, blue, depth)
		if err != nil {
			return wrong(err)
		}
		fmt.Fprintln(a.out, n)
		return nil
	}
	branches, err := engine.Divide(red, blue, depth)
	if err != nil {
		return wrong(err)
	}
	var total uint64
	for _, b := range branches {
		fmt.Fprintf(a.out, "%s %d\n", b.Move, b.Count)
		total += b.Count
	}
	fmt.Fprintln(a.out, total)
	return nil
}
