package page_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/history"
)

// select picks a value of an option of the lobby.
func (x *tab) choose(option, value string) {
	x.t.Helper()
	x.do(chromedp.Evaluate[chromedp.Void](`(() => { const s = document.querySelector('select[name="` + option + `"]'); s.value = '` + value + `'; s.dispatchEvent(new Event('change')); })()`))
	x.wait(`document.querySelector('select[name="` + option + `"]').value === '` + value + `' && document.querySelector('select[name="` + option + `"]').closest('.option').matches('.changed')`)
}

// Rules are chosen on the page, and the clock of a practice match runs only if it was chosen.
func TestRulesAreChosen(t *testing.T) {
	chromium(t)
	p := newProgram()
	x := open(t, serve(t, p), desktop, "#/")
	x.wait(`document.querySelectorAll('.options select').length > 10`)
	x.choose("mines", "exploding")
	x.shot("choose")
	practise := `[...document.querySelectorAll('button')].find(b => b.textContent === 'Practise').click()`
	x.do(chromedp.Evaluate[chromedp.Void](practise), chromedp.WaitReady(chromedp.CSS(".editor")))
	require.False(t, p.wished.Clock)
	require.Empty(t, p.wished.Resolver)
	require.Equal(t, "standard,mines=exploding", p.rules[p.wished.Digest].Name().EN)

	x.visit("#/")
	x.wait(`document.querySelectorAll('.options select').length > 10`)
	x.choose("clock", "180")
	x.choose("resolver", "yao82")
	x.wait(`document.querySelector('.brief').textContent.endsWith(' · clashes by the list protocol of 1982, proven in the audit')`)
	x.do(chromedp.Evaluate[chromedp.Void](practise), chromedp.WaitReady(chromedp.CSS(".editor")))
	require.True(t, p.wished.Clock)
	require.Equal(t, "yao82", p.wished.Resolver)
	require.Equal(t, "standard,clock=180", p.rules[p.wished.Digest].Name().EN)
}

// No value of an option is wider than what shows it.
func TestChoicesAreReadWhole(t *testing.T) {
	chromium(t)
	x := open(t, serve(t, newProgram()), view{Width: 1024, Height: 700, Lang: "en", Theme: "light"}, "#/")
	x.wait(`document.querySelectorAll('.options select').length > 10`)
	x.do(script(`document.querySelectorAll('.more-options').forEach(d => { d.open = true; })`))
	x.wait(`document.querySelector('select[name=resolver]').checkVisibility()`)
	x.none(`(() => {
		const pen = document.createElement('canvas').getContext('2d');
		return [...document.querySelectorAll('.whole select')].flatMap(s => {
			const style = getComputedStyle(s);
			pen.font = '500 ' + style.fontSize + ' ' + style.fontFamily;
			return [...s.options].map(o => o.text).filter(text => pen.measureText(text).width > s.clientWidth - 44);
		});
	})()`)
}

// What the rules refuse is said, and nothing changes.
func TestChoiceThatIsRefused(t *testing.T) {
	chromium(t)
	p := newProgram()
	p.refuses = true
	x := open(t, serve(t, p), desktop, "#/")
	x.wait(`document.querySelectorAll('.options select').length > 10`)
	x.do(chromedp.Evaluate[chromedp.Void](`(() => { const s = document.querySelector('select[name=mines]'); s.value = 'exploding'; s.dispatchEvent(new Event('change')); })()`))
	x.wait(`document.querySelector('.toast')?.textContent && document.querySelector('select[name=mines]').value === 'spring'`)
	x.forgive("422")
}

// In a match of four the computer can take seats, but not all of them; whoever hosts reads what that means, and each
// invite says where its seat is.
func TestComputersAreSeated(t *testing.T) {
	chromium(t)
	p := newProgram()
	// Computers play as well as the last time at a level that there still is.
	p.past = append(p.past, history.Entry{Match: "m4", Opponents: []string{history.BotName("gone"), history.BotName("strong")}, State: "over"})
	x := open(t, serve(t, p), desktop, "#/")
	x.wait(`document.querySelectorAll('.options select').length > 10`)
	x.do(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll('.choice')].find(c => c.textContent.includes('Siguo')).querySelector('input').click()`))
	x.wait(`document.querySelectorAll('.seating .seg').length === 3`)
	seat := func(place string) {
		x.do(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll('.seating .seg')].find(s => s.ariaLabel === '` + place + `').lastChild.click()`))
	}
	seat("the opponent on your left")
	seat("your partner")
	x.wait(`document.querySelector('.seatings [role=status]').textContent.includes('Your program plays your partner, the opponent on your left')`)
	require.True(t, ask[bool](x, `[...document.querySelectorAll('.seating .seg')].find(s => s.ariaLabel === 'the opponent on your right').lastChild.disabled`))
	x.do(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll('button')].find(b => b.textContent === 'Create the invite').click()`))
	x.wait(`document.querySelector('[data-invite=blue] .h').textContent.includes('the opponent on your right (Blue)')`)
	require.Equal(t, map[string]string{"amber": "strong", "teal": "strong"}, p.hosted.Computers)
}

// A seat can go to a friend's computer. Whoever hosts reads whose it is, and who is invited too, who chooses how well it plays.
func TestComputersOfFriends(t *testing.T) {
	chromium(t)
	p := newProgram()
	x := open(t, serve(t, p), desktop, "#/")
	x.wait(`document.querySelectorAll('.options select').length > 10`)
	x.do(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll('.choice')].find(c => c.textContent.includes('Siguo')).querySelector('input').click()`))
	x.wait(`document.querySelectorAll('.seating .seg').length === 3`)
	seat := func(place string) {
		x.do(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll('.seating .seg')].find(s => s.ariaLabel === '` + place + `').lastChild.click()`))
	}
	seat("the opponent on your left")
	x.wait(`document.querySelector('.seating select') !== null`)
	require.Equal(t, []string{"Computer of: You", "Computer of: the opponent on your right", "Computer of: your partner"}, ask[[]string](x, `[...document.querySelectorAll('.seating option')].map(o => o.text)`))
	x.do(chromedp.Evaluate[chromedp.Void](`(() => { const s = document.querySelector('.seating select'); s.value = 'amber'; s.dispatchEvent(new Event('change')); })()`))
	x.wait(`document.querySelector('.seatings [role=status]').textContent.includes('your partner: their program plays the opponent on your left')`)
	create := `[...document.querySelectorAll('button')].find(b => b.textContent === 'Create 2 invites')`
	x.wait(create + ` !== undefined`)
	x.do(chromedp.Evaluate[chromedp.Void](create + `.click()`))
	x.wait(`document.querySelector('[data-invite=blue]') !== null`)
	require.Equal(t, map[string]string{"teal": "amber"}, p.hosted.Computers)

	p.computers = map[string]string{"teal": "amber", "blue": "red"}
	x = open(t, serve(t, p), desktop, "#/")
	x.wait(`document.querySelector('#invite-in') !== null`)
	x.do(chromedp.Evaluate[chromedp.Void](`(() => { const t = document.querySelector('#invite-in'); t.value = 'djq1guest'; t.dispatchEvent(new Event('input')); })()`))
	x.do(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll('button')].find(b => b.textContent === 'Show the rules').click()`))
	x.wait(`document.querySelector('dialog[open]') !== null`)
	require.Equal(t, []string{
		"The host’s program also plays the opponent on your left (Blue), and could see those pieces.",
		"Your program would also play the opponent on your right (Teal), and could see those pieces. Everyone is told.",
	}, ask[[]string](x, `[...document.querySelectorAll('dialog [role=status]')].map(p => p.textContent)`))
	require.Contains(t, ask[string](x, `document.querySelector('dialog p').textContent`), "Proposed by <i>K2</i> (your partner).")
	require.Len(t, ask[[]float64](x, `[...new Set([...document.querySelectorAll('dialog > :is(h2, p)')].map(e => e.getBoundingClientRect().left))]`), 1, "all begins at one edge")
	x.do(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll('dialog .seg button')].find(b => b.textContent === 'Easy').click()`))
	x.do(chromedp.Evaluate[chromedp.Void](`document.querySelector('dialog .btn.main').click()`), chromedp.WaitReady(chromedp.CSS(".editor")))
	require.Equal(t, "random", p.joined.Level)

	// Before the match its plate says whose program plays a seat, by the place of a player without a name; only people are waited for.
	plates := ask[[]string](x, `Promise.all([import('/panels.js'), import('/invite.js')]).then(([{ plate }, { inviteCard }]) => {
		const seats = ['red', 'blue', 'amber', 'teal'], run = { amber: 'red', teal: 'blue' };
		const table = { seat: 'red', players: seats.map((seat, i) => ({ seat, name: '', team: i % 2, you: !i, computer: run[seat] ?? '' })) };
		const state = { phase: 'layout', invites: {}, owes: [], clocks: [], seats: seats.map(seat => ({ seat, joined: seat !== 'teal' && seat !== 'blue', online: true })) };
		return [...seats.map(seat => plate(table, state, seat).querySelector('.how').textContent), inviteCard('m', state, table, () => {})[1].querySelector('.now b').textContent];
	})`)
	require.Equal(t, []string{
		"open, waiting for a player", "your computer · no layout yet", "computer of the opponent on your right", "Waiting for your guest to accept",
	}, plates[1:])
}

// Whose pieces one sees is chosen by pictures of it, of as many players as there are.
func TestWhoSeesWhatIsShown(t *testing.T) {
	chromium(t)
	x := open(t, serve(t, newProgram()), desktop, "#/")
	faces := `[...document.querySelectorAll('.pictured .seen')].map(s => s.querySelectorAll('.mini:not(.back)').length + '/' + s.children.length)`
	x.wait(`document.querySelectorAll('.pictured .seen').length === 3`)
	require.Equal(t, []string{"1/2", "2/2", "1/2"}, ask[[]string](x, faces))
	x.do(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll('.choice')].find(c => c.textContent.includes('Siguo')).querySelector('input').click()`))
	x.wait(`document.querySelectorAll('.pictured .seen').length === 4`)
	require.Equal(t, []string{"1/4", "2/4", "4/4", "1/4"}, ask[[]string](x, faces))
	x.do(chromedp.Evaluate[chromedp.Void](`document.querySelector('.pictured [value=partners]').click()`))
	x.wait(`document.querySelector('.pictured [value=partners]').checked && document.querySelector('.host').textContent.includes('partners see')`)
	require.Equal(t, []string{"Computer (Easy) ×2", "Ada", "computer of Ada", "computer"}, ask[[]string](x, `import('/people.js').then(p => p.opponentNames(['\u0001random', 'Ada', '\u0001random', '\u0001\u0001Ada', '\u0001\u0001']))`))
	require.Equal(t, "Siguo: two against two, way open", ask[string](x, `import('/words.js').then(w => w.rulesName({en: 'siguo,way=open'}))`))
	require.Equal(t, []int{0, 1}, ask[[]int](x, `import('/panels.js').then(({ plate }) => ['red', 'blue'].map(seat => plate(
		{ seat: 'red', players: [], rules: { times: {}, seats: [{ name: 'red' }, { name: 'blue', chief: true }] } }, { seats: [], clocks: [], phase: 'play' }, seat).querySelectorAll('[title^=commander]').length))`))
	require.Regexp(t, `\S · partner$`, ask[string](x, `import('/panels.js').then(({ plate }) => plate(
		{ seat: 'red', players: [{ seat: 'red', team: 0 }, { seat: 'amber', team: 0 }], rules: { times: {}, seats: [{ name: 'red' }, { name: 'amber' }] } },
		{ seats: [{ seat: 'amber', joined: true, online: true }], clocks: [], phase: 'play' }, 'amber').querySelector('.how').textContent)`))
	require.Equal(t, []string{"翻棋，排盡地雷後，由工兵扛旗", "西洋陸軍棋，只報勝負，不計時", "猎犬，70 步未交戰為和局", "等 Ben 佈陣", "等藍方佈陣", "Ben 陣亡", "Ben 認輸"}, ask[[]string](x, `Promise.all([import('/words.js'), import('/settings.js')]).then(async ([words, { settings }]) => {
		settings.lang = 'zh-Hant';
		await words.loadWords();
		return [...['翻棋，排尽地雷后，由工兵扛旗', '西洋陆军棋，只报胜负，不计时', '猎犬，70步不碰子和棋'].map(zh => words.named({ en: '', zh })), ...['Ben', '藍方'].map(who => words.say('voice.arranging', who)), words.say('losses.of', 'Ben'), words.say('reason.by', 'Ben', '認輸')];
	})`))
}

// On a phone, whose tiles have no room for names, the lesson names the pieces that it shows.
func TestLessonNamesRanksOnAPhone(t *testing.T) {
	chromium(t)
	served := serve(t, newProgram())
	x := open(t, served, view{Width: 390, Height: 844, Lang: "en", Theme: "light", Touch: true}, "#/learn//2")
	x.wait(`[...document.querySelectorAll('.key .labelled')].map(l => l.innerText).join().includes('regiment')`)
	require.True(t, ask[bool](x, `document.documentElement.scrollWidth <= innerWidth && document.querySelector('.lesson .board').getBoundingClientRect().bottom <= innerHeight`))
	x.do(chromedp.EmulateViewport(1440, 900))
	x.wait(`document.querySelector('.key').getClientRects().length === 0 && document.querySelector('.caption') !== null`)
	x = open(t, served, view{Width: 390, Height: 844, Lang: "zh", Theme: "light", Touch: true}, "#/learn//2")
	x.do(chromedp.WaitReady(chromedp.CSS(".key .mini")))
	require.Equal(t, []string{"营长", "团长", "军长", "炸弹"}, ask[[]string](x, `document.querySelector('.key').innerText.trim().split(/\s+/)`), "once each: the tile carries it")
}

// All tiles say their names, in a large window as in a smaller one; where these could not be read, none does.
func TestNamesOnTiles(t *testing.T) {
	chromium(t)
	served := serve(t, newProgram())
	for _, c := range []struct{ width, height, named int }{{1440, 900, 25}, {1024, 700, 25}, {390, 844, 0}} {
		x := open(t, served, view{Width: c.width, Height: c.height, Lang: "en", Theme: "light"}, "#/layouts")
		x.wait(`document.querySelectorAll('.editor .piece').length === 25`)
		becomes(x, 0, `document.querySelectorAll('.thumb:not(.red)').length`, "a layout has the colour of its seat")
		becomes(x, c.named, `document.querySelectorAll('.editor .caption').length`, c.width)
		require.LessOrEqual(t, ask[int](x, `new Set([...document.querySelectorAll('.editor .caption')].map(c => c.getAttribute('font-size'))).size`), 1, "names of one size")
	}
}
