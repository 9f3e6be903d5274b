package sigma

import (
	"testing"

	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/stretchr/testify/require"
)

// As with linear proofs: a response or a challenge has one encoding.
func TestOpeningRefusesScalarsThatAreNotReduced(t *testing.T) {
	k := scalar(t, "key")
	y := group.NewBase(group.B().Mult(k))
	o := opening(y, encrypt(y, 3, scalar(t, "r")), 3)
	proof := o.Prove(testPlace(), k, Nonces{})
	require.NoError(t, o.Verify(testPlace(), proof))
	for at := 2 * group.ElementSize; at < len(proof); at += group.ScalarSize {
		bad := append([]byte(nil), proof...)
		addOrder(bad[at:][:group.ScalarSize])
		require.ErrorIs(t, o.Verify(testPlace(), bad), group.ErrScalar)
	}
}
