package garbled

import (
	"crypto/sha512"
	"crypto/subtle"

	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
	"github.com/darkjunqi/darkjunqi/protocol/group"
)

// TransferLabel separates the keys of the transfer from all other hashes.
const TransferLabel = "darkjunqi/v1/garbled/transfer"

// key derives the key of transfer i from the shared point: the first 16 bytes of
//
//	SHA-512/256(TransferLabel || session || i || A || R_i || shared)
//
// Session and index are bound so that a request, or one of its points, is of no use
// elsewhere; the points, so that a point sent twice, or made of another, is neither.
func key(session [32]byte, i int, a, r []byte, shared *group.Element) label {
	b := make([]byte, 0, 192)
	b = append(b, TransferLabel...)
	b = append(b, session[:]...)
	b = append(b, byte(i))
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
func readPoint(step tape.Step, what string, b []byte) (*group.Element, error) {
	p, err := group.DecodeElement(b)
	if err != nil {
		return nil, audited.Malformed(step, "%s: %v", what, err)
	}
	if group.IsIdentity(p) {
		return nil, audited.Malformed(step, "%s is the identity", what)
	}
	return p, nil
}

// readRequest decodes the defender's points.
func readRequest(request []byte) (points [inputBits]*group.Element, err error) {
	if len(request) != requestSize {
		return points, audited.Malformed(tape.Request, "%d bytes, not the %d of %d points", len(request), requestSize, inputBits)
	}
	for i := range points {
		if points[i], err = readPoint(tape.Request, "a point", at(request, i)); err != nil {
			return points, err
		}
	}
	return points, nil
}

// at returns the i-th point of a request.
func at(request []byte, i int) []byte {
	return request[i*group.ElementSize : (i+1)*group.ElementSize]
}

// choose makes the request for the bits of the defender's number: R_i = r_i B for a
// 0 and r_i B + A for a 1. It returns the keys that go with these choices.
func choose(session [32]byte, offer []byte, sender *group.Element, number uint8, coins *tape.Coins) (request []byte, keys [inputBits]label) {
	var secrets [inputBits]*group.Scalar
	for i := range keys {
		for {
			r, zero := drawPoint(coins)
			one := group.NewElement().Add(zero, sender)
			if group.IsIdentity(one) {
				continue // never: r would be minus the attacker's secret
			}
			point := zero.Bytes()
			subtle.ConstantTimeCopy(int(number>>i&1), point, one.Bytes())
			request, secrets[i] = append(request, point...), r
			break
		}
	}
	for i, r := range secrets {
		keys[i] = key(session, i, offer, at(request, i), group.NewElement().ScalarMult(r, sender))
	}
	return request, keys
}

// both returns the attacker's keys for a 0 and for a 1: of a R_i, and of
// a (R_i - A).
func both(session [32]byte, offer, request []byte, a *group.Scalar, points [inputBits]*group.Element) (zero, one [inputBits]label) {
	sender, _ := group.DecodeElement(offer) // the attacker's own
	less := group.NewElement().ScalarMult(a, sender)
	for i, p := range points {
		shared := group.NewElement().ScalarMult(a, p)
		zero[i] = key(session, i, offer, at(request, i), shared)
		one[i] = key(session, i, offer, at(request, i), shared.Subtract(shared, less))
	}
	return zero, one
}
