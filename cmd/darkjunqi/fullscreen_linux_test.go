package main

import (
	"io"
	"os/exec"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// fullScreen is a darkjunqi on a terminal of its own.
type fullScreen struct {
	t *testing.T
	*program
	keys io.Writer
}

// onTerminal starts the program on the full screen.
func onTerminal(t *testing.T, data string, args ...string) *fullScreen {
	t.Helper()
	p := &fullScreen{t: t, program: &program{cmd: exec.Command("darkjunqi", args...), grown: make(chan struct{}), ended: make(chan struct{})}}
	p.cmd.Env = append(p.cmd.Environ(), "TERM=xterm-256color", "XDG_DATA_HOME="+data, "LANG=C.UTF-8", "NO_COLOR=")
	master, slave, err := openTerminal()
	require.NoError(t, err)
	p.keys = master
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = slave, slave, slave
	require.NoError(t, p.cmd.Start())
	require.NoError(t, slave.Close())
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		_, _ = io.Copy(p, master)
	}()
	go p.wait(func() { <-drained })
	t.Cleanup(p.kill)
	return p
}

// codes are what a terminal sends for keys (xterm).
var codes = map[string]string{"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "enter": "\r", "ctrl+c": "\x03"}

func (p *fullScreen) press(keys ...string) {
	for _, key := range keys {
		if code, ok := codes[key]; ok {
			key = code
		}
		_, err := io.WriteString(p.keys, key)
		require.NoError(p.t, err)
	}
}

// shows waits until something was shown behind what was waited for before.
func (p *fullScreen) shows(pattern string) (groups []string) {
	p.t.Helper()
	re := regexp.MustCompile(pattern)
	deadline := time.After(patience)
	for {
		over := p.over() // before looking at what it has shown until then
		p.mu.Lock()
		grown, text := p.grown, p.out.String()[p.seen:]
		if at := re.FindStringSubmatchIndex(text); at != nil {
			p.seen += at[1]
			p.mu.Unlock()
			return re.FindStringSubmatch(text)
		}
		p.mu.Unlock()
		if over {
			require.FailNow(p.t, "it ended without "+pattern, "%q", text)
		}
		select {
		case <-grown:
		case <-p.ended:
		case <-deadline:
			require.FailNow(p.t, "it never showed "+pattern, "%q", text)
		}
	}
}

// ends waits for the end of the program.
func (p *fullScreen) ends(code int) {
	p.t.Helper()
	select {
	case <-p.ended:
		require.Equal(p.t, code, p.program.code, p.text())
	case <-time.After(patience):
		require.FailNow(p.t, "it never ended", p.text())
	}
}

// A whole match against the computer, from the layout to the audit, by keys alone. The title
// of the window says whose turn it is.
func TestAMatchOnTheFullScreen(t *testing.T) {
	t.Parallel()
	p := onTerminal(t, t.TempDir(), "play", "--bot", "random", "--rules", "standard,first=red,clock=off,quiet-draw=6")
	p.shows(`\x1b\]2;darkjunqi: Choose your layout`)
	p.press("t", "up", "enter", "right", "enter", "z", "p")
	p.shows(`\x1b\]2;\* darkjunqi: turn 1, your move`)
	p.press("up", "up", "up", "up", "up", "enter", "up", "enter") // from the middle of the front row
	for {
		said := p.shows(`\x1b\]2;(?:\* darkjunqi: turn \d+, your move|darkjunqi: (draw|You have (?:won|lost)))`)
		if said[1] != "" {
			break
		}
		p.press("n", "enter", "n", "enter")
	}
	p.shows("the audit follows")
	p.press("q")
	p.ends(0)
	require.Regexp(t, `: honest`, p.text())
}

// Anyone who leaves is asked, and told how to go on; the terminal is left as it was.
func TestLeavingTheFullScreen(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	p := onTerminal(t, data, "host", "--loopback", "--layout", "triangle")
	invite := p.shows(`join (djq1[a-z0-9]+) --loopback`)[1]
	require.NotEmpty(t, invite)
	p.shows("Enter opens the board")
	p.press("enter")
	p.shows("Waiting for blue to join")
	p.press("ctrl+c")
	p.shows("The match is saved; darkjunqi resume")
	p.press("ctrl+c")
	p.shows(`\x1b\[\?1049l`) // the other screen is left
	p.shows("You have left")
	p.ends(3)
}
