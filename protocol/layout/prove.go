package layout

import (
	"crypto/subtle"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// Prove returns the body of a Layout record: all Y, U and V, the commitments, nonce
// and tape commitment, and the proof that the layout is legal. The same secret and
// context give the same bytes. The time depends on the ruleset only; an illegal
// layout gives the engine's error, in any time.
func Prove(ctx sigma.Context, rs *engine.Ruleset, s *Secret) ([]byte, error) {
	shape, err := rulesShape(rs)
	if err != nil {
		return nil, err
	}
	if !shape.legal(s) {
		if err := rs.CheckLayout(s.Layout); err != nil {
			return nil, err
		}
		return nil, coded.Errorf("layout.other-ruleset", "the layout is not one of this ruleset")
	}
	pr := prover{shape: shape, secret: s}
	if err := pr.commit(ctx); err != nil {
		return nil, err
	}
	pr.prove(ctx)
	return pr.body, nil
}

// legal says whether every piece is of a type that its post allows, and every type
// there as often as it should be. It looks at all of them, whatever they are.
func (s *shape) legal(secret *Secret) bool {
	ok := subtle.ConstantTimeEq(int32(len(secret.Layout)), int32(s.pieces()))
	if ok != 1 {
		return false
	}
	count := make([]int, len(s.count))
	for p, types := range s.allowed {
		found := 0
		for _, j := range types {
			is := secret.is(p, j)
			found += is
			count[j] += is
		}
		ok &= subtle.ConstantTimeEq(int32(found), 1)
	}
	for j := range count {
		ok &= subtle.ConstantTimeEq(int32(count[j]), int32(s.count[j]))
	}
	return ok == 1
}

type prover struct {
	*shape
	secret *Secret
	body   []byte
	k, t   []*group.Scalar   // keys and randomness of the commitments, by piece
	s      []*group.Scalar   // randomness of the ciphertexts, by type; nil for those not sent
	y      [][]*group.Scalar // the rows, in the order of A(p)
}

// halves collects the halves of elements to be encoded together.
type halves []*group.Element

func (h *halves) add(e *group.Element) { *h = append(*h, e) }

// base adds s B.
func (h *halves) base(s *group.Scalar) { h.add(group.B().Mult(group.Half(s))) }

// both adds s B + t H.
func (h *halves) both(s, t *group.Scalar) {
	e := group.B().Mult(group.Half(s))
	h.add(e.Add(e, group.H().Mult(group.Half(t))))
}

func (h halves) appendTo(b []byte) []byte {
	for _, e := range group.EncodeDoubles(h) {
		b = append(b, e[:]...)
	}
	return b
}

// commit makes the statement. As Y = k B, an encryption of y under s is (s B,
// (y + s k) B): multiples of B.
func (pr *prover) commit(ctx sigma.Context) error {
	random := pr.secret.randomness(ctx)
	pr.s = make([]*group.Scalar, len(pr.count))
	var y, u, v halves
	for _, j := range pr.sent {
		pr.s[j] = random.column(j)
		u.base(pr.s[j])
	}
	for p, types := range pr.allowed {
		k := pr.secret.Key.Scalar(p)
		if k.Equal(new(group.Scalar)) == 1 {
			return ErrZeroKey
		}
		pr.k = append(pr.k, k)
		y.base(k)
		row := make([]*group.Scalar, len(types))
		for i, j := range types {
			row[i] = group.SmallScalar(uint8(pr.secret.is(p, j)))
		}
		pr.y = append(pr.y, row)
		for i, j := range types[:len(types)-1] {
			v.base(new(group.Scalar).MultiplyAdd(pr.s[j], k, row[i]))
		}
	}
	pr.body = append(append(y, u...), v...).appendTo(make([]byte, 0, pr.size()))
	for p := range pr.allowed {
		pr.t = append(pr.t, random.piece(p))
		c := group.H().Mult(pr.t[p])
		pr.body = append(pr.body, c.Add(c, pr.generator(p)).Bytes()...)
	}
	tape := TapeCommitment(pr.secret.TapeSeed)
	pr.body = append(append(pr.body, pr.secret.Nonce[:]...), tape[:]...)
	return nil
}

// generator returns G_j for the type j of piece p. It goes through the generators of all the
// types that p may have, so that no access depends on j.
func (pr *prover) generator(p int) *group.Element {
	out := group.NewElement()
	for _, j := range pr.allowed[p] {
		out.Select(group.G(j).Element(), out, pr.secret.is(p, j))
	}
	return out
}

// prove appends the proof to the statement that body holds.
func (pr *prover) prove(ctx sigma.Context) {
	sponge := newSponge(ctx, pr.body)
	state := sponge.State()
	witness := pr.secret.randomness(ctx).witness
	defer clear(witness)
	nonce := func(label string, index int) *group.Scalar {
		return pr.secret.Nonces.Scalar(ProofKind+label, uint32(index), state, witness)
	}
	ch := pr.drawPoints(sponge)
	n := pr.pieces()

	// The running product: v_p, and π_p with its blinder r_p, where p counts from 0 to N.
	v := make([]*group.Scalar, n)
	product := make([]*group.Scalar, n+1)
	r := make([]*group.Scalar, n+1)
	rho := make([]*group.Scalar, n)
	product[0], r[0], r[n] = group.SmallScalar(1), new(group.Scalar), new(group.Scalar)
	var products halves
	for p, types := range pr.allowed {
		v[p] = new(group.Scalar)
		for i, j := range types {
			v[p].MultiplyAdd(ch.x[j], pr.y[p][i], v[p])
		}
		factor := new(group.Scalar).Subtract(ch.xi, v[p])
		product[p+1] = new(group.Scalar).Multiply(product[p], factor)
		if p+1 < n {
			r[p+1] = nonce("/r", p+1)
			products.both(product[p+1], r[p+1])
		}
		rho[p] = new(group.Scalar).Multiply(factor, r[p])
		rho[p].Subtract(r[p+1], rho[p])
	}
	sent := products.appendTo(nil)
	pr.body = append(pr.body, sent...)
	ch.drawGamma(sponge, sent)

	// Blinders. That of the last type's Q is minus the sum of the others, since all
	// sum to the sum of δ^p.
	a, b := make([]*group.Scalar, n), make([]*group.Scalar, n)
	for p := range n {
		a[p], b[p] = nonce("/a", p), nonce("/b", p)
	}
	alpha := make([]*group.Scalar, len(pr.count))
	rest := new(group.Scalar)
	for _, j := range pr.held[:len(pr.held)-1] {
		alpha[j] = nonce("/alpha", j)
		rest.Subtract(rest, alpha[j])
	}
	alpha[pr.held[len(pr.held)-1]] = rest
	beta := make([]*group.Scalar, len(pr.count))
	for _, j := range pr.sent {
		beta[j] = nonce("/beta", j)
	}
	tau, kappa := nonce("/tau", 0), nonce("/kappa", 0)

	// First messages. R_p = a C_(p-1) - b H, of what C_(p-1) is made of.
	var firsts halves
	for p := range n {
		ofB := new(group.Scalar).Multiply(a[p], product[p])
		ofH := new(group.Scalar).Multiply(a[p], r[p])
		firsts.both(ofB, ofH.Subtract(ofH, b[p]))
	}
	for _, j := range pr.sent {
		firsts.base(beta[j])
	}
	firsts.base(kappa)
	forms := group.H().Mult(group.Half(tau))
	for _, j := range pr.held {
		forms.Add(forms, group.G(j).Mult(group.Half(alpha[j])))
	}
	firsts.add(forms)
	firsts.base(pr.tie(ch, a, alpha, beta))
	messages := firsts.appendTo(nil)
	pr.body = append(pr.body, messages...)
	sponge.Absorb(messages)
	c := sponge.SqueezeScalar()

	// Responses.
	respond := func(blinder, secret *group.Scalar) {
		pr.body = append(pr.body, new(group.Scalar).MultiplyAdd(c, secret, blinder).Bytes()...)
	}
	for p := range n {
		respond(a[p], v[p])
	}
	for p := range n {
		respond(b[p], rho[p])
	}
	q := make([]*group.Scalar, len(pr.count)) // the sums of δ^p y[p,j]
	t, k := new(group.Scalar), new(group.Scalar)
	for p, types := range pr.allowed {
		for i, j := range types {
			if q[j] == nil {
				q[j] = new(group.Scalar)
			}
			q[j].MultiplyAdd(ch.deltas[p], pr.y[p][i], q[j])
		}
		t.MultiplyAdd(ch.deltas[p], pr.t[p], t)
		k.MultiplyAdd(ch.deltas[p], pr.k[p], k)
	}
	for _, j := range pr.held[:len(pr.held)-1] {
		respond(alpha[j], q[j])
	}
	for _, j := range pr.sent {
		respond(beta[j], pr.s[j])
	}
	respond(tau, t)
	respond(kappa, k)
}

// tie returns the logarithm of the first message of the sum that ties rows, running
// product and commitments together.
func (pr *prover) tie(ch *challenges, a, alpha, beta []*group.Scalar) *group.Scalar {
	sum := new(group.Scalar)
	for _, j := range pr.held {
		sum.MultiplyAdd(ch.etas[j], alpha[j], sum)
	}
	sum.Multiply(sum, ch.gammas[pr.pieces()])
	for p, types := range pr.allowed {
		sum.MultiplyAdd(ch.gammas[p], a[p], sum)
		e, _ := ch.sentWeights(p)
		ofY := new(group.Scalar)
		for i := range e {
			ofY.MultiplyAdd(beta[types[i]], e[i], ofY)
		}
		sum.MultiplyAdd(ofY, pr.k[p], sum)
	}
	return sum
}
