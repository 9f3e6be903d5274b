package layout_test

import (
	"bytes"
	"encoding/hex"
	"testing"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/sample"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/stretchr/testify/require"
)

// Where the parts of a standard body begin.
const (
	atY        = 0
	atU        = atY + 25*32
	atV        = atU + 11*32
	atPieces   = atV + 232*32
	atNonce    = atPieces + 25*32
	atTape     = atNonce + 32
	atProducts = atTape + 32
	atFirsts   = atProducts + 24*32
	atZ        = atFirsts + (25+11+3)*32
	atH        = atZ + 25*32
	atQ        = atH + 25*32
	atW        = atQ + 11*32
	atZt       = atW + 11*32
	atZk       = atZt + 32
	size       = atZk + 32
)

func mutate(body []byte, f func(b []byte)) []byte {
	b := bytes.Clone(body)
	f(b)
	return b
}

func seat(t testing.TB) (*engine.Ruleset, *sample.Seat) {
	rs := sample.Rules("standard")
	s := sample.NewSeat(rs, engine.Red, "mutation", nil)
	require.Len(t, s.Body, size)
	return rs, s
}

// One wrong bit anywhere is enough. Each part of the body is tried at its first
// and last bytes and at some in between.
func TestEveryFlipIsRefused(t *testing.T) {
	rs, s := seat(t)
	parts := []int{atY, atU, atV, atPieces, atNonce, atTape, atProducts, atFirsts, atZ, atH, atQ, atW, atZt, atZk, size}
	var positions []int
	for i, from := range parts[:len(parts)-1] {
		to := parts[i+1]
		positions = append(positions, from, to-1)
		for n := range 4 {
			positions = append(positions, from+(to-from)*(2*n+1)/8)
		}
	}
	for i, at := range positions {
		bad := mutate(s.Body, func(b []byte) { b[at] ^= 1 << (i % 8) })
		_, err := layout.Verify(s.Context, rs, bad)
		require.Error(t, err, "bit %d of byte %d", i%8, at)
	}
}

func TestWrongLengthsAreRefused(t *testing.T) {
	rs, s := seat(t)
	for _, n := range []int{0, 1, 31, 32, atProducts, atZ - 1, atZ, atZ + 1, size - 32, size - 1} {
		_, err := layout.Verify(s.Context, rs, s.Body[:n])
		require.ErrorIs(t, err, group.ErrLength, "%d bytes", n)
	}
	_, err := layout.Verify(s.Context, rs, append(bytes.Clone(s.Body), 0))
	require.ErrorIs(t, err, group.ErrLength, "a byte too many")
	// Under rules with more columns.
	_, err = layout.Verify(s.Context, sample.Rules("standard,bombs-front=on"), s.Body)
	require.ErrorIs(t, err, group.ErrLength)
}

// Every element and every scalar of the body has one encoding.
func TestNonCanonicalEncodingsAreRefused(t *testing.T) {
	rs, s := seat(t)
	notCanonical, err := hex.DecodeString("f3ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f")
	require.NoError(t, err)
	negative := append([]byte{1}, make([]byte, 31)...)
	var elements, scalars []int
	for at := 0; at < atNonce; at += 32 {
		elements = append(elements, at)
	}
	for at := atProducts; at < atZ; at += 32 {
		elements = append(elements, at)
	}
	for at := atZ; at < size; at += 32 {
		scalars = append(scalars, at)
	}
	for _, at := range elements {
		for _, bad := range [][]byte{notCanonical, negative} {
			_, err := layout.Verify(s.Context, rs, mutate(s.Body, func(b []byte) { copy(b[at:], bad) }))
			require.ErrorIs(t, err, group.ErrElement, "element at byte %d", at)
		}
	}
	for _, at := range scalars {
		bad := mutate(s.Body, func(b []byte) { addOrder(b[at : at+32]) })
		_, err := layout.Verify(s.Context, rs, bad)
		require.ErrorIs(t, err, group.ErrScalar, "scalar at byte %d", at)
	}
}

// addOrder adds q to a scalar's encoding, little-endian: the same number modulo q.
func addOrder(b []byte) {
	order, _ := hex.DecodeString("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")
	carry := 0
	for i := range b {
		carry += int(b[i]) + int(order[i])
		b[i] = byte(carry)
		carry >>= 8
	}
}

// Identities are normal in sums, and a body with some is judged like any other:
// the proof is wrong, the encoding is not.
func TestIdentitiesAreNoErrorOfEncoding(t *testing.T) {
	rs, s := seat(t)
	for _, at := range []int{atU, atV, atPieces, atProducts, atFirsts, atFirsts + 25*32, atZ - 3*32, atZ - 32} {
		_, err := layout.Verify(s.Context, rs, mutate(s.Body, func(b []byte) { clear(b[at : at+32]) }))
		require.ErrorIs(t, err, sigma.ErrProof, "byte %d", at)
	}
	_, err := layout.Verify(s.Context, rs, mutate(s.Body, func(b []byte) { clear(b[atFirsts:atZ]) }))
	require.ErrorIs(t, err, sigma.ErrProof, "all first messages")
	for p := range 25 {
		_, err := layout.Verify(s.Context, rs, mutate(s.Body, func(b []byte) { clear(b[atY+32*p:][:32]) }))
		require.ErrorIs(t, err, layout.ErrZeroKey)
	}
}

// A layout is good for one seat of one match under one ruleset.
func TestLayoutOfAnotherContextIsRefused(t *testing.T) {
	rs, s := seat(t)
	for what, change := range map[string]func(*sigma.Context){
		"ruleset": func(c *sigma.Context) { c.Rules[0] ^= 1 },
		"match":   func(c *sigma.Context) { c.Match[0] ^= 1 },
		"seat":    func(c *sigma.Context) { c.Seat = 1 - c.Seat },
		"key":     func(c *sigma.Context) { c.Key[0] ^= 1 },
	} {
		ctx := s.Context
		change(&ctx)
		_, err := layout.Verify(ctx, rs, s.Body)
		require.ErrorIs(t, err, sigma.ErrProof, what)
	}
}

func swap(b []byte, x, y, n int) {
	t := bytes.Clone(b[x : x+n])
	copy(b[x:], b[y:y+n])
	copy(b[y:], t)
}

func TestSwappedPiecesAreRefused(t *testing.T) {
	rs, s := seat(t)
	const row = 8 * 32 // columns sent by a piece of the front row
	for what, f := range map[string]func(b []byte){
		"keys":                         func(b []byte) { swap(b, atY, atY+32, 32) },
		"rows":                         func(b []byte) { swap(b, atV, atV+row, row) },
		"commitments":                  func(b []byte) { swap(b, atPieces, atPieces+32, 32) },
		"columns":                      func(b []byte) { swap(b, atV, atV+32, 32) },
		"randomness of two types":      func(b []byte) { swap(b, atU, atU+32, 32) },
		"the first two products":       func(b []byte) { swap(b, atProducts, atProducts+32, 32) },
		"first messages of two pieces": func(b []byte) { swap(b, atFirsts, atFirsts+32, 32) },
		"first messages of two types":  func(b []byte) { swap(b, atFirsts+25*32, atFirsts+26*32, 32) },
		"the last two first messages":  func(b []byte) { swap(b, atZ-64, atZ-32, 32) },
		"coin and tape":                func(b []byte) { swap(b, atNonce, atTape, 32) },
		"z of two pieces":              func(b []byte) { swap(b, atZ, atZ+32, 32) },
		"h of two pieces":              func(b []byte) { swap(b, atH, atH+32, 32) },
		"z and h of one piece":         func(b []byte) { swap(b, atZ, atH, 32) },
		"the responses of two types":   func(b []byte) { swap(b, atQ, atQ+32, 32) },
		"the responses of two columns": func(b []byte) { swap(b, atW, atW+32, 32) },
		"the last two responses":       func(b []byte) { swap(b, atZt, atZk, 32) },
		"all of two pieces": func(b []byte) {
			swap(b, atY, atY+32, 32)
			swap(b, atV, atV+row, row)
			swap(b, atPieces, atPieces+32, 32)
			swap(b, atZ, atZ+32, 32)
			swap(b, atH, atH+32, 32)
		},
	} {
		_, err := layout.Verify(s.Context, rs, mutate(s.Body, f))
		require.ErrorIs(t, err, sigma.ErrProof, what)
	}
}

// ElGamal is malleable; the proof is not: a ciphertext that was refreshed, or to
// which one was added, is another statement.
func TestMalleatedCiphertextsAreRefused(t *testing.T) {
	rs, s := seat(t)
	v, err := group.DecodeElement(s.Body[atV : atV+32])
	require.NoError(t, err)
	u, err := group.DecodeElement(s.Body[atU : atU+32])
	require.NoError(t, err)
	d := group.SmallScalar(5)
	put := func(at int, e *group.Element) func(b []byte) {
		return func(b []byte) { copy(b[at:], e.Bytes()) }
	}
	for what, f := range map[string]func(b []byte){
		"U refreshed":   put(atU, new(group.Element).Add(u, group.B().Mult(d))),
		"V refreshed":   put(atV, new(group.Element).Add(v, s.Secret.Key.Public(0).Mult(d))),
		"V plus one":    put(atV, new(group.Element).Add(v, group.B().Element())),
		"V times minus": put(atV, new(group.Element).Negate(v)),
		"P refreshed":   put(atPieces, new(group.Element).Add(s.Commitment.Piece(0).Element(), group.H().Mult(d))),
	} {
		_, err := layout.Verify(s.Context, rs, mutate(s.Body, f))
		require.ErrorIs(t, err, sigma.ErrProof, what)
	}
}

func FuzzVerify(f *testing.F) {
	rs, s := seat(f)
	f.Add(s.Body, 0, byte(0))
	f.Add(s.Body[:100], 3, byte(1))
	f.Add(append(bytes.Clone(s.Body), s.Body...), 3, byte(1))
	f.Fuzz(func(t *testing.T, body []byte, at int, x byte) {
		if len(body) > 0 {
			body = bytes.Clone(body)
			body[uint(at)%uint(len(body))] ^= x
		}
		if _, err := layout.Verify(s.Context, rs, body); err == nil {
			require.Equal(t, s.Body, body, "an accepted body that nobody made")
		}
	})
}
