package tools

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/boardprint"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/gameargs"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

func NewPosition(env *cli.Env) *cobra.Command {
	var rules, near string
	var svg boardprint.SVGFlags
	cmd := &cobra.Command{
		Use: "position LINE",
		Example: "  darkjunqi replay game.txt --turn 12 --position | darkjunqi position -\n" +
			"  darkjunqi position \"$LINE\" --rules standard,mines=exploding --near blue\n" +
			"  darkjunqi position \"$LINE\" --svg > position.svg",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := boardprint.CheckSVGFlags(env, cmd, svg); err != nil {
				return err
			}
			rs, err := gameargs.Ruleset(env, rules)
			if err != nil {
				return err
			}
			seat, err := gameargs.ParseSeat(env, rs, near)
			if err != nil {
				return err
			}
			line, err := positionLine(env, args[0])
			if err != nil {
				return cli.Wrap(err)
			}
			p, err := engine.ParsePosition(rs, line)
			if err != nil {
				return cli.Wrap(err).WithHint(env.T(messages.HintPosition))
			}
			if svg.On {
				boardprint.PrintSVG(env, sceneOf(&p, seat), svg)
			} else {
				showPosition(env, &p, seat)
			}
			return nil
		},
	}
	gameargs.RulesFlag(env, cmd, &rules)
	cmd.Flags().StringVar(&near, "near", "red", "")
	cli.CompleteFlag(cmd, "near", gameargs.SeatNames)
	boardprint.AddSVGFlags(env, cmd, &svg)
	return cmd
}

// maxPositionLine limits how much is read, in bytes; no position is nearly as long.
const maxPositionLine = 1 << 12

// positionLine returns the line given, or for - a line of standard input.
func positionLine(env *cli.Env, arg string) (string, error) {
	if arg != "-" {
		return arg, nil
	}
	text, err := io.ReadAll(io.LimitReader(env.In, maxPositionLine))
	return strings.TrimRight(string(text), "\r\n"), err
}

// showPosition draws a position and says what is pending.
func showPosition(env *cli.Env, p *engine.Position, near engine.Seat) {
	s := sceneOf(p, near)
	boardprint.Print(env, s)
	mover, turn := p.ToAct(), p.Turn()
	switch attacker, defender, _, clash := p.Clash(); {
	case clash:
		env.Say(messages.PositionAttack, messages.Capital(env.Lang.Seat(turn)),
			s.Rules.Board().Name(p.Where(attacker)), s.Rules.Board().Name(p.Where(defender)), mover)
	case p.Phase() == engine.PhaseShow:
		env.Say(messages.PositionShow, messages.Capital(env.Lang.Seat(mover)))
	case p.MustProve():
		env.Say(messages.PositionProve, mover)
	case p.OfferOpen():
		env.Say(messages.PositionOffer, messages.Capital(env.Lang.Seats(p.Offers().Seats())))
	}
}

// sceneOf returns a position alone, without the turns that led to it.
func sceneOf(p *engine.Position, near engine.Seat) *viewmodel.Scene {
	rs := p.Rules()
	s := &viewmodel.Scene{Rules: rs, Below: near}
	s.Ply, s.Quiet, s.ToMove, s.Offers = p.Ply(), p.Quiet(), p.Turn().String(), viewmodel.SeatNames(p.Offers().Seats())
	s.Result = seat.ResultOf(p.Result(), "")
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
				known = engine.TypesOf(rs.Flag())
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
