package statistics

import (
	"bytes"
	"crypto/ed25519"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/protocol/deck"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/chain"
	"github.com/darkjunqi/darkjunqi/protocol/internal/sample"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// A room has parties that hear each record; those who are gone make none.
type room struct {
	t       testing.TB
	terms   Terms
	parties []*Party
	gone    Set
	records [][]byte
}

func newRoom(t testing.TB, terms Terms, n int) *room {
	r := &room{t: t, terms: terms}
	var keys []ed25519.PrivateKey
	for i := range n {
		key := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{byte(i + 1)}, 32))
		keys = append(keys, key)
		r.terms.Parties = append(r.terms.Parties, key.Public().(ed25519.PublicKey))
	}
	for i, key := range keys {
		p, err := NewParty(r.terms, key, sample.Nonces(fmt.Sprint("statistics", i)))
		require.NoError(t, err)
		r.parties = append(r.parties, p)
	}
	return r
}

func (r *room) tell(from int, record []byte, err error) {
	require.NoError(r.t, err)
	r.records = append(r.records, record)
	for i, p := range r.parties {
		if i != from {
			require.NoError(r.t, p.Append(record))
		}
	}
}

func (r *room) proceed() {
	for i := 0; i < len(r.parties); i++ {
		if r.gone.Has(i) {
			continue
		}
		if record, err := r.parties[i].Proceed(); record != nil || err != nil {
			r.tell(i, record, err)
			i = -1
		}
	}
}

func (r *room) give(party int, numbers ...int) {
	record, err := r.parties[party].Give(numbers)
	r.tell(party, record, err)
}

func (r *room) close(party int) {
	record, err := r.parties[party].Close(r.gone)
	r.tell(party, record, err)
}

// A last record is refused, and convicts.
func (r *room) false(k Kind, party int, body []byte, why string) {
	r.t.Helper()
	b, err := Verify(r.terms, r.records)
	require.NoError(r.t, err)
	require.ErrorIs(r.t, b.Append(b.chain.Sign(r.parties[party].key, byte(k), party, body)), ErrFalse, why)
}

func body(raw []byte) []byte {
	return bytes.Clone(raw[chain.HeadSize : len(raw)-ed25519.SignatureSize])
}

var small = Terms{Entries: 2, Min: -3, Max: 2, Quorum: 2}

func TestWeightsReachTheBoundsExactly(t *testing.T) {
	for span := 1; span < 300; span++ {
		w := weights(span)
		sums := map[int]bool{}
		for subset := range 1 << len(w) {
			sum := 0
			for i := range w {
				sum += subset >> i & 1 * w[i]
			}
			sums[sum] = true
		}
		require.Len(t, sums, span+1)
		require.True(t, sums[span])
		for x := range span + 1 {
			sum := new(group.Scalar)
			for i, d := range digits(x, span) {
				sum.MultiplyAdd(d, group.IntScalar(w[i]), sum)
			}
			require.Equal(t, 1, sum.Equal(group.IntScalar(x)))
		}
	}
	require.Len(t, weights(MaxSpan), maxBits)
}

func TestSums(t *testing.T) {
	for name, c := range map[string]struct {
		terms   Terms
		numbers [][]int
		sums    []int
	}{
		"a bit":    {Terms{Entries: 1, Max: 1, Quorum: 2}, [][]int{{0}, {1}}, []int{1}},
		"the most": {Terms{Entries: 2, Max: MaxSpan, Quorum: 3}, [][]int{{MaxSpan, 1024}, {MaxSpan, 0}, {MaxSpan, 0}}, []int{3 * MaxSpan, 1024}},
		"below 0":  {Terms{Entries: 3, Min: -7, Max: -2, Quorum: 2}, [][]int{{-7, -2, -3}, {-7, -2, -6}}, []int{-14, -4, -9}},
		"far away": {Terms{Entries: 1, Min: MaxNumber - 9, Max: MaxNumber, Quorum: 2}, [][]int{{MaxNumber}, {MaxNumber - 9}}, []int{2*MaxNumber - 9}},
	} {
		t.Run(name, func(t *testing.T) {
			n := len(c.numbers)
			r := newRoom(t, c.terms, n)
			r.proceed()
			for party, numbers := range c.numbers {
				r.give(party, numbers...)
			}
			r.close(n - 1)
			r.proceed()
			terms, records, err := ParseFile(MarshalFile(r.terms, r.records))
			require.NoError(t, err)
			require.Equal(t, r.terms, terms)
			b, err := Verify(terms, records)
			require.NoError(t, err)
			require.Equal(t, c.sums, b.Result().Sums)
			require.Equal(t, n, b.Result().Of.Len())
			require.InDelta(t, float64(c.sums[0])/float64(n), b.Result().Mean(0), 1e-9)
		})
	}
}

// Whoever goes away before it has signed the last list stops nothing, whatever it did before.
func TestLostPartiesAreSurvived(t *testing.T) {
	for name, c := range map[string]struct {
		lost   func(r *room)
		of     []int
		sums   []int
		closer int
	}{
		"before its vector": {func(r *room) { r.gone = 1 << 1 }, []int{0, 2, 3}, []int{-2, 4}, 2},
		"before the list":   {func(r *room) { r.give(1, 2, 2); r.gone = 1 << 1 }, []int{0, 2, 3}, []int{-2, 4}, 0},
		"on the list": {func(r *room) {
			r.give(1, 2, 2)
			r.close(0)
			r.gone = 1 << 1
			r.proceed()
			require.EqualValues(r.t, 1<<1, r.parties[0].Missing())
		}, []int{0, 2, 3}, []int{-2, 4}, 3},
		"two, one after the other": {func(r *room) {
			r.give(1, 2, 2)
			r.gone = 1 << 1
			r.close(0)
			r.gone |= 1 << 0
		}, []int{2, 3}, []int{1, 3}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRoom(t, small, 4)
			r.proceed()
			r.give(0, -3, 1)
			r.give(2, 2, 2)
			r.give(3, -1, 1)
			c.lost(r)
			r.close(c.closer)
			r.proceed()
			b, err := Verify(r.terms, r.records)
			require.NoError(t, err)
			require.NotNil(t, b.Result())
			require.Equal(t, c.of, b.Result().Of.Parties())
			require.Equal(t, c.sums, b.Result().Sums)
			require.Zero(t, b.Missing())
		})
	}
}

// After all have signed the list nobody shortens it: the difference would be a vector.
func TestDifferenceOfTwoSums(t *testing.T) {
	r := newRoom(t, small, 3)
	r.proceed()
	for party := range r.parties {
		r.give(party, 1, 1)
	}
	r.close(0)
	record, err := r.parties[1].Proceed()
	r.tell(1, record, err)
	record, err = r.parties[2].Proceed()
	r.tell(2, record, err)
	_, err = r.parties[1].Close(1 << 2)
	require.ErrorIs(t, err, ErrDue)
	list := []byte{0, 3}
	p := r.parties[1]
	list = append(list, release(p.place(Ready), p.missing(3), p.inputs[1], p.random, p.nonces)...)
	r.false(Ready, 1, list, "a shorter list")
	r.proceed()
	require.Equal(t, []int{3, 3}, r.parties[0].Result().Sums)
}

// forge encrypts numbers as their digits say, whatever these are.
func (r *room) forge(party int, b ...[]*group.Scalar) []byte {
	p := r.parties[party]
	body, _ := p.bounds().prove(p.place(Input), slices.Concat(b...), p.nonces)
	return body
}

func TestNumbersOutOfBounds(t *testing.T) {
	r := newRoom(t, small, 2)
	r.proceed()
	zero := digits(0, 5)
	with := func(i, n int) []*group.Scalar {
		d := digits(0, 5)
		d[i] = group.IntScalar(n)
		return d
	}
	require.Len(t, zero, 3) // 1, 2, and 2
	b, err := Verify(r.terms, r.records)
	require.NoError(t, err)
	require.NoError(t, b.Append(b.chain.Sign(r.parties[0].key, byte(Input), 0, r.forge(0, zero, with(0, 1)))), "the control")
	for _, n := range []int{2, -1, 1 << 20} {
		for i := range zero {
			r.false(Input, 0, r.forge(0, zero, with(i, n)), "a digit other than 0 and 1")
			r.false(Input, 0, r.forge(0, with(i, n), zero), "a digit other than 0 and 1")
		}
	}
	for _, bad := range [][]int{{3, 0}, {0, -4}, {1}, {1, 1, 1}} {
		_, err := r.parties[0].Give(bad)
		require.ErrorIs(t, err, ErrNumbers)
	}
}

// Each equation is needed: a body that makes all others true is refused for the one about
// another ciphertext, or another commitment to the digits.
func TestEachEquationIsNeeded(t *testing.T) {
	r := newRoom(t, small, 2)
	r.proceed()
	party := r.parties[0]
	for _, c := range []struct {
		what   string
		change int // which element of the statement; none if negative
	}{{"the control", -1}, {"U of another randomness", 0}, {"V of another number", 1}, {"a commitment to other digits", 4}} {
		x := party.bounds()
		p := &prover{bounds: x, b: append(digits(3, 5), digits(1, 5)...), nonces: party.nonces, sponge: x.sponge(party.place(Input))}
		p.r, p.t = p.draw("s", x.entries), p.draw("t", 1)[0]
		for e, r := range p.r {
			p.encrypt(r, x.number(p.b, e))
		}
		p.put(commit(p.b, p.t))
		if c.change >= 0 {
			at := p.body[c.change*group.ElementSize:][:group.ElementSize]
			e, err := group.DecodeElement(at)
			require.NoError(t, err)
			copy(at, e.Add(e, group.B().Element()).Bytes())
			r.false(Input, 0, p.finish(), c.what)
			continue
		}
		b, err := Verify(r.terms, r.records)
		require.NoError(t, err)
		require.NoError(t, b.Append(b.chain.Sign(party.key, byte(Input), 0, p.finish())), c.what)
	}
}

// A vector counts once, for the party that made it, in its session.
func TestCopiedVectors(t *testing.T) {
	r := newRoom(t, small, 3)
	r.proceed()
	r.give(0, 1, 2)
	copied := body(r.records[3])
	r.false(Input, 1, copied, "of another party")
	r.false(Input, 0, copied, "twice")
	r.false(Input, 0, r.forge(0, digits(1, 5), digits(1, 5)), "a second vector")
	other := small
	other.Session[0] = 1
	later := newRoom(t, other, 3)
	later.proceed()
	later.false(Input, 0, copied, "of another session")
	b, err := NewBoard(later.terms)
	require.NoError(t, err)
	require.ErrorIs(t, b.Append(r.records[0]), ErrRecord, "a key of another session")
}

// Each equation of the proof of bounds is needed: a bit that changes anywhere is noticed.
func TestChangedBytesAreRefused(t *testing.T) {
	r := newRoom(t, small, 3)
	r.proceed()
	try := func(k Kind, party int, good []byte) {
		t.Helper()
		for i := 0; i < len(good); i += 11 {
			bad := bytes.Clone(good)
			bad[i] ^= 1
			r.false(k, party, bad, fmt.Sprint("byte ", i))
		}
		r.false(k, party, good[:len(good)-1], "too short")
		r.false(k, party, append(good, 0), "too long")
	}
	for party := range 3 {
		record, err := r.parties[party].Give([]int{1, 2})
		require.NoError(t, err)
		if party == 0 {
			try(Input, 0, body(record))
		}
		r.records = append(r.records, record)
		for i, p := range r.parties {
			if i != party {
				require.NoError(t, p.Append(record))
			}
		}
	}
	r.gone = 1 << 2
	record, err := r.parties[0].Close(r.gone)
	require.NoError(t, err)
	try(Ready, 0, body(record))
	r.records = append(r.records, record)
	require.NoError(t, r.parties[1].Append(record))
	record, err = r.parties[1].Proceed()
	r.records = append(r.records, record)
	require.NoError(t, err)
	require.NoError(t, r.parties[0].Append(record))
	record, err = r.parties[0].Proceed()
	require.NoError(t, err)
	try(Share, 0, body(record))
}

// What is taken from a ciphertext is by its own randomness.
func TestFalseReleases(t *testing.T) {
	r := newRoom(t, small, 3)
	r.proceed()
	for party := range 3 {
		r.give(party, 1, 2)
	}
	p := r.parties[0]
	list := []byte{0, 3}
	at, missing, v := p.place(Ready), p.missing(3), p.inputs[0]
	wrong := []*group.Scalar{p.random[1], p.random[0]}
	r.false(Ready, 0, slices.Concat(list, release(at, missing, v, wrong, p.nonces)), "of the other entry")
	r.false(Ready, 0, slices.Concat(list, release(at, p.missing(1), v, p.random, p.nonces)), "for another list")
	good := release(at, missing, v, p.random, p.nonces)
	swapped := slices.Concat(list, good[32:64], good[:32], good[64:])
	r.false(Ready, 0, swapped, "swapped")
	r.false(Ready, 0, slices.Concat([]byte{0, 7}, good), "for nobody who is missing")
	r.false(Ready, 0, append(list, good[:10]...), "a part of one")
	other := r.parties[2]
	without := release(other.place(Ready), other.missing(3), other.inputs[2], other.random, other.nonces)
	r.false(Ready, 2, slices.Concat(list, without), "for a list without its maker")
	r.tell(0, p.chain.Sign(p.key, byte(Ready), 0, slices.Concat(list, good)), p.Append(p.chain.Sign(p.key, byte(Ready), 0, slices.Concat(list, good))))
}

func TestOrderOfRecords(t *testing.T) {
	r := newRoom(t, small, 3)
	r.false(Key, 1, body(mustProve(r, 1)), "a key before its turn")
	r.false(Key, 0, body(mustProve(r, 1)), "a key of another party")
	r.false(Input, 0, nil, "a vector before the keys")
	r.proceed()
	r.false(Ready, 0, []byte{0, 1}, "a list of those who gave nothing")
	r.give(0, 1, 1)
	_, err := r.parties[0].Close(0)
	require.ErrorIs(t, err, ErrDue, "fewer than the quorum")
	r.false(Ready, 0, []byte{0, 1}, "fewer than the quorum")
	r.false(Share, 0, make([]byte, deck.DealSize(2)), "nothing is opened before the list")
	r.give(1, 1, 1)
	r.false(Ready, 0, []byte{0, 7}, "a list of those who gave nothing")
	r.false(Ready, 2, []byte{0, 3}, "a list without its maker")
	r.false(Ready, 0, []byte{0}, "no list")
	r.false(4, 0, nil, "no such kind")
	early := newRoom(t, small, 3)
	early.proceed()
	early.give(0, 1, 1)
	early.give(1, 1, 1)
	early.close(0)
	early.false(Input, 2, early.forge(2, digits(0, 5), digits(0, 5)), "after the list")
	r.give(2, 1, 1)
	r.close(0)
	r.false(Ready, 0, []byte{0, 7}, "twice")
	deal := r.parties[0].secret.Deal(r.parties[0].place(Share), r.parties[0].sum(), r.parties[0].nonces)
	r.false(Share, 0, deal, "before all have signed the list")
	r.proceed()
	r.false(Ready, 0, []byte{0, 7}, "after the end")
}

func mustProve(r *room, party int) []byte {
	p := r.parties[party]
	return p.chain.Sign(p.key, byte(Key), party, p.secret.Prove(p.place(Key).Context, p.nonces))
}

func TestTermsThatCannotBe(t *testing.T) {
	good := newRoom(t, small, 2).terms
	for why, change := range map[string]func(*Terms){
		"no entries": func(t *Terms) { t.Entries = 0 }, "too many": func(t *Terms) { t.Entries = MaxEntries + 1 },
		"no span": func(t *Terms) { t.Max = t.Min }, "too far apart": func(t *Terms) { t.Max = t.Min + MaxSpan + 1 },
		"too low":    func(t *Terms) { t.Min, t.Max = -MaxNumber-1, -MaxNumber },
		"too high":   func(t *Terms) { t.Min, t.Max = MaxNumber, MaxNumber+1 },
		"one vector": func(t *Terms) { t.Quorum = 1 }, "more than there are": func(t *Terms) { t.Quorum = 3 },
		"the same twice": func(t *Terms) { t.Parties = append(t.Parties, t.Parties[0]) },
		"too many parties": func(terms *Terms) {
			*terms = newRoomTerms(17)
		},
	} {
		terms := good
		terms.Parties = slices.Clone(good.Parties)
		change(&terms)
		_, err := NewBoard(terms)
		require.ErrorIs(t, err, ErrTerms, why)
	}
	_, err := NewParty(good, ed25519.NewKeyFromSeed(make([]byte, 32)), sigma.Nonces{})
	require.ErrorIs(t, err, ErrTerms)
	_, _, err = ParseFile(nil)
	require.ErrorIs(t, err, ErrForeign)
	for _, size := range []int{0, 41, 42 + 31} {
		_, _, err = ParseFile(chain.MarshalFile(Magic, make([]byte, size), nil))
		require.ErrorIs(t, err, ErrTerms)
	}
	require.Equal(t, "[secret]", fmt.Sprint(newRoom(t, small, 2).parties[0]))
}

func newRoomTerms(n int) Terms {
	terms := small
	for i := range n {
		key := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{byte(i + 1)}, 32))
		terms.Parties = append(terms.Parties, key.Public().(ed25519.PublicKey))
	}
	return terms
}

func TestTwice(t *testing.T) {
	r := newRoom(t, small, 2)
	c := r.parties[1].chain
	one, two := c.Sign(r.parties[1].key, 0, 1, nil), c.Sign(r.parties[1].key, 1, 1, nil)
	party, convicted := Twice(r.terms, r.terms.ID(), one, two)
	require.True(t, convicted)
	require.Equal(t, 1, party)
	_, convicted = Twice(Terms{}, r.terms.ID(), one, two)
	require.False(t, convicted)
}

// Nothing that a party signs makes a board panic.
func FuzzAppend(f *testing.F) {
	r := newRoom(f, small, 3)
	r.proceed()
	for party := range 3 {
		r.give(party, 1, 2)
	}
	r.gone = 1 << 2
	r.close(0)
	r.proceed()
	for i, record := range r.records {
		f.Add(byte(i), record[0], record[1], body(record))
	}
	f.Fuzz(func(t *testing.T, n, kind, party byte, body []byte) {
		b, err := Verify(r.terms, r.records[:int(n)%(len(r.records)+1)])
		require.NoError(t, err)
		_ = b.Append(b.chain.Sign(r.parties[party%3].key, kind, int(party%3), body))
	})
}

// Six vectors of 16 numbers of 10 bits; verified by a stranger.
func BenchmarkVerify(b *testing.B) {
	r := newRoom(b, Terms{Entries: 16, Min: 0, Max: 1023, Quorum: 2}, 6)
	r.proceed()
	for party := range r.parties {
		r.give(party, make([]int, 16)...)
	}
	r.close(0)
	r.proceed()
	for b.Loop() {
		_, err := Verify(r.terms, r.records)
		require.NoError(b, err)
	}
	b.ReportMetric(float64(len(MarshalFile(r.terms, r.records))), "bytes")
	b.ReportMetric(float64(r.parties[0].bounds().size()), "bytes/vector")
}

func BenchmarkGive(b *testing.B) {
	r := newRoom(b, Terms{Entries: 16, Min: 0, Max: 1023, Quorum: 2}, 6)
	r.proceed()
	p := r.parties[0]
	d := make([]*group.Scalar, 160)
	for i := range d {
		d[i] = group.SmallScalar(uint8(i & 1))
	}
	for b.Loop() {
		p.bounds().prove(p.place(Input), d, p.nonces)
	}
}
