package screen

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// actions returns what a person may choose now.
func (m *Match) actions() []action {
	switch {
	case m.question != nil:
		return m.answers()
	case m.page != noPage:
		return []action{{"esc", messages.ScreenBack, m.cover(noPage)}, {"q", messages.ScreenLeave, m.askLeave}}
	}
	var list []action
	add := func(can bool, key string, label messages.Text, does func() tea.Cmd) {
		if can {
			list = append(list, action{key, label, does})
		}
	}
	if m.editor != nil {
		m.arranging(add)
	} else {
		m.playing(add)
	}
	known := m.now.Rules != nil
	add(m.o.Invite != nil && len(m.now.Invites) > 0, "i", messages.ScreenInvite, m.invite)
	add(known, "u", messages.ScreenRules, m.cover(rulesPage))
	add(known, "?", messages.ScreenHelp, m.cover(helpPage))
	add(true, "q", messages.ScreenLeave, m.askLeave)
	return list
}

func (m *Match) answers() []action {
	answer := func(does func() tea.Cmd) func() tea.Cmd {
		return func() tea.Cmd {
			m.question = nil
			return does()
		}
	}
	no := answer(func() tea.Cmd { return nil })
	return []action{{"y", messages.ScreenYes, answer(m.question.yes)}, {"n", messages.ScreenNo, no}}
}

func (m *Match) playing(add func(bool, string, messages.Text, func() tea.Cmd)) {
	moves := m.now.Decision == seat.DoMove && m.can(seat.DoMove)
	p := m.under()
	add(moves, "n", messages.ScreenNext, m.next)
	add(moves, "/", messages.ScreenType, m.askMove)
	add(moves && m.can(seat.DoAccept), "a", messages.ScreenAccept, func() tea.Cmd {
		m.ask(m.t(messages.ScreenAcceptSure), func() tea.Cmd { return m.doIf(seat.DoAccept) })
		return nil
	})
	add(moves && m.can(seat.CanOffer) && m.now.Rules.NumSeats() > 1, "d", pick(m.offer, messages.ScreenNoOffer, messages.ScreenOffer), func() tea.Cmd {
		m.offer = !m.offer
		return nil
	})
	add(p != nil && !viewmodel.Seen(p) && m.can(seat.DoMark), "m", messages.ScreenNote, m.askMark)
	add(m.now.Begun(), "l", messages.ScreenList, m.listTurns)
	add(m.now.Begun(), "f", messages.ScreenFlip, m.flip(m.now.Rules))
	add(m.now.Talk != "" && len(m.now.TalkTo) > 0, "s", messages.ScreenSay, m.askSay)
	add(m.can(seat.DoClaim) && m.now.Phase == seat.Play, "c", messages.ScreenClaim, func() tea.Cmd {
		m.ask(m.t(messages.ScreenClaimSure), func() tea.Cmd { return m.doIf(seat.DoClaim) })
		return nil
	})
	add(m.can(seat.DoWait), "w", messages.ScreenWait, func() tea.Cmd { return m.doIf(seat.DoWait) })
	add(m.can(seat.DoResign) && m.now.Phase == seat.Play, "r", messages.ScreenResign, func() tea.Cmd {
		m.ask(m.t(messages.ScreenResignSure), func() tea.Cmd { return m.doIf(seat.DoResign) })
		return nil
	})
}

// doIf does what was asked about, if it still makes sense.
func (m *Match) doIf(command string) tea.Cmd {
	if !m.can(command) {
		m.notice = m.t(messages.ScreenTooLate)
		return nil
	}
	return m.do(seat.Command{Do: command})
}

// arranging lists what there is to do while the layout is being chosen.
func (m *Match) arranging(add func(bool, string, messages.Text, func() tea.Cmd)) {
	e := m.editor
	change := func(f func()) func() tea.Cmd {
		return func() tea.Cmd {
			f()
			return nil
		}
	}
	add(true, "p", messages.ScreenPlace, m.place)
	add(true, "r", messages.ScreenRandom, change(func() { e.set(e.from.Propose(e.rules)) }))
	add(true, "m", messages.ScreenMirror, change(func() {
		if !e.mirror() {
			m.notice = m.t(messages.ArrangeNoMirror)
		}
	}))
	add(len(e.from.Ready(e.rules)) > 0, "t", messages.ScreenPreset, change(func() { m.notice = e.nextPreset() }))
	add(len(e.past) > 0, "z", messages.ScreenUndo, change(e.undo))
	add(true, "o", messages.ScreenOpen, m.askOpen)
	add(true, "s", messages.ScreenSave, m.askSave)
}

// place settles the layout, if the rules allow it.
func (m *Match) place() tea.Cmd {
	e := m.editor
	if e.fault = e.rules.CheckLayout(e.layout); e.fault != nil {
		m.notice = m.t(messages.PlayNo, e.says(m.look))
		return nil
	}
	return m.do(seat.Command{Do: seat.DoLayout, Layout: e.rules.FormatLayout(e.layout)})
}

func (m *Match) askOpen() tea.Cmd {
	m.input = &prompt{label: m.t(messages.ScreenOpenWhat), most: longest, done: func(text string) tea.Cmd {
		if text == "" || m.editor == nil {
			return nil
		}
		if err := m.editor.load(text); err != nil {
			m.notice = m.t(messages.PlayNo, err)
		}
		return nil
	}}
	return nil
}

func (m *Match) askSave() tea.Cmd {
	m.input = &prompt{label: m.t(messages.ScreenSaveWhere), most: longest, done: func(name string) tea.Cmd {
		if name == "" || m.editor == nil {
			return nil
		}
		m.notice = m.t(messages.ScreenSaved, name)
		if err := m.editor.from.Write(m.editor.rules, name, m.editor.layout); err != nil {
			m.notice = m.t(messages.PlayNo, err)
		}
		return nil
	}}
	return nil
}

// askSay lists the set phrases, and asks for the number of one or, where the rules allow it, for a text.
func (m *Match) askSay() tea.Cmd {
	m.cover(sayPage)()
	label := pick(m.now.Talk == "free", messages.ScreenSayText, messages.ScreenSayNumber)
	m.input = &prompt{label: m.t(label), most: longest, done: func(text string) tea.Cmd {
		m.cover(noPage)()
		if text == "" {
			return nil
		}
		if n, err := strconv.Atoi(messages.Narrow(text)); err == nil && n > 0 {
			return m.do(seat.Command{Do: seat.DoSay, Phrase: n})
		}
		return m.do(seat.Command{Do: seat.DoSay, Text: text})
	}}
	return nil
}

// phrases returns what can be said, by their numbers.
func (m *Match) phrases() []line {
	lines := []line{{m.strong, m.t(messages.ScreenSay)}}
	for n := range p2p.Phrases {
		lines = append(lines, line{m.text, strconv.Itoa(n+1) + "\t" + m.lang.Say(n+1, "")})
	}
	return lines
}

// listTurns covers the board with the list of turns, from its end.
func (m *Match) listTurns() tea.Cmd {
	m.cover(turnsPage)()
	m.turnPage(m.content(), 1<<20)
	return nil
}
