package group

import (
	"bytes"
	"testing"

	"filippo.io/edwards25519"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// smallPoints returns the points of small order, 8 of them, from one of order 8 (its y from "Taming the many EdDSAs", table 6c).
func smallPoints(t require.TestingT) []*edwards25519.Point {
	order8, err := new(edwards25519.Point).SetBytes([]byte{0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f,
		0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a})
	require.NoError(t, err)
	points := []*edwards25519.Point{edwards25519.NewIdentityPoint()}
	for range 7 {
		points = append(points, new(edwards25519.Point).Add(points[len(points)-1], order8))
	}
	require.Equal(t, 1, new(edwards25519.Point).Add(points[7], order8).Equal(points[0]))
	return points
}

// A decoded point is 8 times the point, whatever its part of small order.
func TestDecodePoint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := UniformScalar([64]byte(rapid.SliceOfN(rapid.Byte(), 64, 64).Draw(t, "scalar")))
		p := new(edwards25519.Point).ScalarBaseMult(s)
		want := new(Element).ScalarBaseMult(new(Scalar).Multiply(s, SmallScalar(8)))
		for _, small := range smallPoints(t) {
			got, ok := DecodePoint(new(edwards25519.Point).Add(p, small).Bytes())
			require.True(t, ok)
			require.Equal(t, 1, want.Equal(got.Element()))
			require.Equal(t, 1, new(edwards25519.Point).Add(&want.p, edwards25519.NewIdentityPoint()).Equal(&got.Element().p), "as a point of the curve, too")
		}
	})
	for _, small := range smallPoints(t) {
		got, ok := DecodePoint(small.Bytes())
		require.True(t, ok)
		require.True(t, IsIdentity(got.Element()))
	}
}

// What is read is what it is written as, and nothing else.
func TestDecodePointIsCanonical(t *testing.T) {
	otherwise := func(b []byte) bool { // read by the library alone
		p, err := new(edwards25519.Point).SetBytes(b)
		_, ok := DecodePoint(b)
		require.Equal(t, err == nil && bytes.Equal(p.Bytes(), b), ok, "%x", b)
		return err == nil && !ok
	}
	found := 0
	for _, sign := range []byte{0, 0x80} {
		for low := range 0x100 { // 2^255 - 19 is ed ff … 7f
			for _, y := range [][]byte{bytes.Repeat([]byte{0xff}, 32), make([]byte, 32)} {
				y[0], y[31] = byte(low), y[31]&0x7f|sign
				if otherwise(y) {
					found++
				}
			}
		}
	}
	require.Greater(t, found, 10)
	rapid.Check(t, func(t *rapid.T) { otherwise(rapid.SliceOfN(rapid.Byte(), 0, 33).Draw(t, "bytes")) })
}
