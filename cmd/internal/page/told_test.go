package page_test

import (
	"context"
	"fmt"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	browser "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/history"
	"github.com/darkjunqi/darkjunqi/cmd/internal/page"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// round takes turns until it is the reader's again.
func (m *match) round() {
	for m.step(); m.referee.ToAct() != m.who; m.step() {
	}
}

// A turn that has passed is told: among four the viewer's own until the next has come, and once only.
func TestPassedTurnIsTold(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := p.sit(p.add(rules("siguo")), seat.Arrange)
	m.slow = true
	m.begin()
	for m.referee.ToAct() != m.who {
		m.step()
	}
	x := open(t, serve(t, p), desktop, "#/match/"+m.name)
	require.NoError(t, m.Pass())
	x.wait(`document.querySelector('.voice b')?.textContent === 'You are out of time: turn skipped'`)
	require.NoError(t, m.take(engine.PassEvent(m.referee.ToAct())))
	x.wait(`document.querySelector('.voice b').textContent === '林间 is out of time: turn skipped'`)
	m.round()
	x.wait(`document.querySelector('.voice').textContent.includes('since your last move: You are out of time: turn skipped')`)
	require.NoError(t, m.Pass())
	m.round()
	x.wait(`document.querySelector('.voice').textContent.split('You are out of time').length === 2 && document.querySelectorAll('.moves .mv').length === 8`)
	require.Equal(t, 3, ask[int](x, `[...document.querySelectorAll('.moves .mv')].filter(b => b.textContent === 'skipped').length`))
}

// Between two the other's move follows a time-out at once, and it is told all the same, with how many there were.
func TestPassedTurnIsToldBetweenTwo(t *testing.T) {
	chromium(t)
	p := newProgram()
	rs := rules("standard")
	m := p.sit(p.add(rs), seat.Arrange)
	m.slow = true
	m.begin()
	for m.referee.ToAct() != m.who {
		m.step()
	}
	x := open(t, serve(t, p), desktop, "#/match/"+m.name)
	told := func(title, text string) {
		t.Helper()
		x.wait(fmt.Sprintf(`document.querySelector('.voice b')?.textContent.startsWith(%q) && document.querySelector('.voice').textContent.includes(%q)`, title, text))
	}
	limit := fmt.Sprintf("(%d lose the game)", rs.Timeouts())
	require.NoError(t, m.Pass())
	told("You are out of time: turn skipped", "time-out 1 "+limit)
	require.True(t, ask[bool](x, `document.querySelector('.voice .chip.ok') === null`), "an earlier turn's proof is none of this one")
	m.round()
	told("", "since your last move: You are out of time: turn skipped, time-out 1 "+limit)
	m.step()
	m.round()
	x.wait(`document.querySelectorAll('.moves .mv').length === ` + fmt.Sprint(m.position.Ply()) + ` && !document.querySelector('.voice').textContent.includes('time-out')`)
	require.NoError(t, m.Pass())
	require.NoError(t, m.take(engine.PassEvent(m.referee.ToAct())))
	told("林间 is out of time: turn skipped", "time-out 1 "+limit+" · your move · since your last move: You are out of time: turn skipped, time-out 2 "+limit)
}

// A flag that is shown among four: whose and where is told, with "your" for one's own, and it stands open on the board.
func TestShownFlagIsTold(t *testing.T) {
	chromium(t)
	seen := map[bool]bool{} // whether one's own was shown
	p := newProgram()
	served := serve(t, p)
	for i := 0; i < 40 && len(seen) < 2; i++ {
		m := p.sit(p.add(rules("siguo")), seat.Arrange)
		m.slow = true
		m.begin()
		shown := func() []seat.Shown {
			if last := m.seat.State().Last; last != nil {
				return last.Shown
			}
			return nil
		}
		for !m.referee.Result().Over && len(shown()) != 1 {
			m.step()
			m.change(func() {})
		}
		if len(shown()) != 1 || seen[shown()[0].Seat == "red"] {
			continue
		}
		flag := shown()[0]
		own := flag.Seat == "red"
		seen[own] = true
		x := open(t, served, desktop, "#/match/"+m.name)
		whose := map[bool]string{true: "your flag is on ", false: "’s flag is on "}[own]
		x.wait(fmt.Sprintf(`document.querySelector('.voice b')?.textContent.includes(%q)`, whose+flag.Node))
		x.wait(fmt.Sprintf(`document.querySelector('[data-node=%s]').getAttribute('aria-label').endsWith('flag') && document.querySelectorAll('.moves [aria-label="flag revealed"]').length > 0`, flag.Node))
		x.shot(fmt.Sprint("flag-shown-", own))
	}
	require.Len(t, seen, 2)
}

// The reader is spoken to, and of four not as of two.
func TestReaderIsSpokenTo(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := played(p, rules("standard"), 30)
	served := serve(t, p)
	x := open(t, served, desktop, "#/match/"+m.name)
	x.do(chromedp.WaitReady(chromedp.CSS(".cell.movable")))
	require.NoError(t, m.Resign())
	x.wait(`document.querySelector('.voice').textContent.includes('You lost') && document.querySelector('.voice').textContent.includes('You resign')`)
	require.NotContains(t, ask[string](x, `document.body.textContent`), "You resigns")

	done := over(p, rules("siguo"))
	x.visit("#/record/" + done.name)
	x.do(chromedp.WaitReady(chromedp.CSS(".review .board .piece")), script(`dispatchEvent(new KeyboardEvent('keydown', {key: 'Home', bubbles: true}))`))
	x.wait(`document.querySelector('.step').textContent.includes('All layouts are locked and proven legal.')`)

	x.visit("#/")
	x.do(chromedp.WaitReady(chromedp.CSS(".choice")))
	x.wait(`[...document.querySelectorAll('.host .btn')].some(b => b.textContent === 'Invite a friend')`)
	x.do(script(`[...document.querySelectorAll('.choice')].find(c => c.textContent.includes('Siguo')).querySelector('input').click()`))
	x.wait(`[...document.querySelectorAll('.host .btn')].some(b => b.textContent === 'Create 3 invites')`)

	said := ask[[]string](x, `Promise.all([import('./words.js'), import('./people.js')]).then(([{ say }, { inOrder }]) => [
		say('count.proofs', 1), say('count.proofs', 2), say('count.records', 1),
		inOrder({players: [{seat: 'red'}, {seat: 'blue'}, {seat: 'amber', you: true}, {seat: 'teal'}]}).map(p => p.seat).join(' '),
		inOrder({players: [{seat: 'red'}, {seat: 'blue'}]}).map(p => p.seat).join(' '),
	])`)
	require.Equal(t, []string{"1 proof", "2 proofs", "1 record", "amber teal red blue", "red blue"}, said)
}

// Whose doing or fate ended a match is said with the result, at the table and in the list of past matches.
func TestWhoseEndItWas(t *testing.T) {
	chromium(t)
	x := open(t, serve(t, newProgram()), view{Width: 1280, Height: 800, Lang: "zh", Theme: "light"}, "#/")
	x.do(chromedp.WaitReady(chromedp.CSS(".choice")))
	line := func(you, reason string) string {
		return ask[string](x, fmt.Sprintf(`import('/past.js').then(p => p.matchLine({match: 'm', seat: 'red', opponents: ['Ada'], you: %q, reason: %q, state: 'over', verdict: 'honest', turns: 3, when: 0, rules: {en: 'standard', zh: '标准规则'}}).querySelector('.mute').textContent)`, you, reason))
	}
	require.Contains(t, line("won", "resignation"), "Ada 认输")
	require.Contains(t, line("lost", "resignation"), "你认输")
	x.do(script(`const s = document.querySelector('.languages-list'); s.value = 'en'; s.dispatchEvent(new Event('change'))`))
	x.wait(`document.querySelector('.choice').textContent.includes('Standard')`)
	require.True(t, strings.HasPrefix(line("lost", "flag"), "You lost the flag · "), "once")
	because := func(winner string) string {
		return ask[string](x, fmt.Sprintf(`import('/voice.js').then(v => v.because({players: [{seat: 'red', name: '', you: true}, {seat: 'blue', name: 'Ada'}]}, {result: {winners: [%q], reason: 'no-move', draw: false}}))`, winner))
	}
	require.Equal(t, "Ada had no legal move", because("red"))
	require.Equal(t, "You had no legal move", because("blue"))
}

// A lost link is told in whole sentences, with why it could not be made again.
func TestLostLinkIsTold(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := played(p, rules("standard"), 4)
	m.change(func() {
		m.edit = func(l *seat.Look) {
			l.Link = seat.Link{Since: time.Now().Add(-12 * time.Second), Trouble: errFalse}
			l.Sides[engine.Blue].Online = false
		}
	})
	x := open(t, serve(t, p), desktop, "#/match/"+m.name)
	x.wait(`/^林间: offline for \d+ s$/.test(document.querySelector('.voice b')?.textContent ?? '')`)
	x.wait(`document.querySelector('.voice .what span').textContent === 'Reconnecting; the match is saved. If this lasts, ask whether darkjunqi is still open there. (Last attempt: the proof of the answer is false)'`)
}

// A program that was killed in its turn does not think: its player's plate says at once that it is gone.
func TestKilledProgramDoesNotThink(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := p.sit(p.presets[0], seat.Arrange)
	m.slow = true
	m.begin()
	for m.referee.ToAct() == m.who {
		m.step()
	}
	x := open(t, serve(t, p), desktop, "#/match/"+m.name)
	x.wait(`document.querySelector('.plate:not(.own) .how')?.textContent === 'thinking'`)
	gone := time.Now()
	m.change(func() {
		m.edit = func(l *seat.Look) {
			l.Link = seat.Link{Since: gone}
			l.Sides[engine.Blue].Online = false
		}
	})
	x.wait(`document.querySelector('.plate:not(.own) .how').textContent === 'offline'`)
	x.wait(`/^林间: offline for \d+ s$/.test(document.querySelector('.voice b').textContent)`)
	require.Equal(t, "offline", ask[string](x, `document.querySelector('.plate:not(.own) .how').textContent`))
}

// On a phone the buttons of a warning stand below its words, however many they are.
func TestWarningHasRoomOnAPhone(t *testing.T) {
	x, m := atTable(t, phone, 20)
	m.change(func() { m.edit = func(l *seat.Look) { l.Link = seat.Link{Since: time.Now().Add(-12 * time.Second)} } })
	x.wait(`document.querySelector('.voice.warn .btn') !== null`)
	require.Greater(t, ask[float64](x, `(v => {
		v.append(Object.assign(document.createElement('button'), { className: 'btn main', textContent: '再连一次' })); // as where people carry texts
		return v.querySelector('.what').offsetWidth / v.offsetWidth;
	})(document.querySelector('.voice.warn'))`), 0.7)
}

// Where a move waits for another seat's program, the line says for which, and how long.
func TestMissingSeenIsTold(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := played(p, rules("siguo"), 4)
	m.change(func() {
		m.edit = func(l *seat.Look) {
			l.Decision, l.Owes = "", []seat.Due{{Seat: engine.Blue, What: "seen", Since: time.Now().Add(-12 * time.Second)}}
		}
	})
	x := open(t, serve(t, p), desktop, "#/match/"+m.name)
	x.wait(`/^Waiting for .+’s program \(\d+ s\)$/.test(document.querySelector('.voice b')?.textContent ?? '')`)
}

// A certificate shows no game: the verdict stands alone.
func TestCertificateShowsNoBoard(t *testing.T) {
	chromium(t)
	x := open(t, serve(t, newProgram()), desktop, "#/record")
	file := t.TempDir() + "/m.cert"
	require.NoError(t, os.WriteFile(file, []byte("darkjunqi tampered certificate"), 0o600))
	x.do(chromedp.WaitReady(chromedp.CSS("input[type=file]")), chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{file}))
	x.wait(`document.querySelector('.judged.alarm')?.textContent.includes('It needs no other file')`)
	require.True(t, ask[bool](x, `document.querySelector('.board, .scrub, .step') === null && document.querySelector('.droppable') !== null`))
	x.shot("certificate")

	key, id := strings.Repeat("fedcba9876543210", 4), strings.Repeat("0123456789abcdef", 4)
	x.wait(fmt.Sprintf(`document.querySelector('.judged').textContent.includes('match 0123456789ab · Blue signed with the key ' + %q) && document.querySelector('.judged [title]').title === %q`, key, id))
	require.False(t, ask[bool](x, `document.documentElement.scrollWidth > innerWidth`))
	x.do(script(`const s = document.querySelector('.languages-list'); s.value = 'zh'; s.dispatchEvent(new Event('change'))`))
	x.wait(fmt.Sprintf(`document.querySelector('.judged')?.textContent.includes('对局 0123456789ab · 蓝方的签名密钥 ' + %q)`, key))
}

// Anyone who gives up leaves with a whole army: in the moves it stands once.
func TestArmyThatLeavesIsNamedOnce(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := played(p, rules("siguo"), 40)
	x := open(t, serve(t, p), desktop, "#/match/"+m.name)
	x.do(chromedp.WaitReady(chromedp.CSS(".cell.movable")))
	require.NoError(t, m.Resign())
	x.wait(`[...document.querySelectorAll('.moves .mv')].some(b => b.textContent === 'resigns' && b.title === 'removed: Red' && b.querySelectorAll('.seat').length === 1)`)
}

// A tab that is opened in the background has no frames: what it shows is there all the same when it is looked at.
func TestPageInTheBackground(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := played(p, rules("standard"), 20)
	x := open(t, serve(t, p), desktop, "#/elsewhere")
	x.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, browser.AddScriptToEvaluateOnNewDocument, browser.AddScriptToEvaluateOnNewDocumentParams{
			Source: `Object.defineProperty(document, 'hidden', {value: true, configurable: true}); window.requestAnimationFrame = () => 0`,
		})
		return err
	}))
	// What waits for something here must not wait for a frame either.
	appears := func(css string) {
		x.t.Helper()
		ask[bool](x, fmt.Sprintf(`new Promise(done => { const look = () => document.querySelector(%q) ? done(true) : setTimeout(look, 20); look() })`, css))
	}
	x.do(script(`location.hash = '#/'`), chromedp.Reload())
	appears(".choice")
	x.do(script(`location.hash = '#/match/` + m.name + `'`))
	appears(".voice b")
	from, to := choice(m)
	require.NoError(t, m.seat.Do(seat.Command{Do: seat.DoMove, From: from, To: to}))
	appears(".mv.now")
}

// Two programs on one machine keep apart what their readers choose: browsers send a cookie to both.
func TestProgramsKeepTheirSettingsApart(t *testing.T) {
	chromium(t)
	sites := map[string]*page.Page{}
	for _, name := range []string{"a1", "b2"} {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		sites[name] = page.New(page.Options{Backend: newProgram(), Host: listener.Addr().String(), Program: name})
		serveOn(t, listener, sites[name])
	}
	x := open(t, sites["a1"], desktop, "#/")
	looks := func(name, theme string) {
		t.Helper()
		x.do(chromedp.Navigate(sites[name].Address()), chromedp.WaitReady(chromedp.CSS(".choice")))
		x.wait(fmt.Sprintf(`document.documentElement.dataset.program === %q && (document.documentElement.dataset.theme ?? '') === %q`, name, theme))
	}
	looks("a1", desktop.Theme)
	x.do(pagetest.Click(`[aria-label="Light or dark"]`))
	x.wait(`document.documentElement.dataset.theme === 'dark'`)
	looks("b2", "")
	looks("a1", "dark")
}

// Chinese stops bring their own space: none follows them where sentences are joined.
func TestChineseSentencesAreJoinedWithoutSpaces(t *testing.T) {
	chromium(t)
	p := newProgram()
	done := over(p, rules("standard")).name
	p.past = []history.Entry{} // a newcomer is told what is new here
	served := serve(t, p)
	x := open(t, served, view{Width: 1280, Height: 800, Lang: "zh", Theme: "light"}, "#/elsewhere")
	for _, room := range []struct{ hash, css string }{
		{"#/", ".proofs"}, {"#/howto/" + p.presets[0], ".guide-body"}, {"#/howto/" + p.add(rules("flip")), ".guide-body"},
		{"#/learn/" + p.presets[0] + "/2", ".lesson .task"}, {"#/match/" + done, ".c-end .decided"}, {"#/standings", ".tallies"},
	} {
		x.visit(room.hash)
		x.do(chromedp.WaitReady(chromedp.CSS(room.css)))
		x.none(`document.body.textContent.match(/.{6}[。，；：！？）]\s+\S{6}/g) ?? []`)
	}
}

// Nobody is left on an empty page by an address of rules that the program does not know.
func TestUnknownRulesLeadToTheLobby(t *testing.T) {
	chromium(t)
	x := open(t, serve(t, newProgram()), desktop, "#/")
	x.do(chromedp.WaitReady(chromedp.CSS(".choice")))
	x.forgive("422")
	for _, room := range []string{"howto", "learn", "layouts"} {
		x.visit("#/" + room + "/1234")
		x.wait(`location.hash === '#/' && document.querySelector('.choice') && document.querySelector('.toast.wrong') !== null`)
		x.do(script(`document.querySelector('.toast').remove()`))
	}
}

// The verdict tells whose computer played a seat, and counts nothing of a file that was cut short.
func TestVerdictSaysWhoRanAComputer(t *testing.T) {
	chromium(t)
	p := newProgram()
	x := open(t, serve(t, p), desktop, "#/record")
	x.do(chromedp.WaitReady(chromedp.CSS("input[type=file]")), script(`{
		const get = window.fetch;
		window.fetch = async (what, ...how) => {
			const answer = await get(what, ...how);
			if (!String(what).includes('/api/record?')) return answer;
			const record = await answer.json();
			record.table.players.forEach((p, i) => Object.assign(p, i ? { name: '', computer: 'red' } : { name: 'Ada', you: false, computer: '' }));
			Object.assign(record, window.cut && { verdict: 'unreadable', records: 0, proofs: 0 });
			return new Response(JSON.stringify(record), { headers: answer.headers });
		};
	}`))
	file := t.TempDir() + "/m.djq"
	require.NoError(t, os.WriteFile(file, []byte("darkjunqi"), 0o600))
	x.do(chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{file}))
	x.wait(`document.querySelector('.judged .players')?.textContent === 'Red: Ada – Blue: computer of Ada'`)
	require.Contains(t, ask[string](x, `document.querySelector('.judged').textContent`), "proofs")
	x.do(script(`window.cut = true; location.hash = '#/record'`), chromedp.WaitReady(chromedp.CSS(".droppable input[type=file]")))
	x.do(chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{file}))
	x.wait(`document.querySelector('.judged')?.textContent.includes('unreadable')`)
	require.NotContains(t, ask[string](x, `document.querySelector('.judged').textContent`), "proofs")
}

// What rules are called says of the clock what it means.
func TestRulesNameSaysTheClock(t *testing.T) {
	chromium(t)
	x := open(t, serve(t, newProgram()), desktop, "#/")
	x.do(chromedp.WaitReady(chromedp.CSS(".choice")))
	require.Equal(t, []string{"Siguo: two against two, 600 s a move", "Standard Junqi, no clock, mines exploding"},
		ask[[]string](x, `import('./words.js').then(({ rulesName }) => ['siguo,clock=600', 'standard,clock=off,mines=exploding'].map(en => rulesName({ en, zh: '' })))`))
	require.Equal(t, "How to play Siguo: two against two", ask[string](x, `import('./words.js').then(({ say }) => say('guide.title', say('rules.name.siguo')))`))
}
