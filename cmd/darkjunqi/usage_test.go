package main

import (
	"regexp"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
)

// hardEnd is the end of a line in the middle of a paragraph.
var hardEnd = regexp.MustCompile(`[^\n]\n[^\n ]`)

// The help is wrapped to the terminal, so a paragraph of it is one line.
func TestHelpIsNotWrappedTwice(t *testing.T) {
	for _, lang := range []messages.Lang{messages.English, messages.Chinese} {
		env := cli.NewEnv("darkjunqi", nil, nil, nil, func(string) string { return "" })
		env.Lang = lang
		var look func(cmd *cobra.Command)
		look = func(cmd *cobra.Command) {
			require.NotRegexp(t, hardEnd, cmd.Long, cmd.CommandPath())
			for _, sub := range cmd.Commands() {
				look(sub)
			}
		}
		root := commandLine.Root(env)
		require.NotEmpty(t, root.Commands())
		look(root)
	}
}
