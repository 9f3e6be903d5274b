package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/table"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/engine"
)

// replayFlags are what a person asks of a replay.
type replayFlags struct {
	as       string
	turn     int
	board    string
	game     bool
	position bool
}

func newReplay(a *app) *cobra.Command {
	var f replayFlags
	cmd := &cobra.Command{
		Use:   "replay FILE",
		Short: a.t(words.ReplayShort),
		Long:  a.t(words.ReplayLong),
		Example: "  darkjunqi replay demo.djq\n  darkjunqi replay demo.djq --as public --turn 40\n" +
			"  darkjunqi replay demo.djq --game > game.txt\n  darkjunqi replay game.txt --turn 12 --position",
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
			e, err := a.eye(g, f.as)
			if err != nil {
				return err
			}
			if !atTurn {
				f.turn = len(g.turns)
			} else if f.turn < 0 || f.turn > len(g.turns) {
				return a.fail(words.ErrReplayTurn, f.turn, a.n(words.Turns, len(g.turns)))
			}
			switch {
			case f.game:
				return a.printGame(g, e)
			case f.position:
				pos := g.position(f.turn)
				fmt.Fprintln(a.out, engine.FormatPosition(&pos))
			case atTurn:
				v := newViewer(g, e)
				v.advance(f.turn)
				a.sayBoard(v.status(a))
				a.sayConclusions(v)
			default:
				a.replay(g, e, f.board)
			}
			return nil
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.as, "as", "", a.t(words.FlagAs))
	flags.IntVar(&f.turn, "turn", 0, a.t(words.FlagTurn))
	flags.StringVar(&f.board, "board", "last", a.t(words.FlagBoard))
	flags.BoolVar(&f.game, "game", false, a.t(words.FlagGame))
	flags.BoolVar(&f.position, "position", false, a.t(words.FlagPosition))
	return cmd
}

func (a *app) checkReplayFlags(cmd *cobra.Command, f replayFlags) error {
	switch f.board {
	case "every", "last", "none":
	default:
		return a.fail(words.ErrReplayBoard, f.board)
	}
	for _, pair := range [][2]string{{"game", "position"}, {"game", "turn"}, {"game", "board"}, {"position", "board"}, {"turn", "board"}} {
		if cmd.Flags().Changed(pair[0]) && cmd.Flags().Changed(pair[1]) {
			return a.fail(words.ErrFlags, pair[0], pair[1]).hinting(a.t(words.HintHelp, cmd.CommandPath()+" --help"))
		}
	}
	return nil
}

// eye is through whose eyes a game is seen.
type eye struct {
	near    engine.Seat
	layouts [2]*engine.Layout // nil where it doesn't see the pieces
	seated  bool              // it is that of the near seat
}

// sees is the type of a piece, where this eye sees it.
func (e *eye) sees(piece engine.Piece) engine.Type {
	if l := e.layouts[piece.Seat()]; l != nil {
		return l[piece.Number()]
	}
	return engine.NoType
}

func (a *app) eye(g *game, as string) (*eye, error) {
	switch as {
	case "public":
		if g.rules.Open() { // everybody saw everything from the start
			return &eye{layouts: g.revealed}, nil
		}
		return &eye{}, nil
	case "":
		return &eye{layouts: g.revealed}, nil
	case "all":
		if g.revealed[engine.Red] == nil || g.revealed[engine.Blue] == nil {
			return nil, a.fail(words.ErrNotRevealed).hinting(a.t(words.HintPublic))
		}
		return &eye{layouts: g.revealed}, nil
	}
	seat, err := engine.ParseSeat(as)
	if err != nil {
		return nil, a.fail(words.ErrReplayAs, as)
	}
	if g.revealed[seat] == nil {
		return nil, a.fail(words.ErrSeatNotRevealed, table.Seat(a.lang, seat)).hinting(a.t(words.HintPublic))
	}
	e := &eye{near: seat, seated: true}
	e.layouts[seat] = g.revealed[seat]
	if g.rules.Open() {
		e.layouts = g.revealed
	}
	return e, nil
}

// viewer follows a game with one eye.
type viewer struct {
	game  *game
	eye   *eye
	turns int // that have been seen
	pos   engine.Position
	facts *engine.Facts // with the layouts that the eye sees, these are all that engine.Knowledge draws upon
}

func newViewer(g *game, e *eye) *viewer {
	v := &viewer{game: g, eye: e, pos: g.position(0), facts: engine.NewFacts(g.rules)}
	for seat, l := range e.layouts {
		if l != nil {
			v.facts.AssumeLayout(engine.Seat(seat), *l)
		}
	}
	return v
}

// advance goes on to the position after n turns, which is not behind.
func (v *viewer) advance(n int) {
	for ; v.turns < n; v.turns++ {
		for _, e := range v.game.turns[v.turns].events {
			before := v.pos
			if v.pos.Apply(e) == nil { // turnsOf has applied it to this very position
				v.facts.Note(&before, e)
			}
		}
	}
}

// status is the board as the eye sees it, with what stands beside it.
func (v *viewer) status(a *app) status {
	st := status{left: -1}
	st.view = table.View{Rules: v.game.rules, Position: &v.pos, Near: v.eye.near, Own: v.eye.sees, Possible: v.facts.Possible}
	if v.turns > 0 {
		t := &v.game.turns[v.turns-1]
		st.last = a.turnInWords(v.game.rules, t)
		st.view.Last, _ = t.move()
	}
	return st
}

// replayAt draws the board after a number of turns.
func (a *app) replayAt(g *game, e *eye, n int) {
	v := newViewer(g, e)
	v.advance(n)
	a.sayBoard(v.status(a))
}

func (a *app) replay(g *game, e *eye, board string) {
	switch {
	case g.signed:
	case g.revealed[engine.Red] != nil && g.revealed[engine.Blue] != nil:
		a.say(words.ReplayFits)
	default:
		a.say(words.ReplayAsText)
	}
	a.say(words.ReplayRules, g.rules.String())
	for seat, l := range e.layouts {
		if l != nil {
			a.say(words.AuditLayout, table.Seat(a.lang, engine.Seat(seat)), l)
		}
	}
	fmt.Fprintln(a.out)
	v := newViewer(g, e)
	if board == "every" {
		a.sayBoard(v.status(a))
	}
	for i := range g.turns {
		fmt.Fprintln(a.out, strings.TrimRight(a.numbered(g.rules, &g.turns[i]), " "))
		if board == "every" {
			v.advance(i + 1)
			a.sayBoard(v.status(a))
		}
	}
	if g.cheated != nil {
		c := g.cheated
		a.say(words.PlayCheated, table.Seat(a.lang, c.Culprit), c.Index, a.lang.Below(c.Reason))
	}
	v.advance(len(g.turns))
	switch {
	case board == "last":
		fmt.Fprintln(a.out)
		a.sayBoard(v.status(a))
		a.sayConclusions(v)
	case board == "none" && v.pos.Result().Over:
		fmt.Fprintln(a.out)
		fmt.Fprintln(a.out, capital(a.result(v.pos.Result())))
	}
}

// sayConclusions lists what the eye may conclude of the pieces on the board that it doesn't see, beyond where they started and
// how they moved.
func (a *app) sayConclusions(v *viewer) {
	who := a.t(words.Everybody)
	if v.eye.seated {
		who = table.Seat(a.lang, v.eye.near)
	}
	for _, seat := range []engine.Seat{engine.Red, engine.Blue} {
		if v.eye.layouts[seat] != nil {
			continue
		}
		lines := a.conclusions(v, seat)
		if len(lines) == 0 {
			continue
		}
		fmt.Fprintln(a.out)
		a.say(words.ReplayKnown, who, table.Seat(a.lang, seat))
		for _, line := range lines {
			a.bullet(line)
		}
	}
}

// conclusions says which types an army has none of any more, and puts pieces of which the same is known on one line. What is
// said of one piece or of none, that it's the only one left of its type, is not said again of all others.
func (a *app) conclusions(v *viewer, seat engine.Seat) []string {
	var nodes []engine.Node
	var some, doubtful engine.TypeSet // the types that some piece may be; that a piece may be or not be
	for n := range engine.Node(v.game.rules.Board().NumNodes()) {
		piece := v.pos.At(n)
		if piece == engine.NoPiece || piece.Seat() != seat {
			continue
		}
		nodes = append(nodes, n)
		possible := v.facts.Possible(piece)
		some |= possible
		if possible.Len() > 1 {
			doubtful |= possible
		}
	}
	var lines, said []string
	if none := engine.AllTypes &^ some; none != engine.NoTypes {
		lines = append(lines, a.t(words.ReplayNoneLeft, a.typeNames(none)))
	}
	places := map[string][]string{}
	for _, n := range nodes {
		piece := v.pos.At(n)
		possible := v.facts.Possible(piece)
		excluded := v.pos.Known(piece) &^ possible
		if possible.Len() > 1 {
			excluded &= doubtful
		}
		if excluded == engine.NoTypes {
			continue
		}
		what := a.t(words.ReplayNot, a.typeNames(excluded))
		if possible.Len() <= excluded.Len() {
			what = a.typeNames(possible)
		}
		if places[what] == nil {
			said = append(said, what)
		}
		places[what] = append(places[what], n.String())
	}
	for _, what := range said {
		lines = append(lines, a.t(words.ReplayThese, strings.Join(places[what], " "), what))
	}
	return lines
}

// printGame prints the game as text, with the layouts that the eye sees.
func (a *app) printGame(g *game, e *eye) error {
	var events []engine.Event
	for i := range g.turns {
		events = append(events, g.turns[i].events...)
	}
	text, err := engine.FormatGame(engine.Game{Rules: g.rules, First: g.first, Events: events, Layouts: e.layouts})
	if err != nil {
		return wrong(err)
	}
	fmt.Fprint(a.out, text)
	return nil
}

// numbered is a turn as a line of a list.
func (a *app) numbered(rs *engine.Ruleset, t *turn) string {
	return fmt.Sprintf("%4d. %s", t.number, a.turnInWords(rs, t))
}
