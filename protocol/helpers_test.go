package protocol

import (
	"crypto/ed25519"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// testRand is a deterministic byte stream for tests.
func testRand(seed uint64) *rand.ChaCha8 {
	var key [32]byte
	key[0], key[1], key[2] = byte(seed), byte(seed>>8), byte(seed>>16)
	return rand.NewChaCha8(key)
}

// table is two Players on one board, with all that passes between them.
type table struct {
	t       testing.TB
	rng     *rand.ChaCha8
	players [2]*Player
}

// newTable seats two players under the given rules, red hosting.
func newTable(t testing.TB, rules string, seed uint64) *table {
	t.Helper()
	rs, err := junqi.Rules(rules)
	require.NoError(t, err)
	return seatTable(t, HostConfig{Rules: rs, Seat: engine.Red}, seed)
}

// SmallRules are the rules of a game of two on twelve nodes with five pieces a side: a flag,
// two hounds, a fox and a wolf.
func SmallRules(t testing.TB, change func(*engine.Rules)) *engine.Ruleset {
	text, err := os.ReadFile("../engine/testdata/toy.json")
	require.NoError(t, err)
	rules, err := engine.ParseRules(text)
	require.NoError(t, err)
	value := rules.Rules()
	value.Views.First = "red"
	if change != nil {
		change(&value)
	}
	rules, err = engine.NewRuleset(value)
	require.NoError(t, err)
	return rules
}

// smallTable is a table with the small rules.
func smallTable(t testing.TB, seed uint64) *table {
	t.Helper()
	return seatTable(t, HostConfig{Rules: SmallRules(t, nil), Seat: engine.Red}, seed)
}

func seatTable(t testing.TB, config HostConfig, seed uint64) *table {
	t.Helper()
	rng := testRand(seed)
	invite, inviteKey := inviteKeys(seed)
	config.Invites = []ed25519.PublicKey{invite}
	host, err := Host(config, rng)
	require.NoError(t, err)
	guest, err := Join(host.Match().Record(0), 1-host.Seat(), inviteKey, rng)
	require.NoError(t, err)
	tb := &table{t: t, rng: rng}
	tb.players[host.Seat()], tb.players[guest.Seat()] = host, guest
	tb.sync()
	return tb
}

func inviteKeys(seed uint64) (ed25519.PublicKey, ed25519.PrivateKey) {
	var s [32]byte
	s[0] = byte(seed)
	key := ed25519.NewKeyFromSeed(s[:])
	return key.Public().(ed25519.PublicKey), key
}

// sync carries records to and fro, and lets both seats make what they owe,
// until nothing moves any more.
func (tb *table) sync() {
	tb.t.Helper()
	for moved := true; moved; {
		moved = false
		for seat, p := range tb.players {
			made, err := p.Proceed(tb.rng)
			require.NoError(tb.t, err)
			other := tb.players[1-seat]
			for i := other.Match().Len(); i < p.Match().Len(); i++ {
				require.NoError(tb.t, other.Receive(p.Match().Record(i)))
				moved = true
			}
			for _, extra := range p.Match().Extras() {
				require.NoError(tb.t, other.Receive(extra))
			}
			moved = moved || made
		}
	}
}

// place gives both seats layouts, from the table's random stream.
func (tb *table) place() {
	tb.t.Helper()
	for _, p := range tb.players {
		require.NoError(tb.t, p.Place(p.Match().Rules().RandomLayout(rand.New(tb.rng))))
	}
	tb.sync()
}

// mover returns the player who is to choose a move, nil if nobody is.
func (tb *table) mover() *Player {
	for _, p := range tb.players {
		if p.Decision() == ChooseMove {
			return p
		}
	}
	return nil
}

// turn lets the seat to move choose a random legal move.
func (tb *table) turn() {
	tb.t.Helper()
	p := tb.mover()
	require.NotNil(tb.t, p)
	own, _ := p.Layout()
	position := p.Match().Position()
	moves := position.LegalMoves(p.Seat(), own)
	require.NoError(tb.t, p.Play(moves[tb.rng.Uint64()%uint64(len(moves))], false, tb.rng))
	tb.sync()
}

// play plays at most n turns, or to the end if n is negative.
func (tb *table) play(n int) {
	tb.t.Helper()
	for ; n != 0 && tb.mover() != nil; n-- {
		tb.turn()
	}
}

// seen has both players say that they have seen the end, and hear it of each other; no
// more of what they owe.
func (tb *table) seen(a, b *Player) {
	tb.t.Helper()
	for range 2 {
		for _, p := range []*Player{a, b} {
			if p.duty() != nil && p.match.owesSeen(p.Seat()) {
				require.NoError(tb.t, p.see(tb.rng))
			}
		}
		for _, pair := range [][2]*Player{{a, b}, {b, a}} {
			for _, extra := range pair[0].Match().Extras() {
				require.NoError(tb.t, pair[1].Receive(extra))
			}
		}
	}
	require.True(tb.t, a.Match().allSeen() && b.Match().allSeen())
}

// forge signs any record for a seat on the head of the table's match.
func (tb *table) forge(seat engine.Seat, kind transcript.Kind, body []byte) []byte {
	return tb.forgeOn(tb.match().Base(), seat, kind, body)
}

func (tb *table) forgeOn(prev transcript.Hash, seat engine.Seat, kind transcript.Kind, body []byte) []byte {
	link := transcript.Link{Match: tb.match().ID(), Prev: prev}
	r := transcript.Sign(tb.players[seat].secret.SigningKey(), link, kind, seat, body)
	return r.Marshal()
}

func chainOf(m *Match) [][]byte {
	var chain [][]byte
	for i := range m.Len() {
		chain = append(chain, m.Record(i))
	}
	return chain
}

// match returns the state both seats agree on.
func (tb *table) match() *Match {
	tb.t.Helper()
	require.Equal(tb.t, tb.players[0].Match().File(), tb.players[1].Match().File())
	return tb.players[0].Match()
}
