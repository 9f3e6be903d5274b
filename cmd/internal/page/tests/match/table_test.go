package match_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/history"
	"github.com/darkjunqi/darkjunqi/cmd/internal/page"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest/fake"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

func TestPlayByClicks(t *testing.T) {
	for name, v := range map[string]fake.View{"desktop": fake.Desktop, "phone": fake.Phone} {
		t.Run(name, func(t *testing.T) {
			x, m := fake.AtTable(t, v, 20)
			for range 3 {
				from, to := fake.Choice(m)
				x.Do(pagetest.Mouse.Move(from, to))
				x.Moved(m, from, to)
			}
		})
	}
}

func TestPlayByTouch(t *testing.T) {
	x, m := fake.AtTable(t, fake.Phone, 20)
	from, to := fake.Choice(m)
	x.Do(pagetest.Finger.Move(from, to))
	x.Moved(m, from, to)
}

func TestPlayByDragging(t *testing.T) {
	x, m := fake.AtTable(t, fake.Desktop, 20)
	from, to := fake.Choice(m)
	x.Do(pagetest.Drag(fake.Node(from), fake.Node(to), fake.Made(from, to)))
	x.Moved(m, from, to)
	before := m.Seat.State().Ply
	from, _ = fake.Choice(m)
	x.Do(chromedp.DragAndDrop(fake.Node(from), fake.Node("c12")))
	if !slices.Contains(m.Seat.State().Moves[from], "c12") {
		require.Equal(t, before, m.Seat.State().Ply, "dropped where it may not go, it goes back")
		x.Wait(`document.querySelector('.dragged') === null`)
	}
}

// Nothing but keys: into the board, from node to node, and a typed move.
func TestPlayByKeys(t *testing.T) {
	x, m := fake.AtTable(t, fake.Desktop, 20)
	from, to := fake.Choice(m)
	x.Do(chromedp.Focus(chromedp.CSS(`.cell[tabindex="0"]`)))
	x.GoTo(from)
	x.Do(chromedp.KeyEvent(kb.Enter), chromedp.WaitReady(chromedp.CSS(`[data-node=`+to+`].target`)))
	x.GoTo(to)
	x.Do(chromedp.KeyEvent(" "))
	x.Moved(m, from, to)
	require.Equal(t, 1, fake.Ask[int](x, `document.querySelectorAll('.grid [tabindex="0"]').length`), "the board is one stop of the tab key")

	from, to = fake.Choice(m)
	x.Do(chromedp.KeyEvent("/"), chromedp.WaitReady(chromedp.CSS("#typed")), chromedp.SendKeys(chromedp.CSS("#typed"), from+"-"+to+kb.Enter))
	x.Moved(m, from, to)

	x.Do(chromedp.KeyEvent("["))
	x.Wait(`document.querySelector('.voice').textContent.includes('Viewing turn')`)
	x.Do(chromedp.KeyEvent(kb.Escape))
	x.Wait(`!document.querySelector('.voice').textContent.includes('Viewing turn')`)
}

// What a screen reader is told: cells with whose piece they hold, and the referee's line when something happens.
func TestBoardIsHeard(t *testing.T) {
	x, m := fake.AtTable(t, fake.Desktop, 20)
	var own, enemy seat.Piece
	for _, p := range m.Seat.State().Pieces {
		if p.Node != "" && p.Seat == "red" {
			own = p
		} else if p.Node != "" {
			enemy = p
		}
	}
	require.Contains(t, fake.Ask[string](x, `document.querySelector('[data-node=`+own.Node+`]').getAttribute('aria-label')`), "your "+own.Type)
	require.Contains(t, fake.Ask[string](x, `document.querySelector('[data-node=`+enemy.Node+`]').getAttribute('aria-label')`), "林间’s piece")
	require.Equal(t, 12, fake.Ask[int](x, `document.querySelectorAll('[role=grid] > [role=row]').length`))
	from, to := fake.Choice(m)
	before := fake.Ask[string](x, `document.querySelector('[role=status][aria-live]').textContent`)
	flag := m.Seat.State().Pieces[slices.IndexFunc(m.Seat.State().Pieces, func(p seat.Piece) bool { return p.Seat == "red" && p.Type == "flag" })]
	x.Do(pagetest.Click(fake.Node(flag.Node)))
	x.Wait(`document.querySelector('.toast') !== null`)
	x.Do(pagetest.Mouse.Move(from, to))
	x.Wait(fmt.Sprintf(`document.querySelector('[role=status][aria-live]').textContent !== %q`, before))
	x.Wait(`document.querySelector('.toast') === null`) // it was about what is past
	x.Do(fake.Script(`const s = document.querySelector('.languages-list'); s.value = 'zh'; s.dispatchEvent(new Event('change'))`))
	x.Wait(`/^[^a-z]*[一-龥][^a-z]*$/.test(document.querySelector('[role=status][aria-live]').textContent.replace(/[a-l]\d+/g, ''))`) // in one language, the new one
}

// Notes on pieces outlive a reload, and a second tab sees them.
func TestMarksStay(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Played(p, fake.Rules("standard"), 20)
	served := fake.Serve(t, p)
	x := fake.Open(t, served, fake.Desktop, "#/match/"+m.Name)
	var enemy seat.Piece
	for _, piece := range m.Seat.State().Pieces {
		if piece.Seat == "blue" && piece.Node != "" {
			enemy = piece
			break
		}
	}
	x.Do(chromedp.WaitReady(chromedp.CSS(".board .piece")), pagetest.Key(fake.Node(enemy.Node), "m", `document.activeElement.closest('.palette') !== null`), pagetest.Click(`.at-table > .left .c-piece .palette [aria-label=bomb]`), chromedp.WaitReady(chromedp.CSS(".note")))
	require.Equal(t, "bomb", fake.Mark(m, enemy.Ref))
	x.Do(chromedp.Reload(), chromedp.WaitReady(chromedp.CSS(".note")))
	other := fake.Open(t, served, fake.Phone, "#/match/"+m.Name)
	other.Do(chromedp.WaitReady(chromedp.CSS(".note")))
}

// An earlier turn is shown with what had been seen by then: without the reader's marks, and with no later conclusion.
func TestLookingBackIsOfThen(t *testing.T) {
	x, m := fake.AtTable(t, fake.Desktop, 20)
	pieces := m.Seat.State().Pieces
	enemy := pieces[slices.IndexFunc(pieces, func(p seat.Piece) bool { return p.Seat == "blue" && p.Node != "" })]
	x.Do(pagetest.Key(fake.Node(enemy.Node), "m", `document.activeElement.closest('.palette') !== null`), pagetest.Click(`.at-table > .left .c-piece .palette [aria-label=bomb]`), chromedp.WaitReady(chromedp.CSS(".note")))
	x.Do(chromedp.Focus(chromedp.CSS(".brand")), chromedp.KeyEvent("["))
	x.Wait(`document.querySelector('.voice').textContent.includes('Viewing turn') && document.querySelector('.note') === null`)
	x.Do(chromedp.KeyEvent("]"), chromedp.WaitReady(chromedp.CSS(".note")))
	require.Equal(t, []string{"", "", "9 concluded", "1 shown"}, fake.Ask[[]string](x, `import('./match.js').then(({ seenAfter }) => {
		const rules = { seats: [{ name: 'red' }, { name: 'blue' }], start: [[['a1']], [['a2']]] }, turn = { kind: 'move', piece: null, left: [], out: [] };
		const known = (type, by, ...facts) => ({ seat: 'blue', number: 0, node: 'a2', type, by, may: [], mark: 'bomb', facts });
		const of = (count, piece) => seenAfter({ rules }, { pieces: [piece] }, Array(4).fill(turn), count).map(p => (p.type + ' ' + p.by).trim() + (p.mark && ' marked'))[0];
		const concluded = known('9', 'concluded', { source: 'move', ply: 1, types: ['8', '9'] }, { source: 'clash', ply: 3, types: ['9', 'bomb'] }, { source: 'count', ply: 0, types: ['9'] });
		return [of(0, concluded), of(2, concluded), of(3, concluded), of(3, known('1', 'shown', { source: 'announced', ply: 2, types: ['1'] }))];
	})`))
	require.Equal(t, []bool{false, true}, fake.Ask[[]bool](x, `import('./panels.js').then(({ dossier }) => ['shown', 'concluded'].map(by =>
		dossier({ rules: {}, seat: 'red' }, { pieces: [{ node: 'a2', by }] }, undefined, null).some(line => line && line.textContent.startsWith('A dashed edge'))))`), "what dashes mean is said while there are some")
}

// By keys alone: m leads to the signs, a sign's letter or Enter on it marks and leads back, and so does Escape without.
func TestMarksByKeys(t *testing.T) {
	x, m := fake.AtTable(t, fake.Desktop, 20)
	pieces := m.Seat.State().Pieces
	enemy := pieces[slices.IndexFunc(pieces, func(p seat.Piece) bool { return p.Seat == "blue" && p.Node != "" })]
	onBoard := fmt.Sprintf(`document.activeElement.dataset.node === %q`, enemy.Node)
	amongSigns := `document.activeElement.closest('.palette') !== null`
	marked := func(with string) {
		x.Wait(onBoard)
		require.Eventually(t, func() bool { return fake.Mark(m, enemy.Ref) == with }, pagetest.Patience, 10*time.Millisecond)
		x.Wait(fmt.Sprintf(`(document.querySelector('.note') !== null) === %t`, with != ""))
	}
	x.Do(pagetest.Key(fake.Node(enemy.Node), "m", amongSigns), chromedp.KeyEvent("b"))
	marked("bomb")
	x.Do(chromedp.KeyEvent("m"))
	x.Wait(`document.activeElement.getAttribute('aria-label') === 'bomb'`) // where it was left
	x.Do(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.Enter))
	marked("")
	x.Do(chromedp.KeyEvent("m"))
	x.Wait(amongSigns)
	x.Do(chromedp.KeyEvent(kb.Escape))
	marked("")
}

// What others call themselves is text.
func TestNamesAreNoMarkup(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Played(p, fake.Rules("siguo"), 8)
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/match/"+m.Name)
	x.Do(chromedp.WaitReady(chromedp.CSS(".board .piece")))
	require.True(t, fake.Ask[bool](x, `document.body.textContent.includes('Teal & <b>Co</b>')`))
}

// Whoever resigns beside a partner reads first that the partner plays on.
func TestResigningOfSeveralSaysWhoPlaysOn(t *testing.T) {
	pagetest.Parallel(t)
	const turns = 84
	for spec, want := range map[string]bool{"siguo": true, "standard": false} {
		p := fake.NewProgram()
		m := fake.Played(p, fake.Rules(spec), turns)
		x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/match/"+m.Name)
		x.Do(pagetest.Click("[data-key=resign]"))
		x.Wait(`document.querySelector('[data-key=resign]').textContent === 'Resign? Yes'`)
		fake.Becomes(x, want, `document.querySelector('.acts').textContent.includes('the rest of their side plays on')`)
		if want {
			x.Shot("resign-siguo")
		}
		x.Do(pagetest.Click("[data-key=on]"))
		fake.Becomes(x, false, `document.querySelector('.acts').textContent.includes('the rest of their side plays on')`)
	}
}

// Nobody is told to move while their attack waits for the answer of a program that is away.
func TestNobodyMovesBeforeTheAnswer(t *testing.T) {
	x, m := fake.AtTable(t, fake.Desktop, 20)
	own := `document.querySelector('.plate.runs')?.textContent.includes('Your move')`
	x.Wait(own)
	m.Change(func() { m.Edit = func(l *seat.Look) { l.Decision = "" } })
	fake.Becomes(x, false, own)
}

// Where the first time-out loses, the first turn says so, and an earlier turn that is looked at: both before, and that it has lost.
func TestFirstTimeoutIsAnnounced(t *testing.T) {
	pagetest.Parallel(t)
	for turns, title := range map[int]string{0: "Your move", 4: "Viewing turn 2"} {
		p := fake.NewProgram()
		m := fake.Played(p, fake.Rules("standard,timeouts=1"), turns)
		m.Change(func() { m.Edit = func(l *seat.Look) { l.Link.How = "libp2p" } })
		x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/match/"+m.Name)
		x.Do(chromedp.WaitReady(chromedp.CSS(".cell.movable")))
		if turns > 0 {
			x.Do(fake.Script(`[...document.querySelectorAll('.mlist .mv')].filter(m => m.checkVisibility())[1].click()`))
		}
		line := `document.querySelector('.voice').textContent`
		x.Wait(fmt.Sprintf(`%s.startsWith(%q) && %[1]s.includes('the next time-out loses the game')`, line, title))
		require.NoError(t, m.Take(engine.PassEvent(engine.Red)))
		x.Wait(line + `.includes('You lost') && !` + line + `.includes('skipped')`)
	}
}

// However long a match was, its replay is as high as the window: the list of moves scrolls.
func TestLongReplayFits(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Over(p, fake.Rules("standard"))
	x := fake.Open(t, fake.Serve(t, p), fake.View{Width: 1366, Height: 768, Lang: "en", Theme: "light"}, "#/record/"+m.Name)
	x.Wait(`document.querySelector('.review .mlist .mv') !== null`)
	require.Equal(t, 0, fake.Ask[int](x, `(list => {
		for (let i = 0; i < 200; i++) list.append(list.lastElementChild.cloneNode(true));
		return document.documentElement.scrollHeight - innerHeight;
	})(document.querySelector('.review .mlist'))`))
}

func TestResignAsksOnce(t *testing.T) {
	x, m := fake.AtTable(t, fake.Desktop, 30)
	x.Do(pagetest.Click("[data-key=resign]"))
	x.Wait(`document.querySelector('[data-key=resign]').textContent.includes('Resign? Yes')`)
	x.Do(pagetest.Click("[data-key=on]"))
	x.Wait(`document.querySelector('[data-key=resign]').textContent === 'Resign'`)
	require.Nil(t, m.Seat.State().Result)
	x.Do(pagetest.Click("[data-key=resign]"))
	x.Wait(`document.querySelector('[data-key=resign]').textContent.includes('Resign? Yes')`)
	x.Do(pagetest.Click("[data-key=resign]"))
	x.Wait(`document.querySelector('.voice').textContent.includes('You lost')`)
	x.Wait(`(n => n > 0 && document.querySelector('.c-end .num').textContent === n - 1 + ' turns')(document.querySelectorAll('.moves .mv').length)`) // resigning is no turn
	require.Equal(t, "lost", m.Seat.State().Result.You)
}

// On a phone, whoever offers a draw with the next move can make it: the sheet with the button is out of the way.
func TestOfferLeavesTheBoardFree(t *testing.T) {
	x, _ := fake.AtTable(t, fake.Phone, 30)
	x.Do(fake.Script(`[...document.querySelectorAll('.tabs button')].pop().click()`), chromedp.WaitReady(chromedp.CSS(".sheet-more .endings")), fake.Script(`document.querySelector('.endings button').click()`))
	x.Wait(`document.querySelector('.voice').textContent.includes('下一步同时求和') && !document.querySelector('.at-table').matches('.sheet-more')`)
}

// Anyone who resigns while a move is still being proven has resigned once it is.
func TestResignAfterAMoveUnderWay(t *testing.T) {
	x, _ := fake.AtTable(t, fake.Desktop, 30)
	x.Do(fake.Script(`window.sent = []; const plain = window.fetch; window.fetch = async (path, init) => {
		if (String(path).startsWith('/api/do')) {
			sent.push(JSON.parse(init.body).do);
			await new Promise(resolve => { window.release = resolve; });
		}
		return plain(path, init);
	}`))
	x.Do(pagetest.Mouse.Until(".cell.movable", `document.querySelector('.cell.target') !== null`), pagetest.Mouse.Until(".cell.target", `sent.join() === 'move'`))
	x.Wait(`sent.join() === 'move'`)
	x.Do(pagetest.Click("[data-key=resign]"))
	x.Wait(`document.querySelector('[data-key=resign]').textContent === 'Resign? Yes'`)
	x.Do(pagetest.Click("[data-key=resign]"))
	x.Do(fake.Script(`release()`))
	x.Wait(`sent.join() === 'move,resign'`)
	x.Do(fake.Script(`release()`))
	x.Wait(`document.querySelector('.voice').textContent.includes('You lost')`)
}

// A match from the lobby: choose a layout, play, over to the replay.
func TestFromTheLobbyToTheReplay(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/")
	x.Do(chromedp.WaitReady(chromedp.CSS(".choice")))
	x.Do(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll('button')].find(b => b.textContent === 'Practise').click()`))
	x.Wait(`[...document.querySelectorAll('button')].some(b => b.textContent === 'Play with this layout' && !b.disabled)`)
	x.Do(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll('button')].find(b => b.textContent === 'Play with this layout').click()`))
	x.Do(chromedp.WaitReady(chromedp.CSS(".at-table .cell.movable")))
	m := p.Matches["n1"]
	m.PlayOn(40)
	require.NoError(t, m.Resign())
	x.Wait(`[...document.querySelectorAll('.voice button')].some(b => b.textContent === 'Replay')`)
	x.Do(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll('.voice button')].find(b => b.textContent === 'Replay').click()`), chromedp.WaitReady(chromedp.CSS(".review .board .piece")))
	x.Do(chromedp.KeyEvent("["))
	x.Wait(`document.querySelector('.step').textContent.includes('turn 40 of 40')`)
	x.Do(chromedp.KeyEvent("]"))
	x.Wait(`document.querySelector('.step').textContent.includes('What decided it')`) // a resignation is no turn
	x.Do(chromedp.Evaluate[chromedp.Void](`URL.createObjectURL = blob => { window.saved = blob.size; return 'data:,' }`), pagetest.Click(".judged button"))
	x.Wait(`window.saved === 'darkjunqi'.length`)
}

func TestAuditOfATamperedFile(t *testing.T) {
	pagetest.Parallel(t)
	x := fake.Open(t, fake.Serve(t, fake.NewProgram()), fake.Desktop, "#/record")
	file := t.TempDir() + "/m.djq"
	require.NoError(t, os.WriteFile(file, []byte("darkjunqi tampered"), 0o600))
	x.Do(chromedp.WaitReady(chromedp.CSS("input[type=file]")), chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{file}))
	x.Do(chromedp.WaitReady(chromedp.CSS(".judged.alarm")))
	require.Contains(t, fake.Ask[string](x, `document.querySelector('.judged').textContent`), "cheating, proven")
	x.Do(chromedp.WaitReady(chromedp.CSS(".proofs .bad")))
	require.Equal(t, "Records checkedsize · time to check", fake.Ask[string](x, `document.querySelector('.proofs li').textContent`), "figures alone say nothing")
	require.Equal(t, 3, fake.Ask[int](x, `document.querySelectorAll('.judged .grounds li').length`))
	require.Contains(t, fake.Ask[string](x, `document.querySelector('.mv.false').textContent`), "✗")
	x.Do(fake.Script(`[...document.querySelectorAll('.eyes button')].find(b => b.textContent === 'Public').click()`))
	x.Wait(`document.querySelector('.eyes [aria-pressed=true]').textContent === 'Public' && document.querySelectorAll('.piece .tile').length > 0 && document.querySelector('.tile.light') === null`) // what is hidden is a back
	x.Shot("audit-tampered")
	x.Do(chromedp.EmulateViewport(1280, 640), fake.Script(`document.querySelector('.proofs .bad .grow').textContent = 'no valid proof that the announcement fits the pieces that met '.repeat(4)`))
	fake.Becomes(x, true, `(s => s.scrollHeight <= s.clientHeight + 1)(document.querySelector('.step'))`, "what convicts is not scrolled away")
	require.NoError(t, os.WriteFile(file, []byte("anything else"), 0o600))
	y := fake.Open(t, fake.Serve(t, fake.NewProgram()), fake.Desktop, "#/record")
	y.Do(chromedp.WaitReady(chromedp.CSS("input[type=file]")), chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{file}))
	y.Do(chromedp.WaitReady(chromedp.CSS(".toast.wrong")))
	y.Forgive("422")
}

// On a phone a certificate says what was found, and the board on which it happened is seen whole.
func TestConvictionLeavesTheBoardInSight(t *testing.T) {
	pagetest.Parallel(t)
	x := fake.Open(t, fake.Serve(t, fake.NewProgram()), fake.Phone, "#/record")
	file := t.TempDir() + "/m.djq"
	require.NoError(t, os.WriteFile(file, []byte("darkjunqi tampered"), 0o600))
	x.Do(chromedp.WaitReady(chromedp.CSS("input[type=file]")), chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{file}))
	x.Do(chromedp.WaitReady(chromedp.CSS(".review .board .piece")))
	x.Wait(`document.querySelector('.judged .found')?.checkVisibility() && document.querySelector('.found').textContent.includes('第 45 条记录')`)
	x.Wait(`!document.querySelector('.judged .grounds').checkVisibility() && document.querySelector('.boardbox').getBoundingClientRect().bottom < innerHeight`)
	x.Do(pagetest.Click(".judged summary"))
	x.Wait(`document.querySelector('.judged .grounds').checkVisibility()`)
}

// What can't be read is not signed as what holds, and nothing is said to be proven that was not.
func TestAuditOfABrokenFile(t *testing.T) {
	pagetest.Parallel(t)
	file := t.TempDir() + "/m.djq"
	const cross = "M5 5l10 10"
	for content, holds := range map[string]bool{"darkjunqi": true, "darkjunqi broken": false} {
		x := fake.Open(t, fake.Serve(t, fake.NewProgram()), fake.Desktop, "#/record")
		require.NoError(t, os.WriteFile(file, []byte(content), 0o600))
		x.Do(chromedp.WaitReady(chromedp.CSS("input[type=file]")), chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{file}))
		x.Do(chromedp.WaitReady(chromedp.CSS(".judged")), chromedp.WaitReady(chromedp.CSS(".board .piece")), chromedp.KeyEvent(kb.Home))
		x.Wait(`document.querySelector('.step')?.textContent.includes('Before the first move')`)
		require.Equal(t, holds, !fake.Ask[bool](x, `document.querySelector('.judged').classList.contains('warn')`))
		require.Equal(t, holds, !strings.HasPrefix(fake.Ask[string](x, `document.querySelector('.judged .icon path').getAttribute('d')`), cross))
		require.Equal(t, holds, fake.Ask[bool](x, `document.querySelector('.step').textContent.includes('locked and proven legal')`))
	}
}

// To save a layout looks different from what sends a file away.
func TestSavingALayoutHasItsOwnSign(t *testing.T) {
	pagetest.Parallel(t)
	x := fake.Open(t, fake.Serve(t, fake.NewProgram()), fake.Desktop, "#/layouts")
	x.Wait(`[...document.querySelectorAll('.btn')].some(b => b.textContent === 'Save') && [...document.querySelectorAll('.btn')].some(b => b.textContent.includes('.jql'))`)
	require.False(t, fake.Ask[bool](x, `(sign => sign('Save') === sign('QQ layout (.jql)'))(says => [...document.querySelectorAll('.btn')].find(b => b.textContent === says).querySelector('path').getAttribute('d'))`))
}

// The editor marks what is illegal on the piece, with the reason, and does not save it.
func TestEditorMarksWhatIsIllegal(t *testing.T) {
	pagetest.Parallel(t)
	x := fake.Open(t, fake.Serve(t, fake.NewProgram()), fake.Desktop, "#/layouts")
	x.Do(chromedp.WaitReady(chromedp.CSS(".board .piece")))
	x.Wait(`document.querySelector('.verdict').textContent.includes('Legal')`)
	flag := fake.Ask[string](x, `[...document.querySelectorAll('.cell')].find(c => c.getAttribute('aria-label').endsWith('flag')).dataset.node`)
	x.Do(pagetest.Click(fake.Node(flag)), pagetest.Click(fake.Node("a6")), chromedp.WaitReady(chromedp.CSS(".ring.bad")))
	require.Contains(t, fake.Ask[string](x, `document.querySelector('.verdict').textContent`), "a6 flag can only start on b1 or d1")
	x.Wait(`document.querySelector('.stage .title').textContent.endsWith(' (changed)')`)
	require.True(t, fake.Ask[bool](x, `[...document.querySelectorAll('.verdict button')].every(b => b.disabled)`))
	x.Shot("layouts-illegal")
	x.Do(pagetest.Drag(fake.Node("a6"), fake.Node(flag), `document.querySelector('.ring.bad') === null`))
}

// What is arranged for a match is there again after a reload, with what was undone last.
func TestArrangedLayoutOutlivesAReload(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/match/"+p.Sit(p.Presets[0], seat.Arrange).Name)
	const legal, layout = `document.querySelector('.editor .verdict')?.classList.contains('off') === false`, `document.querySelector('#layout-text').value`
	arrange := func(button chromedp.CSS) {
		before := fake.Ask[string](x, layout)
		x.Do(pagetest.Click(button))
		x.Wait(fmt.Sprintf(`%s !== %q && %s`, layout, before, legal))
	}
	x.Wait(legal)
	first := fake.Ask[string](x, layout)
	arrange(".stage .btn:nth-child(3)")
	random := fake.Ask[string](x, layout)
	arrange(".stage .btn:nth-child(3)")
	arrange(".stage .btn.bare")
	for _, want := range []string{random, first} {
		x.Do(fake.Script(`window.before = true`), chromedp.Reload())
		x.Wait(`window.before === undefined && ` + legal)
		require.Equal(t, want, fake.Ask[string](x, layout))
		x.Do(fake.Script(fmt.Sprintf(`(f => { f.value = %q; f.dispatchEvent(new Event('change')) })(document.querySelector('#layout-text'))`, first)))
		x.Wait(fmt.Sprintf(`!document.querySelector('.stage .btn.bare').disabled && %s === %q && %s`, layout, first, legal)) // the text was taken, and checked
	}
}

// However long the name of a layout grows, the board stays where it is: the next tap is aimed already.
func TestBoardStaysUnderTheFinger(t *testing.T) {
	pagetest.Parallel(t)
	for _, lang := range []string{"en", "zh"} {
		v := fake.Phone
		v.Lang = lang
		x := fake.Open(t, fake.Serve(t, fake.NewProgram()), v, "#/layouts")
		x.Wait(`!document.querySelector('.verdict').classList.contains('off')`) // all of it is there
		const place = `(b => [b.left, b.top, b.width, b.height].map(Math.round).join())(document.querySelector('.stage .boardbox').getBoundingClientRect())`
		name := fake.Ask[string](x, `document.querySelector('.stage .title').textContent`)
		x.Do(fake.Script(`document.querySelector('[data-node=a6]').scrollIntoView({block: 'center'})`))
		before := fake.Ask[string](x, place)
		x.Do(pagetest.Tap(fake.Node("a6")), chromedp.WaitReady(chromedp.CSS(".ring.swap")), pagetest.Tap(fake.Node("b6")))
		x.Wait(fmt.Sprintf(`document.querySelector('.stage .title').textContent !== %q`, name))
		require.Equal(t, before, fake.Ask[string](x, place))
	}
}

// Of a recording that is opened each layout can be had.
func TestEditorOpensARecording(t *testing.T) {
	pagetest.Parallel(t)
	x := fake.Open(t, fake.Serve(t, fake.NewProgram()), fake.Desktop, "#/layouts")
	x.Do(chromedp.WaitReady(chromedp.CSS(".board .piece")))
	file, err := os.ReadFile("../../../../../testdata/recordings/whole.jgs")
	require.NoError(t, err)
	x.Do(fake.Script(fmt.Sprintf(`{
		const field = document.querySelector('.side input[type=file]'), given = new DataTransfer();
		given.items.add(new File([Uint8Array.from(atob(%q), c => c.charCodeAt(0))], 'whole.jgs'));
		field.files = given.files;
		field.dispatchEvent(new Event('change'));
	}`, base64.StdEncoding.EncodeToString(file))))
	x.Wait(`document.querySelector('.recorded [aria-pressed=true]')?.textContent === '一二三四五六七八九十'`)
	kept := fake.Ask[string](x, `document.querySelector('#layout-text').value`)
	x.Do(fake.Script(`(f => { f.value = 'half an army'; f.dispatchEvent(new Event('change')) })(document.querySelector('#layout-text'))`))
	x.Wait(fmt.Sprintf(`document.querySelector('.toast.wrong') !== null && document.querySelector('#layout-text').value === %q && document.querySelectorAll('.board .piece').length === 25`, kept))
	x.Forgive("layouts/check")
	x.Do(pagetest.Click(".recorded [aria-pressed=false]"))
	x.Wait(fmt.Sprintf(`document.querySelector('#layout-text').value !== %q && document.querySelectorAll('.recorded [aria-pressed=true]').length === 1`, kept))
	x.Shot("recorded")
}

// Whoever comes to a match that is not there any more, for example by reloading a window that saves nothing, is told so and led on.
func TestMatchThatIsGone(t *testing.T) {
	pagetest.Parallel(t)
	x := fake.Open(t, fake.Serve(t, fake.NewProgram()), fake.Desktop, "#/match/31faf11b-red")
	x.Wait(`document.querySelector('.voice b')?.textContent === 'This match is not kept here'`)
	x.Do(pagetest.Click(".voice button"), chromedp.WaitReady(chromedp.CSS(".choice")))
	x.Forgive("/api/stream")
}

// Whoever has the page open when the program ends is told, and goes on when it is back.
func TestProgramThatIsGoneIsNoticed(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Played(p, fake.Rules("standard"), 20)
	port := pagetest.TakePort(t)
	served := page.New(page.Options{Backend: p, Host: port.Addr().String()})
	server := fake.ServeOn(t, port, served)
	x := fake.Open(t, served, fake.Desktop, "#/match/"+m.Name)
	x.Do(chromedp.WaitReady(chromedp.CSS(".board .piece")))
	running := `document.querySelector('.runs .clock').textContent`
	x.Wait(`/^[01]:\d\d$/.test(` + running + `)`)
	require.NoError(t, server.Close())
	x.Wait(`document.querySelector('.voice').textContent.includes('is not responding')`)
	require.Contains(t, fake.Ask[string](x, `document.querySelector('.voice').textContent`), "After a restart it has a new address")
	fake.Becomes(x, "", running, "what the clock shows is not known")
	x.Shot("gone")
	server = fake.ServeOn(t, port.Again(t), served)
	x.Wait(`/^[01]:\d\d$/.test(` + running + `)`)
	x.Wait(`!document.querySelector('.voice').textContent.includes('is not responding')`)

	p.Mu.Lock()
	p.Past = []history.Entry{{Match: m.Name, Rules: p.Past[0].Rules, Seat: "red", Opponents: []string{"Ada"}, State: "play", Running: true, Yours: true, Left: 60_000, Most: 4}}
	p.Mu.Unlock()
	for _, hash := range []string{"#/layouts", "#/"} { // nor do clocks elsewhere count on
		x.Visit(hash)
		x.Wait(`/0:[0-5]\d/.test(document.querySelector('.due').textContent)`)
		require.NoError(t, server.Close())
		x.Wait(`!/\d:\d\d/.test(document.querySelector('.due').textContent)`)
		server = fake.ServeOn(t, port.Again(t), served)
	}
	x.Forgive("net::")
}

// axe finds nothing, in every room, by day and by night.
func TestAxeFindsNothing(t *testing.T) {
	axe, err := os.ReadFile("node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Skip("axe-core is not here: run npm ci in cmd/internal/page")
	}
	pagetest.Parallel(t)
	p := fake.NewProgram()
	served := fake.Serve(t, p)
	duel, four := fake.Played(p, fake.Rules("standard"), 60), fake.Played(p, fake.Rules("siguo"), 60)
	host, err := p.Host(t.Context(), app.Hosting{Digest: p.Presets[0]})
	require.NoError(t, err)
	done := fake.Over(p, fake.Rules("standard"))
	watched, err := p.WatchMatch(t.Context(), app.Watching{})
	require.NoError(t, err)
	rooms := []struct{ name, hash, shown string }{
		{"lobby", "#/", ".choice"}, {"layouts", "#/layouts", ".board .piece"}, {"play", "#/match/" + duel.Name, ".board .piece"}, {"four", "#/match/" + four.Name, ".board .piece"},
		{"over", "#/match/" + done.Name, ".c-end .lead"}, {"invite", "#/match/" + host, ".qr path"}, {"replay", "#/record/" + done.Name, ".board .piece"}, {"audit", "#/record", ".droppable"}, {"howto", "#/howto", ".guide-body"},
		{"learn", "#/learn/" + p.Presets[0] + "/1", ".board .piece"}, {"guide", "#/match/" + duel.Name, ".board .piece"},
		{"standings", "#/standings", ".tallies"}, {"watch", "#/match/" + watched, ".c-watch"}, {"wall", "#/wall/" + watched, ".board .piece"}, {"talk", "#/match/" + four.Name, ".board .piece"}, {"seats", "#/", ".choice"},
	}
	for _, v := range []fake.View{fake.Desktop, fake.Night, fake.Phone} {
		x := fake.Open(t, served, v, "#/elsewhere")
		x.Do(fake.Script(string(axe)))
		checks := `{resultTypes: ['violations']}`
		if v.Theme == "dark" { // which is the same page in other colours
			checks = `{resultTypes: ['violations'], runOnly: ['color-contrast']}`
		}
		for _, room := range rooms {
			t.Run(fmt.Sprint(room.name, v.Width, v.Theme), func(t *testing.T) {
				x.Visit(room.hash)
				x.Do(chromedp.WaitReady(chromedp.CSS(room.shown)))
				if room.name == "talk" {
					x.Wait(`document.querySelector('.to-talk') !== null`)
					x.Do(fake.Script(`document.querySelector(matchMedia('(max-width: 720px)').matches ? '.tabs button:nth-last-child(2)' : '.to-talk').click()`))
					x.Wait(`document.querySelector('.c-talk').offsetHeight > 0`)
				}
				if room.name == "seats" {
					x.Do(fake.Script(`[...document.querySelectorAll('.choice')].find(c => /Siguo|四国/.test(c.textContent)).querySelector('input').click()`), chromedp.WaitReady(chromedp.CSS(".seating .seg")))
					x.Do(fake.Script(`document.querySelector('.seating .seg').lastChild.click()`), chromedp.WaitReady(chromedp.CSS(".seatings [role=status]")))
				}
				if room.name == "guide" && v.Touch {
					x.Do(pagetest.Click(".tabs button:last-child"), pagetest.Click("[data-key=howto]"))
				} else if room.name == "guide" {
					x.Do(pagetest.Click("[data-key=guide]"))
				}
				if room.name == "guide" {
					x.Do(chromedp.WaitReady(chromedp.CSS("dialog.guide[open]")))
				}
				x.None(`axe.run(` + checks + `).then(r => r.violations.flatMap(v => v.nodes.map(n => v.id + ': ' + n.html.slice(0, 160) + ' ' + (n.any[0]?.message ?? ''))))`)
				if room.name == "guide" {
					x.Do(chromedp.KeyEvent(kb.Escape))
					x.Wait(`document.querySelector('dialog.guide') === null`)
				}
			})
		}
	}
}

// What asks, or tells in passing, moves no button and hides no piece; and the names on the pieces stay within them.
func TestNothingMovesOrOverflows(t *testing.T) {
	for _, v := range []fake.View{fake.Desktop, {Width: 1024, Height: 700, Lang: "en", Theme: "light"}} {
		x, m := fake.AtTable(t, v, 20)
		fake.Becomes(x, true, `document.querySelector('.board').getBoundingClientRect().width / innerWidth > 0.43`, "the board uses the room of a wide window")
		fake.Becomes(x, true, `document.querySelector('.left .c-losses').getBoundingClientRect().height > 0`)
		x.Wait(`[...document.querySelectorAll('.c-losses .loss')].every(l => l.querySelector('.num').textContent === [...l.querySelectorAll('.mini')].reduce((n, m) => n + Number(m.querySelector('sup')?.textContent ?? 1), 0) + ' of 25')`) // of how many
		fake.Becomes(x, true, `document.querySelector('.mlist').clientHeight < 300`, "the list is as long as the moves")
		fake.Becomes(x, 1, `new Set([...document.querySelectorAll('.tile.light')].map(t => t.querySelector('.caption') !== null)).size`, "all pieces have names, or none")
		x.Laid()
		fake.Becomes(x, 0, `(() => {
			const words = document.querySelector('.voice .what span'), top = () => document.querySelector('.boardbox').getBoundingClientRect().top, before = top(), more = [document.createElement('br'), 'more'];
			words.append(...more);
			const moved = top() - before;
			more[0].remove();
			words.lastChild.remove();
			return moved;
		})()`, "a second line above the board does not move it")
		const places = `[...document.querySelectorAll('.acts button')].map(b => b.getBoundingClientRect()).map(b => [b.left, b.top, b.width].map(Math.round).join()).join(' ')`
		before := fake.Ask[string](x, places)
		x.Do(pagetest.Click("[data-key=resign]"))
		x.Wait(`document.querySelector('[data-key=resign]').textContent === 'Resign? Yes'`)
		fake.Becomes(x, before, places)
		for _, p := range m.Seat.State().Pieces {
			if p.Seat == "red" && p.Type == "flag" {
				x.Do(pagetest.Click(fake.Node(p.Node)))
			}
		}
		x.Wait(`document.querySelector('.toast') !== null`)
		x.Wait(`(t => [...document.querySelectorAll('.board, .acts button')].map(e => e.getBoundingClientRect()).every(b => b.right <= t.left || t.right <= b.left || b.bottom <= t.top || t.bottom <= b.top))(document.querySelector('.toast').getBoundingClientRect())`)
		x.None(`[...document.querySelectorAll('.tile .caption')].filter(c => c.getBoundingClientRect().width > c.parentNode.querySelector('.face').getBoundingClientRect().width - 2).map(c => c.textContent)`)
		x.Shot("toast")
	}
}

// In a window of middling width with four players, what a right click opens covers only the moves, and closes by its button and by Escape.
func TestSidePanelCoversNothing(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Played(p, fake.Rules("siguo"), 20)
	x := fake.Open(t, fake.Serve(t, p), fake.View{Width: 1024, Height: 700, Lang: "en", Theme: "light"}, "#/match/"+m.Name)
	x.Do(chromedp.WaitReady(chromedp.CSS(".board .piece")))
	enemy := ""
	for _, p := range m.Seat.State().Pieces {
		if p.Seat == "blue" && p.Node != "" {
			enemy = p.Node
		}
	}
	opened, closed := `document.querySelector('.at-table').matches('.sheet-piece')`, `!document.querySelector('.at-table').matches('.sheet-piece')`
	for _, shut := range []chromedp.Action[chromedp.Void]{pagetest.Click(".grip"), chromedp.KeyEvent(kb.Escape)} {
		x.Do(fake.Script(fmt.Sprintf(`document.querySelector('[data-node=%s]').dispatchEvent(new MouseEvent('contextmenu', {bubbles: true, cancelable: true}))`, enemy)))
		x.Wait(opened)
		x.None(`(panel => [...document.querySelectorAll('.acts button, .plate, .board, .voice')].filter(e => (b => b.left < panel.right && panel.left < b.right && b.top < panel.bottom && panel.top < b.bottom)(e.getBoundingClientRect())).map(e => e.textContent))(document.querySelector('.left').getBoundingClientRect())`)
		x.Wait(`document.querySelector('.palette').getBoundingClientRect().height > 0`)
		x.Shot("side-panel")
		x.Do(shut)
		x.Wait(closed)
	}
}

// The end says what decided the match, leads into the replay, and makes a picture of the last moves.
func TestEndOfAMatch(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	fake.Over(p, fake.Rules("standard"))
	m := fake.Over(p, fake.Rules("standard")) // whose winner was behind at first
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/match/"+m.Name)
	x.Do(chromedp.WaitReady(chromedp.CSS(".voice:is(.won, .lost, .drawn)")), chromedp.WaitReady(chromedp.CSS(".c-end .lead .turning")))
	require.Regexp(t, `238 turnsTurn \d+ Your flag is revealed on [a-e]1(You|林间) had no legal move · pieces left: .*flag.* \(can never move\).*You\d+林间\d+pieces leftTurning point: from turn \d+ on`, fake.Ask[string](x, `document.querySelector('.c-end').textContent`))
	require.Contains(t, fake.Ask[string](x, `document.querySelector('.c-end .pairs').textContent`), "Proofs by all players89", "those made here and those checked here")
	require.Empty(t, fake.Ask[string](x, `document.querySelector('.c-match .num').textContent`), "there is no next turn")
	require.Equal(t, "none", fake.Ask[string](x, `getComputedStyle(document.querySelector('.plate.out .called')).textDecorationLine`), "a name that is struck out can't be read in Chinese")
	require.False(t, fake.Ask[bool](x, `document.querySelector('.c-piece') !== null`), "nothing is hidden any more")
	require.True(t, fake.Ask[bool](x, `[...document.querySelectorAll('.lead .curve')].every(line => getComputedStyle(line).stroke !== 'none')`))
	require.NotRegexp(t, `(army|division) *[0-9]`, fake.Ask[string](x, `document.querySelector('.c-losses').textContent`), "a rank is a number beside others")
	require.Empty(t, fake.Ask[string](x, `[...document.querySelectorAll('.clock')].map(e => e.textContent).join('')`), "no clock runs any more")
	x.Do(chromedp.Evaluate[chromedp.Void](`URL.createObjectURL = (make => blob => { if (blob.type === 'image/png') window.saved = blob.size; return make(blob) })(URL.createObjectURL.bind(URL))`), pagetest.Click("[data-film=png]"))
	x.Wait(`window.saved > 20000 && document.querySelector('.film') === null`)
	x.Wait(`document.querySelector('.toast')?.textContent.startsWith('Saving darkjunqi-')`)
	require.Equal(t, "#/record/"+m.Name, fake.Ask[string](x, `[...document.querySelectorAll('.c-end a')].pop().hash`), "where the verdict is")
	require.NotContains(t, fake.Ask[string](x, `document.querySelector('.c-more').textContent`), "Type a move")
	x.Do(pagetest.Click(".c-end a"))
	x.Wait(`location.hash.startsWith('#/record/') && document.querySelector('.line input')?.value === location.hash.split('/').pop()`)
}

// Looking back, what has been lost, who is out, the number of the turn, how long nothing has met, and what is heard of the board are those of
// the turn that is looked at: in a match, after its end, and where pieces are turned up.
func TestLookingBackTellsOfThen(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	served := fake.Serve(t, p)
	for _, m := range []*fake.Match{fake.Played(p, fake.Rules("standard"), 90), fake.Over(p, fake.Rules("standard")), fake.Over(p, fake.Rules("siguo")), fake.Played(p, fake.Rules("flip"), 90)} {
		x := fake.Open(t, served, fake.Desktop, "#/match/"+m.Name)
		x.Do(chromedp.WaitReady(chromedp.CSS(".board .piece")), chromedp.WaitReady(chromedp.CSS(".c-losses .num")))
		const told = `({ out: document.querySelectorAll('.plate.out').length, losses: [...document.querySelectorAll('.c-losses .num')].map(e => e.textContent.split(' ')[0]).join(), card: document.querySelector('.c-match .h .num').textContent, quiet: document.querySelector('.c-match').textContent.match(/, (\d+) so far/)?.[1] ?? '',
			chips: [...document.querySelectorAll('.plate .chip')].map(e => e.textContent.split(' ')[1]).sort().join(), heard: [...document.querySelectorAll('.cell')].filter(c => /\bempty/.test(c.getAttribute('aria-label'))).length })`
		now := fake.Ask[map[string]any](x, told)
		position := engine.Start(m.Rules, m.First)
		at, quiet := 0, 0
		for _, e := range m.Look(0).Events {
			require.NoError(t, position.Apply(e))
			if position.Phase() == engine.PhaseMove && position.Quiet() > 0 && position.Ply() > 60 && position.Ply() < 80 {
				at, quiet = position.Ply(), position.Quiet()
				break
			}
		}
		require.NotZero(t, at)
		lost, chips := []string{}, []string{}
		for _, seat := range m.Rules.Seats() {
			n := strconv.Itoa(gone(&position, seat))
			if lost = append(lost, n); n != "0" {
				chips = append(chips, n)
			}
		}
		slices.Sort(chips)
		empty := 0
		for n := range m.Rules.Board().NumNodes() {
			if position.At(engine.Node(n)) == engine.NoPiece && !position.Down().Has(engine.Node(n)) {
				empty++
			}
		}
		x.Do(fake.Script(`[...document.querySelectorAll('.moves .mv')][` + strconv.Itoa(at-1) + `].click()`))
		fake.Becomes(x, map[string]any{"out": 0.0, "losses": strings.Join(lost, ","), "card": "turn " + strconv.Itoa(at), "quiet": strconv.Itoa(quiet), "chips": strings.Join(chips, ","), "heard": float64(empty)}, told, m.Rules.Name().EN)
		x.Shot("looking-back-" + m.Name)
		x.Do(chromedp.KeyEvent(kb.Escape))
		fake.Becomes(x, now, told)
	}
}

// gone counts what a seat has lost.
func gone(p *engine.Position, seat engine.Seat) (n int) {
	for number := range p.Rules().ArmySize() {
		if piece := engine.PieceOf(seat, number); p.TurnedUp(piece) && p.Where(piece) == engine.NoNode {
			n++
		}
	}
	return n
}

// What follows from the other pieces of an army was seen on no turn; everything else has its turn.
func TestFactsHaveTheirTurns(t *testing.T) {
	x, _ := fake.AtTable(t, fake.Desktop, 2)
	require.Equal(t, []string{"moved on turn 7mine", "by eliminationmine"}, fake.Ask[[]string](x, `Promise.all([import('./panels.js'), import('./api.js').then(async ({ fetchJSON }) => fetchJSON('/api/rules?digest=' + (await fetchJSON('/api/lobby')).presets[0].digest))]).then(([{ dossier }, rules]) => {
		const facts = [['move', 7], ['count', 0]].map(([source, ply]) => ({ source, ply, types: ['mine'] }));
		const told = dossier({ seat: 'red', rules, players: [{ seat: 'blue', name: 'Ada' }] }, { phase: 'over', pieces: [] }, { seat: 'blue', node: 'd12', may: ['mine'], type: '', facts }, () => {});
		return [...told.find(e => e && e.matches('.facts')).children].map(e => e.textContent);
	})`))
}

// What decided a match is told without repeating itself: when flags were revealed, why it ended, and the last clash; of a draw without a clash for long, the
// last one that there was, and for how long there was none.
func TestWhatDecidedIsTold(t *testing.T) {
	x, _ := fake.AtTable(t, fake.Desktop, 2)
	decided := func(turns, reason string) []string {
		return fake.Ask[[]string](x, `import('./ending.js').then(({ endCard }) => {
			const turns = `+turns+`.map((turn, i) => ({ number: i + 1, seat: 'blue', left: [], shown: [], out: [], ...turn }));
			const table = { seat: 'red', counts: { mine: 25 }, players: ['red', 'blue'].map((seat, team) => ({ seat, team, name: 'Ada', you: !team })) };
			const card = endCard({ id: 'm', when: [], turns, table, state: { pieces: [], proofs: { made: 0, checked: 0 }, seats: [], result: { draw: '`+reason+`' === 'quiet', winners: ['red'], reason: '`+reason+`' } } });
			return card.filter(e => e && e.matches('.decided')).flatMap(e => [...e.children].map(row => row.textContent));
		})`)
	}
	move, revealed := `{ kind: 'move', from: 'a1', to: 'a2' }`, `{ kind: 'move', from: 'a3', to: 'a4', shown: [{ seat: 'blue', node: 'b12' }, { seat: 'red', node: 'd1' }] }`
	captured := `{ kind: 'move', seat: 'red', from: 'b11', to: 'b12', announcement: { defenderLeaves: true, flagTaken: true } }`
	flags := []string{"Turn 1 Ada’s flag is revealed on b12", "Turn 1 Your flag is revealed on d1"}
	require.Equal(t, []string{"Turn 2 Ada lost the flag · b11 × b12"}, decided(`[`+move+`, `+captured+`]`, "flag"))
	require.Equal(t, append(flags[:2:2], "Turn 3 Ada lost the flag · b11 × b12"), decided(`[`+revealed+`, `+move+`, `+captured+`]`, "flag"))
	for kind, end := range map[string]struct{ reason, said string }{
		"resign": {"resignation", "Ada resigned"}, "absent": {"absent", "Ada stopped responding and was removed by vote"},
		"arrive": {"reach", "Ada let a piece reach its goal"}, "no-move": {"no-move", "Ada had no legal move"}, "pass": {"timeouts", "Turn 2 Ada ran out of time once too often"},
	} {
		turn := `{ kind: '` + kind + `', out: ['blue'] }`
		require.Equal(t, []string{end.said}, decided(`[`+move+`, `+turn+`]`, end.reason), kind)
		require.Equal(t, append(flags[:2:2], end.said), decided(`[`+revealed+`, `+turn+`]`, end.reason), kind)
	}
	require.Equal(t, []string{"Turn 2 Ada lost on piece count · Ada: a1–a2"}, decided(`[`+move+`, `+move+`]`, "count"))

	const clash, repelled = `{ kind: 'move', from: 'b3', to: 'b4', announcement: { attackerLeaves: true }, left: [{ seat: 'blue' }] }`, `{ kind: 'move', from: 'b3', to: 'b4', announcement: { repelled: true } }`
	require.Equal(t, []string{"Turn 2 The attacker is removed · b3 × b4", "Turn 4 2 turns without a clash"}, decided(`[`+move+`, `+clash+`, `+move+`, `+repelled+`]`, "quiet"))
	require.Equal(t, []string{"Turn 2 2 turns without a clash"}, decided(`[`+move+`, `+move+`]`, "quiet"), "nothing ever met")
}

// Where a match turned is told only if the winner was clearly behind before; and not of its last turn, which is the end.
func TestTurningPoint(t *testing.T) {
	x, _ := fake.AtTable(t, fake.Desktop, 2)
	require.Equal(t, []int{5, 0, 0, 0, 0}, fake.Ask[[]int](x, `import('./ending.js').then(({ turningPoint }) => [[25, 24, 23, 23, 23, 23, 23], [25, 24, 25, 25, 25, 25, 25], [25, 25, 25, 25, 25, 25, 25], [25, 24, 23, 23, 23, 22, 22], [25, 24, 23, 23, 22, 22, 22]].map((own, i) =>
		turningPoint({ players: [{ seat: 'red', team: 0 }, { seat: 'blue', team: 1 }] }, ['red'], [own, [[25, 25, 25, 24, 23, 22, 22], [25, 25, 24, 24, 23, 23, 22], [25, 24, 24, 24, 23, 22, 22], [25, 25, 25, 24, 23, 22, 21], [25, 25, 25, 25, 25, 25, 25]][i]])))`))
}

// Whoever can't move has lost: which pieces are left then, and why none can move, is told, but only if all of them are known; and a
// player with one or two pieces that can move is warned.
func TestNoMoveIsForeseenAndExplained(t *testing.T) {
	x, _ := fake.AtTable(t, fake.Desktop, 2)
	left := func(types string) []string {
		return fake.Ask[[]string](x, `Promise.all([import('./ending.js'), import('./api.js').then(async ({ fetchJSON }) => fetchJSON('/api/rules?digest=' + (await fetchJSON('/api/lobby')).presets[0].digest))]).then(([{ stuck, endCard }, rules]) => {
			const at = node => rules.start[1].flat().filter(Boolean).indexOf(node), turn = { number: 1, seat: 'blue', kind: 'no-move' };
			const pieces = Object.entries(`+types+`).map(([node, type]) => ({ seat: 'blue', number: at(node), node, type }));
			const told = (turn, seats = ['red', 'blue']) => stuck({ table: { rules, players: seats.map(seat => ({ seat })) }, state: { pieces }, turns: [] }, turn, 'blue');
			const many = endCard({ id: 'm', when: [], turns: [{ ...turn, left: [], shown: [], out: ['blue'] }], table: { seat: 'red', rules, counts: { mine: 25 }, players: ['red', 'blue', 'amber'].map((seat, team) => ({ seat, team, name: '' })) },
				state: { pieces, proofs: { made: 0, checked: 0 }, seats: [{ seat: 'blue', out: 'no-move' }], result: { draw: false, winners: ['red'], reason: 'flag' } } }).find(e => e && e.matches('.decided')).textContent;
			return [told(turn), told({ number: 1, seat: 'red', kind: 'move', met: pieces[0], announcement: { defenderLeaves: true } }), many.replace(/^.* had/, 'Blue had')];
		})`)
	}
	require.Equal(t, []string{
		"pieces left: flag, mine ×2 (can never move), battalion (can’t leave the headquarters), engineer, regiment (shut in)",
		"pieces left: flag, mine (can never move), battalion (can’t leave the headquarters), engineer, regiment (shut in)", // without the one that its last attacker took
		"Blue had no legal move · pieces left: flag, mine ×2 (can never move), battalion (can’t leave the headquarters), engineer, regiment (shut in)",
	}, left(`{ a12: 'mine', c12: 'mine', b12: 'flag', d12: 'battalion', a10: 'engineer', e10: 'regiment' }`))
	require.Equal(t, []string{"", "", "Blue had no legal move"}, left(`{ a12: 'mine', b12: '' }`))

	warned := func(able, players int) string {
		return fake.Ask[string](x, fmt.Sprintf(`import('./voice.js').then(({ voice }) => voice({ heard: true, turns: [], proofs: [], now: () => 0, cut: () => false, table: { seat: 'red', run: 0, players: ['red', 'blue', 'amber'].slice(0, %d).map((seat, i) => ({ seat, you: !i })) },
			state: { last: { kind: 'move', number: 1, seat: 'blue', from: 'b3', to: 'b4', left: [], out: [], shown: [] }, decision: 'move', phase: 'play', connection: { online: true }, seats: [], clocks: [], can: [], owes: [], pieces: [], moves: Object.fromEntries(Array.from({ length: %d }, (_, i) => [i, []])) } }, {}, null).text)`, players, able))
	}
	require.Equal(t, "Your move", warned(3, 2))
	require.Equal(t, "Your move: only 2 of your pieces can move, and if none can, you lose", warned(2, 2))
	require.Equal(t, "Your move: only 1 of your pieces can move, and if none can, you are out", warned(1, 3))
	chip := func(decision string) string {
		return fake.Ask[string](x, fmt.Sprintf(`import('./panels.js').then(({ plate }) => [...plate({ seat: 'red', rules: null, players: [{ seat: 'red', you: true, name: '' }, { seat: 'blue', name: '' }] }, { phase: 'play', decision: %q, moves: { a1: [], b1: [] }, clocks: [], seats: [{ seat: 'red', joined: true, online: true, lost: 3, left: 22 }], toMove: 'red' }, 'red').querySelectorAll('.chip')].map(e => e.textContent).join())`, decision))
	}
	require.Equal(t, "2 can move", chip("move"), "where a phone has room for it")
	require.Equal(t, "lost 3", chip(""))
}

// A player of four may resign while the others play on: that is listed, but no turn, here as in the lobby and the audit.
func TestResignationIsNoTurn(t *testing.T) {
	x, _ := fake.AtTable(t, fake.Desktop, 2)
	require.Equal(t, []int{2, 1, 1, 2, 2}, fake.Ask[[]int](x, `import('./match.js').then(({ taken }) => {
		const turns = ['move', 'resign', 'pass', 'draw'].map(kind => ({kind}));
		return [taken(turns), ...turns.map((_, i) => taken(turns, i + 1))];
	})`))
}

// How long anybody thought is not said where most of the times were not kept, and does not count the time away.
func TestTimesOfAResumedMatch(t *testing.T) {
	x, _ := fake.AtTable(t, fake.Desktop, 2)
	require.Equal(t, []string{"0:05", "0:04"}, fake.Ask[[]string](x, `import('./ending.js').then(({ figures }) => {
		const table = {players: [{seat: 'red'}, {seat: 'blue'}]}, turns = [1, 2, 3, 4].map(number => ({number, seat: number % 2 ? 'red' : 'blue'}));
		return figures({table, turns, when: [1.8e12, 1.8e12 + 4000, 1.8e12 + 9000, 1.9e12], state: null}).slice(0, 2).map(f => f[1]);
	})`))
	require.Equal(t, []int{4, 2}, fake.Ask[[]int](x, `import('./ending.js').then(({ figures }) => {
		const table = {players: [{seat: 'red'}, {seat: 'blue'}]}, turns = [1, 2, 3].map(number => ({number, seat: number % 2 ? 'red' : 'blue'}));
		return [[1.8e12, 1.8e12 + 4000, 1.8e12 + 9000], [0, 0, 1.8e12]].map(when => figures({table, turns, when, state: null}).length);
	})`))
}

// Anyone who has missed the end of a match of several is told to ask another back, and which match that is.
func TestDesertedIsToldWhatToDo(t *testing.T) {
	x, m := fake.AtTable(t, fake.Desktop, 8)
	m.Change(func() { m.Edit = func(l *seat.Look) { l.Link = seat.Link{Hold: "unheard", Deserted: true} } })
	x.Wait(`document.querySelector('.voice').textContent.includes('darkjunqi resume ` + m.Name + `')`)
	require.NoError(t, m.Resign())
	x.Wait(`document.querySelector('.voice').textContent.includes('You lost')`)
	require.True(t, fake.Ask[bool](x, `document.querySelector('.voice').textContent.includes('darkjunqi resume `+m.Name+`')`))
}

// Where somebody cheats before a game of four has begun the others are told who, and to play without; of two there is nobody
// to play with.
func TestCheatInTheSetupIsNamed(t *testing.T) {
	pagetest.Parallel(t)
	for spec, again := range map[string]bool{"siguo": true, "standard": false} {
		p := fake.NewProgram()
		m := p.Sit(p.Add(fake.Rules(spec)), seat.Setup)
		m.Edit = func(l *seat.Look) {
			l.Phase, l.Decision = seat.Sealed, ""
			l.Conviction = &seat.Convicted{Seat: engine.Blue, Record: 6, Kind: "Commit", Reason: errors.New("two records")}
		}
		x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/match/"+m.Name)
		x.Wait(`document.querySelector('.voice').textContent.includes('cheated: there is proof')`)
		require.Equal(t, again, fake.Ask[bool](x, `document.querySelector('.voice').textContent.includes('The host can start a new match')`))
	}
}

// On a wall, names and clocks can be read from farther away; nobody there has an enemy.
func TestWallIsReadFromAfar(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	watched, err := p.WatchMatch(t.Context(), app.Watching{})
	require.NoError(t, err)
	x := fake.Open(t, fake.Serve(t, p), fake.View{Width: 1920, Height: 1080, Lang: "en", Theme: "light"}, "#/match/"+watched)
	x.Wait(`document.querySelector('.c-piece')?.textContent === 'Pick a piece to see what is known about it.'`)
	const high = `[...document.querySelectorAll('.plate .called')].map(e => e.getBoundingClientRect().height)`
	near := fake.Ask[[]float64](x, high)
	x.Do(fake.Script(`location.hash = '#/wall/` + watched + `'`))
	x.Wait(`document.querySelector('[data-room=wall] .board .piece') !== null`)
	far := fake.Ask[[]float64](x, high)
	require.Len(t, far, 2)
	for i := range far {
		require.Greater(t, far[i], 1.3*near[i])
	}
}

// On a phone, held either way, no word is broken, what points beyond the board stays on it, and a wall shows the board and its players alone.
func TestPhoneHeldEitherWay(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	three := fake.Played(p, fake.Rules("sanguo"), 60)
	watched, err := p.WatchMatch(t.Context(), app.Watching{})
	require.NoError(t, err)
	x := fake.Open(t, fake.Serve(t, p), fake.View{Width: 844, Height: 390, Lang: "en", Theme: "light", Touch: true}, "#/layouts")
	x.Wait(`document.querySelector(".thumbs span") !== null`)
	x.None(`[...document.querySelectorAll('.thumbs span')].flatMap(s => [...s.textContent.matchAll(/\S+/g)].filter(w => {
		const r = document.createRange();
		r.setStart(s.firstChild, w.index);
		r.setEnd(s.firstChild, w.index + w[0].length);
		return r.getClientRects().length > 1;
	}).map(w => w[0]))`)
	x.Visit("#/match/" + three.Name)
	x.Do(chromedp.WaitReady(chromedp.CSS(".board .piece")))
	x.Wait(`getComputedStyle(document.querySelector('.edges')).gridColumnStart === 'auto'`) // so that its place counts from the table's corner, as the board's
	x.Visit("#/wall/" + watched)
	x.Do(chromedp.WaitReady(chromedp.CSS(".board .piece")))
	for _, v := range []fake.View{{Width: 844, Height: 390}, {Width: 390, Height: 844}} {
		x.Do(chromedp.EmulateViewport(int64(v.Width), int64(v.Height)))
		x.None(`['.left', '.acts', '.moves', '.tabs', '.ticker'].filter(css => document.querySelector(css)?.getClientRects().length)`)
		fake.Becomes(x, true, `document.documentElement.scrollWidth <= innerWidth && document.querySelector('.voice').offsetWidth > 200`)
	}
}

// The clock of a practice match stands while no tab looks at it, and while its rules are read; that of a match with others never does.
func TestPracticeStandsWhileHidden(t *testing.T) {
	pagetest.Parallel(t)
	for how, want := range map[string][]bool{"memory": {false, true, false, false, true, false, true}, "libp2p": nil} {
		p := fake.NewProgram()
		m := fake.Played(p, fake.Rules("standard,clock=30"), 4)
		m.Change(func() { m.Edit = func(l *seat.Look) { l.Link.How = how } })
		x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/match/"+m.Name)
		x.Wait(`document.querySelector('.board .piece') !== null`)
		paused := func() []bool {
			p.Mu.Lock()
			defer p.Mu.Unlock()
			return slices.Clone(p.Paused)
		}
		x.Do(pagetest.Click(".acts [data-key=more]"), chromedp.WaitReady(chromedp.CSS(`.c-more [data-key=leave]`)))
		require.Equal(t, how != "memory", strings.Contains(fake.Ask[string](x, `document.querySelector('.c-more [data-key=leave]').textContent`), "the clock goes on"), "whoever leaves is told")
		x.Do(pagetest.Click(".acts [data-key=more]"))
		x.Wait(`document.querySelector('.c-more [data-key=leave]') === null`)
		x.Do(fake.Script(`window.beside = new BroadcastChannel('look-` + m.Name + `'); beside.onmessage = () => { window.asked = true }`))
		for _, hidden := range []string{"true", "false"} {
			x.Do(fake.Script(`Object.defineProperty(document, 'hidden', {value: ` + hidden + `, configurable: true}); document.dispatchEvent(new Event('visibilitychange'))`))
		}
		if how == "memory" {
			x.Wait(`window.asked`)
		}
		x.Do(fake.Script(`beside.postMessage('')`)) // another tab is hidden, this one is not
		if how == "memory" {
			require.Eventually(t, func() bool { return len(paused()) == 4 }, pagetest.Patience, 50*time.Millisecond)
		}
		x.Do(pagetest.Click("[data-key=guide]"), chromedp.WaitReady(chromedp.CSS("dialog.guide .figure")))
		if how != "memory" {
			x.Do(fake.Script(`document.querySelector('.guide').scrollTop = 300`))
			due := func(yours bool, left seat.Millis) {
				p.Mu.Lock()
				defer p.Mu.Unlock()
				p.Past = []history.Entry{{Match: m.Name, Rules: p.Past[0].Rules, Seat: "red", Opponents: []string{"Ada"}, State: "play", Running: true, Yours: yours, Left: left, Most: 4}}
			}
			due(true, 30_000)
			x.Wait(`(c => c && /^0:\d\d$/.test(c.textContent) && document.elementFromPoint(c.getBoundingClientRect().x + 5, c.getBoundingClientRect().y + 5) === c)(document.querySelector('.guide .due .num'))`)
			x.Shot("guide-clock")
			due(false, 0)
		}
		x.Wait(`document.querySelector('.guide .due').textContent === ''`) // nothing presses
		x.Do(chromedp.KeyEvent(kb.Escape))
		x.Wait(`document.querySelector('.guide') === null`)
		x.Do(fake.Script(`location.hash = '#/'`))
		if how != "memory" {
			x.Do(pagetest.Click("dialog.leaves .btn:not(.main)"))
		}
		x.Do(chromedp.WaitReady(chromedp.CSS(".choice")))
		require.EventuallyWithT(t, func(t *assert.CollectT) { require.Equal(t, want, paused()) }, pagetest.Patience, 50*time.Millisecond)
	}
}

// Whoever leaves a match whose clock goes on is told so first, by whatever way they leave, and can stay.
func TestLeavingIsAsked(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Played(p, fake.Rules("standard,clock=30"), 4)
	m.Change(func() { m.Edit = func(l *seat.Look) { l.Link.How = "libp2p" } })
	p.Past = []history.Entry{{Match: m.Name, Rules: p.Past[0].Rules, Seat: "red", Opponents: []string{"Ada"}, State: "play", Running: true, Yours: true, Left: 25_000, Most: 4}}
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/")
	x.Do(chromedp.WaitReady(chromedp.CSS(".choice")))
	x.Visit("#/match/" + m.Name)
	board := chromedp.WaitReady(chromedp.CSS(".board .piece"))
	asked := `document.querySelector('dialog.leaves[open]')?.textContent.includes('Leave for now: the clock goes on')`
	x.Do(board)
	for _, leave := range []chromedp.Action[chromedp.Void]{pagetest.Click("nav a"), chromedp.NavigateBack(), pagetest.Click(".brand")} {
		x.Do(leave)
		x.Wait(asked)
		x.Wait(`/^Your turnAda0:[0-3]\dEvery page here says when it is your turn\./.test(document.querySelector('dialog.leaves').textContent)`) // with the time that one has
		x.Shot("leaving")
		x.Do(pagetest.Click("dialog.leaves .btn.main"))
		x.Wait(`document.querySelector('dialog.leaves') === null && location.hash === '#/match/` + m.Name + `'`)
		require.True(t, fake.Ask[bool](x, `document.querySelector('.board .piece') !== null`))
	}
	x.Do(pagetest.Click("nav a"))
	x.Wait(asked)
	x.Do(pagetest.Click("dialog.leaves .btn:not(.main)"), chromedp.WaitReady(chromedp.CSS(".choice")))

	x.Visit("#/match/" + m.Name)
	x.Do(board)
	m.Change(func() {
		m.Edit = func(l *seat.Look) {
			l.Link.How, l.Sides[1].Online, l.Link.Online, l.Link.Since = "libp2p", false, false, fake.Day0
		}
	})
	leave := `document.querySelector('.voice .btn')?.textContent`
	x.Wait(leave + ` === 'Leave for now: the clock goes on'`) // at a silent opponent: it has said so
	away := func(l *seat.Look) {
		l.Link.How, l.Sides[1].Online, l.Link.Online, l.Link.Since = "libp2p", false, false, fake.Day0
		l.Decision, l.Sides[0].Deadline, l.Sides[1].Deadline = "", time.Time{}, time.Time{}
	}
	m.Change(func() { m.Edit = away })
	fake.Becomes(x, "Leave for now", leave, "nobody's clock is known to run in an absent player's turn")
	x.Shot("leaving-absent")
	x.Do(pagetest.Click("nav a"))
	x.Wait(`document.querySelector('dialog.leaves[open] .btn:not(.main)')?.textContent === 'Leave for now'`)
	x.Do(pagetest.Click("dialog.leaves .btn.main"))
	x.Wait(`document.querySelector('dialog.leaves') === null && location.hash === '#/match/` + m.Name + `'`)
	x.Do(pagetest.Click(".voice .btn"), chromedp.WaitReady(chromedp.CSS(".choice")))
}

// A player who is out has no time left to use.
func TestWhoIsOutHasNoClock(t *testing.T) {
	x, _ := fake.AtTable(t, fake.Desktop, 2)
	require.Equal(t, []string{"0:30", ""}, fake.Ask[[]string](x, `import('./panels.js').then(({ clockText }) => ['', 'captured'].map(out =>
		clockText({rules: {times: {clock: 30}}}, {clocks: [{seat: 'red', deadline: 0}], seats: [{seat: 'red', out}]}, 'red', 0)))`))
}

// On a phone an open sheet, which hides the reader's plate, shows their own clock while it runs; with four, too.
func TestSheetShowsTheOwnClock(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	for _, spec := range []string{"standard", "siguo"} {
		m := fake.Played(p, fake.Rules(spec), 4)
		for m.Referee.ToAct() != m.Who {
			m.Step()
		}
		m.Change(func() {})
		x := fake.Open(t, fake.Serve(t, p), fake.View{Width: 390, Height: 844, Lang: "en", Theme: "dark", Touch: true}, "#/match/"+m.Name)
		x.Do(chromedp.WaitReady(chromedp.CSS(".cell.movable")))
		x.None(`[...document.querySelectorAll('.over-sheet')].filter(e => e.getClientRects().length)`, "without a sheet the plate is there")
		for _, sheet := range []string{"act.more", "tab.moves"} {
			x.Do(fake.Script(`import('/words.js').then(({ say }) => [...document.querySelectorAll('.tabs button')].find(b => b.textContent === say('` + sheet + `')).click())`))
			x.Wait(`/^0:\d\d$/.test(document.querySelector('[class*=sheet-] .left .over-sheet')?.innerText ?? '')`)
			x.Wait(`(clock => {
				const box = clock.getBoundingClientRect();
				return clock.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)) && box.width > 30;
			})(document.querySelector('.over-sheet .clock'))`)
			x.Shot("sheet-clock-" + spec + "-" + sheet)
		}
	}
}

// One's own flag bears an eye once everybody has been shown it, and is said to be shown.
func TestShownFlagBearsAnEye(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	hidden, shown := fake.Played(p, fake.Rules("standard"), 4), (*fake.Match)(nil)
	for shown == nil || shown.Position.FlagShown(engine.Red) == engine.NoNode || shown.Seat.State().Result != nil {
		shown = fake.Played(p, fake.Rules("standard"), 150)
	}
	served := fake.Serve(t, p)
	for _, m := range []*fake.Match{hidden, shown} {
		x := fake.Open(t, served, fake.View{Width: 1024, Height: 700, Lang: "en", Theme: "dark"}, "#/match/"+m.Name)
		x.Do(chromedp.WaitReady(chromedp.CSS(".cell.movable")))
		require.Equal(t, m == shown, fake.Ask[bool](x, `document.querySelector('.eye circle') !== null`))
		require.Equal(t, m == shown, fake.Ask[bool](x, `[...document.querySelectorAll('.cell')].some(c => c.getAttribute('aria-label').includes('your flag, shown to everyone'))`))
		x.Shot("eye")
		if m == shown { // the numbers of a row stay in a line
			require.True(t, fake.Ask[bool](x, `(r => r.at(-1).offsetHeight === r[1].offsetHeight)([...document.querySelectorAll('.mlist li i')])`))
		}
	}
}
