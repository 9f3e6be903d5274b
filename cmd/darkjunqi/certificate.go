package main

import (
	"bytes"
	"encoding/hex"
	"errors"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

func newVerifyCertificate(a *app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "verify-certificate FILE",
		Short:   a.t(words.CertificateShort),
		Long:    a.t(words.CertificateLong),
		Example: "  darkjunqi verify-certificate cheat.cert\n  darkjunqi verify-certificate --json - < cheat.cert",
		Args:    a.exactly("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			name := args[0]
			file, err := a.readTranscript(name)
			f := finding{Verdict: unreadableCertificate}
			if err != nil {
				f.Reason = err.Error()
			} else {
				f = judgeCertificate(file)
			}
			a.code = f.exitCode()
			if asJSON {
				return a.printJSON(struct {
					File string `json:"file"`
					finding
				}{name, f})
			}
			if f.Verdict != unreadableCertificate {
				a.printFinding(name, f)
				return nil
			}
			p := a.fail(words.CertificateUnreadable, name, a.lang.Below(f.Reason))
			if bytes.HasPrefix(file, []byte(transcript.Magic)) {
				return p.hinting(a.t(words.HintTranscript, name))
			}
			return p.hinting(a.t(words.HintCertificate))
		},
	}
	a.jsonFlag(cmd, &asJSON)
	return cmd
}

// The verdicts about a certificate.
const (
	convictingCertificate = "convicts"
	idleCertificate       = "convicts nobody"
	unreadableCertificate = "unreadable"
)

// finding is what a certificate comes to.
type finding struct {
	Verdict string `json:"verdict"`
	Reason  string `json:"reason"` // what was done, or why nobody is convicted

	// Where somebody is convicted.
	Culprit string `json:"culprit,omitempty"` // "red" or "blue"
	Key     string `json:"key,omitempty"`     // the culprit's Ed25519 key in hex
	Record  *int   `json:"record,omitempty"`  // index of the false record in the chain, where the evidence tells
	Kind    string `json:"kind,omitempty"`    // of that record

	Match    string `json:"match,omitempty"` // match id in hex
	Rules    string `json:"rules,omitempty"` // canonical
	Resolver string `json:"resolver,omitempty"`
	name     string // of the rules, as a person writes them
}

func (f *finding) exitCode() int {
	switch f.Verdict {
	case convictingCertificate:
		return 0
	case idleCertificate:
		return 1
	}
	return exitBad
}

func judgeCertificate(file []byte) finding {
	c, err := protocol.VerifyCertificate(file)
	switch {
	case errors.Is(err, protocol.ErrNotConvicting):
		return finding{Verdict: idleCertificate, Reason: err.Error()}
	case err != nil:
		return finding{Verdict: unreadableCertificate, Reason: err.Error()}
	}
	m, err := protocol.CertificateMatch(file)
	if err != nil {
		return finding{Verdict: unreadableCertificate, Reason: err.Error()}
	}
	key, id := m.Key(c.Culprit).Bytes(), m.ID()
	f := finding{
		Verdict: convictingCertificate, Reason: c.Reason,
		Culprit: c.Culprit.String(), Key: hex.EncodeToString(key[:]), Kind: c.Kind.String(),
		Match: hex.EncodeToString(id[:]), Rules: m.Rules().Canonical(), Resolver: m.Terms().Resolver, name: m.Rules().String(),
	}
	if c.Index != protocol.NoIndex {
		f.Record = &c.Index
	}
	return f
}

// printFinding says what a certificate comes to, as a stranger should read it.
func (a *app) printFinding(name string, f finding) {
	if f.Verdict == idleCertificate {
		a.say(words.CertificateNobody, name)
		a.bullet(a.lang.Below(f.Reason))
		return
	}
	seat := a.seatNamed(f.Culprit)
	a.say(words.CertificateConvicts, name, seat)
	if f.Record != nil {
		a.bullet(a.t(words.AuditWhere, *f.Record, f.Kind, a.lang.Below(f.Reason)))
	} else {
		a.bullet(a.t(words.CertificateWhat, a.lang.Below(f.Reason), f.Kind))
	}
	a.bullet(a.t(words.CertificateKey, seat, f.Key))
	a.bullet(a.t(words.AuditRules, f.name, f.Resolver))
	a.bullet(a.t(words.AuditMatch, f.Match))
}

// writeCertificate cuts the evidence out of a transcript and keeps it in a file that may be shared.
func (a *app) writeCertificate(name string, file []byte, out string) (written bool, err error) {
	certificate, err := protocol.Certify(file)
	if errors.Is(err, protocol.ErrNoCheating) {
		a.warn(words.CertificateNone, a.t(words.ErrNoCheating, name))
		return false, nil
	}
	if err == nil {
		err = a.writeFile(out, certificate, name)
	}
	if err != nil {
		return false, a.fail(words.CertificateNone, err)
	}
	return true, nil
}
