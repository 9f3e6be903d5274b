// Package uiflags defines the flags of commands that can show a match on the full screen.
package uiflags

import (
	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/screen"
)

// Flags describes how a match is shown to a person.
type Flags struct {
	Name  string // value of --ui; "" leaves the choice to the program
	ascii bool
}

// Add adds the flags to a command.
func Add(env *cli.Env, cmd *cobra.Command, u *Flags) {
	cmd.Flags().StringVar(&u.Name, "ui", "", "")
	cli.CompleteFlag(cmd, "ui", func() []string { return []string{"terminal", "lines"} })
	cmd.Flags().BoolVar(&u.ascii, "ascii", false, "")
}

// FullScreen reports whether a match is shown on the full screen: on a terminal, unless the flags
// ask for lines.
func FullScreen(env *cli.Env, u Flags) (bool, error) {
	able := env.InTerminal && env.Terminal != nil && env.Getenv("TERM") != "" && env.Getenv("TERM") != "dumb"
	switch {
	case u.Name == "lines":
		return false, nil
	case u.Name == "terminal" && !able:
		return false, env.Fail(messages.ErrNoTerminal)
	case u.Name == "" || u.Name == "terminal":
		return able, nil
	}
	return false, env.Fail(messages.ErrUI, u.Name)
}

// Options returns the options of the full screen.
func Options(env *cli.Env, u Flags) screen.Options {
	return screen.Options{Lang: env.Lang, Letters: u.ascii, Colours: env.Colour}
}
