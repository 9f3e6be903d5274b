package junqi

import (
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// A .jql file is how QQ Game's Junqi keeps a layout: 50 bytes, which are the words "QQGame
// JQL File" and a zero byte, the four bytes 57 04 00 00, and a byte for each of the 30
// cells, the front row first, from the owner's left. QQ has not published the format; this
// description comes from its files.
const (
	jqlHeader = "QQGame JQL File\x00\x57\x04\x00\x00"

	// JQLSize is the size of a .jql file in bytes.
	JQLSize = len(jqlHeader) + halfRows*halfColumns
)

// jqlEmpty is the byte of a camp; no byte is 1.
const jqlEmpty = 0

// jqlBytes are the bytes of the types.
var jqlBytes = [numTypes]byte{
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

// ParseJQL reads a layout from the bytes of a .jql file, and only the bytes that
// [FormatJQL] makes. It checks the form only; [engine.Ruleset.CheckLayout] says whether the
// layout is legal.
func ParseJQL(data []byte) (engine.Layout, error) {
	if len(data) != JQLSize {
		return nil, coded.Errorf("junqi.jql-size", "jql: %d bytes: a .jql file has exactly %d", len(data), JQLSize)
	}
	for i := range jqlHeader {
		if data[i] != jqlHeader[i] {
			return nil, coded.Errorf("junqi.jql-header", "jql: byte %d is %02x, not %02x: a .jql file begins with %q", i, data[i], jqlHeader[i], jqlHeader)
		}
	}
	return parseJQLCells(data[len(jqlHeader):])
}

func parseJQLCells(cells []byte) (engine.Layout, error) {
	var l engine.Layout
	for i, b := range cells {
		at := halfPlaces[i]
		if slices.Contains(campPlaces, at) {
			if b != jqlEmpty {
				return nil, coded.Errorf("junqi.jql-camp", "jql: row %d, column %d is a camp: it stays empty, so its byte is %d, not %d", at.row, at.column, jqlEmpty, b)
			}
			continue
		}
		t := slices.Index(jqlBytes[:], b)
		if t < 0 {
			return nil, coded.Errorf("junqi.jql-no-piece", "jql: row %d, column %d: byte %d is not a piece: 2 is the flag, 3 a mine, 4 a bomb, "+
				"5 the commander, 6 the army, and so on down to 12 for a platoon and 13 for an engineer", at.row, at.column, b)
		}
		l = append(l, engine.Type(t))
	}
	return l, nil
}

// FormatJQL returns the layout as the bytes of a .jql file. It fails only if the layout is not
// one of 25 types of this package.
func FormatJQL(l engine.Layout) ([]byte, error) {
	if len(l) != len(startPlaces) {
		return nil, coded.Errorf("junqi.jql-army", "jql: a layout of %d pieces: a .jql file holds %d", len(l), len(startPlaces))
	}
	data := append(make([]byte, 0, JQLSize), jqlHeader...)
	number := 0
	for _, at := range halfPlaces {
		if slices.Contains(campPlaces, at) {
			data = append(data, jqlEmpty)
			continue
		}
		if l[number] >= numTypes {
			return nil, coded.Errorf("junqi.jql-no-type", "jql: row %d, column %d: %d is not a piece", at.row, at.column, uint8(l[number]))
		}
		data = append(data, jqlBytes[l[number]])
		number++
	}
	return data, nil
}
