// Package auditreport presents the report of an audit: in words, as JSON, as an exit code. It also says how many
// transcripts are audited at once.
package auditreport

import (
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/darkjunqi/darkjunqi/cmd/internal/auditwords"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/rulestext"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// ExitCode returns the exit code for a verdict.
func ExitCode(v protocol.Verdict) int {
	switch v {
	case protocol.Honest:
		return cli.ExitSound
	case protocol.Cheating:
		return cli.ExitCheating
	case protocol.Incomplete:
		return cli.ExitUnfinished
	}
	return cli.ExitBad
}

// JSON is a report for programs, with the names of seats and rules.
type JSON struct {
	Verdict string  `json:"verdict"`
	Reason  *Reason `json:"reason,omitempty"`

	// Where cheating is proven.
	Culprit string `json:"culprit,omitempty"`
	Record  *int   `json:"record,omitempty"` // index of the record that convicts or is unreadable
	Kind    string `json:"kind,omitempty"`   // of that record

	// What the transcript holds.
	Match string `json:"match,omitempty"` // match id in hex
	rulestext.Identity
	Digest   string   `json:"digest,omitempty"` // of the rules, in hex
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
	Claims  []string          `json:"claims,omitempty"`  // seats that claim another's silence, which is never proven

	Computers map[string]string `json:"computers,omitempty"` // seats that the programs of others played, by seat

	SignedOut   []signedOutJSON `json:"signedOut,omitempty"`   // seats that the others removed
	Convictions []string        `json:"convictions,omitempty"` // all convicted seats, if there are several
}

// signedOutJSON is a seat that the others removed.
type signedOutJSON struct {
	Seat         string   `json:"seat"`
	Cause        string   `json:"cause"` // "absent" or "convicted", as they say
	By           []string `json:"by"`
	Record       int      `json:"record"`
	Proven       bool     `json:"proven"`       // a Fault convicts it
	Acknowledged bool     `json:"acknowledged"` // it has revealed, which it did not owe
}

// Outcome describes how a game ended by rule.
type Outcome struct {
	Winners []string `json:"winners"` // none: a draw
	Reason  string   `json:"reason"`
}

// Reason is an error for programs: a code that never changes, and the sentence in English.
type Reason struct {
	Code string `json:"code,omitempty"`
	Text string `json:"text"`
}

// ReasonOf returns an error for programs; nil if there is none.
func ReasonOf(err error) *Reason {
	if err == nil {
		return nil
	}
	reason := &Reason{Text: err.Error()}
	var coded interface{ Code() string }
	if errors.As(err, &coded) {
		reason.Code = coded.Code()
	}
	return reason
}

// Of returns a report for programs.
func Of(r *protocol.Report) JSON {
	j := JSON{
		Verdict: r.Verdict.String(), Reason: ReasonOf(r.Reason), Resolver: r.Resolver,
		Bytes: r.Bytes, Records: r.Records, Plies: r.Plies, Clashes: r.Clashes, Proofs: r.Proofs,
		Missing: viewmodel.SeatNames(r.Missing), Claims: viewmodel.SeatNames(r.Claims),
	}
	if r.Record != protocol.NoIndex {
		j.Record = &r.Record
	}
	if c := r.Conviction; c != nil {
		j.Culprit, j.Kind = c.Culprit.String(), c.Kind.String()
	}
	for _, s := range r.SignedOut {
		j.SignedOut = append(j.SignedOut, signedOutJSON{s.Seat.String(), s.Cause.String(), viewmodel.SeatNames(s.By.Seats()), s.Record, s.Proven, s.Acknowledged})
	}
	if len(r.Convictions) > 1 {
		for _, c := range r.Convictions {
			j.Convictions = append(j.Convictions, c.Culprit.String())
		}
	}
	if r.Rules == nil {
		return j
	}
	j.Identity, j.Digest, j.Stage = rulestext.Identify(r.Rules), rulestext.Digest(r.Rules), r.Stage.String()
	if r.Match != (transcript.Hash{}) {
		j.Match = hex.EncodeToString(r.Match[:])
	}
	if r.Result.Over {
		j.Result = &Outcome{Winners: viewmodel.SeatNames(r.Result.Winners.Seats()), Reason: r.Result.Reason.String()}
	}
	for seat, player := range r.Computers {
		if j.Computers == nil {
			j.Computers = map[string]string{}
		}
		j.Computers[seat.String()] = player.String()
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

// verdictLines are verdicts with the name of the file.
var verdictLines = map[protocol.Verdict]messages.Text{
	protocol.Honest:     messages.AuditHonest,
	protocol.Incomplete: messages.AuditIncomplete,
	protocol.Unreadable: messages.AuditUnreadable,
}

// VerdictLine returns a verdict in one sentence.
func VerdictLine(lang messages.Lang, name string, r *protocol.Report) string {
	name = cli.ShownName(name)
	if r.Verdict == protocol.Cheating {
		return messages.AuditCheating.In(lang, name, lang.Seat(r.Conviction.Culprit))
	}
	if r.Verdict == protocol.Incomplete && r.Finished() {
		return messages.AuditWord.In(lang, name)
	}
	return verdictLines[r.Verdict].In(lang, name)
}

// Print prints a verdict and its grounds.
func Print(env *cli.Env, name string, r *protocol.Report) {
	env.Under(r.Rules)
	fmt.Fprintln(env.Out, VerdictLine(env.Lang, name, r))
	bullet := func(text messages.Text, args ...any) { env.Bullet(env.T(text, args...)) }
	if c := r.Conviction; c != nil {
		bullet(messages.AuditWhere, r.Record, c.Kind, r.Reason)
		for _, line := range auditwords.Grounds(env.Lang, r) {
			env.Bullet(line)
		}
	} else if r.Reason != nil {
		bullet(messages.AuditReason, r.Reason)
	}
	if r.Result.Over {
		bullet(messages.AuditResult, viewmodel.Outcome(env.Lang, r.Rules, r.Result), env.N(messages.Turns, r.Plies))
	} else if r.Rules != nil {
		bullet(messages.AuditNoResult, env.N(messages.Turns, r.Plies))
	}
	if r.Verdict == protocol.Honest || r.Verdict == protocol.Incomplete {
		bullet(messages.AuditHolds, env.N(messages.Records, r.Records), env.N(messages.Proofs, r.Proofs), cli.Kilobytes(r.Bytes))
	}
	if r.Verdict == protocol.Honest && r.Rules.Deck() != nil {
		bullet(messages.AuditNeverDealt)
	} else if r.Verdict == protocol.Honest {
		text := messages.AuditNeverRevealed
		if r.Rules.RevealAtEnd() {
			text = messages.AuditReplayed
		}
		bullet(text, env.N(messages.Clashes, r.Clashes))
	}
	if r.Verdict == protocol.Incomplete && r.Finished() {
		bullet(messages.AuditWordHow, r.PutOutByWord())
	}
	for _, seat := range r.Missing {
		bullet(messages.AuditMissing, env.Lang.Seat(seat))
	}
	for _, seat := range r.Claims {
		bullet(messages.AuditClaim, env.Lang.Seat(seat))
	}
	for _, s := range r.SignedOut {
		bullet(signedOutWords(s), env.Lang.Seat(s.Seat), s.By)
	}
	for seat, l := range r.Layouts {
		if l != nil {
			bullet(messages.AuditLayout, env.Lang.Seat(engine.Seat(seat)), r.Rules.FormatLayout(l))
		}
	}
	for seat, player := range r.Computers.Each() {
		bullet(messages.AuditComputer, player, seat)
	}
	if r.Rules != nil {
		bullet(messages.AuditRules, rulestext.Name(env.Lang, r.Rules), r.Resolver)
	}
	if r.Match != (transcript.Hash{}) {
		bullet(messages.AuditMatch, hex.EncodeToString(r.Match[:]))
	}
}

// KeysOf returns the signing keys in hex, by the names of the seats.
func KeysOf(r *protocol.Report) map[string]string {
	keys := map[string]string{}
	for i, key := range r.Keys {
		keys[r.Rules.Seats()[i].String()] = hex.EncodeToString(key[:])
	}
	return keys
}

// signedOutWords says how a seat was removed, and what proves it.
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
