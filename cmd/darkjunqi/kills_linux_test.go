package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var kills = flag.Int("kills", 0, "play so many matches of four and of six whose programs are killed at random moments (docs/network.md)")

// signedOut is why an audit remains incomplete.
const signedOut = `"code":"audit.signed-out"`

// killTrial is a match of several, whose programs are killed at random moments.
type killTrial struct {
	t       *testing.T
	game    string
	seats   []string
	dir     string
	program string
	invites map[string]string
	running map[string]*program
	starts  map[string][]*program
	rng     *rand.Rand
	kills   int
	relay   []string // starts it; nil without one

	houses map[string]*house // where each program is; empty: all on this machine
	pauses []time.Duration   // after cuts
}

// The programs of four and of six seats, with and without a relay, and the relay's are killed, one or several at once, at random moments.
// Every match ends, all copies are equal and honest, and nobody is convicted. Where the others have put a seat out and finished,
// it gets the rest from them later, and the audits wait for its word.
func TestKillsAmongFour(t *testing.T) { playKilled(t, "siguo", "red", "blue", "amber", "teal") }

func TestKillsAmongSix(t *testing.T) {
	playKilled(t, "liuguo", "red", "blue", "amber", "teal", "violet", "slate")
}

func playKilled(t *testing.T, game string, seats ...string) {
	if *kills == 0 {
		t.Skip("it takes its time: say -kills 30")
	}
	for n := range *kills {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			k := &killTrial{t: t, game: game, seats: seats, dir: t.TempDir(), running: map[string]*program{}, starts: map[string][]*program{}, rng: rand.New(rand.NewPCG(uint64(n), 4))}
			k.play(n%2 == 1, []int{0, 8, 20}[n/2%3])
		})
	}
}

// Beside kills, the lines of some of four are cut for a while, direct and through the relay alone. Play goes on soon after the
// line is back.
func TestKillsAndCuts(t *testing.T) {
	if *kills == 0 {
		t.Skip("it takes its time: say -kills 30")
	}
	for n := range *kills {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			l := newTestnet(t)
			k := &killTrial{t: t, game: "siguo", seats: []string{"red", "blue", "amber", "teal"}, dir: t.TempDir(), running: map[string]*program{}, starts: map[string][]*program{}, rng: rand.New(rand.NewPCG(uint64(n), 5)), houses: map[string]*house{}}
			withRelay := n%2 == 1
			for i, seat := range k.seats {
				if i == 0 && !withRelay {
					m := l.machine().online("11.0.0.1")
					k.houses[seat] = &house{m, m}
				} else {
					k.houses[seat] = l.house(i+1, withRelay)
				}
			}
			if withRelay {
				m := l.machine().online(labRelay)
				k.houses["relay"] = &house{m, m}
			}
			k.play(withRelay, []int{0, 8}[n/2%2])
		})
	}
}

// cut takes houses off the Internet for a while, and notes how long play pauses once they are back.
func (k *killTrial) cut(seats []string) {
	away := []time.Duration{0, time.Second, 4 * time.Second, 15 * time.Second}[k.rng.IntN(4)]
	for _, seat := range seats {
		k.houses[seat].router.sh("nft add table ip cut; for hook in forward input output; do nft add chain ip cut $hook \"{ type filter hook $hook priority -20 ; policy drop ; }\"; done")
	}
	time.Sleep(away)
	before := k.turns()
	for _, seat := range seats {
		k.houses[seat].router.sh("nft delete table ip cut")
	}
	k.goesOn(before, "%v cut for %v", seats, away)
}

// goesOn notes how long play pauses from now on.
func (k *killTrial) goesOn(before int, why string, args ...any) {
	back := time.Now()
	for k.turns() <= before && time.Since(back) < time.Minute {
		time.Sleep(20 * time.Millisecond)
		if k.reap(); len(k.running) < len(k.seats)+min(len(k.relay), 1) {
			return // it is over
		}
	}
	pause := time.Since(back)
	k.pauses = append(k.pauses, pause.Round(10*time.Millisecond))
	if pause > 5*time.Second {
		k.t.Errorf("%s: play went on after %v", fmt.Sprintf(why, args...), pause)
	}
}

var turnsTold = regexp.MustCompile(`"turns":([0-9]+)`)

// turns is the most turns that a program has told of.
func (k *killTrial) turns() (most int) {
	for _, p := range k.running {
		p.mu.Lock()
		text := bytes.Clone(p.out.Bytes()[max(0, p.out.Len()-100_000):])
		p.mu.Unlock()
		for _, m := range turnsTold.FindAllSubmatch(text, -1) {
			n, _ := strconv.Atoi(string(m[1]))
			most = max(most, n)
		}
	}
	return most
}

func (k *killTrial) play(withRelay bool, grace int) {
	t := k.t
	self, err := os.Executable()
	require.NoError(t, err)
	k.program = filepath.Join(k.dir, "darkjunqi")
	require.NoError(t, os.Symlink(self, k.program))
	rules := k.rules(grace)
	args := append([]string{"host", "--rules", rules, "--bot", "random", "--json"}, k.loopback()...)
	if withRelay {
		k.relay = []string{"relay", "--loopback", "--port", fmt.Sprint(20_000 + k.rng.IntN(20_000))}
		if len(k.houses) > 0 {
			k.relay = []string{"relay", "--announce", labRelay + ":4001"}
		}
		relay := k.start("relay", k.relay...)
		args = append(args, "--relay", find(t, relay, `(?m)^(djqr1[a-z0-9]+)$`)[1], "--relay-only")
	}
	host := k.start("red", args...)
	invites := find(t, host, `"invites":(\{.*?\})`)[1]
	require.NoError(t, json.Unmarshal([]byte(invites), &k.invites))
	seats := k.seats
	for _, seat := range seats[1:] {
		k.again(seat, withRelay)
	}
	began := time.Now()
	for most := 8 + k.rng.IntN(16); k.kills < most && len(k.running) > 2; {
		time.Sleep(time.Duration(k.rng.IntN(3000)) * time.Millisecond)
		k.reap()
		victims := slices.Clone(seats)
		k.rng.Shuffle(len(victims), func(i, j int) { victims[i], victims[j] = victims[j], victims[i] })
		victims = victims[:[]int{1, 1, 1, 2, 2, 3, 4}[k.rng.IntN(7)]]
		if withRelay && k.rng.IntN(4) == 0 {
			if victims = append(victims, "relay"); k.rng.IntN(2) == 0 {
				victims = victims[len(victims)-1:]
			}
		}
		whole := len(k.running) == len(seats)+min(len(k.relay), 1)
		if len(k.houses) > 0 && k.rng.IntN(2) == 0 {
			if whole {
				k.cut(victims)
			}
			continue
		}
		var killed []string
		for _, seat := range victims {
			if p := k.running[seat]; p != nil {
				p.kill()
				delete(k.running, seat)
				killed = append(killed, seat)
				k.kills++
			}
		}
		away := time.Duration(k.rng.IntN(1500)) * time.Millisecond
		if grace > 0 && len(killed) == 1 && k.rng.IntN(4) == 0 { // long enough for the others to vote
			away = time.Duration(grace)*time.Second + 80*time.Second
		}
		time.Sleep(away)
		before := k.turns()
		for _, seat := range killed {
			k.again(seat, withRelay)
		}
		if whole && slices.Equal(killed, []string{"relay"}) {
			k.goesOn(before, "the relay dead for %v", away)
		}
	}
	for left, woken := 10*time.Minute, false; len(k.running) > 1 || !withRelay && len(k.running) > 0; left -= time.Second {
		require.Positive(t, left, "it does not end: %v", k.describe())
		time.Sleep(time.Second)
		k.reap()
		if left%(2*time.Minute) == 0 && !woken { // the others have ended: they bring the rest
			woken = true
			for _, seat := range seats {
				if k.running[seat] == nil {
					t.Logf("bring the rest: %s", seat)
					k.again(seat, withRelay)
				}
			}
		}
	}
	if r := k.running["relay"]; r != nil {
		r.kill()
	}
	k.audit(seats)
	out := 0
	for _, seat := range seats {
		for _, p := range k.starts[seat] {
			if strings.Contains(p.text(), `"putOut":{`) {
				out++
			}
		}
	}
	t.Logf("KILLS relay %v grace %d: %d kills, %v; %d programs saw a seat out; pauses %v", withRelay, grace, k.kills, time.Since(began).Round(time.Second), out, k.pauses)
}

func (k *killTrial) rules(grace int) string {
	if grace == 0 {
		return k.game + ",clock=off,grace=off,quiet-draw=30"
	}
	out, err := exec.Command(k.program, "rules", "show", k.game+",clock=off,grace=1,quiet-draw=30", "--json").Output()
	require.NoError(k.t, err)
	file := filepath.Join(k.dir, "rules.json")
	changed := regexp.MustCompile(`"grace":\s*60`).ReplaceAll(out, fmt.Appendf(nil, `"grace":%d`, grace))
	require.NotEqual(k.t, out, changed)
	require.NoError(k.t, os.WriteFile(file, changed, 0o600))
	return file
}

// find waits until a program has printed something.
func find(t *testing.T, p *program, pattern string) []string {
	re := regexp.MustCompile(pattern)
	require.Eventually(t, func() bool { return re.MatchString(p.text()) }, patience, time.Millisecond, "%v", p)
	return re.FindStringSubmatch(p.text())
}

func (k *killTrial) start(name string, args ...string) *program {
	p := &program{cmd: exec.Command(k.program, args...), grown: make(chan struct{}), ended: make(chan struct{})}
	if h := k.houses[name]; h != nil {
		p.cmd = h.inside.enter(append([]string{k.program}, args...)...)
	}
	p.cmd.Env = append(os.Environ(), "XDG_DATA_HOME="+filepath.Join(k.dir, name), "LANG=C.UTF-8")
	p.cmd.Stdout, p.cmd.Stderr = p, p
	var err error
	p.stdin, err = p.cmd.StdinPipe()
	require.NoError(k.t, err)
	require.NoError(k.t, p.cmd.Start())
	go p.wait(func() {})
	k.t.Cleanup(p.kill)
	k.running[name] = p
	k.starts[name] = append(k.starts[name], p)
	return p
}

// again starts a seat's program: where its match is already, or else from the invite.
func (k *killTrial) again(seat string, withRelay bool) {
	if seat == "relay" {
		k.start(seat, k.relay...)
		return
	}
	list := exec.Command(k.program, "matches", "list") // which removes what a kill has left of a match that was being made
	list.Env = append(os.Environ(), "XDG_DATA_HOME="+filepath.Join(k.dir, seat))
	require.NoError(k.t, list.Run())
	has, err := filepath.Glob(filepath.Join(k.dir, seat, "darkjunqi", "*.secret"))
	require.NoError(k.t, err)
	if len(has) == 0 && seat != "red" {
		args := append([]string{"join", k.invites[seat], "--yes", "--bot", "random", "--json"}, k.loopback()...)
		if withRelay {
			args = append(args, "--relay-only")
		}
		k.start(seat, args...)
		return
	}
	id, _, _ := strings.Cut(filepath.Base(has[0]), ".")
	k.start(seat, append([]string{"resume", id, "--bot", "random", "--json"}, k.loopback()...)...)
}

// loopback keeps programs on this machine, if there are no others.
func (k *killTrial) loopback() []string {
	if len(k.houses) > 0 {
		return nil
	}
	return []string{"--loopback"}
}

// reap takes away programs that have ended by themselves, which must be well.
func (k *killTrial) reap() {
	for name, p := range k.running {
		if !p.over() {
			continue
		}
		delete(k.running, name)
		if p.code != 0 && !strings.Contains(p.text(), `"deserted":true`) && !(p.code == 3 && strings.Contains(p.text(), signedOut)) {
			k.t.Errorf("%s ended with %d: %s", name, p.code, p.text())
		}
	}
}

func (k *killTrial) audit(seats []string) {
	var heads []string
	incomplete := true
	for _, seat := range seats {
		out, _ := exec.Command(k.program, "audit", "--json", filepath.Join(k.dir, seat, "darkjunqi")).Output()
		var report struct {
			Audits []map[string]any `json:"audits"`
		}
		if err := json.Unmarshal(out, &report); err != nil || len(report.Audits) == 0 {
			var one map[string]any
			require.NoError(k.t, json.Unmarshal(out, &one), "%s", out)
			report.Audits = []map[string]any{one}
		}
		a := report.Audits[0]
		incomplete = incomplete && strings.Contains(string(out), signedOut)
		heads = append(heads, fmt.Sprint(a["verdict"], " ", a["records"], " ", a["result"]))
	}
	k.t.Logf("AUDIT %q", heads)
	for _, h := range heads {
		require.Equal(k.t, heads[0], h)
		require.True(k.t, strings.HasPrefix(h, "honest") || incomplete, h)
	}
}

func (k *killTrial) describe() string {
	var b strings.Builder
	for name, p := range k.running {
		fmt.Fprintf(&b, "%s: %v\n\n", name, p.text())
	}
	return b.String()
}

// Programs are killed while they create a match. Afterwards each match that is listed can be resumed, and of others nothing is
// left.
func TestKillsWhileCreating(t *testing.T) {
	if *kills == 0 {
		t.Skip("it takes its time: say -kills 30")
	}
	k := &killTrial{t: t, dir: t.TempDir(), running: map[string]*program{}, starts: map[string][]*program{}, rng: rand.New(rand.NewPCG(1, 1))}
	self, err := os.Executable()
	require.NoError(t, err)
	k.program = filepath.Join(k.dir, "darkjunqi")
	require.NoError(t, os.Symlink(self, k.program))
	commands := [][]string{{"host", "--loopback", "--json"}, {"play", "--json"}, {"host", "--loopback", "--json", "--rules", "siguo", "--computer", "teal=random"}}
	whole := make([]time.Duration, len(commands)) // until a match is there
	made := 0
	for n := range *kills + len(commands) {
		name, kind := fmt.Sprint("seat", n), n%len(commands)
		data := filepath.Join(k.dir, name, "darkjunqi")
		secrets := func() []string {
			has, err := filepath.Glob(filepath.Join(data, "*.secret"))
			require.NoError(t, err)
			return has
		}
		began := time.Now()
		p := k.start(name, commands[kind]...)
		if whole[kind] == 0 {
			require.Eventually(t, func() bool { return len(secrets()) > 0 }, patience, time.Millisecond, "%s", p.text())
			whole[kind] = time.Since(began)
		} else {
			time.Sleep(whole[kind]/2 + time.Duration(k.rng.Int64N(int64(whole[kind]))))
		}
		p.kill()
		list := exec.Command(k.program, "matches", "list", "--json")
		list.Env = append(os.Environ(), "XDG_DATA_HOME="+filepath.Join(k.dir, name))
		text, err := list.Output()
		require.NoError(t, err)
		var listed struct {
			Matches []struct {
				ID string `json:"id"`
			} `json:"matches"`
		}
		require.NoError(t, json.Unmarshal(text, &listed))
		files, err := filepath.Glob(filepath.Join(data, "*"))
		require.NoError(t, err)
		if len(listed.Matches) == 0 {
			for _, file := range files {
				require.NotRegexp(t, `\.(djq|secret|lock|tmp)$`, file)
			}
			continue
		}
		made++
		require.Len(t, listed.Matches, 1)
		p = k.start(name, "resume", "--json")
		find(t, p, `"invites":|"decision":"layout"`)
		p.kill()
		for _, file := range files {
			require.NotContains(t, file, ".tmp")
		}
	}
	t.Logf("%d of %d had made a match", made, *kills+len(commands))
	require.NotZero(t, made)
}
