package app_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// attack is an attack that a seat may make, if there is one.
func attack(s seat.State) (from, to string, ok bool) {
	for _, p := range s.Pieces {
		for from, ways := range s.Moves {
			if p.Node != "" && p.Seat != s.ToMove && slices.Contains(ways, p.Node) {
				return from, p.Node, true
			}
		}
	}
	return "", "", false
}

// clicked makes an attack by two clicks, with so many ms between them that the page is at rest. It tells how many went by from the
// second until the page had drawn that it was taken, and until it had drawn the announcement.
const clicked = `new Promise(done => {
	const at = n => document.querySelector('[data-node=' + n + ']'), line = document.querySelector('.voice'), took = [];
	let since = 0;
	const drawn = () => new Promise(tell => {
		const laid = new ResizeObserver(() => { // within the frame that is next
			laid.disconnect();
			scheduler.postTask(() => tell(performance.now() - since), {priority: 'user-blocking'}); // right after it
		});
		laid.observe(document.body);
	});
	at('%[1]s').click();
	setTimeout(() => {
		new MutationObserver((_, o) => {
			if (!took.length) took.push(drawn());
			if (!line.querySelector('.what span').textContent.startsWith('%[1]s × %[2]s') || !/remove|capture|repel/.test(line.querySelector('b').textContent)) return;
			o.disconnect();
			done(Promise.all([...took, drawn()]));
		}).observe(line, {subtree: true, childList: true, characterData: true});
		since = performance.now();
		at('%[2]s').click();
	}, %[3]d);
})`

// BenchmarkTable plays page against program over libp2p on the loopback interface, and reports from a click to the frames that show
// that it was taken, and the announcement of what came of it (the medians, and the least), the first paint of a table, and the
// frames while a piece is dragged.
func BenchmarkTable(b *testing.B) {
	pagetest.Chromium(b)
	ann, bob := start(b, b.TempDir()), start(b, b.TempDir())
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
	a := ann.browse(desktop, "#/match/"+hosted)
	a.Do(chromedp.WaitReady(chromedp.CSS(".cell.movable")))
	paint := pagetest.Ask[float64](a.Tab, `new Promise(painted => new PerformanceObserver(l => l.getEntriesByName('first-contentful-paint').forEach(e => painted(e.startTime))).observe({type: 'paint', buffered: true}))`)

	from := slices.Min(slices.Collect(keys(ann.until(hosted, begun).Moves)))
	box := pagetest.Ask[[]float64](a.Tab, fmt.Sprintf(`(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector('[data-node=%s]').getBoundingClientRect())`, from))
	a.Do(chromedp.Evaluate[chromedp.Void](`window.frames_ = []; { let last = 0; const tick = t => { if (last) frames_.push(t - last); last = t; requestAnimationFrame(tick) }; requestAnimationFrame(tick) }`))
	a.Do(chromedp.DragAndDropXY(box[0], box[1], 40, 40, 120))
	frame := pagetest.Ask[float64](a.Tab, `frames_.sort((a, b) => a - b)[Math.floor(frames_.length * 0.95)]`)

	rng := rand.New(rand.NewPCG(1, 2))
	var taken, banner []float64
	turn := func(p *program, match string, click bool) {
		state := p.until(match, func(_ app.Seat, s seat.State) bool { return s.Decision == "move" || s.Phase != seat.Play })
		from, to, ok := attack(state)
		switch {
		case state.Phase != seat.Play:
			b.Skip("the game is over")
		case ok && click:
			a.Do(chromedp.WaitReady(chromedp.CSS("[data-node=" + from + "].movable")))
			took := pagetest.Ask[[]float64](a.Tab, fmt.Sprintf(clicked, from, to, 500+rng.IntN(17)))
			taken, banner = append(taken, took[0]), append(banner, took[1])
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
		for before := len(banner); len(banner) == before; {
			turn(ann, hosted, true)
			turn(bob, joined, false)
		}
	}
	slices.Sort(taken)
	slices.Sort(banner)
	b.ReportMetric(taken[len(taken)/2], "ms/taken")
	b.ReportMetric(banner[len(banner)/2], "ms/banner")
	b.ReportMetric(banner[0], "ms/least-banner")
	b.ReportMetric(paint, "ms/paint")
	b.ReportMetric(frame, "ms/frame")
	b.ReportMetric(0, "ns/op")
}
