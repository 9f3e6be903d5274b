package screen

import (
	"errors"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// rings reports whether a command rings the terminal's bell.
func rings(cmd tea.Cmd) bool {
	if cmd == nil {
		return false
	}
	switch msg := cmd().(type) {
	case tea.BatchMsg:
		for _, one := range msg {
			if rings(one) {
				return true
			}
		}
	case tea.RawMsg:
		return msg.Msg == "\a"
	}
	return false
}

// Anyone who has waited long hears the bell when something is asked of them, once, unless they don't wish to.
func TestBellAfterALongWait(t *testing.T) {
	for _, c := range []struct {
		name  string
		waits time.Duration
		bell  bool
		rings bool
	}{
		{"long", longWait, true, true},
		{"short", longWait - time.Millisecond, true, false},
		{"switched off", time.Hour, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			at := newTable(ruleset(t, "standard"), 1)
			p := sit(t, at, Options{})
			now := noon
			p.o.Bell, p.o.Now = c.bell, func() time.Time { return now }
			p.press("p")
			hears := func(edit func(*seat.Look)) bool {
				at.mu.Lock()
				at.edit = edit
				at.tell()
				at.mu.Unlock()
				_, cmd := p.Update(changedMsg{})
				return rings(cmd)
			}
			require.False(t, hears(func(l *seat.Look) { l.Decision = "" }))
			now = now.Add(c.waits)
			require.False(t, hears(func(l *seat.Look) { l.Decision, l.Proofs.Checked = "", 4 }), "nothing is asked yet")
			require.Equal(t, c.rings, hears(func(*seat.Look) {}))
			require.False(t, hears(func(l *seat.Look) { l.Proofs.Checked = 5 }), "it was said once")
		})
	}
}

// Players are called by their names, which others choose: they keep within their line, whatever they are made of.
func TestPlayersAreCalledByTheirNames(t *testing.T) {
	for name, shown := range map[string]string{
		"Ada": `blue "Ada"`, "林间": `blue "林间"`, "🚀 K2 ±1": `blue "? K2 ?1"`, strings.Repeat("x", 40): `blue "xxxxxxxxxxxxxx.."`, strings.Repeat("军", 40): `blue "军军军军军军军.."`,
	} {
		at := newTable(ruleset(t, "standard"), 1)
		at.edit = func(l *seat.Look) { l.Sides[1].Name = name }
		p := sit(t, at, Options{})
		p.send(tea.WindowSizeMsg{Width: 80, Height: 24})
		p.press("p")
		require.Contains(t, strings.Join(p.screen(), "\n"), shown)
		fits(t, p.View().Content, 80, 24, false)
	}
}

// Anyone who has missed the end of a match of several is told to ask another back, and which match that is.
func TestDesertedIsToldWhatToDo(t *testing.T) {
	for lang, asks := range map[messages.Lang]string{messages.English: "ask one of them to run darkjunqi resume ", messages.Chinese: "请其中一位运行 darkjunqi resume "} {
		at := newTable(ruleset(t, "siguo"), 1)
		at.edit = func(l *seat.Look) { l.Link = seat.Link{Hold: "unheard", Deserted: true} }
		p := sit(t, at, Options{Lang: lang})
		p.send(tea.WindowSizeMsg{Width: 80, Height: 40})
		p.press("p")
		require.Contains(t, strings.Join(p.screen(), "\n"), asks+p.now.Shared()+" ")
	}
}

// Where somebody cheats before a game of four has begun the others are told who, and to play without; not in a game that was
// played, nor who it is.
func TestCheatInTheSetupIsNamed(t *testing.T) {
	for _, c := range []struct {
		culprit engine.Seat
		lang    messages.Lang
		want    string
	}{
		{engine.Blue, messages.English, "host a new one without blue."},
		{engine.Blue, messages.Chinese, "请另开一局，不再邀请蓝方"},
		{engine.Red, messages.English, ""},
	} {
		at := newTable(ruleset(t, "siguo"), 1)
		at.edit = func(l *seat.Look) {
			l.Phase, l.Decision, l.Conviction = seat.Sealed, "", &seat.Convicted{Seat: c.culprit, Record: 6, Kind: "Commit", Reason: errors.New("two records")}
		}
		p := sit(t, at, Options{Lang: c.lang})
		p.send(tea.WindowSizeMsg{Width: 80, Height: 40})
		shown := strings.Join(p.screen(), "\n")
		if c.want == "" {
			require.NotContains(t, shown, "host another")
			continue
		}
		require.Contains(t, shown, c.want)
	}
}
