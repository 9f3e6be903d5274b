//go:build !js

package page

import (
	"net/http"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
)

// Options configure a page.
type Options struct {
	Backend Backend
	Host    string        // where it is served, as "127.0.0.1:4000": requests for any other name are refused
	Lang    messages.Lang // until the reader chooses another
	Asked   bool          // the person has asked for Lang: it counts more than what the reader chose before
	Share   string        // the address of a page that guests' browsers open without a program; "" if none is known
	Program string        // distinguishes this program from others of the machine, which have preferences of their own
}

// Page is the page of the table. It is an http.Handler.
type Page struct {
	guard   *guard
	handler http.Handler
}

// New makes a page.
func New(o Options) *Page {
	p := &Page{guard: newGuard(o.Host)}
	if o.Asked {
		p.guard.lang = o.Lang.String()
	}
	mux := http.NewServeMux()
	mux.Handle("GET /", static(o.Lang, o.Program))
	api := NewAPI(o.Backend)
	api.served, api.share = true, o.Share
	overHTTP(api, mux)
	p.handler = p.guard.protect(mux)
	return p
}

func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) { p.handler.ServeHTTP(w, r) }

// Address returns an address that opens the page once, in one browser: it holds a token that is good for one use.
func (p *Page) Address() string { return p.guard.address() }
