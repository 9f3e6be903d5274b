package garbled

import (
	"crypto/sha512"
	"crypto/subtle"
	"encoding/binary"

	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
	"github.com/darkjunqi/darkjunqi/protocol/group"
)

// A stock is what one seat needs to attack another a few times: transfers of one of
// two labels each, made ahead for random choices (D. Beaver, "Precomputing oblivious
// transfer", CRYPTO 1995). A clash uses up four. When none are left the next clash
// brings another stock.
const (
	stockClashes = 16
	transfers    = stockClashes * inputBits
)

// A sender is the attacker's half of a stock.
type sender struct {
	offset label            // D: every label for 1 is that for 0 plus D
	zero   [transfers]label // the labels for 0
	sums   [transfers]label // gives a label for 1 to the owner of the key of a 1
	points []byte           // the defender's
}

// A receiver is the defender's half of a stock.
type receiver struct {
	choices uint64 // bit v: that of transfer v
	keys    [transfers]label
	points  []byte // what it sends
	offer   []byte // what it answers
}

// bits returns the choices of the clash of that slot.
func (s *receiver) bits(slot int) uint8 {
	return uint8(s.choices>>(slot*inputBits)) & (1<<inputBits - 1)
}

// labels returns the labels that the receiver has for the clash of that slot, given
// the sums of the stock: they stand for the values of its choices.
func (s *receiver) labels(slot int, sums []label) (out [inputBits]label) {
	for i := range out {
		v := slot*inputBits + i
		out[i] = s.keys[v].xor(sums[v].times(s.choices >> v & 1))
	}
	return out
}

// labels returns the labels for 0 of the bits of the clash of that slot, in which the
// defender swaps the values of those transfers the choice of which is not its bit.
func (s *sender) labels(slot int, swaps uint8) (out [inputBits]label) {
	for i := range out {
		out[i] = s.zero[slot*inputBits+i].xor(s.offset.times(uint64(swaps >> i & 1)))
	}
	return out
}

// transferLabel separates the keys of the transfers from all other hashes.
const transferLabel = "darkjunqi/v1/garbled/transfer"

// key derives the key of transfer v from the shared point: the first 16 bytes of
//
//	SHA-512/256(transferLabel || session || v || A || R_v || shared)
//
// with the session of the clash that brings the stock. Session and index are bound so
// that points are of no use elsewhere; the points, so that one that is sent twice, or
// made of another, is neither.
func key(session [32]byte, v int, a, r []byte, shared *group.Element) label {
	b := make([]byte, 0, 192)
	b = append(b, transferLabel...)
	b = append(b, session[:]...)
	b = append(b, byte(v))
	b = append(b, a...)
	b = append(b, r...)
	h := sha512.Sum512_256(append(b, shared.Bytes()...))
	return readLabel(h[:])
}

// drawPoint draws a scalar until its multiple of B is not the identity, which is
// at once.
func drawPoint(coins *tape.Coins) (*group.Scalar, *group.Element) {
	for {
		s := group.UniformScalar([64]byte(coins.Bytes(64)))
		if p := group.B().Mult(s); !group.IsIdentity(p) {
			return s, p
		}
	}
}

// readPoint decodes a point that must not be the identity.
func readPoint(step tape.Step, b []byte) (*group.Element, error) {
	p, err := group.DecodeElement(b)
	if err != nil {
		return nil, audited.Malformed(step, "garbled.point", "a point: %w", err)
	}
	if group.IsIdentity(p) {
		return nil, audited.Malformed(step, "garbled.identity", "a point is the identity")
	}
	return p, nil
}

// readPoints decodes the points of a stock.
func readPoints(b []byte) (points [transfers]*group.Element, err error) {
	for v := range points {
		if points[v], err = readPoint(tape.Request, at(b, v)); err != nil {
			return points, err
		}
	}
	return points, nil
}

// at returns the encoding of point v.
func at(points []byte, v int) []byte {
	return points[v*group.ElementSize : (v+1)*group.ElementSize]
}

// receive makes the defender's half of a stock: for transfer v the point R_v = r_v B if
// its choice is 0 and r_v B + A if it is 1, and the key that comes of r_v A.
func receive(session [32]byte, offer []byte, coins *tape.Coins) (*receiver, error) {
	a, err := readPoint(tape.Offer, offer)
	if err != nil {
		return nil, err
	}
	s := &receiver{offer: offer, choices: binary.LittleEndian.Uint64(coins.Bytes(transfers / 8))}
	for v := range transfers {
		r, point := choose(a, int(s.choices>>v&1), coins)
		s.points = append(s.points, point...)
		s.keys[v] = key(session, v, offer, point, group.NewElement().ScalarMult(r, a))
	}
	return s, nil
}

// choose draws the point of one transfer.
func choose(a *group.Element, choice int, coins *tape.Coins) (*group.Scalar, []byte) {
	for {
		r, zero := drawPoint(coins)
		one := group.NewElement().Add(zero, a)
		if group.IsIdentity(one) {
			continue // never: r would be minus the attacker's secret
		}
		point := zero.Bytes()
		subtle.ConstantTimeCopy(choice, point, one.Bytes())
		return r, point
	}
}

// send makes the attacker's half of a stock, from the secret a of its point and the
// defender's points: the label for 0 is the key of a 0, which comes of aR_v; that of a 1
// comes of a(R_v - A), and is sent with the label for 1 added to it.
func send(session [32]byte, offer, encoded []byte, a *group.Scalar, coins *tape.Coins) (*sender, error) {
	points, err := readPoints(encoded)
	if err != nil {
		return nil, err
	}
	s := &sender{points: encoded}
	for s.offset == (label{}) {
		s.offset = readLabel(coins.Bytes(labelSize))
	}
	square := group.B().Mult(group.NewScalar().Multiply(a, a)) // aA
	for v, p := range points {
		shared := group.NewElement().ScalarMult(a, p)
		s.zero[v] = key(session, v, offer, at(encoded, v), shared)
		one := key(session, v, offer, at(encoded, v), shared.Subtract(shared, square))
		s.sums[v] = s.zero[v].xor(one).xor(s.offset)
	}
	return s, nil
}
