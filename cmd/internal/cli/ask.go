package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/muesli/cancelreader"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
)

// ReadLine reads one line from a terminal, and no more; ok is false at the end of input, or when
// ctx ends.
func ReadLine(ctx context.Context, from io.Reader) (line string, ok bool, err error) {
	in, err := cancelreader.NewReader(from)
	if err != nil { // a file, or /dev/null, which never blocks and so can't be waited for
		in, err = cancelreader.NewReader(struct{ io.Reader }{from})
	}
	if err != nil {
		return "", false, err
	}
	type result struct {
		line string
		err  error
	}
	read := make(chan result, 1)
	go func() {
		line, err := bufio.NewReader(in).ReadString('\n')
		read <- result{line, err}
	}()
	var r result
	select {
	case r = <-read:
	case <-ctx.Done():
		r.err = ctx.Err()
		if in.Cancel() {
			r = <-read
		}
	}
	return strings.TrimSpace(r.line), r.err == nil, in.Close()
}

// Confirm reads the answer to a question that was asked. It is nil for a yes; otherwise it says that
// there was no answer, or refused.
func (env *Env) Confirm(ctx context.Context, refused messages.Text) error {
	if env.Terminal != nil {
		fmt.Fprint(env.Out, "[y/N] ")
	}
	line, ok, err := ReadLine(ctx, env.In)
	switch {
	case err != nil:
		return Wrap(err)
	case !ok && line == "":
		return env.Fail(messages.ErrNoAnswer).WithHint(env.T(messages.HintYes))
	case !IsYes(line):
		return env.Fail(refused)
	}
	return nil
}

// IsYes reports whether an answer is a yes, in any language.
func IsYes(line string) bool { return messages.Answer(messages.Plain(line)) == "yes" }
