package main

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/table"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// typedMove is a move as people type it: a6-a7, a6xa7, a6a7, a6 a7.
var typedMove = regexp.MustCompile(`^([a-e](?:1[0-2]|[1-9]|m))[-x ]?([a-e](?:1[0-2]|[1-9]|m))$`)

// take does what a person typed. An error ends the match here; what was only mistyped is answered and forgotten.
func (c *chair) take(line string) error {
	line = strings.TrimSpace(line)
	if c.asking != nil {
		return c.takeArranging(line)
	}
	err := c.command(strings.ToLower(line))
	if err == nil || errors.Is(err, errLeft) {
		return err
	}
	c.a.say(words.PlayNo, err)
	return nil
}

func (c *chair) command(line string) error {
	confirmed := c.confirm != "" && c.confirm == line
	c.confirm = ""
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	switch word {
	case "":
		return nil
	case "help", "h", "?":
		c.a.columns(c.commandHelp())
		return nil
	case "quit", "q", "exit":
		return errLeft
	case "board", "b":
		c.a.sayBoard(c.status())
		return nil
	case "log":
		return c.log()
	case "rules":
		for _, text := range c.a.termsInWords(c.rules) {
			c.a.bullet(text)
		}
		return nil
	case "look", "l":
		return c.lookAt(rest)
	case "moves", "m":
		return c.destinations(rest)
	case "accept", "draw":
		return c.session.AcceptDraw()
	case "know", "k":
		return c.know(rest)
	case "position", "p":
		fmt.Fprintln(c.a.out, engine.FormatPosition(&c.now.Position))
		return nil
	case "clock":
		c.clocks()
		return nil
	case "claim":
		return c.claim()
	case "resign":
		// Somebody at a terminal may have slipped; a script means what it says.
		if c.console.terminal != nil && !confirmed {
			c.confirm = line
			c.a.say(words.PlayResignSure)
			return nil
		}
		return c.session.Resign()
	}
	return c.move(line)
}

// move plays a typed move; `offer` before it or `draw` after it offers a draw.
func (c *chair) move(line string) error {
	text, offer := line, false
	if rest, ok := strings.CutPrefix(text, "offer "); ok {
		text, offer = rest, true
	}
	if rest, ok := strings.CutSuffix(text, " draw"); ok {
		text, offer = rest, true
	}
	parts := typedMove.FindStringSubmatch(strings.TrimSpace(text))
	if parts == nil {
		return errors.New(c.a.t(words.PlayUnknown, shortened(line)))
	}
	m, err := engine.ParseMove(c.rules.Board(), parts[1]+"-"+parts[2])
	if err != nil {
		return err
	}
	err = c.session.Play(m, offer)
	if errors.Is(err, protocol.ErrNotYourTurn) {
		return errors.New(c.a.t(words.PlayNotYourTurn))
	}
	return err
}

// shortened is what is repeated of a line that nobody can have meant.
func shortened(line string) string {
	const most = 60
	if runes := []rune(line); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return line
}

func (c *chair) commandHelp() [][2]string {
	return [][2]string{
		{"a6-a7, a6a7", c.a.t(words.CommandMove)},
		{"a6-a7 draw", c.a.t(words.CommandOffer)},
		{"accept", c.a.t(words.CommandAccept)},
		{"resign", c.a.t(words.CommandResign)},
		{"moves a6", c.a.t(words.CommandMoves)},
		{"look a7", c.a.t(words.CommandLook)},
		{"know, know a7", c.a.t(words.CommandKnow)},
		{"board, log, rules", c.a.t(words.CommandBoard)},
		{"position", c.a.t(words.CommandPosition)},
		{"clock", c.a.t(words.CommandClock)},
		{"claim", c.a.t(words.CommandClaim)},
		{"quit", c.a.t(words.CommandQuit)},
	}
}

func (c *chair) log() error {
	turns, err := c.turns()
	if err != nil {
		return err
	}
	for i := range turns {
		fmt.Fprintln(c.a.out, c.a.numbered(c.rules, &turns[i]))
	}
	return nil
}

// pieceOn is the piece on a node that was typed.
func (c *chair) pieceOn(name string) (engine.Node, engine.Piece, error) {
	if name == "" {
		return engine.NoNode, engine.NoPiece, errors.New(c.a.t(words.PlayWhichNode))
	}
	n, ok := c.rules.Board().Node(name)
	if !ok {
		return n, engine.NoPiece, errors.New(c.a.t(words.PlayNoNode, name))
	}
	piece := c.now.Position.At(n)
	if piece == engine.NoPiece {
		return n, piece, errors.New(c.a.t(words.PlayEmpty, n))
	}
	return n, piece, nil
}

// lookAt says what this seat knows of a piece.
func (c *chair) lookAt(name string) error {
	n, piece, err := c.pieceOn(name)
	if err != nil {
		return err
	}
	a := c.a
	start := c.rules.Board().Start(piece.Seat(), piece.Number())
	text := a.t(words.LookWhere, table.Seat(a.lang, piece.Seat()), n, start)
	if c.now.Position.Moved(piece) {
		text += a.t(words.AnnSeparator) + a.t(words.LookMoved)
	} else {
		text += a.t(words.AnnSeparator) + a.t(words.LookNotMoved)
	}
	fmt.Fprintln(a.out, text)
	if piece.Seat() == c.seat && c.layout != nil {
		a.say(words.LookIs, table.Word(a.lang, c.layout[piece.Number()]))
		if c.rules.Open() {
			return nil
		}
		public, err := engine.Deduce(c.rules, c.now.First, c.now.Events)
		if err != nil {
			return err
		}
		a.say(words.LookSeen, a.typeNames(public.Possible(piece)))
		return nil
	}
	if open := c.seen()[piece.Seat()]; open != nil {
		a.say(words.KnowIs, table.Word(a.lang, open[piece.Number()]))
		return nil
	}
	a.say(words.LookMaybe, a.typeNames(c.possible()(piece)))
	return nil
}

func (a *app) typeNames(set engine.TypeSet) string {
	var names []string
	for _, t := range set.Types() {
		names = append(names, table.Word(a.lang, t))
	}
	return strings.Join(names, a.t(words.ListSeparator))
}

// destinations lists where a piece of one's own can go.
func (c *chair) destinations(name string) error {
	n, piece, err := c.pieceOn(name)
	if err != nil {
		return err
	}
	if piece.Seat() != c.seat || c.layout == nil {
		return errors.New(c.a.t(words.PlayNotYours, n))
	}
	var names []string
	for to := range c.now.Position.Destinations(n, c.layout[piece.Number()]).All() {
		mark := "-"
		if c.now.Position.At(to) != engine.NoPiece {
			mark = "x"
		}
		names = append(names, n.String()+mark+to.String())
	}
	if len(names) == 0 {
		c.a.say(words.MovesNone, n)
		return nil
	}
	fmt.Fprintln(c.a.out, strings.Join(names, " "))
	return nil
}
