package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/term"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
)

// The exit codes are those of `audit`; every other command uses the ones that make sense for it.
const (
	exitSound      = 0 // it went well; the match ended by rule and was revealed as the terms ask
	exitCheating   = 1 // cheating is proven; `layout check`: the layout is not legal
	exitBad        = 2 // bad usage, unreadable or altered input, or something that failed here
	exitUnfinished = 3 // sound so far, but unfinished, abandoned or not revealed
)

// env is what every command is given: the streams and how to speak on them.
type env struct {
	in     io.Reader
	out    io.Writer // for people
	data   io.Writer // for programs, which read JSON
	err    io.Writer
	stdout *output
	lang   messages.Lang
	asked  bool // for lang, by --lang
	getenv func(string) string

	inTerminal  bool // standard input is a terminal
	outTerminal bool // standard output is a terminal
	terminal    *os.File
	colour      bool // standard output takes colours
	code        int  // exit code of a command that ended without an error
}

func newEnv(in io.Reader, out, errw io.Writer, getenv func(string) string) *env {
	stdout := &output{w: out}
	a := &env{in: in, out: stdout, data: stdout, err: errw, stdout: stdout, getenv: getenv, lang: messages.FromEnvironment(getenv)}
	a.inTerminal = isTerminal(in)
	if a.outTerminal = isTerminal(out); a.outTerminal {
		a.terminal = out.(*os.File)
	}
	// https://no-color.org: present and not empty, whatever its value.
	a.colour = a.outTerminal && getenv("NO_COLOR") == "" && getenv("TERM") != "dumb"
	return a
}

// output is standard output. It remembers what went wrong with it: hardly any print asks.
type output struct {
	w   io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.w.Write(p)
	if err != nil && o.err == nil {
		o.err = err
	}
	return n, err
}

// forPrograms leaves standard output to JSON. What is said to a person, who may sit at the keys all the same, goes to standard
// error, without the line editor.
func (a *env) forPrograms() {
	a.out = a.err
	a.outTerminal, a.terminal, a.colour = false, nil, false
}

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// t says a text in the language of the person in front of the program.
func (a *env) t(text messages.Text, args ...any) string { return text.In(a.lang, args...) }

// n counts a noun.
func (a *env) n(noun messages.Count, n int) string { return noun.In(a.lang, n) }

func (a *env) say(text messages.Text, args ...any) { fmt.Fprintln(a.out, a.t(text, args...)) }

// width is the number of columns of standard output; 80 where it has none.
func (a *env) width() int {
	if a.terminal != nil {
		if w, _, err := term.GetSize(int(a.terminal.Fd())); err == nil && w > 0 {
			return w
		}
	}
	return 80
}

// height is the number of lines of standard output; as many as anybody wants where it is no terminal.
func (a *env) height() int {
	if a.terminal != nil {
		if _, h, err := term.GetSize(int(a.terminal.Fd())); err == nil && h > 0 {
			return h
		}
	}
	return math.MaxInt
}

// printJSON writes one object on one line.
func (a *env) printJSON(v any) error {
	var text strings.Builder
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return wrong(err)
	}
	_, _ = io.WriteString(a.data, visible(text.String()))
	return nil
}

// visible is a text in which nothing but the ends of lines is unseen: what a terminal obeys, or what turns the direction of
// writing, stands in it as JSON escapes it. Names of files have such characters, and what strangers send.
func visible(text string) string {
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

// problem is an error as a person should read it: what went wrong, what to do next, and the exit code.
type problem struct {
	code int
	err  error
	hint string
}

func (p *problem) Error() string { return p.err.Error() }
func (p *problem) Unwrap() error { return p.err }

// fail makes a problem of the code 2 out of words of our own.
func (a *env) fail(text messages.Text, args ...any) *problem {
	return &problem{code: exitBad, err: errors.New(a.t(text, args...))}
}

// fileError makes a problem of the code 2 out of what is wrong with a file.
func (a *env) fileError(name string, err error) *problem {
	return a.fail(messages.ErrFile, shownName(name), err)
}

// shownName is the name of a file as it may be shown: quoted where it is empty or holds what
// would not be seen as it is, such as codes that a terminal obeys.
func shownName(name string) string {
	if name == "" || !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(name)
	}
	return name
}

// typedName is the name of a file, or what else stands for one, as a person types it to a
// shell.
func typedName(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("/.,:=_+-", r)
	}) {
		return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
	}
	return name
}

// wrong makes a problem of the code 2 out of an error from below.
func wrong(err error) *problem { return &problem{code: exitBad, err: err} }

func (p *problem) hinting(hint string) *problem {
	p.hint = hint
	return p
}

// report says what went wrong on standard error and gives the exit code.
func (a *env) report(err error) int {
	p := &problem{code: exitBad, err: err}
	errors.As(err, &p)
	if err != nil && err.Error() != "" {
		for line := range strings.SplitSeq(strings.TrimSpace(a.lang.Error(err)), "\n") {
			fmt.Fprintln(a.err, a.t(messages.ErrorLine, strings.TrimSpace(visible(line))))
		}
	}
	if p.hint != "" {
		for line := range strings.SplitSeq(p.hint, "\n") {
			fmt.Fprintln(a.err, a.t(messages.HintLine, visible(line)))
		}
	}
	return p.code
}

// batch gathers what f prints and prints it at once, so that on a terminal the prompt below moves only once.
func (a *env) batch(f func() error) error {
	out := a.out
	var text bytes.Buffer
	a.out = &text
	err := f()
	a.out = out
	if text.Len() > 0 {
		_, _ = out.Write(text.Bytes())
	}
	return err
}

// warn says something on standard error that stops nothing.
func (a *env) warn(text messages.Text, args ...any) {
	fmt.Fprintf(a.err, "darkjunqi: %s\n", visible(a.t(text, args...)))
}
