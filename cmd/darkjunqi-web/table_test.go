package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	browser "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/webnet"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/websocket"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// served serves a page and what stands beside it, and the page under every other address.
func served(t testing.TB, page func() []byte) string {
	absolute, err := filepath.Abs(root)
	require.NoError(t, err)
	beside, err := installFiles(absolute)
	require.NoError(t, err)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/")
		if data, ok := beside[name]; ok {
			w.Header().Set("Content-Type", map[string]string{".js": "text/javascript",
				".svg": "image/svg+xml", ".webmanifest": "application/manifest+json"}[filepath.Ext(name)])
			w.Write(data)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write(page())
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// table is darkjunqi.html, built once.
var table = sync.OnceValues(func() ([]byte, error) {
	absolute, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	return tablePage(absolute)
})

// tab is a tab that looks at darkjunqi.html.
type tab struct{ *pagetest.Tab }

// openTable opens darkjunqi.html.
func openTable(t *testing.T) tab {
	pagetest.Parallel(t)
	page, err := table()
	require.NoError(t, err)
	desktop := pagetest.View{Width: 1280, Height: 800, Lang: "en", Theme: "light"}
	return tab{pagetest.Open(t, served(t, func() []byte { return page }), desktop, "")}
}

// press presses the button with a label, once it is there.
func (x tab) press(label string) { x.pressAsked(label, label) }

// pressAsked presses a button, and then the one that asks whether that was meant. The question goes
// after a while, on a busy machine before it is seen; then it has to be asked again.
func (x tab) pressAsked(label, sure string) {
	labels, _ := json.Marshal([]string{sure, label})
	x.Wait(`(() => {
		const buttons = [...document.querySelectorAll('button, a.btn')].filter(b => !b.disabled);
		const [sure, first] = ` + string(labels) + `.map(label => buttons.find(b => b.textContent === label));
		(sure ?? first)?.click();
		return sure !== undefined;
	})()`)
}

// turn holds when this player may move.
const turn = `(document.querySelector('[aria-busy=false] .movable') !== null && document.querySelector('.voice').textContent.toLowerCase().includes('your move'))`

// practise begins a match against a computer and makes the first move.
func (x tab) practise() {
	x.press("Practise")
	x.Wait(`location.hash.startsWith('#/match/')`)
	x.press("Play with this layout")
	x.moveOnce()
}

// moveOnce waits for the player's turn and makes the first move that the page offers.
func (x tab) moveOnce() {
	x.takeUp()
	x.place()
}

// takeUp waits for the player's turn and picks the first piece that may move.
func (x tab) takeUp() {
	x.Wait(turn)
	x.pickUp()
}

func (x tab) pickUp() {
	x.Do(pagetest.Mouse.Until("[data-node].movable", `document.querySelector('[data-node].target') !== null`))
}

// place puts the picked piece on the first node that it may go to. A computer's answer can be there before
// anything shows that the move was made, except that nothing is picked any more.
func (x tab) place() {
	x.Do(pagetest.Mouse.Until("[data-node].target", `document.querySelector('.target') === null`))
}

// playAndReload plays a few moves with a reload between them, resigns, and reads the verdict.
func (x tab) playAndReload(t *testing.T, shot string) {
	x.press("Play with this layout")
	x.moveOnce()
	x.moveOnce()
	x.Shot(shot + "-play")
	x.Do(chromedp.Reload())
	x.moveOnce()
	require.True(t, pagetest.Ask[bool](x.Tab, `navigator.locks.query().then(({ held }) =>
		held.some(l => l.name.endsWith('.lock')))`), "no other tab can run the match")
	x.Wait(turn)
	x.pressAsked("Resign", "Resign? Yes")
	x.press("Replay")
	x.Wait(`document.querySelector('.judged').textContent.includes('honest')`)
	require.Zero(t, pagetest.Ask[int](x.Tab, `document.querySelector('footer').offsetHeight`), "it is the lobby's")
	x.Shot(shot + "-replay")
	x.Forgive("passing.js")
}

// Everything runs in the page: a match against the computer goes on after a reload, while a lock keeps
// other tabs from it.
func TestPractiseWithoutAProgram(t *testing.T) {
	x := openTable(t)
	x.Wait(`document.querySelector('.own-hash')?.checkVisibility()`)
	require.False(t, pagetest.Ask[bool](x.Tab, `document.querySelector('.kept') !== null`), "files are kept")
	lasting := pagetest.Ask[bool](x.Tab, `navigator.storage.persist()`)
	x.Wait(fmt.Sprintf(`(document.querySelector('.fleeting') === null) === %t`, lasting)) // whether the browser may delete them is said
	require.True(t, lasting || strings.Contains(pagetest.Ask[string](x.Tab, `document.querySelector('.fleeting').textContent`), "private window"), "as this one is")
	speak := func(lang, label string) {
		x.Do(chromedp.Evaluate[chromedp.Void](`{ const s = document.querySelector('.languages-list'); s.value = '` + lang + `'; s.dispatchEvent(new Event('change')) }`))
		x.Wait(`document.querySelector('.choice') !== null && [...document.querySelectorAll('button')].some(b => b.textContent === '` + label + `')`)
	}
	speak("zh", "练习")
	x.Wait(`(kept => kept !== undefined && !kept.textContent.includes(' 关闭'))([...document.querySelectorAll('footer p')].find(p => p.textContent.includes('对局保存在')))`) // a Chinese stop brings its own space
	speak("en", "Practise")
	x.Shot("web-lobby")
	x.press("Practise")
	x.Wait(`location.hash.startsWith('#/match/')`)
	x.playAndReload(t, "web")
}

// withWorker returns a page whose worker begins with a script.
func withWorker(page []byte, script string) []byte {
	const worker = `<script type="text/plain" id="worker">`
	return bytes.Replace(page, []byte(worker), []byte(worker+script), 1)
}

// A page over plain HTTP has neither OPFS nor Web Locks. It keeps its files in IndexedDB: a match goes on after
// a reload and after a crash, in one tab at a time.
func TestLongMatchKeptInIndexedDB(t *testing.T) {
	pagetest.Long(t)
	pagetest.Parallel(t)
	page, err := table()
	require.NoError(t, err)
	page = withWorker(page, "delete StorageManager.prototype.getDirectory; delete WorkerNavigator.prototype.locks;")
	url := served(t, func() []byte { return page })
	x := tab{pagetest.Open(t, url, phone, "")}
	x.Wait(`document.querySelector('.own-hash') !== null`)
	require.False(t, pagetest.Ask[bool](x.Tab, `document.querySelector('.kept') !== null`), "files are kept")
	x.practise()
	x.Forgive("passing.js")
	x.Crash()
	x = tab{x.Beside(url, phone)}
	x.press("Resume")
	x.moveOnce()
	other := tab{x.Beside(url+pagetest.Ask[string](x.Tab, `location.hash`), phone)}
	other.Wait(`document.body.textContent.includes('Another tab is playing this match')`)
	other.Forgive("passing.js")
	x.Wait(turn)
	locks := func() int {
		return pagetest.Ask[int](x.Tab, `indexedDB.databases().then(all => all.filter(d => d.name.startsWith('lock ')).length)`)
	}
	require.NotZero(t, locks())
	x.pressAsked("Resign", "Resign? Yes")
	x.press("Replay")
	x.Wait(`document.querySelector('.judged').textContent.includes('honest')`)
	require.Eventually(t, func() bool { return locks() == 0 }, pagetest.Patience, 50*time.Millisecond, "no lock stays")
	match := strings.TrimPrefix(pagetest.Ask[string](x.Tab, `location.hash`), "#/record/")
	require.True(t, pagetest.Ask[bool](x.Tab, `new Promise(answer => {
		indexedDB.open('darkjunqi').onsuccess = ({ target: { result: db } }) => {
			db.transaction('entries').objectStore('entries').getAllKeys().onsuccess = ({ target: { result: keys } }) => {
				db.close();
				answer(keys.some(k => k === '/darkjunqi/`+match+`.djq'));
			};
		};
	})`), match)
	x.Forgive("passing.js")
}

// A page that was left for another address lets go of its match, though the browser may keep it for its back button.
func TestLeftPage(t *testing.T) {
	x := openTable(t)
	x.practise()
	x.Forgive("passing.js")
	match := pagetest.Ask[string](x.Tab, `location.href`)
	x.Do(chromedp.Navigate("about:blank"))
	other := tab{x.Beside(match, phone)}
	other.moveOnce()
	other.Forgive("passing.js")
	x.Do(chromedp.NavigateBack())
	x.Wait(`document.body.textContent.includes('Another tab is playing this match')`)
	x.Forgive("passing.js")
}

// A page with a full store begins nonetheless, and shows the matches that it has.
func TestFullStore(t *testing.T) {
	x := openTable(t)
	x.practise()
	x.Wait(turn)
	origin, none := pagetest.Ask[string](x.Tab, `location.origin`), 1.0
	x.Do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, storage.OverrideQuotaForOrigin, storage.OverrideQuotaForOriginParams{Origin: origin, QuotaSize: &none})
		return err
	}), chromedp.Reload())
	x.Wait(turn)
	x.Forgive("passing.js")
}

// Site data that is cleared during a match does not end the match: the page says so, and its lobby leads back.
func TestClearedSiteData(t *testing.T) {
	x := openTable(t)
	x.practise()
	x.Wait(turn)
	x.Do(chromedp.Evaluate[chromedp.Void](`{
		const files = StorageManager.prototype.getDirectory, go = new Promise(go => { window.letGo = go });
		StorageManager.prototype.getDirectory = function () { return go.then(() => files.call(this)) }; // so that looks wait for each other
		for (let i = 0; i < 2; i++) dispatchEvent(new Event('hashchange'));
	}`))
	x.clearData("letGo()")
	x.Do(chromedp.Evaluate[chromedp.Void](`document.documentElement.lang = 'en'; location.hash = '#/'`)) // what is around the lobby is drawn again
	x.Wait(`document.querySelector('.warned').textContent.startsWith('The browser has deleted')`)
	require.True(t, pagetest.Ask[bool](x.Tab, `(() => {
		document.body.dataset.room = 'learn'; // where nothing is lost, and a phone has room for the board only
		const hidden = getComputedStyle(document.querySelector('.warned')).display === 'none';
		document.body.dataset.room = 'lobby';
		return hidden;
	})()`))
	x.Wait(`document.querySelector('a[href^="#/match/"]') !== null`) // it plays on
	x.Do(chromedp.Evaluate[chromedp.Void](`document.querySelector('a[href^="#/match/"]').click()`))
	x.moveOnce()
	x.Forgive("passing.js")
}

// And if nothing can be looked for, the next write shows it.
func TestWritesToClearedFilesAreNoticed(t *testing.T) {
	x := openTable(t)
	x.practise()
	x.Wait(turn)
	x.Do(chromedp.Evaluate[chromedp.Void](`StorageManager.prototype.getDirectory = () => new Promise(() => {})`))
	x.clear()
	x.moveOnce()
	x.Wait(`document.querySelector('.warned').textContent.startsWith('The browser has deleted')`)
	x.Wait(turn)
	x.Forgive("passing.js")
}

// clear clears the data of the page's site.
func (x tab) clear() {
	origin := pagetest.Ask[string](x.Tab, `location.origin`)
	x.Do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, storage.ClearDataForOrigin, storage.ClearDataForOriginParams{Origin: origin, StorageTypes: "all"})
		return err
	}))
}

// clearData clears the data of the page's site, and waits until the page says so, once a script has run.
func (x tab) clearData(then string) {
	x.Do(chromedp.Evaluate[chromedp.Void](`window.told = []; new MutationObserver(() => told.push(document.querySelector('#toasts').textContent)).observe(document.querySelector('#toasts'), {childList: true})`))
	x.clear()
	x.Do(chromedp.Evaluate[chromedp.Void](then))
	x.Wait(`told.some(words => words.startsWith('The browser has deleted'))`)
}

// A seat can be saved as a file although the browser has deleted it.
func TestSaveAClearedSeat(t *testing.T) {
	pagetest.Parallel(t)
	page, err := table()
	require.NoError(t, err)
	x := tab{pagetest.OpenLasting(t, served(t, func() []byte { return page }), laptop)}
	_, _, _, invite := hosted(t)
	x.Wait(`document.querySelector('.choice') !== null`)
	x.joinBy(invite)
	x.moveOnce()
	x.Wait(turn)
	x.clearData(``)
	x.Do(pagetest.Mouse.Until(".acts [data-key=more]", `document.querySelector('button[data-key=seatfile]') !== null`))
	x.press("Save your seat")
	x.Wait(`told.some(words => words.startsWith('Saved.'))`)
	x.moveOnce()
	x.Forgive("passing.js")
}

// A second visit runs the program that the first has unpacked, but never other bytes that were put in its place.
func TestKeptProgram(t *testing.T) {
	pagetest.Parallel(t)
	page, err := table()
	require.NoError(t, err)
	page = withWorker(page, "delete Response.prototype.clone;") // of a stream: it would cost more than unpacking
	before, after, _ := bytes.Cut(page, []byte(`id="packed">`))
	bare := slices.Concat(before, []byte(`id="packed">`), after[bytes.IndexByte(after, '<'):]) // the page without its program
	var has atomic.Pointer[[]byte]
	has.Store(&page)
	x := pagetest.Open(t, served(t, func() []byte { return *has.Load() })+"/table.html", laptop, "")
	const cache = `caches.open('darkjunqi-program')`
	kept := func(bytes string) {
		x.Wait(cache + `.then(async cache => {
			const [key] = await cache.keys();
			return key !== undefined && (await (await cache.match(key)).arrayBuffer()).byteLength ` + bytes + `;
		})`)
	}
	const lobby = `document.querySelector('.choice') !== null`
	x.Wait(lobby)
	kept("> 1e6")
	has.Store(&bare)
	x.Do(chromedp.Reload())
	x.Wait(lobby)

	has.Store(&page)
	const empty = `new Response(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))` // a program that does nothing
	pagetest.Ask[bool](x, cache+`.then(async cache => { await cache.put((await cache.keys())[0], `+empty+`); return true })`)
	kept("< 1e6")
	x.Do(chromedp.Reload())
	x.Wait(lobby)
	kept("> 1e6")
	x.Forgive("passing.js")
}

// early has a page note whether the foot of the lobby is seen before the lobby.
const early = `window.early = false;
	new MutationObserver(() => {
		const foot = document.querySelector('footer');
		if (document.querySelector('main.lobby') && !document.querySelector('.choice') && foot.textContent && foot.offsetHeight) early = true;
	}).observe(document, {childList: true, subtree: true})`

// A served page stays on the device, whatever its server has by then, until its reader asks for
// the other page. It opens where the server can't be reached.
func TestInstalledPage(t *testing.T) {
	pagetest.Parallel(t)
	page, err := table()
	require.NoError(t, err)
	other := bytes.Replace(page, []byte("<title>darkjunqi<"), []byte("<title>another darkjunqi<"), 1)
	require.NotEqual(t, page, other)
	var has atomic.Pointer[[]byte]
	has.Store(&page)
	desktop := pagetest.View{Width: 390, Height: 844, Lang: "en", Theme: "light", Touch: true}
	url := served(t, func() []byte { return *has.Load() })
	x := tab{pagetest.Open(t, url, desktop, "")}
	const stays = `document.querySelector('.stays') !== null && `
	x.Wait(stays + `navigator.serviceWorker.controller !== null && document.querySelector('link[rel=manifest]') !== null`)
	x.Do(chromedp.Evaluate[chromedp.Void](`window.told = []; new MutationObserver(() => told.push(document.querySelector('#toasts').textContent)).observe(document.querySelector('#toasts'), {childList: true})`)) // what is told in passing
	x.Do(chromedp.Evaluate[chromedp.Void](`{ const icon = new Image(); icon.onload = () => { window.drawn = true }; icon.src = 'icon.svg' }`))
	x.Wait(`window.drawn === true`) // the page's policy lets the browser draw the icon of its manifest
	x.press("Check for a newer page")
	x.Wait(`told.some(words => words.includes('same page'))`)
	x.Shot("web-stays")

	has.Store(&other)
	x.Do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, browser.AddScriptToEvaluateOnNewDocument, browser.AddScriptToEvaluateOnNewDocumentParams{Source: early})
		return err
	}), chromedp.Reload())
	x.Wait(stays + `document.title === 'darkjunqi'`)
	require.False(t, pagetest.Ask[bool](x.Tab, `early`), "the foot of the lobby comes with the lobby")
	sum := sha256.Sum256(other)
	x.press("Check for a newer page")
	x.Wait(`document.querySelector('.stays code').textContent === '` + hex.EncodeToString(sum[:]) + `'`)
	x.Wait(`(() => {
		const code = document.querySelector('.stays code'), range = document.createRange(), lines = (from, to) => {
			range.setStart(code.firstChild, from);
			range.setEnd(code.firstChild, to);
			return range.getClientRects().length;
		};
		return lines(0, 31) === 1 && lines(33, 64) === 1 && document.querySelector('.stays button').getBoundingClientRect().top >= code.getBoundingClientRect().bottom;
	})()`) // two lines of 32 digits, and the button below them
	x.Do(chromedp.Evaluate[chromedp.Void](`document.querySelector('.stays').scrollIntoView()`))
	x.Shot("web-newer")
	x.Do(chromedp.Reload())
	x.Wait(stays + `document.title === 'darkjunqi'`) // looking takes nothing
	x.press("Check for a newer page")
	x.press("Use that page")
	require.Eventually(t, func() bool { // the page reloads meanwhile
		is, err := chromedp.Run(x, chromedp.Evaluate[bool](`document.title === 'another darkjunqi'`))
		return err == nil && is
	}, pagetest.Patience, 50*time.Millisecond)
	x.Forgive("passing.js")
}

// hosted has a program host a match, played by a bot. It returns the program, its folder, the match and the invite to its other seat.
func hosted(t *testing.T) (host *app.App, folder, id, link string) {
	folder = t.TempDir()
	dir, err := store.OpenDir(folder)
	require.NoError(t, err)
	random, err := bot.New("random")
	require.NoError(t, err)
	host, err = app.New(app.Options{Dir: dir, Player: random, Called: "Ada", Listen: listen})
	require.NoError(t, err)
	t.Cleanup(func() { host.Close() })
	rules, err := junqi.Rules("standard,clock=off") // so that a busy machine loses nobody a turn
	require.NoError(t, err)
	id, err = host.Host(t.Context(), app.Hosting{Digest: host.Know(rules), Name: "Ada"})
	require.NoError(t, err)
	invite, err := host.Match(id).Session().Invite(engine.Blue)
	require.NoError(t, err)
	return host, folder, id, invite.String()
}

// That nothing is saved takes one line above the first headline, on a phone too; what that means, and what to do, is below it once asked for.
func TestPageThatSavesNothingSaysSoInALine(t *testing.T) {
	pagetest.Parallel(t)
	page, err := table()
	require.NoError(t, err)
	forgets := withWorker(page, "delete StorageManager.prototype.getDirectory; delete self.indexedDB; delete WorkerGlobalScope.prototype.indexedDB;")
	x := tab{pagetest.Open(t, served(t, func() []byte { return forgets })+"/darkjunqi.html", phone, "")}
	x.Wait(`document.querySelector('.warned .kept summary') !== null && document.querySelector('.lobby h1') !== null`)
	require.Less(t, pagetest.Ask[float64](x.Tab, `document.querySelector('.warned').offsetHeight`), 50.0)
	x.Shot("saves-nothing")
	x.Do(pagetest.Click(".warned summary"))
	x.Wait(`(p => p.checkVisibility() && p.textContent.includes('save your seat'))(document.querySelector('.warned p'))`)
	x.Forgive("passing.js")
}

// A page joins a match that a program hosts by the invite alone, in its address, and goes on after
// a reload. Both ends audit the same.
func TestLongMatchWithoutAProgram(t *testing.T) {
	pagetest.Long(t)
	pagetest.Parallel(t)
	host, folder, id, invite := hosted(t)
	page, err := table()
	require.NoError(t, err)
	forgets := withWorker(page, "delete StorageManager.prototype.getDirectory; delete self.indexedDB; delete WorkerGlobalScope.prototype.indexedDB;")
	bare := tab{pagetest.Open(t, served(t, func() []byte { return forgets })+"/darkjunqi.html#"+invite, phone, "")}
	bare.Wait(`document.querySelector('dialog[open] .kept').textContent.includes('In a match with others, save your seat')`)                                                                       // before the seat is taken
	bare.Wait(`(d => d.scrollTop === 0 && d.scrollHeight > d.clientHeight && d.querySelector('.btn.main').getBoundingClientRect().bottom <= innerHeight)(document.querySelector('dialog[open]'))`) // its beginning, and the answers to it
	bare.Shot("web-terms-unkept")
	bare.Forgive("passing.js")

	x := openTable(t)
	x.Wait(`document.querySelector('.choice') !== null`)
	pagetest.Ask[string](x.Tab, `location.hash = '`+invite+`'`) // as a link does
	x.Wait(`document.querySelector('dialog[open]')?.textContent.includes('Ada')`)
	x.Shot("web-terms")
	x.Do(pagetest.Click("dialog .btn.main"))
	x.Wait(`location.hash.startsWith('#/match/')`)
	watch, err := host.Match(id).Session().WatchInvite()
	require.NoError(t, err)
	eye := openTable(t)
	eye.Wait(`document.querySelector('.choice') !== null`)
	pagetest.Ask[string](eye.Tab, `location.hash = '`+watch.String()+`'`)
	eye.Wait(`document.querySelectorAll('.at-table .plate').length === 2`)
	eye.Do(chromedp.Reload())
	eye.Wait(`document.querySelectorAll('.at-table .plate').length === 2`)
	eye.Forgive("passing.js")
	x.playAndReload(t, "web-join")
	<-host.Match(id).Settled()
	require.NoError(t, host.Match(id).Ended())
	files, err := filepath.Glob(filepath.Join(folder, "*.djq"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	file, err := os.ReadFile(files[0])
	require.NoError(t, err)
	require.Equal(t, protocol.Honest, protocol.Audit(file).Verdict)
}

// listen accepts WebSockets of this computer.
func listen(kept []byte) (app.Network, error) {
	s, err := websocket.Listen(true, 0)
	if err != nil {
		return app.Network{}, err
	}
	h, err := webnet.New(webnet.Config{Kept: kept, Addrs: s.Addrs})
	if err != nil {
		return app.Network{}, errors.Join(err, s.Close())
	}
	s.Serve(h)
	return app.Network{Transport: h, How: "websocket", Close: func() error { return errors.Join(s.Close(), h.Close()) }}, nil
}

// Every sentence that the program in the page can say is in the words that it is given.
func TestWordsOfThePage(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "cmd", "internal", "messages", "lang", "en.json"))
	require.NoError(t, err)
	var sections map[string]map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(text, &sections))
	used := regexp.MustCompile(`\bmessages\.([A-Z]\w*)`)
	for _, folder := range []string{"app", "auditwords", "friends", "history", "jsonfile", "layouts", "page", "review", "rulesets", "rulestext"} {
		files, err := filepath.Glob(filepath.Join(root, "cmd", "internal", folder, "*.go"))
		require.NoError(t, err)
		for _, file := range files {
			source, err := os.ReadFile(file)
			require.NoError(t, err)
			for _, found := range used.FindAllSubmatch(source, -1) {
				for name, section := range sections {
					if _, ok := section[string(found[1])]; ok {
						require.True(t, slices.Contains(tableWords, name), "%s: %s is in %q", file, found[1], name)
					}
				}
			}
		}
	}
}
