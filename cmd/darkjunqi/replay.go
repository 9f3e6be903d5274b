package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/screen"
	"github.com/darkjunqi/darkjunqi/cmd/internal/textboard"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// replayFlags are what a person asks of a replay.
type replayFlags struct {
	as       string
	turn     int
	board    string
	game     bool
	position bool
	ui       ui
	svg      svgFlags
}

func newReplay(a *env) *cobra.Command {
	var f replayFlags
	cmd := &cobra.Command{
		Use:   "replay FILE|ID",
		Short: a.t(messages.ReplayShort),
		Long:  a.t(messages.ReplayLong),
		Example: "  darkjunqi replay demo.djq\n  darkjunqi replay demo.djq --as public --turn 40\n" +
			"  darkjunqi replay demo.djq --game > game.txt\n  darkjunqi replay game.txt --turn 12 --position\n" +
			"  darkjunqi replay demo.djq --as red --turn 40 --svg > turn40.svg",
		Args: a.exactly("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			atTurn := cmd.Flags().Changed("turn")
			if err := a.checkReplayFlags(cmd, f); err != nil {
				return err
			}
			g, err := a.openGame(args[0])
			if err != nil {
				return err
			}
			if full, err := a.replayFull(cmd, f); err != nil {
				return err
			} else if full {
				return a.replayOnScreen(cmd.Context(), args[0], g, f)
			}
			p, err := a.projector(args[0], g, f.as)
			if err != nil {
				return err
			}
			if !atTurn {
				f.turn = p.Len()
			} else if f.turn < 0 || f.turn > p.Len() {
				return a.fail(messages.ErrReplayTurn, f.turn, a.n(messages.Turns, p.Len()))
			}
			if g.qq != nil && len(g.qq.checked.Findings) > 0 && (f.game || f.position || f.svg.on) {
				a.warn(messages.RecordingWarn, args[0])
			}
			switch {
			case f.game:
				return a.printGame(p)
			case f.position:
				pos, err := g.after(f.turn)
				if err != nil {
					return a.fileError(args[0], err)
				}
				fmt.Fprintln(a.out, engine.FormatPosition(&pos))
			case f.svg.on:
				p.To(f.turn)
				a.drawSVG(p.scene(), f.svg)
			case atTurn:
				a.replayAt(p, f.turn)
				a.sayConclusions(p.scene())
			default:
				a.replay(p, f.board)
			}
			return nil
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.as, "as", "", a.t(messages.FlagAs))
	flags.IntVar(&f.turn, "turn", 0, a.t(messages.FlagTurn))
	flags.StringVar(&f.board, "board", "last", a.t(messages.FlagBoard))
	flags.BoolVar(&f.game, "game", false, a.t(messages.FlagGame))
	flags.BoolVar(&f.position, "position", false, a.t(messages.FlagPosition))
	a.uiFlags(cmd, &f.ui)
	a.svgFlags(cmd, &f.svg)
	return cmd
}

func (a *env) checkReplayFlags(cmd *cobra.Command, f replayFlags) error {
	switch f.board {
	case "every", "last", "none":
	default:
		return a.fail(messages.ErrReplayBoard, f.board)
	}
	for _, pair := range [][2]string{{"game", "position"}, {"game", "turn"}, {"game", "board"}, {"position", "board"}, {"turn", "board"}, {"svg", "game"}, {"svg", "position"}, {"svg", "board"}} {
		if cmd.Flags().Changed(pair[0]) && cmd.Flags().Changed(pair[1]) {
			return a.fail(messages.ErrFlags, pair[0], pair[1]).hinting(a.t(messages.HintHelp, cmd.CommandPath()+" --help"))
		}
	}
	return a.checkSVGFlags(cmd, f.svg)
}

// replayFull reports whether a match is shown on the full screen: unless something is to be printed.
func (a *env) replayFull(cmd *cobra.Command, f replayFlags) (bool, error) {
	full, err := a.fullScreen(f.ui)
	for _, prints := range []string{"turn", "board", "game", "position", "svg"} {
		if cmd.Flags().Changed(prints) {
			if f.ui.name == "terminal" {
				return false, a.fail(messages.ErrFlags, "ui", prints)
			}
			full = false
		}
	}
	return full, err
}

// replayOnScreen lets a person step through a match.
func (a *env) replayOnScreen(parent context.Context, name string, g *game, f replayFlags) error {
	ctx, stop := untilInterrupted(parent)
	defer stop()
	whose, err := a.eyes(g, f.as)
	if err != nil {
		return err
	}
	r, err := screen.NewReplay(&g.Recorded, screen.ReplayOptions{Options: a.screenOptions(f.ui), Name: filepath.Base(name), Eyes: whose, Rules: a.termsInWords})
	if err != nil {
		return a.fileError(name, err)
	}
	if err := screen.Show(ctx, r, a.in, a.terminal); err != nil {
		return wrong(err)
	}
	if g.qq != nil {
		a.sayRecording(g.qq)
	}
	return nil
}

// projector shows a game turn by turn.
type projector struct {
	*seat.Replay
	game *game
	seen [engine.MaxSeats]engine.Layout // by seat, as far as the view sees them
}

// projector shows a game with the eyes of a seat, of everybody ("public") or of who sees all ("all"); without any of these,
// all that was revealed.
func (a *env) projector(name string, g *game, as string) (*projector, error) {
	whose, err := a.eyes(g, as)
	if err != nil {
		return nil, err
	}
	r, err := seat.NewReplay(&g.Recorded, whose)
	if err != nil {
		return nil, a.fileError(name, err)
	}
	p := &projector{Replay: r, game: g}
	for _, of := range g.Game.Rules.Seats() {
		if p.sees(of, whose) {
			p.seen[of] = g.Game.Layouts[of]
		}
	}
	return p, nil
}

// eyes are whose a person asks for, as a replay calls them.
func (a *env) eyes(g *game, as string) (string, error) {
	switch as {
	case "", "all":
		if as == "all" && !g.revealed() {
			return "", a.fail(messages.ErrNotRevealed).hinting(a.t(messages.HintPublic))
		}
		return seat.Open, nil
	case seat.Public:
		return as, nil
	}
	viewer, err := engine.ParseSeat(as)
	if err != nil || !g.Game.Rules.HasSeat(viewer) {
		return "", a.fail(messages.ErrReplayAs, as, strings.Join(seatNames(g.Game.Rules.Seats()), ", "))
	}
	if g.Game.Layouts[viewer] == nil {
		return "", a.fail(messages.ErrSeatNotRevealed, viewer).hinting(a.t(messages.HintPublic))
	}
	return as, nil
}

// sees reports whether a view sees the layout of a seat from the start.
func (p *projector) sees(of engine.Seat, whose string) bool {
	rs := p.Rules()
	if whose == seat.Open || rs.Open() || of.String() == whose {
		return true
	}
	return whose != seat.Public && rs.PartnersOpen() && rs.Partners(viewmodel.SeatOf(whose), of)
}

// scene is the game after the turns that are shown.
func (p *projector) scene() *viewmodel.Scene {
	return &viewmodel.Scene{State: p.State(), Table: p.Table(), Rules: p.Rules()}
}

// replayAt draws the board after a number of turns.
func (a *env) replayAt(p *projector, n int) {
	p.To(n)
	a.sayBoard(p.scene())
}

func (a *env) replay(p *projector, board string) {
	switch {
	case p.game.signed:
	case p.game.qq != nil:
		a.sayRecording(p.game.qq)
	case p.game.revealed():
		a.say(messages.ReplayFits)
	default:
		a.say(messages.ReplayAsText)
	}
	a.say(messages.ReplayRules, a.rulesName(p.Rules()))
	for of, l := range p.seen {
		if l != nil {
			a.say(messages.AuditLayout, engine.Seat(of), p.Rules().FormatLayout(l))
		}
	}
	fmt.Fprintln(a.out)
	if board == "every" {
		a.replayAt(p, 0)
	}
	for n := 1; n <= p.Len(); n++ {
		p.To(n)
		s := p.scene()
		fmt.Fprintln(a.out, strings.TrimRight(s.Numbered(a.lang, s.Last), " "))
		if board == "every" {
			a.sayBoard(s)
		}
	}
	if c := p.game.cheated; c != nil {
		a.say(messages.PlayCheated, c.Culprit, c.Index, c.Reason)
	}
	switch s := p.scene(); {
	case board == "last":
		fmt.Fprintln(a.out)
		a.sayBoard(s)
		a.sayConclusions(s)
	case board == "none" && s.Result != nil:
		fmt.Fprintln(a.out)
		fmt.Fprintln(a.out, messages.Capital(s.ResultInWords(a.lang)))
	}
}

// sayConclusions lists what the view may conclude of the pieces on the board that it doesn't see, beyond where they started
// and how they moved.
func (a *env) sayConclusions(s *viewmodel.Scene) {
	who := a.t(messages.Everybody)
	if s.Table.Seat != "" {
		who = a.lang.Seat(viewmodel.SeatOf(s.Table.Seat))
	}
	for _, at := range s.Seats {
		lines := a.conclusions(s, at.Seat)
		if len(lines) == 0 {
			continue
		}
		fmt.Fprintln(a.out)
		a.say(messages.ReplayKnown, who, viewmodel.SeatOf(at.Seat))
		for _, line := range lines {
			a.bullet(line)
		}
	}
}

// conclusions says which types an army has none of any more, and puts pieces of which the same is known on one line. What is
// said of one piece or of none, that it's the only one left of its type, is not said again of all others.
func (a *env) conclusions(s *viewmodel.Scene, of string) []string {
	var hidden []*seat.Piece
	var some, doubtful engine.TypeSet // the types that some piece may be; that a piece may be or not be
	for i := range s.Pieces {
		p := &s.Pieces[i]
		if p.Seat != of || p.Node == "" || viewmodel.Seen(p) {
			continue
		}
		hidden = append(hidden, p)
		some |= possible(s, p)
		doubtful |= s.Types(p.May)
	}
	if len(hidden) == 0 {
		return nil
	}
	slices.SortFunc(hidden, func(x, y *seat.Piece) int { return int(s.Node(x.Node)) - int(s.Node(y.Node)) })
	var lines, said []string
	if none := s.Rules.Types() &^ some; none != engine.NoTypes {
		lines = append(lines, a.t(messages.ReplayNoneLeft, textboard.Words(a.lang, s.Rules, none)))
	}
	places := map[string][]string{}
	for _, p := range hidden {
		possible := possible(s, p)
		excluded := atFirst(s, p) &^ possible
		if possible.Len() > 1 {
			excluded &= doubtful
		}
		if excluded == engine.NoTypes {
			continue
		}
		what := a.t(messages.ReplayNot, textboard.Words(a.lang, s.Rules, excluded))
		if possible.Len() <= excluded.Len() {
			what = textboard.Words(a.lang, s.Rules, possible)
		}
		if places[what] == nil {
			said = append(said, what)
		}
		places[what] = append(places[what], p.Node)
	}
	for _, what := range said {
		lines = append(lines, a.t(messages.ReplayThese, strings.Join(places[what], " "), what))
	}
	return lines
}

// possible is what a piece may be.
func possible(s *viewmodel.Scene, p *seat.Piece) engine.TypeSet {
	if p.Type != "" {
		return engine.SetOf(s.Type(p.Type))
	}
	return s.Types(p.May)
}

// atFirst is what its place and its moves leave a piece to be.
func atFirst(s *viewmodel.Scene, p *seat.Piece) engine.TypeSet {
	types := s.Rules.Allowed(p.Number)
	for i := range p.Facts {
		if p.Facts[i].Source == engine.FromMove.String() {
			types &= s.Types(p.Facts[i].Types)
		}
	}
	return types
}

// printGame prints the game as text, with the layouts that the view sees.
func (a *env) printGame(p *projector) error {
	g := p.game.Game
	g.Layouts = p.seen
	text, err := junqi.FormatGame(g)
	if err != nil {
		return wrong(err)
	}
	fmt.Fprint(a.out, text)
	return nil
}
