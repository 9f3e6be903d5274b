package engine

import (
	"fmt"
	"strings"
)

// ParseMove reads a move, "a6-a7" or "a6xa7", between two nodes of the board. It does
// not ask whether the move is legal.
func ParseMove(b *Board, text string) (Move, error) {
	from, to, _, err := cutMove(text)
	if err != nil {
		return Move{NoNode, NoNode}, err
	}
	m := Move{NoNode, NoNode}
	for _, end := range []struct {
		name string
		node *Node
	}{{from, &m.From}, {to, &m.To}} {
		n, ok := b.Node(end.name)
		if !ok {
			return Move{NoNode, NoNode}, fmt.Errorf("move %q: there is no node %q: files are a to e and rows 1 to 12, as in a6-a7", text, end.name)
		}
		*end.node = n
	}
	return m, nil
}

// cutMove cuts "a6-a7" or "a6xa7" in two, and says if it was an x.
func cutMove(text string) (from, to string, attacks bool, err error) {
	i := strings.IndexAny(text, "-x")
	if i < 0 {
		return "", "", false, fmt.Errorf("move %q: write where from and where to, as a6-a7", text)
	}
	return text[:i], text[i+1:], text[i] == 'x', nil
}

// Turn is one turn of a game as it is written down: a move with what was announced of
// it, or one of the words pass, no-move, resign and draw.
//
//	a6-a7      onto an empty node
//	a6xa7      onto an enemy
//	a6xa7+     the attacker stays, the enemy leaves
//	a6xa7-     the attacker leaves
//	a6xa7=     both leave
//	a6xa7~     the attacker is repelled
//	c11xb12+#  the flag is taken
//	a6xa7=!b1  a commander fell, and its owner's flag stands on b1
//	a6xa7-(5)  a scout met a regiment
//	a6-a7?     a draw is offered
//
// A flag that is taken already can't be shown when its commander falls (option
// carry); then "!red" or "!blue" says whose commander it was.
type Turn struct {
	Kind    EventKind // EventMove, EventPass, EventNoMove, EventResign or EventAcceptDraw
	Move    Move      // EventMove
	Attacks bool      // EventMove: onto an enemy
	Offers  bool      // EventMove: a draw is offered

	// What was announced of an attack; all false if it was not answered (yet, or
	// because it ended the game).
	AttackerLeaves, DefenderLeaves bool
	FlagTaken                      bool
	Repelled                       bool
	Seen                           Type           // NoType if none was
	Fell                           [NumSeats]bool // commanders that fell
	Flag                           [NumSeats]Node // where their flags were shown, else NoNode
}

// quietTurn is a turn of which nothing is announced.
func quietTurn(kind EventKind) Turn {
	return Turn{Kind: kind, Seen: NoType, Flag: [NumSeats]Node{NoNode, NoNode}}
}

// String writes the turn as described at [Turn].
func (t Turn) String() string {
	if t.Kind != EventMove {
		return t.Kind.String()
	}
	var b strings.Builder
	b.WriteString(t.Move.From.String())
	if t.Attacks {
		b.WriteByte('x')
	} else {
		b.WriteByte('-')
	}
	b.WriteString(t.Move.To.String())
	switch {
	case t.Repelled:
		b.WriteByte('~')
	case t.AttackerLeaves && t.DefenderLeaves:
		b.WriteByte('=')
	case t.AttackerLeaves:
		b.WriteByte('-')
	case t.DefenderLeaves:
		b.WriteByte('+')
	}
	if t.FlagTaken {
		b.WriteByte('#')
	}
	for seat, fell := range t.Fell {
		switch {
		case fell && t.Flag[seat] != NoNode:
			b.WriteString("!" + t.Flag[seat].String())
		case fell:
			b.WriteString("!" + Seat(seat).String())
		}
	}
	if t.Seen != NoType {
		b.WriteString("(" + string(t.Seen.Letter()) + ")")
	}
	if t.Offers {
		b.WriteByte('?')
	}
	return b.String()
}

// ParseTurn reads what [Turn.String] writes, and nothing else.
func ParseTurn(text string) (Turn, error) {
	for _, kind := range []EventKind{EventPass, EventNoMove, EventResign, EventAcceptDraw} {
		if text == kind.String() {
			return quietTurn(kind), nil
		}
	}
	t := quietTurn(EventMove)
	from, rest, attacks, err := cutMove(text)
	if err != nil {
		return Turn{}, err
	}
	to, said := rest, ""
	if i := strings.IndexAny(rest, "+-=~?#!("); i >= 0 {
		to, said = rest[:i], rest[i:]
	}
	t.Attacks = attacks
	if t.Move.From, err = ParseNode(from); err != nil {
		return Turn{}, fmt.Errorf("move %q: %w", text, err)
	}
	if t.Move.To, err = ParseNode(to); err != nil {
		return Turn{}, fmt.Errorf("move %q: %w", text, err)
	}
	if err := t.parseSaid(said); err != nil {
		return Turn{}, fmt.Errorf("move %q: %w", text, err)
	}
	if t.String() != text {
		return Turn{}, fmt.Errorf("move %q: written %q", text, t)
	}
	return t, nil
}

// parseSaid reads what stands after the two nodes of a move.
func (t *Turn) parseSaid(said string) error {
	for said != "" {
		mark := said[0]
		said = said[1:]
		if mark != '?' && !t.Attacks {
			return fmt.Errorf("%q stands only after an attack", mark)
		}
		switch mark {
		case '+':
			t.DefenderLeaves = true
		case '-':
			t.AttackerLeaves = true
		case '=':
			t.AttackerLeaves, t.DefenderLeaves = true, true
		case '~':
			t.Repelled = true
		case '#':
			t.FlagTaken = true
		case '?':
			t.Offers = true
		case '!':
			end := strings.IndexAny(said, "!(?")
			if end < 0 {
				end = len(said)
			}
			if err := t.parseFall(said[:end]); err != nil {
				return err
			}
			said = said[end:]
		case '(':
			letter, after, ok := strings.Cut(said, ")")
			seen, err := ParseType(letter)
			if !ok || err != nil {
				return fmt.Errorf("after ( goes a piece's letter and )")
			}
			t.Seen, said = seen, after
		default:
			return fmt.Errorf("unknown mark %q: there are + - = ~ # ! ( and ?", mark)
		}
	}
	return nil
}

// parseFall reads what follows a "!": the place of a fallen commander's flag, or its
// seat.
func (t *Turn) parseFall(text string) error {
	if seat, err := ParseSeat(text); err == nil {
		t.Fell[seat] = true
		return nil
	}
	n, err := ParseNode(text)
	if err != nil {
		return err
	}
	for seat := Red; seat.Valid(); seat++ {
		if standardBoard.headquarters[seat].Has(n) {
			t.Fell[seat], t.Flag[seat] = true, n
			return nil
		}
	}
	return fmt.Errorf("%s is no headquarters: a flag stands in one", n)
}

// Turns writes down a game: it plays the events from the start and gathers them by
// turns. An event that breaks a rule is refused with a *RuleError; the turns before it
// are returned too.
func Turns(rs *Ruleset, first Seat, events []Event) ([]Turn, error) {
	var turns []Turn
	p := Start(rs, first)
	for _, e := range events {
		before := p
		if err := p.Apply(e); err != nil {
			return turns, err
		}
		if e.Kind != EventAnswer && e.Kind != EventShow {
			turns = append(turns, turnOf(&before, []Event{e}))
			continue
		}
		turns[len(turns)-1].announce(rs, e)
	}
	return turns, nil
}

// turnOf writes down the events of one turn that were played from a position.
func turnOf(before *Position, events []Event) Turn {
	t := quietTurn(events[0].Kind)
	if t.Kind == EventMove {
		t.Move, t.Offers = events[0].Move, events[0].Offer
		t.Attacks = before.At(t.Move.To) != NoPiece
	}
	for _, e := range events[1:] {
		t.announce(before.rules, e)
	}
	return t
}

// announce adds to an attack what was announced of it.
func (t *Turn) announce(rs *Ruleset, e Event) {
	if e.Flag != NoNode {
		t.Flag[e.Seat] = e.Flag
	}
	if e.Kind != EventAnswer {
		return
	}
	said := rs.clash.codes[e.Code]
	t.AttackerLeaves, t.DefenderLeaves = said.AttackerLeaves, said.DefenderLeaves
	t.FlagTaken, t.Repelled, t.Seen = said.FlagTaken, said.Repelled, said.Seen
	t.Fell[e.Seat], t.Fell[e.Seat.Other()] = said.DefenderCommanderFell, said.AttackerCommanderFell
}
