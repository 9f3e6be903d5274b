package lab

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha512"
	"errors"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/protocol/onehot"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/tally"
)

func newVote(env *cli.Env) *cobra.Command {
	return newTrial(env, &trial{rules: tally.Vote, values: 4, trustees: 2}, &cobra.Command{
		Use:     "vote CHOICE…",
		Example: "  darkjunqi-lab vote 2 0 2 1 2 --choices 3 --out vote.djt\n  darkjunqi-lab vote 1 - 0 --twice 0\n  darkjunqi-lab vote 2 --listen 127.0.0.1:4711 --parties 3\n  darkjunqi-lab vote 0 --join 127.0.0.1:4711",
	})
}

func newAuction(env *cli.Env) *cobra.Command {
	return newTrial(env, &trial{rules: tally.FirstPrice, values: onehot.MaxValues}, &cobra.Command{
		Use:     "auction BID…",
		Example: "  darkjunqi-lab auction 4 7 2 6 --out auction.djt\n  darkjunqi-lab auction 4 7 2 6 --second-price\n  darkjunqi-lab auction 4 --listen 127.0.0.1:4711 --parties 2\n  darkjunqi-lab auction 7 --join 127.0.0.1:4711",
	})
}

// A trial is a vote or an auction.
type trial struct {
	meeting
	rules            tally.Rules
	values, trustees int
	second           bool
	twice            int
	given            map[int]int // by party; of this program's if it is not alone
}

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
	f.IntVar(&x.quorum, "quorum", 0, "") // quorum() unless it is set
	f.IntVar(&x.twice, "twice", -1, "")
	f.IntVar(&x.parties, "parties", 2, "")
	x.flags(env, f)
	return cmd
}

// absent is in the place of a value that a party does not give.
const absent = "-"

func (x *trial) run(env *cli.Env, cmd *cobra.Command, args []string) error {
	if x.second {
		x.rules = tally.SecondPrice
	}
	n, err := x.count(env, cmd, len(args), 255)
	if err != nil {
		return err
	}
	if !x.alone() && x.twice >= 0 {
		return env.Usage(cmd, messages.ErrNoBallot)
	}
	if x.trustees == 0 && !cmd.Flags().Changed("trustees") {
		x.trustees = n
	}
	if x.values < 2 || x.values > onehot.MaxValues || x.trustees < 1 || x.trustees > n || x.twice >= n {
		return env.Usage(cmd, messages.ErrTrial, onehot.MaxValues, n)
	}
	if err := x.setQuorum(env, cmd, 1, n); err != nil {
		return err
	}
	x.given = map[int]int{}
	for party, arg := range args {
		if arg == absent {
			continue
		}
		n, err := strconv.Atoi(arg)
		switch {
		case err != nil || n < 0 || n >= x.values && x.join == "":
			return env.Usage(cmd, messages.ErrCompare, arg, x.values-1)
		case n >= onehot.MaxValues:
			return env.Usage(cmd, messages.ErrCompare, arg, onehot.MaxValues-1)
		}
		x.given[party] = n
	}
	if _, gives := x.given[x.twice]; x.alone() && len(x.given) == 0 || x.twice >= 0 && !gives {
		return env.Usage(cmd, messages.ErrNoBallot)
	}
	_, err = x.hold(env, cmd, x.session(), n)
	return err
}

func (x *trial) session() session {
	command := "auction"
	if x.rules == tally.Vote {
		command = "vote"
	}
	return session{command: command, terms: x.terms, member: x.member, seat: x.seat}
}

func (x *trial) terms(parties []ed25519.PublicKey) ([]byte, error) {
	terms := tally.Terms{Rules: x.rules, Values: x.values, Trustees: x.trustees, Quorum: x.quorum, Parties: parties}
	rand.Read(terms.Session[:])
	return tally.MarshalFile(terms, nil), nil
}

func (x *trial) member(file []byte, number int, key ed25519.PrivateKey) (member, error) {
	terms, _, err := tally.ParseFile(file)
	if err != nil {
		return nil, err
	}
	p, err := tally.NewParty(terms, key, freshNonces())
	if err != nil {
		return nil, err
	}
	if !x.alone() {
		number = 0
	}
	value, gives := x.given[number]
	if value >= terms.Values {
		return nil, x.env.Fail(messages.ErrCompare, strconv.Itoa(value), terms.Values-1)
	}
	return &voter{Party: p, value: value, gives: gives, first: terms.Parties[0].Equal(key.Public())}, nil
}

// seat lets one party vote twice, if that is asked for.
func (x *trial) seat(number int, key ed25519.PrivateKey, m member) place {
	if number == x.twice {
		return local{&twice{voter: m.(*voter), key: key}}
	}
	return local{m}
}

func freshNonces() (n sigma.Nonces) {
	rand.Read(n.Key[:])
	rand.Read(n.Fresh[:])
	return n
}

// A voter gives its value once, and the first closes when nobody has anything to give.
type voter struct {
	*tally.Party
	value        int
	gives, first bool
}

func (v *voter) next(idle bool, _ gone) ([]byte, error) {
	record, err := v.Proceed()
	if record == nil && err == nil && v.gives {
		record, err = unlessDue(v.Cast(v.value))
		v.gives = record == nil
	}
	if record == nil && err == nil && v.first && idle {
		record, err = unlessDue(v.Close())
	}
	return record, err
}

// unlessDue is nothing if that is not due.
func unlessDue(record []byte, err error) ([]byte, error) {
	if errors.Is(err, tally.ErrDue) {
		return nil, nil
	}
	return record, err
}

// twice gives its ballot again in its next turn, which convicts it.
type twice struct {
	*voter
	key          ed25519.PrivateKey
	ballot, last []byte
}

func (v *twice) Append(record []byte) error {
	v.last = record
	return v.voter.Append(record)
}

func (v *twice) next(idle bool, gone gone) ([]byte, error) {
	if v.ballot != nil {
		return again(v.ID(), v.key, v.ballot, v.last), nil
	}
	record, err := v.voter.next(idle, gone)
	if record != nil {
		v.last = record
	}
	if record != nil && tally.Kind(record[0]) == tally.Ballot {
		v.ballot = record
	}
	return record, err
}

// again returns a ballot once more, signed for the place after the last record.
func again(id [32]byte, key ed25519.PrivateKey, ballot, last []byte) []byte {
	head := sha512.Sum512_256(last)
	record := ballot[: len(ballot)-ed25519.SignatureSize : len(ballot)-ed25519.SignatureSize]
	return append(record, ed25519.Sign(key, slices.Concat([]byte("darkjunqi/v1/tally/record"), id[:], head[:], record))...)
}
