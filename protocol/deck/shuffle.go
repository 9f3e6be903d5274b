package deck

import (
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// shuffleKind names the proof of a shuffle in its session tag.
const shuffleKind = "darkjunqi/v1/proof/shuffle"

// firsts is the number of elements of a proof: A, N, Q_U, Q_V, F, X1 and X0.
const firsts = 7

// shuffleSize returns the number of bytes of a shuffle of m cards.
func shuffleSize(m int) int {
	return cardSize*m + group.ElementSize*firsts + group.ScalarSize*(3*m+2)
}

// statement starts the sponge of a shuffle: the place, the joint key and the deck before.
func (d *Deck) statement(kind string, at sigma.Place, joint *group.Base) *sigma.Sponge {
	s := at.Sponge(kind)
	absorb(s, joint)
	hash := d.hash()
	s.Absorb(hash[:])
	return s
}

// Shuffle returns the deck in another order, encrypted afresh, with the proof:
// shuffleSize bytes. The same place and nonces give the same bytes. The time depends on
// the number of cards only.
func (d *Deck) Shuffle(at sigma.Place, joint *group.Base, n sigma.Nonces) []byte {
	state := d.statement(shuffleKind+"/secret", at, joint).State()
	keys := make([][16]byte, d.Len())
	r := make([]*group.Scalar, d.Len())
	for i := range keys {
		keys[i] = [16]byte(n.Scalar(shuffleKind+"/pi", uint32(i), state).Bytes()[:16])
		r[i] = n.Scalar(shuffleKind+"/r", uint32(i), state)
	}
	pi := rank(keys)
	st := &shuffled{pi: pi, r: r, after: d.permuted(joint, pi, r), permute: pi.scalars}
	return d.prove(at, joint, st, n)
}

// A prover makes the blinders of one proof, for m cards.
type prover struct {
	m     int
	nonce func(label string, index int) *group.Scalar
}

// list returns m nonces.
func (p *prover) list(label string) []*group.Scalar {
	out := make([]*group.Scalar, p.m)
	for i := range out {
		out[i] = p.nonce(label, i)
	}
	return out
}

// commit returns com(x; ρ) with the generators from K_first on.
func commit(first int, x []*group.Scalar, rho *group.Scalar) *group.Base {
	scalars, bases := append([]*group.Scalar{rho}, x...), []*group.Base{group.H()}
	for i := range x {
		bases = append(bases, group.K(first+i))
	}
	return group.NewBase(group.Sum(scalars, bases))
}

// A shuffled is what a proof is about. Forgers in tests permute the challenges t otherwise.
type shuffled struct {
	pi      permutation
	r       []*group.Scalar
	after   []Card
	permute func(t []*group.Scalar) []*group.Scalar
}

// prove proves that the cards after are d's, shuffled by π and r. A proof of a
// falsehood does not verify.
func (d *Deck) prove(
	at sigma.Place, joint *group.Base, st *shuffled, n sigma.Nonces,
) []byte {
	m := d.Len()
	body := make([]byte, 0, shuffleSize(m))
	for _, c := range st.after {
		body = append(body, encode(c.U, c.V)...)
	}
	s := d.statement(shuffleKind, at, joint)
	s.AbsorbBytes(body)
	state := s.State()
	var witness []byte
	for i := range st.r {
		witness = append(witness, st.r[i].Bytes()...)
	}
	defer clear(witness)
	p := &prover{m: m, nonce: func(label string, index int) *group.Scalar {
		return n.Scalar(shuffleKind+label, uint32(index), state, witness)
	}}

	// A, N and Q; t.
	numbers := make([]*group.Scalar, m)
	for i := range numbers {
		numbers[i] = st.pi.number(i)
	}
	alpha, nu, kappa := p.nonce("/alpha", 0), p.nonce("/nu", 0), p.nonce("/kappa", 0)
	blind := p.list("/n")
	weights := append([]*group.Scalar{new(group.Scalar).Negate(kappa)}, blind...)
	us, vs := []*group.Base{group.B()}, []*group.Base{joint}
	for _, c := range st.after {
		us, vs = append(us, c.U), append(vs, c.V)
	}
	first := encode(commit(0, numbers, alpha), commit(0, blind, nu),
		group.NewBase(group.Sum(weights, us)), group.NewBase(group.Sum(weights, vs)))
	s.Absorb(first)
	t := squeeze(s, m)

	// f and z; λ and ξ.
	permuted, f := st.permute(t), make([]*group.Scalar, m)
	z := new(group.Scalar).Set(kappa)
	for i := range f {
		f[i] = new(group.Scalar).Add(permuted[i], blind[i])
		z.MultiplyAdd(permuted[i], st.r[i], z)
	}
	second := scalars(append(f, z))
	s.Absorb(second)
	lambda, xi := s.SqueezeScalar(), s.SqueezeScalar()

	// The running product: F, X1 and X0; e.
	factors := make([]*group.Scalar, m)
	for i := range factors {
		factors[i] = new(group.Scalar).MultiplyAdd(lambda, numbers[i], permuted[i])
		factors[i].Subtract(factors[i], xi)
	}
	delta := new(group.Scalar).Multiply(lambda, alpha)
	delta.Subtract(delta, nu)
	g, x1, x0 := p.steps(factors)
	phi, chi1, chi0 := p.nonce("/phi", 0), p.nonce("/chi", 1), p.nonce("/chi", 0)
	third := encode(commit(0, g, phi), commit(1, x1, chi1), commit(1, x0, chi0))
	s.Absorb(third)
	e := s.SqueezeScalar()

	// a, c, w and y.
	var responses []*group.Scalar
	respond := func(secret, blinder *group.Scalar) {
		responses = append(responses, new(group.Scalar).MultiplyAdd(e, secret, blinder))
	}
	for i := range factors {
		respond(factors[i], g[i])
	}
	respond(delta, phi)
	for i := range x1 {
		respond(x1[i], x0[i])
	}
	respond(chi1, chi0)
	body = append(append(body, first...), third...)
	return append(append(body, second...), scalars(responses)...)
}

func (d *Deck) permuted(joint *group.Base, pi permutation, r []*group.Scalar) []Card {
	var u, v []*group.Element
	for _, c := range d.cards {
		u, v = append(u, c.U.Element()), append(v, c.V.Element())
	}
	after := make([]Card, len(pi))
	for i := range pi {
		newU, newV := pi.card(i, u, v)
		after[i] = Card{
			group.NewBase(newU.Add(newU, group.B().Mult(r[i]))),
			group.NewBase(newV.Add(newV, joint.Mult(r[i]))),
		}
	}
	return after
}

// steps returns blinders g of the factors d, and, for each i from 1 on, what X1 and X0
// commit to. With p the running product and h its blinders, so that
// e^(i+1) p_i + e^i h_i is the q_i of the verifier, these are
//
//	h_i - d_i h_(i-1) - p_(i-1) g_i  and  -h_(i-1) g_i
//
// h_0 = g_0, and the last h is 0, which is what (P) shows.
func (p *prover) steps(d []*group.Scalar) (g, x1, x0 []*group.Scalar) {
	g, h := p.list("/g"), p.list("/h")
	h[0], h[len(h)-1] = g[0], new(group.Scalar)
	if len(h) == 1 {
		g[0] = h[0]
	}
	product := d[0]
	for i := 1; i < len(d); i++ {
		one := new(group.Scalar).Multiply(d[i], h[i-1])
		one.MultiplyAdd(product, g[i], one)
		x1 = append(x1, one.Subtract(h[i], one))
		zero := new(group.Scalar).Multiply(h[i-1], g[i])
		x0 = append(x0, zero.Negate(zero))
		product = new(group.Scalar).Multiply(product, d[i])
	}
	return g, x1, x0
}

func squeeze(s *sigma.Sponge, m int) []*group.Scalar {
	out := make([]*group.Scalar, m)
	for i := range out {
		out[i] = s.SqueezeScalar()
	}
	return out
}

// encode returns the encodings of bases.
func encode(bases ...*group.Base) (out []byte) {
	for _, b := range bases {
		e := b.Bytes()
		out = append(out, e[:]...)
	}
	return out
}

func scalars(list []*group.Scalar) (out []byte) {
	for _, x := range list {
		out = append(out, x.Bytes()...)
	}
	return out
}
