package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/table"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
)

func newAudit(a *app) *cobra.Command {
	var asJSON bool
	var out string
	cmd := &cobra.Command{
		Use:     "audit FILE…",
		Short:   a.t(words.AuditShort),
		Long:    a.t(words.AuditLong),
		Example: "  darkjunqi audit demo.djq\n  darkjunqi audit --json *.djq\n  darkjunqi audit - < demo.djq\n  darkjunqi audit cheat.djq --certificate cheat.cert",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return a.fail(words.ErrMissingArgument, cmd.CommandPath(), "FILE").hinting(a.t(words.HintHelp, cmd.CommandPath()+" --help"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			certify := cmd.Flags().Changed("certificate")
			if certify && len(args) > 1 {
				return a.fail(words.ErrCertificates, len(args)).hinting(a.t(words.HintHelp, cmd.CommandPath()+" --help"))
			}
			for i, name := range args {
				file, report, unread := a.readAndAudit(name)
				a.code = worse(a.code, report.Verdict.ExitCode())
				line := auditLine{File: name, Report: report}
				var failed error
				if certify && unread == nil {
					var written bool
					if written, failed = a.writeCertificate(name, file, out); written {
						line.Certificate = out
					}
				}
				if asJSON {
					if err := a.printJSON(line); err != nil {
						return err
					}
					if failed != nil {
						return failed
					}
					continue
				}
				if unread != nil {
					a.report(wrong(fmt.Errorf("%s: %w", name, unread)))
					continue
				}
				if i > 0 {
					fmt.Fprintln(a.out)
				}
				a.printReport(name, report)
				if line.Certificate != "" {
					a.bullet(a.t(words.CertificateSaved, out, out))
				}
				if failed != nil {
					return failed
				}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&out, "certificate", "", a.t(words.FlagCertificate))
	a.jsonFlag(cmd, &asJSON)
	return cmd
}

// auditLine is the report about one file.
type auditLine struct {
	File string `json:"file"`
	*protocol.Report
	Certificate string `json:"certificate,omitempty"` // the file that was written
}

// worse is the worst of two exit codes: 1, 2, 3, 0 in this order.
func worse(code, other int) int {
	switch {
	case code == 0:
		return other
	case other == 0:
		return code
	}
	return min(code, other)
}

// maxTranscript is more than any match takes: a long one is below a mebibyte.
const maxTranscript = 64 << 20

// readTranscript reads a file, or standard input for "-". The error leaves the name of the file to whoever says it.
func (a *app) readTranscript(name string) ([]byte, error) {
	r := a.in
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, pathless(err)
		}
		defer f.Close()
		r = f
	}
	file, err := io.ReadAll(io.LimitReader(r, maxTranscript+1))
	if err != nil {
		return nil, pathless(err)
	}
	if len(file) > maxTranscript {
		return nil, fmt.Errorf("larger than any transcript (%d MiB)", maxTranscript>>20)
	}
	return file, nil
}

func (a *app) auditFile(name string) *protocol.Report {
	_, report, _ := a.readAndAudit(name)
	return report
}

// readAndAudit judges a file too that can't be read, and says then why.
func (a *app) readAndAudit(name string) (file []byte, report *protocol.Report, unread error) {
	file, err := a.readTranscript(name)
	if err != nil {
		return nil, &protocol.Report{Verdict: protocol.Unreadable, Reason: err.Error()}, err
	}
	return file, protocol.Audit(file), nil
}

// printReport says a verdict in words, and what it rests on.
func (a *app) printReport(name string, r *protocol.Report) {
	switch r.Verdict {
	case protocol.Honest:
		a.say(words.AuditHonest, name)
	case protocol.Cheating:
		a.say(words.AuditCheating, name, a.seatNamed(r.Culprit))
	case protocol.Incomplete:
		a.say(words.AuditIncomplete, name)
	default:
		a.say(words.AuditUnreadable, name)
	}
	bullet := func(text words.Text, args ...any) { a.bullet(a.t(text, args...)) }
	if r.Verdict == protocol.Cheating {
		bullet(words.AuditWhere, *r.Record, r.Kind, a.lang.Below(r.Reason))
		bullet(words.AuditConvicts)
	} else if r.Reason != "" {
		bullet(words.AuditReason, a.lang.Below(r.Reason))
	}
	if r.Result != nil {
		bullet(words.AuditResult, a.outcome(r.Result), a.n(words.Turns, r.Plies))
	} else if r.Stage != "" {
		bullet(words.AuditNoResult, a.n(words.Turns, r.Plies))
	}
	if r.Verdict == protocol.Honest || r.Verdict == protocol.Incomplete {
		bullet(words.AuditHolds, a.n(words.Records, r.Records), a.n(words.Proofs, r.Proofs), kilobytes(r.Bytes))
	}
	if r.Verdict == protocol.Honest {
		if len(r.Layouts) == 2 {
			bullet(words.AuditReplayed, a.n(words.Clashes, r.Clashes))
		} else {
			bullet(words.AuditNeverRevealed, a.n(words.Clashes, r.Clashes))
		}
	}
	for _, seat := range r.Missing {
		bullet(words.AuditMissing, a.seatNamed(seat))
	}
	for _, seat := range r.Claims {
		bullet(words.AuditClaim, a.seatNamed(seat))
	}
	for _, seat := range []engine.Seat{engine.Red, engine.Blue} {
		if l, ok := r.Layouts[seat.String()]; ok {
			bullet(words.AuditLayout, table.Seat(a.lang, seat), l)
		}
	}
	if rs, err := engine.ParseCanonical(r.Rules); err == nil {
		bullet(words.AuditRules, rs.String(), r.Resolver)
	}
	if r.Match != "" {
		bullet(words.AuditMatch, r.Match)
	}
}

// bullet prints one point of a list, wrapped.
func (a *app) bullet(text string) {
	mark := "-"
	for _, line := range words.Wrap(text, min(a.width(), 100)-5) {
		fmt.Fprintf(a.out, "  %s %s\n", mark, line)
		mark = " "
	}
}

// seatNamed is a seat that a report names by its English word.
func (a *app) seatNamed(name string) string {
	seat, err := engine.ParseSeat(name)
	if err != nil {
		return name
	}
	return table.Seat(a.lang, seat)
}

// outcome says the result in a report.
func (a *app) outcome(o *protocol.Outcome) string {
	reason := a.t(words.Reasons[o.Reason])
	if o.Winner == "draw" {
		return a.t(words.ResultDraw, reason)
	}
	return a.t(words.ResultWin, a.seatNamed(o.Winner), reason)
}

func kilobytes(n int) string { return fmt.Sprintf("%.1f kB", float64(n)/1000) }
