// Package liar lets a session send what its Player would not, to show and test what becomes of a
// cheat. It is internal: no program outside this module can
// make a session lie. See protocol/adversary, which has liars.
package liar

import "io"

// A Liar speaks instead of the Player of a session.
//
// Its records are sent by their index, first those that the Player's own Match
// holds, then what no Match takes. The other methods are called under the
// session's lock.
type Liar interface {
	Len() int
	Record(i int) []byte
	Extras() [][]byte
	Proceed(rng io.Reader) (made bool, err error)
}

// Speak puts a Liar into a *p2p.Config. Package p2p sets it, which has no other way in.
var Speak func(config any, l Liar)
