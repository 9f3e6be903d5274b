package page_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// What comes in a burst is shown together, and what has not changed is not built again: a rendering takes longer than the
// news of a clash are apart.
func TestBurstIsShownOnce(t *testing.T) {
	x, _ := atTable(t, desktop, 20)
	drawn := ask[[]int](x, `import('./dom.js').then(async ({ withFrame }) => {
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
	x, _ := atTable(t, desktop, 20)
	said := ask[[]string](x, `import('./dom.js').then(({ h, kept }) => {
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

// On a phone a board of four is magnified where it is touched: the players at its corners go, their clocks stay.
func TestClocksStayWhileTheBoardIsMagnified(t *testing.T) {
	chromium(t)
	p := newProgram()
	x := open(t, serve(t, p), phone, "#/match/"+played(p, rules("siguo"), 160).name)
	x.do(chromedp.WaitReady(chromedp.CSS(".cell.movable")))
	visible := `[...document.querySelectorAll('.clock')].filter(c => c.checkVisibility() && /^\d:\d\d$/.test(c.textContent))`
	x.wait(visible + `.length === 4`)
	empty := ask[string](x, `[...document.querySelectorAll('.cell')].find(c => c.getAttribute('aria-label').includes('空')).dataset.node`)
	x.do(chromedp.Tap(node(empty)))
	x.wait(`document.querySelector('.play.zoomed') !== null`)
	x.wait(visible + `.length === 4 && document.querySelectorAll('.clocks .runs .clock').length === 1`)
	require.False(t, ask[bool](x, visible+`.some(c => { const r = c.getBoundingClientRect(), b = document.querySelector('.boardbox').getBoundingClientRect(); return r.top < b.bottom && r.bottom > b.top })`), "they hide nothing of it")
	x.shot("clocks")
}
