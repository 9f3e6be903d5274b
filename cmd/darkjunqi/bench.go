package main

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/opcount"
)

// maxRuns bounds --runs: more only take longer.
const maxRuns = 100_000

func newBench(a *env) *cobra.Command {
	var spec string
	var runs int
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "bench",
		Short:   a.t(messages.BenchShort),
		Long:    a.t(messages.BenchLong),
		Example: "  darkjunqi bench\n  darkjunqi bench --rules standard,scout=on --runs 5\n  darkjunqi bench --json",
		Args:    a.exactly(),
		RunE: func(cmd *cobra.Command, args []string) error {
			rs, err := a.ruleset(spec)
			if err != nil {
				return err
			}
			return a.bench(rs, runs, asJSON)
		},
	}
	a.rulesFlag(cmd, &spec)
	cmd.Flags().IntVar(&runs, "runs", 51, a.t(messages.FlagRuns))
	a.jsonFlag(cmd, &asJSON)
	cmd.AddCommand(newBenchSiege(a), newBenchBesiege(a))
	return cmd
}

// benchReport is what `bench --json` prints. docs/bench.md explains the fields.
type benchReport struct {
	Rules string       `json:"rules"`
	Runs  int          `json:"runs"`
	Go    string       `json:"go"`
	OS    string       `json:"os"`
	Arch  string       `json:"arch"`
	CPUs  int          `json:"cpus"`
	Parts []*benchPart `json:"parts"`
	Match benchMatch   `json:"match"`
}

// benchPart is one of the things compared: the layout, a resolver, or the record around every message.
type benchPart struct {
	Name     string         `json:"name"`
	Rounds   int            `json:"rounds"`          // times there and back
	First    []benchMessage `json:"first,omitempty"` // of the first clash of two seats, where it is another
	Messages []benchMessage `json:"messages"`
	Steps    []*benchStep   `json:"steps"`
	ClashNs  int64          `json:"clashNs,omitempty"` // the medians of all steps of a clash, summed
}

// benchMessage is one record on its way.
type benchMessage struct {
	Record string `json:"record"`
	By     string `json:"by"` // red or blue
	Bytes  int    `json:"bytes"`
}

// benchStep is one thing that somebody computes.
type benchStep struct {
	Name     string `json:"name"`
	By       string `json:"by"`   // red, blue, everyone, auditor
	When     string `json:"when"` // operation, match, stock, clash, turn, record, audit
	MedianNs int64  `json:"medianNs"`
	MinNs    int64  `json:"minNs"`
	MaxNs    int64  `json:"maxNs"`

	Operations map[string]int `json:"operations,omitempty"` // in the group, by name
	FloorNs    int64          `json:"floorNs,omitempty"`    // what these take at least, by the first part

	ready func() error // what has to be there for each run; not timed
	work  func(run int) error
	times int // so often work does the thing; 0: once
}

// sent is how many bytes a seat sends.
func sent(messages []benchMessage, by string) (n int) {
	for _, m := range messages {
		if m.By == by {
			n += m.Bytes
		}
	}
	return n
}

// measure runs a step and fills in its times, and the operations of its first run.
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
	slices.Sort(times)
	s.MedianNs, s.MinNs, s.MaxNs = (times[(runs-1)/2]+times[runs/2])/2, times[0], times[runs-1]
	return nil
}

func (a *env) bench(rs *engine.Ruleset, runs int, asJSON bool) error {
	if runs < 1 || runs > maxRuns {
		return a.fail(messages.ErrRuns, maxRuns)
	}
	if rs.Open() {
		return a.fail(messages.ErrBenchOpen).hinting(a.t(messages.HintBenchOpen))
	}
	parts, match, err := benchParts(rs)
	if err != nil {
		return wrong(err)
	}
	report := &benchReport{a.rulesName(rs), runs, runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), parts, match.benchMatch}
	if !asJSON {
		a.benchHead(report)
	}
	floors := floorsOf(parts[0])
	for _, p := range parts {
		for i, s := range p.Steps {
			if err := s.measure(runs); err != nil {
				return wrong(fmt.Errorf("%s: %w", p.Name, err))
			}
			if p != parts[0] {
				s.FloorNs = floors.of(s.Operations)
			}
			if s.When == "clash" {
				p.ClashNs += s.MedianNs
			}
			if !asJSON {
				a.benchStep(report, p, i)
			}
		}
	}
	report.Match.PerSecond = match.perSecond(runs)
	if asJSON {
		return a.printJSON(report)
	}
	a.benchTotals(report)
	return nil
}

// benchHead prints what is known before anything is timed.
func (a *env) benchHead(r *benchReport) {
	a.say(messages.BenchHead, r.Rules, r.Runs, r.Go, r.OS, r.Arch, r.CPUs)
	fmt.Fprintln(a.out)
	a.say(messages.BenchMessages)
	rows := [][]string{{"", a.t(messages.BenchRounds), a.t(messages.BenchRed), a.t(messages.BenchBlue), a.t(messages.BenchTogether), ""}}
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
			name, fmt.Sprint(rounds), fmt.Sprint(red), fmt.Sprint(blue), fmt.Sprint(red + blue), strings.Join(list, a.t(messages.ListSeparator)),
		})
	}
	for _, p := range r.Parts {
		name := a.t(messages.BenchParts[p.Name])
		row(a.t(messages.BenchFirst, name), p.Rounds, p.First)
		row(name, p.Rounds, p.Messages)
	}
	for _, row := range rows {
		fmt.Fprintf(a.out, "  %s", messages.Pad(row[0], columnWidth(rows, 0)))
		for i := 1; i < len(row)-1; i++ {
			fmt.Fprintf(a.out, "  %s", padLeft(row[i], columnWidth(rows, i)))
		}
		fmt.Fprintln(a.out, strings.TrimRight("  "+row[len(row)-1], " "))
	}
	fmt.Fprintln(a.out)
	a.say(messages.BenchSteps)
	a.say(messages.BenchLegend)
	if r.Runs < fewRuns {
		a.warn(messages.BenchFewRuns)
	}
	times := []string{a.t(messages.BenchMedian), a.t(messages.BenchLeast), a.t(messages.BenchFloor)}
	for i, heading := range times {
		times[i] = padLeft(heading, timeWidth)
	}
	indent := 0
	for i, rows := 0, a.benchRows(r); i < len(rows[0]); i++ {
		indent += 2 + columnWidth(rows, i)
	}
	fmt.Fprintf(a.out, "%s  %s  %s\n", strings.Repeat(" ", indent), strings.Join(times, "  "), a.t(messages.BenchOperationsHead))
}

// fewRuns is how many runs don't find the least time of a step, which takes more operations
// than the floor was measured by.
const fewRuns = 10

// timeWidth is how many columns a time takes.
const timeWidth = len("1.23 ms")

// benchRows says of all steps what they are.
func (a *env) benchRows(r *benchReport) (rows [][]string) {
	for _, part := range r.Parts {
		for _, s := range part.Steps {
			rows = append(rows, []string{
				a.t(messages.BenchParts[part.Name]), a.t(messages.BenchWhen[s.When]), a.t(messages.BenchWho[s.By]), a.t(messages.BenchStep[s.Name]),
			})
		}
	}
	return rows
}

// benchStep prints one step as soon as it has been timed: that is the progress of the whole.
func (a *env) benchStep(r *benchReport, p *benchPart, step int) {
	rows := a.benchRows(r) // all, for their widths
	at := step
	for _, part := range r.Parts[:slices.Index(r.Parts, p)] {
		at += len(part.Steps)
	}
	for i, cell := range rows[at] {
		fmt.Fprintf(a.out, "  %s", messages.Pad(cell, columnWidth(rows, i)))
	}
	s := p.Steps[step]
	fmt.Fprintf(a.out, "  %s  %s%s\n", padLeft(duration(s.MedianNs), timeWidth), padLeft(duration(s.MinNs), timeWidth), a.benchFloor(s))
}

// benchFloor says what a step has to do in the group, and what that takes at least.
func (a *env) benchFloor(s *benchStep) string {
	if s.FloorNs == 0 {
		return ""
	}
	var list []string
	for o := range opcount.NumOperations {
		if n := s.Operations[o.String()]; n > 0 {
			list = append(list, a.n(messages.BenchOperations[o], n))
		}
	}
	return "  " + padLeft(duration(s.FloorNs), timeWidth) + "  " + strings.Join(list, a.t(messages.ListSeparator))
}

func (a *env) benchTotals(r *benchReport) {
	fmt.Fprintln(a.out)
	a.say(messages.BenchClash)
	var rows [][2]string
	for _, p := range r.Parts {
		if p.ClashNs > 0 {
			rows = append(rows, [2]string{a.t(messages.BenchParts[p.Name]), duration(p.ClashNs)})
		}
	}
	a.columns(rows)
	fmt.Fprintln(a.out)
	a.say(messages.BenchAudits, a.n(messages.Turns, r.Match.Plies), r.Match.Clashes, kilobytes(r.Match.Bytes), r.CPUs, duration(int64(1e9/r.Match.PerSecond)), r.Match.PerSecond)
}

// columnWidth is the width of the widest cell of a column.
func columnWidth(rows [][]string, column int) int {
	widest := slices.MaxFunc(rows, func(x, y []string) int {
		return cmp.Compare(messages.Width(x[column]), messages.Width(y[column]))
	})
	return messages.Width(widest[column])
}

func padLeft(s string, columns int) string {
	return strings.Repeat(" ", max(columns-messages.Width(s), 0)) + s
}

// duration writes nanoseconds with three digits that count.
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
