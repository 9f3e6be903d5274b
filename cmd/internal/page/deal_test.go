package page_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/engine"
)

// A click turns up what lies face down: what it was is on the board, in the list of moves, and no
// longer among what is left face down. Looking back, it lies there again.
func TestPiecesAreTurnedUp(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := played(p, rules("flip"), 0)
	x := open(t, serve(t, p), day, "#/match/"+m.name)
	x.wait(`document.querySelectorAll('.board .piece.nobody').length >= 49`)
	down := m.position.DownNodes()
	n := down[len(down)/2]
	name := m.rules.Board().Name(n)
	require.False(t, ask[bool](x, `document.querySelector('.c-piece') !== null`), "no enemy piece hides anything")
	x.do(pagetest.Click(node(name)))
	x.wait(`document.querySelectorAll('.board .piece.nobody').length === ` + strconv.Itoa(len(down)-2))
	x.wait(`!document.querySelector('[data-node=` + name + `]').getAttribute('aria-label').includes('未翻开')`)
	x.wait(`document.querySelector('.c-deal .num').textContent === '` + strconv.Itoa(len(down)-2) + `'`)
	require.NotEqual(t, engine.NoPiece, m.position.At(n))
	x.shot("turned-up")
	x.do(chromedp.KeyEvent("["), chromedp.KeyEvent("["))
	x.wait(`document.querySelectorAll('.board .piece.nobody').length === ` + strconv.Itoa(len(down)))
}

// Pieces are called by words of one kind, and one's own are one's own.
func TestBanqiIsWorded(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := played(p, rules("banqi"), 40)
	x := open(t, serve(t, p), desktop, "#/match/"+m.name)
	x.do(chromedp.WaitReady(chromedp.CSS(".c-losses .mini")))
	require.Regexp(t, `\d%`, ask[string](x, `document.querySelector('.c-deal .odds').textContent`), "what lies face down has its odds")
	x.wait(`document.body.textContent.includes('turns without a capture or flip')`)
	zh := desktop
	zh.Lang = "zh-Hant"
	y := open(t, serve(t, p), zh, "#/match/"+m.name)
	y.wait(`document.querySelector('.piece.red .name') !== null && document.querySelector('.piece.blue .name') !== null`)
	for seat, signs := range map[string]string{"red": "帥仕相俥傌炮兵", "blue": "將士象車馬砲卒"} {
		require.Subset(t, strings.Split(signs, ""), ask[[]string](y, `[...document.querySelectorAll('.piece.`+seat+` .name')].map(e => e.textContent)`))
	}
	require.True(t, ask[bool](y, `document.querySelector('.inked') !== null && (lightness => Math.max(...lightness) - Math.min(...lightness) < 30)(getComputedStyle(document.querySelector('.piece.blue .face')).fill.match(/\d+/g).slice(0, 3).map(Number))`), "blue is black")
	y.shot("banqi")
	require.NotContains(t, ask[string](x, `document.querySelector('.c-losses').textContent`), "horse", "beside E and P")
	require.Equal(t, []string{"b2: your horse turned up", "b2: X’s horse turned up"}, ask[[]string](x, `import('./deal.js').then(({ turnedWords }) => ['red', 'blue'].map(seat => turnedWords({seat: 'red', players: [{seat: 'red', name: 'R', you: true}, {seat: 'blue', name: 'X'}], rules: {types: [{id: 3, letter: 'H', en: 'horse', zh: '马'}]}}, {to: 'b2', face: {seat, type: 3}})))`))
}

// What was played and what one can do has room beside a board of three, and in a small window.
func TestActsFitBesideTheBoard(t *testing.T) {
	chromium(t)
	p := newProgram()
	served := serve(t, p)
	for _, c := range []struct {
		rules, last   string
		width, height int
	}{{"sanguo", "zoom", 1440, 900}, {"flip", "talk", 1024, 700}} {
		m := played(p, rules(c.rules), 40)
		x := open(t, served, view{Width: c.width, Height: c.height, Lang: "en", Theme: "light"}, "#/match/"+m.name)
		x.do(chromedp.WaitReady(chromedp.CSS(".mlist .mv .seat")), chromedp.WaitReady(chromedp.CSS(".acts [data-key="+c.last+"]")))
		becomes(x, 1, `new Set([...document.querySelectorAll('.acts > *')].filter(e => e.offsetHeight).map(e => e.offsetTop)).size`, c.rules)
		x.none(`[...document.querySelectorAll('.acts .btn, .mlist .mv')].filter(e => e.scrollWidth > e.clientWidth || e.closest('.mlist')?.getBoundingClientRect().right < e.getBoundingClientRect().right).map(e => e.textContent)`, c.rules)
		x.none(`[...document.querySelectorAll('.c-losses .h')].filter(h => h.offsetHeight >= 30 && h.textContent.length <= 30).map(h => h.textContent)`, c.rules)
		x.shot("acts-" + c.rules)
	}
}

// Beside a board of four, in a small window, the longest move with two losses leaves a gap before the next.
func TestLossesOfFourFit(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := played(p, rules("siguo"), 40)
	x := open(t, serve(t, p), view{Width: 1024, Height: 700, Lang: "en", Theme: "light"}, "#/match/"+m.name)
	x.do(chromedp.WaitReady(chromedp.CSS(".mlist .mv")))
	becomes(x, true, `(l => {
		const mv = l.querySelector('.mv'), before = [...mv.childNodes], marks = [0, 1].map(() => document.createElement('span'));
		for (const mark of marks) mark.className = 'seat red';
		mv.replaceChildren('m11×m10', ...marks);
		const fits = marks[1].getBoundingClientRect().right + 2 <= mv.getBoundingClientRect().right;
		mv.replaceChildren(...before);
		return fits;
	})(document.querySelector('.mlist'))`)
}

// With three at the table, in a small window, the line above the board is as high as its words.
func TestLineAboveThreeIsLow(t *testing.T) {
	chromium(t)
	p := newProgram()
	x := open(t, serve(t, p), view{Width: 1024, Height: 700, Lang: "en", Theme: "light"}, "#/match/"+played(p, rules("sanguo"), 40).name)
	x.do(chromedp.WaitReady(chromedp.CSS(".mlist .mv")))
	becomes(x, true, `(v => v.offsetHeight < v.querySelector('.what').offsetHeight + 40)(document.querySelector('.voice'))`)
	becomes(x, true, `(d => d('.them').bottom <= d('.me').top && d('.moves').bottom <= d('.them').top)(css => document.querySelector(css).getBoundingClientRect())`)
}

// The rows of the list are numbered as turns are called everywhere else.
func TestMovesAreNumberedByTurns(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := played(p, rules("siguo"), 40)
	x := open(t, serve(t, p), desktop, "#/match/"+m.name)
	x.do(chromedp.WaitReady(chromedp.CSS(".mlist .mv")))
	x.do(script(`[...document.querySelectorAll('.mlist li')].at(-2).querySelector('.mv').click()`))
	x.wait(`document.querySelector('.voice b').textContent.includes(' ' + [...document.querySelectorAll('.mlist li')].at(-2).querySelector('i').textContent)`)
}

// Only an army that QQ's layout files hold is offered as one.
func TestOnlyJunqiIsSavedForQQ(t *testing.T) {
	chromium(t)
	p := newProgram()
	text, err := os.ReadFile("../../../testdata/rulesets/stratego.json")
	require.NoError(t, err)
	stratego, err := engine.ParseRules(text)
	require.NoError(t, err)
	x := open(t, serve(t, p), desktop, "#/layouts")
	const offered = `[...document.querySelectorAll('.side .btn')].some(b => b.textContent.includes('.jql'))`
	x.wait(offered)
	x.visit("#/layouts/" + p.add(stratego))
	x.wait(`document.querySelectorAll('.editor .tile').length === 40 && document.querySelector('.side .btn') !== null`)
	becomes(x, false, offered)
}

// Where several teams lost, each lost for a reason of its own: nobody is told another's.
func TestEverybodyLosesForTheirOwnReason(t *testing.T) {
	chromium(t)
	x := open(t, serve(t, newProgram()), desktop, "#/")
	const told = `import('./voice.js').then(({because}) => because({seat: '%s', players: [{seat: 'red', team: 0, you: %t}, {seat: 'blue', team: %d}, {seat: 'amber', team: 2}]},
		{result: {draw: false, reason: 'flag', winners: ['amber'], you: '%s'}, seats: [{seat: 'red', out: 'no-move'}, {seat: 'blue', out: 'flag'}, {seat: 'amber', out: ''}]}))`
	for want, asked := range map[string]string{
		"You had no legal move":                fmt.Sprintf(told, "red", true, 1, "lost"),
		"Your side lost the flag":              fmt.Sprintf(told, "red", true, 0, "lost"),
		"The last of the others lost the flag": fmt.Sprintf(told, "amber", false, 1, "won"),
		"The other side lost the flag":         fmt.Sprintf(told, "amber", false, 0, "won"),
	} {
		require.Equal(t, want, ask[string](x, asked))
	}
}
