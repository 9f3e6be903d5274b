package play

import (
	"context"
	"errors"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// matchRunner shows a running match of this program to somebody, and does what they type.
type matchRunner struct {
	match     *app.Match
	session   *p2p.Session
	seat      *seat.Seat
	presenter presenter
	console   *console        // nil if nobody types
	bot       bool            // plays the seat: nobody types
	notices   <-chan struct{} // signals news that is not a change of the match; nil: never
	layout    string          // chosen before the match; "" if it was not
	left      <-chan struct{} // closed when the person has left; nil where only the console knows

	told int // the number of the last event that the presenter was given
}

// presenter shows a match to the user and takes their input.
type presenter interface {
	// tell shows the state of the match, and what has happened since the last call.
	tell(now *viewmodel.Scene, news []seat.Event) error
	// take does what a line says, or keeps it if it was typed before its time. Only an error
	// that ends the match here is returned.
	take(line string) error
	// due is the next of the lines that were kept, once its time has come.
	due() (line string, ok bool)
	// prompt is the text before the cursor.
	prompt() string
	// alarm returns when there will be something to show even if nothing happens; zero means never.
	alarm() time.Time
	// finished shows a match that has come to its end.
	finished() error
}

// silent is the part of a presenter that takes no lines, asks for none and waits for nothing.
type silent struct{}

func (silent) take(string) error           { return nil }
func (silent) due() (line string, ok bool) { return "", false }
func (silent) prompt() string              { return "" }
func (silent) alarm() (never time.Time)    { return never }
func (silent) finished() error             { return nil }

// errLeft means that the person left a match that can be resumed.
var errLeft = errors.New("the match was left")

func newRunner(m *app.Match) *matchRunner {
	return &matchRunner{match: m, session: m.Session(), seat: m.Seat()}
}

// run shows the match until it is over, or left, or ctx ends. It returns nil only if the match is
// finished and every side has all of it.
func (c *matchRunner) run(ctx context.Context) error {
	leave := func(err error) error {
		c.match.Leave() // run returns the error to its caller
		if ended := c.match.Ended(); !errors.Is(ended, context.Canceled) {
			return ended // it ended by itself in the same moment
		}
		return err
	}
	for {
		changed, moved := c.seat.Changed(), c.session.Changed()
		if err := c.tell(); err != nil {
			return leave(err)
		}
		if acted, err := c.decide(); err != nil {
			return leave(err)
		} else if acted {
			continue
		}
		if line, ok := c.presenter.due(); ok {
			if err := c.presenter.take(line); err != nil {
				return leave(err)
			}
			continue
		}
		lines, ended := c.typed()
		select {
		case <-changed:
		case <-moved:
		case <-c.match.Settled():
			return c.end(c.match.Ended())
		case <-ctx.Done():
			return leave(errors.Join(c.tell(), errLeft))
		case line := <-lines:
			if err := c.presenter.take(line); err != nil {
				return leave(err)
			}
		case <-ended:
			return leave(errLeft)
		case <-c.left:
			return leave(errLeft)
		case <-c.notices:
		case <-c.wakes():
		}
	}
}

func (c *matchRunner) tell() error {
	now := &viewmodel.Scene{State: c.seat.State(), Table: c.seat.Table(), Rules: c.seat.Rules()}
	news := c.seat.Events(c.told)
	for len(news) > 0 && news[len(news)-1].Number > now.Number { // of a moment later
		news = news[:len(news)-1]
	}
	c.told = now.Number
	if err := c.presenter.tell(now, news); err != nil {
		return err
	}
	return c.seat.Err()
}

// decide places a layout that was chosen before the match.
func (c *matchRunner) decide() (acted bool, err error) {
	if c.layout == "" || c.seat.State().Decision != seat.DoLayout {
		return false, nil
	}
	layout := c.layout
	c.layout = ""
	return true, c.seat.Do(seat.Command{Do: seat.DoLayout, Layout: layout})
}

// typed returns where the next line comes from.
func (c *matchRunner) typed() (lines <-chan string, ended <-chan struct{}) {
	if c.console == nil {
		return nil, nil
	}
	c.console.ask(c.presenter.prompt())
	return c.console.lines, c.console.ended
}

func (c *matchRunner) wakes() <-chan time.Time {
	at := c.presenter.alarm()
	if at.IsZero() {
		return nil
	}
	return time.After(time.Until(at))
}

// end shows the rest when the session has ended by itself.
func (c *matchRunner) end(err error) error {
	told := c.tell()
	switch {
	case errors.Is(err, context.Canceled):
		return errLeft
	case err != nil:
		return err
	case told != nil:
		return told
	}
	return c.presenter.finished()
}
