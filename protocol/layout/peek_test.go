package layout_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/sample"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// glancer is a seat that opens its layout to a partner.
type glancer struct{ seat, partner *sample.Seat }

func newGlancer(seed string) glancer {
	rs := sample.Rules("siguo")
	return glancer{sample.NewSeat(rs, engine.Seat(0), seed, nil), sample.NewSeat(rs, engine.Seat(2), seed, nil)}
}

func (g glancer) reader() layout.Reader {
	return layout.Reader{Context: g.partner.Context, Commitment: g.partner.Commitment}
}

// peek is what is sent if the layout were that one.
func (g glancer) peek(l engine.Layout) []byte {
	s := *g.seat.Secret
	s.Layout = l
	return g.seat.Commitment.ProvePeek(g.seat.Context, g.reader(), &s)
}

func (g glancer) verify(peek []byte) (engine.Layout, error) {
	return g.seat.Commitment.VerifyPeek(g.seat.Context, g.reader(), peek)
}

func TestPeekShowsTheLayout(t *testing.T) {
	for _, spec := range []string{"siguo", "standard", "standard,scout=on"} {
		rs := sample.Rules(spec)
		g := glancer{sample.NewSeat(rs, engine.Red, spec, nil), sample.NewSeat(rs, engine.Blue, spec, nil)}
		peek := g.peek(g.seat.Secret.Layout)
		require.Equal(t, peek, g.peek(g.seat.Secret.Layout), "sent again it is the same")
		require.Len(t, peek, g.seat.Commitment.PeekSize())
		l, err := g.verify(peek)
		require.NoError(t, err)
		require.Equal(t, g.seat.Secret.Layout, l)
	}
	g := newGlancer("size")
	require.Equal(t, 25+32*14, g.seat.Commitment.PeekSize())
}

// Any other layout, legal or not, however near to the true one: its owner can't prove it.
func TestFalsePeekIsRefused(t *testing.T) {
	g := newGlancer("false")
	rapid.Check(t, func(t *rapid.T) {
		l := slices.Clone(g.seat.Secret.Layout)
		if rapid.Bool().Draw(t, "swap") {
			a, b := rapid.IntRange(0, 24).Draw(t, "a"), rapid.IntRange(0, 24).Draw(t, "b")
			l[a], l[b] = l[b], l[a]
		} else {
			l[rapid.IntRange(0, 24).Draw(t, "piece")] = engine.Type(rapid.Byte().Draw(t, "type"))
		}
		seen, err := g.verify(g.peek(l))
		if slices.Equal(l, g.seat.Secret.Layout) {
			require.NoError(t, err)
			return
		}
		require.ErrorIs(t, err, sigma.ErrProof)
		require.Nil(t, seen)
	})
}

// The reader could have made a Peek of anything with its own keys, so that who is shown
// one learns nothing that the reader could not have made up.
func TestPeekCanBeForgedByItsReader(t *testing.T) {
	g := newGlancer("deniable")
	for _, l := range []engine.Layout{g.seat.Secret.Layout, sample.Layout(sample.Rules("siguo"), "made up", nil)} {
		forged := g.seat.Commitment.ForgePeek(g.seat.Context, g.reader(), l, g.partner.Secret.Key, sample.Nonces("reader"))
		require.Len(t, forged, g.seat.Commitment.PeekSize())
		seen, err := g.verify(forged)
		require.NoError(t, err)
		require.Equal(t, l, seen)
	}
	// With all but one of these keys nobody can: the owner of the layout least of all.
	lie := sample.Layout(sample.Rules("siguo"), "made up", nil)
	forged := g.seat.Commitment.ForgePeek(g.seat.Context, g.reader(), lie, g.seat.Secret.Key, sample.Nonces("owner"))
	_, err := g.verify(forged)
	require.ErrorIs(t, err, sigma.ErrProof)
}

func TestPeekIsBound(t *testing.T) {
	g, other := newGlancer("bound"), newGlancer("other")
	peek := g.peek(g.seat.Secret.Layout)
	c, ctx := g.seat.Commitment, g.seat.Context
	for what, change := range map[string]func(c **layout.Commitment, ctx *sigma.Context, r *layout.Reader){
		"rules":         func(_ **layout.Commitment, ctx *sigma.Context, _ *layout.Reader) { ctx.Rules[0] ^= 1 },
		"match":         func(_ **layout.Commitment, ctx *sigma.Context, _ *layout.Reader) { ctx.Match[0] ^= 1 },
		"seat":          func(_ **layout.Commitment, ctx *sigma.Context, _ *layout.Reader) { ctx.Seat++ },
		"key":           func(_ **layout.Commitment, ctx *sigma.Context, _ *layout.Reader) { ctx.Key[0] ^= 1 },
		"reader's seat": func(_ **layout.Commitment, _ *sigma.Context, r *layout.Reader) { r.Seat++ },
		"reader's key":  func(_ **layout.Commitment, _ *sigma.Context, r *layout.Reader) { r.Key[0] ^= 1 },
		"layout":        func(c **layout.Commitment, _ *sigma.Context, _ *layout.Reader) { *c = other.seat.Commitment },
		"reader's layout": func(_ **layout.Commitment, _ *sigma.Context, r *layout.Reader) {
			r.Commitment = other.partner.Commitment
		},
	} {
		c, ctx, r := c, ctx, g.reader()
		change(&c, &ctx, &r)
		_, err := c.VerifyPeek(ctx, r, peek)
		require.ErrorIs(t, err, sigma.ErrProof, what)
	}
	for i := range peek {
		bad := bytes.Clone(peek)
		bad[i] ^= 1
		_, err := g.verify(bad)
		require.Error(t, err, "byte %d", i)
	}
	for n := range peek {
		_, err := g.verify(peek[:n])
		require.ErrorIs(t, err, group.ErrLength)
	}
	_, err := g.verify(append(bytes.Clone(peek), 0))
	require.ErrorIs(t, err, group.ErrLength)
}

// And directly: whatever differs, the challenge does.
func TestPeekChallengeBindsTheStatement(t *testing.T) {
	g, other := newGlancer("sponge"), newGlancer("other")
	l := g.seat.Secret.Layout
	lie := slices.Clone(l)
	lie[0]++
	r := g.reader()
	seat, key, theirs := r, r, r
	seat.Seat++
	key.Key[0] ^= 1
	theirs.Commitment = other.partner.Commitment
	ctx := g.seat.Context
	ctx.Match[0] ^= 1
	seen := map[[32]byte]string{}
	for what, state := range map[string][32]byte{
		"itself":          g.seat.Commitment.PeekSponge(g.seat.Context, r, l).State(),
		"context":         g.seat.Commitment.PeekSponge(ctx, r, l).State(),
		"types":           g.seat.Commitment.PeekSponge(g.seat.Context, r, lie).State(),
		"reader's seat":   g.seat.Commitment.PeekSponge(g.seat.Context, seat, l).State(),
		"reader's key":    g.seat.Commitment.PeekSponge(g.seat.Context, key, l).State(),
		"reader's layout": g.seat.Commitment.PeekSponge(g.seat.Context, theirs, l).State(),
		"layout":          other.seat.Commitment.PeekSponge(g.seat.Context, r, l).State(),
	} {
		require.NotContains(t, seen, state, "%s and %s", what, seen[state])
		seen[state] = what
	}
}

func FuzzVerifyPeek(f *testing.F) {
	g := newGlancer("fuzz")
	f.Add(g.peek(g.seat.Secret.Layout))
	f.Fuzz(func(t *testing.T, peek []byte) {
		if l, err := g.verify(peek); err == nil {
			require.Equal(t, g.seat.Secret.Layout, l)
		}
	})
}

func BenchmarkPeek(b *testing.B) {
	g := newGlancer("bench")
	peek := g.peek(g.seat.Secret.Layout)
	b.Run("prove", func(b *testing.B) {
		bench(b, len(peek), func() error { g.peek(g.seat.Secret.Layout); return nil })
	})
	b.Run("verify", func(b *testing.B) {
		bench(b, len(peek), func() error { _, err := g.verify(peek); return err })
	})
}
