package group

import (
	"testing"

	"filippo.io/edwards25519"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Doublings, additions and subtractions of points are those of the library, and so where the two are
// equal, opposite, the identity or of small order.
func TestPointsAreThoseOfTheLibrary(t *testing.T) {
	small := smallPoints(t)
	rapid.Check(t, func(t *rapid.T) {
		draw := func(label string) *edwards25519.Point {
			p := new(edwards25519.Point).ScalarBaseMult(drawScalar(t, label))
			return p.Add(p, rapid.SampledFrom(small).Draw(t, label+", small"))
		}
		a, b := draw("a"), draw("b")
		switch rapid.IntRange(0, 9).Draw(t, "special") {
		case 0:
			b = a
		case 1:
			b = new(edwards25519.Point).Negate(a)
		case 2:
			a = small[0]
		case 3:
			b = small[0]
		case 4:
			a, b = rapid.SampledFrom(small).Draw(t, "a small"), rapid.SampledFrom(small).Draw(t, "b small")
		}
		equal := func(want *edwards25519.Point, got point, what string) {
			require.Equal(t, 1, want.Equal(&got.element().p), what)
		}
		pa, pb := (&Element{p: *a}).point(), (&Element{p: *b}).point()
		equal(a, pa, "a itself")
		var q cached
		q.set(&pb)
		z1 := affinePoints([]point{pb})[0]
		sum, difference := new(edwards25519.Point).Add(a, b), new(edwards25519.Point).Subtract(a, b)
		for _, negative := range []bool{false, true} {
			want := sum
			if negative {
				want = difference
			}
			p := pa
			p.add(&q, negative)
			equal(want, p, "a sum")
			p = pa
			p.addAffine(&z1, negative)
			equal(want, p, "an affine sum")
			p.double(3)
			p.add(&q, false) // which looks at T
			eight := new(edwards25519.Point).MultByCofactor(want)
			equal(eight.Add(eight, b), p, "a sum doubled three times, and b")
		}
		p := pa
		p.double(0)
		equal(a, p, "not doubled")
		p.negate(&pa)
		equal(new(edwards25519.Point).Negate(a), p, "negated")
		row := [8]point{pb}
		for n := range row[1:] {
			row[n+1] = row[n]
			row[n+1].add(&q, false)
		}
		multiples := [8]affine(affinePoints(row[:]))
		up, down := new(edwards25519.Point).Set(a), new(edwards25519.Point).Set(a)
		for digit := range int8(9) {
			p = pa
			p.addPicked(&multiples, digit)
			equal(up, p, "a multiple picked")
			p = pa
			p.addPicked(&multiples, -digit)
			equal(down, p, "a negative multiple picked")
			up.Add(up, b)
			down.Subtract(down, b)
		}
	})
}
