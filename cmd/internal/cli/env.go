package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"

	"golang.org/x/term"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
)

// Env is the environment of a command: its streams, their language, and its exit code.
type Env struct {
	Program string // the name of the program
	Version string // of its release; "" for what Go knows
	In      io.Reader
	Out     io.Writer // for people
	Data    io.Writer // for programs, which read JSON
	Err     io.Writer
	Lang    messages.Lang
	Chosen  bool // Lang was chosen by --lang
	Getenv  func(string) string

	JSON       bool     // for programs: --json
	InTerminal bool     // standard input is a terminal
	Terminal   *os.File // standard output where it is a terminal, else nil
	Colour     bool     // standard output takes colours
	Code       int      // exit code of a command that ended without an error

	stdout *output
}

// NewEnv returns the Env of a program with these streams.
func NewEnv(program string, in io.Reader, out, errw io.Writer, getenv func(string) string) *Env {
	stdout := &output{w: out}
	env := &Env{
		Program: program, In: in, Out: stdout, Data: stdout, Err: errw, stdout: stdout,
		Getenv: getenv, Lang: messages.FromEnvironment(getenv), InTerminal: IsTerminal(in),
	}
	if IsTerminal(out) {
		env.Terminal = out.(*os.File)
	}
	// https://no-color.org: present and not empty, whatever its value.
	env.Colour = env.Terminal != nil && getenv("NO_COLOR") == "" && getenv("TERM") != "dumb"
	return env
}

// IsTerminal reports whether a stream is a terminal.
func IsTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// output is standard output. It remembers the first error, since few prints check theirs.
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

// ForPrograms leaves standard output to JSON. Text for people goes to standard error, without
// the line editor.
func (env *Env) ForPrograms() {
	env.Out = env.Err
	env.Terminal, env.Colour = nil, false
}

// Under has the command speak of a match with these rules, which may be nil.
func (env *Env) Under(rs *engine.Ruleset) {
	if l := env.Lang.Under(rs); l != env.Lang {
		env.Lang = l
	}
}

// T returns a text in the person's language.
func (env *Env) T(text messages.Text, args ...any) string { return text.In(env.Lang, args...) }

// N returns a number with its noun.
func (env *Env) N(noun messages.Count, n int) string { return noun.In(env.Lang, n) }

// Say prints a text on a line.
func (env *Env) Say(text messages.Text, args ...any) { fmt.Fprintln(env.Out, env.T(text, args...)) }

// Warn prints something on standard error that stops nothing.
func (env *Env) Warn(text messages.Text, args ...any) {
	fmt.Fprintf(env.Err, "%s: %s\n", env.Program, Visible(env.T(text, args...)))
}

// PrintJSON prints one object on one line.
func (env *Env) PrintJSON(v any) error {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return Wrap(err)
	}
	_, _ = io.WriteString(env.Data, Visible(text.String()))
	return nil
}

// Batch prints what f prints at once, so that a prompt below it moves only once.
func (env *Env) Batch(f func() error) error {
	out := env.Out
	var text bytes.Buffer
	env.Out = &text
	err := f()
	env.Out = out
	if text.Len() > 0 {
		_, _ = out.Write(text.Bytes())
	}
	return err
}

// Width returns the number of columns of standard output; 80 unless it is a terminal.
func (env *Env) Width() int {
	if env.Terminal != nil {
		if w, _, err := term.GetSize(int(env.Terminal.Fd())); err == nil && w > 0 {
			return w
		}
	}
	return 80
}

// Height returns the number of lines of standard output, without bound unless it is a terminal.
func (env *Env) Height() int {
	if env.Terminal != nil {
		if _, h, err := term.GetSize(int(env.Terminal.Fd())); err == nil && h > 0 {
			return h
		}
	}
	return math.MaxInt
}
