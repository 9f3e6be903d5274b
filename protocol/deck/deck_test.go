package deck

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// A table is some seats with their keys, and tokens.
type table struct {
	keys  []*Key
	ys    []*group.Base
	joint *group.Base
	first *Deck
}

func nonces(seat int) sigma.Nonces { return sigma.Nonces{Key: [32]byte{1, byte(seat)}} }

func placeOf(seat int) sigma.Place {
	return sigma.Place{
		Context: sigma.Context{Match: [32]byte{7}, Seat: engine.Seat(seat), Key: [32]byte{8, byte(seat)}},
		Prev:    [32]byte{9, byte(seat)}, Body: []byte{23},
	}
}

func newTable(t testing.TB, seats int, tokens []uint8) *table {
	first, err := New(tokens)
	require.NoError(t, err)
	b := &table{first: first}
	for s := range seats {
		b.keys = append(b.keys, NewKey([32]byte{7}, nonces(s)))
		b.ys = append(b.ys, b.keys[s].Public())
	}
	b.joint = Joint(b.ys...)
	return b
}

// distinct returns the tokens 0 … m-1.
func distinct(m int) []uint8 {
	out := make([]uint8, m)
	for i := range out {
		out[i] = uint8(i)
	}
	return out
}

// shuffled returns the deck after one shuffle of each seat.
func (b *table) shuffled(t testing.TB) *Deck {
	d := b.first
	var batch sigma.Batch
	for s := range b.keys {
		body := d.Shuffle(placeOf(s), b.joint, nonces(s))
		var err error
		d, err = d.CheckShuffle(placeOf(s), b.joint, body, &batch)
		require.NoError(t, err)
	}
	require.NoError(t, batch.Verify())
	return d
}

// opened opens all cards with proofs; the last seat sees each first.
func (b *table) opened(t testing.TB, d *Deck) (out []uint8) {
	var batch sigma.Batch
	last := len(b.keys) - 1
	for i := range d.Len() {
		var shares []*group.Base
		for s := range last {
			share, err := CheckShare(placeOf(s), b.ys[s], d.Card(i), b.keys[s].Share(placeOf(s), d.Card(i), nonces(s)), &batch)
			require.NoError(t, err)
			shares = append(shares, share)
		}
		rest := d.Card(i).Without(shares...)
		body, err := b.keys[last].Face(func(uint8) sigma.Place { return placeOf(last) }, rest, d.Tokens(), nonces(last))
		require.NoError(t, err)
		token, err := CheckFace(placeOf(last), b.ys[last], rest, d.Tokens(), body, &batch)
		require.NoError(t, err)
		out = append(out, token)
	}
	require.NoError(t, batch.Verify())
	return out
}

func TestShuffledDeckHoldsTheSameTokens(t *testing.T) {
	for _, c := range []struct {
		seats  int
		tokens []uint8
	}{
		{2, []uint8{3}}, {2, []uint8{255, 0}}, {3, []uint8{5, 5, 5, 1}}, {1, distinct(4)}, {4, distinct(50)},
	} {
		b := newTable(t, c.seats, c.tokens)
		out := b.opened(t, b.shuffled(t))
		if len(out) > 4 {
			require.NotEqual(t, b.first.Tokens(), out)
		}
		slices.Sort(out)
		require.Equal(t, b.first.Tokens(), out)
	}
}

func TestLargestDeck(t *testing.T) {
	b := newTable(t, 1, distinct(group.MaxCards))
	d := b.shuffled(t)
	token, err := b.keys[0].Token(d.Card(group.MaxCards-1), d.Tokens())
	require.NoError(t, err)
	require.Less(t, int(token), group.MaxCards)
	_, err = New(distinct(group.MaxCards + 1))
	require.ErrorIs(t, err, ErrCards)
	_, err = New(nil)
	require.ErrorIs(t, err, ErrCards)
}

// The same place and nonces give the same bytes, another place quite others: two
// challenges never meet one blinder.
func TestShuffleAgain(t *testing.T) {
	b := newTable(t, 2, distinct(3))
	once := b.first.Shuffle(placeOf(0), b.joint, nonces(0))
	require.Equal(t, once, b.first.Shuffle(placeOf(0), b.joint, nonces(0)))
	elsewhere := placeOf(0)
	elsewhere.Prev[31]++
	other := b.first.Shuffle(elsewhere, b.joint, nonces(0))
	for i := 0; i < len(once); i += 32 {
		require.NotEqual(t, once[i:][:32], other[i:][:32], "word %d", i/32)
	}
}

func TestRankIsAPermutation(t *testing.T) {
	key := func(low, high byte) (k [16]byte) {
		k[0], k[15] = low, high
		return k
	}
	require.Equal(t, permutation{2, 0, 3, 1}, rank([][16]byte{key(9, 1), key(255, 0), key(0, 2), key(8, 1)}))
	require.Equal(t, permutation{0, 1, 2}, rank(make([][16]byte, 3)), "equal keys go by their number")
	// All six permutations of three keys come about equally often.
	counts := map[string]int{}
	for i := range 3000 {
		var keys [][16]byte
		for j := range uint32(3) {
			keys = append(keys, [16]byte(nonces(i&255).Scalar("test", j, [32]byte{byte(i >> 8)}).Bytes()[:16]))
		}
		p := rank(keys)
		counts[string([]byte{byte(p[0]), byte(p[1]), byte(p[2])})]++
	}
	require.Len(t, counts, 6)
	for _, n := range counts {
		require.InDelta(t, 500, n, 120)
	}
}

func TestKeyIsNotPrinted(t *testing.T) {
	k := NewKey([32]byte{1}, nonces(0))
	require.NotContains(t, string(bytes.ToLower([]byte(sprint(k)))), hexOf(k.k.Bytes()))
}
