package layout

import (
	"crypto/subtle"
	"errors"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// ProofKind names the proof in its session tag and in its nonces.
const ProofKind = "darkjunqi/v1/proof/layout"

// scalars holds one scalar for each column of each piece.
type scalars [engine.ArmySize][engine.NumTypes]*group.Scalar

// Prove returns the body of a Layout record: Y, the encrypted rows, their
// commitments, nonce and tape commitment, and the proof that the layout is legal. The same secret and context give the same bytes. The time depends on the
// ruleset only; an illegal layout gives the engine's error, in any time.
func Prove(ctx sigma.Context, rs *engine.Ruleset, s *Secret) ([]byte, error) {
	shape, err := shapeOf(rs)
	if err != nil {
		return nil, err
	}
	if !shape.legal(s) {
		if err := rs.CheckLayout(s.Layout); err != nil {
			return nil, err
		}
		return nil, errors.New("the layout is not one of this ruleset")
	}
	pr := prover{shape: shape, secret: s}
	pr.commit(ctx)
	pr.prove(ctx)
	return pr.body, nil
}

// legal says whether every piece is of a type that its post allows, and every type
// there as often as it should be. It looks at all of them, whatever they are.
func (s *shape) legal(secret *Secret) bool {
	ok := 1
	var count [engine.NumTypes]int
	for p, allowed := range s.allowed {
		found := 0
		for _, j := range allowed {
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
	y      scalars                        // the rows
	s      scalars                        // randomness of the ciphertexts, sent columns only
	t      [engine.ArmySize]*group.Scalar // randomness of the commitments
}

// commit makes the statement. As Y = kB, an encryption (sB, yB + sY) is
// (sB, (y + sk)B): two multiples of B.
func (pr *prover) commit(ctx sigma.Context) {
	k := &pr.secret.Key.k
	random := pr.secret.randomness(ctx)
	y := pr.secret.Key.y.Bytes()
	pr.body = make([]byte, 0, pr.size())
	pr.body = append(pr.body, y[:]...)
	for p, allowed := range pr.allowed {
		for _, j := range allowed {
			pr.y[p][j] = group.SmallScalar(uint8(pr.secret.is(p, j)))
		}
		for _, j := range allowed[:len(allowed)-1] {
			s := random.column(p, j)
			pr.s[p][j] = s
			v := new(group.Scalar).Multiply(s, k)
			v.Add(v, pr.y[p][j])
			pr.body = append(pr.body, group.B().Mult(s).Bytes()...)
			pr.body = append(pr.body, group.B().Mult(v).Bytes()...)
		}
	}
	for p := range pr.allowed {
		pr.t[p] = random.piece(p)
		c := group.H().Mult(pr.t[p])
		pr.body = append(pr.body, c.Add(c, pr.generator(p)).Bytes()...)
	}
	tape := TapeCommitment(pr.secret.TapeSeed)
	pr.body = append(pr.body, pr.secret.Nonce[:]...)
	pr.body = append(pr.body, tape[:]...)
	pr.body = append(pr.body, make([]byte, zerosSize)...)
}

// generator returns G_j for the type j of piece p. It goes through the encodings
// of all the types that p may have, so that no access depends on j.
func (pr *prover) generator(p int) *group.Element {
	var b [group.ElementSize]byte
	for _, j := range pr.allowed[p] {
		g := group.G(j).Bytes()
		subtle.ConstantTimeCopy(pr.secret.is(p, j), b[:], g[:])
	}
	g, err := group.DecodeElement(b[:])
	if err != nil { // can't be: legal found one type, and its generator decodes
		panic("layout: " + err.Error())
	}
	return g
}

// prove appends the proof to the statement that body holds.
func (pr *prover) prove(ctx sigma.Context) {
	sponge := newSponge(ctx, pr.body)
	state := sponge.State()
	witness := pr.secret.randomness(ctx).witness
	nonce := func(label string, index int) *group.Scalar {
		return pr.secret.Nonces.Scalar(ProofKind+label, uint32(index), state, witness)
	}

	// Blinders. Those of an implied column are minus the sum of its row.
	var alpha, beta scalars
	var tau [engine.ArmySize]*group.Scalar
	for p, allowed := range pr.allowed {
		a, b := group.NewScalar(), group.NewScalar()
		for _, j := range allowed[:len(allowed)-1] {
			alpha[p][j] = nonce("/alpha", p<<8|int(j))
			beta[p][j] = nonce("/beta", p<<8|int(j))
			a.Subtract(a, alpha[p][j])
			b.Subtract(b, beta[p][j])
		}
		last := allowed[len(allowed)-1]
		alpha[p][last], beta[p][last] = a, b
		tau[p] = nonce("/tau", p)
	}
	kappa, t0, t1 := nonce("/kappa", 0), nonce("/t0", 0), nonce("/t1", 0)

	// First messages.
	k := &pr.secret.Key.k
	first := func(e *group.Element) { sponge.Absorb(e.Bytes()) }
	first(group.B().Mult(kappa))
	v := group.NewScalar()
	for p, allowed := range pr.allowed {
		for _, j := range allowed[:len(allowed)-1] {
			v.Add(alpha[p][j], v.Multiply(beta[p][j], k))
			first(group.B().Mult(beta[p][j]))
			first(group.B().Mult(v))
		}
	}
	for p, allowed := range pr.allowed {
		first(group.Sum(pedersen(allowed, &alpha[p], tau[p])))
	}
	for j, pieces := range pr.holders {
		v = group.NewScalar()
		for _, p := range pieces {
			v.Add(v, beta[p][j])
		}
		first(group.B().Mult(v.Multiply(v, k)))
	}
	gamma := squeezeGamma(sponge)

	// The bit check: e1 and e0.
	e1, e0 := group.NewScalar(), group.NewScalar()
	one, power := group.SmallScalar(1), group.SmallScalar(1)
	for p, allowed := range pr.allowed {
		for _, j := range allowed {
			power.Multiply(power, gamma)
			a := alpha[p][j]
			sign := new(group.Scalar).Add(pr.y[p][j], pr.y[p][j])
			sign.Subtract(sign, one)
			weighted := new(group.Scalar).Multiply(power, a)
			e1.Add(e1, sign.Multiply(sign, weighted))
			e0.Add(e0, weighted.Multiply(weighted, a))
		}
	}
	h := []*group.Base{group.B(), group.H()}
	k1 := group.Sum([]*group.Scalar{e1, t1}, h).Bytes()
	k0 := group.Sum([]*group.Scalar{e0, t0}, h).Bytes()
	c := squeezeC(sponge, k1, k0)

	// Responses.
	respond := func(blinder, secret *group.Scalar) {
		z := new(group.Scalar).Multiply(c, secret)
		pr.body = append(pr.body, z.Add(z, blinder).Bytes()...)
	}
	pr.body = append(pr.body, c.Bytes()...)
	pr.body = append(pr.body, k1...)
	for p, allowed := range pr.allowed {
		for _, j := range allowed[:len(allowed)-1] {
			respond(alpha[p][j], pr.y[p][j])
			respond(beta[p][j], pr.s[p][j])
		}
	}
	for p := range pr.allowed {
		respond(tau[p], pr.t[p])
	}
	respond(kappa, k)
	respond(t0, t1)
}

// pedersen lists the scalars and bases of a row's commitment: its columns with
// their generators, and the blinder with H.
func pedersen(allowed []engine.Type, row *[engine.NumTypes]*group.Scalar, blinder *group.Scalar) ([]*group.Scalar, []*group.Base) {
	s := make([]*group.Scalar, 0, len(allowed)+2)
	b := make([]*group.Base, 0, len(allowed)+2)
	for _, j := range allowed {
		s = append(s, row[j])
		b = append(b, group.G(j))
	}
	return append(s, blinder), append(b, group.H())
}

// newSponge starts the sponge of the proof: context, the label of gamma, and the
// statement with its length.
func newSponge(ctx sigma.Context, statement []byte) *sigma.Sponge {
	s := ctx.Sponge(ProofKind)
	s.AbsorbBytes([]byte("gamma"))
	s.AbsorbBytes(statement)
	return s
}

// squeezeGamma squeezes the first challenge, after all first messages.
func squeezeGamma(s *sigma.Sponge) *group.Scalar { return s.SqueezeScalar() }

// squeezeC squeezes the second challenge, after K1 and K0.
func squeezeC(s *sigma.Sponge, k1, k0 []byte) *group.Scalar {
	s.AbsorbBytes([]byte("c"))
	s.Absorb(k1)
	s.Absorb(k0)
	return s.SqueezeScalar()
}
