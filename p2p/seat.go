package p2p

import (
	"encoding/binary"
	"io"
	"time"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/liar"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// seat is this program's side of the match as replication sees it: bytes in,
// bytes out. It is a protocol.Player, or while the match file is behind what
// was sent, a protocol.Match that is being caught up.
type seat interface {
	seat() engine.Seat
	seats() int                 // of the match
	host() engine.Seat          // whose program invites
	length() int                // of the chain
	record(i int) []byte        // of the chain
	hash(i int) transcript.Hash // of that record
	extras() [][]byte           // in canonical order
	secret() []byte             // nil if there is nothing to store
	fresh(n int) [][]byte       // all but the first n of the fresh bytes
	journal(n int) [][]byte     // likewise of the entries of the journal

	receive(raw []byte) error
	receiveResignRequest(raw []byte) error
	absent(seat engine.Seat) bool    // the others have put it out for its silence
	shows(from, to engine.Seat) bool // the one may show the other its layout, by the rules
	peeks() [][]byte                 // what partners are to be shown now
	receivePeek(raw []byte) error    // protocol.ErrPeekEarly: not yet
	vouch(what []byte) []byte        // for something about our program; nil if that can't be yet
	vouched(seat engine.Seat, what, signature []byte) bool
	linkSecret(with engine.Seat) ([32]byte, error)
	proceed(rng io.Reader) (bool, error)
	prepare(rng io.Reader) (bool, error) // makes one more attack ready, false if there is none
	graceOver()
	pass(rng io.Reader) error
	resign() ([]byte, error)
	claim() error
	signedByUs(raw []byte, index int) bool // validly, for this place of the chain
	watching() bool                        // the seat can sign nothing
	match() *protocol.Match                // nil in tests without one

	decision() protocol.Decision
	over() bool                   // by rule or by a seal
	complete() bool               // over, and nobody owes anything
	convicted() bool              // somebody is, and for that nothing follows any more
	joined(seat engine.Seat) bool // its Join is here, be it in the chain or, while seats are free, an extra
	owing() []engine.Seat         // the seats that owe a record now
	mover() engine.Seat           // the seat that is to move, noSeat if none is
	clock() time.Duration         // for the move that is due; 0: no limit
	grace() time.Duration
}

// game brings seats back from what is stored: protocol's, or one of a test.
type game interface {
	// restore returns the seat, or how many records are sound if not all are.
	restore(secret []byte, journal, records [][]byte) (own seat, sound int, err error)
	// watch returns a seat that signs nothing until it has been caught up.
	watch(who engine.Seat, records [][]byte) (own seat, sound int, err error)
}

// protocolGame is the real one.
type protocolGame struct{}

func (protocolGame) restore(secret []byte, journal, records [][]byte) (seat, int, error) {
	p, err := protocol.Restore(secret, records, nil)
	if err != nil {
		_, sound, foldErr := protocol.Fold(records)
		if foldErr != nil {
			err = foldErr
		}
		return nil, sound, err
	}
	return newPlayerSeat(p), len(records), p.Remember(journal)
}

func (protocolGame) watch(own engine.Seat, records [][]byte) (seat, int, error) {
	m, sound, err := protocol.Fold(records)
	return watchingSeat{matchSeat{m, own}}, sound, err
}

// audience is the seat of who has none.
func (protocolGame) audience() seat {
	return spectator{watchingSeat{matchSeat{protocol.NewMatch(), wire.NoSeat}}}
}

// matchSeat is what can be said of a seat from its Match alone.
type matchSeat struct {
	m   *protocol.Match
	own engine.Seat
}

func (s matchSeat) seat() engine.Seat      { return s.own }
func (s matchSeat) match() *protocol.Match { return s.m }
func (s matchSeat) host() engine.Seat      { return s.m.Host() }
func (s matchSeat) length() int            { return s.m.Len() }
func (s matchSeat) record(i int) []byte    { return s.m.Record(i) }
func (s matchSeat) extras() [][]byte       { return s.m.Extras() }

func (s matchSeat) hash(i int) transcript.Hash { return s.m.Hash(i) }

// seats is how many the match has: the most there can be, while its terms are not here.
func (s matchSeat) seats() int {
	if s.m.Rules() == nil {
		return engine.MaxSeats
	}
	return s.m.Rules().NumSeats()
}

func (s matchSeat) joined(seat engine.Seat) bool {
	return int(seat) < s.seats() && !s.m.Key(seat).IsZero()
}

func (s matchSeat) owing() []engine.Seat {
	if s.m.Len() == 0 {
		return nil
	}
	return s.m.Owed().Seats()
}

func (s matchSeat) absent(seat engine.Seat) bool {
	position := s.m.Position()
	return s.m.Rules() != nil && int(seat) < s.seats() && position.Out(seat) == engine.ByAbsence
}

func (s matchSeat) shows(from, to engine.Seat) bool { return s.m.Shows(from, to) }

func (s matchSeat) vouched(seat engine.Seat, what, signature []byte) bool {
	return s.m.Vouched(seat, what, signature)
}

func (s matchSeat) over() bool { return s.m.Stage() == protocol.Ended || s.convicted() }

func (s matchSeat) complete() bool  { return s.over() && len(s.m.Owed()) == 0 }
func (s matchSeat) convicted() bool { return s.m.Stage() == protocol.Sealed && !s.m.PutsOut() }

func (s matchSeat) clock() time.Duration {
	if s.m.Rules() == nil {
		return 0
	}
	return timeFor(s.m.Rules(), s.m.Position())
}

// timeFor returns how long the rules give for the turn. Who only has to prove that
// it can move is under no clock, since it may not pass.
func timeFor(rs *engine.Ruleset, pos engine.Position) time.Duration {
	if pos.MustProve() {
		return 0
	}
	return rs.Clock()
}

func (s matchSeat) grace() time.Duration {
	if s.m.Rules() == nil {
		return 0
	}
	return s.m.Rules().Grace()
}

func (s matchSeat) mover() engine.Seat {
	position := s.m.Position()
	if s.m.Stage() != protocol.Play || position.Phase() != engine.PhaseMove {
		return wire.NoSeat
	}
	return position.ToAct()
}

func (s matchSeat) signedByUs(raw []byte, index int) bool {
	r, err := transcript.Parse(raw)
	// A Claim or a Fault is signed on a record of the chain, and takes no place
	// in it.
	if err != nil || r.Seat != s.own || r.Kind.Extra() || index < 1 || index > s.m.Len() {
		return false
	}
	return r.Verify(s.m.Key(s.own), s.m.Place(index))
}

// playerSeat is a seat that can sign.
type playerSeat struct {
	matchSeat
	p *protocol.Player
}

func newPlayerSeat(p *protocol.Player) playerSeat {
	return playerSeat{matchSeat{p.Match(), p.Seat()}, p}
}

func (s playerSeat) watching() bool { return false }
func (s playerSeat) secret() []byte { return s.p.Secret() }

func (s playerSeat) fresh(n int) [][]byte {
	all := s.p.Fresh()
	if n > len(all) {
		return nil
	}
	var out [][]byte
	for _, f := range all[n:] {
		out = append(out, marshalFresh(f))
	}
	return out
}

func (s playerSeat) journal(n int) [][]byte {
	all := s.p.Journal()
	return all[min(n, len(all)):]
}

func (s playerSeat) receive(raw []byte) error                      { return s.p.Receive(raw) }
func (s playerSeat) receiveResignRequest(raw []byte) error         { return s.p.ReceiveResignRequest(raw) }
func (s playerSeat) peeks() [][]byte                               { return s.p.Peeks() }
func (s playerSeat) receivePeek(raw []byte) error                  { return s.p.ReceivePeek(raw) }
func (s playerSeat) vouch(what []byte) []byte                      { return s.p.Vouch(what) }
func (s playerSeat) linkSecret(with engine.Seat) ([32]byte, error) { return s.p.LinkSecret(with) }
func (s playerSeat) proceed(rng io.Reader) (bool, error)           { return s.p.Proceed(rng) }
func (s playerSeat) prepare(rng io.Reader) (bool, error)           { return s.p.Prepare(rng) }
func (s playerSeat) graceOver()                                    { s.p.GraceOver() }
func (s playerSeat) pass(rng io.Reader) error                      { return s.p.Pass(rng) }
func (s playerSeat) resign() ([]byte, error)                       { return s.p.Resign() }
func (s playerSeat) claim() error                                  { return s.p.ClaimSilence() }
func (s playerSeat) decision() protocol.Decision                   { return s.p.Decision() }

// watchingSeat signs nothing: it takes the peer's records until the chain has
// reached what this program had sent.
type watchingSeat struct{ matchSeat }

func (s watchingSeat) watching() bool     { return true }
func (s watchingSeat) secret() []byte     { return nil }
func (s watchingSeat) fresh(int) [][]byte { return nil }

func (s watchingSeat) journal(int) [][]byte { return nil }
func (s watchingSeat) receive(raw []byte) error {
	if transcript.Kind(raw[0]).Travels() {
		return nil // who signs nothing has no use for it
	}
	return s.m.Receive(raw)
}
func (s watchingSeat) receiveResignRequest([]byte) error        { return nil }
func (s watchingSeat) peeks() [][]byte                          { return nil }
func (s watchingSeat) receivePeek([]byte) error                 { return protocol.ErrPeekEarly }
func (s watchingSeat) vouch([]byte) []byte                      { return nil }
func (s watchingSeat) linkSecret(engine.Seat) ([32]byte, error) { return [32]byte{}, ErrBehind }
func (s watchingSeat) proceed(io.Reader) (bool, error)          { return false, nil }
func (s watchingSeat) prepare(io.Reader) (bool, error)          { return false, nil }
func (s watchingSeat) graceOver()                               {}
func (s watchingSeat) pass(io.Reader) error                     { return ErrBehind }
func (s watchingSeat) resign() ([]byte, error)                  { return nil, ErrBehind }
func (s watchingSeat) claim() error                             { return ErrBehind }
func (s watchingSeat) decision() protocol.Decision              { return protocol.Nothing }

// spectator has no seat, and nothing to catch up with.
type spectator struct{ watchingSeat }

func (spectator) watching() bool { return false }

// marshalFresh encodes fresh bytes for the private file: u32 index of the
// record, 32 bytes.
func marshalFresh(f protocol.Fresh) []byte {
	return append(binary.BigEndian.AppendUint32(nil, uint32(f.Record)), f.Bytes[:]...)
}

// lyingSeat is a seat that says what its Liar says.
type lyingSeat struct {
	playerSeat
	liar liar.Liar
}

func (s lyingSeat) length() int                         { return s.liar.Len() }
func (s lyingSeat) record(i int) []byte                 { return s.liar.Record(i) }
func (s lyingSeat) hash(i int) transcript.Hash          { return transcript.HashRecord(s.liar.Record(i)) }
func (s lyingSeat) extras() [][]byte                    { return s.liar.Extras() }
func (s lyingSeat) proceed(rng io.Reader) (bool, error) { return s.liar.Proceed(rng) }

// prepare makes nothing ready: a Liar's moves are its own.
func (s lyingSeat) prepare(io.Reader) (bool, error) { return false, nil }
