package page_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// rules returns the rules of a text.
func rules(spec string) *engine.Ruleset {
	rs, err := junqi.Rules(spec)
	if err != nil {
		panic(err)
	}
	return rs
}

// played is a match some turns into play.
func played(p *program, rs *engine.Ruleset, turns int) *match {
	m := p.sit(p.add(rs), seat.Arrange)
	m.begin()
	m.play(turns)
	return m
}

// over is a match that was played to its end.
func over(p *program, rs *engine.Ruleset) *match {
	m := p.sit(p.add(rs), seat.Arrange)
	m.slow = true
	m.begin()
	m.play(5000)
	return m
}

// The ways to look at the page in pictures.
var (
	day      = view{Width: 1280, Height: 800, Lang: "zh", Theme: "light", Touch: false}
	night    = view{Width: 1280, Height: 800, Lang: "zh", Theme: "dark", Touch: false}
	nightEN  = view{Width: 1440, Height: 900, Lang: "en", Theme: "dark", Touch: false}
	nightCam = view{Width: 390, Height: 844, Lang: "en", Theme: "dark", Touch: true}
)

// TestPicturesOfTheDocs takes those that stand in README.md and docs/page.md again: go test ./cmd/internal/page -run PicturesOfTheDocs -update
func TestPicturesOfTheDocs(t *testing.T) {
	docs := []struct {
		name string
		view view
		room string
		do   []string // clicks
	}{
		{"play", desktop, "duel", []string{".cell.movable"}},
		{"play-phone", view{Width: 390, Height: 844, Lang: "zh", Theme: "dark"}, "duel", []string{"[data-node=b7]"}},
		{"layout", desktop, "layouts", nil},
		{"replay", view{Width: 1280, Height: 800, Lang: "zh", Theme: "light"}, "record", nil},
		{"four", view{Width: 1280, Height: 800, Lang: "en", Theme: "dark"}, "four", nil},
		{"four-phone", view{Width: 390, Height: 844, Lang: "en", Theme: "light"}, "four", nil},
	}
	if !*pagetest.Update {
		for _, c := range docs {
			info, err := os.Stat(filepath.Join(pictures, c.name+".png"))
			require.NoError(t, err)
			require.Less(t, info.Size(), int64(150_000), c.name)
		}
		return
	}
	chromium(t)
	p := newProgram()
	done, four := over(p, rules("standard")), played(p, rules("siguo"), 160)
	four.others[engine.Amber], four.others[engine.Blue], four.others[engine.Teal] = "K2", "林间", "Ada"
	rooms := map[string]string{
		"duel": "#/match/" + played(p, rules("standard"), 60).name, "four": "#/match/" + four.name, "record": "#/record/" + done.name, "layouts": "#/layouts",
	}
	served := serve(t, p)
	for _, c := range docs {
		x := open(t, served, c.view, rooms[c.room])
		x.do(chromedp.WaitReady(chromedp.CSS(".board .piece")))
		if c.view.Width < 720 {
			x.do(chromedp.Reload(), chromedp.WaitReady(chromedp.CSS(".board .piece"))) // what is said once has been said
		}
		for _, css := range c.do {
			x.do(pagetest.Click(chromedp.CSS(css)))
		}
		if c.room == "record" {
			x.do(script(`[...document.querySelectorAll('.mv')].filter(m => m.textContent.includes('×'))[12].click()`))
			x.wait(`document.querySelector('.way') !== null && document.querySelector('.step .met') !== null`)
		}
		x.picture(c.name)
	}
}

// TestPictures takes pictures of every room, to be looked at.
func TestPictures(t *testing.T) {
	if *shots == "" {
		t.Skip("no pictures are wished for: -shots FOLDER")
	}
	p := newProgram()
	served := serve(t, p)
	type step = chromedp.Action[chromedp.Void]
	click := func(css string) step { return pagetest.Click(chromedp.CSS(css)) }
	seen := func(css string) step { return chromedp.WaitReady(chromedp.CSS(css)) }
	board := seen(".board .piece")
	unknown := func(seed int) *engine.Ruleset {
		return rapid.Custom(func(t *rapid.T) *engine.Ruleset { return rulestest.Ruleset(t, rulestest.Any) }).Example(seed)
	}
	duel, four := "#/match/"+played(p, rules("standard"), 60).name, "#/match/"+played(p, rules("siguo"), 160).name
	done := over(p, rules("standard")).name
	host, err := p.Host(t.Context(), app.Hosting{Digest: p.presets[0]})
	if err != nil {
		t.Fatal(err)
	}
	arrange := "#/match/" + p.sit(p.presets[0], seat.Arrange).name
	offline := played(p, rules("standard"), 60)
	offline.change(func() {
		offline.edit = func(l *seat.Look) { l.Sides[1].Online, l.Link.Online, l.Link.Since = false, false, day0 }
	})
	sealed := played(p, rules("standard"), 60)
	sealed.change(func() {
		sealed.edit = func(l *seat.Look) {
			l.Phase, l.Decision = seat.Sealed, ""
			l.Conviction = &seat.Convicted{Seat: engine.Blue, Record: 44, Kind: "Answer", Reason: errFalse}
		}
	})
	for _, c := range []struct {
		name  string
		view  view
		hash  string
		steps []step
	}{
		{"play", desktop, duel, []step{board, click(".cell.movable")}},
		{"play-dark", night, duel, []step{board, click("[data-node=b7]"), seen(".palette")}},
		{"play-phone", phone, duel, []step{board, click(".cell.movable")}},
		{"play-phone-piece", nightCam, duel, []step{board, click("[data-node=b7]"), seen(".palette")}},
		{"play-phone-more", phone, duel, []step{board, click(".tabs button:last-child"), seen(".c-more")}},
		{"play-offline", desktop, "#/match/" + offline.name, []step{board}},
		{"play-sealed", day, "#/match/" + sealed.name, []step{board}},
		{"play-sealed-dark", night, "#/match/" + sealed.name, []step{board}},
		{"play-over", desktop, "#/match/" + done, []step{board}},
		{"four", day, four, []step{board, click(".cell.movable")}},
		{"four-dark", nightEN, four, []step{board}},
		{"four-phone", phone, four, []step{board}},
		{"four-phone-zoomed", phone, four, []step{board, click("[data-node=i4]")}},
		{"mountains", desktop, "#/match/" + played(p, rules("standard,mountains=any"), 40).name, []step{board}},
		{"unknown-1", desktop, "#/match/" + played(p, unknown(1), 6).name, []step{board}},
		{"unknown-2", desktop, "#/match/" + played(p, unknown(2), 1).name, []step{board}},
		{"unknown-3", day, "#/match/" + played(p, unknown(3), 6).name, []step{board}},
		{"layouts", day, "#/layouts", []step{board}},
		{"layouts-wrong", desktop, "#/layouts", []step{board, click("[data-node=d1]"), click("[data-node=b6]"), click("[data-node=a1]"), seen(".ring.bad")}},
		{"layouts-phone", phone, "#/layouts", []step{board}},
		{"lobby", desktop, "#/", []step{seen(".choice")}},
		{"lobby-dark", night, "#/", []step{seen(".choice")}},
		{"lobby-phone", phone, "#/", []step{seen(".choice")}},
		{"invite", desktop, "#/match/" + host, []step{seen(".qr path")}},
		{"invite-phone", phone, "#/match/" + host, []step{seen(".qr path")}},
		{"arrange", desktop, arrange, []step{board}},
		{"arrange-phone", phone, arrange, []step{board}},
		{"replay", day, "#/record/" + done, []step{board}},
		{"replay-dark", nightEN, "#/record/" + done, []step{board}},
		{"replay-phone", phone, "#/record/" + done, []step{board}},
		{"audit", desktop, "#/record", []step{seen(".droppable")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := open(t, served, c.view, c.hash)
			x.do(c.steps...)
			x.shot(c.name)
		})
	}
}
