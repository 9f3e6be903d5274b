package page_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/page"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// node is the cell of a node.
func node(name string) chromedp.CSS { return chromedp.CSS("[data-node=" + name + "]") }

// made is an expression: whether a move is in the list.
func made(from, to string) string {
	return fmt.Sprintf(`[...document.querySelectorAll('.mv')].some(b => b.textContent.includes('%s–%s') || b.textContent.includes('%s×%s'))`, from, to, from, to)
}

// moved waits until a move was made, on the page and in the match, and it is the viewer's turn again.
func (x *tab) moved(m *match, from, to string) {
	x.t.Helper()
	x.wait(made(from, to))
	x.wait(`document.querySelector('.cell.movable') !== null`)
	for _, turn := range m.seat.Events(0) {
		if turn.Turn != nil && turn.Turn.From == from && turn.Turn.To == to {
			return
		}
	}
	require.Fail(x.t, "the match has no such turn", "%s-%s", from, to)
}

// choice is a legal move of its own seat, the way of which is not crowded: the first in order.
func choice(m *match) (from, to string) {
	moves := m.seat.State().Moves
	for node := range moves {
		if from == "" || node < from {
			from = node
		}
	}
	return from, slices.Min(moves[from])
}

// atTable opens the table of a match that was played some turns.
func atTable(t *testing.T, v view, turns int) (*tab, *match) {
	chromium(t)
	p := newProgram()
	m := played(p, rules("standard"), turns)
	x := open(t, serve(t, p), v, "#/match/"+m.name)
	x.do(chromedp.WaitReady(chromedp.CSS(".board .piece")), chromedp.WaitReady(chromedp.CSS(".cell.movable")))
	return x, m
}

func TestPlayByClicks(t *testing.T) {
	for name, v := range map[string]view{"desktop": desktop, "phone": phone} {
		t.Run(name, func(t *testing.T) {
			x, m := atTable(t, v, 20)
			for range 3 {
				from, to := choice(m)
				x.do(pagetest.Mouse.Move(from, to))
				x.moved(m, from, to)
			}
		})
	}
}

func TestPlayByTouch(t *testing.T) {
	x, m := atTable(t, phone, 20)
	from, to := choice(m)
	x.do(pagetest.Finger.Move(from, to))
	x.moved(m, from, to)
}

func TestPlayByDragging(t *testing.T) {
	x, m := atTable(t, desktop, 20)
	from, to := choice(m)
	x.do(pagetest.Drag(node(from), node(to), made(from, to)))
	x.moved(m, from, to)
	before := m.seat.State().Ply
	from, _ = choice(m)
	x.do(chromedp.DragAndDrop(node(from), node("c12")))
	if !slices.Contains(m.seat.State().Moves[from], "c12") {
		require.Equal(t, before, m.seat.State().Ply, "dropped where it may not go, it goes back")
		x.wait(`document.querySelector('.dragged') === null`)
	}
}

// Nothing but keys: into the board, from node to node, and a typed move.
func TestPlayByKeys(t *testing.T) {
	x, m := atTable(t, desktop, 20)
	from, to := choice(m)
	x.do(chromedp.Focus(chromedp.CSS(`.cell[tabindex="0"]`)))
	x.goTo(from)
	x.do(chromedp.KeyEvent(kb.Enter), chromedp.WaitReady(chromedp.CSS(`[data-node=`+to+`].target`)))
	x.goTo(to)
	x.do(chromedp.KeyEvent(" "))
	x.moved(m, from, to)
	require.Equal(t, 1, ask[int](x, `document.querySelectorAll('.grid [tabindex="0"]').length`), "the board is one stop of the tab key")

	from, to = choice(m)
	x.do(chromedp.KeyEvent("/"), chromedp.WaitReady(chromedp.CSS("#typed")), chromedp.SendKeys(chromedp.CSS("#typed"), from+"-"+to+kb.Enter))
	x.moved(m, from, to)

	x.do(chromedp.KeyEvent("["))
	x.wait(`document.querySelector('.voice').textContent.includes('Viewing turn')`)
	x.do(chromedp.KeyEvent(kb.Escape))
	x.wait(`!document.querySelector('.voice').textContent.includes('Viewing turn')`)
}

// goTo walks the board by arrow keys, as somebody does who sees the names of the nodes.
func (x *tab) goTo(target string) {
	x.t.Helper()
	for range 40 {
		at := ask[string](x, `document.activeElement.dataset.node ?? ''`)
		require.NotEmpty(x.t, at, "the focus has left the board")
		if at == target {
			return
		}
		key := kb.ArrowRight
		row := func(name string) string { return fmt.Sprintf("%3s", name[1:]) }
		switch {
		case row(at) < row(target):
			key = kb.ArrowUp
		case row(at) > row(target):
			key = kb.ArrowDown
		case at[0] > target[0]:
			key = kb.ArrowLeft
		}
		x.do(chromedp.KeyEvent(key))
	}
	require.Fail(x.t, "the arrows do not lead there", target)
}

// What a screen reader is told: cells with whose piece they hold, and the referee's line when something happens.
func TestBoardIsHeard(t *testing.T) {
	x, m := atTable(t, desktop, 20)
	var own, enemy seat.Piece
	for _, p := range m.seat.State().Pieces {
		if p.Node != "" && p.Seat == "red" {
			own = p
		} else if p.Node != "" {
			enemy = p
		}
	}
	require.Contains(t, ask[string](x, `document.querySelector('[data-node=`+own.Node+`]').getAttribute('aria-label')`), "your "+own.Type)
	require.Contains(t, ask[string](x, `document.querySelector('[data-node=`+enemy.Node+`]').getAttribute('aria-label')`), "林间’s piece")
	require.Equal(t, 12, ask[int](x, `document.querySelectorAll('[role=grid] > [role=row]').length`))
	from, to := choice(m)
	before := ask[string](x, `document.querySelector('[role=status][aria-live]').textContent`)
	flag := m.seat.State().Pieces[slices.IndexFunc(m.seat.State().Pieces, func(p seat.Piece) bool { return p.Seat == "red" && p.Type == "flag" })]
	x.do(pagetest.Click(node(flag.Node)))
	x.wait(`document.querySelector('.toast') !== null`)
	x.do(pagetest.Mouse.Move(from, to))
	x.wait(fmt.Sprintf(`document.querySelector('[role=status][aria-live]').textContent !== %q`, before))
	x.wait(`document.querySelector('.toast') === null`) // it was about what is past
	x.do(script(`const s = document.querySelector('.languages-list'); s.value = 'zh'; s.dispatchEvent(new Event('change'))`))
	x.wait(`/^[^a-z]*[一-龥][^a-z]*$/.test(document.querySelector('[role=status][aria-live]').textContent.replace(/[a-l]\d+/g, ''))`) // in one language, the new one
}

// Notes on pieces outlive a reload, and a second tab sees them.
func TestMarksStay(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := played(p, rules("standard"), 20)
	served := serve(t, p)
	x := open(t, served, desktop, "#/match/"+m.name)
	var enemy seat.Piece
	for _, piece := range m.seat.State().Pieces {
		if piece.Seat == "blue" && piece.Node != "" {
			enemy = piece
			break
		}
	}
	x.do(chromedp.WaitReady(chromedp.CSS(".board .piece")), pagetest.Key(node(enemy.Node), "m", `document.activeElement.closest('.palette') !== null`), pagetest.Click(`.at-table > .left .c-piece .palette [aria-label=bomb]`), chromedp.WaitReady(chromedp.CSS(".note")))
	require.Equal(t, "bomb", mark(m, enemy.Ref))
	x.do(chromedp.Reload(), chromedp.WaitReady(chromedp.CSS(".note")))
	other := open(t, served, phone, "#/match/"+m.name)
	other.do(chromedp.WaitReady(chromedp.CSS(".note")))
}

// By keys alone: m leads to the signs, a sign's letter or Enter on it marks and leads back, and so does Escape without.
func TestMarksByKeys(t *testing.T) {
	x, m := atTable(t, desktop, 20)
	pieces := m.seat.State().Pieces
	enemy := pieces[slices.IndexFunc(pieces, func(p seat.Piece) bool { return p.Seat == "blue" && p.Node != "" })]
	onBoard := fmt.Sprintf(`document.activeElement.dataset.node === %q`, enemy.Node)
	amongSigns := `document.activeElement.closest('.palette') !== null`
	marked := func(with string) {
		x.wait(onBoard)
		require.Eventually(t, func() bool { return mark(m, enemy.Ref) == with }, pagetest.Patience, 10*time.Millisecond)
		x.wait(fmt.Sprintf(`(document.querySelector('.note') !== null) === %t`, with != ""))
	}
	x.do(pagetest.Key(node(enemy.Node), "m", amongSigns), chromedp.KeyEvent("b"))
	marked("bomb")
	x.do(chromedp.KeyEvent("m"))
	x.wait(`document.activeElement.getAttribute('aria-label') === 'bomb'`) // where it was left
	x.do(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.Enter))
	marked("")
	x.do(chromedp.KeyEvent("m"))
	x.wait(amongSigns)
	x.do(chromedp.KeyEvent(kb.Escape))
	marked("")
}

func mark(m *match, of seat.Ref) string {
	for _, p := range m.seat.State().Pieces {
		if p.Ref == of {
			return p.Mark
		}
	}
	return ""
}

// What others call themselves is text.
func TestNamesAreNoMarkup(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := played(p, rules("siguo"), 8)
	x := open(t, serve(t, p), desktop, "#/match/"+m.name)
	x.do(chromedp.WaitReady(chromedp.CSS(".board .piece")))
	require.True(t, ask[bool](x, `document.body.textContent.includes('Teal & <b>Co</b>')`))
}

func TestResignAsksOnce(t *testing.T) {
	x, m := atTable(t, desktop, 30)
	x.do(pagetest.Click("[data-key=resign]"))
	x.wait(`document.querySelector('[data-key=resign]').textContent.includes('Resign? Yes')`)
	x.do(pagetest.Click("[data-key=on]"))
	x.wait(`document.querySelector('[data-key=resign]').textContent === 'Resign'`)
	require.Nil(t, m.seat.State().Result)
	x.do(pagetest.Click("[data-key=resign]"))
	x.wait(`document.querySelector('[data-key=resign]').textContent.includes('Resign? Yes')`)
	x.do(pagetest.Click("[data-key=resign]"))
	x.wait(`document.querySelector('.voice').textContent.includes('You lost')`)
	x.wait(`(n => n > 0 && document.querySelector('.c-end .num').textContent === n - 1 + ' turns')(document.querySelectorAll('.moves .mv').length)`) // resigning is no turn
	require.Equal(t, "lost", m.seat.State().Result.You)
}

// Anyone who resigns while a move is still being proven has resigned once it is.
func TestResignAfterAMoveUnderWay(t *testing.T) {
	x, _ := atTable(t, desktop, 30)
	x.do(script(`window.sent = []; const plain = window.fetch; window.fetch = async (path, init) => {
		if (String(path).startsWith('/api/do')) {
			sent.push(JSON.parse(init.body).do);
			await new Promise(resolve => { window.release = resolve; });
		}
		return plain(path, init);
	}`))
	x.do(pagetest.Mouse.Until(".cell.movable", `document.querySelector('.cell.target') !== null`), pagetest.Mouse.Until(".cell.target", `sent.join() === 'move'`))
	x.wait(`sent.join() === 'move'`)
	x.do(pagetest.Click("[data-key=resign]"))
	x.wait(`document.querySelector('[data-key=resign]').textContent === 'Resign? Yes'`)
	x.do(pagetest.Click("[data-key=resign]"))
	x.do(script(`release()`))
	x.wait(`sent.join() === 'move,resign'`)
	x.do(script(`release()`))
	x.wait(`document.querySelector('.voice').textContent.includes('You lost')`)
}

// A match from the lobby: choose a layout, play, over to the replay.
func TestFromTheLobbyToTheReplay(t *testing.T) {
	chromium(t)
	p := newProgram()
	x := open(t, serve(t, p), desktop, "#/")
	x.do(chromedp.WaitReady(chromedp.CSS(".choice")))
	x.do(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll('button')].find(b => b.textContent === 'Practise').click()`))
	x.wait(`[...document.querySelectorAll('button')].some(b => b.textContent === 'Play with this layout' && !b.disabled)`)
	x.do(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll('button')].find(b => b.textContent === 'Play with this layout').click()`))
	x.do(chromedp.WaitReady(chromedp.CSS(".at-table .cell.movable")))
	m := p.matches["n1"]
	m.play(40)
	require.NoError(t, m.Resign())
	x.wait(`[...document.querySelectorAll('.voice button')].some(b => b.textContent === 'Replay')`)
	x.do(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll('.voice button')].find(b => b.textContent === 'Replay').click()`), chromedp.WaitReady(chromedp.CSS(".review .board .piece")))
	x.do(chromedp.KeyEvent("["))
	x.wait(`document.querySelector('.step').textContent.includes('turn 40 of 40')`)
	x.do(chromedp.KeyEvent("]"))
	x.wait(`document.querySelector('.step').textContent.includes('What decided it')`) // a resignation is no turn
	x.do(chromedp.Evaluate[chromedp.Void](`URL.createObjectURL = blob => { window.saved = blob.size; return 'data:,' }`), pagetest.Click(".judged button"))
	x.wait(`window.saved === 'darkjunqi'.length`)
}

func TestAuditOfATamperedFile(t *testing.T) {
	chromium(t)
	x := open(t, serve(t, newProgram()), desktop, "#/record")
	file := t.TempDir() + "/m.djq"
	require.NoError(t, os.WriteFile(file, []byte("darkjunqi tampered"), 0o600))
	x.do(chromedp.WaitReady(chromedp.CSS("input[type=file]")), chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{file}))
	x.do(chromedp.WaitReady(chromedp.CSS(".judged.alarm")))
	require.Contains(t, ask[string](x, `document.querySelector('.judged').textContent`), "cheating, proven")
	x.do(chromedp.WaitReady(chromedp.CSS(".proofs .bad")))
	require.Equal(t, 3, ask[int](x, `document.querySelectorAll('.judged .grounds li').length`))
	require.Contains(t, ask[string](x, `document.querySelector('.mv.false').textContent`), "✗")
	x.do(script(`[...document.querySelectorAll('.eyes button')].find(b => b.textContent === 'Public').click()`))
	x.wait(`document.querySelector('.eyes [aria-pressed=true]').textContent === 'Public' && document.querySelectorAll('.piece .tile').length > 0 && document.querySelector('.tile.light') === null`) // what is hidden is a back
	x.shot("audit-tampered")
	x.do(chromedp.EmulateViewport(1280, 640), script(`document.querySelector('.proofs .bad .grow').textContent = 'no valid proof that the announcement fits the pieces that met '.repeat(4)`))
	becomes(x, true, `(s => s.scrollHeight <= s.clientHeight + 1)(document.querySelector('.step'))`, "what convicts is not scrolled away")
	require.NoError(t, os.WriteFile(file, []byte("anything else"), 0o600))
	y := open(t, serve(t, newProgram()), desktop, "#/record")
	y.do(chromedp.WaitReady(chromedp.CSS("input[type=file]")), chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{file}))
	y.do(chromedp.WaitReady(chromedp.CSS(".toast.wrong")))
	y.forgive("422")
}

// On a phone a certificate says what was found, and the board on which it happened is seen whole.
func TestConvictionLeavesTheBoardInSight(t *testing.T) {
	chromium(t)
	x := open(t, serve(t, newProgram()), phone, "#/record")
	file := t.TempDir() + "/m.djq"
	require.NoError(t, os.WriteFile(file, []byte("darkjunqi tampered"), 0o600))
	x.do(chromedp.WaitReady(chromedp.CSS("input[type=file]")), chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{file}))
	x.do(chromedp.WaitReady(chromedp.CSS(".review .board .piece")))
	x.wait(`document.querySelector('.judged .found')?.checkVisibility() && document.querySelector('.found').textContent.includes('第 45 条记录')`)
	x.wait(`!document.querySelector('.judged .grounds').checkVisibility() && document.querySelector('.boardbox').getBoundingClientRect().bottom < innerHeight`)
	x.do(pagetest.Click(".judged summary"))
	x.wait(`document.querySelector('.judged .grounds').checkVisibility()`)
}

// What can't be read is not signed as what holds, and nothing is said to be proven that was not.
func TestAuditOfABrokenFile(t *testing.T) {
	chromium(t)
	file := t.TempDir() + "/m.djq"
	const cross = "M5 5l10 10"
	for content, holds := range map[string]bool{"darkjunqi": true, "darkjunqi broken": false} {
		x := open(t, serve(t, newProgram()), desktop, "#/record")
		require.NoError(t, os.WriteFile(file, []byte(content), 0o600))
		x.do(chromedp.WaitReady(chromedp.CSS("input[type=file]")), chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{file}))
		x.do(chromedp.WaitReady(chromedp.CSS(".judged")), chromedp.WaitReady(chromedp.CSS(".board .piece")), chromedp.KeyEvent(kb.Home))
		x.wait(`document.querySelector('.step')?.textContent.includes('Before the first move')`)
		require.Equal(t, holds, !ask[bool](x, `document.querySelector('.judged').classList.contains('warn')`))
		require.Equal(t, holds, !strings.HasPrefix(ask[string](x, `document.querySelector('.judged .icon path').getAttribute('d')`), cross))
		require.Equal(t, holds, ask[bool](x, `document.querySelector('.step').textContent.includes('locked and proven legal')`))
	}
}

// The editor marks what is illegal on the piece, with the reason, and does not save it.
func TestEditorMarksWhatIsIllegal(t *testing.T) {
	chromium(t)
	x := open(t, serve(t, newProgram()), desktop, "#/layouts")
	x.do(chromedp.WaitReady(chromedp.CSS(".board .piece")))
	x.wait(`document.querySelector('.verdict').textContent.includes('Legal')`)
	flag := ask[string](x, `[...document.querySelectorAll('.cell')].find(c => c.getAttribute('aria-label').endsWith('flag')).dataset.node`)
	x.do(pagetest.Click(node(flag)), pagetest.Click(node("a6")), chromedp.WaitReady(chromedp.CSS(".ring.bad")))
	require.Contains(t, ask[string](x, `document.querySelector('.verdict').textContent`), "a6 flag can only start on b1, d1")
	x.wait(`document.querySelector('.stage .title').textContent.endsWith(' (changed)')`)
	require.True(t, ask[bool](x, `[...document.querySelectorAll('.verdict button')].every(b => b.disabled)`))
	x.shot("layouts-illegal")
	x.do(pagetest.Drag(node("a6"), node(flag), `document.querySelector('.ring.bad') === null`))
}

// However long the name of a layout grows, the board stays where it is: the next tap is aimed already.
func TestBoardStaysUnderTheFinger(t *testing.T) {
	chromium(t)
	for _, lang := range []string{"en", "zh"} {
		v := phone
		v.Lang = lang
		x := open(t, serve(t, newProgram()), v, "#/layouts")
		x.wait(`!document.querySelector('.verdict').classList.contains('off')`) // all of it is there
		const place = `(b => [b.left, b.top, b.width, b.height].map(Math.round).join())(document.querySelector('.stage .boardbox').getBoundingClientRect())`
		name := ask[string](x, `document.querySelector('.stage .title').textContent`)
		x.do(script(`document.querySelector('[data-node=a6]').scrollIntoView({block: 'center'})`))
		before := ask[string](x, place)
		x.do(pagetest.Tap(node("a6")), chromedp.WaitReady(chromedp.CSS(".ring.swap")), pagetest.Tap(node("b6")))
		x.wait(fmt.Sprintf(`document.querySelector('.stage .title').textContent !== %q`, name))
		require.Equal(t, before, ask[string](x, place))
	}
}

// Of a recording that is opened each layout can be had.
func TestEditorOpensARecording(t *testing.T) {
	chromium(t)
	x := open(t, serve(t, newProgram()), desktop, "#/layouts")
	x.do(chromedp.WaitReady(chromedp.CSS(".board .piece")))
	file, err := os.ReadFile("../../../testdata/recordings/whole.jgs")
	require.NoError(t, err)
	x.do(script(fmt.Sprintf(`{
		const field = document.querySelector('.side input[type=file]'), given = new DataTransfer();
		given.items.add(new File([Uint8Array.from(atob(%q), c => c.charCodeAt(0))], 'whole.jgs'));
		field.files = given.files;
		field.dispatchEvent(new Event('change'));
	}`, base64.StdEncoding.EncodeToString(file))))
	x.wait(`document.querySelector('.recorded [aria-pressed=true]')?.textContent === '一二三四五六七八九十'`)
	kept := ask[string](x, `document.querySelector('#layout-text').value`)
	x.do(script(`(f => { f.value = 'half an army'; f.dispatchEvent(new Event('change')) })(document.querySelector('#layout-text'))`))
	x.wait(fmt.Sprintf(`document.querySelector('.toast.wrong') !== null && document.querySelector('#layout-text').value === %q && document.querySelectorAll('.board .piece').length === 25`, kept))
	x.forgive("layouts/check")
	x.do(pagetest.Click(".recorded [aria-pressed=false]"))
	x.wait(fmt.Sprintf(`document.querySelector('#layout-text').value !== %q && document.querySelectorAll('.recorded [aria-pressed=true]').length === 1`, kept))
	x.shot("recorded")
}

// Whoever has the page open when the program ends is told, and goes on when it is back.
func TestProgramThatIsGoneIsNoticed(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := played(p, rules("standard"), 20)
	port := pagetest.TakePort(t)
	served := page.New(page.Options{Backend: p, Host: port.Addr().String()})
	server := serveOn(t, port, served)
	x := open(t, served, desktop, "#/match/"+m.name)
	x.do(chromedp.WaitReady(chromedp.CSS(".board .piece")))
	require.NoError(t, server.Close())
	x.wait(`document.querySelector('.voice').textContent.includes('is not responding')`)
	require.Contains(t, ask[string](x, `document.querySelector('.voice').textContent`), "After a restart it has a new address")
	serveOn(t, port.Again(t), served)
	x.wait(`!document.querySelector('.voice').textContent.includes('is not responding')`)
	x.forgive("net::")
}

// axe finds nothing, in every room, by day and by night.
func TestAxeFindsNothing(t *testing.T) {
	axe, err := os.ReadFile("node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Skip("axe-core is not here: run npm ci in cmd/internal/page")
	}
	chromium(t)
	p := newProgram()
	served := serve(t, p)
	duel, four := played(p, rules("standard"), 60), played(p, rules("siguo"), 60)
	host, err := p.Host(t.Context(), app.Hosting{Digest: p.presets[0]})
	require.NoError(t, err)
	done := over(p, rules("standard"))
	watched, err := p.WatchMatch(t.Context(), app.Watching{})
	require.NoError(t, err)
	rooms := []struct{ name, hash, shown string }{
		{"lobby", "#/", ".choice"}, {"layouts", "#/layouts", ".board .piece"}, {"play", "#/match/" + duel.name, ".board .piece"}, {"four", "#/match/" + four.name, ".board .piece"},
		{"over", "#/match/" + done.name, ".c-end .lead"}, {"invite", "#/match/" + host, ".qr path"}, {"replay", "#/record/" + done.name, ".board .piece"}, {"audit", "#/record", ".droppable"}, {"howto", "#/howto", ".guide-body"},
		{"learn", "#/learn/" + p.presets[0] + "/1", ".board .piece"}, {"guide", "#/match/" + duel.name, ".board .piece"},
		{"standings", "#/standings", ".tallies"}, {"watch", "#/match/" + watched, ".c-watch"}, {"wall", "#/wall/" + watched, ".board .piece"}, {"talk", "#/match/" + four.name, ".board .piece"}, {"seats", "#/", ".choice"},
	}
	for _, v := range []view{desktop, night, phone} {
		x := open(t, served, v, "#/elsewhere")
		x.do(script(string(axe)))
		checks := `{resultTypes: ['violations']}`
		if v.Theme == "dark" { // which is the same page in other colours
			checks = `{resultTypes: ['violations'], runOnly: ['color-contrast']}`
		}
		for _, room := range rooms {
			t.Run(fmt.Sprint(room.name, v.Width, v.Theme), func(t *testing.T) {
				x.visit(room.hash)
				x.do(chromedp.WaitReady(chromedp.CSS(room.shown)))
				if room.name == "talk" {
					x.wait(`document.querySelector('.to-talk') !== null`)
					x.do(script(`document.querySelector(matchMedia('(max-width: 720px)').matches ? '.tabs button:nth-last-child(2)' : '.to-talk').click()`))
					x.wait(`document.querySelector('.c-talk').offsetHeight > 0`)
				}
				if room.name == "seats" {
					x.do(script(`[...document.querySelectorAll('.choice')].find(c => /Siguo|四国/.test(c.textContent)).querySelector('input').click()`), chromedp.WaitReady(chromedp.CSS(".seating .seg")))
					x.do(script(`document.querySelector('.seating .seg').lastChild.click()`), chromedp.WaitReady(chromedp.CSS(".seatings [role=status]")))
				}
				if room.name == "guide" && v.Touch {
					x.do(pagetest.Click(".tabs button:last-child"), pagetest.Click("[data-key=howto]"))
				} else if room.name == "guide" {
					x.do(pagetest.Click("[data-key=guide]"))
				}
				if room.name == "guide" {
					x.do(chromedp.WaitReady(chromedp.CSS("dialog.guide[open]")))
				}
				x.none(`axe.run(` + checks + `).then(r => r.violations.flatMap(v => v.nodes.map(n => v.id + ': ' + n.html.slice(0, 160) + ' ' + (n.any[0]?.message ?? ''))))`)
				if room.name == "guide" {
					x.do(chromedp.KeyEvent(kb.Escape))
					x.wait(`document.querySelector('dialog.guide') === null`)
				}
			})
		}
	}
}

// What asks, or tells in passing, moves no button and hides no piece; and the names on the pieces stay within them.
func TestNothingMovesOrOverflows(t *testing.T) {
	for _, v := range []view{desktop, {Width: 1024, Height: 700, Lang: "en", Theme: "light"}} {
		x, m := atTable(t, v, 20)
		becomes(x, true, `document.querySelector('.board').getBoundingClientRect().width / innerWidth > 0.43`, "the board uses the room of a wide window")
		becomes(x, true, `document.querySelector('.left .c-losses').getBoundingClientRect().height > 0`)
		becomes(x, true, `document.querySelector('.mlist').clientHeight < 300`, "the list is as long as the moves")
		becomes(x, 1, `new Set([...document.querySelectorAll('.tile.light')].map(t => t.querySelector('.caption') !== null)).size`, "all pieces have names, or none")
		x.laid()
		becomes(x, 0, `(() => {
			const words = document.querySelector('.voice .what span'), top = () => document.querySelector('.boardbox').getBoundingClientRect().top, before = top(), more = [document.createElement('br'), 'more'];
			words.append(...more);
			const moved = top() - before;
			more[0].remove();
			words.lastChild.remove();
			return moved;
		})()`, "a second line above the board does not move it")
		const places = `[...document.querySelectorAll('.acts button')].map(b => b.getBoundingClientRect()).map(b => [b.left, b.top, b.width].map(Math.round).join()).join(' ')`
		before := ask[string](x, places)
		x.do(pagetest.Click("[data-key=resign]"))
		x.wait(`document.querySelector('[data-key=resign]').textContent === 'Resign? Yes'`)
		becomes(x, before, places)
		for _, p := range m.seat.State().Pieces {
			if p.Seat == "red" && p.Type == "flag" {
				x.do(pagetest.Click(node(p.Node)))
			}
		}
		x.wait(`document.querySelector('.toast') !== null`)
		x.wait(`(t => [...document.querySelectorAll('.board, .acts button')].map(e => e.getBoundingClientRect()).every(b => b.right <= t.left || t.right <= b.left || b.bottom <= t.top || t.bottom <= b.top))(document.querySelector('.toast').getBoundingClientRect())`)
		x.none(`[...document.querySelectorAll('.tile .caption')].filter(c => c.getBoundingClientRect().width > c.parentNode.querySelector('.face').getBoundingClientRect().width - 2).map(c => c.textContent)`)
		x.shot("toast")
	}
}

// In a window of middling width with four players, what a right click opens covers only the moves, and closes by its button and by Escape.
func TestSidePanelCoversNothing(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := played(p, rules("siguo"), 20)
	x := open(t, serve(t, p), view{Width: 1024, Height: 700, Lang: "en", Theme: "light"}, "#/match/"+m.name)
	x.do(chromedp.WaitReady(chromedp.CSS(".board .piece")))
	enemy := ""
	for _, p := range m.seat.State().Pieces {
		if p.Seat == "blue" && p.Node != "" {
			enemy = p.Node
		}
	}
	opened, closed := `document.querySelector('.at-table').matches('.sheet-piece')`, `!document.querySelector('.at-table').matches('.sheet-piece')`
	for _, shut := range []chromedp.Action[chromedp.Void]{pagetest.Click(".grip"), chromedp.KeyEvent(kb.Escape)} {
		x.do(script(fmt.Sprintf(`document.querySelector('[data-node=%s]').dispatchEvent(new MouseEvent('contextmenu', {bubbles: true, cancelable: true}))`, enemy)))
		x.wait(opened)
		x.none(`(panel => [...document.querySelectorAll('.acts button, .plate, .board, .voice')].filter(e => (b => b.left < panel.right && panel.left < b.right && b.top < panel.bottom && panel.top < b.bottom)(e.getBoundingClientRect())).map(e => e.textContent))(document.querySelector('.left').getBoundingClientRect())`)
		x.wait(`document.querySelector('.palette').getBoundingClientRect().height > 0`)
		x.shot("side-panel")
		x.do(shut)
		x.wait(closed)
	}
}

// The end says what decided the match, leads into the replay, and makes a picture of the last moves.
func TestEndOfAMatch(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := over(p, rules("standard"))
	x := open(t, serve(t, p), desktop, "#/match/"+m.name)
	x.do(chromedp.WaitReady(chromedp.CSS(".voice:is(.won, .lost, .drawn)")), chromedp.WaitReady(chromedp.CSS(".c-end .lead .turning")))
	require.Regexp(t, `219 turns林间 has no legal moveYou\d+林间\d+pieces leftTurning point: from turn \d+ on`, ask[string](x, `document.querySelector('.c-end').textContent`))
	require.Empty(t, ask[string](x, `document.querySelector('.c-match .num').textContent`), "there is no next turn")
	require.False(t, ask[bool](x, `document.querySelector('.c-piece') !== null`), "nothing is hidden any more")
	require.True(t, ask[bool](x, `[...document.querySelectorAll('.lead .curve')].every(line => getComputedStyle(line).stroke !== 'none')`))
	require.NotRegexp(t, `(army|division) *[0-9]`, ask[string](x, `document.querySelector('.c-losses').textContent`), "a rank is a number beside others")
	require.Empty(t, ask[string](x, `[...document.querySelectorAll('.clock')].map(e => e.textContent).join('')`), "no clock runs any more")
	x.do(chromedp.Evaluate[chromedp.Void](`URL.createObjectURL = (make => blob => { if (blob.type === 'image/png') window.saved = blob.size; return make(blob) })(URL.createObjectURL.bind(URL))`), pagetest.Click("[data-film=png]"))
	x.wait(`window.saved > 20000 && document.querySelector('.film') === null`)
	x.wait(`document.querySelector('.toast')?.textContent.startsWith('Saving darkjunqi-')`)
	require.Equal(t, "#/record/"+m.name, ask[string](x, `[...document.querySelectorAll('.c-end a')].pop().hash`), "where the verdict is")
	require.NotContains(t, ask[string](x, `document.querySelector('.c-more').textContent`), "Type a move")
	x.do(pagetest.Click(".c-end a"))
	x.wait(`location.hash.startsWith('#/record/') && document.querySelector('.line input')?.value === location.hash.split('/').pop()`)
}

// A player of four may resign while the others play on: that is listed, but no turn, here as in the lobby and the audit.
func TestResignationIsNoTurn(t *testing.T) {
	x, _ := atTable(t, desktop, 2)
	require.Equal(t, []int{2, 1, 1, 2, 2}, ask[[]int](x, `import('./panels.js').then(({ taken }) => {
		const turns = ['move', 'resign', 'pass', 'draw'].map(kind => ({kind}));
		return [taken(turns), ...turns.map((_, i) => taken(turns, i + 1))];
	})`))
}

// How long anybody thought is not said where most of the times were not kept, and does not count the time away.
func TestTimesOfAResumedMatch(t *testing.T) {
	x, _ := atTable(t, desktop, 2)
	require.Equal(t, []string{"0:05", "0:04"}, ask[[]string](x, `import('./ending.js').then(({ figures }) => {
		const table = {players: [{seat: 'red'}, {seat: 'blue'}]}, turns = [1, 2, 3, 4].map(number => ({number, seat: number % 2 ? 'red' : 'blue'}));
		return figures({table, turns, when: [1.8e12, 1.8e12 + 4000, 1.8e12 + 9000, 1.9e12], state: null}).slice(0, 2).map(f => f[1]);
	})`))
	require.Equal(t, []int{4, 2}, ask[[]int](x, `import('./ending.js').then(({ figures }) => {
		const table = {players: [{seat: 'red'}, {seat: 'blue'}]}, turns = [1, 2, 3].map(number => ({number, seat: number % 2 ? 'red' : 'blue'}));
		return [[1.8e12, 1.8e12 + 4000, 1.8e12 + 9000], [0, 0, 1.8e12]].map(when => figures({table, turns, when, state: null}).length);
	})`))
}

// Anyone who has missed the end of a match of several is told to ask another back, and which match that is.
func TestDesertedIsToldWhatToDo(t *testing.T) {
	x, m := atTable(t, desktop, 8)
	m.change(func() { m.edit = func(l *seat.Look) { l.Link = seat.Link{Hold: "unheard", Deserted: true} } })
	x.wait(`document.querySelector('.voice').textContent.includes('darkjunqi resume ` + m.name + `')`)
	require.NoError(t, m.Resign())
	x.wait(`document.querySelector('.voice').textContent.includes('You lost')`)
	require.True(t, ask[bool](x, `document.querySelector('.voice').textContent.includes('darkjunqi resume `+m.name+`')`))
}

// Where somebody cheats before a game of four has begun the others are told who, and to play without; of two there is nobody
// to play with.
func TestCheatInTheSetupIsNamed(t *testing.T) {
	chromium(t)
	for spec, again := range map[string]bool{"siguo": true, "standard": false} {
		p := newProgram()
		m := p.sit(p.add(rules(spec)), seat.Setup)
		m.edit = func(l *seat.Look) {
			l.Phase, l.Decision = seat.Sealed, ""
			l.Conviction = &seat.Convicted{Seat: engine.Blue, Record: 6, Kind: "Commit", Reason: errors.New("two records")}
		}
		x := open(t, serve(t, p), desktop, "#/match/"+m.name)
		x.wait(`document.querySelector('.voice').textContent.includes('cheated: there is proof')`)
		require.Equal(t, again, ask[bool](x, `document.querySelector('.voice').textContent.includes('The host can start a new match')`))
	}
}

// On a wall, names and clocks can be read from farther away; nobody there has an enemy.
func TestWallIsReadFromAfar(t *testing.T) {
	chromium(t)
	p := newProgram()
	watched, err := p.WatchMatch(t.Context(), app.Watching{})
	require.NoError(t, err)
	x := open(t, serve(t, p), view{Width: 1920, Height: 1080, Lang: "en", Theme: "light"}, "#/match/"+watched)
	x.wait(`document.querySelector('.c-piece')?.textContent === 'Pick a piece to see what is known about it.'`)
	const high = `[...document.querySelectorAll('.plate .called')].map(e => e.getBoundingClientRect().height)`
	near := ask[[]float64](x, high)
	x.do(script(`location.hash = '#/wall/` + watched + `'`))
	x.wait(`document.querySelector('[data-room=wall] .board .piece') !== null`)
	far := ask[[]float64](x, high)
	require.Len(t, far, 2)
	for i := range far {
		require.Greater(t, far[i], 1.3*near[i])
	}
}

// On a phone, held either way, no word is broken, what points beyond the board stays on it, and a wall shows the board and its players alone.
func TestPhoneHeldEitherWay(t *testing.T) {
	chromium(t)
	p := newProgram()
	three := played(p, rules("sanguo"), 60)
	watched, err := p.WatchMatch(t.Context(), app.Watching{})
	require.NoError(t, err)
	x := open(t, serve(t, p), view{Width: 844, Height: 390, Lang: "en", Theme: "light", Touch: true}, "#/layouts")
	x.wait(`document.querySelector(".thumbs span") !== null`)
	x.none(`[...document.querySelectorAll('.thumbs span')].flatMap(s => [...s.textContent.matchAll(/\S+/g)].filter(w => {
		const r = document.createRange();
		r.setStart(s.firstChild, w.index);
		r.setEnd(s.firstChild, w.index + w[0].length);
		return r.getClientRects().length > 1;
	}).map(w => w[0]))`)
	x.visit("#/match/" + three.name)
	x.do(chromedp.WaitReady(chromedp.CSS(".board .piece")))
	x.wait(`getComputedStyle(document.querySelector('.edges')).gridColumnStart === 'auto'`) // so that its place counts from the table's corner, as the board's
	x.visit("#/wall/" + watched)
	x.do(chromedp.WaitReady(chromedp.CSS(".board .piece")))
	for _, v := range []view{{Width: 844, Height: 390}, {Width: 390, Height: 844}} {
		x.do(chromedp.EmulateViewport(int64(v.Width), int64(v.Height)))
		x.none(`['.left', '.acts', '.moves', '.tabs', '.ticker'].filter(css => document.querySelector(css)?.getClientRects().length)`)
		becomes(x, true, `document.documentElement.scrollWidth <= innerWidth && document.querySelector('.voice').offsetWidth > 200`)
	}
}
