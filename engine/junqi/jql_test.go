package junqi_test

import (
	"bytes"
	"encoding/hex"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// The layout of the notation's example, written out by hand.
const exampleJQL = "" +
	"515147616d65204a514c2046696c6500" + "57040000" +
	"0a0c0c0b05" + "0c000d0008" + "070a000906" + "0d000b000d" + "03030b0903" + "0402070804"

func TestParseJQL(t *testing.T) {
	data, err := hex.DecodeString(exampleJQL)
	require.NoError(t, err)
	require.Len(t, data, junqi.JQLSize)
	l, err := junqi.ParseJQL(data)
	require.NoError(t, err)
	require.Equal(t, "42239/2.1.6/74.58/1.3.1/MM35M/BF76B", junqi.Standard().FormatLayout(l))
}

func TestParseJQLRefuses(t *testing.T) {
	good, err := junqi.FormatJQL(junqi.Layouts()["triangle"])
	require.NoError(t, err)
	for _, c := range []struct {
		at     int
		value  byte
		reason string
	}{
		{0, 'q', "byte 0 is 71, not 51"},
		{15, ' ', "byte 15 is 20, not 00"},
		{16, 0x58, "byte 16 is 58, not 57"},
		{19, 1, "byte 19 is 01, not 00"},
		{20, 0, "row 1, column 1: byte 0 is not a piece"},
		{20, 1, "row 1, column 1: byte 1 is not a piece"},
		{24, 14, "row 1, column 5: byte 14 is not a piece"},
		{26, 2, "row 2, column 2 is a camp: it stays empty, so its byte is 0, not 2"},
		{32, 255, "row 3, column 3 is a camp"},
		{49, 99, "row 6, column 5: byte 99 is not a piece: 2 is the flag"},
	} {
		bad := bytes.Clone(good)
		bad[c.at] = c.value
		_, err := junqi.ParseJQL(bad)
		require.ErrorContains(t, err, c.reason)
	}
	for _, bad := range [][]byte{nil, good[:49], append(bytes.Clone(good), 0), []byte(strings.Repeat("Q", 1<<16))} {
		_, err := junqi.ParseJQL(bad)
		require.ErrorContains(t, err, "a .jql file has exactly 50")
	}
	broken := junqi.Layouts()["triangle"]
	broken[24] = engine.NoType
	_, err = junqi.FormatJQL(broken)
	require.ErrorContains(t, err, "row 6, column 5: 255 is not a piece")
	_, err = junqi.FormatJQL(broken[:24])
	require.ErrorContains(t, err, "a layout of 24 pieces")
}

func TestJQLRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := junqi.Standard().RandomLayout(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)))
		data, err := junqi.FormatJQL(l)
		require.NoError(t, err)
		again, err := junqi.ParseJQL(data)
		require.NoError(t, err)
		require.Equal(t, l, again)
	})
}

// What parses is written again as it was.
func FuzzParseJQL(f *testing.F) {
	for _, l := range junqi.Layouts() {
		data, err := junqi.FormatJQL(l)
		require.NoError(f, err)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := junqi.ParseJQL(data)
		if err != nil {
			return
		}
		again, err := junqi.FormatJQL(l)
		require.NoError(t, err)
		require.Equal(t, data, again)
	})
}
