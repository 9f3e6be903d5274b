package qrcode

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"rsc.io/qr"
)

// The code is square, begins with the three finder patterns, and holds the invite in capitals: one of small letters would be
// larger.
func TestEncode(t *testing.T) {
	invite := "djq1" + strings.Repeat("abcdefgh234567", 20)
	c, err := Encode("", invite)
	require.NoError(t, err)
	require.Len(t, c.Rows, c.Size)
	for _, row := range c.Rows {
		require.Len(t, row, c.Size)
	}
	for _, at := range [][2]int{{0, 0}, {c.Size - 7, 0}, {0, c.Size - 7}} {
		require.Equal(t, "1111111", c.Rows[at[1]][at[0]:at[0]+7])
		require.Equal(t, "1000001", c.Rows[at[1]+1][at[0]:at[0]+7])
	}
	small, err := qr.Encode(invite, qr.L)
	require.NoError(t, err)
	require.Less(t, c.Size, small.Size)
	_, err = Encode("", strings.Repeat("a", 8192))
	require.Error(t, err)
}

// What is drawn in the terminal is the code with its margin, read back half by half.
func TestLines(t *testing.T) {
	c, err := Encode("", "djq1hello")
	require.NoError(t, err)
	lines := c.Lines()
	require.Len(t, lines, (c.Size+2*margin+1)/2)
	lightAbove := map[rune]bool{'█': true, '▀': true}
	lightBelow := map[rune]bool{'█': true, '▄': true}
	for i, line := range lines {
		require.Equal(t, c.Columns(), utf8.RuneCountInString(line))
		for x, r := range []rune(line) {
			require.Equal(t, !c.dark(x-margin, 2*i-margin), lightAbove[r])
			require.Equal(t, !c.dark(x-margin, 2*i+1-margin), lightBelow[r])
		}
	}
}
