//go:build !js

package page

import (
	"crypto/rand"
	"crypto/subtle"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
)

// A guard keeps everybody out but the browser that was sent here by the program.
//
// The program opens an address with a token that is good once. It is exchanged for a cookie and a key. The cookie opens the
// page; the page's requests must carry the key too, in a header. A cookie alone is not enough because browsers send it to
// every port of this machine, and so to a server that another user of it runs; the key is kept where only this origin
// reads it. Of the rest, the check of Host stops names that are rebound to 127.0.0.1, and the check of the origin stops
// other pages.
type guard struct {
	host    string
	cookie  string // its name
	session string // its value
	key     string
	lang    string // the language requested of the page; empty: the reader's own

	mu     sync.Mutex
	tokens map[string]bool
}

// keyHeader carries the key. A page of another origin can't set it without being asked first, and is refused then.
const keyHeader = "Darkjunqi-Key"

// maxTokens bounds the tokens that wait to be used: one more invalidates all of them.
const maxTokens = 16

// policy lets the page have what it came with, and nothing else but pictures that it has drawn itself.
const policy = "default-src 'self'; img-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'"

func newGuard(host string) *guard {
	_, port, _ := net.SplitHostPort(host)
	return &guard{host: host, cookie: "darkjunqi-" + port, session: rand.Text(), key: rand.Text(), tokens: map[string]bool{}}
}

// address makes a token and the address that holds it.
func (g *guard) address() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.tokens) >= maxTokens {
		clear(g.tokens)
	}
	token := rand.Text()
	g.tokens[token] = true
	return "http://" + g.host + "/?token=" + token
}

// use reports whether a token was good, which it is once.
func (g *guard) use(token string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	good := g.tokens[token]
	delete(g.tokens, token)
	return good
}

// protect lets through to next what may pass.
func (g *guard) protect(next http.Handler) http.Handler {
	checked := http.NewCrossOriginProtection().Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch token := r.URL.Query().Get("token"); {
		case r.Method == http.MethodGet && r.URL.Path == "/" && token != "":
			g.exchange(w, r, token)
		case !g.known(r):
			refuse(w, http.StatusUnauthorized, messages.PageNoCookie)
		case strings.HasPrefix(r.URL.Path, "/api/") && !same(r.Header.Get(keyHeader), g.key):
			refuse(w, http.StatusForbidden, messages.PageForeign)
		default:
			next.ServeHTTP(w, r)
		}
	}))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		head := w.Header()
		head.Set("Content-Security-Policy", policy)
		head.Set("X-Content-Type-Options", "nosniff")
		head.Set("X-Frame-Options", "DENY")
		head.Set("Referrer-Policy", "no-referrer")
		head.Set("Cross-Origin-Resource-Policy", "same-origin")
		head.Set("Cross-Origin-Opener-Policy", "same-origin")
		head.Set("Cache-Control", "no-store")
		if r.Host != g.host {
			refuse(w, http.StatusMisdirectedRequest, messages.PageOtherHost)
			return
		}
		checked.ServeHTTP(w, r)
	})
}

// onward sends a browser on to the page. A redirect would not do: who comes here from a file of this machine comes from
// another site, and browsers keep a strict cookie back until a page of this one leads on.
const onward = `<!doctype html><title>darkjunqi</title><link rel="icon" href="/icon.svg"><meta http-equiv="refresh" content="0; url=/#key=%s%s">`

// exchange gives a browser a cookie and the key for a token. The key follows the mark of the address, which browsers
// send to nobody; the page takes it from there.
func (g *guard) exchange(w http.ResponseWriter, r *http.Request, token string) {
	switch {
	case g.use(token):
		http.SetCookie(w, &http.Cookie{Name: g.cookie, Value: g.session, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		lang := ""
		if g.lang != "" {
			lang = "&amp;lang=" + g.lang
		}
		fmt.Fprintf(w, onward, g.key, lang)
	case g.known(r): // a reload of the first address
		http.Redirect(w, r, "/", http.StatusSeeOther)
	default:
		refuse(w, http.StatusUnauthorized, messages.PageUsed)
	}
}

// known reports whether a request has the cookie.
func (g *guard) known(r *http.Request) bool {
	c, err := r.Cookie(g.cookie)
	return err == nil && same(c.Value, g.session)
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// refuse says why in each language: what the reader speaks is not known yet.
func refuse(w http.ResponseWriter, status int, text messages.Text) {
	var words []string
	for _, l := range messages.Languages() {
		words = append(words, text.In(l))
	}
	http.Error(w, strings.Join(words, "\n"), status)
}
