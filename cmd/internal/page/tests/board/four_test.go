package board_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest/fake"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// While players are awaited, how many have come is said where there are several, and no plate cuts what it says of a computer.
func TestWaitingForSeveral(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := p.Sit(p.Add(fake.Rules("siguo")), seat.Waiting)
	m.Edit = func(l *seat.Look) {
		l.Decision, l.Invites = "layout", map[string]string{"amber": fake.Invite, "teal": fake.Invite}
		for i := range l.Sides[1:] {
			l.Sides[i+1] = seat.Side{}
		}
		l.Sides[1].Computer, l.Sides[1].Joined = "red", true
	}
	x := fake.Open(t, fake.Serve(t, p), fake.View{Width: 1024, Height: 700, Lang: "en", Theme: "light"}, "#/match/"+m.Name)
	x.Wait(`document.querySelector('.ladder .now b')?.textContent === '0 of 2 have joined'`)
	x.None(`[...document.querySelectorAll('.people .how')].filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.textContent)`)
}

// Of several players who can't move it is said at once that they are out, and a row of the list without a turn has no number.
func TestNoMoveAmongSeveral(t *testing.T) {
	pagetest.Parallel(t)
	x := fake.Open(t, fake.Serve(t, fake.NewProgram()), fake.Desktop, "#/")
	x.Wait(`document.querySelector('.choice') !== null`)
	require.Equal(t, []string{"K2 had no legal move; K2 is out", "You had no legal move; you are out"}, fake.Ask[[]string](x, `import('/voice.js').then(({ turnWords }) => ['blue', 'red'].map(seat => turnWords(
		{ table: { seat: 'red', players: ['red', 'blue', 'amber'].map((seat, i) => ({ seat, name: 'K2', you: !i })) } }, { kind: 'no-move', seat, out: [seat], shown: [] })))`))
	require.Equal(t, []string{"1", ""}, fake.Ask[[]string](x, `import('/panels.js').then(({ moveList }) => [...moveList({ seat: 'red', players: ['red', 'blue', 'amber', 'teal'].map(seat => ({ seat })), rules: { seats: [] } },
		[{ number: 1, seat: 'amber', kind: 'move', from: 'a', to: 'b', left: [], shown: [] }, { number: 2, seat: 'blue', kind: 'no-move', left: [], shown: [] }], 2, () => {}).querySelectorAll('i')].map(i => i.textContent))`))
}

// The move that the board shows is marked without covering its first letter, and the numbers of late turns stay inside the list.
func TestListOfFour(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Played(p, fake.Rules("siguo"), 120)
	x := fake.Open(t, fake.Serve(t, p), fake.View{Width: 1440, Height: 900, Lang: "en", Theme: "light"}, "#/match/"+m.Name)
	x.Wait(`document.querySelector('.mlist .now') !== null`)
	x.None(`[...document.querySelectorAll('.mlist i')].filter(i => { const words = document.createRange(); words.selectNodeContents(i); return i.textContent && words.getBoundingClientRect().left < i.closest('.mlist').getBoundingClientRect().left + 3 }).map(i => i.textContent)`)
	require.Greater(t, fake.Ask[float64](x, `(l => l.getBoundingClientRect().right - Math.max(...[...l.querySelectorAll('.mv')].map(m => m.getBoundingClientRect().right)))(document.querySelector('.mlist'))`), 4.0, "the last column keeps off the edge")
	x.None(`[...document.querySelectorAll('.mlist i')].filter(i => i.offsetHeight > 20 || i.scrollWidth > i.clientWidth).map(i => i.textContent)`, "no number wraps")
	require.Regexp(t, `^\S+( \S+)? 0px -2px 0px 0px inset$`, fake.Ask[string](x, `getComputedStyle(document.querySelector('.mlist .now')).boxShadow.replace(/^rgb.*?\)/, 'rgb')`))
}

// Why one can't resign yet is said where the button is grey, not only to a mouse that rests there.
func TestWhenOneMayResign(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Played(p, fake.Rules("siguo"), 4)
	for _, v := range []fake.View{{Width: 1440, Height: 900, Lang: "en", Theme: "light"}, {Width: 1024, Height: 700, Lang: "en", Theme: "light"}} {
		x := fake.Open(t, fake.Serve(t, p), v, "#/match/"+m.Name)
		x.Wait(`document.querySelector('.acts .caution')?.textContent === 'You can’t resign before turn 21.' && document.querySelector('.acts .caution').checkVisibility()`)
		x.Wait(`document.querySelector('.acts').getBoundingClientRect().bottom <= innerHeight`)
	}
}

// Nobody who is out is offered what only players do.
func TestWhoIsOutHasNothingToResign(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Played(p, fake.Rules("siguo"), 24)
	served := fake.Serve(t, p)
	desktop, phone := fake.Open(t, served, fake.Desktop, "#/match/"+m.Name), fake.Open(t, served, fake.Phone, "#/match/"+m.Name)
	desktop.Do(chromedp.WaitReady(chromedp.CSS(".acts [data-key=resign]")))
	phone.Do(chromedp.WaitReady(chromedp.CSS(".board .piece")), pagetest.Tap(".tabs button:last-child"), chromedp.WaitReady(chromedp.CSS(".endings")))
	m.Change(func() { m.Slow = true })
	require.NoError(t, m.Take(engine.ResignEvent(m.Who)))
	desktop.None(`[...document.querySelectorAll('.acts [data-key=offer], .acts [data-key=resign]')].map(b => b.textContent)`)
	desktop.Wait(`document.querySelector('.acts [data-key=flip]') !== null`)
	phone.Wait(`document.querySelector('.c-more [data-key=leave]') !== null && document.querySelector('.endings') === null`)
}

// The lesson of a game of partners names them, even where they don't sit opposite; and what was wrong follows the language.
func TestLessonOfPartners(t *testing.T) {
	pagetest.Parallel(t)
	for _, c := range []struct{ game, says string }{
		{"siguo", "The player opposite you, Amber here, is your partner."},
		{"liuguo", "On your side: Amber, Violet."},
	} {
		p := fake.NewProgram()
		x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/learn/"+p.Add(fake.Rules(c.game))+"/1")
		x.Wait(`document.querySelector('.lesson .task') !== null`)
		for range 12 {
			if fake.Ask[string](x, `document.querySelector('.lesson h1').textContent`) == "Your partner" {
				break
			}
			x.Do(fake.Script(`[...document.querySelectorAll('.lesson-nav button')].find(b => b.textContent === 'Skip')?.click()`))
		}
		x.Wait(`document.querySelector('.lesson .lead').textContent.startsWith('` + c.says + `')`)
		x.Do(fake.Script(`[...document.querySelectorAll('.cell')].find(c => c.ariaLabel.includes('partner’s piece')).click()`))
		x.Wait(`document.querySelector('.task.wrong')?.textContent.startsWith('That is your partner’s piece.')`)
		x.Do(fake.Script(`{ const s = document.querySelector('.languages-list'); s.value = 'zh'; s.dispatchEvent(new Event('change')) }`))
		x.Wait(`document.querySelector('.task.wrong')?.textContent.startsWith('那是盟友的子。')`)
	}
}

// The certificate of a false layout shows the board before the first move, and which record is false.
func TestCertificateOfALayout(t *testing.T) {
	pagetest.Parallel(t)
	x := fake.Open(t, fake.Serve(t, fake.NewProgram()), fake.Desktop, "#/record")
	file := t.TempDir() + "/m.cert"
	require.NoError(t, os.WriteFile(file, []byte("darkjunqi tampered layout certificate"), 0o600))
	x.Do(chromedp.WaitReady(chromedp.CSS("input[type=file]")), chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{file}))
	x.Do(chromedp.WaitReady(chromedp.CSS(".review .board .piece")))
	x.Wait(`document.querySelector('.step .bad')?.textContent.includes('the hidden layout is legal') && document.querySelector('.step').textContent.includes('Before the first move')`)
	require.Equal(t, 50, fake.Ask[int](x, `document.querySelectorAll('.board .piece').length`))
}

// A file larger than any match is refused before it is read, and the next one clears what was said of it.
func TestFileTooLarge(t *testing.T) {
	pagetest.Parallel(t)
	x := fake.Open(t, fake.Serve(t, fake.NewProgram()), fake.Desktop, "#/record")
	x.Do(chromedp.WaitReady(chromedp.CSS("input[type=file]")))
	for more, said := range []string{"it was read", "This file is larger than 67.1 MB: no match is that long."} {
		x.Do(fake.Script(fmt.Sprintf(`{ const file = new File(['x'], 'big.djq'); Object.defineProperty(file, 'size', { value: %d }); file.arrayBuffer = () => { throw new Error('it was read') };
			const drop = new Event('drop'); Object.defineProperty(drop, 'dataTransfer', { value: { files: [file] } }); dispatchEvent(drop) }`, transcript.MaxFile+more)))
		x.Wait(fmt.Sprintf(`document.querySelector('.toast.wrong')?.textContent === %q`, said))
	}
	file := t.TempDir() + "/m.djq"
	require.NoError(t, os.WriteFile(file, []byte("darkjunqi"), 0o600))
	x.Do(chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{file}), chromedp.WaitReady(chromedp.CSS(".judged")))
	x.Wait(`document.querySelector('.toast') === null`)
}

// What was named or said in one language is not left standing in it when the page is switched to another.
func TestNothingKeepsTheOldLanguage(t *testing.T) {
	pagetest.Parallel(t)
	x := fake.Open(t, fake.Serve(t, fake.NewProgram()), fake.Desktop, "#/layouts")
	x.Do(chromedp.WaitReady(chromedp.CSS(".thumbs button")), fake.Script(`[...document.querySelectorAll('.thumbs button')].find(b => b.textContent.includes('Ambush')).click()`))
	x.Wait(`document.querySelector('.stage .title').textContent === 'Ambush' && document.querySelector('.plan').textContent === 'For defence: weak pieces in front lure others onto bombs.'`)
	x.Do(fake.Script(`import('/toast.js').then(({ toast }) => { toast('That was English.'); const s = document.querySelector('.languages-list'); s.value = 'zh'; s.dispatchEvent(new Event('change')) })`))
	x.Wait(`document.querySelector('.stage .title').textContent === '伏击' && document.querySelector('.plan').textContent.startsWith('防守：') && document.querySelector('.toast') === null`)
	x.Do(fake.Script(`{
		const get = window.fetch, s = document.querySelector('.languages-list');
		window.fetch = async (what, ...how) => { const answer = await get(what, ...how); if (String(what).includes('lang=zh-Hant')) await new Promise(later => { window.late = later }); return answer };
		for (const lang of ['zh-Hant', 'zh']) { s.value = lang; s.dispatchEvent(new Event('change')) }
	}`))
	x.Wait(`window.late !== undefined`)
	require.Equal(t, "伏击", fake.Ask[string](x, `(late(), new Promise(done => setTimeout(done, 300))).then(() => import('/words.js')).then(({ say }) => say('layout.ambush'))`), "words that come too late are of no use")
	require.Len(t, fake.Ask[[]string](x, `[...document.querySelectorAll('.thumbs button')].map(b => b.title).filter((plan, i, all) => plan.includes('：') && all.indexOf(plan) === i)`), len(junqi.LayoutNames()), "each says what it is good for")
}

// What follows about a piece stands on its tile in a small window too, within it.
func TestConclusionsStandOnSmallTiles(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Played(p, fake.Rules("siguo"), 120)
	url := fake.Serve(t, p)
	facts := func(v fake.View, small bool) []string {
		x := fake.Open(t, url, v, "#/match/"+m.Name)
		x.Do(chromedp.WaitReady(chromedp.CSS(".board .piece")))
		x.Wait(fmt.Sprintf(`document.querySelector('.board').classList.contains('small') === %t`, small))
		require.True(t, fake.Ask[bool](x, `[...document.querySelectorAll('.board .fact')].every(f => f.getBoundingClientRect().width <= f.closest('.tile').getBoundingClientRect().width)`))
		x.Shot(fmt.Sprintf("facts-%d", v.Width))
		return fake.Ask[[]string](x, `[...document.querySelectorAll('.board .fact')].map(f => f.textContent)`)
	}
	large := facts(fake.View{Width: 1440, Height: 900, Lang: "en", Theme: "light"}, false)
	require.NotEmpty(t, large)
	require.Equal(t, large, facts(fake.View{Width: 1024, Height: 700, Lang: "en", Theme: "light"}, true))
}

// On a small screen of four only the first of the cards under "More" leaves room for the button that closes them.
func TestCardsUnderMore(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Played(p, fake.Rules("siguo"), 4)
	x := fake.Open(t, fake.Serve(t, p), fake.View{Width: 1024, Height: 700, Lang: "en", Theme: "light"}, "#/match/"+m.Name)
	x.Do(chromedp.WaitReady(chromedp.CSS(".acts [data-key=more]")), fake.Script(`document.querySelector('.acts [data-key=more]').click()`))
	x.Wait(`document.querySelectorAll('.sheet-more .c-losses .h').length === 4`)
	require.Len(t, fake.Ask[[]float64](x, `[...new Set([...document.querySelectorAll('.c-losses .h > :last-child')].map(e => Math.round(e.getBoundingClientRect().right)))]`), 1)
}

// Rules from a file have no options: that is said where those of others are changed.
func TestRulesOfAFileAreFixed(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	text, err := os.ReadFile("../../../../../testdata/rulesets/stratego.json")
	require.NoError(t, err)
	stratego, err := engine.ParseRules(text)
	require.NoError(t, err)
	p.Presets = append(p.Presets, p.Add(stratego))
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/")
	x.Wait(`document.querySelector('.option') !== null`)
	fixed := `[...document.querySelectorAll('.host p')].some(e => e.textContent.startsWith('Rules from a file are used unchanged.'))`
	require.False(t, fake.Ask[bool](x, fixed))
	x.Do(fake.Script(`[...document.querySelectorAll('.choice')].find(c => c.textContent.includes('Stratego')).querySelector('input').click()`))
	x.Wait(fixed + ` && document.querySelector('.option') === null`)
}
