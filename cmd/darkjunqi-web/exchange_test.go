package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/p2p/webnet"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/relay"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/websocket"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// browsers serves darkjunqi.html and nothing else, and opens tabs of browsers that know nothing of each
// other.
type browsers struct {
	t      *testing.T
	server *httptest.Server

	mu    sync.Mutex
	asked []string // the addresses that pages have asked for
}

func openBrowsers(t *testing.T) *browsers {
	pagetest.Parallel(t)
	page, err := table()
	require.NoError(t, err)
	b := &browsers{t: t}
	b.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write(page)
	}))
	t.Cleanup(b.server.Close)
	return b
}

// open opens a tab of a browser of its own.
func (b *browsers) open(v pagetest.View) tab {
	return b.watch(pagetest.Open(b.t, b.server.URL+"/darkjunqi.html", v, ""))
}

// beside opens another tab of the same browser.
func (b *browsers) beside(x tab, v pagetest.View) tab {
	return b.watch(x.Beside(b.server.URL+"/darkjunqi.html", v))
}

// watch notes what the tab's page asks for.
func (b *browsers) watch(x *pagetest.Tab) tab {
	require.NoError(b.t, chromedp.Listen(x, func(event any) {
		if e, ok := event.(*network.EventRequestWillBeSent); ok {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.asked = append(b.asked, e.Request.URL)
		}
	}))
	x.Do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, network.Enable, network.EnableParams{})
		return err
	}))
	x.Wait(`document.querySelector('.choice') !== null`)
	x.Forgive("passing.js")
	return tab{x}
}

// pickUnclocked picks rules without a clock, so that a busy machine loses nobody a turn.
func (x tab) pickUnclocked(t *testing.T) { x.pick(t, "standard,clock=off,first=red") }

// pick picks rules as a file.
func (x tab) pick(t *testing.T, spec string) {
	rules, err := junqi.Rules(spec)
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "rules.json")
	require.NoError(t, os.WriteFile(path, rules.Text(), 0o600))
	const input = chromedp.CSS(".choice.file input")
	x.Do(chromedp.WaitReady(input), chromedp.SetUploadFiles(input, []string{path}))
	x.Wait(`document.querySelector('input[name=rules]:checked') !== null && !document.querySelector('input[name=rules]').checked`)
}

// invite is the invite that a host's page shows.
func (x tab) invite() string {
	x.Wait(`document.querySelector('[data-invite] .copybox code').textContent.startsWith('djq1')`)
	return pagetest.Ask[string](x.Tab, `document.querySelector('[data-invite] .copybox code').textContent`)
}

// paste pastes a text into a field.
func (x tab) paste(field, text string) {
	x.Do(chromedp.WaitReady(chromedp.CSS(field)))
	pagetest.Ask[bool](x.Tab, `(f => { f.value = '`+text+`'; return f.dispatchEvent(new InputEvent('input', {inputType: 'insertFromPaste'})) })(document.querySelector('`+field+`'))`)
}

// reply is the reply that a guest's page shows.
func (x tab) reply() string {
	x.Wait(`document.querySelector('dialog.reply[open] code').textContent.startsWith('djqa1')`)
	return pagetest.Ask[string](x.Tab, `document.querySelector('dialog.reply[open] code').textContent`)
}

// file is the transcript that this browser has of its one match.
func (x tab) file(t *testing.T) []byte { return x.kept(t, ".djq") }

// kept is a file that this browser has of its one match.
func (x tab) kept(t *testing.T, suffix string) []byte {
	text := pagetest.Ask[string](x.Tab, `(async () => {
		const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('darkjunqi');
		for await (const file of folder.values()) if (file.name.endsWith('`+suffix+`')) {
			const bytes = new Uint8Array(await (await file.getFile()).arrayBuffer());
			return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''));
		}
		return '';
	})()`)
	file, err := base64.StdEncoding.DecodeString(text)
	require.NoError(t, err)
	return file
}

// look takes a picture of a screen, in which axe finds nothing.
func (x tab) look(t *testing.T, name string) {
	x.Shot(name)
	axe, err := os.ReadFile(filepath.Join(root, "cmd", "internal", "page", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		return // npm ci in cmd/internal/page brings it
	}
	x.Do(chromedp.Evaluate[chromedp.Void](string(axe) + "\nundefined"))
	require.Empty(t, pagetest.Ask[[]string](x.Tab, `axe.run().then(({ violations }) => violations.flatMap(v => v.nodes.map(n => v.id + ': ' + n.html)))`), name)
}

// saveSeat presses the button that saves the seat, and is the file.
func (x tab) saveSeat(t *testing.T) (saved struct {
	Match          string
	Secret, Public []byte
}) {
	dir := t.TempDir()
	x.Do(chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
		_, err := cdp.Call(ctx, tab, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
			Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir, BrowserContextID: chromedp.FromContext(ctx).BrowserContextID,
		})
		return err
	}))
	x.Do(pagetest.Click("[aria-label=More]"))
	x.press("Save your seat")
	require.Eventually(t, func() bool {
		files, err := filepath.Glob(filepath.Join(dir, "*.seat"))
		if err != nil || len(files) != 1 {
			return false
		}
		text, err := os.ReadFile(files[0])
		return err == nil && json.Unmarshal(text, &saved) == nil
	}, pagetest.Patience, 50*time.Millisecond)
	return saved
}

var (
	phone  = pagetest.View{Width: 390, Height: 844, Lang: "en", Theme: "light", Touch: true}
	laptop = pagetest.View{Width: 1280, Height: 800, Lang: "en", Theme: "light"}
)

// Two browsers play with each other by two texts. A tab crashes in the middle; a new one of the same browser
// goes on by two more. Nobody but the page's own server is asked for anything.
func TestLongMatchOfTwoBrowsers(t *testing.T) {
	pagetest.Long(t)
	b := openBrowsers(t)
	host, guest := b.open(laptop), b.open(phone)
	host.pickUnclocked(t)
	host.press("Invite a friend")
	invite := host.invite()
	host.look(t, "exchange-host")
	require.Less(t, len(invite), 400)

	pagetest.Ask[string](guest.Tab, `location.hash = '`+invite+`'`) // as a link does
	reply := guest.reply()
	require.Less(t, len(reply), 200)
	guest.look(t, "exchange-guest")
	host.paste("#reply-blue", reply)
	guest.Wait(`document.querySelector('dialog[open] .btn.main').textContent.startsWith('Join')`)
	host.Wait(`document.querySelector('.exchange [role=status]')?.textContent.startsWith('Connected: your guest is reading the rules.')`)
	guest.Do(pagetest.Click("dialog[open] .btn.main"))
	for _, x := range []tab{host, guest} {
		x.Wait(`location.hash.startsWith('#/match/')`)
		x.press("Play with this layout")
	}
	host.moveOnce()
	guest.moveOnce()
	host.Shot("exchange-play")
	saved := host.saveSeat(t)
	require.Equal(t, host.kept(t, ".secret"), saved.Secret)
	require.Equal(t, host.kept(t, ".djq"), saved.Public)

	second := b.beside(host, laptop)
	second.press("Resume")
	second.Wait(`document.querySelector('.voice b').textContent.startsWith('Another tab is playing this match')`)
	second.look(t, "exchange-second-tab")
	second.Do(chromedp.Navigate("about:blank"))

	guest.Crash()
	guest = b.beside(guest, phone)
	guest.press("Resume")
	for _, x := range []tab{host, guest} {
		x.Wait(`document.querySelector('.voice .what span').textContent.includes('Press “Connect again” to go on')`)
	}
	host.press("Connect again")
	again := host.invite()
	require.NotEqual(t, invite, again)
	host.look(t, "exchange-again")
	guest.press("Connect again")
	guest.look(t, "exchange-again-guest")
	guest.paste("#again-in", again)
	guest.Do(pagetest.Click("dialog[open] .wide-btn"))
	host.paste("#reply-blue", guest.reply())
	host.moveOnce()
	guest.moveOnce()

	host.Wait(turn)
	host.pressAsked("Resign", "Resign? Yes")
	for _, x := range []tab{host, guest} {
		x.press("Replay")
		x.Wait(`document.querySelector('.judged').textContent.includes('honest')`)
	}
	ours, theirs := host.file(t), guest.file(t)
	require.Equal(t, ours, theirs)
	require.Equal(t, protocol.Honest, protocol.Audit(ours).Verdict)
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, address := range b.asked {
		require.True(t, strings.HasPrefix(address, b.server.URL) || strings.HasPrefix(address, "blob:") || strings.HasPrefix(address, "data:"), address)
	}
}

// A guest who reloads before it has joined ends the connection: the host is told, and the guest that it takes another invite.
func TestGuestReloadsBeforeJoining(t *testing.T) {
	b := openBrowsers(t)
	host, guest := b.open(laptop), b.open(phone)
	host.press("Invite a friend")
	invite := host.invite()
	pagetest.Ask[string](guest.Tab, `location.hash = '`+invite+`'`)
	host.paste("#reply-blue", guest.reply())
	guest.Wait(`document.querySelector('dialog[open] .btn.main').textContent.startsWith('Join')`)
	host.Wait(`document.querySelector('.exchange [role=status]')?.textContent.startsWith('Connected: ')`)
	guest.Do(chromedp.Reload())
	host.Wait(`document.querySelector('.exchange [role=status]')?.textContent.startsWith('Your guest has gone without joining: ')`)
	host.look(t, "exchange-host-left")
	guest.Wait(`document.querySelector('dialog.reply[open] h2')?.textContent === 'This invite is used up'`)
	guest.look(t, "exchange-guest-used")
	guest.press("Close")
	guest.Wait(`location.hash === '#/' && document.querySelector('dialog[open]') === null`)
	pagetest.Ask[string](guest.Tab, `location.hash = '`+host.invite()+`'`)
	host.paste("#reply-blue", guest.reply())
	guest.Wait(`document.querySelector('dialog[open] .btn.main').textContent.startsWith('Join')`)
}

// meet has one browser invite another, by an invite and a reply, and both place their pieces.
func meet(host, guest tab) {
	host.press("Invite a friend")
	pagetest.Ask[string](guest.Tab, `location.hash = '`+host.invite()+`'`)
	host.paste("#reply-blue", guest.reply())
	guest.Wait(`document.querySelector('dialog[open] .btn.main').textContent.startsWith('Join')`)
	guest.Do(pagetest.Click("dialog[open] .btn.main"))
	for _, x := range []tab{host, guest} {
		x.Wait(`location.hash.startsWith('#/match/')`)
		x.press("Play with this layout")
	}
}

// The invite by which a guest has joined leads back to the match: no other reply is asked for.
func TestUsedInviteLeadsBack(t *testing.T) {
	b := openBrowsers(t)
	host, guest := b.open(laptop), b.open(phone)
	host.press("Invite a friend")
	invite := host.invite()
	pagetest.Ask[string](guest.Tab, `location.hash = '`+invite+`'`)
	host.paste("#reply-blue", guest.reply())
	guest.Wait(`document.querySelector('dialog[open] .btn.main').textContent.startsWith('Join')`)
	guest.Do(pagetest.Click("dialog[open] .btn.main"))
	guest.Wait(`location.hash.startsWith('#/match/')`)
	match := pagetest.Ask[string](guest.Tab, `location.hash`)

	second := b.beside(guest, phone)
	pagetest.Ask[string](second.Tab, `location.hash = '`+invite+`'`)
	second.Wait(`location.hash === '` + match + `' && document.querySelector('.voice b').textContent.startsWith('Another tab is playing this match')`)
	second.Do(chromedp.Navigate("about:blank"))

	guest.Crash()
	guest = b.beside(guest, phone)
	pagetest.Ask[string](guest.Tab, `location.hash = '`+invite+`'`)
	guest.Wait(`location.hash === '` + match + `' && document.querySelector('dialog[open]') === null`)
	guest.Wait(`document.querySelector('#again-in') !== null`)
	guest.look(t, "exchange-used-leads-back")
}

// A rematch goes over the connection that there is: nobody pastes anything. It ends as a draw, at the second offer.
func TestLongMatchAndRematchOfBrowsers(t *testing.T) {
	pagetest.Long(t)
	b := openBrowsers(t)
	host, guest := b.open(laptop), b.open(phone)
	host.pickUnclocked(t)
	meet(host, guest)
	host.Wait(turn)
	host.pressAsked("Resign", "Resign? Yes")
	match := strings.TrimPrefix(pagetest.Ask[string](host.Tab, `location.hash`), "#/match/")
	match = match[:strings.LastIndex(match, "-")]
	host.press("Rematch, seats swapped")
	guest.press("Play again, seats swapped")
	for _, x := range []tab{host, guest} {
		x.Wait(`location.hash.startsWith('#/match/') && !location.hash.includes('` + match + `')`)
		x.press("Play with this layout")
	}
	guest.moveOnce()
	host.offers()
	guest.Wait(offered)
	guest.pickUp()
	guest.place() // declines
	host.offers()
	guest.Wait(offered)
	guest.press("Accept")
	for _, x := range []tab{host, guest} {
		x.judged()
		x.Wait(`document.querySelector('.judged').textContent.includes('draw')`)
	}
	require.Equal(t, host.file(t), guest.file(t))
}

// offered holds when the other player offers a draw.
const offered = `(document.querySelector('[aria-busy=false] .movable') !== null && document.querySelector('.voice').textContent.includes('offers a draw'))`

// offers makes a move that offers a draw.
func (x tab) offers() {
	x.Wait(turn)
	x.press("Draw")
	x.Wait(`document.querySelector('.voice').textContent.includes('will offer a draw')`)
	x.pickUp()
	x.place()
}

// With a friend's relay no reply is needed: the guest opens the invite, and a host whose tab has crashed
// is found again by itself.
func TestLongMatchOfBrowsersByARelay(t *testing.T) {
	pagetest.Long(t)
	b := openBrowsers(t)
	host, guest := b.open(phone), b.open(laptop)
	host.pickUnclocked(t)
	host.Do(pagetest.Click(".relay summary"))
	host.paste("#relay-in", openRelay(t))
	host.look(t, "exchange-relay")
	host.press("Use this relay")
	host.Wait(`document.querySelector('.relay summary').textContent.includes('in use')`)
	host.press("Invite a friend")
	text := host.invite()
	host.look(t, "exchange-relay-host")
	pagetest.Ask[string](guest.Tab, `location.hash = '`+text+`'`)
	guest.Wait(`document.querySelector('dialog[open] .btn.main').textContent.startsWith('Join')`)
	guest.Do(pagetest.Click("dialog[open] .btn.main"))
	for _, x := range []tab{host, guest} {
		x.Wait(`location.hash.startsWith('#/match/')`)
		x.press("Play with this layout")
	}
	host.moveOnce()
	guest.moveOnce()

	host.Crash()
	host = b.beside(host, phone)
	host.press("Resume")
	host.moveOnce()
	guest.moveOnce()
	host.Wait(turn)
	guest.pressAsked("Resign", "Resign? Yes")
	for _, x := range []tab{host, guest} {
		x.press("Replay")
		x.Wait(`document.querySelector('.judged').textContent.includes('honest')`)
	}
	require.Equal(t, host.file(t), guest.file(t))
}

// What is true of all three invites through a relay is said once.
func TestInvitesThroughARelay(t *testing.T) {
	b := openBrowsers(t)
	host := b.open(laptop)
	host.Do(pagetest.Click(".relay summary"))
	host.paste("#relay-in", openRelay(t))
	host.press("Use this relay")
	host.Wait(`document.querySelector('.relay summary').textContent.includes('in use')`)
	host.pick(t, "siguo")
	host.press("Create 3 invites")
	host.Wait(`document.querySelectorAll('[data-invite] .copybox code').length === 3 && document.querySelector('.host').textContent.split('No reply is needed').length === 2`)
}

// The invite for watchers says that they can't come without a relay.
func TestWatchersNeedARelay(t *testing.T) {
	b := openBrowsers(t)
	host, guest := b.open(laptop), b.open(phone)
	meet(host, guest)
	host.Do(pagetest.Click("[aria-label=More]"))
	host.Wait(`[...document.querySelectorAll('details p')].some(p => p.textContent.includes('They need a friend’s relay'))`)
}

// openRelay is the invite to a relay of this computer.
func openRelay(t *testing.T) string {
	id, err := transport.NewIdentity(rand.Reader)
	require.NoError(t, err)
	secret := invite.RelaySecret{1}
	r := relay.New(relay.Config{Key: id.Key(), Secret: secret})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s := websocket.On(listener, nil)
	s.Serve(r)
	t.Cleanup(func() {
		require.NoError(t, s.Close())
		require.NoError(t, r.Close())
	})
	addr, err := webnet.ParseWebSocketURL("ws://" + listener.Addr().String())
	require.NoError(t, err)
	return invite.NewRelay(id.Key(), secret, []transport.Addr{addr}).String()
}

// Four browsers play with each other: each guest exchanges texts with the host, which passes on what they send each
// other.
func TestLongMatchOfFourBrowsers(t *testing.T) {
	pagetest.Long(t)
	b := openBrowsers(t)
	host := b.open(laptop)
	host.pick(t, "siguo,clock=off,first=red,resign-from=off")
	host.press("Create 3 invites")
	x := []tab{host}
	seats := pagetest.Ask[string](host.Tab, `new Promise(found => setInterval(() => { const all = [...document.querySelectorAll('[data-invite]')]; if (all.length === 3) found(all.map(e => e.dataset.invite).join(' ')) }, 50))`)
	for seat := range strings.FieldsSeq(seats) {
		box := `document.querySelector('[data-invite=` + seat + `]')`
		host.Wait(box + `.querySelector('.copybox code').textContent.startsWith('djq1')`)
		text := pagetest.Ask[string](host.Tab, box+`.querySelector('.copybox code').textContent`)
		guest := b.open(laptop)
		pagetest.Ask[string](guest.Tab, `location.hash = '`+text+`'`)
		host.paste("#reply-"+seat, guest.reply())
		guest.Wait(`document.querySelector('dialog[open] .btn.main').textContent.startsWith('Join')`)
		guest.Do(pagetest.Click("dialog[open] .btn.main"))
		x = append(x, guest)
		host.Wait(box + ` === null`)
	}
	for _, one := range x {
		one.press("Play with this layout")
	}
	red, amber := x[0], 2
	red.moveOnce()
	x[1].moveOnce()
	x[amber].Crash()
	x[amber] = b.beside(x[amber], laptop)
	x[amber].press("Resume")
	red.press("Connect again")
	again := red.invite()
	x[amber].press("Connect again")
	x[amber].paste("#again-in", again)
	x[amber].Do(pagetest.Click("dialog[open] .wide-btn"))
	red.paste("#reply-amber", x[amber].reply())
	x[amber].moveOnce()
	x[3].moveOnce()
	host.Shot("exchange-four")
	red.Wait(turn)
	red.pressAsked("Resign", "Resign? Yes")
	x[1].Wait(turn)
	x[1].moveOnce()
	x[amber].Wait(turn)
	x[amber].pressAsked("Resign", "Resign? Yes") // with red's, the end of their team
	for _, one := range x {
		one.judged()
	}
	ours := red.file(t)
	require.Equal(t, protocol.Honest, protocol.Audit(ours).Verdict)
	for _, one := range x[1:] {
		require.Equal(t, ours, one.file(t))
	}
}

// A saved seat goes on in a browser that knows nothing of it.
func TestOpenSavedSeat(t *testing.T) {
	b := openBrowsers(t)
	first, other := b.open(laptop), b.open(phone)
	first.press("Invite a friend")
	first.invite()
	match := strings.TrimPrefix(pagetest.Ask[string](first.Tab, `location.hash`), "#/match/")
	saved, err := json.Marshal(map[string]any{"match": match, "secret": first.kept(t, ".secret"), "public": first.kept(t, ".djq")})
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), match+".seat")
	require.NoError(t, os.WriteFile(path, saved, 0o600))
	const input = chromedp.CSS("footer input[accept='.seat']")
	other.Do(chromedp.WaitReady(input), chromedp.SetUploadFiles(input, []string{path}))
	other.Wait(`location.hash === '#/match/` + match + `'`)
	other.invite()
	other.look(t, "exchange-saved")
}
