package page_test

import (
	"context"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/page"
)

var shots = flag.String("shots", "", "a folder for pictures of the page")

// serve serves a page on a port of its own.
func serve(t testing.TB, p *program) *page.Page {
	t.Helper()
	served, _ := serveAt(t, p, "127.0.0.1:0")
	return served
}

// serveAt serves a page at an address.
func serveAt(t testing.TB, p *program, address string) (*page.Page, *http.Server) {
	t.Helper()
	listener, err := net.Listen("tcp", address)
	require.NoError(t, err)
	served := page.New(page.Options{Backend: p, Host: listener.Addr().String()})
	return served, serveOn(t, listener, served)
}

func serveOn(t testing.TB, listener net.Listener, served *page.Page) *http.Server {
	server := &http.Server{Addr: listener.Addr().String(), Handler: served}
	go server.Serve(listener)
	t.Cleanup(func() { server.Close() })
	return server
}

var (
	launch  sync.Once
	browser context.Context
	quit    = func() {}
)

func TestMain(m *testing.M) {
	code := m.Run()
	quit()
	os.Exit(code)
}

// chromium starts the one browser of these tests.
func chromium(t testing.TB) context.Context {
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
			chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("autoplay-policy", "no-user-gesture-required"))
		allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
		var end context.CancelFunc
		browser, end = chromedp.NewContext(allocator)
		quit = func() { end(); stop() }
		require.NoError(t, chromedp.Do(browser))
	})
	return browser
}

// tab is a tab of a browser that looks at a page.
type tab struct {
	context.Context
	t    testing.TB
	page *page.Page

	mu     sync.Mutex
	faults []string // what the browser complained about
}

// view is how a tab looks at the page.
type view struct {
	width, height int
	lang, theme   string
	touch         bool
}

var (
	desktop = view{1280, 800, "en", "light", false}
	phone   = view{390, 844, "zh", "light", true}
)

// open opens a page in a new tab, in a browser of its own without memories.
func open(t testing.TB, p *page.Page, v view, hash string) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(chromium(t), chromedp.WithNewBrowserContext())
	require.NoError(t, chromedp.Do(ctx))
	ctx, stop := context.WithTimeout(ctx, 30*time.Second)
	t.Cleanup(func() { stop(); cancel() })
	x := &tab{Context: ctx, t: t, page: p}
	require.NoError(t, chromedp.Listen(ctx, x.listen))
	size := []chromedp.EmulateViewportOption{}
	if v.touch {
		size = append(size, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulateScale(2))
	}
	x.do(
		chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, log.Enable, cdp.Empty{})
			return err
		}),
		chromedp.EmulateViewport(int64(v.width), int64(v.height), size...),
		chromedp.Navigate(p.Address()),
		chromedp.Evaluate[chromedp.Void](`localStorage.setItem('darkjunqi', JSON.stringify({lang: '`+v.lang+`', theme: '`+v.theme+`'})); location.hash = '`+hash+`'`),
		chromedp.Reload(),
		chromedp.WaitReady("main > *"),
	)
	t.Cleanup(func() {
		if t.Failed() {
			return
		}
		x.mu.Lock()
		defer x.mu.Unlock()
		require.Empty(t, x.faults, "the browser complained")
	})
	return x
}

func (x *tab) listen(event any) {
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

func (x *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	x.t.Helper()
	if err := chromedp.Do(x, actions...); err != nil {
		x.mu.Lock()
		defer x.mu.Unlock()
		require.NoError(x.t, err, strings.Join(x.faults, "\n"))
	}
}

// ask evaluates an expression in a tab.
func ask[T any](x *tab, expression string) T {
	x.t.Helper()
	v, err := chromedp.Run(x, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	require.NoError(x.t, err)
	return v
}

// forgive forgets complaints that were to be expected.
func (x *tab) forgive(about string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.faults = slices.DeleteFunc(x.faults, func(fault string) bool { return strings.Contains(fault, about) })
}

// shot takes a picture, if pictures are wished for.
func (x *tab) shot(name string) {
	x.t.Helper()
	if *shots == "" {
		return
	}
	ask[bool](x, `Promise.all(document.getAnimations().filter(a => a.effect.getTiming().iterations !== Infinity).map(a => a.finished.catch(() => {}))).then(() => true)`)
	png, err := chromedp.Run(x, chromedp.CaptureScreenshot())
	require.NoError(x.t, err)
	require.NoError(x.t, os.WriteFile(filepath.Join(*shots, name+".png"), png, 0o644))
}
