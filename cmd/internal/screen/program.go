package screen

import (
	"context"
	"errors"
	"io"
	"sync"

	tea "charm.land/bubbletea/v2"
)

// Show runs a screen on a terminal until it is left, or ctx ends.
func Show(ctx context.Context, model tea.Model, in io.Reader, out io.Writer) error {
	_, err := tea.NewProgram(model, tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out), tea.WithoutSignalHandler()).Run()
	if errors.Is(err, tea.ErrProgramKilled) && ctx.Err() != nil {
		return nil
	}
	return err
}

// notices holds what other goroutines tell a screen without waiting for it.
type notices struct {
	mu   sync.Mutex
	text string
	over bool
	came chan struct{} // holds one if there is something
}

// leave puts something in.
func (b *notices) leave(text string, over bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.text += text
	b.over = b.over || over
	select {
	case b.came <- struct{}{}:
	default:
	}
}

// noticeMsg is the notices that have come.
type noticeMsg struct {
	text string
	over bool
}

// wait waits for something to be put in.
func (b *notices) wait(ctx context.Context) tea.Cmd {
	return func() tea.Msg {
		select {
		case <-b.came:
			b.mu.Lock()
			defer b.mu.Unlock()
			m := noticeMsg{b.text, b.over}
			b.text = ""
			return m
		case <-ctx.Done():
			return nil
		}
	}
}

// Tell shows lines that are about the match and not of it. It may be called by any
// goroutine, and does not wait.
func (m *Match) Tell(text string) { m.mail.leave(text, false) }

// Finish says that the match is over, and every side has all of it. It may be called by any
// goroutine, and does not wait.
func (m *Match) Finish() { m.mail.leave("", true) }
