package onehot

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// row makes a row with any columns.
func row(x []*group.Base, s *group.Scalar, marks ...*group.Scalar) *Row {
	r := &Row{y: group.NewBase(group.B().Mult(s)), x: x}
	for j := range x {
		v := x[j].Mult(s)
		r.v = append(r.v, group.NewBase(v.Add(v, group.B().Mult(marks[j]))))
	}
	return r
}

func scalars(list ...int) (out []*group.Scalar) {
	for _, n := range list {
		out = append(out, group.IntScalar(n))
	}
	return out
}

func product(a, b *group.Scalar) *group.Scalar { return new(group.Scalar).Multiply(a, b) }

func minus(a, b *group.Scalar) *group.Scalar { return new(group.Scalar).Subtract(a, b) }

// verdict is what Check and its batch say.
func verdict(at sigma.Place, x []*group.Base, body []byte) error {
	var b sigma.Batch
	if _, err := Check(at, x, body, &b); err != nil {
		return err
	}
	return b.Verify()
}

// The honest prover of false columns does not convince.
func TestFalseRowsAreRefused(t *testing.T) {
	x, s, at := generators(t, 4), group.IntScalar(1234567), placeOf(0, 0)
	require.NoError(t, verdict(at, x, row(x, s, scalars(0, 1, 0)...).prove(at, s, scalars(0, 1, 0), nonces(0))))
	for _, marks := range [][]int{{1, 1, 0}, {1, 1, 1}, {2, 0, 0}, {0, -1, 0}, {1, -1, 1}, {2, -1, 0}} {
		body := row(x, s, scalars(marks...)...).prove(at, s, scalars(marks...), nonces(0))
		require.ErrorIs(t, verdict(at, x, body), sigma.ErrProof, "%v", marks)
	}
}

// forge proves the row with a false witness.
func forge(at sigma.Place, r *Row, witness func(x []*group.Scalar) []*group.Scalar) []byte {
	sponge := start(at, r.x)
	x := r.points(sponge)
	body := r.y.Element().Bytes()
	for _, v := range r.v {
		body = append(body, v.Element().Bytes()...)
	}
	return append(body, r.linear(x).Prove(sponge, rowKind, witness(x), nonces(0))...)
}

// Each equation is needed: a row that is not one-hot is proven to all but one of them. The
// prover knows the logarithms of the bases, as all holders of joint keys together do.
func TestEachEquationIsNeeded(t *testing.T) {
	at, logs, s, marks := placeOf(0, 0), scalars(5, 77), group.IntScalar(1234567), scalars(1, 1)
	x := []*group.Base{group.NewBase(group.B().Mult(logs[0])), group.NewBase(group.B().Mult(logs[1]))}
	r := row(x, s, marks...)
	// The logarithms of A, P, D and Q, from which each witness below follows.
	sums := func(x []*group.Scalar) (a, p, d, q *group.Scalar) {
		a, p, d, q = new(group.Scalar), new(group.Scalar), new(group.Scalar), new(group.Scalar)
		for j := range x {
			square := product(x[j], x[j])
			p.MultiplyAdd(x[j], logs[j], p)
			q.MultiplyAdd(square, logs[j], q)
			a.MultiplyAdd(x[j], marks[j], a)
			d.MultiplyAdd(square, marks[j], d)
		}
		return a.MultiplyAdd(s, p, a), p, d.MultiplyAdd(s, q, d), q
	}
	over := func(a, b *group.Scalar) *group.Scalar { return product(a, new(group.Scalar).Invert(b)) }
	for without, witness := range []func(x []*group.Scalar) []*group.Scalar{
		// Without Y = sB: v = a - sp, u = yv, and s from va + sq - up = d, where y is the
		// logarithm of Y: (a - sp)(a - yp) + sq = d.
		func(x []*group.Scalar) []*group.Scalar {
			a, p, d, q := sums(x)
			rest := minus(a, product(s, p))
			t := over(minus(d, product(a, rest)), minus(q, product(p, rest)))
			v := minus(a, product(t, p))
			return []*group.Scalar{t, v, product(s, v)}
		},
		// Without A = vB + sP: v(a - sp) = d - sq.
		func(x []*group.Scalar) []*group.Scalar {
			a, p, d, q := sums(x)
			v := over(minus(d, product(s, q)), minus(a, product(s, p)))
			return []*group.Scalar{s, v, product(s, v)}
		},
		// Without vY = uB: u = (va + sq - d) / p.
		func(x []*group.Scalar) []*group.Scalar {
			a, p, d, q := sums(x)
			v := minus(a, product(s, p))
			u := minus(new(group.Scalar).MultiplyAdd(v, a, product(s, q)), d)
			return []*group.Scalar{s, v, over(u, p)}
		},
		// Without D = vA + sQ - uP.
		func(x []*group.Scalar) []*group.Scalar {
			a, p, _, _ := sums(x)
			v := minus(a, product(s, p))
			return []*group.Scalar{s, v, product(s, v)}
		},
	} {
		body := forge(at, r, witness)
		require.ErrorIs(t, verdict(at, x, body), sigma.ErrProof, "without equation %d", without)

		sponge := start(at, x)
		points := r.points(sponge)
		l := r.linear(points)
		l.Equations = append(l.Equations[:without:without], l.Equations[without+1:]...)
		proof := l.Prove(sponge, rowKind, witness(points), nonces(0))
		require.NoError(t, l.Verify(sponge, proof), "without equation %d", without)
	}
}

// If the x_j were known before V, y_2 = 2 y_1 and y_1 = (x_1² + 2 x_2²) / (x_1 + 2 x_2)²
// would satisfy all equations.
func TestPointsBeforeTheColumnsAreForged(t *testing.T) {
	at, x, s := placeOf(0, 0), generators(t, 3), group.IntScalar(1234567)
	points := row(x, s, scalars(0, 1)...).points(start(at, x))
	sum := minus(points[0], product(points[1], group.IntScalar(-2)))
	above := minus(product(points[0], points[0]), product(group.IntScalar(-2), product(points[1], points[1])))
	first := product(above, new(group.Scalar).Invert(product(sum, sum)))
	marks := []*group.Scalar{first, product(first, group.IntScalar(2))}
	r := row(x, s, marks...)
	v := product(sum, first)
	witness := []*group.Scalar{s, v, product(s, v)}
	sponge := start(at, x)
	l := r.linear(points)
	require.NoError(t, l.Verify(sponge, l.Prove(sponge, rowKind, witness, nonces(0))))
	body := forge(at, r, func([]*group.Scalar) []*group.Scalar { return witness })
	require.ErrorIs(t, verdict(at, x, body), sigma.ErrProof)
}

func TestRowsBelongToTheirPlace(t *testing.T) {
	x := generators(t, 3)
	_, _, body := commit(t, 0, 1, 3)
	require.ErrorIs(t, verdict(placeOf(1, 0), x, body), sigma.ErrProof, "another seat copied it")
	require.ErrorIs(t, verdict(placeOf(0, 1), x, body), sigma.ErrProof, "another record")
	other := []*group.Base{group.G(5), group.G(6)}
	require.ErrorIs(t, verdict(placeOf(0, 0), other, body), sigma.ErrProof, "other bases")
	require.ErrorIs(t, verdict(placeOf(0, 0), generators(t, 4), body), group.ErrLength)
	require.ErrorIs(t, verdict(placeOf(0, 0), nil, body), ErrValue)
}

func TestMalformedRows(t *testing.T) {
	x, at := generators(t, 2), placeOf(0, 0)
	zero := new(group.Scalar)
	require.ErrorIs(t, verdict(at, x, row(x, zero, zero).prove(at, zero, []*group.Scalar{zero}, nonces(0))), ErrZeroKey)
	_, _, body := commit(t, 0, 1, 2)
	require.ErrorIs(t, verdict(at, x, body[:len(body)-1]), group.ErrLength)
	require.ErrorIs(t, verdict(at, x, body[:10]), group.ErrLength)
	for i := range body {
		bad := bytes.Clone(body)
		bad[i] ^= 1
		require.Error(t, verdict(at, x, bad), "byte %d", i)
	}
}

// A question about another value than the committed one, another table or another row is
// refused.
func TestFalseQuestionsAreRefused(t *testing.T) {
	f := func(a, b int) uint8 { return uint8(4*a + b) }
	asking, s, _ := commit(t, 0, 1, 4)
	answering, _, _ := commit(t, 1, 2, 4)
	other, _, _ := commit(t, 2, 2, 4)
	at := placeOf(0, 1)
	check := func(at sigma.Place, asking, answering *Row, f Table, body []byte) error {
		var b sigma.Batch
		if _, err := CheckQuestion(at, asking, answering, f, body, &b); err != nil {
			return err
		}
		return b.Verify()
	}
	body := Ask(at, asking, answering, f, s, nonces(0))
	require.NoError(t, check(at, asking, answering, f, body))
	lie := &Secret{s: s.s, value: 3}
	require.ErrorIs(t, check(at, asking, answering, f, Ask(at, asking, answering, f, lie, nonces(0))), sigma.ErrProof)
	require.ErrorIs(t, check(placeOf(0, 2), asking, answering, f, body), sigma.ErrProof)
	require.ErrorIs(t, check(at, other, answering, f, body), sigma.ErrProof)
	require.ErrorIs(t, check(at, asking, other, f, body), sigma.ErrProof)
	require.ErrorIs(t, check(at, asking, answering, func(a, b int) uint8 { return f(a, b) + 1 }, body), sigma.ErrProof)
	require.ErrorIs(t, check(at, asking, answering, f, body[1:]), group.ErrLength)
	for i := 0; i < len(body); i += 7 {
		bad := bytes.Clone(body)
		bad[i] ^= 1
		require.Error(t, check(at, asking, answering, f, bad), "byte %d", i)
	}
	// An answer of another entry is not what a question holds.
	var b sigma.Batch
	q, err := CheckQuestion(at, asking, answering, f, body, &b)
	require.NoError(t, err)
	_, _, err = q.Answer(func(uint8) sigma.Place { return placeOf(1, 2) }, s, nonces(1))
	require.ErrorIs(t, err, ErrAnswer, "the key of another row")
}
