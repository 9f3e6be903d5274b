package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
)

// The exit codes of `audit`; other commands use the ones that make sense for them.
const (
	ExitSound      = 0 // it went well; the match ended by rule and was revealed as the terms ask
	ExitCheating   = 1 // cheating is proven; `layout check`: the layout is not legal
	ExitBad        = 2 // bad usage, unreadable or altered input, or something failed here
	ExitUnfinished = 3 // sound so far, but unfinished, abandoned or not revealed
)

// Problem is an error as a person should read it: what went wrong, what to do next, and the
// exit code.
type Problem struct {
	Code int
	Err  error
	Hint string
}

func (p *Problem) Error() string { return p.Err.Error() }
func (p *Problem) Unwrap() error { return p.Err }

// WithHint says what to do next.
func (p *Problem) WithHint(hint string) *Problem {
	p.Hint = hint
	return p
}

// Wrap returns a Problem with the code ExitBad around an error from below.
func Wrap(err error) *Problem { return &Problem{Code: ExitBad, Err: err} }

// Fail returns a Problem with the code ExitBad in words of our own.
func (env *Env) Fail(text messages.Text, args ...any) *Problem {
	return Wrap(errors.New(env.T(text, args...)))
}

// FileError returns a Problem with the code ExitBad about a file.
func (env *Env) FileError(name string, err error) *Problem {
	return env.Fail(messages.ErrFile, ShownName(name), err)
}

// Report prints what went wrong on standard error and returns the exit code.
func (env *Env) Report(err error) int {
	p := Wrap(err)
	errors.As(err, &p)
	if err != nil && err.Error() != "" {
		for line := range strings.SplitSeq(strings.TrimSpace(env.Lang.Error(err)), "\n") {
			fmt.Fprintln(env.Err, env.T(messages.ErrorLine, env.Program, strings.TrimSpace(Visible(line))))
		}
	}
	if p.Hint != "" {
		for line := range strings.SplitSeq(p.Hint, "\n") {
			fmt.Fprintln(env.Err, env.T(messages.HintLine, env.Program, Visible(line)))
		}
	}
	return p.Code
}

// Visible escapes what would not be seen in a text, except the ends of lines, as JSON does:
// terminal codes and marks that turn the direction of writing. File names and what strangers
// send contain such characters.
func Visible(text string) string {
	if !strings.ContainsFunc(text, unseen) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if !unseen(r) {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.String()
}

func unseen(r rune) bool { return !unicode.IsGraphic(r) && r != '\n' }

// ShownName returns the name of a file as it may be shown: quoted where it is empty or contains
// what would not be seen as it is, such as terminal codes.
func ShownName(name string) string {
	unprintable := func(r rune) bool { return !unicode.IsPrint(r) }
	if name == "" || !utf8.ValidString(name) || strings.ContainsFunc(name, unprintable) {
		return strconv.Quote(name)
	}
	return name
}

// TypedName returns the name of a file as a person types it to a shell.
func TypedName(name string) string {
	quoted := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("/.,:=_+-", r)
	}
	if strings.ContainsFunc(name, quoted) {
		return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
	}
	return name
}
