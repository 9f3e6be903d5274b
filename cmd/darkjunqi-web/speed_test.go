package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
)

// inChromium runs a Go program in a worker and posts what it has printed. Its address has the arguments.
const inChromium = `
	const text = new TextDecoder(), go = new Go();
	let printed = '';
	fs.writeSync = (_, bytes) => { printed += text.decode(bytes); return bytes.length };
	go.argv = ['test', ...new URLSearchParams(location.search).getAll('arg')];
	go.exit = code => postMessage(printed + (code ? 'exit ' + code : ''));
	WebAssembly.instantiateStreaming(fetch('/program.wasm'), go.importObject).then(({ instance }) => go.run(instance));
`

// BenchmarkPieces runs benchmarks of the protocol as a program of this computer, and in Chromium, compiled as for
// the page.
func BenchmarkPieces(b *testing.B) {
	pagetest.Chromium(b)
	absolute, err := filepath.Abs(root)
	require.NoError(b, err)
	goroot, err := goTool(root, "env", "GOROOT")
	require.NoError(b, err)
	goScript, err := os.ReadFile(filepath.Join(goroot, "lib", "wasm", "wasm_exec.js"))
	require.NoError(b, err)
	for _, piece := range []struct {
		name, source, benchmark string
		limit                   float64 // ms
	}{
		{"clash", "./protocol/clash", "Clash", 15}, {"layout-made", "./protocol/layout", "Prove", 90},
		{"layout-checked", "./protocol/layout", "Verify", 50}, {"audit", "./protocol", "Audit", 130},
	} {
		b.Run(piece.name, func(b *testing.B) {
			args := []string{"-test.run=^$", "-test.bench=^Benchmark" + piece.benchmark + "$", "-test.benchtime=5x", "-test.count=6"}
			native := benchmarked(b, nativeRun(b, absolute, piece.source, args))
			chromium := benchmarked(b, chromiumRun(b, absolute, piece.source, string(goScript)+inChromium, args))
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(native, "native-ms")
			b.ReportMetric(chromium, "chromium-ms")
			b.ReportMetric(chromium/native, "times-native")
			b.ReportMetric(piece.limit, "limit-ms")
		})
	}
}

var perOperation = regexp.MustCompile(`\s(\d+(?:\.\d+)?) ns/op`)

// benchmarked is the least time that the output of a benchmark has, in ms: on a busy machine the one that says most.
func benchmarked(b *testing.B, output string) float64 {
	least := math.Inf(1)
	for _, found := range perOperation.FindAllStringSubmatch(output, -1) {
		ns, err := strconv.ParseFloat(found[1], 64)
		require.NoError(b, err)
		least = min(least, ns/1e6)
	}
	require.False(b, math.IsInf(least, 1), "%s", output)
	return least
}

func nativeRun(b *testing.B, root, source string, args []string) string {
	path := filepath.Join(b.TempDir(), "program")
	build := exec.Command("go", "test", "-c", "-o", path, source)
	build.Dir = root
	out, err := build.CombinedOutput()
	require.NoError(b, err, "%s", out)
	run := exec.Command(path, append(args, "-test.cpu=1")...)
	run.Dir = filepath.Join(root, source)
	out, err = run.CombinedOutput()
	require.NoError(b, err, "%s", out)
	return string(out)
}

func chromiumRun(b *testing.B, root, source, worker string, args []string) string {
	path := filepath.Join(b.TempDir(), "program.wasm")
	_, err := goTool(root, slices.Concat([]string{"test", "-c"}, inlining(root), []string{"-o", path, source})...)
	require.NoError(b, err)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/program.wasm":
			http.ServeFile(w, r, path)
		case "/worker.js":
			w.Header().Set("Content-Type", "text/javascript")
			w.Write([]byte(worker))
		default:
			w.Header().Set("Content-Type", "text/html")
			w.Write([]byte(`<!doctype html><link rel="icon" href="data:,"><main><p></p></main>`))
		}
	}))
	defer server.Close()
	x := pagetest.Open(b, server.URL, laptop, "")
	x.Forgive("passing.js")
	list, err := json.Marshal(args)
	require.NoError(b, err)
	return pagetest.Ask[string](x, fmt.Sprintf(`new Promise((done, failed) => {
		const worker = new Worker('/worker.js?' + new URLSearchParams(%s.map(arg => ['arg', arg])));
		worker.onmessage = ({ data }) => done(data);
		worker.onerror = e => failed(e.message);
	})`, list))
}

// noting has a page note when it shows the lobby, and how long the longest task of its window took.
const noting = `
	window.noted = {lobby: 0, longest: 0};
	new PerformanceObserver(list => { for (const { duration } of list.getEntries()) noted.longest = Math.max(noted.longest, duration) }).observe({type: 'longtask', buffered: true});
	new MutationObserver((_, o) => { if (document.querySelector('.choice')) { noted.lobby = performance.now(); o.disconnect() } }).observe(document, {childList: true, subtree: true});
`

// BenchmarkPage measures darkjunqi.html in Chromium: its bytes, when it paints and shows the lobby at a second
// visit, and the longest task of its window until some moves of a practice match have been made.
func BenchmarkPage(b *testing.B) {
	pagetest.Chromium(b)
	file, err := table()
	require.NoError(b, err)
	x := tab{pagetest.Open(b, served(b, func() []byte { return file }), laptop, "")}
	x.Do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: noting})
		return err
	}), chromedp.Reload())
	x.Wait(`noted.lobby > 0`)
	painted := pagetest.Ask[float64](x.Tab, `performance.getEntriesByName('first-contentful-paint')[0].startTime`)
	lobby := pagetest.Ask[float64](x.Tab, `noted.lobby`)
	x.press("Practise")
	x.Wait(`location.hash.startsWith('#/match/')`)
	x.press("Play with this layout")
	for range 4 {
		x.moveOnce()
	}
	x.Forgive("passing.js")
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(len(file)), "bytes")
	b.ReportMetric(painted, "painted-ms")
	b.ReportMetric(lobby, "lobby-ms")
	b.ReportMetric(pagetest.Ask[float64](x.Tab, `noted.longest`), "longest-task-ms")
}
