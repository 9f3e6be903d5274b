package lobby_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/history"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest/fake"
)

// select picks a value of an option of the lobby.
func choose(x *fake.Tab, option, value string) {
	x.T.Helper()
	x.Do(chromedp.Evaluate[chromedp.Void](`(() => { const s = document.querySelector('select[name="` + option + `"]'); s.value = '` + value + `'; s.dispatchEvent(new Event('change')); })()`))
	x.Wait(`document.querySelector('select[name="` + option + `"]').value === '` + value + `' && document.querySelector('select[name="` + option + `"]').closest('.option').matches('.changed')`)
}

// Rules are chosen on the page, and the clock of a practice match runs only if it was chosen, there or among the rules: the row
// of the computers shows which, and the rules' own clock is told with whom it always runs against.
func TestRulesAreChosen(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/")
	x.Wait(`document.querySelectorAll('.options select').length > 10`)
	choose(x, "mines", "exploding")
	x.Wait(`document.querySelector('.brief').textContent.startsWith('Dark · losing the commander reveals the flag · ')`)
	const clock, brief = `document.querySelector('[name=practice-clock]').selectedOptions[0].text`, `document.querySelector('.brief').textContent`
	require.Equal(t, "No clock", fake.Ask[string](x, clock))
	require.NotContains(t, fake.Ask[string](x, brief), "a move")
	require.Equal(t, "60 s a move · a loss after 4 time-outs", fake.Ask[string](x, `document.querySelectorAll('.opponents h2')[1].querySelector('span').textContent`))
	x.Shot("choose")
	x.Do(fake.Script(`location.hash = '#/learn'`), chromedp.WaitReady(chromedp.CSS(".lesson")), fake.Script(`location.hash = '#/'`))
	x.Wait(`document.querySelector('[name=mines]').value === 'exploding'`) // what is chosen outlives a look at another room
	practise := `[...document.querySelectorAll('button')].find(b => b.textContent === 'Practise').click()`
	x.Do(chromedp.Evaluate[chromedp.Void](practise), chromedp.WaitReady(chromedp.CSS(".editor")))
	require.False(t, p.Wished.Clock)
	require.Empty(t, p.Wished.Resolver)
	require.Equal(t, "standard,mines=exploding", p.Rules[p.Wished.Digest].Name().EN)

	x.Visit("#/")
	x.Wait(`document.querySelectorAll('.options select').length > 10`)
	x.Do(fake.Script(`{ const s = document.querySelector('[name=practice-clock]'); s.value = 'on'; s.dispatchEvent(new Event('change')) }`))
	require.Equal(t, "60 s a move", fake.Ask[string](x, clock))
	x.Do(chromedp.Evaluate[chromedp.Void](practise), chromedp.WaitReady(chromedp.CSS(".editor")))
	require.True(t, p.Wished.Clock)

	x.Visit("#/")
	x.Wait(`document.querySelectorAll('.options select').length > 10`)
	choose(x, "clock", "30")
	choose(x, "clock", "180") // instead
	x.Wait(clock + ` === '180 s a move'`)
	choose(x, "resolver", "yao82")
	x.Wait(`document.querySelector('.brief').textContent.endsWith(' · clashes by the list protocol of 1982, proven in the audit')`)
	x.Do(chromedp.Evaluate[chromedp.Void](practise), chromedp.WaitReady(chromedp.CSS(".editor")))
	require.True(t, p.Wished.Clock)
	require.Equal(t, "yao82", p.Wished.Resolver)
	require.Equal(t, "standard,mines=exploding,clock=180", p.Rules[p.Wished.Digest].Name().EN)

	x.Visit("#/")
	x.Wait(`document.querySelectorAll('.options select').length > 10`)
	choose(x, "clock", "off")
	x.Wait(`document.querySelector('[name=practice-clock]') === null && document.querySelector('.opponents .h .plain').textContent === 'No clock'`)
}

// No name or value of an option is wider than what shows it.
func TestChoicesAreReadWhole(t *testing.T) {
	pagetest.Parallel(t)
	x := fake.Open(t, fake.Serve(t, fake.NewProgram()), fake.View{Width: 1024, Height: 700, Lang: "en", Theme: "light"}, "#/")
	x.Wait(`document.querySelectorAll('.options select').length > 10`)
	x.Do(fake.Script(`document.querySelectorAll('.more-options').forEach(d => { d.open = true; })`))
	x.Wait(`document.querySelector('select[name=resolver]').checkVisibility()`)
	x.None(`[...document.querySelectorAll('.whole .option > .h')].filter(name => {
		const words = document.createRange();
		words.selectNodeContents(name.firstChild);
		return words.getBoundingClientRect().right > name.getBoundingClientRect().right;
	}).map(name => name.firstChild.textContent)`)
	x.None(`(() => {
		const pen = document.createElement('canvas').getContext('2d');
		return [...document.querySelectorAll('.whole select')].flatMap(s => {
			const style = getComputedStyle(s);
			pen.font = '500 ' + style.fontSize + ' ' + style.fontFamily;
			return [...s.options].map(o => o.text).filter(text => pen.measureText(text).width > s.clientWidth - 44);
		});
	})()`)
}

// What a choice rules out yields to it, beside the choice; what is marked is what is played.
func TestChoicesYield(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	for _, v := range []fake.View{fake.Desktop, {Width: 390, Height: 844, Lang: "en", Theme: "dark", Touch: true}} {
		x := fake.Open(t, fake.Serve(t, p), v, "#/")
		x.Wait(`document.querySelectorAll('.options select').length > 10`)
		x.Do(fake.Script(`document.querySelectorAll('.more-options').forEach(d => { d.open = true; })`))
		choose(x, "mines", "exploding")
		choose(x, "reveal", "never")
		x.None(`[...document.querySelectorAll('.along')].map(e => e.textContent)`)
		x.Do(fake.Script(`document.querySelector('[name=mode][value=open]').click()`))
		x.Wait(`document.querySelector('[name=mode][value=open]').closest('fieldset').querySelector('.along')?.textContent ===
			'Also changed: red moves first · layouts are revealed after the game'`)
		require.Equal(t, []string{"open"}, fake.Ask[[]string](x, `[...document.querySelectorAll('[name=mode]:checked')].map(e => e.value)`))
		require.Equal(t, "end", fake.Ask[string](x, `document.querySelector('[name=reveal]').value`))
		require.Contains(t, fake.Ask[string](x, `document.querySelector('.brief').textContent`), "Open · ")
		x.Shot(fmt.Sprintf("yield-%d", v.Width))
		choose(x, "clock", "30")
		x.None(`[...document.querySelectorAll('.along')].map(e => e.textContent)`)
		x.Do(fake.Script(`[...document.querySelectorAll('button')].find(b => b.textContent === 'Invite a friend').click()`))
		x.Wait(`location.hash.startsWith('#/match/')`)
		require.Equal(t, "standard,mines=exploding,clock=30,mode=open", p.Rules[p.Hosted.Digest].Name().EN)
	}
}

// What the rules refuse is said, and nothing changes.
func TestChoiceThatIsRefused(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	p.Refuses = true
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/")
	x.Wait(`document.querySelectorAll('.options select').length > 10`)
	x.Do(chromedp.Evaluate[chromedp.Void](`(() => { const s = document.querySelector('select[name=mines]'); s.value = 'exploding'; s.dispatchEvent(new Event('change')); })()`))
	x.Wait(`document.querySelector('.toast')?.textContent && document.querySelector('select[name=mines]').value === 'spring'`)
	x.Do(fake.Script(`document.querySelector('.toast').remove(); document.querySelector('[name=mode][value=open]').click()`))
	x.Wait(`document.querySelector('.toast')?.textContent && document.querySelector('[name=mode]:checked').value === 'dark'`)
	x.Forgive("422")
}

// In a match of four the computer can take seats, but not all of them; whoever hosts reads what that means, and each
// invite says where its seat is.
func TestComputersAreSeated(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	// Computers play as well as the last time at a level that there still is.
	p.Past = append(p.Past, history.Entry{Match: "m4", Opponents: []string{history.BotName("gone"), history.BotName("strong")}, State: "over"})
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/")
	x.Wait(`document.querySelectorAll('.options select').length > 10`)
	x.Do(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll('.choice')].find(c => c.textContent.includes('Siguo')).querySelector('input').click()`))
	x.Wait(`document.querySelectorAll('.seating .seg').length === 3`)
	seat := func(place string) {
		x.Do(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll('.seating .seg')].find(s => s.ariaLabel === '` + place + `').lastChild.click()`))
	}
	seat("the opponent on your left")
	seat("your partner")
	x.Wait(`document.querySelector('.seatings [role=status]').textContent.includes('Your program plays your partner and the opponent on your left, and could see those pieces.')`)
	require.True(t, fake.Ask[bool](x, `[...document.querySelectorAll('.seating .seg')].find(s => s.ariaLabel === 'the opponent on your right').lastChild.disabled`))
	require.Equal(t, "Your computer (Strong)", fake.Ask[string](x, `document.querySelector('.seating option').textContent`))
	x.Do(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll('button')].find(b => b.textContent === 'Create the invite').click()`))
	x.Wait(`document.querySelector('[data-invite=blue] .h').textContent.includes('the opponent on your right (Blue)')`)
	require.Equal(t, map[string]string{"amber": "strong", "teal": "strong"}, p.Hosted.Computers)
}

// However the seats are given, the card holds them, each shows both of its buttons, and those of no other seat move under the pointer.
func TestSeatsStayWhereTheyAre(t *testing.T) {
	pagetest.Parallel(t)
	for _, v := range []fake.View{{Width: 1440, Height: 900, Lang: "en", Theme: "light"}, {Width: 390, Height: 844, Lang: "en", Theme: "light", Touch: true}} {
		x := fake.Open(t, fake.Serve(t, fake.NewProgram()), v, "#/")
		x.Wait(`document.querySelectorAll('.options select').length > 10`)
		x.Do(fake.Script(`[...document.querySelectorAll('.choice')].find(c => c.textContent.includes('Siguo')).querySelector('input').click()`))
		x.Wait(`document.querySelectorAll('.seating .seg').length === 3`)
		const places = `[...document.querySelectorAll('.seating .seg')].map(s => { const r = s.getBoundingClientRect(); return [r.x, r.y + scrollY, r.width, r.height].map(Math.round).join(); })`
		line := `document.querySelectorAll('.opponents h2')[1].getClientRects()[0].height`
		require.Less(t, fake.Ask[float64](x, line), 30., "the clock is beside its heading, in one line")
		before := fake.Ask[[]string](x, places)
		for i, place := range []string{"the opponent on your right", "your partner"} {
			x.Do(fake.Script(`[...document.querySelectorAll('.seating .seg')].find(s => s.ariaLabel === '` + place + `').lastChild.click()`))
			x.Wait(fmt.Sprintf(`document.querySelectorAll('.seating select').length === %d`, i+1))
			require.Equal(t, before, fake.Ask[[]string](x, places), "%d: %s", v.Width, place)
		}
		x.None(`[...document.querySelectorAll('.seating .seg')].filter(s => s.scrollWidth > s.clientWidth || s.getBoundingClientRect().right > s.parentElement.getBoundingClientRect().right).map(s => s.ariaLabel)`, v.Width)
		x.None(`[...document.querySelectorAll('.host *')].filter(e => e.checkVisibility() && e.getBoundingClientRect().right > document.querySelector('.host').getBoundingClientRect().right).map(e => e.outerHTML)`, v.Width)
		require.True(t, fake.Ask[bool](x, `document.documentElement.scrollWidth <= innerWidth`), v.Width)
		x.Shot(fmt.Sprintf("seats-%d", v.Width))
	}
}

// A seat can go to a friend's computer. Whoever hosts reads whose it is, and who is invited too, who chooses how well it plays.
func TestComputersOfFriends(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/")
	x.Wait(`document.querySelectorAll('.options select').length > 10`)
	x.Do(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll('.choice')].find(c => c.textContent.includes('Siguo')).querySelector('input').click()`))
	x.Wait(`document.querySelectorAll('.seating .seg').length === 3`)
	seat := func(place string) {
		x.Do(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll('.seating .seg')].find(s => s.ariaLabel === '` + place + `').lastChild.click()`))
	}
	seat("the opponent on your left")
	x.Wait(`document.querySelector('.seating select') !== null`)
	require.Equal(t, []string{"Your computer (Easy)", "Computer of the opponent on your right", "Computer of your partner"}, fake.Ask[[]string](x, `[...document.querySelectorAll('.seating option')].map(o => o.text)`))
	x.Do(chromedp.Evaluate[chromedp.Void](`(() => { const s = document.querySelector('.seating select'); s.value = 'amber'; s.dispatchEvent(new Event('change')); })()`))
	x.Wait(`document.querySelector('.seatings [role=status]').textContent.includes('your partner: their program plays the opponent on your left')`)
	create := `[...document.querySelectorAll('button')].find(b => b.textContent === 'Create 2 invites')`
	x.Wait(create + ` !== undefined`)
	x.Do(chromedp.Evaluate[chromedp.Void](create + `.click()`))
	x.Wait(`document.querySelector('[data-invite=blue]') !== null`)
	require.Equal(t, map[string]string{"teal": "amber"}, p.Hosted.Computers)

	p.Computers = map[string]string{"teal": "amber", "blue": "red"}
	x = fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/")
	x.Wait(`document.querySelector('#invite-in') !== null`)
	x.Do(chromedp.Evaluate[chromedp.Void](`(() => { const t = document.querySelector('#invite-in'); t.value = 'djq1guest'; t.dispatchEvent(new Event('input')); })()`))
	x.Do(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll('button')].find(b => b.textContent === 'Show the rules').click()`))
	x.Wait(`document.querySelector('dialog[open]') !== null`)
	require.Equal(t, []string{
		"The host’s program also plays the opponent on your left (Blue), and could see those pieces.",
		"Your program would also play the opponent on your right (Teal), and could see those pieces. Everyone is told.",
	}, fake.Ask[[]string](x, `[...document.querySelectorAll('dialog [role=status]:not(.due)')].map(p => p.textContent)`))
	require.Contains(t, fake.Ask[string](x, `document.querySelector('dialog p').textContent`), "Proposed by <i>K2</i> (your partner).")
	require.Len(t, fake.Ask[[]float64](x, `[...new Set([...document.querySelectorAll('dialog > :is(h2, p)')].map(e => e.getBoundingClientRect().left))]`), 1, "all begins at one edge")
	x.Do(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll('dialog .seg button')].find(b => b.textContent === 'Easy').click()`))
	x.Do(chromedp.Evaluate[chromedp.Void](`document.querySelector('dialog .btn.main').click()`), chromedp.WaitReady(chromedp.CSS(".editor")))
	require.Equal(t, "random", p.Joined.Level)

	// Before the match its plate says whose program plays a seat, by the place of a player without a name; only people are waited for.
	plates := fake.Ask[[]string](x, `Promise.all([import('/panels.js'), import('/invite.js')]).then(([{ plate }, { inviteCard }]) => {
		const seats = ['red', 'blue', 'amber', 'teal'], run = { amber: 'red', teal: 'blue' };
		const table = { seat: 'red', players: seats.map((seat, i) => ({ seat, name: '', team: i % 2, you: !i, computer: run[seat] ?? '' })) };
		const state = { phase: 'layout', invites: {}, owes: [], clocks: [], seats: seats.map(seat => ({ seat, joined: seat !== 'teal' && seat !== 'blue', online: true })) };
		return [...seats.map(seat => plate(table, state, seat).querySelector('.how').textContent), inviteCard({ id: 'm' }, state, table, () => {}).find(part => part?.matches('.invite')).querySelector('.now b').textContent];
	})`)
	require.Equal(t, []string{
		"Open, waiting for a player", "Your computer · no layout yet", "Computer of the opponent on your right", "Waiting for your guest to accept",
	}, plates[1:])
}

// Whose pieces one sees is chosen by pictures of it, of as many players as there are.
func TestWhoSeesWhatIsShown(t *testing.T) {
	pagetest.Parallel(t)
	x := fake.Open(t, fake.Serve(t, fake.NewProgram()), fake.Desktop, "#/")
	faces := `[...document.querySelectorAll('.pictured .seen')].map(s => s.querySelectorAll('.mini:not(.back)').length + '/' + s.children.length)`
	x.Wait(`document.querySelectorAll('.pictured .seen').length === 3`)
	require.Equal(t, []string{"1/2", "2/2", "1/2"}, fake.Ask[[]string](x, faces))
	x.Do(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll('.choice')].find(c => c.textContent.includes('Siguo')).querySelector('input').click()`))
	x.Wait(`document.querySelectorAll('.pictured .seen').length === 4`)
	require.Equal(t, []string{"1/4", "2/4", "4/4", "1/4"}, fake.Ask[[]string](x, faces))
	x.Do(chromedp.Evaluate[chromedp.Void](`document.querySelector('.pictured [value=partners]').click()`))
	x.Wait(`document.querySelector('.pictured [value=partners]').checked && document.querySelector('.host').textContent.includes('partners see')`)
	require.Equal(t, []string{"Computer (Easy) ×2", "Ada", "computer of Ada", "computer"}, fake.Ask[[]string](x, `import('/people.js').then(p => p.opponentNames(['\u0001random', 'Ada', '\u0001random', '\u0001\u0001Ada', '\u0001\u0001']))`))
	require.Equal(t, []string{"Computer (Easy) ×2, unnamed", "Computer (Easy) ×2", "unnamed"}, fake.Ask[[]string](x, `import('/past.js').then(({ matchLine }) =>
		[['play', '\u0001random', '', '\u0001random'], ['invited', '\u0001random', '', '\u0001random'], ['over', '']].map(([state, ...opponents]) =>
			matchLine({ match: 'm', seat: 'red', state, opponents, when: 0, rules: { en: 'siguo', zh: '' } }).querySelector('b').textContent))`), "all who sit there")
	require.Equal(t, "Siguo: two against two, way open", fake.Ask[string](x, `import('/words.js').then(w => w.rulesName({en: 'siguo,way=open'}))`))
	require.Equal(t, []int{0, 1}, fake.Ask[[]int](x, `import('/panels.js').then(({ plate }) => ['red', 'blue'].map(seat => plate(
		{ seat: 'red', players: [], rules: { times: {}, seats: [{ name: 'red' }, { name: 'blue', chief: true }] } }, { seats: [], clocks: [], phase: 'play' }, seat).querySelectorAll('[title^=commander]').length))`))
	for toMove, how := range map[string]string{"red": `\S · partner$`, "amber": `^Thinking$`} { // the longer one has no place beside a clock
		require.Regexp(t, how, fake.Ask[string](x, `import('/panels.js').then(({ plate }) => plate(
			{ seat: 'red', players: [{ seat: 'red', team: 0 }, { seat: 'amber', team: 0 }], rules: { times: {}, seats: [{ name: 'red' }, { name: 'amber' }] } },
			{ seats: [{ seat: 'amber', joined: true, online: true }], clocks: [], phase: 'play', toMove: '`+toMove+`' }, 'amber').querySelector('.how').textContent)`))
	}
	require.Equal(t, []string{"翻棋，排盡地雷後，由工兵扛旗", "西洋陸軍棋，只報勝負，不計時", "猎犬，70 步未交戰為和局", "等 Ben 佈陣", "等藍方佈陣", "Ben 陣亡", "Ben 認輸"}, fake.Ask[[]string](x, `Promise.all([import('/words.js'), import('/settings.js')]).then(async ([words, { settings }]) => {
		settings.lang = 'zh-Hant';
		await words.loadWords();
		return [...['翻棋，排尽地雷后，由工兵扛旗', '西洋陆军棋，只报胜负，不计时', '猎犬，70步不碰子和棋'].map(zh => words.named({ en: '', zh })), ...['Ben', '藍方'].map(who => words.say('voice.arranging', who)), words.say('losses.of', 'Ben'), words.say('reason.by', 'Ben', '認輸')];
	})`))
}

// On a phone, whose tiles have no room for names, the lesson names the pieces that it shows.
func TestLessonNamesRanksOnAPhone(t *testing.T) {
	pagetest.Parallel(t)
	served := fake.Serve(t, fake.NewProgram())
	x := fake.Open(t, served, fake.View{Width: 390, Height: 844, Lang: "en", Theme: "light", Touch: true}, "#/learn//2")
	x.Wait(`[...document.querySelectorAll('.key .labelled')].map(l => l.innerText).join().includes('regiment')`)
	require.True(t, fake.Ask[bool](x, `document.documentElement.scrollWidth <= innerWidth && document.querySelector('.lesson .board').getBoundingClientRect().bottom <= innerHeight`))
	x.Do(chromedp.EmulateViewport(1440, 900))
	x.Wait(`document.querySelector('.key').getClientRects().length === 0 && document.querySelector('.caption') !== null`)
	x = fake.Open(t, served, fake.View{Width: 390, Height: 844, Lang: "zh", Theme: "light", Touch: true}, "#/learn//2")
	x.Do(chromedp.WaitReady(chromedp.CSS(".key .mini")))
	require.Equal(t, []string{"营长", "团长", "军长", "炸弹"}, fake.Ask[[]string](x, `document.querySelector('.key').innerText.trim().split(/\s+/)`), "once each: the tile carries it")
}

// All tiles say their names, in a large window as in a smaller one; where these could not be read, none does.
func TestNamesOnTiles(t *testing.T) {
	pagetest.Parallel(t)
	served := fake.Serve(t, fake.NewProgram())
	for _, c := range []struct{ width, height, named int }{{1440, 900, 25}, {1024, 700, 25}, {390, 844, 0}} {
		x := fake.Open(t, served, fake.View{Width: c.width, Height: c.height, Lang: "en", Theme: "light"}, "#/layouts")
		x.Wait(`document.querySelectorAll('.editor .piece').length === 25`)
		fake.Becomes(x, 0, `document.querySelectorAll('.thumb:not(.red)').length`, "a layout has the colour of its seat")
		fake.Becomes(x, c.named, `document.querySelectorAll('.editor .caption').length`, c.width)
		require.LessOrEqual(t, fake.Ask[int](x, `new Set([...document.querySelectorAll('.editor .caption')].map(c => c.getAttribute('font-size'))).size`), 1, "names of one size")
	}
}
