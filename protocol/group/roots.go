package group

import "filippo.io/edwards25519/field"

// eight field elements, or in lanes their limbs.
type eight [8]field.Element

// inverseRoots replaces each w by the root of 1/w that is not negative, and tells whether there
// is one. It needs lanes.
func (w *eight) inverseRoots() (square [8]bool) {
	var powers eight // w³ (w⁷)^((p-5)/8), a fourth root of 1 times what is wanted
	var cubes, roots eight
	for n := range w {
		cubes[n].Square(&w[n])
		cubes[n].Multiply(&cubes[n], &w[n])
		powers[n].Square(&cubes[n])
		powers[n].Multiply(&powers[n], &w[n])
	}
	laneGatherEight(&powers)
	powers.power22523(&powers)
	laneScatterEight(&powers)
	for n := range w {
		var check, turned field.Element
		r := roots[n].Multiply(&powers[n], &cubes[n])
		check.Multiply(check.Square(r), &w[n])
		opposite := check.Equal(minusOne)
		r.Select(turned.Multiply(r, sqrtMinusOne), r, opposite)
		r.Absolute(r)
		square[n] = check.Equal(one)|opposite == 1
	}
	*w = roots
	return square
}

// power22523 sets out to x^((p-5)/8) = x^(2^252 - 3), by the powers of 2^n - 1 in the comments.
func (out *eight) power22523(x *eight) {
	var a, b, c eight
	laneSquareEight(&a, x, 1)
	laneSquareEight(&b, &a, 2)
	laneMultiplyEight(&b, &b, x)
	laneMultiplyEight(&a, &a, &b) // x¹¹
	laneSquareEight(&a, &a, 1)
	laneMultiplyEight(&a, &a, &b) // 5
	laneSquareEight(&b, &a, 5)
	laneMultiplyEight(&a, &a, &b) // 10
	laneSquareEight(&b, &a, 10)
	laneMultiplyEight(&b, &b, &a) // 20
	laneSquareEight(&c, &b, 20)
	laneMultiplyEight(&b, &b, &c) // 40
	laneSquareEight(&b, &b, 10)
	laneMultiplyEight(&a, &a, &b) // 50
	laneSquareEight(&b, &a, 50)
	laneMultiplyEight(&b, &b, &a) // 100
	laneSquareEight(&c, &b, 100)
	laneMultiplyEight(&b, &b, &c) // 200
	laneSquareEight(&b, &b, 50)
	laneMultiplyEight(&a, &a, &b) // 250
	laneSquareEight(&a, &a, 2)
	laneMultiplyEight(out, &a, x)
}
