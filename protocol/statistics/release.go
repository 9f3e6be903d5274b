package statistics

import (
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/bound"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// ReleaseKind names the proof that a party takes missing keys from its own ciphertexts.
const ReleaseKind = "darkjunqi/v1/proof/release"

// releaseSize returns the number of bytes of what is taken from so many ciphertexts: elements, two
// first messages and a response.
func releaseSize(entries int) int {
	return group.ElementSize*(entries+2) + group.ScalarSize
}

// released states that all of D_e = s_e Z, where U_e = s_e B, in two equations: weights drawn
// after the D_e make them hold only if all do, except for a chance of 1/q. It also returns
// the weights.
func released(
	at sigma.Place, missing *group.Base, v encrypted, d []*group.Base,
) (*sigma.Linear, *sigma.Sponge, []*group.Scalar) {
	s := at.Sponge(ReleaseKind)
	absorb := func(b *group.Base) {
		e := b.Bytes()
		s.Absorb(e[:])
	}
	absorb(missing)
	s.AbsorbUint32(uint32(len(v)))
	u := make([]*group.Base, len(v))
	for e := range v {
		u[e] = group.NewBase(v[e].U)
		absorb(u[e])
		absorb(d[e])
	}
	w := make([]*group.Scalar, len(v))
	for e := range w {
		w[e] = s.SqueezeScalar()
	}
	equal := func(base *group.Base, list []*group.Base) sigma.Equation {
		return sigma.Equation{
			{Base: base, Form: sigma.Times(1, 0)},
			{Base: group.NewBase(group.VarTimeSum(w, list)), Form: sigma.Times(-1, sigma.One)},
		}
	}
	return &sigma.Linear{
		Witnesses: 1, Bound: bound.ByCaller(),
		Equations: []sigma.Equation{equal(group.B(), u), equal(missing, d)},
	}, s, w
}

// release returns s_e Z for each ciphertext with its proof. The time does not depend on the
// s_e.
func release(at sigma.Place, missing *group.Base, v encrypted, r []*group.Scalar, n sigma.Nonces) (body []byte) {
	d := make([]*group.Base, len(v))
	for e := range d {
		d[e] = group.NewBase(missing.Mult(r[e]))
		b := d[e].Bytes()
		body = append(body, b[:]...)
	}
	l, s, w := released(at, missing, v, d)
	sum := new(group.Scalar)
	for e := range w {
		sum.MultiplyAdd(w[e], r[e], sum)
	}
	return append(body, l.Prove(s, ReleaseKind, []*group.Scalar{sum}, n)...)
}

func checkRelease(
	at sigma.Place, missing *group.Base, v encrypted, body []byte, batch *sigma.Batch,
) ([]*group.Base, error) {
	if len(body) != releaseSize(len(v)) {
		return nil, group.ErrLength
	}
	d := make([]*group.Base, len(v))
	for e := range d {
		var err error
		if d[e], err = group.DecodeBase(body[e*group.ElementSize:][:group.ElementSize]); err != nil {
			return nil, err
		}
	}
	l, s, _ := released(at, missing, v, d)
	return d, l.VerifyLater(s, body[len(v)*group.ElementSize:], batch)
}
