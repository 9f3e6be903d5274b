package conformance_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// Section 22, told again from the page: whether the records of a match of two with a deck are
// signed and proven, and what they say lies where. Whose turn it is, and which moves are legal, is
// not looked at.

// knownLog is the statement that the prover knows k with Y = kB and the other equations.
func knownLog(y *element, more ...[]term) [][]term {
	return append([][]term{{{base(), map[int]int{0: 1}}, {y, map[int]int{one: -1}}}}, more...)
}

type deckMatch struct {
	rules struct {
		Seats []struct{ Name string }
		Types []struct{ Count int }
		Deck  struct{ Nodes []string }
		Nodes []struct{ Name string }
	}
	digest, id []byte
	signers    [][]byte
	chain      []record
	commits    [2][]byte
	y          [2]*element
	tokens     []int // in the deck
	cards      []ciphertext
	nodes      []int // where they lie
	flipping   int   // the card that is being opened, -1: none
	by         int   // who turned it up
	rest       ciphertext
	faces      map[int]int // tokens, by nodes
}

func newDeckMatch(terms, guest record) *deckMatch {
	m := &deckMatch{flipping: -1, faces: map[int]int{}}
	in := &reader{terms.body}
	in.take(2)
	text := in.framed(3)
	demand(json.Unmarshal(text, &m.rules) == nil, "rules")
	demand(string(in.framed(1)) == "elgamal", "resolver")
	m.digest = h256("darkjunqi/v1/ruleset", 0, text)
	m.signers = [][]byte{in.take(32), (&reader{guest.body}).take(32)}
	m.id = h256("darkjunqi/v1/match", 2, terms.hash, guest.hash)
	m.chain = []record{terms, guest}
	for seat := range m.rules.Seats {
		for j, t := range m.rules.Types {
			m.tokens = append(m.tokens, slices.Repeat([]int{seat*len(m.rules.Types) + j}, t.Count)...)
		}
	}
	for _, token := range m.tokens {
		m.cards = append(m.cards, ciphertext{zero(), times(small(token+1), base())})
	}
	for _, name := range m.rules.Deck.Nodes {
		for i, node := range m.rules.Nodes {
			if node.Name == name {
				m.nodes = append(m.nodes, i)
			}
		}
	}
	return m
}

func (m *deckMatch) context(seat int) context {
	return context{m.digest, m.id, seat, m.signers[seat]}
}

// base is what the next record is signed on.
func (m *deckMatch) base() []byte {
	if len(m.chain) == 2 {
		return m.id
	}
	return m.chain[len(m.chain)-1].hash
}

func (m *deckMatch) add(r record) {
	demand(r.signed(m.signers[r.seat], m.id, m.base()), "not signed")
	m.judge(r)
	m.chain = append(m.chain, r)
}

// judge verifies a record on the chain and takes it.
func (m *deckMatch) judge(r record) {
	in := &reader{r.body}
	at := func(fixed int) place {
		return place{m.context(r.seat), m.chain[len(m.chain)-1].hash, join(r.kind, r.body[:fixed]), 0}
	}
	switch r.kind {
	case kindCommit:
		m.commits[r.seat] = r.body
	case kindKey:
		demand(bytes.Equal(m.commits[r.seat], h256("darkjunqi/v1/commit", m.id, r.seat, m.signers[r.seat], r.body)), "not as committed")
		y := in.element()
		in.take(32)
		demand(y.Equal(zero()) == 0, "Y = 0")
		s := m.context(r.seat).sponge("darkjunqi/v1/proof/deck-key")
		s.absorb(y)
		verifyLinear(s, 1, knownLog(y), in.b)
		m.y[r.seat] = y
	case kindShuffle:
		m.cards = verifyShuffle(at(0), sum(m.y[0], m.y[1]), m.cards, r.body)
	case kindFlip:
		demand(len(r.body) == 2+128 && r.body[1] <= 1, "length or flags")
		m.turnUp(at(2), r.body[0], r.body[2:])
	case kindMove:
		demand(len(r.body) >= 3 && r.body[2] <= 1, "length or flags")
		if len(r.body) > 3 {
			m.turnUp(at(3), r.body[1], r.body[3:])
		}
	case kindFace:
		demand(m.flipping >= 0 && r.seat != m.by && len(r.body) == 97, "no face is due")
		token := in.uint(1)
		demand(slices.Contains(m.tokens, token), "no such token")
		y, rest := m.y[r.seat], m.rest
		s := at(1).sponge("darkjunqi/v1/proof/card")
		s.absorb(y, rest.u, rest.v, rest.v, token)
		verifyLinear(s, 1, knownLog(y, []term{
			{rest.u, map[int]int{0: 1}}, {rest.v, map[int]int{one: -1}}, {base(), map[int]int{one: token + 1}},
		}), in.b)
		m.faces[m.nodes[m.flipping]], m.flipping = token, -1
	}
}

// turnUp takes the share that begins to open the card on a node.
func (m *deckMatch) turnUp(at place, node byte, share []byte) {
	i := slices.Index(m.nodes, int(node))
	_, open := m.faces[int(node)]
	demand(i >= 0 && !open && m.flipping < 0, "nothing lies face down there")
	in, y, card := &reader{share}, m.y[at.seat], m.cards[i]
	d := in.element()
	s := at.sponge("darkjunqi/v1/proof/share")
	s.absorb(y, card.u, card.v, d)
	verifyLinear(s, 1, knownLog(y, []term{{card.u, map[int]int{0: 1}}, {d, map[int]int{one: -1}}}), in.b)
	m.flipping, m.by, m.rest = i, at.seat, ciphertext{card.u, minus(card.v, d)}
}

// verifyShuffle is 22.2.
func verifyShuffle(at place, y *element, before []ciphertext, body []byte) (after []ciphertext) {
	m, in := len(before), &reader{body}
	demand(len(body) == 64*m+32*(3*m+9), "length")
	var old []byte
	for i := range before {
		old = join(old, before[i].u, before[i].v)
		after = append(after, ciphertext{in.element(), in.element()})
	}
	s := at.sponge("darkjunqi/v1/proof/shuffle")
	s.absorb(y, h256(old), le32(64*m), body[:64*m])
	first := in.b
	a, n, qu, qv := in.element(), in.element(), in.element(), in.element()
	f, x1, x0 := in.element(), in.element(), in.element()
	s.absorb(first[:4*32])
	scalars := func(count int) (out []*scalar) {
		for range count {
			out = append(out, in.scalar())
		}
		return out
	}
	draw := func(count int) (out []*scalar) {
		for range count {
			out = append(out, s.challenge())
		}
		return out
	}
	t := draw(m)
	second := in.b
	fs, z := scalars(m), in.scalar()
	s.absorb(second[:32*(m+1)])
	lambda, xi := s.challenge(), s.challenge()
	s.absorb(first[4*32 : 7*32])
	e := s.challenge()
	as, c := scalars(m), in.scalar()
	w, last := append([]*scalar{nil}, scalars(m-1)...), in.scalar()
	in.end()

	q, product := add(as[0]), powerOf(e, m) // (P)
	for i := range m {
		if i > 0 {
			q = add(mul(q, as[i]), mul(powerOf(e, i-1), w[i]))
		}
		product.Multiply(product, add(mul(lambda, small(i+1)), t[i], neg(xi)))
	}
	demand(q.Equal(product) == 1, "(P)")
	k := func(i int) *element { return fromLabel(fmt.Sprint("darkjunqi/v1/generator/deck/", i)) }
	left := sum(f, times(mul(e, lambda), a), times(neg(e), n))
	right, steps := times(c, blinding()), times(last, blinding())
	us, vs := times(neg(z), base()), times(neg(z), y)
	for i := range m {
		left.Add(left, times(mul(e, add(fs[i], neg(xi))), k(i)))
		right.Add(right, times(as[i], k(i)))
		if i > 0 {
			steps.Add(steps, times(w[i], k(i)))
		}
		us = sum(us, times(fs[i], after[i].u), times(neg(t[i]), before[i].u))
		vs = sum(vs, times(fs[i], after[i].v), times(neg(t[i]), before[i].v))
	}
	demand(left.Equal(right) == 1, "(F)")
	demand(sum(x0, times(e, x1)).Equal(steps) == 1, "(X)")
	demand(us.Equal(qu) == 1, "(U)")
	demand(vs.Equal(qv) == 1, "(V)")
	return after
}

// playDeck plays some turns of a match of two with a deck.
func playDeck(t testing.TB, spec string, turns int) *protocol.Match {
	rules, err := junqi.Rules(spec)
	require.NoError(t, err)
	rng := rand.NewChaCha8([32]byte{1})
	invite := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	red, err := protocol.Host(protocol.HostConfig{Rules: rules, Invites: []ed25519.PublicKey{invite.Public().(ed25519.PublicKey)}}, rng)
	require.NoError(t, err)
	blue, err := protocol.Join(red.Match().Record(0), engine.Blue, invite, rng)
	require.NoError(t, err)
	both := []*protocol.Player{red, blue}
	carry := func(from, to *protocol.Player) {
		for _, raw := range append(from.Match().Records(), from.Match().Extras()...) {
			require.NoError(t, to.Receive(raw))
		}
	}
	for range 4*turns + 8 {
		for i, p := range both {
			_, err := p.Proceed(rng)
			require.NoError(t, err)
			if position := p.Match().Position(); p.Decision() == protocol.ChooseMove && position.Ply() < turns {
				moves := position.LegalMoves(p.Seat(), nil)
				if flips := position.Flips(p.Seat()).Nodes(); len(moves) == 0 || len(flips) > 0 && rng.Uint64()%2 == 0 {
					require.NoError(t, p.Flip(flips[rng.Uint64()%uint64(len(flips))], false))
				} else {
					require.NoError(t, p.Play(moves[rng.Uint64()%uint64(len(moves))], false, rng))
				}
			}
			carry(p, both[1-i])
		}
	}
	require.Equal(t, red.Match().File(), blue.Match().File())
	return red.Match()
}

// The proofs of matches with a deck are sound by the page alone, which finds the same pieces; with
// any part of a body changed they are not.
func TestDeckAlone(t *testing.T) {
	for _, spec := range []string{"flip", "flip,strike=on"} {
		played := playDeck(t, spec, 24)
		var records []record
		for _, raw := range played.Records() {
			records = append(records, parseRecord(raw))
		}
		m, seen := newDeckMatch(records[0], records[1]), map[int]int{}
		for _, r := range records[2:] {
			if seen[r.kind]++; r.kind != kindCommit && seen[r.kind] == 1 && (r.kind != kindMove || len(r.body) > 3) {
				for i := len(r.body) - 1; i >= 0; i -= 32 * (1 + len(r.body)/400) {
					changed := r
					changed.body = bytes.Clone(r.body)
					changed.body[i] ^= 1
					before := *m
					require.Error(t, caught(func() { m.judge(changed) }), "%s, byte %d", kindNames[r.kind], i)
					*m = before
				}
			}
			require.NoError(t, caught(func() { m.add(r) }), kindNames[r.kind])
		}
		require.GreaterOrEqual(t, seen[kindFace], 8)
		require.Equal(t, 2, seen[kindShuffle])
		var opened []int
		for _, e := range played.Events() {
			if e.Kind == engine.EventFace {
				opened = append(opened, int(e.Token))
			}
		}
		var found []int
		for _, token := range m.faces {
			found = append(found, token)
		}
		require.ElementsMatch(t, opened, found)
	}
}
