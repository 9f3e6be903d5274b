package screen

import "github.com/darkjunqi/darkjunqi/engine"

// palette is what everything is drawn with.
type palette struct {
	colours bool // else only what bold, dim and reversed tell

	text, dim, strong, warn ink
	title, bar, key, chosen ink // the lines at the top and at the bottom; the key of an action, and the one that has the focus

	ground, post, rail, camp, base                 ink // the board by the kinds of its nodes
	near, hidden                                   [engine.MaxSeats]ink
	cursorInk, pickedInk, goesInk, hitInk, lastInk ink
}

// The armies: red, blue, amber and green. An army that the viewer doesn't see is darker. All
// colours are of the cube of 256 (xterm), so that terminals with no more show the same.
var (
	armies   = [engine.MaxSeats]uint32{0xaf0000, 0x005faf, 0xaf5f00, 0x00875f}
	unseen   = [engine.MaxSeats]uint32{0x870000, 0x00005f, 0x5f5f00, 0x005f5f}
	textures = [engine.MaxSeats]uint32{0xd75f5f, 0x5f87d7, 0xafaf5f, 0x5fafaf}
)

// ground is what a palette is made of that differs between light terminals and dark ones.
type grounds struct {
	ground, post, rail, camp, base, links, text, dim, warn, bar, barText uint32
}

var (
	darkGrounds  = grounds{0x1c1c1c, 0x3a3a3a, 0x4e4e4e, 0x005f00, 0x5f5f87, 0x949494, 0xe4e4e4, 0x9e9e9e, 0xffaf5f, 0x303030, 0xdadada}
	lightGrounds = grounds{0xffffff, 0xd7d7af, 0xd7af87, 0xafd7af, 0xd7afd7, 0x585858, 0x1c1c1c, 0x585858, 0xaf5f00, 0xdadada, 0x303030}
)

const white, black = 0xffffff, 0x000000

// newPalette is the palette of a terminal.
func newPalette(colours, dark bool) palette {
	if !colours {
		return withoutColours()
	}
	g := lightGrounds
	if dark {
		g = darkGrounds
	}
	on := func(fg, bg uint32) ink { return ink{fg: rgb(fg), bg: rgb(bg)} }
	p := palette{
		colours: true,
		text:    ink{}, dim: ink{fg: rgb(g.dim)}, strong: ink{bold: true}, warn: ink{fg: rgb(g.warn), bold: true},
		title: ink{fg: rgb(g.barText), bg: rgb(g.bar), bold: true}, bar: on(g.barText, g.bar), key: ink{fg: rgb(g.warn), bg: rgb(g.bar), bold: true},
		chosen: ink{fg: rgb(black), bg: rgb(0xffd75f), bold: true},
		ground: on(g.links, g.ground), post: on(g.links, g.post), rail: on(g.links, g.rail), camp: on(g.links, g.camp), base: on(g.links, g.base),
		cursorInk: ink{fg: rgb(black), bg: rgb(0xffd75f), bold: true}, pickedInk: ink{fg: rgb(black), bg: rgb(0xffaf5f), bold: true},
		goesInk: ink{fg: rgb(black), bg: rgb(0x87d787), bold: true}, hitInk: ink{fg: rgb(black), bg: rgb(0xff8787), bold: true},
		lastInk: ink{fg: rgb(black), bg: rgb(0xd7afff)},
	}
	for seat := range armies {
		p.near[seat] = ink{fg: rgb(white), bg: rgb(armies[seat]), bold: true}
		p.hidden[seat] = on(textures[seat], unseen[seat])
	}
	return p
}

// withoutColours is for who wants none (no-color.org). Signs on the board tell all that the
// colours would.
func withoutColours() palette {
	p := palette{
		dim: ink{dim: true}, strong: ink{bold: true}, warn: ink{bold: true},
		title: ink{reverse: true}, key: ink{bold: true}, chosen: ink{reverse: true},
		ground: ink{dim: true}, cursorInk: ink{reverse: true}, pickedInk: ink{reverse: true}, goesInk: ink{bold: true}, hitInk: ink{bold: true}, lastInk: ink{bold: true},
	}
	for seat := range p.near {
		p.near[seat] = ink{bold: true}
	}
	return p
}
