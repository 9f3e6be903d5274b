package layout

import (
	"crypto/sha512"
	"crypto/subtle"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// A Secret is everything about its layout that a seat keeps to itself. The body that Prove
// makes is a function of it and the context, byte for byte. Printing it shows no secret.
type Secret struct {
	hidden
	Key      *Key
	Layout   engine.Layout
	Nonces   sigma.Nonces
	Nonce    [32]byte // the seat's share of the coin; goes into the body
	TapeSeed [32]byte // seeds the coins of the audited resolvers; its hash goes into the body
}

// TapeCommitment returns SHA-512/256 of the tape seed.
func TapeCommitment(seed [32]byte) [32]byte { return sha512.Sum512_256(seed[:]) }

// nonceKind names the derivation of the randomness of E and P.
const nonceKind = "darkjunqi/v1/nonce/layout"

// randomness derives the randomness s[j] of the ciphertexts, one for each type, and
// t[p] of the commitments. It exists before they do, so it binds the context, the
// nonce, the tape commitment, and, secretly, the keys and the layout itself: two
// layouts under one set of nonces share nothing.
type randomness struct {
	nonces  sigma.Nonces
	state   [32]byte
	witness []byte
}

func (s *Secret) randomness(ctx sigma.Context) *randomness {
	sponge := ctx.Sponge(nonceKind)
	tape := TapeCommitment(s.TapeSeed)
	sponge.Absorb(s.Nonce[:])
	sponge.Absorb(tape[:])
	witness := make([]byte, 0, KeySize+len(s.Layout))
	witness = append(witness, s.Key.seed[:]...)
	for _, j := range s.Layout {
		witness = append(witness, byte(j))
	}
	return &randomness{s.Nonces, sponge.State(), witness}
}

// column returns s[j].
func (r *randomness) column(j int) *group.Scalar {
	return r.nonces.Scalar(nonceKind+"/s", uint32(j), r.state, r.witness)
}

// piece returns t[p].
func (r *randomness) piece(p int) *group.Scalar {
	return r.nonces.Scalar(nonceKind+"/t", uint32(p), r.state, r.witness)
}

// is returns 1 if piece p is of type j and 0 if not, in the same time.
func (s *Secret) is(p, j int) int {
	return subtle.ConstantTimeByteEq(byte(s.Layout[p]), byte(j))
}

// Row returns the witness of piece p that a clash proof needs: 1 for the type that
// it is and 0 for the others of types, and the blinder t[p] of P[p]. The context is
// the layout's.
func (s *Secret) Row(ctx sigma.Context, p int, types []engine.Type) (y []int, t *group.Scalar) {
	y = make([]int, len(types))
	for i, j := range types {
		y[i] = s.is(p, int(j))
	}
	return y, s.randomness(ctx).piece(p)
}
