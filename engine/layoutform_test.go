package engine_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/enginetest"
	"github.com/darkjunqi/darkjunqi/internal/coded"
)

func TestParseLayoutOfAnyForm(t *testing.T) {
	rs := toy(t)
	want, err := rs.ParseLayout("HXW/F.H")
	require.NoError(t, err)
	require.NoError(t, rs.CheckLayout(want))
	require.Equal(t, "HXW/F.H", rs.FormatLayout(want))
	require.Equal(t, "猎犬 狐狸 狼\n旗 洞穴 猎犬", rs.FormatLayoutChinese(want))
	require.Equal(t, [][]int{{0, 1, 2}, {3, -1, 4}}, rs.Rows())
	for _, text := range []string{
		"\ufeffhxw\r\n\r\n  f.h\n", "H X W / F . H", "hound fox wolf/flag den hound", "犬 狐 狼/旗 洞穴 犬", "猎犬 fox W/旗 . hound", "犬狐狼/旗.犬",
	} {
		got, err := rs.ParseLayout(text)
		require.NoError(t, err, text)
		require.True(t, want.Equal(got), text)
	}
	mirror, ok := rs.Mirror(want)
	require.True(t, ok)
	require.Equal(t, "WXH/H.F", rs.FormatLayout(mirror))
	_, ok = rs.Mirror(want[1:])
	require.False(t, ok)

	r := readToy(t)
	for seat := range r.Start {
		r.Start[seat][1][0], r.Start[seat][1][1] = "", r.Start[seat][1][0]
	}
	lopsided, err := engine.NewRuleset(r)
	require.NoError(t, err)
	_, ok = lopsided.Mirror(want)
	require.False(t, ok)
}

func TestParseLayoutOfAnyFormRefuses(t *testing.T) {
	rs := toy(t)
	for _, c := range []struct {
		text, code, says string
		number           int // of a LayoutError; -2 if it is none
	}{
		{"", "layout-few-rows", "layout: 0 rows: write 2 rows of 3 cells, front row first, separated by / or line breaks", -2},
		{"HXW", "layout-few-rows", "layout: 1 row: write 2 rows", -2},
		{"HXW/F.H/HHH", "layout-many-rows", `layout: row 3 ("HHH") is too many: a layout has 2 rows, not 3`, -2},
		{"HX/F.H", "layout-row-length", `layout: row 1 ("HX") has 2 cells: a row has 3`, -2},
		{"HXW/F", "layout-row-length", `layout: row 2 ("F") has 1 cell: a row has 3`, -2},
		{"HXW/FHH", "layout-gap", `layout: row 2, column 2 is a den: it stays empty, write . there, not "H"`, -2},
		{"HX./F.H", "layout-no-gap", "layout: row 1, column 3 is no den: a piece must stand there", 2},
		{"HXQ/F.H", "layout-cell", `layout: row 1, column 3: unknown piece "Q": say a letter of FHXW, a name such as flag, or 旗`, 2},
		{"HX\xff/F.H", "layout-cell", "row 1, column 3: unknown piece", 2},
		{strings.Repeat(" ", 16<<10+1), "layout-long", "the longest allowed is", -2},
	} {
		_, err := rs.ParseLayout(c.text)
		require.ErrorContains(t, err, c.says)
		require.Equal(t, "engine."+c.code, coded.Code(err))
		requireNumber(t, err, c.number)
	}
	_, err := rs.ParseLayout("HXQ/F.H")
	require.ErrorContains(t, err, "unknown piece")
}

// requireNumber looks at the number of a LayoutError; -2 stands for another error.
func requireNumber(t *testing.T, err error, number int) {
	t.Helper()
	var fault *engine.LayoutError
	if number == -2 {
		require.False(t, errors.As(err, &fault))
		return
	}
	require.ErrorAs(t, err, &fault)
	require.Equal(t, number, fault.Number)
}

func TestCheckLayoutNamesTheCell(t *testing.T) {
	rs := toy(t)
	for _, c := range []struct {
		text, code, says string
		number           int
	}{
		{"FXW/H.H", "layout-placement", "layout: row 1, column 1: a flag (F) may not start there; allowed there: HXW", 0},
		{"HXH/F.W", "layout-placement", "layout: row 2, column 3: a wolf (W) may not start there; allowed there: FHX", 4},
		{"HXX/F.H", "layout-counts", "layout: not the army's pieces: 2 of fox (X) instead of 1, 0 of wolf (W) instead of 1", -1},
	} {
		l, err := rs.ParseLayout(c.text)
		require.NoError(t, err)
		err = rs.CheckLayout(l)
		require.ErrorContains(t, err, c.says)
		require.Equal(t, "engine."+c.code, coded.Code(err))
		requireNumber(t, err, c.number)
	}
	err := rs.CheckLayout(engine.Layout{1, 2, 77, 0, 1})
	require.ErrorContains(t, err, "layout: row 1, column 3: 77 is no piece")
	requireNumber(t, err, 2)
	err = rs.CheckLayout(nil)
	require.ErrorContains(t, err, "layout: 0 pieces: an army has 5")
	requireNumber(t, err, -1)
	require.Equal(t, "??X/?.?", rs.FormatLayout(engine.Layout{77, engine.NoType, 2}), "what is no type is shown, not refused")
	require.Equal(t, "? ? 狐狸\n? 洞穴 ?", rs.FormatLayoutChinese(engine.Layout{77, engine.NoType, 2}))
}

// A layout of one column reads back, though a row is then one cell of several letters.
func TestLayoutOfOneColumn(t *testing.T) {
	r := readToy(t)
	r.Start = [][][]string{{{"a1"}, {"b1"}, {"c1"}, {"a2"}, {"b2"}}, {{"a3"}, {"b3"}, {"c3"}, {"a4"}, {"c4"}}}
	rs, err := engine.NewRuleset(r)
	require.NoError(t, err)
	l, err := rs.ParseLayout("H/hound/狼/fox/F")
	require.NoError(t, err)
	require.Equal(t, "H/H/W/X/F", rs.FormatLayout(l))
	again, err := rs.ParseLayout(rs.FormatLayoutChinese(l))
	require.NoError(t, err)
	require.Equal(t, l, again)
}

func TestLayoutTextRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rs := enginetest.Ruleset(t, enginetest.Any)
		l := rs.RandomLayout(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)))
		require.NoError(t, rs.CheckLayout(l))
		for _, text := range []string{rs.FormatLayout(l), rs.FormatLayoutChinese(l)} {
			again, err := rs.ParseLayout(text)
			require.NoError(t, err)
			require.Equal(t, l, again)
		}
		if mirror, ok := rs.Mirror(l); ok {
			back, _ := rs.Mirror(mirror)
			require.Equal(t, l, back)
		}
	})
}

func FuzzParseLayoutOfAnyForm(f *testing.F) {
	rs := toy(f)
	f.Add("HXW/F.H")
	f.Add("猎犬 狐狸 狼\n旗 洞穴 猎犬")
	f.Fuzz(func(t *testing.T, text string) {
		l, err := rs.ParseLayout(text)
		if err != nil {
			require.NotEmpty(t, coded.Code(err))
			return
		}
		for _, again := range []string{rs.FormatLayout(l), rs.FormatLayoutChinese(l)} {
			back, err := rs.ParseLayout(again)
			require.NoError(t, err)
			require.Equal(t, l, back)
		}
		_ = rs.CheckLayout(l)
	})
}
