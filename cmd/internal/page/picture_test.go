package page_test

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest/fake"
)

// pictures is the folder of the docs' pictures.
const pictures = "../../../docs/pictures"

// takePicture takes a picture for the docs, in few colours so that it is small.
func takePicture(x *fake.Tab, name string) {
	x.T.Helper()
	x.Settle()
	taken, err := chromedp.Run(x, chromedp.CaptureScreenshot())
	require.NoError(x.T, err)
	full, err := png.Decode(bytes.NewReader(taken))
	require.NoError(x.T, err)
	var small bytes.Buffer
	require.NoError(x.T, (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&small, fewColours(full)))
	require.NoError(x.T, os.WriteFile(filepath.Join(pictures, name+".png"), small.Bytes(), 0o644))
}

// apart is the least difference between two colours of a picture: the sum of squares over their parts.
const apart = 150

// fewColours returns a picture in its most frequent colours that differ, up to 256 of them, each other pixel in the nearest.
func fewColours(full image.Image) *image.Paletted {
	count := map[color.RGBA]int{}
	at := func(x, y int) color.RGBA { return color.RGBAModel.Convert(full.At(x, y)).(color.RGBA) }
	area := full.Bounds()
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			count[at(x, y)]++
		}
	}
	order := slices.SortedFunc(maps.Keys(count), func(a, b color.RGBA) int {
		return cmp.Or(count[b]-count[a], slices.Compare([]uint8{a.R, a.G, a.B}, []uint8{b.R, b.G, b.B}))
	})
	palette := color.Palette{}
	for _, c := range order {
		near := func(p color.Color) bool { return distance(p.(color.RGBA), c) < apart }
		if len(palette) < 256 && !slices.ContainsFunc(palette, near) {
			palette = append(palette, c)
		}
	}
	nearest := map[color.RGBA]uint8{}
	out := image.NewPaletted(area, palette)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			c := at(x, y)
			i, known := nearest[c]
			if !known {
				i = uint8(palette.Index(c))
				nearest[c] = i
			}
			out.SetColorIndex(x, y, i)
		}
	}
	return out
}

func distance(a, b color.RGBA) int {
	square := func(x, y uint8) int { return (int(x) - int(y)) * (int(x) - int(y)) }
	return square(a.R, b.R) + square(a.G, b.G) + square(a.B, b.B)
}
