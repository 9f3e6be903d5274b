// Package qrcode turns an invite into a code for a camera, for the page and the terminal.
package qrcode

import (
	"strings"

	"rsc.io/qr/coding"

	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// Code is a QR code: for each row a text of 0 (light) and 1 (dark), without the margin.
type Code struct {
	Size int      `json:"size"` // rows, and modules in each
	Rows []string `json:"rows"`
}

// margin is the number of light modules a camera needs on each side (ISO/IEC 18004, 5.3.8).
const margin = 4

// Encode makes the code of an invite, as a link if the address of a page is known. The invite is written in capitals,
// which readers of invites forgive and which a code holds in 5.5 bits each instead of 8 (ISO/IEC 18004, 7.4.4).
func Encode(page, invite string) (*Code, error) {
	text := coding.Alpha(strings.ToUpper(invite))
	if page == "" {
		return encode(text)
	}
	return encode(coding.String(page+"#"), text)
}

// errLong: no code holds so much.
var errLong = coded.Errorf("qrcode.long", "this text is too long for a QR code")

// encode makes the smallest code that holds all parts.
func encode(parts ...coding.Encoding) (*Code, error) {
	version := coding.Version(coding.MinVersion)
	for ; ; version++ {
		if version > coding.MaxVersion {
			return nil, errLong
		}
		bits := 0
		for _, part := range parts {
			bits += part.Bits(version)
		}
		if bits <= version.DataBytes(coding.L)*8 {
			break
		}
	}
	plan, err := coding.NewPlan(version, coding.L, 0)
	if err != nil {
		return nil, err
	}
	drawn, err := plan.Encode(parts...)
	if err != nil {
		return nil, err
	}
	c := &Code{Size: drawn.Size}
	for y := range drawn.Size {
		row := make([]byte, drawn.Size)
		for x := range row {
			row[x] = '0'
			if drawn.Black(x, y) {
				row[x] = '1'
			}
		}
		c.Rows = append(c.Rows, string(row))
	}
	return c, nil
}

// Columns returns the width of the code in a terminal.
func (c *Code) Columns() int { return c.Size + 2*margin }

// halves are the characters for two modules, one above the other: where a terminal draws light on dark, what is
// light in the code is what is drawn.
var halves = map[[2]bool]string{{true, true}: " ", {true, false}: "▄", {false, true}: "▀", {false, false}: "█"}

// Lines draws the code with its margin, two rows of modules to a line, for light characters on a dark ground.
func (c *Code) Lines() []string {
	var lines []string
	for y := -margin; y < c.Size+margin; y += 2 {
		var line strings.Builder
		for x := -margin; x < c.Size+margin; x++ {
			line.WriteString(halves[[2]bool{c.dark(x, y), c.dark(x, y+1)}])
		}
		lines = append(lines, line.String())
	}
	return lines
}

func (c *Code) dark(x, y int) bool {
	return 0 <= x && x < c.Size && 0 <= y && y < c.Size && c.Rows[y][x] == '1'
}
