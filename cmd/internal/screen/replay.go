package screen

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// ReplayOptions describe how a match is looked at again.
type ReplayOptions struct {
	Options
	Name  string // of the file
	Eyes  string // whose view comes first: a seat's, seat.Public or seat.Open
	Rules func(rs *engine.Ruleset) []string
}

// Replay is the screen of a match that is looked at again.
type Replay struct {
	renderer
	o     ReplayOptions
	of    *seat.Recorded
	shown *seat.Replay
	table seat.Table
	eyes  []string // the available ones
	seen  int      // which of them
	turns []*seat.Turn
	now   *viewmodel.Scene

	runs   int // it goes on by itself; how often that was started, 0 while it stands
	starts int
}

// NewReplay returns the screen of a recorded match. It fails as [seat.NewReplay] does.
func NewReplay(of *seat.Recorded, o ReplayOptions) (*Replay, error) {
	r := &Replay{renderer: newRenderer(o.Options), o: o, of: of}
	r.lang = r.lang.Under(of.Game.Rules)
	wanted := o.Eyes
	for _, whose := range append([]string{seat.Open, seat.Public}, viewmodel.SeatNames(of.Game.Rules.Seats())...) {
		if _, err := seat.NewReplay(of, whose); err != nil && whose == wanted {
			return nil, err
		} else if err == nil {
			r.eyes = append(r.eyes, whose)
		}
		if whose == wanted {
			r.seen = len(r.eyes) - 1
		}
	}
	if err := r.open(); err != nil {
		return nil, err
	}
	r.shown.To(r.shown.Len())
	for _, e := range r.shown.Events(0) {
		if t := e.Turn; t != nil && t.Complete && (len(r.turns) == 0 || r.turns[len(r.turns)-1].Number < t.Number) {
			r.turns = append(r.turns, t)
		}
	}
	r.to(0)
	r.near = r.now.Near()
	return r, nil
}

// open sees the match with the eyes that were chosen, at the step where it stands.
func (r *Replay) open() error {
	step := 0
	if r.shown != nil {
		step = r.shown.Step()
	}
	shown, err := seat.NewReplay(r.of, r.eyes[r.seen])
	if err != nil {
		return err
	}
	r.shown, r.table = shown, shown.Table()
	r.to(step)
	return nil
}

// to shows the match after so many turns.
func (r *Replay) to(step int) {
	r.shown.To(step)
	r.now = &viewmodel.Scene{State: r.shown.State(), Table: r.table, Rules: r.shown.Rules(), Below: r.near}
}

// runMsg takes the next step by itself, if that was started so many times.
type runMsg int

// pace is the time a turn is shown.
const pace = 700 * time.Millisecond

// Init implements [tea.Model].
func (r *Replay) Init() tea.Cmd { return tea.RequestBackgroundColor }

// Update implements [tea.Model].
func (r *Replay) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	r.adapt(msg)
	switch msg := msg.(type) {
	case runMsg:
		if int(msg) == r.runs {
			r.to(r.shown.Step() + 1)
			return r, r.goOn()
		}
	case tea.KeyPressMsg:
		return r, r.press(msg.Key().String())
	case tea.MouseClickMsg:
		return r, r.click(msg.Mouse())
	case tea.MouseWheelMsg:
		if r.page == noPage {
			r.step(pick(msg.Button == tea.MouseWheelUp, -1, 1))()
		} else {
			r.turnPage(r.content(), pick(msg.Button == tea.MouseWheelUp, -3, 3))
		}
	}
	return r, nil
}

// goOn takes another step in a moment, as long as there is one.
func (r *Replay) goOn() tea.Cmd {
	if r.shown.Step() == r.shown.Len() {
		r.runs = 0
		return nil
	}
	run := runMsg(r.runs)
	return tea.Tick(pace, func(time.Time) tea.Msg { return run })
}

// run starts it, or stops it. From the end it begins again.
func (r *Replay) run() tea.Cmd {
	if r.runs != 0 {
		r.runs = 0
		return nil
	}
	if r.shown.Step() == r.shown.Len() {
		r.to(0)
	}
	r.starts++
	r.runs = r.starts
	return r.goOn()
}

// step goes some turns forth or back, and stops what runs.
func (r *Replay) step(turns int) func() tea.Cmd {
	return func() tea.Cmd {
		r.runs = 0
		r.to(r.shown.Step() + turns)
		return nil
	}
}

// nextEyes shows the match from the next point of view.
func (r *Replay) nextEyes() tea.Cmd {
	r.seen = (r.seen + 1) % len(r.eyes)
	if err := r.open(); err != nil {
		panic(err) // NewReplay has tried all of them
	}
	return nil
}

// all is more turns than any match has.
const all = 1 << 20

// replayKeys step through a match.
var replayKeys = map[string]int{"left": -1, "right": 1, "up": -1, "down": 1, "pgup": -10, "pgdown": 10, "home": -all, "end": all}

// walks are the keys that move the cursor where the arrows step.
var walks = map[string]string{"h": "left", "j": "down", "k": "up", "l": "right"}

func (r *Replay) press(name string) tea.Cmd {
	switch name {
	case "ctrl+c":
		return tea.Quit
	case "ctrl+z":
		return tea.Suspend
	}
	if does, taken := r.byKey(name, r.actions()); does != nil {
		return does()
	} else if taken {
		return nil
	}
	turns, steps := replayKeys[name]
	switch {
	case r.page != noPage:
		r.turnPage(r.content(), pageKeys[name])
	case steps:
		return r.step(turns)()
	case walks[name] != "":
		r.walk(walks[name], r.arrange(r.content()).cellGrid)
	}
	return nil
}

func (r *Replay) click(at tea.Mouse) tea.Cmd {
	p := r.content()
	f := r.arrange(p)
	if b := f.button(at.X, at.Y); b >= 0 && at.Button == tea.MouseLeft {
		return p.actions[b].does()
	}
	if n, ok := f.node(at.X, at.Y); ok && r.page == noPage {
		r.cursor = n
	}
	return nil
}

// actions returns what a person may choose.
func (r *Replay) actions() []action {
	if r.page != noPage {
		return []action{{"esc", messages.ScreenBack, r.cover(noPage)}, {"q", messages.ScreenLeave, quit}}
	}
	list := []action{
		{"home", messages.ScreenStart, r.step(-all)}, {"left", messages.ScreenRewind, r.step(-1)}, {"right", messages.ScreenFore, r.step(1)}, {"end", messages.ScreenEnd, r.step(all)},
		{"space", pick(r.runs != 0, messages.ScreenHalt, messages.ScreenAuto), r.run},
	}
	if len(r.eyes) > 1 {
		list = append(list, action{"e", messages.ScreenEyes, r.nextEyes})
	}
	return append(list,
		action{"f", messages.ScreenFlip, r.flip(r.now.Rules)}, action{"u", messages.ScreenRules, r.cover(rulesPage)},
		action{"?", messages.ScreenHelp, r.cover(helpPage)}, action{"q", messages.ScreenLeave, quit})
}

func quit() tea.Cmd { return tea.Quit }

func (r *Replay) content() *content {
	r.now.Below = r.near
	step := r.t(messages.ScreenStep, r.shown.Step(), r.shown.Len())
	p := &content{
		title: joined("  ", r.t(messages.ScreenReplay), r.o.Name), right: step,
		rules: r.now.Rules, grid: newGrid(r.now.Rules, r.near), actions: r.actions(), focus: r.focus, scroll: r.scroll,
		news: r.news(), call: line{r.dim, r.t(messages.ScreenStepHow)}, page: r.covering(),
	}
	p.position = position{View: r.now.View(), cursor: r.cursor, picked: engine.NoNode}
	p.position.Near = r.near
	p.panel = []line{{r.strong, r.t(messages.ScreenSeenAs, r.whose())}, {r.dim, r.slider()}}
	p.panel = append(p.panel, standing(r.look, r.now, time.Time{})...)
	if r.cursor != engine.NoNode {
		p.panel = append(p.panel, aboutPiece(r.look, r.now, r.now.On(r.now.Rules.Board().Name(r.cursor)))...)
	}
	p.panel = append(p.panel, tail(r.look, r.turns[:min(r.shown.Step(), len(r.turns))], 8)...)
	return p
}

// whose says with whose eyes it is seen.
func (r *Replay) whose() string {
	switch whose := r.eyes[r.seen]; whose {
	case seat.Public:
		return r.t(messages.ScreenPublic)
	case seat.Open:
		return r.t(messages.ScreenOpenAll)
	default:
		return r.lang.Seat(viewmodel.SeatOf(whose))
	}
}

// slider shows how far it has come.
func (r *Replay) slider() string {
	const columns = 20
	at := 0
	if r.shown.Len() > 0 {
		at = columns * r.shown.Step() / r.shown.Len()
	}
	return strings.Repeat("=", at) + strings.Repeat("-", columns-at)
}

// news says what happened in the turn that is shown.
func (r *Replay) news() line {
	switch s := r.now; {
	case s.Conviction != nil:
		return line{r.warn, r.t(messages.PlayCheated, messages.Capital(r.lang.Seat(viewmodel.SeatOf(s.Conviction.Seat))), s.Conviction.Record, r.of.Conviction.Reason)}
	case s.Last == nil:
		return line{r.dim, r.t(messages.ScreenBegin)}
	case s.Result != nil:
		return line{r.strong, s.Numbered(r.lang, s.Last) + "\n" + messages.Capital(s.ResultInWords(r.lang))}
	default:
		return lastTurn(r.look, s, r.turns[:min(r.shown.Step(), len(r.turns))])
	}
}

// covering returns the page that covers the board; nil if none does.
func (r *Replay) covering() []line {
	switch r.page {
	case helpPage:
		return help(r.look, r.now.Rules, messages.ScreenKeysReplay)
	case rulesPage:
		return terms(r.look, r.o.Rules(r.now.Rules))
	}
	return nil
}

// View implements [tea.Model].
func (r *Replay) View() tea.View {
	v := tea.NewView(r.paint(r.content()).String())
	v.AltScreen, v.MouseMode = true, tea.MouseModeCellMotion
	v.WindowTitle = plain(joined(": ", "darkjunqi", r.t(messages.ScreenStep, r.shown.Step(), r.shown.Len())))
	return v
}
