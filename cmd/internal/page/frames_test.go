package page_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest/fake"
)

// What comes in a burst is shown together, and what has not changed is not built again: a rendering takes longer than the
// news of a clash are apart.
func TestBurstIsShownOnce(t *testing.T) {
	x, _ := fake.AtTable(t, fake.Desktop, 20)
	drawn := fake.Ask[[]int](x, `import('./dom.js').then(async ({ withFrame }) => {
		const frame = () => new Promise(drawn => requestAnimationFrame(() => setTimeout(drawn)));
		let n = 0;
		const show = withFrame(() => { n++ });
		const counts = [];
		for (const asked of [3, 0, 2]) {
			for (let i = 0; i < asked; i++) show();
			counts.push(n);
			await frame();
			counts.push(n);
		}
		return counts;
	})`)
	require.Equal(t, []int{0, 1, 1, 1, 1, 2}, drawn)
}

func TestWhatIsKeptIsBuiltWhenItChanges(t *testing.T) {
	x, _ := fake.AtTable(t, fake.Desktop, 20)
	said := fake.Ask[[]string](x, `import('./dom.js').then(({ h, kept }) => {
		const keep = kept(), said = [];
		let element;
		for (const word of ['a', 'a', 'b', 'b']) {
			element = keep([word], () => { said.push('built ' + word); return h('p', null, word) });
			said.push(element.textContent);
		}
		said.push(String(keep(['c'], () => h('p', null, 'c')) === element));
		return said;
	})`)
	require.Equal(t, []string{"built a", "a", "a", "built b", "b", "b", "true"}, said, "the element stays, so that painting passes it by")
}

// A slider that was dragged follows what is painted all the same.
func TestDraggedSliderFollows(t *testing.T) {
	x, _ := fake.AtTable(t, fake.Desktop, 20)
	said := fake.Ask[[]string](x, `import('./dom.js').then(({ h, paint }) => {
		const box = h('div', null), show = value => paint(box, h('input', { type: 'range', min: 0, max: 9, value }));
		show(9);
		box.firstChild.value = 3; // as a hand does
		const said = [];
		for (const value of [3, 0, 7]) {
			show(value);
			said.push(box.firstChild.value);
		}
		return said;
	})`)
	require.Equal(t, []string{"3", "0", "7"}, said)
}

// The line above the board says what news there are before the lists around the board do, which take longer to draw; and the board is
// drawn in a task of its own, after the line.
func TestAnswerIsDrawnFirst(t *testing.T) {
	x, m := fake.AtTable(t, fake.Desktop, 20)
	x.Do(fake.Script(`{
		const text = css => document.querySelector(css)?.textContent;
		let line = text('.voice'), lists = text('.moves') + text('.c-losses');
		window.listed = 0, window.late = [];
		new MutationObserver(all => {
			if (['.voice', '.board'].every(css => all.some(m => m.target.parentElement?.closest(css)))) late.push('the line with the board');
			const now = text('.voice'), then = text('.moves') + text('.c-losses');
			if (then !== lists) {
				listed++;
				if (now !== line) late.push(line + ' -> ' + now);
			}
			[line, lists] = [now, then];
		}).observe(document, {childList: true, subtree: true, characterData: true, attributes: true});
	}`))
	for range 3 {
		from, to := fake.Choice(m)
		before := fake.Ask[int](x, `listed`)
		x.Do(pagetest.Mouse.Move(from, to))
		x.Moved(m, from, to)
		x.Wait(fmt.Sprintf(`listed > %d`, before))
	}
	require.Empty(t, fake.Ask[[]string](x, `late`))
}

// What shows that a click was taken waits a little for the answer, which it would delay: if no time goes by before that comes, it is
// never drawn.
func TestAnswerReplacesWhatWasSent(t *testing.T) {
	x, m := fake.AtTable(t, fake.Desktop, 20)
	fake.Ask[bool](x, `import('./play.js').then(({ ANSWER }) => {
		const line = document.querySelector('.voice'), plain = setTimeout;
		window.setTimeout = (act, ms, ...args) => ms === ANSWER ? 1 : plain(act, ms, ...args);
		window.lines = [];
		new MutationObserver(() => lines.push(line.textContent)).observe(line, {childList: true, subtree: true, characterData: true});
		return true;
	})`)
	for range 3 {
		from, to := fake.Choice(m)
		x.Do(pagetest.Mouse.Move(from, to))
		x.Moved(m, from, to)
	}
	lines := fake.Ask[[]string](x, `lines`)
	require.NotEmpty(t, lines)
	require.NotContains(t, strings.Join(lines, "\n"), "Proving your move…")
}

// watchFrames has a page tell of each frame with a board how many pieces are on it, how often nodes were laid out, and how often the
// position was drawn before the first of those frames.
const watchFrames = `window.boards = [], window.laid = 0, window.positions = 0;
	const look = () => requestAnimationFrame(() => {
		setTimeout(() => { const board = document.querySelector('.board'); if (board) boards.push(board.querySelectorAll('.piece').length) });
		look();
	});
	look();
	new MutationObserver(all => {
		laid += all.filter(m => m.target.className === 'grid' && m.addedNodes.length).length;
		if (!boards.length) positions += all.filter(m => m.attributeName && m.target === document.querySelector('.cell')).length;
	}).observe(document, {childList: true, attributeFilter: ['aria-selected'], subtree: true})`

// The page asks for each of its files once, and of the program for the words, the news and the end of a pause alone; and it is drawn at
// once: the first frame that has a board has the whole board, on nodes that are laid out once.
func TestPageIsDrawnAtOnce(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Played(p, fake.Rules("standard"), 20)
	var mu sync.Mutex
	var asked []string
	served := fake.ServeThrough(t, p, func(served http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			if r.URL.Path == "/" {
				asked = nil
			}
			left := r.URL.Query().Get("on") == "true" // the pause that the page before asks for when it is left
			if r.URL.Path != "/icon.svg" && !left {   // an icon the browser itself asks for besides
				asked = append(asked, r.URL.Path)
			}
			mu.Unlock()
			served.ServeHTTP(w, r)
		})
	})
	x := fake.Open(t, served, fake.Desktop, "#/match/"+m.Name)
	x.Do(chromedp.WaitReady(chromedp.CSS(".cell.movable"))) // all that it asks for has come
	x.Do(fake.OnNew(watchFrames), chromedp.Reload(), chromedp.WaitReady(chromedp.CSS(".cell.movable")))
	x.Wait(`boards.length > 2`)
	pieces := 0
	for _, piece := range m.Seat.State().Pieces {
		if piece.Node != "" {
			pieces++
		}
	}
	require.Equal(t, []int{pieces}, slices.Compact(fake.Ask[[]int](x, `boards`)))
	require.Equal(t, []int{1, 1}, fake.Ask[[]int](x, `[laid, positions]`))
	mu.Lock()
	defer mu.Unlock()
	slices.Sort(asked)
	require.Equal(t, slices.Compact(slices.Clone(asked)), asked, "once is enough")
	require.Equal(t, []string{"/api/pause", "/api/stream", "/api/words"}, slices.DeleteFunc(asked, func(path string) bool { return !strings.HasPrefix(path, "/api/") }))
}

// heldBack serves pages, and holds back what their streams would tell for as long as it is locked, as a slow line does.
type heldBack struct {
	http.Handler
	sync.Mutex
}

func (h *heldBack) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/api/stream" {
		w = heldWriter{w, h}
	}
	h.Handler.ServeHTTP(w, r)
}

type heldWriter struct {
	http.ResponseWriter
	by *heldBack
}

func (w heldWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w heldWriter) Write(b []byte) (int, error) {
	w.by.Lock()
	defer w.by.Unlock()
	return w.ResponseWriter.Write(b)
}

// A move that is made may be answered before the page has its news: until then the page shows that it was taken, and the position of
// before offers nothing more.
func TestNothingIsOfferedBeforeTheNews(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Played(p, fake.Rules("standard"), 20)
	line := &heldBack{}
	served := fake.ServeThrough(t, p, func(served http.Handler) http.Handler {
		line.Handler = served
		return line
	})
	x := fake.Open(t, served, fake.Desktop, "#/match/"+m.Name)
	x.Do(chromedp.WaitReady(chromedp.CSS(".cell.movable")))
	line.Lock()
	free := sync.OnceFunc(line.Unlock)
	defer free()
	from, to := fake.Choice(m)
	x.Do(fake.Script(fmt.Sprintf(`{
		const middle = e => (r => [r.x + r.width / 2, r.y + r.height / 2])(e.getBoundingClientRect());
		const near = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
		const cell = middle(document.querySelector('[data-node=%s]'));
		window.mine = [...document.querySelectorAll('.piece')].sort((a, b) => near(middle(a), cell) - near(middle(b), cell))[0];
		window.home = mine.style.transform;
	}`, from)))
	x.Do(pagetest.Drag(fake.Node(from), fake.Node(to), `document.querySelector('.voice .what span').textContent === 'Proving your move…'`))
	x.Wait(`performance.getEntriesByType('resource').some(e => e.name.includes('/api/do') && e.responseEnd > 0)`)
	require.Equal(t, 0, fake.Ask[int](x, `new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn)))).then(() => document.querySelectorAll('.movable').length)`))
	require.True(t, fake.Ask[bool](x, `mine.isConnected && mine.style.transform !== home`), "the piece waits where it was dropped")
	free()
	x.Moved(m, from, to)
}

// What comes for a room after its reader has left it is not painted over the next one; and words that don't come are missed aloud.
func TestLateAnswers(t *testing.T) {
	pagetest.Parallel(t)
	x := fake.Open(t, fake.Serve(t, fake.NewProgram()), fake.Desktop, "#/standings")
	x.Do(fake.Script(`window.fetch = (get => async (what, ...how) => {
		if (String(what).includes('/api/words')) throw new TypeError('no line');
		if (String(what).includes('/api/lobby')) await new Promise(come => { window.come = come });
		return get(what, ...how);
	})(fetch)`))
	x.Visit("#/howto")
	x.Wait(`!!window.come`)
	x.Visit("#/standings")
	x.Do(chromedp.WaitReady(chromedp.CSS(".tallies")), fake.Script(`come()`))
	x.Wait(`performance.getEntriesByType('resource').some(e => e.name.includes('/api/lesson') && e.responseEnd > 0)`)
	x.Laid()
	require.True(t, fake.Ask[bool](x, `document.querySelector('.tallies') !== null && document.querySelector('.guide-body') === null`))
	x.Do(fake.Script(`const s = document.querySelector('.languages-list'); s.value = 'zh'; s.dispatchEvent(new Event('change'))`))
	x.Wait(`document.querySelector('.toast.wrong') !== null`)
}

// A frame that was asked for in a room comes after its reader has left it: then nothing more is drawn there.
func TestNothingIsDrawnInALeftRoom(t *testing.T) {
	x, m := fake.AtTable(t, fake.Desktop, 20)
	from, to := fake.Choice(m)
	require.Equal(t, 0, fake.Ask[int](x, fmt.Sprintf(`new Promise(done => {
		const frames = [], frame = requestAnimationFrame, later = setTimeout, line = document.querySelector('.voice .what').textContent;
		window.requestAnimationFrame = act => frames.push(act);
		addEventListener('hashchange', () => {
			let more = 0;
			window.setTimeout = () => ++more;
			frames.forEach(act => act());
			[window.requestAnimationFrame, window.setTimeout] = [frame, later];
			done(more);
		}, {once: true});
		const leave = setInterval(() => {
			if (document.querySelector('.voice .what').textContent === line) return;
			clearInterval(leave);
			location.hash = '#/standings';
		});
		for (const node of ['%s', '%s']) document.querySelector('[data-node=' + node + ']').click();
	})`, from, to)))
}
