package conformance_test

import (
	"bytes"
	"crypto/ed25519"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// Sections 22.1 to 22.5, told again from the page: matches with a deck.

// knownLog is the statement that the prover knows k with Y = kB and the other equations.
func knownLog(y *element, more ...[]term) [][]term {
	return append([][]term{{{base(), map[int]int{0: 1}}, {y, map[int]int{one: -1}}}}, more...)
}

// cards are the deck of a match.
type cards struct {
	y      map[int]*element // by seat
	nonces map[int][]byte
	joint  *element // of the seats of this deal
	deck   []ciphertext
	nodes  []int      // where they lie
	shares []*element // of the card that is being opened

	lots, rest [][]ciphertext // 22.8: by seat, as they were shuffled, and what is left of them
}

// takeKey is a Key of 22.5.
func (m *match) takeKey(r record) {
	demand(bytes.Equal(m.commits[r.seat], h256("darkjunqi/v1/commit", m.id, r.seat, m.keys[r.seat], r.body)), "not as committed")
	in := &reader{r.body}
	y, nonce := in.element(), in.take(32)
	demand(y.Equal(zero()) == 0, "Y = 0")
	s := m.context(r.seat).sponge("darkjunqi/v1/proof/deck-key")
	s.absorb(y)
	verifyLinear(s, 1, knownLog(y), in.b)
	c := &m.cards
	if c.y == nil {
		c.y, c.nonces = map[int]*element{}, map[int][]byte{}
	}
	c.y[r.seat], c.nonces[r.seat] = y, nonce
	if len(c.y) == m.rules.seats && m.rules.drawn() {
		m.beginLots()
	} else if len(c.y) == m.rules.seats {
		m.game = startGame(m.rules, m.firstMover())
		m.beginDeal()
	}
}

// beginDeal makes the first deck of a deal by the seats that live.
func (m *match) beginDeal() {
	c := &m.cards
	c.joint, c.deck, c.nodes, c.shares = zero(), nil, nil, nil
	for seat, out := range m.game.out {
		if out == "" {
			c.joint = sum(c.joint, c.y[seat])
		}
	}
	for _, token := range m.game.deal.tokens() {
		c.deck = append(c.deck, ciphertext{zero(), times(small(token+1), base())})
	}
	for _, n := range m.rules.deckNodes {
		if m.game.deal.down[n] {
			c.nodes = append(c.nodes, n)
		}
	}
}

// follow keeps the cards in step with an event.
func (m *match) follow(e event) {
	if m.rules.Deck == nil || e.kind == "Share" {
		return
	}
	m.cards.shares = nil
	if m.game.deal.again && e.kind != "Shuffle" {
		m.beginDeal()
	}
}

func (m *match) takeShuffle(r record) {
	if m.rules.drawn() {
		m.shuffleLots(r)
		return
	}
	m.cards.deck = verifyShuffle(m.placeOf(r, 0), m.cards.joint, m.cards.deck, r.body)
}

// card is the one that is being opened.
func (m *match) card() ciphertext { return m.cards.deck[slices.Index(m.cards.nodes, m.game.deal.node)] }

// takeShare is a share of it (22.3).
func (m *match) takeShare(at place, share []byte) {
	m.cards.shares = append(slices.Clone(m.cards.shares), verifyShare(at, m.cards.y[at.seat], m.card(), share))
}

// verifyShare and verifyFace are 22.3.
func verifyShare(at place, y *element, card ciphertext, body []byte) *element {
	in := &reader{body}
	d := in.element()
	s := at.sponge("darkjunqi/v1/proof/share")
	s.absorb(y, card.u, card.v, d)
	verifyLinear(s, 1, knownLog(y, []term{{card.u, map[int]int{0: 1}}, {d, map[int]int{one: -1}}}), in.b)
	return d
}

func verifyFace(at place, y *element, rest ciphertext, token int, proof []byte) {
	s := at.sponge("darkjunqi/v1/proof/card")
	s.absorb(y, rest.u, rest.v, rest.v, token)
	verifyLinear(s, 1, knownLog(y, []term{
		{rest.u, map[int]int{0: 1}}, {rest.v, map[int]int{one: -1}}, {base(), map[int]int{one: token + 1}},
	}), proof)
}

// inDeckPlay is a record of 22.5 in play, by the seat to act.
func (m *match) inDeckPlay(r record) {
	g, in := m.game, &reader{r.body}
	e := event{kind: kindNames[r.kind], seat: r.seat, flag: nowhere}
	if r.kind == kindShare || r.kind == kindFace || r.kind == kindShuffle {
		demand(g.inDeal() != nil, "not due")
	}
	switch e.kind {
	case "Flip":
		at := m.placeOf(r, 2)
		e.to, e.offer = in.uint(1), in.uint(1) == 1
		demand(r.body[1] <= 1, "flags")
		m.happen(e)
		m.takeShare(at, in.b)
	case "Move":
		at := m.placeOf(r, 3)
		e.from, e.to, e.offer = in.uint(1), in.uint(1), in.uint(1) == 1
		demand(r.body[2] <= 1, "flags")
		m.happen(e)
		if g.deal.node == nowhere {
			in.end()
			return
		}
		m.takeShare(at, in.b)
	case "Share":
		at := m.placeOf(r, 0)
		m.happen(e)
		m.takeShare(at, r.body)
	case "Face":
		at := m.placeOf(r, 1)
		demand(g.deal.node != nowhere && !g.deal.again, "nothing is being opened")
		y, rest := m.cards.y[r.seat], m.card()
		for _, d := range m.cards.shares {
			rest.v = minus(rest.v, d)
		}
		e.token = in.uint(1)
		m.happen(e)
		verifyFace(at, y, rest, e.token, in.b)
	case "Shuffle":
		m.happen(e)
		m.takeShuffle(r)
	case "Pass", "AcceptDraw", "Resign":
		in.end()
		m.happen(e)
	case "Resigned":
		m.resigned(r)
	default:
		demand(false, "not due")
	}
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
	var left, right, steps, us, vs total
	left.add(mul(e, lambda), a)
	left.add(neg(e), n)
	right.add(c, blinding())
	steps.add(last, blinding())
	us.add(neg(z), base())
	vs.add(neg(z), y)
	for i := range m {
		left.add(mul(e, add(fs[i], neg(xi))), k(i))
		right.add(as[i], k(i))
		if i > 0 {
			steps.add(w[i], k(i))
		}
		us.add(fs[i], after[i].u)
		us.add(neg(t[i]), before[i].u)
		vs.add(fs[i], after[i].v)
		vs.add(neg(t[i]), before[i].v)
	}
	demand(sum(f, left.sum()).Equal(right.sum()) == 1, "(F)")
	demand(sum(x0, times(e, x1)).Equal(steps.sum()) == 1, "(X)")
	demand(us.sum().Equal(qu) == 1, "(U)")
	demand(vs.sum().Equal(qv) == 1, "(V)")
	return after
}

// playDeck plays some turns of a match of two with a deck, or with layouts that are drawn.
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
		chain := from.Match().Records()
		for _, raw := range append(chain[min(to.Match().Len(), len(chain)):], from.Match().Extras()...) {
			require.NoError(t, to.Receive(raw))
		}
	}
	for range 4*turns + 8 {
		for i, p := range both {
			_, err := p.Proceed(rng)
			require.NoError(t, err)
			if position := p.Match().Position(); p.Decision() == protocol.ChooseMove && position.Ply() < turns {
				own, _ := p.Layout() // where layouts are drawn
				moves := position.LegalMoves(p.Seat(), own)
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

// Matches with a deck are sound by the page alone, which finds the same pieces; with any part of a
// body changed they are not.
func TestDeckAlone(t *testing.T) {
	for _, spec := range []string{"flip,strike=on", "banqi", "banqi,strike=on"} {
		t.Run(spec, func(t *testing.T) { deckAlone(t, spec) })
	}
}

func deckAlone(t *testing.T, spec string) {
	played := playDeck(t, spec, 24)
	m, seen := newMatch(), map[int]int{}
	for _, raw := range played.Records() {
		r := parseRecord(raw)
		if seen[r.kind]++; m.id != nil && r.kind != kindCommit && seen[r.kind] == 1 && (r.kind != kindMove || len(r.body) > 3) {
			for i := len(r.body) - 1; i >= 0; i -= 32 * (1 + len(r.body)/400) {
				changed := r
				changed.body = bytes.Clone(r.body)
				changed.body[i] ^= 1
				before, game := *m, (*game)(nil)
				if m.game != nil {
					game = m.game.clone()
				}
				before.cards.y, before.cards.nonces = maps.Clone(m.cards.y), maps.Clone(m.cards.nonces)
				require.Error(t, caught(func() { m.judge(changed) }), "%s, byte %d", kindNames[r.kind], i)
				*m = before
				m.game = game
			}
		}
		is, why := m.add(raw)
		require.Equal(t, outcome("sound"), is, "%s: %v", kindNames[r.kind], why)
	}
	require.GreaterOrEqual(t, seen[kindFace], 8)
	require.Equal(t, 2, seen[kindShuffle])
	p := played.Position()
	requireSameGame(t, m.game, &p)
	r, _, _ := audit(played.File())
	require.Equal(t, 3, r.code, r.why)
}

// The vectors of section 22 hold by the page, too.
func TestDeckVectorsAlone(t *testing.T) {
	type vector struct {
		Place struct {
			Rules, Match, Ed25519, Prev, Front hexBytes
			Seat, Index                        int
		}
		Cards   []int
		K, Body hexBytes
		Token   int
	}
	var v struct {
		Tokens     []int
		Generators []struct {
			Index   int
			Element hexBytes
		}
		Keys, Shuffles    []vector
		Joint             hexBytes
		Share, Face, Deal vector
	}
	readVector(t, "deck.json", &v)
	at := func(c vector) place {
		p := c.Place
		return place{context{p.Rules, p.Match, p.Seat, p.Ed25519}, p.Prev, p.Front, p.Index}
	}
	for _, g := range v.Generators {
		require.Equal(t, []byte(g.Element), fromLabel(fmt.Sprint("darkjunqi/v1/generator/deck/", g.Index)).Bytes())
	}
	require.NoError(t, caught(func() {
		var y []*element
		joint := zero()
		for _, c := range v.Keys {
			y = append(y, readKey(at(c), &reader{c.Body}))
			joint = sum(joint, y[len(y)-1])
			require.Equal(t, 1, times((&reader{c.K}).scalar(), base()).Equal(y[len(y)-1]))
		}
		require.Equal(t, []byte(v.Joint), joint.Bytes())
		var deck []ciphertext
		for _, token := range v.Tokens {
			deck = append(deck, ciphertext{zero(), times(small(token+1), base())})
		}
		require.Len(t, v.Shuffles, 2)
		for _, c := range v.Shuffles {
			deck = verifyShuffle(at(c), joint, deck, c.Body)
		}
		card := deck[v.Share.Cards[0]]
		card.v = minus(card.v, verifyShare(at(v.Share), y[v.Share.Place.Seat], card, v.Share.Body))
		require.Equal(t, v.Face.Token, int(v.Face.Body[0]))
		verifyFace(at(v.Face), y[v.Face.Place.Seat], card, v.Face.Token, v.Face.Body[1:])
		var cards []ciphertext
		var shares []*element
		in := &reader{v.Deal.Body}
		for _, i := range v.Deal.Cards {
			cards, shares = append(cards, deck[i]), append(shares, in.element())
		}
		verifyDeal(at(v.Deal), y[v.Deal.Place.Seat], cards, shares, in.b)
	}))
}
