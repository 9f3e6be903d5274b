package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var cuts = flag.Bool("cuts", false, "measure the pause after cuts of every kind and several lengths (docs/network.md)")

const (
	cutRules = "standard,clock=off,grace=off,first=blue"
	// afterCut is how soon play must go on once the line is back, on a machine that runs other tests too. By itself it takes
	// half as long (docs/network.md).
	afterCut = 10 * time.Second
	thinking = 50 * time.Millisecond
)

// mover moves for a program at a steady pace, and notes when the match goes on.
type mover struct {
	p *program

	mu    sync.Mutex  // guards what follows
	turns int         // the most that it has told of
	lost  []time.Time // when it said that the other was not within reach
	path  string
	over  bool
}

// told is what a mover needs of a state.
type told struct {
	State *struct {
		Decision   string              `json:"decision"`
		Turns      int                 `json:"turns"`
		Moves      map[string][]string `json:"moves"`
		Result     json.RawMessage     `json:"result"`
		Connection struct {
			Online bool   `json:"online"`
			Path   string `json:"path"`
		} `json:"connection"`
	} `json:"state"`
}

// move makes random moves for a program until it ends.
func move(p *program) *mover {
	m := &mover{p: p}
	go func() {
		online, done := true, -1
		for at := 0; ; {
			over := p.over()
			p.mu.Lock()
			rest, grown := slices.Clone(p.out.Bytes()[at:]), p.grown
			p.mu.Unlock()
			end := bytes.LastIndexByte(rest, '\n') + 1
			at += end
			for line := range bytes.Lines(rest[:end]) {
				var t told
				if json.Unmarshal(line, &t) != nil || t.State == nil {
					continue
				}
				m.note(&t, online)
				online = t.State.Connection.Online
				if s := t.State; s.Decision == "move" && s.Turns > done {
					done = s.Turns
					time.AfterFunc(thinking, func() { m.choose(s.Moves) })
				}
			}
			if over {
				return
			}
			select {
			case <-grown:
			case <-p.ended:
			}
		}
	}()
	return m
}

func (m *mover) note(t *told, online bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.turns = max(m.turns, t.State.Turns)
	m.path = t.State.Connection.Path
	m.over = string(t.State.Result) != "null"
	if online && !t.State.Connection.Online {
		m.lost = append(m.lost, time.Now())
	}
}

func (m *mover) choose(moves map[string][]string) {
	for from, to := range moves { // in an order that nobody knows
		fmt.Fprintf(m.p.stdin, `{"do":"move","from":%q,"to":%q}`+"\n", from, to[rand.IntN(len(to))])
		return
	}
}

func (m *mover) now() (turns int, path string, over bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.turns, m.path, m.over
}

// flaps counts how often the other went out of reach from a moment on.
func (m *mover) flaps(from time.Time) (n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, at := range m.lost {
		if at.After(from) {
			n++
		}
	}
	return n
}

// line is two programs that play, and what can be done to the line between them.
type line struct {
	sides [2]*mover
	cut   func() // until mend
	mend  func()
}

// pause cuts a line for so long, and returns when play went on after its return, and how often a side
// lost the other once it had.
func (l *testnet) pause(x *line, length time.Duration) (pause time.Duration, flaps int) {
	l.t.Helper()
	x.until(l, 6)
	x.cut()
	time.Sleep(length)
	turns := 0
	for _, m := range x.sides {
		now, _, _ := m.now()
		turns = max(turns, now)
	}
	x.mend()
	back := time.Now()
	x.until(l, turns+1)
	pause = time.Since(back)
	went := time.Now()
	time.Sleep(5 * time.Second)
	for _, m := range x.sides {
		flaps += m.flaps(went)
	}
	return pause, flaps
}

// until waits until both sides have seen so many turns.
func (x *line) until(l *testnet, turns int) {
	l.t.Helper()
	require.Eventually(l.t, func() bool {
		for _, m := range x.sides {
			now, _, over := m.now()
			require.False(l.t, over, "the match is over")
			if now < turns {
				return false
			}
		}
		return true
	}, patience, time.Millisecond, "%s\n\n%s", tail{x.sides[0].p}, tail{x.sides[1].p})
}

// tail prints the end of what a program has printed.
type tail struct{ p *program }

func (t tail) String() string {
	text := t.p.text()
	return text[max(0, len(text)-2000):]
}

// play starts a match between two machines.
func (l *testnet) play(red, blue *machine, args ...string) *line {
	l.t.Helper()
	host := red.start("red", append([]string{"host", "--rules", cutRules, "--layout", "triangle", "--json"}, args...)...)
	invite := l.awaits(host, `"invites":\{"blue":"(djq1[a-z0-9]+)"`)
	guest := blue.start("blue", "join", invite, "--yes", "--layout", "triangle", "--json")
	return &line{sides: [2]*mover{move(host), move(guest)}}
}

// onPath waits until a match goes some way.
func (x *line) onPath(l *testnet, paths ...string) *line {
	l.t.Helper()
	require.Eventually(l.t, func() bool {
		_, a, _ := x.sides[0].now()
		_, b, _ := x.sides[1].now()
		return slices.Contains(paths, a) && slices.Contains(paths, b)
	}, patience, time.Millisecond, "%s\n\n%s", tail{x.sides[0].p}, tail{x.sides[1].p})
	return x
}

// cutters make lines of every kind.
var cutters = map[string]func(*testnet) *line{
	"direct": func(l *testnet) *line {
		red, blue := l.machine().online("11.0.0.1"), l.house(2, false)
		return blue.cutting(l.play(red, blue.inside).onPath(l, "direct"))
	},
	"direct, TCP": func(l *testnet) *line {
		red, blue := l.machine().online("11.0.0.1"), l.house(2, false)
		blue.router.sh("nft add chain ip home noudp '{ type filter hook forward priority -10 ; }' && nft add rule ip home noudp meta l4proto udp drop")
		return blue.cutting(l.play(red, blue.inside).onPath(l, "direct"))
	},
	"relay": func(l *testnet) *line {
		relay := l.relay()
		red, blue := l.house(1, true), l.house(2, true)
		return blue.cutting(l.play(red.inside, blue.inside, "--relay", relay).onPath(l, "relay"))
	},
	"relay, host cut": func(l *testnet) *line {
		relay := l.relay()
		red, blue := l.house(1, true), l.house(2, true)
		return red.cutting(l.play(red.inside, blue.inside, "--relay", relay).onPath(l, "relay"))
	},
	"punched": func(l *testnet) *line {
		relay := l.relay()
		red, blue := l.house(1, false), l.house(2, false)
		return blue.cutting(l.play(red.inside, blue.inside, "--relay", relay).onPath(l, "punched", "direct"))
	},
	"punched, new address": func(l *testnet) *line {
		relay := l.relay()
		red, blue := l.house(1, false), l.house(2, false)
		x := blue.cutting(l.play(red.inside, blue.inside, "--relay", relay).onPath(l, "punched", "direct"))
		mend := x.mend
		x.mend = func() {
			blue.router.sh("ip addr del 11.0.0.2/24 dev wan; ip addr add 11.0.0.202/24 dev wan")
			mend()
		}
		return x
	},
	"punched, host's new address": func(l *testnet) *line {
		relay := l.relay()
		red, blue := l.house(1, false), l.house(2, false)
		x := red.cutting(l.play(red.inside, blue.inside, "--relay", relay).onPath(l, "punched", "direct"))
		mend := x.mend
		x.mend = func() {
			red.router.sh("ip addr del 11.0.0.1/24 dev wan; ip addr add 11.0.0.201/24 dev wan")
			mend()
		}
		return x
	},
	"400 ms, 10 % lost": func(l *testnet) *line {
		red, blue := l.machine(), l.machine()
		w := l.wire(red, blue, rand.Uint64())
		w.mu.Lock()
		w.delay, w.jitter, w.loss = 200*time.Millisecond, 40*time.Millisecond, 10
		w.mu.Unlock()
		x := l.play(red, blue)
		x.cut, x.mend = w.breaks, w.mend
		return x
	},
}

// cutting is a line that a house's router cuts.
func (h *house) cutting(x *line) *line {
	x.cut = func() {
		h.router.sh("nft add table ip cut; nft add chain ip cut forward '{ type filter hook forward priority -20 ; policy drop ; }'")
	}
	x.mend = func() { h.router.sh("nft delete table ip cut") }
	return x
}

// After a cut play goes on soon, and stays so.
func TestPauseAfterCut(t *testing.T) {
	trials := map[string][]time.Duration{
		"direct, TCP": {14 * time.Second}, "relay": {5 * time.Second},
		"punched, host's new address": {5 * time.Second}, "400 ms, 10 % lost": {5 * time.Second},
	}
	for kind, cutter := range cutters {
		lengths := trials[kind]
		if *cuts {
			lengths = []time.Duration{0, 5 * time.Second, 20 * time.Second, 60 * time.Second}
		}
		for _, length := range lengths {
			t.Run(fmt.Sprintf("%s/%v", kind, length), func(t *testing.T) {
				t.Parallel()
				l := newTestnet(t)
				pause, flaps := l.pause(cutter(l), length)
				t.Logf("%-28s cut %-4v pause %.1f s, %d flaps", kind, length, pause.Seconds(), flaps)
				if !*cuts {
					require.Less(t, pause, afterCut)
				}
			})
		}
	}
}
