package protocol

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Verdict is the verdict of an audit.
type Verdict uint8

const (
	Honest     Verdict = iota // ended by rule, and revealed as the terms ask
	Cheating                  // proven, by a record that convicts its signer
	Unreadable                // no transcript, or altered, or torn
	Incomplete                // sound so far, but unfinished or not revealed
)

func (v Verdict) String() string {
	if names := [...]string{"honest", "cheating", "unreadable", "incomplete"}; int(v) < len(names) {
		return names[v]
	}
	return fmt.Sprintf("verdict %d", uint8(v))
}

// Report is the outcome of an audit. The same transcript gives the same
// Report on every machine.
type Report struct {
	Verdict    Verdict
	Reason     error         // what was proven, what is missing, or why it can't be read; nil if honest
	Conviction *Conviction   // where cheating is proven; of several the one against the lowest seat
	Record     int           // index in the file of the record that convicts, or can't be read; or NoIndex
	Turn       int           // of the game that the record that convicts belongs to, from 1; 0 if that is not known
	Move       engine.Move   // made in this turn, or about to be made; the zero Move if there is none
	Claim      *engine.Event // what that record says of the game: a move, an announcement or where a flag is; otherwise nil

	// What the transcript holds, as far as it is sound.
	Bytes, Records int
	Rules          *engine.Ruleset // nil where nothing could be read
	Resolver       string
	Match          transcript.Hash      // its id; zero before all seats are taken
	Keys           [][32]byte           // the seats' signing keys, by seat; nil before that
	Host           engine.Seat          // the seat that made the Terms
	Computers      transcript.Computers // seats that the programs of others played
	Stage          Stage
	Result         engine.Result
	Plies, Clashes int
	Proofs         int             // zero-knowledge proofs verified
	Layouts        []engine.Layout // by seat; nil where not revealed
	Missing        []engine.Seat   // seats that owe a Reveal
	Convictions    []*Conviction   // all that Faults prove, by seat
	SignedOut      []SignedOutSeat // those that the others put out, by seat
	Claims         []engine.Seat   // seats that claim another's silence, which proves nothing
}

// SignedOutSeat is a seat that the others put out, and what supports their word.
type SignedOutSeat struct {
	SignedOut
	Proven       bool // a Fault convicts it
	Acknowledged bool // by its own Reveal
}

// Claimed reports whether only the word of the others supports it.
func (s SignedOutSeat) Claimed() bool { return !s.Proven && !s.Acknowledged }

// Audit verifies a transcript file from its first byte to its last, opens what was revealed, and
// replays the game to check that it agrees with these layouts. It never fails: what can't be read
// is a Report too, Unreadable.
func Audit(file []byte) *Report { return AuditWatched(file, nil) }

// AuditWatched is Audit that reports its progress to watch: first in records, then, with a resolver
// whose clashes are recomputed, in clashes. If something is found, some records are reported again.
// watch does not influence the Report; it should return at once.
func AuditWatched(file []byte, watch func(AuditStep)) *Report {
	report, _, _ := auditBy(foldAtOnce, file, watch)
	return report
}

// AuditTogether audits ordinary transcripts in less time than one by one: it checks the sums of all
// as one. If that is not 0, it checks each file's alone, so the reports are the same as Audit's.
// watch receives the progress of each by its index; it may be nil.
func AuditTogether(files [][]byte, watch func(file int, step AuditStep)) []*Report {
	return auditTogether(files, atOnce, watch)
}

// auditTogether is AuditTogether with sums of this size.
func auditTogether(files [][]byte, size int, watch func(file int, step AuditStep)) []*Report {
	reports := make([]*Report, len(files))
	var all sigma.Batch
	var waiting []func(right bool) // for files whose last sum is in all
	settle := func() {
		right := all.Verify() == nil
		for _, conclude := range waiting {
			conclude(right)
		}
		waiting, all = nil, sigma.Batch{}
	}
	for i, file := range files {
		f := &folding{m: NewMatch()}
		if watch != nil {
			f.watch = func(step AuditStep) { watch(i, step) }
		}
		if f.records, _, f.err = transcript.ParseFile(file); f.err != nil {
			reports[i] = unreadable(file, f.err)
			continue
		}
		for f.ahead(size); !f.done(); f.ahead(size) { // of a long match only the last sum waits
			f.settle(f.batch.Verify() == nil)
		}
		if all.Len()+f.batch.Len() > size {
			settle()
		}
		all.Join(f.batch)
		waiting = append(waiting, func(right bool) {
			f.settle(right || f.batch.Verify() == nil)
			f.fold(size)
			reports[i], _ = f.conclude(file)
		})
	}
	settle()
	return reports
}

// AuditEach is Audit for callers that measure or inspect each record: add must append it to m and
// return the error. AuditEach also returns m, as far as it is sound. Verifying records one by one
// takes longer than all at once.
func AuditEach(file []byte, add func(m *Match, record []byte) error) (*Report, *Match) {
	report, m, _ := auditBy(foldEach(add), file, nil)
	return report, m
}

// A folder folds the records of a file, up to the first that is refused; it is foldAtOnce, or finds the same.
type folder func(records [][]byte, watch watcher) (m *Match, sound int, err error)

// foldEach has add append each record.
func foldEach(add func(m *Match, record []byte) error) folder {
	return func(records [][]byte, _ watcher) (*Match, int, error) {
		m := NewMatch()
		for sound, raw := range records {
			if err := add(m, raw); err != nil {
				return m, sound, err
			}
		}
		return m, len(records), nil
	}
}

// AuditStep is the progress of an audit.
type AuditStep struct {
	Replay   bool // clashes are counted, not records
	Done, Of int
}

// watcher learns how far an audit has come; it may be nil.
type watcher func(AuditStep)

func (w watcher) tell(step AuditStep) {
	if w != nil {
		w(step)
	}
}

// auditBy also returns the match as far as it is sound, and the refused record, if any.
func auditBy(fold folder, file []byte, watch watcher) (report *Report, m *Match, refused []byte) {
	f := folding{watch: watch}
	if f.records, _, f.err = transcript.ParseFile(file); f.err != nil {
		return unreadable(file, f.err), NewMatch(), nil
	}
	f.m, f.sound, f.err = fold(f.records, watch)
	report, refused = f.conclude(file)
	return report, f.m, refused
}

func unreadable(file []byte, reason error) *Report {
	return &Report{Bytes: len(file), Record: NoIndex, Verdict: Unreadable, Reason: reason}
}

// conclude judges the match that the records of a file gave, and returns the refused record too, if any.
func (f *folding) conclude(file []byte) (report *Report, refused []byte) {
	report = &Report{Bytes: len(file), Record: NoIndex}
	report.describe(f.m)
	switch {
	case f.err != nil:
		report.refused(f.sound, f.err)
		refused = f.records[f.sound]
	case !bytes.Equal(f.m.File(), file):
		report.Verdict, report.Reason = Unreadable, errNotCanonical
	case f.m.Conviction() != nil:
		report.convict(f.m.Conviction())
	default:
		report.judge(f.m, f.watch)
	}
	report.locate(f.m, refused)
	return report, refused
}

// locate finds the turn and the move of the record that convicts. Two conflicting records have
// none, since neither has to be false. refused is the refused record, if any.
func (r *Report) locate(m *Match, refused []byte) {
	c := r.Conviction
	if c == nil || r.Record == NoIndex || errors.Is(c.Reason, errDouble) {
		return
	}
	ahead := 0 // turns begun: these records begin one, the others belong to the last
	switch c.Kind {
	case transcript.Move, transcript.NoMove, transcript.Pass, transcript.Flip:
		ahead = 1
	case transcript.Step, transcript.Answer, transcript.Show, transcript.Arrive, transcript.Face, transcript.Share:
	default:
		return
	}
	p := engine.Start(m.rules, m.FirstMover())
	r.Claim = claimIn(cmp.Or(string(refused), m.accused()))
	for i, e := range m.events {
		if m.sources[i] > r.Record {
			break
		}
		if e.Kind == engine.EventMove {
			r.Move = e.Move
		}
		if m.sources[i] == r.Record {
			r.Claim = &m.events[i]
			break
		}
		if p.Apply(e) != nil {
			break // its own record convicts before
		}
	}
	r.Turn = p.Ply() + ahead
	switch {
	case r.Claim != nil && r.Claim.Kind == engine.EventMove:
		r.Move = r.Claim.Move
	case ahead > 0:
		r.Move = engine.Move{}
	}
}

// accused returns the record that a Fault of the match accuses; "" if there is no Fault.
func (m *Match) accused() string {
	if fault := m.firstFault(); fault != nil {
		return string(fault.body.Records[0])
	}
	return ""
}

// claimIn reads what a record says of the game if it is a Move, an Answer or a Show, whether or not
// that can be; otherwise nil.
func claimIn(raw string) *engine.Event {
	r, err := transcript.Parse([]byte(raw))
	if err != nil || !slices.Contains([]transcript.Kind{transcript.Move, transcript.Answer, transcript.Show}, r.Kind) {
		return nil
	}
	e, ok := r.Event()
	if !ok {
		return nil
	}
	return &e
}

var (
	errNotCanonical = coded.Errorf("audit.not-canonical", "altered: the records after the end are not in their canonical order")
	errSignedOut    = coded.Errorf("audit.signed-out", "a seat was put out on the word of the others alone: nothing proves that it was silent or cheated, and it has not said so itself")
	errUnrevealed   = coded.Errorf("audit.unrevealed", "the game has ended, but not every seat has revealed its layout")
)

func (r *Report) refused(index int, err error) {
	r.Record = index
	var refusal *Refusal
	if errors.As(err, &refusal) && refusal.Provable {
		c := refusal.Conviction()
		c.Index = index // in the file
		r.convict(c)
		return
	}
	r.Verdict, r.Reason = Unreadable, coded.Errorf("audit.altered", "altered or not a match of this version: %w", err)
}

func (r *Report) convict(c *Conviction) {
	r.Verdict, r.Reason, r.Conviction, r.Record = Cheating, c.Reason, c, c.Index
}

// describe fills in what the transcript holds.
func (r *Report) describe(m *Match) {
	r.Records = len(m.chain) + len(m.Extras())
	if m.rules == nil {
		return
	}
	r.Rules, r.Resolver, r.Match, r.Stage = m.rules, m.terms.Resolver, m.id, m.Stage()
	r.Host, r.Computers = m.host, m.Computers()
	r.Result, r.Plies, r.Proofs = m.Result(), m.position.Ply(), m.proofs
	for _, e := range m.events {
		if e.Kind == engine.EventAnswer {
			r.Clashes++
		}
	}
	if m.Joined() {
		for _, seat := range m.rules.Seats() {
			r.Keys = append(r.Keys, m.keys[seat].Bytes())
		}
	}
	r.Layouts = m.layoutsOpened()
	r.Convictions = m.Convictions()
	for _, seat := range m.rules.Seats() {
		if m.Claimed(seat) {
			r.Claims = append(r.Claims, seat)
		}
		if s := m.signedOut[seat]; s != nil {
			r.SignedOut = append(r.SignedOut, SignedOutSeat{*s, m.faults[seat] != nil, m.acknowledged(seat)})
		}
	}
}

// acknowledged reports whether a seat that was put out has given its Reveal, which it does not owe.
// In open mode all have.
func (m *Match) acknowledged(seat engine.Seat) bool { return !m.rules.Open() && m.reveals[seat] != nil }

// layoutsOpened lists the layouts by seat, nil where they are not revealed.
func (m *Match) layoutsOpened() []engine.Layout { return m.opened[:m.rules.NumSeats()] }

// judge decides about a chain in which every record is sound.
func (r *Report) judge(m *Match, watch watcher) {
	if c := m.examine(watch); c != nil {
		r.convict(c)
		return
	}
	if m.Stage() != Ended {
		owed := m.Owed()
		r.Verdict, r.Reason = Incomplete, coded.Errorf("audit.unfinished", "the match is unfinished: %s", owed)
		if m.silenceClaimed() {
			r.Reason = coded.Errorf("audit.silent", "the match is unfinished: %s; its silence is claimed, which proves nothing", owed)
		}
		return
	}
	if r.Missing = m.Unrevealed(); len(r.Missing) > 0 {
		r.Verdict, r.Reason = Incomplete, errUnrevealed
		return
	}
	if slices.ContainsFunc(r.SignedOut, SignedOutSeat.Claimed) {
		r.Verdict, r.Reason = Incomplete, errSignedOut
		return
	}
	r.Verdict = Honest
}

// Finished reports whether the game is over by rule and every required layout is revealed: as in an
// honest match, and in one where a seat was put out on the word of the others and has not come
// back. No file of such a match can be more complete without that seat.
func (r *Report) Finished() bool {
	return r.Verdict == Honest || r.Verdict == Incomplete && r.Reason == errSignedOut
}

// PutOutByWord returns the seats that were put out only on the word of the others.
func (r *Report) PutOutByWord() (seats engine.SeatSet) {
	for _, s := range r.SignedOut {
		if s.Claimed() {
			seats = seats.Add(s.Seat)
		}
	}
	return seats
}

// silenceClaimed reports whether a seat claims the silence that now stops the match, and not one
// about an earlier record, which has ended.
func (m *Match) silenceClaimed() bool {
	owed := m.Owed()
	for seat, c := range m.claims {
		if c != nil && c.at == len(m.chain) && owed.awaitsOther(engine.Seat(seat)) {
			return true
		}
	}
	return false
}

// examine replays the game with the layouts that have been revealed, and
// returns what only they show, if it convicts anyone.
func (m *Match) examine(watch watcher) *Conviction {
	if len(m.events) == 0 {
		return nil
	}
	layouts := m.layoutsOpened()
	if !slices.ContainsFunc(layouts, func(l engine.Layout) bool { return l != nil }) {
		return nil
	}
	if c := m.resolver.replay(m, layouts, watch); c != nil {
		return c
	}
	return m.shown(m.contradictions())
}

// A finding is an event that the layouts of some seats contradict, but the layouts of no fewer.
type finding struct {
	seats  engine.SeatSet
	event  int
	reason error
}

// contradictions lists the first finding of each set of seats whose layouts are revealed, in the order of the game.
func (m *Match) contradictions() (list []finding) {
	p := engine.Start(m.rules, m.FirstMover())
	for i, e := range m.events {
		if reason := contradiction(&p, e, m.layoutsOpened()); reason != nil {
			seats, alone := engine.SeatsOf(e.Seat), make([]engine.Layout, m.rules.NumSeats())
			alone[e.Seat] = m.opened[e.Seat]
			if attacker, defender, _, ok := p.Clash(); ok && contradiction(&p, e, alone) == nil {
				seats = seats.Add(attacker.Seat()).Add(defender.Seat())
			}
			if !slices.ContainsFunc(list, func(f finding) bool { return f.seats == seats }) {
				list = append(list, finding{seats, i, reason})
			}
		}
		if err := p.Apply(e); err != nil { // never: Match has applied this very event to this very position
			return append(list, finding{engine.SeatsOf(e.Seat), i, err})
		}
	}
	return list
}

// shown convicts by the first finding that the layouts revealed here show.
func (m *Match) shown(list []finding) *Conviction {
	hidden := func(seat engine.Seat) bool { return m.opened[seat] == nil }
	for _, f := range list {
		if !slices.ContainsFunc(f.seats.Seats(), hidden) {
			return m.convictAt(m.events[f.event].Seat, m.sources[f.event], f.reason)
		}
	}
	return nil
}

// convictAt convicts the seat that signed the chain's record of this index.
func (m *Match) convictAt(culprit engine.Seat, record int, reason error) *Conviction {
	return &Conviction{culprit, record, m.chain[record].kind, reason}
}

// contradiction returns what is false about an event, given the revealed layouts by seat, or nil.
// An announcement is judged if both layouts of the clash are revealed, the place of a flag by its
// owner's.
func contradiction(p *engine.Position, e engine.Event, layouts []engine.Layout) error {
	if own := layouts[e.Seat]; own != nil {
		if err := p.Refute(e, own); err != nil {
			return err
		}
	}
	if e.Kind != engine.EventAnswer && e.Kind != engine.EventShow {
		return nil
	}
	if attacker, defender, _, ok := p.Clash(); ok && (layouts[attacker.Seat()] == nil || layouts[defender.Seat()] == nil) {
		return nil
	}
	if layouts[e.Seat] != nil && p.Announce(layouts) != e {
		return errAnnounced
	}
	return nil
}

var errAnnounced = coded.Errorf("audit.announced", "the announcement does not match the pieces")
