package page_test

import (
	"testing"

	"github.com/chromedp/chromedp"
)

func TestPictures(t *testing.T) {
	p := newProgram()
	served := serve(t, p)
	m := p.sit(p.presets[0], "layout")
	m.begin()
	m.play(44)
	x := open(t, served, desktop, "#/match/"+m.name)
	x.do(chromedp.WaitVisible(".board .piece"))
	x.shot("play-light-en")
}
