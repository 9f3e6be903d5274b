// Darkjunqi plays dark Junqi (暗军棋) between the players' computers without a referee, and audits matches that were
// played so. See `darkjunqi help`.
package main

import (
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
)

// released is the version of a program that internal/release has built; empty in others.
var released string

type commands = []func(*cli.Env) *cobra.Command

// commandLine lists all commands, in the order of the help.
var commandLine = cli.Program{
	Name: "darkjunqi", Short: messages.RootShort, Long: messages.RootLong,
	Groups: []cli.Group{
		{Title: messages.GroupPlay, Commands: commands{
			newTable, newPlay, newDemo, newHost, newJoin, newResume, newRematch, newWatch, newRelay, newMatches, newFriends,
		}},
		{Title: messages.GroupCheck, Commands: commands{newAudit, newVerifyCertificate, newReplay, newPosition}},
		{Title: messages.GroupRules, Commands: commands{newLayout, newRules}},
		{Title: messages.GroupAbout, Commands: commands{newDoctor}},
	},
	Default: func(env *cli.Env, cmd *cobra.Command) error { return table(env, cmd, tableFlags{}) },
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv))
}

func run(args []string, in io.Reader, out, errw io.Writer, getenv func(string) string) int {
	commandLine.Version = released
	return commandLine.Run(args, in, out, errw, getenv)
}
