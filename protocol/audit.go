package protocol

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Verdict is what an audit finds.
type Verdict string

const (
	Honest     Verdict = "honest"     // ended by rule, and revealed as the terms ask
	Cheating   Verdict = "cheating"   // proven, by a record that convicts its signer
	Unreadable Verdict = "unreadable" // no transcript, or altered, or torn
	Incomplete Verdict = "incomplete" // sound so far, but unfinished or not revealed
)

// ExitCode returns the code that commands end with for this verdict: 0
// honest, 1 cheating, 2 unreadable, 3 incomplete.
func (v Verdict) ExitCode() int {
	switch v {
	case Honest:
		return 0
	case Cheating:
		return 1
	case Incomplete:
		return 3
	}
	return 2
}

// Report is the outcome of an audit. The same transcript gives the same
// Report on every machine.
type Report struct {
	Verdict Verdict `json:"verdict"`
	Reason  string  `json:"reason,omitempty"` // what was proven, what is missing, or why it can't be read

	// Where cheating is proven.
	Culprit string `json:"culprit,omitempty"` // "red" or "blue"
	Record  *int   `json:"record,omitempty"`  // index of the record that convicts, or can't be read
	Kind    string `json:"kind,omitempty"`    // of that record

	// What the transcript holds.
	Match    string   `json:"match,omitempty"` // match id in hex
	Rules    string   `json:"rules,omitempty"` // canonical
	Resolver string   `json:"resolver,omitempty"`
	Stage    string   `json:"stage,omitempty"`
	Bytes    int      `json:"bytes"`
	Records  int      `json:"records"`
	Plies    int      `json:"plies"`
	Clashes  int      `json:"clashes"`
	Proofs   int      `json:"proofs"` // zero-knowledge proofs verified
	Result   *Outcome `json:"result,omitempty"`

	Layouts map[string]string `json:"layouts,omitempty"` // by seat, where revealed
	Missing []string          `json:"missing,omitempty"` // seats that owe a Reveal
	Claims  []string          `json:"claims,omitempty"`  // seats that claim the other's silence: claimed, never proven

	conviction *Conviction
}

// Outcome is how a game ended by rule.
type Outcome struct {
	Winner string `json:"winner"` // "red", "blue" or "draw"
	Reason string `json:"reason"`
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
	report = &Report{Bytes: len(file)}
	records, _, err := transcript.ParseFile(file)
	if err != nil {
		report.Verdict, report.Reason = Unreadable, err.Error()
		return report, NewMatch(), nil
	}
	m, sound, err := foldAtOnce(records)
	report.describe(m)
	switch {
	case err != nil:
		report.refused(sound, err)
		return report, m, records[sound]
	case !bytes.Equal(m.File(), file):
		report.Verdict, report.Reason = Unreadable, "altered: the records after the end are not in their canonical order"
	case m.conviction != nil:
		report.convict(m.conviction)
	default:
		report.judge(m)
	}
	return report, m, nil
}

func (r *Report) refused(index int, err error) {
	r.Record = &index
	var refusal *Refusal
	if errors.As(err, &refusal) && refusal.Provable {
		c := refusal.Conviction()
		c.Index = index // in the file
		r.convict(c)
		return
	}
	r.Verdict, r.Reason = Unreadable, fmt.Sprintf("altered or not a match of this version: %v", err)
}

func (r *Report) convict(c *Conviction) {
	r.conviction = c
	r.Verdict, r.Reason, r.Culprit = Cheating, c.Reason, c.Culprit.String()
	r.Record, r.Kind = &c.Index, c.Kind.String()
}

// describe fills in what the transcript holds.
func (r *Report) describe(m *Match) {
	r.Records = len(m.chain) + len(m.Extras())
	if m.rules == nil {
		return
	}
	r.Rules, r.Resolver, r.Stage = m.terms.Rules, m.terms.Resolver, m.Stage().String()
	if m.id != (transcript.Hash{}) {
		r.Match = hex.EncodeToString(m.id[:])
	}
	r.Plies, r.Proofs = m.position.Ply(), m.proofs
	for _, e := range m.events {
		if e.Kind == engine.EventAnswer {
			r.Clashes++
		}
	}
	if result := m.Result(); result.Over {
		r.Result = &Outcome{Winner: "draw", Reason: result.Reason.String()}
		if !result.Draw {
			r.Result.Winner = result.Winner.String()
		}
	}
	for _, seat := range []engine.Seat{engine.Red, engine.Blue} {
		if l, ok := m.OpenedLayout(seat); ok {
			if r.Layouts == nil {
				r.Layouts = map[string]string{}
			}
			r.Layouts[seat.String()] = l.String()
		}
		if m.Claimed(seat) {
			r.Claims = append(r.Claims, seat.String())
		}
	}
}

// judge decides about a chain in which every record is sound.
func (r *Report) judge(m *Match) {
	if c := m.examine(); c != nil {
		r.convict(c)
		return
	}
	if m.Stage() != Ended {
		r.Verdict, r.Reason = Incomplete, fmt.Sprintf("the match is unfinished: %s", m.Owed())
		if m.silenceClaimed() {
			r.Reason = fmt.Sprintf("%s; its silence is claimed, which proves nothing", r.Reason)
		}
		return
	}
	for _, seat := range m.unrevealed() {
		r.Missing = append(r.Missing, seat.String())
	}
	if len(r.Missing) > 0 {
		r.Verdict, r.Reason = Incomplete, "the game has ended, but not every seat has revealed its layout"
		return
	}
	r.Verdict = Honest
}

// silenceClaimed reports whether a seat claims the silence that now stops the
// match. A claim about an earlier record is about one that has ended.
func (m *Match) silenceClaimed() bool {
	for seat, c := range m.claims {
		if c != nil && c.at == len(m.chain)-1 && m.Owed().awaits(engine.Seat(seat).Other()) {
			return true
		}
	}
	return false
}

// examine replays the game with the layouts that have been revealed, and
// returns what only they show, if it convicts anyone.
func (m *Match) examine() *Conviction {
	var layouts [2]*engine.Layout
	for seat := range layouts {
		if l, ok := m.OpenedLayout(engine.Seat(seat)); ok {
			layouts[seat] = &l
		}
	}
	if c := m.replay(layouts); c != nil || len(m.events) == 0 {
		return c
	}
	p := engine.Start(m.rules, m.FirstMover())
	for i, e := range m.events {
		reason := contradiction(&p, e, layouts)
		if err := p.Apply(e); err != nil && reason == "" {
			reason = err.Error() // Match applied this very event to this very position
		}
		if reason != "" {
			return m.convictAt(e.Seat, m.sources[i], reason)
		}
	}
	return nil
}

// convictAt convicts the seat that signed the chain's record of this index.
func (m *Match) convictAt(culprit engine.Seat, record int, reason string) *Conviction {
	return &Conviction{culprit, record, transcript.Kind(m.chain[record].raw[0]), reason}
}

// contradiction says what is false about an event, given the layouts that lie
// open (nil where one does not); "" if nothing is.
func contradiction(p *engine.Position, e engine.Event, layouts [2]*engine.Layout) string {
	if own := layouts[e.Seat]; own != nil {
		if reason := p.Refute(e, *own); reason != "" {
			return reason
		}
	}
	if e.Kind != engine.EventAnswer && e.Kind != engine.EventShow || layouts[engine.Red] == nil || layouts[engine.Blue] == nil {
		return ""
	}
	if truth := p.Announce([2]engine.Layout{*layouts[engine.Red], *layouts[engine.Blue]}); truth != e {
		return "announced what the pieces do not say"
	}
	return ""
}
