package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// installed is the program that people install, built once.
var installed = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "darkjunqi")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "darkjunqi")
	_, err = exec.Command("go", "build", "-o", path, filepath.Join(root, "cmd", "darkjunqi")).Output()
	return path, err
})

// laptops are computers with the program, each with a data folder.
type laptops struct {
	t    *testing.T
	path string
}

// laptop is one of them, with the process that runs there.
type laptopWith struct {
	of      laptops
	home    string
	running *exec.Cmd
	lines   chan string // of its output; closed at its end
}

func openLaptops(t *testing.T) laptops {
	if runtime.GOOS == "windows" {
		t.Skip("kills processes as Unix does")
	}
	pagetest.Parallel(t)
	path, err := installed()
	require.NoError(t, err)
	return laptops{t, path}
}

func (l laptops) one() *laptopWith { return &laptopWith{of: l, home: l.t.TempDir()} }

// start starts the program with a bot that plays its seat.
func (l *laptopWith) start(args ...string) {
	t := l.of.t
	l.running = exec.Command(l.of.path, append(args, "--bot", "random", "--loopback", "--lang", "en", "--ui", "lines")...)
	l.running.Env = append(os.Environ(), "HOME="+l.home, "XDG_DATA_HOME="+l.home)
	l.running.Stderr = os.Stderr
	out, err := l.running.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, l.running.Start())
	lines := make(chan string, 100_000)
	l.lines = lines
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			lines <- s.Text()
		}
	}()
	running := l.running
	t.Cleanup(func() { running.Process.Kill() })
}

var (
	inviteLine = regexp.MustCompile(`darkjunqi join (djq1[a-z0-9]+)`)
	linkLine   = regexp.MustCompile(`http://\S+#djq1[a-z0-9]+`)
)

// link is the link for phones that a host prints.
func (l *laptopWith) link() string {
	for line := range l.lines {
		if found := linkLine.FindString(line); found != "" {
			return found
		}
	}
	require.Fail(l.of.t, "the program has ended")
	return ""
}

// invites are those that a host prints, so many.
func (l *laptopWith) invites(count int) (out []string) {
	for line := range l.lines {
		if found := inviteLine.FindStringSubmatch(line); found != nil {
			if out = append(out, found[1]); len(out) == count {
				return out
			}
		}
	}
	require.Fail(l.of.t, "the program has ended")
	return nil
}

// kill ends the program as a system does, and starts it again.
func (l *laptopWith) kill() {
	require.NoError(l.of.t, l.running.Process.Kill())
	for range l.lines {
	}
	l.running.Wait()
	l.start("resume")
}

// file waits until the program has ended, and is the transcript that it leaves.
func (l *laptopWith) file() []byte {
	t := l.of.t
	last := ""
	for line := range l.lines {
		last += line + "\n"
	}
	require.NoError(t, l.running.Wait(), "%s", last)
	files, err := filepath.Glob(filepath.Join(l.home, "darkjunqi", "*.djq"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	file, err := os.ReadFile(files[0])
	require.NoError(t, err)
	return file
}

// joinBy opens an invite in a page, as a link does, and plays.
func (x tab) joinBy(invite string) {
	pagetest.Ask[string](x.Tab, `location.hash = '`+invite+`'`)
	x.accept()
}

// accept takes the seat of the invite that was opened, and plays.
func (x tab) accept() {
	x.Wait(`document.querySelector('dialog[open] .btn.main')?.textContent.startsWith('Join')`)
	x.Do(pagetest.Click("dialog[open] .btn.main"))
	x.Wait(`location.hash.startsWith('#/match/')`)
	x.press("Play with this layout")
}

// judged waits for the page's verdict on the match that has ended.
func (x tab) judged() {
	x.press("Replay")
	x.Wait(`document.querySelector('.judged').textContent.includes('honest')`)
}

// A phone's browser plays with the program of a laptop by no more than the link that it prints, to the page that it serves.
// Both are killed in the middle.
func TestLongMatchOfPhoneWithLaptop(t *testing.T) {
	pagetest.Long(t)
	l := openLaptops(t)
	file, err := table()
	require.NoError(t, err)
	page := filepath.Join(t.TempDir(), "darkjunqi.html")
	require.NoError(t, os.WriteFile(page, file, 0o600))
	host := l.one()
	host.start("host", "--rules", "standard,clock=off,first=red", "--page", page)
	link := host.link()
	player := tab{pagetest.Open(t, link, phone, "")}
	player.Forgive("passing.js")
	player.accept()
	player.moveOnce()
	host.kill()
	player.moveOnce()
	player.Crash()
	address, _, _ := strings.Cut(link, "#")
	player = tab{player.Beside(address, phone)}
	player.Forgive("passing.js")
	player.press("Resume")
	player.moveOnce()
	player.Wait(turn)
	player.pressAsked("Resign", "Resign? Yes")
	player.judged()
	ours, theirs := player.file(t), host.file()
	require.Equal(t, ours, theirs)
	require.Equal(t, protocol.Honest, protocol.Audit(ours).Verdict)
}

// A phone's browser plays in a match of four with the programs of three laptops, by no more than a link. The
// phone and two laptops, one of them the host's, are killed in the middle.
func TestLongMatchOfPhoneWithThreeLaptops(t *testing.T) {
	pagetest.Long(t)
	l := openLaptops(t)
	b := openBrowsers(t)
	host, blue, teal, player := l.one(), l.one(), l.one(), b.open(phone)
	host.start("host", "--rules", "siguo,clock=off,first=red,quiet-draw=12,resign-from=off")
	invites := host.invites(3) // blue, amber, teal
	blue.start("join", invites[0], "--yes")
	teal.start("join", invites[2], "--yes")
	player.joinBy(invites[1])
	player.moveOnce()
	host.kill()
	player.Crash()
	player = b.beside(player, phone)
	player.press("Resume")
	player.moveOnce()
	teal.kill()
	player.Wait(turn)
	player.pressAsked("Resign", "Resign? Yes")
	player.judged()
	ours := player.file(t)
	require.Equal(t, protocol.Honest, protocol.Audit(ours).Verdict)
	for _, other := range []*laptopWith{host, blue, teal} {
		require.Equal(t, ours, other.file())
	}
}
