package main

import (
	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine/picture"
)

// svgFlags are those of commands that draw a picture.
type svgFlags struct {
	on    bool
	theme string
}

func addSVGFlags(env *cli.Env, cmd *cobra.Command, f *svgFlags) {
	cmd.Flags().BoolVar(&f.on, "svg", false, env.T(messages.FlagSVG))
	cmd.Flags().StringVar(&f.theme, "theme", picture.Auto.String(), env.T(messages.FlagTheme))
	cli.CompleteFlag(cmd, "theme", func() []string { return []string{"auto", "light", "dark"} })
}

func checkSVGFlags(env *cli.Env, cmd *cobra.Command, f svgFlags) error {
	if _, known := picture.ParseTheme(f.theme); !known {
		return env.Fail(messages.ErrTheme, f.theme)
	}
	if cmd.Flags().Changed("theme") && !f.on {
		return env.Fail(messages.ErrThemeAlone)
	}
	return nil
}

// drawSVG prints a scene as a picture.
func drawSVG(env *cli.Env, s *viewmodel.Scene, f svgFlags) {
	theme, _ := picture.ParseTheme(f.theme) // checked
	_, _ = env.Out.Write(picture.SVG(s.View(), picture.Style{Chinese: env.Lang.WritesHan(), Theme: theme}))
}
