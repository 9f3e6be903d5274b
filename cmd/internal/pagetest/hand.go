package pagetest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/chromedp/chromedp"
)

// aimed looks for a second or so whether an element is there, can be used, stands where it stood a frame before and has nothing above
// it. Then it tells where the middle of the element is, otherwise why not. A page that is still being drawn moves what a hand has aimed
// at, or has put another in its place; what lies under something else, a person scrolls to the middle.
const aimed = `new Promise(aimed => {
	let before = '', why = 'the page draws no frames';
	const end = setTimeout(() => aimed({why}), 1000);
	const look = left => {
		const e = %s;
		if (!e) why = 'it is not there';
		else if (e.disabled || !e.checkVisibility({visibilityProperty: true})) why = 'it is hidden or disabled';
		else {
			e.scrollIntoViewIfNeeded();
			const r = e.getClientRects()[0], x = r.x + r.width / 2, y = r.y + r.height / 2, now = [r.x, r.y, r.width, r.height].join();
			const above = document.elementFromPoint(x, y);
			if (now !== before) why = 'it moves';
			else if (above && e.contains(above)) return clearTimeout(end), aimed({x, y});
			else {
				why = 'it lies under ' + (above?.outerHTML.slice(0, 200) ?? 'nothing');
				if (left %% 10 === 0) e.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
			}
			before = now;
		}
		if (left) requestAnimationFrame(() => look(left - 1));
		else clearTimeout(end), aimed({why});
	};
	look(60);
})`

func found(selector chromedp.CSS) string { return fmt.Sprintf(`document.querySelector(%q)`, selector) }

// spot is where an element can be clicked, or why it can't.
type spot struct {
	X, Y float64
	Why  string
}

func look(ctx context.Context, t *chromedp.Target, expression string) (spot, error) {
	return chromedp.Evaluate[spot](fmt.Sprintf(aimed, expression), chromedp.EvalAwaitPromise)(ctx, t)
}

// aim waits until an element can be clicked.
func aim(ctx context.Context, t *chromedp.Target, expression string) (x, y float64, err error) {
	why := "the page does not answer"
	for {
		at, err := look(ctx, t, expression)
		if err != nil {
			return 0, 0, fmt.Errorf("%s can't be clicked: %s: %w", expression, why, err)
		}
		if at.Why == "" {
			return at.X, at.Y, nil
		}
		why = at.Why
	}
}

// Click waits until an element stands still, and clicks on it.
func Click(selector chromedp.CSS) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		x, y, err := aim(ctx, t, found(selector))
		if err != nil {
			return err
		}
		return Mouse(ctx, t, x, y)
	})
}

// A Hand presses a point of the page.
type Hand func(ctx context.Context, t *chromedp.Target, x, y float64) error

// Mouse clicks, Finger taps.
var (
	Mouse Hand = func(ctx context.Context, t *chromedp.Target, x, y float64) error {
		_, err := chromedp.MouseClickXY(x, y)(ctx, t)
		return err
	}
	Finger Hand = func(ctx context.Context, t *chromedp.Target, x, y float64) error {
		if _, err := chromedp.Evaluate[chromedp.Void](hears)(ctx, t); err != nil {
			return err
		}
		if _, err := chromedp.TapXY(x, y)(ctx, t); err != nil {
			return err
		}
		tapped, err := chromedp.Evaluate[bool]("tapped", chromedp.EvalAwaitPromise)(ctx, t)
		if err == nil && !tapped {
			return errHeld
		}
		return err
	}
)

// errHeld: on a busy machine a finger may stay so long that it is not a tap. It has done something else then, such as giving up
// what was picked.
var errHeld = errors.New("a long press instead of a tap")

// grace is how long a person waits for the effect of a click.
const grace = 3 * time.Second

// Until presses an element until an expression holds. A click on a page that is busy may have no effect; it is made again, as a
// person would.
func (press Hand) Until(selector chromedp.CSS, shows string) chromedp.Action[chromedp.Void] {
	return again(press.until(selector, shows))
}

// again repeats what ends with errHeld.
func again(act func(context.Context, *chromedp.Target) error) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		for {
			if err := act(ctx, t); !errors.Is(err, errHeld) {
				return err
			}
		}
	})
}

// until is Until for a single try: a held finger ends it with errHeld.
func (press Hand) until(selector chromedp.CSS, shows string) func(context.Context, *chromedp.Target) error {
	return func(ctx context.Context, t *chromedp.Target) error {
		state, why := fmt.Sprintf(yet, shows), "the page does not answer"
		failed := func(err error) error {
			return fmt.Errorf("pressing %s does not lead to %s: %s: %w", selector, shows, why, err)
		}
		for {
			done, err := chromedp.Evaluate[bool](state)(ctx, t)
			if err != nil {
				return failed(err)
			}
			if done {
				return nil
			}
			at, err := look(ctx, t, found(selector))
			if err != nil {
				return failed(err)
			}
			if why = at.Why; why != "" {
				continue
			}
			why = "a press has no effect"
			if err := press(ctx, t, at.X, at.Y); err != nil {
				return failed(err)
			}
			_, err = chromedp.Poll[bool](state, chromedp.WithPollingTimeout(grace))(ctx, t)
			if err != nil && !errors.Is(err, chromedp.ErrPollingTimeout) {
				return failed(err)
			}
		}
	}
}

// Pick picks the piece on a node, once the page lets it move to another.
func (press Hand) Pick(from, to string) chromedp.Action[chromedp.Void] {
	return press.Until(chromedp.CSS("[data-node="+from+"].movable"), `document.querySelector('[data-node=`+to+`].target') !== null`)
}

// Move moves a piece, until the page has taken the move.
func (press Hand) Move(from, to string) chromedp.Action[chromedp.Void] {
	place := press.until(chromedp.CSS("[data-node="+to+"].target"), `document.querySelector('.target') === null`)
	return again(func(ctx context.Context, t *chromedp.Target) error {
		if _, err := press.Pick(from, to)(ctx, t); err != nil {
			return err
		}
		return place(ctx, t)
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

// TapOn taps on the element that an expression finds.
func TapOn(expression string) chromedp.Action[chromedp.Void] {
	return again(func(ctx context.Context, t *chromedp.Target) error {
		x, y, err := aim(ctx, t, expression)
		if err != nil {
			return err
		}
		return Finger(ctx, t, x, y)
	})
}
