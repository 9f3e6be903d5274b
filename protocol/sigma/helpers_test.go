package sigma

import (
	"crypto/sha512"
	"testing"

	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/stretchr/testify/require"
)

// scalar returns a scalar that depends on the seed only.
func scalar(t require.TestingT, seed string) *group.Scalar {
	return group.UniformScalar(sha512.Sum512([]byte(seed)))
}

func mustScalar(t require.TestingT, b []byte) *group.Scalar {
	s, err := group.DecodeScalar(b)
	require.NoError(t, err)
	return s
}

// element returns an element of which nobody knows a discrete logarithm.
func element(t require.TestingT, seed string) *group.Element {
	h := sha512.Sum512([]byte(seed))
	e, err := new(group.Element).SetUniformBytes(h[:])
	require.NoError(t, err)
	return e
}

// encrypt encrypts m under y with the randomness r.
func encrypt(y *group.Base, m uint8, r *group.Scalar) group.Ciphertext {
	v := group.B().Mult(group.SmallScalar(m))
	return group.Ciphertext{U: group.B().Mult(r), V: v.Add(v, y.Mult(r))}
}

// requireEveryFlipRefused checks that a proof is refused if any bit of it is
// wrong, or if it is any shorter or longer.
func requireEveryFlipRefused(t *testing.T, proof []byte, verify func([]byte) error) {
	t.Helper()
	require.NoError(t, verify(proof))
	for i := range proof {
		for _, bit := range []byte{1, 0x10, 0x80} {
			bad := append([]byte(nil), proof...)
			bad[i] ^= bit
			require.Error(t, verify(bad), "byte %d ^ %x", i, bit)
		}
	}
	for n := range proof {
		require.ErrorIs(t, verify(proof[:n]), group.ErrLength)
	}
	require.ErrorIs(t, verify(append(append([]byte(nil), proof...), 0)), group.ErrLength)
	require.ErrorIs(t, verify(append([]byte{0}, proof...)), group.ErrLength)
}
