// Package page serves the table: a page on which people host, join and play matches, arrange layouts, replay and audit. It
// is a view of package p2p/seat and of a [Backend]; it knows no rules.
//
// What the page shows comes over JSON under /api/, and what happens in a match over one stream with numbered events
// (stream.go). Who may ask for any of it guard.go says.
package page

import (
	"net/http"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
)

// Options are what a page is made with.
type Options struct {
	Backend Backend
	Host    string        // where it is served, as "127.0.0.1:4000": requests for any other name are refused
	Lang    messages.Lang // until the reader chooses another
	Asked   bool          // the person has asked for Lang: it counts more than what the reader chose before
	Program string        // tells this program from others of the machine: what the reader chooses is remembered for it alone
}

// Page is the page of the table. It is an http.Handler.
type Page struct {
	backend Backend
	guard   *guard
	handler http.Handler
}

// New makes a page.
func New(o Options) *Page {
	p := &Page{backend: o.Backend, guard: newGuard(o.Host)}
	if o.Asked {
		p.guard.lang = o.Lang.String()
	}
	mux := http.NewServeMux()
	mux.Handle("GET /", static(o.Lang, o.Program))
	p.routes(mux)
	p.handler = p.guard.protect(mux)
	return p
}

func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) { p.handler.ServeHTTP(w, r) }

// Address is an address that opens the page once, in one browser: it holds a token that is good for one use.
func (p *Page) Address() string { return p.guard.address() }
