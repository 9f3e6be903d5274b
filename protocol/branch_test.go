package protocol_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// again is a seat as a second program with its secrets would have it now.
func (tb *table) again(seat engine.Seat) *protocol.Player {
	tb.t.Helper()
	p := tb.players[seat]
	var chain [][]byte
	for i := range p.Match().Len() {
		chain = append(chain, p.Match().Record(i))
	}
	twin, err := protocol.Restore(p.Secret(), chain, p.Match().Extras())
	require.NoError(tb.t, err)
	return twin
}

// act has a player make its first legal move, seen from its own chain.
func (tb *table) act(p *protocol.Player) {
	tb.t.Helper()
	own, _ := p.Layout()
	position := p.Match().Position()
	require.NoError(tb.t, p.Play(position.LegalMoves(p.Seat(), own)[0], false, tb.rng))
}

// last is the last record of a player's chain.
func last(p *protocol.Player) []byte { return p.Match().Record(p.Match().Len() - 1) }

// double has the seat to move make two moves, neither of which anybody gets yet.
func (tb *table) double() (cheat engine.Seat, first, second []byte) {
	tb.t.Helper()
	p := tb.mover()
	cheat = p.Seat()
	twin, position := tb.again(cheat), p.Match().Position()
	moves := slices.DeleteFunc(tb.moves(), func(m engine.Move) bool { return position.At(m.To) != engine.NoPiece })
	require.NoError(tb.t, twin.Play(moves[len(moves)-1], false, tb.rng))
	require.NoError(tb.t, p.Play(moves[0], false, tb.rng))
	return cheat, last(p), last(twin)
}

// meet has players pass each other all that they have until nothing changes, and do what
// they do by themselves; convicted is who alone may be.
func (tb *table) meet(convicted engine.Seat, seats ...engine.Seat) {
	tb.t.Helper()
	for range 12 {
		for _, from := range seats {
			for _, to := range seats {
				theirs, ours := tb.players[from], tb.players[to]
				for _, raw := range lacking(theirs, ours) {
					err := ours.Receive(raw)
					var refusal *protocol.Refusal
					if errors.As(err, &refusal) && refusal.Provable {
						require.Equal(tb.t, convicted, refusal.Culprit, "%v", err)
					}
				}
				tb.proceed(to)
			}
		}
	}
}

// lacking is what one player shows another: its records from the first on which they differ,
// and all that stands beside the chain.
func lacking(theirs, ours *protocol.Player) (list [][]byte) {
	same := 0
	for same < min(theirs.Match().Len(), ours.Match().Len()) && theirs.Match().Hash(same) == ours.Match().Hash(same) {
		same++
	}
	for i := same; i < theirs.Match().Len(); i++ {
		list = append(list, theirs.Match().Record(i))
	}
	return append(append(list, theirs.Match().Extras()...), theirs.Notes()...)
}

// Of two records that a seat has shown to two others, that goes on which the tie-breaker has,
// with what was built on it; the other gives up what it has built on its own, and signs anew;
// the cheat is put out, and the game goes on.
func TestTwoRecordsAreSettled(t *testing.T) {
	tb := lamps(t, 1).sit(t)
	cheat, first, second := tb.double()
	next, other := tb.others(cheat)[0], tb.others(cheat)[1]
	tb.give([][]byte{first}, next)
	tb.give([][]byte{second}, other)
	tb.act(tb.players[next])
	base := tb.players[next].Match().Head()

	tb.meet(cheat, next, other)
	for _, seat := range []engine.Seat{next, other} {
		m := tb.players[seat].Match()
		require.Equal(t, transcript.Convicted, m.SignedOut(cheat).Cause)
		require.Equal(t, base, m.Hash(m.SignedOut(cheat).Record-1), "what the tie-breaker had signed stands")
		require.Equal(t, protocol.Play, m.Stage())
		require.Equal(t, protocol.Cheating, protocol.Audit(m.File()).Verdict)
	}
	require.Equal(t, chainFile(tb.players[next].Match()), chainFile(tb.players[other].Match()))
	require.Equal(t, protocol.ChooseMove, tb.players[other].Decision())
}

// fork is a table where a seat has shown one record to the tie-breaker and another to the
// third seat.
func fork(t testing.TB) (tb *table, cheat, next, other engine.Seat, first, second []byte) {
	tb = lamps(t, 1).sit(t)
	cheat, first, second = tb.double()
	next, other = tb.others(cheat)[0], tb.others(cheat)[1]
	tb.give([][]byte{first}, next)
	tb.give([][]byte{second}, other)
	return tb, cheat, next, other, first, second
}

// stays has a player hear records, after which its chain ends as it did.
func (tb *table) stays(seat engine.Seat, records ...[]byte) {
	tb.t.Helper()
	p := tb.players[seat]
	head := p.Match().Head()
	for _, raw := range records {
		_ = p.Receive(raw) // whether it is refused, and for what, is judged elsewhere
	}
	require.Equal(tb.t, head, p.Match().Head())
}

// convictedBy are whom a seat's Faults convict, once it has made those that it owes.
func (tb *table) convictedBy(seat engine.Seat) (set engine.SeatSet) {
	tb.proceed(seat)
	for _, c := range tb.players[seat].Match().Convictions() {
		set = set.Add(c.Culprit)
	}
	return set
}

// Whoever has the one of two records goes over to the other for a Recall of the tie-breaker
// that names it, whichever of the two comes first, and for nobody else's.
func TestOnlyTheTieBreakerTurns(t *testing.T) {
	tb, cheat, next, other, first, _ := fork(t)
	base := tb.base(tb.players[other].Match().Len() - 1)
	recall := func(by engine.Seat, record []byte) []byte { return tb.recall(by, base, transcript.HashRecord(record)) }
	tb.stays(other, first, recall(cheat, first), first, recall(next, []byte("another")), first)
	require.Equal(t, engine.SeatSet(0).Add(cheat), tb.convictedBy(other))

	tb, _, next, other, first, _ = fork(t)
	require.NoError(t, tb.players[other].Receive(tb.recall(next, base, transcript.HashRecord(first))))
	require.NoError(t, tb.players[other].Receive(first))
	require.Equal(t, first, last(tb.players[other]))
	require.NotZero(t, tb.convictedBy(other), "it holds both")
}

// What the tie-breaker has signed after a record keeps it in its place, whatever the
// tie-breaker says later; and so does its Recall.
func TestWordStands(t *testing.T) {
	tb, _, next, other, first, second := fork(t)
	base := tb.base(tb.players[other].Match().Len() - 1)
	tb.act(tb.players[next])
	tb.give([][]byte{tb.recall(next, base, transcript.HashRecord(first)), first, last(tb.players[next])}, other)
	tb.stays(other, tb.recall(next, base, transcript.HashRecord(second)), second)
	require.True(t, tb.convictedBy(other).Has(next), "two Recalls on one base")

	tb = lamps(t, 1).sit(t)
	cheat, first, second := tb.double()
	next, other = tb.others(cheat)[0], tb.others(cheat)[1]
	tb.give([][]byte{first}, next)
	tb.act(tb.players[next])
	tb.give([][]byte{first, last(tb.players[next])}, other)
	tb.stays(other, tb.recall(next, base, transcript.HashRecord(second)), second)
}

// Nobody votes before it has the tie-breaker's word for what a cheat has done; the
// tie-breaker gives it by itself, when it is shown a second record or a Fault.
func TestNoVoteBeforeTheWord(t *testing.T) {
	tb, cheat, next, other, first, _ := fork(t)
	_ = tb.players[other].Receive(first)
	tb.proceed(other)
	p := tb.players[other]
	require.Equal(t, protocol.Sealed, p.Match().Stage())
	require.Zero(t, p.Votes(cheat, transcript.Convicted))
	require.Contains(t, p.Notes(), first, "so that it comes to the tie-breaker")
	tb.give(p.Match().Extras(), next)
	notes := tb.players[next].Notes()
	require.Len(t, notes, 2, "the Recall, and what it names")
	require.Equal(t, first, notes[1])
	tb.give(notes, other)
	require.Len(t, p.Notes(), 2, "the second record is asked about no more")
	tb.proceed(other)
	require.True(t, p.Votes(cheat, transcript.Convicted).Has(other))
}

// A seat makes a move that all have, and cheats before the tie-breaker has signed anything after
// it: the tie-breaker says that the move stands, without which nobody votes.
func TestWordIsGivenUnasked(t *testing.T) {
	tb := lamps(t, 1).sit(t)
	cheat, first, _ := tb.double()
	next, other := tb.others(cheat)[0], tb.others(cheat)[1]
	tb.give([][]byte{first}, next, other)
	require.Empty(t, tb.players[next].Notes())
	wrong := tb.signOn(tb.players[other].Match().Base(), cheat, transcript.Show, []byte{1})
	require.Error(t, tb.players[other].Receive(wrong))
	tb.proceed(other)
	require.Zero(t, tb.players[other].Votes(cheat, transcript.Convicted))
	tb.meet(cheat, next, other)
	m := tb.players[other].Match()
	require.NotNil(t, m.SignedOut(cheat))
	require.Equal(t, transcript.HashRecord(first), m.Hash(m.SignedOut(cheat).Record-1))
}

// Honest seats and one that deals double, whatever comes to whom when: nobody else is
// convicted, and all end on one chain, without the cheat.
func TestTwoRecordsInAnyOrder(t *testing.T) {
	for name, start := range map[string]*table{"three": lamps(t, 1).sit(t), "two and one": fourSeats(t)} {
		given := 0
		for seed := range uint64(4) {
			given += anyOrder(t, start, seed, name)
		}
		require.NotZero(t, given, "%s: something was given up", name)
	}
}

func anyOrder(t *testing.T, start *table, seed uint64, name string) (given int) {
	d := &disorder{&table{t: t, rules: start.rules, rng: start.rng}, rand.New(rand.NewPCG(seed, 6))}
	for seat := range start.players {
		d.players = append(d.players, start.again(engine.Seat(seat)))
	}
	for range 4 { // some turns that all have
		require.NoError(t, d.mover().Play(d.moves()[0], false, d.table.rng))
		d.sync()
	}
	if name == "two and one" && d.mover().Seat() == blue { // one team would be left
		require.NoError(t, d.mover().Play(d.moves()[0], false, d.table.rng))
		d.sync()
	}
	cheat := d.mover().Seat()
	twin, moves := d.again(cheat), d.moves()
	require.NoError(t, d.players[cheat].Play(moves[d.rng.IntN(len(moves))], false, d.table.rng))
	require.NoError(t, twin.Play(moves[d.rng.IntN(len(moves))], true, d.table.rng))
	both := [2]*protocol.Player{d.players[cheat], twin}
	honest := d.others(cheat)
	for range 60 {
		to := honest[d.rng.IntN(2)]
		p := d.players[to]
		before := last(p)
		from := both[d.rng.IntN(2)]
		if d.rng.IntN(2) == 0 {
			from = d.players[honest[d.rng.IntN(2)]]
		}
		if list := lacking(from, p); len(list) > 0 {
			d.hear(p, list[d.rng.IntN(len(list))], cheat)
		}
		d.proceed(to)
		if p.Decision() == protocol.ChooseMove && d.rng.IntN(3) == 0 {
			d.table.act(p)
		}
		if !bytes.Contains(chainFile(p.Match()), before) {
			given++
		}
	}
	ends := [][]byte{last(d.players[honest[0]]), last(d.players[honest[1]])}
	d.meet(cheat, honest...)
	for i, seat := range honest {
		if !bytes.Contains(chainFile(d.players[seat].Match()), ends[i]) {
			given++
		}
	}
	a, b := d.players[honest[0]].Match(), d.players[honest[1]].Match()
	require.Equal(t, chainFile(a), chainFile(b), "%s, seed %d", name, seed)
	for _, c := range a.Convictions() {
		require.Equal(t, cheat, c.Culprit)
	}
	if len(a.Convictions()) > 0 && a.Result().Over == false {
		require.NotNil(t, a.SignedOut(cheat), "%s, seed %d", name, seed)
	}
	return given
}

// hear gives a player a record, which must convict nobody but the cheat.
func (d *disorder) hear(p *protocol.Player, raw []byte, cheat engine.Seat) {
	d.t.Helper()
	var refusal *protocol.Refusal
	if err := p.Receive(raw); errors.As(err, &refusal) && refusal.Provable {
		require.Equal(d.t, cheat, refusal.Culprit, "%v", err)
	}
}
