package screen

import (
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/mattn/go-runewidth"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

var update = flag.Bool("update", false, "write the screens of testdata again")

// golden compares a screen with the one that is kept.
func golden(t *testing.T, name string, lines []string) {
	t.Helper()
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	drawn := strings.Join(lines, "\n") + "\n"
	path := filepath.Join("testdata", name+".txt")
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(drawn), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "draw it with go test -update")
	require.Equal(t, string(want), drawn)
}

// fits checks that what is drawn fills the terminal and nothing beyond, on terminals that
// draw ambiguous characters in one column as well as, where nobody typed any, on those that
// take two.
func fits(t require.TestingT, content string, w, h int, typed bool) {
	lines := strings.Split(content, "\n")
	if w == 0 || h == 0 {
		require.Empty(t, strings.TrimSpace(content))
		return
	}
	require.Len(t, lines, h)
	for _, line := range lines {
		bare := ansi.Strip(line)
		require.Equal(t, w, ansi.StringWidth(line), "%q", bare)
		for _, wide := range []bool{false, !typed} {
			condition := runewidth.NewCondition()
			condition.EastAsianWidth = wide
			require.Equal(t, w, condition.StringWidth(bare), "%q", bare)
		}
	}
}

func language(l messages.Lang) string { return pick(l == messages.Chinese, "zh", "en") }

// A whole screen at each stage of a match, in both languages, on 80 columns and 24 lines.
func TestScreens(t *testing.T) {
	for _, lang := range tongues {
		t.Run(language(lang), func(t *testing.T) {
			shot := func(p *person, name string) {
				t.Helper()
				fits(t, p.View().Content, p.w, p.h, false)
				golden(t, name+"-"+language(lang), p.screen())
			}
			p := sit(t, newTable(ruleset(t, "standard"), 1), Options{Lang: lang, Colours: true})
			p.press("t")
			p.goTo("b1")
			p.press("enter")
			p.goTo("c1")
			shot(p, "editor-held")
			p.press("enter") // the flag stands where none may
			shot(p, "editor-wrong")
			p.press("z", "p")
			p.goTo("a6")
			p.press("enter")
			shot(p, "picked")
			p.goTo("a7")
			p.press("enter")
			p.goTo("c7")
			p.press("m")
			p.types("炸?")
			p.press("e", "6")
			shot(p, "marked")
			p.press("r")
			shot(p, "question")
			p.press("n", "?")
			shot(p, "help")
			p.press("esc", "r", "y")
			shot(p, "over")

			four := sit(t, newTable(ruleset(t, "siguo"), 4), Options{Lang: lang, Colours: true})
			four.press("p", "n", "enter")
			shot(four, "four")
			large := sit(t, newTable(ruleset(t, "standard,mountains=any"), 5), Options{Lang: lang, Letters: true})
			large.send(tea.WindowSizeMsg{Width: 100, Height: 36})
			large.press("p", "n", "enter", "n")
			shot(large, "large")
		})
	}
}

// A match is played from the layout to its end by arrows and Enter alone.
func TestAMatchByArrows(t *testing.T) {
	at := newTable(ruleset(t, "standard,quiet-draw=20"), 3)
	p := sit(t, at, Options{Lang: messages.English})
	p.goTo("c1")
	p.press("enter")
	p.goTo("c2")
	p.press("enter", "tab", "enter") // the first action settles the layout
	for turn := 0; p.now.Result == nil; turn++ {
		require.Equal(t, "move", p.now.Decision)
		from := slices.Sorted(maps.Keys(p.now.Moves))
		piece := from[turn*7%len(from)]
		to := p.now.Moves[piece][turn*5%len(p.now.Moves[piece])]
		p.goTo(piece)
		p.press("enter")
		p.goTo(to)
		p.press("enter")
		require.Greater(t, len(p.turns), turn)
	}
	require.Empty(t, at.refused)
	require.Contains(t, strings.Join(p.screen(), "\n"), messages.Capital(p.now.ResultInWords(messages.English)))
	p.Finish()
	p.send(p.mail.wait(t.Context())())
	p.press("q") // nothing is asked any more
	require.True(t, p.quit)
}

// A click picks, and a click moves; a click on an action does it; the right button marks.
func TestMouse(t *testing.T) {
	p := sit(t, newTable(ruleset(t, "standard"), 1), Options{Lang: messages.English})
	p.press("t", "p")
	click := func(button tea.MouseButton, node string) {
		f := p.arrange(p.Match.content())
		x, y := f.corner(p.now.Node(node))
		p.send(tea.MouseClickMsg{X: x + 1, Y: y + f.board.y, Button: button})
	}
	click(tea.MouseLeft, "a6")
	click(tea.MouseLeft, "a7")
	require.Equal(t, "a6", p.turns[0].From)
	require.Equal(t, "a7", p.turns[0].To)
	click(tea.MouseRight, "c12")
	p.types("flag?")
	require.Equal(t, "flag?", p.now.On("c12").Mark)
	f := p.arrange(p.Match.content())
	actions := p.Match.actions()
	for _, b := range f.bar {
		if actions[b.action].key == "?" {
			p.send(tea.MouseClickMsg{X: b.x + 1, Y: b.y, Button: tea.MouseLeft})
		}
	}
	require.Equal(t, helpPage, p.page)
}

// Moves are typed as in the lines of text; what is none is said to be none.
func TestTypedMoves(t *testing.T) {
	p := sit(t, newTable(ruleset(t, "standard"), 1), Options{Lang: messages.Chinese})
	p.press("t", "p", "/")
	p.types("ａ６–ａ７ 提和")
	require.Equal(t, "a6", p.turns[0].From)
	require.True(t, p.turns[0].Offer)
	for _, wrong := range []string{"a1-a2", "zz", "x9-a1", "a6-"} {
		p.press("/")
		p.types(wrong)
		require.NotEmpty(t, p.notice, wrong)
	}
	require.Empty(t, p.at.refused)
}

// What can't be taken back is asked first, and no is the answer that stands ready.
func TestQuestions(t *testing.T) {
	p := sit(t, newTable(ruleset(t, "standard"), 1), Options{Lang: messages.English})
	p.press("p", "r", "enter")
	require.Nil(t, p.now.Result)
	require.Nil(t, p.question)
	p.press("r", "esc")
	require.Nil(t, p.question)
	p.press("q")
	require.Contains(t, strings.Join(p.screen(), "\n"), "Leave? It is kept.")
	p.press("n")
	require.False(t, p.quit)
	p.press("ctrl+c")
	require.False(t, p.quit)
	p.press("ctrl+c")
	require.True(t, p.quit)
	require.True(t, p.left)
}

// A layout that the rules forbid is said to be so, with the reason at the piece, and not sent.
func TestTheEditorSendsNoIllegalLayout(t *testing.T) {
	p := sit(t, newTable(ruleset(t, "standard"), 1), Options{Lang: messages.English})
	p.press("t")
	p.goTo("b1")
	p.press("enter")
	p.goTo("c6")
	p.press("enter", "p")
	require.Contains(t, strings.Join(p.screen(), "\n"), "No: a flag can't start on c6, only on b1 or d1", "the place is called as on the board")
	p.press("up", "down", "left")
	require.Nil(t, p.at.referee)
	require.Empty(t, p.at.refused)
	shown := strings.Join(p.screen(), "\n")
	require.Contains(t, shown, "! F  !")
	require.Contains(t, shown, "a flag can't start on c6")
	p.press("z", "p")
	require.Equal(t, junqi.Layouts()["triangle"], p.at.own)
}

// Layouts come from text and go to files.
func TestLayoutsAreReadAndWritten(t *testing.T) {
	p := sit(t, newTable(ruleset(t, "standard"), 1), Options{Lang: messages.English})
	p.press("o")
	p.types("ambush")
	require.Equal(t, junqi.Layouts()["ambush"], p.editor.layout)
	p.press("o")
	p.types("63425")
	require.Contains(t, p.notice, "No:")
	written := map[string]engine.Layout{}
	p.editor.from.Write = func(_ *engine.Ruleset, name string, l engine.Layout) error {
		written[name] = l
		return nil
	}
	p.press("s")
	p.types("my.layout")
	require.Equal(t, map[string]engine.Layout{"my.layout": junqi.Layouts()["ambush"]}, written)
	p.press("m")
	mirrored, _ := p.now.Rules.Mirror(junqi.Layouts()["ambush"])
	require.Equal(t, mirrored, p.editor.layout)
}

// The connection, the clock and what comes from outside are on the screen.
func TestWhatTheNetworkTells(t *testing.T) {
	at := newTable(ruleset(t, "standard,clock=60"), 1)
	p := sit(t, at, Options{Lang: messages.English})
	p.press("p")
	at.edit = func(l *seat.Look) {
		l.Link = seat.Link{Since: noon.Add(-12 * time.Second)}
		l.Sides[engine.Red].Deadline, l.Sides[engine.Red].Moving = noon.Add(41*time.Second), noon
	}
	p.send(changedMsg{})
	shown := strings.Join(p.screen(), "\n")
	require.Contains(t, shown, "offline for 12 s")
	require.Contains(t, shown, "41 s left")
	p.Tell("Blue is Ada.\n")
	p.send(p.mail.wait(t.Context())())
	require.Contains(t, strings.Join(p.screen(), "\n"), "Blue is Ada.")
	require.Contains(t, p.View().WindowTitle, "your move")
	at.edit = func(l *seat.Look) { l.Link = seat.Link{How: "by-hand", Path: transport.ByHand} }
	p.send(changedMsg{})
	require.Contains(t, p.screen()[0], "letters by hand", "nobody will ever be here")
}

// Phrases are said by their numbers from a list of them, and a text where the rules allow one.
func TestSaying(t *testing.T) {
	at := newTable(ruleset(t, "standard"), 1)
	p := sit(t, at, Options{Lang: messages.English})
	p.press("p", "s")
	require.Nil(t, p.input, "by these rules nobody hears anything")
	at.edit = func(l *seat.Look) { l.Talk, l.TalkTo = "free", []string{"blue"} }
	p.send(changedMsg{})
	p.press("s")
	shown := strings.Join(p.screen(), "\n")
	require.Contains(t, shown, "Well played!")
	require.Contains(t, shown, "Phrase number, or any text:")
	p.types("3")
	p.press("s")
	p.types("so be it")
	p.press("s", "esc", "esc")
	require.Equal(t, []string{"3", "0so be it"}, at.said)
	require.Equal(t, noPage, p.page)
}

// Without colours no colour is drawn, and signs tell the armies apart.
func TestWithoutColours(t *testing.T) {
	p := sit(t, newTable(ruleset(t, "siguo"), 1), Options{Lang: messages.English})
	p.press("p", "n", "enter")
	content := p.View().Content
	require.NotContains(t, content, "8;2;")
	for _, sign := range []string{"b##", "a##", "t##", "*", "o"} {
		require.Contains(t, ansi.Strip(content), sign)
	}
	duel := sit(t, newTable(ruleset(t, "standard"), 1), Options{Lang: messages.English})
	duel.press("p")
	require.Contains(t, strings.Join(duel.screen(), "\n"), "12 b#### --{b###}--b#### --{b###}--b####", "a brace stays")
	coloured := sit(t, newTable(ruleset(t, "siguo"), 1), Options{Lang: messages.English, Colours: true})
	require.Contains(t, coloured.View().Content, "8;2;")
}

// Light terminals get other grounds.
func TestLightAndDark(t *testing.T) {
	p := sit(t, newTable(ruleset(t, "standard"), 1), Options{Colours: true})
	dark := p.View().Content
	p.send(tea.BackgroundColorMsg{Color: rgbOf(0xffffff)})
	light := p.View().Content
	require.NotEqual(t, dark, light)
	require.Equal(t, ansi.Strip(dark), ansi.Strip(light))
}

// rgbOf is a colour as terminals report it.
type rgbOf uint32

func (c rgbOf) RGBA() (r, g, b, a uint32) {
	return uint32(c>>16&0xff) * 0x101, uint32(c>>8&0xff) * 0x101, uint32(c&0xff) * 0x101, 0xffff
}

// Whatever is pressed, clicked, pasted and however large the terminal is: the screen is
// filled to the last column, nothing panics, and no command is sent that the rules forbid.
func TestNothingIllegalIsEverSent(t *testing.T) {
	names := slices.Collect(maps.Keys(keys))
	for _, letter := range "nnnmdaflrcuz?/tpyqos6a7b-i[" {
		names = append(names, string(letter))
	}
	slices.Sort(names)
	var games []*engine.Ruleset
	for _, spec := range []string{"standard,quiet-draw=12", "siguo", "standard,mode=open,mountains=any", "standard,carry=front"} {
		games = append(games, ruleset(t, spec))
	}
	rapid.Check(t, func(r *rapid.T) {
		at := newTable(games[rapid.IntRange(0, len(games)-1).Draw(r, "rules")], rapid.Uint64().Draw(r, "seed"))
		s, err := seat.New(at, seat.Options{Now: func() time.Time { return noon }})
		require.NoError(r, err)
		defer s.Close()
		p := seated(t, at, s, Options{Lang: rapid.SampledFrom(tongues).Draw(r, "lang"), Colours: rapid.Bool().Draw(r, "colours")})
		if rapid.Bool().Draw(r, "begun") {
			p.press("p")
		}
		typed := false
		for range rapid.IntRange(1, 15).Draw(r, "steps") {
			switch rapid.IntRange(0, 9).Draw(r, "what") {
			case 0:
				p.send(tea.WindowSizeMsg{Width: rapid.IntRange(0, 120).Draw(r, "w"), Height: rapid.IntRange(0, 50).Draw(r, "h")})
			case 1, 2:
				button := rapid.SampledFrom([]tea.MouseButton{tea.MouseLeft, tea.MouseLeft, tea.MouseRight, tea.MouseMiddle}).Draw(r, "button")
				p.send(tea.MouseClickMsg{X: rapid.IntRange(-1, 121).Draw(r, "x"), Y: rapid.IntRange(-1, 51).Draw(r, "y"), Button: button})
			case 3:
				p.send(tea.MouseWheelMsg{Button: rapid.SampledFrom([]tea.MouseButton{tea.MouseWheelUp, tea.MouseWheelDown}).Draw(r, "wheel")})
			case 4:
				typed = true
				p.send(tea.PasteMsg{Content: rapid.String().Draw(r, "paste")})
			case 5:
				p.send(rapid.SampledFrom([]tea.Msg{tickMsg{}, changedMsg{}, noticeMsg{text: "\x1b[31m…\n"}}).Draw(r, "message"))
			default:
				p.press(rapid.SampledFrom(names).Draw(r, "key"))
			}
			fits(r, p.View().Content, p.w, p.h, typed)
			require.Empty(r, at.refused)
		}
	})
}
