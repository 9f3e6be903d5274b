package lobby_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest/fake"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// An invite that comes into the address while the page still loads is opened as one that was there before.
func TestInviteWhileLoading(t *testing.T) {
	pagetest.Parallel(t)
	x := fake.Open(t, fake.Serve(t, fake.NewProgram()), fake.Desktop, "#/")
	x.Do(fake.OnNew(`addEventListener('DOMContentLoaded', () => { location.hash = '`+fake.Invite+`' })`), chromedp.Reload())
	x.Wait(`document.querySelector('dialog[open] .phrase') !== null`)
}

// The dialog of an invite stays over the page, and the focus where it is, when the match goes that stood above it in the lobby.
func TestDialogOutlivesWhatStoodAboveIt(t *testing.T) {
	pagetest.Parallel(t)
	x := fake.Open(t, fake.Serve(t, fake.NewProgram()), fake.Desktop, "#/")
	require.True(t, fake.Ask[bool](x, `import('/dom.js').then(({ h, paint }) => {
		const root = document.body.appendChild(document.createElement('div')),
			show = above => paint(root, above && h('section', { key: 'waits' }), h('section', { key: 'host' }), h('dialog', { key: 'dialog' }, h('input')));
		show(true);
		const dialog = root.querySelector('dialog');
		dialog.showModal();
		dialog.querySelector('input').focus();
		show(false);
		return root.querySelector('dialog') === dialog && dialog.matches(':modal') && document.activeElement === dialog.querySelector('input') && root.childElementCount === 2;
	})`))
}

// An invite that is being read is there again after a reload, until its seat is declined or taken.
func TestInviteOutlivesAReload(t *testing.T) {
	pagetest.Parallel(t)
	x := fake.Open(t, fake.Serve(t, fake.NewProgram()), fake.Desktop, "#/")
	const asks = `document.querySelector('dialog[open] .phrase') !== null`
	reload := func() {
		x.Do(fake.Script(`window.before = true`), chromedp.Reload())
		x.Wait(`window.before === undefined && document.querySelectorAll('.choice').length > 1`)
	}
	for _, decide := range []chromedp.CSS{"dialog[open] .btn:not(.main)", "dialog[open] .btn.main"} {
		x.Do(chromedp.SendKeys(chromedp.CSS("#invite-in"), fake.Invite), pagetest.Click(".side .wide-btn"))
		x.Wait(asks)
		require.Contains(t, fake.Ask[string](x, `document.querySelector('dialog[open] .terms').textContent`), "a loss after 4 time-outsA turn that runs out of time is skipped.")
		require.True(t, fake.Ask[bool](x, `document.querySelector('dialog[open] dd .mute').getClientRects().length === 1 && document.querySelector('dialog[open] dd .mute').offsetHeight < 24`), "in one line")
		reload()
		x.Wait(asks)
		x.Do(pagetest.Click(decide))
		x.Wait(`location.hash === '#/' || location.hash.startsWith('#/match/')`)
		if fake.Ask[bool](x, `location.hash !== '#/'`) {
			x.Do(chromedp.NavigateBack())
			x.Wait(`document.querySelectorAll('.choice').length > 1`)
		}
		reload()
		require.Equal(t, "#/", fake.Ask[string](x, `location.hash`))
		require.False(t, fake.Ask[bool](x, asks))
	}
}

// An invite whose seat was taken here leads back to the match, and is not in the history.
func TestInviteLeadsBack(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	p.Own = p.Sit(p.Presets[0], seat.Arrange).Name
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#"+fake.Invite)
	x.Wait(`location.hash === '#/match/` + p.Own + `'`)
	x.Do(chromedp.NavigateBack())
	x.Wait(`document.querySelectorAll('.choice').length > 1`)
	require.Equal(t, "#/", fake.Ask[string](x, `location.hash`))
}

// Friends are listed by the names that their player gave them, else by what they call themselves; each can be named, invited,
// and forgotten.
func TestFriends(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/")
	x.Wait(`document.querySelector('.friends')?.textContent.includes('“林间”')`)
	x.Do(pagetest.Click(`[aria-label="Name “林间”"]`), chromedp.WaitReady(chromedp.CSS("#friend-name")), fake.Script(`document.querySelector('#friend-name').value = ''`), chromedp.SendKeys("#friend-name", "Lin"+kb.Enter))
	x.Wait(`document.querySelector('.friends').textContent.includes('Lin') && !document.querySelector('.friends').textContent.includes('“')`)
	x.Do(pagetest.Click(`[aria-label="Forget K2"]`))
	x.Wait(`document.querySelector('.friends').textContent.includes('Forget? Yes')`)
	x.Do(pagetest.Click(`[aria-label="Forget K2"]`))
	x.Wait(`document.querySelectorAll('.friends li').length === 1`)
	x.Do(pagetest.Click(".friends .btn"), chromedp.WaitReady(chromedp.CSS(".invite .qr path")))
	require.Contains(t, fake.Ask[string](x, `document.querySelector('.invite a').href`), fake.Invite, "the link for a mail holds the invite")
}

// A friend who joins by a fresh invite again has new keys: one of that name is listed, the others below, by their keys.
func TestFriendsOfTheSameName(t *testing.T) {
	pagetest.Parallel(t)
	x := fake.Open(t, fake.Serve(t, fake.NewProgram()), fake.Desktop, "#/")
	x.Wait(`document.querySelector('.friends') !== null`)
	const listed = `import('/friends.js').then(({ friendList }) => { const box = document.createElement('div');
		box.append(...friendList({ naming: '', forgetting: '', friends: [['', 'K2', '00ab4e'], ['K2', 'Ada', '0012d3'], ['', 'Ada', '00ffff'], ['', 'Ada', '00fffe'], ['', '', '01'], ['', '', '02']].map(([name, said, key]) => ({ name, said, key, last: 0 })) }).filter(Boolean));
		return [...box.querySelectorAll('%s')].map(e => e.textContent) })`
	require.Equal(t, []string{"K2", "“Ada”", "unnamed", "unnamed"}, fake.Ask[[]string](x, fmt.Sprintf(listed, ":scope > .friends b")))
	require.Equal(t, []string{"“K2”", "“Ada”"}, fake.Ask[[]string](x, fmt.Sprintf(listed, "details b")))
	require.Contains(t, fake.Ask[[]string](x, fmt.Sprintf(listed, "details"))[0], "Same name, other keys: 2A fresh invite has new keys")
	require.Regexp(t, "key ab4e .* key fffe$", strings.Join(fake.Ask[[]string](x, fmt.Sprintf(listed, "details .what .small")), " "))
}

// A friend's program isn't asked: the page that waits says whom the invite is for, and that it has to be sent.
func TestInviteForAFriend(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/")
	x.Wait(`document.querySelector('.friends .btn') !== null`)
	x.Do(pagetest.Click(".friends .btn"), chromedp.WaitReady(chromedp.CSS(".invite .qr path")))
	waits := `document.querySelector('.host .title')?.textContent === 'Waiting for K2' && document.querySelector('.host').textContent.includes('K2 doesn’t see this invite yet: send it.')`
	x.Wait(waits)
	x.Do(chromedp.Reload())
	x.Wait(waits)
	x.Do(fake.Script(`location.hash = '#/'`), chromedp.WaitReady(chromedp.CSS(".choice")))
	x.Do(fake.Script(`[...document.querySelectorAll('.host .btn')].find(b => b.textContent === 'Invite a friend').click()`), chromedp.WaitReady(chromedp.CSS(".invite .qr path")))
	x.Wait(`document.querySelector('.host .title').textContent === 'Waiting for your friend' && !document.querySelector('.host').textContent.includes('send it.')`)
}

// Where a page is known that guests can open, the invite is a link to it. It is copied without a clipboard too, which pages over plain
// HTTP lack.
func TestInviteAsLink(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	p.Share = "http://192.0.2.7:1/"
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/")
	x.Wait(`document.querySelector('.friends .btn') !== null`)
	x.Do(pagetest.Click(".friends .btn"), chromedp.WaitReady(chromedp.CSS(".invite .qr path")))
	link := p.Share + "#" + fake.Invite
	x.Wait(`document.querySelector('.invite code').textContent === '` + link + `'`)
	require.Contains(t, fake.Ask[string](x, `decodeURIComponent(document.querySelector('.invite a').href)`), link)
	require.Contains(t, fake.Ask[string](x, `document.querySelector('.ladder').textContent`), "no program is needed")
	x.Do(fake.Script(`Object.defineProperty(navigator, 'clipboard', {value: undefined}); addEventListener('copy', e => { window.copied = e.clipboardData.getData('text/plain') })`), pagetest.Click(".invite .copybox .btn"))
	x.Wait(`window.copied === '` + link + `'`)
	x.Do(fake.Script(`document.execCommand = () => false`), pagetest.Click(".invite .copybox .btn"))
	x.Wait(`document.querySelector('.toast.wrong')?.textContent.includes('copy it yourself')`)
}

// So is the invite to watch.
func TestWatchInviteAsLink(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	p.Share = "http://192.0.2.7:1/"
	m := fake.Played(p, fake.Rules("standard"), 4)
	m.Change(func() { m.Edit = func(l *seat.Look) { l.WatchInvite = "djqw1abc" } })
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/match/"+m.Name)
	x.Do(pagetest.Click("[aria-label=More]"))
	x.Wait(`[...document.querySelectorAll('details code')].some(code => code.textContent === '` + p.Share + `#djqw1abc' && code.closest('details').querySelector('.qr path') !== null)`)
}

// Rules that only call themselves ours are not called as ours are.
func TestRulesOfOthersAreNamedSo(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	text := strings.Replace(string(fake.Rules("standard").Text()), `"quiet":70`, `"quiet":7`, 1)
	foreign, err := engine.ParseRules([]byte(text))
	require.NoError(t, err)
	served := fake.Serve(t, p)
	for said, rs := range map[string]*engine.Ruleset{"standard (custom rules)": foreign, "Standard Junqi": fake.Rules("standard")} {
		x := fake.Open(t, served, fake.Desktop, "#/match/"+fake.Played(p, rs, 4).Name)
		x.Do(chromedp.WaitReady(chromedp.CSS(".c-match h2")))
		require.Equal(t, said, fake.Ask[string](x, `document.querySelector('.c-match h2 span').textContent`))
	}
}

// The guide says of any ruleset how it is played.
func TestGuide(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	text, err := os.ReadFile("../../../../../testdata/rulesets/stratego.json")
	require.NoError(t, err)
	stratego, err := engine.ParseRules(text)
	require.NoError(t, err)
	served := fake.Serve(t, p)
	for name, c := range map[string]struct {
		rules *engine.Ruleset
		says  []string
	}{
		"standard": {fake.Rules("standard,clock=off"), []string{"How to play Standard JunqiCapture", "No clock.If the last pieces that can move are removed together, the attacker wins.You can offer a draw with your next move, or resign: press Draw or Resign, on a phone first More.", "Capture the enemy’s flag.", "around corners too: engineer", "in a camp can’t be attacked", "9commander×1", "M mine ×3 It can’t move. When the engineer attacks it, the mine is removed. When the bomb attacks it, both are removed. When any other piece attacks it, the attacker is removed.", "B bomb ×2 Whatever it meets, both are removed."}},
		"three":    {fake.Rules("standard,rail=three"), []string{"At most 3 steps at a time: most pieces."}},
		"banqi":    {fake.Rules("banqi"), []string{"All pieces lie face down", "The first piece turned up gives its colour", "soldier captures general, soldier", "over exactly one piece, whatever it is, onto the next: cannon.", "Leave the enemy with no piece that can move."}},
		"flip":     {fake.Rules("flip"), []string{" s a move", "First every enemy mine must be gone, face down or not.", "Only the first of these that you still have, face down or not, can take it: engineer, platoon, ", "mine ×3 It can’t move. When the engineer attacks it, the mine is removed. When the bomb attacks it, both are removed."}},
		"stratego": {stratego, []string{"bomb ×6 It can’t move. When the miner attacks it, the bomb is removed. When any other piece attacks it, the attacker is removed.", "Straight ahead only, as far as the way is clear: scout."}},
	} {
		t.Run(name, func(t *testing.T) {
			x := fake.Open(t, served, fake.Desktop, "#/match/"+fake.Played(p, c.rules, 4).Name)
			x.Do(chromedp.WaitReady(chromedp.CSS(".board .piece")), fake.Script(`{ const get = fetch; window.fetch = (what, ...how) => String(what).includes('lesson') ? new Promise(() => {}) : get(what, ...how) }`)) // the sentences that stand there until the positions come
			x.Do(pagetest.Click("[data-key=guide]"), chromedp.WaitReady(chromedp.CSS("dialog.guide[open]")))
			said := fake.Ask[string](x, `document.querySelector('.guide').textContent.replace(/\s+/g, ' ')`)
			for _, sentence := range c.says {
				require.Contains(t, said, sentence)
			}
			x.Do(chromedp.KeyEvent(kb.Escape))
			x.Wait(`document.querySelector('.guide') === null`)
		})
	}
}
