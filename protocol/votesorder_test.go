package protocol_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// disorder is a table at which each thing that a seat has comes to each other at any time,
// or in the end.
type disorder struct {
	*table
	rng *rand.Rand
}

// pass brings one seat something that another has.
func (d *disorder) pass(from, to engine.Seat) {
	theirs, ours := d.players[from], d.players[to]
	same := 0
	for same < min(theirs.Match().Len(), ours.Match().Len()) && theirs.Match().Hash(same) == ours.Match().Hash(same) {
		same++
	}
	var list [][]byte
	if same < theirs.Match().Len() {
		list = append(list, theirs.Match().Record(same))
	}
	list = append(append(list, theirs.Match().Extras()...), theirs.Notes()...)
	if len(list) > 0 {
		d.take(to, list[d.rng.IntN(len(list))])
	}
}

// take gives a seat a record, which must not convict anybody.
func (d *disorder) take(to engine.Seat, raw []byte) {
	err := d.players[to].Receive(raw)
	var refusal *protocol.Refusal
	if errors.As(err, &refusal) {
		require.False(d.t, refusal.Provable, "%v", err)
	}
}

// act has a seat do something of its own accord.
func (d *disorder) act(seat engine.Seat) {
	p := d.players[seat]
	switch own, _ := p.Layout(); {
	case p.Decision() == protocol.ChooseMove && d.rng.IntN(2) == 0:
		position := p.Match().Position()
		moves := position.LegalMoves(seat, own)
		require.NoError(d.t, p.Play(moves[d.rng.IntN(len(moves))], false, d.table.rng))
	case d.rng.IntN(3) == 0:
		_ = p.VoteAbsent() // if there is anybody to vote against
	}
}

// Honest seats that vote against each other at any time, whatever comes when, convict
// nobody, and have one chain when everything has come; who was put out has it too.
func TestVotesInAnyOrder(t *testing.T) {
	start := lamps(t, 1).sit(t)
	out, late := 0, 0
	for seed := range uint64(8) {
		d := &disorder{&table{t: t, rules: start.rules, rng: start.rng}, rand.New(rand.NewPCG(seed, 5))}
		for _, p := range start.players {
			again, err := protocol.Restore(p.Secret(), start.chain(start.match().Len()), nil)
			require.NoError(t, err)
			d.players = append(d.players, again)
		}
		for range 120 {
			from, to := engine.Seat(d.rng.IntN(3)), engine.Seat(d.rng.IntN(3))
			switch d.rng.IntN(4) {
			case 0:
				d.act(to)
			default:
				if from != to {
					d.pass(from, to)
				}
			}
			d.proceed(to)
			late = max(late, d.players[to].Held())
		}
		for range 200 {
			for from := range engine.Seat(3) {
				to := (from + 1 + engine.Seat(d.rng.IntN(2))) % 3
				d.pass(from, to)
				d.proceed(to)
			}
		}
		m := d.players[0].Match()
		for _, p := range d.players {
			require.True(t, bytes.Equal(chainFile(m), chainFile(p.Match())), "seed %d", seed)
			require.Empty(t, p.Match().Convictions())
			require.Zero(t, p.Held())
		}
		for seat := range engine.Seat(3) {
			if m.SignedOut(seat) != nil {
				out++
			}
		}
	}
	require.NotZero(t, out, "somebody was put out")
	require.NotZero(t, late, "and something was held back")
}

// chainFile is the chain of a match in one piece.
func chainFile(m *protocol.Match) (all []byte) {
	for i := range m.Len() {
		all = append(all, m.Record(i)...)
	}
	return all
}
