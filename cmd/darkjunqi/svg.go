package main

import (
	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/scene"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/engine/picture"
)

// svgFlags are those of commands that draw a picture.
type svgFlags struct {
	on    bool
	theme string
}

func (a *app) svgFlags(cmd *cobra.Command, f *svgFlags) {
	cmd.Flags().BoolVar(&f.on, "svg", false, a.t(words.FlagSVG))
	cmd.Flags().StringVar(&f.theme, "theme", picture.Auto.String(), a.t(words.FlagTheme))
}

func (a *app) checkSVGFlags(cmd *cobra.Command, f svgFlags) error {
	if _, known := picture.ParseTheme(f.theme); !known {
		return a.fail(words.ErrTheme, f.theme)
	}
	if cmd.Flags().Changed("theme") && !f.on {
		return a.fail(words.ErrThemeAlone)
	}
	return nil
}

// drawSVG prints a scene as a picture.
func (a *app) drawSVG(s *scene.Scene, f svgFlags) {
	theme, _ := picture.ParseTheme(f.theme) // checked
	_, _ = a.out.Write(picture.SVG(s.View(), picture.Style{Chinese: a.lang == words.Chinese, Theme: theme}))
}
