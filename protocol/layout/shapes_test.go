package layout

import (
	"crypto/sha512"
	"fmt"
	"testing"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A game is a shape, and a layout that it allows.
type game struct {
	allowed [][]int
	count   []int
	layout  []int
}

// drawGame draws any number of pieces and types: first a layout, then posts that
// allow it.
func drawGame(t *rapid.T, most int) (g game) {
	types := rapid.IntRange(1, group.MaxTypes).Draw(t, "types")
	g.count = make([]int, types)
	for range rapid.IntRange(1, most).Draw(t, "pieces") {
		is := rapid.IntRange(0, types-1).Draw(t, "type")
		g.layout = append(g.layout, is)
		g.count[is]++
		var allowed []int
		for j := range types {
			if j == is || rapid.IntRange(0, 2).Draw(t, "allowed") == 0 {
				allowed = append(allowed, j)
			}
		}
		g.allowed = append(g.allowed, allowed)
	}
	return g
}

func (g game) shape(t require.TestingT) *shape {
	s, err := newShape(g.allowed, g.count)
	require.NoError(t, err)
	return s
}

func (g game) reference(t require.TestingT, seed string) *reference {
	s := g.shape(t)
	r := &reference{
		shape: s, ctx: sigma.Context{Match: [32]byte{9}}, y: rowsOf(s, g.layout),
		random: func(label string, index int, _ *sigma.Sponge) *group.Scalar {
			return group.UniformScalar(sha512.Sum512(fmt.Appendf(nil, "%s %s %d", seed, label, index)))
		},
	}
	for p := range g.allowed {
		r.k = append(r.k, r.random("k", p, nil))
	}
	return r
}

// The proof serves any rules: any number of pieces and types, posts that allow one
// type or all, types that nobody is of, or may be of.
func TestAnyShapeIsProven(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGame(t, 8)
		r := g.reference(t, "any")
		body := r.prove()
		require.Len(t, body, r.size())
		require.NoError(t, r.accepted(body))

		// Another type for one piece, wherever its post allows one: the counts are wrong.
		p := rapid.IntRange(0, len(g.layout)-1).Draw(t, "piece")
		if other := rapid.SampledFrom(g.allowed[p]).Draw(t, "other"); other != g.layout[p] {
			l := append([]int(nil), g.layout...)
			l[p] = other
			r.y = rowsOf(r.shape, l)
			require.ErrorIs(t, r.accepted(r.prove()), sigma.ErrProof)
		}
	})
}

// What is special about a shape: the least, the most, and those in which parts of
// the proof are empty.
func TestDegenerateShapesAreProven(t *testing.T) {
	same := func(n int, types ...int) (out [][]int) {
		for range n {
			out = append(out, types)
		}
		return out
	}
	most := game{count: make([]int, 16)}
	for p := range 48 {
		most.layout = append(most.layout, p%16)
		most.count[p%16]++
	}
	most.allowed = same(48, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
	for name, g := range map[string]game{
		"one piece of one type":                       {same(1, 0), []int{1}, []int{0}},
		"one piece, two types":                        {same(1, 0, 1), []int{1, 0}, []int{0}},
		"all of one type: nothing is sent":            {same(3, 0), []int{3}, []int{0, 0, 0}},
		"every post allows one type":                  {[][]int{{0}, {2}, {2}}, []int{1, 0, 2}, []int{0, 2, 2}},
		"a post that allows one type":                 {[][]int{{1}, {0, 1}, {0, 1}}, []int{1, 2}, []int{1, 0, 1}},
		"a type that nobody is of":                    {same(2, 0, 1, 2), []int{1, 0, 1}, []int{2, 0}},
		"a type that is last here and sent elsewhere": {[][]int{{0, 1}, {0, 1, 2}, {1, 2}}, []int{1, 1, 1}, []int{0, 1, 2}},
		"the largest":                                 most,
	} {
		t.Run(name, func(t *testing.T) {
			r := g.reference(t, name)
			body := r.prove()
			require.True(t, r.verify(body))
			require.NoError(t, r.accepted(body))
			// A bit of a response is enough to refuse it.
			body[len(body)-32] ^= 1
			require.ErrorIs(t, r.accepted(body), sigma.ErrProof)
		})
	}
}

func TestShapesThatNoLayoutFitsAreRefused(t *testing.T) {
	for name, g := range map[string]game{
		"no pieces":                         {nil, []int{0}, nil},
		"a post that allows no type":        {[][]int{{0}, {}}, []int{2}, nil},
		"more pieces than posts":            {[][]int{{0}}, []int{2}, nil},
		"fewer pieces than posts":           {[][]int{{0}, {0}}, []int{1}, nil},
		"a type that has no post":           {[][]int{{0}}, []int{0, 1}, nil},
		"a negative count":                  {[][]int{{0, 1}}, []int{2, -1}, nil},
		"more types than there are letters": {[][]int{{0}}, append([]int{1}, make([]int, 16)...), nil},
	} {
		_, err := newShape(g.allowed, g.count)
		require.Error(t, err, name)
	}
}

// ⚠ x must differ from type to type by chance, not by rule: if two x are equal, the
// product can't tell the two types apart, and the proof says nothing about them. The
// challenges are 252 bits each, so it does not happen.
func TestEqualPointsCannotTellTypesApart(t *testing.T) {
	g := game{[][]int{{0, 1}, {0, 1}}, []int{1, 1}, []int{0, 0}} // two of the first type
	r := g.reference(t, "equal")
	require.ErrorIs(t, r.accepted(r.prove()), sigma.ErrProof)
	body := r.prove()
	c, statement, _, err := r.parseStatement(body)
	require.NoError(t, err)
	require.NotNil(t, c)
	ch := r.drawPoints(newSponge(r.ctx, statement))
	require.Zero(t, ch.x[0].Equal(ch.x[1]))
	v := mul(sub(ch.xi, ch.x[0]), sub(ch.xi, ch.x[0]))
	require.Zero(t, v.Equal(ch.target()))
	ch.x[1] = ch.x[0]
	require.Equal(t, 1, v.Equal(ch.target()), "with equal points it would be right")
}

// Ours and the reference agree on shapes that the standard rules don't have, as far
// as the engine's layouts reach.
func TestOddShapesAgreeWithTheReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGame(t, 6)
		s := g.shape(t)
		secret := &Secret{Key: KeyOf([KeySize]byte{1}), Nonces: sigma.Nonces{Key: [32]byte{2}}, TapeSeed: [32]byte{3}}
		secret.Layout = make(engine.Layout, len(g.layout))
		for p, j := range g.layout {
			secret.Layout[p] = engine.Type(j)
		}
		r := g.reference(t, "odd")
		r.k, r.nonce, r.tape = nil, secret.Nonce, TapeCommitment(secret.TapeSeed)
		for p := range g.layout {
			r.k = append(r.k, secret.Key.Scalar(p))
		}
		witness := secret.Key.Bytes()
		for _, j := range secret.Layout {
			witness = append(witness, byte(j))
		}
		r.random = func(label string, index int, sponge *sigma.Sponge) *group.Scalar {
			return secret.Nonces.Scalar(label, uint32(index), sponge.State(), witness)
		}
		pr := prover{shape: s, secret: secret}
		require.NoError(t, pr.commit(r.ctx))
		pr.prove(r.ctx)
		require.Equal(t, r.prove(), pr.body)
		c, _, _, err := s.parseStatement(pr.body)
		require.NoError(t, err)
		opened, err := c.Open(secret.Key)
		require.NoError(t, err)
		require.Equal(t, secret.Layout, opened)
	})
}
