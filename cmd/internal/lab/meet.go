package lab

import (
	"crypto/ed25519"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"slices"
	"time"

	"github.com/spf13/pflag"

	"github.com/darkjunqi/darkjunqi/cmd/internal/boards"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/internal/coded"
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
// members do, those of this program first. A place over a link that fails, or that gives what no
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
				case errors.Is(err, tally.ErrRecord): // that of all boards
					_ = leaves(i, err)
					continue
				case err != nil:
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

// What a frame between a host and a guest begins with.
const (
	frameHello  = "darkjunqi meet 2\n"
	framePoll   = 'p' // idle, gone; answered with a record, or nothing
	frameRecord = 'r'
	frameEnd    = 'e'
)

// maxMeeting is how many parties may meet over links.
const maxMeeting = 16

// quorum is more than two thirds of the parties. Fewer than a third of liars then see no sum of
// fewer than two honest parties, and can't split the honest ones (docs/proofs.md, section 9).
func quorum(parties int) int { return parties*2/3 + 1 }

// patience is how long a host waits for a guest's record.
const patience = time.Minute

// errFrame says that a peer sent something else than a frame.
var errFrame = coded.Errorf("lab.frame", "the peer sent something else than records")

// errClosed says that a peer closed the link.
var errClosed = coded.Errorf("lab.closed", "the other program closed the link")

func send(conn net.Conn, kind byte, b []byte) error {
	_ = conn.SetDeadline(time.Now().Add(patience))
	_, err := conn.Write(transcript.AppendFrame(nil, append([]byte{kind}, b...)))
	return err
}

// receive reads a frame. A guest waits as long as it takes.
func receive(conn net.Conn, wait time.Duration) (kind byte, b []byte, err error) {
	var deadline time.Time
	if wait > 0 {
		deadline = time.Now().Add(wait)
	}
	_ = conn.SetDeadline(deadline)
	var head [4]byte
	if _, err := io.ReadFull(conn, head[:]); err != nil {
		if errors.Is(err, io.EOF) {
			err = errClosed
		}
		return 0, nil, err
	}
	size := binary.BigEndian.Uint32(head[:])
	if size < 1 || size > 1+transcript.MaxRecord {
		return 0, nil, errFrame
	}
	b = make([]byte, size)
	_, err = io.ReadFull(conn, b)
	return b[0], b[1:], err
}

// A guest is a place over a link.
type guest struct{ conn net.Conn }

func (g guest) poll(idle bool, gone gone) ([]byte, error) {
	b := []byte{0, byte(gone >> 8), byte(gone)}
	if idle {
		b[0] = 1
	}
	if err := send(g.conn, framePoll, b); err != nil {
		return nil, err
	}
	kind, record, err := receive(g.conn, patience)
	switch {
	case err != nil:
		return nil, err
	case kind != frameRecord:
		return nil, errFrame
	case len(record) == 0:
		return nil, nil
	}
	return record, nil
}

func (g guest) hear(record []byte) error { return send(g.conn, frameRecord, record) }

// visit lets a member take part at a host's, and returns all records.
func visit(conn net.Conn, m member) (records [][]byte, err error) {
	for {
		kind, b, err := receive(conn, 0)
		if err != nil {
			return records, err
		}
		switch {
		case kind == framePoll && len(b) == 3:
			record, err := m.next(b[0] == 1, gone(binary.BigEndian.Uint16(b[1:])))
			if err != nil {
				return records, err
			}
			if record != nil {
				records = append(records, record)
			}
			if err := send(conn, frameRecord, record); err != nil {
				return records, err
			}
		case kind == frameRecord:
			records = append(records, b)
			if err := m.Append(b); err != nil {
				return records, nil // whoever reads the records sees why
			}
		case kind == frameEnd:
			return records, nil
		default:
			return records, errFrame
		}
	}
}

// A session is what a command holds. Its file begins with the terms, and each record is a frame
// after that.
type session struct {
	terms  func(parties []ed25519.PublicKey) (file []byte, err error) // of a host, without records
	member func(file []byte, number int, key ed25519.PrivateKey) (member, error)
	seat   func(number int, key ed25519.PrivateKey, m member) place // of a member here; nil for local
}

// whole appends records to a file.
func whole(file []byte, records [][]byte) []byte {
	for _, record := range records {
		file = transcript.AppendFrame(file, record)
	}
	return file
}

// host waits for guests until there are n parties, the first of which is here, and all agree to
// the terms.
func (s session) host(env *cli.Env, address string, n int, yes bool) ([]byte, member, error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, nil, err
	}
	defer listener.Close()
	env.Say(messages.MeetListening, listener.Addr(), n-1)
	public, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		return nil, nil, err
	}
	parties := []ed25519.PublicKey{public}
	places := []place{nil}
	defer func() {
		for _, p := range places[1:] {
			p.(guest).conn.Close()
		}
	}()
	for len(parties) < n {
		conn, err := listener.Accept()
		if err != nil {
			return nil, nil, err
		}
		kind, b, err := receive(conn, patience)
		if err != nil || kind != frameHello[0] || len(b) != len(frameHello)-1+ed25519.PublicKeySize || string(b[:len(frameHello)-1]) != frameHello[1:] {
			conn.Close()
			continue
		}
		parties, places = append(parties, b[len(frameHello)-1:]), append(places, guest{conn})
		env.Say(messages.MeetJoined, len(parties)-1)
	}
	terms, err := s.terms(parties)
	if err != nil {
		return nil, nil, err
	}
	here, err := s.member(terms, 0, key)
	if err != nil {
		return nil, nil, err
	}
	places[0] = local{here}
	for i, p := range places[1:] {
		if err := send(p.(guest).conn, byte(i+1), terms); err != nil {
			return nil, nil, err
		}
	}
	id, err := boards.Terms(env, terms)
	if err != nil {
		return nil, nil, err
	}
	if err := agree(env, id, yes); err != nil {
		return nil, nil, err
	}
	for i, p := range places[1:] {
		if err := awaitAgreed(env, p.(guest).conn, i+1, id); err != nil {
			return nil, nil, err
		}
	}
	records, err := meet(places, func(party int) { env.Say(messages.MeetLost, party) })
	for _, p := range places[1:] {
		_ = send(p.(guest).conn, frameEnd, nil)
	}
	return whole(terms, records), here, err
}

// join takes part at a host's, if its terms are agreed to.
func (s session) join(env *cli.Env, address string, yes bool) ([]byte, member, error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return nil, nil, err
	}
	defer conn.Close()
	public, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		return nil, nil, err
	}
	if err := send(conn, frameHello[0], append([]byte(frameHello[1:]), public...)); err != nil {
		return nil, nil, err
	}
	number, terms, err := receive(conn, 0)
	if err != nil {
		return nil, nil, err
	}
	env.Say(messages.MeetNumber, int(number))
	here, err := s.member(terms, int(number), key)
	if err != nil {
		return nil, nil, err
	}
	id, err := boards.Terms(env, terms)
	if err != nil {
		return nil, nil, err
	}
	if err := agree(env, id, yes); err != nil {
		return nil, nil, err
	}
	if err := send(conn, frameAgreed, id[:]); err != nil {
		return nil, nil, err
	}
	records, err := visit(conn, here)
	return whole(terms, records), here, err
}

// here lets all parties be members of this program.
func (s session) here(n int) ([]byte, []member, error) {
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
	records, err := meet(places, func(int) {})
	return whole(terms, records), members, err
}

// A meeting is where a session is held: on this computer if neither address is set.
type meeting struct {
	listen, join string
	parties      int
	out          string
	yes          bool
}

func (x *meeting) flags(env *cli.Env, f *pflag.FlagSet) {
	f.StringVar(&x.listen, "listen", "", env.T(messages.FlagMeetListen))
	f.StringVar(&x.join, "join", "", env.T(messages.FlagMeetJoin))
	f.BoolVar(&x.yes, "yes", false, env.T(messages.FlagYes))
	f.StringVar(&x.out, "out", "", env.T(messages.FlagTallyOut))
}

// alone reports whether all parties are on this computer.
func (x *meeting) alone() bool { return x.listen == "" && x.join == "" }

// hold holds a session, shows the file as a stranger sees it, and returns the members that
// are here.
func (x *meeting) hold(env *cli.Env, s session, n int) ([]member, error) {
	var file []byte
	var members []member
	var one member
	var err error
	switch {
	case x.join != "":
		file, one, err = s.join(env, x.join, x.yes)
		members = []member{one}
	case x.listen != "":
		file, one, err = s.host(env, x.listen, x.parties, x.yes)
		members = []member{one}
	default:
		file, members, err = s.here(n)
	}
	var problem *cli.Problem
	switch {
	case errors.As(err, &problem):
		return nil, problem
	case err != nil:
		return nil, cli.Wrap(err)
	}
	if x.out != "" {
		if err := env.WriteFile(x.out, file); err != nil {
			return nil, err
		}
	}
	err = boards.Show(env, x.out, file)
	if x.out != "" {
		env.Say(messages.TallyWritten, cli.ShownName(x.out), cli.TypedName(x.out))
	}
	return members, err
}
