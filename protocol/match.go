// Package protocol is what stands where the referee of dark Junqi stood.
//
// Match folds the signed records of one game into its public state and
// verifies everything on the way; the players, a spectator and an auditor run
// the same Match. Player is a Match plus one seat's secrets: it makes the
// records that its seat owes. Audit judges a finished transcript.
//
// The package is pure: no network, no files, no clock, no global randomness.
package protocol

import (
	"errors"
	"fmt"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/clash"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Stage is how far a match has come.
type Stage uint8

const (
	Setup  Stage = iota // Terms to Layouts
	Play                // from the first turn on
	Ended               // by rule; the seats reveal
	Sealed              // by a Fault; nothing follows
)

func (s Stage) String() string {
	if names := [...]string{"setup", "play", "ended", "sealed"}; int(s) < len(names) {
		return names[s]
	}
	return fmt.Sprintf("stage %d", uint8(s))
}

// Match is the public state of one refereeless match: a fold over records.
// The zero value is not usable; see NewMatch.
type Match struct {
	chain []link

	// Settled by Terms and Join.
	terms    transcript.TermsBody
	rules    *engine.Ruleset
	resolver audited.Resolver // nil for elgamal
	host     engine.Seat
	id       transcript.Hash
	keys     [2]transcript.PublicKey
	contexts [2]sigma.Context

	// Settled by Commits and Layouts.
	commits [2]transcript.Hash
	layouts [2]*layout.Commitment

	// The game.
	position engine.Position
	events   []engine.Event
	sources  []int           // index in the chain of the record behind each event
	question *clash.Question // elgamal: an attack that waits for its Answer
	clashes  []*auditedClash // audited resolvers: all clashes but the latest
	clash    *auditedClash   // the latest, nil without one; never changed, but replaced
	dispute  *dispute        // audited resolvers: what ended the match

	// Outside the chain; in open mode the Reveals are early, and part of it.
	reveals    [2]*reveal
	opened     [2]*engine.Layout // by the Reveals
	fault      []byte
	conviction *Conviction
	claims     [2]*claim

	proofs int
	later  *sigma.Batch // where the sums of proofs go, to be checked at the end; nil: they are checked at once
}

// link is one record of the chain with its hash.
type link struct {
	raw  []byte
	hash transcript.Hash
}

type claim struct {
	raw []byte
	at  int // index in the chain of the record that it names
}

type reveal struct {
	raw  []byte
	body transcript.RevealBody
}

// NewMatch returns a match without records.
func NewMatch() *Match { return &Match{} }

// Fold appends records to a new match, up to the first that it refuses. It returns
// the match as far as that, how many records it took, and the *Refusal, nil if it
// took all.
func Fold(records [][]byte) (m *Match, sound int, err error) {
	m = NewMatch()
	for sound, raw := range records {
		if err := m.Append(raw); err != nil {
			return m, sound, err
		}
	}
	return m, len(records), nil
}

// Append verifies one encoded record (turn, signature, place in the chain,
// rules, proofs) and advances. On error, always a *Refusal, nothing changes.
func (m *Match) Append(raw []byte) error {
	next := *m // not a fork: what a refused record wrote behind the ends of m's lists is never read
	if err := next.append(raw); err != nil {
		return err
	}
	*m = next
	return nil
}

// Receive is Append for what a peer sends, which may be an echo: a record that
// the match has already, or an extra that another has replaced since (a Claim
// that was on its way while a later one was made), is nothing new, and no error.
func (m *Match) Receive(raw []byte) error {
	if m.holds(raw) {
		return nil
	}
	if err := m.Append(raw); !errors.Is(err, errDuplicate) {
		return err
	}
	return nil
}

// fork returns a copy whose changes don't reach m, nor m's the copy.
func (m *Match) fork() *Match {
	next := *m
	next.later = nil
	next.chain = slices.Clip(m.chain)
	next.events, next.sources, next.clashes = slices.Clip(m.events), slices.Clip(m.sources), slices.Clip(m.clashes)
	return &next
}

func (m *Match) append(raw []byte) error {
	index := len(m.chain)
	r, err := transcript.Parse(raw)
	if err != nil {
		return &Refusal{Index: index, Err: err}
	}
	unattributed := func(err error) error {
		return &Refusal{Index: index, Kind: r.Kind, Err: err}
	}
	if m.fault != nil {
		return unattributed(errors.New("the match is sealed, nothing follows a Fault"))
	}
	if m.id == (transcript.Hash{}) {
		// Before the match id stands there is nobody to convict.
		if err := m.verifySetup(r, raw); err != nil {
			return unattributed(err)
		}
		return nil
	}
	if index == transcript.MaxChain && !m.extra(r.Kind) {
		return unattributed(errors.New("the match has become longer than a file can hold"))
	}
	at, err := m.place(r)
	if err != nil {
		return unattributed(err)
	}
	if !r.Verify(m.keys[r.Seat], at) {
		return unattributed(fmt.Errorf("%s did not sign this for this place of this match", r.Seat))
	}
	if m.has(r, at) {
		return unattributed(errDuplicate)
	}
	if r.Kind == transcript.Claim && m.rules.Grace() == 0 {
		return unattributed(errNoGrace)
	}
	if err := m.verify(r, raw, at); err != nil {
		return &Refusal{Index: index, Kind: r.Kind, Culprit: r.Seat, Provable: true, Err: err}
	}
	return nil
}

var (
	errDuplicate = errors.New("this seat's record of this kind is here already")
	errNoGrace   = errors.New("these rules let nobody claim silence (grace=off)")
)

// place returns what a record's signature must bind: the head of the chain,
// or for records that name a hash, that hash if the chain has it. A hash that
// it lacks is nobody's fault: the other's chain may be longer than ours.
func (m *Match) place(r transcript.Record) (transcript.Link, error) {
	at := transcript.Link{Match: m.id, Prev: m.Head()}
	var named transcript.Hash
	switch r.Kind {
	case transcript.Fault:
		body, err := transcript.ParseFault(r.Body)
		if err != nil {
			return at, err
		}
		named = body.At
	case transcript.Claim:
		body, err := transcript.ParseClaim(r.Body)
		if err != nil {
			return at, err
		}
		named = body.At
	default:
		return at, nil
	}
	if _, ok := m.find(named); !ok {
		return at, errors.New("it names a record that is not in this chain")
	}
	at.Prev = named
	return at, nil
}

// find returns the index of the chain's record with this hash.
func (m *Match) find(h transcript.Hash) (int, bool) {
	i := slices.IndexFunc(m.chain, func(l link) bool { return l.hash == h })
	return i, i >= 0
}

// extra reports whether records of a kind stand outside the chain of this match: in
// open mode the Reveals are part of it.
func (m *Match) extra(k transcript.Kind) bool {
	return k.Extra() && !(k == transcript.Reveal && m.rules.Open())
}

// has reports whether an extra of this seat and kind stands already, so that a
// second one, though validly signed, is nothing new; Append refuses it without
// blame, Receive ignores it. Of Claims only the latest counts, so that one
// about a silence that has ended stands in nobody's way.
func (m *Match) has(r transcript.Record, at transcript.Link) bool {
	switch r.Kind {
	case transcript.Reveal:
		return m.extra(r.Kind) && m.reveals[r.Seat] != nil
	case transcript.Claim:
		standing := m.claims[r.Seat]
		named, _ := m.find(at.Prev)
		return standing != nil && named <= standing.at
	}
	return false
}

// verify checks a validly signed record and takes its effect. Any error is
// the signer's fault.
func (m *Match) verify(r transcript.Record, raw []byte, at transcript.Link) error {
	switch r.Kind {
	case transcript.Fault:
		return m.verifyFault(r, raw)
	case transcript.Claim:
		named, _ := m.find(at.Prev)
		m.claims[r.Seat] = &claim{slices.Clone(raw), named}
		return nil
	}
	due := m.due()
	if !due.allows(r.Seat, r.Kind) {
		return fmt.Errorf("out of turn: %s", due)
	}
	if err := m.verifyOwed(r, raw); err != nil {
		return err
	}
	if err := m.announce(); err != nil {
		return err
	}
	if m.Stage() != Ended || r.Kind != transcript.Reveal {
		m.link(raw)
	}
	return nil
}

func (m *Match) verifyOwed(r transcript.Record, raw []byte) error {
	switch r.Kind {
	case transcript.Commit:
		return m.verifyCommit(r)
	case transcript.Layout:
		return m.verifyLayout(r)
	case transcript.Move:
		return m.verifyMove(r)
	case transcript.Step:
		return m.verifyStep(r)
	case transcript.Answer:
		return m.verifyAnswer(r)
	case transcript.Show:
		return m.verifyShow(r)
	case transcript.NoMove:
		return m.verifyNoMove(r)
	case transcript.Pass, transcript.Resign, transcript.AcceptDraw:
		return m.verifyBare(r)
	case transcript.Resigned:
		return m.verifyResigned(r)
	case transcript.Dispute:
		return m.verifyDispute(r)
	case transcript.Reveal:
		return m.verifyReveal(r, raw)
	}
	return fmt.Errorf("%s has no place in this match", r.Kind)
}

// link appends a verified record to the chain.
func (m *Match) link(raw []byte) {
	raw = slices.Clone(raw)
	m.chain = append(m.chain, link{raw, transcript.HashRecord(raw)})
}

// Owed says which seats may append next, and what. Its text names what is owed
// rather than all that may stand in its place.
type Owed struct {
	Seats []engine.Seat     // one, but for the Terms and the Reveals at the end
	Kinds []transcript.Kind // any one of these, which the rules take now; the usual one first
}

// awaits reports whether a seat is among those that owe something.
func (o Owed) awaits(seat engine.Seat) bool { return slices.Contains(o.Seats, seat) }

func (o Owed) allows(seat engine.Seat, kind transcript.Kind) bool {
	return o.awaits(seat) && slices.Contains(o.Kinds, kind)
}

func (o Owed) String() string {
	if len(o.Seats) == 0 {
		return "nothing is owed"
	}
	what := fmt.Sprintf("a %s record", o.Kinds[0])
	switch o.Kinds[0] {
	case transcript.Terms:
		return "the host owes its Terms"
	case transcript.Move:
		what = "a move"
	case transcript.Answer:
		what = "an answer to the attack"
	case transcript.Show:
		what = "the place of its flag"
	}
	if len(o.Seats) == 2 {
		return fmt.Sprintf("%s and %s owe %s", o.Seats[0], o.Seats[1], what)
	}
	return fmt.Sprintf("%s owes %s", o.Seats[0], what)
}

var (
	turnKinds = []transcript.Kind{transcript.Move, transcript.Pass, transcript.NoMove,
		transcript.Resign, transcript.AcceptDraw, transcript.Resigned}
	openTurnKinds = []transcript.Kind{transcript.Move, transcript.Pass,
		transcript.Resign, transcript.AcceptDraw, transcript.Resigned}
)

// Owed returns who may append next, and what: of the kinds that are due those that
// can be given now (no Pass without a clock, no AcceptDraw without an offer).
func (m *Match) Owed() Owed {
	owed := m.due()
	owed.Kinds = slices.DeleteFunc(slices.Clone(owed.Kinds), func(kind transcript.Kind) bool {
		event, ok := bareEvents[kind]
		if kind == transcript.NoMove {
			event, ok = engine.NoMoveEvent, true
		}
		position := m.position
		return ok && position.Apply(event(owed.Seats[0])) != nil
	})
	return owed
}

// due returns whose record may come next, and of which kinds: the order of
// records, in one place. That the rules take what it says is judged after that.
func (m *Match) due() Owed {
	one := func(seat engine.Seat, kinds ...transcript.Kind) Owed {
		return Owed{[]engine.Seat{seat}, kinds}
	}
	switch n := len(m.chain); {
	case m.fault != nil:
		return Owed{}
	case n == 0:
		return Owed{[]engine.Seat{engine.Red, engine.Blue}, []transcript.Kind{transcript.Terms}}
	case n == 1:
		return one(m.host.Other(), transcript.Join)
	case n < 4:
		return one(engine.Seat(n-2), transcript.Commit)
	case n < 6:
		return one(engine.Seat(n-4), transcript.Layout)
	case n < 8 && m.rules.Open():
		return one(engine.Seat(n-6), transcript.Reveal)
	}
	if m.Stage() == Play {
		return m.dueInPlay()
	}
	var owed Owed
	for _, seat := range m.unrevealed() {
		owed.Seats = append(owed.Seats, seat)
		owed.Kinds = []transcript.Kind{transcript.Reveal}
	}
	return owed
}

// dueInPlay is due while the game goes on.
func (m *Match) dueInPlay() Owed {
	seat, kinds := m.position.ToAct(), []transcript.Kind{transcript.Answer}
	switch m.position.Phase() {
	case engine.PhaseMove:
		kinds = turnKinds
		if m.rules.Open() {
			kinds = openTurnKinds
		}
	case engine.PhaseShow:
		kinds = []transcript.Kind{transcript.Show}
	case engine.PhaseAnswer:
		if c := m.clash; m.resolver != nil && c.next() != tape.Answer {
			seat, kinds = c.seat(c.next()), []transcript.Kind{transcript.Step}
		}
	}
	if m.clash != nil {
		kinds = append(slices.Clip(kinds), transcript.Dispute)
	}
	return Owed{[]engine.Seat{seat}, kinds}
}

// unrevealed lists the seats whose Reveal the terms ask for and that have not
// given it.
func (m *Match) unrevealed() []engine.Seat {
	var seats []engine.Seat
	for seat := range m.reveals {
		if m.rules.RevealAtEnd() && m.reveals[seat] == nil {
			seats = append(seats, engine.Seat(seat))
		}
	}
	return seats
}

// setupLength is the number of records before the first turn.
func (m *Match) setupLength() int {
	if m.rules != nil && m.rules.Open() {
		return 8
	}
	return 6
}

// Stage returns how far the match has come.
func (m *Match) Stage() Stage {
	switch {
	case m.fault != nil:
		return Sealed
	case len(m.chain) < m.setupLength():
		return Setup
	case m.dispute != nil || m.position.Result().Over:
		return Ended
	}
	return Play
}

// Rules returns the ruleset of the terms, nil before Terms.
func (m *Match) Rules() *engine.Ruleset { return m.rules }

// Terms returns the body of the Terms record.
func (m *Match) Terms() transcript.TermsBody { return m.terms }

// ID returns the match id, zero before Join.
func (m *Match) ID() transcript.Hash { return m.id }

// Host returns the seat that made the Terms.
func (m *Match) Host() engine.Seat { return m.host }

// Key returns a seat's signature key, zero before it is known.
func (m *Match) Key(seat engine.Seat) transcript.PublicKey { return m.keys[seat] }

// Len returns the number of records in the chain, extras aside.
func (m *Match) Len() int { return len(m.chain) }

// Record returns the i-th record of the chain, encoded. It must not be
// changed.
func (m *Match) Record(i int) []byte { return m.chain[i].raw }

// Head returns the hash of the chain's last record, zero if there is none.
func (m *Match) Head() transcript.Hash {
	if len(m.chain) == 0 {
		return transcript.Hash{}
	}
	return m.chain[len(m.chain)-1].hash
}

// Hash returns the hash of the chain's i-th record.
func (m *Match) Hash(i int) transcript.Hash { return m.chain[i].hash }

// Extras returns the encoded records outside the chain in their canonical
// order: Reveals (red first), Claims (red first), the Fault.
func (m *Match) Extras() [][]byte {
	out := m.revealed()
	for _, c := range m.claims {
		if c != nil {
			out = append(out, c.raw)
		}
	}
	if m.fault != nil { // last, since nothing follows it
		out = append(out, m.fault)
	}
	return out
}

// revealed returns the Reveals that stand outside the chain, red's first.
func (m *Match) revealed() (out [][]byte) {
	for _, r := range m.reveals {
		if r != nil && m.extra(transcript.Reveal) {
			out = append(out, r.raw)
		}
	}
	return out
}

// File returns the whole match as a transcript file.
func (m *Match) File() []byte {
	return transcript.MarshalFile(append(m.first(len(m.chain)), m.Extras()...))
}

// first returns the first n records of the chain.
func (m *Match) first(n int) [][]byte {
	var records [][]byte
	for _, l := range m.chain[:n] {
		records = append(records, l.raw)
	}
	return records
}

// Position returns the public game. Before the first turn it is the start
// with red to move.
func (m *Match) Position() engine.Position { return m.position }

// Events returns the public history of the game. It must not be changed.
func (m *Match) Events() []engine.Event { return slices.Clip(m.events) }

// Result returns how the game ended by rule, if it has.
func (m *Match) Result() engine.Result { return m.position.Result() }

// Conviction returns what the sealing Fault proves, nil without one.
func (m *Match) Conviction() *Conviction { return m.conviction }

// Claimed reports whether a seat has claimed the other's silence.
func (m *Match) Claimed(seat engine.Seat) bool { return m.claims[seat] != nil }

// Revealed reports whether a seat's Reveal stands.
func (m *Match) Revealed(seat engine.Seat) bool { return m.reveals[seat] != nil }

// Proofs returns how many zero-knowledge proofs this Match has verified.
func (m *Match) Proofs() int { return m.proofs }

// Commitment returns a seat's encrypted layout, nil before its Layout record.
func (m *Match) Commitment(seat engine.Seat) *layout.Commitment { return m.layouts[seat] }

// OpenedLayout returns a seat's layout if it has been revealed.
func (m *Match) OpenedLayout(seat engine.Seat) (engine.Layout, bool) {
	if m.opened[seat] == nil {
		return engine.Layout{}, false
	}
	return *m.opened[seat], true
}
