package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// Layout describes how a seat arranges its pieces: the type of each piece by number, that is, in the order
// of the layout text, gaps skipped. Its length is the size of the army.
type Layout []Type

// Clone returns a copy.
func (l Layout) Clone() Layout { return slices.Clone(l) }

// Equal reports whether both put the same pieces in the same places.
func (l Layout) Equal(o Layout) bool { return slices.Equal(l, o) }

// A LayoutError says what makes a layout illegal, and where. It wraps an error with a code.
type LayoutError struct {
	Number int // of the piece; -1 if the fault is not in one place
	Err    error
}

func (e *LayoutError) Error() string { return e.Err.Error() }

// Unwrap returns the error that has a code.
func (e *LayoutError) Unwrap() error { return e.Err }

// gapLetter marks a gap in layout texts.
const gapLetter = "."

// layoutForm is the shape of the layout texts of some rules.
type layoutForm struct {
	rows     [][]int    // the number of the piece in each cell, -1 for a gap
	cells    []cell     // of each piece by number
	gapWords []string   // words for a gap beside the point
	gap      coded.Name // what a gap is called
	gapZH    string     // how Chinese texts write it
	mirror   []int      // the number of the piece on the other wing; nil if the wings differ
}

// cell is a cell of a layout text: its row and column from 0.
type cell struct{ row, column int }

// newLayoutForm returns the form that the rows of a seat's start make. A gap may be written
// by the names of those kinds of nodes on which no piece starts, as 行营.
func newLayoutForm(r *Rules, x *index) layoutForm {
	f := layoutForm{gap: coded.Name{English: "gap", Chinese: "空格"}, gapZH: gapLetter}
	started := make([]bool, len(r.Kinds))
	for i, row := range r.Start[0] {
		numbers := make([]int, len(row))
		for j, name := range row {
			numbers[j] = -1
			if name != "" {
				numbers[j] = len(f.cells)
				f.cells = append(f.cells, cell{i, j})
				started[x.kinds[r.Nodes[x.nodes[name]].Kind]] = true
			}
		}
		f.rows = append(f.rows, numbers)
	}
	for i, k := range r.Kinds {
		if started[i] || strings.ContainsAny(k.ZH, " /") {
			continue
		}
		if len(f.gapWords) == 0 {
			f.gap, f.gapZH = coded.Name{English: k.EN, Chinese: k.ZH}, k.ZH
		}
		f.gapWords = append(f.gapWords, k.ID, k.EN, k.ZH)
	}
	f.mirror = f.mirrored()
	return f
}

// mirrored returns the number of the piece on the other wing for each piece, nil if some
// piece has none.
func (f *layoutForm) mirrored() []int {
	other := make([]int, len(f.cells))
	for number, c := range f.cells {
		row := f.rows[c.row]
		if other[number] = row[len(row)-1-c.column]; other[number] < 0 {
			return nil
		}
	}
	return other
}

// isGap reports whether a cell of a text is written as a gap.
func (f *layoutForm) isGap(cell string) bool {
	return cell == gapLetter || slices.Contains(f.gapWords, cell)
}

// shape says what rows a layout text has.
func (f *layoutForm) shape() coded.Name {
	width := len(f.rows[0])
	for _, row := range f.rows {
		if len(row) != width {
			return quantity(len(f.rows), "row", "排")
		}
	}
	return coded.Name{
		English: fmt.Sprintf("%d rows of %d cells", len(f.rows), width),
		Chinese: fmt.Sprintf("%d 排、每排 %d 格", len(f.rows), width),
	}
}

// Rows returns the shape of layout texts: for each row, the front one first, and each cell
// from the owner's left, the number of the piece that starts there; -1 for a gap.
func (rs *Ruleset) Rows() [][]int {
	rows := make([][]int, len(rs.form.rows))
	for i, row := range rs.form.rows {
		rows[i] = slices.Clone(row)
	}
	return rows
}

// ParseLayout reads a layout text: rows of cells, the front row first, from the owner's
// left. Rows are separated by line breaks or "/", which may be a full-width one; on a line
// that has neither, by spaces. A cell is a piece's letter, or "." for
// a gap; where a row has spaces between its cells, a cell may also be whatever
// [Ruleset.ParseType] reads, and a gap the name of a kind of node where no piece starts.
//
// It checks the form only; [Ruleset.CheckLayout] says whether the layout is legal.
func (rs *Ruleset) ParseLayout(text string) (Layout, error) {
	if len(text) > maxLayoutText {
		return nil, coded.Errorf("engine.layout-long", "layout: a text of %d bytes: the longest allowed is %d", len(text), maxLayoutText)
	}
	if rs.deck != nil {
		return nil, errDealt()
	}
	text = strings.TrimPrefix(text, "\ufeff") // some editors put it before every text
	f := &rs.form
	rows := f.rowsOf(text)
	switch n, want := len(rows), len(f.rows); {
	case n < want:
		return nil, coded.Errorf("engine.layout-few-rows", "layout: %s: write %s, front row first, separated by / or line breaks", quantity(n, "row", "排"), f.shape())
	case n > want:
		return nil, coded.Errorf("engine.layout-many-rows", "layout: row %d (%q) is too many: a layout has %s, not %d",
			want+1, strings.TrimSpace(rows[want]), quantity(want, "row", "排"), n)
	}
	l := make(Layout, len(f.cells))
	for i, row := range rows {
		if err := rs.parseRow(l, i, row); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// errDealt says that rules have no layouts.
func errDealt() error {
	return coded.Errorf("engine.layout-dealt", "layout: in this game nobody lays out pieces: they are dealt face down")
}

// rowsOf returns the rows of a layout text, empty ones aside.
func (f *layoutForm) rowsOf(text string) (rows []string) {
	for row := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune("/／\n\r", r) }) {
		if strings.TrimSpace(row) != "" {
			rows = append(rows, row)
		}
	}
	if len(rows) == 1 && len(f.rows) > 1 {
		if spaced := strings.Fields(rows[0]); len(spaced) == len(f.rows) {
			return spaced
		}
	}
	return rows
}

// quantity returns a number and a word in the singular or plural.
func quantity(n int, word, zh string) coded.Name {
	name := coded.Name{English: fmt.Sprintf("%d %s", n, word), Chinese: fmt.Sprintf("%d %s", n, zh)}
	if n != 1 {
		name.English += "s"
	}
	return name
}

func (rs *Ruleset) parseRow(l Layout, row int, text string) error {
	numbers := rs.form.rows[row]
	cells := strings.Fields(text)
	if len(cells) == 1 && len(numbers) > 1 {
		cells = strings.Split(cells[0], "")
	}
	if len(cells) != len(numbers) {
		return coded.Errorf("engine.layout-row-length", "layout: row %d (%q) has %s: a row has %d",
			row+1, strings.TrimSpace(text), quantity(len(cells), "cell", "格"), len(numbers))
	}
	for column, text := range cells {
		number, gap := numbers[column], rs.form.isGap(text)
		switch {
		case number < 0 && !gap:
			return coded.Errorf("engine.layout-gap", "layout: row %d, column %d is a %s: it stays empty, write . there, not %q",
				row+1, column+1, rs.form.gap, text)
		case number < 0:
			continue
		case gap:
			return &LayoutError{number, coded.Errorf("engine.layout-no-gap", "layout: row %d, column %d is not a %s: put a piece there",
				row+1, column+1, rs.form.gap)}
		}
		t, err := rs.ParseType(text)
		if err != nil {
			return &LayoutError{number, coded.Errorf("engine.layout-cell", "layout: row %d, column %d: %w", row+1, column+1, err)}
		}
		l[number] = t
	}
	return nil
}

// FormatLayout returns a layout on one line, such as "42239/2.1.6/74.58/1.3.1/MM35M/BF76B". A
// missing or invalid type is written "?".
func (rs *Ruleset) FormatLayout(l Layout) string {
	return rs.formatLayout(l, "", "/", gapLetter, func(t Type) string { return string(rs.Letter(t)) })
}

// FormatLayoutChinese returns a layout in Chinese names, a row a line, as ParseLayout reads
// it.
func (rs *Ruleset) FormatLayoutChinese(l Layout) string {
	return rs.formatLayout(l, " ", "\n", rs.form.gapZH, func(t Type) string {
		if int(t) >= rs.numTypes {
			return "?"
		}
		return rs.rules.Types[t].ZH
	})
}

func (rs *Ruleset) formatLayout(l Layout, cellGap, rowGap, gap string, name func(Type) string) string {
	var rows []string
	for _, row := range rs.form.rows {
		var cells []string
		for _, number := range row {
			switch {
			case number < 0:
				cells = append(cells, gap)
			case number < len(l):
				cells = append(cells, name(l[number]))
			default:
				cells = append(cells, name(NoType))
			}
		}
		rows = append(rows, strings.Join(cells, cellGap))
	}
	return strings.Join(rows, rowGap)
}

// Mirror returns a layout with left and right exchanged; ok is false if the
// form of layouts has no mirror image, or if this one is of another size. The image of a
// legal layout is legal where the placement rules are alike on both wings.
func (rs *Ruleset) Mirror(l Layout) (mirror Layout, ok bool) {
	if rs.form.mirror == nil || len(l) != rs.armySize {
		return nil, false
	}
	mirror = make(Layout, len(l))
	for number, t := range l {
		mirror[rs.form.mirror[number]] = t
	}
	return mirror, true
}

// CheckLayout reports what makes a layout illegal, as a *LayoutError that names the
// cell, the rule, and what is allowed; nil if it is legal.
func (rs *Ruleset) CheckLayout(l Layout) error {
	if rs.deck != nil {
		return &LayoutError{-1, errDealt()}
	}
	if len(l) != rs.armySize {
		return &LayoutError{-1, coded.Errorf("engine.layout-size", "layout: %d pieces: an army has %d", len(l), rs.armySize)}
	}
	var count [MaxTypes]int
	for number, t := range l {
		cell := rs.form.cells[number]
		if int(t) >= rs.numTypes {
			return &LayoutError{number, coded.Errorf("engine.layout-no-piece", "layout: row %d, column %d: %d is not a piece", cell.row+1, cell.column+1, uint8(t))}
		}
		if allowed := rs.allowed[number]; !allowed.Has(t) {
			return &LayoutError{number, coded.Errorf("engine.layout-placement", "layout: row %d, column %d: a %s (%c) starts in %s; allowed there: %s",
				cell.row+1, cell.column+1, rs.TypeName(t), rs.Letter(t), rs.Starts(t), rs.Letters(allowed))}
		}
		count[t]++
	}
	var wrong errorList
	for t := range Type(rs.numTypes) {
		if want := rs.Count(t); count[t] != want {
			wrong = append(wrong, coded.Errorf("engine.layout-count", "%d of %s (%c) instead of %d", count[t], rs.TypeName(t), rs.Letter(t), want))
		}
	}
	if wrong != nil {
		return &LayoutError{-1, coded.Errorf("engine.layout-counts", "layout: not the army's pieces: %w", wrong)}
	}
	return nil
}

// errorList is several errors in one sentence.
type errorList []error

func (l errorList) Error() string {
	var b strings.Builder
	for i, err := range l {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(err.Error())
	}
	return b.String()
}

// Unwrap lists the errors.
func (l errorList) Unwrap() []error { return l }
