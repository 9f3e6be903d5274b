package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/table"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// know says what this seat may conclude about the enemy's pieces: about one on a node and from what, or about all that
// more is known of than where they started.
func (c *chair) know(name string) error {
	if c.layout == nil {
		return errors.New(c.a.t(words.PlayNotYourTurn))
	}
	if open := c.seen()[c.seat.Other()]; open != nil {
		return c.knowOpen(name, open)
	}
	k, err := engine.Know(c.rules, c.seat, *c.layout, c.now.First, c.now.Events)
	if err != nil {
		return err
	}
	if name == "" {
		c.knowAll(k)
		return nil
	}
	n, piece, err := c.pieceOn(name)
	if err != nil {
		return err
	}
	if piece.Seat() == c.seat {
		return errors.New(c.a.t(words.KnowOwn, n, n))
	}
	for _, f := range k.Facts(piece) {
		c.a.bullet(c.factInWords(f))
	}
	possible := k.Possible(piece)
	if possible.Len() == 1 {
		c.a.say(words.KnowCertain, table.Word(c.a.lang, possible.First()))
		return nil
	}
	c.a.say(words.KnowTogether, c.a.typeNames(possible))
	return nil
}

// knowOpen says what a piece is where the other side's layout lies open.
func (c *chair) knowOpen(name string, layout *engine.Layout) error {
	if name == "" {
		c.a.say(words.KnowOpen)
		return nil
	}
	n, piece, err := c.pieceOn(name)
	switch {
	case err != nil:
		return err
	case piece.Seat() == c.seat:
		return c.lookAt(n.String())
	}
	c.a.say(words.KnowIs, table.Word(c.a.lang, layout[piece.Number()]))
	return nil
}

func (c *chair) knowAll(k *engine.Knowledge) {
	said := false
	for number := range engine.ArmySize {
		piece := engine.PieceOf(c.seat.Other(), number)
		if len(k.Facts(piece)) < 2 { // its place is the first
			continue
		}
		said = true
		where := c.a.t(words.KnowGone)
		if n := c.now.Position.Where(piece); n != engine.NoNode {
			where = n.String()
		}
		start := c.rules.Board().Start(piece.Seat(), number)
		c.a.bullet(c.a.t(words.KnowLine, where, start, c.a.typeNames(k.Possible(piece))))
	}
	if !said {
		c.a.say(words.KnowNothingYet)
	}
}

// factInWords says what was seen of a piece, and what that leaves.
func (c *chair) factInWords(f engine.Fact) string {
	a := c.a
	var source string
	switch f.Source {
	case engine.FromPlace:
		source = a.t(words.FactPlace)
	case engine.FromMove:
		source = a.t(words.FactMove)
	case engine.FromClash:
		ann, _ := c.rules.Announcement(f.Code)
		source = a.t(words.FactClash, table.Word(a.lang, c.layout[f.Met.Number()]), a.announcement(ann))
	case engine.FromFlag:
		source = a.t(words.FactFlag)
	case engine.FromStuck:
		source = a.t(words.FactStuck)
	case engine.FromCount:
		source = a.t(words.FactCount)
	}
	if f.Ply == 0 {
		return a.t(words.KnowBefore, source, a.typeNames(f.Types))
	}
	return a.t(words.KnowFact, f.Ply, source, a.typeNames(f.Types))
}

// clocks says how much time both sides have, and how long the other has kept this one waiting.
func (c *chair) clocks() {
	if lines := c.a.clockLines(c.status()); len(lines) > 0 {
		for _, line := range lines {
			fmt.Fprintln(c.a.out, line)
		}
	} else {
		c.a.say(words.ClockNone)
	}
	switch {
	case c.rules.Grace() == 0:
		c.a.say(words.ClockNoGrace)
	case !c.now.Waiting.IsZero():
		c.a.say(words.ClockWaiting, capital(table.Seat(c.a.lang, c.seat.Other())), seconds(time.Since(c.now.Waiting)), int(c.rules.Grace()/time.Minute))
	}
}

// alreadyClaimed reports whether a Claim was refused because the very same stands.
func alreadyClaimed(err error) bool {
	var refusal *protocol.Refusal
	return errors.As(err, &refusal) && refusal.Kind == transcript.Claim && !refusal.Provable
}

// claim states in the transcript that the other side is silent.
func (c *chair) claim() error {
	err := c.session.Claim()
	switch {
	case err == nil:
		c.a.say(words.ClaimMade)
	case errors.Is(err, p2p.ErrNoGrace):
		return errors.New(c.a.t(words.ClaimNever))
	case errors.Is(err, p2p.ErrNotOverdue) && c.now.Waiting.IsZero():
		return errors.New(c.a.t(words.ClaimNotYours))
	case alreadyClaimed(err):
		return errors.New(c.a.t(words.ClaimStands))
	case errors.Is(err, p2p.ErrNotOverdue):
		return errors.New(c.a.t(words.ClaimTooEarly, int(c.rules.Grace()/time.Minute)))
	}
	return err
}
