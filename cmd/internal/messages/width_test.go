package messages

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWidthCountsColumns(t *testing.T) {
	require.Equal(t, 4, Width("司令"))
	require.Equal(t, 6, Width("[司令]"))
	require.Equal(t, 3, Width("░1░"))
	require.Equal(t, 2, Width("\x1b[1;31m司\x1b[0m"))
	require.Equal(t, 2, Width("，"))
	require.Equal(t, " 司令 ", Centre("司令", 6))
	require.Equal(t, "司 ", Pad("司", 3))
}

func TestWrapBreaksWhereALineMayEnd(t *testing.T) {
	require.Equal(t, []string{"one two", "three"}, Wrap("one two three", 8))
	require.Equal(t, []string{"红方攻", "蓝方，", "双方"}, Wrap("红方攻蓝方，双方", 6))
	require.Equal(t, []string{"用 a6-a7", "走子"}, Wrap("用 a6-a7 走子", 9))
	require.Equal(t, []string{"  one", "  two"}, Wrap("  one two", 6))
	require.Equal(t, []string{""}, Wrap("", 9))
	require.Equal(t, []string{"unbreakable"}, Wrap("unbreakable", 4))
}
