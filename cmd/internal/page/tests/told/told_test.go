package told_test

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
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest/fake"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// Each line begins with a capital, unless it begins with a node or a name; Chinese has none.
func TestLinesBeginWithCapitals(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := p.Sit(p.Presets[0], seat.Arrange)
	m.Slow = true
	m.Begin()
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/match/"+m.Name)
	for m.Referee.ToAct() != m.Who {
		m.Step()
	}
	m.Round() // without an attack
	x.Wait(`document.querySelector('.voice .what span').textContent === 'Your move' && document.querySelector('.plate.own .how').textContent === 'Your move'`)
	for m.Seat.State().Last.Announcement == nil {
		m.Step()
	}
	last := m.Seat.State().Last
	x.Wait(fmt.Sprintf(`document.querySelector('.voice .what span').textContent.startsWith('%s × %s')`, last.From, last.To))
	require.Equal(t, last.From+" × "+last.To, fake.Ask[string](x, `[...document.querySelectorAll('.voice .what *')].find(e => getComputedStyle(e).textWrapMode === 'nowrap').textContent`), "a move stands on one line")
}

// The players of a match are named side by side.
func TestSidesAreNamed(t *testing.T) {
	pagetest.Parallel(t)
	x := fake.Open(t, fake.Serve(t, fake.NewProgram()), fake.Desktop, "#/")
	require.Equal(t, "Ann, Cem – Bob, Di", fake.Ask[string](x, `import('/people.js').then(({ sidesOf }) => sidesOf({ players: ['Ann', 'Bob', 'Cem', 'Di'].map((name, i) => ({ name, seat: name, team: i % 2 })) }))`))
}

// A turn that has passed is told: among four the viewer's own until the next has come, and once only.
func TestPassedTurnIsTold(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := p.Sit(p.Add(fake.Rules("siguo")), seat.Arrange)
	m.Slow = true
	m.Begin()
	for m.Referee.ToAct() != m.Who {
		m.Step()
	}
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/match/"+m.Name)
	require.NoError(t, m.Pass())
	x.Wait(`document.querySelector('.voice b')?.textContent === 'You are out of time: turn skipped'`)
	require.NoError(t, m.Take(engine.PassEvent(m.Referee.ToAct())))
	x.Wait(`document.querySelector('.voice b').textContent === '林间 is out of time: turn skipped'`)
	m.Round()
	x.Wait(`document.querySelector('.voice').textContent.includes('last round: You are out of time: turn skipped')`)
	require.NoError(t, m.Pass())
	m.Round()
	x.Wait(`document.querySelector('.voice').textContent.split('You are out of time').length === 2 && document.querySelectorAll('.moves .mv').length === 8`)
	require.Equal(t, 3, fake.Ask[int](x, `[...document.querySelectorAll('.moves .mv')].filter(b => b.textContent === 'skipped').length`))
}

// Between two the other's move follows a time-out at once, and it is told all the same, with how many there were.
func TestPassedTurnIsToldBetweenTwo(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	rs := fake.Rules("standard")
	m := p.Sit(p.Add(rs), seat.Arrange)
	m.Slow = true
	m.Begin()
	for m.Referee.ToAct() != m.Who {
		m.Step()
	}
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/match/"+m.Name)
	told := func(title, text string) {
		t.Helper()
		x.Wait(fmt.Sprintf(`document.querySelector('.voice b')?.textContent.startsWith(%q) && document.querySelector('.voice').textContent.includes(%q)`, title, text))
	}
	limit := fmt.Sprintf("(a loss after %d)", rs.Timeouts())
	require.NoError(t, m.Pass())
	told("You are out of time: turn skipped", "Time-out 1 "+limit)
	require.True(t, fake.Ask[bool](x, `document.querySelector('.voice .chip.ok') === null`), "an earlier turn's proof is none of this one")
	m.Round()
	told("", "last round: You are out of time: turn skipped, time-out 1 "+limit)
	x.Wait(`document.querySelector('.voice.warn') !== null`) // which a phone doesn't cut
	m.Step()
	m.Round()
	x.Wait(`document.querySelectorAll('.moves .mv').length === ` + fmt.Sprint(m.Position.Ply()) + ` && !document.querySelector('.voice').textContent.includes('time-out') && !document.querySelector('.voice.warn')`)
	require.NoError(t, m.Pass())
	require.NoError(t, m.Take(engine.PassEvent(m.Referee.ToAct())))
	told("林间 is out of time: turn skipped", "Time-out 1 "+limit+" · your move · last round: You are out of time: turn skipped, time-out 2 "+limit)
}

// Every plate says how many time-outs its player had, once there is one, and warns before the last, as does the line on the reader's turn.
// What is looked back at had fewer.
func TestTimeOutsAreOnThePlates(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	served := fake.Serve(t, p)
	for spec, views := range map[string][]fake.View{"standard": {fake.Desktop, fake.Phone}, "siguo": {fake.Desktop, fake.Phone, {Width: 1024, Height: 700, Lang: "en", Theme: "light"}}} {
		m := p.Sit(p.Add(fake.Rules(spec)), seat.Arrange)
		m.Slow = true
		m.Begin()
		for m.Referee.ToAct() != m.Who {
			m.Step()
		}
		for range m.Rules.Timeouts() - 2 {
			require.NoError(t, m.Pass())
			m.Round()
		}
		for i, view := range views {
			x := fake.Open(t, served, view, "#/match/"+m.Name)
			x.Wait(`document.querySelector('.board .piece') !== null`)
			outs := func(css string) string {
				return `[...document.querySelectorAll('` + css + ` .outs')].map(e => e.innerText.trim() + '|' + e.ariaLabel + '|' + e.classList.contains('warn')).join()`
			}
			says := func(count int) string {
				long := fake.Ask[string](x, fmt.Sprintf(`import('/words.js').then(({ say }) => say('waits.timeouts', %d, %d))`, count, m.Rules.Timeouts()))
				last := count == m.Rules.Timeouts()-1
				shown, heard := long, long
				if spec == "siguo" || view == fake.Phone {
					shown = fmt.Sprintf("%d/%d", count, m.Rules.Timeouts())
				}
				if last {
					heard = fake.Ask[string](x, fmt.Sprintf(`import('/words.js').then(({ say }) => %q + say('join.comma') + say('turn.last'))`, long))
				}
				return fmt.Sprintf("%s|%s|%t", shown, heard, last)
			}
			now := m.Referee.Position()
			before := now.Timeouts(m.Who)
			fake.Becomes(x, says(before), outs(".plate.own"))
			fake.Becomes(x, "", outs(".plate:not(.own)"))
			if i == len(views)-1 {
				require.NoError(t, m.Pass())
				require.NoError(t, m.Take(engine.PassEvent(m.Referee.ToAct())))
				for m.Referee.ToAct() != m.Who {
					m.Step()
				}
				m.Change(func() {})
				fake.Becomes(x, says(before+1), outs(".plate.own"))
				fake.Becomes(x, says(1), outs(".plate:not(.own)"))
				x.Wait(`import('/words.js').then(({ say }) => document.querySelector('.voice.warn').textContent.includes(say('turn.last')))`)
				if view != fake.Phone {
					require.GreaterOrEqual(t, fake.Ask[float64](x, `document.querySelector('.voice b').getBoundingClientRect().top - document.querySelector('.voice').getBoundingClientRect().top`), 9.0, "the headline keeps away from the edge")
				}
				x.Do(fake.Script(`dispatchEvent(new KeyboardEvent('keydown', {key: '[', bubbles: true})); dispatchEvent(new KeyboardEvent('keydown', {key: '[', bubbles: true}))`))
			}
			x.None(`[...document.querySelectorAll('.timed')].filter(e => { const a = e.getBoundingClientRect(), b = e.closest('.plate').getBoundingClientRect(); return a.right > b.right || a.bottom > b.bottom || a.top < b.top || a.left < b.left }).map(e => e.textContent)`)
			x.None(`[...document.querySelectorAll('.plate')].filter(e => e.querySelector('.called').offsetWidth < 14).map(e => e.textContent)`, "there is room for the name")
			x.Shot(fmt.Sprintf("outs-%s-%d", spec, view.Width))
		}
	}
}

// A resignation among four is told on the reader's next turn, though others move at once, and the reader's own as long as the side plays on:
// of computers alone, its end can be had at once.
func TestResignationIsToldAmongFour(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	served := fake.Serve(t, p)
	for who, told := range map[engine.Seat]string{engine.Amber: " resigned'", engine.Red: " · you are out; your side plays on'"} {
		rs := fake.Rules("siguo")
		m := p.Sit(p.Add(rs), seat.Arrange)
		m.Slow = true
		m.Begin()
		for m.Position.Ply() < rs.ResignFrom() || m.Referee.ToAct() != who {
			m.Step()
		}
		require.NoError(t, m.Take(engine.ResignEvent(who)))
		m.Step()
		for who != m.Who && m.Referee.ToAct() != m.Who {
			m.Step()
		}
		m.Change(func() {})
		x := fake.Open(t, served, fake.Desktop, "#/match/"+m.Name)
		x.Wait(`document.querySelector('.voice .what span')?.textContent.endsWith('` + told + `)`)
		const ahead = `[...document.querySelectorAll('.voice button')].map(b => b.textContent)`
		if who != m.Who {
			require.Empty(t, fake.Ask[[]string](x, ahead))
			continue
		}
		require.Equal(t, []string{"Skip to the end"}, fake.Ask[[]string](x, ahead))
		x.Shot("skip")
		m.Change(func() { m.Edit = func(l *seat.Look) { l.Link.How = "libp2p" } })
		x.Wait(ahead + `.length === 0`) // others play on for themselves
		m.Change(func() { m.Edit = func(*seat.Look) {} })
		x.Wait(ahead + `.length > 0`)
		x.Do(pagetest.Click(".voice button"))
		x.Wait(`document.querySelector('.c-end') !== null && document.querySelector('.voice:is(.won, .lost, .drawn)') !== null`)
	}
}

// A flag that is shown among four: whose and where is told, with "your" for one's own, and it stands open on the board.
func TestShownFlagIsTold(t *testing.T) {
	pagetest.Parallel(t)
	seen := map[bool]bool{} // whether one's own was shown
	p := fake.NewProgram()
	served := fake.Serve(t, p)
	for i := 0; i < 40 && len(seen) < 2; i++ {
		m := p.Sit(p.Add(fake.Rules("siguo")), seat.Arrange)
		m.Slow = true
		m.Begin()
		shown := func() []seat.Shown {
			if last := m.Seat.State().Last; last != nil {
				return last.Shown
			}
			return nil
		}
		for !m.Referee.Result().Over && len(shown()) != 1 {
			m.Step()
			m.Change(func() {})
		}
		if len(shown()) != 1 || seen[shown()[0].Seat == "red"] {
			continue
		}
		flag := shown()[0]
		own := flag.Seat == "red"
		seen[own] = true
		x := fake.Open(t, served, fake.Desktop, "#/match/"+m.Name)
		whose := map[bool]string{true: "your flag is revealed on ", false: "’s flag is revealed on "}[own]
		label := map[bool]string{true: "your flag, shown to everyone", false: "flag"}[own]
		x.Wait(fmt.Sprintf(`document.querySelector('.voice b')?.textContent.includes(%q)`, whose+flag.Node))
		x.Wait(fmt.Sprintf(`document.querySelector('[data-node=%s]').getAttribute('aria-label').endsWith(%q) && document.querySelectorAll('.moves [aria-label="flag revealed"]').length > 0`, flag.Node, label))
		x.Shot(fmt.Sprint("flag-shown-", own))
	}
	require.Len(t, seen, 2)
}

// The reader is spoken to, and of four not as of two.
func TestReaderIsSpokenTo(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Played(p, fake.Rules("standard"), 30)
	served := fake.Serve(t, p)
	x := fake.Open(t, served, fake.Desktop, "#/match/"+m.Name)
	x.Do(chromedp.WaitReady(chromedp.CSS(".cell.movable")))
	require.NoError(t, m.Resign())
	x.Wait(`document.querySelector('.voice').textContent.includes('You lost') && document.querySelector('.voice').textContent.includes('You resigned')`)
	x.Wait(`document.querySelector('.c-end')?.textContent.split('You resigned').length === 2`) // once is enough
	require.NotContains(t, fake.Ask[string](x, `document.body.textContent`), "You resigns")

	done := fake.Over(p, fake.Rules("siguo"))
	x.Visit("#/record/" + done.Name)
	x.Do(chromedp.WaitReady(chromedp.CSS(".review .board .piece")), fake.Script(`dispatchEvent(new KeyboardEvent('keydown', {key: 'Home', bubbles: true}))`))
	x.Wait(`document.querySelector('.step').textContent.includes('All layouts are locked and proven legal.')`)

	x.Visit("#/")
	x.Do(chromedp.WaitReady(chromedp.CSS(".choice")))
	x.Wait(`[...document.querySelectorAll('.host .btn')].some(b => b.textContent === 'Invite a friend')`)
	x.Do(fake.Script(`[...document.querySelectorAll('.choice')].find(c => c.textContent.includes('Siguo')).querySelector('input').click()`))
	x.Wait(`[...document.querySelectorAll('.host .btn')].some(b => b.textContent === 'Create 3 invites')`)

	said := fake.Ask[[]string](x, `Promise.all([import('./words.js'), import('./people.js')]).then(([{ say }, { inOrder }]) => [
		say('count.proofs', 1), say('count.proofs', 2), say('count.records', 1),
		inOrder({players: [{seat: 'red'}, {seat: 'blue'}, {seat: 'amber', you: true}, {seat: 'teal'}]}).map(p => p.seat).join(' '),
		inOrder({players: [{seat: 'red'}, {seat: 'blue'}]}).map(p => p.seat).join(' '),
	])`)
	require.Equal(t, []string{"1 proof", "2 proofs", "1 record", "amber teal red blue", "red blue"}, said)
}

// Whose doing or fate ended a match is said with the result, at the table and in the list of past matches.
func TestWhoseEndItWas(t *testing.T) {
	pagetest.Parallel(t)
	x := fake.Open(t, fake.Serve(t, fake.NewProgram()), fake.View{Width: 1280, Height: 800, Lang: "zh", Theme: "light"}, "#/")
	x.Do(chromedp.WaitReady(chromedp.CSS(".choice")))
	line := func(you, reason string) string {
		return fake.Ask[string](x, fmt.Sprintf(`import('/past.js').then(p => p.matchLine({match: 'm', seat: 'red', opponents: ['Ada'], you: %q, reason: %q, state: 'over', verdict: 'honest', turns: 3, when: 0, rules: {en: 'standard', zh: '标准规则'}}).querySelector('.mute').textContent)`, you, reason))
	}
	require.Contains(t, line("won", "resignation"), "Ada 认输")
	require.Contains(t, line("lost", "resignation"), "你认输")
	x.Do(fake.Script(`const s = document.querySelector('.languages-list'); s.value = 'en'; s.dispatchEvent(new Event('change'))`))
	x.Wait(`document.querySelector('.choice').textContent.includes('Standard')`)
	require.True(t, strings.HasPrefix(line("lost", "flag"), "You lost the flag · "), "once")
	because := func(winner string) string {
		return fake.Ask[string](x, fmt.Sprintf(`import('/voice.js').then(v => v.because({players: [{seat: 'red', name: '', you: true}, {seat: 'blue', name: 'Ada'}]}, {result: {winners: [%q], reason: 'no-move', draw: false}}))`, winner))
	}
	require.Equal(t, "Ada had no legal move", because("red"))
	require.Equal(t, "You had no legal move", because("blue"))
}

// A time-out that loses the game is told as the loss, not as a turn that is skipped; and a link that only texts can make again,
// by the button for that: in each language.
func TestWhatATimeOutAndACutLinkMean(t *testing.T) {
	pagetest.Parallel(t)
	x := fake.Open(t, fake.Serve(t, fake.NewProgram()), fake.View{Width: 1280, Height: 800, Lang: "en", Theme: "light"}, "#/")
	x.Do(chromedp.WaitReady(chromedp.CSS(".choice")))
	const table = `{seat: 'red', run: 0, players: [{seat: 'red', name: '', you: true}, {seat: 'blue', name: 'Ada'}]}`
	for _, lang := range []struct{ code, skipped, lost, own, cut string }{
		{"en", "Ada is out of time: turn skipped", "Ada ran out of time once too often", "You ran out of time once too often", "The connection has ended / All moves are safe. Press “Connect again” to go on."},
		{"zh", "Ada 超时，跳过", "Ada 超时次数已满", "你超时次数已满", "连接已断开 / 每一步都已保存。点“重新连接”就能继续。"},
		{"zh-Hant", "Ada 逾時，跳過", "Ada 逾時次數已滿", "你逾時次數已滿", "連線已中斷 / 每一步都已儲存。點「重新連線」就能繼續。"},
	} {
		x.Do(fake.Script(fmt.Sprintf(`{ const s = document.querySelector('.languages-list'); s.value = %q; s.dispatchEvent(new Event('change')); }`, lang.code)))
		x.Wait(fmt.Sprintf(`document.documentElement.lang.split("-CN")[0] === %q`, lang.code))
		told := func(seat, out string) string {
			return fake.Ask[string](x, fmt.Sprintf(`import('/voice.js').then(v => v.turnWords({table: %s}, {kind: 'pass', seat: %q, out: [%s]}))`, table, seat, out))
		}
		require.Equal(t, lang.skipped, told("blue", ""))
		require.Equal(t, lang.lost, told("blue", "'blue'"))
		require.Equal(t, lang.own, told("red", "'red'"))
		require.Equal(t, lang.cut, fake.Ask[string](x, fmt.Sprintf(`import('/voice.js').then(v => v.voice({table: %s, heard: true, turns: [], now: () => 1, cut: () => true, state: {phase: 'play', can: [], seats: [], claimable: 0, connection: {hold: 'unheard'}}}, {}, null)).then(l => l.title + ' / ' + l.text)`, table)))
	}
}

// A lost link is told in whole sentences, with why it could not be made again.
func TestLostLinkIsTold(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Played(p, fake.Rules("standard"), 4)
	m.Change(func() {
		m.Edit = func(l *seat.Look) {
			l.Link = seat.Link{Since: time.Now().Add(-12 * time.Second), Trouble: fake.ErrFalse}
			l.Sides[engine.Blue].Online = false
		}
	})
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/match/"+m.Name)
	x.Wait(`/^林间: offline for \d+ s$/.test(document.querySelector('.voice b')?.textContent ?? '')`)
	x.Wait(`document.querySelector('.voice .what span').textContent === 'It is still your move, and your clock is running: what you play now is sent once the connection is back. Reconnecting; the match is saved. If this lasts, ask whether darkjunqi is still open there. (Last attempt: the proof of the answer is false)'`)
}

// While the opponent is away in their turn their clock is not known, and none is shown; the line says what may be done, and when.
func TestWhatComesOfAnAbsence(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Thinking(p)
	away := func(claim, vote time.Duration) {
		now := time.Now()
		m.Change(func() {
			m.Edit = func(l *seat.Look) {
				l.Link, l.Claimable = seat.Link{Since: now.Add(-74 * time.Second)}, now.Add(claim)
				l.Sides[engine.Blue].Online, l.Sides[engine.Blue].Deadline = false, time.Time{}
				if vote > 0 {
					l.VoteAt = now.Add(vote)
				}
			}
		})
	}
	away(526*time.Second, 0)
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/match/"+m.Name)
	says := func(text string) {
		t.Helper()
		x.Wait(`/the match is saved.*Their clock runs in their program, as long as it is open. ` + text + `/.test(document.querySelector('.voice .what span')?.textContent)`)
		fake.Becomes(x, "林间Offline", `document.querySelector('.plate').textContent`)
	}
	says(`In 8:\d\d you may report no response, which wins nothing`)
	x.Shot("absence")
	away(526*time.Second, 586*time.Second)
	says(`In 8:\d\d you may vote to remove them`)
	away(-time.Second, 0)
	says(`You may now report no response`)
	require.Equal(t, "Report no response", fake.Ask[string](x, `document.querySelector('.voice button').textContent`))
}

// Whoever comes back in their turn after their program was restarted is told that their clock stood; in practice it does not matter.
func TestRestartedClockIsTold(t *testing.T) {
	pagetest.Parallel(t)
	x := fake.Open(t, fake.Serve(t, fake.NewProgram()), fake.Desktop, "#/")
	told := func(how string, when int) bool {
		return fake.Ask[bool](x, fmt.Sprintf(`import('/voice.js').then(v => v.restarted({when: [%d], table: {seat: 'red', run: 1000}, state: {last: {number: 1}, clocks: [{}], connection: {how: %q}, seats: [{seat: 'red'}]}}))`, when, how))
	}
	require.True(t, told("libp2p", 0))
	require.True(t, told("libp2p", 999))
	require.False(t, told("libp2p", 1001))
	require.False(t, told("memory", 0))
}

// A program that was killed in its turn does not think: its player's plate says at once that it is gone.
func TestKilledProgramDoesNotThink(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Thinking(p)
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/match/"+m.Name)
	x.Wait(`document.querySelector('.plate:not(.own) .how')?.textContent === 'Thinking'`)
	gone := time.Now()
	m.Change(func() {
		m.Edit = func(l *seat.Look) {
			l.Link = seat.Link{Since: gone}
			l.Sides[engine.Blue].Online = false
		}
	})
	x.Wait(`document.querySelector('.plate:not(.own) .how').textContent === 'Offline'`)
	x.Wait(`/^林间: offline for \d+ s$/.test(document.querySelector('.voice b').textContent)`)
	require.Equal(t, "Offline", fake.Ask[string](x, `document.querySelector('.plate:not(.own) .how').textContent`))
}

// On a phone the buttons of a warning stand below its words, however many they are.
func TestWarningHasRoomOnAPhone(t *testing.T) {
	x, m := fake.AtTable(t, fake.Phone, 20)
	m.Change(func() { m.Edit = func(l *seat.Look) { l.Link = seat.Link{Since: time.Now().Add(-12 * time.Second)} } })
	x.Wait(`document.querySelector('.voice.warn .btn') !== null`)
	require.Greater(t, fake.Ask[float64](x, `(v => {
		v.append(Object.assign(document.createElement('button'), { className: 'btn main', textContent: '再连一次' })); // as where people carry texts
		return v.querySelector('.what').offsetWidth / v.offsetWidth;
	})(document.querySelector('.voice.warn'))`), 0.7)
}

// Where a move waits for another seat's program, the line says for which, and how long.
func TestMissingSeenIsTold(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Played(p, fake.Rules("siguo"), 4)
	m.Change(func() {
		m.Edit = func(l *seat.Look) {
			l.Decision, l.Owes = "", []seat.Due{{Seat: engine.Blue, What: "seen", Since: time.Now().Add(-12 * time.Second)}}
		}
	})
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/match/"+m.Name)
	x.Wait(`/^Waiting for .+’s program \(\d+ s\)$/.test(document.querySelector('.voice b')?.textContent ?? '')`)
}

// A certificate shows no game: the verdict stands alone.
func TestCertificateShowsNoBoard(t *testing.T) {
	pagetest.Parallel(t)
	x := fake.Open(t, fake.Serve(t, fake.NewProgram()), fake.Desktop, "#/record")
	file := t.TempDir() + "/m.cert"
	require.NoError(t, os.WriteFile(file, []byte("darkjunqi tampered certificate"), 0o600))
	x.Do(chromedp.WaitReady(chromedp.CSS("input[type=file]")), chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{file}))
	x.Wait(`document.querySelector('.judged.alarm')?.textContent.includes('It needs no other file')`)
	require.True(t, fake.Ask[bool](x, `document.querySelector('.board, .scrub, .step') === null && document.querySelector('.droppable') !== null`))
	x.Shot("certificate")

	key, id := strings.Repeat("fedcba9876543210", 4), strings.Repeat("0123456789abcdef", 4)
	x.Wait(fmt.Sprintf(`document.querySelector('.judged').textContent.includes('match 0123456789ab · Blue signed with the key ' + %q) && document.querySelector('.judged [title]').title === %q`, key, id))
	require.False(t, fake.Ask[bool](x, `document.documentElement.scrollWidth > innerWidth`))
	x.Do(fake.Script(`const s = document.querySelector('.languages-list'); s.value = 'zh'; s.dispatchEvent(new Event('change'))`))
	x.Wait(fmt.Sprintf(`document.querySelector('.judged')?.textContent.includes('对局 0123456789ab · 蓝方的签名密钥 ' + %q)`, key))
}

// Anyone who gives up leaves with a whole army: in the moves it stands once.
func TestArmyThatLeavesIsNamedOnce(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Played(p, fake.Rules("siguo"), 40)
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/match/"+m.Name)
	x.Do(chromedp.WaitReady(chromedp.CSS(".cell.movable")))
	require.NoError(t, m.Resign())
	x.Wait(`[...document.querySelectorAll('.moves .mv')].some(b => b.textContent === 'resigned' && b.title === 'removed: Red' && b.querySelectorAll('.seat').length === 1)`)
}

// A tab that is opened in the background has no frames: what it shows is there all the same when it is looked at.
func TestPageInTheBackground(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Played(p, fake.Rules("standard"), 20)
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/elsewhere")
	x.Do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, browser.AddScriptToEvaluateOnNewDocument, browser.AddScriptToEvaluateOnNewDocumentParams{
			Source: `Object.defineProperty(document, 'hidden', {value: true, configurable: true}); window.requestAnimationFrame = () => 0`,
		})
		return err
	}))
	// What waits for something here must not wait for a frame either.
	appears := func(css string) {
		x.T.Helper()
		fake.Ask[bool](x, fmt.Sprintf(`new Promise(done => { const look = () => document.querySelector(%q) ? done(true) : setTimeout(look, 20); look() })`, css))
	}
	x.Do(fake.Script(`location.hash = '#/'`), chromedp.Reload())
	appears(".choice")
	x.Do(fake.Script(`location.hash = '#/match/` + m.Name + `'`))
	appears(".voice b")
	from, to := fake.Choice(m)
	require.NoError(t, m.Seat.Do(seat.Command{Do: seat.DoMove, From: from, To: to}))
	appears(".mv.now")
}

// Two programs on one machine keep apart what their readers choose: browsers send a cookie to both.
func TestProgramsKeepTheirSettingsApart(t *testing.T) {
	pagetest.Parallel(t)
	sites := map[string]*page.Page{}
	for _, name := range []string{"a1", "b2"} {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		sites[name] = page.New(page.Options{Backend: fake.NewProgram(), Host: listener.Addr().String(), Program: name})
		fake.ServeOn(t, listener, sites[name])
	}
	x := fake.Open(t, sites["a1"], fake.Desktop, "#/")
	looks := func(name, theme string) {
		t.Helper()
		x.Do(chromedp.Navigate(sites[name].Address()), chromedp.WaitReady(chromedp.CSS(".choice")))
		x.Wait(fmt.Sprintf(`document.documentElement.dataset.program === %q && (document.documentElement.dataset.theme ?? '') === %q`, name, theme))
	}
	looks("a1", fake.Desktop.Theme)
	x.Do(pagetest.Click(`[aria-label="Light or dark"]`))
	x.Wait(`document.documentElement.dataset.theme === 'dark'`)
	looks("b2", "")
	looks("a1", "dark")
}

// Chinese stops bring their own space: none follows them where sentences are joined.
func TestChineseSentencesAreJoinedWithoutSpaces(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	done := fake.Over(p, fake.Rules("standard")).Name
	p.Past = []history.Entry{} // a newcomer is told what is new here
	served := fake.Serve(t, p)
	x := fake.Open(t, served, fake.View{Width: 1280, Height: 800, Lang: "zh", Theme: "light"}, "#/elsewhere")
	for _, room := range []struct{ hash, css string }{
		{"#/", ".proofs"}, {"#/howto/" + p.Presets[0], ".guide-body"}, {"#/howto/" + p.Add(fake.Rules("flip")), ".guide-body"},
		{"#/learn/" + p.Presets[0] + "/2", ".lesson .task"}, {"#/match/" + done, ".c-end .decided"}, {"#/standings", ".tallies"},
	} {
		x.Visit(room.hash)
		x.Do(chromedp.WaitReady(chromedp.CSS(room.css)))
		x.None(`document.body.textContent.match(/.{6}[。，；：！？）]\s+\S{6}/g) ?? []`)
	}
}

// Nobody is left on an empty page by an address of rules that the program does not know.
func TestUnknownRulesLeadToTheLobby(t *testing.T) {
	pagetest.Parallel(t)
	x := fake.Open(t, fake.Serve(t, fake.NewProgram()), fake.Desktop, "#/")
	x.Do(chromedp.WaitReady(chromedp.CSS(".choice")))
	x.Forgive("422")
	for _, room := range []string{"howto", "learn", "layouts"} {
		x.Visit("#/" + room + "/1234")
		x.Wait(`location.hash === '#/' && document.querySelector('.choice') && document.querySelector('.toast.wrong') !== null`)
		x.Do(fake.Script(`document.querySelector('.toast').remove()`))
	}
}

// The verdict tells whose computer played a seat, calls the reader so, and counts nothing of a file that was cut short.
func TestVerdictSaysWho(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/record")
	x.Do(chromedp.WaitReady(chromedp.CSS("input[type=file]")), fake.Script(`{
		const get = window.fetch;
		window.fetch = async (what, ...how) => {
			const answer = await get(what, ...how);
			if (!String(what).includes('/api/record?')) return answer;
			const record = await answer.json();
			record.table.players.forEach((p, i) => Object.assign(p, i ? { name: '', computer: 'red' } : { name: 'Ada', you: Boolean(window.own), computer: '' }));
			record.table.seat = window.own ? 'red' : '';
			record.result = { draw: false, winners: ['red'], reason: 'flag', you: '' };
			Object.assign(record, window.cut && { verdict: 'unreadable', records: 0, proofs: 0 });
			return new Response(JSON.stringify(record), { headers: answer.headers });
		};
	}`))
	file := t.TempDir() + "/m.djq"
	require.NoError(t, os.WriteFile(file, []byte("darkjunqi"), 0o600))
	x.Do(chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{file}))
	x.Wait(`document.querySelector('.judged .players')?.textContent === 'Red: Ada – Blue: computer of Ada'`)
	require.Contains(t, fake.Ask[string](x, `document.querySelector('.judged').textContent`), " records with ")
	require.Equal(t, "Ada won · Blue lost the flag", fake.Ask[string](x, `document.querySelector('.judged .ended').textContent`))
	x.Do(fake.Script(`window.own = true`))
	x.Visit("#/record/a1/1")
	x.Wait(`document.querySelector('.judged .players')?.textContent === 'Red: You – Blue: your computer'`)
	require.Equal(t, "You won · Blue lost the flag", fake.Ask[string](x, `document.querySelector('.judged .ended').textContent`))
	require.Equal(t, "You", fake.Ask[string](x, `document.querySelector('.step .num').textContent`))
	x.Do(fake.Script(`window.cut = true; location.hash = '#/record'`), chromedp.WaitReady(chromedp.CSS(".droppable input[type=file]")))
	x.Do(chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{file}))
	x.Wait(`document.querySelector('.judged')?.textContent.includes('unreadable')`)
	require.NotContains(t, fake.Ask[string](x, `document.querySelector('.judged').textContent`), "proofs")
	require.NotContains(t, fake.Ask[string](x, `document.querySelector('.judged').textContent`), "What was checked", "it would open to nothing")
}

// What rules are called says of the clock what it means.
func TestRulesNameSaysTheClock(t *testing.T) {
	pagetest.Parallel(t)
	x := fake.Open(t, fake.Serve(t, fake.NewProgram()), fake.Desktop, "#/")
	x.Do(chromedp.WaitReady(chromedp.CSS(".choice")))
	require.Equal(t, []string{"Siguo: two against two, 600 s a move", "Standard Junqi, no clock, mines exploding"},
		fake.Ask[[]string](x, `import('./words.js').then(({ rulesName }) => ['siguo,clock=600', 'standard,clock=off,mines=exploding'].map(en => rulesName({ en, zh: '' })))`))
	require.Equal(t, "How to play Siguo: two against two", fake.Ask[string](x, `import('./words.js').then(({ say }) => say('guide.title', say('rules.name.siguo')))`))
}
