package lab

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/protocol/statistics"
)

// mean is vectors that are added up.
type mean struct {
	meeting
	min, max int
	goes     int
	vectors  [][]int
}

func newMean(env *cli.Env) *cobra.Command {
	x := &mean{}
	cmd := &cobra.Command{
		Use:     "mean NUMBERS…",
		Example: "  darkjunqi-lab mean 4100,37 3800,45 5000,29 --max 20000 --out mean.djt\n  darkjunqi-lab mean 10 20 30 40 --gone 2\n  darkjunqi-lab mean --min -9 -- -5 8\n  darkjunqi-lab mean 4100 --listen 127.0.0.1:4711 --parties 3 --max 20000\n  darkjunqi-lab mean 3800 --join 127.0.0.1:4711",
		Args:    cobra.ArbitraryArgs,
		RunE:    func(cmd *cobra.Command, args []string) error { return x.run(env, cmd, args) },
	}
	f := cmd.Flags()
	f.IntVar(&x.min, "min", 0, "")
	f.IntVar(&x.max, "max", 100, "")
	f.IntVar(&x.quorum, "quorum", 0, "")
	f.IntVar(&x.goes, "gone", -1, "")
	f.IntVar(&x.parties, "parties", 2, "")
	x.flags(env, f)
	return cmd
}

func (x *mean) run(env *cli.Env, cmd *cobra.Command, args []string) error {
	if x.min < -statistics.MaxNumber || x.max > statistics.MaxNumber || x.max <= x.min || x.max-x.min > statistics.MaxSpan {
		return env.Usage(cmd, messages.ErrMeanBounds, statistics.MaxSpan, statistics.MaxNumber)
	}
	n, err := x.count(env, cmd, len(args), statistics.MaxParties)
	if err != nil {
		return err
	}
	if x.goes >= n || x.goes >= 0 && !x.alone() {
		return env.Usage(cmd, messages.ErrMeanGone)
	}
	if err := x.setQuorum(env, cmd, 2, n); err != nil {
		return err
	}
	for party, arg := range args {
		var vector []int
		for word := range strings.SplitSeq(arg, ",") {
			n, err := strconv.Atoi(word)
			if err != nil || x.join == "" && (n < x.min || n > x.max) {
				return env.Usage(cmd, messages.ErrMeanNumber, word, x.min, x.max)
			}
			vector = append(vector, n)
		}
		switch {
		case len(vector) > statistics.MaxEntries:
			return env.Usage(cmd, messages.ErrMeanLong, statistics.MaxEntries)
		case party > 0 && len(vector) != len(x.vectors[0]):
			return env.Usage(cmd, messages.ErrMeanLengths, len(x.vectors[0]), party, len(vector))
		}
		x.vectors = append(x.vectors, vector)
	}
	_, err = x.hold(env, cmd, x.session(), n)
	return err
}

func (x *mean) session() session {
	return session{command: "mean", terms: x.terms, member: x.member, seat: x.seat}
}

func (x *mean) terms(parties []ed25519.PublicKey) ([]byte, error) {
	t := statistics.Terms{
		Entries: len(x.vectors[0]), Min: x.min, Max: x.max, Quorum: x.quorum, Parties: parties,
	}
	rand.Read(t.Session[:])
	_, err := statistics.NewBoard(t)
	return statistics.MarshalFile(t, nil), err
}

func (x *mean) member(file []byte, number int, key ed25519.PrivateKey) (member, error) {
	terms, _, err := statistics.ParseFile(file)
	if err != nil {
		return nil, err
	}
	p, err := statistics.NewParty(terms, key, freshNonces())
	if err != nil {
		return nil, err
	}
	if !x.alone() {
		number = 0
	}
	numbers := x.vectors[number]
	if len(numbers) != terms.Entries {
		return nil, x.env.Fail(messages.ErrMeanEntries, terms.Entries, len(numbers))
	}
	for _, n := range numbers {
		if n < terms.Min || n > terms.Max {
			return nil, x.env.Fail(messages.ErrMeanNumber, strconv.Itoa(n), terms.Min, terms.Max)
		}
	}
	return &giver{Party: p, numbers: numbers}, nil
}

func (x *mean) seat(number int, _ ed25519.PrivateKey, m member) place {
	if number == x.goes {
		return leaver{m.(*giver)}
	}
	return local{m}
}

// A giver gives its vector once, closes when nobody has anything to give, and leaves out
// those that are gone.
type giver struct {
	*statistics.Party
	numbers []int
}

func (g *giver) next(idle bool, gone gone) ([]byte, error) {
	record, err := g.Proceed()
	if record == nil && err == nil && g.numbers != nil {
		if record, err = unlessDue(g.Give(g.numbers)); record != nil {
			g.numbers = nil
		}
	}
	lost := statistics.Set(gone)
	if record == nil && err == nil && idle && (g.List() == 0 || g.Missing()&lost != 0) {
		record, err = unlessDue(g.Close(lost))
	}
	return record, err
}

// A leaver goes away when it has given its vector.
type leaver struct{ *giver }

var errLeft = errors.New("it went away")

func (l leaver) poll(idle bool, gone gone) ([]byte, error) {
	if l.numbers == nil {
		return nil, errLeft
	}
	return l.next(false, gone)
}

func (l leaver) hear(record []byte) error { return l.Append(record) }
