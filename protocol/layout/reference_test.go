package layout

import (
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// The reference is the layout proof once more, straight from its description and
// slowly: what ours computes quickly must come out of it byte for byte. It can
// also be careless, in the ways that reviews of such proofs find, and it proves
// whatever rows it is given, legal or not.

// careless says what a reference does wrong.
type careless struct {
	gammaFirst    bool // gamma does not depend on E, P and the first messages
	noImplied     bool // the bit check leaves out implied columns
	cWithoutK     bool // c binds neither K1 nor K0
	cWithoutK1    bool // c binds K0 only
	noCounts      bool // the types are not counted
	noCommitments bool // P is not tied to E
}

// rows are scalars y[p,j], for j in A(p).
type rows = scalars

// rowsOf writes a layout as rows.
func rowsOf(s *shape, l engine.Layout) (y rows) {
	for p, allowed := range s.allowed {
		for _, j := range allowed {
			y[p][j] = group.NewScalar()
			if l[p] == j {
				y[p][j] = group.SmallScalar(1)
			}
		}
	}
	return y
}

// A reference proves rows.
type reference struct {
	careless
	*shape
	ctx    sigma.Context
	k      *group.Scalar
	y      rows
	p      rows // what P commits to, if not y
	nonce  [32]byte
	tape   [32]byte
	tail   []byte // of the statement, in place of the two zeros
	random func(label string, index int, sponge *sigma.Sponge) *group.Scalar

	forgeK bool // make the bit check pass by choosing K1 last (for cWithoutK…)

	seen struct { // values of the last proof, for the vectors
		state    [32]byte // of the sponge, before the first messages
		firsts   [32]byte // and after them
		gamma, c *group.Scalar
		e1, e0   *group.Scalar
		k1, k0   *group.Element
	}
}

func add(a, b *group.Scalar) *group.Scalar { return new(group.Scalar).Add(a, b) }
func sub(a, b *group.Scalar) *group.Scalar { return new(group.Scalar).Subtract(a, b) }
func mul(a, b *group.Scalar) *group.Scalar { return new(group.Scalar).Multiply(a, b) }
func small(n int) *group.Scalar            { return group.SmallScalar(uint8(n)) }

func plus(e ...*group.Element) *group.Element {
	sum := group.NewElement()
	for _, e := range e {
		sum.Add(sum, e)
	}
	return sum
}
func times(s *group.Scalar, e *group.Element) *group.Element {
	return new(group.Element).ScalarMult(s, e)
}
func minus(a, b *group.Element) *group.Element { return new(group.Element).Subtract(a, b) }

// last is the implied column of a piece.
func (s *shape) last(p int) engine.Type { return s.allowed[p][len(s.allowed[p])-1] }

// each calls f for every column of A(p), in order.
func (s *shape) each(f func(p int, j engine.Type, implied bool)) {
	for p, allowed := range s.allowed {
		for _, j := range allowed {
			f(p, j, j == s.last(p))
		}
	}
}

// imply fills in the implied columns of a row of scalars: total minus the others.
func (s *shape) imply(x *scalars, total *group.Scalar) {
	for p, allowed := range s.allowed {
		sum := total
		for _, j := range allowed[:len(allowed)-1] {
			sum = sub(sum, x[p][j])
		}
		x[p][s.last(p)] = sum
	}
}

func (r *reference) prove() []byte {
	b, h := group.B().Element(), group.H().Element()
	y := times(r.k, b)

	// The statement.
	before := r.ctx.Sponge(nonceKind)
	before.Absorb(y.Bytes())
	before.Absorb(r.nonce[:])
	before.Absorb(r.tape[:])
	before.AbsorbBytes(nil)
	var s scalars
	var t [engine.ArmySize]*group.Scalar
	var e, pieces []byte
	r.each(func(p int, j engine.Type, implied bool) {
		if implied {
			return
		}
		s[p][j] = r.random(nonceKind+"/s", p<<8|int(j), before)
		u := times(s[p][j], b)
		v := plus(times(r.y[p][j], b), times(s[p][j], y))
		e = append(append(e, u.Bytes()...), v.Bytes()...)
	})
	committed := r.y
	for p, allowed := range r.allowed {
		if r.p[p] != ([engine.NumTypes]*group.Scalar{}) {
			committed[p] = r.p[p]
		}
		t[p] = r.random(nonceKind+"/t", p, before)
		c := times(t[p], h)
		for _, j := range allowed {
			c = plus(c, times(committed[p][j], group.G(j).Element()))
		}
		pieces = append(pieces, c.Bytes()...)
	}
	statement := append(y.Bytes(), e...)
	statement = append(statement, pieces...)
	statement = append(statement, r.nonce[:]...)
	statement = append(statement, r.tape[:]...)
	if r.tail == nil {
		r.tail = make([]byte, zerosSize)
	}
	statement = append(statement, r.tail...)

	// Blinders and first messages.
	ch := r.challenger(r.ctx, statement)
	state := ch.sponge.Clone()
	var alpha, beta scalars
	var tau [engine.ArmySize]*group.Scalar
	r.each(func(p int, j engine.Type, implied bool) {
		if !implied {
			alpha[p][j] = r.random(ProofKind+"/alpha", p<<8|int(j), state)
			beta[p][j] = r.random(ProofKind+"/beta", p<<8|int(j), state)
		}
	})
	r.imply(&alpha, group.NewScalar())
	r.imply(&beta, group.NewScalar())
	for p := range tau {
		tau[p] = r.random(ProofKind+"/tau", p, state)
	}
	kappa, t0, t1 := r.random(ProofKind+"/kappa", 0, state), r.random(ProofKind+"/t0", 0, state), r.random(ProofKind+"/t1", 0, state)
	ch.first(times(kappa, b))
	r.each(func(p int, j engine.Type, implied bool) {
		if !implied {
			ch.first(times(beta[p][j], b))
			ch.first(plus(times(alpha[p][j], b), times(beta[p][j], y)))
		}
	})
	for p, allowed := range r.allowed {
		if r.noCommitments {
			break
		}
		c := times(tau[p], h)
		for _, j := range allowed {
			c = plus(c, times(alpha[p][j], group.G(j).Element()))
		}
		ch.first(c)
	}
	for j, holders := range r.holders {
		if r.noCounts {
			break
		}
		sum := group.NewScalar()
		for _, p := range holders {
			sum = add(sum, beta[p][j])
		}
		ch.first(times(sum, y))
	}
	r.seen.state, r.seen.firsts = state.State(), ch.sponge.State()
	gamma := ch.gamma()

	// The bit check.
	e1, e0, power := group.NewScalar(), group.NewScalar(), small(1)
	r.each(func(p int, j engine.Type, implied bool) {
		if implied && r.noImplied {
			return
		}
		power = mul(power, gamma)
		a := alpha[p][j]
		e1 = add(e1, mul(power, mul(a, sub(add(r.y[p][j], r.y[p][j]), small(1)))))
		e0 = add(e0, mul(power, mul(a, a)))
	})
	k1, k0 := plus(times(e1, b), times(t1, h)), plus(times(e0, b), times(t0, h))
	c := ch.c(k1, k0)
	r.seen.gamma, r.seen.c, r.seen.e1, r.seen.e0, r.seen.k1, r.seen.k0 = gamma, c, e1, e0, k1, k0

	// Responses.
	var z, w scalars
	r.each(func(p int, j engine.Type, implied bool) {
		if !implied {
			z[p][j] = add(alpha[p][j], mul(c, r.y[p][j]))
			w[p][j] = add(beta[p][j], mul(c, s[p][j]))
		}
	})
	zq := add(t0, mul(c, t1))
	if r.forgeK {
		// K0 is what c binds, if anything; K1 = (sum B + zq H - K0) / c.
		r.imply(&z, c)
		k1 = times(new(group.Scalar).Invert(c), minus(plus(times(r.bits(gamma, c, &z), b), times(zq, h)), k0))
	}
	out := append(statement, c.Bytes()...)
	out = append(out, k1.Bytes()...)
	r.each(func(p int, j engine.Type, implied bool) {
		if !implied {
			out = append(append(out, z[p][j].Bytes()...), w[p][j].Bytes()...)
		}
	})
	for p := range tau {
		out = append(out, add(tau[p], mul(c, t[p])).Bytes()...)
	}
	out = append(out, add(kappa, mul(c, r.k)).Bytes()...)
	return append(out, zq.Bytes()...)
}

// bits is the sum of gamma^i z (z - c).
func (r *reference) bits(gamma, c *group.Scalar, z *scalars) *group.Scalar {
	sum, power := group.NewScalar(), small(1)
	r.each(func(p int, j engine.Type, implied bool) {
		if implied && r.noImplied {
			return
		}
		power = mul(power, gamma)
		sum = add(sum, mul(power, mul(z[p][j], sub(z[p][j], c))))
	})
	return sum
}

// A challenger draws both challenges, from the sponge or from a program.
type challenger struct {
	careless
	sponge     *sigma.Sponge
	early      *group.Scalar // gamma, if it comes first
	programmed *[2]*group.Scalar
}

func (r *reference) challenger(ctx sigma.Context, statement []byte) *challenger {
	return &challenger{
		careless: r.careless, sponge: newSponge(ctx, statement),
		early: ctx.Sponge("careless gamma").SqueezeScalar(),
	}
}

func (ch *challenger) first(e *group.Element) { ch.sponge.Absorb(e.Bytes()) }

func (ch *challenger) gamma() *group.Scalar {
	switch {
	case ch.programmed != nil:
		return ch.programmed[0]
	case ch.gammaFirst:
		return ch.early
	}
	return ch.sponge.SqueezeScalar()
}

func (ch *challenger) c(k1, k0 *group.Element) *group.Scalar {
	ch.sponge.AbsorbBytes([]byte("c"))
	if !ch.cWithoutK && !ch.cWithoutK1 {
		ch.sponge.Absorb(k1.Bytes())
	}
	if !ch.cWithoutK {
		ch.sponge.Absorb(k0.Bytes())
	}
	if ch.programmed != nil {
		return ch.programmed[1]
	}
	return ch.sponge.SqueezeScalar()
}

// verify says whether a body is accepted. It takes Y = 0.
func (r *reference) verify(body []byte) bool {
	c, statement, rest, err := r.parseStatement(nil, body)
	if err != nil {
		return false
	}
	pr, err := r.parseProof(rest)
	if err != nil {
		return false
	}
	return r.accepts(c, pr, r.challenger(r.ctx, statement))
}

// accepts recomputes first messages, gamma, K0 and c.
func (r *reference) accepts(c *Commitment, pr *proof, ch *challenger) bool {
	b, h, y := group.B().Element(), group.H().Element(), c.y.Element()
	ch.first(minus(times(pr.zk, b), times(pr.c, y)))
	r.each(func(p int, j engine.Type, implied bool) {
		if !implied {
			e := c.columns[p][j]
			ch.first(minus(times(pr.w[p][j], b), times(pr.c, e.U)))
			ch.first(minus(plus(times(pr.z[p][j], b), times(pr.w[p][j], y)), times(pr.c, e.V)))
		}
	})
	for p, allowed := range r.allowed {
		if r.noCommitments {
			break
		}
		sum := minus(times(pr.zt[p], h), times(pr.c, c.pieces[p].Element()))
		for _, j := range allowed {
			sum = plus(sum, times(pr.z[p][j], group.G(j).Element()))
		}
		ch.first(sum)
	}
	for j, holders := range r.holders {
		if r.noCounts {
			break
		}
		w, v := group.NewScalar(), group.NewElement()
		for _, p := range holders {
			w = add(w, pr.w[p][j])
			v = plus(v, c.columns[p][j].V)
		}
		ch.first(minus(times(w, y), times(pr.c, minus(v, times(small(r.count[j]), b)))))
	}
	gamma := ch.gamma()
	k1 := pr.k1.Element()
	k0 := minus(plus(times(r.bits(gamma, pr.c, &pr.z), b), times(pr.zq, h)), times(pr.c, k1))
	return ch.c(k1, k0).Equal(pr.c) == 1
}
