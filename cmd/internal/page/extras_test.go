package page_test

import (
	"bytes"
	"context"
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

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	browser "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// script evaluates an expression for what it does.
func script(expression string) chromedp.Action[chromedp.Void] {
	return chromedp.Evaluate[chromedp.Void](expression)
}

// onNew runs a script in each document that is opened from now on, before anything else.
func onNew(source string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, browser.AddScriptToEvaluateOnNewDocument, browser.AddScriptToEvaluateOnNewDocumentParams{Source: source})
		return err
	})
}

// What the reader has opened stays open when the page is painted again.
func TestWhatIsOpenStaysOpen(t *testing.T) {
	x, m := atTable(t, desktop, 20)
	x.do(pagetest.Click(".c-match summary"))
	from, to := choice(m)
	x.do(pagetest.Mouse.Move(from, to))
	x.moved(m, from, to)
	require.True(t, ask[bool](x, `document.querySelector('.c-match details').open`))
	require.Contains(t, ask[string](x, `document.querySelector('.c-match details').textContent`), "20.1 kB / 24.8 kB")

	x.do(script(`location.hash = '#/'`), chromedp.WaitReady(chromedp.CSS("#invite-in")), chromedp.SendKeys("#invite-in", invite))
	x.do(pagetest.Click(".side .btn.main"), chromedp.WaitReady(chromedp.CSS("dialog[open] .phrase")))
	x.do(pagetest.Click("dialog[open] .link"), chromedp.WaitReady(chromedp.CSS("dialog.guide[open] .guide-cards .figure")), pagetest.Click("dialog.guide .btn"))
	x.wait(`document.querySelector('.guide') === null`)
	require.Contains(t, ask[string](x, `document.querySelector('dialog').textContent`), phrase["en"])
	x.do(script(`document.querySelector('#invite-in').dispatchEvent(new Event('input'))`))
	require.True(t, ask[bool](x, `document.querySelector('dialog').open`))
	x.do(script(`{ const t = document.querySelector('#invite-in'); t.value = 'djqw1abc'; t.dispatchEvent(new Event('input')); }`))
	x.wait(`document.querySelector('#invite-in + p').textContent.includes('Hidden pieces stay hidden')`)
}

// An invite that comes into the address while the page still loads is opened as one that was there before.
func TestInviteWhileLoading(t *testing.T) {
	chromium(t)
	x := open(t, serve(t, newProgram()), desktop, "#/")
	x.do(onNew(`addEventListener('DOMContentLoaded', () => { location.hash = '`+invite+`' })`), chromedp.Reload())
	x.wait(`document.querySelector('dialog[open] .phrase') !== null`)
}

// Friends are listed by the names that their player gave them, else by what they call themselves; each can be named, invited,
// and forgotten.
func TestFriends(t *testing.T) {
	chromium(t)
	p := newProgram()
	x := open(t, serve(t, p), desktop, "#/")
	x.wait(`document.querySelector('.friends')?.textContent.includes('“林间”')`)
	x.do(pagetest.Click(`[aria-label="Name “林间”"]`), chromedp.WaitReady(chromedp.CSS("#friend-name")), script(`document.querySelector('#friend-name').value = ''`), chromedp.SendKeys("#friend-name", "Lin"+kb.Enter))
	x.wait(`document.querySelector('.friends').textContent.includes('Lin') && !document.querySelector('.friends').textContent.includes('“')`)
	x.do(pagetest.Click(`[aria-label="Forget K2"]`))
	x.wait(`document.querySelector('.friends').textContent.includes('Forget? Yes')`)
	x.do(pagetest.Click(`[aria-label="Forget K2"]`))
	x.wait(`document.querySelectorAll('.friends li').length === 1`)
	x.do(pagetest.Click(".friends .btn"), chromedp.WaitReady(chromedp.CSS(".invite .qr path")))
	require.Contains(t, ask[string](x, `document.querySelector('.invite a').href`), invite, "the link for a mail holds the invite")
}

// Where a page is known that guests can open, the invite is a link to it. It is copied without a clipboard too, which pages over plain
// HTTP lack.
func TestInviteAsLink(t *testing.T) {
	chromium(t)
	p := newProgram()
	p.share = "http://192.0.2.7:1/"
	x := open(t, serve(t, p), desktop, "#/")
	x.wait(`document.querySelector('.friends .btn') !== null`)
	x.do(pagetest.Click(".friends .btn"), chromedp.WaitReady(chromedp.CSS(".invite .qr path")))
	link := p.share + "#" + invite
	x.wait(`document.querySelector('.invite code').textContent === '` + link + `'`)
	require.Contains(t, ask[string](x, `decodeURIComponent(document.querySelector('.invite a').href)`), link)
	require.Contains(t, ask[string](x, `document.querySelector('.ladder').textContent`), "no program is needed")
	x.do(script(`Object.defineProperty(navigator, 'clipboard', {value: undefined}); addEventListener('copy', e => { window.copied = e.clipboardData.getData('text/plain') })`), pagetest.Click(".invite .copybox .btn"))
	x.wait(`window.copied === '` + link + `'`)
	x.do(script(`document.execCommand = () => false`), pagetest.Click(".invite .copybox .btn"))
	x.wait(`document.querySelector('.toast.wrong')?.textContent.includes('copy it yourself')`)
}

// Anyone who asks for another match is named in the line, and the title calls a player who looks elsewhere.
func TestRematchIsAskedFor(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := over(p, rules("standard"))
	x := open(t, serve(t, p), desktop, "#/match/"+m.name)
	x.wait(`document.querySelector('.voice').textContent.includes('Rematch')`)
	x.do(script(`Object.defineProperty(document, 'hidden', {value: true, configurable: true})`))
	m.change(func() { m.edit = func(l *seat.Look) { l.Sides[engine.Blue].Again = true } })
	x.wait(`document.querySelector('.voice b').textContent === '林间 would like another match'`)
	x.wait(`document.title === '● 林间 would like another match'`)
	x.do(script(`delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))`))
	x.wait(`document.title === 'darkjunqi'`)
	x.do(script(`[...document.querySelectorAll('.voice button')].find(b => b.textContent.includes('Play again')).click()`))
	x.wait(fmt.Sprintf(`!location.hash.includes(%q)`, m.name))
}

// Anyone who asks for another match is told that the other was asked, for as long as nobody comes; the invite waits folded.
func TestAskerIsToldWhoWasAsked(t *testing.T) {
	chromium(t)
	p := newProgram()
	p.asks = true
	m := over(p, rules("standard"))
	x := open(t, serve(t, p), desktop, "#/match/"+m.name)
	x.wait(`[...document.querySelectorAll('.voice button')].some(b => b.textContent.includes('Rematch') && !b.disabled)`)
	x.do(script(`[...document.querySelectorAll('.voice button')].find(b => b.textContent.includes('Rematch')).click()`))
	x.wait(`document.querySelector('.voice').textContent.includes('invited to a rematch: 林间') && document.querySelector('.voice').textContent.includes('send the invite')`)
	x.wait(`document.querySelector('.host details')?.open === false && document.querySelector('.host').textContent.includes('djq1')`)
	x.shot("asked")
}

// Anyone who has no name is called by the seat of the match to come, not by the one of the match that is over.
func TestAskedWithoutNameIsCalledByNextSeat(t *testing.T) {
	chromium(t)
	p := newProgram()
	p.asks = true
	m := over(p, rules("standard"))
	m.others[engine.Blue] = ""
	x := open(t, serve(t, p), desktop, "#/match/"+m.name)
	x.wait(`[...document.querySelectorAll('.voice button')].some(b => b.textContent.includes('Rematch') && !b.disabled)`)
	x.do(script(`[...document.querySelectorAll('.voice button')].find(b => b.textContent.includes('Rematch')).click()`))
	x.wait(`document.querySelector('.voice').textContent.includes('invited to a rematch: Red')`)
}

// Two swap seats; among more each goes one on, and the page says so.
func TestRematchSaysWhoSitsWhere(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := over(p, rules("siguo"))
	x := open(t, serve(t, p), desktop, "#/match/"+m.name)
	label := func(says string) {
		x.wait(fmt.Sprintf(`[...document.querySelectorAll('.voice button')].some(b => b.textContent === %q)`, says))
	}
	label("Rematch, seats rotated")
	m.change(func() { m.edit = func(l *seat.Look) { l.Sides[engine.Blue].Again = true } })
	label("Play again, seats rotated")
}

// One hears that an opponent's turn was skipped, and once that one's own time is running out.
func TestTimeIsHeard(t *testing.T) {
	x, m := atTable(t, desktop, 20)
	x.do(script(`window.pitches = []; window.AudioContext = class {
		currentTime = 0; destination = {};
		createOscillator = () => ({ frequency: { set value(pitch) { pitches.push(pitch); } }, connect: to => to, start() {}, stop() {} });
		createGain = () => ({ gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect() {} });
	}`), pagetest.Click(".board .cell"))
	end := time.Now().Add(time.Minute)
	from := func(left time.Duration) {
		end = time.Now().Add(left)
		m.change(func() { m.edit = func(l *seat.Look) { l.Sides[m.who].Deadline = end } })
	}
	from(20 * time.Second)
	x.wait(`document.querySelector('[data-clock=red]').textContent === '0:19'`)
	require.Zero(t, ask[int](x, `pitches.length`))
	from(9 * time.Second)
	x.wait(`pitches.length === 3`)
	m.play(1)
	x.wait(`document.querySelector('[data-clock=red]').textContent === '0:06'`)
	require.Equal(t, "880,880,880", ask[string](x, `pitches.splice(0).join()`))
	m.change(func() { m.edit = func(*seat.Look) {} })
	m.slow = true
	require.NoError(t, m.take(engine.PassEvent(engine.Red)))
	x.wait(`pitches.splice(0).join() === '190'`)
	require.NoError(t, m.take(engine.PassEvent(engine.Blue)))
	x.wait(`pitches.splice(0).join() === '520,660'`)
}

// The turn calls a player who looks elsewhere, by the title and by a notification.
func TestTurnIsCalled(t *testing.T) {
	x, m := atTable(t, desktop, 20)
	x.do(onNew(`window.told = []; window.Notification = class { static permission = 'granted'; constructor(title, o) { told.push(o.body) } }`), chromedp.Reload(), chromedp.WaitReady(chromedp.CSS(".cell.movable")))
	x.do(script(`Object.defineProperty(document, 'hidden', {value: true, configurable: true})`))
	from, to := choice(m)
	require.NoError(t, m.seat.Do(seat.Command{Do: seat.DoMove, From: from, To: to}))
	x.wait(`document.title === '● your move' && told[0] === 'your move'`)
}

// A mark takes its time on the disk; the next move doesn't wait for it.
func TestMoveDoesNotWaitForMark(t *testing.T) {
	x, m := atTable(t, desktop, 20)
	from, to := choice(m)
	enemy := ""
	for _, piece := range m.seat.State().Pieces {
		if piece.Seat == "blue" && piece.Node != "" && piece.Node != to {
			enemy = piece.Node
			break
		}
	}
	x.do(script(`{ const sent = fetch; window.fetch = async (url, o) => { if (String(o?.body).includes('"mark"')) await new Promise(done => { window.written = done }); return sent(url, o) } }`))
	x.do(pagetest.Click(node(enemy)), pagetest.Click(`.at-table > .left .c-piece .palette [aria-label=bomb]`))
	x.wait(`!!window.written`)
	x.do(pagetest.Mouse.Pick(from, to), script(`written()`), chromedp.WaitReady(chromedp.CSS(".note")), pagetest.Click(node(to)))
	x.moved(m, from, to)
}

// Right click and long press open the palette of marks.
func TestMarksByMouseAndByTouch(t *testing.T) {
	for name, v := range map[string]view{"right click": desktop, "long press": phone} {
		t.Run(name, func(t *testing.T) {
			x, m := atTable(t, v, 20)
			enemy := ""
			for _, p := range m.seat.State().Pieces {
				if p.Seat == "blue" && p.Node != "" && p.Moved {
					enemy = p.Node
				}
			}
			if v.Touch {
				x.do(script(fmt.Sprintf(`(c => { const r = c.getBoundingClientRect(); c.dispatchEvent(new PointerEvent('pointerdown', {pointerType: 'touch', bubbles: true, clientX: r.x + r.width / 2, clientY: r.y + r.height / 2})) })(document.querySelector('[data-node=%s]'))`, enemy)))
			} else {
				x.do(pagetest.Right.Until(node(enemy), `document.querySelector('.left .c-piece .palette [aria-label]').checkVisibility()`))
			}
			x.do(chromedp.WaitVisible(chromedp.CSS(`.left .c-piece .palette [aria-label]`)))
			require.Regexp(t, "has moved|走动过", ask[string](x, `document.querySelector('.left .c-piece .big').textContent`), "what the dot means")
			x.do(script(`document.querySelector('.left .c-piece .palette button').click()`), chromedp.WaitReady(chromedp.CSS(".note")))
		})
	}
}

// A page that is busy hears late that a finger has come and left: what counts is how long the finger was there.
func TestLongPressIsByTheClockOfTheFinger(t *testing.T) {
	x, m := atTable(t, phone, 20)
	from, to := choice(m)
	x.do(script(fmt.Sprintf(`{
		const cell = document.querySelector('[data-node=%s]'), all = {pointerType: 'touch', bubbles: true};
		window.press = (type, at) => {
			const e = new PointerEvent(type, all);
			Object.defineProperty(e, 'timeStamp', {value: at});
			cell.dispatchEvent(e);
		};
		window.click = () => cell.click();
		press('pointerdown', 0);
	}`, from)))
	x.wait(`document.querySelector('.sheet-piece') !== null`) // it was held too long, as far as the page can know
	x.do(script(`press('pointerup', 100); click()`))
	x.do(chromedp.WaitReady(chromedp.CSS(`[data-node=` + to + `].target`)))
	require.False(t, ask[bool](x, `document.querySelector('.sheet-piece') !== null`))

	x.do(script(`press('pointerdown', 0); press('pointerup', 1000); click()`))
	require.True(t, ask[bool](x, `document.querySelector('.sheet-piece') !== null && document.querySelector('.target') === null`))
}

// A picture of the board can be saved, as a drawing and as pixels, and looks like the board.
func TestPicturesAreSaved(t *testing.T) {
	x, _ := atTable(t, desktop, 20)
	x.do(script(`window.blobs = []; { const make = URL.createObjectURL; URL.createObjectURL = b => (blobs.push(b), make.call(URL, b)) }`), pagetest.Click(".acts [data-key=more]"))
	x.do(chromedp.WaitVisible(chromedp.CSS("[data-picture=SVG]")), pagetest.Click("[data-picture=SVG]"))
	require.Contains(t, ask[string](x, `document.querySelector('[data-picture=SVG]').parentElement.textContent`), "The board as a picture")
	x.wait(`blobs.length > 0`)
	drawing := ask[string](x, `blobs[0].text()`)
	require.True(t, strings.HasPrefix(drawing, "<svg"))
	require.False(t, strings.Contains(drawing, "class=") || strings.Contains(drawing, "var("), "the styles are in it")
	require.Less(t, len(drawing), 100_000)
	x.do(pagetest.Click("[data-picture=PNG]"))
	x.wait(`blobs.some(b => b.type === 'image/png')`)
	raw, err := base64.StdEncoding.DecodeString(ask[string](x, `new Promise(done => { const r = new FileReader(); r.onload = () => done(r.result.split(',')[1]); r.readAsDataURL(blobs.find(b => b.type === 'image/png')) })`))
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
	chromium(t)
	p := newProgram()
	m := over(p, rules("standard"))
	x := open(t, serve(t, p), desktop, "#/match/"+m.name)
	x.do(script(`{ const make = URL.createObjectURL; URL.createObjectURL = b => { if (b.type === 'image/gif') window.film = b; return make.call(URL, b) } }`), pagetest.Click("[data-film=gif]"))
	x.wait(`document.querySelector('.toast')?.textContent.endsWith('-end.gif')`)
	film := decoded(t, x, `film`)
	require.Len(t, film.Image, 10)
	require.Equal(t, 0, film.LoopCount, "for ever")
	require.Equal(t, append(slices.Repeat([]int{120}, 9), 400), film.Delay)
	for i, frame := range film.Image[1:] {
		require.NotEqual(t, film.Image[i].Pix, frame.Pix, "each has a move")
		require.Greater(t, len(slices.Compact(slices.Sorted(slices.Values(frame.Pix)))), 50, "pieces and land are drawn")
	}
}

// Where the last of them is no move, the picture says whose it is.
func TestPictureOfAResignation(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := p.sit(p.add(rules("standard")), seat.Arrange)
	m.begin()
	m.play(4)
	require.NoError(t, m.Resign())
	x := open(t, serve(t, p), desktop, "#/match/"+m.name)
	x.do(chromedp.WaitReady(chromedp.CSS("[data-film=png]")), script(`{ const make = URL.createObjectURL; URL.createObjectURL = b => { if (b.type === 'image/svg+xml') b.text().then(t => { window.drawn = t }); return make.call(URL, b) } }`), pagetest.Click("[data-film=png]"))
	x.wait(`window.drawn?.includes('>Red resigns<')`)
}

// A film holds the pixels that it is made from, even noise.
func TestFilmHoldsItsPixels(t *testing.T) {
	x, _ := atTable(t, desktop, 2)
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
func decoded(t *testing.T, x *tab, blob string) *gif.GIF {
	t.Helper()
	raw, err := base64.StdEncoding.DecodeString(ask[string](x, `Promise.resolve(`+blob+`).then(blob => new Promise(done => { const r = new FileReader(); r.onload = () => done(r.result.split(',')[1]); r.readAsDataURL(blob) }))`))
	require.NoError(t, err)
	film, err := gif.DecodeAll(bytes.NewReader(raw))
	require.NoError(t, err)
	t.Logf("%d bytes", len(raw))
	return film
}

// Rules that only call themselves ours are not called as ours are.
func TestRulesOfOthersAreNamedSo(t *testing.T) {
	chromium(t)
	p := newProgram()
	text := strings.Replace(string(rules("standard").Text()), `"quiet":70`, `"quiet":7`, 1)
	foreign, err := engine.ParseRules([]byte(text))
	require.NoError(t, err)
	served := serve(t, p)
	for said, rs := range map[string]*engine.Ruleset{"standard (custom rules)": foreign, "Standard Junqi": rules("standard")} {
		x := open(t, served, desktop, "#/match/"+played(p, rs, 4).name)
		x.do(chromedp.WaitReady(chromedp.CSS(".c-match h2")))
		require.Equal(t, said, ask[string](x, `document.querySelector('.c-match h2 span').textContent`))
	}
}

// The guide says of any ruleset how it is played.
func TestGuide(t *testing.T) {
	chromium(t)
	p := newProgram()
	text, err := os.ReadFile("../../../testdata/rulesets/stratego.json")
	require.NoError(t, err)
	stratego, err := engine.ParseRules(text)
	require.NoError(t, err)
	served := serve(t, p)
	for name, c := range map[string]struct {
		rules *engine.Ruleset
		says  []string
	}{
		"standard": {rules("standard"), []string{"Standard Junqi", "Capture the enemy’s flag.", "around corners too: engineer", "in a camp can’t be attacked", "9commander×1", "mine ×3 It can’t move. When attacked: the attacker is removed; engineer: the mine is removed; bomb: both are removed.", "bomb ×2 Whatever it meets, both are removed."}},
		"banqi":    {rules("banqi"), []string{"All pieces lie face down", "The first piece turned up gives its colour", "soldier captures general, soldier", "over exactly one piece, whatever it is, onto the next: cannon.", "Leave the enemy with no piece that can move."}},
		"flip":     {rules("flip"), []string{"First every enemy mine must be gone.", "Only the first of these that you still have can take it: engineer, platoon, ", "mine ×3 It can’t move. When attacked: engineer: the mine is removed; bomb: both are removed."}},
		"stratego": {stratego, []string{"bomb ×6 It can’t move. When attacked: the attacker is removed; miner: the bomb is removed.", "Straight ahead only, as far as the way is clear: scout."}},
	} {
		t.Run(name, func(t *testing.T) {
			x := open(t, served, desktop, "#/match/"+played(p, c.rules, 4).name)
			x.do(chromedp.WaitReady(chromedp.CSS(".board .piece")), script(`{ const get = fetch; window.fetch = (what, ...how) => String(what).includes('lesson') ? new Promise(() => {}) : get(what, ...how) }`)) // the sentences that stand there until the positions come
			x.do(pagetest.Click("[data-key=guide]"), chromedp.WaitReady(chromedp.CSS("dialog.guide[open]")))
			said := ask[string](x, `document.querySelector('.guide').textContent.replace(/\s+/g, ' ')`)
			for _, sentence := range c.says {
				require.Contains(t, said, sentence)
			}
			x.do(chromedp.KeyEvent(kb.Escape))
			x.wait(`document.querySelector('.guide') === null`)
		})
	}
}

// A file that is dropped anywhere on the page is audited.
func TestDroppedFileIsAudited(t *testing.T) {
	chromium(t)
	x := open(t, serve(t, newProgram()), desktop, "#/")
	x.do(chromedp.WaitReady(chromedp.CSS(".choice")), script(`{ const d = new DataTransfer(); d.items.add(new File(['darkjunqi'], 'm.djq')); dispatchEvent(new DragEvent('dragover', {dataTransfer: d, cancelable: true})); dispatchEvent(new DragEvent('drop', {dataTransfer: d, cancelable: true})) }`))
	x.do(chromedp.WaitReady(chromedp.CSS(".judged")))
	require.Contains(t, ask[string](x, `document.querySelector('.judged').textContent`), "honest")
}

// A hostile page that another user of the machine serves, in the same browser: it reads nothing, begins nothing, and frames nothing.
func TestHostilePageGetsNothing(t *testing.T) {
	chromium(t)
	p := newProgram()
	x := open(t, serve(t, p), desktop, "#/")
	victim := strings.TrimSuffix(ask[string](x, `location.origin`), "/")
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
	x.do(chromedp.Navigate("http://"+listener.Addr().String()+"/"), chromedp.WaitReady("main > *"))
	digest := p.presets[0]
	got := ask[map[string]string](x, fmt.Sprintf(`(async () => {
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
	p.mu.Lock()
	defer p.mu.Unlock()
	require.Empty(t, p.matches, "nothing was begun")
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
	x.forgive("")
}

// A board stands where it is as soon as it is drawn, even when its room has changed: pieces move by turns only.
func TestBoardStandsStill(t *testing.T) {
	x, _ := atTable(t, desktop, 20)
	x.do(script(`window.flew = 0; document.querySelector('.drawing').addEventListener('transitionrun', e => { if (e.propertyName === 'transform') flew++ })`))
	x.do(chromedp.EmulateViewport(1100, 700))
	x.wait(`Math.abs(document.querySelector('.board').clientHeight - document.querySelector('.boardbox').clientHeight) < 40 && document.querySelector('.board').clientHeight < 600`)
	require.Zero(t, ask[int](x, `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(flew))))`))
}

// The newest move stays in sight when the window changes its size.
func TestMovesStayInSight(t *testing.T) {
	x, _ := atTable(t, desktop, 60)
	inSight := `(l => { const n = l.querySelector('.now'); return l.scrollTop > 0 && n.offsetTop >= l.scrollTop && n.offsetTop + n.offsetHeight <= l.scrollTop + l.clientHeight })(document.querySelector('.moves .mlist'))`
	x.wait(inSight)
	height := ask[int](x, `document.querySelector('.moves .mlist').clientHeight`)
	x.do(chromedp.EmulateViewport(1024, 520))
	x.wait(fmt.Sprintf(`document.querySelector('.moves .mlist').clientHeight < %d && %s`, height-100, inSight))
}

// The page offers every set phrase once, and lets a text be as long as a link does.
func TestEveryPhraseIsOffered(t *testing.T) {
	script, err := os.ReadFile("web/talk.js")
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
	chromium(t)
	p := newProgram()
	m := played(p, rules("standard"), 110)
	x := open(t, serve(t, p), view{Width: 1440, Height: 900, Lang: "en", Theme: "light"}, "#/match/"+m.name)
	x.do(chromedp.WaitReady(chromedp.CSS(".c-talk .phrase")), script(`{ const now = Date.now(); Date.now = () => now }`)) // a plate shows words for a while
	m.change(func() { m.say(engine.Blue, 0, "<b>hi</b> there") })
	x.wait(`document.querySelector('.sayings').textContent.includes('<b>hi</b> there') && document.querySelector('.them .saying').textContent === '“<b>hi</b> there”'`)
	x.do(chromedp.Evaluate[chromedp.Void](`document.querySelector('.phrase').click()`))
	x.wait(`document.querySelector('.sayings p:last-child').textContent === 'You Well played!'`)
	x.do(chromedp.Evaluate[chromedp.Void](`document.querySelector('#say-text').value = 'gg'; document.querySelector('.say').requestSubmit()`))
	x.wait(`document.querySelector('.sayings p:last-child').textContent === 'You gg' && document.querySelector('#say-text').value === ''`)
	x.do(chromedp.Evaluate[chromedp.Void](`document.querySelector('[data-key=mute-blue]').click()`))
	x.wait(`document.querySelector('[data-key=mute-blue]').ariaPressed === 'true'`)
	require.True(t, m.muted[engine.Blue])
	x.shot("talk")
	require.True(t, ask[bool](x, `document.querySelector('.say .hidden-text').offsetParent.matches('.say')`), "a hidden label makes the page no longer")
	lost := ask[[]string](x, `[...document.querySelectorAll('.c-losses .mini')].map(e => e.firstChild.textContent)`)
	require.Contains(t, lost, "M")
	for _, sign := range lost {
		require.NotRegexp(t, `[a-z]{2}`, sign, "losses have the signs of the board")
	}
	x.do(chromedp.EmulateViewport(1024, 700), script(`document.querySelector('.to-talk').click()`))
	x.wait(`(i => { const c = document.createElement('canvas').getContext('2d'), s = getComputedStyle(i); c.font = s.font; return i.offsetWidth > 0 && c.measureText(i.placeholder).width <= i.clientWidth - parseFloat(s.paddingLeft) - parseFloat(s.paddingRight) })(document.querySelector('#say-text'))`) // nothing is cut
	x.wait(`new Set([...document.querySelectorAll('.acts > *')].filter(b => b.offsetWidth).map(b => b.getBoundingClientRect().top)).size === 1`)
	x.shot("talk-1024")
	x.do(chromedp.EmulateViewport(1440, 900))
	require.Equal(t, "none", ask[string](x, `getComputedStyle(document.body.appendChild(Object.assign(document.createElement('p'), {className: 'phrase'}))).borderStyle`), "the words to compare are no button")
	x.do(script(`{ const now = Date.now; Date.now = () => now() + 60000 }`))
	x.wait(`!document.querySelector('.them .saying') && document.querySelector('.sayings p') !== null`)
	shown := `document.querySelectorAll('.c-talk > .phrases .phrase').length`
	require.Equal(t, 12, ask[int](x, shown))
	m.change(func() { m.edit = func(l *seat.Look) { l.TalkTo = nil } })
	x.wait(`document.querySelector('.c-talk').textContent.includes(' gg') && document.querySelector('.c-talk [data-key=over]') !== null && ` + shown + ` === 0 && !document.querySelector('#say-text')`)
	done := over(p, rules("standard"))
	done.change(func() {
		done.edit = func(l *seat.Look) { l.TalkTo = []string{"blue"} }
		for n := range 5 {
			done.say(engine.Blue, n+1, "")
		}
	})
	x.do(script(`location.hash = '#/match/` + done.name + `'`))
	x.wait(`document.querySelector('.c-end .decided') !== null`)
	becomes(x, true, `(e => e?.getBoundingClientRect().bottom < document.querySelector('.left').getBoundingClientRect().bottom)(document.querySelector('[data-key=mute-blue]'))`, "after the end nothing of it is cut off")
	require.Equal(t, "Good game!", ask[string](x, `document.querySelector('.phrase').textContent`))
	rematch := played(p, rules("standard"), 4)
	x.do(script(`location.hash = '#/match/` + rematch.name + `'`))
	x.wait(`location.hash.endsWith('` + rematch.name + `') && document.querySelectorAll('.mlist .mv').length === 4 && document.querySelector('[data-key=mute-blue]')?.ariaPressed === 'true'`)
	require.True(t, rematch.muted[engine.Blue], "who was muted stays so in another match")

	four := played(p, rules("siguo"), 20)
	y := open(t, serve(t, p), phone, "#/match/"+four.name)
	y.do(chromedp.WaitReady(chromedp.CSS(".board .piece")))
	y.wait(`window.pressed ||= (b => b && (b.click(), true))([...document.querySelectorAll('.tabs button')].find(b => b.textContent === '快捷语'))`)
	y.wait(`document.querySelector('.c-talk').offsetHeight > 0 && !document.querySelector('#say-text')`)
	four.change(func() { four.say(engine.Amber, 7, "") })
	y.wait(`document.querySelector('.sayings').textContent.includes('守住你左边。')`)
	require.Equal(t, 12, ask[int](y, shown))
	y.shot("talk-phone")
}

// A press keeps its click where the size of the board changes before the release.
func TestClickOutlastsANewLayout(t *testing.T) {
	x, m := atTable(t, desktop, 20)
	from, to := choice(m)
	x.laid()
	at := ask[[]float64](x, `(c => { const r = c.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] })(document.querySelector('[data-node=`+from+`]'))`)
	height := ask[float64](x, `document.querySelector('.board').offsetHeight`)
	press := func(kind input.DispatchMouseEventType) chromedp.Action[chromedp.Void] {
		return chromedp.MouseEvent(kind, at[0], at[1], chromedp.Button("left"), chromedp.ClickCount(1))
	}
	x.do(press(chromedp.MousePressed), chromedp.EmulateViewport(int64(desktop.Width), int64(desktop.Height)-6))
	x.wait(fmt.Sprintf(`document.querySelector('.board').offsetHeight !== %f`, height))
	x.do(press(chromedp.MouseReleased))
	x.wait(`document.querySelector('[data-node=` + to + `].target') !== null`)
}
