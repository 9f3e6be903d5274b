package deck

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/bound"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

func sprint(x any) string   { return fmt.Sprintf("%v %+v %#v", x, x, x) }
func hexOf(b []byte) string { return hex.EncodeToString(b) }
func plus(b *group.Base, e *group.Element) *group.Base {
	return group.NewBase(new(group.Element).Add(b.Element(), e))
}

// word adds 1 to a scalar of a body, counted from its end.
func word(body []byte, fromEnd int) []byte {
	at := body[len(body)-32*fromEnd:][:32]
	x, err := group.DecodeScalar(at)
	if err != nil {
		panic(err)
	}
	copy(at, x.Add(x, group.SmallScalar(1)).Bytes())
	return body
}

// checks says which of the five checks of a body fail, each by itself.
func checks(t *testing.T, d *Deck, at sigma.Place, joint *group.Base, body []byte) (failed string) {
	p, s, err := d.read(at, joint, body)
	require.NoError(t, err)
	if !p.product() {
		failed += "P"
	}
	for _, c := range []struct {
		name string
		add  func(*sigma.Sum)
	}{
		{"F", p.factors},
		{"X", p.steps},
		{"U", func(sum *sigma.Sum) { p.parts(sum, d, p.qu, group.B(), Card.u) }},
		{"V", func(sum *sigma.Sum) { p.parts(sum, d, p.qv, joint, Card.v) }},
	} {
		var b sigma.Batch
		c.add(b.Claim(bound.ByCaller(), s, p.responses).Sum())
		if b.Verify() != nil {
			failed += c.name
		}
	}
	return failed
}

// Each forgery passes all checks but one, and is refused for that one: none can go.
func TestEveryCheckIsNeeded(t *testing.T) {
	b := newTable(t, 2, distinct(5))
	d, at := b.first, placeOf(0)
	r := make([]*group.Scalar, d.Len())
	for i := range r {
		r[i] = nonces(3).Scalar("r", uint32(i), [32]byte{})
	}
	pi := permutation{3, 0, 4, 1, 2}
	forged := func(pi permutation, change func([]Card)) []byte {
		after := d.permuted(b.joint, pi, r)
		change(after)
		return d.prove(at, b.joint, &shuffled{pi, r, after, pi.scalars}, nonces(0))
	}
	// The first shuffler knows all tokens, and can solve the sums of the cards for the last
	// of the permuted t, whatever it did to the cards.
	solved := func(pi permutation) []byte {
		return d.prove(at, b.joint, &shuffled{pi, r, d.permuted(b.joint, pi, r), func(t []*group.Scalar) []*group.Scalar {
			out := pi.scalars(t)
			last, rest := len(pi)-1, new(group.Scalar)
			for i := range t {
				rest.MultiplyAdd(t[i], group.IntScalar(i+1), rest)
				if i < last {
					rest.Subtract(rest, new(group.Scalar).Multiply(out[i], pi.number(i)))
				}
			}
			out[last].Multiply(rest, new(group.Scalar).Invert(pi.number(last)))
			return out
		}}, nonces(0))
	}
	honest := func([]Card) {}
	one := group.B().Element()
	accepts := func(body []byte) error {
		return verified(body, func(body []byte, batch *sigma.Batch) error {
			_, err := d.CheckShuffle(at, b.joint, body, batch)
			return err
		})
	}
	require.NoError(t, accepts(forged(pi, honest)))
	require.Empty(t, checks(t, d, at, b.joint, forged(pi, honest)))
	for _, c := range []struct {
		name, fails string
		body        []byte
	}{
		{"a card twice, another dropped", "P", solved(permutation{3, 0, 4, 1, 1})},
		{"one card in all places", "P", solved(permutation{2, 2, 2, 2, 2})},
		{"a card twice, without solving", "PV", forged(permutation{3, 0, 4, 1, 1}, honest)},
		{"factors that the commitment does not hold", "F", word(forged(pi, honest), d.Len()+1)},
		{"steps that the commitment does not hold", "X", word(forged(pi, honest), 1)},
		{"another token", "V", forged(pi, func(a []Card) { a[2].V = plus(a[2].V, one) })},
		{"two other tokens of the same sum", "V", forged(pi, func(a []Card) {
			a[0].V, a[1].V = plus(a[0].V, one), plus(a[1].V, new(group.Element).Negate(one))
		})},
		{"a U that is not that of its V", "U", forged(pi, func(a []Card) { a[1].U = plus(a[1].U, one) })},
		{"a card opened for all", "UV", forged(pi, func(a []Card) { a[0] = d.Card(3) })},
		{"two cards exchanged after the proof chose π", "UV", forged(pi, func(a []Card) { a[0], a[1] = a[1], a[0] })},
		{"foreign randomness in U and V", "UV", forged(pi, func(a []Card) {
			a[4] = Card{plus(a[4].U, one), plus(a[4].V, b.joint.Element())}
		})},
	} {
		require.Equal(t, c.fails, checks(t, d, at, b.joint, c.body), c.name)
		require.ErrorIs(t, accepts(c.body), sigma.ErrProof, c.name)
	}
}

// Every word of a body, changed in any of these ways, is refused.
func TestChangedShuffle(t *testing.T) {
	q := []byte{0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14, 31: 0x10}
	for _, m := range []int{1, 2, 3} {
		b := newTable(t, 2, distinct(m))
		at := placeOf(0)
		body := b.first.Shuffle(at, b.joint, nonces(0))
		check := func(body []byte, batch *sigma.Batch) error {
			_, err := b.first.CheckShuffle(at, b.joint, body, batch)
			return err
		}
		require.NoError(t, verified(body, check))
		for i := 0; i < len(body); i += 32 {
			old := [32]byte(body[i:][:32])
			put := [][]byte{make([]byte, 32), body[(i+32)%len(body):][:32], body[(i+64)%len(body):][:32]}
			if x, err := group.DecodeScalar(old[:]); err == nil && i >= cardSize*m+32*firsts {
				carry, big := 0, make([]byte, 32) // the same number, not canonical
				for j := range big {
					carry += int(old[j]) + int(q[j])
					big[j], carry = byte(carry), carry>>8
				}
				put = append(put, big, new(group.Scalar).Negate(x).Bytes(), new(group.Scalar).Add(x, x).Bytes())
			} else if e, err := group.DecodeElement(old[:]); err == nil {
				put = append(put, new(group.Element).Negate(e).Bytes(), new(group.Element).Double(e).Bytes(),
					new(group.Element).Add(e, group.B().Element()).Bytes(), new(group.Element).Add(e, group.H().Element()).Bytes())
			}
			for n, p := range put {
				if [32]byte(p) == old {
					continue
				}
				changed := append([]byte(nil), body...)
				copy(changed[i:], p)
				require.Error(t, verified(changed, check), "%d cards, word %d, change %d", m, i/32, n)
			}
		}
	}
}

// What is too short or too long, or holds bytes that encode nothing, is refused.
func TestMalformedIsRefused(t *testing.T) {
	b := newTable(t, 2, distinct(3))
	at := placeOf(0)
	card := b.shuffled(t).Card(0)
	rest := card.Without(b.keys[0].share(card))
	face, err := b.keys[1].Face(func(uint8) sigma.Place { return at }, rest, b.first.Tokens(), nonces(1))
	require.NoError(t, err)
	for name, c := range map[string]struct {
		body     []byte
		elements int // at its beginning
		check    func([]byte, *sigma.Batch) error
	}{
		"shuffle": {b.first.Shuffle(at, b.joint, nonces(0)), 2*3 + firsts, func(body []byte, batch *sigma.Batch) error {
			_, err := b.first.CheckShuffle(at, b.joint, body, batch)
			return err
		}},
		"key": {b.keys[0].Prove(at.Context, nonces(0)), 1, func(body []byte, batch *sigma.Batch) error {
			_, err := CheckKey(at.Context, body, batch)
			return err
		}},
		"share": {b.keys[0].Share(at, card, nonces(0)), 1, func(body []byte, batch *sigma.Batch) error {
			_, err := CheckShare(at, b.ys[0], card, body, batch)
			return err
		}},
		"face": {face, 0, func(body []byte, batch *sigma.Batch) error {
			_, err := CheckFace(at, b.ys[1], rest, b.first.Tokens(), body, batch)
			return err
		}},
		"deal": {b.keys[0].Deal(at, []Card{card, rest}, nonces(0)), 2, func(body []byte, batch *sigma.Batch) error {
			_, err := CheckDeal(at, b.ys[0], []Card{card, rest}, body, batch)
			return err
		}},
	} {
		require.NoError(t, verified(c.body, c.check), name)
		for n := range c.body {
			require.ErrorIs(t, verified(c.body[:n], c.check), group.ErrLength, "%s, %d bytes", name, n)
		}
		require.ErrorIs(t, verified(append(bytes.Clone(c.body), 0), c.check), group.ErrLength, name)
		for i := range c.elements {
			require.ErrorIs(t, verified(slices.Concat(c.body[:32*i], bytes.Repeat([]byte{255}, 32), c.body[32*i+32:]), c.check), group.ErrElement, "%s, element %d", name, i)
		}
	}
}

// elsewhere lists places that differ from at in one thing.
func elsewhere(at sigma.Place) (out []sigma.Place) {
	for _, change := range []func(*sigma.Place){
		func(p *sigma.Place) { p.Rules[0]++ }, func(p *sigma.Place) { p.Match[0]++ },
		func(p *sigma.Place) { p.Seat++ }, func(p *sigma.Place) { p.Key[0]++ },
		func(p *sigma.Place) { p.Prev[0]++ }, func(p *sigma.Place) { p.Body = []byte{24} },
		func(p *sigma.Place) { p.Index++ },
	} {
		p := at
		change(&p)
		out = append(out, p)
	}
	return out
}

// What a seat proved holds at its place only, and for its statement only.
func TestProofsElsewhere(t *testing.T) {
	b := newTable(t, 2, distinct(3))
	at := placeOf(0)
	body := b.first.Shuffle(at, b.joint, nonces(0))
	shuffle := func(d *Deck, at sigma.Place, joint *group.Base) error {
		return verified(body, func(body []byte, batch *sigma.Batch) error {
			_, err := d.CheckShuffle(at, joint, body, batch)
			return err
		})
	}
	require.NoError(t, shuffle(b.first, at, b.joint))
	require.ErrorIs(t, shuffle(b.first, at, b.ys[0]), sigma.ErrProof)
	other, err := New([]uint8{0, 1, 3})
	require.NoError(t, err)
	require.ErrorIs(t, shuffle(other, at, b.joint), sigma.ErrProof)

	d := b.shuffled(t)
	card := d.Card(0)
	rest := card.Without(b.keys[0].share(card))
	share := b.keys[0].Share(at, card, nonces(0))
	face, err := b.keys[1].Face(func(uint8) sigma.Place { return at }, rest, d.Tokens(), nonces(1))
	require.NoError(t, err)
	cards := []Card{d.Card(0), d.Card(1)}
	deal := b.keys[0].Deal(at, cards, nonces(0))
	key := b.keys[0].Prove(at.Context, nonces(0))

	shares := func(at sigma.Place, y *group.Base, c Card) error {
		return verified(share, func(body []byte, batch *sigma.Batch) error {
			_, err := CheckShare(at, y, c, body, batch)
			return err
		})
	}
	faces := func(at sigma.Place, y *group.Base, rest Card, tokens []uint8) error {
		return verified(face, func(body []byte, batch *sigma.Batch) error {
			_, err := CheckFace(at, y, rest, tokens, body, batch)
			return err
		})
	}
	deals := func(at sigma.Place, y *group.Base, cards []Card) error {
		return verified(deal, func(body []byte, batch *sigma.Batch) error {
			_, err := CheckDeal(at, y, cards, body, batch)
			return err
		})
	}
	keys := func(ctx sigma.Context) error {
		return verified(key, func(body []byte, batch *sigma.Batch) error {
			_, err := CheckKey(ctx, body, batch)
			return err
		})
	}
	require.NoError(t, shares(at, b.ys[0], card))
	require.NoError(t, faces(at, b.ys[1], rest, d.Tokens()))
	require.NoError(t, deals(at, b.ys[0], cards))
	require.NoError(t, keys(at.Context))
	for i, p := range elsewhere(at) {
		require.ErrorIs(t, shuffle(b.first, p, b.joint), sigma.ErrProof, "place %d", i)
		require.ErrorIs(t, shares(p, b.ys[0], card), sigma.ErrProof, "place %d", i)
		require.ErrorIs(t, faces(p, b.ys[1], rest, d.Tokens()), sigma.ErrProof, "place %d", i)
		require.ErrorIs(t, deals(p, b.ys[0], cards), sigma.ErrProof, "place %d", i)
		if i < 4 {
			require.ErrorIs(t, keys(p.Context), sigma.ErrProof, "place %d", i)
		}
	}
	require.ErrorIs(t, shares(at, b.ys[1], card), sigma.ErrProof)
	require.ErrorIs(t, shares(at, b.ys[0], d.Card(1)), sigma.ErrProof)
	require.ErrorIs(t, faces(at, b.ys[0], rest, d.Tokens()), sigma.ErrProof)
	require.ErrorIs(t, faces(at, b.ys[1], card, d.Tokens()), sigma.ErrProof, "a share left out")
	require.ErrorIs(t, faces(at, b.ys[1], rest, []uint8{9}), ErrToken)
	require.ErrorIs(t, deals(at, b.ys[0], []Card{cards[1], cards[0]}), sigma.ErrProof)
	_, err = b.keys[1].Token(card, d.Tokens())
	require.ErrorIs(t, err, ErrToken)
}

// A liar's own program proves each other token, or a share or key that is not its own.
func TestLies(t *testing.T) {
	b := newTable(t, 2, distinct(50))
	d, at := b.first, placeOf(1)
	rest := Card{d.Card(4).U, d.Card(4).V}
	rest.U, rest.V = plus(rest.U, group.B().Element()), plus(rest.V, b.ys[1].Element())
	every := make([]uint8, 256)
	for i := range every {
		every[i] = uint8(i)
		k := b.keys[1]
		body := append([]byte{uint8(i)}, k.prove(holds(k.y, rest, uint8(i)), faceSponge(at, k.y, rest, uint8(i)), faceKind, nonces(1))...)
		err := verified(body, func(body []byte, batch *sigma.Batch) error {
			_, err := CheckFace(at, k.y, rest, every[:i+1], body, batch)
			return err
		})
		if i == 4 {
			require.NoError(t, err)
		} else {
			require.ErrorIs(t, err, sigma.ErrProof)
		}
	}

	liar := b.keys[0]
	for _, lie := range []*group.Base{rest.V, b.keys[1].share(rest), plus(liar.share(rest), group.B().Element())} {
		body := append(encode(lie), liar.prove(multiple(liar.y, rest.U, lie), shareSponge(at, liar.y, rest, lie), shareKind, nonces(0))...)
		require.ErrorIs(t, verified(body, func(body []byte, batch *sigma.Batch) error {
			_, err := CheckShare(at, liar.y, rest, body, batch)
			return err
		}), sigma.ErrProof)
	}

	// One false share among several that are dealt, and two that cancel.
	cards := []Card{rest, {plus(rest.U, rest.U.Element()), rest.V}}
	for _, move := range [][2]int{{1, 0}, {1, -1}} {
		var shares []*group.Base
		for i, c := range cards {
			shares = append(shares, plus(liar.share(c), group.B().Mult(group.IntScalar(move[i]))))
		}
		l, s := dealt(at, liar.y, cards, shares)
		body := append(encode(shares...), liar.prove(l, s, dealKind, nonces(0))...)
		require.ErrorIs(t, verified(body, func(body []byte, batch *sigma.Batch) error {
			_, err := CheckDeal(at, liar.y, cards, body, batch)
			return err
		}), sigma.ErrProof)
	}

	// A rogue key, which makes the joint key one that the liar knows.
	rogue := plus(group.NewBase(new(group.Element).Negate(b.ys[1].Element())), liar.y.Element())
	s := at.Context.Sponge(keyKind)
	absorb(s, rogue)
	body := append(encode(rogue), liar.prove(known(rogue), s, keyKind, nonces(0))...)
	require.ErrorIs(t, verified(body, func(body []byte, batch *sigma.Batch) error {
		_, err := CheckKey(at.Context, body, batch)
		return err
	}), sigma.ErrProof)
	zero := keyOf(group.NewScalar())
	require.ErrorIs(t, verified(zero.Prove(at.Context, nonces(0)), func(body []byte, batch *sigma.Batch) error {
		_, err := CheckKey(at.Context, body, batch)
		return err
	}), ErrZeroKey)
}
