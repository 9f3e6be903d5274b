package protocol

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Verdict is what an audit finds.
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

// NumVerdicts is how many verdicts there are.
const NumVerdicts = 4

// Report is the outcome of an audit. The same transcript gives the same
// Report on every machine.
type Report struct {
	Verdict    Verdict
	Reason     error       // what was proven, what is missing, or why it can't be read; nil if honest
	Conviction *Conviction // where cheating is proven
	Record     int         // index in the file of the record that convicts, or can't be read; or NoIndex

	// What the transcript holds, as far as it is sound.
	Bytes, Records int
	Rules          *engine.Ruleset // nil where nothing could be read
	Resolver       string
	Match          transcript.Hash // its id; zero before all seats are taken
	Stage          Stage
	Result         engine.Result
	Plies, Clashes int
	Proofs         int             // zero-knowledge proofs verified
	Layouts        []engine.Layout // by seat; nil where not revealed
	Missing        []engine.Seat   // that owe a Reveal
	Claims         []engine.Seat   // that claim another's silence: claimed, never proven
}

// Audit verifies a transcript file from its first byte to its last, opens
// what was revealed, and replays the game to see that it is what these layouts
// say. It never fails: what can't be read is a Report too, Unreadable.
func Audit(file []byte) *Report {
	report, _, _ := audit(file)
	return report
}

// audit returns too the match as far as it is sound, and the record that was
// refused, if one was.
func audit(file []byte) (report *Report, m *Match, refused []byte) {
	return auditBy(foldAtOnce, file)
}

// auditBy is audit, with the records folded by Fold or by something that finds the same.
func auditBy(fold func([][]byte) (*Match, int, error), file []byte) (report *Report, m *Match, refused []byte) {
	report = &Report{Bytes: len(file), Record: NoIndex}
	records, _, err := transcript.ParseFile(file)
	if err != nil {
		report.Verdict, report.Reason = Unreadable, err
		return report, NewMatch(), nil
	}
	m, sound, err := fold(records)
	report.describe(m)
	switch {
	case err != nil:
		report.refused(sound, err)
		return report, m, records[sound]
	case !bytes.Equal(m.File(), file):
		report.Verdict, report.Reason = Unreadable, errNotCanonical
	case m.conviction != nil:
		report.convict(m.conviction)
	default:
		report.judge(m)
	}
	return report, m, nil
}

var (
	errNotCanonical = coded.Errorf("audit.not-canonical", "altered: the records after the end are not in their canonical order")
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
	r.Result, r.Plies, r.Proofs = m.Result(), m.position.Ply(), m.proofs
	for _, e := range m.events {
		if e.Kind == engine.EventAnswer {
			r.Clashes++
		}
	}
	r.Layouts = m.layoutsOpened()
	for _, seat := range m.rules.Seats() {
		if m.Claimed(seat) {
			r.Claims = append(r.Claims, seat)
		}
	}
}

// layoutsOpened lists the layouts by seat, nil where they are not revealed.
func (m *Match) layoutsOpened() []engine.Layout { return m.opened[:m.rules.NumSeats()] }

// judge decides about a chain in which every record is sound.
func (r *Report) judge(m *Match) {
	if c := m.examine(); c != nil {
		r.convict(c)
		return
	}
	if m.Stage() != Ended {
		owed := m.Owed().String()
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
	r.Verdict = Honest
}

// silenceClaimed reports whether a seat claims the silence that now stops the
// match. A claim about an earlier record is about one that has ended.
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
func (m *Match) examine() *Conviction {
	if len(m.events) == 0 {
		return nil
	}
	layouts := m.layoutsOpened()
	if !slices.ContainsFunc(layouts, func(l engine.Layout) bool { return l != nil }) {
		return nil
	}
	if c := m.resolver.replay(m, layouts); c != nil {
		return c
	}
	p := engine.Start(m.rules, m.FirstMover())
	for i, e := range m.events {
		reason := contradiction(&p, e, layouts)
		if err := p.Apply(e); err != nil && reason == nil {
			reason = err // Match applied this very event to this very position
		}
		if reason != nil {
			return m.convictAt(e.Seat, m.sources[i], reason)
		}
	}
	return nil
}

// convictAt convicts the seat that signed the chain's record of this index.
func (m *Match) convictAt(culprit engine.Seat, record int, reason error) *Conviction {
	return &Conviction{culprit, record, m.chain[record].kind, reason}
}

// contradiction says what is false about an event, given the layouts that lie
// open, by seat (nil where one does not); nil if nothing is. An announcement is judged
// where both layouts of the clash are open, the place of a flag by its owner's.
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

var errAnnounced = coded.Errorf("audit.announced", "announced what the pieces do not say")
