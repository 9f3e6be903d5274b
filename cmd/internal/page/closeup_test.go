package page_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	browser "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// boxes is a function of the page: whether two elements overlap, by more than a pixel.
const boxes = `((a, b) => ([r, s] = [a.getBoundingClientRect(), b.getBoundingClientRect()], r.left + 1 < s.right && s.left + 1 < r.right && r.top + 1 < s.bottom && s.top + 1 < r.bottom))`

// apart waits until nothing that is seen of two selectors overlaps. Cells of a board that lie outside of its room are not seen.
func (x *tab) apart(a, b string, says ...any) {
	x.t.Helper()
	x.none(fmt.Sprintf(`(() => { let r, s; const over = %s, seen = css => [...document.querySelectorAll(css)].filter(e => e.checkVisibility() && (!e.matches('.cell') || over(e, document.querySelector('.boardbox')))); return seen(%q).flatMap(a => seen(%q).filter(b => a !== b && over(a, b)).map(b => a.className + ' / ' + (b.dataset.node ?? b.className))) })()`, boxes, a, b), says...)
}

// within is an expression: whether a cell lies within what is seen of the board.
func within(name string) string {
	return fmt.Sprintf(`((c, b) => c.left >= b.left - 1 && c.right <= b.right + 1 && c.top >= b.top - 1 && c.bottom <= b.bottom + 1)(document.querySelector('[data-node=%s]').getBoundingClientRect(), document.querySelector('.boardbox').getBoundingClientRect())`, name)
}

// laid waits until the board lies as it stays: what stands around it takes its room a frame later.
func (x *tab) laid() {
	x.t.Helper()
	ask[bool](x, `new Promise(done => { const wait = frames => frames ? requestAnimationFrame(() => wait(frames - 1)) : done(true); wait(4) })`)
}

// On a phone a board of four is shown close up, where the viewer's pieces are; the players and their clocks stand beside it. The
// whole of it is one tap or two fingers away, and so is any part.
func TestSmallBoardIsSeenCloseUp(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := played(p, rules("siguo"), 40)
	x := open(t, serve(t, p), phone, "#/elsewhere")
	x.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, browser.AddScriptToEvaluateOnNewDocument, browser.AddScriptToEvaluateOnNewDocumentParams{
			Source: `window.told = []; addEventListener('DOMContentLoaded', () => { const toasts = document.getElementById('toasts'); new MutationObserver(() => told.push(toasts.textContent)).observe(toasts, {childList: true}) })`,
		})
		return err
	}), chromedp.Reload(), chromedp.WaitReady("main > *"))
	x.visit("#/match/" + m.name)
	x.do(chromedp.WaitReady(chromedp.CSS(".play.closer .cell.movable")))
	x.wait(`told.some(words => words.includes('双指捏合'))`)
	x.laid()
	x.none(`[...document.querySelectorAll('.cell[aria-label*="己方"]')].filter(c => c.getBoundingClientRect().width < 43).map(c => c.dataset.node)`)
	for _, piece := range m.seat.State().Pieces {
		if piece.Seat == "red" && piece.Node != "" && len(m.seat.State().Moves[piece.Node]) > 0 && piece.Node[0] >= 'g' && piece.Node[0] <= 'k' && len(piece.Node) == 2 && piece.Node[1] <= '6' {
			x.wait(within(piece.Node))
		}
	}
	becomes(x, 4, `[...document.querySelectorAll('.plate .clock')].filter(c => c.checkVisibility() && /^\d:\d\d$/.test(c.textContent)).length`)
	x.apart(".plate", ".boardbox", "they hide nothing of it")
	x.shot("close-up")

	zoom := pagetest.Tap(`.tabs [data-key=zoom]`)
	x.do(zoom, chromedp.WaitReady(chromedp.CSS(".play:not(.closer)")))
	x.wait(`document.querySelector('.tabs').textContent.includes('放大') && ` + within("a11") + ` && ` + within("q7"))
	x.apart(".plate", ".cell")
	x.shot("whole")
	x.do(pagetest.Tap(node("a11")), chromedp.WaitReady(chromedp.CSS(".play.closer")))
	x.wait(within("a11"))

	fingers := func(from, to int) {
		x.do(script(fmt.Sprintf(`{
			const box = document.querySelector('.boardbox'), r = box.getBoundingClientRect();
			const at = apart => [-1, 1].map((side, i) => new Touch({identifier: i, target: box, clientX: r.left + r.width / 2 + side * apart / 2, clientY: r.top + r.height / 2}));
			for (const [kind, apart] of [['touchstart', %d], ['touchmove', %d]]) box.dispatchEvent(new TouchEvent(kind, {touches: at(apart), cancelable: true, bubbles: true}));
		}`, from, to)))
	}
	fingers(200, 100)
	x.do(chromedp.WaitReady(chromedp.CSS(".play:not(.closer)")))
	fingers(100, 200)
	x.do(chromedp.WaitReady(chromedp.CSS(".play.closer")))

	x.do(chromedp.Reload(), chromedp.WaitReady(chromedp.CSS(".play.closer .cell.movable")))
	require.Empty(t, ask[[]string](x, `told`), "how to move about is said once")
}

// What lies outside of a board that is shown close up is pointed to at the edge, and a tap there leads to it.
func TestWhatLiesOutsideIsPointedTo(t *testing.T) {
	chromium(t)
	p := newProgram()
	served := serve(t, p)
	x := open(t, served, phone, "#/elsewhere")
	seen := map[string]bool{}
	for turns := 8; len(seen) < 2 && turns < 40; turns++ {
		m := played(p, rules("siguo"), turns)
		x.visit("#/match/" + m.name)
		x.do(chromedp.WaitReady(chromedp.CSS(".play.closer .cell.movable")))
		last := m.seat.State().Last.To
		x.wait(fmt.Sprintf(`document.querySelector('.ticker .now')?.textContent.includes(%q)`, last))
		x.laid()
		way := ask[string](x, fmt.Sprintf(`(() => {
			const box = document.querySelector('.boardbox'), cell = document.querySelector('[data-node=%s]').getBoundingClientRect(), r = box.getBoundingClientRect();
			const middle = box.scrollLeft + cell.left + cell.width / 2 - r.left, left = middle < box.scrollWidth / 2;
			if (left ? middle > box.scrollWidth - r.width : middle < r.width) return '';
			box.scrollTo({left: left ? box.scrollWidth : 0, behavior: 'instant'});
			return left ? 'left' : 'right';
		})()`, last))
		if way == "" || seen[way] {
			continue // it is seen from everywhere
		}
		seen[way] = true
		x.do(chromedp.WaitVisible(chromedp.CSS(".edge.last.to-"+way)), pagetest.Finger.Until(".edge.last", within(last)+` && document.querySelector('.edge.last') === null`))
	}
	require.Len(t, seen, 2)
}

// A replay on a phone shows the whole board first; a tap leads close up, and a button back.
func TestReplayIsSeenCloseUp(t *testing.T) {
	chromium(t)
	p := newProgram()
	x := open(t, serve(t, p), phone, "#/record/"+over(p, rules("siguo")).name)
	x.do(chromedp.WaitReady(chromedp.CSS(".review .board.small .piece")))
	x.wait(`document.querySelector('.acts').textContent.includes('放大')`)
	x.do(pagetest.Tap(node("e7")), chromedp.WaitReady(chromedp.CSS(".boardbox.close .board:not(.small)")))
	x.wait(within("e7"))
	x.do(pagetest.Click(".acts [data-key=zoom]"), chromedp.WaitReady(chromedp.CSS(".board.small")))
}

// In windows of middling width, upright and flat, players hide no piece, and what belongs together stays on a line.
func TestBoardOfFourInAnyWindow(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := played(p, rules("siguo"), 160)
	served := serve(t, p)
	for _, lang := range []string{"en", "zh"} {
		x := open(t, served, view{Width: 1080, Height: 800, Lang: lang, Theme: "light"}, "#/match/"+m.name)
		x.do(chromedp.WaitReady(chromedp.CSS(".board .piece")))
		for _, size := range [][2]int64{{1080, 800}, {1024, 768}, {900, 700}, {820, 1180}, {740, 900}, {740, 680}} {
			x.do(chromedp.EmulateViewport(size[0], size[1]))
			x.wait(fmt.Sprintf(`innerWidth === %d && (b => Math.abs(b.width - document.querySelector('.boardbox').clientWidth) < 400)(document.querySelector('.board').getBoundingClientRect())`, size[0]))
			x.laid()
			name := fmt.Sprint(lang, size)
			x.apart(".plate", ".cell, .acts, .voice, .moves", name)
			x.apart(".voice", ".cell, .acts, .moves", name)
			x.none(`[...document.querySelectorAll('.plate, .acts .btn')].filter(e => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1).map(e => e.textContent)`, name)
			becomes(x, [2]bool{true, true}, `[document.querySelector('.acts').getBoundingClientRect().height < 60, document.documentElement.scrollWidth <= innerWidth]`, name)
			x.shot(fmt.Sprintf("four-%s-%dx%d", lang, size[0], size[1]))
		}
	}
}

// Whose program plays a computer's seat can be read to the end.
func TestWhosePlateIsAComputers(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := p.sit(p.add(rules("siguo")), seat.Arrange)
	m.edit = func(l *seat.Look) {
		for i := range l.Sides[1:] {
			l.Sides[i+1].Computer = "red"
		}
	}
	m.begin()
	m.play(4)
	x := open(t, serve(t, p), view{Width: 1440, Height: 900, Lang: "en", Theme: "light"}, "#/match/"+m.name)
	x.wait(`[...document.querySelectorAll('.plate .how')].filter(e => e.textContent.includes('your computer')).length === 3`)
	x.laid()
	x.none(`[...document.querySelectorAll('.plate .how')].filter(e => { const words = document.createRange(); words.selectNodeContents(e); return words.getBoundingClientRect().right > e.parentElement.getBoundingClientRect().right + 1 }).map(e => e.textContent)`)
}

// Where the board is close up the plates of six have the same size, on a phone in two rows above the board, else in three beside it.
func TestPlatesOfSix(t *testing.T) {
	chromium(t)
	p := newProgram()
	for _, c := range []struct {
		spec string
		view view
		rows int
	}{{"liuguo", phone, 2}, {"liuguo,clock=off", phone, 2}, {"liuguo,clock=off", view{Width: 1024, Height: 700, Lang: "en", Theme: "light"}, 3}} {
		x := open(t, serve(t, p), c.view, "#/match/"+played(p, rules(c.spec), 6).name)
		x.wait(`document.querySelectorAll('.closer .plate').length === 6`)
		x.wait(fmt.Sprintf(`((boxes, board) => new Set(boxes.map(b => Math.round(b.width) + 'x' + Math.round(b.height))).size === 1 && new Set(boxes.map(b => Math.round(b.top))).size === %d &&
			boxes.every(b => b.height > 20 && (b.bottom <= board.top + 1 || b.left >= board.right - 1)))([...document.querySelectorAll('.plate')].map(b => b.getBoundingClientRect()), document.querySelector('.boardbox').getBoundingClientRect())`, c.rows))
		x.shot(fmt.Sprintf("six-%s-%d", c.spec, c.view.Width))
	}
}

// On a phone, too, what to do where the program does not answer can be read to its end.
func TestSilenceOnAPhone(t *testing.T) {
	x, _ := atTable(t, phone, 8)
	x.wait(`import('/words.js').then(({ say }) => { // in one go: the page may paint its own words again
		const box = document.querySelector('.voice'), words = box.querySelector('.what').lastChild;
		box.className = 'card voice warn';
		words.textContent = say('voice.silent.how').repeat(4);
		return words.clientHeight > 40 && words.scrollHeight <= words.clientHeight + 1;
	})`)
}

// To resign on a phone takes a way that nobody goes by chance, and a second tap on the same place does nothing.
func TestResignIsAwayFromPlay(t *testing.T) {
	x, m := atTable(t, phone, 30)
	require.False(t, ask[bool](x, `document.querySelector('.tabs').textContent.includes('认输')`))
	button := func(word string) string {
		return fmt.Sprintf(`[...document.querySelectorAll('.endings button')].find(b => b.textContent === %q)`, word)
	}
	x.do(pagetest.Tap(".tabs button:last-child"))
	x.wait(button("认输") + `?.checkVisibility()`)
	x.laid()
	place := ask[[]float64](x, `(r => [r.x + r.width / 2, r.y + r.height / 2])(`+button("认输")+`.getBoundingClientRect())`)
	x.do(pagetest.TapOn(button("认输")))
	x.wait(button("认输？确定") + ` !== undefined`)
	becomes(x, "接着下", fmt.Sprintf(`document.elementFromPoint(%f, %f).closest('button')?.textContent ?? ''`, place[0], place[1]))
	x.do(pagetest.TapOn(button("接着下")))
	x.wait(button("认输") + ` !== undefined`)
	require.Nil(t, m.seat.State().Result)
	x.do(pagetest.TapOn(button("认输")))
	x.wait(button("认输？确定") + ` !== undefined`)
	x.do(pagetest.TapOn(button("认输？确定")))
	x.wait(`document.querySelector('.voice').textContent.includes('你输了')`)
	require.Equal(t, "lost", m.seat.State().Result.You)
}

// Where the rules let nobody resign yet, it is said from when on.
func TestWhyNobodyResignsYet(t *testing.T) {
	chromium(t)
	p := newProgram()
	x := open(t, serve(t, p), phone, "#/match/"+played(p, rules("siguo"), 4).name)
	x.do(chromedp.WaitReady(chromedp.CSS(".play.closer .cell.movable")))
	x.laid()
	x.do(pagetest.Tap(".tabs button:last-child"))
	x.wait(fmt.Sprintf(`document.querySelector('.endings').textContent.includes('第 %d 步起才能认输')`, rules("siguo").ResignFrom()+1))
	x.shot("more-phone")
}

// What is told in passing on a phone hides neither the board nor a button.
func TestToastOnAPhone(t *testing.T) {
	x, m := atTable(t, phone, 20)
	for _, p := range m.seat.State().Pieces {
		if p.Seat == "red" && p.Type == "flag" {
			x.do(pagetest.Tap(node(p.Node)))
		}
	}
	x.wait(`document.querySelector('.toast') !== null`)
	x.apart(".toast", ".cell, .tabs button")
	x.shot("toast-phone")
}

// How a board is moved is said only where it is.
func TestHintStaysWithItsBoard(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := played(p, rules("siguo"), 4)
	x := open(t, serve(t, p), phone, "#/match/"+m.name)
	x.do(chromedp.WaitReady(chromedp.CSS(".toast")))
	require.True(t, ask[bool](x, `new Promise(done => { addEventListener('hashchange', () => done(document.querySelector('.toast') === null)); location.hash = '#/standings' })`))
}

// On a phone that lies on its side the lesson's board has half the window, that of a match all of the height, and every button says
// what it does.
func TestPhoneOnItsSide(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := played(p, rules("standard"), 4)
	x := open(t, serve(t, p), view{Width: 844, Height: 390, Lang: "en", Theme: "light", Touch: true}, "#/learn")
	x.wait(`document.querySelector('.lesson .board')?.offsetHeight > 250`)
	x.visit("#/match/" + m.name)
	x.wait(`document.querySelector('.at-table .board')?.offsetHeight > 375`)
	x.wait(`document.querySelectorAll('.acts .btn').length > 3 && [...document.querySelectorAll('.acts .btn')].every(b => [...b.children].some(c => c.getClientRects().length > 0 && c.getBoundingClientRect().width > 5))`)
}

// On a phone the buttons of a replay are seen without scrolling, of two as of four, whole and close up.
func TestReplayIsSteppedWithoutScrolling(t *testing.T) {
	chromium(t)
	p := newProgram()
	served := serve(t, p)
	const inSight = `[...document.querySelectorAll('.nav-card .btn')].filter(b => (r => r.top >= 0 && r.bottom <= innerHeight + 1)(b.getBoundingClientRect())).length`
	for _, name := range []string{"standard", "siguo"} {
		record := over(p, rules(name)).name
		for _, lang := range []string{"zh", "en"} {
			v := phone
			v.Lang = lang
			x := open(t, served, v, "#/record/"+record)
			x.do(chromedp.WaitReady(chromedp.CSS(".review .board .piece")))
			x.laid()
			x.shot("replay-steps-" + name + "-" + lang)
			becomes(x, 5, inSight, name+" "+lang)
			becomes(x, true, `(b => b.clientHeight - b.firstElementChild.clientHeight)(document.querySelector('.boardbox')) <= 8`, "no room is left empty above and below the board")
			if name == "siguo" {
				x.do(pagetest.Tap(node("e7")), chromedp.WaitReady(chromedp.CSS(".boardbox.close .board:not(.small)")))
				x.laid()
				becomes(x, 5, inSight, "close up")
			}
			x.do(chromedp.EmulateViewport(390, 667))
			x.wait(`innerHeight < 700 && ` + inSight + ` === 5`)
		}
	}
}
