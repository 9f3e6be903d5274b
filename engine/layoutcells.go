package engine

import (
	"strconv"
	"strings"
)

// Cells lists cells of layout texts by row, from the front.
type Cells []CellRow

// CellRow holds cells of one row, counted from 1 at the front, or, if Columns is nil, all cells of
// several consecutive rows except gaps.
type CellRow struct {
	First, Last int
	Columns     []int // from 1 at the owner's left
}

// String names the cells, such as "rows 2 to 6" or "row 6, column 2 or 4".
func (c Cells) String() string {
	var parts []string
	for _, r := range c {
		switch {
		case r.Columns != nil:
			parts = append(parts, "row "+strconv.Itoa(r.First)+", column "+alternatives(r.Columns))
		case r.First == r.Last:
			parts = append(parts, "row "+strconv.Itoa(r.First))
		case r.First+1 == r.Last:
			parts = append(parts, "rows "+strconv.Itoa(r.First)+" and "+strconv.Itoa(r.Last))
		default:
			parts = append(parts, "rows "+strconv.Itoa(r.First)+" to "+strconv.Itoa(r.Last))
		}
	}
	return strings.Join(parts, "; ")
}

// alternatives writes numbers as "1, 3 or 5".
func alternatives(numbers []int) string {
	var b strings.Builder
	for i, n := range numbers {
		switch {
		case i == 0:
		case i == len(numbers)-1:
			b.WriteString(" or ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(strconv.Itoa(n))
	}
	return b.String()
}

// Starts returns the cells of layout texts where a type may start; nil if there is no such
// type.
func (rs *Ruleset) Starts(t Type) Cells {
	var cells Cells
	for i, numbers := range rs.form.rows {
		var columns []int
		all := true
		for j, number := range numbers {
			switch {
			case number < 0:
			case rs.allowed[number].Has(t):
				columns = append(columns, j+1)
			default:
				all = false
			}
		}
		switch n := len(cells); {
		case columns == nil:
		case !all:
			cells = append(cells, CellRow{i + 1, i + 1, columns})
		case n > 0 && cells[n-1].Last == i && cells[n-1].Columns == nil:
			cells[n-1].Last++
		default:
			cells = append(cells, CellRow{i + 1, i + 1, nil})
		}
	}
	return cells
}
