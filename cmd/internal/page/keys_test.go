package page_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest/fake"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// tabTo presses the tab key until the focus is where it is wanted. What was drawn again while
// the key went by is met the next time round.
func tabTo(x *fake.Tab, wanted string) {
	x.T.Helper()
	var passed []string
	for range 120 {
		on := fake.Ask[string](x, `(`+wanted+`) ? '' : document.activeElement.tagName + ' ' + document.activeElement.textContent.trim().slice(0, 20)`)
		if on == "" {
			return
		}
		passed = append(passed, on)
		x.Do(chromedp.KeyEvent(kb.Tab))
	}
	require.Fail(x.T, "the tab key does not lead there", "%s; it went by %q", wanted, passed)
}

// enter goes to a button by the tab key and presses it.
func enter(x *fake.Tab, label string) {
	x.T.Helper()
	x.Wait(fmt.Sprintf(`[...document.querySelectorAll('button')].some(b => b.textContent === %q && !b.disabled)`, label))
	tabTo(x, fmt.Sprintf(`document.activeElement.matches('button') && document.activeElement.textContent === %q`, label))
	x.Do(chromedp.KeyEvent(kb.Enter))
}

// onward is a move of red's that attacks, or else goes as far ahead as any.
func onward(s seat.State) (from, to string) {
	best := -1 << 20
	for _, f := range slices.Sorted(maps.Keys(s.Moves)) {
		for _, n := range s.Moves[f] {
			a, _ := strconv.Atoi(f[1:])
			b, _ := strconv.Atoi(n[1:])
			worth := b - a
			for _, p := range s.Pieces {
				if p.Node == n {
					worth += 100
				}
			}
			if worth > best {
				best, from, to = worth, f, n
			}
		}
	}
	return from, to
}

// turn waits until its own seat is to move after so many turns and more, or the match is over.
func turn(t *testing.T, m *fake.Match, turns int) seat.State {
	t.Helper()
	late := time.After(pagetest.Patience)
	for {
		changed := m.Seat.Changed()
		if s := m.Seat.State(); s.Decision == "move" && s.Turns >= turns || s.Phase == seat.Over {
			return s
		}
		select {
		case <-changed:
		case <-late:
			require.FailNow(t, "nobody moves")
		}
	}
}

// A whole match with nothing but keys, from the lobby to the replay.
func TestLongMatchByKeysAlone(t *testing.T) {
	pagetest.Long(t)
	text, err := os.ReadFile("../../../testdata/rulesets/skirmish.json")
	require.NoError(t, err)
	rs, err := engine.ParseRules(text)
	require.NoError(t, err)
	pagetest.Parallel(t)
	p := fake.NewProgram()
	p.Presets = append(p.Presets, p.Add(rs))
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/")
	x.Do(chromedp.WaitReady(chromedp.CSS(".choice")))
	tabTo(x, `document.activeElement.name === 'rules'`)
	for range p.Presets {
		if fake.Ask[bool](x, `document.activeElement.closest('.choice').textContent.includes('Skirmish')`) {
			break
		}
		x.Do(chromedp.KeyEvent(kb.ArrowDown))
	}
	x.Wait(`document.querySelector('.choice :checked').closest('.choice').textContent.includes('Skirmish')`)
	enter(x, "Practise")
	enter(x, "Play with this layout")
	x.Wait(`document.activeElement.matches('.cell.movable')`) // who has come this far by keys is on the board
	m := p.Matches["n1"]
	for s := turn(t, m, 0); s.Phase != seat.Over; s = turn(t, m, s.Turns+1) {
		from, to := onward(s)
		x.Wait(`document.querySelector('[aria-busy=false] [data-node=` + from + `].movable') !== null`)
		x.GoTo(from)
		x.Do(chromedp.KeyEvent(kb.Enter), chromedp.WaitReady(chromedp.CSS(`[data-node=`+to+`].target`)))
		x.GoTo(to)
		x.Do(chromedp.KeyEvent(" "))
	}
	x.Wait(fmt.Sprintf(`document.querySelector('.voice').textContent.includes(%q)`, map[string]string{"won": "You won", "lost": "You lost", "drew": "A draw"}[m.Seat.State().Result.You]))
	enter(x, "Replay")
	x.Do(chromedp.WaitReady(chromedp.CSS(".review .board .piece")))
	x.Do(chromedp.KeyEvent(kb.Home))
	x.Wait(`document.querySelector('.step').textContent.includes('Before the first move')`)
}
