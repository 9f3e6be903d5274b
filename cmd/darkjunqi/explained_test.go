package main

import (
	"io"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/lab"
)

// Every command and every flag has a sentence, by its name.
func TestEveryCommandIsExplained(t *testing.T) {
	var explained func(cmd *cobra.Command)
	explained = func(cmd *cobra.Command) {
		for _, below := range cmd.Commands() {
			require.NotEmpty(t, below.Short, "%s: its sentence is command.NAME in cmd/internal/messages/lang", below.CommandPath())
			below.Flags().VisitAll(func(f *pflag.Flag) { require.NotEmpty(t, f.Usage, "%s --%s", below.CommandPath(), f.Name) })
			explained(below)
		}
	}
	for _, p := range []cli.Program{commandLine, lab.Program} {
		explained(p.Root(cli.NewEnv(p.Name, nil, io.Discard, io.Discard, func(string) string { return "" })))
	}
}
