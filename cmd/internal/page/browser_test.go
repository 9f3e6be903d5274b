package page_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/page"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
)

var shots = pagetest.Shots

func TestMain(m *testing.M) { pagetest.Main(m) }

// serve serves a page on a port of its own.
func serve(t testing.TB, p *program) *page.Page {
	return serveThrough(t, p, func(served http.Handler) http.Handler { return served })
}

// serveThrough is serve, with something around the page.
func serveThrough(t testing.TB, p *program, around func(http.Handler) http.Handler) *page.Page {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	served := page.New(page.Options{Backend: p, Host: listener.Addr().String(), Share: p.share})
	serveOn(t, listener, around(served))
	return served
}

func serveOn(t testing.TB, listener net.Listener, served http.Handler) *http.Server {
	server := &http.Server{Addr: listener.Addr().String(), Handler: served}
	go server.Serve(listener)
	t.Cleanup(func() { server.Close() })
	return server
}

// chromium lets a test run beside others of the package, each in a tab of its own.
func chromium(t testing.TB) context.Context {
	if t, ok := t.(*testing.T); ok {
		if _, before := beside.LoadOrStore(t, true); !before {
			t.Parallel()
		}
	}
	return pagetest.Chromium(t)
}

// beside are the tests that run beside others.
var beside sync.Map

// tab is a tab of a browser that looks at a page.
type tab struct {
	*pagetest.Tab
	t testing.TB
}

// view is how a tab looks at the page.
type view = pagetest.View

var (
	desktop = view{Width: 1280, Height: 800, Lang: "en", Theme: "light"}
	phone   = view{Width: 390, Height: 844, Lang: "zh", Theme: "light", Touch: true}
)

// open opens a page in a new tab.
func open(t testing.TB, p *page.Page, v view, hash string) *tab {
	t.Helper()
	return &tab{pagetest.Open(t, p.Address(), v, hash), t}
}

func (x *tab) do(actions ...chromedp.Action[chromedp.Void]) { x.t.Helper(); x.Do(actions...) }
func (x *tab) wait(expression string)                       { x.t.Helper(); x.Wait(expression) }
func (x *tab) forgive(about string)                         { x.Forgive(about) }
func (x *tab) shot(name string)                             { x.t.Helper(); x.Shot(name) }

// visit goes to a room by the address, and is in it.
func (x *tab) visit(hash string) {
	x.t.Helper()
	ask[bool](x, fmt.Sprintf(`new Promise(done => { addEventListener('hashchange', () => done(true), {once: true}); location.hash = %q })`, hash))
}

// none waits until a list of what is wrong is empty, and fails with what is in it.
func (x *tab) none(expression string, says ...any) {
	x.t.Helper()
	becomes(x, []string{}, expression, says...)
}

// becomes waits until an expression has a value, and fails with the last one that it had.
func becomes[T any](x *tab, want T, expression string, says ...any) {
	x.t.Helper()
	for end := time.Now().Add(pagetest.Patience); ; time.Sleep(pause) {
		got := ask[T](x, expression)
		if assert.ObjectsAreEqual(want, got) {
			return
		}
		if time.Now().After(end) {
			require.Equal(x.t, want, got, says...)
		}
	}
}

// pause is how long becomes lets a busy page alone.
const pause = 50 * time.Millisecond

// ask evaluates an expression in a tab.
func ask[T any](x *tab, expression string) T {
	x.t.Helper()
	return pagetest.Ask[T](x.Tab, expression)
}
