package protocol_test

import (
	"crypto/ed25519"
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// lampsWith is a game of three under changed rules.
func lampsWith(t testing.TB, seed uint64, change func(*engine.Rules)) setting {
	value := lamps(t, seed).rules.Rules()
	change(&value)
	rules, err := engine.NewRuleset(value)
	require.NoError(t, err)
	return setting{rules: rules, seed: seed}
}

// state is a seat's State on a base.
func (tb *table) state(base transcript.Hash, by, about engine.Seat, record transcript.Hash) []byte {
	body := transcript.StateBody{Base: base, Seat: about, Record: record}
	return tb.signOn(base, by, transcript.State, body.Marshal())
}

// seen is a seat's Seen of a record on a base.
func (tb *table) seen(base transcript.Hash, by engine.Seat, record []byte) []byte {
	body := transcript.SeenBody{Base: base, Record: transcript.HashRecord(record)}
	return tb.signOn(base, by, transcript.Seen, body.Marshal())
}

// vote is a seat's Vote on a base.
func (tb *table) vote(base transcript.Hash, by, seat engine.Seat, cause transcript.Cause) []byte {
	body := transcript.VoteBody{Base: base, Seat: seat, Cause: cause}
	return tb.signOn(base, by, transcript.Vote, body.Marshal())
}

// signature is that of a record.
func signature(raw []byte) [ed25519.SignatureSize]byte {
	return [ed25519.SignatureSize]byte(raw[len(raw)-ed25519.SignatureSize:])
}

// signOut is the body of a SignOut with the signatures of some records.
func signOut(seat engine.Seat, cause transcript.Cause, votes ...[]byte) []byte {
	body := transcript.SignOutBody{Seat: seat, Cause: cause}
	for _, raw := range votes {
		body.Votes = append(body.Votes, signature(raw))
	}
	return body.Marshal()
}

// give brings records to some seats, in this order, and demands that they are taken.
func (tb *table) give(records [][]byte, to ...engine.Seat) {
	for _, seat := range to {
		for _, raw := range records {
			require.NoError(tb.t, tb.players[seat].Receive(raw))
		}
	}
}

// proceed has a seat make what it makes by itself.
func (tb *table) proceed(seat engine.Seat) {
	for made := true; made; {
		var err error
		made, err = tb.players[seat].Proceed(tb.rng)
		require.NoError(tb.t, err)
	}
}

// others are the seats that live but one, from the next after it on.
func (tb *table) others(seat engine.Seat) (out []engine.Seat) {
	n := len(tb.players)
	position := tb.match().Position()
	for i := 1; i < n; i++ {
		if other := engine.Seat((int(seat) + i) % n); position.Out(other) == engine.NotOver {
			out = append(out, other)
		}
	}
	return out
}

// lastMove plays a move of the seat to move that nobody else gets yet, and returns it.
func (tb *table) lastMove() (seat engine.Seat, base transcript.Hash, raw []byte) {
	p := tb.mover()
	base = p.Match().Base()
	require.NoError(tb.t, p.Play(tb.moves()[0], false, tb.rng))
	return p.Seat(), base, tip(p)
}

// fourSeats is a game of two teams of two, small by its length only.
func fourSeats(t testing.TB) *table {
	return lampsWith(t, 1, func(r *engine.Rules) { r.Seats[2].Team = 0 }).sit(t)
}

// A seat that is silent is put out when all others have voted, by the decider; the game goes
// on, its key is owed no more, and the audit says that nothing proves it, until the seat
// says so itself.
func TestAbsentSeatIsPutOut(t *testing.T) {
	tb := lamps(t, 1).sit(t)
	gone := tb.mover().Seat()
	others := tb.others(gone)
	require.ErrorIs(t, tb.players[gone].VoteAbsent(), protocol.ErrNobodyOwes)
	require.NoError(t, tb.players[others[1]].VoteAbsent())
	tb.sync()
	require.Nil(t, tb.match().SignedOut(gone), "one vote is not all")
	require.NoError(t, tb.players[others[0]].VoteAbsent())
	tb.sync()
	out := tb.match().SignedOut(gone)
	require.Equal(t, &protocol.SignedOut{
		Seat: gone, Cause: transcript.Absent, By: engine.SeatSet(0).Add(others[0]).Add(others[1]), Record: tb.match().Len() - 1,
	}, out)
	require.Equal(t, others[0], engine.Seat(tb.match().Record(out.Record)[1]), "the decider writes it")
	require.Equal(t, others[0], tb.mover().Seat())

	tb.resign(tb.mover().Seat())
	require.Empty(t, tb.match().Owed(), "a seat that was put out owes nothing")
	require.False(t, tb.match().Revealed(gone))
	report := protocol.Audit(tb.match().File())
	require.Equal(t, protocol.Incomplete, report.Verdict)
	require.Equal(t, "audit.signed-out", coded.Code(report.Reason))
	require.Equal(t, []protocol.SignedOutSeat{{SignedOut: *out}}, report.SignedOut)
	require.True(t, report.Finished(), "nobody who is left can complete it")
	require.Equal(t, engine.SeatsOf(gone), report.PutOutByWord())

	tb.players[gone].ReleaseKey()
	tb.sync()
	report = protocol.Audit(tb.match().File())
	require.Equal(t, protocol.Honest, report.Verdict)
	require.Equal(t, []protocol.SignedOutSeat{{SignedOut: *out, Acknowledged: true}}, report.SignedOut)
	require.True(t, report.Finished())
	require.Empty(t, report.PutOutByWord())
	require.False(t, protocol.Audit(lamps(t, 1).sit(t).match().File()).Finished(), "it has begun")
}

// Every debt of a game is one for which a seat can be put out, and the game goes on from it.
func TestAbsentWhateverIsOwed(t *testing.T) {
	for _, kind := range []transcript.Kind{transcript.Move, transcript.Answer} {
		t.Run(kind.String(), func(t *testing.T) {
			tb := lampsOwing(t, kind)
			gone := tb.match().Owed()[0].Seat
			for _, seat := range tb.others(gone) {
				require.NoError(t, tb.players[seat].VoteAbsent())
			}
			for range 4 {
				tb.carry()
				for _, seat := range tb.others(gone) {
					tb.proceed(seat)
				}
			}
			require.NotNil(t, tb.match().SignedOut(gone))
			position := tb.match().Position()
			require.Equal(t, engine.PhaseMove, position.Phase())
			tb.sync()
			require.NotNil(t, tb.mover())
		})
	}
}

// stuckNext is a game of three in which red moves first, and blue, which is next, can never move.
func stuckNext(t testing.TB) *table {
	return lampsWith(t, 1, func(r *engine.Rules) {
		r.Views.First = "red"
		r.Kinds = append(slices.Clone(r.Kinds), engine.KindRule{ID: "mire", EN: "mire", ZH: "泥沼", Locked: true})
		r.Nodes = slices.Clone(r.Nodes)
		for i := range r.Nodes {
			if r.Nodes[i].Home == "blue" {
				r.Nodes[i].Kind = "mire"
			}
		}
	}).sit(t)
}

// A SignOut can end the game, when the next seat then has no move. Of the seat that it puts out
// no Seen is asked: it could hold up the end by its silence.
func TestNoSeenOfWhoIsPutOutAtTheEnd(t *testing.T) {
	tb := stuckNext(t)
	require.NoError(t, tb.match().Append(tb.votedOut(red, transcript.Absent)))
	require.True(t, tb.match().Result().Over)
	require.Equal(t, engine.ByNoMove, tb.match().Result().Reason)
	owed := tb.match().Owed()
	require.Empty(t, owed.Of(red).Kinds)
	require.Equal(t, []transcript.Kind{transcript.Reveal}, owed.Of(blue).Kinds, "it has signed the SignOut")
	require.Equal(t, []transcript.Kind{transcript.Seen, transcript.Reveal}, owed.Of(amber).Kinds)
}

// What a SignOut must be, else it is false and convicts its signer.
func TestFalseSignOuts(t *testing.T) {
	tb := lamps(t, 1).sit(t)
	tb.random(3, func() bool { return false })
	gone := tb.mover().Seat()
	next, last := tb.others(gone)[0], tb.others(gone)[1]
	m := tb.match()
	old := m.Place(m.Len() - 1).Prev
	vote := func(by, seat engine.Seat, cause transcript.Cause) []byte { return tb.vote(m.Base(), by, seat, cause) }
	absent := vote(last, gone, transcript.Absent)
	for name, c := range map[string]struct {
		by   engine.Seat
		body []byte
		code string
	}{
		"by another":        {last, signOut(gone, transcript.Absent, vote(next, gone, transcript.Absent)), "protocol.signout-writer"},
		"by itself":         {gone, signOut(gone, transcript.Absent, absent), "protocol.signout-writer"},
		"without a vote":    {next, signOut(gone, transcript.Absent), "protocol.signout-votes"},
		"a vote too many":   {next, signOut(gone, transcript.Absent, absent, absent), "protocol.signout-votes"},
		"a forged vote":     {next, signOut(gone, transcript.Absent, vote(next, gone, transcript.Absent)), "protocol.signout-vote"},
		"an old vote":       {next, signOut(gone, transcript.Absent, tb.vote(old, last, gone, transcript.Absent)), "protocol.signout-vote"},
		"another's vote":    {next, signOut(gone, transcript.Absent, vote(last, next, transcript.Absent)), "protocol.signout-vote"},
		"for another cause": {next, signOut(gone, transcript.Absent, vote(last, gone, transcript.Convicted)), "protocol.signout-vote"},
		"no such seat":      {next, signOut(engine.Teal, transcript.Convicted, absent), "engine.no-event"},
		"far from a seat":   {next, signOut(200, transcript.Convicted, absent), "engine.no-event"},
		"no cause":          {next, []byte{byte(gone), 4}, "transcript.malformed-what"},
		"no body":           {next, nil, "transcript.malformed-what"},
		"half a vote":       {next, append(signOut(gone, transcript.Absent, absent), 0), "transcript.malformed-what"},
		"endless":           {next, make([]byte, transcript.MaxBody), "transcript.malformed-what"},
	} {
		err := m.Append(tb.sign(c.by, transcript.SignOut, c.body))
		var refusal *protocol.Refusal
		require.ErrorAs(t, err, &refusal, name)
		require.True(t, refusal.Provable, name)
		require.Equal(t, c.by, refusal.Culprit, name)
		require.Equal(t, c.code, coded.Code(refusal.Err), name)
	}
	undivided := transcript.SignOutBody{Seat: last, Cause: transcript.Divided}
	for _, voter := range []engine.Seat{min(gone, next), max(gone, next)} {
		undivided.Stated = append(undivided.Stated, transcript.Hash{})
		undivided.Votes = append(undivided.Votes, signature(tb.state(m.Base(), voter, last, transcript.Hash{})))
	}
	err := m.Append(tb.signOn(transcript.SecondBase(m.Base()), gone, transcript.SignOut, undivided.Marshal()))
	require.Equal(t, "protocol.signout-undivided", coded.Code(errors.Unwrap(err)), "it owes nothing, and decides nothing")
	agreed := transcript.SignOutBody{Seat: gone, Cause: transcript.Divided}
	for _, voter := range []engine.Seat{min(next, last), max(next, last)} {
		agreed.Stated = append(agreed.Stated, transcript.Hash{1})
		agreed.Votes = append(agreed.Votes, signature(tb.state(m.Base(), voter, gone, transcript.Hash{1})))
	}
	err = m.Append(tb.signOn(transcript.SecondBase(m.Base()), next, transcript.SignOut, agreed.Marshal()))
	require.Equal(t, "protocol.signout-agreed", coded.Code(errors.Unwrap(err)), "the record stands")
	require.NoError(t, m.Append(tb.sign(next, transcript.SignOut, signOut(gone, transcript.Absent, absent))))
	err = m.Append(tb.sign(last, transcript.SignOut, signOut(gone, transcript.Convicted)))
	require.ErrorContains(t, err, "is out of the game")
}

// Where the rules say stop, without a grace, during the setup and after the end nobody is
// put out; nor where one team would be left.
func TestNobodyIsPutOut(t *testing.T) {
	sign := func(tb *table, seat engine.Seat, cause transcript.Cause) string {
		m := tb.match()
		by := m.SignOutWriter(seat)
		var votes [][]byte
		for _, other := range []engine.Seat{red, blue, amber} {
			if other != seat && other != by {
				votes = append(votes, tb.vote(m.Base(), other, seat, cause))
			}
		}
		err := m.Append(tb.sign(by, transcript.SignOut, signOut(seat, cause, votes...)))
		var refusal *protocol.Refusal
		require.ErrorAs(t, err, &refusal)
		require.True(t, refusal.Provable)
		return coded.Code(refusal.Err)
	}
	stop := lampsWith(t, 1, func(r *engine.Rules) { r.Views.Absent = engine.AbsentStop }).sit(t)
	require.Equal(t, "protocol.signout-stop", sign(stop, stop.mover().Seat(), transcript.Absent))
	require.Equal(t, "protocol.signout-stop", sign(stop, stop.mover().Seat(), transcript.Convicted))
	require.Error(t, stop.players[stop.others(stop.mover().Seat())[0]].VoteAbsent())

	mail := lampsWith(t, 1, func(r *engine.Rules) { r.Times.Clock, r.Times.Grace = 0, 0 }).sit(t)
	require.Equal(t, "protocol.signout-no-grace", sign(mail, mail.mover().Seat(), transcript.Absent))

	pair := fourSeats(t)
	require.Equal(t, "engine.absent-decides", sign(pair, blue, transcript.Convicted))

	over, _, _, _ := endOfThree(t)
	err := over.match().Append(over.sign(red, transcript.SignOut, signOut(blue, transcript.Convicted)))
	require.ErrorContains(t, err, "only one team")
}

// A cheat is put out by all others, in whosever slot, and the game goes on; the verdict
// stays.
func TestConvictedSeatIsPutOut(t *testing.T) {
	for name, culprit := range map[string]int{"in its own slot": -1, "in another's": 0} {
		t.Run(name, func(t *testing.T) {
			tb := lamps(t, 1).sit(t)
			mover := tb.mover().Seat()
			cheat := mover
			if culprit >= 0 {
				cheat = tb.others(mover)[culprit]
			}
			wrong := tb.sign(cheat, transcript.Show, []byte{1})
			tellers := tb.others(cheat)
			require.Error(t, tb.players[tellers[0]].Receive(wrong))
			tb.proceed(tellers[0])
			fault := tb.players[tellers[0]].Match().Extras()[0]
			require.Equal(t, protocol.Sealed, tb.players[tellers[0]].Match().Stage())
			require.Equal(t, protocol.Nothing, tb.players[tellers[0]].Decision())
			for range 4 {
				for _, from := range tellers {
					for _, to := range tellers {
						tb.give(tb.players[from].Notes(), to)
						tb.give([][]byte{fault}, to)
						tb.proceed(to)
					}
				}
				for _, from := range tellers {
					for _, to := range tellers {
						for i := tb.players[to].Match().Len(); i < tb.players[from].Match().Len(); i++ {
							tb.give([][]byte{tb.players[from].Match().Record(i)}, to)
						}
					}
				}
			}
			m := tb.players[tellers[0]].Match()
			require.NotNil(t, m.SignedOut(cheat))
			require.NotEqual(t, transcript.Absent, m.SignedOut(cheat).Cause)
			require.Equal(t, protocol.Play, m.Stage())
			tb.sync() // the cheat too takes what happened
			if cheat != mover {
				require.Equal(t, mover, tb.mover().Seat(), "its turn is not over")
			}
			tb.resign(tb.mover().Seat())
			report := protocol.Audit(tb.match().File())
			require.Equal(t, protocol.Cheating, report.Verdict)
			require.Equal(t, cheat, report.Conviction.Culprit)
			require.True(t, report.SignedOut[0].Proven)
			require.True(t, report.Result.Over)
			certificate, err := protocol.Certify(tb.match().File())
			require.NoError(t, err)
			conviction, err := protocol.VerifyCertificate(certificate)
			require.NoError(t, err)
			require.Equal(t, cheat, conviction.Culprit)
		})
	}
}

// Evidence against a seat that is out stops nobody; a second Fault against a seat is
// nothing new, one against another stands beside the first.
func TestFaultAgainstWhoIsOut(t *testing.T) {
	tb := lamps(t, 1).sit(t)
	gone := tb.mover().Seat()
	tb.resign(gone)
	others := tb.others(gone)
	m := tb.match()
	fault := tb.fault(others[0], m.Base(), tb.sign(gone, transcript.Show, []byte{1}))
	tb.give([][]byte{fault}, red, blue, amber)
	require.Equal(t, protocol.Play, m.Stage())
	require.NotNil(t, tb.mover())
	extras := m.Extras()
	tb.give([][]byte{tb.fault(others[1], m.Base(), tb.sign(gone, transcript.Show, []byte{2}))}, red, blue, amber)
	require.Equal(t, extras, m.Extras())
	require.NoError(t, m.Append(tb.fault(others[1], m.Base(), tb.sign(others[1], transcript.Show, []byte{1}))))
	require.Len(t, m.Convictions(), 2)
	require.Equal(t, protocol.Sealed, m.Stage(), "one team would be left: nobody else is put out")
}

// What the others say of a seat that no Fault convicts is only a claim, whatever they call it.
func TestConvictedByNobody(t *testing.T) {
	tb := lamps(t, 1).sit(t)
	victim := tb.mover().Seat()
	next, last := tb.others(victim)[0], tb.others(victim)[1]
	raw := tb.sign(next, transcript.SignOut, signOut(victim, transcript.Convicted, tb.vote(tb.match().Base(), last, victim, transcript.Convicted)))
	tb.give([][]byte{raw}, red, blue, amber)
	tb.sync()
	tb.resign(tb.mover().Seat())
	tb.players[next].ReleaseKey() // its program has not made that SignOut
	tb.sync()
	report := protocol.Audit(tb.match().File())
	require.Equal(t, protocol.Incomplete, report.Verdict)
	require.Equal(t, "audit.signed-out", coded.Code(report.Reason))
	require.False(t, report.SignedOut[0].Proven)
}

// One vote is made on a base for a cause, and a Vote or a State that nobody of the match
// has signed is refused.
func TestVotes(t *testing.T) {
	tb := lamps(t, 1).sit(t)
	gone := tb.mover().Seat()
	next, last := tb.others(gone)[0], tb.others(gone)[1]
	p := tb.players[last]
	require.NoError(t, p.VoteAbsent())
	notes := p.Notes()
	require.NoError(t, p.VoteAbsent())
	require.Equal(t, notes, p.Notes())
	require.Equal(t, engine.SeatSet(0).Add(last), p.Votes(gone, transcript.Absent))
	base := tb.match().Base()
	for name, raw := range map[string][]byte{
		"for itself":    tb.vote(base, next, next, transcript.Absent),
		"of no match":   tb.signOn(transcript.Hash{1}, next, transcript.Vote, bodyOf(tb.vote(base, next, gone, transcript.Absent))),
		"a State of no": tb.signOn(transcript.Hash{1}, next, transcript.State, bodyOf(tb.state(base, next, gone, base))),
		"short":         tb.sign(next, transcript.Vote, base[:]),
		"short State":   tb.sign(next, transcript.State, base[:]),
	} {
		require.Error(t, p.Receive(raw), name)
	}
	require.NoError(t, p.Receive(tb.vote(transcript.SecondBase(base), next, gone, transcript.Absent)), "it is of no use")
	require.Equal(t, notes, p.Notes())
	require.Equal(t, "protocol.travels", coded.Code(errors.Unwrap(tb.match().Append(notes[0]))), "they belong to no match")
}

// The decider is the next that lives.
func TestDecider(t *testing.T) {
	tb := lamps(t, 1).sit(t)
	m := tb.match()
	require.Equal(t, []engine.Seat{blue, amber, red}, []engine.Seat{m.Decider(red), m.Decider(blue), m.Decider(amber)})
	pair := fourSeats(t).match()
	require.Equal(t, []engine.Seat{blue, amber, red}, []engine.Seat{pair.Decider(red), pair.Decider(blue), pair.Decider(amber)})
	tb.resign(tb.mover().Seat())
	position := m.Position()
	left := position.Living().Seats()
	require.Equal(t, left[1], m.Decider(left[0]))
	require.Equal(t, left[0], m.Decider(left[1]))
}

// A second record on a place of long ago puts its signer out from now on, and undoes
// nothing.
func TestOldSecondRecordUndoesNothing(t *testing.T) {
	tb := lamps(t, 1).sit(t)
	seat, place := tb.mover().Seat(), tb.match().Len()
	tb.random(4, func() bool { return false })
	length := tb.match().Len()
	second := tb.signOn(tb.base(place), seat, transcript.Resign, nil)
	require.Error(t, tb.players[tb.others(seat)[0]].Receive(second))
	tb.sync()
	require.Equal(t, length, tb.match().SignedOut(seat).Record)
	require.Equal(t, protocol.Play, tb.match().Stage())
}

// Where nobody is put out a Vote is nobody's word.
func TestVotesWhereNobodyIsPutOut(t *testing.T) {
	tb := lampsWith(t, 1, func(r *engine.Rules) { r.Views.Absent = engine.AbsentStop }).sit(t)
	gone := tb.mover().Seat()
	p := tb.players[tb.others(gone)[0]]
	require.Error(t, p.Receive(tb.vote(tb.match().Base(), tb.others(gone)[1], gone, transcript.Absent)))
	require.Empty(t, p.Notes())
}
