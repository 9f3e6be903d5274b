package layout

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"crypto/sha512"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/stretchr/testify/require"
)

// army is a legal layout, with a commander and an engineer behind the front row:
// their last columns, which are implied, are those of bombs.
const army = "63425/8.1.7/B5.69/4.B.7/3M121/MFM23"

func standard(t testing.TB) (*engine.Ruleset, *shape) {
	rs, err := engine.Rules("standard")
	require.NoError(t, err)
	s, err := shapeOf(rs)
	require.NoError(t, err)
	return rs, s
}

func legalLayout(t testing.TB) engine.Layout {
	l, err := engine.ParseLayout(army)
	require.NoError(t, err)
	rs, _ := standard(t)
	require.NoError(t, rs.CheckLayout(l))
	return l
}

func testContext(t testing.TB) sigma.Context {
	rs, _ := standard(t)
	return sigma.Context{Rules: rs.Digest(), Match: [32]byte{1}, Seat: engine.Red, Key: [32]byte{2}}
}

// newReference proves the given rows with made-up randomness.
func newReference(t testing.TB, y rows) *reference {
	_, s := standard(t)
	return &reference{
		shape: s, ctx: testContext(t), k: group.UniformScalar(sha512.Sum512([]byte("k"))), y: y,
		random: func(label string, index int, _ *sigma.Sponge) *group.Scalar {
			return group.UniformScalar(sha512.Sum512(fmt.Appendf(nil, "%s %d", label, index)))
		},
	}
}

func (r *reference) refused(t *testing.T, body []byte) {
	t.Helper()
	rs, _ := standard(t)
	_, err := Verify(r.ctx, rs, body)
	require.ErrorIs(t, err, sigma.ErrProof)
}

// Ours gives what the description gives, byte for byte.
func TestProveAgreesWithTheReference(t *testing.T) {
	rs, shape := standard(t)
	key, err := newKey(group.UniformScalar(sha512.Sum512([]byte("k"))))
	require.NoError(t, err)
	s := &Secret{
		Key: key, Layout: legalLayout(t), Nonces: sigma.Nonces{Key: [32]byte{3}, Fresh: [32]byte{4}},
		Nonce: [32]byte{5}, TapeSeed: [32]byte{6},
	}
	ctx := testContext(t)
	witness := s.Key.Bytes()
	for _, j := range s.Layout {
		witness = append(witness, byte(j))
	}
	r := &reference{
		shape: shape, ctx: ctx, k: &key.k, y: rowsOf(shape, s.Layout),
		nonce: s.Nonce, tape: TapeCommitment(s.TapeSeed),
		random: func(label string, index int, sponge *sigma.Sponge) *group.Scalar {
			return s.Nonces.Scalar(label, uint32(index), sponge.State(), witness)
		},
	}
	body, err := Prove(ctx, rs, s)
	require.NoError(t, err)
	require.Equal(t, r.prove(), body)
	require.True(t, r.verify(body))
	_, err = Verify(ctx, rs, body)
	require.NoError(t, err)
}

// No resolver puts anything into a layout. Bytes that nobody reads are refused,
// however well they are proven; so is a length of some where none are.
func TestLayoutWithASetupIsRefused(t *testing.T) {
	rs, shape := standard(t)
	for _, tail := range [][]byte{append([]byte{0, 5}, "setup"...), {0, 1}, {1, 0}} {
		r := newReference(t, rowsOf(shape, legalLayout(t)))
		r.tail = tail
		body := r.prove()
		_, err := Verify(r.ctx, rs, body)
		require.ErrorIs(t, err, group.ErrLength, "%x", tail)
	}
}

// solveQuadratic returns an x with x² - x + k = 0 modulo q, if there is one.
func solveQuadratic(k *group.Scalar) (*group.Scalar, bool) {
	q, _ := new(big.Int).SetString("7237005577332262213973186563042994240857116359379907606001950938285454250989", 10)
	b := k.Bytes()
	slices.Reverse(b)
	d := new(big.Int).SetBytes(b) // the discriminant, 1 - 4k
	d.Mod(d.Sub(big.NewInt(1), d.Lsh(d, 2)), q)
	root := new(big.Int).ModSqrt(d, q)
	if root == nil {
		return nil, false
	}
	b = root.FillBytes(make([]byte, 32))
	slices.Reverse(b)
	x, err := group.DecodeScalar(b)
	if err != nil {
		return nil, false
	}
	x = add(x, small(1))
	return mul(x, new(group.Scalar).Invert(small(2))), true
}

// pieceOf returns the n-th piece, from 0, that is of type j.
func pieceOf(l engine.Layout, j engine.Type, n int) int {
	for p := range l {
		if l[p] == j {
			if n == 0 {
				return p
			}
			n--
		}
	}
	panic("no such piece")
}

// ⚠ gamma must come after E, P and the first messages. If it stands before them, a
// prover picks entries a and b that are no bits and whose errors a² - a and b² - b
// cancel under the weights that it knows. Here four pieces are each a bit of a
// platoon leader and a bit of a company commander, and rows and counts are right.
func TestGammaBeforeTheRowsIsForged(t *testing.T) {
	l := legalLayout(t)
	r := newReference(t, rowsOf(mustShape(t), l))
	r.gammaFirst = true
	gamma := r.challenger(r.ctx, nil).early
	p := []int{
		pieceOf(l, engine.Platoon, 0), pieceOf(l, engine.Company, 0),
		pieceOf(l, engine.Platoon, 1), pieceOf(l, engine.Company, 1),
	}
	weight := func(pieces ...int) *group.Scalar {
		sum, power := group.NewScalar(), small(1)
		r.each(func(p int, j engine.Type, _ bool) {
			power = mul(power, gamma)
			if slices.Contains(pieces, p) && (j == engine.Platoon || j == engine.Company) {
				sum = add(sum, power)
			}
		})
		return sum
	}
	// (a² - a) w1 + (b² - b) w2 = 0
	ratio := mul(weight(p[0], p[1]), new(group.Scalar).Invert(weight(p[2], p[3])))
	a := small(2)
	b, ok := solveQuadratic(mul(sub(mul(a, a), a), ratio))
	for !ok {
		a = add(a, small(1))
		b, ok = solveQuadratic(mul(sub(mul(a, a), a), ratio))
	}
	for n, x := range []*group.Scalar{a, sub(small(1), a), b, sub(small(1), b)} {
		r.y[p[n]][engine.Platoon], r.y[p[n]][engine.Company] = x, sub(small(1), x)
	}
	body := r.prove()
	require.True(t, r.verify(body), "the careless verifier accepts")
	r.refused(t, body)

	r.careless = careless{}
	require.False(t, r.verify(r.prove()), "and the same rows don't pass with gamma in its place")
	r.refused(t, r.prove())
}

func mustShape(t testing.TB) *shape {
	_, s := standard(t)
	return s
}

// ⚠ The bit check runs over implied columns. Left out, a row may hold two types
// at once, and minus one of its last: here an engineer that is a commander too.
func TestImpliedColumnsOutsideTheBitCheckAreForged(t *testing.T) {
	l := legalLayout(t)
	p := pieceOf(l, engine.Engineer, 0)
	other := pieceOf(l, engine.Commander, 0)
	shape := mustShape(t)
	require.Equal(t, engine.Bomb, shape.last(p))
	require.Equal(t, engine.Bomb, shape.last(other))
	r := newReference(t, rowsOf(shape, l))
	r.noImplied = true
	// Commander counts: p is one more, so the commander becomes a bomb.
	r.y[p][engine.Commander], r.y[p][engine.Bomb] = small(1), sub(group.NewScalar(), small(1))
	r.y[other][engine.Commander], r.y[other][engine.Bomb] = group.NewScalar(), small(1)
	body := r.prove()
	require.True(t, r.verify(body), "the careless verifier accepts")
	r.refused(t, body)
	r.careless = careless{}
	r.refused(t, r.prove())
}

// illegalRow makes one row hold 2 of one type and -1 of another, with another row
// making up for it: rows and counts are right, the entries are no bits.
func illegalRow(t *testing.T) rows {
	l := legalLayout(t)
	y := rowsOf(mustShape(t), l)
	p, q := pieceOf(l, engine.Platoon, 0), pieceOf(l, engine.Company, 0)
	minusOne := sub(group.NewScalar(), small(1))
	y[p][engine.Platoon], y[p][engine.Company] = small(2), minusOne
	y[q][engine.Platoon], y[q][engine.Company] = minusOne, small(2)
	return y
}

// ⚠ c must come after K1 and K0. If it binds neither, nothing is checked; if it
// binds only K0, K1 is chosen last.
func TestChallengeWithoutK1AndK0IsForged(t *testing.T) {
	for _, how := range []careless{{cWithoutK: true}, {cWithoutK1: true}} {
		r := newReference(t, illegalRow(t))
		r.careless, r.forgeK = how, true
		body := r.prove()
		require.True(t, r.verify(body), "the careless verifier accepts %+v", how)
		r.refused(t, body)
	}
}

func TestRowThatSumsToOneButIsNotOneHotIsRefused(t *testing.T) {
	r := newReference(t, illegalRow(t))
	require.False(t, r.verify(r.prove()))
	r.refused(t, r.prove())
}

// Without counting, everybody is a commander.
func TestTwoCommandersAreRefused(t *testing.T) {
	l := legalLayout(t)
	l[pieceOf(l, engine.Platoon, 0)] = engine.Commander
	r := newReference(t, rowsOf(mustShape(t), l))
	r.noCounts = true
	body := r.prove()
	require.True(t, r.verify(body), "the careless verifier accepts")
	r.refused(t, body)
	r.careless = careless{}
	r.refused(t, r.prove())
}

// Without a tie to the rows, P is another army than E: one to attack with and
// one to be attacked.
func TestCommitmentsToAnotherArmyAreRefused(t *testing.T) {
	l := legalLayout(t)
	r := newReference(t, rowsOf(mustShape(t), l))
	p := pieceOf(l, engine.Platoon, 0)
	l[p] = engine.Commander
	r.p[p] = rowsOf(mustShape(t), l)[p]
	r.noCommitments = true
	body := r.prove()
	require.True(t, r.verify(body), "the careless verifier accepts")
	r.refused(t, body)
	r.careless = careless{}
	r.refused(t, r.prove())
}

// There is no column for a mine in the front row. P may commit to one, but then it
// is not tied to the row.
func TestMineInTheFrontRowIsRefused(t *testing.T) {
	l := legalLayout(t)
	shape := mustShape(t)
	require.NotContains(t, shape.allowed[0], engine.Mine)
	// With a column for it, as a ruleset of another game might have, the body
	// does not even have the right length.
	wide := *shape
	for p := range wide.allowed {
		wide.allowed[p] = engine.AllTypes.Types()
	}
	for j := range wide.holders {
		wide.holders[j] = nil
		for p := range l {
			wide.holders[j] = append(wide.holders[j], p)
		}
	}
	wide.columns = engine.ArmySize * engine.NumTypes
	m := pieceOf(l, engine.Mine, 0)
	l[0], l[m] = l[m], l[0]
	r := newReference(t, rowsOf(&wide, l))
	r.shape = &wide
	body := r.prove()
	rs, _ := standard(t)
	_, err := Verify(r.ctx, rs, body)
	require.Error(t, err)
}

// Y = 0 would let a seat go without a key: the proof is fine, but whoever attacks
// it shows its own type, as nothing blinds C.V. See also the clash.
func TestIdentityKeyIsRefused(t *testing.T) {
	r := newReference(t, rowsOf(mustShape(t), legalLayout(t)))
	r.k = group.NewScalar()
	body := r.prove()
	require.True(t, r.verify(body), "the proof itself holds")
	rs, _ := standard(t)
	_, err := Verify(r.ctx, rs, body)
	require.ErrorIs(t, err, ErrZeroKey)
}

// Zero knowledge: with the challenges programmed, a transcript comes from nothing
// but public values and uniform responses, even for rows that are no layout at
// all; and it satisfies the same equations as an honest one.
func TestLayoutIsSimulatedWithoutTheWitness(t *testing.T) {
	r := newReference(t, illegalRow(t))
	statement := r.prove() // only its rows are used
	c, _, rest, err := r.parseStatement(nil, statement)
	require.NoError(t, err)
	pr, err := r.parseProof(rest)
	require.NoError(t, err)
	fresh := func(what string, i int) *group.Scalar {
		return group.UniformScalar(sha512.Sum512(fmt.Appendf(nil, "%s %d", what, i)))
	}
	pr.c = fresh("c", 0)
	pr.k1 = group.NewBase(times(fresh("K1", 0), group.B().Element()))
	i := 0
	r.each(func(p int, j engine.Type, implied bool) {
		if !implied {
			i++
			pr.z[p][j], pr.w[p][j] = fresh("z", i), fresh("w", i)
		}
	})
	r.imply(&pr.z, pr.c)
	r.imply(&pr.w, group.NewScalar())
	for p := range pr.zt {
		pr.zt[p] = fresh("zt", p)
	}
	pr.zk, pr.zq = fresh("zk", 0), fresh("zq", 0)
	ch := r.challenger(r.ctx, nil)
	require.False(t, r.accepts(c, pr, ch), "the sponge is not programmed")
	ch = r.challenger(r.ctx, nil)
	ch.programmed = &[2]*group.Scalar{fresh("gamma", 0), pr.c}
	require.True(t, r.accepts(c, pr, ch))
}

// A verified commitment has no bad rows. If one were made in some other way, the
// audit would name it.
func TestOpenNamesABadRow(t *testing.T) {
	rs, shape := standard(t)
	l := legalLayout(t)
	platoon, company := pieceOf(l, engine.Platoon, 0), pieceOf(l, engine.Company, 0)
	twoTypes, noType := rowsOf(shape, l), rowsOf(shape, l)
	twoTypes[platoon][engine.Company] = small(1)
	noType[platoon][engine.Platoon] = small(0)
	for name, x := range map[string]struct {
		y   rows
		bad int
	}{
		"2 and -1":  {illegalRow(t), min(platoon, company)},
		"two types": {twoTypes, platoon},
		"no type":   {noType, platoon},
	} {
		r := newReference(t, x.y)
		key, err := newKey(r.k)
		require.NoError(t, err)
		c, _, _, err := r.parseStatement(rs, r.prove())
		require.NoError(t, err)
		if name != "2 and -1" { // the implied column makes up for it: take it away
			last := shape.last(platoon)
			c.columns[platoon][last] = group.NewCiphertext()
		}
		_, err = c.Open(key)
		require.ErrorIs(t, err, ErrRow, name)
		require.ErrorContains(t, err, fmt.Sprintf("piece %d", x.bad))
	}
}
