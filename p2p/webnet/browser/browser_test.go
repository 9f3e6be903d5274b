//go:build !js

package browser_test

import (
	"context"
	"crypto/rand"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/internal/p2ptest"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/robot"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/p2p/webnet"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/websocket"
	"github.com/darkjunqi/darkjunqi/protocol"
)

const worker = `importScripts("wasm_exec.js");
onmessage = async ({data}) => {
  self.invite = data;
  const go = new Go();
  const {instance} = await WebAssembly.instantiateStreaming(fetch("guest.wasm"), go.importObject);
  go.run(instance);
};`

const page = `<!doctype html><title>waits</title><script>
const worker = new Worker("worker.js");
worker.onmessage = ({data}) => { document.title = data; };
worker.onerror = (e) => { document.title = e.message; };
worker.postMessage(location.hash.slice(1));
</script>`

// A program in a web worker, of a page from another origin, joins a program outside by no more
// than its invite, and plays to the end.
func TestBrowserWithProgram(t *testing.T) {
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	s, err := websocket.Listen(true, 0)
	require.NoError(t, err)
	defer s.Close()
	elsewhere := transport.Addr("\x04\x0a\xff\xff\x01") + s.Addrs()[0][5:] // at home the same port answers
	host, err := webnet.New(webnet.Config{Addrs: func() []transport.Addr { return []transport.Addr{elsewhere} }})
	require.NoError(t, err)
	defer host.Close()
	s.Serve(host)
	session, text := hostMatch(t, host)
	defer session.Close()

	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chromium), chromedp.NoSandbox)
	ctx, stop := chromedp.NewExecAllocator(ctx, options...)
	defer stop()
	ctx, stop = chromedp.NewContext(ctx)
	defer stop()
	server := httptest.NewServer(files(t))
	defer server.Close()
	ran := make(chan error, 1)
	b, err := bot.New("random")
	require.NoError(t, err)
	r := robot.Robot{Bot: b, Rand: robot.FreshRand(), Limit: 30}
	go func() { ran <- r.Run(ctx, session) }()
	_, err = chromedp.Run(ctx, chromedp.Navigate(server.URL+"/#"+text))
	require.NoError(t, err)
	_, err = chromedp.Run(ctx, chromedp.Poll[bool]("document.title != 'waits'", chromedp.WithPollingTimeout(0)))
	require.NoError(t, err)
	title, err := chromedp.Run(ctx, chromedp.Title())
	require.NoError(t, err)
	require.Equal(t, "the match is over", title)
	require.NoError(t, <-ran)
	require.True(t, session.Snapshot().Done)
}

// The window's and the worker's end of a message port, in node: each ends a pipe whose other end sends
// what no browser would.
func TestPorts(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("no node")
	}
	out, err := exec.Command("node", filepath.Join("testdata", "window.mjs")).CombinedOutput()
	require.NoError(t, err, "%s", out)
	root, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	inNode := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "go_js_wasm_exec")
	worker := exec.Command("go", "test", "-count=1", "-exec", inNode, "-run", "TestHostilePort", ".")
	worker.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err = worker.CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// hostMatch hosts a match of two.
func hostMatch(t *testing.T, host *webnet.Host) (s *p2p.Session, text string) {
	rules := p2ptest.QuickRules(t)
	table, err := invite.NewHostSecret(rand.Reader)
	require.NoError(t, err)
	player, err := protocol.Host(
		protocol.HostConfig{Rules: rules, Seat: engine.Red, Invites: table.Invites(rules, engine.Red)}, rand.Reader)
	require.NoError(t, err)
	s, err = p2p.Host(host, p2p.Files(p2ptest.TempDir(t)), player, table, p2p.Config{})
	require.NoError(t, err)
	inv, err := s.Invite(engine.Blue)
	require.NoError(t, err)
	return s, inv.String()
}

// files serves the page.
func files(t *testing.T) http.Handler {
	wasm := filepath.Join(t.TempDir(), "guest.wasm")
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", wasm, "./internal/guest")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	root, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	mux := http.NewServeMux()
	text := func(kind, text string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			w.Write([]byte(text))
		}
	}
	mux.HandleFunc("/", text("text/html", page))
	mux.HandleFunc("/worker.js", text("text/javascript", worker))
	mux.HandleFunc("/guest.wasm", func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, wasm) })
	mux.HandleFunc("/wasm_exec.js", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFile(w, r, filepath.Join(strings.TrimSpace(string(root)), "lib/wasm/wasm_exec.js"))
	})
	return mux
}
