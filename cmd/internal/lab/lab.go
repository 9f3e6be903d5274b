// Package lab implements the commands of darkjunqi-lab, which players don't need. They show what
// computations cost, what players notice while their host is flooded, how many games there are, how
// cheats are stopped, and how to compare numbers, count votes, sort bids, intersect sets and add up
// vectors that nobody sees.
package lab

import (
	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
)

// Program is darkjunqi-lab.
var Program = cli.Program{
	Name: "darkjunqi-lab", Short: messages.LabShort, Long: messages.LabLong,
	Groups: []cli.Group{
		{Title: messages.GroupLab, Commands: []func(*cli.Env) *cobra.Command{newBench, newBenchPeer, newSiege, newBesiege, newPerft, newCheat, newCompare, newVote, newAuction, newCommon, newMean}},
	},
}
