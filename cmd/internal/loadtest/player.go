// Package loadtest measures what two players notice while their host is besieged, or watched by
// many. It runs the real program for each and talks to it in JSON.
package loadtest

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// layout is legal in the rules that are played.
const layout = "63425/8.1.7/B5.69/4.B.7/3M121/MFM23"

// state holds the fields that are needed of a state in docs/json.md.
type state struct {
	Phase       string
	Decision    string
	Ply         int
	Moves       map[string][]string
	Pieces      []struct{ Seat, Node string }
	Last        *struct{ Complete bool }
	Result      json.RawMessage
	Seats       []struct{ Joined, Online bool }
	Invites     map[string]string
	WatchInvite string
	Connection  struct {
		Online bool
		Hold   string
	}
}

func (s *state) over() bool { return len(s.Result) > 0 && string(s.Result) != "null" }

// player is a program that plays a seat.
type player struct {
	cmd   *exec.Cmd
	stdin io.WriteCloser

	mu      sync.Mutex // guards what follows
	now     state
	match   string
	ended   bool
	said    strings.Builder // on standard error
	changed chan struct{}
}

// start runs the program with its own data folder.
func start(program, data string, args ...string) (*player, error) {
	p := &player{cmd: exec.Command(program, args...), changed: make(chan struct{})}
	p.cmd.Env = append(os.Environ(), "XDG_DATA_HOME="+data, "LANG=C")
	p.cmd.Stderr = writer(func(b []byte) { p.change(func() { p.said.Write(b) }) })
	var err error
	if p.stdin, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	go p.read(out)
	return p, nil
}

type writer func(b []byte)

func (w writer) Write(b []byte) (int, error) { w(b); return len(b), nil }

func (p *player) change(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f()
	close(p.changed)
	p.changed = make(chan struct{})
}

func (p *player) read(out io.Reader) {
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var line struct {
			State *state
			Table *struct{ Match string }
		}
		if json.Unmarshal(lines.Bytes(), &line) != nil {
			continue
		}
		p.change(func() {
			if line.State != nil {
				p.now = *line.State
			}
			if line.Table != nil {
				p.match = line.Table.Match
			}
		})
	}
	p.change(func() { p.ended = true })
}

// patience bounds a wait that is in vain.
const patience = 2 * time.Minute

func (p *player) until(ctx context.Context, what string, so func(*state) bool) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		p.mu.Lock()
		done, ended, changed, said := so(&p.now), p.ended, p.changed, p.said.String()
		p.mu.Unlock()
		switch {
		case done:
			return nil
		case ended:
			return fmt.Errorf("%s: the program has ended: %s", what, strings.TrimSpace(said))
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("%s: %w", what, ctx.Err())
		}
	}
}

func (p *player) state() state {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.now
}

func (p *player) do(command map[string]any) error {
	return json.NewEncoder(p.stdin).Encode(command)
}

// kill ends the program as a power cut would.
func (p *player) kill() {
	p.cmd.Process.Kill()
	p.cmd.Wait()
}

// memory returns the most that the program has held at once, in bytes; 0 where the system does
// not tell.
func (p *player) memory() int64 {
	status, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(p.cmd.Process.Pid), "status"))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kilobytes, _ := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			return kilobytes << 10
		}
	}
	return 0
}

// effort measures what a program has spent.
type effort struct {
	computed time.Duration // by all its threads
	waited   time.Duration // how long they were ready without a processor
}

func (e effort) add(other effort) effort {
	return effort{e.computed + other.computed, e.waited + other.waited}
}

func (e effort) since(before effort) effort {
	return effort{e.computed - before.computed, e.waited - before.waited}
}

// effort returns what the program has spent so far; zero where the system does not report it.
func (p *player) effort() (e effort) {
	files, _ := filepath.Glob(filepath.Join("/proc", strconv.Itoa(p.cmd.Process.Pid), "task", "*", "schedstat"))
	for _, file := range files {
		text, err := os.ReadFile(file)
		var computed, waited int64
		if err != nil {
			continue // the thread has ended
		}
		if _, err := fmt.Sscan(string(text), &computed, &waited); err == nil {
			e = e.add(effort{time.Duration(computed), time.Duration(waited)})
		}
	}
	return e
}

// choose returns a move: an attack where there is one, which takes the most, else the first
// that there is of those that turn asks for.
func (s *state) choose(turn int) (from, to string) {
	held := map[string]bool{}
	for _, p := range s.Pieces {
		held[p.Node] = true
	}
	var quiet [][2]string
	for _, from := range slices.Sorted(maps.Keys(s.Moves)) {
		for _, to := range s.Moves[from] {
			if held[to] {
				return from, to
			}
			quiet = append(quiet, [2]string{from, to})
		}
	}
	move := quiet[turn%len(quiet)]
	return move[0], move[1]
}
