package main

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/textboard"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/engine/picture"
	"github.com/darkjunqi/darkjunqi/p2p/robot"
)

func newLayout(a *env) *cobra.Command {
	cmd := a.group("layout", messages.LayoutShort, messages.LayoutLong,
		newLayoutCheck(a), newLayoutRandom(a), newLayoutShow(a), newLayoutConvert(a), newLayoutCount(a))
	cmd.Long = a.t(messages.LayoutLong, strings.Join(slices.Sorted(maps.Keys(junqi.Layouts())), ", "))
	return cmd
}

// rulesFlag is --rules with its default.
func (a *env) rulesFlag(cmd *cobra.Command, value *string) {
	cmd.Flags().StringVar(value, "rules", "standard", a.t(messages.FlagRules))
}

func newLayoutCheck(a *env) *cobra.Command {
	var rules string
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "check LAYOUT",
		Short:   a.t(messages.LayoutCheckShort),
		Long:    a.t(messages.LayoutCheckLong),
		Example: "  darkjunqi layout check my.layout\n  darkjunqi layout check 42239/2.1.6/74.58/1.3.1/MM35M/BF76B --rules qq",
		Args:    a.exactly("LAYOUT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			rs, err := a.ruleset(rules)
			if err != nil {
				return err
			}
			text, err := a.readLayout(args[0])
			if err != nil {
				return err
			}
			l, err := text.parse(rs)
			if err == nil {
				err = rs.CheckLayout(l)
			}
			if asJSON {
				result := struct {
					Legal  bool        `json:"legal"`
					Layout string      `json:"layout,omitempty"`
					Reason *reasonJSON `json:"reason,omitempty"`
				}{Legal: err == nil}
				if err != nil {
					a.code = exitCheating
					result.Reason = reasonOf(err)
				} else {
					result.Layout = rs.FormatLayout(l)
				}
				return a.printJSON(result)
			}
			if err != nil {
				return &problem{code: exitCheating, err: err}
			}
			a.say(messages.LayoutLegal, a.rulesName(rs))
			return nil
		},
	}
	a.rulesFlag(cmd, &rules)
	a.jsonFlag(cmd, &asJSON)
	return cmd
}

func newLayoutRandom(a *env) *cobra.Command {
	var rules string
	var seed uint64
	cmd := &cobra.Command{
		Use:     "random",
		Short:   a.t(messages.LayoutRandomShort),
		Long:    a.t(messages.LayoutRandomLong),
		Example: "  darkjunqi layout random > my.layout\n  darkjunqi layout random --seed 7",
		Args:    a.exactly(),
		RunE: func(cmd *cobra.Command, args []string) error {
			rs, err := a.ruleset(rules)
			if err != nil {
				return err
			}
			rng := robot.FreshRand()
			if cmd.Flags().Changed("seed") {
				rng = seededRand(seed, 0)
			}
			fmt.Fprintln(a.out, rs.FormatLayout(rs.RandomLayout(rng)))
			return nil
		},
	}
	a.rulesFlag(cmd, &rules)
	cmd.Flags().Uint64Var(&seed, "seed", 0, a.t(messages.FlagLayoutSeed))
	return cmd
}

func newLayoutShow(a *env) *cobra.Command {
	var rules string
	cmd := &cobra.Command{
		Use:     "show LAYOUT",
		Short:   a.t(messages.LayoutShowShort),
		Example: "  darkjunqi layout show my.layout\n  darkjunqi layout random | darkjunqi layout show -",
		Args:    a.exactly("LAYOUT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			rs, err := a.ruleset(rules)
			if err != nil {
				return err
			}
			l, err := a.layout(rs, args[0])
			if err != nil {
				return err
			}
			if len(l) != rs.ArmySize() {
				return wrong(rs.CheckLayout(l))
			}
			a.drawLayout(rs, engine.Red, l)
			fmt.Fprintln(a.out, rs.FormatLayout(l))
			return nil
		},
	}
	a.rulesFlag(cmd, &rules)
	return cmd
}

func newLayoutCount(a *env) *cobra.Command {
	var rules string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "count",
		Short: a.t(messages.LayoutCountShort),
		Args:  a.exactly(),
		RunE: func(cmd *cobra.Command, args []string) error {
			rs, err := a.ruleset(rules)
			if err != nil {
				return err
			}
			n := rs.CountLayouts()
			if asJSON {
				return a.printJSON(map[string]string{"layouts": n.String()})
			}
			fmt.Fprintln(a.out, n)
			return nil
		},
	}
	a.rulesFlag(cmd, &rules)
	a.jsonFlag(cmd, &asJSON)
	return cmd
}

// drawLayout prints a layout as its owner sees it.
func (a *env) drawLayout(rs *engine.Ruleset, seat engine.Seat, l engine.Layout) {
	v := picture.View{Rules: rs, Near: seat}
	for number, t := range l {
		v.Pieces = append(v.Pieces, picture.Piece{Node: rs.Start(seat, number), Seat: seat, Type: t, Seen: true})
	}
	for _, line := range textboard.Home(v, a.style()) {
		fmt.Fprintln(a.out, strings.TrimRight(line, " "))
	}
}

func (a *env) style() textboard.Style { return textboard.Style{Lang: a.lang, Colour: a.colour} }

// seededRand gives the same numbers for the same seed; each stream is for one purpose.
func seededRand(seed, stream uint64) *rand.Rand {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	binary.LittleEndian.PutUint64(key[8:], stream)
	return rand.New(rand.NewChaCha8(key))
}
