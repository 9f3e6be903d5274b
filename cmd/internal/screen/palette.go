package screen

import "github.com/darkjunqi/darkjunqi/engine"

// palette holds the colours of everything that is drawn.
type palette struct {
	colours bool // else only what bold, dim and reversed tell

	text, dim, strong, warn textStyle
	title, bar, key, chosen textStyle // the lines at the top and at the bottom; the key of an action, and the one that has the focus

	ground, post, rail, camp, base                 textStyle // the board by the kinds of its nodes
	near, hidden                                   [engine.MaxSeats]textStyle
	cursorInk, pickedInk, goesInk, hitInk, lastInk textStyle
}

// The armies: red, blue, amber, green, violet and slate. An army that the viewer doesn't see is darker. All
// colours are of the cube of 256 (xterm), so that terminals with no more show the same.
var (
	armies   = [engine.MaxSeats]uint32{0xaf0000, 0x005faf, 0xaf5f00, 0x00875f, 0x8700af, 0x4e4e4e}
	unseen   = [engine.MaxSeats]uint32{0x870000, 0x00005f, 0x5f5f00, 0x005f5f, 0x5f005f, 0x303030}
	textures = [engine.MaxSeats]uint32{0xd75f5f, 0x5f87d7, 0xafaf5f, 0x5fafaf, 0xd787ff, 0xc6c6c6}
)

// grounds holds the colours that differ between light terminals and dark ones.
type grounds struct {
	ground, post, rail, camp, base, links, text, dim, warn, bar, barText uint32
}

var (
	darkGrounds  = grounds{0x1c1c1c, 0x3a3a3a, 0x4e4e4e, 0x005f00, 0x5f5f87, 0x949494, 0xe4e4e4, 0x9e9e9e, 0xffaf5f, 0x303030, 0xdadada}
	lightGrounds = grounds{0xffffff, 0xd7d7af, 0xd7af87, 0xafd7af, 0xd7afd7, 0x585858, 0x1c1c1c, 0x585858, 0xaf5f00, 0xdadada, 0x303030}
)

const white, black = 0xffffff, 0x000000

// newPalette returns the palette of a terminal.
func newPalette(colours, dark bool) palette {
	if !colours {
		return withoutColours()
	}
	g := lightGrounds
	if dark {
		g = darkGrounds
	}
	on := func(fg, bg uint32) textStyle { return textStyle{fg: rgb(fg), bg: rgb(bg)} }
	p := palette{
		colours: true,
		text:    textStyle{}, dim: textStyle{fg: rgb(g.dim)}, strong: textStyle{bold: true}, warn: textStyle{fg: rgb(g.warn), bold: true},
		title: textStyle{fg: rgb(g.barText), bg: rgb(g.bar), bold: true}, bar: on(g.barText, g.bar), key: textStyle{fg: rgb(g.warn), bg: rgb(g.bar), bold: true},
		chosen: textStyle{fg: rgb(black), bg: rgb(0xffd75f), bold: true},
		ground: on(g.links, g.ground), post: on(g.links, g.post), rail: on(g.links, g.rail), camp: on(g.links, g.camp), base: on(g.links, g.base),
		cursorInk: textStyle{fg: rgb(black), bg: rgb(0xffd75f), bold: true}, pickedInk: textStyle{fg: rgb(black), bg: rgb(0xffaf5f), bold: true},
		goesInk: textStyle{fg: rgb(black), bg: rgb(0x87d787), bold: true}, hitInk: textStyle{fg: rgb(black), bg: rgb(0xff8787), bold: true},
		lastInk: textStyle{fg: rgb(black), bg: rgb(0xd7afff)},
	}
	for seat := range armies {
		p.near[seat] = textStyle{fg: rgb(white), bg: rgb(armies[seat]), bold: true}
		p.hidden[seat] = on(textures[seat], unseen[seat])
	}
	return p
}

// withoutColours is for terminals without colours, and people who want none (no-color.org). Signs on
// the board show everything that colours would.
func withoutColours() palette {
	p := palette{
		dim: textStyle{dim: true}, strong: textStyle{bold: true}, warn: textStyle{bold: true},
		title: textStyle{reverse: true}, key: textStyle{bold: true}, chosen: textStyle{reverse: true},
		ground: textStyle{dim: true}, cursorInk: textStyle{reverse: true}, pickedInk: textStyle{reverse: true}, goesInk: textStyle{bold: true}, hitInk: textStyle{bold: true}, lastInk: textStyle{bold: true},
	}
	for seat := range p.near {
		p.near[seat] = textStyle{bold: true}
	}
	return p
}
