package lab

import (
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
	"os"
	"slices"
	"strconv"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/internal/boards"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/intersect"
	"github.com/darkjunqi/darkjunqi/protocol/tally"
)

// elsewhereReport is the output of `bench --elsewhere --json`.
type elsewhereReport struct {
	Runs int `json:"runs"`
	machine
	Clock     string              `json:"clock"`     // processor, or wall where the system has no other
	Elsewhere []*elsewhereMeasure `json:"elsewhere"` // in the order of the table
}

// elsewhereMeasure measures what all parties together, or a stranger, compute for one session.
type elsewhereMeasure struct {
	Name  string `json:"name"`
	By    string `json:"by"` // parties, stranger
	Bytes int    `json:"bytes"`
	spread
}

// A hearing is one thing that is measured: work returns the bytes of what is sent, and the file
// for strangers, if there is one.
type hearing struct {
	name string
	text messages.Text
	args []any
	work func() (bytes int, file []byte, err error)
}

// hearings returns the sessions, always of the same size.
func hearings(env *cli.Env) []hearing {
	var list []hearing
	board := func(name string, text messages.Text, n int, s session, args ...any) {
		list = append(list, hearing{name, text, args, func() (int, []byte, error) {
			file, _, err := s.here(n, nobody)
			return len(file), file, err
		}})
	}
	board("compare-onehot", messages.BenchCompared, 2, compared(env, oneHot), oneHot)
	for _, by := range []string{"list", "circuit"} {
		list = append(list, hearing{"compare-" + by, messages.BenchCompared, []any{by}, func() (int, []byte, error) {
			_, members, err := compared(env, by).here(2, nobody)
			if err != nil {
				return 0, nil, err
			}
			b := members[0].(*bout)
			return b.bytes, nil, b.end()
		}})
	}
	count := func(name string, text messages.Text, n int, x *trial) {
		x.given = map[int]int{}
		for party := range n {
			x.given[party] = 1 + party%(x.values-1)
		}
		x.quorum = n
		board(name, text, n, session{terms: x.terms, member: x.member})
	}
	count("vote", messages.BenchVote, 20, &trial{rules: tally.Vote, values: 4, trustees: 3})
	count("auction", messages.BenchAuction, 6, &trial{rules: tally.FirstPrice, values: 16, trustees: 6})
	sums := &mean{max: 1023}
	sums.quorum = 6
	for range 6 {
		sums.vectors = append(sums.vectors, slices.Repeat([]int{682}, 16))
	}
	board("mean", messages.BenchMean, 6, session{terms: sums.terms, member: sums.member})
	const items = 1000
	common := &friends{sets: make([][][]byte, 2)}
	for i := range items {
		common.sets[0] = append(common.sets[0], []byte(strconv.Itoa(i)))
		common.sets[1] = append(common.sets[1], []byte(strconv.Itoa(i+items/2)))
	}
	terms := func(parties []ed25519.PublicKey) ([]byte, error) {
		t := intersect.Terms{Learns: [2]bool{true, true}, Sizes: [2]int{items, items}, Parties: [2]ed25519.PublicKey(parties)}
		rand.Read(t.Session[:])
		return intersect.MarshalFile(t, nil), nil
	}
	board("common", messages.BenchCommon, 2, session{terms: terms, member: common.member})
	return list
}

// nobody is lost.
func nobody(int) {}

func compared(env *cli.Env, by string) session {
	x := &rivals{by: by, values: []int{7, 4}}
	x.env = quiet(env)
	return x.session()
}

// taken returns the time that work takes, of the processor where the system reports that.
func taken(work func() error) (ns int64, err error) {
	began, used := time.Now(), processorTime([]int{os.Getpid()})
	err = work()
	if used == 0 {
		return time.Since(began).Nanoseconds(), err
	}
	return processorTime([]int{os.Getpid()}) - used, err
}

// benchElsewhere measures the protocols of docs/research.md.
func benchElsewhere(env *cli.Env, runs int) error {
	report := elsewhereReport{Runs: runs, machine: thisMachine(env), Clock: "processor"}
	if processorTime([]int{os.Getpid()}) == 0 {
		report.Clock = "wall"
	}
	rows := [][]string{append([]string{"", "", env.T(messages.BenchBytes)}, spreadHead(env)...)}
	for _, h := range hearings(env) {
		parties := &elsewhereMeasure{Name: h.name, By: "parties"}
		measures := []*elsewhereMeasure{parties}
		var make, check []int64
		for range runs {
			var file []byte
			ns, err := taken(func() (err error) {
				parties.Bytes, file, err = h.work()
				return err
			})
			if err != nil {
				return cli.Wrap(fmt.Errorf("%s: %w", h.name, err))
			}
			make = append(make, ns)
			if file == nil {
				continue
			}
			ns, err = taken(func() error {
				if _, verdict, reason := boards.Judge("", file); verdict != protocol.Honest {
					return fmt.Errorf("%s: %w", verdict, reason)
				}
				return nil
			})
			if err != nil {
				return cli.Wrap(fmt.Errorf("%s: %w", h.name, err))
			}
			check = append(check, ns)
		}
		parties.spread = spreadOf(make)
		if check != nil {
			measures = append(measures, &elsewhereMeasure{h.name, "stranger", parties.Bytes, spreadOf(check)})
		}
		report.Elsewhere = append(report.Elsewhere, measures...)
		for i, m := range measures {
			by := []messages.Text{messages.BenchParties, messages.BenchStranger}[i]
			rows = append(rows, append([]string{env.T(h.text, h.args...), env.T(by), fmt.Sprint(m.Bytes)}, m.cells()...))
		}
	}
	if env.JSON {
		return env.PrintJSON(report)
	}
	env.Say(messages.BenchElsewhere, report.Runs, report.Version, report.Go, report.OS, report.Arch, report.CPUs, report.Processor, report.Clock)
	printTable(env, 2, rows)
	return nil
}
