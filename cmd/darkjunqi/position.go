package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

func newPosition(a *env) *cobra.Command {
	var rules, near string
	var svg svgFlags
	cmd := &cobra.Command{
		Use:   "position LINE",
		Short: a.t(messages.PositionShort),
		Long:  a.t(messages.PositionLong),
		Example: "  darkjunqi replay game.txt --turn 12 --position | darkjunqi position -\n" +
			"  darkjunqi position \"$LINE\" --rules standard,mines=exploding --near blue\n" +
			"  darkjunqi position \"$LINE\" --svg > position.svg",
		Args: a.exactly("LINE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.checkSVGFlags(cmd, svg); err != nil {
				return err
			}
			rs, err := a.ruleset(rules)
			if err != nil {
				return err
			}
			seat, err := a.seatIn(rs, near)
			if err != nil {
				return err
			}
			line, err := a.positionLine(args[0])
			if err != nil {
				return wrong(err)
			}
			p, err := engine.ParsePosition(rs, line)
			if err != nil {
				return wrong(err).hinting(a.t(messages.HintPosition))
			}
			if svg.on {
				a.drawSVG(sceneOf(&p, seat), svg)
			} else {
				a.showPosition(&p, seat)
			}
			return nil
		},
	}
	a.rulesFlag(cmd, &rules)
	cmd.Flags().StringVar(&near, "near", "red", a.t(messages.FlagNear))
	a.svgFlags(cmd, &svg)
	return cmd
}

// maxPositionLine bounds in bytes what is read of a position; the longest has far less.
const maxPositionLine = 1 << 12

// positionLine is the line that was given, or for "-" that of standard input.
func (a *env) positionLine(arg string) (string, error) {
	if arg != "-" {
		return arg, nil
	}
	text, err := io.ReadAll(io.LimitReader(a.in, maxPositionLine))
	return strings.TrimRight(string(text), "\r\n"), err
}

// showPosition draws a position and says what stands open besides.
func (a *env) showPosition(p *engine.Position, near engine.Seat) {
	s := sceneOf(p, near)
	a.sayBoard(s)
	mover, turn := p.ToAct(), p.Turn()
	switch attacker, defender, _, clash := p.Clash(); {
	case clash:
		a.say(messages.PositionAttack, messages.Capital(a.lang.Seat(turn)), s.Rules.Board().Name(p.Where(attacker)), s.Rules.Board().Name(p.Where(defender)), mover)
	case p.Phase() == engine.PhaseShow:
		a.say(messages.PositionShow, messages.Capital(a.lang.Seat(mover)))
	case p.MustProve():
		a.say(messages.PositionProve, mover)
	case p.OfferOpen():
		a.say(messages.PositionOffer, messages.Capital(a.lang.Seats(p.Offers().Seats())))
	}
}

// sceneOf is a position by itself, of which nobody knows how it came about.
func sceneOf(p *engine.Position, near engine.Seat) *viewmodel.Scene {
	rs := p.Rules()
	s := &viewmodel.Scene{Rules: rs, Below: near}
	s.Ply, s.Quiet, s.ToMove, s.Offers = p.Ply(), p.Quiet(), p.Turn().String(), seatNames(p.Offers().Seats())
	if r := p.Result(); r.Over {
		s.Result = &seat.Result{Draw: r.Draw, Winners: seatNames(r.Winners.Seats()), Reason: r.Reason.String()}
	}
	name := func(n engine.Node) string {
		if n == engine.NoNode {
			return ""
		}
		return rs.Board().Name(n)
	}
	for _, of := range rs.Seats() {
		at := seat.Seating{Seat: of.String(), Flag: name(p.FlagLies(of)), Taken: p.FlagTaken(of)}
		if out := p.Out(of); out != engine.NotOver {
			at.Out = out.String()
		}
		if carrier := p.Carrier(of); carrier != engine.NoPiece {
			at.Carrier = &seat.Ref{Seat: carrier.Seat().String(), Number: carrier.Number()}
		}
		for number := range rs.ArmySize() {
			piece := engine.PieceOf(of, number)
			known := p.Known(piece)
			if n := p.Where(piece); n != engine.NoNode && n == p.FlagShown(of) {
				known = engine.SetOf(rs.Flag())
			}
			said := seat.Piece{Ref: seat.Ref{Seat: of.String(), Number: number}, Node: name(p.Where(piece)), Moved: p.Moved(piece)}
			if known.Len() == 1 {
				said.Type, said.By = rs.TypeID(known.First()), "shown"
			}
			if said.Node == "" {
				at.Lost++
			} else {
				at.Left++
			}
			s.Pieces = append(s.Pieces, said)
		}
		s.Seats = append(s.Seats, at)
		s.Clocks = append(s.Clocks, seat.Clock{Seat: of.String(), Timeouts: p.Timeouts(of)})
	}
	return s
}
