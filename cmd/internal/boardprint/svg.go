package boardprint

import (
	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine/picture"
)

// SVGFlags are the flags of commands that draw a picture.
type SVGFlags struct {
	On    bool
	theme string
}

// AddSVGFlags adds them to a command.
func AddSVGFlags(env *cli.Env, cmd *cobra.Command, f *SVGFlags) {
	cmd.Flags().BoolVar(&f.On, "svg", false, env.T(messages.FlagSVG))
	cmd.Flags().StringVar(&f.theme, "theme", picture.Auto.String(), env.T(messages.FlagTheme))
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
