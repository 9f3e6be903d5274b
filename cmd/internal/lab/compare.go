package lab

import (
	"crypto/ed25519"
	"crypto/rand"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/protocol/compare"
	"github.com/darkjunqi/darkjunqi/protocol/onehot"
)

// oneHot is the way of comparing that proves everything; bouts have the others.
const oneHot = "onehot"

// rivals are two numbers.
type rivals struct {
	meeting
	by     string
	chosen bool // by the person, not by default
	values []int
}

func newCompare(env *cli.Env) *cobra.Command {
	x := &rivals{}
	cmd := &cobra.Command{
		Use:     "compare NUMBER…",
		Example: "  darkjunqi-lab compare 7 4 --out compare.djt\n  darkjunqi-lab compare 7 4 --by list\n  darkjunqi-lab compare 7 --listen 127.0.0.1:4711 --by circuit\n  darkjunqi-lab compare 4 --join 127.0.0.1:4711",
		Args:    cobra.ArbitraryArgs,
		RunE:    func(cmd *cobra.Command, args []string) error { return x.run(env, cmd, args) },
	}
	f := cmd.Flags()
	f.StringVar(&x.by, "by", oneHot, "")
	x.flags(env, f)
	return cmd
}

// most returns the largest number that a way compares.
func most(by string) int {
	if by == oneHot {
		return onehot.MaxValues - 1
	}
	return ranks - 1
}

func (x *rivals) run(env *cli.Env, cmd *cobra.Command, args []string) error {
	_, classical := classics[x.by]
	x.parties, x.chosen = 2, cmd.Flags().Changed("by")
	switch {
	case !classical && x.by != oneHot || x.alone() && len(args) != 2 || !x.alone() && len(args) != 1:
		return env.Usage(cmd, messages.ErrCompareWay)
	case classical && x.out != "":
		return env.Usage(cmd, messages.ErrCompareOut)
	}
	for _, arg := range args {
		n, err := strconv.Atoi(arg)
		if err != nil || n < 0 || n > most(x.by) && x.join == "" {
			return env.Usage(cmd, messages.ErrCompare, arg, most(x.by))
		}
		x.values = append(x.values, n)
	}
	members, err := x.hold(env, cmd, x.session(), 2)
	if err != nil {
		return err
	}
	if b, is := members[0].(*bout); is {
		return b.end()
	}
	return nil
}

func (x *rivals) session() session {
	return session{command: "compare", terms: x.terms, member: x.member}
}

func (x *rivals) terms(parties []ed25519.PublicKey) ([]byte, error) {
	t := compare.Terms{Values: onehot.MaxValues, Parties: [2]ed25519.PublicKey(parties)}
	rand.Read(t.Session[:])
	if x.by != oneHot {
		return boutTerms{by: x.by, session: t.Session, parties: parties}.file(), nil
	}
	return compare.MarshalFile(t, nil), nil
}

func (x *rivals) member(file []byte, number int, key ed25519.PrivateKey) (member, error) {
	bout, is := parseBout(file)
	by := oneHot
	if is {
		by = bout.by
	}
	switch {
	case x.chosen && by != x.by:
		return nil, x.env.Fail(messages.ErrCompareBy, by)
	case is && x.out != "":
		return nil, x.env.Fail(messages.ErrCompareOut)
	}
	value := x.values[0]
	if x.alone() {
		value = x.values[number]
	}
	if value > most(by) {
		return nil, x.env.Fail(messages.ErrCompare, strconv.Itoa(value), most(by))
	}
	if is {
		env := x.env
		if x.alone() && number == 1 { // both would show the same
			env = quiet(env)
		}
		return newBout(env, bout, number, key, value)
	}
	terms, _, err := compare.ParseFile(file)
	if err != nil {
		return nil, err
	}
	p, err := compare.NewParty(terms, key, value, freshNonces())
	if err != nil {
		return nil, err
	}
	return rival{p}, nil
}

// A rival gives its records when they are due.
type rival struct{ *compare.Party }

func (r rival) next(bool, gone) ([]byte, error) { return r.Proceed() }
