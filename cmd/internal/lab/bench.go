package lab

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/gameargs"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/rulestext"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/opcount"
)

// maxRuns limits --runs.
const maxRuns = 100_000

func newBench(env *cli.Env) *cobra.Command {
	var spec string
	var runs, matches int
	var elsewhere bool
	cmd := &cobra.Command{
		Use:     "bench",
		Example: "  darkjunqi-lab bench\n  darkjunqi-lab bench --elsewhere\n  darkjunqi-lab bench --rules standard,scout=on --runs 5\n  darkjunqi-lab bench --json",
		RunE: func(cmd *cobra.Command, args []string) error {
			if elsewhere && runs >= 1 && runs <= maxRuns {
				return benchElsewhere(env, runs)
			}
			rs, err := gameargs.Ruleset(env, spec)
			if err != nil {
				return err
			}
			return bench(cmd.Context(), env, rs, runs, matches)
		},
	}
	gameargs.RulesFlag(env, cmd, &spec)
	cmd.Flags().IntVar(&runs, "runs", 51, "")
	cmd.Flags().IntVar(&matches, "matches", 15, "")
	cmd.Flags().BoolVar(&elsewhere, "elsewhere", false, "")
	return env.JSONFlag(cmd)
}

// benchReport is the output of `bench --json`.
type benchReport struct {
	Rules string `json:"rules"` // short name
	Runs  int    `json:"runs"`  // of each step
	machine
	Parts []*benchPart `json:"parts"`          // the blocks of the table
	Match benchMatch   `json:"match"`          // the one that is audited
	Live  []*benchLive `json:"live,omitempty"` // between two programs; with two seats
}

// benchPart is one of the things compared: the layout, a resolver, or the overhead of every
// record.
type benchPart struct {
	Name     string         `json:"name"`
	Rounds   int            `json:"rounds"`            // times there and back
	First    []benchMessage `json:"first,omitempty"`   // of the first clash of two seats, if it differs
	Messages []benchMessage `json:"messages"`          // what is sent, in order
	Steps    []*benchStep   `json:"steps"`             // in order
	ClashNs  int64          `json:"clashNs,omitempty"` // sum of the medians of all steps of a clash
}

// benchMessage is a record that is sent.
type benchMessage struct {
	Record string `json:"record"` // its kind
	By     string `json:"by"`     // red, the attacker, or blue
	Bytes  int    `json:"bytes"`
}

type benchStep struct {
	Name string `json:"name"`
	By   string `json:"by"`   // red, blue, everyone, auditor
	When string `json:"when"` // operation, match, clash, turn, record, audit
	spread
	MaxNs int64 `json:"maxNs"`

	// decodings, batch-decodings, encodings, batch-encodings, fixed-mults, mults, sum-terms and sums in the group
	Operations map[string]int `json:"operations,omitempty"`
	FloorNs    int64          `json:"floorNs,omitempty"` // the least time for these, by the first part

	ready func() error // prepares a run; not timed
	work  func(run int) error
	times int // how often work does it; 0: once
}

// sent returns how many bytes a seat sends.
func sent(messages []benchMessage, by string) (n int) {
	for _, m := range messages {
		if m.By == by {
			n += m.Bytes
		}
	}
	return n
}

// measure times a step, and counts the operations of its first run.
func (s *benchStep) measure(runs int) error {
	times := make([]int64, runs)
	for run := range times {
		var err error
		timed := func() {
			started := time.Now()
			err = s.work(run)
			times[run] = time.Since(started).Nanoseconds() / int64(max(s.times, 1))
		}
		if s.ready != nil {
			err = s.ready()
		}
		switch {
		case err != nil:
		case run == 0:
			s.count(opcount.Count(timed))
		default:
			timed()
		}
		if err != nil {
			return fmt.Errorf("%s: %w", s.Name, err)
		}
	}
	s.spread, s.MaxNs = spreadOf(times), slices.Max(times)
	return nil
}

// spread is the time one thing took in several runs.
type spread struct {
	MedianNs    int64    `json:"medianNs"`
	MinNs       int64    `json:"minNs"`
	QuartilesNs [2]int64 `json:"quartilesNs"` // the lower and the upper one
}

func spreadOf(times []int64) spread {
	slices.Sort(times)
	n := len(times)
	return spread{(times[(n-1)/2] + times[n/2]) / 2, times[0], [2]int64{times[(n-1)/4], times[(n-1)*3/4]}}
}

// cells returns the least time, the lower quartile, the median and the upper quartile.
func (s spread) cells() []string {
	return []string{duration(s.MinNs), duration(s.QuartilesNs[0]), duration(s.MedianNs), duration(s.QuartilesNs[1])}
}

func spreadHead(env *cli.Env) []string {
	return []string{env.T(messages.BenchLeast), env.T(messages.BenchQuartile), env.T(messages.BenchMedian), env.T(messages.BenchQuartile)}
}

// machine describes the computer and the program that measure.
type machine struct {
	Version   string `json:"version"` // of this program
	Go        string `json:"go"`
	OS        string `json:"os"`
	Arch      string `json:"arch"`
	CPUs      int    `json:"cpus"`
	Processor string `json:"processor,omitempty"` // its name, where the system reports it
}

func thisMachine(env *cli.Env) machine {
	version, _ := env.BuiltAs()
	return machine{version, runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), processorName()}
}

// printTable prints rows of cells: the first few columns begin at the left, the others end at the right.
func printTable(env *cli.Env, left int, rows [][]string) {
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			if line.WriteString("  "); i < left {
				line.WriteString(messages.Pad(cell, columnWidth(rows, i)))
			} else {
				line.WriteString(padLeft(cell, columnWidth(rows, i)))
			}
		}
		fmt.Fprintln(env.Out, strings.TrimRight(line.String(), " "))
	}
}

func bench(ctx context.Context, env *cli.Env, rs *engine.Ruleset, runs, matches int) error {
	if runs < 1 || runs > maxRuns || matches < 0 || matches > maxRuns {
		return env.Fail(messages.ErrRuns, maxRuns)
	}
	if rs.Open() {
		return env.Fail(messages.ErrBenchOpen).WithHint(env.T(messages.HintBenchOpen))
	}
	parts, match, err := benchParts(rs)
	if err != nil {
		return cli.Wrap(err)
	}
	report := &benchReport{
		Rules: rulestext.Name(env.Lang, rs), Runs: runs, machine: thisMachine(env), Parts: parts, Match: match.benchMatch,
	}
	if !env.JSON {
		benchHead(env, report)
	}
	floors := floorsOf(parts[0])
	for _, p := range parts {
		for i, s := range p.Steps {
			if err := s.measure(runs); err != nil {
				return cli.Wrap(fmt.Errorf("%s: %w", p.Name, err))
			}
			if p != parts[0] {
				s.FloorNs = floors.of(s.Operations)
			}
			if s.When == "clash" {
				p.ClashNs += s.MedianNs
			}
			if !env.JSON {
				printStep(env, report, p, i)
			}
		}
	}
	report.Match.PerSecond = match.perSecond(runs)
	if !env.JSON {
		benchTotals(env, report)
	}
	if matches > 0 && rs.NumSeats() == 2 {
		if err := measureLive(ctx, rs, matches, func(l *benchLive) { report.Live = append(report.Live, l) }); err != nil {
			return cli.Wrap(err)
		}
	}
	if env.JSON {
		return env.PrintJSON(report)
	}
	benchLives(env, report, matches)
	return nil
}

// processorName returns the system's name for the processor; "" where it does not report it.
func processorName() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		if key, name, found := strings.Cut(line, ":"); found && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(name)
		}
	}
	return ""
}

// benchHead prints everything that is known before the first measurement.
func benchHead(env *cli.Env, r *benchReport) {
	env.Say(messages.BenchHead, r.Rules, r.Runs, r.Version, r.Go, r.OS, r.Arch, r.CPUs, r.Processor)
	fmt.Fprintln(env.Out)
	env.Say(messages.BenchMessages)
	rows := [][]string{{
		"", env.T(messages.BenchRounds), env.T(messages.BenchRed),
		env.T(messages.BenchBlue), env.T(messages.BenchTogether), "",
	}}
	row := func(name string, rounds int, sentBy []benchMessage) {
		if len(sentBy) == 0 {
			return
		}
		var list []string
		for _, m := range sentBy {
			list = append(list, fmt.Sprintf("%s %d", m.Record, m.Bytes))
		}
		red, blue := sent(sentBy, "red"), sent(sentBy, "blue")
		rows = append(rows, []string{
			name, fmt.Sprint(rounds), fmt.Sprint(red), fmt.Sprint(blue), fmt.Sprint(red + blue), strings.Join(list, env.T(messages.ListSeparator)),
		})
	}
	for _, p := range r.Parts {
		name := env.T(messages.BenchParts.Of(p.Name))
		row(env.T(messages.BenchFirst, name), p.Rounds, p.First)
		row(name, p.Rounds, p.Messages)
	}
	for i := range rows { // so that it begins at the left
		rows[i][5] = messages.Pad(rows[i][5], columnWidth(rows, 5))
	}
	printTable(env, 1, rows)
	fmt.Fprintln(env.Out)
	env.Say(messages.BenchSteps)
	env.Say(messages.BenchLegend)
	if r.Runs < fewRuns {
		env.Warn(messages.BenchFewRuns)
	}
	times := append(spreadHead(env), env.T(messages.BenchFloor))
	for i, heading := range times {
		times[i] = padLeft(heading, timeWidth)
	}
	indent := 0
	for i, rows := 0, benchRows(env.Lang, r); i < len(rows[0]); i++ {
		indent += 2 + columnWidth(rows, i)
	}
	fmt.Fprintf(env.Out, "%s  %s  %s\n", strings.Repeat(" ", indent), strings.Join(times, "  "), env.T(messages.BenchOperationsHead))
}

// fewRuns is too few to find the least time of a step, as the floor is measured with more.
const fewRuns = 10

// timeWidth is the width of a time in columns.
const timeWidth = len("quartile")

func benchRows(lang messages.Lang, r *benchReport) (rows [][]string) {
	for _, part := range r.Parts {
		for _, s := range part.Steps {
			rows = append(rows, []string{
				messages.BenchParts.Of(part.Name).In(lang), messages.BenchWhen.Of(s.When).In(lang),
				messages.BenchWho.Of(s.By).In(lang), messages.BenchStep.Of(s.Name).In(lang),
			})
		}
	}
	return rows
}

// printStep prints a step as soon as it is measured, so that people see progress.
func printStep(env *cli.Env, r *benchReport, p *benchPart, step int) {
	rows := benchRows(env.Lang, r) // all, for their widths
	at := step
	for _, part := range r.Parts[:slices.Index(r.Parts, p)] {
		at += len(part.Steps)
	}
	for i, cell := range rows[at] {
		fmt.Fprintf(env.Out, "  %s", messages.Pad(cell, columnWidth(rows, i)))
	}
	s := p.Steps[step]
	for _, cell := range s.cells() {
		fmt.Fprintf(env.Out, "  %s", padLeft(cell, timeWidth))
	}
	fmt.Fprintln(env.Out, benchFloor(env.Lang, s))
}

// benchFloor lists the group operations of a step, and the least time that they take.
func benchFloor(lang messages.Lang, s *benchStep) string {
	if s.FloorNs == 0 {
		return ""
	}
	var list []string
	for o := range opcount.NumOperations {
		if n := s.Operations[o.String()]; n > 0 {
			list = append(list, messages.Count(messages.BenchOperations.Of(o.String())).In(lang, n))
		}
	}
	return "  " + padLeft(duration(s.FloorNs), timeWidth) + "  " + strings.Join(list, messages.ListSeparator.In(lang))
}

func benchTotals(env *cli.Env, r *benchReport) {
	fmt.Fprintln(env.Out)
	env.Say(messages.BenchClash)
	var rows [][2]string
	for _, p := range r.Parts {
		if p.ClashNs > 0 {
			rows = append(rows, [2]string{env.T(messages.BenchParts.Of(p.Name)), duration(p.ClashNs)})
		}
	}
	env.Columns(rows)
	fmt.Fprintln(env.Out)
	env.Say(messages.BenchAudits, env.N(messages.Turns, r.Match.Plies), r.Match.Clashes,
		cli.Kilobytes(r.Match.Bytes), r.CPUs, duration(int64(1e9/r.Match.PerSecond)), r.Match.PerSecond)
}

// benchLives prints what passes between two programs.
func benchLives(env *cli.Env, r *benchReport, matches int) {
	if len(r.Live) == 0 {
		return
	}
	fmt.Fprintln(env.Out)
	env.Say(messages.BenchLive, matches)
	rows := [][]string{slices.Concat([]string{"", "", ""}, spreadHead(env),
		[]string{env.T(messages.BenchProcessor), env.T(messages.BenchBytes), env.T(messages.BenchFlights)})}
	for _, l := range r.Live {
		rows = append(rows, liveRow(env, l))
	}
	printTable(env, 3, rows)
}

func columnWidth(rows [][]string, column int) int {
	widest := slices.MaxFunc(rows, func(x, y []string) int {
		return cmp.Compare(messages.Width(x[column]), messages.Width(y[column]))
	})
	return messages.Width(widest[column])
}

func padLeft(s string, columns int) string {
	return strings.Repeat(" ", max(columns-messages.Width(s), 0)) + s
}

// duration formats nanoseconds with three significant digits.
func duration(ns int64) string {
	value, unit := float64(ns), "ns"
	for _, next := range []string{"µs", "ms", "s"} {
		if value < 1000 {
			break
		}
		value, unit = value/1000, next
	}
	switch {
	case unit == "ns" || value >= 100:
		return fmt.Sprintf("%.0f %s", value, unit)
	case value >= 10:
		return fmt.Sprintf("%.1f %s", value, unit)
	}
	return fmt.Sprintf("%.2f %s", value, unit)
}
