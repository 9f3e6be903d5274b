package page_test

import (
	"context"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/page"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest/fake"
)

// visitor is a browser that has opened the page, or nobody.
type visitor struct {
	t      *testing.T
	client *http.Client
	base   string
	key    string
}

// stranger has not opened the page.
func stranger(t *testing.T, p *page.Page) *visitor {
	address, err := url.Parse(p.Address())
	require.NoError(t, err)
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	return &visitor{t: t, base: "http://" + address.Host, client: &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// guest has opened the page.
func guest(t *testing.T, p *page.Page) *visitor {
	v := stranger(t, p)
	status, _, text := v.get(strings.TrimPrefix(p.Address(), v.base))
	require.Equal(t, http.StatusOK, status)
	_, v.key, _ = strings.Cut(text, "#key=")
	v.key, _, _ = strings.Cut(v.key, `"`)
	require.NotEmpty(t, v.key)
	return v
}

func (v *visitor) get(path string, edit ...func(*http.Request)) (int, http.Header, string) {
	return v.send(http.MethodGet, path, "", edit...)
}

func (v *visitor) send(method, path, body string, edit ...func(*http.Request)) (int, http.Header, string) {
	v.t.Helper()
	r, err := http.NewRequestWithContext(context.Background(), method, v.base+path, strings.NewReader(body))
	require.NoError(v.t, err)
	if v.key != "" {
		r.Header.Set("Darkjunqi-Key", v.key)
	}
	for _, f := range edit {
		f(r)
	}
	answer, err := v.client.Do(r)
	require.NoError(v.t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	require.NoError(v.t, err)
	return answer.StatusCode, answer.Header, string(text)
}

func TestGuestGetsThePage(t *testing.T) {
	v := guest(t, fake.Serve(t, fake.NewProgram()))
	status, head, text := v.get("/")
	require.Equal(t, http.StatusOK, status)
	require.Contains(t, text, "main.js")
	require.Contains(t, head.Get("Content-Security-Policy"), "default-src 'self'")
	require.NotContains(t, head.Get("Content-Security-Policy"), "unsafe")
	status, _, text = v.get("/api/lobby")
	require.Equal(t, http.StatusOK, status)
	require.Contains(t, text, "presets")
}

// Another user of this machine reaches the port, but was never given a token.
func TestOtherUserGetsNothing(t *testing.T) {
	v := stranger(t, fake.Serve(t, fake.NewProgram()))
	for _, path := range []string{"/", "/main.js", "/api/lobby", "/api/words?lang=en", "/api/stream?match=n1&since=0", "/?token=", "/?token=AAAA"} {
		status, head, text := v.get(path)
		require.Equal(t, http.StatusUnauthorized, status, path)
		require.Empty(t, head.Get("Set-Cookie"), path)
		require.NotContains(t, text, "presets")
	}
	status, _, _ := v.send(http.MethodPost, "/api/host", "{}")
	require.Equal(t, http.StatusUnauthorized, status)
}

// An address may stay behind in a list of processes, or in a history of the browser.
func TestTokenIsGoodOnce(t *testing.T) {
	p := fake.Serve(t, fake.NewProgram())
	first, second := stranger(t, p), stranger(t, p)
	path := strings.TrimPrefix(p.Address(), first.base)
	status, head, _ := first.get(path)
	require.Equal(t, http.StatusOK, status)
	require.Contains(t, head.Get("Set-Cookie"), "HttpOnly")
	require.Contains(t, head.Get("Set-Cookie"), "SameSite=Strict")
	status, head, _ = second.get(path)
	require.Equal(t, http.StatusUnauthorized, status)
	require.Empty(t, head.Get("Set-Cookie"))
	status, head, _ = first.get(path)
	require.Equal(t, http.StatusSeeOther, status, "who is in already may reload its first address")
	require.Equal(t, "/", head.Get("Location"), "but is not told the key again")
}

// A name of the attacker's that was rebound to 127.0.0.1: the browser takes its page and this server for one origin.
func TestReboundNameGetsNothing(t *testing.T) {
	p := fake.Serve(t, fake.NewProgram())
	v := guest(t, p)
	for _, host := range []string{"evil.example", "localhost", "127.0.0.1", "127.0.0.1:1", "[::1]:80"} {
		for _, path := range []string{"/", "/api/lobby", strings.TrimPrefix(p.Address(), v.base)} {
			status, head, text := v.get(path, func(r *http.Request) { r.Host = host })
			require.Equal(t, http.StatusMisdirectedRequest, status, host+path)
			require.Empty(t, head.Get("Set-Cookie"))
			require.NotContains(t, text, "presets")
		}
	}
}

// A hostile page in another tab sends requests, with the cookie if the browser lets it.
func TestOtherOriginGetsNothing(t *testing.T) {
	program := fake.NewProgram()
	v := guest(t, fake.Serve(t, program))
	for name, edit := range map[string]func(*http.Request){
		"fetch": func(r *http.Request) {
			r.Header.Set("Sec-Fetch-Site", "cross-site")
			r.Header.Set("Origin", "https://evil.example")
		},
		"other port": func(r *http.Request) {
			r.Header.Set("Sec-Fetch-Site", "same-site")
			r.Header.Set("Origin", "http://127.0.0.1:9")
		},
		"old browser":  func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") },
		"sandboxed":    func(r *http.Request) { r.Header.Set("Origin", "null") },
		"form, no key": func(r *http.Request) { r.Header.Del("Darkjunqi-Key") },
		"wrong key":    func(r *http.Request) { r.Header.Set("Darkjunqi-Key", "AAAA") },
		"no-cors, text": func(r *http.Request) {
			r.Header.Set("Sec-Fetch-Site", "cross-site")
			r.Header.Set("Content-Type", "text/plain")
			r.Header.Del("Darkjunqi-Key")
		},
	} {
		status, head, _ := v.send(http.MethodPost, "/api/host", `{"digest":"`+program.Presets[0]+`"}`, edit)
		require.Equal(t, http.StatusForbidden, status, name)
		require.Empty(t, head.Get("Access-Control-Allow-Origin"), name)
	}
	require.Empty(t, program.Matches, "nothing was begun")
	status, head, _ := v.send(http.MethodOptions, "/api/host", "", func(r *http.Request) {
		r.Header.Set("Origin", "https://evil.example")
		r.Header.Set("Access-Control-Request-Headers", "darkjunqi-key")
	})
	require.NotEqual(t, http.StatusNoContent, status)
	require.Empty(t, head.Get("Access-Control-Allow-Headers"))
}

// A server that another user runs on another port of 127.0.0.1 is sent the cookie by the browser: cookies know no ports.
func TestStolenCookieIsNotEnough(t *testing.T) {
	v := guest(t, fake.Serve(t, fake.NewProgram()))
	v.key = ""
	for _, path := range []string{"/api/lobby", "/api/words?lang=en", "/api/stream?match=n1&since=0"} {
		status, _, text := v.get(path)
		require.Equal(t, http.StatusForbidden, status, path)
		require.NotContains(t, text, "presets")
	}
}

// A page that frames this one could make its reader click what it does not see.
func TestPageIsNotFramed(t *testing.T) {
	v := guest(t, fake.Serve(t, fake.NewProgram()))
	_, head, _ := v.get("/")
	require.Equal(t, "DENY", head.Get("X-Frame-Options"))
	require.Contains(t, head.Get("Content-Security-Policy"), "frame-ancestors 'none'")
	require.Equal(t, "same-origin", head.Get("Cross-Origin-Resource-Policy"))
	require.Equal(t, "nosniff", head.Get("X-Content-Type-Options"))
}

func TestFilesDoNotLeaveTheirFolder(t *testing.T) {
	v := guest(t, fake.Serve(t, fake.NewProgram()))
	for _, path := range []string{"/%2e%2e%2fpage.go", "/web/", "/nothing.js", "/.gitignore"} {
		status, _, _ := v.get(path)
		require.Equal(t, http.StatusNotFound, status, path)
	}
}
