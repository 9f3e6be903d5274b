package main

import (
	"fmt"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
)

// sayRecording says who played in a recording of QQ Game, and what the rules say of it.
func (a *env) sayRecording(qq *qqGame) {
	a.say(messages.RecordingOf, qq.Recorder)
	for of, player := range qq.Players {
		if player.Name != "" {
			a.bullet(a.t(messages.RecordingPlayer, engine.Seat(of), player.Name))
		}
	}
	c := &qq.checked
	a.paragraphs(a.t(messages.RecordingConfirmed, a.n(messages.Moves, c.Moves), a.n(messages.Clashes, c.Clashes), a.n(messages.FlagsShown, c.Flags), a.n(messages.SeatsOut, c.Outs)))
	if len(c.Findings) == 0 {
		a.say(messages.RecordingWhole)
	} else {
		a.say(messages.RecordingDiffers)
		for _, f := range c.Findings {
			a.bullet(a.t(messages.RecordingStep, f.Step, f.Err))
		}
	}
	if !c.Whole {
		a.say(messages.RecordingStops)
	}
	if len(qq.Comments) > 0 {
		a.say(messages.RecordingComments)
		for _, comment := range qq.Comments {
			a.bullet(a.t(messages.RecordingStep, comment.Step, comment.Text))
		}
	}
	fmt.Fprintln(a.out)
}
