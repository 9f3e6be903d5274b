package main

import (
	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine/picture"
)

// svgFlags are those of commands that draw a picture.
type svgFlags struct {
	on    bool
	theme string
}

func (a *env) svgFlags(cmd *cobra.Command, f *svgFlags) {
	cmd.Flags().BoolVar(&f.on, "svg", false, a.t(messages.FlagSVG))
	cmd.Flags().StringVar(&f.theme, "theme", picture.Auto.String(), a.t(messages.FlagTheme))
}

func (a *env) checkSVGFlags(cmd *cobra.Command, f svgFlags) error {
	if _, known := picture.ParseTheme(f.theme); !known {
		return a.fail(messages.ErrTheme, f.theme)
	}
	if cmd.Flags().Changed("theme") && !f.on {
		return a.fail(messages.ErrThemeAlone)
	}
	return nil
}

// drawSVG prints a scene as a picture.
func (a *env) drawSVG(s *viewmodel.Scene, f svgFlags) {
	theme, _ := picture.ParseTheme(f.theme) // checked
	_, _ = a.out.Write(picture.SVG(s.View(), picture.Style{Chinese: a.lang == messages.Chinese, Theme: theme}))
}
