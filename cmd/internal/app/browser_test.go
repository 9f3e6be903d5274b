package app_test

import (
	"flag"
	"fmt"
	"net"
	"net/http"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/page"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

func TestMain(m *testing.M) {
	// Some tests wait for seconds. Unless -parallel says how many, more run beside each other than there are processors.
	if err := flag.Set("test.parallel", "16"); err != nil {
		panic(err)
	}
	rulestest.CollectLate()
	pagetest.Main(m)
}

var (
	desktop = pagetest.View{Width: 1280, Height: 800, Lang: "en", Theme: "light"}
	phone   = pagetest.View{Width: 390, Height: 844, Lang: "en", Theme: "dark", Touch: true}
)

// browser is a person before a page.
type browser struct {
	*pagetest.Tab
	p *program
}

// browse serves a lobby and opens its page.
func (p *program) browse(v pagetest.View, hash string) *browser {
	p.t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(p.t, err)
	served := page.New(page.Options{Backend: p.App, Host: listener.Addr().String()})
	server := &http.Server{Handler: served}
	if p.through != nil {
		server.Handler = p.through(served)
	}
	go server.Serve(listener)
	p.t.Cleanup(func() { server.Close() })
	return &browser{pagetest.Open(p.t, served.Address(), v, hash), p}
}

// button waits for a button that says so, and clicks it.
func (b *browser) button(label string) {
	b.p.t.Helper()
	b.Wait(fmt.Sprintf(`[...document.querySelectorAll('button, a.btn')].find(b => b.textContent === %q && !b.disabled).click() === undefined`, label))
}

// resign waits until the person may resign, which is not while a clash is being proven, and says yes.
func (b *browser) resign() {
	b.p.t.Helper()
	b.button("Resign")
	b.button("Resign? Yes")
}

// match is the match that the page shows.
func (b *browser) match() string {
	b.p.t.Helper()
	b.Wait(`location.hash.startsWith('#/match/')`)
	return pagetest.Ask[string](b.Tab, `decodeURIComponent(location.hash.slice('#/match/'.length))`)
}

// turn holds when the page lets this person move. While it proves a move, it says so, beside a sign that turns.
const turn = `(/your move/i.test(document.querySelector('.voice').textContent) && document.querySelector('.voice .spin') === null && document.querySelector('[aria-busy=false]') !== null)`

// move makes a move by two clicks, or turns up a piece by one.
func (b *browser) move(match string) {
	b.p.t.Helper()
	state := b.p.until(match, func(_ app.Seat, s seat.State) bool { return s.Decision == "move" })
	if state.Deal != nil && len(state.Deal.Flips) > 0 {
		b.Wait(turn)
		node := "[data-node=" + state.Deal.Flips[0] + "]"
		heard := `document.querySelector('` + node + `').getAttribute('aria-label')`
		b.Do(pagetest.Mouse.Until(chromedp.CSS(node), fmt.Sprintf("%s !== %q", heard, pagetest.Ask[string](b.Tab, heard))))
		b.p.until(match, func(_ app.Seat, s seat.State) bool { return s.Ply > state.Ply })
		return
	}
	from := slices.Min(slices.Collect(keys(state.Moves)))
	b.Do(pagetest.Mouse.Move(from, slices.Max(state.Moves[from])))
	b.p.until(match, func(_ app.Seat, s seat.State) bool {
		return s.Ply > state.Ply || s.ToMove == state.ToMove && s.Decision != "move"
	})
}

func keys(m map[string][]string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// Two people, each before a page of their own, play a match from the invite to the verdict; in the middle one reloads the page and
// the other's program is ended and started again.
func TestPageAgainstPage(t *testing.T) {
	pagetest.Chromium(t)
	ann, bob := start(t, t.TempDir()), start(t, t.TempDir())
	a, b := ann.browse(desktop, "#/"), bob.browse(phone, "#/")
	a.Do(chromedp.WaitReady(chromedp.CSS(".choice")))
	a.Do(chromedp.SendKeys("input[type=text]", "Ann"))
	a.Wait(`(s => { s.value = 'off'; return s.dispatchEvent(new Event('change')) })(document.querySelector('select[name=clock]'))`) // a busy machine takes its time
	a.Wait(`document.querySelector('select[name=clock]').closest('.changed') !== null`)
	a.Shot("lobby")
	a.button("Invite a friend")
	hosted := a.match()
	a.Do(chromedp.WaitReady(chromedp.CSS(".qr path")))
	a.Shot("invite")
	invite := pagetest.Ask[string](a.Tab, `document.querySelector('.copybox code').textContent`)

	b.Do(chromedp.WaitReady(chromedp.CSS("#invite-in")), chromedp.SendKeys("input[type=text]", "Bob"), chromedp.SendKeys("#invite-in", invite))
	b.button("Show the rules")
	b.Do(chromedp.WaitReady(chromedp.CSS("dialog[open] .terms")))
	b.Wait(`document.querySelector('dialog').textContent.includes('Proposed by Ann')`)
	words := func(b *browser) string {
		b.Wait(`document.querySelector('.phrase b') !== null`)
		return pagetest.Ask[string](b.Tab, `document.querySelector('.phrase b').textContent`)
	}
	require.Equal(t, words(a), words(b), "both sit at the same table")
	b.Shot("terms")
	b.button("Join as Blue")
	joined := b.match()
	b.Do(chromedp.WaitReady(chromedp.CSS(".board .piece")))
	b.Shot("arrange")
	a.button("Play with this layout")
	b.button("Play with this layout")

	first, second := a, b
	if ann.until(hosted, begun).ToMove == "blue" {
		first, second = b, a
	}
	name := map[*browser]string{a: hosted, b: joined}
	for range 3 {
		first.move(name[first])
		second.move(name[second])
	}
	a.Wait(`document.querySelector('.them').textContent.includes('Bob')`)
	a.Shot("play")
	b.Shot("play-phone")

	a.Do(chromedp.Reload(), chromedp.WaitReady(chromedp.CSS(".board .piece")))
	require.NoError(t, bob.Close())
	again := start(t, bob.dir)
	back := again.browse(phone, "#/match/"+joined)
	name[back] = joined
	if first == b {
		first = back
	} else {
		second = back
	}
	first.move(name[first])
	second.move(name[second])
	back.Shot("play-resumed")

	a.resign()
	a.Wait(`document.querySelector('.voice').textContent.includes('You lost')`)
	back.Wait(`document.querySelector('.voice').textContent.includes('You won')`)
	again.until(joined, func(_ app.Seat, s seat.State) bool { return s.Connection.Done })
	ann.until(hosted, func(_ app.Seat, s seat.State) bool { return s.Connection.Done })
	a.Shot("over")
	a.button("Replay")
	a.Do(chromedp.WaitReady(chromedp.CSS(".review .board .piece")))
	a.Wait(`document.querySelector('.judged').textContent.includes('honest')`)
	a.Shot("verdict")
	ann.past(hosted)
	back.button("Rematch, seats swapped")
	a.Do(chromedp.Evaluate[chromedp.Void](`location.hash = '#/match/` + hosted + `'`))
	a.Wait(`document.querySelector('.voice').textContent.includes('Bob would like another match')`)
	a.button("Play again, seats swapped")
	a.Wait(`!location.hash.includes('` + hosted + `')`)
	a.Wait(`document.querySelector('.people .known') !== null && document.querySelector('.plate.own .seat.blue') !== null`)
	a.Shot("rematch")
	a.Do(chromedp.Evaluate[chromedp.Void](`location.hash = '#/'`), chromedp.WaitReady(chromedp.CSS(".past li")))
	a.Wait(`document.querySelector('.friends').textContent.includes('“Bob”')`)
	a.Wait(`[...document.querySelectorAll('.past li')].some(l => l.textContent.includes('Bob') && l.textContent.includes('You resigned') && l.textContent.includes('honest'))`)
	a.Shot("lobby-past")
	b.Forgive("")
}

func begun(_ app.Seat, s seat.State) bool { return s.Phase == seat.Play }

// A newcomer practises: from the lobby to the first moves, and to the rematch with the seats swapped.
func TestPractiseOnThePage(t *testing.T) {
	pagetest.Chromium(t)
	ann := start(t, t.TempDir())
	a := ann.browse(desktop, "#/")
	a.Do(chromedp.WaitReady(chromedp.CSS(".choice")))
	a.button("Practise")
	match := a.match()
	a.button("Play with this layout")
	for range 4 {
		a.move(match)
	}
	a.Shot("practice")
	a.resign()
	a.Wait(`document.querySelector('.voice').textContent.includes('You lost')`)
	a.button("Rematch, seats swapped")
	a.Wait(fmt.Sprintf(`!location.hash.includes(%q)`, match))
	s, err := ann.Seat(t.Context(), a.match())
	require.NoError(t, err)
	require.Equal(t, "blue", s.Table().Seat)
	a.button("Play with this layout")
	a.move(a.match())
	a.Shot("practice-rematch")
}

// Games with two seats, with more, and with pieces that are turned up, are played on the page: the first turns, and with two seats up
// to the verdict.
func TestGamesOnThePage(t *testing.T) {
	playOnThePage(t, map[string]pagetest.View{
		// A flag may stand in the way of the first moves: taking it must not end the game.
		"drawn,first=blue,carry=home": desktop, "flip": phone, "siguo": phone,
	})
}

// So are the others that the program offers.
func TestLongMatchOfEveryGame(t *testing.T) {
	pagetest.Long(t)
	playOnThePage(t, map[string]pagetest.View{
		"standard,mode=open": phone, "standard,half-open=fought": phone, "flip,seats=4": phone, "banqi": desktop, "siguo,way=open": desktop,
		"sanguo": phone, "liuguo": desktop, "liuguo,teams=pairs,chiefs=on": phone,
	})
}

func playOnThePage(t *testing.T, games map[string]pagetest.View) {
	pagetest.Chromium(t)
	for spec, view := range games {
		t.Run(spec, func(t *testing.T) {
			ann := start(t, t.TempDir())
			match, err := ann.Practise(t.Context(), app.Practising{Digest: ann.rules(spec), Level: "random"})
			require.NoError(t, err)
			a := ann.browse(view, "#/match/"+match)
			state := ann.until(match, func(_ app.Seat, s seat.State) bool { return s.Decision != "" || s.Phase == seat.Play })
			if state.Decision == "layout" {
				a.button("Play with this layout")
			}
			a.move(match)
			a.move(match)
			a.Shot("playing-" + spec)
			if len(state.Seats) > 2 {
				return
			}
			a.resign()
			a.Wait(`document.querySelector('.voice').textContent.includes('You lost')`)
			ann.until(match, func(_ app.Seat, s seat.State) bool { return s.Connection.Done })
			a.button("Replay")
			a.Do(chromedp.WaitReady(chromedp.CSS(".review .board .piece")))
			a.Wait(`document.querySelector('.judged').textContent.includes('honest')`)
			ann.past(match)
		})
	}
}
