package play

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
)

// maxLine limits a line read from a pipe; no layout with Chinese names is as long.
const maxLine = 1 << 16

// firstPrompt is not empty: the line editor repaints only a prompt that is already on the screen.
const firstPrompt = "> "

// console reads what a person types. On a terminal it edits the line itself, so that announcements can be printed above the
// prompt while somebody types.
type console struct {
	out      io.Writer
	terminal *term.Terminal
	restore  func()
	prompt   string
	lines    chan string
	ended    chan struct{}
	closed   bool
}

// openConsole starts to read standard input. Until it is closed, output goes through it.
func openConsole(env *cli.Env, ctx context.Context) (*console, error) {
	c := &console{out: env.Out, prompt: firstPrompt, restore: func() {}, lines: make(chan string), ended: make(chan struct{})}
	inFile, _ := env.In.(*os.File)
	if env.InTerminal && env.Terminal != nil {
		state, err := term.MakeRaw(int(inFile.Fd()))
		if err != nil {
			return nil, cli.Wrap(err)
		}
		c.terminal = term.NewTerminal(struct {
			io.Reader
			io.Writer
		}{env.In, env.Out}, firstPrompt)
		c.restore = func() { _ = term.Restore(int(inFile.Fd()), state) }
		if w, h, err := term.GetSize(int(inFile.Fd())); err == nil {
			_ = c.terminal.SetSize(w, h)
		}
		plain := env.Out
		env.Out = c
		restore := c.restore
		c.restore = func() { env.Out = plain; restore() }
		go c.readTerminal(ctx)
		return c, nil
	}
	go c.readPipe(ctx, env.In)
	return c, nil
}

func (c *console) readTerminal(ctx context.Context) {
	defer close(c.ended)
	for {
		line, err := c.terminal.ReadLine()
		// A paste is a line like any other. The terminal reports Ctrl-C and Ctrl-D as the end of input.
		if err != nil && !errors.Is(err, term.ErrPasteIndicator) {
			return
		}
		select {
		case c.lines <- line:
		case <-ctx.Done():
			return
		}
	}
}

func (c *console) readPipe(ctx context.Context, in io.Reader) {
	defer close(c.ended)
	r := bufio.NewReaderSize(in, maxLine)
	for {
		line, tooLong, err := r.ReadLine()
		text := string(line)
		for tooLong && err == nil { // its end is dropped: the rest is not a move either
			_, tooLong, err = r.ReadLine()
		}
		if err != nil {
			return
		}
		select {
		case c.lines <- text:
		case <-ctx.Done():
			return
		}
	}
}

// Write prints above the prompt.
func (c *console) Write(p []byte) (int, error) {
	if c.terminal == nil {
		return c.out.Write(p)
	}
	return c.terminal.Write(p)
}

// ask shows a prompt from now on; a pipe shows none.
func (c *console) ask(prompt string) {
	if prompt = countable(prompt); c.terminal == nil || prompt == c.prompt {
		return
	}
	c.prompt = prompt
	c.terminal.SetPrompt(prompt)
	_, _ = c.terminal.Write(nil) // draws the new prompt instead of the old one
}

// countable returns a prompt for the line editor, which counts one column for each character: a wide one is followed by a
// character that takes no column.
func countable(prompt string) string {
	const zeroWidthSpace = "\u200b"
	var b strings.Builder
	for _, r := range prompt {
		b.WriteRune(r)
		if messages.Width(string(r)) == 2 {
			b.WriteString(zeroWidthSpace)
		}
	}
	return b.String()
}

// line waits for one line; ok is false at the end of input, or when ctx ends.
func (c *console) line(ctx context.Context, prompt string) (line string, ok bool) {
	c.ask(prompt)
	select {
	case line = <-c.lines:
		return line, true
	case <-c.ended:
	case <-ctx.Done():
	}
	return "", false
}

func (c *console) close() {
	if c == nil || c.closed {
		return
	}
	c.closed = true
	if c.terminal != nil {
		c.terminal.SetPrompt("")
		_, _ = c.terminal.Write(nil) // wipes the prompt away
	}
	c.restore()
}
