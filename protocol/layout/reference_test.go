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
	pointsFirst bool // x and ξ do not depend on the rows
	tiesFirst   bool // δ and η do not depend on the commitments
	gammaFirst  bool // γ does not depend on the running product
	noSteps     bool // c does not bind the first messages of the running product
	noRandom    bool // c does not bind the ones of the U
	noPieces    bool // c does not bind that of the commitments
	noTie       bool // c does not bind that of the tie
	noKeys      bool // c does not bind that of the keys
	noTarget    bool // the product need not be that of the counts
}

// rows are scalars by piece and type; nil where a piece may not be of the type.
type rows [][]*group.Scalar

// rowsOf writes a layout as rows.
func rowsOf(s *shape, l []int) rows {
	y := make(rows, s.pieces())
	for p, allowed := range s.allowed {
		y[p] = make([]*group.Scalar, len(s.count))
		for _, j := range allowed {
			y[p][j] = small(0)
			if l[p] == j {
				y[p][j] = small(1)
			}
		}
	}
	return y
}

// numbers writes the engine's layout as the types of the pieces.
func numbers(l engine.Layout) (out []int) {
	for _, j := range l {
		out = append(out, int(j))
	}
	return out
}

// A reference proves rows.
type reference struct {
	careless
	*shape
	ctx    sigma.Context
	k      []*group.Scalar
	y      rows
	p      rows // what P commits to, if not y
	nonce  [32]byte
	tape   [32]byte
	random func(label string, index int, sponge *sigma.Sponge) *group.Scalar

	// What a forger does.
	factors  func(ch *challenges, v []*group.Scalar) // changes the v of the running product
	foreign  map[int]*group.Element                  // Y of which it does not know k
	fitting  bool                                    // chooses a w so that the tie holds
	messages func(messages [][]byte)                 // changes the first messages before c

	seen struct { // of the last proof, for the vectors
		ch       *challenges
		v        []*group.Scalar
		c        *group.Scalar
		state    [32]byte // of the sponge, after the statement
		firsts   [32]byte // and after the first messages
		messages [][]byte
	}
}

func add(a, b *group.Scalar) *group.Scalar { return new(group.Scalar).Add(a, b) }
func sub(a, b *group.Scalar) *group.Scalar { return new(group.Scalar).Subtract(a, b) }
func mul(a, b *group.Scalar) *group.Scalar { return new(group.Scalar).Multiply(a, b) }
func div(a, b *group.Scalar) *group.Scalar { return mul(a, new(group.Scalar).Invert(b)) }
func small(n int) *group.Scalar            { return group.IntScalar(n) }

func plus(e ...*group.Element) *group.Element {
	sum := group.NewElement()
	for _, e := range e {
		sum.Add(sum, e)
	}
	return sum
}
func times(s *group.Scalar, e *group.Element) *group.Element {
	switch { // the columns of rows, which most scalars here are, and the bases that most are of
	case s.Equal(small(0)) == 1:
		return group.NewElement()
	case s.Equal(small(1)) == 1:
		return new(group.Element).Set(e)
	case e.Equal(elementB()) == 1:
		return new(group.Element).ScalarBaseMult(s)
	case e.Equal(elementH()) == 1:
		return group.H().Mult(s)
	}
	return new(group.Element).ScalarMult(s, e)
}

// A sum is of multiples. To add up many at once takes a fraction of the time.
type sum struct {
	scalars []*group.Scalar
	bases   []*group.Base
}

func (m *sum) add(s *group.Scalar, b *group.Base) {
	m.scalars, m.bases = append(m.scalars, s), append(m.bases, b)
}
func (m *sum) total() *group.Element { return group.VarTimeSum(m.scalars, m.bases) }

func minus(a, b *group.Element) *group.Element { return new(group.Element).Subtract(a, b) }

func elementB() *group.Element       { return group.B().Element() }
func elementH() *group.Element       { return group.H().Element() }
func elementG(j int) *group.Element  { return group.G(j).Element() }
func encode(e *group.Element) []byte { return e.Bytes() }

// each calls f for every column of A(p), in order.
func (s *shape) each(f func(p, j int, implied bool)) {
	for p, allowed := range s.allowed {
		for _, j := range allowed {
			f(p, j, j == s.last(p))
		}
	}
}

// imply makes every row sum to one.
func (s *shape) imply(y rows) {
	for p, allowed := range s.allowed {
		sum := small(1)
		for _, j := range allowed[:len(allowed)-1] {
			sum = sub(sum, y[p][j])
		}
		y[p][s.last(p)] = sum
	}
}

// draw draws x, ξ, δ and η.
func (r *reference) draw(sponge *sigma.Sponge) *challenges {
	ch := r.drawPoints(sponge)
	early := r.early()
	if r.pointsFirst {
		ch.x, ch.xi = early.x, early.xi
	}
	if r.tiesFirst {
		ch.deltas, ch.etas = early.deltas, early.etas
	}
	return ch
}

// early are challenges that depend on nothing but the context.
func (r *reference) early() *challenges {
	ch := r.drawPoints(r.ctx.Sponge("careless"))
	ch.setGamma(r.ctx.Sponge("careless γ").SqueezeScalar())
	return ch
}

func (r *reference) drawGamma(ch *challenges, sponge *sigma.Sponge, products []byte) {
	sponge.AbsorbBytes(products)
	gamma := sponge.SqueezeScalar()
	if r.gammaFirst {
		gamma = r.early().gammas[0]
	}
	ch.setGamma(gamma)
}

// bound says which of the first messages, in their order, c binds.
func (r *reference) bound() (out []bool) {
	for range r.allowed {
		out = append(out, !r.noSteps)
	}
	for range r.sent {
		out = append(out, !r.noRandom)
	}
	return append(out, !r.noKeys, !r.noPieces, !r.noTie)
}

// challenge absorbs the first messages and draws c.
func (r *reference) challenge(sponge *sigma.Sponge, messages []byte) *group.Scalar {
	for i, bound := range r.bound() {
		if bound {
			sponge.Absorb(messages[group.ElementSize*i:][:group.ElementSize])
		}
	}
	return sponge.SqueezeScalar()
}

// weightOf is g(p,j).
func (r *reference) weightOf(ch *challenges, p, j int) *group.Scalar {
	return add(mul(ch.gammas[p], ch.x[j]), mul(ch.gammas[r.pieces()], mul(ch.etas[j], ch.deltas[p])))
}

func (r *reference) prove() []byte {
	b, h, n := elementB(), elementH(), r.pieces()
	committed := r.y
	if r.p != nil {
		committed = r.p
	}

	// The statement.
	before := r.ctx.Sponge(nonceKind)
	before.Absorb(r.nonce[:])
	before.Absorb(r.tape[:])
	var statement []byte
	key := make([]*group.Element, n)
	for p := range n {
		if key[p] = r.foreign[p]; key[p] == nil {
			key[p] = times(r.k[p], b)
		}
		statement = append(statement, encode(key[p])...)
	}
	s := make([]*group.Scalar, len(r.count))
	for _, j := range r.sent {
		s[j] = r.random(nonceKind+"/s", j, before)
		statement = append(statement, encode(times(s[j], b))...)
	}
	for p, allowed := range r.allowed {
		var random []*group.Scalar
		for _, j := range allowed[:len(allowed)-1] {
			random = append(random, s[j])
		}
		for i, e := range group.VarTimeMultiples(random, group.NewBase(key[p])) {
			statement = append(statement, encode(plus(times(r.y[p][allowed[i]], b), e))...)
		}
	}
	t := make([]*group.Scalar, n)
	for p := range n {
		t[p] = r.random(nonceKind+"/t", p, before)
		c := times(t[p], h)
		for j, y := range committed[p] {
			if y != nil {
				c = plus(c, times(y, elementG(j)))
			}
		}
		statement = append(statement, encode(c)...)
	}
	statement = append(append(statement, r.nonce[:]...), r.tape[:]...)
	sponge := newSponge(r.ctx, statement)
	state := sponge.Clone()
	ch := r.draw(sponge)

	// The running product.
	v := make([]*group.Scalar, n)
	for p := range v {
		v[p] = small(0)
	}
	r.each(func(p, j int, _ bool) { v[p] = add(v[p], mul(ch.x[j], r.y[p][j])) })
	if r.factors != nil {
		ch.setGamma(r.early().gammas[0]) // what a careless one will be
		r.factors(ch, v)
	}
	pi, blinder := []*group.Scalar{small(1)}, []*group.Scalar{small(0)}
	products := []*group.Element{b}
	var sent []byte
	for p := range n {
		pi = append(pi, mul(pi[p], sub(ch.xi, v[p])))
		if p == n-1 {
			blinder = append(blinder, small(0))
			break
		}
		blinder = append(blinder, r.random(ProofKind+"/r", p+1, state))
		products = append(products, plus(times(pi[p+1], b), times(blinder[p+1], h)))
		sent = append(sent, encode(products[p+1])...)
	}
	r.drawGamma(ch, sponge, sent)

	// First messages.
	a, bb := make([]*group.Scalar, n), make([]*group.Scalar, n)
	alpha, beta := make([]*group.Scalar, len(r.count)), make([]*group.Scalar, len(r.count))
	for p := range n {
		a[p], bb[p] = r.random(ProofKind+"/a", p, state), r.random(ProofKind+"/b", p, state)
	}
	last := r.held[len(r.held)-1]
	alpha[last] = small(0)
	for _, j := range r.held {
		if j != last {
			alpha[j] = r.random(ProofKind+"/alpha", j, state)
			alpha[last] = sub(alpha[last], alpha[j])
		}
	}
	for _, j := range r.sent {
		beta[j] = r.random(ProofKind+"/beta", j, state)
	}
	tau, kappa := r.random(ProofKind+"/tau", 0, state), r.random(ProofKind+"/kappa", 0, state)
	var messages [][]byte
	for p := range n {
		messages = append(messages, encode(minus(times(a[p], products[p]), times(bb[p], h))))
	}
	if r.noTarget {
		messages[n-1] = encode(group.NewElement())
	}
	for _, j := range r.sent {
		messages = append(messages, encode(times(beta[j], b)))
	}
	messages = append(messages, encode(times(kappa, b)))
	form := times(tau, h)
	for _, j := range r.held {
		form = plus(form, times(alpha[j], elementG(j)))
	}
	messages = append(messages, encode(form))
	tie := small(0)
	for p := range n {
		tie = add(tie, mul(ch.gammas[p], a[p]))
	}
	for _, j := range r.held {
		tie = add(tie, mul(ch.gammas[n], mul(ch.etas[j], alpha[j])))
	}
	tied := times(tie, b)
	for p, allowed := range r.allowed {
		of := small(0)
		for _, j := range allowed[:len(allowed)-1] {
			of = add(of, mul(beta[j], sub(r.weightOf(ch, p, j), r.weightOf(ch, p, r.last(p)))))
		}
		tied = plus(tied, times(of, key[p]))
	}
	messages = append(messages, encode(tied))
	if r.messages != nil {
		r.messages(messages)
	}
	c := r.challenge(sponge, bytesOf(messages...))
	r.seen.ch, r.seen.v, r.seen.c, r.seen.messages = ch, v, c, messages
	r.seen.state, r.seen.firsts = state.State(), sponge.State()

	// Responses.
	var responses []byte
	respond := func(blinder, secret *group.Scalar) {
		responses = append(responses, add(blinder, mul(c, secret)).Bytes()...)
	}
	for p := range n {
		respond(a[p], v[p])
	}
	for p := range n {
		respond(bb[p], sub(blinder[p+1], mul(sub(ch.xi, v[p]), blinder[p])))
	}
	q := make([]*group.Scalar, len(r.count))
	for j := range q {
		q[j] = small(0)
		for p := range n {
			held := committed
			if r.noPieces {
				held = r.y
			}
			if y := held[p][j]; y != nil {
				q[j] = add(q[j], mul(ch.deltas[p], y))
			}
		}
	}
	for _, j := range r.held[:len(r.held)-1] {
		respond(alpha[j], q[j])
	}
	if r.fitting { // s of the first type, from c (v + … + log of the Y's part) = c log S
		need := small(0)
		r.each(func(p, j int, _ bool) { need = add(need, mul(r.weightOf(ch, p, j), r.y[p][j])) })
		for p := range n {
			need = sub(need, mul(ch.gammas[p], v[p]))
		}
		for _, j := range r.held {
			need = sub(need, mul(ch.gammas[n], mul(ch.etas[j], q[j])))
		}
		slope := small(0)
		r.each(func(p, j int, implied bool) {
			if j == r.sent[0] && !implied {
				slope = add(slope, mul(r.k[p], sub(r.weightOf(ch, p, j), r.weightOf(ch, p, r.last(p)))))
			}
		})
		s[r.sent[0]] = add(s[r.sent[0]], div(need, slope))
	}
	for _, j := range r.sent {
		respond(beta[j], s[j])
	}
	zt, zk := small(0), small(0)
	for p := range n {
		zt, zk = add(zt, mul(ch.deltas[p], t[p])), add(zk, mul(ch.deltas[p], r.k[p]))
	}
	respond(tau, zt)
	respond(kappa, zk)

	body := func() []byte { return bytesOf(statement, sent, bytesOf(messages...), responses) }
	commitment, _, rest, err := r.parseStatement(body())
	if err != nil {
		panic(err)
	}
	pr, err := r.parseProof(rest)
	if err != nil {
		panic(err)
	}
	// First messages that c does not bind are whatever makes the check pass.
	pr.c = c
	for i, e := range r.recomputed(commitment, pr, ch) {
		if !r.bound()[i] {
			messages[i] = encode(e)
		}
	}
	return body()
}

func bytesOf(b ...[]byte) (out []byte) {
	for _, b := range b {
		out = append(out, b...)
	}
	return out
}

// verify says whether a body is accepted. It takes Y = 0.
func (r *reference) verify(body []byte) bool {
	c, statement, rest, err := r.parseStatement(body)
	if err != nil {
		return false
	}
	pr, err := r.parseProof(rest)
	if err != nil {
		return false
	}
	sponge := newSponge(r.ctx, statement)
	ch := r.draw(sponge)
	r.drawGamma(ch, sponge, pr.encoded)
	pr.c = r.challenge(sponge, pr.sent)
	return r.accepts(c, pr, ch)
}

// accepts recomputes the first messages and compares them.
func (r *reference) accepts(c *Commitment, pr *proof, ch *challenges) bool {
	for i, e := range r.recomputed(c, pr, ch) {
		if e.Equal(pr.firsts[i].Element()) != 1 {
			return false
		}
	}
	return true
}

// recomputed are the first messages from the responses.
func (r *reference) recomputed(c *Commitment, pr *proof, ch *challenges) (out []*group.Element) {
	n, target := r.pieces(), ch.target()
	for p := range n {
		before, after := group.B(), group.NewBase(times(target, elementB()))
		if p > 0 {
			before = pr.products[p-1]
		}
		if p < n-1 {
			after = pr.products[p]
		} else if r.noTarget {
			continue
		}
		step := sum{} // z C - h H - c (ξ C - C')
		step.add(sub(pr.z[p], mul(pr.c, ch.xi)), before)
		step.add(sub(small(0), pr.h[p]), group.H())
		step.add(pr.c, after)
		out = append(out, step.total())
	}
	if r.noTarget {
		out = append(out, group.NewElement())
	}
	for _, j := range r.sent {
		out = append(out, minus(times(pr.w[j], elementB()), times(pr.c, c.u[j].Element())))
	}
	key, form, tie := sum{}, sum{}, sum{}
	key.add(pr.zk, group.B())
	form.add(pr.zt, group.H())
	for p := range n {
		of := mul(pr.c, sub(small(0), ch.deltas[p]))
		key.add(of, c.y[p])
		form.add(of, c.pieces[p])
	}
	z := make([]*group.Scalar, len(r.count))
	last := r.held[len(r.held)-1]
	z[last] = small(0)
	for p := range n {
		z[last] = add(z[last], mul(pr.c, ch.deltas[p]))
	}
	for _, j := range r.held {
		if j != last {
			z[j] = pr.q[j]
			z[last] = sub(z[last], z[j])
		}
	}
	for _, j := range r.held {
		form.add(z[j], group.G(j))
		tie.add(mul(ch.gammas[n], mul(ch.etas[j], z[j])), group.B())
	}
	for p, allowed := range r.allowed {
		implied, ofKey := r.weightOf(ch, p, r.last(p)), small(0)
		tie.add(sub(mul(ch.gammas[p], pr.z[p]), mul(pr.c, implied)), group.B())
		for i, j := range allowed[:len(allowed)-1] {
			e := sub(r.weightOf(ch, p, j), implied)
			ofKey = add(ofKey, mul(pr.w[j], e))
			tie.add(mul(pr.c, sub(small(0), e)), c.v[p][i])
		}
		tie.add(ofKey, c.y[p])
	}
	return append(out, key.total(), form.total(), tie.total())
}
