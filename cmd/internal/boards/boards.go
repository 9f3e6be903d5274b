// Package boards verifies the files of votes, auctions, intersections and sums as a stranger
// does, and shows what each record holds and hides.
package boards

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/auditreport"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/compare"
	"github.com/darkjunqi/darkjunqi/protocol/intersect"
	"github.com/darkjunqi/darkjunqi/protocol/statistics"
	"github.com/darkjunqi/darkjunqi/protocol/tally"
)

// A board is one of these packages', with what is to be said of it.
type board interface {
	Append(record []byte) error
	about() About                       // what the terms are
	why(record []byte, err error) error // for people: why a record is false
	begin(env *cli.Env)                 // says what the terms are
	kinds() []messages.Text             // what is said of records, by kind
	opened(env *cli.Env)                // says what the last record has opened
	end(env *cli.Env) (any, bool)       // says the result and returns it for programs; false if there is none
}

// About describes the terms of a file.
type About struct {
	ID      [32]byte
	Parties []ed25519.PublicKey
	Command string // of the lab, that holds such sessions
}

// openers take files apart, by their first lines.
var openers = map[string]func(file []byte) (board, [][]byte, error){
	compare.Magic:    openCompare,
	tally.Magic:      openTally,
	intersect.Magic:  openIntersect,
	statistics.Magic: openStatistics,
}

// Is reports whether a file holds a board, by its first line.
func Is(file []byte) bool { return opener(file) != nil }

func opener(file []byte) func([]byte) (board, [][]byte, error) {
	for magic, open := range openers {
		if bytes.HasPrefix(file, []byte(magic)) {
			return open
		}
	}
	return nil
}

// JSON is the report on a board for programs.
type JSON struct {
	File    string              `json:"file"`
	Verdict string              `json:"verdict"` // as of a match
	Reason  *auditreport.Reason `json:"reason,omitempty"`
	Board   string              `json:"board"` // the first line without its version
	Terms   string              `json:"terms,omitempty"`
	Bytes   int                 `json:"bytes"`
	Records int                 `json:"records"`         // verified
	Party   *int                `json:"party,omitempty"` // the one proven to have cheated, from 0
	Result  any                 `json:"result,omitempty"`

	verdict protocol.Verdict
	reason  error
}

func (r *JSON) because(err error) { r.reason, r.Reason = err, auditreport.ReasonOf(err) }

func (r *JSON) judge(v protocol.Verdict) { r.verdict, r.Verdict = v, v.String() }

// Judge verifies a file that Is one, as a stranger does. The reason explains a verdict that is
// neither honest nor incomplete.
func Judge(name string, file []byte) (report *JSON, verdict protocol.Verdict, reason error) {
	silent := &cli.Env{Out: io.Discard, Lang: messages.English}
	report, _ = show(silent, name, file)
	return report, report.verdict, report.reason
}

// Terms says what the terms of a file are.
func Terms(env *cli.Env, file []byte) (about About, err error) {
	open := opener(file)
	if open == nil {
		return about, tally.ErrForeign
	}
	b, records, err := open(file)
	if err != nil {
		return about, err
	}
	if len(records) > 0 { // they would hide what follows
		return about, tally.ErrForeign
	}
	b.begin(env)
	return b.about(), nil
}

// Short is half of an id, for people to compare: to find two terms with the same half takes 2^64
// hashes.
func Short(id [32]byte) string {
	var words []string
	for i := 0; i < len(id)/2; i += 2 {
		words = append(words, hex.EncodeToString(id[i:i+2]))
	}
	return strings.Join(words, " ")
}

// Show verifies a file that Is one, and says what each record holds. The exit code is the same as for a
// transcript's verdict.
func Show(env *cli.Env, name string, file []byte) error {
	_, err := show(env, name, file)
	return err
}

func show(env *cli.Env, name string, file []byte) (*JSON, error) {
	first, _, _ := bytes.Cut(file, []byte("\n"))
	report := &JSON{File: name, Bytes: len(file), Board: strings.Fields(string(first))[1]}
	report.judge(protocol.Unreadable)
	b, records, err := opener(file)(file)
	if err != nil {
		report.because(err)
		return report, env.FileError(name, err)
	}
	id := b.about().ID
	report.Terms = hex.EncodeToString(id[:])
	b.begin(env)
	run := run{env: env, kinds: b.kinds()}
	total := 0
	for i, record := range records {
		if err := b.Append(record); err != nil {
			run.end(i)
			report.because(err)
			p := env.Fail(messages.ErrTally, i, err)
			if errors.Is(err, tally.ErrFalse) {
				party := int(record[1])
				report.judge(protocol.Cheating)
				report.Party = &party
				p = env.Fail(messages.ErrTallyFalse, i, party, b.why(record, falsehood(err)))
				p.Code = cli.ExitCheating
			}
			return report, p
		}
		total += len(record)
		report.Records++
		run.add(i, record)
		var said bytes.Buffer
		news := *env
		news.Out = &said
		if b.opened(&news); said.Len() > 0 {
			run.end(i + 1)
			_, _ = env.Out.Write(said.Bytes())
		}
	}
	run.end(len(records))
	result, done := b.end(env)
	report.judge(protocol.Honest)
	if !done {
		env.Code = cli.ExitUnfinished
		env.Say(messages.TallyUnfinished)
		report.judge(protocol.Incomplete)
	}
	report.Result = result
	env.Say(messages.TallyChecked, len(records), total)
	return report, nil
}

// plain is a board of which nothing more is to be said than why a record is false.
type plain struct{}

func (plain) why(_ []byte, err error) error { return err }

// falsehood returns why a record is false, without whose it is.
func falsehood(err error) error {
	if all, is := err.(interface{ Unwrap() []error }); is {
		if list := all.Unwrap(); len(list) > 0 {
			return list[len(list)-1]
		}
	}
	return err
}

// A run is successive records of one kind, which are shown as one line.
type run struct {
	env          *cli.Env
	kinds        []messages.Text
	kind         byte
	first, bytes int
}

func (r *run) add(i int, record []byte) {
	if record[0] != r.kind {
		r.end(i)
		r.kind = record[0]
	}
	r.bytes += len(record)
}

// end shows the run, if there is one, that ends before a record.
func (r *run) end(next int) {
	if r.first < next {
		r.env.Say(r.kinds[r.kind], r.first, r.bytes)
	}
	r.first, r.bytes = next, 0
}

func list(numbers []int) string {
	words := make([]string, len(numbers))
	for i, n := range numbers {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, ", ")
}
