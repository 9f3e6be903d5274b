package engine

import (
	"fmt"
	"strings"
)

// Layout is where a seat puts its pieces: the type of each piece by number, that is,
// in the order of the layout text, camps skipped.
type Layout [ArmySize]Type

// Camps in layout texts.
const (
	campLetter  = "."
	campChinese = "行营"
)

// ParseLayout reads a layout text: six groups of five cells, the front row first,
// from the owner's left. Groups are separated by line breaks or "/". A cell is a
// piece's letter, or "." for a camp; where a group has spaces between its cells, a
// cell may also be an identifier or a Chinese name (行营 for a camp).
//
// It checks the form only; whether the layout is legal says [Ruleset.CheckLayout].
func ParseLayout(text string) (Layout, error) {
	var l Layout
	if len(text) > maxLayoutText {
		return l, fmt.Errorf("layout: a text of %d bytes: the longest allowed is %d", len(text), maxLayoutText)
	}
	text = strings.TrimPrefix(text, "\ufeff") // some editors put it before every text
	var groups []string
	for group := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '/' || r == '\n' || r == '\r' }) {
		if strings.TrimSpace(group) != "" {
			groups = append(groups, group)
		}
	}
	switch n := len(groups); {
	case n == 1:
		return l, fmt.Errorf("layout: 1 row: write 6 rows of 5 cells, front row first, separated by / or line breaks")
	case n < rowsASide:
		return l, fmt.Errorf("layout: %d rows: write 6 rows of 5 cells, front row first, separated by / or line breaks", n)
	case n > rowsASide:
		return l, fmt.Errorf("layout: row 7 (%q) is too many: a layout has 6 rows, not %d", strings.TrimSpace(groups[rowsASide]), n)
	}
	number := 0
	for i, group := range groups {
		row := i + 1
		cells := strings.Fields(group)
		if len(cells) == 1 {
			cells = strings.Split(cells[0], "")
		}
		if len(cells) == 1 {
			return l, fmt.Errorf("layout: row %d (%q) has 1 cell: a row has 5", row, strings.TrimSpace(group))
		}
		if len(cells) != numFiles {
			return l, fmt.Errorf("layout: row %d (%q) has %d cells: a row has 5", row, strings.TrimSpace(group), len(cells))
		}
		for j, cell := range cells {
			column := j + 1
			camp := standardBoard.kind[halfNode(Red, row, column)] == Camp
			isCamp := cell == campLetter || cell == campChinese
			switch {
			case camp && !isCamp:
				return l, fmt.Errorf("layout: row %d, column %d is a camp: it stays empty, write . there, not %q", row, column, cell)
			case isCamp && !camp:
				return l, fmt.Errorf("layout: row %d, column %d is no camp: a piece must stand there", row, column)
			case camp:
				continue
			}
			t, err := ParseType(cell)
			if err != nil {
				return l, fmt.Errorf("layout: row %d, column %d: %w", row, column, err)
			}
			l[number] = t
			number++
		}
	}
	return l, nil
}

// maxLayoutText bounds the length of a layout text in bytes.
const maxLayoutText = 2048

// String is the layout on one line, as "42239/2.1.6/74.58/1.3.1/MM35M/BF76B".
func (l Layout) String() string {
	return l.format("", "/", campLetter, func(t Type) string { return string(t.Letter()) })
}

// Chinese is the layout in Chinese names, a row a line, as ParseLayout reads it.
func (l Layout) Chinese() string {
	return l.format(" ", "\n", campChinese, Type.Chinese)
}

func (l Layout) format(cellGap, rowGap, camp string, name func(Type) string) string {
	var b strings.Builder
	number := 0
	for row := 1; row <= rowsASide; row++ {
		for column := 1; column <= numFiles; column++ {
			switch {
			case column > 1:
				b.WriteString(cellGap)
			case row > 1:
				b.WriteString(rowGap)
			}
			if standardBoard.kind[halfNode(Red, row, column)] == Camp {
				b.WriteString(camp)
				continue
			}
			b.WriteString(name(l[number]))
			number++
		}
	}
	return b.String()
}

// Mirror is the layout with left and right exchanged. It is legal if l is.
func (l Layout) Mirror() Layout {
	var m Layout
	for number, t := range l {
		m[mirrored[number]] = t
	}
	return m
}

// mirrored is the number of the piece on the other wing.
var mirrored = func() (other [ArmySize]int) {
	for number, n := range startNodes[Red] {
		image := grid(numFiles-1-int(n/numRows), int(n%numRows)+1)
		for m, at := range startNodes[Red] {
			if at == image {
				other[number] = m
			}
		}
	}
	return other
}()

// CheckLayout reports what makes a layout illegal under these rules, naming the
// cell, the rule, and what is allowed; nil if it is legal.
func (rs *Ruleset) CheckLayout(l Layout) error {
	var count [NumTypes]int
	for number, t := range l {
		if !t.Valid() {
			return fmt.Errorf("layout: %s: %d is no piece", cellName(number), uint8(t))
		}
		if allowed := rs.allowed[number]; !allowed.Has(t) {
			return fmt.Errorf("layout: %s: %s; allowed there: %s", cellName(number), placementRule(t), allowed)
		}
		count[t]++
	}
	var wrong []string
	for t, n := range count {
		if want := rs.Count(Type(t)); n != want {
			wrong = append(wrong, fmt.Sprintf("%d of %s (%c) instead of %d", n, Type(t), Type(t).Letter(), want))
		}
	}
	if wrong != nil {
		return fmt.Errorf("layout: not the army's pieces: %s", strings.Join(wrong, ", "))
	}
	return nil
}

// placementRule says the rule that keeps a type off a cell.
func placementRule(t Type) string {
	switch t {
	case Flag:
		return "a flag (F) stands in a headquarters (row 6, column 2 or 4)"
	case Mine:
		return "a mine (M) stands in row 5 or 6"
	case Bomb:
		return "a bomb (B) may not start in the front row"
	}
	return fmt.Sprintf("a %s (%c) may not start there", t, t.Letter())
}

// cellName is a cell in its owner's words.
func cellName(number int) string {
	n := startNodes[Red][number]
	return fmt.Sprintf("row %d, column %d", numberRow(number), n/numRows+1)
}
