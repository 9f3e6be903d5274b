package lab

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/loadtest"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
)

type siegeFlags struct {
	force          loadtest.Force
	watchers, slow int
	moves          int
	form           time.Duration
	program        string
}

func newSiege(env *cli.Env) *cobra.Command {
	var b siegeFlags
	cmd := &cobra.Command{
		Use:     "siege",
		Example: "  darkjunqi-lab siege\n  darkjunqi-lab siege --streams 0 --json\n  darkjunqi-lab siege --program ./darkjunqi-before",
		RunE:    func(cmd *cobra.Command, args []string) error { return siege(env, cmd, b) },
	}
	f := cmd.Flags()
	forceFlags(cmd, &b.force)
	f.IntVar(&b.watchers, "watchers", 80, "")
	f.IntVar(&b.slow, "slow", 20, "")
	f.IntVar(&b.moves, "moves", 40, "")
	f.DurationVar(&b.form, "form", 10*time.Second, "")
	f.StringVar(&b.program, "program", "", "")
	return env.JSONFlag(cmd)
}

func forceFlags(cmd *cobra.Command, force *loadtest.Force) {
	f := cmd.Flags()
	f.IntVar(&force.Sources, "from", 50, "")
	f.IntVar(&force.HalfOpen, "half-open", 1000, "")
	f.IntVar(&force.Idle, "idle", 1000, "")
	f.IntVar(&force.Streams, "streams", 10000, "")
}

// newBesiege returns the hidden command that floods, which `siege` starts as a program of its own.
func newBesiege(env *cli.Env) *cobra.Command {
	var force loadtest.Force
	cmd := &cobra.Command{
		Use:    "besiege INVITE",
		Hidden: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := loadtest.Besiege(args[0], force, env.In, env.Out); err != nil {
				return cli.Wrap(err)
			}
			return nil
		},
	}
	forceFlags(cmd, &force)
	return cmd
}

// siegeReport is the output of `siege --json`.
type siegeReport struct {
	machine
	Quiet    loadtest.Figures `json:"quiet"`    // in peace
	Besieged loadtest.Figures `json:"besieged"` // during the flood
	Watched  loadtest.Figures `json:"watched"`  // by many
}

func siege(env *cli.Env, cmd *cobra.Command, b siegeFlags) error {
	ctx, stop := cli.UntilInterrupted(cmd.Context())
	defer stop()
	for _, n := range []int{b.force.HalfOpen, b.force.Idle, b.force.Streams, b.watchers, b.slow} {
		if n < 0 || n > maxBesiegers {
			return env.Fail(messages.ErrBesiegers, maxBesiegers)
		}
	}
	if b.force.Sources < 1 || b.force.Sources > maxSources || b.moves < 1 || b.moves > maxRuns {
		return env.Fail(messages.ErrSources, maxSources, maxRuns)
	}
	self, err := exec.LookPath(os.Args[0])
	if err != nil {
		if self, err = os.Executable(); err != nil {
			return cli.Wrap(err)
		}
	}
	if b.program == "" {
		if b.program, err = findPlayer(self); err != nil {
			return env.Fail(messages.ErrNoPlayer, err)
		}
	}
	report := &siegeReport{machine: thisMachine(env)}
	if !env.JSON {
		env.Say(messages.SiegeHead, b.force.HalfOpen, b.force.Idle, b.force.Streams, b.force.Sources, b.watchers+b.slow, b.slow)
		fmt.Fprintln(env.Out)
	}
	quiet := loadtest.Campaign{Program: b.program, Besieger: self, Moves: b.moves, Form: b.form}
	besieged, watched := quiet, quiet
	besieged.Force = b.force
	watched.Watchers, watched.Slow = b.watchers, b.slow
	for _, one := range []struct {
		name     messages.Text
		campaign loadtest.Campaign
		figures  *loadtest.Figures
	}{
		{messages.SiegeQuiet, quiet, &report.Quiet},
		{messages.SiegeBesieged, besieged, &report.Besieged},
		{messages.SiegeWatched, watched, &report.Watched},
	} {
		if err := campaign(ctx, env, one.name, one.campaign, one.figures); err != nil {
			return err
		}
	}
	if env.JSON {
		return env.PrintJSON(report)
	}
	return nil
}

// findPlayer returns the darkjunqi in the folder of this program, otherwise the one in the PATH.
func findPlayer(self string) (string, error) {
	name := "darkjunqi"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	beside := filepath.Join(filepath.Dir(self), name)
	if info, err := os.Stat(beside); err == nil && info.Mode().IsRegular() {
		return beside, nil
	}
	return exec.LookPath(name)
}

// The limits of siege: more don't fit the ports of a machine.
const (
	maxBesiegers = 20_000
	maxSources   = 10_000
)

func campaign(ctx context.Context, env *cli.Env, name messages.Text, c loadtest.Campaign, f *loadtest.Figures) (err error) {
	if *f, err = c.Run(ctx); err != nil {
		return cli.Wrap(err)
	}
	if env.JSON {
		return nil
	}
	env.Say(messages.SiegeFelt, env.T(name), duration(f.JoinNs), duration(f.RelinkNs), f.Moves,
		duration(f.MoveNs), duration(f.WorstNs), float64(f.Memory)/(1<<20), 100*f.Busy)
	if f.WorkNs > 0 {
		env.Say(messages.SiegeSpent, duration(f.WorkNs), duration(f.WaitNs))
	}
	if t := f.Toll; t != (loadtest.Toll{}) {
		env.Say(messages.SiegeToll, t.HalfOpen, t.Idle, t.Connections, t.TurnedAway, t.Streams)
	}
	if f.Watchers > 0 {
		env.Say(messages.SiegeWatchers, f.Watchers)
	}
	return nil
}
