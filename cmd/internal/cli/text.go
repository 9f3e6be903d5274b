package cli

import (
	"fmt"
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
)

// Columns prints names and what they mean, the latter aligned and wrapped.
func (env *Env) Columns(rows [][2]string) {
	left := 0
	for _, row := range rows {
		left = max(left, messages.Width(row[0]))
	}
	room := max(min(env.Width(), 100)-left-5, 30)
	for _, row := range rows {
		name := row[0]
		for _, line := range messages.Wrap(row[1], room) {
			fmt.Fprintf(env.Out, "  %s  %s\n", messages.Pad(name, left), line)
			name = ""
		}
	}
}

// Paragraphs prints text wrapped to the width of the terminal; lines that start with a space stay
// as they are.
func (env *Env) Paragraphs(text string) {
	room := min(env.Width(), 100) - 1
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		if strings.HasPrefix(line, " ") {
			fmt.Fprintln(env.Out, line)
			continue
		}
		for _, l := range messages.Wrap(line, room) {
			fmt.Fprintln(env.Out, l)
		}
	}
}

// Bullet prints one point of a list, wrapped.
func (env *Env) Bullet(text string) {
	mark := "-"
	for _, line := range messages.Wrap(text, min(env.Width(), 100)-5) {
		fmt.Fprintf(env.Out, "  %s %s\n", mark, line)
		mark = " "
	}
}

// Grid prints rows of cells, the columns aligned.
func (env *Env) Grid(rows [][]string) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], messages.Width(cell))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			line.WriteString(messages.Pad(cell, widths[i]) + "  ")
		}
		fmt.Fprintln(env.Out, strings.TrimRight(line.String(), " "))
	}
}

// Kilobytes writes a number of bytes, with one decimal.
func Kilobytes(n int) string { return fmt.Sprintf("%.1f kB", float64(n)/1000) }
