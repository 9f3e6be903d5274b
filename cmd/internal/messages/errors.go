package messages

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"syscall"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
)

// The packages below know no languages: their errors are English and have a code, by which the
// files of the other languages translate them. There, {1} is the first argument of the error. Only
// what a person can cause or must act on is translated; other errors are said in English, with
// their code.

// about is an error about a match with these rules.
type about struct {
	error
	rules *engine.Ruleset
}

func (e about) Unwrap() error { return e.error }

// About has an error said as sentences about a match with these rules are ([Lang.Under]).
func About(rs *engine.Ruleset, err error) error {
	if err == nil {
		return nil
	}
	return about{err, rs}
}

// Error says an error of any package in the language.
func (l Lang) Error(err error) string {
	if a, ok := err.(about); ok {
		return l.Under(a.rules).Error(a.error)
	}
	if l.plain() == English {
		return l.english(err)
	}
	if e, ok := err.(interface {
		Code() string
		Args() []any
	}); ok && e.Code() != "" {
		if words, known := l.catalogue().of(errorSection, e.Code()); known {
			args := l.args(e.Args())
			return fill(words, numbers[:min(len(args), len(numbers))], args)
		}
		return err.Error() + " [" + e.Code() + "]"
	}
	switch err := err.(type) {
	case *audited.Refusal:
		return l.refused(err)
	case *audited.Deviation:
		return l.deviated(err)
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var lines []string
		for _, e := range joined.Unwrap() {
			lines = append(lines, l.Error(e))
		}
		return strings.Join(lines, "\n")
	}
	if inner := errors.Unwrap(err); inner != nil && !ofSystem(err) {
		// What precedes it is a name, such as a match's, or what was to be done.
		if what, ok := strings.CutSuffix(err.Error(), inner.Error()); ok {
			if what = l.deed(strings.TrimSuffix(what, ": ")); what == "" {
				return l.Error(inner)
			}
			return errorOf.In(l, what, inner)
		}
	}
	for _, s := range systemErrors {
		if errors.Is(err, s.is) {
			words, _ := l.catalogue().of(systemSection, s.name)
			return words
		}
	}
	return err.Error()
}

// english returns an error in English, with its seats as the rules call them.
func (l Lang) english(err error) string {
	if l == English {
		return err.Error()
	}
	if e, ok := err.(*coded.Error); ok {
		return fmt.Sprintf(strings.ReplaceAll(e.Format(), "%w", "%v"), l.args(e.Args())...)
	}
	if inner := errors.Unwrap(err); inner != nil {
		if what, ok := strings.CutSuffix(err.Error(), inner.Error()); ok {
			return what + l.english(inner)
		}
	}
	return err.Error()
}

// numbers are the names of the arguments of errors.
var numbers = strings.Fields("1 2 3 4 5 6 7 8 9")

// Sentences around errors, whose English is in the packages below.
const (
	errorOf        Text = "error.of"
	clashMalformed Text = "clash.malformed"
	clashUntrue    Text = "clash.untrue"
	clashDiffers   Text = "clash.differs"
	clashDiffersAt Text = "clash.differs-at"
	cellsRow       Text = "cells.row"
	cellsRows      Text = "cells.rows"
	cellsColumns   Text = "cells.columns"
	owedBy         Text = "owed"
	owedOther      Text = "owed.other"
)

// deed says what a store was to do, if that is what an error begins with.
func (l Lang) deed(what string) string {
	for done, words := range l.catalogue().sections[storeSection] {
		if rest, ok := strings.CutPrefix(what+" ", done+" "); ok && (rest == "" || strings.Contains(words.Other, "{")) {
			return strings.TrimSpace(fill(words.Other, []string{"what"}, []any{strings.TrimSpace(rest)}))
		}
	}
	return what
}

// ofSystem reports whether an error is one of the operating system with the name of a file.
func ofSystem(err error) bool {
	switch err.(type) {
	case *fs.PathError, *os.LinkError, *os.SyscallError:
		return true
	}
	return false
}

func (l Lang) args(args []any) []any {
	said := make([]any, len(args))
	for i, arg := range args {
		said[i] = l.Arg(arg)
	}
	return said
}

// Arg says what a sentence speaks of: a seat, a name, another error. Numbers and texts stay as they
// are.
func (l Lang) Arg(arg any) any {
	switch arg := arg.(type) {
	case error:
		return strings.ReplaceAll(l.Error(arg), "\n", listSeparator.In(l))
	case string:
		if words, ok := l.catalogue().of(wordSection, arg); ok {
			return words
		}
	case coded.Name:
		return l.Name(arg.English, arg.Chinese)
	case engine.Cells:
		if l.plain() != English {
			return l.cells(arg)
		}
	case protocol.Owed:
		if l.plain() != English {
			return l.owed(arg)
		}
	case engine.Seat:
		return l.Seat(arg)
	case engine.SeatSet:
		return l.Seats(arg.Seats())
	case []engine.Seat:
		return l.Seats(arg)
	case fmt.Stringer:
		if l.plain() != English && Reasons.Has(arg.String()) {
			return Reasons.Of(arg.String()).In(l)
		}
	}
	return arg
}

// refused says what is wrong with a message of a clash.
func (l Lang) refused(r *audited.Refusal) string {
	if r.Public {
		return clashMalformed.In(l, l.step(r.Step), r.Reason)
	}
	return clashUntrue.In(l, l.step(r.Step), r.Reason)
}

// deviated says where a message of a clash is not what it should be.
func (l Lang) deviated(d *audited.Deviation) string {
	if d.Reason != nil {
		return clashDiffers.In(l, l.step(d.Step), d.Reason)
	}
	return clashDiffersAt.In(l, l.step(d.Step))
}

// step names a message of a clash that is audited.
func (l Lang) step(s tape.Step) string {
	return map[tape.Step]Text{tape.Offer: "clash.offer", tape.Request: "clash.request", tape.Reply: "clash.reply", tape.Answer: "clash.answer"}[s].In(l)
}

// cells names cells of layouts.
func (l Lang) cells(c engine.Cells) string {
	var parts []string
	for _, r := range c {
		part := cellsRow.In(l, r.First)
		if r.Last > r.First {
			part = cellsRows.In(l, r.First, r.Last)
		}
		if r.Columns != nil {
			var columns []string
			for _, n := range r.Columns {
				columns = append(columns, strconv.Itoa(n))
			}
			part += cellsColumns.In(l, l.List(columns))
		}
		parts = append(parts, part)
	}
	return l.List(parts)
}

// owed says what a match waits for: of each seat, the first record that it owes.
func (l Lang) owed(list protocol.Owed) string {
	waits := make([]string, len(list))
	for i, d := range list {
		what := Text("owed." + strings.ToLower(d.Kinds[0].String())).In(l)
		if what == "" {
			what = owedOther.In(l, d.Kinds[0])
		}
		waits[i] = owedBy.In(l, d.Seat, what)
	}
	return l.List(waits)
}

// Seat returns the name of a seat.
func (l Lang) Seat(seat engine.Seat) string {
	switch {
	case seat >= engine.MaxSeats:
		return seat.String()
	case seat == engine.Blue && l&callsBlack != 0:
		return black.In(l)
	}
	return seats[seat].In(l)
}

// Seats lists seats as a sentence does.
func (l Lang) Seats(list []engine.Seat) string {
	names := make([]string, len(list))
	for i, seat := range list {
		names[i] = l.Seat(seat)
	}
	if n := len(names); n > 1 {
		return l.List(names[:n-1]) + lastSeparator.In(l) + names[n-1]
	}
	return strings.Join(names, "")
}

// List joins what a sentence lists.
func (l Lang) List(items []string) string { return strings.Join(items, listSeparator.In(l)) }

const (
	listSeparator Text = "list.separator"
	lastSeparator Text = "list.last"
)

// systemErrors are the errors of Go and the operating system.
var systemErrors = []struct {
	is   error
	name string
}{
	{fs.ErrNotExist, "not-exist"},
	{fs.ErrPermission, "permission"},
	{fs.ErrExist, "exist"},
	{fs.ErrClosed, "closed"},
	{syscall.EISDIR, "is-directory"},
	{syscall.ENOTDIR, "not-directory"},
	{syscall.ENOSPC, "disk-full"},
	{syscall.EROFS, "read-only"},
	{syscall.EADDRINUSE, "address-in-use"},
}

// Cheat describes a way to cheat; the English description is in package adversary.
func (l Lang) Cheat(name, english string) string {
	if words, ok := l.catalogue().of(cheatSection, name); ok {
		return words
	}
	return english
}
