package p2p

import (
	"bytes"
	"io"
	"slices"
	"time"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/liar"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// replica is this program's copy of the match, and what decides and signs for its seat.
type replica struct {
	ledger
	player             // nil while the match file is behind what was sent, and for a watcher
	own    engine.Seat // wire.NoSeat of a watcher
}

// ledger is the match as replication sees it: a protocol.Match, what a Liar sends in its
// place, or a small one in tests.
type ledger interface {
	length() int                     // of the chain
	record(i int) []byte             // of the chain
	hash(i int) transcript.Hash      // of that record
	extras() [][]byte                // in canonical order
	status() status                  // asked many times for each record, so it allocates nothing while the match is played
	owing() []engine.Seat            // the seats that owe a record now
	isAbsent(seat engine.Seat) bool  // removed by the others for silence; asked too often for status
	add(raw []byte) error            // takes a record if there is no player
	fork() ledger                    // a copy that changes by itself
	shows(from, to engine.Seat) bool // the one may show the other its layout, by the rules
	vouched(seat engine.Seat, what, signature []byte) bool
	signedBy(seat engine.Seat, raw []byte, index int) bool // validly, for this place of the chain
	match() *protocol.Match                                // nil in tests without one
}

// player is the part of a protocol.Player that a session uses.
type player interface {
	Receive(raw []byte) error
	ReceiveAhead(raw []byte, rng io.Reader) error
	ReceiveOther(index int, raw []byte) error
	ReceiveResignRequest(raw []byte) error
	ReceivePeek(raw []byte) error
	Proceed(rng io.Reader) (bool, error)
	Prepare(rng io.Reader) (bool, error)
	Decision() protocol.Decision
	Pass(rng io.Reader) error
	Resign() ([]byte, error)
	ClaimSilence() error
	GraceOver()
	Peeks() [][]byte
	Vouch(what []byte) []byte
	LinkSecret(with engine.Seat) ([32]byte, error)

	VoteAbsent() error
	Votes(seat engine.Seat, cause transcript.Cause) engine.SeatSet
	Absentee() (seat engine.Seat, voted bool, err error)
	TakesEnd() bool
	Waits() []protocol.Wait
	Notes() [][]byte // records that are not complete yet, and what is said of them
	Held() int       // how many of these stand one on the other
	Holds(record transcript.Hash) bool
	Chose(record transcript.Hash) bool
	MakeRoom(raw []byte) bool

	Secret() []byte
	Journal() [][]byte
}

// status is the progress of a match.
type status struct {
	seats     int            // the most there can be while the terms are not here
	host      engine.Seat    // whose program invites
	joined    engine.SeatSet // whose Join is here, in the chain or, while seats are free, as an extra
	mover     engine.Seat    // the seat that is to move, wire.NoSeat if none is
	over      bool           // by rule or by a seal
	complete  bool           // over, and nobody owes anything
	convicted bool           // somebody is, and for that nothing follows any more
	clock     time.Duration  // for the move that is due; 0: no limit
	grace     time.Duration
	seen      time.Duration // the same for a Seen alone
}

func (st status) allJoined() bool { return st.joined.Len() == st.seats }

// game restores replicas from what is stored: protocol's, or one of a test.
type game interface {
	// restore returns the replica, or how many records are sound if not all are.
	restore(secret []byte, journal, records [][]byte) (own replica, sound int, err error)
	// follow returns a replica that signs nothing until it has been caught up.
	follow(seat engine.Seat, records [][]byte) (own replica, sound int, err error)
}

// protocolGame is the real one.
type protocolGame struct{}

func (protocolGame) restore(secret []byte, journal, records [][]byte) (replica, int, error) {
	p, err := protocol.Restore(secret, records, nil)
	if err != nil {
		_, sound, foldErr := protocol.Fold(records)
		if foldErr != nil {
			err = foldErr
		}
		return replica{}, sound, err
	}
	return newReplica(p, nil), len(records), p.Remember(journal)
}

func (protocolGame) follow(seat engine.Seat, records [][]byte) (replica, int, error) {
	m, sound, err := protocol.Fold(records)
	return replica{ledger: matchLedger{m}, own: seat}, sound, err
}

// newWatcherReplica returns the replica of a program without a seat.
func newWatcherReplica() replica {
	return replica{ledger: matchLedger{protocol.NewMatch()}, own: wire.NoSeat}
}

// newReplica returns the replica of a Player, or of the Liar that speaks in its place.
func newReplica(p *protocol.Player, l liar.Liar) replica {
	if l != nil {
		return replica{lyingLedger{matchLedger{p.Match()}, l}, lyingPlayer{p, l}, p.Seat()}
	}
	return replica{matchLedger{p.Match()}, p, p.Seat()}
}

// behind reports whether the match file is behind what was sent, so that the seat can sign
// nothing until it has been caught up.
func (r *replica) behind() bool { return r.player == nil && r.own != wire.NoSeat }

func (r *replica) receive(raw []byte, rng io.Reader) error {
	if r.player != nil {
		return r.player.ReceiveAhead(raw, rng)
	}
	if kind := transcript.Kind(raw[0]); kind.Travels() || kind == transcript.Seen && !r.status().over {
		return nil // of no use to a program that signs nothing
	}
	return r.add(raw)
}

// receiveOther takes the record that a peer's chain holds in a place where this one holds another.
func (r *replica) receiveOther(index int, raw []byte) error {
	if r.player != nil {
		return r.player.ReceiveOther(index, raw)
	}
	return r.add(raw)
}

func (r *replica) receiveResignRequest(raw []byte) error {
	if r.player == nil {
		return nil
	}
	return r.player.ReceiveResignRequest(raw)
}

func (r *replica) decision() protocol.Decision {
	if r.player == nil {
		return protocol.Nothing
	}
	return r.player.Decision()
}

// notes returns what the seat knows beyond its chain.
func (r *replica) notes() [][]byte {
	if r.player == nil {
		return nil
	}
	return r.player.Notes()
}

// keeps reports whether a record outside the chain is among the extras or the notes.
func (r *replica) keeps(raw []byte) bool {
	same := func(e []byte) bool { return bytes.Equal(e, raw) }
	return slices.ContainsFunc(r.extras(), same) || slices.ContainsFunc(r.notes(), same)
}

// chose reports whether the seat has signed or acknowledged a record. One whose place another has now fell away in a second round.
func (r *replica) chose(raw []byte) bool {
	return r.player != nil && r.Chose(transcript.HashRecord(raw))
}

// held returns how many records of the chain the seat holds beyond its head.
func (r *replica) held() int {
	if r.player == nil {
		return 0
	}
	return r.player.Held()
}

func (r *replica) secret() []byte {
	if r.player == nil {
		return nil
	}
	return r.player.Secret()
}

// journal returns all but the first n entries of the journal.
func (r *replica) journal(n int) [][]byte {
	if r.player == nil {
		return nil
	}
	all := r.player.Journal()
	return all[min(n, len(all)):]
}

// protocolPlayer returns the Player, nil if there is none.
func (r *replica) protocolPlayer() *protocol.Player {
	switch p := r.player.(type) {
	case *protocol.Player:
		return p
	case lyingPlayer:
		return p.Player
	}
	return nil
}

// computers returns the seats that the programs of others play.
func (r *replica) computers() transcript.Computers {
	if m := r.match(); m != nil {
		return m.Computers()
	}
	return nil
}

func (r *replica) hasJoined(seat engine.Seat) bool { return r.status().joined.Has(seat) }

// allJoined reports whether all seats are taken. Until then Joins are extras; afterwards they
// are in the chain, by seats.
func (r *replica) allJoined() bool { return r.status().allJoined() }

// awaited returns the other seats that owe what this one waits for.
func (r *replica) awaited() []engine.Seat {
	st := r.status()
	if st.complete || r.decision() != protocol.Nothing || st.joined.Len() < st.seats {
		return nil
	}
	return slices.DeleteFunc(r.owing(), func(seat engine.Seat) bool { return seat == r.own })
}

// covers reports whether all is here that a State speaks of. The last of it may be complete for
// the peer alone, which has not waited for this seat's Seen of the end.
func (r *replica) covers(st wire.State) bool {
	n := int(st.Count)
	return n == 0 || n <= r.length() && r.hash(n-1) == st.Head || r.player != nil && r.Holds(st.Head)
}

// holdsJoin reports whether a Join is here.
func (r *replica) holdsJoin(raw []byte) bool {
	for i := 1; i < min(r.length(), engine.MaxSeats); i++ {
		if bytes.Equal(r.record(i), raw) {
			return true
		}
	}
	return slices.ContainsFunc(r.extras(), func(e []byte) bool { return bytes.Equal(e, raw) })
}

// isOut reports whether our seat is out of the game, for whatever reason.
func (r *replica) isOut() bool {
	m := r.match()
	return m != nil && out(m, r.own) != engine.NotOver
}

// isExtra reports whether nobody waits for this program: it watches, or its seat was
// removed for its silence.
func (r *replica) isExtra() bool { return r.own == wire.NoSeat || r.isAbsent(r.own) }

// isAccused reports whether a Fault convicts a seat.
func (r *replica) isAccused(seat engine.Seat) bool {
	m := r.match()
	if m == nil {
		return r.status().convicted
	}
	return slices.ContainsFunc(m.Convictions(), func(c *protocol.Conviction) bool { return c.Culprit == seat })
}

// matchLedger is the ledger of a protocol.Match.
type matchLedger struct{ m *protocol.Match }

func (l matchLedger) match() *protocol.Match          { return l.m }
func (l matchLedger) length() int                     { return l.m.Len() }
func (l matchLedger) record(i int) []byte             { return l.m.Record(i) }
func (l matchLedger) hash(i int) transcript.Hash      { return l.m.Hash(i) }
func (l matchLedger) extras() [][]byte                { return l.m.Extras() }
func (l matchLedger) add(raw []byte) error            { return l.m.Receive(raw) }
func (l matchLedger) fork() ledger                    { return matchLedger{l.m.Fork()} }
func (l matchLedger) shows(from, to engine.Seat) bool { return l.m.Shows(from, to) }

func (l matchLedger) vouched(seat engine.Seat, what, signature []byte) bool {
	return l.m.Vouched(seat, what, signature)
}

func (l matchLedger) status() status {
	m := l.m
	st := status{seats: engine.MaxSeats, host: m.Host(), mover: wire.NoSeat}
	st.convicted = m.Stage() == protocol.Sealed && !m.PutsOut()
	st.over = m.Stage() == protocol.Ended || st.convicted
	st.complete = st.over && len(m.Owing()) == 0
	rs := m.Rules()
	if rs == nil {
		return st
	}
	position := m.Position()
	st.seats, st.grace, st.seen = rs.NumSeats(), rs.Grace(), rs.Seen()
	st.clock = turnClock(rs, &position)
	for seat := range engine.Seat(st.seats) {
		if !m.Key(seat).IsZero() {
			st.joined = st.joined.Add(seat)
		}
	}
	if m.Stage() == protocol.Play && position.Phase() == engine.PhaseMove {
		st.mover = position.ToAct()
	}
	return st
}

func (l matchLedger) owing() []engine.Seat { return l.m.Owing() }

func (l matchLedger) isAbsent(seat engine.Seat) bool { return out(l.m, seat) == engine.ByAbsence }

// out returns why a seat is out of the game, NotOver if it is not.
func out(m *protocol.Match, seat engine.Seat) engine.Reason {
	if m.Rules() == nil {
		return engine.NotOver
	}
	position := m.Position()
	return position.Out(seat)
}

func (l matchLedger) signedBy(seat engine.Seat, raw []byte, index int) bool {
	r, err := transcript.Parse(raw)
	// A Claim or a Fault is signed on a record of the chain, and takes no place
	// in it.
	if err != nil || r.Seat != seat || r.Kind.Extra() || index < 1 || index > l.m.Len() {
		return false
	}
	return r.Verify(l.m.Key(seat), l.m.Place(index))
}

// lyingLedger sends what a Liar says.
type lyingLedger struct {
	matchLedger
	liar liar.Liar
}

func (l lyingLedger) length() int                { return l.liar.Len() }
func (l lyingLedger) record(i int) []byte        { return l.liar.Record(i) }
func (l lyingLedger) hash(i int) transcript.Hash { return transcript.HashRecord(l.liar.Record(i)) }
func (l lyingLedger) extras() [][]byte           { return l.liar.Extras() }

// lyingPlayer makes the records of a Liar.
type lyingPlayer struct {
	*protocol.Player
	liar liar.Liar
}

func (p lyingPlayer) Proceed(rng io.Reader) (bool, error) { return p.liar.Proceed(rng) }

// Prepare does nothing: a Liar's moves are its own.
func (p lyingPlayer) Prepare(io.Reader) (bool, error) { return false, nil }

// turnClock returns how long the rules give for the turn, 0 for no limit. A seat that must
// prove that it can move has no limit, because it may not pass.
func turnClock(rs *engine.Ruleset, pos *engine.Position) time.Duration {
	if pos.MustProve() {
		return 0
	}
	return rs.Clock()
}
