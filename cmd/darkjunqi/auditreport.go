package main

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/textboard"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// reportJSON is a report for programs. Seats are called by their names, rules by theirs.
type reportJSON struct {
	Verdict string      `json:"verdict"`
	Reason  *reasonJSON `json:"reason,omitempty"`

	// Where cheating is proven.
	Culprit string `json:"culprit,omitempty"`
	Record  *int   `json:"record,omitempty"` // index of the record that convicts, or can't be read
	Kind    string `json:"kind,omitempty"`   // of that record

	// What the transcript holds.
	Match string `json:"match,omitempty"` // match id in hex
	rulesJSON
	Digest   string       `json:"digest,omitempty"` // of the rules, in hex
	Resolver string       `json:"resolver,omitempty"`
	Stage    string       `json:"stage,omitempty"`
	Bytes    int          `json:"bytes"`
	Records  int          `json:"records"`
	Plies    int          `json:"plies"`
	Clashes  int          `json:"clashes"`
	Proofs   int          `json:"proofs"` // zero-knowledge proofs verified
	Result   *outcomeJSON `json:"result,omitempty"`

	Layouts map[string]string `json:"layouts,omitempty"` // by seat, where revealed
	Missing []string          `json:"missing,omitempty"` // seats that owe a Reveal
	Claims  []string          `json:"claims,omitempty"`  // seats that claim another's silence: claimed, never proven

	SignedOut   []signedOutJSON `json:"signedOut,omitempty"`   // whom the others put out
	Convictions []string        `json:"convictions,omitempty"` // all seats that Faults convict, if more than the culprit
}

// signedOutJSON is a seat that the others put out.
type signedOutJSON struct {
	Seat         string   `json:"seat"`
	Cause        string   `json:"cause"` // "absent" or "convicted", as they say
	By           []string `json:"by"`
	Record       int      `json:"record"`
	Proven       bool     `json:"proven"`       // a Fault convicts it
	Acknowledged bool     `json:"acknowledged"` // it has revealed, which it did not owe
}

// rulesJSON names rules so that nobody else's pass for ours, whatever they call themselves.
type rulesJSON struct {
	Rules string `json:"rules,omitempty"` // of ours what --rules takes; absent for others
	Game  string `json:"game,omitempty"`  // what others call themselves
}

func rulesNamed(rs *engine.Ruleset) rulesJSON {
	if spec, ours := junqi.Known(rs); ours {
		return rulesJSON{Rules: spec}
	}
	return rulesJSON{Game: rs.Name().EN}
}

// outcomeJSON is how a game ended by rule.
type outcomeJSON struct {
	Winners []string `json:"winners"` // none: a draw
	Reason  string   `json:"reason"`
}

// reasonJSON is an error for programs: a code that stays, and the sentence in English.
type reasonJSON struct {
	Code string `json:"code,omitempty"`
	Text string `json:"text"`
}

func reasonOf(err error) *reasonJSON {
	if err == nil {
		return nil
	}
	reason := &reasonJSON{Text: err.Error()}
	var coded interface{ Code() string }
	if errors.As(err, &coded) {
		reason.Code = coded.Code()
	}
	return reason
}

// auditJSON is the line about one file.
type auditJSON struct {
	File      string `json:"file"`
	FileBytes []byte `json:"fileBytes,omitempty"` // its bytes, where they are no UTF-8
	reportJSON
	Keys        map[string]string `json:"keys,omitempty"`        // by seat, in hex
	Unseen      bool              `json:"unseen,omitempty"`      // what stands behind it in the stream was not looked at
	Certificate string            `json:"certificate,omitempty"` // the file that was written
}

func lineOf(found auditResult) auditJSON {
	line := auditJSON{File: found.name, reportJSON: reportOf(found.report), Keys: keysOf(found.report), Unseen: found.cut}
	if !utf8.ValidString(found.name) {
		line.FileBytes = []byte(found.name)
	}
	return line
}

func reportOf(r *protocol.Report) reportJSON {
	j := reportJSON{
		Verdict: r.Verdict.String(), Reason: reasonOf(r.Reason), Resolver: r.Resolver,
		Bytes: r.Bytes, Records: r.Records, Plies: r.Plies, Clashes: r.Clashes, Proofs: r.Proofs,
		Missing: seatNames(r.Missing), Claims: seatNames(r.Claims),
	}
	if r.Record != protocol.NoIndex {
		j.Record = &r.Record
	}
	if c := r.Conviction; c != nil {
		j.Culprit, j.Kind = c.Culprit.String(), c.Kind.String()
	}
	for _, s := range r.SignedOut {
		j.SignedOut = append(j.SignedOut, signedOutJSON{s.Seat.String(), s.Cause.String(), seatNames(s.By.Seats()), s.Record, s.Proven, s.Acknowledged})
	}
	if len(r.Convictions) > 1 {
		for _, c := range r.Convictions {
			j.Convictions = append(j.Convictions, c.Culprit.String())
		}
	}
	if r.Rules == nil {
		return j
	}
	j.rulesJSON, j.Digest, j.Stage = rulesNamed(r.Rules), digestOf(r.Rules), r.Stage.String()
	if r.Match != (transcript.Hash{}) {
		j.Match = hex.EncodeToString(r.Match[:])
	}
	if r.Result.Over {
		j.Result = &outcomeJSON{Winners: seatNames(r.Result.Winners.Seats()), Reason: r.Result.Reason.String()}
	}
	for seat, l := range r.Layouts {
		if l != nil {
			if j.Layouts == nil {
				j.Layouts = map[string]string{}
			}
			j.Layouts[engine.Seat(seat).String()] = r.Rules.FormatLayout(l)
		}
	}
	return j
}

func seatNames(seats []engine.Seat) []string {
	names := make([]string, len(seats))
	for i, seat := range seats {
		names[i] = seat.String()
	}
	return names
}

// verdictLines say a verdict with the name of the file.
var verdictLines = map[protocol.Verdict]messages.Text{
	protocol.Honest:     messages.AuditHonest,
	protocol.Incomplete: messages.AuditIncomplete,
	protocol.Unreadable: messages.AuditUnreadable,
}

// verdictLine says a verdict in one sentence.
func (a *env) verdictLine(name string, r *protocol.Report) string {
	name = shownName(name)
	if r.Verdict == protocol.Cheating {
		return a.t(messages.AuditCheating, name, textboard.Seat(a.lang, r.Conviction.Culprit))
	}
	if r.Verdict == protocol.Incomplete && r.Finished() {
		return a.t(messages.AuditWord, name)
	}
	return a.t(verdictLines[r.Verdict], name)
}

// printReport says a verdict in words, and what it rests on.
func (a *env) printReport(name string, r *protocol.Report) {
	fmt.Fprintln(a.out, a.verdictLine(name, r))
	bullet := func(text messages.Text, args ...any) { a.bullet(a.t(text, args...)) }
	if c := r.Conviction; c != nil {
		bullet(messages.AuditWhere, r.Record, c.Kind, r.Reason)
		bullet(messages.AuditConvicts)
	} else if r.Reason != nil {
		bullet(messages.AuditReason, r.Reason)
	}
	if r.Result.Over {
		bullet(messages.AuditResult, viewmodel.Outcome(a.lang, r.Rules, r.Result), a.n(messages.Turns, r.Plies))
	} else if r.Rules != nil {
		bullet(messages.AuditNoResult, a.n(messages.Turns, r.Plies))
	}
	if r.Verdict == protocol.Honest || r.Verdict == protocol.Incomplete {
		bullet(messages.AuditHolds, a.n(messages.Records, r.Records), a.n(messages.Proofs, r.Proofs), kilobytes(r.Bytes))
	}
	if r.Verdict == protocol.Honest {
		text := messages.AuditNeverRevealed
		if r.Rules.RevealAtEnd() {
			text = messages.AuditReplayed
		}
		bullet(text, a.n(messages.Clashes, r.Clashes))
	}
	if r.Verdict == protocol.Incomplete && r.Finished() {
		bullet(messages.AuditWordHow, a.seatsText(seatNames(r.PutOutByWord().Seats())))
	}
	for _, seat := range r.Missing {
		bullet(messages.AuditMissing, textboard.Seat(a.lang, seat))
	}
	for _, seat := range r.Claims {
		bullet(messages.AuditClaim, textboard.Seat(a.lang, seat))
	}
	for _, s := range r.SignedOut {
		bullet(signedOutWords(s), textboard.Seat(a.lang, s.Seat), a.seatsText(seatNames(s.By.Seats())))
	}
	for seat, l := range r.Layouts {
		if l != nil {
			bullet(messages.AuditLayout, textboard.Seat(a.lang, engine.Seat(seat)), r.Rules.FormatLayout(l))
		}
	}
	if r.Rules != nil {
		bullet(messages.AuditRules, a.rulesName(r.Rules), r.Resolver)
	}
	if r.Match != (transcript.Hash{}) {
		bullet(messages.AuditMatch, hex.EncodeToString(r.Match[:]))
	}
}

// printKeys says with which keys the seats sign, which is all that the transcript knows of who
// they are.
func (a *env) printKeys(found auditResult) {
	for i, key := range found.report.Keys {
		a.bullet(a.t(messages.AuditKey, textboard.Seat(a.lang, found.report.Rules.Seats()[i]), hex.EncodeToString(key[:])))
	}
}

// keysOf are the keys with which the seats sign, by the seats' names, in hex.
func keysOf(r *protocol.Report) map[string]string {
	keys := map[string]string{}
	for i, key := range r.Keys {
		keys[r.Rules.Seats()[i].String()] = hex.EncodeToString(key[:])
	}
	return keys
}

// signedOutWords say how a seat was put out, and what stands for it.
func signedOutWords(s protocol.SignedOutSeat) messages.Text {
	switch {
	case s.Proven:
		return messages.AuditOutProven
	case s.Cause == transcript.Convicted:
		return messages.AuditOutConvicted
	case s.Acknowledged:
		return messages.AuditOutOwned
	}
	return messages.AuditOutAbsent
}

// seatsText lists seats by their names.
func (a *env) seatsText(seats []string) string {
	names := make([]string, len(seats))
	for i, name := range seats {
		names[i] = textboard.Seat(a.lang, viewmodel.SeatOf(name))
	}
	return strings.Join(names, a.t(messages.AnnSeparator))
}

// auditLine is what is said of one file among many.
func (a *env) auditLine(found auditResult) {
	line := a.verdictLine(found.name, found.report)
	switch r := found.report; {
	case r.Verdict == protocol.Honest:
		line = a.t(messages.AuditLine, line, viewmodel.Outcome(a.lang, r.Rules, r.Result), a.n(messages.Turns, r.Plies))
	default:
		line = a.t(messages.AuditLineReason, line, r.Reason)
	}
	fmt.Fprintln(a.out, line)
}

// auditTally is what many audits come to.
type auditTally struct {
	began    time.Time
	files    int
	bytes    int64
	verdicts map[protocol.Verdict]int
	cut      string // behind which the stream can't be told apart; "" if there is none
}

func (t *auditTally) count(found auditResult) {
	t.files++
	t.bytes += int64(found.report.Bytes)
	if t.verdicts == nil {
		t.verdicts = map[protocol.Verdict]int{}
	}
	t.verdicts[found.report.Verdict]++
	if found.cut {
		t.cut = found.name
	}
}

func (a *env) auditSummary(t auditTally) {
	if t.files == 0 {
		a.say(messages.AuditNothing)
		return
	}
	took := time.Since(t.began).Seconds()
	fmt.Fprintln(a.out)
	a.say(messages.AuditSummary, a.n(messages.Transcripts, t.files), took, float64(t.files)/took,
		t.verdicts[protocol.Honest], t.verdicts[protocol.Cheating], t.verdicts[protocol.Incomplete], t.verdicts[protocol.Unreadable])
}

// bullet prints one point of a list, wrapped.
func (a *env) bullet(text string) {
	mark := "-"
	for _, line := range messages.Wrap(text, min(a.width(), 100)-5) {
		fmt.Fprintf(a.out, "  %s %s\n", mark, line)
		mark = " "
	}
}

func kilobytes(n int) string { return fmt.Sprintf("%.1f kB", float64(n)/1000) }
