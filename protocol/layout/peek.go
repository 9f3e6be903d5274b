package layout

import (
	"crypto/subtle"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/bound"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// PeekKind names the proof of a Peek.
const PeekKind = "darkjunqi/v1/proof/peek"

// A Reader is the seat for which a Peek is made: its context, and its own layout,
// whose keys nobody else knows.
type Reader struct {
	sigma.Context
	Commitment *Commitment
}

// PeekSize returns the number of bytes of a Peek of this layout.
func (c *Commitment) PeekSize() int {
	return c.Pieces() + group.ScalarSize*(2+len(c.sent)+1)
}

// A glance is what a Peek is about: that the pieces of c are of these types τ, for
// this reader. Each row holds one 1, so as many pieces are of their type as
//
//	W = sum of V[p,τ_p]
//
// holds, where V of the implied type is B minus the others. If these are all N, then
// with e(p,j) for each sent column 1 if j is τ_p, minus 1 if τ_p is the implied type,
// and X_j for the sum of e(p,j) Y_p, the maker of the Peek knows
//
//	all s_j, so that U_j = s_j B and W - N B = sum of s_j X_j
//
// U_j fixes s_j, and with m pieces of their type W - sum of s_j X_j is m B: what is
// false can't be proven. The proof shows that the maker knows this or
//
//	κ, so that the sum of the reader's Y_p is κ B
//
// which only the reader does, as its Layout has shown: so it is convinced, and can
// convince nobody.
type glance struct {
	c      *Commitment
	reader Reader
	layout engine.Layout
}

// is returns 1 if piece p is of type j and 0 if not, in the same time.
func (g *glance) is(p, j int) int { return subtle.ConstantTimeByteEq(byte(g.layout[p]), byte(j)) }

// types returns the types of the layout, one byte each.
func (g *glance) types() []byte {
	b := make([]byte, len(g.layout))
	for p, j := range g.layout {
		b[p] = byte(j)
	}
	return b
}

// sponge absorbs, after the context of whose layout it is: the reader's seat (1 byte)
// and key (32), the digests of both layouts (32 each), and the types with their number.
func (g *glance) sponge(ctx sigma.Context) *sigma.Sponge {
	s := ctx.Sponge(PeekKind)
	s.Absorb([]byte{byte(g.reader.Seat)})
	s.Absorb(g.reader.Key[:])
	s.Absorb(g.c.digest[:])
	s.Absorb(g.reader.Commitment.digest[:])
	s.AbsorbBytes(g.types())
	return s
}

// statement returns the first of the two, or the second. The time does not depend on the
// types.
func (g *glance) statement() *sigma.Either {
	x, w := g.sums()
	truth := &sigma.Linear{Witnesses: len(g.c.sent), Bound: bound.ByCaller()}
	all := sigma.Equation{{Base: w, Form: sigma.Times(-1, sigma.One)}, {Base: group.B(), Form: sigma.Times(g.c.Pieces(), sigma.One)}}
	for i, j := range g.c.sent {
		truth.Equations = append(truth.Equations, sigma.Equation{
			{Base: group.B(), Form: sigma.Times(1, i)}, {Base: g.c.u[j], Form: sigma.Times(-1, sigma.One)},
		})
		all = append(all, sigma.Term{Base: group.NewBase(x[j]), Form: sigma.Times(1, i)})
	}
	truth.Equations = append(truth.Equations, all)
	reads := &sigma.Linear{Witnesses: 1, Bound: bound.ByCaller(), Equations: []sigma.Equation{{
		{Base: group.B(), Form: sigma.Times(1, 0)},
		{Base: g.reader.Commitment.keys(), Form: sigma.Times(-1, sigma.One)},
	}}}
	return &sigma.Either{First: truth, Second: reads}
}

// sums returns X_j, by type, and W.
func (g *glance) sums() (x []*group.Element, w *group.Base) {
	x = make([]*group.Element, len(g.c.count))
	for _, j := range g.c.sent {
		x[j] = group.NewElement()
	}
	nothing, sum := group.NewElement(), group.NewElement()
	for p, y := range g.c.y {
		implied, isLast := group.B().Element(), g.is(p, g.c.last(p))
		last := new(group.Element).Select(y.Element(), nothing, isLast)
		for i, v := range g.c.v[p] {
			j := g.c.allowed[p][i]
			x[j].Add(x[j], new(group.Element).Select(y.Element(), nothing, g.is(p, j)))
			x[j].Subtract(x[j], last)
			sum.Add(sum, new(group.Element).Select(v.Element(), nothing, g.is(p, j)))
			implied.Subtract(implied, v.Element())
		}
		sum.Add(sum, implied.Select(implied, nothing, isLast))
	}
	return x, group.NewBase(sum)
}

// keys returns the sum of all Y.
func (c *Commitment) keys() *group.Base {
	sum := group.NewElement()
	for _, y := range c.y {
		sum.Add(sum, y.Element())
	}
	return group.NewBase(sum)
}

// ProvePeek opens the layout to one reader: the types of its pieces, one byte each, and
// a proof that convinces the reader and nobody else. The context is the layout's,
// and s its secret. The same secret, context and reader give the same bytes; the time
// does not depend on the secret.
func (c *Commitment) ProvePeek(ctx sigma.Context, reader Reader, s *Secret) []byte {
	g := &glance{c, reader, s.Layout}
	random := s.randomness(ctx)
	witness := make([]*group.Scalar, len(c.sent))
	for i, j := range c.sent {
		witness[i] = random.column(j)
	}
	return append(g.types(), g.statement().ProveFirst(g.sponge(ctx), PeekKind, witness, s.Nonces)...)
}

// ForgePeek makes what ProvePeek could have made for any types, true or not, with the
// reader's own key: why a Peek convinces nobody else.
func (c *Commitment) ForgePeek(ctx sigma.Context, reader Reader, l engine.Layout, k *Key, n sigma.Nonces) []byte {
	g := &glance{c, reader, l}
	kappa := new(group.Scalar)
	for p := range reader.Commitment.Pieces() {
		kappa.Add(kappa, k.Scalar(p))
	}
	return append(g.types(), g.statement().ProveSecond(g.sponge(ctx), PeekKind, []*group.Scalar{kappa}, n)...)
}

// VerifyPeek returns the layout that a Peek shows, if its proof convinces. The error is
// sigma.ErrProof, group.ErrScalar or group.ErrLength, wrapped. The time does not depend
// on the layout.
func (c *Commitment) VerifyPeek(ctx sigma.Context, reader Reader, peek []byte) (engine.Layout, error) {
	if len(peek) != c.PeekSize() {
		return nil, coded.Errorf("layout.peek-length", "peek of %d bytes, want %d: %w", len(peek), c.PeekSize(), group.ErrLength)
	}
	l := make(engine.Layout, c.Pieces())
	for p := range l {
		l[p] = engine.Type(peek[p])
	}
	g := &glance{c, reader, l}
	if err := g.statement().Verify(g.sponge(ctx), peek[len(l):]); err != nil {
		return nil, coded.Errorf("layout.peek", "peek: %w", err)
	}
	return l, nil
}
