package page_test

import (
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/engine"
)

// A click turns up what lies face down: what it was is on the board, in the list of moves, and no
// longer among what is left face down. Looking back, it lies there again.
func TestPiecesAreTurnedUp(t *testing.T) {
	chromium(t)
	p := newProgram()
	m := played(p, rules("flip"), 0)
	x := open(t, serve(t, p), day, "#/match/"+m.name)
	x.wait(`document.querySelectorAll('.board .piece.nobody').length >= 49`)
	down := m.position.DownNodes()
	n := down[len(down)/2]
	name := m.rules.Board().Name(n)
	x.do(pagetest.Click(node(name)))
	x.wait(`document.querySelectorAll('.board .piece.nobody').length === ` + strconv.Itoa(len(down)-2))
	x.wait(`!document.querySelector('[data-node=` + name + `]').getAttribute('aria-label').includes('未翻开')`)
	x.wait(`document.querySelector('.c-deal .num').textContent === '` + strconv.Itoa(len(down)-2) + `'`)
	require.NotEqual(t, engine.NoPiece, m.position.At(n))
	x.shot("turned-up")
	x.do(chromedp.KeyEvent("["), chromedp.KeyEvent("["))
	x.wait(`document.querySelectorAll('.board .piece.nobody').length === ` + strconv.Itoa(len(down)))
}
