package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/table"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/engine"
)

func newPosition(a *app) *cobra.Command {
	var rules, near string
	cmd := &cobra.Command{
		Use:   "position LINE",
		Short: a.t(words.PositionShort),
		Long:  a.t(words.PositionLong),
		Example: "  darkjunqi replay game.txt --turn 12 --position | darkjunqi position -\n" +
			"  darkjunqi position \"$LINE\" --rules standard,mines=exploding --near blue",
		Args: a.exactly("LINE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			rs, err := a.ruleset(rules)
			if err != nil {
				return err
			}
			seat, err := engine.ParseSeat(near)
			if err != nil {
				return wrong(fmt.Errorf("--near: %w", err))
			}
			line, err := a.positionLine(args[0])
			if err != nil {
				return wrong(err)
			}
			p, err := engine.ParsePosition(rs, line)
			if err != nil {
				return wrong(err).hinting(a.t(words.HintPosition))
			}
			a.showPosition(&p, seat)
			return nil
		},
	}
	a.rulesFlag(cmd, &rules)
	cmd.Flags().StringVar(&near, "near", "red", a.t(words.FlagNear))
	return cmd
}

// maxPositionLine bounds in bytes what is read of a position; the longest has far less.
const maxPositionLine = 1 << 12

// positionLine is the line that was given, or for "-" that of standard input.
func (a *app) positionLine(arg string) (string, error) {
	if arg != "-" {
		return arg, nil
	}
	text, err := io.ReadAll(io.LimitReader(a.in, maxPositionLine))
	return strings.TrimRight(string(text), "\r\n"), err
}

// showPosition draws a position and says what stands open besides.
func (a *app) showPosition(p *engine.Position, near engine.Seat) {
	unseen := func(engine.Piece) engine.Type { return engine.NoType }
	possible := func(piece engine.Piece) engine.TypeSet {
		if at := p.Where(piece); at != engine.NoNode && at == p.FlagShown(piece.Seat()) {
			return engine.SetOf(engine.Flag)
		}
		return p.Known(piece)
	}
	a.sayBoard(status{left: -1, view: table.View{Rules: p.Rules(), Position: p, Near: near, Own: unseen, Possible: possible}})
	mover := table.Seat(a.lang, p.ToAct())
	other := table.Seat(a.lang, p.ToAct().Other())
	switch attacker, defender, _, clash := p.Clash(); {
	case clash:
		a.say(words.PositionAttack, capital(other), p.Where(attacker), p.Where(defender), mover)
	case p.Phase() == engine.PhaseShow:
		a.say(words.PositionShow, capital(mover))
	case p.MustProve():
		a.say(words.PositionProve, capital(other), mover)
	case p.OfferOpen():
		a.say(words.PositionOffer, capital(other))
	}
}
