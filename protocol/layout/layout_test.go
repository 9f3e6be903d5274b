package layout_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/secret/secrettest"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/sample"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

func TestLayoutIsProvenVerifiedAndOpened(t *testing.T) {
	for i, spec := range []string{"standard", "app", "standard,bombs-front=on", "standard,scout=on"} {
		t.Run(spec, func(t *testing.T) {
			rs := sample.Rules(spec)
			s := sample.NewSeat(rs, engine.Seat(i%2), spec, nil)
			size, err := layout.BodySize(rs)
			require.NoError(t, err)
			require.Len(t, s.Body, size)

			again, err := layout.Prove(s.Context, rs, s.Secret)
			require.NoError(t, err)
			require.Equal(t, s.Body, again, "a restart makes the same bytes")

			c := s.Commitment
			require.Equal(t, len(s.Secret.Layout), c.Pieces())
			for p := range c.Pieces() {
				require.Equal(t, s.Secret.Key.Public(p).Bytes(), c.Y(p).Bytes())
			}
			require.Equal(t, s.Secret.Nonce, c.Nonce())
			require.Equal(t, layout.TapeCommitment(s.Secret.TapeSeed), c.TapeCommitment())
			require.Same(t, rs, c.Rules())
			opened, err := c.Open(s.Secret.Key)
			require.NoError(t, err)
			require.Equal(t, s.Secret.Layout, opened)
		})
	}
}

// The standard rules: 257 columns of which 232 are sent, in the size that the
// design promises for the record.
func TestLayoutSize(t *testing.T) {
	size, err := layout.BodySize(sample.Rules("standard"))
	require.NoError(t, err)
	require.Equal(t, 32*(25+11+232+25)+32+32+32*(24+25+11+3)+32*(25+25+11+11+2), size)
	const framing = 1 + 1 + 3 + 64
	require.LessOrEqual(t, size+framing, 14000)
}

func TestColumnsAreSentImpliedOrTrivial(t *testing.T) {
	rs := sample.Rules("standard")
	s := sample.NewSeat(rs, engine.Red, "columns", nil)
	one, zero := group.B().Element(), group.NewElement()
	for p, is := range s.Secret.Layout {
		all := group.NewCiphertext()
		for _, j := range junqi.Standard().Types().Types() {
			e := s.Commitment.Column(p, j)
			all.Add(all, e)
			want := zero
			if j == is {
				want = one
			}
			require.Equal(t, 1, s.Secret.Key.Decrypt(p, group.NewBase(e.U), group.NewBase(e.V)).Equal(want), "piece %d, %s", p, j)
			if !rs.Allowed(p).Has(j) {
				require.Equal(t, 1, e.Equal(group.NewCiphertext()), "trivial")
			}
		}
		require.Equal(t, 1, all.Equal(group.Ciphertext{U: zero, V: one}), "a row sums to (0, B)")
		require.Equal(t, 1, s.Commitment.Sum(p, junqi.Standard().Types()).Equal(all))
		require.Equal(t, 1, s.Commitment.Sum(p, engine.NoTypes).Equal(group.NewCiphertext()))
		// P commits to the same row, with the blinder that the clash will use.
		types := junqi.Standard().Types().Types()
		marks, blinder := s.Secret.Row(s.Context, p, types)
		sum := group.H().Mult(blinder)
		for i, j := range types {
			require.Equal(t, b2i(j == is), marks[i])
			sum.Add(sum, group.G(int(j)).Mult(group.IntScalar(marks[i])))
		}
		require.Equal(t, s.Commitment.Piece(p).Bytes(), group.NewBase(sum).Bytes())
	}
}

// What Columns says and what Sum adds up are the same rows.
func TestColumnsAddUpToSums(t *testing.T) {
	s := sample.NewSeat(sample.Rules("standard"), engine.Red, "columns", nil)
	for p := range s.Commitment.Pieces() {
		sent, last := s.Commitment.Columns(p)
		rest := group.Ciphertext{U: group.NewElement(), V: group.B().Element()}
		for _, c := range sent {
			e := group.Ciphertext{U: c.U.Element(), V: c.V.Element()}
			require.Equal(t, 1, s.Commitment.Column(p, c.Type).Equal(e))
			rest.Subtract(rest, e)
		}
		require.Equal(t, 1, s.Commitment.Column(p, last).Equal(rest))
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// What the getters hand out does not lead back into the commitment.
func TestCommitmentIsImmutable(t *testing.T) {
	s := sample.NewSeat(sample.Rules("standard"), engine.Red, "immutable", nil)
	before := s.Commitment.Column(3, junqi.Army).Bytes()
	e := s.Commitment.Column(3, junqi.Army)
	e.U.Add(e.U, e.V)
	e = s.Commitment.Sum(3, engine.TypesOf(junqi.Army))
	e.V.Add(e.U, e.V)
	require.Equal(t, before, s.Commitment.Column(3, junqi.Army).Bytes())
}

func TestOpeningsOfColumnsAndSums(t *testing.T) {
	rs := sample.Rules("standard")
	s := sample.NewSeat(rs, engine.Red, "openings", map[int]engine.Type{21: junqi.Flag, 24: junqi.Mine, 7: junqi.Engineer})
	at, n := sample.Place(s.Context, "openings"), sample.Nonces("record")
	prove := func(piece int, set engine.TypeSet, m uint8) []byte {
		return s.Commitment.ProveOpening(at, piece, set, m, s.Secret.Key, n)
	}
	verify := func(piece int, set engine.TypeSet, m uint8, proof []byte) error {
		var b sigma.Batch
		require.NoError(t, s.Commitment.VerifyOpening(at, piece, set, m, proof, &b))
		return b.Verify()
	}
	sets := []struct {
		piece int
		set   engine.TypeSet
		m     uint8
	}{
		{21, engine.TypesOf(junqi.Flag), 1},
		{24, rs.Types() &^ rs.Mobile(), 1},
		{24, junqi.Standard().Mobile(), 0},
		{7, engine.TypesOf(junqi.Engineer), 1},
		{7, engine.TypesOf(junqi.Commander, junqi.Army), 0},
		{7, junqi.Standard().Types(), 1}, // (0, B): nothing is hidden, and it opens
		{7, engine.NoTypes, 0},           // (0, 0)
	}
	for _, x := range sets {
		proof := prove(x.piece, x.set, x.m)
		require.NoError(t, verify(x.piece, x.set, x.m, proof), "piece %d, %s", x.piece, x.set)
		require.ErrorIs(t, verify(x.piece, x.set, 1-x.m, proof), sigma.ErrProof)
		require.ErrorIs(t, verify(x.piece, x.set, 1-x.m, prove(x.piece, x.set, 1-x.m)), sigma.ErrProof)
	}
	// Of another piece.
	engineer := engine.TypesOf(junqi.Engineer)
	require.ErrorIs(t, verify(8, engineer, 1, prove(7, engineer, 1)), sigma.ErrProof)
}

func TestProveRefusesIllegalLayouts(t *testing.T) {
	rs := sample.Rules("standard")
	good := sample.NewSeat(rs, engine.Red, "illegal", map[int]engine.Type{21: junqi.Flag, 23: junqi.Army, 24: junqi.Mine, 0: junqi.Commander, 1: junqi.Platoon, 10: junqi.Bomb})
	for name, change := range map[string]func(engine.Layout){
		"two commanders":          func(l engine.Layout) { l[1] = junqi.Commander },
		"a mine in the front row": func(l engine.Layout) { l[0], l[24] = l[24], l[0] },
		"a bomb in the front row": func(l engine.Layout) { l[0], l[10] = l[10], l[0] },
		"a flag in the field":     func(l engine.Layout) { l[1], l[21] = l[21], l[1] },
		"no type":                 func(l engine.Layout) { l[1] = engine.NoType },
		"a thirteenth type":       func(l engine.Layout) { l[1] = 12 },
	} {
		s := *good.Secret
		s.Layout = s.Layout.Clone()
		change(s.Layout)
		_, err := layout.Prove(good.Context, rs, &s)
		require.Error(t, err, name)
		require.EqualError(t, err, rs.CheckLayout(s.Layout).Error(), name)
	}
}

// Two layouts made with the same nonces, as by a player who changes his mind
// after a crash, share no randomness: their difference would show both.
func TestAnotherLayoutHasOtherRandomness(t *testing.T) {
	rs := sample.Rules("standard")
	a := sample.NewSeat(rs, engine.Red, "changed mind", map[int]engine.Type{0: junqi.Commander, 1: junqi.Platoon})
	s := *a.Secret
	s.Layout[0], s.Layout[1] = s.Layout[1], s.Layout[0]
	body, err := layout.Prove(a.Context, rs, &s)
	require.NoError(t, err)
	for at := atU; at < atPieces; at += 32 {
		require.NotEqual(t, a.Body[at:at+32], body[at:at+32], "U or V at byte %d", at)
	}
	for what, change := range map[string]func(ctx *sigma.Context, s *layout.Secret){
		"match": func(ctx *sigma.Context, _ *layout.Secret) { ctx.Match[0] ^= 1 },
		"fresh": func(_ *sigma.Context, s *layout.Secret) { s.Nonces.Fresh[0] ^= 1 },
		"coin":  func(_ *sigma.Context, s *layout.Secret) { s.Nonce[0] ^= 1 },
	} {
		ctx, s := a.Context, *a.Secret
		change(&ctx, &s)
		body, err := layout.Prove(ctx, rs, &s)
		require.NoError(t, err)
		require.NotEqual(t, a.Body[atU:atU+32], body[atU:atU+32], what)
	}
}

func TestOpenRefusesAnotherKey(t *testing.T) {
	rs := sample.Rules("standard")
	a := sample.NewSeat(rs, engine.Red, "open", nil)
	b := sample.NewSeat(rs, engine.Blue, "open", nil)
	_, err := a.Commitment.Open(b.Secret.Key)
	require.ErrorIs(t, err, layout.ErrWrongKey)
}

func TestKeys(t *testing.T) {
	k, err := layout.NewKey(sample.Reader("k"))
	require.NoError(t, err)
	same, err := layout.ParseKey(k.Bytes())
	require.NoError(t, err)
	require.Equal(t, k, same)
	seen := map[[32]byte]bool{}
	for p := range 48 {
		y := k.Public(p).Bytes()
		require.False(t, seen[y], "a key of its own for every piece")
		seen[y] = true
		require.Equal(t, y[:], group.B().Mult(k.Scalar(p)).Bytes())
	}
	_, err = layout.ParseKey(make([]byte, 31))
	require.ErrorIs(t, err, group.ErrLength)
	_, err = layout.NewKey(bytes.NewReader(make([]byte, 31)))
	require.Error(t, err, "too little randomness")
}

func TestSecretsPrintAsSecret(t *testing.T) {
	s := sample.NewSeat(sample.Rules("standard"), engine.Red, "print", nil).Secret
	for _, text := range slices.Concat(
		secrettest.Prints(t, s), secrettest.Prints(t, *s), secrettest.Prints(t, s.Key), secrettest.Prints(t, *s.Key),
		[]string{fmt.Sprintln(s.Key, s, *s)},
	) {
		require.Contains(t, text, "[secret]")
		require.NotContains(t, text, fmt.Sprintf("%x", s.Key.Bytes()[:4]))
		for _, leak := range []string{"TapeSeed", "Layout", "0x"} {
			require.NotContains(t, text, leak)
		}
	}
}
