package page_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// While players are awaited, how many have come is said where there are several, and no plate cuts what it says of a computer.
func TestWaitingForSeveral(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := p.sit(p.add(rules("siguo")), seat.Waiting)
	m.edit = func(l *seat.Look) {
		l.Decision, l.Invites = "layout", map[string]string{"amber": invite, "teal": invite}
		for i := range l.Sides[1:] {
			l.Sides[i+1] = seat.Side{}
		}
		l.Sides[1].Computer, l.Sides[1].Joined = "red", true
	}
	x := open(t, serve(t, p), view{Width: 1024, Height: 700, Lang: "en", Theme: "light"}, "#/match/"+m.name)
	x.wait(`document.querySelector('.ladder .now b')?.textContent === '0 of 2 have joined'`)
	x.none(`[...document.querySelectorAll('.people .how')].filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.textContent)`)
}

// Of several players who can't move it is said at once that they are out, and a row of the list without a turn has no number.
func TestNoMoveAmongSeveral(t *testing.T) {
	chromium(t)
	x := open(t, serve(t, newProgram()), desktop, "#/")
	x.wait(`document.querySelector('.choice') !== null`)
	require.Equal(t, []string{"K2 has no legal move; K2 is out", "You have no legal move; you are out"}, ask[[]string](x, `import('/voice.js').then(({ turnWords }) => ['blue', 'red'].map(seat => turnWords(
		{ table: { seat: 'red', players: ['red', 'blue', 'amber'].map((seat, i) => ({ seat, name: 'K2', you: !i })) } }, { kind: 'no-move', seat, out: [seat], shown: [] })))`))
	require.Equal(t, []string{"1", ""}, ask[[]string](x, `import('/panels.js').then(({ moveList }) => [...moveList({ seat: 'red', players: ['red', 'blue', 'amber', 'teal'].map(seat => ({ seat })), rules: { seats: [] } },
		[{ number: 1, seat: 'amber', kind: 'move', from: 'a', to: 'b', left: [], shown: [] }, { number: 2, seat: 'blue', kind: 'no-move', left: [], shown: [] }], 2, () => {}).querySelectorAll('i')].map(i => i.textContent))`))
}

// The move that the board shows is marked without covering its first letter, and the numbers of late turns stay inside the list.
func TestListOfFour(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := played(p, rules("siguo"), 120)
	x := open(t, serve(t, p), view{Width: 1440, Height: 900, Lang: "en", Theme: "light"}, "#/match/"+m.name)
	x.wait(`document.querySelector('.mlist .now') !== null`)
	x.none(`[...document.querySelectorAll('.mlist i')].filter(i => { const words = document.createRange(); words.selectNodeContents(i); return i.textContent && words.getBoundingClientRect().left < i.closest('.mlist').getBoundingClientRect().left + 3 }).map(i => i.textContent)`)
	require.Regexp(t, `^\S+( \S+)? 0px -2px 0px 0px inset$`, ask[string](x, `getComputedStyle(document.querySelector('.mlist .now')).boxShadow.replace(/^rgb.*?\)/, 'rgb')`))
}

// Why one can't resign yet is said where the button is grey, not only to a mouse that rests there.
func TestWhenOneMayResign(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := played(p, rules("siguo"), 4)
	for _, v := range []view{{Width: 1440, Height: 900, Lang: "en", Theme: "light"}, {Width: 1024, Height: 700, Lang: "en", Theme: "light"}} {
		x := open(t, serve(t, p), v, "#/match/"+m.name)
		x.wait(`document.querySelector('.acts .early')?.textContent === 'You can’t resign before turn 21.' && document.querySelector('.acts .early').checkVisibility()`)
		x.wait(`document.querySelector('.acts').getBoundingClientRect().bottom <= innerHeight`)
	}
}

// The lesson of a game of partners names them, even where they don't sit opposite; and what was wrong follows the language.
func TestLessonOfPartners(t *testing.T) {
	chromium(t)
	for _, c := range []struct{ game, says string }{
		{"siguo", "The player opposite you, Amber here, is your partner."},
		{"liuguo", "On your side: Amber, Violet."},
	} {
		p := newProgram()
		x := open(t, serve(t, p), desktop, "#/learn/"+p.add(rules(c.game))+"/1")
		x.wait(`document.querySelector('.lesson .task') !== null`)
		for range 12 {
			if ask[string](x, `document.querySelector('.lesson h1').textContent`) == "Your partner" {
				break
			}
			x.do(script(`[...document.querySelectorAll('.lesson-nav button')].find(b => b.textContent === 'Skip')?.click()`))
		}
		x.wait(`document.querySelector('.lesson .lead').textContent.startsWith('` + c.says + `')`)
		x.do(script(`[...document.querySelectorAll('.cell')].find(c => c.ariaLabel.includes('partner’s piece')).click()`))
		x.wait(`document.querySelector('.task.wrong')?.textContent.startsWith('That is your partner’s piece.')`)
		x.do(script(`{ const s = document.querySelector('.languages-list'); s.value = 'zh'; s.dispatchEvent(new Event('change')) }`))
		x.wait(`document.querySelector('.task.wrong')?.textContent.startsWith('那是盟友的子。')`)
	}
}

// The certificate of a false layout shows the board before the first move, and which record is false.
func TestCertificateOfALayout(t *testing.T) {
	chromium(t)
	x := open(t, serve(t, newProgram()), desktop, "#/record")
	file := t.TempDir() + "/m.cert"
	require.NoError(t, os.WriteFile(file, []byte("darkjunqi tampered layout certificate"), 0o600))
	x.do(chromedp.WaitReady(chromedp.CSS("input[type=file]")), chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{file}))
	x.do(chromedp.WaitReady(chromedp.CSS(".review .board .piece")))
	x.wait(`document.querySelector('.step .bad')?.textContent.includes('the hidden layout is legal') && document.querySelector('.step').textContent.includes('Before the first move')`)
	require.Equal(t, 50, ask[int](x, `document.querySelectorAll('.board .piece').length`))
}

// A file larger than any match is refused before it is read, and the next one clears what was said of it.
func TestFileTooLarge(t *testing.T) {
	chromium(t)
	x := open(t, serve(t, newProgram()), desktop, "#/record")
	x.do(chromedp.WaitReady(chromedp.CSS("input[type=file]")))
	for more, said := range []string{"it was read", "This file is larger than 67.1 MB: no match is that long."} {
		x.do(script(fmt.Sprintf(`{ const file = new File(['x'], 'big.djq'); Object.defineProperty(file, 'size', { value: %d }); file.arrayBuffer = () => { throw new Error('it was read') };
			const drop = new Event('drop'); Object.defineProperty(drop, 'dataTransfer', { value: { files: [file] } }); dispatchEvent(drop) }`, transcript.MaxFile+more)))
		x.wait(fmt.Sprintf(`document.querySelector('.toast.wrong')?.textContent === %q`, said))
	}
	file := t.TempDir() + "/m.djq"
	require.NoError(t, os.WriteFile(file, []byte("darkjunqi"), 0o600))
	x.do(chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{file}), chromedp.WaitReady(chromedp.CSS(".judged")))
	x.wait(`document.querySelector('.toast') === null`)
}

// What was named or said in one language is not left standing in it when the page is switched to another.
func TestNothingKeepsTheOldLanguage(t *testing.T) {
	chromium(t)
	x := open(t, serve(t, newProgram()), desktop, "#/layouts")
	x.do(chromedp.WaitReady(chromedp.CSS(".thumbs button")), script(`[...document.querySelectorAll('.thumbs button')].find(b => b.textContent.includes('Ambush')).click()`))
	x.wait(`document.querySelector('.stage .title').textContent === 'Ambush'`)
	x.do(script(`import('/toast.js').then(({ toast }) => { toast('That was English.'); const s = document.querySelector('.languages-list'); s.value = 'zh'; s.dispatchEvent(new Event('change')) })`))
	x.wait(`document.querySelector('.stage .title').textContent === '伏击' && document.querySelector('.toast') === null`)
}

// On a small screen of four only the first of the cards under "More" leaves room for the button that closes them.
func TestCardsUnderMore(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := played(p, rules("siguo"), 4)
	x := open(t, serve(t, p), view{Width: 1024, Height: 700, Lang: "en", Theme: "light"}, "#/match/"+m.name)
	x.do(chromedp.WaitReady(chromedp.CSS(".acts [data-key=more]")), script(`document.querySelector('.acts [data-key=more]').click()`))
	x.wait(`document.querySelectorAll('.sheet-more .c-losses .h').length === 4`)
	require.Len(t, ask[[]float64](x, `[...new Set([...document.querySelectorAll('.c-losses .h > :last-child')].map(e => Math.round(e.getBoundingClientRect().right)))]`), 1)
}

// Rules from a file have no options: that is said where those of others are changed.
func TestRulesOfAFileAreFixed(t *testing.T) {
	chromium(t)
	p := newProgram()
	text, err := os.ReadFile("../../../testdata/rulesets/stratego.json")
	require.NoError(t, err)
	stratego, err := engine.ParseRules(text)
	require.NoError(t, err)
	p.presets = append(p.presets, p.add(stratego))
	x := open(t, serve(t, p), desktop, "#/")
	x.wait(`document.querySelector('.option') !== null`)
	fixed := `[...document.querySelectorAll('.host p')].some(e => e.textContent.startsWith('Rules from a file are used unchanged.'))`
	require.False(t, ask[bool](x, fixed))
	x.do(script(`[...document.querySelectorAll('.choice')].find(c => c.textContent.includes('Stratego')).querySelector('input').click()`))
	x.wait(fixed + ` && document.querySelector('.option') === null`)
}
