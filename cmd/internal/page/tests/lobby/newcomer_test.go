package lobby_test

import (
	"fmt"
	"net"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/history"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/page"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest/fake"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// What somebody who comes for the first time wants is on the first screen of a phone: what waits to be gone on with, the
// terms in two lines, the computer and friends. An invite is found in the letter that it came in.
func TestLobbyOnAPhone(t *testing.T) {
	pagetest.Parallel(t)
	x := fake.Open(t, fake.Serve(t, fake.NewProgram()), fake.View{Width: 390, Height: 844, Lang: "en", Theme: "light", Touch: true}, "#/")
	x.Do(chromedp.WaitReady(chromedp.CSS(".choice")))
	x.Wait(`document.querySelector('.lobby > section:first-of-type').textContent.includes('T4')`)
	require.Equal(t, 1, fake.Ask[int](x, `[...document.querySelectorAll('.past')].filter(p => p.textContent.includes('T4')).length`), "it is listed once")
	for _, label := range []string{"Practise", "Invite a friend"} {
		x.Wait(fmt.Sprintf(`[...document.querySelectorAll('button')].find(b => b.textContent === %q).getBoundingClientRect().bottom <= innerHeight`, label))
	}
	require.False(t, fake.Ask[bool](x, `document.querySelector('.terms').checkVisibility()`))
	fake.Becomes(x, true, `(a => a.getBoundingClientRect().right <= a.closest('nav').getBoundingClientRect().right)(document.querySelector('nav [href="#/standings"]'))`, "all rooms can be reached")
	x.Do(pagetest.Tap("[data-key=all-terms] summary"))
	x.Wait(`document.querySelector('.terms').checkVisibility()`)
	x.Forgive("/api/join/look")
	x.Do(chromedp.SendKeys(chromedp.CSS("#invite-in"), "hello "), pagetest.Tap(".wide-btn"), chromedp.WaitReady(chromedp.CSS(".toast.wrong")), fake.Script(`document.querySelector('#invite-in').value = ''`))
	x.Do(chromedp.SendKeys(chromedp.CSS("#invite-in"), "Come: darkjunqi join "+fake.Invite+" and then call me"))
	x.Do(pagetest.Tap(".wide-btn"), chromedp.WaitReady(chromedp.CSS("dialog[open] .named input")))
	x.Wait(`document.querySelector('.toast') === null`)                                                                                                                                                                                                 // the first one's fault is mended
	x.Wait(`(end => [...document.querySelectorAll('dialog h2, dialog .named input')].every(e => e.getBoundingClientRect().top > 0 && e.getBoundingClientRect().bottom < end))(document.querySelector('dialog .btn.main').getBoundingClientRect().top)`) // before what has to be scrolled
}

// On a laptop, too, a match starts without scrolling past the rules that can be changed.
func TestLobbyOnALaptop(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	p.Past = []history.Entry{}
	x := fake.Open(t, fake.Serve(t, p), fake.View{Width: 1440, Height: 900, Lang: "en", Theme: "light"}, "#/")
	x.Do(chromedp.WaitReady(chromedp.CSS(".option")))
	for _, label := range []string{"Practise", "Invite a friend"} {
		x.Wait(fmt.Sprintf(`[...document.querySelectorAll('button')].find(b => b.textContent === %q)?.getBoundingClientRect().bottom <= innerHeight`, label))
	}
	fake.Becomes(x, true, `(r => { r.selectNodeContents(document.querySelector('h1')); const lines = [...r.getClientRects()].map(l => l.width); return lines.at(-1) > lines[0] / 2; })(document.createRange())`, "no single word is left for the last line")
	x.Do(chromedp.EmulateViewport(1024, 700), fake.Script(`const s = document.querySelector('.languages-list'); s.value = 'zh'; s.dispatchEvent(new Event('change'))`))
	x.Wait(`document.querySelector('.opponents .row:nth-child(2) h2')?.textContent.startsWith('和朋友下')`)
	fake.Becomes(x, true, `(r => { r.selectNodeContents(document.querySelector('.opponents .row:nth-child(2) h2').firstChild); return r.getClientRects().length === 1; })(document.createRange())`, "that one plays with friends is said in a line")
}

// The position that a newcomer sees speaks the language that the page is switched to.
func TestNewcomersPictureFollowsTheLanguage(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	p.Past = []history.Entry{}
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/")
	x.Wait(`document.querySelector('figcaption')?.textContent.startsWith('Your regiment')`)
	x.Do(fake.Script(`{ const s = document.querySelector('.languages-list'); s.value = 'zh'; s.dispatchEvent(new Event('change')) }`))
	x.Wait(`document.querySelector('figcaption').textContent.includes('团长') && document.querySelector('.welcome .figure').textContent.includes('行营')`)
	require.Equal(t, 1, fake.Ask[int](x, `document.querySelectorAll('.welcome figure').length`))
}

// After a restart nobody has read a practice match: its rules are not known yet, and it can be resumed all the same.
func TestUnreadMatchIsOffered(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	p.Past = []history.Entry{{Match: "0123abcd-red", Seat: "red", Opponents: []string{history.BotName("sensible")}, When: p.Past[0].When, State: "play"}}
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/")
	x.Wait(`document.querySelector('a[href="#/match/0123abcd-red"]')?.textContent === 'Resume'`)
	x.Wait(`document.querySelectorAll('.choice').length > 1`)
}

// What an unfinished match waits for is said once, and nobody who has not come is named.
func TestUndoneMatchesInTheLobby(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	p.Past = []history.Entry{
		{Match: "0123abcd-red", Seat: "red", Opponents: []string{history.BotName("sensible")}, When: p.Past[0].When, State: "play", Verdict: "unfinished"},
		{Match: "4567abcd-blue", Seat: "blue", Opponents: []string{""}, When: p.Past[0].When, State: "invited"},
	}
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/")
	x.Wait(`document.querySelectorAll('.past .what').length === 2`)
	require.Equal(t, []string{"In progress", "Nobody has joined"}, fake.Ask[[]string](x, `[...document.querySelectorAll('.past .what .mute')].map(w => w.textContent.split(' · ')[0])`))
	require.Equal(t, 1, fake.Ask[int](x, `document.querySelectorAll('.past .what b').length`), "only the computer has a name")
	require.Zero(t, fake.Ask[int](x, `document.querySelectorAll('.past .chip').length`), "a match in progress needs no verdict")
	x.Do(fake.Script(`document.querySelector('.past li:has([href$=blue]) button').click()`))
	x.Wait(`document.querySelectorAll('.past .what').length === 1 && document.querySelector('.past [href$=red]') !== null`) // one click: nothing is lost by it
}

// Nobody drops files on a phone: there one taps.
func TestAuditOnAPhone(t *testing.T) {
	pagetest.Parallel(t)
	v := fake.Phone
	v.Lang = "en"
	x := fake.Open(t, fake.Serve(t, fake.NewProgram()), v, "#/")
	x.Wait(`document.querySelector('.past:last-of-type .h')?.textContent === 'Past matchesReplay or audit a matchYour standings'`)
	x.Do(pagetest.Tap(".past:last-of-type .h .link"))
	x.Wait(`document.querySelector('.droppable p')?.textContent.startsWith('Open a transcript or a certificate, ')`)
}

// Whoever has said no name is called the opponent where a match is told of.
func TestNamelessOpponentLost(t *testing.T) {
	pagetest.Parallel(t)
	x := fake.Open(t, fake.Serve(t, fake.NewProgram()), fake.Desktop, "#/")
	x.Wait(`document.querySelector('.past') !== null`)
	require.Contains(t, fake.Ask[string](x, `import('/past.js').then(({ matchLine }) => matchLine({ match: 'm', rules: { en: 'standard' }, seat: 'red', opponents: [''], when: 0, state: 'over', you: 'won', reason: 'flag', verdict: 'honest' }).textContent)`), "Your opponent lost the flag")
}

// Matches that are over are at hand where one goes to look at them again.
func TestReplayRoomListsMatches(t *testing.T) {
	pagetest.Parallel(t)
	x := fake.Open(t, fake.Serve(t, fake.NewProgram()), fake.Desktop, "#/record")
	x.Wait(`document.querySelectorAll('.past li').length === 2`)
	require.False(t, fake.Ask[bool](x, `document.querySelector('.past').textContent.includes('T4')`), "it is being played")
}

// One's own results stand on a page of their own, reached from the bar and from the past matches; names are text.
func TestStandings(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	p.Auditing = true // the match that was just played is still being audited
	x := fake.Open(t, fake.Serve(t, p), fake.View{Width: 390, Height: 844, Lang: "en", Theme: "light", Touch: true}, "#/")
	x.Do(chromedp.WaitReady(chromedp.CSS(`.past a[href="#/standings"]`)), fake.Script(`document.querySelector('.past a[href="#/standings"]').click()`), chromedp.WaitReady(chromedp.CSS(".tallies")))
	x.Wait(`document.querySelector('.tallies dd').textContent === '19'`)
	require.Equal(t, []string{"19", "3", "9", "6"}, fake.Ask[[]string](x, `[...document.querySelectorAll('.tallies dd')].map(d => d.textContent)`))
	require.Equal(t, []string{"Standard Junqi11 2 5", "Siguo: two against two8 1 4", "<i>K2</i>7 1 6", "Computer (Strong)12 2 3", "Computer (Strong) ×2, unnamed", "unnamed ×3"},
		fake.Ask[[]string](x, `[...document.querySelectorAll('.tally')].map(t => t.firstChild.textContent + [...t.lastChild.children].map(c => c.textContent).join(' '))`))
	require.Equal(t, []string{"<i>K2</i>1688 ± 84", "You1628 ± 90", "林间1541 ± 121"}, fake.Ask[[]string](x, `[...document.querySelectorAll('.rated li')].map(l => l.textContent)`))
	require.Greater(t, fake.Ask[float64](x, `document.querySelector('.tally-bar .tally-won').offsetWidth / document.querySelector('.tally-bar .tally-drawn').offsetWidth`), 1.5)
	require.Equal(t, "2 other matches are not counted: they are unfinished, still being audited, or were not played honestly.", fake.Ask[string](x, `document.querySelector('.past summary').textContent`))
	require.Contains(t, fake.Ask[string](x, `document.querySelector('.tallies').parentElement.textContent`), "Players of the same name count as one.", "a key tells a match's players apart, not people")
	x.Do(pagetest.Tap(".past summary"))
	x.Wait(`document.querySelector('.past li').checkVisibility()`)
	require.Equal(t, []string{"T4", "k7"}, fake.Ask[[]string](x, `[...document.querySelectorAll('.past li b')].map(b => b.textContent)`))
	require.Equal(t, []string{"#/match/m1", "#/record/m3"}, fake.Ask[[]string](x, `[...document.querySelectorAll('.past li a')].map(a => a.getAttribute('href'))`))
	require.True(t, fake.Ask[bool](x, `document.documentElement.scrollWidth <= innerWidth`))
	x.Shot("standings-phone")
}

// The page speaks as the program does, and as its reader likes, which a cookie tells: to that language, if it was asked for, and
// from whatever anybody else has put there to nothing.
func TestLanguageOfThePage(t *testing.T) {
	pagetest.Parallel(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	served := page.New(page.Options{Backend: fake.NewProgram(), Host: listener.Addr().String(), Lang: messages.Chinese, Asked: true})
	fake.ServeOn(t, listener, served)
	x := fake.Open(t, served, fake.Desktop, "#/")
	x.Do(fake.Script(`document.cookie = 'darkjunqi=' + encodeURIComponent('{"lang": "en"}') + '; path=/'`), chromedp.Reload())
	x.Wait(`document.querySelector('.choice')?.textContent.includes('Standard') && document.querySelector('html').lang === 'en'`) // as its reader likes
	x.Do(chromedp.Navigate(served.Address()), chromedp.WaitReady(chromedp.CSS(".choice")))                                        // the token leads on
	x.Wait(`document.querySelector('.choice')?.textContent.includes('标准军棋') && document.querySelector('html').lang === 'zh-CN'`)  // as it was asked for
	x.Do(fake.Script(`document.cookie = 'darkjunqi=' + encodeURIComponent('{"lang": "<b>", "theme": {"dark": 1}, "sound": "no", "else": 1}') + '; path=/'`), chromedp.Reload(), chromedp.WaitReady(chromedp.CSS(".choice")))
	x.Wait(`document.querySelector('.choice')?.textContent.includes('标准军棋') && document.documentElement.dataset.theme === undefined`)
}

// Anyone who waits for a layout is told whose, and sees their own.
func TestWaitingForALayout(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := p.Sit(p.Presets[0], seat.Arrange)
	m.Change(func() {
		m.Edit = func(l *seat.Look) {
			l.Phase, l.Decision, l.Owes = seat.Setup, "", []seat.Due{{Seat: engine.Blue, What: "layout", Since: time.Now()}}
			l.Sides[engine.Red].Chosen, l.Sides[engine.Blue].Chosen = true, false
			l.Sides[engine.Red].Ready, l.Sides[engine.Blue].Ready = false, false
		}
	})
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/match/"+m.Name)
	x.Wait(`document.querySelector('.voice b')?.textContent === 'Waiting for a layout: 林间'`)
	x.Wait(`document.querySelector('.plate.own').textContent.includes('Have chosen a layout') && document.querySelector('.plate:not(.own)').textContent.includes('Choosing a layout') && document.querySelector('.chosen .thumb') !== null`)
}

// A layout that was chosen before anybody has joined is said, and shown, to be locked.
func TestLayoutIsLockedBeforeTheFriendComes(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := p.Sit(p.Presets[0], seat.Arrange)
	m.Change(func() {
		m.Edit = func(l *seat.Look) {
			l.Phase, l.Decision, l.Owes = seat.Waiting, "", nil
			l.Sides[engine.Red].Chosen, l.Sides[engine.Red].Ready, l.Sides[engine.Blue].Joined = true, false, false
		}
	})
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/match/"+m.Name)
	x.Wait(`document.querySelector('.plate.own .how')?.textContent === 'Have chosen a layout' && document.querySelector('.chosen .thumb') !== null && document.querySelector('.chosen').textContent.includes('Your layout is locked')`)
	require.Equal(t, "Open, waiting for a player", fake.Ask[string](x, `document.querySelector('.plate:not(.own) .how').textContent`))
}

// Only the host is told to send an invite, and how many watch: guests and watchers have none.
func TestWaitingWithoutInvites(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := p.Sit(p.Presets[0], seat.Arrange)
	m.Change(func() {
		m.Edit = func(l *seat.Look) {
			l.Phase, l.Decision, l.Owes = seat.Waiting, "", nil
			l.Sides[engine.Blue].Joined = false
		}
	})
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/match/"+m.Name)
	x.Wait(`document.querySelector('.voice b')?.textContent === 'Waiting for a player: 林间'`)
	require.NotContains(t, fake.Ask[string](x, `document.querySelector('.voice').textContent`), "Send the invite")
	m.Change(func() {
		m.Edit = func(l *seat.Look) {
			l.Phase, l.Decision, l.Owes = seat.Waiting, "", nil
			l.Sides[engine.Blue].Joined = false
			l.Invites, l.Watchers = map[string]string{"blue": "djq1test"}, 2
		}
	})
	x.Wait(`document.querySelector('.voice').textContent.includes('Send the invite') && document.querySelector('.host').textContent.includes('2 watching')`)
}

// A watcher is told of all who are awaited, has no layout, sends no invite, and plays with nobody.
func TestWatcherBeforeTheGame(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := p.Sit(p.Presets[0], seat.Arrange)
	before := func(phase seat.Phase, chosen ...engine.Seat) {
		m.Change(func() {
			m.Edit = func(l *seat.Look) {
				l.Watching, l.Phase, l.Decision, l.TalkTo = true, phase, "", nil
				l.Owes = []seat.Due{{Seat: engine.Red, What: "layout", Since: time.Now()}}
				for i := range l.Sides {
					l.Sides[i].Joined, l.Sides[i].Chosen = phase == seat.Setup, slices.Contains(chosen, engine.Seat(i))
				}
			}
		})
	}
	before(seat.Waiting)
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/match/"+m.Name)
	x.Wait(`document.querySelector('.voice b')?.textContent === 'Waiting for players: Red, 林间'`)
	require.NotContains(t, fake.Ask[string](x, `document.querySelector('.voice').textContent`), "Send the invite")
	before(seat.Setup)
	x.Wait(`document.querySelector('.voice b').textContent === 'Waiting for layouts: Red, 林间'`)
	require.NotContains(t, fake.Ask[string](x, `document.querySelector('.voice').textContent`), "Yours")
	before(seat.Setup, engine.Blue)
	x.Wait(`document.querySelector('.voice b').textContent === 'Waiting for a layout: Red'`)
	require.Zero(t, fake.Ask[int](x, `document.querySelectorAll('.before .chosen, .phrase').length`))
	x.Wait(`document.querySelectorAll('.board .cell').length === 60 && !document.querySelector('.c-losses')`)
	x.Do(chromedp.EmulateViewport(390, 844)) // whose tabs open nothing that is empty
	require.Equal(t, []string{"Moves", "More"}, fake.Ask[[]string](x, `[...document.querySelectorAll('.tabs button')].map(b => b.textContent)`))
}

// To watchers it is said that pieces are hidden, as long as they are.
func TestWatchersSeeThePiecesAtTheEnd(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	matches := []*fake.Match{fake.Played(p, fake.Rules("standard"), 4), fake.Over(p, fake.Rules("standard"))}
	served := fake.Serve(t, p)
	for i, m := range matches {
		m.Change(func() { m.Edit = func(l *seat.Look) { l.Watching = true } })
		x := fake.Open(t, served, fake.Desktop, "#/match/"+m.Name)
		x.Wait(`document.querySelector('.c-watch') !== null`)
		require.Equal(t, i == 0, fake.Ask[bool](x, `document.body.textContent.includes('all pieces from behind')`))
		x.Do(chromedp.EmulateViewport(390, 844))
		x.Wait(`(line => line.textContent.startsWith('Watching Standard Junqi · ') && line.checkVisibility())(document.querySelector('.voice .what span'))`) // above the board is the game that one watches
	}
}

// The words to compare are never cut, however long they are, on a phone either.
func TestWordsToCompareWrap(t *testing.T) {
	pagetest.Parallel(t)
	x := fake.Open(t, fake.Serve(t, fake.NewProgram()), fake.View{Width: 390, Height: 844, Lang: "en", Theme: "light", Touch: true}, "#/")
	x.Do(chromedp.WaitReady(chromedp.CSS("main .card")))
	require.True(t, fake.Ask[bool](x, `(() => {
		const words = document.createElement('b'), all = document.createElement('span'), line = document.createElement('p');
		line.className = 'phrase';
		words.textContent = 'caterpillar strawberry watermelon cucumber treasure';
		all.append('To compare: ', words);
		line.append(all);
		document.querySelector('main').append(line);
		return words.offsetHeight > 0 && words.getBoundingClientRect().right <= 390;
	})()`))
	x.None(`(line => {
		const words = line.querySelector('b'), range = document.createRange();
		line.style.width = '120px';
		words.textContent = '长蛇、萝卜、老鹰、大门、火箭';
		return [...words.textContent.matchAll(/[^、]+/g)].filter(w => {
			range.setStart(words.firstChild, w.index);
			range.setEnd(words.firstChild, w.index + w[0].length);
			return range.getClientRects().length > 1;
		}).map(w => w[0]);
	})(document.querySelector('main > .phrase'))`)
}

// Nobody is said to have chosen who has not, or of whom it can't be known: seats commit in order.
func TestOnlyWhoHasChosenIsSaidTo(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := p.Sit(p.Presets[0], seat.Arrange)
	m.Change(func() {
		m.Edit = func(l *seat.Look) {
			l.Owes = []seat.Due{{Seat: engine.Red, What: "layout", Since: time.Now()}}
			l.Sides[engine.Blue].Chosen, l.Sides[engine.Blue].Ready = false, false
		}
	})
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/match/"+m.Name)
	x.Wait(`document.querySelector('.plate.own')?.textContent.includes('Choosing a layout') && document.querySelector('.plate:not(.own)').textContent.includes('No layout yet')`)
	x.Wait(`document.querySelector('.voice').textContent.includes('Nobody sees it')`)
	edit := m.Edit
	m.Change(func() { m.Edit = func(l *seat.Look) { edit(l); l.Owes, l.Sides[engine.Blue].Chosen = nil, true } })
	x.Wait(`document.querySelector('.plate:not(.own)').textContent.includes('Has chosen a layout') && document.querySelector('.voice').textContent.includes('Your opponent is ready')`)
}

// A draw is said when it is about to be offered, when it is, and when it is declined; and an own piece that can't move says why.
func TestDrawIsSaid(t *testing.T) {
	x, m := fake.AtTable(t, fake.Desktop, 20)
	flag := ""
	for _, p := range m.Seat.State().Pieces {
		if p.Seat == "red" && p.Type == "flag" {
			flag = p.Node
		}
	}
	x.Do(fake.Script(`window.toasts = document.getElementById('toasts'); window.told = []; new MutationObserver(() => told.push(toasts.textContent)).observe(toasts, {childList: true})`), pagetest.Click(fake.Node(flag)))
	x.Wait(`told.includes('This flag never moves.')`)
	require.Equal(t, "none", fake.Ask[string](x, `getComputedStyle(toasts).pointerEvents`), "what lies under it can be clicked")
	x.Do(pagetest.Click("[data-key=offer]"))
	x.Wait(`document.querySelector('.voice b').textContent === 'Your next move will offer a draw'`)
	from, to := fake.Choice(m)
	x.Do(pagetest.Mouse.Move(from, to))
	x.Wait(`document.querySelector('.voice').textContent.includes('draw declined')`)
	x.Wait(`[...document.querySelectorAll('.moves .mv .flagged')].some(f => f.textContent === '=' && f.getAttribute('aria-label') === 'draw offered' && f.role === 'img' && f.closest('.mv').title.includes('draw offered'))`)
	x.Wait(`document.querySelector('.toast') === null`) // what was told of the flag is over
	x.Do(fake.Script(`const s = document.querySelector('.languages-list'); s.value = 'zh'; s.dispatchEvent(new Event('change'))`))
	x.Wait(`(p => p.lang === 'zh-CN' && p.textContent.includes('轮到你走'))(document.querySelector('[role=status].hidden-text'))`)

	// A conclusion that can be drawn of most pieces is no news, nor one that is true of nearly all that are hidden.
	require.Equal(t, []int{4}, fake.Ask[[]int](x, `Promise.all([import('/ranks.js'), import('/api.js').then(api => api.fetchJSON('/api/lobby').then(l => api.fetchJSON('/api/rules?digest=' + l.presets[0].digest)))]).then(([{newsOf}, rules]) => {
		const may = ids => rules.types.map(t => t.id).filter(id => !ids.includes(id)), common = may(['flag', 'mine', 'commander']);
		const pieces = [common, common, common, common, may(['flag', 'mine', 'engineer', 'platoon', 'commander']), may(['flag', 'mine', 'engineer', 'bomb']), []].map((may, number) => ({seat: 'blue', number, node: 'a' + (number + 7), type: '', may, moved: true}));
		return [...newsOf(rules, pieces)].map(p => p.number);
	})`))
	// Nor what nearly follows from where it stands, as of one in front: there is no bomb or mine.
	require.Equal(t, []int{20}, fake.Ask[[]int](x, `Promise.all([import('/ranks.js'), import('/api.js').then(api => api.fetchJSON('/api/lobby').then(l => api.fetchJSON('/api/rules?digest=' + l.presets[0].digest)))]).then(([{newsOf}, rules]) => {
		const may = rules.types.map(t => t.id).filter(id => !['flag', 'mine', 'bomb', 'engineer'].includes(id));
		return [...newsOf(rules, [0, 10, 20].map(number => ({seat: 'blue', number, node: 'a' + (number + 7), type: '', may: number === 10 ? [] : may, moved: false})))].map(p => p.number);
	})`))
}

// In a game of four the one who offered a draw reads, once all others have moved, that not all agreed.
func TestDrawOfFourIsSaid(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Played(p, fake.Rules("siguo"), 20)
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/match/"+m.Name)
	x.Do(chromedp.WaitReady(chromedp.CSS(".cell.movable")), pagetest.Click("[data-key=offer]"))
	from, to := fake.Choice(m)
	x.Do(pagetest.Mouse.Move(from, to))
	x.Wait(`document.querySelector('.voice').textContent.includes('not everyone agreed to a draw')`)
}

// attack lets blue attack a piece of red's, when it can, and offer a draw with it; it is red's turn then.
func attack(m *fake.Match, offer bool) (from, to string) {
	m.Slow = true
	m.Begin()
	for {
		for _, move := range m.Referee.LegalMoves() {
			if met := m.Position.At(move.To); m.Referee.ToAct() == engine.Blue && met != engine.NoPiece && met.Seat() == m.Who {
				if err := m.Take(engine.MoveEvent(engine.Blue, move, offer)); err != nil {
					panic(err)
				}
				return m.Rules.Board().Name(move.From), m.Rules.Board().Name(move.To)
			}
		}
		m.Step()
	}
}

// A draw that is offered with an attack does not hide what came of that, and how to decline it is said.
func TestOfferWithAClashTellsBoth(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := p.Sit(p.Presets[0], seat.Arrange)
	from, to := attack(m, true)
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/match/"+m.Name)
	x.Wait(`document.querySelector('.voice b')?.textContent.includes('林间 offers a draw')`)
	told := fake.Ask[string](x, `document.querySelector('.voice').textContent`)
	for _, part := range []string{from + " × " + to, "removed", "your ", "To decline, make your move."} {
		require.Contains(t, told, part)
	}
	require.Equal(t, "Accept", fake.Ask[string](x, `document.querySelector('.voice button').textContent`))
}

// What came of the reader's own attack stays on the line when the other side answers with a quiet move, which a computer does
// within a second; if it answers with an attack, the line has both, in their order.
func TestOwnAttackStaysTold(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := p.Sit(p.Presets[0], seat.Arrange)
	m.Slow = true
	m.Begin()
	served := fake.Serve(t, p)
	meets := func(move engine.Move) bool { return m.Position.At(move.To) != engine.NoPiece }
	find := func(attacks bool) (engine.Move, bool) {
		i := slices.IndexFunc(m.Turns(), func(move engine.Move) bool { return meets(move) == attacks })
		if i < 0 {
			return engine.Move{}, false
		}
		return m.Turns()[i], true
	}
	x := fake.Open(t, served, fake.View{Width: 390, Height: 844, Lang: "en", Theme: "light", Touch: true}, "#/match/"+m.Name)
	const top = `document.querySelector('.boardbox').getBoundingClientRect().top`
	x.Wait(`document.querySelector('.board .piece') !== null`)
	still := fake.Ask[float64](x, top)
	for _, answers := range []bool{false, true} {
		for {
			move, ok := find(true)
			if !ok || m.Referee.ToAct() != m.Who {
				m.Step()
				continue
			}
			require.NoError(t, m.Take(engine.TurnEvent(m.Who, move, false)))
			answer, ok := find(answers)
			if !ok || m.Referee.ToAct() == m.Who {
				continue
			}
			require.NoError(t, m.Take(engine.TurnEvent(m.Referee.ToAct(), answer, false)))
			name := m.Rules.Board().Name
			own, reply := name(move.From)+" × "+name(move.To), name(answer.From)+"–"+name(answer.To)
			if answers {
				own, reply = "Your attack: "+own+", ", " · "+name(answer.From)+" × "+name(answer.To)
			} else {
				own += " (your "
			}
			x.Wait(fmt.Sprintf(`(v => / is removed|are removed|captured|repelled/.test(v?.querySelector('b')?.textContent) && v.textContent.includes(%q) && v.textContent.split(%q)[1]?.includes(%q) && / · your move/.test(v.textContent.split(%q)[1]))(document.querySelector('.voice'))`, own, own, reply, reply))
			require.InDelta(t, still, fake.Ask[float64](x, top), 0.5, "a longer line moves no board")
			x.Wait(`/^A proof of 655 B, made or checked here in 1.8 ms$/.test(document.querySelector('.voice .chip.ok')?.title)`) // the attack's
			break
		}
	}
	const attacked = `{ kind: 'move', number: 1, seat: 'red', from: 'e5', to: 'e3', left: [], out: [], shown: [{ seat: 'red', node: 'b12' }], announcement: { attackerLeaves: true } }`
	says := func(can, announcement string) string {
		return fake.Ask[string](x, `import('/voice.js').then(({ voice }) => {
			const turns = [`+attacked+`, { kind: 'move', number: 2, seat: 'blue', from: 'b3', to: 'b4', left: [], out: [], shown: [], announcement: `+announcement+` }];
			const state = { last: turns[1], decision: 'move', phase: 'play', connection: { online: true }, seats: [], clocks: [], can: [`+can+`], offers: ['blue'], owes: [], pieces: [], moves: {} };
			const said = voice({ heard: true, turns, proofs: [], now: () => 0, cut: () => false, state, table: { seat: 'red', run: 0, players: [{ seat: 'red', you: true }, { seat: 'blue' }] } }, {}, null);
			return said.title + ' | ' + said.text;
		})`)
	}
	require.Equal(t, "The defender is removed; your flag is revealed on b12 | Your attack: e5 × e3, the attacker is removed · b3 × b4 · your move", says("", "{ defenderLeaves: true }"), "what the reader's own attack revealed is in the title")
	require.Equal(t, "The defender is removed; your flag is revealed on b12. Blue offers a draw | Your attack: e5 × e3, the attacker is removed · b3 × b4 · To decline, make your move.", says("'accept'", "{ defenderLeaves: true }"), "an offer with the answer keeps neither from being told")
	require.Equal(t, "The attacker is removed; your flag is revealed on b12. Blue offers a draw | e5 × e3 · Blue: b3–b4 · To decline, make your move.", says("'accept'", "null"))
	require.Equal(t, "The flag is captured", fake.Ask[string](x, `import('/voice.js').then(({ announced }) => announced({ table: { players: [{ seat: 'red' }, { seat: 'blue' }] }, state: { pieces: [] } }, { announcement: { flagTaken: true }, shown: [], out: ['blue'] }).title)`), "that the other of two is out says nothing more")
}

// Of several players the others' turns go by at once: what befell the viewer's army meanwhile stays told until its next turn is
// over, with whose pieces they were.
func TestOwnFateStaysTold(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := p.Sit(p.Add(fake.Rules("siguo")), seat.Arrange)
	from, to := attack(m, false)
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/match/"+m.Name)
	x.Wait(fmt.Sprintf(`document.querySelector('.voice')?.textContent.includes('林间 %s × ')`, from)) // Blue's attack is the newest turn
	for m.Referee.ToAct() != m.Who {
		m.Step()
	}
	x.Wait(fmt.Sprintf(`/[Yy]our move · last round:.*林间 %s × You %s \(your /.test(document.querySelector('.voice').textContent)`, from, to)) // what can be cut is last
	x.Do(fake.Script(`{ const s = document.querySelector('.languages-list'); s.value = 'zh'; s.dispatchEvent(new Event('change')) }`))
	x.Wait(fmt.Sprintf(`/上一轮：.*%s（你的/.test(document.querySelector('.voice').textContent)`, to)) // a Chinese bracket brings its own space
	x.Wait(`document.querySelector('.cell.movable') !== null`)
	m.Step()
	x.Wait(`!document.querySelector('.voice').textContent.includes('上一轮')`)
}

// Before the program votes by itself that who is silent be put out, its player can have it wait, or vote at once.
func TestVoteIsPutOff(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Played(p, fake.Rules("siguo"), 8)
	owes := func(claimable time.Time) {
		m.Change(func() {
			m.Edit = func(l *seat.Look) {
				if m.Waits {
					return
				}
				l.Claimable, l.VoteAt, l.Decision, l.Owes = claimable, claimable.Add(time.Minute), "", []seat.Due{{Seat: engine.Blue, What: "move"}}
			}
		})
	}
	owes(time.Now().Add(time.Hour))
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/match/"+m.Name)
	x.Wait(`document.querySelector('.voice b')?.textContent.startsWith('Blue: ') || document.querySelector('.voice .fell') !== null || document.querySelector('.voice .seat') !== null`)
	require.False(t, fake.Ask[bool](x, `document.querySelector('.voice').textContent.includes('Silent')`), "who has time to move is not silent: what was announced stays to be read")
	owes(time.Now())
	x.Wait(`document.querySelector('.voice b')?.textContent === 'No response: 林间'`)
	x.Do(pagetest.Click(".voice .btn.main"))
	x.Wait(`!document.querySelector('.voice').textContent.includes('Silent')`)
}

// The guide tells what the rules show, what the signs mean, and which keys there are.
func TestGuideTellsOfSignsAndKeys(t *testing.T) {
	x, _ := fake.AtTable(t, fake.Desktop, 20)
	x.Do(pagetest.Click("[data-key=guide]"), chromedp.WaitReady(chromedp.CSS("dialog.guide[open]")))
	said := fake.Ask[string](x, `document.querySelector('dialog.guide').textContent`)
	for _, line := range []string{"When the commander is removed, that army’s flag is revealed.", "A band shows", "A dashed edge: ", "=, a draw was offered; ⚑, a flag was revealed", "m marks"} {
		require.Contains(t, said, line)
	}
}

// The guide goes with what it covers: the browser's Back leads to a page that is not under it.
func TestGuideLeavesWithItsMatch(t *testing.T) {
	x, _ := fake.AtTable(t, fake.Desktop, 20)
	x.Do(pagetest.Click("[data-key=guide]"), chromedp.WaitReady(chromedp.CSS("dialog.guide[open]")), fake.Script(`location.hash = '#/'`), chromedp.WaitReady(chromedp.CSS(".choice")))
	x.Wait(`document.querySelector('.guide') === null`)
}

// Whoever comes back sees first the match that waits for them, with its position; one click leads there.
func TestMatchThatWaitsIsOnTop(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Played(p, fake.Rules("standard"), 40)
	p.Past = append(p.Past, history.Entry{Match: m.Name, Rules: p.Past[0].Rules, Seat: "red", Opponents: []string{"<i>Lin</i>"}, When: p.Past[1].When, Turns: 40, State: "play", Running: true, Yours: true})
	x := fake.Open(t, fake.Serve(t, p), fake.View{Width: 1440, Height: 900, Lang: "en", Theme: "light"}, "#/")
	x.Do(chromedp.WaitReady(chromedp.CSS(".waits .board .piece")))
	require.Equal(t, "Standard Junqi · <i>Lin</i>", fake.Ask[string](x, `document.querySelector('.lobby > section:first-of-type h1').textContent`))
	require.Equal(t, 1, fake.Ask[int](x, `[...document.querySelectorAll('.past li, .waits')].filter(l => l.textContent.includes('Lin')).length`))
	require.Equal(t, 1, fake.Ask[int](x, `document.querySelectorAll('.btn.main').length`), "one thing is to be done next")
	x.Shot("waits")
	speak := func(lang string) {
		x.Do(fake.Script(`{ const list = document.querySelector('.languages-list'); list.value = '` + lang + `'; list.dispatchEvent(new Event('change')) }`))
	}
	speak("zh")
	x.Wait(`/[军师旅团营连]/.test(document.querySelector('.waits .board')?.textContent)`)
	require.Equal(t, []string{"标准军棋，", "不计时 · ", "电脑（入门）"}, fake.Ask[[]string](x, `(title => {
		title.textContent = '标准军棋，不计时 · 电脑（入门）';
		title.style.width = '170px';
		const lines = new Map(), range = document.createRange();
		[...title.textContent].forEach((c, i) => {
			range.setStart(title.firstChild, i), range.setEnd(title.firstChild, i + 1);
			const y = Math.round(range.getClientRects()[0].bottom);
			lines.set(y, (lines.get(y) ?? '') + c);
		});
		title.style.width = '';
		return [...lines.values()];
	})(document.querySelector('.waits h1'))`), "no line ends within a word")
	speak("en")
	x.Wait(`/\d/.test(document.querySelector('.waits .board')?.textContent)`)
	x.Do(chromedp.EmulateViewport(390, 844))
	x.Wait(`document.querySelector('.waits .btn.main').getBoundingClientRect().right < innerWidth && document.querySelector('.waits h1').clientWidth > innerWidth / 2`)
	require.False(t, fake.Ask[bool](x, `document.querySelector('.waits').textContent.includes('clock')`))
	past := p.Past[len(p.Past)-1]
	other := past
	other.Match, other.Left, other.Yours = "other", 20_000, false
	other.Timeouts, other.Limit, other.Skipped = 1, 4, true
	past.Left, past.Timeouts, past.Most, past.Limit = 45_000, 2, 4, 4
	p.Mu.Lock()
	p.Past = append(p.Past[:len(p.Past)-1:len(p.Past)-1], past, other)
	p.Mu.Unlock()
	x.Do(fake.Script(`document.dispatchEvent(new Event('visibilitychange'))`))                                                                                                   // the lobby is asked for again
	x.Wait(`/^Your turn.*0:43.*2\/4/.test(document.querySelector('.due').textContent)`)                                                                                          // it ticks, with nothing new from the program
	x.Wait(`[...document.querySelectorAll('.past .what')].some(l => l.textContent.includes('You are out of time: turn skipped · time-outs: 1 of 4 · Waiting for a move: 0:1'))`) // of another's turn too
	x.Wait(`document.querySelector('.waits .mute').textContent.startsWith('time-outs: 2 of 4 · ')`)
	x.Shot("waits-clock")
	x.Do(pagetest.Click(chromedp.CSS(".waits .btn.main")))
	x.Wait(`location.hash === '#/match/` + m.Name + `'`)
}

// One button of the lobby is filled: what comes next.
func TestLobbyHasOneFilledButton(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	x := fake.Open(t, fake.Serve(t, p), fake.View{Width: 1440, Height: 900, Lang: "en", Theme: "light"}, "#/")
	filled := func(want, why string) {
		t.Helper()
		x.Do(fake.Script(`document.dispatchEvent(new Event('visibilitychange'))`)) // the lobby is asked for again
		fake.Becomes(x, want, `[...document.querySelectorAll('main .btn.main')].map(b => b.closest('li')?.querySelector('b')?.textContent ?? b.textContent).join()`, why)
	}
	change := func(to func(past []history.Entry) []history.Entry) {
		p.Mu.Lock()
		p.Past = to(p.Past)
		p.Mu.Unlock()
	}
	filled("T4", "the unfinished match")
	x.Do(fake.Script(`{ const field = document.querySelector('#invite-in'); field.value = 'djq1aa'; field.dispatchEvent(new Event('input')) }`))
	filled("Show the rules", "what an invite was pasted for")
	x.Do(fake.Script(`{ const field = document.querySelector('#invite-in'); field.value = ''; field.dispatchEvent(new Event('input')) }`))
	change(func(past []history.Entry) []history.Entry { return past[1:] })
	filled("Invite a friend", "the last match was against a person")
	change(func(past []history.Entry) []history.Entry {
		computer := past[0]
		computer.Match, computer.Opponents = "m0", []string{"\x01easy"}
		return append([]history.Entry{computer}, past...)
	})
	filled("Practise", "the last match was against a computer")
}

// The way to each room can be read, however wide the window.
func TestBarShowsAllRooms(t *testing.T) {
	pagetest.Parallel(t)
	for _, width := range []int{390, 730, 780, 830} {
		x := fake.Open(t, fake.Serve(t, fake.NewProgram()), fake.View{Width: width, Height: 800, Lang: "en", Theme: "light"}, "#/")
		x.Do(chromedp.WaitReady(chromedp.CSS(".bar nav .to")))
		require.True(t, fake.Ask[bool](x, `(nav => nav.scrollWidth <= nav.clientWidth)(document.querySelector('.bar nav'))`), width)
	}
}
