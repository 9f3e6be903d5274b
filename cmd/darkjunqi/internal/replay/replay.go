// Package replay implements the command replay: transcripts, games as text and recordings of QQ Game, turn
// by turn.
package replay

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/datafolder"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/uiflags"
	"github.com/darkjunqi/darkjunqi/cmd/internal/boardprint"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/gameargs"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/rulestext"
	"github.com/darkjunqi/darkjunqi/cmd/internal/screen"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

type replayFlags struct {
	as       string
	turn     int
	board    string
	game     bool
	position bool
	ui       uiflags.Flags
	svg      boardprint.SVGFlags
}

func NewReplay(env *cli.Env) *cobra.Command {
	var f replayFlags
	cmd := &cobra.Command{
		Use: "replay FILE|ID",
		Example: "  darkjunqi replay demo.djq\n  darkjunqi replay demo.djq --as public --turn 40\n" +
			"  darkjunqi replay demo.djq --game > game.txt\n  darkjunqi replay game.txt --turn 12 --position\n" +
			"  darkjunqi replay demo.djq --as red --turn 40 --svg > turn40.svg",
		RunE: func(cmd *cobra.Command, args []string) error {
			atTurn := cmd.Flags().Changed("turn")
			if err := checkReplayFlags(env, cmd, f); err != nil {
				return err
			}
			g, err := openGame(env, args[0])
			if err != nil {
				return err
			}
			env.Under(g.Game.Rules)
			if full, err := replayFull(env, cmd, f); err != nil {
				return err
			} else if full {
				return replayOnScreen(cmd.Context(), env, args[0], g, f)
			}
			p, err := newProjector(env, args[0], g, f.as)
			if err != nil {
				return err
			}
			if !atTurn {
				f.turn = p.Len()
			} else if f.turn < 0 || f.turn > p.Len() {
				return env.Fail(messages.ErrReplayTurn, f.turn, env.N(messages.Turns, p.Len()))
			}
			if g.qq != nil && len(g.qq.checked.Findings) > 0 && (f.game || f.position || f.svg.On) {
				env.Warn(messages.RecordingWarn, args[0])
			}
			switch {
			case f.game:
				return printGame(env, p)
			case f.position:
				p.To(f.turn)
				pos := p.Position()
				fmt.Fprintln(env.Out, engine.FormatPosition(&pos))
			case f.svg.On:
				p.To(f.turn)
				boardprint.PrintSVG(env, p.scene(), f.svg)
			case atTurn:
				replayAt(env, p, f.turn)
				sayConclusions(env, p.scene())
			default:
				replay(env, p, f.board)
			}
			return nil
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.as, "as", "", "")
	cli.CompleteFlag(cmd, "as", func() []string { return append(gameargs.SeatNames(), "public", "all") })
	flags.IntVar(&f.turn, "turn", 0, "")
	flags.StringVar(&f.board, "board", "last", "")
	cli.CompleteFlag(cmd, "board", func() []string { return []string{"every", "last", "none"} })
	flags.BoolVar(&f.game, "game", false, "")
	flags.BoolVar(&f.position, "position", false, "")
	uiflags.Add(env, cmd, &f.ui)
	boardprint.AddSVGFlags(env, cmd, &f.svg)
	cmd.ValidArgsFunction = cli.Complete(datafolder.MatchIDs)
	return cmd
}

func checkReplayFlags(env *cli.Env, cmd *cobra.Command, f replayFlags) error {
	switch f.board {
	case "every", "last", "none":
	default:
		return env.Fail(messages.ErrReplayBoard, f.board)
	}
	for _, pair := range [][2]string{
		{"game", "position"}, {"game", "turn"}, {"game", "board"}, {"position", "board"},
		{"turn", "board"}, {"svg", "game"}, {"svg", "position"}, {"svg", "board"},
	} {
		if cmd.Flags().Changed(pair[0]) && cmd.Flags().Changed(pair[1]) {
			return env.Usage(cmd, messages.ErrFlags, pair[0], pair[1])
		}
	}
	return boardprint.CheckSVGFlags(env, cmd, f.svg)
}

// replayFull reports whether the match is shown on the full screen, which it is unless something
// is to be printed.
func replayFull(env *cli.Env, cmd *cobra.Command, f replayFlags) (bool, error) {
	full, err := uiflags.FullScreen(env, f.ui)
	for _, prints := range []string{"turn", "board", "game", "position", "svg"} {
		if cmd.Flags().Changed(prints) {
			if f.ui.Name == "terminal" {
				return false, env.Fail(messages.ErrFlags, "ui", prints)
			}
			full = false
		}
	}
	return full, err
}

// replayOnScreen lets a person step through a match.
func replayOnScreen(parent context.Context, env *cli.Env, name string, g *recordedGame, f replayFlags) error {
	ctx, stop := cli.UntilInterrupted(parent)
	defer stop()
	whose, err := eyes(env, g, f.as)
	if err != nil {
		return err
	}
	r, err := screen.NewReplay(&g.Recorded, screen.ReplayOptions{
		Options: uiflags.Options(env, f.ui), Name: filepath.Base(name), Eyes: whose,
		Rules: func(rs *engine.Ruleset) []string { return rulestext.Terms(env.Lang, rs) },
	})
	if err != nil {
		return env.FileError(name, err)
	}
	if err := screen.Show(ctx, r, env.In, env.Terminal); err != nil {
		return cli.Wrap(err)
	}
	if g.qq != nil {
		sayRecording(env, g.qq)
	}
	return nil
}

// projector is a game turn by turn.
type projector struct {
	*seat.Replay
	game *recordedGame
}

// newProjector shows a game as a seat sees it, as everybody does ("public"), or with all pieces
// ("all"); by default with all that was revealed.
func newProjector(env *cli.Env, name string, g *recordedGame, as string) (*projector, error) {
	whose, err := eyes(env, g, as)
	if err != nil {
		return nil, err
	}
	r, err := seat.NewReplay(&g.Recorded, whose)
	if err != nil {
		return nil, env.FileError(name, err)
	}
	return &projector{Replay: r, game: g}, nil
}

// eyes returns the view that --as names, as a replay calls it.
func eyes(env *cli.Env, g *recordedGame, as string) (string, error) {
	dealt := g.Game.Rules.Deck() != nil
	switch as {
	case "", "all":
		switch {
		case as == "all" && dealt:
			return "", env.Fail(messages.ErrNoLayouts).WithHint(env.T(messages.HintPublic))
		case as == "all" && !g.revealed():
			return "", env.Fail(messages.ErrNotRevealed).WithHint(env.T(messages.HintPublic))
		}
		return seat.Open, nil
	case seat.Public:
		return as, nil
	}
	viewer, err := gameargs.ParseSeat(env, g.Game.Rules, as)
	if err != nil {
		return "", env.Fail(messages.ErrReplayAs, as, messages.English.Under(g.Game.Rules).Seats(g.Game.Rules.Seats()))
	}
	switch {
	case dealt:
		return "", env.Fail(messages.ErrNoLayouts).WithHint(env.T(messages.HintPublic))
	case g.Game.Layouts[viewer] == nil:
		return "", env.Fail(messages.ErrSeatNotRevealed, viewer).WithHint(env.T(messages.HintPublic))
	}
	return viewer.String(), nil
}

// scene returns the game after the turns that are shown.
func (p *projector) scene() *viewmodel.Scene {
	return &viewmodel.Scene{State: p.State(), Table: p.Table(), Rules: p.Rules()}
}

// PrintEnd draws the last board of a match whose report was printed, unless the game never began.
func PrintEnd(env *cli.Env, path string) error {
	g, err := openGame(env, path)
	if err != nil || len(g.Game.Events) == 0 {
		return nil // the report says why there is no game
	}
	p, err := newProjector(env, path, g, "")
	if err != nil {
		return err
	}
	fmt.Fprintln(env.Out)
	replayAt(env, p, p.Len())
	return nil
}

// replayAt draws the board after a number of turns.
func replayAt(env *cli.Env, p *projector, n int) {
	p.To(n)
	boardprint.Print(env, p.scene())
}

func replay(env *cli.Env, p *projector, board string) {
	switch {
	case p.game.signed:
	case p.game.qq != nil:
		sayRecording(env, p.game.qq)
	case p.game.revealed():
		env.Say(messages.ReplayFits)
	default:
		env.Say(messages.ReplayAsText)
	}
	env.Say(messages.ReplayRules, rulestext.Name(env.Lang, p.Rules()))
	for of, l := range p.Layouts() {
		if l != nil {
			env.Say(messages.AuditLayout, engine.Seat(of), p.Rules().FormatLayout(l))
		}
	}
	fmt.Fprintln(env.Out)
	if board == "every" {
		replayAt(env, p, 0)
	}
	for n := 1; n <= p.Len(); n++ {
		p.To(n)
		s := p.scene()
		fmt.Fprintln(env.Out, strings.TrimRight(s.Numbered(env.Lang, s.Last), " "))
		if board == "every" {
			boardprint.Print(env, s)
		}
	}
	if c := p.game.cheated; c != nil {
		env.Say(messages.PlayCheated, c.Culprit, c.Index, c.Reason)
	}
	switch s := p.scene(); {
	case board == "last":
		fmt.Fprintln(env.Out)
		boardprint.Print(env, s)
		sayConclusions(env, s)
	case board == "none" && s.Result != nil:
		fmt.Fprintln(env.Out)
		fmt.Fprintln(env.Out, messages.Capital(s.ResultInWords(env.Lang)))
	}
}

// sayConclusions lists what the view can conclude about hidden pieces on the board, beyond where
// they started and how they moved. With a deck no piece on the board is hidden once it is turned up.
func sayConclusions(env *cli.Env, s *viewmodel.Scene) {
	if s.Rules.Deck() != nil {
		return
	}
	who := env.T(messages.Everybody)
	if s.Table.Seat != "" {
		who = env.Lang.Seat(viewmodel.SeatOf(s.Table.Seat))
	}
	for _, at := range s.Seats {
		lines := conclusions(env.Lang, s, at.Seat)
		if len(lines) == 0 {
			continue
		}
		fmt.Fprintln(env.Out)
		env.Say(messages.ReplayKnown, who, viewmodel.SeatOf(at.Seat))
		for _, line := range lines {
			env.Bullet(line)
		}
	}
}

// conclusions says which types an army has lost completely, and lists pieces with the same
// conclusion on one line. What follows for all other pieces from a conclusion about one is not
// repeated.
func conclusions(lang messages.Lang, s *viewmodel.Scene, of string) []string {
	var hidden []*seat.Piece
	var some, doubtful engine.TypeSet // types that some piece may be; types that are open for some piece
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
		lines = append(lines, messages.ReplayNoneLeft.In(lang, lang.Types(s.Rules, none)))
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
		what := messages.ReplayNot.In(lang, lang.Types(s.Rules, excluded))
		if possible.Len() <= excluded.Len() {
			what = lang.Types(s.Rules, possible)
		}
		if places[what] == nil {
			said = append(said, what)
		}
		places[what] = append(places[what], p.Node)
	}
	for _, what := range said {
		lines = append(lines, messages.ReplayThese.In(lang, strings.Join(places[what], " "), what))
	}
	return lines
}

// possible returns what a piece may be.
func possible(s *viewmodel.Scene, p *seat.Piece) engine.TypeSet {
	if p.Type != "" {
		return engine.TypesOf(s.Type(p.Type))
	}
	return s.Types(p.May)
}

// atFirst returns which types a piece may be by its start and its moves.
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
func printGame(env *cli.Env, p *projector) error {
	g := p.game.Game
	copy(g.Layouts[:], p.Layouts())
	text, err := junqi.FormatGame(g)
	if err != nil {
		return cli.Wrap(err)
	}
	fmt.Fprint(env.Out, text)
	return nil
}
