// Package audit implements the commands audit and verify-certificate.
package audit

import (
	"context"
	"encoding/hex"
	"fmt"
	"os"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/datafolder"
	"github.com/darkjunqi/darkjunqi/cmd/internal/auditreport"
	"github.com/darkjunqi/darkjunqi/cmd/internal/boards"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/protocol"
)

func NewAudit(env *cli.Env) *cobra.Command {
	var c auditFlags
	cmd := &cobra.Command{
		Use:     "audit FILE|FOLDER…",
		Example: "  darkjunqi audit demo.djq\n  darkjunqi audit --json matches/\n  find . -name '*.djq' | darkjunqi audit --names -\n  cat *.djq | darkjunqi audit -\n  darkjunqi audit cheat.djq --certificate cheat.cert",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 && len(c.names) == 0 {
				return env.Usage(cmd, messages.ErrMissingArgument, cmd.CommandPath(), "FILE")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if c.certificate != "" && !oneFile(args, c.names) {
				return env.Usage(cmd, messages.ErrCertificates)
			}
			ctx, stop := cli.UntilInterrupted(cmd.Context())
			defer stop()
			return audit(ctx, env, args, c)
		},
	}
	cmd.Flags().StringArrayVar(&c.names, "names", nil, "")
	cmd.Flags().StringVar(&c.skip, "skip", "", "")
	cmd.Flags().StringVar(&c.certificate, "certificate", "", "")
	env.JSONFlag(cmd)
	cmd.ValidArgsFunction = cli.Complete(datafolder.MatchIDs)
	return cmd
}

type auditFlags struct {
	names       []string // files with more names, - for standard input
	skip        string   // file with the lines of an earlier run; "" for none
	certificate string   // file for the evidence; "" for none
}

// oneFile reports whether the arguments name at most one file.
func oneFile(args, lists []string) bool {
	if len(args) != 1 || args[0] == "-" || len(lists) > 0 {
		return false
	}
	info, err := os.Stat(args[0])
	return err != nil || !info.IsDir()
}

// audit reports on each input in the order of the arguments: in detail if it is the only one,
// otherwise a line each and a summary.
func audit(ctx context.Context, env *cli.Env, args []string, c auditFlags) error {
	known, err := skipped(c.skip)
	if err != nil {
		return err
	}
	tally := auditTally{began: time.Now()}
	progress := newProgress(env)
	defer progress.end()
	progress.survey(ctx, args, c.names)
	var alone *result // the first, as long as it may be the only one
	for found := range auditAll(ctx, known.unless(inputs(env, args, c.names)), c.certificate != "", progress.watch) {
		if found.known {
			if err := progress.told(found, func() error { return nil }); err != nil {
				return err
			}
			continue
		}
		tally.count(found)
		env.Code = worse(env.Code, auditreport.ExitCode(found.Report.Verdict))
		err := progress.told(found, func() error {
			switch {
			case env.JSON || c.certificate != "":
				return tellAudit(env, found, c)
			case tally.files == 1:
				alone = &found
				return nil
			case alone != nil:
				auditLine(env, *alone)
				alone = nil
			}
			auditLine(env, found)
			return nil
		})
		if err != nil {
			return err
		}
	}
	progress.end()
	return endAudit(env, tally, alone, c, ctx.Err() != nil)
}

// endAudit prints the report on an only input, or the summary. An interrupted audit is an error,
// whatever it found: there may have been more.
func endAudit(env *cli.Env, tally auditTally, alone *result, c auditFlags, interrupted bool) error {
	switch {
	case alone != nil && interrupted:
		auditLine(env, *alone)
	case alone != nil:
		if err := tellAudit(env, *alone, c); err != nil {
			return err
		}
	case !env.JSON && tally.files != 1 && !(interrupted && tally.files == 0):
		auditSummary(env, tally)
	}
	if tally.cut != "" && !env.JSON {
		env.Say(messages.AuditCut, tally.cut)
	}
	if interrupted {
		return env.Fail(messages.ErrAuditInterrupted, env.N(messages.Transcripts, tally.files))
	}
	return nil
}

// tellAudit reports on one input in detail or as JSON, and saves the evidence if that is asked
// for.
func tellAudit(env *cli.Env, found result, c auditFlags) error {
	line := LineOf(found)
	var failed error
	switch {
	case found.board != nil && c.certificate != "":
		env.Warn(messages.CertificateNone, env.T(messages.ErrCertificateBoard))
	case c.certificate != "" && found.unread == nil:
		var written bool
		if written, failed = writeCertificate(env, found.name, found.file, c.certificate); written {
			line.Certificate = c.certificate
		}
	}
	switch {
	case env.JSON && found.board != nil:
		if err := env.PrintJSON(boardLine(found)); err != nil {
			return err
		}
	case found.board != nil:
		if err := boards.Show(env, found.name, found.file); err != nil {
			return err
		}
	case env.JSON:
		if err := env.PrintJSON(line); err != nil {
			return err
		}
	case found.unread != nil:
		env.Report(env.FileError(found.name, found.unread))
	default:
		auditreport.Print(env, found.name, found.Report)
		for i, key := range found.Report.Keys { // all that the transcript knows about the seats' owners
			env.Bullet(env.T(messages.AuditKey, env.Lang.Seat(found.Report.Rules.Seats()[i]), hex.EncodeToString(key[:])))
		}
		if line.Certificate != "" {
			env.Bullet(env.T(messages.CertificateSaved, line.Certificate, line.Certificate))
		}
	}
	return failed
}

// worse returns the worse of two exit codes: 1, 2, 3, 0 in this order.
func worse(code, other int) int {
	switch {
	case code == 0:
		return other
	case other == 0:
		return code
	}
	return min(code, other)
}

// File audits a file. One that can't be read is unreadable, with the reason.
func File(name string) result {
	j := job{auditInput: fileInput(name), found: make(chan result, 1)}
	auditSome(j, nil, 1, true, nil)
	return <-j.found
}

// Line is the report on one file for programs.
type Line struct {
	File      string `json:"file"`
	FileBytes []byte `json:"fileBytes,omitempty"` // its bytes, if they are not UTF-8
	auditreport.JSON
	SHA256      string            `json:"sha256,omitempty"`      // of the file, in hex; "" if it could not be read
	Keys        map[string]string `json:"keys,omitempty"`        // by seat, in hex
	Unseen      bool              `json:"unseen,omitempty"`      // the rest of the stream was not audited
	Certificate string            `json:"certificate,omitempty"` // the file that was written
}

// LineOf returns a result for programs.
func LineOf(found result) Line {
	line := Line{File: found.name, JSON: auditreport.Of(found.Report), SHA256: found.sum, Keys: auditreport.KeysOf(found.Report), Unseen: found.cut}
	if !utf8.ValidString(found.name) {
		line.FileBytes = []byte(found.name)
	}
	return line
}

// boardReport is the report on a vote or the like for programs.
type boardReport struct {
	boards.JSON
	FileBytes []byte `json:"fileBytes,omitempty"` // the bytes of its name, if they are not UTF-8
	SHA256    string `json:"sha256,omitempty"`
	Unseen    bool   `json:"unseen,omitempty"`
}

func boardLine(found result) boardReport {
	line := boardReport{JSON: *found.board, SHA256: found.sum, Unseen: found.cut}
	if !utf8.ValidString(found.name) {
		line.FileBytes = []byte(found.name)
	}
	return line
}

// auditLine prints the line about one file of many.
func auditLine(env *cli.Env, found result) {
	if b := found.board; b != nil {
		name, records := cli.ShownName(found.name), env.N(messages.Records, b.Records)
		switch found.Report.Verdict {
		case protocol.Honest:
			env.Say(messages.AuditBoardHonest, name, b.Board, records)
		case protocol.Incomplete:
			env.Say(messages.AuditBoardIncomplete, name, b.Board, records)
		case protocol.Cheating:
			env.Say(messages.AuditBoardCheating, name, *b.Party, found.Report.Reason)
		default:
			env.Say(messages.AuditLineReason, auditreport.VerdictLine(env.Lang, found.name, found.Report), found.Report.Reason)
		}
		return
	}
	env.Under(found.Report.Rules)
	line := auditreport.VerdictLine(env.Lang, found.name, found.Report)
	if r := found.Report; r.Verdict == protocol.Honest {
		line = env.T(messages.AuditLine, line, viewmodel.Outcome(env.Lang, r.Rules, r.Result), env.N(messages.Turns, r.Plies))
	} else {
		line = env.T(messages.AuditLineReason, line, r.Reason)
	}
	fmt.Fprintln(env.Out, line)
}

// auditTally counts results.
type auditTally struct {
	began    time.Time
	files    int
	bytes    int64
	verdicts map[protocol.Verdict]int
	cut      string // the input after which the stream can't be split; "" if there is none
}

func (t *auditTally) count(found result) {
	t.files++
	t.bytes += int64(found.Report.Bytes)
	if t.verdicts == nil {
		t.verdicts = map[protocol.Verdict]int{}
	}
	t.verdicts[found.Report.Verdict]++
	if found.cut {
		t.cut = found.name
	}
}

func auditSummary(env *cli.Env, t auditTally) {
	if t.files == 0 {
		env.Say(messages.AuditNothing)
		return
	}
	took := time.Since(t.began).Seconds()
	fmt.Fprintln(env.Out)
	env.Say(messages.AuditSummary, env.N(messages.Transcripts, t.files), took, float64(t.files)/took,
		t.verdicts[protocol.Honest], t.verdicts[protocol.Cheating], t.verdicts[protocol.Incomplete], t.verdicts[protocol.Unreadable])
}

// MatchLine is the report on a match of the data folder, for programs.
type MatchLine struct {
	ID string `json:"id"`
	Line
}
