// Package protocol replaces the referee of dark Junqi.
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
	"strings"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Stage is the phase that a match is in. At Ended the seats still owe their last records: a match
// is complete once its Stage is Ended or Sealed and Owed is empty.
type Stage uint8

const (
	Setup  Stage = iota // Terms to Layouts
	Play                // from the first turn on
	Ended               // the game is over by rule, or disputed; Owed lists what is still missing
	Sealed              // by a Fault; only a SignOut of the convicted seat may follow, if the rules have it
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
	resolver resolver // with all messages of clashes
	host     engine.Seat
	setup    []step                  // the first records, in order
	joins    [engine.MaxSeats][]byte // until all seats are taken and they enter the chain
	id       transcript.Hash
	keys     [engine.MaxSeats]transcript.PublicKey
	boxes    [engine.MaxSeats][32]byte // X25519 keys
	contexts [engine.MaxSeats]sigma.Context

	// Settled by Commits and Layouts, or by Keys and Shuffles.
	commits [engine.MaxSeats]transcript.Hash
	layouts [engine.MaxSeats]*layout.Commitment
	cards   *cards // with a deck, from Terms on
	lots    *lots  // where layouts are drawn by lot, from the last Key on

	// The game.
	position engine.Position
	events   []engine.Event
	sources  []int    // index in the chain of each event's record
	dispute  *dispute // how a match with an audited resolver ended

	// Outside the chain; in open mode the Reveals are early, and part of it.
	seen    [engine.MaxSeats][]byte
	reveals [engine.MaxSeats]*reveal
	opened  [engine.MaxSeats]engine.Layout // by the Reveals
	claims  [engine.MaxSeats]*claim
	faults  [engine.MaxSeats]*fault // by whom they convict

	before    engine.SeatSet // who lived before the last record
	signedOut [engine.MaxSeats]*SignedOut

	proofs int
	later  later
	past   []*Match // copies of earlier, oldest first: see prefix
}

// link is one record of the chain.
type link struct {
	raw    []byte
	hash   transcript.Hash
	base   transcript.Hash // what its signature binds
	second transcript.Hash // the base of a second round on it
	kind   transcript.Kind
	seat   engine.Seat

	proofs int // verified up to and including this record
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

// Append verifies one encoded record (turn, signature, place in the chain,
// rules, proofs) and advances. On error, always a *Refusal, nothing changes.
func (m *Match) Append(raw []byte) error {
	before := *m
	if err := m.append(raw); err != nil {
		*m = before
		return err
	}
	return nil
}

// draft returns a copy that either replaces m or is thrown away before m continues: it writes
// beyond the ends of m's lists, where m never reads. Unlike a fork it takes no longer in a long
// match.
func (m *Match) draft() *Match {
	next := *m
	next.later = later{}
	return &next
}

// Receive is Append for what a peer sends, which may be an echo. A record that the match already
// has, an extra that was replaced meanwhile (such as a Claim by a later one), and an extra that
// names a record which only the peer's chain has, are not errors.
func (m *Match) Receive(raw []byte) error {
	err := m.Append(raw)
	// A record that is here can't be appended again, so only refused ones are looked up.
	if err == nil || errors.Is(err, errDuplicate) || errors.Is(err, errForeignHash) || m.holds(raw) {
		return nil
	}
	return err
}

// Fork returns a copy whose changes don't reach m, nor m's the copy.
func (m *Match) Fork() *Match {
	next := *m
	next.later = later{}
	next.chain = slices.Clip(m.chain)
	next.events, next.sources = slices.Clip(m.events), slices.Clip(m.sources)
	next.past = slices.Clip(m.past)
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
	if m.sealedForGood() {
		return unattributed(coded.Errorf("protocol.sealed", "the match is sealed, nothing follows a Fault"))
	}
	if r.Kind.Travels() {
		return unattributed(coded.Errorf("protocol.travels", "a %s is never part of a match: it only travels between programs", r.Kind))
	}
	if !m.Joined() {
		// Before there is a match id nobody can be convicted.
		if err := m.verifySetup(r, raw); err != nil {
			return unattributed(err)
		}
		m.keepCopy()
		return nil
	}
	if index == transcript.MaxChain && !m.extra(r.Kind) {
		return unattributed(coded.Errorf("protocol.too-long", "the match has become longer than a file can hold"))
	}
	at, err := m.place(r)
	if err != nil {
		return unattributed(err)
	}
	if !m.signed(r, at) {
		return unattributed(errNotSigned(r.Seat))
	}
	if m.has(r, at) {
		return unattributed(errDuplicate)
	}
	if r.Kind == transcript.Claim && m.rules.Grace() == 0 {
		return unattributed(errNoGrace)
	}
	if r.Kind == transcript.Fault {
		if err := m.takeFault(r, raw); err != nil {
			return unattributed(err)
		}
		return nil
	}
	if r.Kind == transcript.Seen && !m.owesSeen(r.Seat) {
		return unattributed(errNoWitness)
	}
	if err := m.verify(r, raw, at); err != nil {
		return &Refusal{Index: index, Kind: r.Kind, Culprit: r.Seat, Provable: true, Err: err}
	}
	m.keepCopy()
	return nil
}

var (
	errDuplicate   = coded.Errorf("protocol.duplicate", "the match already has this seat's record of this kind")
	errNoGrace     = coded.Errorf("protocol.no-grace", "under these rules nobody can claim silence")
	errNoWitness   = coded.Errorf("protocol.no-witness", "this seat doesn't owe a Seen")
	errForeignHash = coded.Errorf("protocol.foreign-hash", "it names a record that is not in this chain")
)

func errNotSigned(seat engine.Seat) error {
	return coded.Errorf("protocol.not-signed", "%s did not sign this for this place of this match", seat)
}

// place returns what a record's signature must bind: the head of the chain, or for records that
// name a hash, that hash if the chain has it. A missing hash blames nobody: the other's chain may
// be longer than ours.
func (m *Match) place(r transcript.Record) (transcript.Link, error) {
	at := transcript.Link{Match: m.id, Prev: m.placeOf(r, len(m.chain))}
	var named transcript.Hash
	switch r.Kind {
	case transcript.Fault:
		body, err := transcript.ParseFault(r.Body)
		if err != nil {
			return at, err
		}
		named = body.At
		if len(body.Records) > 1 { // which are proof by themselves
			at.Prev = named
			return at, nil
		}
	case transcript.Seen:
		body, err := transcript.ParseSeen(r.Body)
		if err != nil {
			return at, err
		}
		if m.course() != Ended || body.Record != m.Head() || body.Base != m.last().base {
			return at, errForeignHash
		}
		at.Prev = body.Base
		return at, nil
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
		return at, errForeignHash
	}
	at.Prev = named
	return at, nil
}

// base returns what the signature of the i-th record of the chain binds: the hash of the
// record before; for a Join the hash of the Terms, since guests join side by side; for the
// first record after the Joins the match id, which binds them all.
func (m *Match) base(i int) transcript.Hash {
	switch {
	case i == 0:
		return transcript.Hash{}
	case !m.Joined() || i < m.rules.NumSeats():
		return m.chain[0].hash
	case i == m.rules.NumSeats():
		return m.id
	}
	return m.chain[i-1].hash
}

// placeOf returns what the signature of a record has to bind as the i-th of the chain: the base, or for a SignOut
// of the second round a base of its own.
func (m *Match) placeOf(r transcript.Record, i int) transcript.Hash {
	if isDivided(r) {
		return transcript.SecondBase(m.base(i))
	}
	return m.base(i)
}

// isDivided reports whether a record is a SignOut of the second round. One with a malformed body is not.
func isDivided(r transcript.Record) bool {
	if r.Kind != transcript.SignOut {
		return false
	}
	body, err := transcript.ParseSignOut(r.Body)
	return err == nil && body.Cause == transcript.Divided
}

// hasSigned reports whether a record's seat has signed it on a base.
func (m *Match) hasSigned(r transcript.Record, base transcript.Hash) bool {
	return r.Verify(m.keys[r.Seat], transcript.Link{Match: m.id, Prev: base})
}

// last returns the last record of the chain.
func (m *Match) last() link { return m.chain[len(m.chain)-1] }

// Base returns what the signature of the next record of the chain has to bind.
func (m *Match) Base() transcript.Hash { return m.base(len(m.chain)) }

// Place returns what the signature of the i-th record of the chain binds, for an i from 0 to Len(),
// the next one.
func (m *Match) Place(i int) transcript.Link {
	at := transcript.Link{Match: m.id, Prev: m.base(i)}
	if m.rules == nil || i < m.rules.NumSeats() {
		at.Match = transcript.Hash{}
	}
	return at
}

// find returns the index of the record that may be signed on a hash, from the first after the Joins
// to the next of the chain. It looks from the end, where the hash usually is.
func (m *Match) find(h transcript.Hash) (int, bool) {
	if m.rules == nil {
		return 0, false
	}
	first := m.rules.NumSeats()
	for i := len(m.chain); i > first; i-- {
		if m.chain[i-1].hash == h {
			return i, true
		}
	}
	return first, len(m.chain) >= first && m.base(first) == h
}

// extra reports whether records of a kind are outside the chain of this match. In open mode Reveals
// are part of it.
func (m *Match) extra(k transcript.Kind) bool {
	return k.Extra() && !(k == transcript.Reveal && m.rules.Open())
}

// has reports whether the match already has an extra of this seat and kind, so that a second one is
// an echo: Append refuses it without blame, Receive ignores it. Only the latest Claim counts, so
// that one about an earlier silence does not block another.
func (m *Match) has(r transcript.Record, at transcript.Link) bool {
	switch r.Kind {
	case transcript.Seen:
		return m.seen[r.Seat] != nil
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
	if r.Kind == transcript.Claim {
		named, _ := m.find(at.Prev)
		m.claims[r.Seat] = &claim{slices.Clone(raw), named}
		return nil
	}
	if due := m.due(); !due.allows(r.Seat, r.Kind) && !m.mayAlso(r.Seat, r.Kind) {
		return outOfTurn(due)
	}
	ended, living := m.over(), m.living()
	if err := m.verifyOwed(r); err != nil {
		return err
	}
	if err := m.announce(); err != nil {
		return err
	}
	if !ended {
		m.before = living
		m.link(r, raw, at.Prev)
	}
	return nil
}

// living returns the set of the seats that are still in the game.
func (m *Match) living() engine.SeatSet {
	var living engine.SeatSet
	for _, seat := range m.rules.Seats() {
		if m.position.Out(seat) == engine.NotOver {
			living = living.Add(seat)
		}
	}
	return living
}

func outOfTurn(due Owed) error { return coded.Errorf("protocol.out-of-turn", "out of turn: %s", due) }

func (m *Match) verifyOwed(r transcript.Record) error {
	if check := takers[r.Kind]; check != nil {
		return check(m, r)
	}
	return coded.Errorf("protocol.no-place", "%s has no place in this match", r.Kind)
}

// takers check what a record of each kind says, and take its effect.
var takers = map[transcript.Kind]func(*Match, transcript.Record) error{
	transcript.Commit:     (*Match).verifyCommit,
	transcript.Layout:     (*Match).verifyLayout,
	transcript.Key:        (*Match).verifyKey,
	transcript.Shuffle:    (*Match).verifyShuffle,
	transcript.Lots:       (*Match).verifyLots,
	transcript.Flip:       (*Match).verifyFlip,
	transcript.Share:      (*Match).verifyShare,
	transcript.Face:       (*Match).verifyFace,
	transcript.Move:       (*Match).verifyMove,
	transcript.Step:       (*Match).verifyStep,
	transcript.Answer:     (*Match).verifyAnswer,
	transcript.Show:       (*Match).verifyShow,
	transcript.Arrive:     (*Match).verifyArrive,
	transcript.NoMove:     (*Match).verifyNoMove,
	transcript.Pass:       (*Match).verifyBare,
	transcript.Resign:     (*Match).verifyBare,
	transcript.AcceptDraw: (*Match).verifyBare,
	transcript.Resigned:   (*Match).verifyResigned,
	transcript.SignOut:    (*Match).verifySignOut,
	transcript.Dispute:    (*Match).verifyDispute,
	transcript.Seen:       (*Match).takeSeen,
	transcript.Reveal:     (*Match).verifyReveal,
}

// takeSeen takes a Seen; place has checked what it names.
func (m *Match) takeSeen(r transcript.Record) error {
	m.seen[r.Seat] = r.Marshal()
	return nil
}

// link appends a verified record to the chain.
func (m *Match) link(r transcript.Record, raw []byte, base transcript.Hash) {
	hash := transcript.HashRecord(raw)
	m.chain = append(m.chain, link{slices.Clone(raw), hash, base, transcript.SecondBase(hash), r.Kind, r.Seat, m.proofs})
}

// step is one record of the setup: its seat and kind.
type step struct {
	seat engine.Seat
	kind transcript.Kind
}

// setupOf returns the order of the records before the first turn. Guests join in any order, but appear
// in turn order. In what follows the host is first. There is no Layout or Key before all have
// committed, so that none is chosen after another was seen.
func setupOf(rules *engine.Ruleset, host engine.Seat) []step {
	list := []step{{host, transcript.Terms}}
	order := []engine.Seat{host}
	for _, seat := range rules.Seats() {
		if seat != host {
			list = append(list, step{seat, transcript.Join})
			order = append(order, seat)
		}
	}
	kinds := []transcript.Kind{transcript.Commit, transcript.Layout}
	switch {
	case rules.Deck() != nil:
		kinds = []transcript.Kind{transcript.Commit, transcript.Key, transcript.Shuffle}
	case rules.Drawn():
		kinds = []transcript.Kind{transcript.Commit, transcript.Key, transcript.Shuffle, transcript.Lots, transcript.Layout}
	case rules.Open():
		kinds = append(kinds, transcript.Reveal)
	}
	for _, kind := range kinds {
		for _, seat := range order {
			list = append(list, step{seat, kind})
		}
	}
	return list
}

// Owed lists which seats may append next, and what: one seat, except for Terms and Joins and at the
// end, where each may give what it owes at any time. Its text names what is owed rather than every
// alternative.
type Owed []Due

// Due lists what one seat may append next.
type Due struct {
	Seat  engine.Seat
	Kinds []transcript.Kind // any one of these, which the rules allow now; the usual one first
}

// Of returns what a seat may append next; it has no kinds if that is nothing.
func (o Owed) Of(seat engine.Seat) Due {
	for _, d := range o {
		if d.Seat == seat {
			return d
		}
	}
	return Due{Seat: seat}
}

// Seats lists the seats that owe something.
func (o Owed) Seats() (seats []engine.Seat) {
	for _, d := range o {
		seats = append(seats, d.Seat)
	}
	return seats
}

// awaitsOther reports whether any other seat owes something.
func (o Owed) awaitsOther(seat engine.Seat) bool {
	return slices.ContainsFunc(o, func(d Due) bool { return d.Seat != seat })
}

func (o Owed) allows(seat engine.Seat, kind transcript.Kind) bool {
	return slices.Contains(o.Of(seat).Kinds, kind)
}

func (o Owed) String() string {
	if len(o) == 0 {
		return "nothing is owed"
	}
	if o[0].Kinds[0] == transcript.Terms {
		return "the host owes its Terms"
	}
	texts := make([]string, len(o))
	for i, d := range o {
		texts[i] = d.String()
	}
	return strings.Join(texts, ", ")
}

func (d Due) String() string {
	what := fmt.Sprintf("a %s record", d.Kinds[0])
	switch d.Kinds[0] {
	case transcript.Move, transcript.Flip:
		what = "a move"
	case transcript.Answer:
		what = "an answer to the attack"
	case transcript.Show:
		what = "the place of its flag"
	}
	return fmt.Sprintf("%s owes %s", d.Seat, what)
}

var (
	answerKinds = []transcript.Kind{transcript.Answer}

	turnKinds = []transcript.Kind{transcript.Move, transcript.Pass, transcript.NoMove,
		transcript.Resign, transcript.AcceptDraw, transcript.Resigned}
	openTurnKinds = []transcript.Kind{transcript.Move, transcript.Pass,
		transcript.Resign, transcript.AcceptDraw, transcript.Resigned}
	deckTurnKinds = append([]transcript.Kind{transcript.Flip}, openTurnKinds...)
)

// Owed returns which seats may append next, and which kinds of record: the due kinds
// that are possible now (no Pass without a clock, no AcceptDraw without an offer). While the
// match is sealed, nothing is owed; after the game, Owed is empty once the match is complete.
func (m *Match) Owed() Owed {
	owed := slices.Clone(m.owing()) // which may be a list that all matches share
	for i := range owed {
		owed[i].Kinds = slices.DeleteFunc(slices.Clone(owed[i].Kinds), func(kind transcript.Kind) bool {
			return !m.takes(owed[i].Seat, kind)
		})
	}
	return owed
}

// takes reports whether the rules take a seat's record of a kind that is due. It tries that on a copy of the position.
func (m *Match) takes(seat engine.Seat, kind transcript.Kind) bool {
	event, plain := plainEvents[kind]
	if !plain {
		return true
	}
	position := m.position
	return position.Apply(event(seat)) == nil
}

// Owing returns the seats of Owed, without trying which kinds the rules allow, which would take two
// fifths of the time of a plain move.
func (m *Match) Owing() []engine.Seat { return m.owing().Seats() }

// owing is Owed with all kinds that are due, whether or not the rules take them.
func (m *Match) owing() Owed {
	if m.Stage() == Sealed {
		return nil
	}
	return m.due()
}

// due returns the seats whose record may come next, and its kinds: the whole order of records. The
// rules judge its content later.
func (m *Match) due() Owed {
	switch n := len(m.chain); {
	case m.sealedForGood():
		return nil
	case n == 0:
		return anyHost
	case !m.Joined():
		return m.dueToJoin()
	case n < len(m.setup):
		return Owed{{m.setup[n].seat, []transcript.Kind{m.setup[n].kind}}}
	case m.course() == Play:
		return m.dueInPlay()
	}
	return m.dueAtEnd()
}

// anyHost lists what is due before there is a host.
var anyHost = func() (owed Owed) {
	for seat := engine.Seat(0); seat < engine.MaxSeats; seat++ {
		owed = append(owed, Due{seat, []transcript.Kind{transcript.Terms}})
	}
	return owed
}()

// dueToJoin is due while seats are free.
func (m *Match) dueToJoin() (owed Owed) {
	for _, seat := range m.rules.Seats() {
		if m.keys[seat].IsZero() {
			owed = append(owed, Due{seat, []transcript.Kind{transcript.Join}})
		}
	}
	return owed
}

// dueInPlay is due while the game goes on.
func (m *Match) dueInPlay() Owed {
	seat, kinds := m.position.ToAct(), answerKinds
	switch m.position.Phase() {
	case engine.PhaseMove:
		kinds = turnKinds
		switch {
		case m.rules.Deck() != nil:
			kinds = deckTurnKinds
		case m.rules.Open():
			kinds = openTurnKinds
		case !m.position.Arrived(seat).Empty():
			kinds = append(slices.Clip(kinds), transcript.Arrive)
		}
	case engine.PhaseShow:
		kinds = []transcript.Kind{transcript.Show}
	case engine.PhaseDeal:
		kinds = []transcript.Kind{transcript.Shuffle}
	case engine.PhaseShare:
		kinds = []transcript.Kind{transcript.Share}
		if sharers := m.position.Sharers(); seat == sharers[len(sharers)-1] {
			kinds = []transcript.Kind{transcript.Face}
		}
	case engine.PhaseAnswer:
		if stepper, owed := m.resolver.step(); owed {
			seat, kinds = stepper, []transcript.Kind{transcript.Step}
		}
	}
	if m.resolver.disputable() {
		kinds = append(slices.Clip(kinds), transcript.Dispute)
	}
	return Owed{{seat, kinds}}
}

// dueAtEnd is due after the game: the Seen of each seat that lived before its last record, and
// every seat's Reveal, if the terms ask for it.
func (m *Match) dueAtEnd() (owed Owed) {
	for _, seat := range m.rules.Seats() {
		var kinds []transcript.Kind
		if m.owesSeen(seat) {
			kinds = append(kinds, transcript.Seen)
		}
		if m.owesReveal(seat) {
			kinds = append(kinds, transcript.Reveal)
		}
		if kinds != nil {
			owed = append(owed, Due{seat, kinds})
		}
	}
	return owed
}

// owesReveal reports whether the terms ask for a Reveal that a seat has not given. A seat that the
// others put out owes nothing.
func (m *Match) owesReveal(seat engine.Seat) bool {
	return m.rules.RevealAtEnd() && m.reveals[seat] == nil && m.signedOut[seat] == nil
}

// owesSeen reports whether a seat owes a Seen of the last record of the game, after which keys are
// revealed.
func (m *Match) owesSeen(seat engine.Seat) bool {
	return m.course() == Ended && m.rules.RevealAtEnd() && !m.rules.Open() && m.witnesses().Has(seat) && m.seen[seat] == nil
}

// witnesses returns the set of the seats whose Seen the last record needs: all that lived before it, except its
// signer and, of a SignOut, the seat that it puts out.
func (m *Match) witnesses() engine.SeatSet {
	return (m.before &^ m.putOut()).Remove(m.last().seat)
}

// Unrevealed lists the seats that owe a Reveal.
func (m *Match) Unrevealed() (seats []engine.Seat) {
	for _, seat := range m.seats() {
		if m.owesReveal(seat) {
			seats = append(seats, seat)
		}
	}
	return seats
}

// over reports whether the game has ended by rule, or by a Dispute.
func (m *Match) over() bool { return m.dispute != nil || m.position.Result().Over }

// Stage returns the phase that the match is in; see Stage for when it is complete.
func (m *Match) Stage() Stage {
	if m.sealed() {
		return Sealed
	}
	return m.course()
}

// course returns how far the match has come by its chain alone.
func (m *Match) course() Stage {
	switch {
	case len(m.chain) == 0 || len(m.chain) < len(m.setup):
		return Setup
	case m.over():
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

// Joined reports whether all seats are taken, so that the match has its id.
func (m *Match) Joined() bool { return m.id != (transcript.Hash{}) }

// Host returns the seat that made the Terms.
func (m *Match) Host() engine.Seat { return m.host }

// Key returns a seat's signature key, zero before it is known, and for a seat that the match does
// not have.
func (m *Match) Key(seat engine.Seat) transcript.PublicKey { return of(&m.keys, seat) }

// of returns a list's entry for a seat; the zero value if there is no such seat.
func of[T any](list *[engine.MaxSeats]T, seat engine.Seat) (value T) {
	if seat.Valid() {
		value = list[seat]
	}
	return value
}

// Len returns the number of records in the chain, extras aside.
func (m *Match) Len() int { return len(m.chain) }

// Records returns the records of the chain, encoded, the Terms first. They must not be changed.
func (m *Match) Records() [][]byte { return m.first(len(m.chain)) }

// Record returns the i-th record of the chain, encoded, for an i from 0 to Len()-1. It must
// not be changed.
func (m *Match) Record(i int) []byte { return m.chain[i].raw }

// Head returns the hash of the chain's last record, zero if there is none.
func (m *Match) Head() transcript.Hash {
	if len(m.chain) == 0 {
		return transcript.Hash{}
	}
	return m.last().hash
}

// Hash returns the hash of the chain's i-th record, for an i from 0 to Len()-1.
func (m *Match) Hash(i int) transcript.Hash { return m.chain[i].hash }

// Extras returns the encoded records outside the chain in their canonical order: Seen, Reveals,
// Claims, of each kind by seats; Faults, by the convicted seat. While seats are free they include
// the Joins of those that are taken.
func (m *Match) Extras() (out [][]byte) {
	for _, list := range [][engine.MaxSeats][]byte{m.joins, m.seen} {
		for _, raw := range list {
			if raw != nil {
				out = append(out, raw)
			}
		}
	}
	out = append(out, m.revealed()...)
	for _, c := range m.claims {
		if c != nil {
			out = append(out, c.raw)
		}
	}
	for _, f := range m.faults { // last: where nobody is put out nothing follows a Fault
		if f != nil {
			out = append(out, f.raw)
		}
	}
	return out
}

// revealed returns the Reveals outside the chain, by seat.
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
// with the first seat to move; before all seats are taken it is the zero value, which
// no method may be called on.
func (m *Match) Position() engine.Position { return m.position }

// Events returns the public history of the game. It must not be changed.
func (m *Match) Events() []engine.Event { return slices.Clip(m.events) }

// Result returns how the game ended by rule, if it has.
func (m *Match) Result() engine.Result { return m.position.Result() }

// Claimed reports whether a seat has claimed the silence of another.
func (m *Match) Claimed(seat engine.Seat) bool { return of(&m.claims, seat) != nil }

// Seen reports whether a seat has signed that it holds the last record of the game.
func (m *Match) Seen(seat engine.Seat) bool { return of(&m.seen, seat) != nil }

// Revealed reports whether the match holds a seat's Reveal.
func (m *Match) Revealed(seat engine.Seat) bool { return of(&m.reveals, seat) != nil }

// Proofs returns how many zero-knowledge proofs this Match has verified.
func (m *Match) Proofs() int { return m.proofs }

// Committed reports whether a seat has committed to a layout, which it can no longer change.
func (m *Match) Committed(seat engine.Seat) bool { return of(&m.commits, seat) != (transcript.Hash{}) }

// Shuffled reports whether a seat has shuffled the deck before the first turn.
func (m *Match) Shuffled(seat engine.Seat) bool {
	i := slices.Index(m.setup, step{seat, transcript.Shuffle})
	return i >= 0 && i < len(m.chain)
}

// Commitment returns a seat's encrypted layout, nil before its Layout record, and for a seat that
// the match does not have.
func (m *Match) Commitment(seat engine.Seat) *layout.Commitment { return of(&m.layouts, seat) }

// OpenedLayout returns a seat's layout if it has been revealed. It must not be changed.
func (m *Match) OpenedLayout(seat engine.Seat) (engine.Layout, bool) {
	opened := of(&m.opened, seat)
	return opened, opened != nil
}
