// Package boardprint prints boards on the command line: with the state of the game beside them, or
// as SVG.
package boardprint

import (
	"fmt"

	"github.com/charmbracelet/colorprofile"
	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/screen"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/picture"
)

// promptLines is the number of lines a board leaves free below it, for the question and the answer.
const promptLines = 4

// Print prints the board with the panel beside it, in the size of the terminal.
func Print(env *cli.Env, s *viewmodel.Scene) {
	show(env, screen.Print(options(env), s, env.Width(), env.Height()-promptLines))
}

// PrintLayout prints a layout as its owner sees it.
func PrintLayout(env *cli.Env, rs *engine.Ruleset, seat engine.Seat, l engine.Layout) {
	show(env, screen.PrintLayout(options(env), rs, seat, l, env.Width()))
}

// PrintSigns explains the signs on a board and its pieces.
func PrintSigns(env *cli.Env, rs *engine.Ruleset) {
	for _, line := range screen.PrintSigns(options(env), rs) {
		env.Paragraphs(line)
	}
}

func options(env *cli.Env) screen.Options {
	return screen.Options{Lang: env.Lang, Colours: env.Colour}
}

func show(env *cli.Env, drawn string) {
	has := colorprofile.Env([]string{"TERM=" + env.Getenv("TERM"), "COLORTERM=" + env.Getenv("COLORTERM")})
	fmt.Fprint(&colorprofile.Writer{Forward: env.Out, Profile: has}, drawn)
}

// SVGFlags are the flags of commands that draw a picture.
type SVGFlags struct {
	On    bool
	theme string
}

// AddSVGFlags adds them to a command.
func AddSVGFlags(env *cli.Env, cmd *cobra.Command, f *SVGFlags) {
	cmd.Flags().BoolVar(&f.On, "svg", false, "")
	cmd.Flags().StringVar(&f.theme, "theme", picture.Auto.String(), "")
	cli.CompleteFlag(cmd, "theme", func() []string { return []string{"auto", "light", "dark"} })
}

// CheckSVGFlags refuses what can't be drawn.
func CheckSVGFlags(env *cli.Env, cmd *cobra.Command, f SVGFlags) error {
	if _, known := picture.ParseTheme(f.theme); !known {
		return env.Fail(messages.ErrTheme, f.theme)
	}
	if cmd.Flags().Changed("theme") && !f.On {
		return env.Fail(messages.ErrThemeAlone)
	}
	return nil
}

// PrintSVG prints a scene as a picture.
func PrintSVG(env *cli.Env, s *viewmodel.Scene, f SVGFlags) {
	theme, _ := picture.ParseTheme(f.theme) // checked
	_, _ = env.Out.Write(picture.SVG(s.View(), picture.Style{Chinese: env.Lang.WritesHan(), Theme: theme}))
}
