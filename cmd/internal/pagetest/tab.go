// Package pagetest drives a page in a real browser, for tests.
package pagetest

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// Shots is a folder for pictures; empty: none are wished for.
var Shots = flag.String("shots", "", "a folder for pictures of the page")

// Update has the pictures of docs/pictures taken again.
var Update = flag.Bool("update", false, "take the pictures of docs/pictures again")

var long = flag.Bool("long", false, "run the tests named TestLongMatch…, before browsers")

// Long marks a test that occupies a machine for a minute or more: .ci/run runs it in a step of its own.
func Long(t testing.TB) {
	t.Helper()
	require.True(t, strings.HasPrefix(t.Name(), "TestLongMatch"), "that step finds it by its name")
	if !*long {
		t.Skip("a long match before browsers: run with -long")
	}
}

var (
	launch  sync.Once
	browser context.Context
	quit    = func() {}
)

// Main runs the tests of a package, and ends the browser after them.
func Main(m *testing.M) {
	code := m.Run()
	Quit()
	os.Exit(code)
}

// Quit ends the browser, if one was started; who needs one after that starts another.
func Quit() {
	quit()
	launch, quit = sync.Once{}, func() {}
}

// Patience bounds a failing run: no step may take longer. On a machine that others use too a step has taken many seconds.
const Patience = 4 * time.Minute

// launchTime is the time a browser may take to start: the first time a machine reads some hundred megabytes for it.
const launchTime = 2 * time.Minute

// Chromium starts the one browser of a package's tests. The test is skipped where there is none.
func Chromium(t testing.TB) context.Context {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("no Chromium on this machine: install the package chromium to run the tests of the page")
	}
	launch.Do(func() {
		options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
			chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("autoplay-policy", "no-user-gesture-required"),
			chromedp.WSURLReadTimeout(launchTime))
		for attempt := 1; ; attempt++ { // Chromium 148 now and then ends as it starts
			allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
			var end context.CancelFunc
			browser, end = chromedp.NewContext(allocator)
			quit = func() { end(); stop() }
			err := chromedp.Do(browser)
			if err == nil {
				return
			}
			quit()
			require.Less(t, attempt, 3, "the browser does not start: %v", err)
			t.Logf("the browser did not start: %v", err)
		}
	})
	return browser
}

// Parallel is Chromium for a test that may run beside others of its package, each in a tab of its own. A long match has nothing beside it.
func Parallel(t testing.TB) context.Context {
	if t, ok := t.(*testing.T); ok && !*long {
		if _, before := beside.LoadOrStore(t, true); !before {
			t.Parallel()
		}
	}
	return Chromium(t)
}

// beside are the tests that run beside others.
var beside sync.Map

// Tab is a tab of a browser that looks at a page.
type Tab struct {
	context.Context
	t testing.TB

	mu       sync.Mutex
	faults   []string // what the browser complained about
	forgiven []string // what complaints that were to be expected are about
}

// View describes how a tab looks at the page.
type View struct {
	Width, Height int
	Lang, Theme   string
	Touch         bool
}

// standing has what asks or tells in passing stand until it was seen: a test must not be late for it. What the page picks by
// chance is always the first.
const standing = `Math.random = () => 0; import('/passing.js').then(({ stands }) => { stands.question = stands.word = 1e9 }, () => {})`

// entering has the page begin in a room, as its reader likes it: with the cookie that says so, which is there before any script of the
// page runs, and with the room in its address, where the page leaves out the key that it came with.
const entering = `{
	const room = %q, likes = %q;
	const plain = history.replaceState;
	if (room) history.replaceState = function (state, title, to) {
		history.replaceState = plain;
		plain.call(this, state, title, location.hash.startsWith('#key=') ? to + room : to);
	};
	document.addEventListener('readystatechange', () => {
		const name = ['darkjunqi', document.documentElement.dataset.program].filter(Boolean).join('.');
		document.cookie = name + '=' + encodeURIComponent(likes) + '; path=/';
	}, {once: true});
}`

// Open opens an address in a new tab, in a browser of its own without memories, and a room of the page. Each step has to be done within
// Patience. At the end of the test the browser must not have complained.
func Open(t testing.TB, address string, v View, hash string) *Tab {
	t.Helper()
	return open(t, address, v, hash, chromedp.WithNewBrowserContext())
}

// OpenLasting is Open in the browser's own profile, whose files are on the disk, as most people's are.
func OpenLasting(t testing.TB, address string, v View) *Tab {
	t.Helper()
	return open(t, address, v, "")
}

// Beside opens an address in another tab of the same browser, as Open does.
func (x *Tab) Beside(address string, v View) *Tab {
	x.t.Helper()
	return open(x.t, address, v, "", chromedp.WithExistingBrowserContext(chromedp.FromContext(x).BrowserContextID))
}

// Crash ends what draws and runs the page, as a system does that runs out of memory. The tab is of no more use.
func (x *Tab) Crash() {
	x.t.Helper()
	crashed := make(chan bool, 1)
	require.NoError(x.t, chromedp.Listen(x, func(event any) {
		if _, ok := event.(*inspector.EventTargetCrashed); ok {
			crashed <- true
		}
	}))
	go chromedp.Do(x, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error { // it has no answer
		_, err := cdp.Call(ctx, t, page.Crash, cdp.Empty{})
		return err
	}))
	select {
	case <-crashed:
	case <-time.After(Patience):
		require.Fail(x.t, "the tab lives")
	}
}

func open(t testing.TB, address string, v View, hash string, in ...chromedp.ContextOption) *Tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(Chromium(t), in...)
	require.NoError(t, chromedp.Do(ctx))
	t.Cleanup(cancel)
	x := &Tab{Context: ctx, t: t}
	require.NoError(t, chromedp.Listen(ctx, x.listen))
	size := []chromedp.EmulateViewportOption{}
	if v.Touch {
		size = append(size, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulateScale(2))
	}
	likes, err := json.Marshal(map[string]string{"lang": v.Lang, "theme": v.Theme})
	require.NoError(t, err)
	var once page.ScriptIdentifier
	x.Do(
		chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			if _, err := cdp.Call(ctx, t, log.Enable, cdp.Empty{}); err != nil {
				return err
			}
			if _, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: standing}); err != nil {
				return err
			}
			added, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: fmt.Sprintf(entering, hash, likes)})
			if err == nil {
				once = added.Identifier
			}
			return err
		}),
		chromedp.EmulateViewport(int64(v.Width), int64(v.Height), size...),
		chromedp.Navigate(address),
		chromedp.WaitReady("main > *"), // the token leads on to the page
		chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, page.RemoveScriptToEvaluateOnNewDocument, page.RemoveScriptToEvaluateOnNewDocumentParams{Identifier: once})
			return err
		}),
	)
	t.Cleanup(func() {
		if t.Failed() {
			return
		}
		x.mu.Lock()
		defer x.mu.Unlock()
		faults := slices.DeleteFunc(x.faults, func(fault string) bool {
			return slices.ContainsFunc(x.forgiven, func(about string) bool { return strings.Contains(fault, about) })
		})
		require.Empty(t, faults, "the browser complained")
	})
	return x
}

func (x *Tab) listen(event any) {
	x.mu.Lock()
	defer x.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		x.faults = append(x.faults, fmt.Sprintf("%+v", *e.ExceptionDetails))
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError && !strings.Contains(e.Entry.Text, "net::ERR") {
			x.faults = append(x.faults, e.Entry.Text+" "+e.Entry.URL)
		}
	}
}

// Do does what a person would.
func (x *Tab) Do(actions ...chromedp.Action[chromedp.Void]) {
	x.t.Helper()
	ctx, stop := context.WithTimeout(x, Patience)
	defer stop()
	if err := chromedp.Do(ctx, actions...); err != nil {
		x.Shot("failed-" + strings.ReplaceAll(x.t.Name(), "/", "-"))
		x.mu.Lock()
		defer x.mu.Unlock()
		require.NoError(x.t, err, strings.Join(x.faults, "\n"))
	}
}

// yet is an expression as one that does not hold yet where what it speaks of is not there.
const yet = `(() => { try { return %s } catch (e) { if (e instanceof TypeError) return false; throw e } })()`

// Wait waits until an expression holds.
func (x *Tab) Wait(expression string) {
	x.t.Helper()
	ctx, stop := context.WithTimeout(x, Patience)
	defer stop()
	_, err := chromedp.Run(ctx, chromedp.Poll[bool](fmt.Sprintf(yet, expression), chromedp.WithPollingTimeout(0)))
	shown := ""
	if err != nil {
		x.Shot("failed-" + strings.ReplaceAll(x.t.Name(), "/", "-"))
		shown = x.shown()
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	require.NoError(x.t, err, "%s\n%s\nthe page shows: %s", expression, strings.Join(x.faults, "\n"), shown)
}

// shown is what a page says and its buttons that can't be pressed, for whoever reads why a test has failed.
func (x *Tab) shown() string {
	ctx, stop := context.WithTimeout(x, 10*time.Second)
	defer stop()
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](`document.visibilityState + ' ' + [...document.querySelectorAll('button:disabled')].map(b => '(' + b.textContent + ')').join(' ') + ' ' + document.body.innerText.slice(0, 2000)`))
	if err != nil {
		return err.Error()
	}
	return text
}

// Ask evaluates an expression in a tab.
func Ask[T any](x *Tab, expression string) T {
	x.t.Helper()
	ctx, stop := context.WithTimeout(x, Patience)
	defer stop()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	require.NoError(x.t, err)
	return v
}

// Forgive expects complaints about something, which may have come or be still on their way.
func (x *Tab) Forgive(about string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.forgiven = append(x.forgiven, about)
}

// Shot takes a picture, if pictures are wished for.
func (x *Tab) Shot(name string) {
	x.t.Helper()
	if *Shots == "" {
		return
	}
	x.Settle()
	png, err := chromedp.Run(x, chromedp.CaptureScreenshot())
	require.NoError(x.t, err)
	require.NoError(x.t, os.WriteFile(filepath.Join(*Shots, name+".png"), png, 0o644))
}

// Settle waits until nothing moves.
func (x *Tab) Settle() {
	x.t.Helper()
	Ask[bool](x, `new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() => Promise.all(document.getAnimations().filter(a => a.effect.getTiming().iterations !== Infinity).map(a => a.finished.catch(() => {})))).then(() => true)`)
}
