package told_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image/color"
	"image/gif"
	"image/png"
	"net"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/history"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest/fake"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// What the reader has opened stays open when the page is painted again.
func TestWhatIsOpenStaysOpen(t *testing.T) {
	x, m := fake.AtTable(t, fake.Desktop, 20)
	x.Do(pagetest.Click(".c-match summary"))
	from, to := fake.Choice(m)
	x.Do(pagetest.Mouse.Move(from, to))
	x.Moved(m, from, to)
	require.True(t, fake.Ask[bool](x, `document.querySelector('.c-match details').open`))
	require.Contains(t, fake.Ask[string](x, `document.querySelector('.c-match details').textContent`), "20.1 kB / 24.8 kB")

	x.Do(fake.Script(`location.hash = '#/'`), chromedp.WaitReady(chromedp.CSS("#invite-in")), chromedp.SendKeys("#invite-in", fake.Invite))
	x.Do(pagetest.Click(".side .btn.main"), chromedp.WaitReady(chromedp.CSS("dialog[open] .phrase")))
	x.Do(pagetest.Click("dialog[open] .link"), chromedp.WaitReady(chromedp.CSS("dialog.guide[open] .guide-cards .figure")), pagetest.Click("dialog.guide .btn"))
	x.Wait(`document.querySelector('.guide') === null`)
	require.Contains(t, fake.Ask[string](x, `document.querySelector('dialog').textContent`), fake.Phrase["en"])
	x.Do(fake.Script(`document.querySelector('#invite-in').dispatchEvent(new Event('input'))`))
	require.True(t, fake.Ask[bool](x, `document.querySelector('dialog').open`))
	x.Do(fake.Script(`{ const t = document.querySelector('#invite-in'); t.value = 'djqw1abc'; t.dispatchEvent(new Event('input')); }`))
	x.Wait(`document.querySelector('#invite-in + p').textContent.includes('Hidden pieces stay hidden')`)
}

// Anyone who asks for another match is named in the line, and the title calls a player who looks elsewhere.
func TestRematchIsAskedFor(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Over(p, fake.Rules("standard"))
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/match/"+m.Name)
	x.Wait(`document.querySelector('.voice').textContent.includes('Rematch')`)
	x.Do(fake.Script(`Object.defineProperty(document, 'hidden', {value: true, configurable: true})`))
	m.Change(func() { m.Edit = func(l *seat.Look) { l.Sides[engine.Blue].Again = true } })
	x.Wait(`document.querySelector('.voice b').textContent === '林间 would like another match'`)
	x.Wait(`document.title === '● 林间 would like another match'`)
	x.Do(fake.Script(`delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))`))
	x.Wait(`document.title === 'darkjunqi'`)
	x.Do(fake.Script(`[...document.querySelectorAll('.voice button')].find(b => b.textContent.includes('Play again')).click()`))
	x.Wait(fmt.Sprintf(`!location.hash.includes(%q)`, m.Name))
}

// Anyone who asks for another match is told that the other was asked, for as long as nobody comes; the invite waits folded.
func TestAskerIsToldWhoWasAsked(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	p.Asks = true
	m := fake.Over(p, fake.Rules("standard"))
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/match/"+m.Name)
	x.Wait(`[...document.querySelectorAll('.voice button')].some(b => b.textContent.includes('Rematch') && !b.disabled)`)
	x.Do(fake.Script(`[...document.querySelectorAll('.voice button')].find(b => b.textContent.includes('Rematch')).click()`))
	x.Wait(`document.querySelector('.voice').textContent.includes('Invited to a rematch: 林间') && document.querySelector('.voice').textContent.includes('send the invite')`)
	x.Wait(`document.querySelector('.host details')?.open === false && document.querySelector('.host').textContent.includes('djq1')`)
	x.Shot("asked")
}

// Anyone who has no name is called by the seat of the match to come, not by the one of the match that is over.
func TestAskedWithoutNameIsCalledByNextSeat(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	p.Asks = true
	m := fake.Over(p, fake.Rules("standard"))
	m.Others[engine.Blue] = ""
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/match/"+m.Name)
	x.Wait(`[...document.querySelectorAll('.voice button')].some(b => b.textContent.includes('Rematch') && !b.disabled)`)
	x.Do(fake.Script(`[...document.querySelectorAll('.voice button')].find(b => b.textContent.includes('Rematch')).click()`))
	x.Wait(`document.querySelector('.voice').textContent.includes('Invited to a rematch: Red')`)
}

// Two swap seats; among more each goes one on, and the page says so.
func TestRematchSaysWhoSitsWhere(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Over(p, fake.Rules("siguo"))
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/match/"+m.Name)
	label := func(says string) {
		x.Wait(fmt.Sprintf(`[...document.querySelectorAll('.voice button')].some(b => b.textContent === %q)`, says))
	}
	label("Rematch, seats rotated")
	m.Change(func() { m.Edit = func(l *seat.Look) { l.Sides[engine.Blue].Again = true } })
	label("Play again, seats rotated")
}

// One hears that an opponent's turn was skipped, and once that one's own time is running out.
func TestTimeIsHeard(t *testing.T) {
	x, m := fake.AtTable(t, fake.Desktop, 20)
	x.Do(fake.Script(`window.pitches = []; window.AudioContext = class {
		currentTime = 0; destination = {};
		createOscillator = () => ({ frequency: { set value(pitch) { pitches.push(pitch); } }, connect: to => to, start() {}, stop() {} });
		createGain = () => ({ gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect() {} });
	}`), pagetest.Click(".board .cell"))
	end := time.Now().Add(time.Minute)
	from := func(left time.Duration) {
		end = time.Now().Add(left)
		m.Change(func() { m.Edit = func(l *seat.Look) { l.Sides[m.Who].Deadline = end } })
	}
	from(20 * time.Second)
	x.Wait(`document.querySelector('[data-clock=red]').textContent === '0:19'`)
	require.Zero(t, fake.Ask[int](x, `pitches.length`))
	from(9 * time.Second)
	x.Wait(`pitches.length === 3`)
	m.PlayOn(1)
	x.Wait(`document.querySelector('[data-clock=red]').textContent === '0:06'`)
	require.Equal(t, "880,880,880", fake.Ask[string](x, `pitches.splice(0).join()`))
	m.Change(func() { m.Edit = func(*seat.Look) {} })
	m.Slow = true
	require.NoError(t, m.Take(engine.PassEvent(engine.Red)))
	x.Wait(`pitches.splice(0).join() === '190'`)
	require.NoError(t, m.Take(engine.PassEvent(engine.Blue)))
	x.Wait(`pitches.splice(0).join() === '520,660'`)
}

// In practice the clocks pause while nobody looks, and show what was left.
func TestPausedClockShowsWhatIsLeft(t *testing.T) {
	pagetest.Parallel(t)
	x, m := fake.AtTable(t, fake.Desktop, 20)
	const face = `document.querySelector('[data-clock=red]').textContent`
	until := func(end time.Time) {
		m.Change(func() { m.Edit = func(l *seat.Look) { l.Sides[m.Who].Deadline = end } })
	}
	until(time.Now().Add(20 * time.Second))
	x.Wait(face + ` === '0:18'`)
	x.Do(fake.Script(`Object.defineProperty(document, 'hidden', {value: true, configurable: true}); document.dispatchEvent(new Event('visibilitychange'))`))
	until(time.Time{})
	x.Wait(`document.querySelector('.clock.low') === null`)
	time.Sleep(time.Second) // for a state without a time, and what shows it
	require.Regexp(t, `^0:1[5-8]$`, fake.Ask[string](x, face))
	x.Do(fake.Script(`Object.defineProperty(document, 'hidden', {value: false, configurable: true}); document.dispatchEvent(new Event('visibilitychange'))`))
	until(time.Now().Add(15 * time.Second))
	x.Wait(face + ` === '0:13'`)
}

// The turn calls a player who looks elsewhere, by the title and by a notification.
func TestTurnIsCalled(t *testing.T) {
	x, m := fake.AtTable(t, fake.Desktop, 20)
	x.Do(fake.OnNew(`window.told = []; window.Notification = class { static permission = 'granted'; constructor(title, o) { told.push(o.body) } }`), chromedp.Reload(), chromedp.WaitReady(chromedp.CSS(".cell.movable")))
	x.Do(fake.Script(`Object.defineProperty(document, 'hidden', {value: true, configurable: true})`))
	from, to := fake.Choice(m)
	require.NoError(t, m.Seat.Do(seat.Command{Do: seat.DoMove, From: from, To: to}))
	x.Wait(`/^● \d:\d\d Your move$/.test(document.title) && told[0] === 'Your move'`)
}

// However far a room is scrolled, and whatever dialog covers it or the table, it says that the clock runs, and that it has
// skipped a turn.
func TestNothingCoversTheClock(t *testing.T) {
	pagetest.Parallel(t)
	const (
		bottom = `scrollTo(0, 1e9)`
		guide  = `document.querySelector('[data-key=guide], [data-key=howto]').click()`
	)
	for _, at := range []struct{ name, room, ready, then string }{
		{"lobby", "#/", ".choice", bottom}, {"layouts", "#/layouts", ".editor", bottom}, {"howto", "#/howto", ".guide-body", bottom},
		{"layouts-guide", "#/layouts", ".editor", guide}, {"table-guide", "#/match/%s", ".cell", guide}, {"table-leaves", "#/match/%s", ".cell", `location.hash = '#/'`},
	} {
		t.Run(at.name, func(t *testing.T) {
			p := fake.NewProgram()
			m := fake.Played(p, fake.Rules("standard"), 40)
			m.Change(func() { m.Edit = func(l *seat.Look) { l.Link.How = "libp2p" } })
			past := history.Entry{Match: m.Name, Rules: p.Past[0].Rules, Seat: "red", Opponents: []string{"小明"}, Turns: 40, State: "play", Running: true, Timeouts: 1, Most: 4, Yours: true, Left: 2_500}
			p.Past = []history.Entry{past}
			x := fake.Open(t, fake.Serve(t, p), fake.View{Width: 390, Height: 844, Lang: "en", Theme: "light"}, strings.Replace(at.room, "%s", m.Name, 1))
			x.Do(chromedp.WaitReady(chromedp.CSS(at.ready)), fake.Script(at.then))
			says := func(words string) {
				x.Wait(fmt.Sprintf(`(line => {
					const box = line?.getBoundingClientRect();
					return box && line.textContent.includes(%q) && document.elementFromPoint(box.left + 8, box.top + 8)?.closest('.due') && document.elementFromPoint(box.right - 8, box.bottom - 4)?.closest('.due') !== null;
				})([...document.querySelectorAll('.due p')].pop())`, words))
				x.Shot(at.name + "-" + strings.TrimSpace(words[:4]))
			}
			says("Your turn小明0:0")
			x.Do(fake.Script(`document.querySelector('.guide')?.scrollTo(0, 1e9)`))
			p.Mu.Lock()
			past.Yours, past.Left, past.Timeouts = false, 0, 2
			p.Past = []history.Entry{past}
			p.Mu.Unlock()
			says("You are out of time: turn skipped小明")
		})
	}
}

// The line in the dialog that asks before leaving is read whole, also before the last time-out; the dialog goes with its reason.
func TestLineOfADialogIsReadWhole(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Played(p, fake.Rules("standard,timeouts=1"), 40)
	m.Change(func() { m.Edit = func(l *seat.Look) { l.Link.How = "libp2p" } })
	p.Past = []history.Entry{{Match: m.Name, Rules: p.Past[0].Rules, Seat: "red", Opponents: []string{"小明"}, Turns: 40, State: "play", Running: true, Most: 1, Yours: true, Left: 20_000}}
	x := fake.Open(t, fake.Serve(t, p), fake.View{Width: 1366, Height: 768, Lang: "en", Theme: "light"}, "#/match/"+m.Name)
	x.Do(chromedp.WaitReady(chromedp.CSS(".cell")), fake.Script(`location.hash = '#/'`))
	x.Wait(`document.querySelector('dialog .due .warn .then')?.textContent === ', the next time-out loses the game'`)
	require.True(t, fake.Ask[bool](x, `document.querySelector('dialog .due .warn .then').getBoundingClientRect().right < document.querySelector('dialog .due').getBoundingClientRect().right`))
	x.Shot("line-in-dialog")
	require.NoError(t, m.Take(engine.ResignEvent(engine.Blue)))
	x.Wait(`document.querySelector('dialog') === null && location.hash.startsWith('#/match/')`) // nothing holds the reader any more
}

// A match that waits for the player calls them in every other room too, with its time, and once only; its own room says so itself.
func TestOtherRoomsCallToTheMatch(t *testing.T) {
	p := fake.NewProgram()
	m := fake.Played(p, fake.Rules("standard"), 40)
	waiting := history.Entry{Match: m.Name, Rules: p.Past[0].Rules, Seat: "red", Opponents: []string{"小明"}, Turns: 40, State: "play", Running: true, Timeouts: 3, Most: 4}
	change := func(f func()) {
		p.Mu.Lock()
		defer p.Mu.Unlock()
		f()
		p.Past = []history.Entry{waiting}
	}
	change(func() {})
	x := fake.Open(t, fake.Serve(t, p), fake.View{Width: 390, Height: 844, Lang: "en", Theme: "light"}, "#/standings")
	x.Do(fake.Script(`window.told = []; window.Notification = class { constructor(title, o) { told.push(o.body) } };
		window.pitches = []; window.AudioContext = class {
			currentTime = 0; destination = {};
			createOscillator = () => ({ frequency: { set value(pitch) { pitches.push(pitch); } }, connect: to => to, start() {}, stop() {} });
			createGain = () => ({ gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect() {} });
		}`), pagetest.Click("h1"))
	change(func() { waiting.Yours, waiting.Left = true, 20_000 })
	x.Wait(`/^Your turn小明0:1\d3\/4, the next time-out loses the gameResume$/.test(document.querySelector('.due').innerText.replaceAll('\n', ''))`)
	require.Equal(t, "520,660", fake.Ask[string](x, `pitches.splice(0).join()`))
	require.True(t, fake.Ask[bool](x, `document.querySelector('.due a').getBoundingClientRect().right < innerWidth`))
	x.Shot("due")
	x.Wait(`pitches.splice(0).join() === '880,880,880'`) // ten seconds are left
	x.Do(pagetest.Click(".due a"), chromedp.WaitReady(chromedp.CSS(".cell")))
	require.Empty(t, fake.Ask[string](x, `document.querySelector('.due').textContent`))
	x.Do(fake.Script(`location.hash = '#/layouts'`))
	x.Wait(`document.querySelector('.due').textContent.startsWith('Your turn')`)
	require.Empty(t, fake.Ask[string](x, `pitches.join()`), "it has called")
	look := func(away bool) {
		x.Do(fake.Script(fmt.Sprintf(`Object.defineProperty(document, 'hidden', {value: %t, configurable: true}); document.dispatchEvent(new Event('visibilitychange'))`, away)))
	}
	look(true)
	x.Wait(`/^● 0:\d\d Your turn$/.test(document.title)`) // who looks elsewhere in their own turn is reminded
	look(false)
	require.Equal(t, "darkjunqi", fake.Ask[string](x, `document.title`))

	change(func() { waiting.Yours = false })
	x.Wait(`!document.querySelector('.due').textContent`)
	x.Do(fake.Script(`Object.defineProperty(document, 'hidden', {value: true, configurable: true})`))
	change(func() { waiting.Yours, waiting.Turns, waiting.Left = true, 42, 60_000 })
	x.Wait(`/^● (0:5\d|1:00) Your turn$/.test(document.title)`)
	change(func() { waiting.Yours = false })
	x.Wait(`!document.querySelector('.due').textContent && document.title === 'darkjunqi'`)
	require.Zero(t, fake.Ask[int](x, `new Promise(done => {
		let called = 0;
		const look = setInterval(() => (called += document.title !== 'darkjunqi'), 100);
		setTimeout(() => (clearInterval(look), done(called)), 2500);
	})`), "nothing waits any more")
}

// Whoever looks at another room in their own turn reads there that the clock has skipped it, until they go back or close it.
func TestOtherRoomsSayThatATurnWasSkipped(t *testing.T) {
	p := fake.NewProgram()
	m := fake.Played(p, fake.Rules("standard"), 40)
	waiting := history.Entry{Match: m.Name, Rules: p.Past[0].Rules, Seat: "red", Opponents: []string{"小明"}, State: "play", Running: true}
	change := func(turns, timeouts int, left seat.Millis) {
		p.Mu.Lock()
		defer p.Mu.Unlock()
		waiting.Turns, waiting.Timeouts, waiting.Left, waiting.Yours, waiting.Most = turns, timeouts, left, left > 0, 0
		if left > 0 {
			waiting.Most = 4
		}
		p.Past = []history.Entry{waiting}
	}
	change(40, 1, 500)
	served := fake.Serve(t, p)
	x := fake.Open(t, served, fake.Day, "#/layouts")
	due := `document.querySelector('.due').innerText.replaceAll('\n', '')`
	x.Wait(`/^轮到你走小明0:0\d已超时 1 次，第 4 次判负继续$/.test(` + due + `)`)
	change(41, 2, 0)
	fake.Becomes(x, "你超时，跳过小明已超时 2 次，第 4 次判负继续", due, "the line says what came of the turn")
	x.Shot("skipped")
	change(42, 2, 800)
	x.Wait(`/^你超时，跳过小明已超时 2 次，第 4 次判负继续轮到你走小明0:00/.test(` + due + `)`)
	change(43, 3, 0)
	fake.Becomes(x, "你超时，跳过小明已超时 3 次，第 4 次判负，下次超时即判负继续", due, "the last one is near")
	x.Shot("skipped-last")
	x.Do(pagetest.Click(".due .late button"))
	require.Empty(t, fake.Ask[string](x, due))

	change(44, 3, 800)
	x.Wait(due + `.startsWith('轮到你走')`)
	change(45, 4, 0)
	fake.Becomes(x, "你输了小明已超时 4 次，第 4 次判负继续", due, "the game is lost")
	x.Do(pagetest.Click(".due a"))
	fake.Becomes(x, "", due, "it has been looked at")
	x.Do(fake.Script(`location.hash = '#/layouts'`), chromedp.WaitReady(chromedp.CSS(".board .piece")))
	require.Empty(t, fake.Ask[string](x, due))

	change(46, 1, 800)
	x.Wait(due + `.startsWith('轮到你走')`)
	asked := `performance.getEntriesByType('resource').filter(e => e.name.endsWith('/api/lobby')).length`
	before := fake.Ask[int](x, asked)
	change(47, 1, 0)
	x.Wait(fmt.Sprintf(`!%s && %s > %d`, due, asked, before))
	require.Empty(t, fake.Ask[string](x, due), "a move in another window")

	change(48, 1, 800)
	x = fake.Open(t, served, fake.View{Width: 390, Height: 844, Lang: "en", Theme: "light"}, "#/learn")
	x.Wait(`/^Your turn小明0:0\d1\/4Resume$/.test(` + due + `)`)
	x.Shot("due-count")
	change(49, 2, 0)
	fake.Becomes(x, "You are out of time: turn skipped小明2/4Resume", due, "in figures")
	x.Shot("skipped-phone")
	change(50, 2, 800)
	x.Wait(due + `.includes('Your turn')`)
	change(51, 3, 0)
	fake.Becomes(x, "You are out of time: turn skipped小明3/4, the next time-out loses the gameResume", due)
	require.Less(t, fake.Ask[int](x, `document.querySelector('.late').offsetHeight`), 100, "two lines")
	x.Shot("skipped-phone-last")
	p.Mu.Lock()
	waiting.State, waiting.You, waiting.Reason = "over", "won", "resignation"
	p.Past = []history.Entry{waiting}
	p.Mu.Unlock()
	fake.Becomes(x, "You won小明Resume", due, "the match is over meanwhile")
}

// Whoever looks at another room, or at none, hears there that a match has ended, and of no earlier one.
func TestOtherRoomsSayThatAMatchHasEnded(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Played(p, fake.Rules("standard"), 40)
	rules := p.Past[0].Rules
	match := func(name, you string) history.Entry {
		e := history.Entry{Match: name, Rules: rules, Seat: "red", Opponents: []string{"小明"}, Turns: 40, State: "play", Running: true}
		if you != "" {
			e.State, e.You, e.Reason = "over", you, "resignation"
		}
		return e
	}
	change := func(list ...history.Entry) {
		p.Mu.Lock()
		defer p.Mu.Unlock()
		p.Past = list
	}
	change(match("0001-red", "lost"), match("0002-red", ""), match("0003-red", ""))
	x := fake.Open(t, fake.Serve(t, p), fake.View{Width: 1024, Height: 700, Lang: "en", Theme: "light"}, "#/layouts")
	due := `document.querySelector('.due').innerText.replaceAll('\n', '')`
	change(match("0001-red", "lost"), match("0002-red", "won"), match("0003-red", ""))
	fake.Becomes(x, "You won小明Resume", due)
	x.Shot("ended")
	x.Do(fake.Script(`Object.defineProperty(document, 'hidden', {value: true, configurable: true})`))
	change(match("0001-red", "lost"), match("0002-red", "won"), match("0003-red", "drew"))
	x.Wait(`document.title === '● A draw'`)
	require.Equal(t, "You won小明ResumeA draw小明Resume", fake.Ask[string](x, due))
	x.Do(fake.Script(`location.hash = '#/match/` + m.Name + `'`))
	fake.Becomes(x, "", due, "it has been looked at")
	x.Wait(`document.title === 'darkjunqi'`)
}

// Whoever has asked for notifications reads what came of it where the button was.
func TestNotificationsAreSaidToBeOn(t *testing.T) {
	x, _ := fake.AtTable(t, fake.Desktop, 20)
	x.Do(fake.OnNew(`window.Notification = class { static permission = 'default'; static requestPermission = async () => (Notification.permission = window.answer) }`), chromedp.Reload(), chromedp.WaitReady(chromedp.CSS(".cell.movable")))
	for answer, said := range map[string]string{"granted": "Notifications are on", "denied": "Your browser blocks notifications"} {
		x.Do(chromedp.Reload(), chromedp.WaitReady(chromedp.CSS(".cell.movable")), fake.Script(`window.answer = '`+answer+`'`), pagetest.Click(".acts [data-key=more]"))
		x.Wait(`[...document.querySelectorAll('.c-more .btn')].some(b => b.textContent === 'Notify me when it is my turn')`)
		x.Do(fake.Script(`[...document.querySelectorAll('.c-more .btn')].find(b => b.textContent === 'Notify me when it is my turn').click()`))
		x.Wait(`document.querySelector('.c-more [data-key=notified]')?.textContent === '` + said + `'`)
	}
}

// A picture of the board can be saved, as a drawing and as pixels, and looks like the board.
func TestPicturesAreSaved(t *testing.T) {
	x, _ := fake.AtTable(t, fake.Desktop, 20)
	x.Do(fake.Script(`window.blobs = []; { const make = URL.createObjectURL; URL.createObjectURL = b => (blobs.push(b), make.call(URL, b)) }`), pagetest.Click(".acts [data-key=more]"))
	x.Do(chromedp.WaitVisible(chromedp.CSS("[data-picture=SVG]")), pagetest.Click("[data-picture=SVG]"))
	require.Contains(t, fake.Ask[string](x, `document.querySelector('[data-picture=SVG]').parentElement.textContent`), "The board as a picture")
	x.Wait(`blobs.length > 0`)
	drawing := fake.Ask[string](x, `blobs[0].text()`)
	require.True(t, strings.HasPrefix(drawing, "<svg"))
	require.Contains(t, drawing, ` lang="en"`)
	require.False(t, strings.Contains(drawing, "class=") || strings.Contains(drawing, "var("), "the styles are in it")
	require.Less(t, len(drawing), 100_000)
	x.Do(pagetest.Click("[data-picture=PNG]"))
	x.Wait(`blobs.some(b => b.type === 'image/png')`)
	raw, err := base64.StdEncoding.DecodeString(fake.Ask[string](x, `new Promise(done => { const r = new FileReader(); r.onload = () => done(r.result.split(',')[1]); r.readAsDataURL(blobs.find(b => b.type === 'image/png')) })`))
	require.NoError(t, err)
	picture, err := png.Decode(bytes.NewReader(raw))
	require.NoError(t, err)
	colours := map[color.Color]bool{}
	for y := 0; y < picture.Bounds().Dy(); y += 3 {
		for i := 0; i < picture.Bounds().Dx(); i += 3 {
			colours[picture.At(i, y)] = true
		}
	}
	require.Greater(t, picture.Bounds().Dy(), 1000)
	require.Greater(t, len(colours), 50, "pieces and land are drawn")
}

// The last moves are a film of their positions, which names nobody.
func TestFilmOfTheEnd(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Over(p, fake.Rules("standard"))
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/match/"+m.Name)
	x.Do(fake.Script(`{ const make = URL.createObjectURL; URL.createObjectURL = b => { if (b.type === 'image/gif') window.film = b; return make.call(URL, b) } }`), pagetest.Click("[data-film=gif]"))
	x.Wait(`document.querySelector('.toast')?.textContent.endsWith('-end.gif')`)
	film := decoded(t, x, `film`)
	require.Len(t, film.Image, 10)
	require.Equal(t, 0, film.LoopCount, "for ever")
	require.Equal(t, append(slices.Repeat([]int{120}, 9), 400), film.Delay)
	for i, frame := range film.Image[1:] {
		require.NotEqual(t, film.Image[i].Pix, frame.Pix, "each has a move")
		require.Greater(t, len(slices.Compact(slices.Sorted(slices.Values(frame.Pix)))), 50, "pieces and land are drawn")
	}
}

// Where the last of them is no move, the picture says whose it is, and of a clash what came of it. It keeps the language of its words: where a comma stands depends on it.
func TestPictureOfAResignation(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := p.Sit(p.Add(fake.Rules("standard")), seat.Arrange)
	m.Begin()
	m.Slow = true
	for m.Seat.State().Last == nil || m.Seat.State().Last.Announcement == nil || m.Referee.ToAct() != m.Who {
		m.Step()
	}
	clash := m.Seat.State().Last
	require.NoError(t, m.Resign())
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/match/"+m.Name)
	x.Do(chromedp.WaitReady(chromedp.CSS("[data-film=png]")), fake.Script(`{ const make = URL.createObjectURL; URL.createObjectURL = b => { if (b.type === 'image/svg+xml') b.text().then(t => { window.drawn = t }); return make.call(URL, b) } }`), pagetest.Click("[data-film=png]"))
	x.Wait(`window.drawn?.includes('>Red resigned<')`)
	require.Regexp(t, clash.From+" × "+clash.To+" · (The|Both) [a-z ]+<", fake.Ask[string](x, `window.drawn`))
	x.Do(fake.Script(`{ const s = document.querySelector('.languages-list'); s.value = 'zh-Hant'; s.dispatchEvent(new Event('change')) }`), chromedp.WaitReady(chromedp.CSS("[lang=zh-Hant] [data-film=png]")), pagetest.Click("[data-film=png]"))
	x.Wait(`/^<svg [^>]* lang="zh-Hant"/.test(window.drawn)`)
}

// A film holds the pixels that it is made from, even noise.
func TestFilmHoldsItsPixels(t *testing.T) {
	x, _ := fake.AtTable(t, fake.Desktop, 2)
	const width, height = 150, 200
	film := decoded(t, x, fmt.Sprintf(`import('./gif.js').then(({ gif }) => gif([1, 77].map(seed => {
		const frame = new ImageData(%d, %d);
		for (let i = 0, n = seed; i < frame.data.length; i += 4) {
			n = (Math.imul(n, 1103515245) + 12345) & 0x7fffffff;
			const colour = n >> 16 & 255; // eight bits, three, three and two in a channel
			frame.data.set([colour & 224, colour << 3 & 224, colour << 6 & 192, 255], i);
		}
		return {frame, time: 7};
	})))`, width, height))
	require.Len(t, film.Image, 2)
	for i, n := range []int{1, 77} {
		for at := range width * height {
			n = (n*1103515245 + 12345) & 0x7fffffff
			v := n >> 16 & 255
			require.Equal(t, color.RGBA{uint8(v & 224), uint8(v << 3 & 224), uint8(v << 6 & 192), 255}, film.Image[i].At(at%width, at/width), "pixel %d", at)
		}
	}
}

// decoded is the film in a Blob of the page.
func decoded(t *testing.T, x *fake.Tab, blob string) *gif.GIF {
	t.Helper()
	raw, err := base64.StdEncoding.DecodeString(fake.Ask[string](x, `Promise.resolve(`+blob+`).then(blob => new Promise(done => { const r = new FileReader(); r.onload = () => done(r.result.split(',')[1]); r.readAsDataURL(blob) }))`))
	require.NoError(t, err)
	film, err := gif.DecodeAll(bytes.NewReader(raw))
	require.NoError(t, err)
	t.Logf("%d bytes", len(raw))
	return film
}

// A file that is dropped anywhere on the page is audited.
func TestDroppedFileIsAudited(t *testing.T) {
	pagetest.Parallel(t)
	x := fake.Open(t, fake.Serve(t, fake.NewProgram()), fake.Desktop, "#/")
	x.Do(chromedp.WaitReady(chromedp.CSS(".choice")), fake.Script(`{ const d = new DataTransfer(); d.items.add(new File(['darkjunqi'], 'm.djq')); dispatchEvent(new DragEvent('dragover', {dataTransfer: d, cancelable: true})); dispatchEvent(new DragEvent('drop', {dataTransfer: d, cancelable: true})) }`))
	x.Do(chromedp.WaitReady(chromedp.CSS(".judged")))
	require.Contains(t, fake.Ask[string](x, `document.querySelector('.judged').textContent`), "honest")
}

// A hostile page that another user of the machine serves, in the same browser: it reads nothing, begins nothing, and frames nothing.
func TestHostilePageGetsNothing(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/")
	victim := strings.TrimSuffix(fake.Ask[string](x, `location.origin`), "/")
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	var mu sync.Mutex
	var stolen []string
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		for _, c := range r.Cookies() {
			stolen = append(stolen, c.Name+"="+c.Value)
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<!doctype html><title>evil</title><main><p></main>")
	})}
	go server.Serve(listener)
	t.Cleanup(func() { server.Close() })
	x.Do(chromedp.Navigate("http://"+listener.Addr().String()+"/"), chromedp.WaitReady("main > *"))
	digest := p.Presets[0]
	got := fake.Ask[map[string]string](x, fmt.Sprintf(`(async () => {
		const victim = %q, got = {}, body = JSON.stringify({digest: %q});
		const attempt = async (name, f) => { try { got[name] = String(await f()) } catch (e) { got[name] = 'refused' } };
		await attempt('read', async () => (await fetch(victim + '/api/lobby', {credentials: 'include'})).text());
		await attempt('read with a key', async () => (await fetch(victim + '/api/lobby', {credentials: 'include', headers: {'Darkjunqi-Key': 'AAAA'}})).text());
		await attempt('post', async () => (await fetch(victim + '/api/host', {method: 'POST', mode: 'no-cors', credentials: 'include', body})).type === 'opaque' && 'refused');
		await attempt('script', () => new Promise((done, fail) => { const s = document.createElement('script'); s.src = victim + '/main.js'; s.onload = () => done('ran'); s.onerror = fail; document.head.append(s) }));
		await attempt('stream', () => new Promise((done, fail) => { const e = new EventSource(victim + '/api/stream?match=n1&since=0', {withCredentials: true}); e.onmessage = done; e.onerror = () => { e.close(); fail() } }));
		await attempt('frame', () => new Promise(done => { const f = document.createElement('iframe'); f.src = victim + '/'; f.onload = () => { let inside = 'refused'; try { inside = f.contentDocument?.title || 'refused' } catch {} done(inside) }; document.body.append(f) }));
		const form = Object.assign(document.createElement('form'), {method: 'POST', action: victim + '/api/host', enctype: 'text/plain', target: 'f'});
		const f = Object.assign(document.createElement('iframe'), {name: 'f'});
		document.body.append(f, form);
		await new Promise(done => { f.onload = done; form.submit() });
		return got;
	})()`, victim, digest))
	for name, result := range got {
		require.Equal(t, "refused", result, name)
	}
	require.Len(t, got, 6)
	p.Mu.Lock()
	defer p.Mu.Unlock()
	require.Empty(t, p.Matches, "nothing was begun")
	mu.Lock()
	defer mu.Unlock()
	session := slices.IndexFunc(stolen, func(cookie string) bool { return strings.HasPrefix(cookie, "darkjunqi-") })
	require.GreaterOrEqual(t, session, 0, "browsers send it to every port")
	name, value, _ := strings.Cut(stolen[session], "=")
	r, err := http.NewRequest(http.MethodGet, victim+"/api/lobby", nil)
	require.NoError(t, err)
	r.AddCookie(&http.Cookie{Name: name, Value: value})
	answer, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	answer.Body.Close()
	require.Equal(t, http.StatusForbidden, answer.StatusCode, "it is not enough")
	x.Forgive("")
}

// The page offers every set phrase once, and lets a text be as long as a link does.
func TestEveryPhraseIsOffered(t *testing.T) {
	script, err := os.ReadFile("../../web/talk.js")
	require.NoError(t, err)
	var offered, all []string
	for _, list := range regexp.MustCompile(`(?:ANY|PARTNER) = \[([0-9, ]+)\]`).FindAllStringSubmatch(string(script), -1) {
		offered = append(offered, strings.Split(list[1], ", ")...)
	}
	for n := range p2p.Phrases {
		all = append(all, strconv.Itoa(n+1))
	}
	require.ElementsMatch(t, all, offered, "ANY and PARTNER in web/talk.js")
	require.Contains(t, string(script), fmt.Sprintf("const LONG = %d;", p2p.MaxSay))
}

// What is said stands beside its player and in the card, as text; it is said by a click, and one click mutes a player.
func TestTalk(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	m := fake.Played(p, fake.Rules("standard"), 110)
	x := fake.Open(t, fake.Serve(t, p), fake.View{Width: 1440, Height: 900, Lang: "en", Theme: "light"}, "#/match/"+m.Name)
	x.Do(chromedp.WaitReady(chromedp.CSS(".c-talk .phrase")), fake.Script(`{ const now = Date.now(); Date.now = () => now }`)) // a plate shows words for a while
	m.Change(func() { m.SaidBy(engine.Blue, 0, "<b>hi</b> there") })
	x.Wait(`document.querySelector('.sayings').textContent.includes('<b>hi</b> there') && document.querySelector('.them .saying').textContent === '“<b>hi</b> there”'`)
	x.Do(chromedp.Evaluate[chromedp.Void](`document.querySelector('.phrase').click()`))
	x.Wait(`document.querySelector('.sayings p:last-child').textContent === 'You Well played!'`)
	x.Do(chromedp.Evaluate[chromedp.Void](`document.querySelector('#say-text').value = 'gg'; document.querySelector('.say').requestSubmit()`))
	x.Wait(`document.querySelector('.sayings p:last-child').textContent === 'You gg' && document.querySelector('#say-text').value === ''`)
	x.Do(chromedp.Evaluate[chromedp.Void](`document.querySelector('[data-key=mute-blue]').click()`))
	x.Wait(`document.querySelector('[data-key=mute-blue]').ariaPressed === 'true'`)
	require.True(t, m.Muted[engine.Blue])
	x.Shot("talk")
	require.True(t, fake.Ask[bool](x, `document.querySelector('.say .hidden-text').offsetParent.matches('.say')`), "a hidden label makes the page no longer")
	lost := fake.Ask[[]string](x, `[...document.querySelectorAll('.c-losses .mini')].map(e => e.firstChild.textContent)`)
	require.Contains(t, lost, "M")
	for _, sign := range lost {
		require.NotRegexp(t, `[a-z]{2}`, sign, "losses have the signs of the board")
	}
	x.Do(chromedp.EmulateViewport(1024, 700), fake.Script(`document.querySelector('.to-talk').click()`))
	x.Wait(`(i => { const c = document.createElement('canvas').getContext('2d'), s = getComputedStyle(i); c.font = s.font; return i.offsetWidth > 0 && c.measureText(i.placeholder).width <= i.clientWidth - parseFloat(s.paddingLeft) - parseFloat(s.paddingRight) })(document.querySelector('#say-text'))`) // nothing is cut
	x.Wait(`new Set([...document.querySelectorAll('.acts > *')].filter(b => b.offsetWidth).map(b => b.getBoundingClientRect().top)).size === 1`)
	x.Shot("talk-1024")
	x.Do(chromedp.EmulateViewport(1440, 900))
	require.Equal(t, "none", fake.Ask[string](x, `getComputedStyle(document.body.appendChild(Object.assign(document.createElement('p'), {className: 'phrase'}))).borderStyle`), "the words to compare are no button")
	x.Do(fake.Script(`{ const now = Date.now; Date.now = () => now() + 60000 }`))
	x.Wait(`!document.querySelector('.them .saying') && document.querySelector('.sayings p') !== null`)
	x.Do(chromedp.EmulateViewport(390, 844), fake.Script(`document.querySelector('.grip').click()`))
	x.Wait(`document.querySelector('.sheet-talk') === null`)
	m.Change(func() { m.SaidBy(engine.Blue, 5, "") })
	x.Wait(`document.querySelector('.toast') !== null`)
	require.Equal(t, []int{1, 2, 2, 1}, fake.Ask[[]int](x, `import('/talk.js').then(({ lately }) => [[0], [0, 1], [0, 1, 2], [0, 9001]].map(all => lately([{ seat: 'red', at: 0 }, ...all.map(at => ({ seat: 'blue', at })), { seat: 'red', at: 0 }], 'red', all.at(-1)).length))`))
	m.Change(func() { m.SaidBy(engine.Blue, 6, "") })
	x.Wait(`((toast, two) => toast.innerText.split('\n').length === 2 && two.every(words => toast.textContent.includes(words)))(document.querySelector('.toast'), [...document.querySelectorAll('.sayings p')].slice(-2).map(p => p.lastChild.textContent))`) // the second doesn't hide the first
	x.Do(fake.Script(`document.querySelector('.tabs button:nth-last-child(2)').click()`))
	x.Wait(`document.querySelector('.sheet-talk .sayings') !== null && document.querySelector('.toast') === null`) // where it is said, too
	x.Do(chromedp.EmulateViewport(1440, 900))
	shown := `document.querySelectorAll('.c-talk > .phrases .phrase').length`
	require.Equal(t, 12, fake.Ask[int](x, shown))
	m.Change(func() { m.Edit = func(l *seat.Look) { l.TalkTo = nil } })
	x.Wait(`document.querySelector('.c-talk').textContent.includes(' gg') && document.querySelector('.c-talk [data-key=over]') !== null && ` + shown + ` === 0 && !document.querySelector('#say-text')`)
	done := fake.Over(p, fake.Rules("standard"))
	done.Change(func() {
		done.Edit = func(l *seat.Look) { l.TalkTo = []string{"blue"} }
		for n := range 5 {
			done.SaidBy(engine.Blue, n+1, "")
		}
	})
	x.Do(fake.Script(`location.hash = '#/match/` + done.Name + `'`))
	x.Wait(`document.querySelector('.c-end .decided') !== null`)
	fake.Becomes(x, true, `(e => e?.getBoundingClientRect().bottom < document.querySelector('.left').getBoundingClientRect().bottom)(document.querySelector('[data-key=mute-blue]'))`, "after the end nothing of it is cut off")
	require.Equal(t, "Good game!", fake.Ask[string](x, `document.querySelector('.phrase').textContent`))
	rematch := fake.Played(p, fake.Rules("standard"), 4)
	x.Do(fake.Script(`location.hash = '#/match/` + rematch.Name + `'`))
	x.Wait(`location.hash.endsWith('` + rematch.Name + `') && document.querySelectorAll('.mlist .mv').length === 4 && document.querySelector('[data-key=mute-blue]')?.ariaPressed === 'true'`)
	require.True(t, rematch.Muted[engine.Blue], "who was muted stays so in another match")

	four := fake.Played(p, fake.Rules("siguo"), 20)
	y := fake.Open(t, fake.Serve(t, p), fake.Phone, "#/match/"+four.Name)
	y.Do(chromedp.WaitReady(chromedp.CSS(".board .piece")))
	y.Wait(`window.pressed ||= (b => b && (b.click(), true))([...document.querySelectorAll('.tabs button')].find(b => b.textContent === '快捷语'))`)
	y.Wait(`document.querySelector('.c-talk').offsetHeight > 0 && !document.querySelector('#say-text')`)
	four.Change(func() { four.SaidBy(engine.Amber, 7, "") })
	y.Wait(`document.querySelector('.sayings').textContent.includes('守住你左边。')`)
	require.Equal(t, 12, fake.Ask[int](y, shown))
	y.Shot("talk-phone")
}
