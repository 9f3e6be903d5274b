// Package moduletypes defines what the JavaScript package returns about transcripts, certificates
// and rulesets, as JSON.
package moduletypes

import (
	"encoding/hex"
	"encoding/json"
	"errors"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// Report holds the findings of an audit. The fields mean what they do in `darkjunqi audit --json`.
type Report struct {
	Verdict string    `json:"verdict"`
	Reason  *Sentence `json:"reason,omitempty"`
	Culprit string    `json:"culprit,omitempty"`
	Record  *int      `json:"record,omitempty"`
	Match   string    `json:"match,omitempty"`
	Rules   string    `json:"rules,omitempty"` // the name of built-in rules
	Game    string    `json:"game,omitempty"`  // what other rules call themselves
	Digest  string    `json:"digest,omitempty"`
	Stage   string    `json:"stage,omitempty"`
	Bytes   int       `json:"bytes"`
	Records int       `json:"records"`
	Plies   int       `json:"plies"`
	Clashes int       `json:"clashes"`
	Proofs  int       `json:"proofs"`
	Result  *Outcome  `json:"result,omitempty"`

	Layouts map[string]string `json:"layouts,omitempty"` // by seat
	Missing []string          `json:"missing,omitempty"`
}

// Sentence is an error: a code that stays, and English.
type Sentence struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// Outcome describes how a game ended by rule. Without winners it is a draw.
type Outcome struct {
	Winners []string `json:"winners"`
	Reason  string   `json:"reason"`
}

// Finding states what a certificate proves.
type Finding struct {
	Verdict string    `json:"verdict"` // "convicts" or "convicts nobody"
	Reason  *Sentence `json:"reason"`
	Culprit string    `json:"culprit,omitempty"`
	Key     string    `json:"key,omitempty"` // the culprit's, in hex
	Record  *int      `json:"record,omitempty"`
	Match   string    `json:"match,omitempty"`
}

// Rules is a ruleset that was read.
type Rules struct {
	Short  string          `json:"short"` // the name of a built-in one; "" for others
	Name   string          `json:"name"`  // what it calls itself
	Digest string          `json:"digest"`
	Seats  []string        `json:"seats"`
	Rules  json.RawMessage `json:"rules"`
}

// Audit audits a transcript.
func Audit(file []byte) Report {
	r := protocol.Audit(file)
	out := Report{
		Verdict: r.Verdict.String(), Reason: sentence(r.Reason), Missing: names(r.Missing),
		Bytes: r.Bytes, Records: r.Records, Plies: r.Plies, Clashes: r.Clashes, Proofs: r.Proofs,
	}
	if r.Record != protocol.NoIndex {
		out.Record = &r.Record
	}
	if r.Conviction != nil {
		out.Culprit = r.Conviction.Culprit.String()
	}
	if r.Rules == nil {
		return out
	}
	rules := RulesOf(r.Rules)
	if out.Rules, out.Digest, out.Stage = rules.Short, rules.Digest, r.Stage.String(); out.Rules == "" {
		out.Game = rules.Name
	}
	out.Match = hex.EncodeToString(r.Match[:])
	if r.Result.Over {
		out.Result = &Outcome{append([]string{}, names(r.Result.Winners.Seats())...), r.Result.Reason.String()}
	}
	out.Layouts = map[string]string{}
	for seat, l := range r.Layouts {
		if l != nil {
			out.Layouts[engine.Seat(seat).String()] = r.Rules.FormatLayout(l)
		}
	}
	return out
}

// VerifyCertificate says what a certificate proves. The error says why it can't be read.
func VerifyCertificate(file []byte) (Finding, error) {
	report, err := protocol.AuditCertificate(file)
	if errors.Is(err, protocol.ErrNotConvicting) {
		return Finding{Verdict: "convicts nobody", Reason: sentence(err)}, nil
	}
	if err != nil {
		return Finding{}, err
	}
	c := report.Conviction
	out := Finding{
		Verdict: "convicts", Reason: sentence(c.Reason), Culprit: c.Culprit.String(),
		Key: hex.EncodeToString(report.Keys[c.Culprit][:]), Match: hex.EncodeToString(report.Match[:]),
	}
	if c.Index != protocol.NoIndex {
		out.Record = &c.Index
	}
	return out, nil
}

// ParseRules reads a ruleset: JSON, or the name of a built-in one.
func ParseRules(text string) (*engine.Ruleset, error) {
	if len(text) > 0 && text[0] == '{' {
		return engine.ParseRules([]byte(text))
	}
	return junqi.Rules(text)
}

// RulesOf describes a ruleset.
func RulesOf(rs *engine.Ruleset) Rules {
	digest := rs.Digest()
	short, _ := junqi.Known(rs)
	return Rules{short, rs.Name().EN, hex.EncodeToString(digest[:]), names(rs.Seats()), rs.Text()}
}

func sentence(err error) *Sentence {
	if err == nil {
		return nil
	}
	return &Sentence{coded.Code(err), err.Error()}
}

func names(seats []engine.Seat) (out []string) {
	for _, seat := range seats {
		out = append(out, seat.String())
	}
	return out
}
