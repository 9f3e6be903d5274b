package app_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// attack is an attack that a seat may make, if there is one.
func attack(s seat.State) (from, to string, ok bool) {
	for _, p := range s.Pieces {
		for _, from := range slices.Sorted(keys(s.Moves)) {
			if p.Node != "" && p.Seat != s.ToMove && slices.Contains(s.Moves[from], p.Node) {
				return from, p.Node, true
			}
		}
	}
	return "", "", false
}

// clicked makes an attack by two clicks, with so many ms between them that the page is at rest. It tells when the second was, in ms
// since 1970, and how many ms went by until the page had drawn that it was taken, had read the answer, had written the announcement,
// and had drawn it. The first is 0 where the answer came before.
const clicked = `new Promise(done => {
	const at = n => document.querySelector('[data-node=' + n + ']'), line = document.querySelector('.voice'), parse = JSON.parse;
	let since = 0, taken = 0, read = 0;
	const drawn = () => new Promise(tell => {
		const laid = new ResizeObserver(() => { // within the frame that is next
			laid.disconnect();
			scheduler.postTask(() => tell(performance.now() - since), {priority: 'user-blocking'}); // right after it
		});
		laid.observe(document.body);
	});
	JSON.parse = text => {
		if (text.includes('"kind":"clash"')) read ||= performance.now() - since;
		return parse(text);
	};
	at('%[1]s').click();
	setTimeout(() => {
		new MutationObserver((_, o) => {
			if (!line.querySelector('.what span').textContent.startsWith('%[1]s × %[2]s') || !/remove|capture|repel/.test(line.querySelector('b').textContent)) return void (taken ||= drawn());
			o.disconnect();
			JSON.parse = parse;
			const words = performance.now() - since;
			done(Promise.all([performance.timeOrigin + since, taken, read, words, drawn()]));
		}).observe(line, {subtree: true, childList: true, characterData: true});
		since = performance.now();
		at('%[2]s').click();
	}, %[3]d);
})`

// stations notes when a program comes to each station of an attack for the first time.
type stations struct {
	mu sync.Mutex
	at map[string]time.Time
}

// reach is for "asked" first: what comes before that is of an earlier turn.
func (s *stations) reach(station string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.at[station].IsZero() && (station == "asked" || !s.at["asked"].IsZero()) {
		s.at[station] = time.Now()
	}
}

func (s *stations) reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at = map[string]time.Time{}
}

// after returns the ms from a moment, in ms since 1970, to a station.
func (s *stations) after(since float64, station string) float64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return float64(s.at[station].UnixMicro())/1000 - since
}

// serving notes when the page's command comes, and when the answer is told it.
func (s *stations) serving(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/api/do":
			s.reach("asked")
		case "/api/stream":
			w = toldWriter{w, s}
		}
		next.ServeHTTP(w, r)
	})
}

type toldWriter struct {
	http.ResponseWriter
	*stations
}

func (w toldWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w toldWriter) Write(b []byte) (int, error) {
	if bytes.Contains(b, []byte(`"kind":"clash"`)) {
		w.reach("told")
	}
	return w.ResponseWriter.Write(b)
}

// follow notes when a session has signed and stored a turn, and when it has verified the answer to it.
func (s *stations) follow(ctx context.Context, of *p2p.Session) {
	for ctx.Err() == nil {
		changed := of.Changed()
		of.View(func(_ *protocol.Player, m *protocol.Match) {
			if n := len(m.Events()); n > 0 && m.Events()[n-1].Kind == engine.EventAnswer {
				s.reach("answered")
			} else {
				s.reach("signed")
			}
		})
		select {
		case <-changed:
		case <-ctx.Done():
		}
	}
}

// BenchmarkTable plays page against program over libp2p on the loopback interface, and reports, for a click that attacks, the ms until
// the stations on the way to its answer (medians): the program is asked, it has signed and stored the Move, it has verified the answer, it
// begins to tell that, the page has read it, the words are in the document, and drawn (banner). taken is when the page had drawn that
// it was clicked, where that was before the answer. Besides, the first paint of a table, and the frames while a piece is dragged.
func BenchmarkTable(b *testing.B) {
	pagetest.Chromium(b)
	ann, bob := start(b, b.TempDir()), start(b, b.TempDir())
	ann.rng, bob.rng = rand.New(rand.NewPCG(1, 1)), rand.New(rand.NewPCG(1, 2)) // the same game each time
	way := &stations{at: map[string]time.Time{}}
	ann.through = way.serving
	hosted, joined := introduce(b, ann, bob)
	for of, p := range map[string]*program{hosted: ann, joined: bob} {
		p.until(of, func(s app.Seat, state seat.State) bool {
			if state.Decision != "layout" {
				return false
			}
			p.arrange(s)
			return true
		})
	}
	ann.until(hosted, begun)
	go way.follow(b.Context(), ann.Match(hosted).Session())
	a := ann.browse(desktop, "#/match/"+hosted)
	a.Do(chromedp.WaitReady(chromedp.CSS(".cell.movable")))
	paint := pagetest.Ask[float64](a.Tab, `new Promise(painted => new PerformanceObserver(l => l.getEntriesByName('first-contentful-paint').forEach(e => painted(e.startTime))).observe({type: 'paint', buffered: true}))`)

	from := slices.Min(slices.Collect(keys(ann.until(hosted, begun).Moves)))
	box := pagetest.Ask[[]float64](a.Tab, fmt.Sprintf(`(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector('[data-node=%s]').getBoundingClientRect())`, from))
	a.Do(chromedp.Evaluate[chromedp.Void](`window.frames_ = []; { let last = 0; const tick = t => { if (last) frames_.push(t - last); last = t; if (!window.still_) requestAnimationFrame(tick) }; requestAnimationFrame(tick) }`))
	a.Do(chromedp.DragAndDropXY(box[0], box[1], 40, 40, 120))
	frame := pagetest.Ask[float64](a.Tab, `(window.still_ = true, frames_.sort((a, b) => a - b)[Math.floor(frames_.length * 0.95)])`)

	rng := rand.New(rand.NewPCG(1, 2))
	took := map[string][]float64{}
	turn := func(p *program, match string, click bool) {
		state := p.until(match, func(_ app.Seat, s seat.State) bool { return s.Decision == "move" || s.Phase != seat.Play })
		from, to, ok := attack(state)
		switch {
		case state.Phase != seat.Play:
			b.Fatalf("the game is over after %d attacks by click: ask for fewer", len(took["banner"]))
		case ok && click:
			a.Do(chromedp.WaitReady(chromedp.CSS("[data-node=" + from + "].movable")))
			way.reset()
			page := pagetest.Ask[[]float64](a.Tab, fmt.Sprintf(clicked, from, to, 500+rng.IntN(17)))
			for _, station := range []string{"asked", "signed", "answered", "told"} {
				took[station] = append(took[station], way.after(page[0], station))
			}
			for i, station := range []string{"taken", "read", "words", "banner"} {
				took[station] = append(took[station], page[i+1])
			}
		default:
			s, err := p.Seat(b.Context(), match)
			require.NoError(b, err)
			if !ok || rng.IntN(2) == 0 {
				from, to = p.move(state)
			}
			require.NoError(b, s.Do(seat.Command{Do: seat.DoMove, From: from, To: to}))
		}
	}
	for b.Loop() {
		for before := len(took["banner"]); len(took["banner"]) == before; {
			turn(ann, hosted, true)
			turn(bob, joined, false)
		}
	}
	for station, all := range took {
		slices.Sort(all)
		b.ReportMetric(all[len(all)/2], "ms/"+station)
	}
	b.ReportMetric(took["banner"][0], "ms/least-banner")
	b.ReportMetric(paint, "ms/paint")
	b.ReportMetric(frame, "ms/frame")
	b.ReportMetric(0, "ns/op")
}
