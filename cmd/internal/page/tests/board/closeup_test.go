package board_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	browser "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/history"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest/fake"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// boxes is a function of the page: whether two elements overlap, by more than a pixel.
const boxes = `((a, b) => ([r, s] = [a.getBoundingClientRect(), b.getBoundingClientRect()], r.left + 1 < s.right && s.left + 1 < r.right && r.top + 1 < s.bottom && s.top + 1 < r.bottom))`

// apart waits until nothing that is seen of two selectors overlaps. Cells of a board that lie outside of its room are not seen.
func apart(x *fake.Tab, a, b string, says ...any) {
	x.T.Helper()
	x.None(fmt.Sprintf(`(() => { let r, s; const over = %s, seen = css => [...document.querySelectorAll(css)].filter(e => e.checkVisibility() && (!e.matches('.cell') || over(e, document.querySelector('.boardbox')))); return seen(%q).flatMap(a => seen(%q).filter(b => a !== b && over(a, b)).map(b => a.className + ' / ' + (b.dataset.node ?? b.className))) })()`, boxes, a, b), says...)
}

// On a phone a board of four is shown close up, where the viewer's pieces are; the players and their clocks stand beside it. The
// whole of it is one tap or two fingers away, and so is any part.
func TestSmallBoardIsSeenCloseUp(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Played(p, fake.Rules("siguo"), 40)
	x := fake.Open(t, fake.Serve(t, p), fake.Phone, "#/elsewhere")
	x.Do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, browser.AddScriptToEvaluateOnNewDocument, browser.AddScriptToEvaluateOnNewDocumentParams{
			Source: `window.told = []; addEventListener('DOMContentLoaded', () => { const toasts = document.getElementById('toasts'); new MutationObserver(() => told.push(toasts.textContent)).observe(toasts, {childList: true}) })`,
		})
		return err
	}), chromedp.Reload(), chromedp.WaitReady("main > *"))
	x.Visit("#/match/" + m.Name)
	x.Do(chromedp.WaitReady(chromedp.CSS(".play.closer .cell.movable")))
	x.Wait(`told.some(words => words.includes('双指捏合'))`)
	x.Laid()
	x.None(`[...document.querySelectorAll('.cell[aria-label*="己方"]')].filter(c => c.getBoundingClientRect().width < 43).map(c => c.dataset.node)`)
	for _, piece := range m.Seat.State().Pieces {
		if piece.Seat == "red" && piece.Node != "" && len(m.Seat.State().Moves[piece.Node]) > 0 && piece.Node[0] >= 'g' && piece.Node[0] <= 'k' && len(piece.Node) == 2 && piece.Node[1] <= '6' {
			x.Wait(fake.Within(piece.Node))
		}
	}
	fake.Becomes(x, 4, `[...document.querySelectorAll('.plate .clock')].filter(c => c.checkVisibility() && /^\d:\d\d$/.test(c.textContent)).length`)
	apart(x, ".plate", ".boardbox", "they hide nothing of it")
	x.Shot("close-up")

	zoom := pagetest.Tap(`.tabs [data-key=zoom]`)
	x.Do(zoom, chromedp.WaitReady(chromedp.CSS(".play:not(.closer)")))
	x.Wait(`document.querySelector('.tabs').textContent.includes('放大') && ` + fake.Within("a11") + ` && ` + fake.Within("q7"))
	apart(x, ".plate", ".cell")
	x.Shot("whole")
	x.Do(pagetest.Tap(fake.Node("a11")), chromedp.WaitReady(chromedp.CSS(".play.closer")))
	x.Wait(fake.Within("a11"))

	fingers := func(from, to int) {
		x.Do(fake.Script(fmt.Sprintf(`{
			const box = document.querySelector('.boardbox'), r = box.getBoundingClientRect();
			const at = apart => [-1, 1].map((side, i) => new Touch({identifier: i, target: box, clientX: r.left + r.width / 2 + side * apart / 2, clientY: r.top + r.height / 2}));
			for (const [kind, apart] of [['touchstart', %d], ['touchmove', %d]]) box.dispatchEvent(new TouchEvent(kind, {touches: at(apart), cancelable: true, bubbles: true}));
		}`, from, to)))
	}
	fingers(200, 100)
	x.Do(chromedp.WaitReady(chromedp.CSS(".play:not(.closer)")))
	fingers(100, 200)
	x.Do(chromedp.WaitReady(chromedp.CSS(".play.closer")))

	x.Do(chromedp.Reload(), chromedp.WaitReady(chromedp.CSS(".play.closer .cell.movable")))
	require.Empty(t, fake.Ask[[]string](x, `told`), "how to move about is said once")
}

// What lies outside of a board that is shown close up is pointed to at the edge, and a tap there leads to it.
func TestWhatLiesOutsideIsPointedTo(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	served := fake.Serve(t, p)
	x := fake.Open(t, served, fake.Phone, "#/elsewhere")
	seen := map[string]bool{}
	for turns := 8; len(seen) < 2 && turns < 40; turns++ {
		m := fake.Played(p, fake.Rules("siguo"), turns)
		x.Visit("#/match/" + m.Name)
		x.Do(chromedp.WaitReady(chromedp.CSS(".play.closer .cell.movable")))
		last := m.Seat.State().Last.To
		x.Wait(fmt.Sprintf(`document.querySelector('.ticker .now')?.textContent.includes(%q)`, last))
		x.Laid()
		way := fake.Ask[string](x, fmt.Sprintf(`(() => {
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
		x.Do(chromedp.WaitVisible(chromedp.CSS(".edge.last.to-"+way)), pagetest.Finger.Until(".edge.last", fake.Within(last)+` && document.querySelector('.edge.last') === null`))
	}
	require.Len(t, seen, 2)
}

// A replay on a phone shows the whole board first; a tap leads close up, and a button back.
func TestReplayIsSeenCloseUp(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	x := fake.Open(t, fake.Serve(t, p), fake.Phone, "#/record/"+fake.Over(p, fake.Rules("siguo")).Name)
	x.Do(chromedp.WaitReady(chromedp.CSS(".review .board.small .piece")))
	x.Wait(`document.querySelector('.acts').textContent.includes('放大')`)
	x.Do(pagetest.Tap(fake.Node("e7")), chromedp.WaitReady(chromedp.CSS(".boardbox.close .board:not(.small)")))
	x.Wait(fake.Within("e7"))
	x.Do(pagetest.Click(".acts [data-key=zoom]"), chromedp.WaitReady(chromedp.CSS(".board.small")))
}

// In windows of middling width, upright and flat, players hide no piece, and what belongs together stays on a line.
func TestBoardOfFourInAnyWindow(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Played(p, fake.Rules("siguo"), 160)
	served := fake.Serve(t, p)
	for _, lang := range []string{"en", "zh"} {
		x := fake.Open(t, served, fake.View{Width: 1080, Height: 800, Lang: lang, Theme: "light"}, "#/match/"+m.Name)
		x.Do(chromedp.WaitReady(chromedp.CSS(".board .piece")))
		for _, size := range [][2]int64{{1080, 800}, {1024, 768}, {900, 700}, {820, 1180}, {740, 900}, {740, 680}} {
			x.Do(chromedp.EmulateViewport(size[0], size[1]))
			x.Wait(fmt.Sprintf(`innerWidth === %d && (b => Math.abs(b.width - document.querySelector('.boardbox').clientWidth) < 400)(document.querySelector('.board').getBoundingClientRect())`, size[0]))
			x.Laid()
			name := fmt.Sprint(lang, size)
			apart(x, ".plate", ".cell, .acts, .voice, .moves", name)
			apart(x, ".voice", ".cell, .acts, .moves", name)
			x.None(`[...document.querySelectorAll('.plate, .acts .btn')].filter(e => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1).map(e => e.textContent)`, name)
			fake.Becomes(x, [2]bool{true, true}, `[document.querySelector('.acts').getBoundingClientRect().height < 60, document.documentElement.scrollWidth <= innerWidth]`, name)
			x.Shot(fmt.Sprintf("four-%s-%dx%d", lang, size[0], size[1]))
		}
	}
}

// Whose program plays a computer's seat can be read to the end, and how well it plays; in practice, where all are this one's, only that.
func TestWhosePlateIsAComputers(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := p.Sit(p.Add(fake.Rules("siguo")), seat.Arrange)
	by := "red"
	m.Edit = func(l *seat.Look) {
		for i := range l.Sides[1:] {
			l.Sides[i+1].Computer, l.Sides[i+1].Name = by, history.BotName("sensible")
		}
	}
	m.Begin()
	m.PlayOn(4)
	x := fake.Open(t, fake.Serve(t, p), fake.View{Width: 1440, Height: 900, Lang: "en", Theme: "light"}, "#/match/"+m.Name)
	x.Wait(`[...document.querySelectorAll('.plate .how')].filter(e => e.textContent.startsWith('Your computer (Medium)')).length === 3`)
	x.Laid()
	x.Shot("computers")
	cut := `[...document.querySelectorAll('.plate .how')].filter(e => { const words = document.createRange(); words.selectNodeContents(e); return words.getBoundingClientRect().right > e.parentElement.getBoundingClientRect().right + 1 }).map(e => e.textContent)`
	x.None(cut)
	m.Change(func() { by = "" })
	x.Wait(`[...document.querySelectorAll('.plate .how')].filter(e => e.textContent.startsWith('Computer (Medium)')).length === 3`)
	x.None(cut)
}

// Where the board is close up the plates of six have the same size, on a phone in two rows above the board, else in three beside it.
func TestPlatesOfSix(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	for _, c := range []struct {
		spec string
		view fake.View
		rows int
	}{{"liuguo", fake.Phone, 2}, {"liuguo,clock=off", fake.Phone, 2}, {"liuguo,clock=off", fake.View{Width: 1024, Height: 700, Lang: "en", Theme: "light"}, 3}} {
		x := fake.Open(t, fake.Serve(t, p), c.view, "#/match/"+fake.Played(p, fake.Rules(c.spec), 6).Name)
		x.Wait(`document.querySelectorAll('.closer .plate').length === 6`)
		x.Wait(fmt.Sprintf(`((boxes, board) => new Set(boxes.map(b => Math.round(b.width) + 'x' + Math.round(b.height))).size === 1 && new Set(boxes.map(b => Math.round(b.top))).size === %d &&
			boxes.every(b => b.height > 20 && (b.bottom <= board.top + 1 || b.left >= board.right - 1)))([...document.querySelectorAll('.plate')].map(b => b.getBoundingClientRect()), document.querySelector('.boardbox').getBoundingClientRect())`, c.rows))
		x.Shot(fmt.Sprintf("six-%s-%d", c.spec, c.view.Width))
	}
}

// On a phone, too, what to do where the program does not answer can be read to its end.
func TestSilenceOnAPhone(t *testing.T) {
	x, _ := fake.AtTable(t, fake.Phone, 8)
	x.Wait(`import('/words.js').then(({ say }) => { // in one go: the page may paint its own words again
		const box = document.querySelector('.voice'), words = box.querySelector('.what').lastChild;
		box.className = 'card voice warn';
		words.textContent = say('voice.silent.how').repeat(4);
		return words.clientHeight > 40 && words.scrollHeight <= words.clientHeight + 1;
	})`)
}

// To resign on a phone takes a way that nobody goes by chance, and a second tap on the same place does nothing.
func TestResignIsAwayFromPlay(t *testing.T) {
	x, m := fake.AtTable(t, fake.Phone, 30)
	require.False(t, fake.Ask[bool](x, `document.querySelector('.tabs').textContent.includes('认输')`))
	button := func(word string) string {
		return fmt.Sprintf(`[...document.querySelectorAll('.endings button')].find(b => b.textContent === %q)`, word)
	}
	x.Do(pagetest.Tap(".tabs button:last-child"))
	x.Wait(button("认输") + `?.checkVisibility()`)
	x.Laid()
	place := fake.Ask[[]float64](x, `(r => [r.x + r.width / 2, r.y + r.height / 2])(`+button("认输")+`.getBoundingClientRect())`)
	x.Do(pagetest.TapOn(button("认输")))
	x.Wait(button("认输？确定") + ` !== undefined`)
	fake.Becomes(x, "接着下", fmt.Sprintf(`document.elementFromPoint(%f, %f).closest('button')?.textContent ?? ''`, place[0], place[1]))
	x.Do(pagetest.TapOn(button("接着下")))
	x.Wait(button("认输") + ` !== undefined`)
	require.Nil(t, m.Seat.State().Result)
	x.Do(pagetest.TapOn(button("认输")))
	x.Wait(button("认输？确定") + ` !== undefined`)
	x.Do(pagetest.TapOn(button("认输？确定")))
	x.Wait(`document.querySelector('.voice').textContent.includes('你输了')`)
	require.Equal(t, "lost", m.Seat.State().Result.You)
}

// Where the rules let nobody resign yet, it is said from when on.
func TestWhyNobodyResignsYet(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	x := fake.Open(t, fake.Serve(t, p), fake.Phone, "#/match/"+fake.Played(p, fake.Rules("siguo"), 4).Name)
	x.Do(chromedp.WaitReady(chromedp.CSS(".play.closer .cell.movable")))
	x.Laid()
	x.Do(pagetest.Tap(".tabs button:last-child"))
	x.Wait(fmt.Sprintf(`document.querySelector('.endings').textContent.includes('第 %d 步起才能认输')`, fake.Rules("siguo").ResignFrom()+1))
	x.Shot("more-phone")
}

// What is told in passing on a phone hides neither the board nor a button.
func TestToastOnAPhone(t *testing.T) {
	x, m := fake.AtTable(t, fake.Phone, 20)
	for _, p := range m.Seat.State().Pieces {
		if p.Seat == "red" && p.Type == "flag" {
			x.Do(pagetest.Tap(fake.Node(p.Node)))
		}
	}
	x.Wait(`document.querySelector('.toast') !== null`)
	apart(x, ".toast", ".cell, .tabs button")
	x.Shot("toast-phone")
}

// How a board is moved is said only where it is.
func TestHintStaysWithItsBoard(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Played(p, fake.Rules("siguo"), 4)
	x := fake.Open(t, fake.Serve(t, p), fake.Phone, "#/match/"+m.Name)
	x.Do(chromedp.WaitReady(chromedp.CSS(".toast")))
	require.True(t, fake.Ask[bool](x, `new Promise(done => { addEventListener('hashchange', () => done(document.querySelector('.toast') === null)); location.hash = '#/standings' })`))
}

// On a phone that lies on its side the lesson's board has half the window, that of a match all of the height, and every button says
// what it does.
func TestPhoneOnItsSide(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Played(p, fake.Rules("standard"), 4)
	x := fake.Open(t, fake.Serve(t, p), fake.View{Width: 844, Height: 390, Lang: "en", Theme: "light", Touch: true}, "#/learn")
	x.Wait(`document.querySelector('.lesson .board')?.offsetHeight > 250`)
	x.Visit("#/match/" + m.Name)
	x.Wait(`document.querySelector('.at-table .board')?.offsetHeight > 375`)
	x.Wait(`document.querySelectorAll('.acts .btn').length > 3 && [...document.querySelectorAll('.acts .btn')].every(b => [...b.children].some(c => c.getClientRects().length > 0 && c.getBoundingClientRect().width > 5))`)
}

// On a phone the buttons of a replay are seen without scrolling, of two as of four, whole and close up.
func TestReplayIsSteppedWithoutScrolling(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	served := fake.Serve(t, p)
	const inSight = `[...document.querySelectorAll('.nav-card .btn')].filter(b => (r => r.top >= 0 && r.bottom <= innerHeight + 1)(b.getBoundingClientRect())).length`
	for _, name := range []string{"standard", "siguo"} {
		record := fake.Over(p, fake.Rules(name)).Name
		for _, lang := range []string{"zh", "en"} {
			v := fake.Phone
			v.Lang = lang
			x := fake.Open(t, served, v, "#/record/"+record)
			x.Do(chromedp.WaitReady(chromedp.CSS(".review .board .piece")))
			x.Laid()
			x.Shot("replay-steps-" + name + "-" + lang)
			x.Do(fake.Script(`import('./toast.js').then(({ toast }) => toast('Saving darkjunqi-40.svg'))`), chromedp.WaitReady(chromedp.CSS(".toast")))
			apart(x, ".toast", ".review .btn, .review input", "what is told in passing hides no button")
			x.Shot("replay-toast-" + name + "-" + lang)
			x.Do(fake.Script(`import('./toast.js').then(({ untoast }) => untoast())`))
			fake.Becomes(x, 5, inSight, name+" "+lang)
			fake.Becomes(x, true, `(b => b.clientHeight - b.firstElementChild.clientHeight)(document.querySelector('.boardbox')) <= 8`, "no room is left empty above and below the board")
			x.Do(pagetest.Tap(".judged summary"))
			x.Wait(`document.querySelector('.judged .checked').checkVisibility()`)
			fake.Becomes(x, true, `document.querySelector('.boardbox').getBoundingClientRect().bottom <= document.querySelector('.scrub').getBoundingClientRect().top`, "what was checked moves no board")
			x.None(`[...document.querySelectorAll('.eyes button')].filter(b => (r => !b.contains(document.elementFromPoint(r.x + r.width / 2, r.bottom - 4)))(b.getBoundingClientRect())).map(b => b.textContent)`, "nor covers a tab")
			fake.Becomes(x, true, `document.querySelector('.checked').getBoundingClientRect().top - document.querySelector('.eyes').getBoundingClientRect().bottom < 10`, "it begins below the tabs")
			fake.Becomes(x, true, `(r => document.querySelector('.checked').contains(document.elementFromPoint(r.x + 4, r.bottom - 4)))(document.querySelector('.checked').getBoundingClientRect())`)
			require.NotEqual(t, "rgba(0, 0, 0, 0)", fake.Ask[string](x, `getComputedStyle(document.querySelector('.checked')).backgroundColor`))
			x.Shot("replay-checked-" + name + "-" + lang)
			x.Do(pagetest.Tap(".judged summary"))
			if name == "siguo" {
				x.Do(pagetest.Tap(fake.Node("e7")), chromedp.WaitReady(chromedp.CSS(".boardbox.close .board:not(.small)")))
				x.Laid()
				fake.Becomes(x, 5, inSight, "close up")
			}
			x.Do(chromedp.EmulateViewport(390, 667))
			x.Wait(`innerHeight < 700 && ` + inSight + ` === 5`)
		}
	}
}
