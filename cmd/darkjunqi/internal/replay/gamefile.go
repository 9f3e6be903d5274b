package replay

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/matchfile"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// recordedGame is a game that is replayed, from a transcript or from its text.
type recordedGame struct {
	seat.Recorded
	signed  bool // it comes from a transcript
	cheated *protocol.Conviction
	qq      *qqGame // nil unless it is a recording of QQ Game
}

// qqGame is a recording of QQ Game, and what our rules confirm of it.
type qqGame struct {
	*junqi.Recording
	checked junqi.Checked
}

// openGame reads a transcript, a game as text, or a recording of QQ Game: from a file, a match of
// the data folder, or standard input for -.
func openGame(env *cli.Env, name string) (*recordedGame, error) {
	file, err := matchfile.Read(env, name)
	if err != nil {
		return nil, env.FileError(name, err)
	}
	if bytes.HasPrefix(bytes.TrimSpace(file), []byte("[")) {
		return gameOfText(env, name, string(file))
	}
	if junqi.IsJGS(file) {
		return gameOfRecording(env, name, file)
	}
	return gameOfTranscript(env, name, file)
}

func gameOfRecording(env *cli.Env, name string, file []byte) (*recordedGame, error) {
	recording, err := junqi.ParseJGS(file)
	if err != nil {
		return nil, env.FileError(name, err)
	}
	checked, err := recording.Check()
	if err != nil {
		return nil, env.FileError(name, err)
	}
	return &recordedGame{Recorded: seat.Recorded{Game: checked.Game}, qq: &qqGame{recording, checked}}, nil
}

func gameOfText(env *cli.Env, name, text string) (*recordedGame, error) {
	parsed, err := junqi.ParseGame(text)
	if err != nil {
		return nil, env.FileError(name, err)
	}
	return &recordedGame{Recorded: seat.Recorded{Game: parsed}}, nil
}

func gameOfTranscript(env *cli.Env, name string, file []byte) (*recordedGame, error) {
	records, _, err := transcript.ParseFile(file)
	if err != nil {
		p := env.FileError(name, err)
		if errors.Is(err, transcript.ErrForeign) {
			return nil, p.WithHint(env.T(messages.HintGameText))
		}
		return nil, p.WithHint(env.T(messages.HintAudit, name))
	}
	g := &recordedGame{signed: true}
	m, _, err := protocol.Fold(records)
	if err != nil {
		// A false record that its signer can't deny ends the game; one that anybody can have
		// mangled spoils the file.
		var refusal *protocol.Refusal
		if !errors.As(err, &refusal) || !refusal.Provable {
			return nil, env.FileError(name, err).WithHint(env.T(messages.HintAudit, name))
		}
		g.cheated = refusal.Conviction()
	}
	if g.cheated == nil {
		g.cheated = m.Conviction()
	}
	switch {
	case m.Rules() == nil:
		return nil, env.Fail(messages.ErrNoGame, name)
	case !begun(m):
		return nil, env.Fail(messages.ErrNotBegun, name).WithHint(env.T(messages.HintAudit, name))
	}
	g.Recorded = seat.RecordedOf(m, g.cheated)
	return g, nil
}

// begun reports whether all seats have committed their layouts.
func begun(m *protocol.Match) bool {
	if m.Rules().Deck() != nil {
		return m.Stage() != protocol.Setup
	}
	return !slices.ContainsFunc(m.Rules().Seats(), func(s engine.Seat) bool { return m.Commitment(s) == nil })
}

func (g *recordedGame) revealed() bool {
	return !slices.ContainsFunc(g.Game.Rules.Seats(), func(s engine.Seat) bool { return g.Game.Layouts[s] == nil })
}

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
