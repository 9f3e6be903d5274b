package screen

import (
	"fmt"
	"slices"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// panel returns what is shown beside the board.
func (m *Match) panel() []line {
	if m.now.Rules == nil {
		return m.panelWithoutTerms()
	}
	if m.editor != nil {
		return m.panelOfEditor()
	}
	if !m.now.Begun() {
		return m.panelBefore()
	}
	lines := append(standing(m.look, m.now, m.o.Now()), m.outside()...)
	lines = append(lines, aboutPiece(m.look, m.now, m.under())...)
	return append(lines, tail(m.look, m.turns, 8)...)
}

// standing says how a game stands: the turn, the clock, the armies.
func standing(l look, s *viewmodel.Scene, at time.Time) []line {
	var lines []line
	if s.Result == nil {
		lines = append(lines, line{l.strong, l.t(messages.PanelTurn, s.Ply+1, s.SeatName(l.lang, s.ToMove))})
	}
	if s.Deal != nil && s.Deal.Turning != "" {
		lines = append(lines, line{l.strong, l.t(messages.PanelTurning, s.Deal.Turning)})
	}
	for _, text := range s.ClockInWords(l.lang, at) {
		lines = append(lines, line{l.text, text})
	}
	if n := s.Rules.QuietDraw(); n > 0 {
		quiet := messages.PanelQuiet
		if s.Rules.Deck() != nil {
			quiet = messages.PanelFlipQuiet
		}
		lines = append(lines, line{l.dim, l.t(quiet, s.Quiet, n)})
	}
	for _, of := range s.SeatsFromAfar() {
		for i, text := range s.ArmyInWords(l.lang, of) {
			lines = append(lines, line{pick(i == 0, l.army(s, of.Seat), l.text), text})
		}
	}
	return lines
}

// army returns how the name of an army is written: in its colour.
func (l look) army(s *viewmodel.Scene, name string) textStyle {
	return l.palette.near[ink(s.Rules, viewmodel.SeatOf(name))]
}

func aboutPiece(l look, s *viewmodel.Scene, p *seat.Piece) []line {
	if p == nil {
		return nil
	}
	head := s.Where(l.lang, p, p.Node)
	lines := []line{{}, {l.strong, head}}
	add := func(with textStyle, text messages.Text, args ...any) {
		lines = append(lines, line{with, l.t(text, args...)})
	}
	if p.Type == "" && s.Types(p.May) == s.Rules.Allowed(p.Number) {
		add(l.dim, messages.ScreenUnknown)
	} else {
		lines = append(lines, line{l.text, s.PieceIs(l.lang, p)})
	}
	if p.Mark != "" {
		add(l.warn, messages.LookMark, p.Mark)
	}
	if viewmodel.Seen(p) && !s.Rules.Open() && !s.Table.Open && s.Types(p.Public) != s.Rules.Allowed(p.Number) {
		add(l.dim, messages.LookSeen, s.Words(l.lang, p.Public))
	}
	for i := range p.Facts {
		lines = append(lines, line{l.dim, "- " + s.Fact(l.lang, &p.Facts[i])})
	}
	return lines
}

// tail returns the end of the list of turns, the newest first.
func tail(l look, turns []*seat.Turn, most int) []line {
	if len(turns) == 0 {
		return nil
	}
	lines := []line{{}, {l.strong, l.t(messages.ScreenTurns)}}
	for _, t := range slices.Backward(turns[max(len(turns)-most, 0):]) {
		lines = append(lines, line{l.dim, fmt.Sprintf("%d. %s %s", t.Number, l.lang.Seat(viewmodel.SeatOf(t.Seat)), notation(l, t))})
	}
	return lines
}

func notation(l look, t *seat.Turn) string {
	if messages.ScreenShortTurns.Has(t.Kind) {
		return l.t(messages.ScreenShortTurns.Of(t.Kind))
	}
	return t.Text
}

// panelOfEditor says what is held, what is wrong, and how the pieces are called.
func (m *Match) panelOfEditor() []line {
	e := m.editor
	lines := []line{{m.strong, m.t(messages.ScreenArrange)}, {m.dim, m.t(messages.ScreenHidden)}}
	if what, why := e.on(m.look, m.cursor); what != "" {
		lines = append(lines, line{}, line{m.strong, what})
		if why != "" {
			lines = append(lines, line{m.warn, why})
		}
	}
	if only := e.hint(m.look, m.cursor); only != "" {
		lines = append(lines, line{m.dim, only})
	}
	lines = append(lines, line{})
	for n := range e.wrong().All() {
		if _, why := e.on(m.look, n); why != "" && n != m.cursor {
			lines = append(lines, line{m.warn, why})
		}
	}
	for _, of := range m.now.Seats {
		if text := m.readiness(&of); text != "" && of.Seat != m.now.Table.Seat {
			lines = append(lines, line{m.dim, text})
		}
	}
	lines = append(lines, line{}, line{m.dim, e.rules.FormatLayout(e.layout)})
	return append(lines, m.outside()...)
}

// panelBefore says who is ready before the game begins.
func (m *Match) panelBefore() []line {
	lines := []line{{m.strong, m.t(messages.ScreenBefore)}, {}}
	for _, of := range m.now.Seats {
		lines = append(lines, line{m.army(m.now, of.Seat), m.now.SeatName(m.lang, of.Seat)}, line{m.text, "  " + m.readiness(&of)})
	}
	if len(m.now.Invites) > 0 {
		lines = append(lines, line{}, line{m.dim, m.t(messages.ScreenInviteHow)})
	}
	return append(lines, m.outside()...)
}

// outside returns the newest lines that came from outside, none older than two turns.
func (m *Match) outside() (lines []line) {
	const most = 6
	for _, s := range m.said[max(len(m.said)-most, 0):] {
		if s.turns >= len(m.turns)-1 {
			lines = append(lines, line{m.warn, s.text})
		}
	}
	if lines != nil {
		lines = append([]line{{}}, lines...)
	}
	return lines
}

// readiness says how far a seat has come before the game begins.
func (m *Match) readiness(of *seat.Seating) string {
	who := m.lang.Seat(viewmodel.SeatOf(of.Seat))
	switch {
	case !of.Joined:
		return m.t(messages.ScreenFree, who)
	case of.Ready:
		return m.t(messages.ScreenReady, who)
	case of.Arranging:
		return messages.Capital(m.t(messages.PlayArranging, who))
	}
	return m.t(messages.ScreenJoined, who)
}

// panelWithoutTerms is shown while it is not known what is played.
func (m *Match) panelWithoutTerms() []line {
	if m.now.Table.Seat == "" {
		return []line{{m.dim, m.t(messages.WatchTrying)}}
	}
	return []line{{m.dim, m.t(messages.ScreenNoTerms)}}
}
