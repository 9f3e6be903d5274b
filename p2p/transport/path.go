package transport

import "slices"

// Path is the way that a link goes: a rung of the ladder that programs climb to reach
// each other. "" is no link, or one within this program.
type Path string

// The rungs, the best first.
const (
	SameNetwork Path = "same-network" // neither end's router is involved
	Direct      Path = "direct"       // to an address that the Internet can reach, or that a router forwards
	Punched     Path = "punched"      // both ends opened their routers at once, as a relay had told them when
	Relayed     Path = "relay"        // all bytes go through a relay, which can't read them
	ByHand      Path = "by-hand"      // people carry letters
)

var rungs = []Path{"", SameNetwork, Direct, Punched, Relayed, ByHand}

// Rung returns the place of p on the ladder, from above: 0 of none.
func (p Path) Rung() uint32 { return uint32(max(0, slices.Index(rungs, p))) }

// PathOfRung returns the Path of a place on the ladder, "" if there is none there.
func PathOfRung(rung uint32) Path {
	if rung >= uint32(len(rungs)) {
		return ""
	}
	return rungs[rung]
}

// Worse returns the lower rung of two.
func (p Path) Worse(other Path) Path {
	if slices.Index(rungs, other) > slices.Index(rungs, p) {
		return other
	}
	return p
}
