package boardprint

import (
	"fmt"

	"github.com/charmbracelet/colorprofile"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/screen"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
)

// promptLines is how many lines a board leaves free below it, for the question and the answer.
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

// show prints a drawing in the colours that the terminal has.
func show(env *cli.Env, drawn string) {
	has := colorprofile.Env([]string{"TERM=" + env.Getenv("TERM"), "COLORTERM=" + env.Getenv("COLORTERM")})
	fmt.Fprint(&colorprofile.Writer{Forward: env.Out, Profile: has}, drawn)
}
