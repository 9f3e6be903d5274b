package transcript

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha512"
	"testing"

	"filippo.io/edwards25519"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// TestSmallOrderKeyIsRefused shows the hole first: under crypto/ed25519 the
// identity is a key for which one signature fits every message, so its owner
// could deny everything it signed.
func TestSmallOrderKeyIsRefused(t *testing.T) {
	identity := edwards25519.NewIdentityPoint().Bytes()
	signature := append(edwards25519.NewIdentityPoint().Bytes(), make([]byte, 32)...)
	require.True(t, ed25519.Verify(identity, []byte("one message"), signature))
	require.True(t, ed25519.Verify(identity, []byte("another"), signature))

	_, err := NewPublicKey(identity)
	require.ErrorIs(t, err, ErrPublicKey)
	_, err = new(edwards25519.Point).SetBytes(order8)
	require.NoError(t, err, "it is a point")
	_, err = NewPublicKey(order8)
	require.ErrorIs(t, err, ErrPublicKey)
}

// The y coordinate p+3, say, decodes to the same point as 3 would: a key
// with two names.
func TestNonCanonicalKeyIsRefused(t *testing.T) {
	found := false
	for low := byte(0xed); low != 0; low++ { // p = 2^255-19 = ed ff … 7f
		b := bytes.Repeat([]byte{0xff}, 32)
		b[0], b[31] = low, 0x7f
		if _, err := new(edwards25519.Point).SetBytes(b); err != nil {
			continue
		}
		found = true
		_, err := NewPublicKey(b)
		require.ErrorIs(t, err, ErrPublicKey, "%x", b)
	}
	require.True(t, found, "no non-canonical encoding decodes: the test tests nothing")
}

// A signature with s + L instead of s is a second signature on the same
// message; strict verification knows only one.
func TestMalleatedSignatureIsRefused(t *testing.T) {
	key, pub := testKey(t, 1)
	r := Sign(key, Link{}, Move, engine.Red, nil)
	require.True(t, r.Verify(pub, Link{}))
	order := []byte{0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
		0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10}
	carry := 0
	for i := range 32 {
		sum := int(r.Signature[32+i]) + int(order[i]) + carry
		r.Signature[32+i], carry = byte(sum), sum>>8
	}
	require.False(t, r.Verify(pub, Link{}))
}

// order8 is a point of order 8 (y from "Taming the many EdDSAs", table 6c).
var order8 = []byte{0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f,
	0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a}

// signer signs as nobody honest does: under a key aB plus a multiple of a point of order 8, with such a part in R too.
type signer struct {
	secret *edwards25519.Scalar
	public []byte
	small  []*edwards25519.Point // 0 to 7 times that point
}

func newSigner(t require.TestingT, key ed25519.PrivateKey, part int) signer {
	point, err := new(edwards25519.Point).SetBytes(order8)
	require.NoError(t, err)
	s := signer{small: []*edwards25519.Point{edwards25519.NewIdentityPoint()}}
	for range 7 {
		s.small = append(s.small, new(edwards25519.Point).Add(s.small[len(s.small)-1], point))
	}
	h := sha512.Sum512(key.Seed())
	s.secret, err = edwards25519.NewScalar().SetBytesWithClamping(h[:32])
	require.NoError(t, err)
	a := new(edwards25519.Point).ScalarBaseMult(s.secret)
	s.public = a.Add(a, s.small[part]).Bytes()
	return s
}

// sign signs with a part of R, and says whether the equation holds without the cofactor.
func (s signer) sign(t require.TestingT, message []byte, nonce byte, part int) (signature []byte, plain bool) {
	k, err := edwards25519.NewScalar().SetCanonicalBytes(append([]byte{nonce, 1}, make([]byte, 30)...))
	require.NoError(t, err)
	r := new(edwards25519.Point).ScalarBaseMult(k)
	r.Add(r, s.small[part])
	digest := sha512.Sum512(bytes.Join([][]byte{r.Bytes(), s.public, message}, nil))
	h, err := edwards25519.NewScalar().SetUniformBytes(digest[:])
	require.NoError(t, err)
	k.MultiplyAdd(h, s.secret, k)
	a, err := new(edwards25519.Point).SetBytes(s.public)
	require.NoError(t, err)
	left := new(edwards25519.Point).VarTimeDoubleScalarBaseMult(h, new(edwards25519.Point).Negate(a), k)
	return append(r.Bytes(), k.Bytes()...), left.Equal(r) == 1
}

// verifies checks a signature by itself and in a sum, which must agree.
func verifies(t require.TestingT, key PublicKey, message, signature []byte) bool {
	batch := new(sigma.Batch)
	inSum := key.verifyLater(message, signature, batch) && batch.Verify() == nil
	require.Equal(t, inSum, key.Verify(message, signature), "%x", signature)
	return inSum
}

// Parts of small order, in the key or in R, change nothing: neither by itself nor in a sum.
func TestSignaturesWithPartsOfSmallOrder(t *testing.T) {
	key, _ := testKey(t, 1)
	plain, onlyWithCofactor := 0, 0
	for inKey := range 8 {
		s := newSigner(t, key, inKey)
		public, err := NewPublicKey(s.public)
		require.NoError(t, err)
		for inR := range 8 {
			signature, holds := s.sign(t, []byte("message"), 7, inR)
			require.True(t, verifies(t, public, []byte("message"), signature), "%d, %d", inKey, inR)
			require.False(t, verifies(t, public, []byte("another"), signature), "%d, %d", inKey, inR)
			require.Equal(t, holds, ed25519.Verify(s.public, []byte("message"), signature))
			if holds {
				plain++
			} else {
				onlyWithCofactor++
			}
		}
	}
	require.Positive(t, plain)
	require.Positive(t, onlyWithCofactor)
}

// By itself and in a sum, what is not a signature is none, whichever of its bits is wrong.
func TestSignaturesByThemselvesAndInASum(t *testing.T) {
	key, public := testKey(t, 1)
	_, other := testKey(t, 2)
	message := []byte("message")
	signature := ed25519.Sign(key, message)
	require.True(t, verifies(t, public, message, signature))
	require.False(t, verifies(t, other, message, signature))
	require.False(t, verifies(t, PublicKey{}, message, signature))
	require.False(t, verifies(t, public, message, signature[:63]))
	require.False(t, verifies(t, public, message, append(bytes.Clone(signature), 0)))
	rapid.Check(t, func(t *rapid.T) {
		message, signature := bytes.Clone(message), bytes.Clone(signature)
		for changed := signature; ; changed = message {
			changed[rapid.IntRange(0, len(changed)-1).Draw(t, "byte")] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
			if !rapid.Bool().Draw(t, "message too") {
				break
			}
		}
		require.False(t, verifies(t, public, message, signature))
	})
	// R in a form that is not canonical, of which lax programs say that it verifies.
	lax := append([]byte{1}, make([]byte, 30)...)
	lax = append(lax, 0x80) // the identity, with a sign
	digest := sha512.Sum512(bytes.Join([][]byte{lax, key.Public().(ed25519.PublicKey), message}, nil))
	h, err := edwards25519.NewScalar().SetUniformBytes(digest[:])
	require.NoError(t, err)
	s := edwards25519.NewScalar().Multiply(h, newSigner(t, key, 0).secret)
	require.False(t, verifies(t, public, message, append(lax, s.Bytes()...)))
}

// In one sum, one false signature among many is enough.
func TestOneFalseSignatureInASum(t *testing.T) {
	key, public := testKey(t, 1)
	var records []Record
	for i := range 5 {
		records = append(records, Sign(key, Link{}, Move, engine.Red, []byte{byte(i)}))
	}
	holds := func() bool {
		batch := new(sigma.Batch)
		for _, r := range records {
			require.True(t, r.VerifyLater(public, Link{}, batch))
		}
		return batch.Verify() == nil
	}
	require.True(t, holds())
	records[1].Signature[40] ^= 1
	require.False(t, holds())
}

// Whoever signs may add anything to the s of two signatures: what these are off by does not cancel out, neither if they counted
// alike, nor by the weights that they would have if those did not follow from s.
func TestErrorsOfSignaturesDoNotCancelOut(t *testing.T) {
	key, public := testKey(t, 1)
	messages := [][]byte{{1}, {2}}
	alike, err := edwards25519.NewScalar().SetCanonicalBytes(append([]byte{1}, make([]byte, 31)...))
	require.NoError(t, err)

	foreseen := sigma.NewSponge(sigma.DeriveSessionID("darkjunqi/v1/batch" + sigma.Suite))
	for _, message := range messages {
		challenge := sha512.Sum512(bytes.Join([][]byte{ed25519.Sign(key, message)[:32], key.Public().(ed25519.PublicKey), message}, nil))
		seal := sigma.NewSponge(sigma.DeriveSessionID(signatureKind))
		seal.Absorb(challenge[:])
		seal.AbsorbBytes(nil) // instead of s
		state := seal.State()
		foreseen.Absorb(state[:])
	}
	var b [64]byte
	foreseen.Squeeze(b[:16])
	weight, err := edwards25519.NewScalar().SetUniformBytes(b[:]) // the second; the first is 1
	require.NoError(t, err)
	for _, by := range [][]*edwards25519.Scalar{{alike, alike}, {alike, weight}} {
		batch := new(sigma.Batch)
		for i, message := range messages {
			signature := ed25519.Sign(key, message)
			s, err := edwards25519.NewScalar().SetCanonicalBytes(signature[32:])
			require.NoError(t, err)
			if i == 0 {
				s.Add(s, by[1])
			} else {
				s.Subtract(s, by[0])
			}
			copy(signature[32:], s.Bytes())
			require.False(t, public.Verify(message, signature))
			require.True(t, public.verifyLater(message, signature, batch))
		}
		require.Error(t, batch.Verify())
	}
}
