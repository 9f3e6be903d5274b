package protocol_test

import (
	"bytes"
	"errors"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// disorder is a table at which each thing that a seat has comes to each other at any time,
// or at the end. No seat but the cheats may be convicted, and no chain may lose a record.
type disorder struct {
	*table
	rng    *rand.Rand
	cheats engine.SeatSet
	chains [][]byte // of each seat, as far as it was complete
}

func newDisorder(start *table, seed uint64, cheats ...engine.Seat) *disorder {
	d := &disorder{table: &table{t: start.t, rules: start.rules, rng: start.rng}, rng: rand.New(rand.NewPCG(seed, 5))}
	for seat := range start.players {
		d.players = append(d.players, start.again(engine.Seat(seat)))
	}
	for _, seat := range cheats {
		d.cheats = d.cheats.Add(seat)
	}
	d.chains = make([][]byte, len(d.players))
	return d
}

// hear gives a player a record.
func (d *disorder) hear(p *protocol.Player, raw []byte) {
	d.t.Helper()
	var refusal *protocol.Refusal
	if err := p.Receive(raw); errors.As(err, &refusal) && refusal.Provable {
		require.True(d.t, d.cheats.Has(refusal.Culprit), "%v", err)
	}
}

// lacking is what one player may show another.
func lacking(theirs, ours *protocol.Player) (list [][]byte) {
	same := 0
	for same < min(theirs.Match().Len(), ours.Match().Len()) && theirs.Match().Hash(same) == ours.Match().Hash(same) {
		same++
	}
	list = append(list, theirs.Match().Records()[same:]...)
	return append(append(list, theirs.Match().Extras()...), theirs.Notes()...)
}

// pass brings one player something, or all, that another has.
func (d *disorder) pass(from *protocol.Player, to engine.Seat, all bool) {
	p := d.players[to]
	list := lacking(from, p)
	if !all && len(list) > 0 {
		n := d.rng.IntN(len(list))
		list = list[n : n+1]
	}
	for _, raw := range list {
		d.hear(p, raw)
	}
	d.proceed(to)
	d.check(to)
}

// check demands that what was complete for a seat still is.
func (d *disorder) check(seat engine.Seat) {
	chain := chainFile(d.players[seat].Match())
	require.True(d.t, bytes.HasPrefix(chain, d.chains[seat]), "%s has given up what was complete", seat)
	d.chains[seat] = chain
}

// act has a seat do something of its own accord.
func (d *disorder) act(seat engine.Seat, votes bool) {
	p := d.players[seat]
	switch own, _ := p.Layout(); {
	case p.Decision() == protocol.ChooseMove && d.rng.IntN(2) == 0:
		position := p.Match().Position()
		moves := position.LegalMoves(seat, own)
		require.NoError(d.t, p.Play(moves[d.rng.IntN(len(moves))], false, d.table.rng))
	case votes && d.rng.IntN(3) == 0:
		_ = p.VoteAbsent() // if there is anybody to vote against
	}
}

// .ci/run tries more.
var orders = flag.Uint64("orders", 5, "how many orders in which records come are tried of each kind")

// Honest seats that vote against each other at any time, whatever comes when, convict nobody,
// give up nothing, and have one chain when everything has come; who was put out has it too.
func TestVotesInAnyOrder(t *testing.T) {
	t.Parallel()
	start := lamps(t, 1).sit(t)
	out := 0
	for seed := range *orders {
		d := newDisorder(start, seed)
		for range 150 {
			from, to := engine.Seat(d.rng.IntN(3)), engine.Seat(d.rng.IntN(3))
			if d.rng.IntN(4) == 0 {
				d.act(to, true)
			} else if from != to {
				d.pass(d.players[from], to, false)
			}
			d.proceed(to)
		}
		for range 20 {
			for from := range engine.Seat(3) {
				for to := range engine.Seat(3) {
					d.pass(d.players[from], to, true)
				}
			}
		}
		m := d.players[0].Match()
		for _, p := range d.players {
			require.Equal(t, chainFile(m), chainFile(p.Match()), "seed %d", seed)
			require.Empty(t, p.Match().Convictions())
		}
		for seat := range engine.Seat(3) {
			if m.SignedOut(seat) != nil {
				out++
			}
		}
	}
	require.NotZero(t, out, "somebody was put out")
}

// A seat that signs two records for one place, whatever comes to whom when: nobody else is
// convicted, nothing that is complete is given up, and the others end on one chain, without the
// cheat if they know of it.
func TestTwoRecordsInAnyOrder(t *testing.T) {
	t.Parallel()
	convicted := 0
	for name, start := range map[string]*table{"three": lamps(t, 1).sit(t), "two and one": fourSeats(t)} {
		for seed := range *orders {
			convicted += twoRecords(t, start, seed, name)
		}
	}
	require.NotZero(t, convicted)
}

func twoRecords(t *testing.T, start *table, seed uint64, name string) int {
	d := newDisorder(start, seed)
	for range 4 { // some turns that all have
		require.NoError(t, d.mover().Play(d.moves()[0], false, d.table.rng))
		d.sync()
	}
	if name == "two and one" && d.mover().Seat() == blue { // one team would be left
		require.NoError(t, d.mover().Play(d.moves()[0], false, d.table.rng))
		d.sync()
	}
	cheat := d.mover().Seat()
	d.cheats = engine.SeatsOf(cheat)
	twin, moves := d.again(cheat), d.moves()
	require.NoError(t, d.players[cheat].Play(moves[d.rng.IntN(len(moves))], false, d.table.rng))
	require.NoError(t, twin.Play(moves[d.rng.IntN(len(moves))], true, d.table.rng))
	both := [2]*protocol.Player{d.players[cheat], twin}
	honest := d.others(cheat)
	for range 60 {
		to := honest[d.rng.IntN(2)]
		from := both[d.rng.IntN(2)]
		if d.rng.IntN(2) == 0 {
			from = d.players[honest[d.rng.IntN(2)]]
		}
		d.pass(from, to, false)
		d.act(to, false)
		d.proceed(to)
	}
	for range 20 {
		for _, to := range honest {
			for _, from := range honest {
				d.pass(d.players[from], to, true)
			}
		}
	}
	a, b := d.players[honest[0]].Match(), d.players[honest[1]].Match()
	require.Equal(t, chainFile(a), chainFile(b), "%s, seed %d", name, seed)
	if len(a.Convictions()) == 0 {
		return 0
	}
	if !a.Result().Over {
		require.NotNil(t, a.SignedOut(cheat), "%s, seed %d", name, seed)
	}
	return 1
}

// fork is a table where the seat to move has shown one record to the next seat and another to
// the third.
func fork(t testing.TB) (tb *table, cheat, next, other engine.Seat, first, second []byte) {
	tb = lamps(t, 1).sit(t)
	cheat = tb.mover().Seat()
	next, other = tb.others(cheat)[0], tb.others(cheat)[1]
	base := tb.match().Base()
	first, second = tb.signOn(base, cheat, transcript.Resign, nil), tip(tb.moved(tb.again(cheat)))
	tb.give([][]byte{first}, next)
	tb.give([][]byte{second}, other)
	return tb, cheat, next, other, first, second
}

// moved has a player make its first move.
func (tb *table) moved(p *protocol.Player) *protocol.Player {
	require.NoError(tb.t, p.Play(tb.moves()[0], false, tb.rng))
	return p
}

// meet has players pass each other all that they have, and do what they do by themselves.
func (tb *table) meet(seats ...engine.Seat) {
	d := &disorder{table: tb, chains: make([][]byte, len(tb.players)), cheats: engine.SeatsOf(red, blue, amber)}
	for range 12 {
		for _, from := range seats {
			for _, to := range seats {
				d.pass(tb.players[from], to, true)
			}
		}
	}
}

// Two records that were each shown to one other: neither is complete, all others state what they
// have chosen, and put the cheat out in the second round; then they play on.
func TestSecondRound(t *testing.T) {
	tb, cheat, next, other, _, _ := fork(t)
	before := tb.match().Len()
	tb.proceed(next)
	tb.proceed(other)
	tb.meet(next, other)
	for _, seat := range []engine.Seat{next, other} {
		m := tb.players[seat].Match()
		require.Equal(t, transcript.Divided, m.SignedOut(cheat).Cause)
		require.Equal(t, before, m.SignedOut(cheat).Record)
		require.Equal(t, engine.SeatsOf(cheat), engine.SeatsOf(m.Conviction().Culprit))
		require.Equal(t, protocol.Cheating, protocol.Audit(m.File()).Verdict)
		folded, _, err := protocol.Fold(m.Records())
		require.NoError(t, err)
		require.Equal(t, m.Head(), folded.Head())
	}
	require.Equal(t, protocol.ChooseMove, tb.players[next].Decision())
}

// A record that comes after a vote goes on if the decider gives it its Seen: who has voted waits
// for that.
func TestLateRecord(t *testing.T) {
	tb := lamps(t, 1).sit(t)
	late, base, raw := tb.lastMove()
	next, last := tb.others(late)[0], tb.others(late)[1]
	require.NoError(t, tb.players[last].VoteAbsent())
	tb.give([][]byte{raw}, last)
	tb.proceed(last)
	require.Equal(t, base, tb.players[last].Match().Base())
	require.NotContains(t, tb.players[last].Notes(), tb.seen(base, last, raw), "the decider has not chosen")
	require.Contains(t, tb.players[last].Notes(), raw, "it passes the record on")
	tb.give([][]byte{raw}, next)
	tb.sync()
	require.Contains(t, tb.match().Records(), raw)
	require.Nil(t, tb.match().SignedOut(late))
}

// A decider that signs a SignOut and gives its Seen to the late record is convicted, and put out.
func TestDeciderDoesBoth(t *testing.T) {
	tb := lamps(t, 1).sit(t)
	late, base, raw := tb.lastMove()
	next, last := tb.others(late)[0], tb.others(late)[1]
	out := tb.signOn(base, next, transcript.SignOut, signOut(late, transcript.Absent, tb.vote(base, last, late, transcript.Absent)))
	tb.give([][]byte{out}, last)
	tb.proceed(last)
	tb.give([][]byte{tb.seen(base, next, raw)}, last)
	tb.proceed(last)
	convictsByCertificate(t, tb.players[last], next)
}

// A seat that does not acknowledge a record is put out for that, and the record stays.
func TestMissingSeen(t *testing.T) {
	tb := lamps(t, 1).sit(t)
	mover, _, raw := tb.lastMove()
	next, last := tb.others(mover)[0], tb.others(mover)[1]
	tb.give([][]byte{raw}, next)
	tb.proceed(next)
	tb.meet(mover, next)
	require.ElementsMatch(t, []engine.Seat{last}, seatsOf(tb.players[mover]))
	for _, seat := range []engine.Seat{mover, next} {
		require.NoError(t, tb.players[seat].VoteAbsent())
	}
	tb.meet(mover, next)
	m := tb.players[mover].Match()
	require.Equal(t, transcript.Absent, m.SignedOut(last).Cause)
	require.Equal(t, transcript.HashRecord(raw), m.Hash(m.SignedOut(last).Record-1))
	tb.sync() // it comes back
	require.NotNil(t, tb.players[last].Match().SignedOut(last))
}

// Two liars acknowledge whatever they like, and have an honest seat go on along one of two
// records; it never leaves that, signs nothing twice, and convicts only them.
func TestTwoLiarsConvictNobodyElse(t *testing.T) {
	tb := lamps(t, 1).sit(t)
	liar := tb.mover().Seat()
	accomplice, victim := tb.others(liar)[0], tb.others(liar)[1]
	base := tb.match().Base()
	second := tb.signOn(base, liar, transcript.Resign, nil)
	first := tip(tb.moved(tb.again(liar)))
	p := tb.players[victim]
	tb.give([][]byte{first, tb.seen(base, accomplice, first)}, victim)
	tb.proceed(victim)
	require.Equal(t, transcript.HashRecord(first), p.Match().Head())
	states := [][]byte{tb.state(base, accomplice, liar, transcript.Hash{}), tb.seen(base, accomplice, second)}
	for _, raw := range append(states, second, tb.vote(base, accomplice, liar, transcript.Convicted)) {
		_ = p.Receive(raw)
		tb.proceed(victim)
	}
	for i := range byte(40) {
		_ = p.Receive(tb.state(transcript.Hash{i}, accomplice, liar, transcript.Hash{i}))
		_ = p.Receive(tb.vote(transcript.Hash{i}, accomplice, liar, transcript.Absent))
	}
	require.Equal(t, transcript.HashRecord(first), p.Match().Hash(p.Match().Len()-1))
	require.Less(t, len(p.Notes()), 20, "and what it keeps is bounded")
	require.LessOrEqual(t, p.Bases(), 4)
	require.Empty(t, p.Votes(liar, transcript.Absent))
	for _, c := range p.Match().Convictions() {
		require.NotEqual(t, victim, c.Culprit)
	}
}

// A seat keeps only what another has signed itself, and only as much as convicts it.
func TestForeignWordsSayNothing(t *testing.T) {
	tb := lamps(t, 1).sit(t)
	mover, base := tb.mover().Seat(), tb.match().Base()
	p, last := tb.players[tb.others(mover)[0]], tb.others(mover)[1]
	var records [][]byte
	for i := range 3 {
		twin := tb.again(mover)
		require.NoError(t, twin.Play(tb.moves()[i], false, tb.rng))
		records = append(records, tip(twin))
	}
	for _, own := range [][]byte{
		tb.seen(base, last, records[0]), tb.state(base, last, mover, transcript.Hash{}), tb.vote(base, last, mover, transcript.Absent),
	} {
		r, err := transcript.Parse(own)
		require.NoError(t, err)
		forged := transcript.Sign(tb.key(mover), transcript.Link{Match: tb.match().ID(), Prev: base}, r.Kind, last, r.Body)
		require.Error(t, p.Receive(forged.Marshal()), r.Kind.String())
		require.Empty(t, p.Notes())
	}
	for i, raw := range records {
		_ = p.Receive(raw)
		require.Len(t, p.Notes(), min(i+1, 2), "two records of a seat convict it")
	}
	for i := range byte(20) {
		_ = p.Receive(tb.seen(base, last, []byte{i}))
	}
	require.Len(t, p.Notes(), 2+4)
	tb.proceed(p.Seat())
	require.Equal(t, []engine.Seat{min(mover, last), max(mover, last)}, culprits(p.Match()))
}

// Two States of a seat on one base that differ convict it, and so do a State and another choice.
func TestStatesConvict(t *testing.T) {
	tb := lamps(t, 1).sit(t)
	mover, base := tb.mover().Seat(), tb.match().Base()
	next, last := tb.others(mover)[0], tb.others(mover)[1]
	none := tb.state(base, last, mover, transcript.Hash{})
	for name, other := range map[string][]byte{
		"two States": tb.state(base, last, next, transcript.Hash{}),
		"and a Seen": tb.seen(base, last, []byte("a record")),
	} {
		p := tb.again(next)
		_, _ = p.Receive(none), p.Receive(other)
		_, err := p.Proceed(tb.rng)
		require.NoError(t, err)
		require.Equal(t, []engine.Seat{last}, culprits(p.Match()), name)
	}
}

// A seat whose record is here may not be voted absent for it.
func TestNoVoteAgainstWhoHasSent(t *testing.T) {
	tb := lamps(t, 1).sit(t)
	mover, _, raw := tb.lastMove()
	p := tb.players[tb.others(mover)[0]]
	seat, _, err := p.Absentee()
	require.NoError(t, err)
	require.Equal(t, mover, seat)
	tb.give([][]byte{raw}, p.Seat())
	_, _, err = p.Absentee()
	require.ErrorIs(t, err, protocol.ErrNobodyOwes)
}

func culprits(m *protocol.Match) (seats []engine.Seat) {
	for _, c := range m.Convictions() {
		seats = append(seats, c.Culprit)
	}
	return seats
}

// What two losers sign for an old place, after the end, undoes nothing: neither a second record
// with all Seen nor a SignOut of the winner.
func TestFinishedGameIsNotUndone(t *testing.T) {
	tb, out, writer, winner := endOfThree(t)
	tb.sync()
	p := tb.players[winner]
	file := p.Match().File()
	require.True(t, p.Match().Result().Over)
	last := p.Match().Len() - 1
	base, before := tb.base(last), tb.base(last-1)
	second := tb.signOn(base, writer, transcript.Pass, nil)
	old := tb.signOn(before, out, transcript.Pass, nil)
	for _, raw := range [][]byte{
		second, tb.seen(base, out, second),
		tb.signOn(base, writer, transcript.SignOut, signOut(winner, transcript.Absent, tb.vote(base, out, winner, transcript.Absent))),
		tb.signOn(before, out, transcript.SignOut, signOut(winner, transcript.Absent, tb.vote(before, writer, winner, transcript.Absent))),
		old, tb.seen(before, writer, old),
	} {
		_ = p.Receive(raw)
		tb.proceed(winner)
	}
	require.True(t, p.Match().Result().Over)
	require.True(t, bytes.HasPrefix(p.Match().File(), chainOnly(file, p.Match())))
	require.NotEmpty(t, p.Match().Convictions(), "and it convicts them")
	for _, c := range p.Match().Convictions() {
		require.NotEqual(t, winner, c.Culprit)
	}
}

// chainOnly is as much of a file as its chain takes.
func chainOnly(file []byte, m *protocol.Match) []byte {
	return file[:len(transcript.MarshalFile(m.Records()))]
}

// restart has a seat go on in another program, which has its chain, journal and notes.
func (tb *table) restart(seat engine.Seat) {
	p, again := tb.players[seat], tb.again(seat)
	require.NoError(tb.t, again.Remember(p.Journal()))
	for _, note := range p.Notes() {
		require.NoError(tb.t, again.Receive(note))
	}
	require.Equal(tb.t, p.Notes(), again.Notes())
	tb.players[seat] = again
}

// longAgo is a game that has gone on for six turns since a seat made a move on a base.
func longAgo(t testing.TB) (tb *table, mover engine.Seat, base transcript.Hash, raw []byte) {
	tb = lamps(t, 1).sit(t)
	mover, base, raw = tb.lastMove()
	for range 6 {
		tb.sync()
		tb.lastMove()
	}
	tb.sync()
	return tb, mover, base, raw
}

// convictsByCertificate demands that what a player knows convicts a seat alone, and does so by itself.
func convictsByCertificate(t testing.TB, p *protocol.Player, seat engine.Seat) {
	t.Helper()
	require.Equal(t, []engine.Seat{seat}, culprits(p.Match()))
	certificate, err := protocol.Certify(p.Match().File())
	require.NoError(t, err)
	conviction, err := protocol.VerifyCertificate(certificate)
	require.NoError(t, err)
	require.Equal(t, seat, conviction.Culprit)
}

// A restarted program knows what it has acknowledged, and goes on.
func TestTipOverARestart(t *testing.T) {
	tb := lamps(t, 1).sit(t)
	mover, base, raw := tb.lastMove()
	next := tb.others(mover)[0]
	tb.give([][]byte{raw}, next)
	tb.proceed(next)
	tb.restart(next)
	require.Contains(t, tb.players[next].Notes(), tb.seen(base, next, raw))
	tb.sync()
	require.Contains(t, tb.match().Records(), raw)
}

// A seat that goes out by a record and was away for it still gets the Seen of it when the others
// have gone on, also from programs that were restarted meanwhile.
func TestWhoGoesOutGetsTheSeen(t *testing.T) {
	tb := lamps(t, 1).sit(t)
	away := tb.mover().Seat()
	next, last := tb.others(away)[0], tb.others(away)[1]
	_, err := tb.players[away].Resign()
	require.NoError(t, err)
	resigned := tip(tb.players[away])
	tb.give([][]byte{resigned}, next, last)
	tb.meet(next, last)
	for range 6 { // moves
		for _, seat := range []engine.Seat{next, last} {
			if tb.players[seat].Decision() == protocol.ChooseMove {
				position, own := tb.players[seat].Match().Position(), tb.layout(seat)
				require.NoError(t, tb.players[seat].Play(position.LegalMoves(seat, own)[0], false, tb.rng))
				break
			}
		}
		tb.meet(next, last)
	}
	tb.restart(next)
	tb.restart(last)
	require.Equal(t, tb.players[next].Match().Len()-7, tb.players[away].Match().Len())
	tb.sync()
	require.Equal(t, tb.players[next].Match().Head(), tb.players[away].Match().Head())
}

func (tb *table) layout(seat engine.Seat) engine.Layout {
	own, _ := tb.players[seat].Layout()
	return own
}

// What a seat has chosen on an old base convicts it by what it has signed in the chain since.
func TestOldSeenConvicts(t *testing.T) {
	tb, mover, base, raw := longAgo(t)
	next, last := tb.others(mover)[0], tb.others(mover)[1]
	p := tb.players[mover]
	again := tb.seen(base, next, raw)
	again[len(again)-1] ^= 1
	require.NoError(t, p.Receive(again), "it has said so before, and nothing more is looked at")
	other := tb.seen(base, next, []byte("another"))
	elsewhere := tb.signOn(p.Match().Base(), next, transcript.Seen, other[5:69])
	require.Error(t, p.Receive(elsewhere), "it is signed on another base")
	tb.proceed(mover)
	require.Empty(t, culprits(p.Match()))
	tb.give([][]byte{other}, mover)
	tb.proceed(mover)
	require.Equal(t, []engine.Seat{next}, culprits(p.Match()))
	tb.sync()
	require.Equal(t, []engine.Seat{next}, culprits(tb.players[last].Match()), "it can check that by itself")
}

// So does a sound record that it has signed on an old base.
func TestOldSignOutConvicts(t *testing.T) {
	tb, mover, base, _ := longAgo(t)
	decider, last := tb.others(mover)[0], tb.others(mover)[1]
	out := tb.signOn(base, decider, transcript.SignOut, signOut(mover, transcript.Absent, tb.vote(base, last, mover, transcript.Absent)))
	p := tb.players[mover]
	require.Error(t, p.Receive(out))
	tb.proceed(mover)
	require.Equal(t, []engine.Seat{decider}, culprits(p.Match()))
}

// A seat that is put out while it is away takes the record that does so only if another has
// signed on it than its signer: that one has chosen it, and is convicted if it has chosen another.
func TestSigningOnARecordChoosesIt(t *testing.T) {
	tb := lamps(t, 1).sit(t)
	late, base, raw := tb.lastMove()
	decider, last := tb.others(late)[0], tb.others(late)[1]
	out := tb.signOn(base, decider, transcript.SignOut, signOut(late, transcript.Absent, tb.vote(base, last, late, transcript.Absent)))
	onIt := tb.signOn(transcript.HashRecord(out), decider, transcript.Resign, nil)
	seen, other := tb.seen(transcript.HashRecord(out), last, onIt), tb.seen(base, last, raw)
	for name, order := range map[string][][]byte{"before": {other, out, onIt, seen}, "after": {out, onIt, seen, other}} {
		p := tb.again(late)
		require.NoError(t, p.Receive(raw))
		for i, message := range order {
			require.NoError(t, p.Receive(message))
			followed := i >= slices.IndexFunc(order, func(o []byte) bool { return bytes.Equal(o, seen) })
			require.Equal(t, followed, p.Match().SignedOut(late) != nil, "%s, %d", name, i)
		}
		_, err := p.Proceed(tb.rng)
		require.NoError(t, err)
		convictsByCertificate(t, p, last)
	}
}

// The States in a SignOut of the second round convict as if they had come by themselves.
func TestStatesInASignOutConvict(t *testing.T) {
	tb := lamps(t, 1).sit(t)
	late, base, raw := tb.lastMove()
	decider, last := tb.others(late)[0], tb.others(late)[1]
	body := transcript.SignOutBody{Seat: late, Cause: transcript.Divided}
	for _, seat := range tb.match().Rules().Seats() {
		if seat != late {
			body.Stated = append(body.Stated, transcript.Hash{})
			body.Votes = append(body.Votes, signature(tb.state(base, seat, late, transcript.Hash{})))
		}
	}
	divided := tb.signOn(transcript.SecondBase(base), decider, transcript.SignOut, body.Marshal())
	p := tb.players[late]
	tb.give([][]byte{divided, tb.seen(base, last, raw)}, late)
	tb.proceed(late)
	require.Equal(t, []engine.Seat{last}, culprits(p.Match()))
}

// What a seat has acknowledged is kept for a few records more.
func TestSeenAreKeptForSomeRecords(t *testing.T) {
	tb := lamps(t, 1).sit(t)
	mover, base, raw := tb.lastMove()
	tb.sync()
	records := tb.match().Records()
	since := records[slices.IndexFunc(records, func(o []byte) bool { return bytes.Equal(o, raw) }):]
	require.Len(t, since, 2, "an attack and its answer")
	quiet := 3 - mover - engine.Seat(since[1][1])
	tb.give([][]byte{tb.seen(base, quiet, []byte("another"))}, mover)
	tb.proceed(mover)
	require.Equal(t, []engine.Seat{quiet}, culprits(tb.players[mover].Match()))
}

// A seat that goes out by a record has lived before it, and acknowledges it too.
func TestWhoGoesOutAcknowledgesThat(t *testing.T) {
	tb := lamps(t, 1).sit(t)
	writer := tb.mover().Seat()
	resigning, last := tb.others(writer)[0], tb.others(writer)[1]
	wish, err := tb.players[resigning].Resign()
	require.NoError(t, err)
	require.NoError(t, tb.players[writer].ReceiveResignRequest(wish))
	tb.proceed(writer)
	tb.meet(writer, last)
	require.Nil(t, tb.players[writer].Match().SignedOut(resigning))
	require.Equal(t, []engine.Seat{resigning}, seatsOf(tb.players[writer]))
	tb.sync()
	position := tb.match().Position()
	require.NotEqual(t, engine.NotOver, position.Out(resigning))
}

// A seat that resigns while its move is not acknowledged goes out once the move is.
func TestResignOnOnesOwnMove(t *testing.T) {
	tb := lamps(t, 1).sit(t)
	mover, _, _ := tb.lastMove()
	wish, err := tb.players[mover].Resign()
	require.NoError(t, err)
	require.Nil(t, wish, "nobody else is to move yet")
	tb.sync()
	wish, err = tb.players[mover].Resign()
	require.NoError(t, err)
	require.NoError(t, tb.mover().ReceiveResignRequest(wish))
	tb.sync()
	position := tb.match().Position()
	require.Equal(t, engine.ByResignation, position.Out(mover))
}

// A liar that names other records first doesn't keep its Seen of a record that is here from counting.
func TestSeenOfANodeIsKept(t *testing.T) {
	tb := lamps(t, 1).sit(t)
	mover, base, raw := tb.lastMove()
	next, last := tb.others(mover)[0], tb.others(mover)[1]
	for i := range byte(6) {
		tb.give([][]byte{tb.seen(base, last, []byte{i})}, mover)
	}
	tb.give([][]byte{tb.seen(base, next, raw), tb.seen(base, last, raw)}, mover)
	require.Equal(t, transcript.HashRecord(raw), tb.players[mover].Match().Head())
}

// A long record on an old base is judged at once, as false: it is not kept, and two of them need no
// Fault that would be too long.
func TestLongFalseRecordOnAnOldBase(t *testing.T) {
	tb := lamps(t, 1).sit(t)
	liar := tb.mover().Seat()
	tb.resign(liar)
	for range 2 {
		tb.lastMove()
		tb.sync()
	}
	m, long := tb.match(), make([]byte, transcript.MaxBody)
	p := tb.players[tb.others(liar)[0]]
	for back := 1; back <= 2; back++ {
		require.Error(t, p.Receive(tb.signOn(tb.base(m.Len()-back), liar, transcript.Show, long)))
		require.Less(t, len(slices.Concat(p.Notes()...)), 16<<10)
	}
	_, err := p.Proceed(tb.rng)
	require.NoError(t, err)
	require.Equal(t, []engine.Seat{liar}, culprits(p.Match()))
}
