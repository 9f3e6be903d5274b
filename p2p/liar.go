package p2p

import "io"

// A Liar speaks in place of the Player of a session, so that it can be shown and
// tested what becomes of a cheat. See protocol/adversary, which has some.
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

// lyingSeat is a seat that says what its Liar says.
type lyingSeat struct {
	playerSeat
	liar Liar
}

func (s lyingSeat) length() int                         { return s.liar.Len() }
func (s lyingSeat) record(i int) []byte                 { return s.liar.Record(i) }
func (s lyingSeat) extras() [][]byte                    { return s.liar.Extras() }
func (s lyingSeat) proceed(rng io.Reader) (bool, error) { return s.liar.Proceed(rng) }
