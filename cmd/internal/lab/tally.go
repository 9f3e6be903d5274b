package lab

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/protocol/onehot"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/tally"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

func newVote(env *cli.Env) *cobra.Command {
	return newTrial(env, &trial{rules: tally.Vote, values: 4, trustees: 2}, &cobra.Command{
		Use:     "vote CHOICE…",
		Example: "  darkjunqi-lab vote 2 0 2 1 2 --choices 3 --out vote.djt\n  darkjunqi-lab vote 1 - 0 --twice 0",
	})
}

func newAuction(env *cli.Env) *cobra.Command {
	return newTrial(env, &trial{rules: tally.FirstPrice, values: onehot.MaxValues}, &cobra.Command{
		Use:     "auction BID…",
		Example: "  darkjunqi-lab auction 4 7 2 6 --out auction.djt\n  darkjunqi-lab auction 4 7 2 6 --second-price",
	})
}

// A trial is a vote or an auction on this computer.
type trial struct {
	rules            tally.Rules
	values, trustees int
	second           bool
	twice            int
	out              string
}

// newTrial gives a command its flags.
func newTrial(env *cli.Env, x *trial, cmd *cobra.Command) *cobra.Command {
	cmd.Args = cobra.ArbitraryArgs
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return x.run(env, cmd, args) }
	f := cmd.Flags()
	if x.rules == tally.Vote {
		f.IntVar(&x.values, "choices", x.values, "")
	} else {
		f.BoolVar(&x.second, "second-price", false, "")
	}
	f.IntVar(&x.trustees, "trustees", x.trustees, "")
	f.IntVar(&x.twice, "twice", -1, "")
	f.StringVar(&x.out, "out", "", env.T(messages.FlagTallyOut))
	return cmd
}

// absent is in the place of a value that a party does not give.
const absent = "-"

func (x *trial) run(env *cli.Env, cmd *cobra.Command, args []string) error {
	if x.second {
		x.rules = tally.SecondPrice
	}
	if x.trustees == 0 {
		x.trustees = len(args)
	}
	if x.values < 2 || x.values > onehot.MaxValues || len(args) > 255 ||
		x.trustees < 1 || x.trustees > len(args) || x.twice >= len(args) {
		return env.Usage(cmd, messages.ErrTrial, onehot.MaxValues, len(args))
	}
	values := map[int]int{} // by party
	for party, arg := range args {
		if arg == absent {
			continue
		}
		n, err := strconv.Atoi(arg)
		if err != nil || n < 0 || n >= x.values {
			return env.Usage(cmd, messages.ErrCompare, arg, x.values-1)
		}
		values[party] = n
	}
	if _, gives := values[x.twice]; len(values) == 0 || x.twice >= 0 && !gives {
		return env.Usage(cmd, messages.ErrNoBallot)
	}
	terms, records, err := x.hold(len(args), values)
	if err != nil {
		return cli.Wrap(err)
	}
	if x.out != "" {
		if err := env.WriteFile(x.out, tally.MarshalFile(terms, records)); err != nil {
			return err
		}
	}
	err = showBoard(env, terms, records)
	if x.out != "" {
		env.Say(messages.TallyWritten, cli.ShownName(x.out), cli.TypedName(x.out))
	}
	return err
}

// hold lets all parties, who hear each record, make the records of a board. If one votes twice
// nothing follows.
func (x *trial) hold(n int, values map[int]int) (terms tally.Terms, records [][]byte, err error) {
	terms = tally.Terms{Rules: x.rules, Values: x.values, Trustees: x.trustees}
	rand.Read(terms.Session[:])
	keys := make([]ed25519.PrivateKey, n)
	for i := range keys {
		var public ed25519.PublicKey
		if public, keys[i], err = ed25519.GenerateKey(rand.Reader); err != nil {
			return terms, nil, err
		}
		terms.Parties = append(terms.Parties, public)
	}
	parties := make([]*tally.Party, n)
	for i, key := range keys {
		var nonces sigma.Nonces
		rand.Read(nonces.Key[:])
		rand.Read(nonces.Fresh[:])
		if parties[i], err = tally.NewParty(terms, key, nonces); err != nil {
			return terms, nil, err
		}
	}
	tell := func(from *tally.Party, record []byte, failed error) {
		if err = errors.Join(err, failed); err != nil || record == nil {
			return
		}
		records = append(records, record)
		for _, p := range parties {
			if p != from {
				err = errors.Join(err, p.Append(record))
			}
		}
	}
	// Each trustee in turn makes what it owes, until none owes anything.
	proceed := func() {
		for before := -1; before < len(records) && err == nil; {
			before = len(records)
			for _, p := range parties[:x.trustees] {
				record, failed := p.Proceed()
				tell(p, record, failed)
			}
		}
	}
	proceed()
	for i, p := range parties {
		value, gives := values[i]
		if !gives || err != nil {
			continue
		}
		record, failed := p.Cast(value)
		tell(p, record, failed)
		if i == x.twice && err == nil {
			return terms, append(records, again(terms, keys[i], record)), nil
		}
	}
	if err != nil {
		return terms, nil, err
	}
	record, failed := parties[0].Close()
	tell(parties[0], record, failed)
	proceed()
	return terms, records, err
}

// again is a ballot once more, signed for the place after it.
func again(t tally.Terms, key ed25519.PrivateKey, ballot []byte) []byte {
	id, head := t.ID(), sha512.Sum512_256(ballot)
	record := ballot[: len(ballot)-ed25519.SignatureSize : len(ballot)-ed25519.SignatureSize]
	return append(record, ed25519.Sign(key, slices.Concat([]byte("darkjunqi/v1/tally/record"), id[:], head[:], record))...)
}

func newTally(env *cli.Env) *cobra.Command {
	return &cobra.Command{
		Use:     "tally FILE",
		Example: "  darkjunqi-lab tally vote.djt",
		RunE: func(_ *cobra.Command, args []string) error {
			file, err := readBoard(args[0])
			if err != nil {
				return env.FileError(args[0], cli.Pathless(err))
			}
			terms, records, err := tally.ParseFile(file)
			if err != nil {
				return env.FileError(args[0], err)
			}
			return showBoard(env, terms, records)
		},
	}
}

func readBoard(name string) ([]byte, error) {
	in, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	file, err := io.ReadAll(io.LimitReader(in, transcript.MaxFile+1))
	if len(file) > transcript.MaxFile {
		return nil, transcript.ErrOversized
	}
	return file, err
}

// showBoard verifies records as a stranger does, and says what each holds and hides, and what
// is announced.
func showBoard(env *cli.Env, terms tally.Terms, records [][]byte) error {
	b, err := tally.NewBoard(terms)
	if err != nil {
		return cli.Wrap(err)
	}
	id := terms.ID()
	env.Say([]messages.Text{messages.TallyVote, messages.TallyFirstPrice, messages.TallySecondPrice}[terms.Rules],
		len(terms.Parties), terms.Trustees, terms.Values-1, hex.EncodeToString(id[:]))
	run := boardRun{env: env}
	total := 0
	for i, record := range records {
		opened := len(b.Opened())
		if err := b.Append(record); err != nil {
			run.end(i)
			p := env.Fail(messages.ErrTally, i, err)
			if errors.Is(err, tally.ErrFalse) {
				p = env.Fail(messages.ErrTallyFalse, i, err)
				p.Code = cli.ExitCheating
			}
			return p
		}
		total += len(record)
		run.add(i, record)
		if now := b.Opened()[opened:]; len(now) > 0 {
			run.end(i + 1)
			for _, count := range now {
				env.Say(messages.TallyOpened, count.N, list(count.Of), count.Value)
			}
		}
	}
	run.end(len(records))
	switch result := b.Result(); {
	case result == nil:
		env.Code = cli.ExitUnfinished
		env.Say(messages.TallyUnfinished)
	case terms.Rules == tally.Vote:
		for choice, n := range result.Counts {
			env.Say(messages.TallyChoice, choice, n)
		}
	case result.Highest == 0:
		env.Say(messages.TallyNoBid)
	default:
		env.Say(messages.TallyWinner, result.Highest, list(result.Winners), result.Price)
	}
	env.Say(messages.TallyChecked, len(records), total)
	return nil
}

// A boardRun is successive records of one kind, which are shown as one line.
type boardRun struct {
	env          *cli.Env
	kind         tally.Kind
	first, bytes int
}

func (r *boardRun) add(i int, record []byte) {
	if kind := tally.Kind(record[0]); kind != r.kind {
		r.end(i)
		r.kind = kind
	}
	r.bytes += len(record)
}

// end shows the run, if there is one, that ends before a record.
func (r *boardRun) end(next int) {
	if r.first < next {
		r.env.Say([]messages.Text{
			messages.TallyKeys, messages.TallyBallots, messages.TallyClose, messages.TallyShares,
		}[r.kind], r.first, r.bytes)
	}
	r.first, r.bytes = next, 0
}

// list is numbers for people.
func list(numbers []int) string {
	words := make([]string, len(numbers))
	for i, n := range numbers {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, ", ")
}
