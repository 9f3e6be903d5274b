package screen

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// noon is when all matches of the tests take place.
var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// fakeTable is a match that a referee leads: red is the person, all others move at once, by
// chance. It is the session of red's seat.
type fakeTable struct {
	rules *engine.Ruleset
	rng   *rand.Rand

	mu      sync.Mutex
	referee *engine.Referee // nil until red has a layout
	events  []engine.Event
	own     engine.Layout
	refused []error  // what was asked for and refused
	said    []string // phrases and texts
	changed chan struct{}
	edit    func(*seat.Look) // what the network would tell
}

func newTable(rs *engine.Ruleset, seed uint64) *fakeTable {
	return &fakeTable{rules: rs, rng: rand.New(rand.NewPCG(seed, 0)), changed: make(chan struct{}), edit: func(*seat.Look) {}}
}

// Changed implements [seat.Session].
func (t *fakeTable) Changed() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.changed
}

// Look implements [seat.Session].
func (t *fakeTable) Look(events int) seat.Look {
	t.mu.Lock()
	defer t.mu.Unlock()
	l := seat.Look{
		Match: "52be06ba-red", Rules: t.rules, Resolver: "elgamal", Phase: seat.Arrange, Decision: "layout",
		Link: seat.Link{Online: true, Since: noon}, Proofs: seat.Proofs{Made: 2, Checked: 3}, Traffic: seat.Traffic{Sent: 20000, Received: 20000},
	}
	for _, s := range t.rules.Seats() {
		side := seat.Side{Joined: true, Ready: t.referee != nil, Online: true, Since: noon}
		if s == engine.Red {
			side.Layout = t.own
		}
		l.Sides = append(l.Sides, side)
	}
	if t.referee != nil {
		l.Events = append(l.Events, t.events[events:]...)
		l.First, l.Decision, l.Phase = engine.Red, "", seat.Play
		switch {
		case t.referee.Result().Over:
			l.Phase = seat.Over
		case t.referee.ToAct() == engine.Red:
			l.Decision = "move"
		default:
			l.Owes = []seat.Due{{Seat: t.referee.ToAct(), What: "move", Since: noon.Add(-5 * time.Second)}}
		}
	}
	t.edit(&l)
	return l
}

// act takes what red does, and lets the others do something in turn.
func (t *fakeTable) act(e engine.Event) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.referee == nil {
		return errors.New("the game has not begun")
	}
	for {
		played, err := t.referee.Play(e)
		if err != nil {
			return err
		}
		t.events = append(t.events, played...)
		if t.referee.Result().Over || t.referee.ToAct() == engine.Red && len(t.referee.LegalMoves()) > 0 {
			break
		}
		e = t.choice()
	}
	t.tell()
	return nil
}

// choice is what the seat to act does.
func (t *fakeTable) choice() engine.Event {
	moves := t.referee.LegalMoves()
	if len(moves) == 0 {
		return engine.NoMoveEvent(t.referee.ToAct())
	}
	return engine.MoveEvent(t.referee.ToAct(), moves[t.rng.IntN(len(moves))], t.rng.IntN(8) == 0)
}

func (t *fakeTable) tell() {
	close(t.changed)
	t.changed = make(chan struct{})
}

// Place implements [seat.Session].
func (t *fakeTable) Place(l engine.Layout) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.referee != nil {
		return errors.New("the layout is chosen")
	}
	layouts := []engine.Layout{l}
	for range t.rules.NumSeats() - 1 {
		layouts = append(layouts, t.rules.RandomLayout(t.rng))
	}
	referee, err := engine.NewReferee(t.rules, layouts, engine.Red)
	if err != nil {
		return err
	}
	t.referee, t.own = referee, l
	t.tell()
	return nil
}

// Play implements [seat.Session].
func (t *fakeTable) Play(m engine.Move, offer bool) error {
	return t.act(engine.MoveEvent(engine.Red, m, offer))
}

// Flip implements [seat.Session].
func (t *fakeTable) Flip(n engine.Node, offer bool) error {
	return t.act(engine.FlipEvent(engine.Red, n, offer))
}

// AcceptDraw implements [seat.Session].
func (t *fakeTable) AcceptDraw() error { return t.act(engine.AcceptDrawEvent(engine.Red)) }

// Resign implements [seat.Session].
func (t *fakeTable) Resign() error { return t.act(engine.ResignEvent(engine.Red)) }

// Pass implements [seat.Session]: nobody's time is ever over.
func (t *fakeTable) Pass() error { return errors.New("there is time left") }

// Claim implements [seat.Session].
func (t *fakeTable) Claim() error { return errors.New("nobody is silent") }

// Say implements [seat.Session].
func (t *fakeTable) Say(phrase int, text string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.said = append(t.said, fmt.Sprint(phrase, text))
	return nil
}

// Mute implements [seat.Session], and Wait.
func (t *fakeTable) Mute(engine.Seat, bool) {}
func (t *fakeTable) Wait()                  {}

// Arranging implements [seat.Session].
func (t *fakeTable) Arranging() {}

// person is somebody who sits at a table, before a screen.
type person struct {
	t  *testing.T
	at *fakeTable
	*Match
	quit bool
}

// layoutsOf propose a layout that is always the same, and write nothing.
func layoutsOf(rs *engine.Ruleset, rng *rand.Rand) Layouts {
	first := rs.RandomLayout(rng)
	return Layouts{
		Propose: func(*engine.Ruleset) engine.Layout { return first },
		Ready: func(rs *engine.Ruleset) []string {
			if rs.CheckLayout(junqi.Layouts()["triangle"]) != nil {
				return nil
			}
			return []string{"triangle"}
		},
		Read: func(rs *engine.Ruleset, text string) (engine.Layout, error) {
			if l, ok := junqi.Layouts()[text]; ok {
				return l, nil
			}
			return rs.ParseLayout(text)
		},
		Write: func(*engine.Ruleset, string, engine.Layout) error { return nil },
	}
}

// strict is a seat that remembers what it has refused.
type strict struct {
	*seat.Seat
	at *fakeTable
}

// Do implements [Seat].
func (s strict) Do(c seat.Command) error {
	err := s.Seat.Do(c)
	if err != nil {
		s.at.mu.Lock()
		defer s.at.mu.Unlock()
		s.at.refused = append(s.at.refused, err)
	}
	return err
}

// sit sits down at a table.
func sit(t *testing.T, at *fakeTable, o Options) *person {
	t.Helper()
	s, err := seat.New(at, seat.Options{Now: func() time.Time { return noon }})
	require.NoError(t, err)
	t.Cleanup(s.Close)
	return seated(t, at, s, o)
}

func seated(t *testing.T, at *fakeTable, s *seat.Seat, o Options) *person {
	o.Now = func() time.Time { return noon }
	over, end := context.WithCancel(t.Context())
	end() // so that nothing waits
	return &person{t: t, at: at, Match: NewMatch(over, strict{s, at}, MatchOptions{
		Options: o, Layouts: layoutsOf(at.rules, rand.New(rand.NewPCG(7, 7))), Leaving: "It is kept.",
		Rules: func(*engine.Ruleset) []string { return []string{"the first rule", "the second rule"} },
	})}
}

// send sends a message, and those that come of it.
func (p *person) send(msg tea.Msg) {
	switch msg := msg.(type) {
	case nil:
		return
	case tea.BatchMsg:
		for _, cmd := range msg {
			p.send(cmd())
		}
		return
	case tea.QuitMsg:
		p.quit = true
		return
	}
	_, cmd := p.Update(msg)
	if _, tick := msg.(tickMsg); !tick && cmd != nil { // a tick takes a second
		p.send(cmd())
	}
}

// keys are those that have no text.
var keys = map[string]tea.Key{
	"up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown}, "left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight},
	"enter": {Code: tea.KeyEnter}, "esc": {Code: tea.KeyEscape}, "tab": {Code: tea.KeyTab}, "shift+tab": {Code: tea.KeyTab, Mod: tea.ModShift},
	"backspace": {Code: tea.KeyBackspace}, "space": {Code: tea.KeySpace, Text: " "}, "ctrl+c": {Code: 'c', Mod: tea.ModCtrl},
	"home": {Code: tea.KeyHome}, "end": {Code: tea.KeyEnd}, "pgup": {Code: tea.KeyPgUp}, "pgdown": {Code: tea.KeyPgDown},
}

// key is a key by its name.
func key(name string) tea.KeyPressMsg {
	if k, ok := keys[name]; ok {
		return tea.KeyPressMsg(k)
	}
	return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
}

// press presses keys one after the other.
func (p *person) press(names ...string) {
	for _, name := range names {
		p.send(key(name))
	}
}

// types types a line.
func (p *person) types(text string) {
	for _, r := range text {
		p.press(pick(r == ' ', "space", string(r)))
	}
	p.press("enter")
}

// screen is what the screen shows, line by line.
func (p *person) screen() []string { return p.paint(p.content()).lines() }

// ruleset is one of ours.
func ruleset(t *testing.T, spec string) *engine.Ruleset {
	t.Helper()
	rs, err := junqi.Rules(spec)
	require.NoError(t, err)
	return rs
}

// goTo moves the cursor to a node by arrows alone.
func (p *person) goTo(name string) {
	p.t.Helper()
	to := p.now.Node(name)
	c := p.arrange(p.Match.content()).cellGrid
	p.enter(c)
	came := map[engine.Node][]string{p.cursor: {}}
	for queue := []engine.Node{p.cursor}; len(queue) > 0; queue = queue[1:] {
		for arrow, d := range arrows {
			next := c.beside(queue[0], d[0], d[1])
			if _, seen := came[next]; !seen {
				came[next] = append(append([]string{}, came[queue[0]]...), arrow)
				queue = append(queue, next)
			}
		}
	}
	way, ok := came[to]
	require.True(p.t, ok, "arrows lead to %s", name)
	p.press(way...)
	require.Equal(p.t, to, p.cursor)
}

// words of both languages.
var tongues = []messages.Lang{messages.English, messages.Chinese}
