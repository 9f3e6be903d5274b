package group

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
)

// edgeScalars are those next to all powers of two, to q and to parts of it, and those whose
// digits are all at an end of their range, so that carries run through or don't.
func edgeScalars(t *testing.T) (out []*Scalar) {
	around := func(x *big.Int) {
		for d := int64(-2); d <= 2; d++ {
			n := new(big.Int).Mod(new(big.Int).Add(x, big.NewInt(d)), q)
			s, err := DecodeScalar(littleEndian(n))
			require.NoError(t, err)
			out = append(out, s)
		}
	}
	for _, part := range []int64{1, 2, 8} {
		around(new(big.Int).Div(q, big.NewInt(part)))
	}
	for bit := range uint(253) {
		around(new(big.Int).Lsh(big.NewInt(1), bit))
	}
	for _, width := range []uint{4, 5, 6, 7, 8, 9, 10, maxBucketWidth} {
		half := int64(1) << (width - 1)
		for _, digit := range []int64{half - 1, half, half + 1, 2*half - 1} {
			n := new(big.Int)
			for at := uint(0); at+width <= 252; at += width {
				n.Or(n, new(big.Int).Lsh(big.NewInt(digit), at))
			}
			around(n)
		}
	}
	return out
}

// A sum whose bases all have tables is that of the same bases without.
func TestSumsByParts(t *testing.T) {
	plain := NewBase(H().Element())
	tabled := plain.WithTables()
	two := new(Scalar).Add(SmallScalar(1), SmallScalar(1))
	for _, x := range edgeScalars(t) {
		s := []*Scalar{x, two}
		require.Equal(t, 1, VarTimeSum(s, []*Base{tabled, B()}).Equal(VarTimeSum(s, []*Base{plain, B()})), "%x", x.Bytes())
	}
}

// Every way to write a scalar in digits is of that scalar, and no digit is beyond what there
// are multiples or buckets for.
func TestDigitsAtTheirEdges(t *testing.T) {
	for _, s := range edgeScalars(t) {
		var sum *big.Int
		add := func(digit int64, bit int) {
			sum.Add(sum, new(big.Int).Lsh(big.NewInt(digit), uint(bit)))
		}
		within := func(digit, most int) {
			if digit < -most || digit > most {
				require.Failf(t, "a digit too large", "%d of %x", digit, s.Bytes())
			}
		}
		equal := func(how string, width int) {
			n := new(big.Int).SetBytes(littleEndian(new(big.Int).SetBytes(s.Bytes())))
			if n.Cmp(sum) != 0 {
				require.Failf(t, "another number", "%s of width %d writes %x as %x", how, width, n, sum)
			}
		}
		sum = new(big.Int)
		for i, d := range radix16(s) {
			within(int(d), 8)
			add(int64(d), 4*i)
		}
		equal("radix16", 4)
		for _, width := range []int{5, partWidth, oddWidth} {
			sum = new(big.Int)
			var digits [256]int8
			top := naf(s.Bytes(), uint(width), digits[:])
			for i, d := range digits {
				if d != 0 {
					require.True(t, d&1 == 1 && i < top)
					within(int(d), 1<<(width-1)-1)
					add(int64(d), i)
				}
			}
			equal("naf", width)
		}
		for _, width := range []int{6, 7, 8, 9, 10, maxBucketWidth} {
			sum = new(big.Int)
			signedDigits(s, width, 253/width+1, func(window int, d int16) {
				within(int(d), 1<<(width-1))
				add(int64(d), window*width)
			})
			equal("signedDigits", width)
		}
	}
}

// The multiples of an element by all of them are what the library makes of them, to the
// coordinates.
func TestMultiplesAtTheEdgesOfDigits(t *testing.T) {
	scalars := edgeScalars(t)
	for i := range scalars {
		if i%16 != 0 { // the digits of all are looked at above
			continue
		}
		for _, e := range []*Element{H().Element(), torsion(H().Mult(SmallScalar(7))), NewElement()} {
			multiples := VarTimeMultiples(scalars[i:i+1], NewBase(e))
			require.Equal(t, 1, multiples[0].p.Equal(&new(Element).ScalarMult(scalars[i], e).p), "the multiple by %x", scalars[i].Bytes())
		}
	}
	require.Empty(t, VarTimeMultiples(nil, H()))
}
