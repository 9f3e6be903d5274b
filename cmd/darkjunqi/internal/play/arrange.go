package play

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/boardprint"
	"github.com/darkjunqi/darkjunqi/cmd/internal/gameargs"
	"github.com/darkjunqi/darkjunqi/cmd/internal/layouts"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/p2p/robot"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// arrange proposes a first layout.
func (t *terminal) arrange() {
	t.asking = &arrangement{proposed: t.rng()}
	t.propose(messages.ArrangeProposal)
}

func (t *terminal) propose(title messages.Text) {
	t.say(title)
	fmt.Fprintln(t.env.Out)
	boardprint.PrintLayout(t.env, t.now.Rules, t.now.Near(), t.asking.proposed)
	fmt.Fprintln(t.env.Out)
	t.howToArrange()
}

func (t *terminal) howToArrange() {
	rs := t.now.Rules
	rows := len(rs.Rows())
	how := t.env.T(messages.ArrangeHow, rows)
	if names := layouts.Presets(rs); len(names) > 0 {
		how += t.env.T(messages.ArrangeReady, strings.Join(names, ", "))
	}
	t.env.Paragraphs(how)
	t.env.Paragraphs(t.env.T(messages.ArrangeLetters, t.legend()))
}

// legend says how the pieces are written, and how many of each there are.
func (t *terminal) legend() string {
	var list []string
	for _, typ := range viewmodel.Strongest(t.now.Rules.Types()) {
		list = append(list, fmt.Sprintf("%c=%s×%d", t.now.Rules.Letter(typ), t.env.Lang.Type(t.now.Rules, typ), t.now.Rules.Count(typ)))
	}
	return strings.Join(list, t.env.T(messages.ListSeparator))
}

// takeArranging takes a line that was typed while the layout is being chosen.
func (t *terminal) takeArranging(line string) error {
	ask := t.asking
	switch answer := messages.Answer(messages.Plain(line)); {
	case line == "" || answer == "yes":
		if len(ask.rows) > 0 {
			t.say(messages.ArrangeRows, len(ask.rows), len(t.now.Rules.Rows()))
			return nil
		}
		return t.place(ask.proposed)
	case answer == "random":
		t.arrange()
		return nil
	case answer == "mirror":
		return t.mirror()
	case answer == "help":
		t.howToArrange()
		return nil
	case answer == "quit":
		return errLeft
	}
	text := line
	if t.isRow(line) {
		if err := t.takeRow(messages.Plain(line)); err != nil || len(ask.rows) < len(t.now.Rules.Rows()) {
			return err
		}
		text = strings.Join(ask.rows, "\n")
	}
	ask.rows = nil
	l, err := gameargs.Layout(t.env, t.now.Rules, text)
	if err == nil {
		err = t.now.Rules.CheckLayout(l)
	}
	if err != nil {
		return t.onBoard(err)
	}
	ask.proposed = l
	t.propose(messages.ArrangeChosen)
	return nil
}

func (t *terminal) mirror() error {
	mirrored, ok := t.now.Rules.Mirror(t.asking.proposed)
	if !ok || t.now.Rules.CheckLayout(mirrored) != nil {
		return t.error(messages.ArrangeNoMirror)
	}
	t.asking = &arrangement{proposed: mirrored}
	t.propose(messages.ArrangeMirrored)
	return nil
}

// isRow reports whether a line is meant as the next row of a layout: as many letters or
// names as it has cells, and nothing that has another meaning here.
func (t *terminal) isRow(line string) bool {
	rows := t.now.Rules.Rows()
	if strings.ContainsAny(line, "/／") || slices.Contains(layouts.Presets(t.now.Rules), line) || gameargs.FileExists(line) {
		return false
	}
	return len(rowCells(messages.Plain(line))) == len(rows[len(t.asking.rows)])
}

func rowCells(row string) []string {
	cells := strings.Fields(row)
	if len(cells) == 1 {
		cells = strings.Split(cells[0], "")
	}
	return cells
}

// takeRow takes the next row, if a legal layout can have it.
func (t *terminal) takeRow(row string) error {
	rs, ask := t.now.Rules, t.asking
	at := len(ask.rows)
	if row == strings.ToLower(row) {
		row = strings.ToUpper(row) // letters are capitals; names have none of these
	}
	// Among rows that are sound, whatever is wrong is wrong with this one.
	text := strings.Split(rs.FormatLayout(ask.proposed), "/")
	copy(text, ask.rows)
	text[at] = row
	l, err := rs.ParseLayout(strings.Join(text, "\n"))
	if err != nil {
		return t.onBoard(err)
	}
	left := map[engine.Type]int{}
	for number, typ := range l {
		left[typ]++
		typed, here := t.typedRow(number), t.typedRow(number) == at
		switch {
		case typed > at:
			left[typ]-- // not typed yet
		case here && !rs.Allowed(number).Has(typ):
			if only := viewmodel.Starts(t.env.Lang, rs, t.now.Near(), typ); only != "" {
				return t.error(messages.ArrangeNotHere, rs.TypeName(typ), t.startNode(number), only)
			}
			return t.error(messages.ArrangeMayNot, rs.TypeName(typ), t.startNode(number), t.env.Lang.Types(rs, rs.Allowed(number)))
		case here && left[typ] > rs.Count(typ):
			return t.error(messages.ArrangeTooMany, rs.Count(typ), rs.TypeName(typ))
		}
	}
	ask.rows = append(ask.rows, row)
	return nil
}

// typedRow returns a piece's row in the layout text.
func (t *terminal) typedRow(number int) int {
	return slices.IndexFunc(t.now.Rules.Rows(), func(row []int) bool { return slices.Contains(row, number) })
}

func (t *terminal) startNode(number int) string {
	return t.now.Rules.Board().Name(t.now.Rules.Start(t.now.Near(), number))
}

// onBoard adds to what is wrong with a layout the node where it shows on the board.
func (t *terminal) onBoard(err error) error {
	var at *engine.LayoutError
	if errors.As(err, &at) && at.Number >= 0 {
		return t.error(messages.ArrangeAt, err, t.startNode(at.Number))
	}
	return err
}

func (t *terminal) place(l engine.Layout) error {
	text := t.now.Rules.FormatLayout(l)
	if err := t.runner.seat.Do(seat.Command{Do: seat.DoLayout, Layout: text}); err != nil {
		return err
	}
	t.asking = nil
	t.say(messages.ArrangePlaced, text)
	return nil
}

// suggestion returns a layout that one can play well from.
func suggestion(rs *engine.Ruleset) engine.Layout {
	b, err := bot.New(bot.Names()[0])
	if err != nil {
		return rs.RandomLayout(robot.FreshRand())
	}
	return b.Layout(rs, robot.FreshRand())
}
