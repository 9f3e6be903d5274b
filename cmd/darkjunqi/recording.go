package main

import (
	"fmt"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/engine"
)

// sayRecording says who played in a recording of QQ Game, and what the rules say of it.
func (a *app) sayRecording(qq *qqGame) {
	a.say(words.RecordingOf, qq.Recorder)
	for of, player := range qq.Players {
		if player.Name != "" {
			a.bullet(a.t(words.RecordingPlayer, engine.Seat(of), player.Name))
		}
	}
	c := &qq.checked
	a.paragraphs(a.t(words.RecordingConfirmed, a.n(words.Moves, c.Moves), a.n(words.Clashes, c.Clashes), a.n(words.FlagsShown, c.Flags), a.n(words.SeatsOut, c.Outs)))
	if len(c.Findings) == 0 {
		a.say(words.RecordingWhole)
	} else {
		a.say(words.RecordingDiffers)
		for _, f := range c.Findings {
			a.bullet(a.t(words.RecordingStep, f.Step, f.Err))
		}
	}
	if !c.Whole {
		a.say(words.RecordingStops)
	}
	if len(qq.Comments) > 0 {
		a.say(words.RecordingComments)
		for _, comment := range qq.Comments {
			a.bullet(a.t(words.RecordingStep, comment.Step, comment.Text))
		}
	}
	fmt.Fprintln(a.out)
}
