package protocol

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// forkedAttack is a game of four in which red, a liar, signs an attack on teal, of which amber and teal
// get to know, and another record. Blue, its decider, lies too.
type forkedAttack struct {
	*runners
	base, second  transcript.Hash
	attack, other []byte
}

const forkers = engine.SeatSet(1<<engine.Red | 1<<engine.Blue)

func newForkedAttack(t *testing.T) *forkedAttack {
	h := &runners{t, seatRules(t, twoRunners(t, four), four, "s0-m0", "pass", "pass", "s3-m1"), testRand(9)}
	h.meet(0, engine.Red, engine.Blue, engine.Amber, engine.Teal)
	red := h.players[engine.Red]
	base := red.Match().Base()
	f := &forkedAttack{h, base, transcript.SecondBase(base), h.act(red.clone(), "m0-m1"), h.act(red.clone(), "pass")}
	f.give(h.players[engine.Amber], forkers, f.attack)
	f.give(h.players[engine.Teal], forkers, f.attack)
	h.meet(forkers, engine.Amber, engine.Teal)
	return f
}

// secondRound has amber and teal state the attack, and is blue's SignOut of red with its own State of
// nothing.
func (f *forkedAttack) secondRound() []byte {
	none := transcript.StateBody{Base: f.base, Seat: engine.Red}
	body := transcript.SignOutBody{Seat: engine.Red, Cause: transcript.Divided, Stated: []transcript.Hash{{}},
		Votes: [][64]byte{signatureOf(f.sign(engine.Blue, f.base, transcript.State, none.Marshal()))}}
	for _, seat := range []engine.Seat{engine.Amber, engine.Teal} {
		f.give(f.players[seat], forkers, f.other)
		w := f.players[seat].vote(f.base, seat, engine.Red, transcript.Divided)
		require.NotNil(f.t, w)
		body.Stated, body.Votes = append(body.Stated, w.record), append(body.Votes, signatureOf(w.raw))
	}
	return f.sign(engine.Blue, f.second, transcript.SignOut, body.Marshal())
}

// seen is blue's Seen of a record on the base, or in the second round there.
func (f *forkedAttack) seen(base, record transcript.Hash) []byte {
	body := transcript.SeenBody{Base: base, Record: record}
	return f.sign(engine.Blue, base, transcript.Seen, body.Marshal())
}

// votesNoMore demands that a seat holds the attack, which another honest one has given up, and does not
// vote, even after a restart.
func (f *forkedAttack) votesNoMore(seat, other engine.Seat) {
	f.t.Helper()
	p := f.players
	require.True(f.t, p[other].hasChosen(f.second))
	require.Equal(f.t, transcript.HashRecord(f.attack), p[seat].Match().Head())
	again, err := Restore(p[seat].Secret(), p[seat].Match().Records(), p[seat].Match().Extras())
	require.NoError(f.t, err)
	require.NoError(f.t, again.Remember(p[seat].Journal()))
	f.give(again, forkers, p[seat].Notes()...)
	for _, p := range []*Player{p[seat], again} {
		x, _, err := p.Absentee()
		require.ErrorIs(f.t, err, ErrNobodyOwes, "it would vote against %s", x)
	}
}

// Blue shows amber its Seen of the attack, and teal the second round. Amber does not vote against teal,
// which owes the answer, however much else blue has signed in the second round before.
func TestWhoHearsOfTheSecondRoundVotesNoMore(t *testing.T) {
	for _, others := range []int{0, maxWords} {
		f := newForkedAttack(t)
		amber, teal := f.players[engine.Amber], f.players[engine.Teal]
		f.give(teal, forkers, f.secondRound())
		f.give(amber, forkers, f.seen(f.base, transcript.HashRecord(f.attack)))
		for i := range others {
			f.give(amber, forkers, f.seen(f.second, transcript.Hash{byte(i + 1)}))
		}
		f.meet(forkers, engine.Amber, engine.Teal)
		f.votesNoMore(engine.Amber, engine.Teal)
	}
}

// Blue withholds its Seen of the attack until teal has signed its SignOut, and then shows amber the second
// round. Teal holds that, too, when it gets blue's Seen and takes the attack. It does not vote against
// amber, whose Seen its SignOut of blue lacks.
func TestWhoHoldsTheSecondRoundVotesNoMore(t *testing.T) {
	f := newForkedAttack(t)
	red, amber, teal := f.players[engine.Red], f.players[engine.Amber], f.players[engine.Teal]
	hash := transcript.HashRecord(f.attack)
	require.NoError(t, amber.VoteAbsent())
	require.NoError(t, teal.VoteAbsent())
	vote := transcript.VoteBody{Base: hash, Seat: engine.Blue, Cause: transcript.Absent}
	f.give(teal, forkers, f.sign(engine.Red, hash, transcript.Vote, vote.Marshal()), amber.vote(hash, engine.Amber, engine.Blue, transcript.Absent).raw)
	nodes := teal.on(teal.tip.nodes[0])
	require.Len(t, nodes, 1)
	signOut := nodes[0]

	round := f.secondRound()
	f.give(teal, forkers, round)
	f.give(amber, forkers, round)
	f.give(teal, forkers, f.seen(f.base, hash))
	seen := transcript.SeenBody{Base: hash, Record: signOut.hash}
	f.give(teal, forkers, f.sign(red.Seat(), hash, transcript.Seen, seen.Marshal()))
	f.votesNoMore(engine.Teal, engine.Amber)
}

// That two seats lie, as a seat knows, keeps it from nothing but votes for absence: where it has chosen nothing, it puts
// out a third in the second round.
func TestTornSeatSettlesTheNextFork(t *testing.T) {
	h := newRunners(t, three)
	red, blue, amber := h.players[0], h.players[1], h.players[2]
	first, second := h.act(red.clone(), "0"), h.act(red.clone(), "pass")
	amber.journal.tear()
	h.give(blue, engine.SeatsOf(red.Seat()), first)
	require.NoError(t, amber.Receive(first))
	require.NoError(t, amber.Receive(second))
	h.meet(engine.SeatsOf(red.Seat()), blue.Seat(), amber.Seat())
	for _, p := range []*Player{blue, amber} {
		require.NotNil(t, p.Match().SignedOut(red.Seat()))
		require.Equal(t, transcript.Divided, p.Match().SignedOut(red.Seat()).Cause)
	}
}

// A journal that an earlier program has torn is taken, and remains torn.
func TestJournalTornByAnEarlierProgram(t *testing.T) {
	p := seatRunners(t, three)[0]
	require.NoError(t, p.Remember([][]byte{append([]byte{byte(transcript.SignOut)}, make([]byte, entrySize-1)...)}))
	require.True(t, p.journal.torn())
}
