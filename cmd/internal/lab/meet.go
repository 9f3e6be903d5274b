package lab

import (
	"crypto/ed25519"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/darkjunqi/darkjunqi/cmd/internal/boards"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/protocol/tally"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A member makes the records of one party, and hears the others'.
type member interface {
	Append(record []byte) error
	// next makes what the party gives now, nil if that is nothing. Idle is true if nobody else
	// had anything, and gone says who is.
	next(idle bool, gone gone) ([]byte, error)
}

// gone is parties that are not there any more: bit p is party p.
type gone uint16

// A place at the table: a member here, or over a link.
type place interface {
	poll(idle bool, gone gone) ([]byte, error)
	hear(record []byte) error
}

// A local place is a member of this program.
type local struct{ member }

func (l local) poll(idle bool, gone gone) ([]byte, error) { return l.next(idle, gone) }
func (l local) hear(record []byte) error                  { return l.Append(record) }

func isHere(p place) bool {
	_, here := p.(local)
	return here
}

// meet asks everybody in turn until nobody has anything. It relays records and judges none:
// members do, this program's first. A place over a link that fails, or that gives what no
// party has signed, is gone; a member that refuses a signed record ends it, and the record is the
// last. One member at least is of this program.
func meet(places []place, lost func(party int)) (records [][]byte, err error) {
	var out gone
	leaves := func(party int, err error) error {
		if isHere(places[party]) {
			return err
		}
		out |= 1 << party
		lost(party)
		return nil
	}
	for quiet := 0; quiet <= 2*len(places); {
		for i, p := range places {
			if out>>i&1 == 1 {
				quiet++
				continue
			}
			record, err := p.poll(quiet >= len(places), out)
			if err != nil {
				if err := leaves(i, err); err != nil {
					return records, err
				}
				quiet = 0
				continue
			}
			if record == nil {
				quiet++
				continue
			}
			quiet = 0
			judge := i
			if !isHere(p) {
				judge = slices.IndexFunc(places, isHere)
				switch err := places[judge].hear(record); {
				case errors.Is(err, tally.ErrRecord): // of any board
					_ = leaves(i, err)
					continue
				case err != nil:
					for j, other := range places { // everybody gets the evidence
						if j != i && j != judge && out>>j&1 == 0 {
							_ = other.hear(record)
						}
					}
					return append(records, record), nil // whoever reads the records sees why
				}
			}
			records = append(records, record)
			for j, other := range places {
				if j == i || j == judge || out>>j&1 == 1 {
					continue
				}
				if err := other.hear(record); err != nil {
					if err := leaves(j, err); err != nil {
						return records, nil // whoever reads the records sees why
					}
				}
			}
		}
	}
	return records, nil
}

// maxMeeting is the maximum number of parties that meet over links.
const maxMeeting = 16

// quorum is more than two thirds of the parties. Fewer than a third of liars then see no sum of
// fewer than two honest parties, and can't split the honest ones (docs/proofs.md, section 9).
func quorum(parties int) int { return parties*2/3 + 1 }

// A session is what a command holds. Its file begins with the terms, and each record is a frame
// after that.
type session struct {
	command string
	terms   func(parties []ed25519.PublicKey) (file []byte, err error) // of a host, without records
	member  func(file []byte, number int, key ed25519.PrivateKey) (member, error)
	seat    func(number int, key ed25519.PrivateKey, m member) place // of a member here; nil for local
}

func whole(file []byte, records [][]byte) []byte {
	for _, record := range records {
		file = transcript.AppendFrame(file, record)
	}
	return file
}

func (s session) here(n int, lost func(party int)) ([]byte, []member, error) {
	var keys []ed25519.PrivateKey
	var parties []ed25519.PublicKey
	for range n {
		public, key, err := ed25519.GenerateKey(nil)
		if err != nil {
			return nil, nil, err
		}
		keys, parties = append(keys, key), append(parties, public)
	}
	terms, err := s.terms(parties)
	if err != nil {
		return nil, nil, err
	}
	var members []member
	var places []place
	for i, key := range keys {
		m, err := s.member(terms, i, key)
		if err != nil {
			return nil, nil, err
		}
		p := place(local{m})
		if s.seat != nil {
			p = s.seat(i, key, m)
		}
		members, places = append(members, m), append(places, p)
	}
	records, err := meet(places, lost)
	return whole(terms, records), members, err
}

// A meeting is where a session is held: on this computer if neither address is set.
type meeting struct {
	env          *cli.Env
	listen, join string
	parties      int
	quorum       int
	out          string
	yes          bool
}

func (x *meeting) flags(env *cli.Env, f *pflag.FlagSet) {
	x.env = env
	f.StringVar(&x.listen, "listen", "", env.T(messages.FlagMeetListen))
	f.StringVar(&x.join, "join", "", env.T(messages.FlagMeetJoin))
	f.BoolVar(&x.yes, "yes", false, env.T(messages.FlagYes))
	f.StringVar(&x.out, "out", "", env.T(messages.FlagTallyOut))
}

func (x *meeting) alone() bool { return x.listen == "" && x.join == "" }

// count returns how many parties there are, of whom so many are on this computer.
func (x *meeting) count(env *cli.Env, cmd *cobra.Command, here, most int) (n int, err error) {
	switch {
	case x.alone() && (here < 2 || here > most):
		return 0, env.Usage(cmd, messages.ErrParties, most)
	case x.alone():
		return here, nil
	case here != 1 || x.parties < 2 || x.parties > maxMeeting:
		return 0, env.Usage(cmd, messages.ErrMeeting, maxMeeting)
	}
	return x.parties, nil
}

// setQuorum takes the quorum from its flag, or the usual one for so many parties.
func (x *meeting) setQuorum(env *cli.Env, cmd *cobra.Command, least, parties int) error {
	if !cmd.Flags().Changed("quorum") {
		x.quorum = max(quorum(parties), least)
	}
	if x.join == "" && (x.quorum < least || x.quorum > parties) {
		return env.Usage(cmd, messages.ErrQuorum, least, parties)
	}
	return nil
}

// hold holds a session, shows the file as a stranger sees it, and returns the members that
// are here.
func (x *meeting) hold(env *cli.Env, cmd *cobra.Command, s session, n int) ([]member, error) {
	if _, err := os.Stat(filepath.Dir(x.out)); err != nil { // before anybody signs
		return nil, env.FileError(x.out, cli.Pathless(err))
	}
	var file []byte
	var members []member
	var one member
	var err error
	switch {
	case x.join != "" && x.listen != "":
		err = env.Usage(cmd, messages.ErrMeetBoth)
	case x.join != "":
		file, one, err = s.join(env, x.join, x.yes)
		members = []member{one}
	case x.listen != "":
		file, one, err = s.host(env, x.listen, x.parties, x.yes)
		members = []member{one}
	default:
		file, members, err = s.here(n, func(party int) { env.Say(messages.MeetLost, party) })
	}
	var problem *cli.Problem
	switch {
	case errors.As(err, &problem):
		return nil, problem
	case err != nil:
		return nil, cli.Wrap(err)
	}
	if !boards.Is(file) {
		return members, nil
	}
	var unwritten error
	if x.out != "" {
		unwritten = env.WriteFile(x.out, file)
	}
	err = boards.Show(env, x.out, file)
	switch {
	case x.out == "":
	case unwritten != nil && err == nil:
		err = unwritten
	case unwritten == nil:
		env.Say(messages.TallyWritten, cli.ShownName(x.out), cli.TypedName(x.out))
	}
	return members, err
}
