package screen

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// Seat is the seat whose view is shown: a [seat.Seat].
type Seat interface {
	Changed() <-chan struct{}
	Table() seat.Table
	Rules() *engine.Ruleset
	State() seat.State
	Events(since int) []seat.Event
	Do(seat.Command) error
}

// Layouts load and save layouts.
type Layouts struct {
	Propose func(rs *engine.Ruleset) engine.Layout                            // one that one can play well from
	Ready   func(rs *engine.Ruleset) []string                                 // the names of ready-made ones
	Read    func(rs *engine.Ruleset, text string) (engine.Layout, error)      // by a ready-made name, of a file, or as text; it need not be legal
	Write   func(rs *engine.Ruleset, name string, layout engine.Layout) error // to a file
}

// MatchOptions describe how a match is shown.
type MatchOptions struct {
	Options
	Layouts Layouts
	Placed  bool   // the layout was chosen before: nobody is asked
	Leaving string // what becomes of a match that is left
	Bell    bool   // the terminal's rings when something is asked of the person after a while
	// Invite shows the invites outside of the screen, where they can be copied; nil if nobody
	// may invite.
	Invite tea.ExecCommand
	// Convicted is the reason somebody was convicted, as an error that has words in all languages; nil
	// if nobody was, or that is not known.
	Convicted func() error
	// Rules says the rules of the match in words.
	Rules func(rs *engine.Ruleset) []string
}

// Match is the screen of a running match.
type Match struct {
	renderer
	o    MatchOptions
	ctx  context.Context // what waits for the seat ends with it
	seat Seat
	mail *notices

	now   *viewmodel.Scene
	told  int          // events that were taken
	turns []*seat.Turn // the complete ones
	said  []said       // lines that came from outside
	over  bool         // the match is finished: leaving it asks nothing

	picked   engine.Node // the piece of one's own that is to move; NoNode if none is
	offer    bool        // the next move offers a draw
	editor   *editor     // while the layout is being chosen
	input    *prompt     // a line that is being typed; nil if none is
	question *question   // what has to be answered first; nil if nothing has
	notice   string      // why something was not done, or what was
	busy     bool        // a command is being done
	idle     time.Time   // since when nothing is asked of the person
	called   bool        // something is asked again, after a long wait: the bell is to ring
	left     bool
}

// said is a line that came from outside, after so many turns.
type said struct {
	text  string
	turns int
}

// question is something to be answered with yes or no.
type question struct {
	text string
	yes  func() tea.Cmd
}

// NewMatch returns the screen of the match of a seat, until ctx ends.
func NewMatch(ctx context.Context, s Seat, o MatchOptions) *Match {
	if o.Now == nil {
		o.Now = time.Now
	}
	m := &Match{o: o, ctx: ctx, seat: s, mail: &notices{came: make(chan struct{}, 1)}, picked: engine.NoNode, idle: o.Now()}
	m.renderer = newRenderer(o.Options)
	m.pull()
	m.near = m.now.Near()
	return m
}

// The messages to the model besides keys and sizes.
type (
	changedMsg struct{}        // something of the match
	tickMsg    struct{}        // a second has passed
	didMsg     struct{ error } // a command was done, or refused
	shownMsg   struct{}        // the invites were shown
)

// Init implements [tea.Model].
func (m *Match) Init() tea.Cmd {
	cmds := []tea.Cmd{tea.RequestBackgroundColor, m.wait(), m.mail.wait(m.ctx), tick()}
	if m.o.Invite != nil && len(m.now.Invites) > 0 {
		cmds = append(cmds, m.invite())
	}
	return tea.Batch(cmds...)
}

func tick() tea.Cmd { return tea.Tick(time.Second, func(time.Time) tea.Msg { return tickMsg{} }) }

// wait waits for the next change. Changes up to now are reported at once.
func (m *Match) wait() tea.Cmd {
	changed := m.seat.Changed()
	m.pull()
	return func() tea.Msg {
		select {
		case <-changed:
			return changedMsg{}
		case <-m.ctx.Done():
			return nil
		}
	}
}

// longWait is the time somebody looks at a board on which nothing happens, and not away.
const longWait = 5 * time.Second

// ring calls a person who has waited so long for a turn that they may look elsewhere.
func (m *Match) ring() tea.Cmd {
	if !m.called {
		return nil
	}
	m.called = false
	return tea.Raw("\a")
}

// pull reads what is new in the match.
func (m *Match) pull() {
	rs := m.seat.Rules()
	asked := m.now != nil && m.now.Decision != ""
	m.lang = m.lang.Under(rs)
	m.now = &viewmodel.Scene{State: m.seat.State(), Table: m.seat.Table(), Rules: rs, Below: m.near}
	switch asks := m.now.Decision != ""; {
	case asked && !asks:
		m.idle = m.o.Now()
	case !asked && asks:
		m.called = m.o.Bell && m.o.Now().Sub(m.idle) >= longWait
	}
	for _, e := range m.seat.Events(m.told) {
		m.told = e.Number
		m.note(&e)
		if e.Turn != nil && e.Turn.Complete && (len(m.turns) == 0 || m.turns[len(m.turns)-1].Number < e.Turn.Number) {
			m.turns = append(m.turns, e.Turn)
		}
	}
	if m.now.Decision != seat.DoMove {
		m.picked = engine.NoNode
	}
	if m.now.Phase != seat.Play {
		m.offer = false
	}
	m.edit()
}

// noted are the events besides turns that a person should hear of.
var noted = map[seat.EventKind]messages.Text{
	seat.EventClaim: messages.PlayClaims, seat.EventVote: messages.PlayVotes, seat.EventPeek: messages.PlayPeek, seat.EventFalse: messages.PlayPeekFalse, seat.EventOut: messages.ScreenOut,
}

// note keeps what an event says besides turns, if it is of this run and of somebody else.
func (m *Match) note(e *seat.Event) {
	if e.Kind == seat.EventSaid && e.Seat != m.now.Table.Seat {
		m.said = append(m.said, said{m.t(messages.PlaySays, messages.Capital(m.now.SeatName(m.lang, e.Seat)), m.lang.Say(e.Phrase, e.Text)), len(m.turns)})
		return
	}
	text, ok := noted[e.Kind]
	if ok && e.At != 0 && e.Seat != m.now.Table.Seat {
		m.said = append(m.said, said{m.t(text, messages.Capital(m.now.SeatName(m.lang, e.Seat))), len(m.turns)})
	}
}

// edit opens and closes the editor.
func (m *Match) edit() {
	asked := m.now.Decision == seat.DoLayout && !m.o.Placed
	switch {
	case asked && m.editor == nil && m.now.Rules != nil:
		_ = m.seat.Do(seat.Command{Do: seat.DoArranging}) // never refused: it only tells the others
		m.editor = &editor{rules: m.now.Rules, seat: m.now.Near(), from: m.o.Layouts, layout: m.o.Layouts.Propose(m.now.Rules), held: -1}
		m.cursor = engine.NoNode
	case !asked && m.editor != nil:
		m.editor, m.cursor = nil, engine.NoNode
	}
}

// Update implements [tea.Model].
func (m *Match) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	m.adapt(msg)
	switch msg := msg.(type) {
	case changedMsg:
		return m, tea.Batch(m.wait(), m.ring())
	case tickMsg:
		return m, tick()
	case noticeMsg:
		m.take(msg)
		return m, m.mail.wait(m.ctx)
	case didMsg:
		m.busy = false
		if m.notice = ""; msg.error != nil {
			m.notice = m.t(messages.PlayNo, msg.error)
		}
		m.pull()
	case tea.PasteMsg:
		if m.input != nil {
			m.input.add(msg.Content)
		}
	case tea.KeyPressMsg:
		return m, m.press(msg.Key())
	case tea.MouseClickMsg:
		return m, m.click(msg.Mouse())
	case tea.MouseWheelMsg:
		m.turnPage(m.content(), pick(msg.Button == tea.MouseWheelUp, -3, 3))
	}
	return m, nil
}

// maxSaid is the maximum number of lines from outside that are kept.
const maxSaid = 100

// take takes what came from outside.
func (m *Match) take(msg noticeMsg) {
	for text := range strings.SplitSeq(msg.text, "\n") {
		if text != "" {
			m.said = append(m.said, said{text, len(m.turns)})
		}
	}
	m.said = m.said[max(len(m.said)-maxSaid, 0):]
	if m.over = m.over || msg.over; m.over {
		m.pull()
	}
}

// do does a command, unless another is on its way.
func (m *Match) do(c seat.Command) tea.Cmd {
	if m.busy {
		return nil
	}
	m.busy = true
	return func() tea.Msg { return didMsg{m.seat.Do(c)} }
}

// invite shows the invites outside of the screen.
func (m *Match) invite() tea.Cmd {
	return tea.Exec(m.o.Invite, func(error) tea.Msg { return shownMsg{} })
}

func (m *Match) press(key tea.Key) tea.Cmd {
	name := key.String()
	switch {
	case name == "ctrl+c" && m.question != nil:
		return m.leave() // twice means it
	case name == "ctrl+c":
		return m.askLeave()
	case name == "ctrl+z":
		return tea.Suspend
	case m.input != nil:
		return m.typeKey(name, key.Text)
	}
	m.notice = ""
	if does, taken := m.byKey(name, m.actions()); does != nil {
		m.focus = -1
		return does()
	} else if taken {
		return nil
	}
	return m.onBoard(name)
}

// onBoard takes a key that is for the board, or for what covers it.
func (m *Match) onBoard(name string) tea.Cmd {
	switch {
	case m.question != nil:
		if name == "esc" {
			m.question, m.focus = nil, -1
		}
		return nil
	case m.page != noPage:
		if d, ok := pageKeys[name]; ok {
			m.turnPage(m.content(), d)
		}
		return nil
	case name == "esc":
		m.focus, m.picked = -1, engine.NoNode
		if m.editor != nil {
			m.editor.held = -1
		}
		return nil
	}
	if p := m.content(); p.rules != nil {
		c := m.arrange(p).cellGrid
		m.enter(c)
		switch {
		case m.walk(name, c):
			m.focus = -1
		case name == "enter", name == "space":
			return m.choose()
		}
	}
	return nil
}

// typeKey takes a key while a line is being typed.
func (m *Match) typeKey(name, text string) tea.Cmd {
	switch name {
	case "enter":
		p := m.input
		m.input = nil
		return p.done(strings.TrimSpace(string(p.text)))
	case "esc":
		m.input = nil
	case "backspace":
		m.input.text = m.input.text[:max(len(m.input.text)-1, 0)]
	default:
		m.input.add(text)
	}
	return nil
}

func (m *Match) click(at tea.Mouse) tea.Cmd {
	p := m.content()
	f := m.arrange(p)
	if b := f.button(at.X, at.Y); b >= 0 && at.Button == tea.MouseLeft {
		m.notice, m.focus = "", -1
		return p.actions[b].does()
	}
	n, ok := f.node(at.X, at.Y)
	if !ok || m.question != nil || m.input != nil || m.page != noPage || p.rules == nil {
		return nil
	}
	m.notice, m.focus = "", -1
	m.cursor = n
	switch at.Button {
	case tea.MouseLeft:
		return m.choose()
	case tea.MouseRight:
		return m.askMark()
	}
	return nil
}

// choose picks the node under the cursor: the piece to move, or its destination.
func (m *Match) choose() tea.Cmd {
	if m.editor != nil {
		m.editor.choose(m.cursor)
		return nil
	}
	if m.now.Decision != seat.DoMove {
		return nil
	}
	at := m.now.Rules.Board().Name(m.cursor)
	switch {
	case m.picked == m.cursor:
		m.picked = engine.NoNode
	case m.picked != engine.NoNode && m.destinations().Has(m.cursor):
		return m.move(m.now.Rules.Board().Name(m.picked), at, m.offer)
	case m.now.Deal != nil && slices.Contains(m.now.Deal.Flips, at):
		return m.turnUp(at, m.offer)
	case len(m.now.Moves[at]) > 0:
		m.picked = m.cursor
	case m.picked != engine.NoNode:
		m.notice = m.t(messages.ScreenNotThere, m.now.Rules.Board().Name(m.picked), at)
	default:
		if p := m.now.On(at); p != nil && p.Seat == m.now.Table.Seat {
			m.notice = m.t(messages.MovesNone, at)
		}
	}
	return nil
}

// move makes a move that is legal according to the state.
func (m *Match) move(from, to string, offer bool) tea.Cmd {
	if from == to && m.now.Decision == seat.DoMove {
		return m.turnUp(to, offer)
	}
	if m.now.Decision != seat.DoMove || !slices.Contains(m.now.Moves[from], to) {
		m.notice = m.t(messages.ScreenNotThere, from, to)
		return nil
	}
	m.picked, m.offer = engine.NoNode, false
	return m.do(seat.Command{Do: seat.DoMove, From: from, To: to, Offer: offer && m.can(seat.CanOffer)})
}

// turnUp turns up a piece that lies face down, as far as the state tells.
func (m *Match) turnUp(node string, offer bool) tea.Cmd {
	if m.now.Deal == nil || !slices.Contains(m.now.Deal.Flips, node) {
		m.notice = m.t(messages.ScreenNotThere, node, node)
		return nil
	}
	m.picked, m.offer = engine.NoNode, false
	return m.do(seat.Command{Do: seat.DoFlip, Node: node, Offer: offer && m.can(seat.CanOffer)})
}

func (m *Match) can(command string) bool { return slices.Contains(m.now.Can, command) }

// destinations returns where the picked piece can go.
func (m *Match) destinations() (set engine.NodeSet) {
	if m.picked == engine.NoNode {
		return set
	}
	for _, name := range m.now.Moves[m.now.Rules.Board().Name(m.picked)] {
		set = set.Add(m.now.Node(name))
	}
	return set
}

// next goes to the next piece that can move or, if one is picked, to the next place where it
// can go.
func (m *Match) next() tea.Cmd {
	var nodes []engine.Node
	if m.picked != engine.NoNode {
		nodes = slices.Collect(m.destinations().All())
	} else {
		for from := range m.now.Moves {
			nodes = append(nodes, m.now.Node(from))
		}
	}
	slices.Sort(nodes)
	for _, n := range nodes {
		if n > m.cursor || m.cursor == engine.NoNode {
			m.cursor = n
			return nil
		}
	}
	if len(nodes) > 0 {
		m.cursor = nodes[0]
	}
	return nil
}

// askLeave asks whether to leave; a match that is over is left at once.
func (m *Match) askLeave() tea.Cmd {
	if m.over {
		return m.leave()
	}
	m.input = nil
	m.ask(m.t(messages.ScreenLeaveSure)+" "+m.o.Leaving, m.leave)
	return nil
}

func (m *Match) leave() tea.Cmd {
	m.left = true
	return tea.Quit
}

// ask asks a question; no is the default answer.
func (m *Match) ask(text string, yes func() tea.Cmd) {
	m.question, m.focus = &question{text, yes}, 1
}

// askMark asks for a note on the piece under the cursor.
func (m *Match) askMark() tea.Cmd {
	p := m.under()
	if p == nil || viewmodel.Seen(p) || !m.can(seat.DoMark) {
		return nil
	}
	ref := p.Ref
	m.input = &prompt{label: m.t(messages.ScreenMark, p.Node), text: []rune(p.Mark), most: seat.MaxMark, done: func(text string) tea.Cmd {
		return m.do(seat.Command{Do: seat.DoMark, Piece: &ref, Mark: text})
	}}
	return nil
}

// askMove asks for a move to be typed.
func (m *Match) askMove() tea.Cmd {
	m.input = &prompt{label: m.t(messages.ScreenTypeMove), most: longest, done: func(text string) tea.Cmd {
		if text == "" {
			return nil
		}
		from, to, offer := m.now.ReadMove(text)
		if to == "" {
			m.notice = m.t(messages.PlayUnknown, text)
			return nil
		}
		return m.move(from, to, offer || m.offer)
	}}
	return nil
}

// under returns the piece under the cursor; nil if there is none.
func (m *Match) under() *seat.Piece {
	if m.now.Rules == nil || m.cursor == engine.NoNode {
		return nil
	}
	return m.now.On(m.now.Rules.Board().Name(m.cursor))
}

// View implements [tea.Model].
func (m *Match) View() tea.View {
	p := m.content()
	v := tea.NewView(m.paint(p).String())
	v.AltScreen, v.MouseMode, v.WindowTitle = true, tea.MouseModeCellMotion, plain(m.caption())
	if m.input != nil {
		f := m.arrange(p)
		v.Cursor = tea.NewCursor(1+m.input.column(m.w-1), f.call)
	}
	return v
}

// caption returns the title of the terminal's window: whether it is one's turn.
func (m *Match) caption() string {
	switch {
	case m.now.Result != nil:
		return fmt.Sprintf("darkjunqi: %s", m.now.ResultInWords(m.lang))
	case m.now.Decision == seat.DoLayout:
		return "darkjunqi: " + m.t(messages.ScreenArrange)
	case m.now.Decision == seat.DoMove:
		return fmt.Sprintf("* darkjunqi: %s", m.t(messages.ScreenYourTurn, m.now.Ply+1))
	}
	return "darkjunqi"
}
