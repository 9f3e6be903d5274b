package conformance_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// Section 22.8, told again from the page: layouts that are drawn by lot.

func (m *match) beginLots() {
	c := &m.cards
	c.joint, c.lots = zero(), nil
	for _, y := range c.y {
		c.joint = sum(c.joint, y)
	}
	var first []ciphertext
	for j, t := range m.rules.Types {
		for range t.Count {
			first = append(first, ciphertext{zero(), times(small(j+1), base())})
		}
	}
	for range m.rules.seats {
		c.lots = append(c.lots, first)
	}
}

func (m *match) shuffleLots(r record) {
	n := m.rules.seats
	demand(len(r.body)%n == 0, "length")
	part, lots := len(r.body)/n, slices.Clone(m.cards.lots)
	for i := range lots {
		at := m.placeOf(r, 0)
		at.index = i
		lots[i] = verifyShuffle(at, m.cards.joint, lots[i], r.body[part*i:][:part])
	}
	m.cards.lots, m.cards.rest = lots, slices.Clone(lots)
}

func (m *match) takeLots(r record) {
	in, y := &reader{r.body}, m.cards.y[r.seat]
	var cards []ciphertext
	for seat, lots := range m.cards.lots {
		if seat != r.seat {
			cards = append(cards, lots...)
		}
	}
	var shares []*element
	for range cards {
		shares = append(shares, in.element())
	}
	s := m.placeOf(r, 0).sponge("darkjunqi/v1/proof/deal")
	s.absorb(y, le32(len(cards)))
	for i, card := range cards {
		s.absorb(card.u, card.v, shares[i])
	}
	var us, ds total
	for i, card := range cards {
		w := s.challenge()
		us.add(w, card.u)
		ds.add(w, shares[i])
	}
	verifyLinear(s, 1, knownLog(y, []term{{us.sum(), map[int]int{0: 1}}, {ds.sum(), map[int]int{one: -1}}}), in.b)
	rest := slices.Clone(m.cards.rest)
	for seat := range rest {
		if seat == r.seat {
			continue
		}
		rest[seat] = slices.Clone(rest[seat])
		for i := range rest[seat] {
			rest[seat][i].v, shares = minus(rest[seat][i].v, shares[0]), shares[1:]
		}
	}
	m.cards.rest = rest
}

func (m *match) takeDrawn(r record) {
	_, sent := m.rules.heldAndSent()
	lot := 32 * (2*len(sent) + 3)
	demand(len(r.body) > lot, "length")
	cut := len(r.body) - lot
	l := verifyLayout(m.context(r.seat), m.rules, r.body[:cut])
	lotOf(m.placeOf(r, 0), m.cards.y[r.seat], l, sent, m.cards.rest[r.seat]).verify(r.body[cut:])
	m.layouts[r.seat] = l
	if len(m.layouts) == m.rules.seats {
		m.game = startGame(m.rules, m.firstMover())
	}
}

// lot is the proof of 22.8.
type lot struct {
	s         *sponge
	delta     *scalar
	known, us *element
	x         map[int]*element // by types sent
	equations [][]term
}

func lotOf(at place, y *element, l *commitment, sent []int, rest []ciphertext) *lot {
	t := &lot{s: at.sponge("darkjunqi/v1/proof/lot"), x: map[int]*element{}}
	t.s.absorb(y, l.digest)
	for _, card := range rest {
		t.s.absorb(card.u, card.v)
	}
	t.delta = t.s.challenge()
	// The last type is every piece's implied one.
	last := len(l.rules.Types) - 1
	var known, us, ofKeys total
	for p, card := range rest {
		d := powerOf(t.delta, p+1)
		known.add(d, minus(card.v, times(small(last+1), base())))
		us.add(d, card.u)
		ofKeys.add(d, l.y[p])
		for _, j := range sent {
			known.add(mul(d, small(last-j)), l.e[p][j].v) // -(j - last)
		}
	}
	t.known, t.us = known.sum(), us.sum()
	for _, j := range sent {
		t.x[j] = times(small(last-j), ofKeys.sum())
	}
	t.equations = knownLog(y)
	all := []term{{t.known, map[int]int{one: -1}}, {t.us, map[int]int{0: 1}}}
	for i, j := range sent {
		t.equations = append(t.equations, []term{{base(), map[int]int{1 + i: 1}}, {l.u[j], map[int]int{one: -1}}})
		all = append(all, term{t.x[j], map[int]int{1 + i: 1}})
	}
	t.equations = append(t.equations, all)
	return t
}

func (t *lot) verify(proof []byte) { verifyLinear(t.s, len(t.equations)-1, t.equations, proof) }

// A match whose layouts were drawn is sound by the page alone, and false where a byte of the draw is
// changed.
func TestDrawnMatchAlone(t *testing.T) {
	played := playDeck(t, "drawn", 6)
	m := newMatch()
	for _, raw := range played.Records() {
		r := parseRecord(raw)
		if m.id != nil && m.game == nil && r.kind != kindCommit {
			for i := len(r.body) - 1; i >= 0; i -= 1 + len(r.body)/5 {
				changed := r
				changed.body = slices.Clone(r.body)
				changed.body[i] ^= 1
				before := *m
				before.cards.y, before.cards.nonces = maps.Clone(m.cards.y), maps.Clone(m.cards.nonces)
				require.Error(t, caught(func() { m.judge(changed) }), "%s, byte %d", kindNames[r.kind], i)
				*m = before
			}
		}
		is, why := m.add(raw)
		require.Equal(t, outcome("sound"), is, "%s: %v", kindNames[r.kind], why)
	}
	p := played.Position()
	requireSameGame(t, m.game, &p)
	r, _, _ := audit(played.File())
	require.Equal(t, 3, r.code, r.why)
}

// The vectors of a lot hold by the page, too.
func TestLotVectorsAlone(t *testing.T) {
	var v struct {
		Prev, Front, K, Y, Digest, Delta, Known, U, C, Proof hexBytes
		Cards, X                                             []hexBytes
		Rules, Layout                                        string
		Body                                                 hexBytes
		Context                                              struct {
			Rules, Match, Key hexBytes
			Seat              string
		}
		Invalid []struct {
			Comment    string
			At, Length int
			Put, Proof hexBytes
			Swap       []int
		}
	}
	readVector(t, "lot.json", &v)
	rules, err := readRules([]byte(v.Rules))
	require.NoError(t, err)
	at := context{v.Context.Rules, v.Context.Match, seatNumber(v.Context.Seat), v.Context.Key}
	l := verifyLayout(at, rules, v.Body)
	_, sent := l.rules.heldAndSent()
	require.Equal(t, []byte(v.Digest), l.digest)
	y := times((&reader{v.K}).scalar(), base())
	require.Equal(t, []byte(v.Y), y.Bytes())
	var cards []ciphertext
	for _, c := range v.Cards {
		in := &reader{c}
		cards = append(cards, ciphertext{in.element(), in.element()})
	}
	of := func(cards []ciphertext) *lot { return lotOf(place{at, v.Prev, v.Front, 0}, y, l, sent, cards) }
	first := of(cards)
	require.Equal(t, []byte(v.Delta), first.delta.Bytes())
	require.Equal(t, []byte(v.Known), first.known.Bytes())
	require.Equal(t, []byte(v.U), first.us.Bytes())
	for i, j := range sent {
		require.Equal(t, []byte(v.X[i]), first.x[j].Bytes())
	}
	require.NoError(t, caught(func() { first.verify(v.Proof) }))
	n := 32 * (len(sent) + 2)
	z := (&reader{v.Proof[n:]}).scalar()
	r := minus(times(z, base()), times((&reader{v.C}).scalar(), y))
	require.Equal(t, []byte(v.Proof[:32]), r.Bytes(), "c")
	for _, c := range v.Invalid {
		proof, cards := slices.Clone([]byte(v.Proof)), slices.Clone(cards)
		if c.Proof != nil {
			proof = c.Proof
		}
		copy(proof[c.At:], c.Put)
		if c.Put == nil && c.Swap == nil {
			proof = append(proof, 0)[:c.Length]
		}
		if c.Swap != nil {
			cards[c.Swap[0]], cards[c.Swap[1]] = cards[c.Swap[1]], cards[c.Swap[0]]
		}
		require.Error(t, caught(func() { of(cards).verify(proof) }), c.Comment)
	}
}
