package engine_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
)

func TestParseLayout(t *testing.T) {
	rs := junqi.Standard()
	const canonical = "42239/2.1.6/74.58/1.3.1/MM35M/BF76B"
	want, err := rs.ParseLayout(canonical)
	require.NoError(t, err)
	require.Equal(t, canonical, rs.FormatLayout(want))
	require.Equal(t, junqi.Battalion, want[0])
	require.Equal(t, junqi.Commander, want[4])
	require.Equal(t, junqi.Flag, want[21])
	require.NoError(t, rs.CheckLayout(want))
	chinese := rs.FormatLayoutChinese(want)
	require.Equal(t, "营长 排长 排长 连长 司令\n排长 行营 工兵 行营 旅长\n师长 营长 行营 团长 军长\n工兵 行营 连长 行营 工兵\n地雷 地雷 连长 团长 地雷\n炸弹 军旗 师长 旅长 炸弹", chinese)

	for _, text := range []string{
		"42239\n2.1.6\n74.58\n1.3.1\nMM35M\nBF76B\n",
		"\n 42239 \r\n2.1.6\r\n74.58\r\n\r\n1.3.1\r\nMM35M\r\nBF76B",
		"42239/2.1.6/74.58/1.3.1/mm35m/bf76b",
		"42239／2.1.6／74.58／1.3.1／MM35M／BF76B",
		" 42239 2.1.6  74.58 1.3.1 MM35M BF76B ",
		"营排排连司 排.工.旅 师营.团军 工.连.工 雷雷连团雷 炸旗师旅炸",
		"4 2 2 3 9/2 . 1 . 6/7 4 . 5 8/1 . 3 . 1/M M 3 5 M/B F 7 6 B",
		"\ufeff42239\n2.1.6\n74.58\n1.3.1\nMM35M\nBF76B\n",
		chinese,
		strings.ReplaceAll(chinese, "\n", "/"),
		"battalion platoon 排长 3 司令/2.1.6/74.58/1.3.1/MM35M/BF76B",
		"营排排连司/2.1.6/74.58/1.3.1/MM35M/BF76B",
	} {
		got, err := rs.ParseLayout(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
}

func TestParseLayoutRefuses(t *testing.T) {
	for _, c := range []struct{ text, reason string }{
		{"", "0 rows: write 6 rows of 5 cells"},
		{"42239/2.1.6/74.58/1.3.1/MM35M", "layout: 5 rows: write 6 rows"},
		{"42239", "layout: 1 row: write 6 rows"},
		{"42239 2.1.6 74.58 1.3.1 MM35M", "layout: 1 row: write 6 rows"},
		{"42239 2.1.6 74.58 1.3.1 MM35M/BF76B", "layout: 2 rows: write 6 rows"},
		{"42239/2.1.6/74.58/1.3.1/MM35M/BF76B/BF76B", `layout: row 7 ("BF76B") is too many: a layout has 6 rows, not 7`},
		{"4223/2.1.6/74.58/1.3.1/MM35M/BF76B", `row 1 ("4223") has 4 cells: a row has 5`},
		{"42239/2.1.6/74.58/1.3.1/MM35M/BF76BB", `row 6 ("BF76BB") has 6 cells`},
		{"42239/2/74.58/1.3.1/MM35M/BF76B", `row 2 ("2") has 1 cell: a row has 5`},
		{"42239/221.6/74.58/1.3.1/MM35M/BF76B", `row 2, column 2 is a camp: it stays empty, write . there, not "2"`},
		{"42239/2.1.6/74.58/1.3.1/MM.5M/BF76B", "row 5, column 3 is not a camp: put a piece there"},
		{"4223X/2.1.6/74.58/1.3.1/MM35M/BF76B", `row 1, column 5: unknown piece "X": expected a letter of FM123456789B`},
		{"4223\xff/2.1.6/74.58/1.3.1/MM35M/BF76B", "row 1, column 5: unknown piece"},
		{"营长排长排长连长司令/2.1.6/74.58/1.3.1/MM35M/BF76B", "has 10 cells"},
	} {
		_, err := junqi.Standard().ParseLayout(c.text)
		require.ErrorContains(t, err, c.reason, c.text)
	}
}

func TestCheckLayout(t *testing.T) {
	front, err := junqi.Rules("standard,bombs-front=on")
	require.NoError(t, err)
	standard := junqi.Standard()
	for _, c := range []struct {
		rs           *engine.Ruleset
		text, reason string
	}{
		{standard, "42239/2.1.6/74.58/1.3.1/MM35M/BF76B", ""},
		{standard, "42239/2.1.6/74.58/1.3.1/35MMM/BF76B", ""},
		{standard, "42239/2.1.6/74.58/1.3.1/FM35M/BM76B", "row 5, column 1: a flag (F) starts in row 6, column 2 or 4; allowed there: M123456789B"},
		{standard, "42239/2.1.6/74.58/1.M.1/3M35M/BF76B", "row 4, column 3: a mine (M) starts in rows 5 and 6; allowed there: 123456789B"},
		{standard, "B2239/2.1.6/74.58/1.3.1/MM35M/4F76B", "row 1, column 1: a bomb (B) starts in rows 2 to 6; allowed there: 123456789"},
		{front, "B2239/2.1.6/74.58/1.3.1/MM35M/4F76B", ""},
		{standard, "42239/2.1.6/74.58/1.3.1/MM35M/BF7FB", "2 of flag (F) instead of 1"},
		{standard, "42239/2.1.6/74.58/1.3.1/MM35M/B676B", "0 of flag (F) instead of 1"},
		{standard, "42239/2.1.6/74.58/1.3.1/MM35M/BF96B", "1 of division (7) instead of 2"},
	} {
		l, err := c.rs.ParseLayout(c.text)
		require.NoError(t, err)
		if c.reason == "" {
			require.NoError(t, c.rs.CheckLayout(l))
		} else {
			require.ErrorContains(t, c.rs.CheckLayout(l), c.reason)
		}
	}
}

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
		{"HX./F.H", "layout-no-gap", "layout: row 1, column 3 is not a den: put a piece there", 2},
		{"HXQ/F.H", "layout-cell", `layout: row 1, column 3: unknown piece "Q": expected a letter of FHXW, a name such as flag, or 旗`, 2},
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
		{"FXW/H.H", "layout-placement", "layout: row 1, column 1: a flag (F) starts in row 2; allowed there: HXW", 0},
		{"HXH/F.W", "layout-placement", "layout: row 2, column 3: a wolf (W) starts in row 1; allowed there: FHX", 4},
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
	require.ErrorContains(t, err, "layout: row 1, column 3: 77 is not a piece")
	requireNumber(t, err, 2)
	err = rs.CheckLayout(nil)
	require.ErrorContains(t, err, "layout: 0 pieces: an army has 5")
	requireNumber(t, err, -1)
	require.Equal(t, "??X/?.?", rs.FormatLayout(engine.Layout{77, engine.NoType, 2}), "an unknown type is shown, not refused")
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

// The cells where a type may start, in a few words.
func TestStarts(t *testing.T) {
	r := readToy(t)
	r.Start = [][][]string{{{"a1"}, {"b1"}, {"c1", "c2"}, {"a2"}}, {{"a3"}, {"b3"}, {"c3", "c4"}, {"a4"}}}
	for _, c := range []struct {
		starts []int
		words  string
	}{
		{[]int{0, 1, 2, 3, 4}, "rows 1 to 4"},
		{[]int{0, 1}, "rows 1 and 2"},
		{[]int{0, 4}, "row 1; row 4"},
		{[]int{2, 3}, "row 3"},
		{[]int{0, 1, 3, 4}, "rows 1 and 2; row 3, column 2; row 4"},
	} {
		r.Types[1].Starts = c.starts
		r.Types[0].Starts, r.Types[2].Starts, r.Types[3].Starts = []int{0, 1, 2, 3, 4}, []int{0, 1, 2, 3, 4}, []int{0, 1, 2, 3, 4}
		rs, err := engine.NewRuleset(r)
		require.NoError(t, err)
		require.Equal(t, c.words, rs.Starts(1).String())
	}
	require.Nil(t, toy(t).Starts(9))
	require.Equal(t, "row 1, column 2, 3 or 5", engine.Cells{{First: 1, Last: 1, Columns: []int{2, 3, 5}}}.String())
}

func TestLayoutTextRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rs := rulestest.Ruleset(t, rulestest.Any)
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
