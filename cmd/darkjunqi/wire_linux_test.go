package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// wire is a bad line between two machines, in this program: what comes out of a TUN device on either goes into that on the
// other, late, in another order, or not at all. Which packet fares how hangs on a seed, and on what the programs send when.
type wire struct {
	ends [2]*os.File

	mu     sync.Mutex // guards what follows
	rng    *rand.Rand
	delay  time.Duration // and up to jitter more or less
	jitter time.Duration
	loss   int           // of a hundred packets
	large  int           // packets that still pass before the line is cut; below 0: it is not
	broken bool          // nothing passes
	cut    chan struct{} // closed when the line is cut
}

const (
	wireDelay  = 40 * time.Millisecond
	wireJitter = 20 * time.Millisecond // either way
	wireLoss   = 3                     // of a hundred packets
	wireCut    = 2 * time.Second
	largeSize  = 1000 // bytes of a packet that holds a part of a large record
	mtu        = 1400

	wireRules = "standard,clock=off,grace=off,first=blue,quiet-draw=10"
)

// wire links two machines, which are 10.77.0.1 and 10.77.0.2, by nothing else.
func (l *testnet) wire(a, b *machine, seed uint64) *wire {
	l.t.Helper()
	w := &wire{
		rng: rand.New(rand.NewPCG(seed, 1)), delay: wireDelay, jitter: wireJitter, loss: wireLoss,
		large: -1, cut: make(chan struct{}),
	}
	for i, m := range []*machine{a, b} {
		end, err := m.tun("wire")
		if err != nil {
			l.t.Skipf("no wire between network namespaces here: %v", err)
		}
		l.t.Cleanup(func() { end.Close() })
		w.ends[i] = end
		m.sh("ip link set lo up; ip addr add 10.77.0.%d/24 dev wire; ip link set wire mtu %d up", i+1, mtu)
	}
	for i := range w.ends {
		go w.carry(w.ends[i], w.ends[1-i])
	}
	return w
}

// tun makes a TUN device on a machine.
func (m *machine) tun(name string) (*os.File, error) {
	type made struct {
		file *os.File
		err  error
	}
	done := make(chan made)
	go func() {
		runtime.LockOSThread() // and ends locked: the thread, which is elsewhere now, ends with it
		file, err := m.tunHere(name)
		done <- made{file, err}
	}()
	d := <-done
	return d.file, d.err
}

func (m *machine) tunHere(name string) (*os.File, error) {
	space, err := os.Open(fmt.Sprintf("/proc/%d/ns/net", m.pid))
	if err != nil {
		return nil, err
	}
	defer space.Close()
	if err := unix.Setns(int(space.Fd()), unix.CLONE_NEWNET); err != nil {
		return nil, fmt.Errorf("setns: %w", err)
	}
	fd, err := unix.Open("/dev/net/tun", unix.O_RDWR|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("/dev/net/tun: %w", err)
	}
	ask, err := unix.NewIfreq(name)
	if err == nil {
		ask.SetUint16(unix.IFF_TUN | unix.IFF_NO_PI)
		err = unix.IoctlIfreq(fd, unix.TUNSETIFF, ask)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("TUNSETIFF: %w", err), unix.Close(fd))
	}
	return os.NewFile(uintptr(fd), name), nil
}

// carry brings packets one way until the line is taken down.
func (w *wire) carry(from, to *os.File) {
	for {
		packet := make([]byte, mtu)
		n, err := from.Read(packet)
		if err != nil {
			return
		}
		if late, passes := w.fate(n); passes {
			time.AfterFunc(late, func() { to.Write(packet[:n]) }) // an error is one more packet that was lost
		}
	}
}

// fate is what becomes of a packet of so many bytes.
func (w *wire) fate(size int) (late time.Duration, passes bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.broken || w.rng.IntN(100) < w.loss {
		return 0, false
	}
	if size >= largeSize && w.large >= 0 {
		if w.large--; w.large < 0 {
			w.broken = true
			close(w.cut)
			time.AfterFunc(wireCut, w.mend)
		}
	}
	return w.delay - w.jitter + time.Duration(w.rng.Int64N(int64(2*w.jitter))), true
}

// cutAfter cuts the line, for a while, when so many large packets have passed.
func (w *wire) cutAfter(large int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.large = large
}

// breaks cuts the line until mend.
func (w *wire) breaks() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.broken = true
}

func (w *wire) mend() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.broken = false
}

// Over a line that delays, loses and reorders packets, and is cut in the middle of a record, a match goes on to its end; a
// program is killed, too.
func TestMatchOverABadWire(t *testing.T) {
	t.Parallel()
	l := newTestnet(t)
	red, blue := l.machine(), l.machine()
	w := l.wire(red, blue, 1)
	host := red.start("red", "host", "--rules", wireRules, "--bot", "random", "--json")
	invite := l.awaits(host, `"invites":\{"blue":"(djq1[a-z0-9]+)"`)
	guest := blue.start("blue", "join", invite, "--yes", "--json")
	l.awaits(guest, `"decision":"layout".*"online":true`)
	const partOfALayout = 4 // packets, of the nine or more that it takes; each side sends one now
	w.cutAfter(partOfALayout)
	guest.types(t, `{"do":"layout","layout":"triangle"}`)
	select {
	case <-w.cut:
	case <-time.After(patience):
		require.FailNow(t, "no layout is on the wire", guest.text())
	}
	l.awaits(guest, toMove)
	guest.kill()
	guest = blue.start("blue", "resume", "--bot", "random", "--json")
	l.finishes(host)
	l.finishes(guest)
	require.Contains(t, host.text(), `"verdict":"honest"`)
	require.Contains(t, guest.text(), `"verdict":"honest"`)
	out, err := red.enter(l.program, "audit", l.data("red"), l.data("blue")).CombinedOutput()
	require.NoError(t, err, "%s", out)
}
