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
//
// From then on the page notes in heard whether a press comes to that element as a click or a tap. It does not where the page has moved or
// replaced the element meanwhile, where the press was called off, and where a busy machine let a finger stay so long that the board
// took it for a long press.
const aimed = `new Promise(aimed => {
	const hear = element => new Promise(tell => {
		window.deaf?.();
		const long = 400, over = new AbortController();
		const on = (type, hear) => addEventListener(type, hear, {capture: true, signal: over.signal});
		const end = heard => { over.abort(); tell(heard) };
		window.deaf = () => end(false);
		let since = 0, held = false;
		on('pointerdown', e => { since = e.timeStamp });
		on('pointerup', e => {
			if (e.pointerType === 'mouse') setTimeout(() => end(false)); // a click comes with it, or never
			else held = e.timeStamp - since >= long && e.target.closest('.grid') !== null;
		});
		on('click', e => end(!held && element.contains(e.target)));
		on('pointercancel', () => end(false));
		on('contextmenu', () => end(false));
	});
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
			else if (above && e.contains(above)) return clearTimeout(end), window.heard = hear(e), aimed({x, y});
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

// spot is the place where an element can be clicked, or the reason it can't.
type spot struct {
	X, Y float64
	Why  string
}

func look(ctx context.Context, t *chromedp.Target, expression string) (spot, error) {
	return chromedp.Evaluate[spot](fmt.Sprintf(aimed, expression), chromedp.EvalAwaitPromise)(ctx, t)
}

// Click presses an element, once it stands still, until the page has heard it.
func Click(selector chromedp.CSS) chromedp.Action[chromedp.Void] { return Mouse.on(found(selector)) }

// Tap is Click with a finger.
func Tap(selector chromedp.CSS) chromedp.Action[chromedp.Void] { return TapOn(found(selector)) }

// TapOn taps on the element that an expression finds.
func TapOn(expression string) chromedp.Action[chromedp.Void] { return Finger.on(expression) }

// A Hand presses a point of the page.
type Hand func(ctx context.Context, t *chromedp.Target, x, y float64) error

// Mouse clicks, Right clicks with the right button, Finger taps.
var (
	Mouse  = heard(chromedp.MouseClickXY)
	Finger = heard(func(x, y float64, _ ...chromedp.MouseOption) chromedp.Action[chromedp.Void] {
		return chromedp.TapXY(x, y)
	})
	Right Hand = func(ctx context.Context, t *chromedp.Target, x, y float64) error {
		_, err := chromedp.MouseClickXY(x, y, chromedp.ButtonType("right"))(ctx, t)
		return err
	}
)

// errMissed: what was pressed did not hear it. The press has perhaps done something else, such as giving up what was picked.
var errMissed = errors.New("a press that did not come to what was pressed")

// heard returns a hand that learns whether the page has heard it.
func heard(press func(x, y float64, _ ...chromedp.MouseOption) chromedp.Action[chromedp.Void]) Hand {
	return func(ctx context.Context, t *chromedp.Target, x, y float64) error {
		if _, err := press(x, y)(ctx, t); err != nil {
			return err
		}
		did, err := chromedp.Evaluate[bool]("heard", chromedp.EvalAwaitPromise)(ctx, t)
		if err == nil && !did {
			return errMissed
		}
		return err
	}
}

// on presses the element that an expression finds, until it was heard.
func (press Hand) on(expression string) chromedp.Action[chromedp.Void] {
	return again(func(ctx context.Context, t *chromedp.Target) error {
		why := "the page does not answer"
		for {
			at, err := look(ctx, t, expression)
			if err != nil {
				return fmt.Errorf("%s can't be pressed: %s: %w", expression, why, err)
			}
			if why = at.Why; why == "" {
				return press(ctx, t, at.X, at.Y)
			}
		}
	})
}

// grace is the time a person waits for the effect of a click.
const grace = 3 * time.Second

// Until presses an element until an expression holds. A click on a page that is busy may have no effect; it is made again, as a
// person would.
func (press Hand) Until(selector chromedp.CSS, shows string) chromedp.Action[chromedp.Void] {
	return again(press.until(selector, shows))
}

// again repeats what ends with errMissed.
func again(act func(context.Context, *chromedp.Target) error) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		for {
			if err := act(ctx, t); !errors.Is(err, errMissed) {
				return err
			}
		}
	})
}

// until is Until for a single try: a press that missed ends it with errMissed.
func (press Hand) until(selector chromedp.CSS, shows string) func(context.Context, *chromedp.Target) error {
	return tried(fmt.Sprintf("pressing %s", selector), shows, func(ctx context.Context, t *chromedp.Target) (why string, err error) {
		at, err := look(ctx, t, found(selector))
		if err != nil || at.Why != "" {
			return at.Why, err
		}
		return "", press(ctx, t, at.X, at.Y)
	})
}

// tried does something until an expression holds. The act says why it could not be done, if it could not.
func tried(what, shows string, act func(context.Context, *chromedp.Target) (why string, err error)) func(context.Context, *chromedp.Target) error {
	return func(ctx context.Context, t *chromedp.Target) error {
		state, why := fmt.Sprintf(yet, shows), "the page does not answer"
		failed := func(err error) error {
			return fmt.Errorf("%s does not lead to %s: %s: %w", what, shows, why, err)
		}
		for {
			done, err := chromedp.Evaluate[bool](state, chromedp.EvalAwaitPromise)(ctx, t)
			if err != nil {
				return failed(err)
			}
			if done {
				return nil
			}
			could, err := act(ctx, t)
			if err != nil {
				return failed(err)
			}
			if why = could; why != "" {
				continue
			}
			why = "it has no effect"
			_, err = chromedp.Poll[bool](state, chromedp.WithPollingTimeout(grace))(ctx, t)
			if err != nil && !errors.Is(err, chromedp.ErrPollingTimeout) {
				return failed(err)
			}
		}
	}
}

func movable(from string) chromedp.CSS { return chromedp.CSS("[data-node=" + from + "].movable") }

// Pick picks the piece on a node, once the page lets it move to another.
func (press Hand) Pick(from, to string) chromedp.Action[chromedp.Void] {
	return press.Until(movable(from), `document.querySelector('[data-node=`+to+`].target') !== null`)
}

// Move moves a piece, until the page has taken the move.
func (press Hand) Move(from, to string) chromedp.Action[chromedp.Void] {
	piece := movable(from)
	place := press.until(chromedp.CSS("[data-node="+to+"].target"), `document.querySelector('.target') === null`)
	return again(func(ctx context.Context, t *chromedp.Target) error {
		if _, err := press.Pick(from, to)(ctx, t); err != nil {
			return err
		}
		err := place(ctx, t)
		if errors.Is(err, errMissed) { // what was pressed: the page may have put another target there, and taken that move
			if mine, err := chromedp.Evaluate[bool](found(piece+":not([aria-busy=true] *)")+` !== null`)(ctx, t); err != nil || !mine {
				return err
			}
		}
		return err
	})
}

// Drag drags one element to another, until an expression holds.
func Drag(from, to chromedp.CSS, shows string) chromedp.Action[chromedp.Void] {
	drag := Hand(func(ctx context.Context, t *chromedp.Target, x, y float64) error {
		at, err := look(ctx, t, found(to))
		if err == nil && at.Why == "" {
			_, err = chromedp.DragAndDropXY(x, y, at.X, at.Y)(ctx, t)
		}
		return err
	})
	return drag.Until(from, shows)
}

// Key presses a key where an element has the focus, until an expression holds.
func Key(selector chromedp.CSS, key, shows string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(tried(fmt.Sprintf("%q on %s", key, selector), shows, func(ctx context.Context, t *chromedp.Target) (why string, err error) {
		if _, err := chromedp.Focus(selector)(ctx, t); err != nil {
			return "", err
		}
		_, err = chromedp.KeyEvent(key)(ctx, t)
		return "", err
	}))
}
