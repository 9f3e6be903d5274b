package adversary

import (
	"encoding/binary"
	"io"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// rows holds one number for each column of each piece, nil outside A(p).
type rows [engine.ArmySize][engine.NumTypes]*group.Scalar

// forgedLayout is a layout proof run on whatever rows, key and commitments one
// likes. On true ones it gives a proof that verifies; on others, the best that a
// cheat can do without breaking discrete logarithms.
type forgedLayout struct {
	ctx       sigma.Context
	rules     *engine.Ruleset
	k         *group.Scalar
	y         rows // what E encrypts; the last of each row is what the others leave of 1
	committed rows // what P commits to
	nonce     [32]byte
	tape      [32]byte // the commitment to it
	setup     []byte
	rng       io.Reader
	err       error
}

// forgeLayout starts from the true layout of the seat.
func (p *Player) forgeLayout() (*forgedLayout, error) {
	k, err := group.DecodeScalar(p.secret.Key.Bytes())
	if err != nil {
		return nil, err
	}
	f := &forgedLayout{
		ctx: p.context(), rules: p.Match().Rules(), k: k,
		nonce: p.secret.Nonce, tape: layout.TapeCommitment(p.secret.Tape), rng: p.rng,
	}
	f.y = f.rowsOf(*p.secret.Layout)
	f.committed = f.rowsOf(*p.secret.Layout)
	return f, nil
}

// random draws a scalar; where the source fails, f.err says so.
func (f *forgedLayout) random() *group.Scalar {
	s, err := group.RandomScalar(f.rng)
	if err != nil {
		f.err = err
		return group.NewScalar()
	}
	return s
}

func bit(is bool) *group.Scalar {
	if is {
		return group.SmallScalar(1)
	}
	return group.NewScalar()
}

// rowsOf writes a layout as rows, as far as its types are allowed where they stand.
func (f *forgedLayout) rowsOf(l engine.Layout) (y rows) {
	for p, t := range l {
		for _, j := range f.rules.Allowed(p).Types() {
			y[p][j] = bit(j == t)
		}
	}
	return y
}

// each calls do for every column, in order.
func (f *forgedLayout) each(do func(p int, j engine.Type, implied bool)) {
	for p := range f.y {
		types := f.rules.Allowed(p).Types()
		for m, j := range types {
			do(p, j, m == len(types)-1)
		}
	}
}

// imply sets the last of each row to total minus the others.
func (f *forgedLayout) imply(x *rows, total *group.Scalar) {
	rest := new(group.Scalar)
	f.each(func(p int, j engine.Type, implied bool) {
		if j == f.rules.Allowed(p).Types()[0] {
			rest.Set(total)
		}
		if implied {
			x[p][j] = new(group.Scalar).Set(rest)
			return
		}
		rest.Subtract(rest, x[p][j])
	})
}

func combine(s []*group.Scalar, b []*group.Base) []byte { return group.Sum(s, b).Bytes() }

// body returns the Layout body: the algorithm of docs/spec.md, whatever the
// witness.
func (f *forgedLayout) body() ([]byte, error) {
	base, h := group.B(), group.H()
	key := group.NewBase(base.Mult(f.k))
	encoded := key.Bytes()
	f.imply(&f.y, group.SmallScalar(1))

	// The statement.
	body := append([]byte{}, encoded[:]...)
	var s rows
	f.each(func(p int, j engine.Type, implied bool) {
		if !implied {
			s[p][j] = f.random()
			body = append(body, combine([]*group.Scalar{s[p][j]}, []*group.Base{base})...)
			body = append(body, combine([]*group.Scalar{f.y[p][j], s[p][j]}, []*group.Base{base, key})...)
		}
	})
	var t [engine.ArmySize]*group.Scalar
	pedersen := func(x *rows, p int, blinder *group.Scalar) []byte {
		scalars, bases := []*group.Scalar{blinder}, []*group.Base{h}
		for j, y := range x[p] {
			if y != nil {
				scalars, bases = append(scalars, y), append(bases, group.G(engine.Type(j)))
			}
		}
		return combine(scalars, bases)
	}
	for p := range t {
		t[p] = f.random()
		body = append(body, pedersen(&f.committed, p, t[p])...)
	}
	body = append(append(body, f.nonce[:]...), f.tape[:]...)
	body = append(binary.BigEndian.AppendUint16(body, uint16(len(f.setup))), f.setup...)

	// First messages.
	sponge := f.ctx.Sponge(layout.ProofKind)
	sponge.AbsorbBytes([]byte("gamma"))
	sponge.AbsorbBytes(body)
	var alpha, beta rows
	f.each(func(p int, j engine.Type, implied bool) {
		if !implied {
			alpha[p][j], beta[p][j] = f.random(), f.random()
		}
	})
	f.imply(&alpha, group.NewScalar())
	f.imply(&beta, group.NewScalar())
	kappa, t0, t1 := f.random(), f.random(), f.random()
	sponge.Absorb(base.Mult(kappa).Bytes())
	f.each(func(p int, j engine.Type, implied bool) {
		if !implied {
			sponge.Absorb(base.Mult(beta[p][j]).Bytes())
			sponge.Absorb(combine([]*group.Scalar{alpha[p][j], beta[p][j]}, []*group.Base{base, key}))
		}
	})
	var tau [engine.ArmySize]*group.Scalar
	for p := range tau {
		tau[p] = f.random()
		sponge.Absorb(pedersen(&alpha, p, tau[p]))
	}
	for j := range engine.Type(engine.NumTypes) {
		sum := group.NewScalar()
		for p := range beta {
			if beta[p][j] != nil {
				sum.Add(sum, beta[p][j])
			}
		}
		sponge.Absorb(key.Mult(sum).Bytes())
	}
	gamma := sponge.SqueezeScalar()

	// The bit check.
	e1, e0, power := group.NewScalar(), group.NewScalar(), group.SmallScalar(1)
	f.each(func(p int, j engine.Type, _ bool) {
		power.Multiply(power, gamma)
		sign := new(group.Scalar).Add(f.y[p][j], f.y[p][j])
		sign.Subtract(sign, group.SmallScalar(1))
		a := new(group.Scalar).Multiply(power, alpha[p][j])
		e1.Add(e1, sign.Multiply(sign, a))
		e0.Add(e0, a.Multiply(a, alpha[p][j]))
	})
	k1 := combine([]*group.Scalar{e1, t1}, []*group.Base{base, h})
	k0 := combine([]*group.Scalar{e0, t0}, []*group.Base{base, h})
	sponge.AbsorbBytes([]byte("c"))
	sponge.Absorb(k1)
	sponge.Absorb(k0)
	c := sponge.SqueezeScalar()

	// Responses.
	respond := func(blinder, x *group.Scalar) {
		z := new(group.Scalar).Multiply(c, x)
		body = append(body, z.Add(z, blinder).Bytes()...)
	}
	body = append(append(body, c.Bytes()...), k1...)
	f.each(func(p int, j engine.Type, implied bool) {
		if !implied {
			respond(alpha[p][j], f.y[p][j])
			respond(beta[p][j], s[p][j])
		}
	})
	for p := range tau {
		respond(tau[p], t[p])
	}
	respond(kappa, f.k)
	respond(t0, t1)
	return body, f.err
}
