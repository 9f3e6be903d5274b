package engine

import (
	"fmt"
	"strconv"
	"strings"
)

// FormatPosition writes a position on one line, as FEN does for chess:
//
//	yxwvu/tsrqp/o1n1m/lk1ji/h1g1f/edcba/ABCDE/F1G1H/IJ1KL/M1N1O/PQRST/UVWXY red move 0 0 0/0 - -/- -
//
// It holds all that is publicly known but the rules, in nine fields between single
// spaces:
//
//  1. The board from row 12 down to row 1, each from file a: the pieces of red are A to
//     Y and those of blue a to y in the order of the layout text (see [Piece]), digits
//     count empty nodes, and on a board with mountains these two stand between the
//     halves.
//  2. Whose turn it is.
//  3. What is owed: move; prove, a move that shows that there is one (see
//     [Position.MustProve]); an answer to an attack, as a6xa7; show; or how the game
//     ended, as red-wins:flag or draw:quiet.
//  4. The plies so far.
//  5. The plies in a row without a clash.
//  6. The time-outs of red and of blue.
//  7. The pieces that have moved, red's first, also those that have left. In brackets
//     stand the types that they may be, where their ways tell more than that they moved.
//  8. What is known of red's flag and of blue's: ! if the commander fell, with the node
//     where the flag was shown; # and the piece that carries the flag, or the node where
//     it lies, if it was taken.
//  9. ? if the last turn was a move that offered a draw, = if it was a clash in which
//     both left.
//
// A field that has nothing to say is "-".
func FormatPosition(p *Position) string {
	flags := [NumSeats]string{p.flagText(Red), p.flagText(Blue)}
	marks := ""
	if p.offered {
		marks += "?"
	}
	if p.bothLeft {
		marks += "="
	}
	return strings.Join([]string{
		p.boardText(),
		p.turn.String(),
		p.owedText(),
		strconv.Itoa(p.ply),
		strconv.Itoa(p.quiet),
		fmt.Sprintf("%d/%d", p.timeouts[Red], p.timeouts[Blue]),
		orDash(p.movedText()),
		flags[Red] + "/" + flags[Blue],
		orDash(marks),
	}, " ")
}

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

// pieceLetters are the letters of the pieces.
const pieceLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYabcdefghijklmnopqrstuvwxy"

// textRows lists the nodes in the order of a position's text, by groups.
func (b *Board) textRows() [][]Node {
	var rows [][]Node
	for row := numRows; row >= 1; row-- {
		var nodes []Node
		for file := range numFiles {
			nodes = append(nodes, grid(file, row))
		}
		rows = append(rows, nodes)
		if row == rowsASide+1 && b.mountains != 0 {
			rows = append(rows, b.mountains.Nodes())
		}
	}
	return rows
}

func (p *Position) boardText() string {
	var rows []string
	for _, nodes := range p.rules.board.textRows() {
		row, empty := "", 0
		for i, n := range nodes {
			piece := p.at[n]
			if piece == NoPiece {
				empty++
			}
			if empty > 0 && (piece != NoPiece || i == len(nodes)-1) {
				row += strconv.Itoa(empty)
				empty = 0
			}
			if piece != NoPiece {
				row += pieceLetters[piece : piece+1]
			}
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, "/")
}

func (p *Position) owedText() string {
	switch r := p.result; {
	case p.phase == PhaseAnswer:
		return p.clash.From.String() + "x" + p.clash.To.String()
	case p.mustProve:
		return "prove"
	case r.Over && r.Draw:
		return "draw:" + r.Reason.String()
	case r.Over:
		return r.Winner.String() + "-wins:" + r.Reason.String()
	}
	return p.phase.String()
}

func (p *Position) movedText() string {
	text := ""
	for piece := range Piece(NumPieces) {
		if !p.Moved(piece) {
			continue
		}
		text += pieceLetters[piece : piece+1]
		if p.known[piece] != p.rules.allowed[piece.Number()]&Mobile {
			text += "(" + p.known[piece].String() + ")"
		}
	}
	return text
}

func (p *Position) flagText(seat Seat) string {
	text, f := "", p.flag[seat]
	if p.fell[seat] {
		text = "!"
		if f.shown != NoNode {
			text += f.shown.String()
		}
	}
	switch {
	case f.carrier != NoPiece:
		text += "#" + pieceLetters[f.carrier:f.carrier+1]
	case f.taken:
		text += "#" + f.lies.String()
	}
	return orDash(text)
}

// ParsePosition reads a position of a game by these rules, exactly as
// [FormatPosition] writes it. It refuses positions that no events lead to, as far as
// that can be seen from the position: pieces that have moved without leaving, a game
// that should be over, a flag that is shown where it can't stand.
func ParsePosition(rs *Ruleset, text string) (Position, error) {
	p, err := parsePosition(rs, text)
	if err != nil {
		return Position{}, fmt.Errorf("position: %w", err)
	}
	return p, nil
}

// maxPly bounds the counters of a position's text.
const maxPly = 1_000_000_000

func parsePosition(rs *Ruleset, text string) (Position, error) {
	p := Start(rs, Red)
	fields := strings.Split(text, " ")
	steps := []struct {
		name string
		read func(text string) error
	}{
		{"the board", p.readBoard},
		{"whose turn it is", func(text string) (err error) {
			p.turn, err = ParseSeat(text)
			return err
		}},
		{"what is owed", p.readOwed},
		{"the plies", func(text string) error { return readCount(text, &p.ply) }},
		{"the quiet plies", func(text string) error { return readCount(text, &p.quiet) }},
		{"the time-outs", func(text string) error {
			red, blue, _ := strings.Cut(text, "/")
			if err := readCount(red, &p.timeouts[Red]); err != nil {
				return err
			}
			return readCount(blue, &p.timeouts[Blue])
		}},
		{"the moved pieces", p.readMoved},
		{"the flags", func(text string) error {
			red, blue, _ := strings.Cut(text, "/")
			if err := p.readFlag(Red, red); err != nil {
				return err
			}
			return p.readFlag(Blue, blue)
		}},
		{"the last turn", func(text string) error {
			p.offered, p.bothLeft = strings.Contains(text, "?"), strings.Contains(text, "=")
			return nil
		}},
	}
	if len(fields) != len(steps) {
		return p, fmt.Errorf("%d fields: there are %d, between single spaces", len(fields), len(steps))
	}
	for i, step := range steps {
		if err := step.read(fields[i]); err != nil {
			return p, fmt.Errorf("%s (%.40q): %w", step.name, fields[i], err)
		}
	}
	if reason := p.inconsistent(); reason != "" {
		return p, fmt.Errorf("%s", reason)
	}
	if p.phase == PhaseAnswer {
		p.movers = p.known[p.at[p.clash.From]]
	}
	for i, written := range strings.Split(FormatPosition(&p), " ") {
		if written != fields[i] {
			return p, fmt.Errorf("%s (%.40q): written %q", steps[i].name, fields[i], written)
		}
	}
	return p, nil
}

// readCount reads a number that is not negative.
func readCount(text string, n *int) (err error) {
	*n, err = strconv.Atoi(text)
	if err != nil || *n < 0 || *n > maxPly {
		return fmt.Errorf("a number from 0 to %d is due", maxPly)
	}
	return nil
}

func (p *Position) readBoard(text string) error {
	for n := range p.at {
		p.at[n] = NoPiece
	}
	for piece := range p.where {
		p.where[piece] = NoNode
	}
	p.occupied = [NumSeats]NodeSet{}

	rows := p.rules.board.textRows()
	groups := strings.Split(text, "/")
	if len(groups) != len(rows) {
		return fmt.Errorf("%d rows: this board has %d", len(groups), len(rows))
	}
	for i, group := range groups {
		nodes := rows[i]
		for _, c := range []byte(group) {
			empty := 0
			piece := Piece(strings.IndexByte(pieceLetters, c))
			switch {
			case c >= '1' && c <= '5':
				empty = int(c - '0')
			case !piece.Valid():
				return fmt.Errorf("%q in %q: there are A to Y, a to y and 1 to 5", c, group)
			case len(nodes) == 0:
				empty = 1
			case p.where[piece] != NoNode:
				return fmt.Errorf("the piece %c stands on %s and on %s", c, p.where[piece], nodes[0])
			default:
				n := nodes[0]
				p.at[n], p.where[piece] = piece, n
				p.occupied[piece.Seat()] |= bit(n)
				nodes = nodes[1:]
			}
			if empty > len(nodes) {
				return fmt.Errorf("%q has too many nodes: %d are due", group, len(rows[i]))
			}
			nodes = nodes[empty:]
		}
		if len(nodes) > 0 {
			return fmt.Errorf("%q has too few nodes: %d are due", group, len(rows[i]))
		}
	}
	return nil
}

func (p *Position) readOwed(text string) (err error) {
	outcome, reason, over := strings.Cut(text, ":")
	switch {
	case over:
		p.phase = PhaseOver
		p.result, err = readResult(outcome, reason)
	case text == PhaseMove.String():
		p.phase = PhaseMove
	case text == PhaseShow.String():
		p.phase = PhaseShow
	case text == "prove":
		p.phase, p.mustProve = PhaseMove, true
	default:
		p.phase = PhaseAnswer
		if p.clash, err = ParseMove(p.rules.board, text); err != nil {
			return fmt.Errorf("move, prove, show, an attack as a6xa7, or an end as draw:quiet is due")
		}
	}
	return err
}

func readResult(outcome, reason string) (Result, error) {
	r := Result{Over: true}
	switch outcome {
	case "draw":
		r.Draw = true
	case "red-wins":
		r.Winner = Red
	case "blue-wins":
		r.Winner = Blue
	default:
		return r, fmt.Errorf("%q: draw, red-wins or blue-wins is due", outcome)
	}
	for r.Reason = ByFlag; r.Reason < numReasons; r.Reason++ {
		if reason == r.Reason.String() {
			return r, nil
		}
	}
	return r, fmt.Errorf("%q is no reason for a game to end", reason)
}

func (p *Position) readMoved(text string) error {
	if text == "-" {
		return nil
	}
	for text != "" {
		piece := Piece(strings.IndexByte(pieceLetters, text[0]))
		if !piece.Valid() {
			return fmt.Errorf("%q: there are the letters of pieces, and types in brackets after them", text[0])
		}
		text = text[1:]
		p.moved |= 1 << piece
		p.known[piece] &= Mobile
		if !strings.HasPrefix(text, "(") {
			continue
		}
		letters, rest, ok := strings.Cut(text[1:], ")")
		var types TypeSet
		for i := range letters {
			t, err := ParseType(letters[i : i+1])
			if err != nil {
				return err
			}
			types = types.Add(t)
		}
		if !ok || !types.Within(p.known[piece]) {
			return fmt.Errorf("(%s) is no set of types that this piece may be: after it goes a selection of (%s)", letters, p.known[piece])
		}
		p.known[piece], text = types, rest
	}
	return nil
}

func (p *Position) readFlag(seat Seat, text string) (err error) {
	f := &p.flag[seat]
	if text == "-" {
		return nil
	}
	text, p.fell[seat] = strings.CutPrefix(text, "!")
	shown, holder, taken := strings.Cut(text, "#")
	if shown != "" {
		if f.shown, err = ParseNode(shown); err != nil {
			return err
		}
	}
	if f.taken = taken; !taken {
		return nil
	}
	if piece := Piece(strings.Index(pieceLetters, holder)); len(holder) == 1 && piece.Valid() {
		f.carrier = piece
		return nil
	}
	f.lies, err = ParseNode(holder)
	return err
}
