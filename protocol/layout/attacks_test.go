package layout

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"crypto/sha512"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/stretchr/testify/require"
)

// army is a legal layout, with a commander and an engineer behind the front row:
// their last columns, which are implied, are those of bombs.
const army = "63425/8.1.7/B5.69/4.B.7/3M121/MFM23"

func standard(t testing.TB) (*engine.Ruleset, *shape) {
	rs, err := junqi.Rules("standard")
	require.NoError(t, err)
	s, err := rulesShape(rs)
	require.NoError(t, err)
	return rs, s
}

func mustShape(t testing.TB) *shape {
	_, s := standard(t)
	return s
}

func legalLayout(t testing.TB) engine.Layout {
	l, err := junqi.Standard().ParseLayout(army)
	require.NoError(t, err)
	rs, _ := standard(t)
	require.NoError(t, rs.CheckLayout(l))
	return l
}

func legalNumbers(t testing.TB) []int { return numbers(legalLayout(t)) }

func testContext(t testing.TB) sigma.Context {
	rs, _ := standard(t)
	return sigma.Context{Rules: rs.Digest(), Match: [32]byte{1}, Seat: engine.Red, Key: [32]byte{2}}
}

// newReference proves the given rows with made-up randomness.
func newReference(t testing.TB, y rows) *reference { return shapeReference(t, mustShape(t), y) }

func shapeReference(t testing.TB, s *shape, y rows) *reference {
	r := &reference{
		shape: s, ctx: testContext(t), y: y,
		random: func(label string, index int, _ *sigma.Sponge) *group.Scalar {
			return group.UniformScalar(sha512.Sum512(fmt.Appendf(nil, "%s %d", label, index)))
		},
	}
	key := KeyOf([KeySize]byte{7})
	for p := range y {
		r.k = append(r.k, key.Scalar(p))
	}
	return r
}

// accepted says whether the real verifier takes a body.
func (r *reference) accepted(body []byte) error {
	c, statement, rest, err := r.parseStatement(body)
	if err != nil {
		return err
	}
	pr, err := r.parseProof(rest)
	if err != nil {
		return err
	}
	var b sigma.Batch
	r.shape.verify(newSponge(r.ctx, statement), c, pr, &b)
	return b.Verify()
}

// forged checks that the careless verifier takes what the reference proves, and that
// the real one takes neither that nor what is proven without the carelessness.
func (r *reference) forged(t *testing.T) {
	t.Helper()
	body := r.prove()
	require.True(t, r.verify(body), "the careless verifier accepts")
	require.ErrorIs(t, r.accepted(body), sigma.ErrProof)
	r.careless = careless{}
	body = r.prove()
	require.False(t, r.verify(body))
	require.ErrorIs(t, r.accepted(body), sigma.ErrProof)
}

// Ours gives what the description gives, byte for byte.
func TestProveAgreesWithTheReference(t *testing.T) {
	rs, shape := standard(t)
	s := &Secret{
		Key: KeyOf([KeySize]byte{9}), Layout: legalLayout(t), Nonces: sigma.Nonces{Key: [32]byte{3}, Fresh: [32]byte{4}},
		Nonce: [32]byte{5}, TapeSeed: [32]byte{6},
	}
	r := referenceOf(t, shape, s)
	body, err := Prove(r.ctx, rs, s)
	require.NoError(t, err)
	require.Equal(t, r.prove(), body)
	require.True(t, r.verify(body))
	_, err = Verify(r.ctx, rs, body)
	require.NoError(t, err)
}

// referenceOf proves what Prove does of this secret.
func referenceOf(t testing.TB, shape *shape, s *Secret) *reference {
	r := shapeReference(t, shape, rowsOf(shape, numbers(s.Layout)))
	r.nonce, r.tape = s.Nonce, TapeCommitment(s.TapeSeed)
	for p := range r.k {
		r.k[p] = s.Key.Scalar(p)
	}
	witness := s.Key.Bytes()
	for _, j := range s.Layout {
		witness = append(witness, byte(j))
	}
	r.random = func(label string, index int, sponge *sigma.Sponge) *group.Scalar {
		return s.Nonces.Scalar(label, uint32(index), sponge.State(), witness)
	}
	return r
}

// pieceOf returns the n-th piece, from 0, that is of type j.
func pieceOf(l []int, j engine.Type, n int) int {
	for p := range l {
		if l[p] == int(j) {
			if n == 0 {
				return p
			}
			n--
		}
	}
	panic("no such piece")
}

const (
	engineer  = int(junqi.Engineer)
	platoon   = int(junqi.Platoon)
	company   = int(junqi.Company)
	commander = int(junqi.Commander)
	mine      = int(junqi.Mine)
)

// twoCommanders is a layout that no rule allows: a platoon leader is another
// commander.
func twoCommanders(t *testing.T) []int {
	l := legalNumbers(t)
	l[pieceOf(l, junqi.Platoon, 0)] = commander
	return l
}

// factorsOf are the v of a layout.
func factorsOf(ch *challenges, l []int) (v []*group.Scalar) {
	for _, j := range l {
		v = append(v, ch.x[j])
	}
	return v
}

// ⚠ x and ξ must come after the rows. Whoever knows them before has two commanders,
// and makes up for the product with a row that is not a type at all.
func TestPointsBeforeTheRowsAreForged(t *testing.T) {
	l := twoCommanders(t)
	r := newReference(t, rowsOf(mustShape(t), l))
	r.pointsFirst = true
	ch := r.early()
	p := pieceOf(l, junqi.Platoon, 0) // another one, whose row has to make up for it
	product := small(1)
	for q, j := range l {
		if q != p {
			product = mul(product, sub(ch.xi, ch.x[j]))
		}
	}
	v := sub(ch.xi, div(ch.target(), product))
	// v = a x_platoon + (1-a) x_company
	a := div(sub(v, ch.x[company]), sub(ch.x[platoon], ch.x[company]))
	r.y[p][platoon], r.y[p][company] = a, sub(small(1), a)
	r.forged(t)
}

// ⚠ δ and η must come after the commitments. Whoever knows them before commits to a
// commander where its row has a platoon leader, and makes up for it elsewhere.
func TestTiesBeforeTheCommitmentsAreForged(t *testing.T) {
	l := legalNumbers(t)
	r := newReference(t, rowsOf(mustShape(t), l))
	r.tiesFirst = true
	ch := r.early()
	r.p = rowsOf(mustShape(t), l)
	p, q := pieceOf(l, junqi.Platoon, 0), pieceOf(l, junqi.Company, 0)
	r.p[p][platoon], r.p[p][commander] = small(0), small(1)
	// The sum of η^(j+1) Q_j must stay what it was, and that of the Q_j too.
	// Of q: a less of platoon leaders, b less of company leaders, a+b more of commanders.
	moved := div(ch.deltas[p], ch.deltas[q])
	need := mul(moved, sub(ch.etas[commander], ch.etas[platoon])) // to be taken away
	b := div(need, sub(ch.etas[commander], ch.etas[company]))
	r.p[q][company] = add(r.p[q][company], b)
	r.p[q][commander] = sub(r.p[q][commander], b)
	r.forged(t)
}

// ⚠ γ must come after the running product. Whoever knows it before multiplies
// other factors, whose errors cancel under the weights.
func TestGammaBeforeTheProductIsForged(t *testing.T) {
	l := twoCommanders(t)
	r := newReference(t, rowsOf(mustShape(t), l))
	r.gammaFirst = true
	r.factors = func(ch *challenges, v []*group.Scalar) {
		product := small(1)
		for _, v := range v[2:] {
			product = mul(product, sub(ch.xi, v))
		}
		// (f - d)(g + d γ^1/γ^2) = need, for the factors f and g of the first two pieces
		need := div(ch.target(), product)
		f, g := sub(ch.xi, v[0]), sub(ch.xi, v[1])
		ratio := div(ch.gammas[0], ch.gammas[1])
		for extra := 0; ; extra++ { // where there is no root, move a third factor too
			d, ok := root(mul(small(-1), ratio), sub(mul(f, ratio), g), sub(mul(f, g), need))
			if ok {
				v[0], v[1] = add(v[0], d), sub(v[1], mul(d, ratio))
				return
			}
			shift := small(1)
			third := add(v[2], shift)
			need = div(mul(need, sub(ch.xi, v[2])), sub(ch.xi, third))
			// γ^3 more is taken from the first
			back := div(ch.gammas[2], ch.gammas[0])
			v[2], v[0] = third, sub(v[0], back)
			f = add(f, back)
		}
	}
	r.forged(t)
}

// root returns an x with a x² + b x + c = 0 modulo q, if there is one.
func root(a, b, c *group.Scalar) (*group.Scalar, bool) {
	q, _ := new(big.Int).SetString("7237005577332262213973186563042994240857116359379907606001950938285454250989", 10)
	d := sub(mul(b, b), mul(small(4), mul(a, c))).Bytes()
	slices.Reverse(d)
	s := new(big.Int).ModSqrt(new(big.Int).SetBytes(d), q)
	if s == nil {
		return nil, false
	}
	encoded := s.FillBytes(make([]byte, 32))
	slices.Reverse(encoded)
	x, err := group.DecodeScalar(encoded)
	if err != nil {
		return nil, false
	}
	return div(sub(x, b), add(a, a)), true
}

// ⚠ c must bind the first messages of the running product: if not, there is none.
func TestChallengeWithoutTheStepsIsForged(t *testing.T) {
	r := newReference(t, rowsOf(mustShape(t), twoCommanders(t)))
	r.noSteps = true
	r.forged(t)
}

// ⚠ The product must end where the counts say.
func TestProductWithoutATargetIsForged(t *testing.T) {
	r := newReference(t, rowsOf(mustShape(t), twoCommanders(t)))
	r.noTarget = true
	r.forged(t)
}

// ⚠ c must bind the first message of the tie: if not, the factors are not those of
// the rows.
func TestChallengeWithoutTheTieIsForged(t *testing.T) {
	legal := legalNumbers(t)
	r := newReference(t, rowsOf(mustShape(t), twoCommanders(t)))
	r.noTie = true
	r.factors = func(ch *challenges, v []*group.Scalar) { copy(v, factorsOf(ch, legal)) }
	r.forged(t)
}

// ⚠ c must bind the first messages of the U: if not, their logarithms are whatever
// makes the tie hold.
func TestChallengeWithoutTheRandomnessIsForged(t *testing.T) {
	legal := legalNumbers(t)
	r := newReference(t, rowsOf(mustShape(t), twoCommanders(t)))
	r.noRandom, r.fitting = true, true
	r.factors = func(ch *challenges, v []*group.Scalar) { copy(v, factorsOf(ch, legal)) }
	r.forged(t)
}

// ⚠ c must bind the first message of the commitments: if not, P is another army than
// E, one to attack with and one to be attacked.
func TestChallengeWithoutTheCommitmentsIsForged(t *testing.T) {
	l := legalNumbers(t)
	r := newReference(t, rowsOf(mustShape(t), l))
	p := pieceOf(l, junqi.Platoon, 0)
	l[p] = commander
	r.p = rowsOf(mustShape(t), l)
	r.noPieces = true
	r.forged(t)
}

// ⚠ c must bind the first message of the keys: if not, nobody need know them.
func TestChallengeWithoutTheKeysIsForged(t *testing.T) {
	r := newReference(t, rowsOf(mustShape(t), legalNumbers(t)))
	r.foreign = map[int]*group.Element{3: group.G(5).Element()}
	r.noKeys = true
	r.forged(t)
}

// What no carelessness is needed for: each of these is refused as it stands.
func TestIllegalRowsAreRefused(t *testing.T) {
	s := mustShape(t)
	legal := legalNumbers(t)
	first, second := pieceOf(legal, junqi.Platoon, 0), pieceOf(legal, junqi.Company, 0)
	for name, change := range map[string]func(y rows){
		"two commanders": func(y rows) { y[first][platoon], y[first][commander] = small(0), small(1) },
		"2 and -1, made up for by another row": func(y rows) {
			y[first][platoon], y[first][company] = small(2), small(-1)
			y[second][platoon], y[second][company] = small(-1), small(2)
		},
		"two halves, made up for by another row": func(y rows) {
			half := div(small(1), small(2))
			for _, p := range []int{first, second} {
				y[p][platoon], y[p][company] = half, half
			}
		},
		"2 of one type":        func(y rows) { y[first][platoon] = small(2) },
		"no type at all":       func(y rows) { y[first][platoon] = small(0) },
		"another type as well": func(y rows) { y[first][engineer] = small(1) },
	} {
		y := rowsOf(s, legal)
		change(y)
		s.imply(y)
		r := newReference(t, y)
		require.ErrorIs(t, r.accepted(r.prove()), sigma.ErrProof, name)
		// Nor with the factors, or the commitments, of the legal layout.
		r.factors = func(ch *challenges, v []*group.Scalar) { copy(v, factorsOf(ch, legal)) }
		require.ErrorIs(t, r.accepted(r.prove()), sigma.ErrProof, name)
		r.p = rowsOf(s, legal)
		require.ErrorIs(t, r.accepted(r.prove()), sigma.ErrProof, name)
	}
}

// There is no column for a mine in the front row. P may commit to one, but then it
// is not tied to the row: the generators are those of all types, also for a piece
// that may not be of them.
func TestMineInTheFrontRowIsRefused(t *testing.T) {
	l := legalNumbers(t)
	s := mustShape(t)
	require.NotContains(t, s.allowed[0], mine)
	r := newReference(t, rowsOf(s, l))
	r.p = rowsOf(s, l)
	r.p[0][l[0]], r.p[0][mine] = small(0), small(1)
	require.ErrorIs(t, r.accepted(r.prove()), sigma.ErrProof)
}

// Y = 0 would let a piece go without a key: the proof is fine, but whoever attacks
// it shows its own type, as nothing blinds C.V. See also the clash.
func TestIdentityKeyIsRefused(t *testing.T) {
	for _, p := range []int{0, 24} {
		r := newReference(t, rowsOf(mustShape(t), legalNumbers(t)))
		r.k[p] = small(0)
		body := r.prove()
		require.True(t, r.verify(body), "the proof itself holds")
		require.NoError(t, r.accepted(body))
		rs, _ := standard(t)
		_, err := Verify(r.ctx, rs, body)
		require.ErrorIs(t, err, ErrZeroKey)
	}
}

// ⚠ One U serves all pieces, so each must have its key: under one key the difference
// of two rows lies open.
func TestOneKeyForTwoPiecesShowsTheirDifference(t *testing.T) {
	l := legalNumbers(t)
	s := mustShape(t)
	read := func(r *reference) (same []bool) {
		c, _, _, err := r.parseStatement(r.prove())
		require.NoError(t, err)
		for i := range s.allowed[7] {
			if i < len(c.v[7]) {
				same = append(same, c.v[7][i].Element().Equal(c.v[8][i].Element()) == 1)
			}
		}
		return same
	}
	require.Equal(t, s.allowed[7], s.allowed[8])
	r := newReference(t, rowsOf(s, l))
	require.NotContains(t, read(r), true)
	r.k[8] = r.k[7]
	var want []bool
	for _, j := range s.allowed[7][:len(s.allowed[7])-1] {
		want = append(want, (l[7] == j) == (l[8] == j))
	}
	require.Equal(t, want, read(r), "a spectator reads where they differ")
}

// Zero knowledge: with the challenges programmed, a transcript comes from nothing
// but public values and uniform responses, even for rows that are not a layout at
// all; and it satisfies the same equations as an honest one.
func TestLayoutIsSimulatedWithoutTheWitness(t *testing.T) {
	r := newReference(t, rowsOf(mustShape(t), twoCommanders(t)))
	c, statement, rest, err := r.parseStatement(r.prove()) // only its rows are used
	require.NoError(t, err)
	pr, err := r.parseProof(rest)
	require.NoError(t, err)
	fresh := func(what string, i int) *group.Scalar {
		return group.UniformScalar(sha512.Sum512(fmt.Appendf(nil, "simulated %s %d", what, i)))
	}
	for i := range pr.products {
		pr.products[i] = group.NewBase(times(fresh("C", i), elementB()))
	}
	for p := range pr.z {
		pr.z[p], pr.h[p] = fresh("z", p), fresh("h", p)
	}
	for j := range pr.q {
		pr.q[j], pr.w[j] = fresh("Z", j), fresh("w", j)
	}
	pr.c, pr.zt, pr.zk = fresh("c", 0), fresh("zt", 0), fresh("zk", 0)
	sponge := newSponge(r.ctx, statement)
	ch := r.draw(sponge)
	ch.setGamma(fresh("γ", 0))
	for i, e := range r.recomputed(c, pr, ch) {
		pr.firsts[i] = group.NewBase(e)
	}
	require.True(t, r.accepts(c, pr, ch))
	// Unprogrammed, a c that was chosen before the first messages is another one.
	body := r.marshal(c, pr)
	require.False(t, r.verify(body))
	require.ErrorIs(t, r.accepted(body), sigma.ErrProof)
}

// Each first message has its equation, and what two of them are off by does not cancel out:
// though c is drawn after them and the responses fit it.
func TestEachFirstMessageIsChecked(t *testing.T) {
	g := game{[][]int{{0, 1}, {0, 1, 2}, {1, 2}}, []int{1, 1, 1}, []int{0, 1, 2}}
	r := g.reference(t, "first messages")
	require.NoError(t, r.accepted(r.prove()))
	move := func(message *[]byte, by *group.Element) {
		e, err := group.DecodeElement(*message)
		require.NoError(t, err)
		*message = encode(plus(e, by))
	}
	for i := range r.firsts() {
		r.messages = func(messages [][]byte) { move(&messages[i], elementB()) }
		require.ErrorIs(t, r.accepted(r.prove()), sigma.ErrProof, "first message %d", i)
		other := (i + 1) % r.firsts()
		r.messages = func(messages [][]byte) {
			move(&messages[i], elementB())
			move(&messages[other], minus(group.NewElement(), elementB()))
		}
		require.ErrorIs(t, r.accepted(r.prove()), sigma.ErrProof, "first messages %d and %d", i, other)
		r.messages = func(messages [][]byte) { messages[i], messages[other] = messages[other], messages[i] }
		require.ErrorIs(t, r.accepted(r.prove()), sigma.ErrProof, "first messages %d and %d exchanged", i, other)
	}
	r.messages = func(messages [][]byte) {
		for i := range messages {
			messages[i] = encode(group.NewElement())
		}
	}
	require.ErrorIs(t, r.accepted(r.prove()), sigma.ErrProof, "all are the identity")
}

// A verified commitment has no bad rows. If one were made in some other way, the
// audit would name it.
func TestOpenNamesABadRow(t *testing.T) {
	s := mustShape(t)
	legal := legalNumbers(t)
	y := rowsOf(s, legal)
	p := pieceOf(legal, junqi.Platoon, 0)
	y[p][platoon] = small(100)
	s.imply(y)
	r := newReference(t, y)
	c, _, _, err := r.parseStatement(r.prove())
	require.NoError(t, err)
	_, err = c.Open(KeyOf([KeySize]byte{7}))
	require.ErrorIs(t, err, ErrRow)
	require.ErrorContains(t, err, fmt.Sprintf("piece %d", p))
}

// A seat that opens a layout later reads it before the key is known to be the layout's.
func TestOpenLaterLeavesTheKeysToTheBatch(t *testing.T) {
	s := mustShape(t)
	legal := legalNumbers(t)
	r := newReference(t, rowsOf(s, legal))
	key := KeyOf([KeySize]byte{7})
	c, _, _, err := r.parseStatement(r.prove())
	require.NoError(t, err)
	for p := range legal {
		var b sigma.Batch
		opened, err := c.OpenLater(key, &b)
		require.NoError(t, err)
		require.Equal(t, engine.Type(legal[p]), opened[p])
		require.NoError(t, b.Verify())

		b = sigma.Batch{}
		other := *c
		other.y = slices.Clone(c.y)
		other.y[p] = group.H()
		_, err = other.OpenLater(key, &b)
		require.NoError(t, err)
		require.ErrorIs(t, b.Verify(), sigma.ErrProof)
		_, err = other.Open(key)
		require.ErrorIs(t, err, ErrWrongKey)
	}
}

// What the equations of two pieces are off by does not cancel out: neither if they counted
// alike, nor by the weights that they would have if those did not follow from the key, which
// is chosen last, or not from the layout.
func TestErrorsOfKeysDoNotCancelOut(t *testing.T) {
	r := newReference(t, rowsOf(mustShape(t), legalNumbers(t)))
	key := KeyOf([KeySize]byte{7})
	c, _, _, err := r.parseStatement(r.prove())
	require.NoError(t, err)

	foreseen := func(digest, key []byte) [2]*group.Scalar {
		sponge := sigma.NewSponge(sigma.DeriveSessionID(openKind))
		sponge.Absorb(digest)
		sponge.AbsorbBytes(key)
		seal := sponge.State()
		weights := sigma.NewSponge(sigma.DeriveSessionID("darkjunqi/v1/batch" + sigma.Suite))
		weights.Absorb(seal[:])
		var b [64]byte
		weights.Squeeze(b[:16])
		return [2]*group.Scalar{group.SmallScalar(1), group.UniformScalar(b)}
	}
	cancels := func(weights [2]*group.Scalar) bool {
		other := *c
		other.y = slices.Clone(c.y)
		for i, by := range []*group.Scalar{weights[1], new(group.Scalar).Negate(weights[0])} {
			y := group.B().Mult(by)
			other.y[i] = group.NewBase(y.Add(y, c.y[i].Element()))
		}
		_, err := other.Open(key)
		return err == nil
	}
	alike := group.SmallScalar(1)
	require.True(t, cancels(foreseen(c.digest[:], key.Bytes())), "these are the weights, or the test tests nothing")
	require.False(t, cancels([2]*group.Scalar{alike, alike}))
	require.False(t, cancels(foreseen(c.digest[:], nil)))
	require.False(t, cancels(foreseen(nil, key.Bytes())))
}
