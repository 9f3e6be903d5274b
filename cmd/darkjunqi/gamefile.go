package main

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// game is a game that is looked at: from a transcript, or from its text.
type game struct {
	rules    *engine.Ruleset
	first    engine.Seat
	turns    []turn
	revealed [2]*engine.Layout // nil where a layout was not revealed
	signed   bool              // it comes from a transcript
	cheated  *protocol.Conviction
}

// position is the public game after n turns.
func (g *game) position(n int) engine.Position {
	if n == 0 {
		return engine.Start(g.rules, g.first)
	}
	return g.turns[n-1].after
}

// openGame reads a transcript, or a game as text, from a file or, for "-", from standard input.
func (a *app) openGame(name string) (*game, error) {
	file, err := a.readTranscript(name)
	if err != nil {
		return nil, wrong(fmt.Errorf("%s: %w", name, err))
	}
	if bytes.HasPrefix(bytes.TrimSpace(file), []byte("[")) {
		return gameOfText(name, string(file))
	}
	return a.gameOfTranscript(name, file)
}

func gameOfText(name, text string) (*game, error) {
	parsed, err := engine.ParseGame(text)
	if err != nil {
		return nil, wrong(fmt.Errorf("%s: %w", name, err))
	}
	turns, err := turnsOf(parsed.Rules, parsed.First, parsed.Events)
	if err != nil {
		return nil, wrong(fmt.Errorf("%s: %w", name, err))
	}
	return &game{rules: parsed.Rules, first: parsed.First, turns: turns, revealed: parsed.Layouts}, nil
}

func (a *app) gameOfTranscript(name string, file []byte) (*game, error) {
	records, _, err := transcript.ParseFile(file)
	if err != nil {
		p := wrong(fmt.Errorf("%s: %w", name, err))
		if errors.Is(err, transcript.ErrForeign) {
			return nil, p.hinting(a.t(words.HintGameText))
		}
		return nil, p.hinting(a.t(words.HintAudit, name))
	}
	g := &game{signed: true}
	m, _, err := protocol.Fold(records)
	if err != nil {
		// A false record that its signer can't deny ends the game; one that anybody can have mangled spoils the file.
		var refusal *protocol.Refusal
		if !errors.As(err, &refusal) || !refusal.Provable {
			return nil, wrong(fmt.Errorf("%s: %w", name, err)).hinting(a.t(words.HintAudit, name))
		}
		g.cheated = refusal.Conviction()
	}
	if g.cheated == nil {
		g.cheated = m.Conviction()
	}
	switch {
	case m.Rules() == nil:
		return nil, a.fail(words.ErrNoGame, name)
	case m.Commitment(engine.Red) == nil || m.Commitment(engine.Blue) == nil:
		return nil, a.fail(words.ErrNotBegun, name).hinting(a.t(words.HintAudit, name))
	}
	g.rules, g.first = m.Rules(), m.FirstMover()
	if g.turns, err = turnsOf(g.rules, g.first, m.Events()); err != nil {
		return nil, wrong(fmt.Errorf("%s: %w", name, err))
	}
	for seat := range g.revealed {
		if l, ok := m.OpenedLayout(engine.Seat(seat)); ok {
			g.revealed[seat] = &l
		}
	}
	return g, nil
}
