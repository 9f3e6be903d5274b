package engine

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// FormatPosition writes a position on one line, as FEN does for chess:
//
//	bYXWVU/bTSRQP/bO1N1M/bLK1JI/bH1G1F/bEDCBA/rABCDE/rF1G1H/rIJ1KL/rM1N1O/rPQRST/rUVWXY red move 0 0 0/0 - -/- - -/-
//
// It holds everything publicly known except the rules, in ten fields separated by single
// spaces. A field with a part for each seat has the parts in turn order, separated by "/".
//
//  1. The board, row by row as it is drawn, from the top and from the left. A piece is a
//     letter for its number: A to Z for 0 to 25, then c to z without r, s, t and v, then
//     $ and &. The initial of its seat (r, b, a, t, v or s) comes before the first piece of a row, and before each
//     piece of a seat other than the last. A number counts empty nodes.
//  2. Whose turn it is.
//  3. What is owed: "move"; "prove", a move that shows that there is one (see
//     [Position.MustProve]); the attack that must be answered, such as "a6xa7"; "show"; or
//     how the game ended, such as "red:flag", "red+amber:no-move" or "draw:quiet".
//  4. The plies so far.
//  5. The plies in a row without a clash.
//  6. The time-outs of each seat.
//  7. The pieces that have moved, including those that have left, written as on the board.
//     The types that a piece may be follow in parentheses, where more is known than that it
//     moved. A piece that was partly shown before it moved is listed too, with its types in
//     square brackets.
//  8. What is known of each seat's flag: "!" for each piece that left and whose fall shows
//     it, with the node where it was shown; "#" if it was taken, with the piece that carries
//     it, such as "#bA", or the node where it lies, such as "#@b9".
//  9. "?" and the initials of the seats whose offer of a draw is open; "=" if the last turn
//     was a clash in which both left.
//  10. Why each seat is out.
//
// With a deck pieces that lie face down are "*" on the board, and there are three fields more:
//
//  11. The letters of each seat's face-down pieces or, until the seats have their
//     colours, of each colour's.
//  12. Which colours the seats have: "none" yet, their "own", or, if two have each other's, "other".
//  13. The node of a piece that is being turned up, or the strike that does it, as "a5xa6", with
//     ":" and the initials of the seats that have shared it; "%" if what lies face down is dealt
//     again, with the initials of those that have shuffled it.
//
// A field, or a part of one, without content is "-".
func FormatPosition(p *Position) string {
	marks := ""
	if p.offers != 0 {
		marks = "?"
		for _, seat := range p.offers.Seats() {
			marks += initial(seat)
		}
	}
	if p.bothLeft {
		marks += "="
	}
	fields := []string{
		p.boardText(),
		p.turn.String(),
		p.owedText(),
		strconv.Itoa(p.ply),
		strconv.Itoa(p.quiet),
		p.eachSeat(func(seat Seat) string { return strconv.Itoa(p.timeouts[seat]) }),
		orDash(p.movedText()),
		p.eachSeat(p.flagText),
		orDash(marks),
		p.eachSeat(p.outText),
	}
	for _, f := range p.rules.dealFields() {
		fields = append(fields, f.write(p))
	}
	return strings.Join(fields, " ")
}

// eachSeat writes a part for each seat.
func (p *Position) eachSeat(part func(Seat) string) string {
	var parts []string
	for _, seat := range p.rules.Seats() {
		parts = append(parts, orDash(part(seat)))
	}
	return strings.Join(parts, "/")
}

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

// pieceLetters are the letters of pieces by number. The initials of seats are not among
// them.
const pieceLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZcdefghijklmnopquwxyz$&"

// initials are the seats' initials.
const initials = "rbatvs"

func initial(seat Seat) string { return initials[seat : seat+1] }

// pieceText names one piece, such as "bA".
func pieceText(piece Piece) string {
	return initial(piece.Seat()) + pieceLetters[piece.Number():piece.Number()+1]
}

// textRows lists the nodes in the order of a position's text, by rows.
func (b *Board) textRows() [][]Node {
	nodes := b.Nodes().Nodes()
	slices.SortStableFunc(nodes, func(m, n Node) int {
		return cmp.Or(cmp.Compare(b.nodes[m].Y, b.nodes[n].Y), cmp.Compare(b.nodes[m].X, b.nodes[n].X))
	})
	var rows [][]Node
	for i, n := range nodes {
		if i == 0 || b.nodes[n].Y != b.nodes[nodes[i-1]].Y {
			rows = append(rows, nil)
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], n)
	}
	return rows
}

// pieceWriter writes pieces, each run of one seat after its initial.
type pieceWriter struct {
	strings.Builder
	run Seat // not valid before the first
}

func newPieceWriter() *pieceWriter { return &pieceWriter{run: nobody} }

func (w *pieceWriter) write(piece Piece) {
	if seat := piece.Seat(); seat != w.run {
		w.run = seat
		w.WriteString(initial(seat))
	}
	w.WriteByte(pieceLetters[piece.Number()])
}

func (p *Position) boardText() string {
	var rows []string
	for _, nodes := range p.rules.board.textRows() {
		row, empty := newPieceWriter(), 0
		for i, n := range nodes {
			piece, down := p.at[n], p.deal.down.Has(n)
			if piece == NoPiece && !down {
				empty++
			}
			if empty > 0 && (piece != NoPiece || down || i == len(nodes)-1) {
				row.WriteString(strconv.Itoa(empty))
				empty = 0
			}
			if down {
				row.WriteByte(downMark)
			}
			if piece != NoPiece {
				row.write(piece)
			}
		}
		rows = append(rows, row.String())
	}
	return strings.Join(rows, "/")
}

func (p *Position) owedText() string {
	switch {
	case p.phase == PhaseAnswer:
		return p.rules.board.Name(p.clash.From) + "x" + p.rules.board.Name(p.clash.To)
	case p.mustProve:
		return "prove"
	case p.phase == PhaseOver:
		return outcomeText(p.result) + ":" + p.result.Reason.String()
	}
	return p.phase.String()
}

// outcomeText returns who won, such as "red+amber", or "draw".
func outcomeText(r Result) string {
	if r.Draw {
		return "draw"
	}
	var names []string
	for _, seat := range r.Winners.Seats() {
		names = append(names, seat.String())
	}
	return strings.Join(names, "+")
}

func (p *Position) movedText() string {
	text := newPieceWriter()
	for _, piece := range p.rules.pieces() {
		usual := p.usuallyKnown(piece)
		switch known := p.Known(piece); {
		case p.Moved(piece) && known == usual:
			text.write(piece)
		case p.Moved(piece):
			text.write(piece)
			text.WriteString("(" + p.rules.Letters(known) + ")")
		case known != usual:
			text.write(piece)
			text.WriteString("[" + p.rules.Letters(known) + "]")
		}
	}
	return text.String()
}

func (rs *Ruleset) pieces() []Piece {
	var list []Piece
	for _, seat := range rs.Seats() {
		for number := range rs.armySize {
			list = append(list, PieceOf(seat, number))
		}
	}
	return list
}

// usuallyKnown returns what is known of a piece by where it started, by whether it has moved,
// and by where its owner's flag was shown.
func (p *Position) usuallyKnown(piece Piece) TypeSet {
	types := p.rules.allowed[piece.Number()]
	if p.Moved(piece) {
		types &= p.rules.Mobile()
	}
	if shown := p.flag[piece.Seat()].shown; shown != NoNode && p.At(shown) == piece {
		types &= TypesOf(p.rules.flag)
	}
	return types
}

func (p *Position) flagText(seat Seat) string {
	f := &p.flag[seat]
	text := strings.Repeat("!", p.fell[seat])
	if f.shown != NoNode {
		text += p.rules.board.Name(f.shown)
	}
	switch {
	case f.carrier != NoPiece:
		text += "#" + pieceText(f.carrier)
	case f.lies != NoNode:
		text += "#@" + p.rules.board.Name(f.lies)
	case f.taken:
		text += "#"
	}
	return text
}

func (p *Position) outText(seat Seat) string {
	if p.out[seat] == NotOver {
		return ""
	}
	return p.out[seat].String()
}

// ParsePosition reads a position of a game by these rules, exactly as [FormatPosition] writes it.
// It refuses positions that no events lead to, as far as that can be seen from the position: pieces
// that have moved without leaving, a game that should be over, a flag that is shown where it can't
// be.
func ParsePosition(rs *Ruleset, text string) (Position, error) {
	p, err := parsePosition(rs, text)
	if err != nil {
		return Position{}, coded.Errorf("engine.position", "position: %w", err)
	}
	return p, nil
}

// maxPly bounds the counters of a position's text.
const maxPly = 1_000_000_000

// maxPositionText bounds the length of a position's text in bytes.
const maxPositionText = 8 << 10

func parsePosition(rs *Ruleset, text string) (Position, error) {
	if len(text) > maxPositionText {
		return Position{}, coded.Errorf("engine.position-long", "a text of %d bytes: the longest allowed is %d", len(text), maxPositionText)
	}
	p := Start(rs, Red)
	fields := strings.Split(text, " ")
	type step struct {
		name string
		read func(text string) error
	}
	steps := []step{
		{"the board", p.readBoard},
		{"whose turn it is", func(text string) (err error) {
			p.turn, err = rs.parseSeat(text)
			return err
		}},
		{"what is owed", p.readOwed},
		{"the plies", func(text string) error { return readCount(text, &p.ply) }},
		{"the quiet plies", func(text string) error { return readCount(text, &p.quiet) }},
		{"the time-outs", func(text string) error {
			return p.readEachSeat(text, func(seat Seat, text string) error { return readCount(text, &p.timeouts[seat]) })
		}},
		{"the moved pieces", p.readMoved},
		{"the flags", func(text string) error { return p.readEachSeat(text, p.readFlag) }},
		{"the last turn", p.readMarks},
		{"who is out", func(text string) error { return p.readEachSeat(text, p.readOut) }},
	}
	for _, f := range rs.dealFields() {
		steps = append(steps, step{f.name, func(text string) error { return f.read(&p, text) }})
	}
	if len(fields) != len(steps) {
		return p, coded.Errorf("engine.position-fields", "%d fields: there are %d, between single spaces", len(fields), len(steps))
	}
	for i, step := range steps {
		if err := step.read(fields[i]); err != nil {
			return p, coded.Errorf("engine.position-field", "%s (%.40q): %w", step.name, fields[i], err)
		}
	}
	p.learnFlags()
	if err := p.inconsistent(); err != nil {
		return p, err
	}
	if p.phase == PhaseAnswer {
		p.movers = p.Known(p.at[p.clash.From])
	}
	for i, written := range strings.Split(FormatPosition(&p), " ") {
		if written != fields[i] {
			return p, coded.Errorf("engine.position-written", "%s (%.40q): write %q", steps[i].name, fields[i], written)
		}
	}
	return p, nil
}

// learnFlags notes that pieces on which a flag was shown are flags.
func (p *Position) learnFlags() {
	for seat := range p.flag {
		if piece := p.At(p.flag[seat].shown); piece != NoPiece && piece.Seat() == Seat(seat) {
			p.learn(piece, TypesOf(p.rules.flag))
		}
	}
}

// readEachSeat reads the parts of a field, one for each seat.
func (p *Position) readEachSeat(text string, read func(seat Seat, text string) error) error {
	parts := strings.Split(text, "/")
	if len(parts) != p.rules.numSeats {
		return coded.Errorf("engine.position-parts", "%d parts: there are %d, one for each seat, with / between them", len(parts), p.rules.numSeats)
	}
	for seat, part := range parts {
		if err := read(Seat(seat), part); err != nil {
			return err
		}
	}
	return nil
}

// readCount reads a number that is not negative.
func readCount(text string, n *int) (err error) {
	*n, err = strconv.Atoi(text)
	if err != nil || *n < 0 || *n > maxPly {
		return coded.Errorf("engine.position-number", "expected a number from 0 to %d", maxPly)
	}
	return nil
}

// pieceReader reads pieces as pieceWriter writes them.
type pieceReader struct {
	rules *Ruleset
	run   Seat // not valid before the first
	text  string
}

// next reads a piece.
func (r *pieceReader) next() (Piece, error) {
	if seat := strings.IndexByte(initials, r.text[0]); seat >= 0 && len(r.text) > 1 {
		r.run, r.text = Seat(seat), r.text[1:]
	}
	c := r.text[0]
	number := strings.IndexByte(pieceLetters, c)
	if number < 0 || number >= r.rules.armySize || !r.rules.HasSeat(r.run) {
		return NoPiece, coded.Errorf("engine.position-piece", "%q is not a piece: expected an initial of a seat (%s), then letters of its pieces (%s)", c,
			initials[:r.rules.numSeats], pieceLetters[:r.rules.armySize])
	}
	r.text = r.text[1:]
	return PieceOf(r.run, number), nil
}

func (p *Position) readBoard(text string) error {
	for n := range p.at {
		p.at[n] = NoPiece
	}
	for seat := range p.where {
		for number := range p.where[seat] {
			p.where[seat][number] = NoNode
		}
	}
	p.occupied = [MaxSeats]NodeSet{}
	p.deal.down = NodeSet{}

	rows := p.rules.board.textRows()
	groups := strings.Split(text, "/")
	if len(groups) != len(rows) {
		return coded.Errorf("engine.position-rows", "%d rows: this board has %d", len(groups), len(rows))
	}
	for i, group := range groups {
		if err := p.readRow(group, rows[i]); err != nil {
			return err
		}
	}
	return nil
}

// readRow reads the pieces and gaps of a row.
func (p *Position) readRow(text string, nodes []Node) error {
	due := len(nodes)
	tooMany := coded.Errorf("engine.position-row-long", "%q has too many nodes: expected %d", text, due)
	r := pieceReader{p.rules, nobody, text}
	for r.text != "" {
		if empty := digits(r.text); empty != "" {
			n, err := strconv.Atoi(empty)
			if err != nil || n > len(nodes) {
				return tooMany
			}
			nodes, r.text = nodes[n:], r.text[len(empty):]
			continue
		}
		if r.text[0] == downMark && p.rules.deck != nil && len(nodes) > 0 {
			p.deal.down = p.deal.down.Add(nodes[0])
			nodes, r.text = nodes[1:], r.text[1:]
			continue
		}
		piece, err := r.next()
		switch {
		case err != nil:
			return err
		case len(nodes) == 0:
			return tooMany
		case p.Where(piece) != NoNode:
			return coded.Errorf("engine.position-piece-twice", "the piece %s stands on %s and on %s",
				pieceText(piece), p.rules.board.Name(p.Where(piece)), p.rules.board.Name(nodes[0]))
		}
		n, seat := nodes[0], piece.Seat()
		p.at[n], p.where[seat][piece.Number()] = piece, n
		p.occupied[seat] = p.occupied[seat].Add(n)
		nodes = nodes[1:]
	}
	if len(nodes) > 0 {
		return coded.Errorf("engine.position-row-short", "%q has too few nodes: expected %d", text, due)
	}
	return nil
}

// digits returns the number with which a text begins; "" if it begins with none.
func digits(text string) string {
	end := 0
	for end < len(text) && text[end] >= '0' && text[end] <= '9' {
		end++
	}
	return text[:end]
}

func (p *Position) readOwed(text string) (err error) {
	outcome, reason, over := strings.Cut(text, ":")
	switch {
	case over:
		p.phase = PhaseOver
		p.result, err = p.readResult(outcome, reason)
	case text == PhaseMove.String():
		p.phase = PhaseMove
	case text == PhaseShow.String():
		p.phase = PhaseShow
	case text == "prove":
		p.phase, p.mustProve = PhaseMove, true
	default:
		p.phase = PhaseAnswer
		if p.clash, err = p.rules.board.ParseMove(text); err != nil {
			return coded.Errorf("engine.position-owed", "expected move, prove, show, an attack such as a6xa7, or an end such as draw:quiet")
		}
	}
	return err
}

func (p *Position) readResult(outcome, reason string) (r Result, err error) {
	r.Over = true
	if r.Draw = outcome == "draw"; !r.Draw {
		for name := range strings.SplitSeq(outcome, "+") {
			seat, err := p.rules.parseSeat(name)
			if err != nil {
				return r, coded.Errorf("engine.position-outcome", "%q: expected draw, or the winner, such as red", outcome)
			}
			r.Winners = r.Winners.Add(seat)
		}
	}
	r.Reason, err = readReason(reason)
	return r, err
}

func readReason(text string) (Reason, error) {
	for r := ByFlag; r < numReasons; r++ {
		if text == r.String() {
			return r, nil
		}
	}
	return NotOver, coded.Errorf("engine.position-reason", "%q is not a reason for a game to end or for a seat to be out", text)
}

func (p *Position) readMoved(text string) error {
	if text == "-" {
		return nil
	}
	r := pieceReader{p.rules, nobody, text}
	for r.text != "" {
		piece, err := r.next()
		if err != nil {
			return err
		}
		shown := strings.HasPrefix(r.text, "[")
		if !shown {
			p.moved[piece.Seat()] |= 1 << piece.Number()
			p.learn(piece, p.rules.Mobile())
		}
		if !shown && !strings.HasPrefix(r.text, "(") {
			continue
		}
		bracket := ")"
		if shown {
			bracket = "]"
		}
		letters, rest, ok := strings.Cut(r.text[1:], bracket)
		types, err := p.rules.parseLetters(letters)
		if err != nil {
			return err
		}
		if !ok || !types.Within(p.Known(piece)) {
			return coded.Errorf("engine.position-known", "(%s) is not a set of types that this piece may be: expected a selection of (%s)",
				letters, p.rules.Letters(p.Known(piece)))
		}
		p.learn(piece, types)
		r.text = rest
	}
	return nil
}

func (rs *Ruleset) parseLetters(letters string) (types TypeSet, err error) {
	for i := range len(letters) {
		t, err := rs.ParseType(letters[i : i+1])
		if err != nil {
			return types, err
		}
		types = types.Add(t)
	}
	return types, nil
}

func (p *Position) readFlag(seat Seat, text string) (err error) {
	if text == "-" {
		return nil
	}
	f := &p.flag[seat]
	rest := strings.TrimLeft(text, "!")
	p.fell[seat] = len(text) - len(rest)
	shown, holder, taken := strings.Cut(rest, "#")
	if shown != "" {
		if f.shown, err = p.rules.board.parseNode(shown); err != nil {
			return err
		}
	}
	if f.taken = taken; holder == "" {
		return nil
	}
	if place, ok := strings.CutPrefix(holder, "@"); ok {
		f.lies, err = p.rules.board.parseNode(place)
		return err
	}
	r := pieceReader{p.rules, nobody, holder}
	if f.carrier, err = r.next(); err != nil {
		return err
	}
	return nil // what follows the piece is refused when the writing is compared
}

// readMarks reads what the last turn left behind.
func (p *Position) readMarks(text string) error {
	text, p.bothLeft = strings.CutSuffix(text, "=")
	seats, ok := strings.CutPrefix(text, "?")
	if !ok {
		return nil // the writing is compared in the end
	}
	for i := range len(seats) {
		seat := strings.IndexByte(initials, seats[i])
		if !p.rules.HasSeat(Seat(seat)) {
			return coded.Errorf("engine.position-offers", "after ? go the initials of seats, of %s", initials[:p.rules.numSeats])
		}
		p.offers = p.offers.Add(Seat(seat))
	}
	return nil
}

func (p *Position) readOut(seat Seat, text string) (err error) {
	if text != "-" {
		p.out[seat], err = readReason(text)
	}
	return err
}
