package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/table"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
)

// arrangement is a layout that a person is choosing: one is proposed, and can be taken, replaced or typed.
type arrangement struct {
	proposed engine.Layout
	rows     []string // of a layout that is typed or pasted row by row
}

// layoutRows is the number of rows of a layout text.
const layoutRows = 6

// arrange proposes a first layout.
func (c *chair) arrange() {
	c.asking = &arrangement{proposed: c.suggestion()}
	c.propose(words.ArrangeProposal)
}

// suggestion is a layout that one can play well from.
func (c *chair) suggestion() engine.Layout {
	b, err := bot.New(bot.Names()[0])
	if err != nil {
		return engine.RandomLayout(c.rules, c.rng)
	}
	return b.Layout(c.rules, c.rng)
}

func (c *chair) propose(title words.Text) {
	a := c.a
	a.say(title)
	fmt.Fprintln(a.out)
	a.drawLayout(c.rules, c.seat, c.asking.proposed)
	fmt.Fprintln(a.out)
	c.howToArrange()
}

func (c *chair) howToArrange() {
	names := slices.Sorted(maps.Keys(engine.Presets()))
	c.a.paragraphs(c.a.t(words.ArrangeHow, strings.Join(names, ", ")))
}

// takeArranging takes a line that was typed while the layout is being chosen.
func (c *chair) takeArranging(line string) error {
	ask := c.asking
	switch strings.ToLower(line) {
	case "", "y", "yes", "ok":
		if len(ask.rows) > 0 {
			c.a.say(words.ArrangeRows, len(ask.rows))
			return nil
		}
		return c.place(ask.proposed)
	case "r", "random":
		ask.rows = nil
		ask.proposed = c.suggestion()
		c.propose(words.ArrangeProposal)
		return nil
	case "m", "mirror":
		ask.rows = nil
		ask.proposed = ask.proposed.Mirror()
		c.propose(words.ArrangeMirrored)
		return nil
	case "help", "h", "?":
		c.howToArrange()
		return nil
	case "quit", "q", "exit":
		return errLeft
	}
	text := line
	if isRow(line) {
		ask.rows = append(ask.rows, line)
		if len(ask.rows) < layoutRows {
			return nil
		}
		text = strings.Join(ask.rows, "\n")
	}
	ask.rows = nil
	l, err := c.a.layout(text)
	if err == nil {
		err = c.rules.CheckLayout(l)
	}
	if err != nil {
		c.a.say(words.PlayNo, err)
		return nil
	}
	ask.proposed = l
	c.propose(words.ArrangeChosen)
	return nil
}

// isRow reports whether a line is one row of a layout: five letters, or five names with spaces.
func isRow(line string) bool {
	return !strings.Contains(line, "/") &&
		(len(line) == 5 && !strings.Contains(line, " ") && engine.Presets()[line] == (engine.Layout{}) || len(strings.Fields(line)) == 5)
}

// place settles the layout.
func (c *chair) place(l engine.Layout) error {
	if err := c.session.Place(l); err != nil {
		return err
	}
	c.asking = nil
	c.a.say(words.ArrangePlaced, l)
	return nil
}

// prompt is what stands before the cursor; it's ASCII in all languages. A running clock stands in it, whoever's it is.
func (c *chair) prompt() string {
	clock := ""
	if ends := c.moverEnds(); !ends.IsZero() {
		clock = fmt.Sprintf("%d s", max(seconds(time.Until(ends)), 0))
	}
	switch {
	case c.asking != nil:
		return "layout> "
	case c.now.Decision != 0 && clock != "":
		return table.Seat(words.English, c.seat) + ", " + clock + "> "
	case c.now.Decision != 0:
		return table.Seat(words.English, c.seat) + "> "
	case clock != "":
		return "(" + table.Seat(words.English, c.seat.Other()) + ", " + clock + ") > "
	}
	return "> "
}
