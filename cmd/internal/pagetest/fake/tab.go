package fake

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	browser "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/page"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// Serve serves a page on a port of its own.
func Serve(t testing.TB, p *Program) *page.Page {
	return ServeThrough(t, p, func(served http.Handler) http.Handler { return served })
}

// ServeThrough is Serve, with something around the page.
func ServeThrough(t testing.TB, p *Program, around func(http.Handler) http.Handler) *page.Page {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	served := page.New(page.Options{Backend: p, Host: listener.Addr().String(), Share: p.Share})
	ServeOn(t, listener, around(served))
	return served
}

// ServeOn serves a page, or what stands around it, where a listener listens.
func ServeOn(t testing.TB, listener net.Listener, served http.Handler) *http.Server {
	server := &http.Server{Addr: listener.Addr().String(), Handler: served}
	go server.Serve(listener)
	t.Cleanup(func() { server.Close() })
	return server
}

// Tab is a tab of a browser that looks at a page.
type Tab struct {
	*pagetest.Tab
	T testing.TB
}

// View is how a tab looks at the page.
type View = pagetest.View

// The ways to look at the page.
var (
	Desktop = View{Width: 1280, Height: 800, Lang: "en", Theme: "light"}
	Phone   = View{Width: 390, Height: 844, Lang: "zh", Theme: "light", Touch: true}
	Day     = View{Width: 1280, Height: 800, Lang: "zh", Theme: "light"}
	Night   = View{Width: 1280, Height: 800, Lang: "zh", Theme: "dark"}
)

// Open opens a page in a new tab.
func Open(t testing.TB, p *page.Page, v View, hash string) *Tab {
	t.Helper()
	return &Tab{pagetest.Open(t, p.Address(), v, hash), t}
}

// Visit goes to a room by the address, and is in it, perhaps since before.
func (x *Tab) Visit(hash string) {
	x.T.Helper()
	Ask[bool](x, fmt.Sprintf(`new Promise(done => { addEventListener('hashchange', () => done(true), {once: true}); if (location.hash === %[1]q) done(true); location.hash = %[1]q })`, hash))
}

// None waits until a list of what is wrong is empty, and fails with what is in it.
func (x *Tab) None(expression string, says ...any) {
	x.T.Helper()
	Becomes(x, []string{}, expression, says...)
}

// Becomes waits until an expression has a value, and fails with the last one that it had.
func Becomes[T any](x *Tab, want T, expression string, says ...any) {
	x.T.Helper()
	for end := time.Now().Add(pagetest.Patience); ; time.Sleep(pause) {
		got := Ask[T](x, expression)
		if assert.ObjectsAreEqual(want, got) {
			return
		}
		if time.Now().After(end) {
			require.Equal(x.T, want, got, says...)
		}
	}
}

// pause is how long Becomes lets a busy page alone.
const pause = 50 * time.Millisecond

// Ask evaluates an expression in a tab.
func Ask[T any](x *Tab, expression string) T {
	x.T.Helper()
	return pagetest.Ask[T](x.Tab, expression)
}

// Within is an expression: whether a cell lies within what is seen of the board.
func Within(name string) string {
	return fmt.Sprintf(`((c, b) => c.left >= b.left - 1 && c.right <= b.right + 1 && c.top >= b.top - 1 && c.bottom <= b.bottom + 1)(document.querySelector('[data-node=%s]').getBoundingClientRect(), document.querySelector('.boardbox').getBoundingClientRect())`, name)
}

// Laid waits until the board lies as it stays: what stands around it takes its room a frame later.
func (x *Tab) Laid() {
	x.T.Helper()
	Ask[bool](x, `new Promise(done => { const wait = frames => frames ? requestAnimationFrame(() => wait(frames - 1)) : done(true); wait(4) })`)
}

// Script evaluates an expression for what it does.
func Script(expression string) chromedp.Action[chromedp.Void] {
	return chromedp.Evaluate[chromedp.Void](expression)
}

// OnNew runs a script in each document that is opened from now on, before anything else.
func OnNew(source string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, browser.AddScriptToEvaluateOnNewDocument, browser.AddScriptToEvaluateOnNewDocumentParams{Source: source})
		return err
	})
}

// Node is the cell of a node.
func Node(name string) chromedp.CSS { return chromedp.CSS("[data-node=" + name + "]") }

// Made is an expression: whether a move is in the list.
func Made(from, to string) string {
	return fmt.Sprintf(`[...document.querySelectorAll('.mv')].some(b => b.textContent.includes('%s–%s') || b.textContent.includes('%s×%s'))`, from, to, from, to)
}

// Moved waits until a move was made, on the page and in the match, and it is the viewer's turn again.
func (x *Tab) Moved(m *Match, from, to string) {
	x.T.Helper()
	x.Wait(Made(from, to))
	x.Wait(`document.querySelector('.cell.movable') !== null`)
	for _, turn := range m.Seat.Events(0) {
		if turn.Turn != nil && turn.Turn.From == from && turn.Turn.To == to {
			return
		}
	}
	require.Fail(x.T, "the match has no such turn", "%s-%s", from, to)
}

// Choice is a legal move of its own seat, the way of which is not crowded: the first in order.
func Choice(m *Match) (from, to string) {
	moves := m.Seat.State().Moves
	for node := range moves {
		if from == "" || node < from {
			from = node
		}
	}
	return from, slices.Min(moves[from])
}

// AtTable opens the table of a match that was played some turns.
func AtTable(t *testing.T, v View, turns int) (*Tab, *Match) {
	pagetest.Parallel(t)
	p := NewProgram()
	m := Played(p, Rules("standard"), turns)
	x := Open(t, Serve(t, p), v, "#/match/"+m.Name)
	x.Do(chromedp.WaitReady(chromedp.CSS(".board .piece")), chromedp.WaitReady(chromedp.CSS(".cell.movable")))
	return x, m
}

// GoTo walks the board by arrow keys, as somebody does who sees the names of the nodes.
func (x *Tab) GoTo(target string) {
	x.T.Helper()
	for range 40 {
		at := Ask[string](x, `document.activeElement.dataset.node ?? ''`)
		require.NotEmpty(x.T, at, "the focus has left the board")
		if at == target {
			return
		}
		key := kb.ArrowRight
		row := func(name string) string { return fmt.Sprintf("%3s", name[1:]) }
		switch {
		case row(at) < row(target):
			key = kb.ArrowUp
		case row(at) > row(target):
			key = kb.ArrowDown
		case at[0] > target[0]:
			key = kb.ArrowLeft
		}
		x.Do(chromedp.KeyEvent(key))
	}
	require.Fail(x.T, "the arrows do not lead there", target)
}

// Mark is the note on a piece.
func Mark(m *Match, of seat.Ref) string {
	for _, p := range m.Seat.State().Pieces {
		if p.Ref == of {
			return p.Mark
		}
	}
	return ""
}
