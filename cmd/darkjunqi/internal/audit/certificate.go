package audit

import (
	"bytes"
	"encoding/hex"
	"errors"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/matchfile"
	"github.com/darkjunqi/darkjunqi/cmd/internal/auditreport"
	"github.com/darkjunqi/darkjunqi/cmd/internal/auditwords"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/rulestext"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

func NewVerifyCertificate(env *cli.Env) *cobra.Command {
	return env.JSONFlag(&cobra.Command{
		Use:     "verify-certificate FILE",
		Example: "  darkjunqi verify-certificate cheat.cert\n  darkjunqi verify-certificate --json - < cheat.cert",
		RunE: func(cmd *cobra.Command, args []string) error {
			name := args[0]
			file, err := matchfile.Read(env, name)
			f := unreadable(err)
			if err == nil {
				f = judgeCertificate(file)
			}
			env.Code = f.exitCode()
			if env.JSON {
				return env.PrintJSON(struct {
					File string `json:"file"`
					finding
				}{name, f})
			}
			if f.Verdict != unreadableCertificate {
				printFinding(env, name, f)
				return nil
			}
			p := env.Fail(messages.CertificateUnreadable, name, f.err)
			if bytes.HasPrefix(file, []byte(transcript.Magic)) {
				return p.WithHint(env.T(messages.HintTranscript, name))
			}
			return p.WithHint(env.T(messages.HintCertificate))
		},
	})
}

// The verdicts about a certificate.
const (
	convictingCertificate = "convicts"
	idleCertificate       = "convicts nobody"
	unreadableCertificate = "unreadable"
)

// finding is the result for a certificate.
type finding struct {
	Verdict string              `json:"verdict"` // convicts, convicts nobody or unreadable: exit codes 0, 1, 2
	Reason  *auditreport.Reason `json:"reason"`  // what was done, or why nobody is convicted

	// Where somebody is convicted.
	Culprit string `json:"culprit,omitempty"` // a seat
	Key     string `json:"key,omitempty"`     // the culprit's Ed25519 key in hex
	Record  *int   `json:"record,omitempty"`  // index of the false record in the chain, if the evidence says
	Kind    string `json:"kind,omitempty"`    // of that record

	Match string `json:"match,omitempty"` // match id in hex
	rulestext.Identity
	Digest   string `json:"digest,omitempty"` // of the rules, in hex
	Resolver string `json:"resolver,omitempty"`

	err     error            // the reason
	culprit engine.Seat      // where somebody is convicted
	report  *protocol.Report // on what the certificate holds of the match
}

func unreadable(err error) finding {
	return finding{Verdict: unreadableCertificate, Reason: auditreport.ReasonOf(err), err: err}
}

func (f *finding) exitCode() int {
	switch f.Verdict {
	case convictingCertificate:
		return 0
	case idleCertificate:
		return 1
	}
	return cli.ExitBad
}

func judgeCertificate(file []byte) finding {
	report, err := protocol.AuditCertificate(file)
	switch {
	case errors.Is(err, protocol.ErrNotConvicting):
		return finding{Verdict: idleCertificate, Reason: auditreport.ReasonOf(err), err: err}
	case err != nil:
		return unreadable(err)
	}
	c, digest := report.Conviction, report.Rules.Digest()
	f := finding{
		Verdict: convictingCertificate, Reason: auditreport.ReasonOf(c.Reason), err: c.Reason, culprit: c.Culprit, report: report,
		Culprit: c.Culprit.String(), Key: hex.EncodeToString(report.Keys[c.Culprit][:]), Kind: c.Kind.String(),
		Match: hex.EncodeToString(report.Match[:]), Identity: rulestext.Identify(report.Rules), Digest: hex.EncodeToString(digest[:]), Resolver: report.Resolver,
	}
	if c.Index != protocol.NoIndex {
		f.Record = &c.Index
	}
	return f
}

// printFinding prints the result for a certificate, for readers who know nothing of the match.
func printFinding(env *cli.Env, name string, f finding) {
	name = cli.ShownName(name)
	if f.Verdict == idleCertificate {
		env.Say(messages.CertificateNobody, name)
		env.Bullet(env.Lang.Error(f.err))
		return
	}
	env.Under(f.report.Rules)
	env.Say(messages.CertificateConvicts, name, f.culprit)
	if f.Record != nil {
		env.Bullet(env.T(messages.AuditWhere, *f.Record, f.Kind, f.err))
	} else {
		env.Bullet(env.T(messages.CertificateWhat, f.err, f.Kind))
	}
	for _, line := range auditwords.Grounds(env.Lang, f.report) {
		env.Bullet(line)
	}
	env.Bullet(env.T(messages.CertificateKey, f.culprit, f.Key))
	env.Bullet(env.T(messages.AuditRules, rulestext.Name(env.Lang, f.report.Rules), f.Resolver))
	env.Bullet(env.T(messages.AuditMatch, f.Match))
}

// writeCertificate extracts the evidence from a transcript into a file that may be shared.
func writeCertificate(env *cli.Env, name string, file []byte, out string) (written bool, err error) {
	certificate, err := protocol.Certify(file)
	if errors.Is(err, protocol.ErrNoCheating) {
		env.Warn(messages.CertificateNone, env.T(messages.ErrNoCheating, name))
		return false, nil
	}
	if err == nil {
		err = env.WriteFile(out, certificate, name)
	}
	if err != nil {
		return false, env.Fail(messages.CertificateNone, err)
	}
	return true, nil
}
