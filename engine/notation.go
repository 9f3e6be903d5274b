package engine

import (
	"strings"

	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// Turn is one turn of a game as it is written down: a move with what was announced of
// it, or another thing that a seat does.
//
//	a6-a7       onto an empty node
//	a6xa7       onto an enemy
//	a6xa7+      the attacker stays, the enemy leaves
//	a6xa7-      the attacker leaves
//	a6xa7=      both leave
//	a6xa7~      the attacker is repelled
//	c11xb12+#   the flag is taken
//	a6xa7=!b1   a piece fell whose fall shows the flag, which stands on b1
//	a6xa7-(5)   what was attacked is shown: it is a 5
//	a6xa7+(7:)  what attacked is shown
//	a6xa7+(7:5) both are
//	a6-a7?      a draw is offered
//	pass        a time-out
//	no-move     the seat to move has no legal move
//	draw        the draw that the others offered
//	arrive:a8   the piece on a8 has reached its goal
//	resign:red  red gives up, whoever's turn it is
//	absent:red  red is put out by the others
//	*a6         the piece that lies face down is turned up
//	*a6@red:7   it is a 7 with red's colour on it
//	a5xa6@red:7 so is that which is struck; what happens follows, as a5xa6@red:7+
//
// The colour is the one printed on the piece, which another seat may have. Shares and shuffles
// are not written: they follow from the rest.
//
// A flag that has been taken or shown already is not shown again; then "!red" says whose
// piece fell. Where a seat went out between an attack and what was announced of it, the
// announcement appears by itself after that: "+", "=!b1", or "!b1" for a flag alone.
type Turn struct {
	Kind    EventKind // not EventAnswer and EventShow, except for an announcement by itself
	Seat    Seat      // EventResign, EventAbsent: who
	Move    Move      // EventMove; EventFlip: from and to the piece that is turned up
	Attacks bool      // EventMove: onto an enemy
	Offers  bool      // EventMove, EventFlip: a draw is offered

	// What was announced of an attack; all false if it was not answered (yet, or
	// because that ended the game).
	AttackerLeaves, DefenderLeaves bool
	FlagTaken                      bool
	Repelled                       bool
	AttackerSeen, DefenderSeen     Type           // NoType if not shown
	Fell                           [MaxSeats]bool // whose pieces fell whose fall shows a flag
	Flag                           [MaxSeats]Node // where flags were shown, else NoNode

	Token uint8 // what was turned up, else NoToken
}

// noFlags holds the flags of a turn that shows none.
var noFlags = [MaxSeats]Node{NoNode, NoNode, NoNode, NoNode, NoNode, NoNode}

// quietTurn returns a turn of which nothing is announced.
func quietTurn(kind EventKind) Turn {
	return Turn{Kind: kind, AttackerSeen: NoType, DefenderSeen: NoType, Flag: noFlags, Token: NoToken}
}

// seatMark stands between a word and the seat that it is about.
const seatMark = ":"

// FormatTurn writes a turn as described at [Turn].
func (rs *Ruleset) FormatTurn(t Turn) string {
	switch t.Kind {
	case EventMove:
	case EventFlip:
		return flipMark + rs.board.Name(t.Move.To) + rs.formatToken(t.Token) + offerMark(t.Offers)
	case EventFace:
		return rs.formatToken(t.Token) + rs.formatSaid(&t)
	case EventAnswer, EventShow:
		return rs.formatSaid(&t)
	case EventArrive:
		return t.Kind.String() + seatMark + rs.board.Name(t.Move.To)
	case EventResign, EventAbsent:
		return t.Kind.String() + seatMark + t.Seat.String()
	default:
		return t.Kind.String()
	}
	between := "-"
	if t.Attacks {
		between = "x"
	}
	return rs.board.Name(t.Move.From) + between + rs.board.Name(t.Move.To) + rs.formatToken(t.Token) + rs.formatSaid(&t) + offerMark(t.Offers)
}

// offerMark ends a turn with which a draw is offered.
func offerMark(offers bool) string {
	if offers {
		return "?"
	}
	return ""
}

func (rs *Ruleset) formatSaid(t *Turn) string {
	var b strings.Builder
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
			b.WriteString("!" + rs.board.Name(t.Flag[seat]))
		case fell:
			b.WriteString("!" + Seat(seat).String())
		}
	}
	switch a, d := t.AttackerSeen, t.DefenderSeen; {
	case a != NoType && d != NoType:
		b.WriteString("(" + rs.Letters(TypesOf(a)) + ":" + rs.Letters(TypesOf(d)) + ")")
	case a != NoType:
		b.WriteString("(" + rs.Letters(TypesOf(a)) + ":)")
	case d != NoType:
		b.WriteString("(" + rs.Letters(TypesOf(d)) + ")")
	}
	return b.String()
}

// ParseTurn reads what [Ruleset.FormatTurn] writes, and nothing else.
func (rs *Ruleset) ParseTurn(text string) (Turn, error) {
	t, err := rs.parseTurn(text)
	if err != nil {
		return Turn{}, coded.Errorf("engine.bad-turn", "move %q: %w", text, err)
	}
	if written := rs.FormatTurn(t); written != text {
		return Turn{}, coded.Errorf("engine.turn-written", "move %q: write %q", text, written)
	}
	return t, nil
}

func (rs *Ruleset) parseTurn(text string) (Turn, error) {
	for _, kind := range []EventKind{EventPass, EventNoMove, EventAcceptDraw} {
		if text == kind.String() {
			return quietTurn(kind), nil
		}
	}
	if word, name, ok := strings.Cut(text, seatMark); ok {
		if word == EventArrive.String() {
			t := quietTurn(EventArrive)
			n, err := rs.board.parseNode(name)
			t.Move = Move{n, n}
			return t, err
		}
		for _, kind := range []EventKind{EventResign, EventAbsent} {
			if word == kind.String() {
				return rs.parseOut(kind, name)
			}
		}
	}
	if node, ok := strings.CutPrefix(text, flipMark); ok {
		return rs.parseFlip(node)
	}
	if text != "" && strings.IndexByte("+-=~!@", text[0]) >= 0 {
		t := quietTurn(EventAnswer)
		switch text[0] {
		case '!':
			t.Kind = EventShow
		case '@':
			t.Kind = EventFace
		}
		return t, rs.parseSaid(&t, text)
	}
	return rs.parseMove(text)
}

func (rs *Ruleset) parseOut(kind EventKind, name string) (Turn, error) {
	t := quietTurn(kind)
	seat, err := rs.parseSeat(name)
	t.Seat = seat
	return t, err
}

// parseSeat reads the name of a seat that the game has.
func (rs *Ruleset) parseSeat(name string) (Seat, error) {
	for _, seat := range rs.Seats() {
		if seat.String() == name {
			return seat, nil
		}
	}
	return 0, coded.Errorf("engine.seat-not-here", "unknown seat %q: the seats are %s", name, SeatsOf(rs.Seats()...))
}

func (rs *Ruleset) parseMove(text string) (Turn, error) {
	t := quietTurn(EventMove)
	from, rest, attacks, err := cutMove(text)
	if err != nil {
		return t, err
	}
	to, said := rest, ""
	if i := strings.IndexAny(rest, "+-=~?#!(@"); i >= 0 {
		to, said = rest[:i], rest[i:]
	}
	t.Attacks = attacks
	if t.Move.From, err = rs.board.parseNode(from); err != nil {
		return t, err
	}
	if t.Move.To, err = rs.board.parseNode(to); err != nil {
		return t, err
	}
	return t, rs.parseSaid(&t, said)
}

// parseSaid reads what follows the two nodes of a move.
func (rs *Ruleset) parseSaid(t *Turn, said string) error {
	for said != "" {
		mark := said[0]
		said = said[1:]
		if mark != '?' && t.Kind == EventMove && !t.Attacks {
			return coded.Errorf("engine.mark-without-attack", "%q is only allowed after an attack", mark)
		}
		switch mark {
		case '@':
			end := strings.IndexAny(said, "+-=~?#")
			if end < 0 {
				end = len(said)
			}
			if err := rs.parseToken(t, said[:end]); err != nil {
				return err
			}
			said = said[end:]
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
			if t.Kind != EventMove {
				return coded.Errorf("engine.offer-without-move", "%q is only allowed with a move", mark)
			}
			t.Offers = true
		case '!':
			end := strings.IndexAny(said, "!(?")
			if end < 0 {
				end = len(said)
			}
			if err := rs.parseFall(t, said[:end]); err != nil {
				return err
			}
			said = said[end:]
		case '(':
			letters, after, ok := strings.Cut(said, ")")
			if err := rs.parseSeen(t, letters); err != nil || !ok {
				return coded.Errorf("engine.bad-seen", "after ( write a piece's letter and ), or two letters separated by a colon")
			}
			said = after
		default:
			return coded.Errorf("engine.unknown-mark", "unknown mark %q: expected one of + - = ~ # ! ( ? @", mark)
		}
	}
	return nil
}

// parseFall reads what follows a "!": where a flag was shown, or whose piece fell. A
// flag never moves, so where it stands says whose it is.
func (rs *Ruleset) parseFall(t *Turn, text string) error {
	if seat, err := rs.parseSeat(text); err == nil {
		t.Fell[seat] = true
		return nil
	}
	n, err := rs.board.parseNode(text)
	if err != nil {
		return err
	}
	for _, seat := range rs.Seats() {
		if number, ok := rs.Starter(seat, n); ok && rs.Allowed(number).Has(rs.flag) {
			t.Fell[seat], t.Flag[seat] = true, n
			return nil
		}
	}
	return coded.Errorf("engine.no-flag-place", "no flag starts on %s, and a flag stays where it is", text)
}

func (rs *Ruleset) parseSeen(t *Turn, letters string) (err error) {
	attacker, defender, both := strings.Cut(letters, ":")
	if !both {
		attacker, defender = "", letters
	}
	if attacker != "" {
		if t.AttackerSeen, err = rs.ParseType(attacker); err != nil {
			return err
		}
	}
	if defender == "" && attacker != "" {
		return nil
	}
	t.DefenderSeen, err = rs.ParseType(defender)
	return err
}

// Turns returns the turns of a game: it plays the events from the start and groups them. An
// event that breaks a rule is refused with a *RuleError; the turns before it are returned
// too.
func Turns(rs *Ruleset, first Seat, events []Event) ([]Turn, error) {
	var turns []Turn
	err := replay(rs, first, events, func(before *Position, e Event) {
		last := len(turns) - 1
		if turns = append(turns, TurnOf(before, e)); last >= 0 && turns[last].Join(turns[last+1]) {
			turns = turns[:last+1]
		}
	})
	return turns, err
}

// TurnOf returns one event as a separate turn, given the position in which it happened.
// [Turn.Join] adds an announcement to the attack that it belongs to.
func TurnOf(before *Position, e Event) Turn {
	t := quietTurn(e.Kind)
	switch e.Kind {
	case EventMove:
		t.Move, t.Offers = e.Move, e.Offer
		t.Attacks = before.At(t.Move.To) != NoPiece || before.deal.down.Has(t.Move.To)
	case EventFlip:
		t.Move, t.Offers = Move{e.Node, e.Node}, e.Offer
	case EventArrive:
		t.Move = Move{e.Node, e.Node}
	case EventFace:
		t.Token = e.Token
	case EventResign, EventAbsent:
		t.Seat = e.Seat
	case EventAnswer:
		said := before.rules.clash.codes[e.Code]
		t.AttackerLeaves, t.DefenderLeaves = said.AttackerLeaves, said.DefenderLeaves
		t.FlagTaken, t.Repelled = said.FlagTaken, said.Repelled
		t.AttackerSeen, t.DefenderSeen = said.AttackerSeen, said.DefenderSeen
		t.Fell[e.Seat], t.Fell[before.turn] = said.DefenderShowsFlag, said.AttackerShowsFlag
		t.Flag[e.Seat] = e.Flag
	case EventShow:
		t.Fell[e.Seat], t.Flag[e.Seat] = true, e.Flag
	}
	return t
}

// Join adds an announcement to the attack or the announcement that it follows, and reports whether
// it belongs there.
func (t *Turn) Join(next Turn) bool {
	switch {
	case next.Kind == EventShare || next.Kind == EventDeal:
	case next.Kind == EventFace && (t.Kind == EventFlip || t.Kind == EventMove) && t.Token == NoToken:
		t.Token = next.Token
	case next.Kind == EventAnswer && (t.Kind == EventMove || t.Kind == EventFace):
		said := next
		said.Kind, said.Move, said.Attacks, said.Offers, said.Token = t.Kind, t.Move, t.Attacks, t.Offers, t.Token
		*t = said
	case next.Kind == EventShow && (t.Kind == EventMove || t.Kind == EventAnswer):
		for seat, fell := range next.Fell {
			if fell {
				t.Flag[seat] = next.Flag[seat]
			}
		}
	default:
		return false
	}
	return true
}

// cutMove cuts "a6-a7" or "a6xa7" in two, and says if it was an x.
func cutMove(text string) (from, to string, attacks bool, err error) {
	i := strings.IndexAny(text, "-x")
	if i < 0 {
		return "", "", false, coded.Errorf("engine.move-form", "write the start and the destination, such as a6-a7")
	}
	return text[:i], text[i+1:], text[i] == 'x', nil
}

func (b *Board) parseNode(name string) (Node, error) {
	n, ok := b.Node(name)
	if !ok {
		return NoNode, coded.Errorf("engine.unknown-node", "there is no node %q on this board", name)
	}
	return n, nil
}
