package board_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest/fake"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/boardplan"
	"github.com/darkjunqi/darkjunqi/engine/picture"
)

// The page and a picture draw the same plan: as many hills, lands and bends, and every node where the plan has it.
func TestPageAndPictureDrawThePlan(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	served := fake.Serve(t, p)
	text, err := os.ReadFile("../../../../../testdata/rulesets/stratego.json")
	require.NoError(t, err)
	stratego, err := engine.ParseRules(text)
	require.NoError(t, err)
	for _, rs := range []*engine.Ruleset{fake.Rules("standard"), fake.Rules("siguo"), fake.Rules("banqi"), stratego} {
		t.Run(rs.Name().EN, func(t *testing.T) {
			m := fake.Played(p, rs, 4)
			x := fake.Open(t, served, fake.Desktop, "#/match/"+m.Name)
			x.Do(chromedp.WaitReady(chromedp.CSS(".board .piece")))
			plan := boardplan.Of(rs)
			plan = plan.Turned(plan.Facing(m.Who))

			drawn := fake.Ask[struct {
				Hills, Lands, Bends int
				Cells               map[string]struct{ X, Y float64 }
			}](x, `({
				Hills: document.querySelectorAll('.drawing .contour.base').length,
				Lands: document.querySelectorAll('.drawing .land').length,
				Bends: ['road', 'rail'].flatMap(way => document.querySelector('.drawing .' + way).getAttribute('d').match(/A/g) ?? []).length,
				Cells: Object.fromEntries([...document.querySelectorAll('.cell')].map(c => [c.dataset.node, {X: parseFloat(c.style.left), Y: parseFloat(c.style.top)}])),
			})`)
			require.Zero(t, fake.Ask[int](x, `[...document.querySelectorAll('.drawing .mark')].filter(m => [...document.querySelectorAll('.drawing .contour.base')].some(h => {
				const a = m.getBoundingClientRect(), b = h.getBoundingClientRect();
				return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
			})).length`), "no name of a row or file lies on a hill")
			marks := []string{}
			for _, mark := range slices.Concat(plan.Files, plan.Rows) {
				marks = append(marks, mark.Text)
			}
			require.Equal(t, marks, fake.Ask[[]string](x, `[...document.querySelectorAll('.drawing .mark')].map(m => m.textContent)`), "names of columns, then of rows")
			require.Zero(t, fake.Ask[int](x, `(marks => marks.filter((a, i) => marks.some((b, j) => i !== j && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)))([...document.querySelectorAll('.drawing .mark')].map(m => { // as they are inked: a line of text is taller
				const b = m.getBoundingClientRect(), h = b.height / 5;
				return { left: b.left, right: b.right, top: b.top + h, bottom: b.bottom - h };
			})).length`), "no two lie on each other")
			svg := string(picture.SVG(picture.View{Rules: rs, Near: m.Who}, picture.Style{}))
			require.Equal(t, len(plan.Hills), drawn.Hills)
			require.Equal(t, len(plan.Hills), strings.Count(svg, `class="hill"`))
			require.Equal(t, len(plan.Lands), drawn.Lands)
			require.Equal(t, len(plan.Lands), strings.Count(svg, `class="land `))
			require.Equal(t, len(plan.Bends), drawn.Bends)

			// Places are linear in those of the plan, across and down.
			cell := func(n int) struct{ X, Y float64 } { return drawn.Cells[rs.Board().Name(engine.Node(n))] }
			least, most := cell(0), cell(0)
			for n := range plan.Nodes {
				least.X, most.X = min(least.X, cell(n).X), max(most.X, cell(n).X)
				least.Y, most.Y = min(least.Y, cell(n).Y), max(most.Y, cell(n).Y)
			}
			for n, at := range plan.Nodes {
				require.InDelta(t, least.X+(most.X-least.X)*float64(at.X)/float64(plan.Width), cell(n).X, 0.01)
				require.InDelta(t, least.Y+(most.Y-least.Y)*float64(at.Y)/float64(plan.Height), cell(n).Y, 0.01)
			}
		})
	}
}

// Headquarters are drawn and called so, even where pieces may leave them.
func TestFreeHeadquartersAreDrawn(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/")
	for spec, headquarters := range map[string]int{"standard": 4, "standard,hq=free": 4, "flip": 4, "siguo,hq=free": 8, "banqi": 0} {
		m := fake.Played(p, fake.Rules(spec), 4)
		x.Visit("#/match/" + m.Name)
		x.Do(chromedp.WaitReady(chromedp.CSS(".board .piece")))
		require.Equal(t, headquarters, fake.Ask[int](x, `document.querySelectorAll('.drawing .fort').length`), spec)
		require.Equal(t, headquarters, fake.Ask[int](x, `[...document.querySelectorAll('.cell')].filter(c => c.ariaLabel.includes('headquarters')).length`), spec)
		x.Shot("headquarters-" + strings.ReplaceAll(spec, "=", ""))
	}
}
