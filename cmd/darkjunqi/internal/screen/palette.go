package screen

import "github.com/darkjunqi/darkjunqi/engine"

// palette is what everything is drawn with.
type palette struct {
	colours bool // else only what bold, dim and reversed tell

	text, dim, strong, warn ink
	title, bar, key, chosen ink // the lines at the top and at the bottom; the key of an action, and the one that has the focus

	ground, post, rail, camp, base  ink // the board by the kinds of its nodes
	near, hidden                    [engine.MaxSeats]ink
	cursor, picked, goes, hits, last ink
}

// The armies: red, blue, amber and green. An army that the viewer doesn't see is darker.
var (
	armies = [engine.MaxSeats]uint32{0xc0392b, 0x2563b8, 0xb07d00, 0x16806b}
	unseen = [engine.MaxSeats]uint32{0x8c2f25, 0x1f4a86, 0x7d5a06, 0x11594b}
)

// ground is what a palette is made of that differs between light terminals and dark ones.
type grounds struct {
	ground, post, rail, camp, base, links, text, dim, warn, bar, barText uint32
}

var (
	darkGrounds  = grounds{0x20242b, 0x363d48, 0x46536a, 0x2f5140, 0x513f5c, 0x8b95a5, 0xe8eaed, 0x9aa3b0, 0xffb86b, 0x2b313b, 0xd5d9e0}
	lightGrounds = grounds{0xf3ecdd, 0xe0d5bd, 0xcdbd97, 0xbcdab5, 0xdcc6e2, 0x76684c, 0x1d1f23, 0x666b73, 0xa33b00, 0xe4dcc9, 0x33363c}
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
		cursor: ink{fg: rgb(black), bg: rgb(0xffd75f), bold: true}, picked: ink{fg: rgb(black), bg: rgb(0xffaf5f), bold: true},
		goes: ink{fg: rgb(black), bg: rgb(0x87d787), bold: true}, hits: ink{fg: rgb(black), bg: rgb(0xff8787), bold: true},
		last: ink{fg: rgb(black), bg: rgb(0xc9b8ff)},
	}
	for seat := range armies {
		p.near[seat] = ink{fg: rgb(white), bg: rgb(armies[seat]), bold: true}
		p.hidden[seat] = ink{fg: rgb(white), bg: rgb(unseen[seat]), bold: true}
	}
	return p
}

// withoutColours is for who wants none (no-color.org). Signs on the board tell all that the
// colours would.
func withoutColours() palette {
	p := palette{
		dim: ink{dim: true}, strong: ink{bold: true}, warn: ink{bold: true},
		title: ink{reverse: true}, key: ink{bold: true}, chosen: ink{reverse: true},
		ground: ink{dim: true}, cursor: ink{reverse: true}, picked: ink{reverse: true}, goes: ink{bold: true}, hits: ink{bold: true}, last: ink{bold: true},
	}
	for seat := range p.near {
		p.near[seat] = ink{bold: true}
	}
	return p
}
