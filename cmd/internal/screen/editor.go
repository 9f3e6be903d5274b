package screen

import (
	"errors"
	"slices"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/picture"
)

// editor is a layout that is being chosen. It may hold one that the rules forbid, and says
// what is wrong with it.
type editor struct {
	rules  *engine.Ruleset
	seat   engine.Seat
	from   Layouts
	layout engine.Layout
	past   []engine.Layout // before each change, the newest last
	held   int             // the piece that changes places; -1 if none does
	preset int             // of the ready-made ones the next
	fault  error           // why the rules forbid the layout; nil if they don't
}

// maxPast is the maximum number of changes that can be undone.
const maxPast = 200

// set replaces the present layout.
func (e *editor) set(l engine.Layout) {
	if e.past = append(e.past, e.layout); len(e.past) > maxPast {
		e.past = e.past[1:]
	}
	e.layout, e.held, e.fault = l, -1, e.rules.CheckLayout(l)
}

func (e *editor) undo() {
	if n := len(e.past); n > 0 {
		e.layout, e.past, e.held = e.past[n-1], e.past[:n-1], -1
		e.fault = e.rules.CheckLayout(e.layout)
	}
}

// choose takes the piece on a node, or lets it change places with the one that is held.
func (e *editor) choose(n engine.Node) {
	number, ok := e.rules.Starter(e.seat, n)
	switch {
	case !ok:
	case e.held < 0:
		e.held = number
	case e.held == number:
		e.held = -1
	default:
		l := slices.Clone(e.layout)
		l[e.held], l[number] = l[number], l[e.held]
		e.set(l)
	}
}

// mirror exchanges left and right; it reports whether the board can be mirrored.
func (e *editor) mirror() bool {
	l, ok := e.rules.Mirror(e.layout)
	if ok {
		e.set(l)
	}
	return ok
}

// nextPreset takes the next ready-made layout; it gives its name, "" if there is none.
func (e *editor) nextPreset() string {
	names := e.from.Ready(e.rules)
	if len(names) == 0 {
		return ""
	}
	name := names[e.preset%len(names)]
	e.preset++
	if l, err := e.from.Read(e.rules, name); err == nil {
		e.set(l)
	}
	return name
}

// load takes a layout by a ready-made name, of a file, or as text.
func (e *editor) load(text string) error {
	l, err := e.from.Read(e.rules, text)
	if err == nil && len(l) != e.rules.ArmySize() {
		err = e.rules.CheckLayout(l)
	}
	if err == nil {
		e.set(l)
	}
	return err
}

// partners returns the nodes whose pieces may change places with the held one.
func (e *editor) partners() (set engine.NodeSet) {
	if e.held < 0 {
		return set
	}
	for number, t := range e.layout {
		if t != e.layout[e.held] && e.rules.Allowed(number).Has(e.layout[e.held]) && e.rules.Allowed(e.held).Has(t) {
			set = set.Add(e.rules.Start(e.seat, number))
		}
	}
	return set
}

// wrong returns the nodes on which something may not stand.
func (e *editor) wrong() (set engine.NodeSet) {
	for number, t := range e.layout {
		if !e.rules.Allowed(number).Has(t) {
			set = set.Add(e.rules.Start(e.seat, number))
		}
	}
	var at *engine.LayoutError
	if errors.As(e.fault, &at) && at.Number >= 0 {
		set = set.Add(e.rules.Start(e.seat, at.Number))
	}
	return set
}

// on says what stands on a node, and why it may not if it may not.
func (e *editor) on(l look, n engine.Node) (what, why string) {
	number, ok := e.rules.Starter(e.seat, n)
	if !ok {
		return "", ""
	}
	t, node := e.layout[number], e.rules.Board().Name(n)
	what = node + ": " + l.lang.Type(e.rules, t)
	switch allowed, only := e.rules.Allowed(number), e.only(l, t); {
	case allowed.Has(t):
	case only != "":
		why = l.t(messages.ArrangeNotHere, e.rules.TypeName(t), node, only)
	default:
		why = l.t(messages.ArrangeMayNot, e.rules.TypeName(t), node, l.lang.Types(e.rules, allowed))
	}
	return what, why
}

// hint says of the piece that is held, or else of the one on a node, where it may stand, if that is in few places and not
// said already.
func (e *editor) hint(l look, n engine.Node) string {
	number := e.held
	if number < 0 {
		on, ok := e.rules.Starter(e.seat, n)
		if !ok || !e.rules.Allowed(on).Has(e.layout[on]) {
			return ""
		}
		number = on
	}
	if only := e.only(l, e.layout[number]); only != "" {
		return l.t(messages.ArrangeOnly, e.rules.TypeName(e.layout[number]), only)
	}
	return ""
}

// only names the places on which a type starts, if they are few.
func (e *editor) only(l look, t engine.Type) string {
	return viewmodel.Starts(l.lang, e.rules, e.seat, t)
}

// says returns why the rules forbid the layout. A place is called as the board calls it.
func (e *editor) says(l look) any {
	var at *engine.LayoutError
	if errors.As(e.fault, &at) && at.Number >= 0 {
		if _, why := e.on(l, e.rules.Start(e.seat, at.Number)); why != "" {
			return why
		}
	}
	return e.fault
}

// view returns what is drawn of the layout.
func (e *editor) view() picture.View {
	v := picture.View{Rules: e.rules, Near: e.seat}
	for number, t := range e.layout {
		v.Pieces = append(v.Pieces, picture.Piece{Node: e.rules.Start(e.seat, number), Seat: e.seat, Type: t, Seen: true})
	}
	return v
}
