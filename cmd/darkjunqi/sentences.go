package main

import (
	"fmt"
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/table"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/engine"
)

// sentences tells a match to a person.
type sentences struct{ a *app }

func (s sentences) note(text string) { fmt.Fprintln(s.a.out, text) }

func (s sentences) resumed(c *chair) {
	// On one's own turn the board comes with the question.
	if c.bot == nil && !c.now.Over && c.now.Position.ToAct() != c.seat {
		s.note("\n" + s.a.board(c.status()))
	}
}

func (s sentences) linked(c *chair, online, again bool) {
	switch {
	case online && again:
		s.note(s.a.t(words.PlayLinkedAgain))
	case online:
		s.note(s.a.t(words.PlayLinked))
	case !c.now.Over:
		s.note(s.a.t(words.PlayLinkLost))
	}
}

func (s sentences) begins(c *chair) {
	s.note(s.a.t(words.PlayBegins, s.a.seat(status{you: c.seat, yours: true}, c.now.First)))
}

func (s sentences) turn(c *chair, t *turn) { s.note(s.a.numbered(c.rules, t)) }

func (s sentences) yourTurn(c *chair) {
	s.note("\n" + s.a.board(c.status()) + "\n" + s.a.question(&c.now.Position, c.seat))
}

// question asks a seat for its move, and says first what stands open besides.
func (a *app) question(p *engine.Position, seat engine.Seat) string {
	text := a.t(words.PlayYourMove, table.Seat(a.lang, seat))
	other := table.Seat(a.lang, seat.Other())
	switch {
	case p.OfferOpen():
		return a.t(words.PlayOfferOpen, other) + "\n" + text
	case p.MustProve():
		return capital(a.t(words.PlayMustProve, other)) + "\n" + text
	}
	return text
}

func (s sentences) over(c *chair) {
	if cv := c.now.Conviction; cv != nil {
		s.note(s.a.t(words.PlayCheated, table.Seat(s.a.lang, cv.Culprit), cv.Index, s.a.lang.Below(cv.Reason)))
		return
	}
	s.note(capital(s.a.result(c.now.Result)) + s.a.t(words.SentenceEnd))
	if c.rules.RevealAtEnd() && !c.rules.Open() {
		s.note(s.a.t(words.PlayRevealing))
	}
}

func (s sentences) revealed(c *chair) {
	if c.bot == nil && c.layout != nil {
		s.note("\n" + strings.TrimRight(s.a.board(c.status()), "\n"))
	}
}
