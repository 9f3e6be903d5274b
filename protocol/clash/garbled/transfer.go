package garbled

import (
	"crypto/sha512"

	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
	"github.com/darkjunqi/darkjunqi/protocol/group"
)

// transferLabel separates the keys of the transfers from all other hashes.
const transferLabel = "darkjunqi/v1/garbled/transfer"

// key derives the key of transfer i from the encoding of the shared point: the first 16 bytes of
//
//	SHA-512/256(transferLabel || session || i || A || R_i || shared)
//
// Session and index are bound so that points are of no use elsewhere; the points, so
// that one that is sent twice, or made of another, is neither.
func key(session [32]byte, i int, a, r []byte, shared [group.ElementSize]byte) label {
	b := make([]byte, 0, 192)
	b = append(b, transferLabel...)
	b = append(b, session[:]...)
	b = append(b, byte(i))
	b = append(b, a...)
	b = append(b, r...)
	h := sha512.Sum512_256(append(b, shared[:]...))
	return readLabel(h[:])
}

// drawScalar draws a secret. It is 0, or minus the other side's, with a chance of 2^-252: no
// point made of it is the identity.
func drawScalar(coins *tape.Coins) *group.Scalar {
	return group.UniformScalar([64]byte(coins.Bytes(64)))
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

// readPoints decodes the points of a request.
func readPoints(b []byte) (points [inputBits]*group.Element, err error) {
	for i := range points {
		if points[i], err = readPoint(tape.Request, at(b, i)); err != nil {
			return points, err
		}
	}
	return points, nil
}

func at(points []byte, i int) []byte {
	return points[i*group.ElementSize : (i+1)*group.ElementSize]
}

// A receiver is the defender's half of the four transfers of a clash.
type receiver struct {
	number  uint8 // bit i is what it chooses in transfer i
	offer   *group.Element
	scalars [inputBits]*group.Scalar
}

// receive draws the defender's half.
func receive(offer []byte, number uint8, coins *tape.Coins) (*receiver, error) {
	a, err := readPoint(tape.Offer, offer)
	if err != nil {
		return nil, err
	}
	s := &receiver{number: number, offer: a}
	for i := range s.scalars {
		s.scalars[i] = drawScalar(coins)
	}
	return s, nil
}

// points returns what the receiver sends: for transfer i the point R_i = r_i B if bit i of
// its number is 0, and r_i B + A if it is 1.
func (s *receiver) points() (out []byte) {
	for i, r := range s.scalars {
		zero := group.B().Mult(r)
		one := group.NewElement().Add(zero, s.offer)
		out = append(out, one.Select(one, zero, int(s.number>>i&1)).Bytes()...)
	}
	return out
}

// labels returns the labels that the receiver has, given offer and request as they were sent, and
// the sums: they stand for the bits of its number. The key of each comes of r_i A; all four
// are encoded together, as the doubles of what half the scalars give.
func (s *receiver) labels(session [32]byte, offer, request []byte, sums []label) (out [inputBits]label) {
	base := group.NewBase(s.offer).ForSecrets()
	halves := make([]*group.Element, inputBits)
	for i, r := range s.scalars {
		halves[i] = base.Mult(group.Half(r))
	}
	for i, shared := range group.EncodeDoubles(halves) {
		own := key(session, i, offer, at(request, i), shared)
		out[i] = own.xor(sums[i].times(uint64(s.number >> i & 1)))
	}
	return out
}

// A sender is the attacker's half of the transfers.
type sender struct {
	offset label            // D: every label for 1 is that for 0 plus D
	zero   [inputBits]label // the labels for 0
	sums   [inputBits]label // gives a label for 1 to the owner of the key of a 1
}

// send makes the attacker's half, from the secret a of its point and the defender's
// points: the label for 0 is the key of a 0, which comes from aR_i; the key of a 1 comes from
// a(R_i - A), and is sent with the label for 1 added to it.
func send(session [32]byte, offer, request []byte, a *group.Scalar, coins *tape.Coins) (*sender, error) {
	points, err := readPoints(request)
	if err != nil {
		return nil, err
	}
	s := new(sender)
	for s.offset == (label{}) {
		s.offset = readLabel(coins.Bytes(labelSize))
	}
	half := group.Half(a) // as in labels
	square := group.B().Mult(group.NewScalar().Multiply(a, half))
	var halves []*group.Element // of aR_i and a(R_i - A), by transfer
	for _, p := range points {
		zero := group.NewElement().ScalarMult(half, p)
		halves = append(halves, zero, group.NewElement().Subtract(zero, square))
	}
	shared := group.EncodeDoubles(halves)
	for i := range points {
		s.zero[i] = key(session, i, offer, at(request, i), shared[2*i])
		one := key(session, i, offer, at(request, i), shared[2*i+1])
		s.sums[i] = s.zero[i].xor(one).xor(s.offset)
	}
	return s, nil
}
