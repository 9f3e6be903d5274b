package engine

import (
	"fmt"
	"slices"
)

// A .jql file is how QQ Game's Junqi keeps a layout: 50 bytes, which are the words
// "QQGame JQL File" and a zero byte, the four bytes 57 04 00 00, and a byte for each
// of the 30 cells, the front row first, from the owner's left. QQ has not published
// the form; this is what its files hold.
const (
	jqlHeader = "QQGame JQL File\x00\x57\x04\x00\x00"
	jqlCells  = rowsASide * numFiles

	// JQLSize is the size of a .jql file in bytes.
	JQLSize = len(jqlHeader) + jqlCells
)

// jqlEmpty is the byte of a camp; no byte is 1.
const jqlEmpty = 0

// jqlBytes are the bytes of the types.
var jqlBytes = [NumTypes]byte{
	Flag:      2,
	Mine:      3,
	Bomb:      4,
	Commander: 5,
	Army:      6,
	Division:  7,
	Brigade:   8,
	Regiment:  9,
	Battalion: 10,
	Company:   11,
	Platoon:   12,
	Engineer:  13,
}

// ParseJQL reads a layout from the bytes of a .jql file, and nothing but the bytes that
// [FormatJQL] makes. It checks the form only; whether the layout is legal says
// [Ruleset.CheckLayout].
func ParseJQL(data []byte) (Layout, error) {
	var l Layout
	if len(data) != JQLSize {
		return l, fmt.Errorf("jql: %d bytes: a .jql file has exactly %d", len(data), JQLSize)
	}
	for i := range jqlHeader {
		if data[i] != jqlHeader[i] {
			return l, fmt.Errorf("jql: byte %d is %02x, not %02x: a .jql file begins with %q", i, data[i], jqlHeader[i], jqlHeader)
		}
	}
	number := 0
	for i, cell := range data[len(jqlHeader):] {
		row, column := i/numFiles+1, i%numFiles+1
		if isCamp(row, column) {
			if cell != jqlEmpty {
				return l, fmt.Errorf("jql: row %d, column %d is a camp: it stays empty, so its byte is %d, not %d", row, column, jqlEmpty, cell)
			}
			continue
		}
		t := slices.Index(jqlBytes[:], cell)
		if t < 0 {
			return l, fmt.Errorf("jql: row %d, column %d: byte %d is no piece: 2 is the flag, 3 a mine, 4 a bomb, "+
				"5 the commander, 6 the army, and so on down to 12 for a platoon and 13 for an engineer", row, column, cell)
		}
		l[number] = Type(t)
		number++
	}
	return l, nil
}

// FormatJQL is the layout as the bytes of a .jql file. It fails only if a cell holds no
// type.
func FormatJQL(l Layout) ([]byte, error) {
	data := append(make([]byte, 0, JQLSize), jqlHeader...)
	number := 0
	for i := range jqlCells {
		if isCamp(i/numFiles+1, i%numFiles+1) {
			data = append(data, jqlEmpty)
			continue
		}
		if !l[number].Valid() {
			return nil, fmt.Errorf("jql: %s: %d is no piece", cellName(number), uint8(l[number]))
		}
		data = append(data, jqlBytes[l[number]])
		number++
	}
	return data, nil
}

// isCamp reports whether a row and a column of a half are a camp.
func isCamp(row, column int) bool { return slices.Contains(campPlaces, [2]int{row, column}) }
