package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/table"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

func newReplay(a *app) *cobra.Command {
	var as string
	var at int
	var boards bool
	cmd := &cobra.Command{
		Use:     "replay FILE",
		Short:   a.t(words.ReplayShort),
		Long:    a.t(words.ReplayLong),
		Example: "  darkjunqi replay demo.djq\n  darkjunqi replay demo.djq --as public --turn 40",
		Args:    a.exactly("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := a.openGame(args[0])
			if err != nil {
				return err
			}
			eye, err := a.eye(g, as)
			if err != nil {
				return err
			}
			if cmd.Flags().Changed("turn") {
				if at < 0 || at > len(g.turns) {
					return a.fail(words.ErrReplayTurn, at, a.n(words.Turns, len(g.turns)))
				}
				a.replayAt(g, eye, at)
				return nil
			}
			a.replay(g, eye, boards)
			return nil
		},
	}
	cmd.Flags().StringVar(&as, "as", "", a.t(words.FlagAs))
	cmd.Flags().IntVar(&at, "turn", 0, a.t(words.FlagTurn))
	cmd.Flags().BoolVar(&boards, "boards", false, a.t(words.FlagBoards))
	return cmd
}

// game is a transcript that is looked at.
type game struct {
	match *protocol.Match
	rules *engine.Ruleset
	turns []turn
}

func (a *app) openGame(name string) (*game, error) {
	file, err := a.readTranscript(name)
	if err != nil {
		return nil, wrong(err)
	}
	records, _, err := transcript.ParseFile(file)
	if err != nil {
		return nil, wrong(fmt.Errorf("%s: %w", name, err)).hinting(a.t(words.HintAudit, name))
	}
	m := protocol.NewMatch()
	for _, raw := range records {
		if err := m.Append(raw); err != nil {
			return nil, wrong(fmt.Errorf("%s: %w", name, err)).hinting(a.t(words.HintAudit, name))
		}
	}
	if m.Rules() == nil {
		return nil, a.fail(words.ErrNoGame, name)
	}
	turns, err := turnsOf(m.Rules(), m.Events())
	if err != nil {
		return nil, wrong(fmt.Errorf("%s: %w", name, err))
	}
	return &game{match: m, rules: m.Rules(), turns: turns}, nil
}

// eye is through whose eyes a game is seen.
type eye struct {
	near    engine.Seat
	layouts [2]*engine.Layout
}

// sees is the type of a piece, where this eye sees it.
func (e *eye) sees(piece engine.Piece) engine.Type {
	if l := e.layouts[piece.Seat()]; l != nil {
		return l[piece.Number()]
	}
	return engine.NoType
}

func (a *app) eye(g *game, as string) (*eye, error) {
	revealed := [2]*engine.Layout{}
	for _, seat := range []engine.Seat{engine.Red, engine.Blue} {
		if l, ok := g.match.OpenedLayout(seat); ok {
			revealed[seat] = &l
		}
	}
	all := revealed[engine.Red] != nil && revealed[engine.Blue] != nil
	switch as {
	case "public":
		return &eye{}, nil
	case "all", "":
		if all || as == "" {
			return &eye{layouts: revealed}, nil
		}
		return nil, a.fail(words.ErrNotRevealed).hinting(a.t(words.HintPublic))
	}
	seat, err := engine.ParseSeat(as)
	if err != nil {
		return nil, a.fail(words.ErrReplayAs, as)
	}
	if revealed[seat] == nil {
		return nil, a.fail(words.ErrSeatNotRevealed, table.Seat(a.lang, seat)).hinting(a.t(words.HintPublic))
	}
	e := &eye{near: seat}
	e.layouts[seat] = revealed[seat]
	return e, nil
}

// possible is what this eye may conclude about the pieces after a number of turns.
func (e *eye) possible(g *game, first engine.Seat, n int) func(engine.Piece) engine.TypeSet {
	var events []engine.Event
	for i := range n {
		events = append(events, g.turns[i].events...)
	}
	facts, err := engine.Deduce(g.rules, first, events)
	if err != nil { // the transcript's own Match has applied these very events
		pos := engine.Start(g.rules, first)
		return pos.Known
	}
	for seat, l := range e.layouts {
		if l != nil {
			facts.AssumeLayout(engine.Seat(seat), *l)
		}
	}
	return facts.Possible
}

// replayAt draws the board after a number of turns.
func (a *app) replayAt(g *game, e *eye, n int) {
	first := engine.Red
	if len(g.turns) > 0 {
		first = g.turns[0].seat
	}
	pos := engine.Start(g.rules, first)
	st := status{left: -1}
	st.view = table.View{Rules: g.rules, Position: &pos, Near: e.near, Own: e.sees}
	st.view.Possible = e.possible(g, first, n)
	if n > 0 {
		t := &g.turns[n-1]
		pos = t.after
		st.last = a.turnInWords(g.rules, t)
		st.view.Last, _ = t.move()
	}
	a.sayBoard(st)
}

func (a *app) replay(g *game, e *eye, boards bool) {
	a.say(words.ReplayRules, g.rules.String())
	for seat, l := range e.layouts {
		if l != nil {
			a.say(words.AuditLayout, table.Seat(a.lang, engine.Seat(seat)), l)
		}
	}
	fmt.Fprintln(a.out)
	if boards {
		a.replayAt(g, e, 0)
	}
	for i := range g.turns {
		fmt.Fprintln(a.out, strings.TrimRight(a.numbered(g.rules, &g.turns[i]), " "))
		if boards {
			a.replayAt(g, e, i+1)
		}
	}
	if !boards {
		fmt.Fprintln(a.out)
		a.replayAt(g, e, len(g.turns))
	}
}

// numbered is a turn as a line of a list.
func (a *app) numbered(rs *engine.Ruleset, t *turn) string {
	return fmt.Sprintf("%4d. %s", t.number, a.turnInWords(rs, t))
}
