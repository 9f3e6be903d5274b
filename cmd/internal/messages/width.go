package messages

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// Width returns the number of terminal columns that s takes: two for East Asian wide and fullwidth characters (Unicode Standard
// Annex #11), none for combining marks and colour escapes, one for the rest.
func Width(s string) int {
	n := 0
	escape := false
	for _, r := range s {
		switch {
		case escape:
			escape = r != 'm'
		case r == 0x1b:
			escape = true
		case r < 0x20 || unicode.Is(unicode.Mn, r):
		case wide(r):
			n += 2
		default:
			n++
		}
	}
	return n
}

// wide reports whether a character takes two columns.
func wide(r rune) bool {
	if r < 0x1100 {
		return false // most are: it saves looking them up
	}
	kind := width.LookupRune(r).Kind()
	return kind == width.EastAsianWide || kind == width.EastAsianFullwidth
}

// Cut returns as much of the start of s as fits into the given number of columns.
func Cut(s string, columns int) string {
	used := 0
	for i, r := range s {
		if used += Width(string(r)); used > columns {
			return s[:i]
		}
	}
	return s
}

// Pad fills s with spaces on the right up to the given number of columns.
func Pad(s string, columns int) string {
	if n := columns - Width(s); n > 0 {
		return s + strings.Repeat(" ", n)
	}
	return s
}

// Centre puts s in the middle of the given number of columns; an odd space goes to the right.
func Centre(s string, columns int) string {
	n := columns - Width(s)
	if n <= 0 {
		return s
	}
	return strings.Repeat(" ", n/2) + s + strings.Repeat(" ", n-n/2)
}

// Wrap breaks s into lines of at most the given number of columns: at spaces, and between wide characters, which need none.
// Spaces at the start of s begin every line.
func Wrap(s string, columns int) []string {
	if text := strings.TrimLeft(s, " "); len(text) < len(s) && text != "" {
		indent := s[:len(s)-len(text)]
		lines := Wrap(text, columns-len(indent))
		for i := range lines {
			lines[i] = indent + lines[i]
		}
		return lines
	}
	var lines []string
	var line strings.Builder
	used := 0
	flush := func() {
		lines = append(lines, strings.TrimRight(line.String(), " "))
		line.Reset()
		used = 0
	}
	for _, piece := range wrapPieces(s) {
		w := Width(strings.TrimRight(piece, " "))
		if used > 0 && used+w > columns {
			flush()
		}
		line.WriteString(piece)
		used += Width(piece)
	}
	if used > 0 || len(lines) == 0 {
		flush()
	}
	return lines
}

// wrapPieces cuts s into parts between which a line may break: words with the spaces after them, single wide characters with
// the punctuation after them, which must not start a line.
func wrapPieces(s string) []string {
	const noStart = "，。、；：！？）」』”’》】…,.;:!?)"
	var pieces []string
	start := 0
	var before rune
	for i, r := range s {
		breakable := i > start && (before == ' ' && r != ' ' || (wide(before) || wide(r)) && r != ' ' && !strings.ContainsRune(noStart, r) &&
			!strings.ContainsRune("（「『“‘《【(", before))
		if breakable {
			pieces = append(pieces, s[start:i])
			start = i
		}
		before = r
	}
	if start < len(s) {
		pieces = append(pieces, s[start:])
	}
	return pieces
}
