package screen

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// recorded is a match of random moves, so many turns long, in which all layouts were
// revealed.
func recorded(t *testing.T, spec string, turns int) *seat.Recorded {
	t.Helper()
	at := newTable(ruleset(t, spec), 11)
	require.NoError(t, at.Place(at.rules.RandomLayout(rand.New(rand.NewPCG(3, 3)))))
	for !at.referee.Result().Over && len(at.events) < turns {
		require.NoError(t, at.act(at.choice()))
	}
	of := &seat.Recorded{Resolver: "elgamal", Game: engine.Game{Rules: at.rules, First: engine.Red, Events: at.events}}
	for _, s := range at.rules.Seats() {
		of.Game.Layouts[s] = at.referee.Layout(s)
	}
	return of
}

func rulesOf(*engine.Ruleset) []string { return []string{"the first rule"} }

func newReplay(t *testing.T, of *seat.Recorded, lang messages.Lang) *Replay {
	t.Helper()
	r, err := NewReplay(of, ReplayOptions{Options: Options{Lang: lang, Colours: true}, Name: "game.djq", Eyes: seat.Open, Rules: rulesOf})
	require.NoError(t, err)
	return r
}

// screen is what the screen shows, line by line.
func (r *Replay) screen() []string { return r.paint(r.content()).lines() }

func pressReplay(r *Replay, names ...string) {
	for _, name := range names {
		r.Update(key(name))
	}
}

// A replay as everybody saw it, and with all open.
func TestReplayScreens(t *testing.T) {
	for _, lang := range tongues {
		r := newReplay(t, recorded(t, "standard", 60), lang)
		pressReplay(r, "pgdown", "pgdown", "right", "left")
		r.Update(tea.MouseClickMsg{X: 6, Y: 3, Button: tea.MouseLeft})
		fits(t, r.View().Content, r.w, r.h, false)
		golden(t, "replay-open-"+language(lang), r.screen())
		pressReplay(r, "e")
		golden(t, "replay-public-"+language(lang), r.screen())
	}
}

// The arrows step, and what a view may not see is not shown.
func TestReplaySteps(t *testing.T) {
	of := recorded(t, "standard", 40)
	r := newReplay(t, of, messages.English)
	require.Equal(t, 0, r.shown.Step())
	pressReplay(r, "right", "right")
	require.Equal(t, 2, r.shown.Step())
	pressReplay(r, "end")
	require.Equal(t, r.shown.Len(), r.shown.Step())
	pressReplay(r, "left", "home", "left")
	require.Equal(t, 0, r.shown.Step())
	r.Update(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
	require.Equal(t, 1, r.shown.Step())

	require.Equal(t, []string{seat.Open, seat.Public, "red", "blue"}, r.eyes)
	require.NotContains(t, strings.Join(r.screen(), "\n"), "####")
	pressReplay(r, "e")
	require.Equal(t, 1, r.shown.Step(), "other eyes look at the same turn")
	require.NotRegexp(t, `\[ [1-9BMF]  \]`, strings.Join(r.screen(), "\n"))
	pressReplay(r, "e")
	shown := strings.Join(r.screen(), "\n")
	require.Regexp(t, `\[ [1-9BMF]  \]`, shown)
	require.Contains(t, shown, "####")
}

// A seat that did not reveal its layout has no view of its own, and asking for one fails.
func TestReplayWithoutALayout(t *testing.T) {
	of := recorded(t, "standard", 10)
	of.Game.Layouts[engine.Blue] = nil
	require.Equal(t, []string{seat.Open, seat.Public, "red"}, newReplay(t, of, messages.English).eyes)
	_, err := NewReplay(of, ReplayOptions{Eyes: "blue", Rules: rulesOf})
	require.Error(t, err)
}

// It runs by itself to the end, and any step stops it.
func TestReplayRuns(t *testing.T) {
	r := newReplay(t, recorded(t, "standard", 6), messages.English)
	pressReplay(r, "space")
	first := runMsg(r.runs)
	for range r.shown.Len() + 2 {
		r.Update(first)
	}
	require.Equal(t, r.shown.Len(), r.shown.Step())
	require.Zero(t, r.runs)
	pressReplay(r, "space", "right")
	step := r.shown.Step()
	r.Update(runMsg(r.starts))
	require.Equal(t, step, r.shown.Step(), "it was stopped")
}

// Whatever is pressed or clicked, and however large the terminal is: the screen is filled
// and nothing panics.
func TestReplayTakesAnything(t *testing.T) {
	names := append(slices.Collect(maps.Keys(keys)), "e", "f", "u", "?", "q", "h", "j", "k", "l")
	slices.Sort(names)
	games := []*seat.Recorded{recorded(t, "standard", 30), recorded(t, "siguo", 30)}
	rapid.Check(t, func(rt *rapid.T) {
		r := newReplay(t, games[rapid.IntRange(0, 1).Draw(rt, "game")], rapid.SampledFrom(tongues).Draw(rt, "lang"))
		for range rapid.IntRange(1, 10).Draw(rt, "steps") {
			switch rapid.IntRange(0, 4).Draw(rt, "what") {
			case 0:
				r.Update(tea.WindowSizeMsg{Width: rapid.IntRange(0, 120).Draw(rt, "w"), Height: rapid.IntRange(0, 50).Draw(rt, "h")})
			case 1:
				r.Update(tea.MouseClickMsg{X: rapid.IntRange(-1, 121).Draw(rt, "x"), Y: rapid.IntRange(-1, 51).Draw(rt, "y"), Button: tea.MouseLeft})
			default:
				pressReplay(r, rapid.SampledFrom(names).Draw(rt, "key"))
			}
			fits(rt, r.View().Content, r.w, r.h, false)
		}
	})
}
