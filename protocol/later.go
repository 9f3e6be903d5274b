package protocol

import (
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/clash"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// later holds what is checked later, or was checked before.
type later struct {
	proofs     *sigma.Batch       // collects the sums of proofs; nil if they are checked at once
	signatures *sigma.Batch       // collects the equations of signatures; nil, likewise
	tables     bool               // keys and layouts get the tables that checks at once need, though these are left for later
	layout     *layout.Commitment // of the seat's own Layout, which comes next and was checked; nil if none was
	question   *clash.Question    // of the attack that comes next, which Prepare has checked on this head; nil if none was
	own        transcript.Link    // where the seat has just signed the record that comes next; zero if it has not
	answered   bool               // the seat's own Answer comes next, which ReceiveAhead has checked
}

// signed reports whether a record's seat has signed it, or leaves that for later. What the seat
// itself has just signed for this very place needs no check, which would take as long as signing: a
// wrong signature convicts nobody, and all others refuse it.
func (m *Match) signed(r transcript.Record, at transcript.Link) bool {
	if m.later.own == at {
		return true
	}
	if m.later.signatures == nil {
		return r.Verify(m.keys[r.Seat], at)
	}
	return r.VerifyLater(m.keys[r.Seat], at, m.later.signatures)
}

// What proofs prove, in terms of the game.
const (
	provesLayout   = "the hidden layout is legal"
	provesMove     = "the piece can make this move"
	provesAttack   = "the attack was made with this piece, by the rules"
	provesAnswer   = "the announcement fits the pieces that met"
	provesFlag     = "the flag is there"
	provesGoal     = "the piece on the goal wins there"
	provesNoMove   = "no piece can move"
	provesSomeMove = "some piece can move"
	provesKey      = "the key for the deck is its own"
	provesShuffle  = "the pieces are the same after the shuffle"
	provesShare    = "its share opens this piece"
	provesFace     = "the piece turned up is what was dealt"
)

// proven runs the check of the proof that something is so, and counts it. What the check leaves to a batch is settled at
// once, or later with all other records.
func (m *Match) proven(claim string, check func(*sigma.Batch) error) error {
	batch := m.later.proofs
	if batch == nil {
		batch = new(sigma.Batch)
	}
	if err := check(batch); err != nil {
		return err
	}
	if m.later.proofs == nil {
		if batch.Verify() != nil {
			return coded.Errorf("protocol.false-proof", "no valid proof that %s", claim)
		}
	}
	m.proofs++
	return nil
}

// open opens a seat's layout with the key that it revealed. Whether the key is the
// layout's is checked at once, or later.
func (m *Match) open(seat engine.Seat, k *layout.Key) (engine.Layout, error) {
	if m.later.proofs == nil {
		return m.layouts[seat].Open(k)
	}
	return m.layouts[seat].OpenLater(k, m.later.proofs)
}

// atOnce bounds how many proofs and signatures are checked in one sum. More would gain little, and
// take hundreds of megabytes for the longest file.
const atOnce = 1 << 11

// Fold appends records to a new match, up to the first that it refuses. It returns the match up to
// there, how many records it took, and the *Refusal, nil if it took all. The result is the same as
// Append's for each, but the sums of many proofs and signatures are checked as one. If anything is
// wrong, it appends the records since the last correct sum one by one to find which.
func Fold(records [][]byte) (m *Match, sound int, err error) {
	f := folding{records: records, m: NewMatch(), tables: true}
	f.fold(atOnce)
	return f.m, f.sound, f.err
}

// foldAtOnce is Fold for an audit: without the tables that later records would need, and with an observer.
func foldAtOnce(records [][]byte, watch watcher) (m *Match, sound int, err error) {
	return foldInBatches(records, atOnce, watch)
}

// foldInBatches is foldAtOnce with sums of this size.
func foldInBatches(records [][]byte, size int, watch watcher) (m *Match, sound int, err error) {
	f := folding{records: records, watch: watch, m: NewMatch()}
	f.fold(size)
	return f.m, f.sound, f.err
}

// A folding appends records to a match, and checks their sums after many of them.
type folding struct {
	records [][]byte
	watch   watcher
	tables  bool // see later
	m       *Match
	sound   int   // records that m has
	err     error // why it refuses the next

	batch  *sigma.Batch // the sums of the records since first, which are not checked; nil after settle
	first  int
	before *Match // with the records before first
}

// fold appends all records, and checks sums of this size.
func (f *folding) fold(size int) {
	for !f.done() {
		f.ahead(size)
		f.settle(f.batch.Verify() == nil)
	}
}

// done reports whether nothing is left to append.
func (f *folding) done() bool { return f.err != nil || f.sound == len(f.records) }

func (f *folding) append() {
	f.watch.tell(AuditStep{Done: f.sound, Of: len(f.records)})
	if f.err = f.m.Append(f.records[f.sound]); f.err == nil {
		f.sound++
	}
}

// ahead appends records, and leaves their sums in the batch, up to this size. settle must follow.
func (f *folding) ahead(size int) {
	f.before, f.first, f.batch = f.m.Fork(), f.sound, new(sigma.Batch)
	f.m.later = later{proofs: f.batch, signatures: f.batch, tables: f.tables}
	for !f.done() && f.batch.Len() < size {
		f.append()
	}
	f.m.later = later{}
}

// settle ends what ahead has begun: right says whether all sums of the batch are 0. If not, or if a
// record was refused, it appends what is unsure again, record by record.
func (f *folding) settle(right bool) {
	again := f.sound
	if f.err != nil {
		again++
	}
	if !right {
		f.m, f.sound = f.before, f.first
	}
	f.batch, f.before, f.err = nil, nil, nil
	for f.err == nil && f.sound < again {
		f.append()
	}
}
