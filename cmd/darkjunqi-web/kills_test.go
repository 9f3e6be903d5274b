package main

import (
	"flag"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/protocol"
)

var (
	matches = flag.Int("matches", 1, "how many matches TestLongMatchWithRandomKills plays")
	kills   = flag.Int("kills", 2, "how often it kills a tab in each")
)

// moment is when a player's tab ends.
type moment int

const (
	beforeMove moment = iota
	choosing
	asItMoves
	otherThinks // the tab is that of the player who waits
	moments
)

// nextOf waits for the player whose page says that it may move.
func nextOf(t *testing.T, x [2]tab) (mover int) {
	require.Eventually(t, func() bool {
		for i := range x {
			if pagetest.Ask[bool](x[i].Tab, turn) {
				mover = i
				return true
			}
		}
		return false
	}, pagetest.Patience, 50*time.Millisecond)
	return mover
}

// Tabs of two browsers end at random moments of a match through a relay, each as if closed or as if its renderer had
// crashed, and go on: nothing is lost, and both have the same transcript.
func TestLongMatchWithRandomKills(t *testing.T) {
	pagetest.Long(t)
	for i := range *matches {
		t.Run(strconv.Itoa(i+1), playWithRandomKills)
	}
}

func playWithRandomKills(t *testing.T) {
	b := openBrowsers(t)
	views := [2]pagetest.View{phone, laptop}
	x := [2]tab{b.open(views[0]), b.open(views[1])}
	x[0].pickUnclocked(t)
	x[0].Do(pagetest.Click(".relay summary"))
	x[0].paste("#relay-in", openRelay(t))
	x[0].press("Use this relay")
	x[0].Wait(`document.querySelector('.relay summary').textContent.includes('in use')`)
	x[0].press("Invite a friend")
	x[1].joinBy(x[0].invite())
	x[0].press("Play with this layout")
	for killed := 0; killed < *kills; {
		mover := nextOf(t, x)
		at, crash := moment(rand.IntN(int(moments))), rand.IntN(2) == 0
		victim := mover
		if at == otherThinks {
			victim = 1 - mover
		}
		kill := func(now moment) {
			if now != at {
				return
			}
			killed++
			t.Logf("kill %d: player %d, moment %d, crash: %v", killed, victim, at, crash)
			x[victim].Forgive("passing.js")
			if crash {
				x[victim].Crash()
			} else {
				x[victim].Do(chromedp.Navigate("about:blank")) // as closing does
			}
			x[victim] = b.beside(x[victim], views[victim])
			x[victim].press("Resume")
			x[victim].Wait(`document.querySelector('.voice') !== null`)
		}
		kill(otherThinks)
		kill(beforeMove)
		if at == choosing {
			x[mover].takeUp()
			kill(choosing)
		}
		if at == asItMoves {
			x[mover].takeUp()
			x[mover].place()
			kill(asItMoves)
		} else {
			x[mover].moveOnce()
		}
	}
	x[nextOf(t, x)].pressAsked("Resign", "Resign? Yes")
	for _, one := range x {
		one.judged()
	}
	ours := x[0].file(t)
	require.Equal(t, ours, x[1].file(t))
	require.Equal(t, protocol.Honest, protocol.Audit(ours).Verdict)
}
