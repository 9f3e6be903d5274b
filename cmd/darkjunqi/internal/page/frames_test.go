package page_test

import (
	"testing"

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
