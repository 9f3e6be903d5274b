package screen

import (
	"fmt"
	"slices"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/p2p/store"
)

func (m *Match) content() *content {
	p := &content{title: m.title(), right: m.connection(), actions: m.actions(), focus: m.focus, input: m.input, scroll: m.scroll}
	p.call, p.news = m.call(), m.news()
	p.panel = m.panel()
	p.page = m.covering()
	m.drawing(p)
	return p
}

func (m *Match) title() string {
	id, _ := store.SplitID(m.now.Table.Match)
	who := m.t(messages.ScreenWatching)
	if m.now.Table.Seat != "" {
		who = m.now.SeatName(m.lang, m.now.Table.Seat)
	}
	return joined("  ", m.t(messages.ScreenBrand), messages.Cut(id, 6), who)
}

// connection says how the program is linked to the others, and what was proven.
func (m *Match) connection() string {
	k := &m.now.Connection
	proofs := m.now.Proofs.Made + m.now.Proofs.Checked
	traffic := fmt.Sprintf("%d kB", (m.now.Traffic.Sent+m.now.Traffic.Received+500)/1000)
	switch waited := m.since(k.Since); {
	case k.Done:
		return joined("  ", messages.Proofs.In(m.lang, proofs), m.t(messages.ScreenDone))
	case k.Online:
		return joined("  ", messages.Proofs.In(m.lang, proofs), traffic, m.t(messages.ScreenOnline))
	case k.ByHand():
		return joined("  ", messages.Proofs.In(m.lang, proofs), m.t(messages.ScreenByHand))
	case k.Since == 0 || waited < 0:
		return m.t(messages.ScreenAlone)
	case len(m.now.Seats) > 2 && m.now.Table.Seat != "" && !m.now.Alone():
		return m.t(messages.ScreenMissing, m.lang.Seats(m.now.Away().Seats()), waited)
	default:
		return m.t(messages.ScreenOffline, waited)
	}
}

// since returns how many seconds ago something was.
func (m *Match) since(at seat.Millis) int {
	return viewmodel.Seconds(m.o.Now().Sub(viewmodel.Moment(at)))
}

// drawing says which board is drawn: one's own part of it while the layout is being chosen.
func (m *Match) drawing(p *content) {
	rs := m.now.Rules
	if rs == nil {
		return
	}
	p.rules, p.grid = rs, newGrid(rs, m.near)
	p.position = position{cursor: m.cursor, picked: m.picked, goes: m.destinations()}
	switch {
	case m.editor != nil:
		p.grid = p.grid.around(m.near)
		p.position.View, p.position.goes, p.position.wrong = m.editor.view(), m.editor.partners(), m.editor.wrong()
		if m.editor.held >= 0 {
			p.position.picked = rs.Start(m.near, m.editor.held)
		}
	case !m.now.Begun() && m.now.Layout != "":
		p.grid = p.grid.around(m.near)
		l, err := rs.ParseLayout(m.now.Layout)
		if err != nil {
			return // unreachable: it is written by the same rules
		}
		p.position.View = (&editor{rules: rs, seat: m.near, layout: l}).view()
	default:
		m.now.Below = m.near
		p.position.View = m.now.View()
		p.position.Near = m.near
		p.position.marks = marks(m.now)
	}
}

// marks returns the notes on pieces that stand on the board.
func marks(s *viewmodel.Scene) map[engine.Node]string {
	found := map[engine.Node]string{}
	for i := range s.Pieces {
		if p := &s.Pieces[i]; p.Mark != "" && p.Node != "" {
			found[s.Node(p.Node)] = plain(p.Mark)
		}
	}
	return found
}

// news says what has happened last.
func (m *Match) news() line {
	switch {
	case m.now.Conviction != nil:
		c := m.now.Conviction
		return line{m.warn, m.t(messages.PlayCheated, messages.Capital(m.now.SeatName(m.lang, c.Seat)), c.Record, m.reason(c))}
	case m.now.Result != nil:
		return line{m.strong, messages.Capital(m.now.ResultInWords(m.lang))}
	case m.now.Last == nil:
		return line{}
	}
	return lastTurn(m.look, m.now, m.turns)
}

func (m *Match) reason(c *seat.Conviction) any {
	if m.o.Convicted != nil {
		if err := m.o.Convicted(); err != nil {
			return err
		}
	}
	return c.Reason.Text
}

// lastTurn says what happened in the last turn and, if that was no clash, in the last clash.
func lastTurn(l look, s *viewmodel.Scene, turns []*seat.Turn) line {
	if s.Last.Met != nil {
		return line{l.strong, s.TurnInWords(l.lang, s.Last)}
	}
	text := s.TurnInWords(l.lang, s.Last)
	for _, t := range slices.Backward(turns) {
		if t.Announcement != nil {
			return line{textStyle{}, text + "\n" + l.t(messages.ScreenLastClash, t.Number, s.TurnInWords(l.lang, t))}
		}
	}
	return line{textStyle{}, text}
}

// call says what is to be done now.
func (m *Match) call() line {
	now := m.now
	switch {
	case m.question != nil:
		return line{m.warn, m.question.text}
	case m.notice != "":
		return line{m.warn, m.notice}
	case m.busy:
		return line{m.dim, m.t(messages.ScreenBusy)}
	case m.editor != nil && m.editor.fault != nil:
		return line{m.warn, m.t(messages.PlayNo, m.editor.says(m.look))}
	case m.editor != nil:
		return line{m.strong, m.t(messages.ScreenArrangeHow)}
	case now.SealedInSetup() != "":
		return line{m.warn, m.t(messages.ScreenSealed, now.SeatName(m.lang, now.SealedInSetup()))}
	case m.over:
		return line{m.strong, m.t(messages.ScreenOver)}
	case now.Connection.Deserted:
		return line{m.warn, m.t(messages.ScreenDeserted, now.Shared())}
	case now.Connection.Hold == seat.HoldUnheard:
		return line{m.dim, m.t(now.Unheard())}
	case now.Decision == seat.DoMove:
		return line{m.strong, m.callToMove()}
	case now.Alone() && now.Connection.Since != 0:
		return line{m.warn, m.t(messages.ScreenNobodyHere)}
	}
	return line{m.dim, m.waitingFor()}
}

// callToMove asks for a move, and names an open offer or a proof that is due.
func (m *Match) callToMove() string {
	switch {
	case m.picked != engine.NoNode:
		return m.t(messages.ScreenWhere, m.now.Rules.Board().Name(m.picked))
	case !m.can(seat.CanOffer):
		return m.t(messages.PlayMustProve)
	case len(m.now.Offers) > 0 && m.can(seat.DoAccept):
		return m.t(messages.ScreenOffered, messages.Capital(m.lang.Seats(viewmodel.SeatsOf(m.now.Offers).Seats())))
	case m.offer:
		return m.t(messages.ScreenOffering)
	}
	return m.t(messages.ScreenYourMove)
}

// waitingFor says whom everybody waits for, and since when.
func (m *Match) waitingFor() string {
	for _, o := range m.now.Owes {
		if o.Seat == m.now.Table.Seat {
			continue
		}
		what := messages.ScreenOwesElse
		if messages.ScreenOwes.Has(o.What) {
			what = messages.ScreenOwes.Of(o.What)
		}
		text := m.t(what, m.lang.Seat(viewmodel.SeatOf(o.Seat)))
		if waited := m.since(o.Since); o.Since != 0 && waited > 2 {
			text += m.t(messages.ScreenWaited, waited)
		}
		return text
	}
	switch m.now.Phase {
	case seat.Waiting:
		return m.t(messages.ScreenNobody)
	case seat.Over:
		return m.t(messages.PlayWaitingAtEnd)
	}
	return m.t(messages.ScreenMoment)
}

// covering returns the page that covers the board; nil if none does.
func (m *Match) covering() []line {
	switch {
	case m.page == noPage || m.now.Rules == nil:
		return nil
	case m.page == helpPage && m.editor != nil:
		return help(m.look, m.now.Rules, messages.ScreenKeysArranging)
	case m.page == helpPage:
		return help(m.look, m.now.Rules, messages.ScreenKeys)
	case m.page == sayPage:
		return m.phrases()
	case m.page == rulesPage:
		return terms(m.look, m.o.Rules(m.now.Rules))
	}
	return m.listed()
}

// listed returns the list of all turns.
func (m *Match) listed() []line {
	lines := []line{{m.strong, m.t(messages.ScreenTurns)}}
	for _, t := range m.turns {
		lines = append(lines, line{m.text, m.now.Numbered(m.lang, t)})
	}
	for _, s := range m.said {
		lines = append(lines, line{m.dim, s.text})
	}
	return lines
}
