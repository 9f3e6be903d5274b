// Package lab is the commands of darkjunqi-lab, which people who only play never need: what
// computations cost, what players feel while their host is flooded, how many games there are,
// how cheats are stopped, and how numbers are compared, votes counted, bids sorted, sets
// intersected and vectors added up that nobody sees.
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
