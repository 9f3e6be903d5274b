package app_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// tap waits for a button that says so and can be seen, and taps on it: whatever lies above it would take the tap.
func (b *browser) tap(label string) {
	b.p.t.Helper()
	found := fmt.Sprintf(`[...document.querySelectorAll('button, a.btn')].find(b => b.textContent === %q && !b.disabled && b.checkVisibility())`, label)
	b.Wait(found + ` !== undefined`)
	b.Do(pagetest.TapOn(found))
}

// boldest is a move of red's that attacks, or else comes as near to the enemy as any.
func boldest(s seat.State) (from, to string) {
	enemies := map[string]bool{}
	for _, p := range s.Pieces {
		enemies[p.Node] = p.Seat != ownSeat && p.Node != ""
	}
	var all [][2]string
	for from, list := range s.Moves {
		for _, to := range list {
			all = append(all, [2]string{from, to})
		}
	}
	row := func(node string) int {
		n, _ := strconv.Atoi(node[1:])
		return n
	}
	best := slices.MinFunc(all, func(a, b [2]string) int {
		worth := func(m [2]string) int {
			if enemies[m[1]] {
				return 100 + row(m[1])
			}
			return row(m[1]) - row(m[0])
		}
		return cmp.Or(worth(b)-worth(a), slices.Compare(a[:], b[:]))
	})
	return best[0], best[1]
}

const ownSeat = "red" // of whoever practises

// A whole match on a phone with a finger alone, by the rules of a file: from the lobby to the verdict, over the whole protocol.
func TestLongMatchByTouchAlone(t *testing.T) {
	pagetest.Long(t)
	pagetest.Chromium(t)
	ann := start(t, t.TempDir())
	text, err := os.ReadFile("../../../testdata/rulesets/skirmish.json")
	require.NoError(t, err)
	const clock = `"clock": 60`
	require.Contains(t, string(text), clock)
	rules := filepath.Join(t.TempDir(), "skirmish.json")
	require.NoError(t, os.WriteFile(rules, []byte(strings.Replace(string(text), clock, `"clock": 0`, 1)), 0o600)) // a busy machine takes its time
	a := ann.browse(phone, "#/")
	a.Do(chromedp.WaitReady(chromedp.CSS(".choice")), chromedp.SetUploadFiles(chromedp.CSS(".choice.file input"), []string{rules}))
	a.Wait(`document.querySelector('.choice :checked').closest('.choice').textContent.includes('Skirmish')`)
	a.tap("Easy")
	a.tap("Practise")
	match := a.match()
	a.tap("Play with this layout")
	var state seat.State
	for {
		state = ann.until(match, func(_ app.Seat, s seat.State) bool { return len(s.Moves) > 0 || s.Phase == seat.Over })
		if state.Phase == seat.Over {
			break
		}
		from, to := boldest(state)
		a.Do(pagetest.Finger.Move(from, to))
		ann.until(match, func(_ app.Seat, s seat.State) bool { return s.Turns > state.Turns })
	}
	require.Contains(t, []string{"won", "lost", "drew"}, state.Result.You)
	a.Wait(fmt.Sprintf(`document.querySelector('.voice').textContent.includes(%q)`, map[string]string{"won": "You won", "lost": "You lost", "drew": "A draw"}[state.Result.You]))
	a.tap("Replay")
	a.Wait(`document.querySelector('.judged b')?.textContent === 'honest'`)
	a.Shot("whole-match-by-touch")
}
