package screen

import (
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
)

// Options describe how anything is shown.
type Options struct {
	Lang    messages.Lang
	Letters bool // pieces are letters in all languages
	Colours bool
	Now     func() time.Time // time.Now if nil
}

// look describes how everything is drawn.
type look struct {
	palette
	lang    messages.Lang
	letters bool
}

func (l look) t(text messages.Text, args ...any) string { return text.In(l.lang, args...) }

// renderer draws what all screens have in common: a title, a board with a panel beside it, what
// happened, what to do, and the actions.
type renderer struct {
	look
	w, h   int
	near   engine.Seat
	cursor engine.Node
	page   page // what covers the board
	scroll int
	focus  int // the action that has the focus; -1: the board has it
}

func newRenderer(o Options) renderer {
	return renderer{look: look{newPalette(o.Colours, true), o.Lang, o.Letters}, w: 80, h: 24, cursor: engine.NoNode, focus: -1}
}

// line is a paragraph of the panel.
type line struct {
	textStyle
	text string
}

// action is something that a person may choose: by its key, at the bar, or by the mouse.
type action struct {
	key   string // as tea.Key.String says it
	label messages.Text
	does  func() tea.Cmd
}

func (a action) name() string {
	if name, ok := keyNames[a.key]; ok {
		return name
	}
	return a.key
}

var keyNames = map[string]string{"space": "Space", "enter": "Enter", "esc": "Esc", "left": "Left", "right": "Right", "home": "Home", "end": "End"}

// content holds what a screen shows.
type content struct {
	title, right string
	rules        *engine.Ruleset
	grid         grid
	position     position
	panel        []line
	news         line // what happened last
	call         line // what to do now
	input        *prompt
	actions      []action
	focus        int    // the action that has the focus; -1: none
	page         []line // covers board and panel; nil: nothing does
	scroll       int    // lines of the page that are passed
}

// frame is the place of everything on the screen.
type frame struct {
	cellGrid
	board    rect // as much of the board as has room
	dx, dy   int  // of it, what is scrolled away
	panel    rect
	news     int // its line
	call     int
	bar      []button
	barLines int
}

type rect struct{ x, y, w, h int }

// button is an action at its place.
type button struct {
	rect
	action int
}

const (
	leastPanel = 24 // columns, where the board leaves a choice
	thinPanel  = 14 // columns, below which there is none
	newsLines  = 2
)

// arrange gives everything its place.
func (s *renderer) arrange(p *content) frame {
	f := frame{}
	f.bar, f.barLines = s.buttons(p.actions)
	for i := range f.bar {
		f.bar[i].y += s.h - f.barLines
	}
	f.call = s.h - f.barLines - 1
	f.news = f.call - newsLines
	if s.h < 12 { // of little room the board takes what it can
		f.news = f.call
	}
	room := max(f.news-1, 0)
	if p.rules == nil {
		f.panel = rect{0, 1, s.w, room}
		return f
	}
	f.cellGrid = fitting(p.grid, s.w-leastPanel-2, room)
	f.board = rect{0, 1, min(f.w, s.w), min(f.h, room)}
	f.dx, f.dy = s.scrolled(f.cellGrid, f.board)
	if left := s.w - f.w - 2; left >= thinPanel {
		f.panel = rect{f.w + 2, 1, left, room}
	}
	return f
}

// scrolled returns how far a board that is larger than its room is scrolled so that the cursor
// stands in the middle.
func (s *renderer) scrolled(c cellGrid, room rect) (dx, dy int) {
	x, y := c.corner(s.cursor)
	return min(max(x+c.cell/2-room.w/2, 0), c.w-room.w), min(max(y-room.h/2, 0), c.h-room.h)
}

// buttons puts actions side by side on as many lines as they take.
func (s *renderer) buttons(actions []action) (list []button, lines int) {
	x, y := 0, 0
	for i, a := range actions {
		w := messages.Width(plain(s.label(a)))
		if x > 0 && x+w > s.w {
			x, y = 0, y+1
		}
		list = append(list, button{rect{x, y, w, 1}, i})
		x += w + 1
	}
	return list, y + 1
}

func (s *renderer) label(a action) string { return " " + a.name() + " " + s.t(a.label) + " " }

// paint draws a picture.
func (s *renderer) paint(p *content) canvas {
	c := newCanvas(s.w, s.h)
	f := s.arrange(p)
	switch {
	case p.page != nil:
		write(c.window(1, 1, s.w-2, f.news-1), p.page, p.scroll)
	case p.rules != nil:
		s.boardPainter(f.cellGrid, p.position).draw(c.window(f.board.x, f.board.y, f.board.w, f.board.h), -f.dx, -f.dy)
		fallthrough
	default:
		write(c.window(f.panel.x, f.panel.y, f.panel.w, f.panel.h), p.panel, 0)
	}
	if f.news < f.call {
		c.window(1, f.news, s.w-2, newsLines).block(0, p.news.textStyle, p.news.text)
	}
	if p.input != nil {
		p.input.draw(c.window(1, f.call, s.w-1, 1), s.look)
	} else {
		s.paintCall(c, &f, p.call)
	}
	s.paintBar(c, &f, p)
	s.paintTitle(c, p)
	return c
}

// paintCall writes what to do now; the second line of what happened gives way to it if it is
// long.
func (s *renderer) paintCall(c canvas, f *frame, call line) {
	lines := wrapped(call.text, s.w-2)
	lines = lines[:min(len(lines), 1+min(f.call-f.news, 1))]
	for i, text := range lines {
		at := c.window(1, f.call-len(lines)+1+i, s.w-2, 1)
		at.fill(textStyle{})
		at.put(0, 0, call.textStyle, text)
	}
}

func (s *renderer) paintTitle(c canvas, p *content) {
	top := c.window(0, 0, s.w, 1)
	top.fill(s.title)
	end := top.put(1, 0, s.title, p.title)
	if x := s.w - 1 - messages.Width(plain(p.right)); x > end {
		top.put(x, 0, s.title, p.right)
	}
}

func (s *renderer) paintBar(c canvas, f *frame, p *content) {
	c.window(0, s.h-f.barLines, s.w, f.barLines).fill(s.bar)
	for _, b := range f.bar {
		a, label, key := p.actions[b.action], s.bar, s.key
		if b.action == p.focus {
			label, key = s.chosen, s.chosen
		}
		c.put(b.x, b.y, label, s.label(a))
		c.put(b.x+1, b.y, key, a.name())
	}
}

// write writes paragraphs from top to bottom, without the first lines of them.
func write(c canvas, lines []line, without int) {
	y := -without
	for _, l := range lines {
		y = c.block(y, l.textStyle, l.text)
	}
}

// node returns the node that is drawn at a place of the screen.
func (f *frame) node(x, y int) (engine.Node, bool) {
	if x < f.board.x || y < f.board.y || x >= f.board.x+f.board.w || y >= f.board.y+f.board.h {
		return engine.NoNode, false
	}
	return f.hit(x-f.board.x+f.dx, y-f.board.y+f.dy)
}

// button returns the action at a place of the screen; -1 if there is none.
func (f *frame) button(x, y int) int {
	for _, b := range f.bar {
		if y == b.y && b.x <= x && x < b.x+b.w {
			return b.action
		}
	}
	return -1
}

// page identifies what covers the board.
type page uint8

const (
	noPage page = iota
	helpPage
	turnsPage
	rulesPage
	sayPage
)

// cover covers the board with a page; noPage uncovers it.
func (s *renderer) cover(p page) func() tea.Cmd {
	return func() tea.Cmd {
		s.page, s.scroll = p, 0
		return nil
	}
}

// pageKeys scroll a page by so many lines.
var pageKeys = map[string]int{"up": -1, "down": 1, "pgup": -10, "pgdown": 10, "home": -1 << 20, "end": 1 << 20}

// turnPage scrolls the page that covers the board, if one does.
func (s *renderer) turnPage(p *content, lines int) {
	if s.page != noPage {
		s.scroll = min(max(s.scroll+lines, 0), max(height(p.page, s.w-2)-(s.arrange(p).news-1), 0))
	}
}

// height returns how many lines paragraphs take.
func height(lines []line, columns int) int {
	n := 0
	for _, l := range lines {
		n += len(wrapped(l.text, columns))
	}
	return n
}

// flip turns the board to the next seat.
func (s *renderer) flip(rs *engine.Ruleset) func() tea.Cmd {
	return func() tea.Cmd {
		s.near = engine.Seat((int(s.near) + 1) % rs.NumSeats())
		return nil
	}
}

// adapt follows the size and background of the terminal.
func (s *renderer) adapt(msg tea.Msg) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		s.w, s.h = msg.Width, msg.Height
	case tea.BackgroundColorMsg:
		s.palette = newPalette(s.colours, msg.IsDark())
	}
}

// byKey moves the focus by a key, or finds the action that the key chooses; it reports whether the
// key was for the actions.
func (s *renderer) byKey(name string, actions []action) (does func() tea.Cmd, taken bool) {
	n := len(actions)
	if s.focus >= n {
		s.focus = -1
	}
	switch focused := s.focus >= 0; {
	case name == "tab":
		s.focus = (s.focus+2)%(n+1) - 1
	case name == "shift+tab":
		s.focus = (s.focus+n+1)%(n+1) - 1
	case focused && (name == "left" || name == "right"):
		s.focus = (s.focus + n + pick(name == "left", -1, 1)) % n
	case focused && (name == "enter" || name == "space"):
		return actions[s.focus].does, true
	default:
		i := slices.IndexFunc(actions, func(a action) bool { return a.key == name })
		if i < 0 {
			return nil, false
		}
		return actions[i].does, true
	}
	return nil, true
}

// arrows are the directions of the keys that move the cursor.
var arrows = map[string][2]int{"up": {0, -1}, "down": {0, 1}, "left": {-1, 0}, "right": {1, 0}}

// walk moves the cursor by a key, if it is one that does.
func (s *renderer) walk(key string, c cellGrid) bool {
	d, ok := arrows[key]
	if ok {
		s.enter(c)
		s.cursor = c.beside(s.cursor, d[0], d[1])
	}
	return ok
}

// enter puts the cursor on the board if it is not there yet.
func (s *renderer) enter(c cellGrid) {
	if _, ok := c.of[s.cursor]; !ok {
		s.cursor = c.first()
	}
}

// joined puts texts behind each other, leaving out the empty ones.
func joined(gap string, texts ...string) string {
	var list []string
	for _, t := range texts {
		if t != "" {
			list = append(list, t)
		}
	}
	return strings.Join(list, gap)
}
