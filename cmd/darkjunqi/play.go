package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// chair is a seat of a running match with who sits on it: a person at the console, or a bot.
type chair struct {
	a       *app
	session *p2p.Session
	rules   *engine.Ruleset
	seat    engine.Seat

	console *console // nil if nobody types
	bot     bot.Bot  // nil if a person plays
	rng     *rand.Rand
	chosen  *engine.Layout // before the match
	delay   time.Duration  // before each move of a bot
	limit   int            // plies after which the seat to move resigns; 0: none
	teller  teller
	resumed bool // what has happened before was told then

	told     told
	asking   *arrangement // the layout that is being chosen
	confirm  string       // a command that waits to be said again
	finished bool         // the console has ended
	now      p2p.Snapshot
	layout   *engine.Layout // as placed
	warned   time.Time      // the deadline that was warned of
	offered  time.Time      // since when the other side had been silent when a claim was offered
}

// errLeft says that the person left a match that can be resumed.
var errLeft = errors.New("the match was left")

// play runs the match until it's over, or left, or ctx ends. A nil says only that both sides hold all of a finished match.
func (c *chair) play(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ran := make(chan error, 1)
	go func() { ran <- c.session.Run(ctx) }()
	wait := func(err error) error {
		cancel()
		if ranErr := <-ran; ranErr == nil || !errors.Is(ranErr, context.Canceled) {
			return ranErr // it ended by itself in the same moment
		}
		return err
	}
	if c.resumed {
		if err := c.catchUp(); err != nil {
			return wait(err)
		}
	}
	for {
		changed := c.session.Changed()
		c.look()
		if err := c.a.batch(c.tell); err != nil {
			return wait(err)
		}
		if acted, err := c.decide(ctx); err != nil {
			return wait(err)
		} else if acted {
			continue
		}
		if c.console != nil {
			c.console.ask(c.prompt())
		}
		lines, ended := c.typed()
		select {
		case <-changed:
		case err := <-ran:
			c.look()
			if tellErr := c.a.batch(c.tell); err == nil {
				err = tellErr
			}
			switch {
			case err == nil:
				c.teller.revealed(c)
			case errors.Is(err, context.Canceled):
				err = errLeft
			}
			return err
		case line := <-lines:
			if err := c.a.batch(func() error { return c.take(line) }); err != nil {
				return wait(err)
			}
		case <-ended:
			c.finished = true
			return wait(errLeft)
		case <-c.alarm():
		}
	}
}

// catchUp shows where a resumed match stands.
func (c *chair) catchUp() error {
	c.look()
	if c.rules == nil {
		return nil
	}
	turns, err := c.turns()
	if err != nil {
		return err
	}
	for c.told.turns < len(turns) && turns[c.told.turns].complete() {
		c.told.turns++
	}
	c.told.begun = c.told.turns > 0
	if c.told.begun {
		c.teller.resumed(c)
	}
	return nil
}

// look takes the present state of the session. A match file that is behind what was sent may not even hold the terms; they
// come with the other side's copy.
func (c *chair) look() {
	c.now = c.session.Snapshot()
	c.session.View(func(p *protocol.Player, m *protocol.Match) {
		c.rules = m.Rules()
		if c.layout == nil && p != nil {
			if l, ok := p.Layout(); ok {
				c.layout = &l
			}
		}
	})
}

// typed is where the next line comes from. A pipe is read only when the person has something to decide:
// a move, or whether to claim the other's silence.
func (c *chair) typed() (lines <-chan string, ended <-chan struct{}) {
	switch {
	case c.console == nil:
		return nil, nil
	case c.console.terminal != nil, c.asking != nil, c.now.Decision == protocol.ChooseMove, c.session.Overdue():
		return c.console.lines, c.console.ended
	}
	return nil, nil
}

// alarm fires when time has something to say: the clock is about to run out, or the other side has been silent too long.
func (c *chair) alarm() <-chan time.Time {
	var next time.Time
	earlier := func(t time.Time) {
		if next.IsZero() || t.Before(next) {
			next = t
		}
	}
	if d := c.now.Deadline; !d.IsZero() && !c.warned.Equal(d) && c.bot == nil {
		earlier(d.Add(-clockWarning))
	}
	if c.rules != nil && !c.now.Waiting.IsZero() && c.rules.Grace() > 0 && !c.now.Waiting.Equal(c.offered) {
		earlier(c.now.Waiting.Add(c.rules.Grace() + time.Second))
	}
	if c.console != nil && c.console.terminal != nil && !c.moverEnds().IsZero() {
		earlier(time.Now().Add(time.Second)) // the prompt shows the clock
	}
	if next.IsZero() {
		return nil
	}
	return time.After(time.Until(next))
}

// clockWarning is how long before the end of a move's time the player is told.
const clockWarning = 10 * time.Second

// turns are the turns of the game so far.
func (c *chair) turns() ([]turn, error) { return turnsOf(c.rules, c.now.First, c.now.Events) }

// setupRecords is the number of records before the first turn; in open mode the layouts are opened after them.
const setupRecords = 6

// mayArrange reports whether the layout is to be chosen now. A host may do so before anybody has joined.
func (c *chair) mayArrange() bool {
	return c.rules != nil && c.layout == nil && !c.now.Behind && c.now.Heard && !c.now.Over
}

// decide takes the decisions that need no person: those of a bot, and a layout that was given beforehand.
func (c *chair) decide(ctx context.Context) (acted bool, err error) {
	switch {
	case c.mayArrange():
		l := c.chosen
		if l == nil && c.bot != nil {
			made := c.bot.Layout(c.rules, c.rng)
			l = &made
		}
		if l != nil {
			return true, c.session.Place(*l)
		}
		if c.asking == nil {
			c.session.Arranging()
			_ = c.a.batch(func() error { c.arrange(); return nil })
		}
	case c.now.Decision == protocol.ChooseMove && c.bot != nil:
		return true, c.botMove(ctx)
	}
	return false, nil
}

func (c *chair) botMove(ctx context.Context) error {
	if c.delay > 0 {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(c.delay):
		}
	}
	if c.limit > 0 && c.now.Position.Ply() >= c.limit {
		return c.session.Resign()
	}
	v := bot.View{Rules: c.rules, Position: c.now.Position, Seat: c.seat, Layout: *c.layout, History: c.now.Events, Enemy: c.seen()[c.seat.Other()]}
	if c.now.Position.OfferOpen() && c.bot.AcceptDraw(v) {
		return c.ignoreLate(c.session.AcceptDraw())
	}
	return c.ignoreLate(c.session.Play(c.bot.Move(v, c.rng), false))
}

// ignoreLate forgives a decision that came too late because the clock had taken it.
func (c *chair) ignoreLate(err error) error {
	if errors.Is(err, protocol.ErrNotYourTurn) {
		return nil
	}
	return err
}
