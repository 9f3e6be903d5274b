package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
)

// tableProgram is a darkjunqi that serves the table.
type tableProgram struct {
	t   *testing.T
	cmd *exec.Cmd
	*pagetest.Tab
}

// serveTable starts the real program with a data folder, and opens a room of its page.
func serveTable(t *testing.T, data, hash string, v pagetest.View) *tableProgram {
	t.Helper()
	p := &tableProgram{t: t, cmd: exec.Command("darkjunqi", "table", "--no-open", "--loopback", "--data", data)}
	out, err := p.cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, p.cmd.Start())
	t.Cleanup(p.kill)
	address, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	p.Tab = pagetest.Open(t, strings.TrimSpace(address), v, hash)
	return p
}

// kill ends the program at once, as a power cut would.
func (p *tableProgram) kill() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}

// press clicks a button by what it says.
func (p *tableProgram) press(label string) {
	p.t.Helper()
	p.Wait(fmt.Sprintf(`[...document.querySelectorAll('button')].find(b => b.textContent === %q && !b.disabled).click() === undefined`, label))
}

// step makes a move with the keys, whatever it is, and waits for the next turn.
func (p *tableProgram) step() {
	p.t.Helper()
	p.Wait(`document.querySelector('.at-table:not(.before) .cell.movable') !== null`) // not in the editor
	before := pagetest.Ask[string](p.Tab, `document.querySelector('.voice').textContent`)
	for _, class := range []string{"movable", "target"} {
		p.Wait(fmt.Sprintf(`(document.querySelector('.cell.%s')?.focus(), document.activeElement.classList.contains(%q))`, class, class))
		p.Do(chromedp.KeyEvent(kb.Enter))
	}
	p.Wait(fmt.Sprintf(`document.querySelector('.voice').textContent !== %q && document.querySelector('[aria-busy=false] .cell.movable') !== null`, before))
}

// The whole program, as a newcomer meets it: practise, a power cut in the middle, on with it, resign, read the verdict.
func TestTableSurvivesAPowerCut(t *testing.T) {
	pagetest.Chromium(t)
	t.Cleanup(pagetest.Quit)
	data := t.TempDir()
	p := serveTable(t, data, "#/", pagetest.View{Width: 1280, Height: 800, Lang: "zh", Theme: "light"})
	p.Do(chromedp.WaitReady(chromedp.CSS(".choice")))
	p.Shot("table-lobby")
	p.press("练习")
	p.Wait(`location.hash.startsWith('#/match/')`)
	hash := pagetest.Ask[string](p.Tab, `location.hash`)
	p.press("就用这个布阵")
	for range 3 {
		p.step()
	}
	p.Shot("table-play")
	p.kill()

	p = serveTable(t, data, hash, pagetest.View{Width: 390, Height: 844, Lang: "en", Theme: "dark", Touch: true})
	for range 2 {
		p.step()
	}
	p.Shot("table-resumed")
	p.press("Resign")
	p.press("Resign? Yes")
	p.Wait(`document.querySelector('.voice').textContent.includes('You lost')`)
	p.press("Replay")
	p.Do(chromedp.WaitReady(chromedp.CSS(".judged")))
	p.Wait(`document.querySelector('.judged').textContent.includes('honest')`)
	p.Shot("table-verdict")

	id := strings.TrimPrefix(hash, "#/match/")
	cmd := exec.Command("darkjunqi", "audit", "--json", data+"/"+id+".djq")
	out, err := cmd.Output()
	require.NoError(t, err)
	var report struct{ Verdict string }
	require.NoError(t, json.Unmarshal(out, &report))
	require.Equal(t, "honest", report.Verdict)
}
