package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// testnet is a little Internet of network namespaces, which nothing leads out of: machines, and routers that translate addresses.
// It lasts as long as its test, and needs no name in any list of the system's.
type testnet struct {
	t        *testing.T
	program  string // this program
	internet *machine
	ports    int
}

// machine is a namespace, which lives as long as a process that does nothing.
type machine struct {
	testnet *testnet
	pid     int
}

// newTestnet makes an Internet, or skips the test where that is not allowed.
func newTestnet(t *testing.T) *testnet {
	t.Helper()
	if testing.Short() {
		t.Skip("a testnet takes its time")
	}
	for _, tool := range []string{"nsenter", "ip", "nft"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("no testnet of network namespaces here: there is no %s", tool)
		}
	}
	l := &testnet{t: t, program: filepath.Join(t.TempDir(), "darkjunqi")}
	self, err := os.Executable()
	require.NoError(t, err)
	require.NoError(t, os.Symlink(self, l.program))
	l.internet = l.machine()
	if out, err := l.internet.try("ip link add net type bridge && ip link set net up && echo 'table ip probe { }' | nft -f -"); err != nil {
		t.Skipf("no testnet of network namespaces here: %v: %s", err, out)
	}
	return l
}

// machine makes a machine that is linked to nothing.
func (l *testnet) machine() *machine {
	keeper := exec.Command("sleep", "600")
	keeper.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET}
	if err := keeper.Start(); err != nil {
		l.t.Skipf("no network namespaces here: %v", err)
	}
	l.t.Cleanup(func() {
		keeper.Process.Kill()
		keeper.Wait()
	})
	return &machine{l, keeper.Process.Pid}
}

// enter makes a command run on a machine.
func (m *machine) enter(args ...string) *exec.Cmd {
	return exec.Command("nsenter", append([]string{fmt.Sprintf("--net=/proc/%d/ns/net", m.pid), "--"}, args...)...)
}

func (m *machine) try(script string) (string, error) {
	out, err := m.enter("sh", "-ec", script).CombinedOutput()
	return strings.TrimSpace(string(out)), err
}

func (m *machine) sh(format string, args ...any) {
	m.testnet.t.Helper()
	script := fmt.Sprintf(format, args...)
	out, err := m.try(script)
	require.NoError(m.testnet.t, err, "%s: %s", script, out)
}

// online puts a machine on the Internet, with an address of 11.0.0.0/24.
func (m *machine) online(address string) *machine {
	m.testnet.ports++
	m.sh("ip link set lo up; ip link add wan type veth peer name port%d netns %d; ip addr add %s/24 dev wan; ip link set wan up",
		m.testnet.ports, m.testnet.internet.pid, address)
	m.testnet.internet.sh("ip link set port%d master net up", m.testnet.ports)
	return m
}

// house is a router, and a machine behind it.
type house struct{ router, inside *machine }

// house makes a home at an address: nobody gets in who was not called. A strict router gives each connection another port, so
// that no hole can be punched through it.
func (l *testnet) house(number int, strict bool) *house {
	h := &house{l.machine().online(fmt.Sprintf("11.0.0.%d", number)), l.machine()}
	h.router.sh("ip link add lan type veth peer name eth netns %d; ip addr add 192.168.%d.1/24 dev lan; ip link set lan up; echo 1 > /proc/sys/net/ipv4/ip_forward", h.inside.pid, number)
	h.inside.sh("ip link set lo up; ip addr add 192.168.%d.2/24 dev eth; ip link set eth up; ip route add default via 192.168.%[1]d.1", number)
	masquerade := "masquerade"
	if strict {
		masquerade += " fully-random"
	}
	rules := strings.NewReplacer("MASQUERADE", masquerade).Replace(`
		table ip home {
			chain out {
				type nat hook postrouting priority 100
				oifname "wan" MASQUERADE
			}
			chain in {
				type filter hook input priority 0
				iifname "wan" ct state new drop
			}
			chain through {
				type filter hook forward priority 0
				iifname "wan" ct state new drop
			}
		}`)
	h.router.sh("echo '%s' | nft -f -", rules)
	return h
}

// lossy makes a router lose packets, so many in a hundred.
func (h *house) lossy(percent int) {
	h.router.sh("nft add chain ip home loss '{ type filter hook forward priority -10 ; }' && nft add rule ip home loss numgen random mod 100 \\< %d drop", percent)
}

// cut takes a house off the Internet for a moment.
func (h *house) cut() {
	h.router.sh("nft add table ip cut; nft add chain ip cut forward '{ type filter hook forward priority -20 ; policy drop ; }'; sleep 1; nft delete table ip cut")
}

// move gives the machine inside another address.
func (h *house) move(number int) {
	h.inside.sh("ip addr del 192.168.%d.2/24 dev eth; ip addr add 192.168.%[1]d.3/24 dev eth; ip route replace default via 192.168.%[1]d.1", number)
}

// start runs darkjunqi on a machine, with a data folder of that name.
func (m *machine) start(folder string, args ...string) *program {
	m.testnet.t.Helper()
	p := &program{cmd: m.enter(append([]string{m.testnet.program}, args...)...), grown: make(chan struct{}), ended: make(chan struct{})}
	p.cmd.Env = append(os.Environ(), "XDG_DATA_HOME="+m.testnet.home(folder), "LANG=C.UTF-8")
	p.cmd.Stdout, p.cmd.Stderr = p, p
	var err error
	p.stdin, err = p.cmd.StdinPipe()
	require.NoError(m.testnet.t, err)
	require.NoError(m.testnet.t, p.cmd.Start())
	go p.wait(func() {})
	m.testnet.t.Cleanup(p.kill)
	return p
}

// home is a data folder.
func (l *testnet) home(folder string) string { return filepath.Join(filepath.Dir(l.program), folder) }

// data is where the matches of a data folder are.
func (l *testnet) data(folder string) string { return filepath.Join(l.home(folder), "darkjunqi") }

// types gives a program a line.
func (p *program) types(t *testing.T, line string) {
	t.Helper()
	_, err := io.WriteString(p.stdin, line+"\n")
	require.NoError(t, err)
}

// awaits waits until a program has printed something since the last time, and returns what the first group says.
func (l *testnet) awaits(p *program, pattern string) string {
	l.t.Helper()
	re := regexp.MustCompile("(?m)" + pattern)
	for deadline := time.After(patience); ; {
		over := p.over() // before looking at what it has printed until then
		p.mu.Lock()
		rest, grown := p.out.String()[p.seen:], p.grown
		m := re.FindStringSubmatchIndex(rest)
		if m != nil {
			p.seen += m[1]
		}
		p.mu.Unlock()
		if m != nil {
			if len(m) > 2 {
				return rest[m[2]:m[3]]
			}
			return ""
		}
		require.False(l.t, over, "it has ended and never printed %s; it printed:\n%s", pattern, p.text())
		select {
		case <-grown:
		case <-p.ended:
		case <-deadline:
			require.FailNow(l.t, "it does not print "+pattern, "it printed:\n%s", p.text())
		}
	}
}

// over reports whether a program has ended, and all that it has printed is here.
func (p *program) over() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

// finishes waits for a program's good end.
func (l *testnet) finishes(p *program) {
	l.t.Helper()
	select {
	case <-p.ended:
		require.Zero(l.t, p.code, p.text())
	case <-time.After(patience):
		require.FailNow(l.t, "it does not end", p.text())
	}
}
