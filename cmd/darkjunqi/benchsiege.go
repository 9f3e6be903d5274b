package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/loadtest"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/p2p/libp2pnet/loadgen"
)

// besieging is how `bench siege` is to go about it.
type besieging struct {
	force          loadgen.Force
	watchers, slow int
	moves          int
	form           time.Duration
	program        string
	asJSON         bool
}

func newBenchSiege(a *env) *cobra.Command {
	var b besieging
	cmd := &cobra.Command{
		Use:     "siege",
		Short:   a.t(messages.SiegeShort),
		Long:    a.t(messages.SiegeLong),
		Example: "  darkjunqi bench siege\n  darkjunqi bench siege --streams 0 --json\n  darkjunqi bench siege --program ./darkjunqi-before",
		Args:    a.exactly(),
		RunE:    func(cmd *cobra.Command, args []string) error { return a.siege(cmd, b) },
	}
	f := cmd.Flags()
	a.forceFlags(cmd, &b.force)
	f.IntVar(&b.watchers, "watchers", 80, a.t(messages.FlagWatchers))
	f.IntVar(&b.slow, "slow", 20, a.t(messages.FlagSlow))
	f.IntVar(&b.moves, "moves", 40, a.t(messages.FlagMoves))
	f.DurationVar(&b.form, "form", 10*time.Second, a.t(messages.FlagForm))
	f.StringVar(&b.program, "program", "", a.t(messages.FlagProgram))
	a.jsonFlag(cmd, &b.asJSON)
	return cmd
}

func (a *env) forceFlags(cmd *cobra.Command, force *loadgen.Force) {
	f := cmd.Flags()
	f.IntVar(&force.Sources, "from", 50, a.t(messages.FlagFrom))
	f.IntVar(&force.HalfOpen, "half-open", 1000, a.t(messages.FlagHalfOpen))
	f.IntVar(&force.Idle, "idle", 1000, a.t(messages.FlagIdle))
	f.IntVar(&force.Streams, "streams", 10000, a.t(messages.FlagStreams))
}

// newBenchBesiege makes the program of the besiegers, which `bench siege` starts.
func newBenchBesiege(a *env) *cobra.Command {
	var force loadgen.Force
	cmd := &cobra.Command{
		Use:    "besiege INVITE",
		Short:  a.t(messages.BesiegeShort),
		Args:   a.exactly("INVITE"),
		Hidden: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := loadtest.Besiege(args[0], force, a.in, a.out); err != nil {
				return wrong(err)
			}
			return nil
		},
	}
	a.forceFlags(cmd, &force)
	return cmd
}

// siegeReport is what `bench siege --json` prints. docs/bench.md explains the fields.
type siegeReport struct {
	Go       string           `json:"go"`
	OS       string           `json:"os"`
	Arch     string           `json:"arch"`
	CPUs     int              `json:"cpus"`
	Quiet    loadtest.Figures `json:"quiet"`
	Besieged loadtest.Figures `json:"besieged"`
	Watched  loadtest.Figures `json:"watched"`
}

func (a *env) siege(cmd *cobra.Command, b besieging) error {
	ctx, stop := untilInterrupted(cmd.Context())
	defer stop()
	for _, n := range []int{b.force.HalfOpen, b.force.Idle, b.force.Streams, b.watchers, b.slow} {
		if n < 0 || n > maxBesiegers {
			return a.fail(messages.ErrBesiegers, maxBesiegers)
		}
	}
	if b.force.Sources < 1 || b.force.Sources > maxSources || b.moves < 1 || b.moves > maxRuns {
		return a.fail(messages.ErrSources, maxSources, maxRuns)
	}
	self, err := exec.LookPath(os.Args[0])
	if err != nil {
		if self, err = os.Executable(); err != nil {
			return wrong(err)
		}
	}
	if b.program == "" {
		b.program = self
	}
	report := &siegeReport{Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH, CPUs: runtime.NumCPU()}
	if !b.asJSON {
		a.say(messages.SiegeHead, b.force.HalfOpen, b.force.Idle, b.force.Streams, b.force.Sources, b.watchers+b.slow, b.slow)
		fmt.Fprintln(a.out)
	}
	quiet := loadtest.Campaign{Program: b.program, Besieger: self, Moves: b.moves, Form: b.form}
	besieged, watched := quiet, quiet
	besieged.Force = b.force
	watched.Watchers, watched.Slow = b.watchers, b.slow
	for _, one := range []struct {
		name     messages.Text
		campaign loadtest.Campaign
		figures  *loadtest.Figures
	}{{messages.SiegeQuiet, quiet, &report.Quiet}, {messages.SiegeBesieged, besieged, &report.Besieged}, {messages.SiegeWatched, watched, &report.Watched}} {
		if err := a.campaign(ctx, one.name, one.campaign, one.figures, b.asJSON); err != nil {
			return err
		}
	}
	if b.asJSON {
		return a.printJSON(report)
	}
	return nil
}

// The most that bench siege can be asked for: more doesn't fit the ports of a machine.
const (
	maxBesiegers = 20_000
	maxSources   = 10_000
)

func (a *env) campaign(ctx context.Context, name messages.Text, c loadtest.Campaign, f *loadtest.Figures, asJSON bool) (err error) {
	if *f, err = c.Run(ctx); err != nil {
		return wrong(err)
	}
	if asJSON {
		return nil
	}
	a.say(messages.SiegeFelt, a.t(name), duration(f.JoinNs), duration(f.RelinkNs), f.Moves, duration(f.MoveNs), duration(f.WorstNs), float64(f.Memory)/(1<<20), 100*f.Busy)
	if f.WorkNs > 0 {
		a.say(messages.SiegeSpent, duration(f.WorkNs), duration(f.WaitNs))
	}
	if t := f.Toll; t != (loadgen.Toll{}) {
		a.say(messages.SiegeToll, t.HalfOpen, t.Idle, t.Connections, t.TurnedAway, t.Streams)
	}
	if f.Watchers > 0 {
		a.say(messages.SiegeWatchers, f.Watchers)
	}
	return nil
}
