package lab

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"io"
	"os"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/protocol/intersect"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// friends are two sets of lines.
type friends struct {
	meeting
	size   bool
	learns string
	most   int
	show   bool
	sets   [][][]byte
}

func newCommon(env *cli.Env) *cobra.Command {
	x := &friends{}
	cmd := &cobra.Command{
		Use:     "common FILE…",
		Example: "  darkjunqi-lab common mine.txt yours.txt --out common.djt\n  darkjunqi-lab common mine.txt --listen 127.0.0.1:4711 --size\n  darkjunqi-lab common yours.txt --join 127.0.0.1:4711",
		Args:    cobra.ArbitraryArgs,
		RunE:    func(cmd *cobra.Command, args []string) error { return x.run(env, cmd, args) },
	}
	f := cmd.Flags()
	f.BoolVar(&x.size, "size", false, "")
	f.StringVar(&x.learns, "learns", "both", "")
	f.IntVar(&x.most, "most", 0, "")
	f.BoolVar(&x.show, "show", false, "")
	x.flags(env, f)
	return cmd
}

func lines(name string) ([][]byte, error) {
	in, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	file, err := io.ReadAll(io.LimitReader(in, transcript.MaxFile))
	if err != nil {
		return nil, err
	}
	var set [][]byte
	for line := range bytes.Lines(file) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			set = append(set, line)
		}
	}
	slices.SortFunc(set, bytes.Compare)
	return slices.CompactFunc(set, bytes.Equal), nil
}

func (x *friends) run(env *cli.Env, cmd *cobra.Command, args []string) error {
	who := map[string][2]bool{"both": {true, true}, "0": {true, false}, "1": {false, true}}
	learns, known := who[x.learns]
	if !known || x.alone() && len(args) != 2 || !x.alone() && len(args) != 1 || x.most > intersect.MaxList || cmd.Flags().Changed("most") && x.most < 1 {
		return env.Usage(cmd, messages.ErrCommon, intersect.MaxList)
	}
	x.parties = 2
	longest := 1
	for _, name := range args {
		set, err := lines(name)
		if err != nil {
			return env.FileError(name, cli.Pathless(err))
		}
		most := intersect.MaxList
		if x.most > 0 && x.join == "" {
			most = x.most
		}
		if len(set) > most {
			return env.Usage(cmd, messages.ErrCommonLong, cli.ShownName(name), len(set), most)
		}
		x.sets, longest = append(x.sets, set), max(longest, len(set))
	}
	if x.most == 0 {
		x.most = longest
	}
	terms := func(parties []ed25519.PublicKey) ([]byte, error) {
		t := intersect.Terms{
			Learns: learns, Sizes: [2]int{x.most, x.most}, Parties: [2]ed25519.PublicKey(parties),
		}
		if x.size {
			t.Output = intersect.Size
		}
		rand.Read(t.Session[:])
		_, err := intersect.NewBoard(t)
		return intersect.MarshalFile(t, nil), err
	}
	members, err := x.hold(env, cmd, session{command: "common", terms: terms, member: x.member}, 2)
	for _, m := range members {
		if m == nil {
			continue
		}
		m := m.(*friend)
		items, n, known := m.Learned()
		if !known {
			continue
		}
		env.Say(messages.CommonLearned, m.number, n)
		for _, item := range items {
			env.Bullet(strconv.Quote(string(item)))
		}
	}
	return err
}

func (x *friends) member(file []byte, number int, key ed25519.PrivateKey) (member, error) {
	terms, _, err := intersect.ParseFile(file)
	if err != nil {
		return nil, err
	}
	set := x.sets[0]
	if x.alone() {
		set = x.sets[number]
	}
	if most := terms.Sizes[number]; len(set) > most {
		return nil, x.env.Fail(messages.ErrCommonMany, len(set), most)
	}
	p, err := intersect.NewParty(terms, key, set, freshNonces())
	if err != nil {
		return nil, err
	}
	return &friend{Party: p, number: number, show: x.show && terms.Output == intersect.Items}, nil
}

// A friend shows what is common, if that is asked for and it learns it.
type friend struct {
	*intersect.Party
	number int
	show   bool
}

func (f *friend) next(bool, gone) ([]byte, error) {
	record, err := f.Proceed()
	if record != nil || err != nil || !f.show || !f.Done() {
		return record, err
	}
	f.show = false
	if items, n, known := f.Learned(); known && n > 0 {
		return f.Show(items...)
	}
	return nil, nil
}
