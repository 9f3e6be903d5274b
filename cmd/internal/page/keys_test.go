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
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// tabTo presses the tab key until the focus is where it is wanted. What was drawn again while
// the key went by is met the next time round.
func (x *tab) tabTo(wanted string) {
	x.t.Helper()
	var passed []string
	for range 120 {
		on := ask[string](x, `(`+wanted+`) ? '' : document.activeElement.tagName + ' ' + document.activeElement.textContent.trim().slice(0, 20)`)
		if on == "" {
			return
		}
		passed = append(passed, on)
		x.do(chromedp.KeyEvent(kb.Tab))
	}
	require.Fail(x.t, "the tab key does not lead there", "%s; it went by %q", wanted, passed)
}

// enter goes to a button by the tab key and presses it.
func (x *tab) enter(label string) {
	x.t.Helper()
	x.wait(fmt.Sprintf(`[...document.querySelectorAll('button')].some(b => b.textContent === %q && !b.disabled)`, label))
	x.tabTo(fmt.Sprintf(`document.activeElement.matches('button') && document.activeElement.textContent === %q`, label))
	x.do(chromedp.KeyEvent(kb.Enter))
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
func (m *match) turn(t *testing.T, turns int) seat.State {
	t.Helper()
	late := time.After(pagetest.Patience)
	for {
		changed := m.seat.Changed()
		if s := m.seat.State(); s.Decision == "move" && s.Turns >= turns || s.Phase == seat.Over {
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
	chromium(t)
	p := newProgram()
	p.presets = append(p.presets, p.add(rs))
	x := open(t, serve(t, p), desktop, "#/")
	x.do(chromedp.WaitReady(chromedp.CSS(".choice")))
	x.tabTo(`document.activeElement.name === 'rules'`)
	for range p.presets {
		if ask[bool](x, `document.activeElement.closest('.choice').textContent.includes('Skirmish')`) {
			break
		}
		x.do(chromedp.KeyEvent(kb.ArrowDown))
	}
	x.wait(`document.querySelector('.choice :checked').closest('.choice').textContent.includes('Skirmish')`)
	x.enter("Practise")
	x.enter("Play with this layout")
	x.wait(`document.activeElement.matches('.cell.movable')`) // who has come this far by keys is on the board
	m := p.matches["n1"]
	for s := m.turn(t, 0); s.Phase != seat.Over; s = m.turn(t, s.Turns+1) {
		from, to := onward(s)
		x.wait(`document.querySelector('[data-node=` + from + `].movable') !== null`)
		x.goTo(from)
		x.do(chromedp.KeyEvent(kb.Enter), chromedp.WaitReady(chromedp.CSS(`[data-node=`+to+`].target`)))
		x.goTo(to)
		x.do(chromedp.KeyEvent(" "))
	}
	x.wait(fmt.Sprintf(`document.querySelector('.voice').textContent.includes(%q)`, map[string]string{"won": "You won", "lost": "You lost", "drew": "A draw"}[m.seat.State().Result.You]))
	x.enter("Replay")
	x.do(chromedp.WaitReady(chromedp.CSS(".review .board .piece")))
	x.do(chromedp.KeyEvent(kb.Home))
	x.wait(`document.querySelector('.step').textContent.includes('Before the first move')`)
}
