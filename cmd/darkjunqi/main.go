// Darkjunqi plays dark Junqi (暗军棋) between the players' computers without a referee, and audits
// such matches. See `darkjunqi help`.
package main

import (
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/audit"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/matches"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/network"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/play"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/replay"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/tools"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
)

// released is the version of a program that internal/release has built; empty in others.
var released string

type commands = []func(*cli.Env) *cobra.Command

// commandLine lists all commands, in the order of the help.
var commandLine = cli.Program{
	Name: "darkjunqi", Short: messages.RootShort, Long: messages.RootLong, Default: "table",
	Groups: []cli.Group{
		{Title: messages.GroupPlay, Commands: commands{
			play.NewTable,
			play.NewPlay,
			play.NewDemo,
			play.NewHost,
			play.NewJoin,
			play.NewResume,
			play.NewRematch,
			play.NewWatch,
			network.NewRelay,
			matches.NewMatches,
			matches.NewFriends,
		}},
		{Title: messages.GroupCheck, Commands: commands{
			audit.NewAudit,
			audit.NewVerifyCertificate,
			audit.NewStandings,
			replay.NewReplay,
			tools.NewPosition,
		}},
		{Title: messages.GroupRules, Commands: commands{
			tools.NewLayout,
			tools.NewRules,
		}},
		{Title: messages.GroupAbout, Commands: commands{
			network.NewDoctor,
		}},
	},
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv))
}

func run(args []string, in io.Reader, out, errw io.Writer, getenv func(string) string) int {
	commandLine.Version = released
	return commandLine.Run(args, in, out, errw, getenv)
}
