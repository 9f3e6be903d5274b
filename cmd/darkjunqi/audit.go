package main

import (
	"context"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/protocol"
)

func newAudit(a *env) *cobra.Command {
	var c auditing
	cmd := &cobra.Command{
		Use:     "audit FILE|FOLDER…",
		Short:   a.t(messages.AuditShort),
		Long:    a.t(messages.AuditLong),
		Example: "  darkjunqi audit demo.djq\n  darkjunqi audit --json matches/\n  find . -name '*.djq' | darkjunqi audit --names -\n  cat *.djq | darkjunqi audit -\n  darkjunqi audit cheat.djq --certificate cheat.cert",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 && len(c.names) == 0 {
				return a.fail(messages.ErrMissingArgument, cmd.CommandPath(), "FILE").hinting(a.t(messages.HintHelp, cmd.CommandPath()+" --help"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if c.certificate != "" && !oneFile(args, c.names) {
				return a.fail(messages.ErrCertificates).hinting(a.t(messages.HintHelp, cmd.CommandPath()+" --help"))
			}
			ctx, stop := untilInterrupted(cmd.Context())
			defer stop()
			return a.audit(ctx, args, c)
		},
	}
	cmd.Flags().StringArrayVar(&c.names, "names", nil, a.t(messages.FlagNames))
	cmd.Flags().StringVar(&c.certificate, "certificate", "", a.t(messages.FlagCertificate))
	a.jsonFlag(cmd, &c.asJSON)
	return cmd
}

// auditing is how `audit` is to go about it.
type auditing struct {
	asJSON      bool
	names       []string // the files that list what to audit too, - for standard input
	certificate string   // the file for the evidence; "" for none
}

// oneFile reports whether the arguments name no more than one file.
func oneFile(args, lists []string) bool {
	if len(args) != 1 || args[0] == "-" || len(lists) > 0 {
		return false
	}
	info, err := os.Stat(args[0])
	return err != nil || !info.IsDir()
}

// audit tells of each exhibit in the order of the arguments: one alone at length, of
// several a line each, and what they come to together.
func (a *env) audit(ctx context.Context, args []string, c auditing) error {
	tally := auditTally{began: time.Now()}
	progress := a.newProgress()
	defer progress.end()
	progress.survey(ctx, args, c.names)
	var alone *auditResult // the first, while it may be the only one
	for found := range auditAll(ctx, a.exhibits(args, c.names), c.certificate != "", progress.watch) {
		tally.count(found)
		a.code = worse(a.code, exitOf(found.report.Verdict))
		err := progress.told(found, func() error {
			switch {
			case c.asJSON || c.certificate != "":
				return a.tellAudit(found, c)
			case tally.files == 1:
				alone = &found
				return nil
			case alone != nil:
				a.auditLine(*alone)
				alone = nil
			}
			a.auditLine(found)
			return nil
		})
		if err != nil {
			return err
		}
	}
	progress.end()
	return a.endAudit(tally, alone, c, ctx.Err() != nil)
}

// endAudit tells of one exhibit that was alone, and what all come to; and that the audit was
// interrupted, whatever it had found: there may have been more.
func (a *env) endAudit(tally auditTally, alone *auditResult, c auditing, interrupted bool) error {
	switch {
	case alone != nil && interrupted:
		a.auditLine(*alone)
	case alone != nil:
		if err := a.tellAudit(*alone, c); err != nil {
			return err
		}
	case !c.asJSON && tally.files != 1 && !(interrupted && tally.files == 0):
		a.auditSummary(tally)
	}
	if tally.cut != "" && !c.asJSON {
		a.say(messages.AuditCut, tally.cut)
	}
	if interrupted {
		return a.fail(messages.ErrAuditInterrupted, a.n(messages.Transcripts, tally.files))
	}
	return nil
}

// tellAudit tells of one exhibit at length, or as JSON, and keeps the evidence where that
// is asked for.
func (a *env) tellAudit(found auditResult, c auditing) error {
	line := lineOf(found)
	var failed error
	if c.certificate != "" && found.unread == nil {
		var written bool
		if written, failed = a.writeCertificate(found.name, found.file, c.certificate); written {
			line.Certificate = c.certificate
		}
	}
	switch {
	case c.asJSON:
		if err := a.printJSON(line); err != nil {
			return err
		}
	case found.unread != nil:
		a.report(a.fileError(found.name, found.unread))
	default:
		a.printReport(found.name, found.report)
		a.printKeys(found)
		if line.Certificate != "" {
			a.bullet(a.t(messages.CertificateSaved, line.Certificate, line.Certificate))
		}
	}
	return failed
}

// exitOf is the code with which a command ends for a verdict.
func exitOf(v protocol.Verdict) int {
	switch v {
	case protocol.Honest:
		return exitSound
	case protocol.Cheating:
		return exitCheating
	case protocol.Incomplete:
		return exitUnfinished
	}
	return exitBad
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

// readAndAudit judges a file too that can't be read, and says then why.
func (a *env) readAndAudit(name string) auditResult { return fileExhibit(name).audit(true, nil) }
