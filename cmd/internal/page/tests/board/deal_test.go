package board_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest/fake"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// A click turns up what lies face down: what it was is on the board, in the list of moves, and no
// longer among what is left face down. Looking back, it lies there again.
func TestPiecesAreTurnedUp(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Played(p, fake.Rules("flip"), 0)
	x := fake.Open(t, fake.Serve(t, p), fake.Day, "#/match/"+m.Name)
	x.Wait(`document.querySelectorAll('.board .piece.nobody').length >= 49`)
	down := m.Position.DownNodes()
	n := down[len(down)/2]
	name := m.Rules.Board().Name(n)
	require.False(t, fake.Ask[bool](x, `document.querySelector('.c-piece') !== null`), "no enemy piece hides anything")
	x.Do(pagetest.Click(fake.Node(name)))
	x.Wait(`document.querySelectorAll('.board .piece.nobody').length === ` + strconv.Itoa(len(down)-2))
	x.Wait(`!document.querySelector('[data-node=` + name + `]').getAttribute('aria-label').includes('未翻开')`)
	x.Wait(`document.querySelector('.c-deal .num').textContent === '` + strconv.Itoa(len(down)-2) + `'`)
	require.NotEqual(t, engine.NoPiece, m.Position.At(n))
	x.Shot("turned-up")
	x.Do(chromedp.KeyEvent("["), chromedp.KeyEvent("["))
	x.Wait(`document.querySelectorAll('.board .piece.nobody').length === ` + strconv.Itoa(len(down)))
}

// There is nothing to guess about a piece that everybody sees.
func TestFaceUpPiecesTakeNoMarks(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Played(p, fake.Rules("flip"), 12)
	x := fake.Open(t, fake.Serve(t, p), fake.Day, "#/match/"+m.Name)
	pieces := m.Seat.State().Pieces
	i := slices.IndexFunc(pieces, func(p seat.Piece) bool { return p.Seat != m.Who.String() && p.Node != "" })
	require.Equal(t, "shown", pieces[i].By)
	x.Do(pagetest.Right.Until(fake.Node(pieces[i].Node), `document.querySelector('.left .c-piece .big') !== null`))
	require.False(t, fake.Ask[bool](x, `document.querySelector('.marking') !== null`))
}

// Pieces are called by words of one kind, and one's own are one's own.
func TestBanqiIsWorded(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Played(p, fake.Rules("banqi"), 40)
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/match/"+m.Name)
	x.Do(chromedp.WaitReady(chromedp.CSS(".c-losses .mini")))
	require.Regexp(t, `\d%`, fake.Ask[string](x, `document.querySelector('.c-deal .odds').textContent`), "what lies face down has its odds")
	x.Wait(`document.body.textContent.includes('turns without a capture or flip')`)
	zh := fake.Desktop
	zh.Lang = "zh-Hant"
	y := fake.Open(t, fake.Serve(t, p), zh, "#/match/"+m.Name)
	y.Wait(`document.querySelector('.piece.red .name') !== null && document.querySelector('.piece.blue .name') !== null`)
	for seat, signs := range map[string]string{"red": "帥仕相俥傌炮兵", "blue": "將士象車馬砲卒"} {
		require.Subset(t, strings.Split(signs, ""), fake.Ask[[]string](y, `[...document.querySelectorAll('.piece.`+seat+` .name')].map(e => e.textContent)`))
	}
	require.True(t, fake.Ask[bool](y, `document.querySelector('.inked') !== null && (lightness => Math.max(...lightness) - Math.min(...lightness) < 30)(getComputedStyle(document.querySelector('.piece.blue .face')).fill.match(/\d+/g).slice(0, 3).map(Number))`), "blue is black")
	y.Shot("banqi")
	require.NotContains(t, fake.Ask[string](x, `document.querySelector('.c-losses').textContent`), "horse", "beside E and P")
	require.Equal(t, []string{"b2: your horse turned up", "b2: X’s horse turned up"}, fake.Ask[[]string](x, `import('./deal.js').then(({ turnedWords }) => ['red', 'blue'].map(seat => turnedWords({seat: 'red', players: [{seat: 'red', name: 'R', you: true}, {seat: 'blue', name: 'X'}], rules: {types: [{id: 3, letter: 'H', en: 'horse', zh: '马'}]}}, {to: 'b2', face: {seat, type: 3}})))`))
}

// What was played and what one can do has room beside a board of three, and in a small window.
func TestActsFitBesideTheBoard(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	served := fake.Serve(t, p)
	for _, c := range []struct {
		rules, last   string
		width, height int
	}{{"sanguo", "zoom", 1440, 900}, {"flip", "talk", 1024, 700}} {
		m := fake.Played(p, fake.Rules(c.rules), 40)
		x := fake.Open(t, served, fake.View{Width: c.width, Height: c.height, Lang: "en", Theme: "light"}, "#/match/"+m.Name)
		x.Do(chromedp.WaitReady(chromedp.CSS(".mlist .mv .seat")), chromedp.WaitReady(chromedp.CSS(".acts [data-key="+c.last+"]")))
		fake.Becomes(x, 1, `new Set([...document.querySelectorAll('.acts > *')].filter(e => e.offsetHeight).map(e => e.offsetTop)).size`, c.rules)
		x.None(`[...document.querySelectorAll('.acts .btn, .mlist .mv')].filter(e => e.scrollWidth > e.clientWidth || e.closest('.mlist')?.getBoundingClientRect().right < e.getBoundingClientRect().right).map(e => e.textContent)`, c.rules)
		x.None(`[...document.querySelectorAll('.c-losses .h')].filter(h => h.offsetHeight >= 30 && h.textContent.length <= 30).map(h => h.textContent)`, c.rules)
		x.Shot("acts-" + c.rules)
	}
}

// In the list of more than two, whose pieces were lost is shown by squares beside each other, as large as in a list of two, and nothing of a
// move is cut off.
func TestLossesOfFourFit(t *testing.T) { lossesFit(t, "siguo", "m11", "m10") }

func TestLossesOfThreeFit(t *testing.T) { lossesFit(t, "sanguo", "c65", "c64") }

func TestLossesOfSixFit(t *testing.T) { lossesFit(t, "liuguo", "f61", "f62") }

func lossesFit(t *testing.T, rules, from, to string) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Played(p, fake.Rules(rules), 160)
	served := fake.Serve(t, p)
	for _, v := range []fake.View{{Width: 1440, Height: 900, Lang: "en", Theme: "light"}, {Width: 1024, Height: 700, Lang: "en", Theme: "light"}, fake.Phone} {
		x := fake.Open(t, served, v, "#/match/"+m.Name)
		if v.Touch {
			x.Do(chromedp.WaitReady(chromedp.CSS(".tabs button")), fake.Script(`[...document.querySelectorAll('.tabs button')].find(b => b.textContent === '棋谱').click()`))
		}
		x.Wait(`[...document.querySelectorAll('.mlist')].some(l => l.checkVisibility() && l.querySelector('.mv .seat'))`)
		require.Empty(t, fake.Ask[[]string](x, `import('/panels.js').then(({ moveButton }) => {
			const list = [...document.querySelectorAll('.mlist')].find(l => l.checkVisibility()), rows = [...list.children];
			const longest = { number: 1, seat: 'amber', kind: 'move', from: '`+from+`', to: '`+to+`', met: { seat: 'teal', number: 1 }, left: [{ seat: 'amber' }, { seat: 'teal' }] };
			const players = ['red', 'blue', 'amber', 'teal'].map(seat => ({ seat }));
			rows.at(-1).lastChild.replaceWith(moveButton({ seat: 'red', players }, { ...longest, shown: [] }, true, () => {}));
			rows.at(-2).lastChild.replaceWith(moveButton({ seat: 'red', players }, { ...longest, shown: [{ seat: 'teal', node: 'a2' }] }, false, () => {}));
			const box = e => e.getBoundingClientRect(), written = m => { const text = document.createRange(); text.selectNode([...m.childNodes].find(c => c.nodeType === 3)); return box(text) };
			return [...list.querySelectorAll('.mv')].filter(m => {
				const marks = [...m.querySelectorAll('.seat')].map(box), parts = [written(m), ...marks, ...[...m.querySelectorAll('.flagged')].map(box)], b = box(m);
				return marks.some(r => r.width < 10 || r.height < 10) || (marks[1] && (marks[0].top !== marks[1].top || marks[0].right >= marks[1].left)) ||
					parts.some(r => r.left < b.left || r.right > b.right || r.top < b.top - 1 || r.bottom > b.bottom + 1) ||
					parts.some((r, i) => parts.slice(i + 1).some(o => r.left < o.right && o.left < r.right && r.top + 1 < o.bottom && o.top + 1 < r.bottom));
			}).map(m => m.textContent);
		})`), v.Width)
		x.Shot(fmt.Sprint("losses-of-", rules, v.Width))
	}
}

// In a small window what has no room beside the board fades out, and can be scrolled clear of that.
func TestCardsFadeOut(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	served := fake.Serve(t, p)
	for _, c := range []struct {
		rules, scrolls, last string
		turns                int
	}{{"siguo", ".left", ".c-piece", 160}, {"standard", ".phrases", ".chip:last-of-type", 60}} {
		x := fake.Open(t, served, fake.Desktop, "#/match/"+fake.Played(p, fake.Rules(c.rules), c.turns).Name)
		x.Do(chromedp.WaitReady(chromedp.CSS(".mlist .mv")))
		fake.Becomes(x, true, fmt.Sprintf(`(e => {
			e.scrollTop = 9999;
			const fade = getComputedStyle(e, '::after'), room = e.getBoundingClientRect().bottom - e.querySelector(%q).getBoundingClientRect().bottom;
			return e.scrollTop > 0 && fade.position === 'sticky' && fade.backgroundImage.includes('gradient') && room > 5 && room < 30;
		})(document.querySelector(%q))`, c.last, c.scrolls), c.rules)
	}
}

// In a narrow card a line does not end within "4 time-outs".
func TestTimeOutsAreOneWord(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	x := fake.Open(t, fake.Serve(t, p), fake.View{Width: 1024, Height: 700, Lang: "en", Theme: "light"}, "#/match/"+fake.Played(p, fake.Rules("standard"), 4).Name)
	x.Wait(`document.querySelector('.c-match')?.textContent.includes('a loss after')`)
	fake.Becomes(x, 1, `(text => {
		const word = document.createRange(), at = text.data.indexOf('4');
		word.setStart(text, at);
		word.setEnd(text, text.data.indexOf('outs') + 4);
		return word.getClientRects().length;
	})([...document.querySelectorAll('.c-match p')].find(p => p.textContent.includes('a loss after')).firstChild)`)
}

// With three at the table, in a small window, the line above the board is as high as its words.
func TestLineAboveThreeIsLow(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	x := fake.Open(t, fake.Serve(t, p), fake.View{Width: 1024, Height: 700, Lang: "en", Theme: "light"}, "#/match/"+fake.Played(p, fake.Rules("sanguo"), 40).Name)
	x.Do(chromedp.WaitReady(chromedp.CSS(".mlist .mv")))
	fake.Becomes(x, true, `(v => v.offsetHeight < v.querySelector('.what').offsetHeight + 40)(document.querySelector('.voice'))`)
	fake.Becomes(x, true, `(d => d('.them').bottom <= d('.me').top && d('.moves').bottom <= d('.them').top)(css => document.querySelector(css).getBoundingClientRect())`)
}

// The rows of the list are numbered as turns are called everywhere else, and none is left out.
func TestMovesAreNumberedByTurns(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Played(p, fake.Rules("siguo"), 40)
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/match/"+m.Name)
	x.Do(chromedp.WaitReady(chromedp.CSS(".mlist .mv")))
	x.Do(fake.Script(`[...document.querySelectorAll('.mlist li')].at(-2).querySelector('.mv').click()`))
	x.Wait(`document.querySelector('.voice b').textContent.includes(' ' + [...document.querySelectorAll('.mlist li')].at(-2).querySelector('i').textContent.split('–')[0])`)
	rows := func(seats []string, turns int) []string {
		return fake.Ask[[]string](x, fmt.Sprintf(`import('/panels.js').then(({ moveList }) => (seats => [...moveList({ seat: 'red', players: seats.map(seat => ({ seat })), rules: { seats: [] } },
			Array.from({ length: %d }, (_, i) => ({ number: i + 1, seat: seats[(i + 1) %% seats.length], kind: 'move', from: 'a', to: 'b', left: [], shown: [] })), 0, () => {}).querySelectorAll('i')].map(i => i.textContent))(%q.split(' ')))`, turns, strings.Join(seats, " ")))
	}
	require.Equal(t, []string{"1", "2–3", "4–5", "6"}, rows([]string{"red", "blue"}, 6), "blue moved first")
	require.Equal(t, []string{"1–3", "4–7", "8–11", "12–15", "16"}, rows([]string{"red", "blue", "amber", "teal"}, 16))
}

// Only an army that QQ's layout files hold is offered as one.
func TestOnlyJunqiIsSavedForQQ(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	text, err := os.ReadFile("../../../../../testdata/rulesets/stratego.json")
	require.NoError(t, err)
	stratego, err := engine.ParseRules(text)
	require.NoError(t, err)
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/layouts")
	const offered = `[...document.querySelectorAll('.side .btn')].some(b => b.textContent.includes('.jql'))`
	x.Wait(offered)
	x.Visit("#/layouts/" + p.Add(stratego))
	x.Wait(`document.querySelectorAll('.editor .tile').length === 40 && document.querySelector('.side .btn') !== null`)
	fake.Becomes(x, false, offered)
}

// Where several teams lost, each lost for a reason of its own: nobody is told another's.
func TestEverybodyLosesForTheirOwnReason(t *testing.T) {
	pagetest.Parallel(t)
	x := fake.Open(t, fake.Serve(t, fake.NewProgram()), fake.Desktop, "#/")
	const told = `import('./voice.js').then(({because}) => because({seat: '%s', players: [{seat: 'red', team: 0, you: %t}, {seat: 'blue', team: %d}, {seat: 'amber', team: 2}]},
		{result: {draw: false, reason: 'flag', winners: ['amber'], you: '%s'}, seats: [{seat: 'red', out: 'no-move'}, {seat: 'blue', out: 'flag'}, {seat: 'amber', out: ''}]}))`
	for want, asked := range map[string]string{
		"You had no legal move":                   fmt.Sprintf(told, "red", true, 1, "lost"),
		"Your side lost the flag":                 fmt.Sprintf(told, "red", true, 0, "lost"),
		"The last player to go out lost the flag": fmt.Sprintf(told, "amber", false, 1, "won"),
		"The other side lost the flag":            fmt.Sprintf(told, "amber", false, 0, "won"),
	} {
		require.Equal(t, want, fake.Ask[string](x, asked))
	}
	require.Equal(t, "The other side lost the flag", fake.Ask[string](x, fmt.Sprintf(told, "", false, 0, "")), "a spectator of two against one")
}
