package onehot

import (
	"crypto/subtle"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/internal/secret"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/bound"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// rowKind names the proof of a row in its session tag and nonces.
const rowKind = "darkjunqi/v1/proof/onehot"

// MaxValues is the largest number of values.
const MaxValues = group.MaxTypes

// Errors of this package, beside group's and sigma's.
var (
	// ErrValue says that there are fewer than 2 or more than MaxValues values, or that a
	// value is none of them.
	ErrValue = coded.Errorf("onehot.value", "no such value")
	// ErrZeroKey says that Y is the identity, under which nothing is secret.
	ErrZeroKey = coded.Errorf("onehot.zero-key", "the key is zero")
)

// Generators returns X_1 … X_(n-1) for n values, of unknown logarithms: the generators of
// types. The error is ErrValue.
func Generators(n int) ([]*group.Base, error) {
	if n < 2 || n > MaxValues {
		return nil, ErrValue
	}
	x := make([]*group.Base, n-1)
	for j := range x {
		x[j] = group.G(j + 1)
	}
	return x, nil
}

// A Row is a committed value that was checked. It is immutable.
type Row struct {
	y    *group.Base
	x, v []*group.Base // without that of value 0
}

// Secret holds what the committer knows about a row. Printing it shows no secret.
type Secret struct {
	secret.Hidden
	s     *group.Scalar
	value int
}

// proofSize is the size of four first messages and three responses.
const proofSize = 4*group.ElementSize + 3*group.ScalarSize

// Size returns the number of bytes of a row of n values with its proof.
func Size(n int) int { return group.ElementSize*n + proofSize }

// Values returns the number of values, n.
func (r *Row) Values() int { return len(r.x) + 1 }

// Y returns the key of the row.
func (r *Row) Y() *group.Base { return r.y }

// V returns V_j, for j from 1 on.
func (r *Row) V(j int) *group.Base { return r.v[j-1] }

// Sum returns the ciphertext, under Y, of f of the committed value.
func (r *Row) Sum(f func(value int) int) group.Ciphertext {
	weights := make([]*group.Scalar, len(r.x))
	for j := range weights {
		weights[j] = group.IntScalar(f(j+1) - f(0))
	}
	e := group.Ciphertext{U: group.VarTimeSum(weights, r.x), V: group.VarTimeSum(weights, r.v)}
	e.V.Add(e.V, group.B().Mult(group.IntScalar(f(0))))
	return e
}

func absorb(s *sigma.Sponge, list ...*group.Base) {
	for _, b := range list {
		e := b.Bytes()
		s.Absorb(e[:])
	}
}

// start absorbs the number of values and the bases.
func start(at sigma.Place, x []*group.Base) *sigma.Sponge {
	s := at.Sponge(rowKind)
	s.AbsorbUint32(uint32(len(x) + 1))
	absorb(s, x...)
	return s
}

// points absorbs Y and V as well, and draws the x_j.
func (r *Row) points(sponge *sigma.Sponge) []*group.Scalar {
	absorb(sponge, r.y)
	absorb(sponge, r.v...)
	x := make([]*group.Scalar, len(r.x))
	for j := range x {
		x[j] = sponge.SqueezeScalar()
	}
	return x
}

// linear states the four equations. The witness is s, v and u.
func (r *Row) linear(x []*group.Scalar) *sigma.Linear {
	squares := make([]*group.Scalar, len(x))
	for j := range x {
		squares[j] = new(group.Scalar).Multiply(x[j], x[j])
	}
	sum := func(s []*group.Scalar, b []*group.Base) *group.Base {
		return group.NewBase(group.VarTimeSum(s, b))
	}
	a, p, d, q := sum(x, r.v), sum(x, r.x), sum(squares, r.v), sum(squares, r.x)
	const s, v, u = 0, 1, 2
	term := func(b *group.Base, times, of int) sigma.Term {
		return sigma.Term{Base: b, Form: sigma.Times(times, of)}
	}
	return &sigma.Linear{Witnesses: 3, Bound: bound.ByCaller(), Equations: []sigma.Equation{
		{term(group.B(), 1, s), term(r.y, -1, sigma.One)},
		{term(group.B(), 1, v), term(p, 1, s), term(a, -1, sigma.One)},
		{term(r.y, 1, v), term(group.B(), -1, u)},
		{term(a, 1, v), term(q, 1, s), term(p, -1, u), term(d, -1, sigma.One)},
	}}
}

// Commit commits to a value from 0 to len(x), with the bases x. It returns the body, of
// Size(len(x)+1) bytes, and what opens it. The same arguments give the same bytes. The error
// is ErrValue.
func Commit(
	at sigma.Place, x []*group.Base, value int, n sigma.Nonces,
) ([]byte, *Secret, error) {
	if len(x) < 1 || len(x) >= MaxValues || value < 0 || value > len(x) {
		return nil, nil, ErrValue
	}
	s := n.Scalar(rowKind+"/s", 0, start(at, x).State(), []byte{byte(value)})
	r := &Row{y: group.NewBase(group.B().Mult(s)), x: x}
	marks := make([]*group.Scalar, len(x))
	for j := range x {
		marks[j] = group.SmallScalar(uint8(subtle.ConstantTimeEq(int32(value), int32(j+1))))
		v := x[j].Mult(s)
		r.v = append(r.v, group.NewBase(v.Add(v, group.B().Mult(marks[j]))))
	}
	return r.prove(at, s, marks, n), &Secret{s: s, value: value}, nil
}

func (r *Row) prove(at sigma.Place, s *group.Scalar, marks []*group.Scalar, n sigma.Nonces) []byte {
	sponge := start(at, r.x)
	x := r.points(sponge)
	v := new(group.Scalar)
	for j := range x {
		v.MultiplyAdd(x[j], marks[j], v)
	}
	body := make([]byte, 0, Size(r.Values()))
	for _, b := range append([]*group.Base{r.y}, r.v...) {
		e := b.Bytes()
		body = append(body, e[:]...)
	}
	witness := []*group.Scalar{s, v, new(group.Scalar).Multiply(s, v)}
	return append(body, r.linear(x).Prove(sponge, rowKind, witness, n)...)
}

// Check reads a body that Commit made for these bases. The error is ErrValue, ErrZeroKey,
// group.ErrLength, group.ErrElement or group.ErrScalar.
func Check(at sigma.Place, x []*group.Base, body []byte, b *sigma.Batch) (*Row, error) {
	if len(x) < 1 || len(x) >= MaxValues {
		return nil, ErrValue
	}
	if len(body) != Size(len(x)+1) {
		return nil, wrongLength("row", len(body), Size(len(x)+1))
	}
	elements := make([]*group.Base, len(x)+1)
	for i := range elements {
		var err error
		elements[i], err = group.DecodeBase(body[group.ElementSize*i:][:group.ElementSize])
		if err != nil {
			return nil, coded.Errorf("onehot.element", "element %d: %w", i, err)
		}
	}
	if group.IsIdentity(elements[0].Element()) {
		return nil, ErrZeroKey
	}
	r := &Row{y: elements[0], x: x, v: elements[1:]}
	sponge := start(at, x)
	return r, r.linear(r.points(sponge)).VerifyLater(sponge, body[group.ElementSize*len(elements):], b)
}

// opening says that f of the row's value is m.
func (r *Row) opening(f func(value int) int, m uint8) sigma.Opening {
	e := r.Sum(f)
	return sigma.Opening{Y: r.y, U: group.NewBase(e.U), V: group.NewBase(e.V), M: m}
}

// Open proves what f of the committed value is, in sigma.OpeningSize bytes, and shows nothing else
// about it.
func (r *Row) Open(
	at sigma.Place, f func(value int) uint8, s *Secret, n sigma.Nonces,
) (uint8, []byte) {
	m := uint8(0)
	for value := range r.Values() {
		is := subtle.ConstantTimeEq(int32(value), int32(s.value))
		m = uint8(subtle.ConstantTimeSelect(is, int(f(value)), int(m)))
	}
	return m, r.opening(whole(f), m).Prove(at, s.s, n)
}

// CheckOpen checks that f of the row's value is m. The error is group.ErrLength,
// group.ErrElement or group.ErrScalar.
func (r *Row) CheckOpen(
	at sigma.Place, f func(value int) uint8, m uint8, proof []byte, b *sigma.Batch,
) error {
	return r.opening(whole(f), m).VerifyLater(at, proof, b)
}

func whole(f func(value int) uint8) func(int) int {
	return func(value int) int { return int(f(value)) }
}

func wrongLength(what string, got, want int) error {
	return coded.Errorf("onehot.length", "%s of %d bytes, want %d: %w", what, got, want, group.ErrLength)
}
