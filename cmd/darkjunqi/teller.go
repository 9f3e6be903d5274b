package main

import (
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// teller is how a match is told: in sentences, or as JSON.
type teller interface {
	resumed(c *chair)
	linked(c *chair, online, again bool)
	begins(c *chair)
	turn(c *chair, t *turn)
	yourTurn(c *chair)
	over(c *chair)
	revealed(c *chair)
	note(text string)
}

// silent tells nothing.
type silent struct{}

func (silent) note(string)               {}
func (silent) resumed(*chair)            {}
func (silent) linked(*chair, bool, bool) {}
func (silent) begins(*chair)             {}
func (silent) turn(c *chair, t *turn)    {}
func (silent) yourTurn(c *chair)         {}
func (silent) over(c *chair)             {}
func (silent) revealed(c *chair)         {}

// told is what has been told so far.
type told struct {
	online  bool
	linked  bool
	begun   bool
	turns   int
	asked   int // turns after which the person was asked, plus one
	over    bool
	unheard bool
	waiting bool // that the other side may not have all of a finished match
	other   bool // that the other side chooses its layout
}

// tell says what is new.
func (c *chair) tell() error {
	// Who only reads the terms has not joined.
	if c.now.Joined && c.now.Online != c.told.online {
		c.teller.linked(c, c.now.Online, c.told.linked)
		c.told.online = c.now.Online
		c.told.linked = c.told.linked || c.now.Online
	}
	if !c.now.Heard && !c.now.Over && c.now.Joined && !c.told.unheard {
		c.told.unheard = true
		c.teller.note(c.a.t(words.PlayUnheard))
	}
	if c.rules == nil {
		return nil
	}
	if c.now.Arranging && !c.told.other {
		c.told.other = true
		c.teller.note(c.a.t(words.PlayArranging))
	}
	if c.now.Stage >= protocol.Play && !c.told.begun && c.now.Records >= setupRecords {
		c.told.begun = true
		c.teller.begins(c)
	}
	turns, err := c.turns()
	if err != nil {
		return err
	}
	for ; c.told.turns < len(turns) && turns[c.told.turns].complete(); c.told.turns++ {
		c.teller.turn(c, &turns[c.told.turns])
	}
	if c.now.Decision == protocol.ChooseMove && c.told.asked <= len(turns) && c.bot == nil {
		c.told.asked = len(turns) + 1
		c.teller.yourTurn(c)
	}
	if d := c.now.Deadline; !d.IsZero() && !c.warned.Equal(d) && time.Until(d) <= clockWarning && c.bot == nil {
		c.warned = d
		c.teller.note(c.a.t(words.PlayClockWarning, seconds(time.Until(d))))
	}
	if !c.now.Waiting.Equal(c.offered) && !c.now.Over && c.session.Overdue() {
		c.offered = c.now.Waiting
		c.teller.note(c.a.t(words.PlayOverdue, int(c.rules.Grace()/time.Minute)))
	}
	if c.now.Over && !c.told.over {
		c.told.over = true
		c.teller.over(c)
	}
	if c.now.Over && !c.now.Done && !c.now.Online && c.now.Conviction == nil && !c.told.waiting {
		c.told.waiting = true
		c.teller.note(c.a.t(words.PlayWaitingAtEnd))
	}
	return nil
}
