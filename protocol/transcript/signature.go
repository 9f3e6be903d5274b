package transcript

import (
	"crypto/ed25519"
	"crypto/sha512"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/bound"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// PublicKey is an Ed25519 public key that passed the strict checks of
// NewPublicKey. The zero value verifies nothing. Keys are compared by their Bytes.
type PublicKey struct {
	_     [0]func() // == would compare where the point is kept
	key   [ed25519.PublicKeySize]byte
	point *group.Base // 8 times the point
}

// ErrPublicKey is returned for keys that are not the canonical encoding of a
// point of large order.
var ErrPublicKey = coded.Errorf("transcript.public-key", "not a canonical Ed25519 public key of large order")

// NewPublicKey checks a key strictly. crypto/ed25519 alone accepts the
// identity as a key, under which one signature fits every message, and
// non-canonical encodings, under which one key has two names; here both are
// refused (RFC 8032, section 5.1.3; Chalkias, Garillot, Nikolaenko, "Taming
// the many EdDSAs", 2020).
func NewPublicKey(b []byte) (PublicKey, error) {
	p, ok := group.DecodePoint(b)
	if !ok || group.IsIdentity(p.Element()) {
		return PublicKey{}, ErrPublicKey
	}
	return PublicKey{key: [32]byte(b), point: p}, nil
}

// WithTables returns k with tables of 30 kB, with which Verify takes half the time. They take as
// long as four signatures.
func (k PublicKey) WithTables() PublicKey {
	k.point = k.point.WithTables()
	return k
}

// Bytes returns the 32-byte encoding.
func (k PublicKey) Bytes() [32]byte { return k.key }

// IsZero reports whether this is the zero value, which is not a key.
func (k PublicKey) IsZero() bool { return k.point == nil }

// Verify checks a signature (R, s) strictly: s is below the group order, R a canonical point, and
// 8sB = 8R + 8hA (RFC 8032, section 5.1.7, with the cofactor; "Taming the many EdDSAs", algorithm
// 2), so that many signatures can be checked in one sum or one by one, with the same result.
// Everything that crypto/ed25519 accepts is valid, since it compares R with sB - hA, byte for byte.
func (k PublicKey) Verify(message, signature []byte) bool {
	e, ok := k.equation(message, signature)
	if !ok {
		return false
	}
	left := group.VarTimeSum([]*group.Scalar{e.s, e.minusH}, []*group.Base{group.B(), k.point})
	return left.Equal(e.r.Element()) == 1
}

// verifyLater is Verify, with the equation left to a batch.
func (k PublicKey) verifyLater(message, signature []byte, batch *sigma.Batch) bool {
	e, ok := k.equation(message, signature)
	if !ok {
		return false
	}
	sponge := signatureSponge.Clone()
	sponge.Absorb(e.challenge[:]) // which R, the key and the message went into
	sum := batch.Claim(bound.ByCaller(), sponge, signature[32:]).Sum()
	sum.Add(e.s, group.B())
	sum.Add(e.minusH, k.point)
	sum.Subtract(e.r)
	return true
}

// signatureKind names what a signature's equation follows from; each starts from this sponge.
const signatureKind = "darkjunqi/v1/batch/signature"

var signatureSponge = sigma.NewSponge(sigma.DeriveSessionID(signatureKind))

// An equation says of a signature that 8sB - h(8A) = 8R.
type equation struct {
	s, minusH *group.Scalar // 8s and -h
	r         *group.Base   // 8R
	challenge [64]byte      // SHA-512(R || A || message), of which h is made
}

// equation reads a signature. It is none if R or s is not canonical.
func (k PublicKey) equation(message, signature []byte) (e equation, ok bool) {
	if k.IsZero() || len(signature) != ed25519.SignatureSize {
		return e, false
	}
	if e.r, ok = group.DecodePoint(signature[:32]); !ok {
		return e, false
	}
	s, err := group.DecodeScalar(signature[32:])
	if err != nil {
		return e, false
	}
	hash := sha512.New()
	hash.Write(signature[:32])
	hash.Write(k.key[:])
	hash.Write(message)
	hash.Sum(e.challenge[:0])
	e.s = s.Multiply(s, cofactor)
	e.minusH = group.UniformScalar(e.challenge)
	e.minusH.Negate(e.minusH)
	return e, true
}

// cofactor is the 8 of the points that DecodePoint returns.
var cofactor = group.SmallScalar(8)
