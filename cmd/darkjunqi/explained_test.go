package main

import (
	"cmp"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/lab"
)

// eachCommand calls look with every command of both programs.
func eachCommand(look func(cmd *cobra.Command)) {
	var below func(cmd *cobra.Command)
	below = func(cmd *cobra.Command) {
		for _, sub := range cmd.Commands() {
			look(sub)
			below(sub)
		}
	}
	for _, p := range []cli.Program{commandLine, lab.Program} {
		below(p.Root(cli.NewEnv(p.Name, nil, io.Discard, io.Discard, func(string) string { return "" })))
	}
}

// Every command and every flag has a sentence, by its name.
func TestEveryCommandIsExplained(t *testing.T) {
	eachCommand(func(cmd *cobra.Command) {
		require.NotEmpty(t, cmd.Short, "%s: its sentence is command.NAME in cmd/internal/messages/lang", cmd.CommandPath())
		cmd.Flags().VisitAll(func(f *pflag.Flag) { require.NotEmpty(t, f.Usage, "%s --%s", cmd.CommandPath(), f.Name) })
	})
}

// Every command that the help shows is run by a script.
func TestEveryCommandHasAScript(t *testing.T) {
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	require.NoError(t, err)
	run := regexp.MustCompile(`(?m)^(?:(?:! )?exec|run|exits-with \d+|start \S+(?: -tty)?) (darkjunqi(?:-lab)? )?(.*)`)
	var ran strings.Builder
	for _, script := range scripts {
		text, err := os.ReadFile(script)
		require.NoError(t, err)
		for _, m := range run.FindAllStringSubmatch(string(text), -1) {
			ran.WriteString("\n" + cmp.Or(m[1], "darkjunqi ") + m[2] + " ")
		}
	}
	var missing []string
	eachCommand(func(cmd *cobra.Command) {
		if cmd.Runnable() && !cmd.Hidden && !strings.Contains(ran.String(), "\n"+cmd.CommandPath()+" ") {
			missing = append(missing, cmd.CommandPath())
		}
	})
	require.Empty(t, missing, "no script in cmd/darkjunqi/testdata/script runs them")
}
