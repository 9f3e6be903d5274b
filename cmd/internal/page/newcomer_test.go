package page_test

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
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// What somebody who comes for the first time wants is on the first screen of a phone: what waits to be gone on with, the
// terms in two lines, the computer and friends. An invite is found in the letter that it came in.
func TestLobbyOnAPhone(t *testing.T) {
	chromium(t)
	x := open(t, serve(t, newProgram()), view{Width: 390, Height: 844, Lang: "en", Theme: "light", Touch: true}, "#/")
	x.do(chromedp.WaitReady(chromedp.CSS(".choice")))
	x.wait(`document.querySelector('.lobby > section:first-of-type').textContent.includes('T4')`)
	require.Equal(t, 1, ask[int](x, `[...document.querySelectorAll('.past')].filter(p => p.textContent.includes('T4')).length`), "it is listed once")
	for _, label := range []string{"Practise", "Invite a friend"} {
		x.wait(fmt.Sprintf(`[...document.querySelectorAll('button')].find(b => b.textContent === %q).getBoundingClientRect().bottom <= innerHeight`, label))
	}
	require.False(t, ask[bool](x, `document.querySelector('.terms').checkVisibility()`))
	becomes(x, true, `(a => a.getBoundingClientRect().right <= a.closest('nav').getBoundingClientRect().right)(document.querySelector('nav [href="#/standings"]'))`, "all rooms can be reached")
	x.do(pagetest.Tap("[data-key=all-terms] summary"))
	x.wait(`document.querySelector('.terms').checkVisibility()`)
	x.forgive("/api/join/look")
	x.do(chromedp.SendKeys(chromedp.CSS("#invite-in"), "hello "), pagetest.Tap(".wide-btn"), chromedp.WaitReady(chromedp.CSS(".toast.wrong")), script(`document.querySelector('#invite-in').value = ''`))
	x.do(chromedp.SendKeys(chromedp.CSS("#invite-in"), "Come: darkjunqi join "+invite+" and then call me"))
	x.do(pagetest.Tap(".wide-btn"), chromedp.WaitReady(chromedp.CSS("dialog[open] .named input")))
	x.wait(`document.querySelector('.toast') === null`)                                                                                                                                                                                                 // the first one's fault is mended
	x.wait(`(end => [...document.querySelectorAll('dialog h2, dialog .named input')].every(e => e.getBoundingClientRect().top > 0 && e.getBoundingClientRect().bottom < end))(document.querySelector('dialog .btn.main').getBoundingClientRect().top)`) // before what has to be scrolled
}

// On a laptop, too, a match starts without scrolling past the rules that can be changed.
func TestLobbyOnALaptop(t *testing.T) {
	chromium(t)
	p := newProgram()
	p.past = []history.Entry{}
	x := open(t, serve(t, p), view{Width: 1440, Height: 900, Lang: "en", Theme: "light"}, "#/")
	x.do(chromedp.WaitReady(chromedp.CSS(".option")))
	for _, label := range []string{"Practise", "Invite a friend"} {
		x.wait(fmt.Sprintf(`[...document.querySelectorAll('button')].find(b => b.textContent === %q)?.getBoundingClientRect().bottom <= innerHeight`, label))
	}
	becomes(x, true, `(r => { r.selectNodeContents(document.querySelector('h1')); const lines = [...r.getClientRects()].map(l => l.width); return lines.at(-1) > lines[0] / 2; })(document.createRange())`, "no single word is left for the last line")
}

// The position that a newcomer sees speaks the language that the page is switched to.
func TestNewcomersPictureFollowsTheLanguage(t *testing.T) {
	chromium(t)
	p := newProgram()
	p.past = []history.Entry{}
	x := open(t, serve(t, p), desktop, "#/")
	x.wait(`document.querySelector('figcaption')?.textContent.startsWith('Your regiment')`)
	x.do(script(`{ const s = document.querySelector('.languages-list'); s.value = 'zh'; s.dispatchEvent(new Event('change')) }`))
	x.wait(`document.querySelector('figcaption').textContent.includes('团长') && document.querySelector('.welcome .figure').textContent.includes('行营')`)
	require.Equal(t, 1, ask[int](x, `document.querySelectorAll('.welcome figure').length`))
}

// After a restart nobody has read a practice match: its rules are not known yet, and it can be resumed all the same.
func TestUnreadMatchIsOffered(t *testing.T) {
	chromium(t)
	p := newProgram()
	p.past = []history.Entry{{Match: "0123abcd-red", Seat: "red", Opponents: []string{history.BotName("sensible")}, When: p.past[0].When, State: "play"}}
	x := open(t, serve(t, p), desktop, "#/")
	x.wait(`document.querySelector('a[href="#/match/0123abcd-red"]')?.textContent === 'Resume'`)
	x.wait(`document.querySelectorAll('.choice').length > 1`)
}

// What an unfinished match waits for is said once, and nobody who has not come is named.
func TestUndoneMatchesInTheLobby(t *testing.T) {
	chromium(t)
	p := newProgram()
	p.past = []history.Entry{
		{Match: "0123abcd-red", Seat: "red", Opponents: []string{history.BotName("sensible")}, When: p.past[0].When, State: "play", Verdict: "unfinished"},
		{Match: "4567abcd-blue", Seat: "blue", Opponents: []string{""}, When: p.past[0].When, State: "invited"},
	}
	x := open(t, serve(t, p), desktop, "#/")
	x.wait(`document.querySelectorAll('.past .what').length === 2`)
	require.Equal(t, []string{"in progress", "nobody has joined"}, ask[[]string](x, `[...document.querySelectorAll('.past .what .mute')].map(w => w.textContent.split(' · ')[0])`))
	require.Equal(t, 1, ask[int](x, `document.querySelectorAll('.past .what b').length`), "only the computer has a name")
	require.Zero(t, ask[int](x, `document.querySelectorAll('.past .chip').length`), "a match in progress needs no verdict")
	x.do(script(`document.querySelector('.past li:has([href$=blue]) button').click()`))
	x.wait(`document.querySelectorAll('.past .what').length === 1 && document.querySelector('.past [href$=red]') !== null`) // one click: nothing is lost by it
}

// Matches that are over are at hand where one goes to look at them again.
func TestReplayRoomListsMatches(t *testing.T) {
	chromium(t)
	x := open(t, serve(t, newProgram()), desktop, "#/record")
	x.wait(`document.querySelectorAll('.past li').length === 2`)
	require.False(t, ask[bool](x, `document.querySelector('.past').textContent.includes('T4')`), "it is being played")
}

// One's own results stand on a page of their own, reached from the bar and from the past matches; names are text.
func TestStandings(t *testing.T) {
	chromium(t)
	p := newProgram()
	p.auditing = true // the match that was just played is still being audited
	x := open(t, serve(t, p), view{Width: 390, Height: 844, Lang: "en", Theme: "light", Touch: true}, "#/")
	x.do(chromedp.WaitReady(chromedp.CSS(`.past a[href="#/standings"]`)), script(`document.querySelector('.past a[href="#/standings"]').click()`), chromedp.WaitReady(chromedp.CSS(".tallies")))
	x.wait(`document.querySelector('.tallies dd').textContent === '19'`)
	require.Equal(t, []string{"19", "3", "9", "6"}, ask[[]string](x, `[...document.querySelectorAll('.tallies dd')].map(d => d.textContent)`))
	require.Equal(t, []string{"Standard Junqi11 2 5", "Siguo: two against two8 1 4", "<i>K2</i>7 1 6", "Computer (Strong)12 2 3", "Computer (Strong) ×2", "unnamed"},
		ask[[]string](x, `[...document.querySelectorAll('.tally')].map(t => t.firstChild.textContent + [...t.lastChild.children].map(c => c.textContent).join(' '))`))
	require.Equal(t, []string{"<i>K2</i>1688 ± 84", "You1628 ± 90", "林间1541 ± 121"}, ask[[]string](x, `[...document.querySelectorAll('.rated li')].map(l => l.textContent)`))
	require.Greater(t, ask[float64](x, `document.querySelector('.tally-bar .tally-won').offsetWidth / document.querySelector('.tally-bar .tally-drawn').offsetWidth`), 1.5)
	require.True(t, ask[bool](x, `document.documentElement.scrollWidth <= innerWidth`))
	x.shot("standings-phone")
}

// The page speaks as the program does, and as its reader likes, which a cookie tells: to that language, if it was asked for, and
// from whatever anybody else has put there to nothing.
func TestLanguageOfThePage(t *testing.T) {
	chromium(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	served := page.New(page.Options{Backend: newProgram(), Host: listener.Addr().String(), Lang: messages.Chinese, Asked: true})
	serveOn(t, listener, served)
	x := open(t, served, desktop, "#/")
	x.do(script(`document.cookie = 'darkjunqi=' + encodeURIComponent('{"lang": "en"}') + '; path=/'`), chromedp.Reload())
	x.wait(`document.querySelector('.choice')?.textContent.includes('Standard') && document.querySelector('html').lang === 'en'`) // as its reader likes
	x.do(chromedp.Navigate(served.Address()), chromedp.WaitReady(chromedp.CSS(".choice")))                                        // the token leads on
	x.wait(`document.querySelector('.choice')?.textContent.includes('标准军棋') && document.querySelector('html').lang === 'zh-CN'`)  // as it was asked for
	x.do(script(`document.cookie = 'darkjunqi=' + encodeURIComponent('{"lang": "<b>", "theme": {"dark": 1}, "sound": "no", "else": 1}') + '; path=/'`), chromedp.Reload(), chromedp.WaitReady(chromedp.CSS(".choice")))
	x.wait(`document.querySelector('.choice')?.textContent.includes('标准军棋') && document.documentElement.dataset.theme === undefined`)
}

// Anyone who waits for a layout is told whose, and sees their own.
func TestWaitingForALayout(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := p.sit(p.presets[0], seat.Arrange)
	m.change(func() {
		m.edit = func(l *seat.Look) {
			l.Phase, l.Decision, l.Owes = seat.Setup, "", []seat.Due{{Seat: engine.Blue, What: "layout", Since: time.Now()}}
			l.Sides[engine.Red].Chosen, l.Sides[engine.Blue].Chosen = true, false
			l.Sides[engine.Red].Ready, l.Sides[engine.Blue].Ready = false, false
		}
	})
	x := open(t, serve(t, p), desktop, "#/match/"+m.name)
	x.wait(`document.querySelector('.voice b')?.textContent === 'Waiting for a layout: 林间'`)
	x.wait(`document.querySelector('.plate.own').textContent.includes('have chosen a layout') && document.querySelector('.plate:not(.own)').textContent.includes('choosing a layout') && document.querySelector('.chosen .thumb') !== null`)
}

// Only the host is told to send an invite, and how many watch: guests and watchers have none.
func TestWaitingWithoutInvites(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := p.sit(p.presets[0], seat.Arrange)
	m.change(func() {
		m.edit = func(l *seat.Look) {
			l.Phase, l.Decision, l.Owes = seat.Waiting, "", nil
			l.Sides[engine.Blue].Joined = false
		}
	})
	x := open(t, serve(t, p), desktop, "#/match/"+m.name)
	x.wait(`document.querySelector('.voice b')?.textContent === 'Waiting for a player: 林间'`)
	require.NotContains(t, ask[string](x, `document.querySelector('.voice').textContent`), "Send the invite")
	m.change(func() {
		m.edit = func(l *seat.Look) {
			l.Phase, l.Decision, l.Owes = seat.Waiting, "", nil
			l.Sides[engine.Blue].Joined = false
			l.Invites, l.Watchers = map[string]string{"blue": "djq1test"}, 2
		}
	})
	x.wait(`document.querySelector('.voice').textContent.includes('Send the invite') && document.querySelector('.host').textContent.includes('2 watching')`)
}

// A watcher has no layout, sends no invite, and plays with nobody.
func TestWatcherBeforeTheGame(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := p.sit(p.presets[0], seat.Arrange)
	before := func(phase seat.Phase) {
		m.change(func() {
			m.edit = func(l *seat.Look) {
				l.Watching, l.Phase, l.Decision, l.TalkTo = true, phase, "", nil
				l.Owes = []seat.Due{{Seat: engine.Red, What: "layout", Since: time.Now()}}
				for i := range l.Sides {
					l.Sides[i].Joined, l.Sides[i].Chosen = phase == seat.Setup, false
				}
			}
		})
	}
	before(seat.Waiting)
	x := open(t, serve(t, p), desktop, "#/match/"+m.name)
	x.wait(`document.querySelector('.voice b')?.textContent.includes('Waiting for a player')`)
	require.NotContains(t, ask[string](x, `document.querySelector('.voice').textContent`), "Send the invite")
	before(seat.Setup)
	x.wait(`document.querySelector('.voice b').textContent.includes('Waiting for a layout')`)
	require.NotContains(t, ask[string](x, `document.querySelector('.voice').textContent`), "Yours")
	require.Zero(t, ask[int](x, `document.querySelectorAll('.before .chosen, .phrase').length`))
	x.wait(`document.querySelectorAll('.board .cell').length === 60 && !document.querySelector('.c-losses')`)
	x.do(chromedp.EmulateViewport(390, 844)) // whose tabs open nothing that is empty
	require.Equal(t, []string{"Moves", "More"}, ask[[]string](x, `[...document.querySelectorAll('.tabs button')].map(b => b.textContent)`))
}

// The words to compare are never cut, however long they are, on a phone either.
func TestWordsToCompareWrap(t *testing.T) {
	chromium(t)
	x := open(t, serve(t, newProgram()), view{Width: 390, Height: 844, Lang: "en", Theme: "light", Touch: true}, "#/")
	x.do(chromedp.WaitReady(chromedp.CSS("main .card")))
	require.True(t, ask[bool](x, `(() => {
		const words = document.createElement('b'), all = document.createElement('span'), line = document.createElement('p');
		line.className = 'phrase';
		words.textContent = 'caterpillar strawberry watermelon cucumber treasure';
		all.append('To compare: ', words);
		line.append(all);
		document.querySelector('main').append(line);
		return words.offsetHeight > 0 && words.getBoundingClientRect().right <= 390;
	})()`))
	x.none(`(line => {
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
	chromium(t)
	p := newProgram()
	m := p.sit(p.presets[0], seat.Arrange)
	m.change(func() {
		m.edit = func(l *seat.Look) {
			l.Owes = []seat.Due{{Seat: engine.Red, What: "layout", Since: time.Now()}}
			l.Sides[engine.Blue].Chosen, l.Sides[engine.Blue].Ready = false, false
		}
	})
	x := open(t, serve(t, p), desktop, "#/match/"+m.name)
	x.wait(`document.querySelector('.plate.own')?.textContent.includes('choosing a layout') && document.querySelector('.plate:not(.own)').textContent.includes('no layout yet')`)
	x.wait(`document.querySelector('.voice').textContent.includes('Nobody sees it')`)
	edit := m.edit
	m.change(func() { m.edit = func(l *seat.Look) { edit(l); l.Owes, l.Sides[engine.Blue].Chosen = nil, true } })
	x.wait(`document.querySelector('.plate:not(.own)').textContent.includes('has chosen a layout') && document.querySelector('.voice').textContent.includes('Your opponent is ready')`)
}

// A draw is said when it is about to be offered, when it is, and when it is declined; and an own piece that can't move says why.
func TestDrawIsSaid(t *testing.T) {
	x, m := atTable(t, desktop, 20)
	flag := ""
	for _, p := range m.seat.State().Pieces {
		if p.Seat == "red" && p.Type == "flag" {
			flag = p.Node
		}
	}
	x.do(script(`window.toasts = document.getElementById('toasts'); window.told = []; new MutationObserver(() => told.push(toasts.textContent)).observe(toasts, {childList: true})`), pagetest.Click(node(flag)))
	x.wait(`told.includes('This flag never moves.')`)
	require.Equal(t, "none", ask[string](x, `getComputedStyle(toasts).pointerEvents`), "what lies under it can be clicked")
	x.do(pagetest.Click("[data-key=offer]"))
	x.wait(`document.querySelector('.voice b').textContent === 'Your next move will offer a draw'`)
	from, to := choice(m)
	x.do(pagetest.Mouse.Pick(from, to))
	require.Equal(t, "Proving your move…", ask[string](x, fmt.Sprintf(`(document.querySelector('[data-node=%s]').click(), document.querySelector('.voice .what span').textContent)`, to)), "a click shows at once that it was taken")
	x.wait(`document.querySelector('.voice').textContent.includes('draw declined')`)
	x.wait(`[...document.querySelectorAll('.moves .mv .flagged')].some(f => f.textContent === '=' && f.getAttribute('aria-label') === 'draw offered')`)
	x.wait(`document.querySelector('.toast') === null`) // what was told of the flag is over
	x.do(script(`const s = document.querySelector('.languages-list'); s.value = 'zh'; s.dispatchEvent(new Event('change'))`))
	x.wait(`(p => p.lang === 'zh-CN' && p.textContent.includes('轮到你走'))(document.querySelector('[role=status].hidden-text'))`)

	// A conclusion that is true of nearly all pieces is no news.
	require.Equal(t, []int{4}, ask[[]int](x, `Promise.all([import('/ranks.js'), import('/api.js').then(api => api.fetchJSON('/api/lobby').then(l => api.fetchJSON('/api/rules?digest=' + l.presets[0].digest)))]).then(([{newsOf}, rules]) => {
		const may = ids => rules.types.map(t => t.id).filter(id => !ids.includes(id)), common = may(['flag', 'mine', 'commander']);
		const pieces = [common, common, common, common, may(['flag', 'mine', 'engineer', 'commander']), []].map((may, number) => ({seat: 'blue', number, node: 'a' + (number + 7), type: '', may, moved: true}));
		return [...newsOf(rules, pieces)].map(p => p.number);
	})`))
}

// attack lets blue attack a piece of red's, when it can, and offer a draw with it; it is red's turn then.
func attack(m *match, offer bool) (from, to string) {
	m.slow = true
	m.begin()
	for {
		for _, move := range m.referee.LegalMoves() {
			if met := m.position.At(move.To); m.referee.ToAct() == engine.Blue && met != engine.NoPiece && met.Seat() == m.who {
				if err := m.take(engine.MoveEvent(engine.Blue, move, offer)); err != nil {
					panic(err)
				}
				return m.rules.Board().Name(move.From), m.rules.Board().Name(move.To)
			}
		}
		m.step()
	}
}

// A draw that is offered with an attack does not hide what came of that, and how to decline it is said.
func TestOfferWithAClashTellsBoth(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := p.sit(p.presets[0], seat.Arrange)
	from, to := attack(m, true)
	x := open(t, serve(t, p), desktop, "#/match/"+m.name)
	x.wait(`document.querySelector('.voice b')?.textContent.includes('林间 offers a draw')`)
	told := ask[string](x, `document.querySelector('.voice').textContent`)
	for _, part := range []string{from + " × " + to, "removed", "your ", "To decline, make your move."} {
		require.Contains(t, told, part)
	}
	require.Equal(t, "Accept", ask[string](x, `document.querySelector('.voice button').textContent`))
}

// What came of the reader's own attack stays on the line when the other side answers with a quiet move, which a computer does
// within a second; if it answers with an attack, the line has both.
func TestOwnAttackStaysTold(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := p.sit(p.presets[0], seat.Arrange)
	m.slow = true
	m.begin()
	served := serve(t, p)
	meets := func(move engine.Move) bool { return m.position.At(move.To) != engine.NoPiece }
	find := func(attacks bool) (engine.Move, bool) {
		i := slices.IndexFunc(m.turns(), func(move engine.Move) bool { return meets(move) == attacks })
		if i < 0 {
			return engine.Move{}, false
		}
		return m.turns()[i], true
	}
	x := open(t, served, view{Width: 390, Height: 844, Lang: "en", Theme: "light", Touch: true}, "#/match/"+m.name)
	const top = `document.querySelector('.boardbox').getBoundingClientRect().top`
	x.wait(`document.querySelector('.board .piece') !== null`)
	still := ask[float64](x, top)
	for _, answers := range []bool{false, true} {
		for {
			move, ok := find(true)
			if !ok || m.referee.ToAct() != m.who {
				m.step()
				continue
			}
			require.NoError(t, m.take(engine.TurnEvent(m.who, move, false)))
			answer, ok := find(answers)
			if !ok || m.referee.ToAct() == m.who {
				continue
			}
			require.NoError(t, m.take(engine.TurnEvent(m.referee.ToAct(), answer, false)))
			name := m.rules.Board().Name
			own, reply := name(move.From)+" × "+name(move.To)+" (your ", name(answer.From)+"–"+name(answer.To)
			if answers {
				own, reply = "your attack: "+own, name(answer.From)+" × "+name(answer.To)
			}
			x.wait(fmt.Sprintf(`(v => / is removed|are removed|captured|repelled/.test(v?.querySelector('b')?.textContent) && v.textContent.includes(%q) && v.textContent.includes(%q))(document.querySelector('.voice'))`, own, reply))
			require.InDelta(t, still, ask[float64](x, top), 0.5, "a longer line moves no board")
			x.wait(`document.querySelector('.voice .chip.ok') !== null`) // the attack's proof
			break
		}
	}
	require.Equal(t, "The flag is captured", ask[string](x, `import('/voice.js').then(({ announced }) => announced({ table: { players: [{ seat: 'red' }, { seat: 'blue' }] }, state: { pieces: [] } }, { announcement: { flagTaken: true }, shown: [], out: ['blue'] }).title)`), "that the other of two is out says nothing more")
}

// Of several players the others' turns go by at once: what befell the viewer's army meanwhile stays told until its next turn is
// over, with whose pieces they were.
func TestOwnFateStaysTold(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := p.sit(p.add(rules("siguo")), seat.Arrange)
	from, to := attack(m, false)
	x := open(t, serve(t, p), desktop, "#/match/"+m.name)
	x.wait(fmt.Sprintf(`document.querySelector('.voice')?.textContent.includes('林间 %s × ')`, from)) // Blue's attack is the newest turn
	for m.referee.ToAct() != m.who {
		m.step()
	}
	x.wait(fmt.Sprintf(`/your move · since your last move:.*林间 %s × You %s \(your /.test(document.querySelector('.voice').textContent)`, from, to)) // what can be cut is last
	x.do(script(`{ const s = document.querySelector('.languages-list'); s.value = 'zh'; s.dispatchEvent(new Event('change')) }`))
	x.wait(fmt.Sprintf(`/上一步以来：.*%s（你的/.test(document.querySelector('.voice').textContent)`, to)) // a Chinese bracket brings its own space
	x.wait(`document.querySelector('.cell.movable') !== null`)
	m.step()
	x.wait(`!document.querySelector('.voice').textContent.includes('上一步以来')`)
}

// Before the program votes by itself that who is silent be put out, its player can have it wait, or vote at once.
func TestVoteIsPutOff(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := played(p, rules("siguo"), 8)
	owes := func(claimable time.Time) {
		m.change(func() {
			m.edit = func(l *seat.Look) {
				if m.waits {
					return
				}
				l.Claimable, l.VoteAt, l.Decision, l.Owes = claimable, claimable.Add(time.Minute), "", []seat.Due{{Seat: engine.Blue, What: "move"}}
			}
		})
	}
	owes(time.Now().Add(time.Hour))
	x := open(t, serve(t, p), desktop, "#/match/"+m.name)
	x.wait(`document.querySelector('.voice b')?.textContent.startsWith('Blue: ') || document.querySelector('.voice .fell') !== null || document.querySelector('.voice .seat') !== null`)
	require.False(t, ask[bool](x, `document.querySelector('.voice').textContent.includes('Silent')`), "who has time to move is not silent: what was announced stays to be read")
	owes(time.Now())
	x.wait(`document.querySelector('.voice b')?.textContent === 'No response: 林间'`)
	x.do(pagetest.Click(".voice .btn.main"))
	x.wait(`!document.querySelector('.voice').textContent.includes('Silent')`)
}

// The guide tells what the rules show, what the signs mean, and which keys there are.
func TestGuideTellsOfSignsAndKeys(t *testing.T) {
	x, _ := atTable(t, desktop, 20)
	x.do(pagetest.Click("[data-key=guide]"), chromedp.WaitReady(chromedp.CSS("dialog.guide[open]")))
	said := ask[string](x, `document.querySelector('dialog.guide').textContent`)
	for _, line := range []string{"When the commander is removed, that army’s flag is revealed.", "A band shows", "m marks"} {
		require.Contains(t, said, line)
	}
}

// Whoever comes back sees first the match that waits for them, with its position; one click leads there.
func TestMatchThatWaitsIsOnTop(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := played(p, rules("standard"), 40)
	p.past = append(p.past, history.Entry{Match: m.name, Rules: p.past[0].Rules, Seat: "red", Opponents: []string{"<i>Lin</i>"}, When: p.past[1].When, Turns: 40, State: "play", Running: true, Yours: true})
	x := open(t, serve(t, p), view{Width: 1440, Height: 900, Lang: "en", Theme: "light"}, "#/")
	x.do(chromedp.WaitReady(chromedp.CSS(".waits .board .piece")))
	require.Equal(t, "Standard Junqi · <i>Lin</i>", ask[string](x, `document.querySelector('.lobby > section:first-of-type h1').textContent`))
	require.Equal(t, 1, ask[int](x, `[...document.querySelectorAll('.past li, .waits')].filter(l => l.textContent.includes('Lin')).length`))
	require.Equal(t, 1, ask[int](x, `document.querySelectorAll('.btn.main').length`), "one thing is to be done next")
	x.shot("waits")
	x.do(chromedp.EmulateViewport(390, 844))
	x.wait(`document.querySelector('.waits .btn.main').getBoundingClientRect().right < innerWidth && document.querySelector('.waits h1').clientWidth > innerWidth / 2`)
	x.do(pagetest.Click(chromedp.CSS(".waits .btn.main")))
	x.wait(`location.hash === '#/match/` + m.name + `'`)
}
