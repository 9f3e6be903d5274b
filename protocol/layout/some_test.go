package layout_test

import (
	"bytes"
	"testing"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/sample"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A claim is a proof about several pieces, and its check.
type claim struct {
	prove  func(at sigma.Place, parts []layout.Part, s *layout.Secret, n sigma.Nonces) ([]byte, error)
	verify func(at sigma.Place, parts []layout.Part, proof []byte, b *sigma.Batch) error
}

func (c claim) check(at sigma.Place, parts []layout.Part, proof []byte) error {
	var b sigma.Batch
	if err := c.verify(at, parts, proof, &b); err != nil {
		return err
	}
	return b.Verify()
}

func claims(s *sample.Seat) (none, some claim) {
	return claim{s.Commitment.ProveNone, s.Commitment.VerifyNone}, claim{s.Commitment.ProveSome, s.Commitment.VerifySome}
}

// number is how many parts' pieces are of one of their types.
func number(l engine.Layout, parts []layout.Part) (m int) {
	for _, p := range parts {
		m += b2i(p.Types.Has(l[p.Piece]))
	}
	return m
}

// Of any parts, exactly one of the two can be proven: that none is of its types, and
// that some is.
func TestNoneOrSomeCanBeProven(t *testing.T) {
	s := sample.NewSeat(sample.Rules("standard"), engine.Red, "some", nil)
	none, some := claims(s)
	at, n := sample.Place(s.Context, "some"), sample.Nonces("record")
	rapid.Check(t, func(t *rapid.T) {
		var parts []layout.Part
		for range rapid.IntRange(0, 8).Draw(t, "parts") {
			piece := rapid.IntRange(0, 24).Draw(t, "piece")
			set := engine.TypeSet(rapid.Uint16Range(0, uint16(junqi.Standard().Types())).Draw(t, "types"))
			if rapid.Bool().Draw(t, "other") {
				set = set.Remove(s.Secret.Layout[piece])
			}
			parts = append(parts, layout.Part{Piece: piece, Types: set})
		}
		m := number(s.Secret.Layout, parts)
		for c, want := range map[*claim]bool{&none: m == 0, &some: m > 0} {
			proof, err := c.prove(at, parts, s.Secret, n)
			require.NoError(t, err)
			again, err := c.prove(at, parts, s.Secret, n)
			require.NoError(t, err)
			require.Equal(t, proof, again, "a restart makes the same bytes")
			err = c.check(at, parts, proof)
			if want {
				require.NoError(t, err, "m = %d", m)
			} else {
				require.ErrorIs(t, err, sigma.ErrProof, "m = %d", m)
			}
		}
	})
}

// movers are the parts of a seat in the middle of a game: all pieces behind the front
// row, of the types that move.
func movers(l engine.Layout, some bool) (parts []layout.Part) {
	for p := 5; p < len(l); p++ {
		set := junqi.Standard().Mobile()
		if !some {
			set = set.Remove(l[p])
		}
		parts = append(parts, layout.Part{Piece: p, Types: set})
	}
	return parts
}

func TestProofsAboutPiecesAreBound(t *testing.T) {
	rs := sample.Rules("standard")
	s := sample.NewSeat(rs, engine.Red, "bound", nil)
	other := sample.NewSeat(rs, engine.Blue, "bound", nil)
	none, some := claims(s)
	otherNone, otherSome := claims(other)
	at, n := sample.Place(s.Context, "bound"), sample.Nonces("record")
	for _, x := range []struct {
		claim, others claim
		parts         []layout.Part
	}{{none, otherNone, movers(s.Secret.Layout, false)}, {some, otherSome, movers(s.Secret.Layout, true)}} {
		proof, err := x.claim.prove(at, x.parts, s.Secret, n)
		require.NoError(t, err)
		require.NoError(t, x.claim.check(at, x.parts, proof))
		for what, change := range map[string]func(*sigma.Place){
			"match":  func(at *sigma.Place) { at.Match[0] ^= 1 },
			"seat":   func(at *sigma.Place) { at.Seat = 1 - at.Seat },
			"prev":   func(at *sigma.Place) { at.Prev[0] ^= 1 },
			"record": func(at *sigma.Place) { at.Body = append(at.Body, 1) },
			"index":  func(at *sigma.Place) { at.Index++ },
		} {
			elsewhere := at
			change(&elsewhere)
			require.ErrorIs(t, x.claim.check(elsewhere, x.parts, proof), sigma.ErrProof, what)
		}
		// Other parts, also such as have the same sum.
		swapped := append([]layout.Part(nil), x.parts...)
		swapped[0], swapped[1] = swapped[1], swapped[0]
		require.ErrorIs(t, x.claim.check(at, swapped, proof), sigma.ErrProof)
		trivial := append(append([]layout.Part(nil), x.parts...), layout.Part{Piece: 3})
		require.ErrorIs(t, x.claim.check(at, trivial, proof), sigma.ErrProof)
		require.Error(t, x.claim.check(at, x.parts[1:], proof))
		// Another layout.
		require.Error(t, x.others.check(at, x.parts, proof))
		for i := 0; i < len(proof); i += 16 {
			bad := bytes.Clone(proof)
			bad[i] ^= 1
			require.Error(t, x.claim.check(at, x.parts, bad), "byte %d", i)
		}
		require.ErrorIs(t, x.claim.check(at, x.parts, proof[1:]), group.ErrLength)
		for _, piece := range []int{-1, 25} {
			parts := []layout.Part{{Piece: piece, Types: junqi.Standard().Mobile()}}
			_, err := x.claim.prove(at, parts, s.Secret, n)
			require.ErrorIs(t, err, layout.ErrPart)
			require.ErrorIs(t, x.claim.check(at, parts, proof), layout.ErrPart)
		}
	}
	// Neither is the other's.
	proof, err := some.prove(at, movers(s.Secret.Layout, true), s.Secret, n)
	require.NoError(t, err)
	require.Error(t, none.check(at, movers(s.Secret.Layout, true), proof))
}

// ⚠ Without the equations of the second kind a prover chooses ν that are not μ s_j,
// and has shown that some piece can move where none can: with them it can't.
func TestSomeWithoutItsTiesIsForged(t *testing.T) {
	s := sample.NewSeat(sample.Rules("standard"), engine.Red, "ties", nil)
	parts := movers(s.Secret.Layout, false)
	require.Zero(t, number(s.Secret.Layout, parts))
	_, some := claims(s)
	at, n := sample.Place(s.Context, "ties"), sample.Nonces("record")
	proof, err := some.prove(at, parts, s.Secret, n)
	require.NoError(t, err)
	require.ErrorIs(t, some.check(at, parts, proof), sigma.ErrProof)

	// B = μ W - sum of ν_j X_j with μ = 0 and, of the first type, ν = -1/log X: its owner
	// knows the logarithm.
	x, piece := group.NewScalar(), parts[0].Piece
	sent, last := s.Commitment.Columns(piece)
	first := -1
	for i, c := range sent {
		if parts[0].Types.Has(c.Type) != parts[0].Types.Has(last) {
			first = i
			break
		}
	}
	require.GreaterOrEqual(t, first, 0)
	x.Set(s.Secret.Key.Scalar(piece))
	if parts[0].Types.Has(last) {
		x.Negate(x)
	}
	nu := new(group.Scalar).Invert(x)
	careless := &sigma.Linear{Witnesses: 1, Equations: []sigma.Equation{{
		{Base: group.B(), Form: sigma.Times(-1, sigma.One)}, {Base: group.NewBase(group.B().Mult(x)), Form: sigma.Times(1, 0)},
	}}}
	sponge := at.Sponge(layout.SomeKind)
	require.NoError(t, careless.Verify(sponge, careless.Prove(sponge, layout.SomeKind, []*group.Scalar{nu}, n)),
		"the careless verifier accepts")
}

// One more or one less, or as many as there are: it shows no more than that m is not 0.
// The sizes, at least, are the same whatever m is.
func TestSomeHasOneSize(t *testing.T) {
	s := sample.NewSeat(sample.Rules("standard"), engine.Red, "size", nil)
	_, some := claims(s)
	at, n := sample.Place(s.Context, "size"), sample.Nonces("record")
	sizes := map[int]bool{}
	for _, l := range []map[int]engine.Type{{24: junqi.Mine}, {24: junqi.Engineer}} {
		s := sample.NewSeat(sample.Rules("standard"), engine.Red, "size", l)
		_, some = claims(s)
		parts := []layout.Part{{Piece: 24, Types: junqi.Standard().Mobile()}, {Piece: 6, Types: junqi.Standard().Types()}}
		proof, err := some.prove(at, parts, s.Secret, n)
		require.NoError(t, err)
		require.NoError(t, some.check(at, parts, proof))
		sizes[len(proof)] = true
	}
	require.Len(t, sizes, 1)
}

func BenchmarkSome(b *testing.B) {
	_, s := benchSeat()
	none, some := claims(s)
	at, n := sample.Place(s.Context, "bench"), sample.Nonces("record")
	for name, x := range map[string]struct {
		claim claim
		parts []layout.Part
	}{"none": {none, movers(s.Secret.Layout, false)}, "some": {some, movers(s.Secret.Layout, true)}} {
		proof, err := x.claim.prove(at, x.parts, s.Secret, n)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name+"/prove", func(b *testing.B) {
			bench(b, len(proof), func() error {
				_, err := x.claim.prove(at, x.parts, s.Secret, n)
				return err
			})
		})
		b.Run(name+"/verify", func(b *testing.B) {
			bench(b, len(proof), func() error { return x.claim.check(at, x.parts, proof) })
		})
	}
}

// And directly: whatever differs about the parts, the challenge does.
func TestPartsAreBound(t *testing.T) {
	rs := sample.Rules("standard")
	red, blue := sample.NewSeat(rs, engine.Red, "parts", nil), sample.NewSeat(rs, engine.Blue, "parts", nil)
	at := sample.Place(red.Context, "parts")
	one, two := layout.Part{Piece: 1, Types: 2}, layout.Part{Piece: 2, Types: 1}
	seen := map[[32]byte]int{}
	for i, state := range [][32]byte{
		red.Commitment.PartsSponge(layout.NoneKind, at, []layout.Part{one}).State(),
		blue.Commitment.PartsSponge(layout.NoneKind, at, []layout.Part{one}).State(),
		red.Commitment.PartsSponge(layout.SomeKind, at, []layout.Part{one}).State(),
		red.Commitment.PartsSponge(layout.NoneKind, at, []layout.Part{two}).State(),
		red.Commitment.PartsSponge(layout.NoneKind, at, []layout.Part{{Piece: 1, Types: 1}}).State(),
		red.Commitment.PartsSponge(layout.NoneKind, at, []layout.Part{{Piece: 2, Types: 2}}).State(),
		red.Commitment.PartsSponge(layout.NoneKind, at, []layout.Part{one, two}).State(),
		red.Commitment.PartsSponge(layout.NoneKind, at, []layout.Part{two, one}).State(),
		red.Commitment.PartsSponge(layout.NoneKind, at, nil).State(),
	} {
		require.NotContains(t, seen, state, "%d and %d", i, seen[state])
		seen[state] = i
	}
	// The number stands before them: what follows is not taken for one more.
	short := red.Commitment.PartsSponge(layout.NoneKind, at, []layout.Part{one})
	short.Absorb([]byte{2})
	short.AbsorbUint32(1)
	require.NotContains(t, seen, short.State())
}
