package replay

import (
	"fmt"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
)

// sayRecording says who played in a recording of QQ Game, and what our rules confirm.
func sayRecording(env *cli.Env, qq *qqGame) {
	env.Say(messages.RecordingOf, qq.Recorder)
	for of, player := range qq.Players {
		if player.Name != "" {
			env.Bullet(env.T(messages.RecordingPlayer, engine.Seat(of), player.Name))
		}
	}
	c := &qq.checked
	env.Paragraphs(env.T(messages.RecordingConfirmed,
		env.N(messages.Moves, c.Moves), env.N(messages.Clashes, c.Clashes), env.N(messages.FlagsShown, c.Flags), env.N(messages.SeatsOut, c.Outs)))
	if len(c.Findings) == 0 {
		env.Say(messages.RecordingWhole)
	} else {
		env.Say(messages.RecordingDiffers)
		for _, f := range c.Findings {
			env.Bullet(env.T(messages.RecordingStep, f.Step, f.Err))
		}
	}
	if !c.Whole {
		env.Say(messages.RecordingStops)
	}
	if len(qq.Comments) > 0 {
		env.Say(messages.RecordingComments)
		for _, comment := range qq.Comments {
			env.Bullet(env.T(messages.RecordingStep, comment.Step, comment.Text))
		}
	}
	fmt.Fprintln(env.Out)
}
