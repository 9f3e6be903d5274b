package pagetest

import (
	"context"
	"fmt"

	"github.com/chromedp/chromedp"
)

// aimed waits until an element is there, can be used, stands where it stood a frame before and has nothing above it: then it
// tells where the middle of the element is. A page that is still being drawn moves what a hand has aimed at, or has put
// another in its place.
const aimed = `new Promise(aimed => {
	let before = '';
	const look = () => {
		const e = %s;
		if (e && !e.disabled && e.checkVisibility({visibilityProperty: true})) {
			e.scrollIntoViewIfNeeded();
			const r = e.getClientRects()[0], x = r.x + r.width / 2, y = r.y + r.height / 2, now = [r.x, r.y, r.width, r.height].join();
			const above = document.elementFromPoint(x, y);
			if (now === before && above && e.contains(above)) return aimed([x, y]);
			before = now;
		}
		requestAnimationFrame(look);
	};
	look();
})`

func found(selector chromedp.CSS) string { return fmt.Sprintf(`document.querySelector(%q)`, selector) }

func aim(ctx context.Context, t *chromedp.Target, expression string) (x, y float64, err error) {
	at, err := chromedp.Evaluate[[]float64](fmt.Sprintf(aimed, expression), chromedp.EvalAwaitPromise)(ctx, t)
	if err != nil {
		return 0, 0, err
	}
	return at[0], at[1], nil
}

// Click waits until an element stands still, and clicks on it.
func Click(selector chromedp.CSS) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		x, y, err := aim(ctx, t, found(selector))
		if err != nil {
			return err
		}
		_, err = chromedp.MouseClickXY(x, y)(ctx, t)
		return err
	})
}

// Tap waits until an element stands still, and taps on it.
func Tap(selector chromedp.CSS) chromedp.Action[chromedp.Void] { return TapOn(found(selector)) }

// hears has the page tell how a touch ends: as a tap, or not, where it was called off or the board took it for a long press.
const hears = `window.tapped = new Promise(tell => {
	const long = 400, over = new AbortController();
	const on = (type, hear) => addEventListener(type, hear, {capture: true, signal: over.signal});
	const end = tapped => { over.abort(); tell(tapped) };
	let since = 0, held = false;
	on('pointerdown', e => { since = e.timeStamp });
	on('pointerup', e => { held = e.timeStamp - since >= long && e.target.closest('.grid') !== null });
	on('click', () => end(!held));
	on('pointercancel', () => end(false));
	on('contextmenu', () => end(false));
}), undefined`

// TapOn taps on the element that an expression finds. On a busy machine the finger may stay so long that it is not a tap: then once
// more, as a person would.
func TapOn(expression string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		for {
			x, y, err := aim(ctx, t, expression)
			if err != nil {
				return err
			}
			if _, err := chromedp.Evaluate[chromedp.Void](hears)(ctx, t); err != nil {
				return err
			}
			if _, err := chromedp.TapXY(x, y)(ctx, t); err != nil {
				return err
			}
			tapped, err := chromedp.Evaluate[bool]("tapped", chromedp.EvalAwaitPromise)(ctx, t)
			if err != nil || tapped {
				return err
			}
		}
	})
}
