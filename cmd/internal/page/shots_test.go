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
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest/fake"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// The ways to look at the page in pictures.
var (
	nightEN  = fake.View{Width: 1440, Height: 900, Lang: "en", Theme: "dark", Touch: false}
	nightCam = fake.View{Width: 390, Height: 844, Lang: "en", Theme: "dark", Touch: true}
)

// TestPicturesOfTheDocs takes those that stand in README.md and docs/page.md again: go test ./cmd/internal/page -run PicturesOfTheDocs -update
func TestPicturesOfTheDocs(t *testing.T) {
	docs := []struct {
		name string
		view fake.View
		room string
		do   []string // clicks
	}{
		{"play", fake.Desktop, "duel", []string{".cell.movable"}},
		{"play-phone", fake.View{Width: 390, Height: 844, Lang: "zh", Theme: "dark"}, "duel", []string{"[data-node=b7]"}},
		{"layout", fake.Desktop, "layouts", nil},
		{"replay", fake.View{Width: 1280, Height: 800, Lang: "zh", Theme: "light"}, "record", nil},
		{"four", fake.View{Width: 1280, Height: 800, Lang: "en", Theme: "dark"}, "four", nil},
		{"four-phone", fake.View{Width: 390, Height: 844, Lang: "en", Theme: "light"}, "four", nil},
	}
	if !*pagetest.Update {
		for _, c := range docs {
			info, err := os.Stat(filepath.Join(pictures, c.name+".png"))
			require.NoError(t, err)
			require.Less(t, info.Size(), int64(150_000), c.name)
		}
		return
	}
	pagetest.Parallel(t)
	p := fake.NewProgram()
	done, four := fake.Over(p, fake.Rules("standard")), fake.Played(p, fake.Rules("siguo"), 160)
	four.Others[engine.Amber], four.Others[engine.Blue], four.Others[engine.Teal] = "K2", "林间", "Ada"
	rooms := map[string]string{
		"duel": "#/match/" + fake.Played(p, fake.Rules("standard"), 60).Name, "four": "#/match/" + four.Name, "record": "#/record/" + done.Name, "layouts": "#/layouts",
	}
	served := fake.Serve(t, p)
	for _, c := range docs {
		x := fake.Open(t, served, c.view, rooms[c.room])
		x.Do(chromedp.WaitReady(chromedp.CSS(".board .piece")))
		if c.view.Width < 720 {
			x.Do(chromedp.Reload(), chromedp.WaitReady(chromedp.CSS(".board .piece"))) // what is said once has been said
		}
		for _, css := range c.do {
			x.Do(pagetest.Click(chromedp.CSS(css)))
		}
		if c.room == "record" {
			x.Do(fake.Script(`[...document.querySelectorAll('.mv')].filter(m => m.textContent.includes('×'))[12].click()`))
			x.Wait(`document.querySelector('.way') !== null && document.querySelector('.step .met') !== null`)
		}
		takePicture(x, c.name)
	}
}

// TestPictures takes pictures of every room, to be looked at.
func TestPictures(t *testing.T) {
	if *pagetest.Shots == "" {
		t.Skip("no pictures are wished for: -shots FOLDER")
	}
	p := fake.NewProgram()
	served := fake.Serve(t, p)
	type step = chromedp.Action[chromedp.Void]
	click := func(css string) step { return pagetest.Click(chromedp.CSS(css)) }
	seen := func(css string) step { return chromedp.WaitReady(chromedp.CSS(css)) }
	board := seen(".board .piece")
	unknown := func(seed int) *engine.Ruleset {
		return rapid.Custom(func(t *rapid.T) *engine.Ruleset { return rulestest.Ruleset(t, rulestest.Any) }).Example(seed)
	}
	duel, four := "#/match/"+fake.Played(p, fake.Rules("standard"), 60).Name, "#/match/"+fake.Played(p, fake.Rules("siguo"), 160).Name
	done := fake.Over(p, fake.Rules("standard")).Name
	host, err := p.Host(t.Context(), app.Hosting{Digest: p.Presets[0]})
	if err != nil {
		t.Fatal(err)
	}
	arrange := "#/match/" + p.Sit(p.Presets[0], seat.Arrange).Name
	offline := fake.Played(p, fake.Rules("standard"), 60)
	offline.Change(func() {
		offline.Edit = func(l *seat.Look) { l.Sides[1].Online, l.Link.Online, l.Link.Since = false, false, fake.Day0 }
	})
	sealed := fake.Played(p, fake.Rules("standard"), 60)
	sealed.Change(func() {
		sealed.Edit = func(l *seat.Look) {
			l.Phase, l.Decision = seat.Sealed, ""
			l.Conviction = &seat.Convicted{Seat: engine.Blue, Record: 44, Kind: "Answer", Reason: fake.ErrFalse}
		}
	})
	for _, c := range []struct {
		name  string
		view  fake.View
		hash  string
		steps []step
	}{
		{"play", fake.Desktop, duel, []step{board, click(".cell.movable")}},
		{"play-dark", fake.Night, duel, []step{board, click("[data-node=b7]"), seen(".palette")}},
		{"play-phone", fake.Phone, duel, []step{board, click(".cell.movable")}},
		{"play-phone-piece", nightCam, duel, []step{board, click("[data-node=b7]"), seen(".palette")}},
		{"play-phone-more", fake.Phone, duel, []step{board, click(".tabs button:last-child"), seen(".c-more")}},
		{"play-offline", fake.Desktop, "#/match/" + offline.Name, []step{board}},
		{"play-sealed", fake.Day, "#/match/" + sealed.Name, []step{board}},
		{"play-sealed-dark", fake.Night, "#/match/" + sealed.Name, []step{board}},
		{"play-over", fake.Desktop, "#/match/" + done, []step{board}},
		{"four", fake.Day, four, []step{board, click(".cell.movable")}},
		{"four-dark", nightEN, four, []step{board}},
		{"four-phone", fake.Phone, four, []step{board}},
		{"four-phone-zoomed", fake.Phone, four, []step{board, click("[data-node=i4]")}},
		{"mountains", fake.Desktop, "#/match/" + fake.Played(p, fake.Rules("standard,mountains=any"), 40).Name, []step{board}},
		{"unknown-1", fake.Desktop, "#/match/" + fake.Played(p, unknown(1), 6).Name, []step{board}},
		{"unknown-2", fake.Desktop, "#/match/" + fake.Played(p, unknown(2), 1).Name, []step{board}},
		{"unknown-3", fake.Day, "#/match/" + fake.Played(p, unknown(3), 6).Name, []step{board}},
		{"layouts", fake.Day, "#/layouts", []step{board}},
		{"layouts-wrong", fake.Desktop, "#/layouts", []step{board, click("[data-node=d1]"), click("[data-node=b6]"), click("[data-node=a1]"), seen(".ring.bad")}},
		{"layouts-phone", fake.Phone, "#/layouts", []step{board}},
		{"lobby", fake.Desktop, "#/", []step{seen(".choice")}},
		{"lobby-dark", fake.Night, "#/", []step{seen(".choice")}},
		{"lobby-phone", fake.Phone, "#/", []step{seen(".choice")}},
		{"invite", fake.Desktop, "#/match/" + host, []step{seen(".qr path")}},
		{"invite-phone", fake.Phone, "#/match/" + host, []step{seen(".qr path")}},
		{"arrange", fake.Desktop, arrange, []step{board}},
		{"arrange-phone", fake.Phone, arrange, []step{board}},
		{"replay", fake.Day, "#/record/" + done, []step{board}},
		{"replay-dark", nightEN, "#/record/" + done, []step{board}},
		{"replay-phone", fake.Phone, "#/record/" + done, []step{board}},
		{"audit", fake.Desktop, "#/record", []step{seen(".droppable")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := fake.Open(t, served, c.view, c.hash)
			x.Do(c.steps...)
			x.Shot(c.name)
		})
	}
}
