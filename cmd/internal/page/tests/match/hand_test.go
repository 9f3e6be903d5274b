package match_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest/fake"
)

// A mark takes its time on the disk; the next move doesn't wait for it.
func TestMoveDoesNotWaitForMark(t *testing.T) {
	x, m := fake.AtTable(t, fake.Desktop, 20)
	from, to := fake.Choice(m)
	enemy := ""
	for _, piece := range m.Seat.State().Pieces {
		if piece.Seat == "blue" && piece.Node != "" && piece.Node != to {
			enemy = piece.Node
			break
		}
	}
	x.Do(fake.Script(`{ const sent = fetch; window.fetch = async (url, o) => { if (String(o?.body).includes('"mark"')) await new Promise(done => { window.written = done }); return sent(url, o) } }`))
	x.Do(pagetest.Click(fake.Node(enemy)), pagetest.Click(`.at-table > .left .c-piece .palette [aria-label=bomb]`))
	x.Wait(`!!window.written`)
	x.Do(pagetest.Mouse.Pick(from, to), fake.Script(`written()`), chromedp.WaitReady(chromedp.CSS(".note")), pagetest.Click(fake.Node(to)))
	x.Moved(m, from, to)
}

// Right click and long press open the palette of marks.
func TestMarksByMouseAndByTouch(t *testing.T) {
	for name, v := range map[string]fake.View{"right click": fake.Desktop, "long press": fake.Phone} {
		t.Run(name, func(t *testing.T) {
			x, m := fake.AtTable(t, v, 20)
			enemy := ""
			for _, p := range m.Seat.State().Pieces {
				if p.Seat == "blue" && p.Node != "" && p.Moved {
					enemy = p.Node
				}
			}
			if v.Touch {
				x.Do(fake.Script(fmt.Sprintf(`(c => { const r = c.getBoundingClientRect(); c.dispatchEvent(new PointerEvent('pointerdown', {pointerType: 'touch', bubbles: true, clientX: r.x + r.width / 2, clientY: r.y + r.height / 2})) })(document.querySelector('[data-node=%s]'))`, enemy)))
			} else {
				x.Do(pagetest.Right.Until(fake.Node(enemy), `document.querySelector('.left .c-piece .palette [aria-label]').checkVisibility()`))
			}
			x.Do(chromedp.WaitVisible(chromedp.CSS(`.left .c-piece .palette [aria-label]`)))
			require.Regexp(t, "has moved|走动过", fake.Ask[string](x, `document.querySelector('.left .c-piece .big').textContent`), "what the dot means")
			x.Do(fake.Script(`document.querySelector('.left .c-piece .palette button').click()`), chromedp.WaitReady(chromedp.CSS(".note")))
		})
	}
}

// A page that is busy hears late that a finger has come and left: what counts is how long the finger was there.
func TestLongPressIsByTheClockOfTheFinger(t *testing.T) {
	x, m := fake.AtTable(t, fake.Phone, 20)
	from, to := fake.Choice(m)
	x.Do(fake.Script(fmt.Sprintf(`{
		const cell = document.querySelector('[data-node=%s]'), all = {pointerType: 'touch', bubbles: true};
		window.press = (type, at) => {
			const e = new PointerEvent(type, all);
			Object.defineProperty(e, 'timeStamp', {value: at});
			cell.dispatchEvent(e);
		};
		window.click = () => cell.click();
		press('pointerdown', 0);
	}`, from)))
	x.Wait(`document.querySelector('.sheet-piece') !== null`) // it was held too long, as far as the page can know
	x.Do(fake.Script(`press('pointerup', 100); click()`))
	x.Do(chromedp.WaitReady(chromedp.CSS(`[data-node=` + to + `].target`)))
	require.False(t, fake.Ask[bool](x, `document.querySelector('.sheet-piece') !== null`))

	x.Do(fake.Script(`press('pointerdown', 0); press('pointerup', 1000); click()`))
	require.True(t, fake.Ask[bool](x, `document.querySelector('.sheet-piece') !== null && document.querySelector('.target') === null`))
}

// A board stands where it is as soon as it is drawn, even when its room has changed: pieces move by turns only.
func TestBoardStandsStill(t *testing.T) {
	x, _ := fake.AtTable(t, fake.Desktop, 20)
	x.Do(fake.Script(`window.flew = 0; document.querySelector('.drawing').addEventListener('transitionrun', e => { if (e.propertyName === 'transform') flew++ })`))
	x.Do(chromedp.EmulateViewport(1100, 700))
	x.Wait(`Math.abs(document.querySelector('.board').clientHeight - document.querySelector('.boardbox').clientHeight) < 40 && document.querySelector('.board').clientHeight < 600`)
	require.Zero(t, fake.Ask[int](x, `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(flew))))`))
}

// The newest move stays in sight when the window changes its size.
func TestMovesStayInSight(t *testing.T) {
	x, _ := fake.AtTable(t, fake.Desktop, 60)
	inSight := `(l => { const n = l.querySelector('.now'); return l.scrollTop > 0 && n.offsetTop >= l.scrollTop && n.offsetTop + n.offsetHeight <= l.scrollTop + l.clientHeight })(document.querySelector('.moves .mlist'))`
	x.Wait(inSight)
	height := fake.Ask[int](x, `document.querySelector('.moves .mlist').clientHeight`)
	x.Do(chromedp.EmulateViewport(1024, 520))
	x.Wait(fmt.Sprintf(`document.querySelector('.moves .mlist').clientHeight < %d && %s`, height-100, inSight))
}

// A press keeps its click where the size of the board changes before the release.
func TestClickOutlastsANewLayout(t *testing.T) {
	x, m := fake.AtTable(t, fake.Desktop, 20)
	from, to := fake.Choice(m)
	x.Laid()
	at := fake.Ask[[]float64](x, `(c => { const r = c.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] })(document.querySelector('[data-node=`+from+`]'))`)
	height := fake.Ask[float64](x, `document.querySelector('.board').offsetHeight`)
	press := func(kind input.DispatchMouseEventType) chromedp.Action[chromedp.Void] {
		return chromedp.MouseEvent(kind, at[0], at[1], chromedp.Button("left"), chromedp.ClickCount(1))
	}
	x.Do(press(chromedp.MousePressed), chromedp.EmulateViewport(int64(fake.Desktop.Width), int64(fake.Desktop.Height)-6))
	x.Wait(fmt.Sprintf(`document.querySelector('.board').offsetHeight !== %f`, height))
	x.Do(press(chromedp.MouseReleased))
	x.Wait(`document.querySelector('[data-node=` + to + `].target') !== null`)
}

// A move that the page has taken is made, whatever the hand has heard of its press.
func TestMoveIsTakenUnheard(t *testing.T) {
	x, m := fake.AtTable(t, fake.Desktop, 20)
	from, to := fake.Choice(m)
	x.Do(fake.Script(`addEventListener('click', e => { if (e.target.closest('.target')) deaf() }, {capture: true})`))
	x.Do(pagetest.Mouse.Move(from, to))
	x.Moved(m, from, to)
}
