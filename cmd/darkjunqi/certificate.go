package main

import (
	"bytes"
	"encoding/hex"
	"errors"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

func newVerifyCertificate(a *env) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "verify-certificate FILE",
		Short:   a.t(messages.CertificateShort),
		Long:    a.t(messages.CertificateLong),
		Example: "  darkjunqi verify-certificate cheat.cert\n  darkjunqi verify-certificate --json - < cheat.cert",
		Args:    a.exactly("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			name := args[0]
			file, err := a.readFile(name)
			f := unreadable(err)
			if err == nil {
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
			p := a.fail(messages.CertificateUnreadable, name, f.err)
			if bytes.HasPrefix(file, []byte(transcript.Magic)) {
				return p.hinting(a.t(messages.HintTranscript, name))
			}
			return p.hinting(a.t(messages.HintCertificate))
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
	Verdict string      `json:"verdict"`
	Reason  *reasonJSON `json:"reason"` // what was done, or why nobody is convicted

	// Where somebody is convicted.
	Culprit string `json:"culprit,omitempty"` // a seat
	Key     string `json:"key,omitempty"`     // the culprit's Ed25519 key in hex
	Record  *int   `json:"record,omitempty"`  // index of the false record in the chain, where the evidence tells
	Kind    string `json:"kind,omitempty"`    // of that record

	Match string `json:"match,omitempty"` // match id in hex
	rulesJSON
	Digest   string `json:"digest,omitempty"` // of the rules, in hex
	Resolver string `json:"resolver,omitempty"`

	err     error           // the reason
	culprit engine.Seat     // where somebody is convicted
	rules   *engine.Ruleset // of the match
}

func unreadable(err error) finding {
	return finding{Verdict: unreadableCertificate, Reason: reasonOf(err), err: err}
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
		return finding{Verdict: idleCertificate, Reason: reasonOf(err), err: err}
	case err != nil:
		return unreadable(err)
	}
	m, err := protocol.CertificateMatch(file)
	if err != nil {
		return unreadable(err)
	}
	key, id, digest := m.Key(c.Culprit).Bytes(), m.ID(), m.Rules().Digest()
	f := finding{
		Verdict: convictingCertificate, Reason: reasonOf(c.Reason), err: c.Reason, culprit: c.Culprit, rules: m.Rules(),
		Culprit: c.Culprit.String(), Key: hex.EncodeToString(key[:]), Kind: c.Kind.String(),
		Match: hex.EncodeToString(id[:]), rulesJSON: rulesNamed(m.Rules()), Digest: hex.EncodeToString(digest[:]), Resolver: m.Terms().Resolver,
	}
	if c.Index != protocol.NoIndex {
		f.Record = &c.Index
	}
	return f
}

// printFinding says what a certificate comes to, as a stranger should read it.
func (a *env) printFinding(name string, f finding) {
	name = shownName(name)
	if f.Verdict == idleCertificate {
		a.say(messages.CertificateNobody, name)
		a.bullet(a.lang.Error(f.err))
		return
	}
	a.say(messages.CertificateConvicts, name, f.culprit)
	if f.Record != nil {
		a.bullet(a.t(messages.AuditWhere, *f.Record, f.Kind, f.err))
	} else {
		a.bullet(a.t(messages.CertificateWhat, f.err, f.Kind))
	}
	a.bullet(a.t(messages.CertificateKey, f.culprit, f.Key))
	a.bullet(a.t(messages.AuditRules, a.rulesName(f.rules), f.Resolver))
	a.bullet(a.t(messages.AuditMatch, f.Match))
}

// writeCertificate cuts the evidence out of a transcript and keeps it in a file that may be shared.
func (a *env) writeCertificate(name string, file []byte, out string) (written bool, err error) {
	certificate, err := protocol.Certify(file)
	if errors.Is(err, protocol.ErrNoCheating) {
		a.warn(messages.CertificateNone, a.t(messages.ErrNoCheating, name))
		return false, nil
	}
	if err == nil {
		err = a.writeFile(out, certificate, name)
	}
	if err != nil {
		return false, a.fail(messages.CertificateNone, err)
	}
	return true, nil
}
