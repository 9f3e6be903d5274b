package match_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest/fake"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// Where a captured flag must be carried home, everybody sees who carries it or where it lies, hears what became of it, and reads what
// to do: at the table, looking back, as a watcher, and in the replay.
func TestCapturedFlagIsFollowed(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	served := fake.Serve(t, p)
	sat := func(spec string, who engine.Seat) *fake.Match {
		m := fake.Arranged(p, fake.Rules(spec), who, "97766/8.5.5/4B.B4/3.3.3/22211/MFMM1", "98772/6.6.2/55.42/4.3.3/MM131/1MBFB")
		m.Others[engine.Red] = "Ada"
		m.Change(func() {})
		return m
	}
	taker, robbed, watched := sat("standard,carry=front", engine.Red), sat("standard,carry=front", engine.Blue), sat("standard,carry=front", engine.Red)
	watched.Change(func() { watched.Edit = func(l *seat.Look) { l.Watching, l.Talk, l.TalkTo = true, "", nil } })
	made := func(moves string) {
		for _, m := range []*fake.Match{taker, robbed, watched} {
			m.Make(moves)
		}
	}
	open := func(m *fake.Match, v fake.View) *fake.Tab {
		x := fake.Open(t, served, v, "#/match/"+m.Name)
		x.Do(chromedp.WaitReady(chromedp.CSS(".board .piece")))
		return x
	}
	const capture = "a6-a7 e8-d8 a7-a8 d8-e8 a8-a9 e8-d8 a9-a10 d8-e8 a10-a11 e8-d8 a11-b11 d8-e8 b11-b12"
	made(capture)
	red, blue, watcher := open(taker, fake.Desktop), open(robbed, fake.View{Width: 390, Height: 844, Lang: "en", Theme: "dark", Touch: true}), open(watched, fake.Night)
	marks := func(x *fake.Tab, carried, lying int) {
		t.Helper()
		fake.Becomes(x, []int{carried, carried + lying}, `['.army .piece.red .banner.blue', '.drawing .banner.blue'].map(s => document.querySelectorAll(s).length)`)
	}
	heard := func(x *fake.Tab, node, want string) {
		t.Helper()
		fake.Becomes(x, want, fmt.Sprintf(`document.querySelector('[data-node=%s]').getAttribute('aria-label')`, node))
	}
	says := func(x *fake.Tab, title, text string) {
		t.Helper()
		fake.Becomes(x, []string{title, text}, `[...document.querySelectorAll(".voice .what > *")].map(e => e.textContent.trim())`)
	}
	listed := func(x *fake.Tab, want string) {
		t.Helper()
		fake.Becomes(x, want, `[...document.querySelectorAll('.moves .mv')].at(-1).title`)
	}
	all := []*fake.Tab{red, blue, watcher}
	for _, x := range all {
		marks(x, 1, 0)
	}
	heard(red, "b12", "b12, headquarters, your commander, carries 林间’s flag")
	heard(blue, "b12", "b12, headquarters, Ada’s piece, ≥4, carries your flag")
	says(red, "The flag is captured", "Carry 林间’s flag to your own half · b11 × b12 (your commander stayed) · 林间 to move")
	says(blue, "The flag is captured", "Your flag is on b12: remove the piece that carries it · b11 × b12 (your flag was removed) · your move")
	says(watcher, "军旗被夺", "观战 标准军棋 · 林间的军旗由 b12 的棋子扛着 · b11 × b12 · 轮到林间")
	listed(red, "removed: Blue; flag captured")

	made("c12-b12") // a bomb
	for _, x := range all {
		marks(x, 0, 1)
	}
	heard(red, "b12", "b12, headquarters, 林间’s flag lies here")
	heard(blue, "b12", "b12, headquarters, your flag lies here")
	says(blue, "Both are removed; Ada’s flag is revealed on b1; your flag lies on b12", "You can’t take your flag back: keep the others off b12 · c12 × b12 (your bomb was removed) · Ada to move")
	listed(red, "removed: Red + Blue; flag revealed; flag dropped")
	made("a5-a11 e8-d8")
	says(red, "林间: e8–d8", "Your move · move onto b12 to pick 林间’s flag up")

	made("a11-b11 d8-e8 b11-b12")
	for _, x := range all {
		marks(x, 1, 0)
	}
	says(red, "You: b11–b12 · 林间’s flag is picked up", "Carry 林间’s flag to your own half · 林间 to move")
	says(blue, "Ada: b11–b12 · your flag is picked up", "Your flag is on b12: remove the piece that carries it · your move")
	listed(red, "flag picked up")
	red.Do(fake.Script(`[...document.querySelectorAll('.moves .mv')].find(e => e.textContent.includes('c12')).click()`))
	marks(red, 0, 1)
	heard(red, "b12", "b12, headquarters, 林间’s flag lies here")
	red.Do(fake.Script(`[...document.querySelectorAll('.moves .mv')].find(e => e.textContent.includes('a11×b11')).click()`))
	marks(red, 0, 0)
	red.Do(chromedp.KeyEvent(kb.Escape))

	made("e8-d8 b12-b11 d8-e8 b11-a11 e8-d8 a11-a6")
	says(red, "You won", "林间 lost the flag, which was carried home")
	says(blue, "You lost", "You lost the flag, which was carried home")
	listed(red, "flag carried home")
	red.Wait(`document.querySelector('.c-end').textContent.includes('You: a11–a6 · 林间’s flag is carried home')`)

	red.Visit("#/record/" + taker.Name + "/14")
	red.Do(chromedp.WaitReady(chromedp.CSS(".review .board .piece")))
	marks(red, 0, 1)
	heard(red, "b12", "b12, 林间’s flag lies here")
	red.Visit("#/record/" + taker.Name)
	red.Wait(`document.querySelector('.step .said')?.textContent === 'a11 – a6 林间’s flag is carried home'`)
	marks(red, 1, 0)

	home := sat("standard,carry=home", engine.Red)
	home.Make(capture)
	red.Visit("#/match/" + home.Name)
	red.Wait(`document.querySelector('.voice')?.textContent.includes('Carry 林间’s flag to a place next to b1 or d1')`) // where a flag and a mine stand
}
