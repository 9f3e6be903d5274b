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
	us, ds := zero(), zero()
	for i, card := range cards {
		w := s.challenge()
		us, ds = sum(us, times(w, card.u)), sum(ds, times(w, shares[i]))
	}
	verifyLinear(s, 1, knownLog(y, []term{{us, map[int]int{0: 1}}, {ds, map[int]int{one: -1}}}), in.b)
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
	y, rest := m.cards.y[r.seat], m.cards.rest[r.seat]
	s := m.placeOf(r, 0).sponge("darkjunqi/v1/proof/lot")
	s.absorb(y, l.digest)
	for _, card := range rest {
		s.absorb(card.u, card.v)
	}
	delta := s.challenge()
	// The last type is every piece's implied one.
	last := len(m.rules.Types) - 1
	known, us := zero(), zero()
	x := map[int]*element{}
	for p, card := range rest {
		d := powerOf(delta, p+1)
		known = sum(known, times(d, minus(card.v, times(small(last+1), base()))))
		us = sum(us, times(d, card.u))
		for _, j := range sent {
			if x[j] == nil {
				x[j] = zero()
			}
			less := mul(d, small(last-j)) // -(j - last)
			known = sum(known, times(less, l.e[p][j].v))
			x[j] = sum(x[j], times(less, l.y[p]))
		}
	}
	equations := knownLog(y)
	all := []term{{known, map[int]int{one: -1}}, {us, map[int]int{0: 1}}}
	for i, j := range sent {
		equations = append(equations, []term{{base(), map[int]int{1 + i: 1}}, {l.u[j], map[int]int{one: -1}}})
		all = append(all, term{x[j], map[int]int{1 + i: 1}})
	}
	verifyLinear(s, 1+len(sent), append(equations, all), r.body[cut:])
	m.layouts[r.seat] = l
	if len(m.layouts) == m.rules.seats {
		m.game = startGame(m.rules, m.firstMover())
	}
}

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
