package adversary

import (
	"io"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// rows holds one number for each type of each piece, nil outside A(p).
type rows [][]*group.Scalar

// forgedLayout is a layout proof run on whatever rows, keys and commitments one
// likes. On true ones it gives a proof that verifies; on others, the best that a
// cheat can do without breaking discrete logarithms.
type forgedLayout struct {
	ctx       sigma.Context
	rules     *engine.Ruleset
	k         []*group.Scalar
	y         rows // what E encrypts; the last of each row is what the others leave of 1
	committed rows // what P commits to
	nonce     [32]byte
	tape      [32]byte // the commitment to it
	more      []byte   // after the body
	rng       io.Reader
}

// forgeLayout starts from the true layout of the seat.
func (p *Player) forgeLayout() *forgedLayout {
	f := &forgedLayout{
		ctx: p.context(), rules: p.Match().Rules(),
		nonce: p.secret.Nonce, tape: layout.TapeCommitment(p.secret.Tape), rng: p.rng,
	}
	for piece := range p.secret.Layout {
		f.k = append(f.k, p.secret.Key.Scalar(piece))
	}
	f.y = f.rowsOf(p.secret.Layout)
	f.committed = f.rowsOf(p.secret.Layout)
	return f
}

func (f *forgedLayout) random() *group.Scalar { return must(group.RandomScalar(f.rng)) }

func (f *forgedLayout) randoms(n int) []*group.Scalar {
	out := make([]*group.Scalar, n)
	for i := range out {
		out[i] = f.random()
	}
	return out
}

func bit(is bool) *group.Scalar {
	if is {
		return group.SmallScalar(1)
	}
	return group.NewScalar()
}

// rowsOf writes a layout as rows, as far as its types are allowed where they stand.
func (f *forgedLayout) rowsOf(l engine.Layout) rows {
	y := make(rows, len(l))
	for p, t := range l {
		y[p] = make([]*group.Scalar, group.MaxTypes)
		for _, j := range f.rules.Allowed(p).Types() {
			y[p][j] = bit(j == t)
		}
	}
	return y
}

// each calls do for every column, in order.
func (f *forgedLayout) each(do func(p, j, last int)) {
	for p := range f.y {
		types := f.rules.Allowed(p).Types()
		for _, j := range types {
			do(p, int(j), int(types[len(types)-1]))
		}
	}
}

// imply sets the last of each row to 1 minus the others.
func (f *forgedLayout) imply() {
	for p := range f.y {
		rest := group.SmallScalar(1)
		types := f.rules.Allowed(p).Types()
		for _, j := range types[:len(types)-1] {
			rest.Subtract(rest, f.y[p][j])
		}
		f.y[p][types[len(types)-1]] = rest
	}
}

func combine(s []*group.Scalar, b []*group.Base) []byte { return group.Sum(s, b).Bytes() }

func product(s ...*group.Scalar) *group.Scalar {
	out := group.SmallScalar(1)
	for _, s := range s {
		out.Multiply(out, s)
	}
	return out
}

func power(x *group.Scalar, n int) *group.Scalar {
	out := group.SmallScalar(1)
	for range n {
		out.Multiply(out, x)
	}
	return out
}

// body returns the Layout body: the algorithm of docs/spec.md, whatever the
// witness.
func (f *forgedLayout) body() []byte {
	b, h := group.B(), group.H()
	n := len(f.y)
	f.imply()
	var held, sent []int
	for j := range group.MaxTypes {
		isHeld, isSent := false, false
		f.each(func(_, of, last int) {
			isHeld = isHeld || of == j
			isSent = isSent || of == j && of != last
		})
		if isHeld {
			held = append(held, j)
		}
		if isSent {
			sent = append(sent, j)
		}
	}

	// The statement.
	var body []byte
	keys := make([]*group.Base, n)
	for p := range keys {
		keys[p] = group.NewBase(b.Mult(f.k[p]))
		body = append(body, keys[p].Element().Bytes()...)
	}
	s := f.randoms(group.MaxTypes)
	for _, j := range sent {
		body = append(body, b.Mult(s[j]).Bytes()...)
	}
	f.each(func(p, j, last int) {
		if j != last {
			body = append(body, combine([]*group.Scalar{f.y[p][j], s[j]}, []*group.Base{b, keys[p]})...)
		}
	})
	t := f.randoms(n)
	pedersen := func(x []*group.Scalar, blinder *group.Scalar) []byte {
		scalars, bases := []*group.Scalar{blinder}, []*group.Base{h}
		for j, y := range x {
			if y != nil {
				scalars, bases = append(scalars, y), append(bases, group.G(j))
			}
		}
		return combine(scalars, bases)
	}
	for p := range t {
		body = append(body, pedersen(f.committed[p], t[p])...)
	}
	body = append(append(body, f.nonce[:]...), f.tape[:]...)

	// The running product.
	sponge := f.ctx.Sponge(layout.ProofKind)
	sponge.AbsorbBytes(body)
	x := make([]*group.Scalar, group.MaxTypes)
	for _, j := range held {
		x[j] = sponge.SqueezeScalar()
	}
	xi, delta, eta := sponge.SqueezeScalar(), sponge.SqueezeScalar(), sponge.SqueezeScalar()
	v := make([]*group.Scalar, n)
	for p := range v {
		v[p] = group.NewScalar()
	}
	f.each(func(p, j, _ int) { v[p].MultiplyAdd(x[j], f.y[p][j], v[p]) })
	pi, r := []*group.Scalar{group.SmallScalar(1)}, f.randoms(n+1)
	r[0], r[n] = group.NewScalar(), group.NewScalar()
	var products []byte
	for p := range n {
		pi = append(pi, product(pi[p], new(group.Scalar).Subtract(xi, v[p])))
		if p+1 < n {
			products = append(products, combine([]*group.Scalar{pi[p+1], r[p+1]}, []*group.Base{b, h})...)
		}
	}
	body = append(body, products...)
	sponge.AbsorbBytes(products)
	gamma := sponge.SqueezeScalar()

	// First messages.
	a, steps, beta := f.randoms(n), f.randoms(n), f.randoms(group.MaxTypes)
	alpha := make([]*group.Scalar, group.MaxTypes)
	rest := group.NewScalar()
	for _, j := range held[:len(held)-1] {
		alpha[j] = f.random()
		rest.Subtract(rest, alpha[j])
	}
	alpha[held[len(held)-1]] = rest
	tau, kappa := f.random(), f.random()
	start := len(body)
	for p := range n {
		ofH := product(a[p], r[p])
		body = append(body, combine([]*group.Scalar{product(a[p], pi[p]), ofH.Subtract(ofH, steps[p])}, []*group.Base{b, h})...)
	}
	for _, j := range sent {
		body = append(body, b.Mult(beta[j]).Bytes()...)
	}
	tie := group.NewScalar()
	for p := range n {
		tie.MultiplyAdd(power(gamma, p+1), a[p], tie)
	}
	for _, j := range held {
		tie.MultiplyAdd(product(power(gamma, n+1), power(eta, j+1)), alpha[j], tie)
	}
	f.each(func(p, j, last int) {
		weight := func(j int) *group.Scalar {
			g := product(power(gamma, n+1), power(eta, j+1), power(delta, p+1))
			return g.MultiplyAdd(power(gamma, p+1), x[j], g)
		}
		if j != last {
			e := weight(j)
			tie.MultiplyAdd(product(beta[j], e.Subtract(e, weight(last))), f.k[p], tie)
		}
	})
	for _, message := range [][]byte{b.Mult(kappa).Bytes(), pedersen(alpha, tau), b.Mult(tie).Bytes()} {
		body = append(body, message...)
	}
	sponge.Absorb(body[start:])
	c := sponge.SqueezeScalar()

	// Responses.
	respond := func(blinder, x *group.Scalar) {
		body = append(body, new(group.Scalar).MultiplyAdd(c, x, blinder).Bytes()...)
	}
	for p := range n {
		respond(a[p], v[p])
	}
	for p := range n {
		rho := product(new(group.Scalar).Subtract(xi, v[p]), r[p])
		respond(steps[p], rho.Subtract(r[p+1], rho))
	}
	for _, j := range held[:len(held)-1] {
		q := group.NewScalar()
		for p := range n {
			if y := f.committed[p][j]; y != nil {
				q.MultiplyAdd(power(delta, p+1), y, q)
			}
		}
		respond(alpha[j], q)
	}
	for _, j := range sent {
		respond(beta[j], s[j])
	}
	zt, zk := group.NewScalar(), group.NewScalar()
	for p := range n {
		zt.MultiplyAdd(power(delta, p+1), t[p], zt)
		zk.MultiplyAdd(power(delta, p+1), f.k[p], zk)
	}
	respond(tau, zt)
	respond(kappa, zk)
	return append(body, f.more...)
}
