package protocol_test

import (
	"testing"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// lampsOwing is a game of three that all play, in which a record of a kind is owed.
func lampsOwing(t testing.TB, kind transcript.Kind) *table {
	for seed := uint64(1); seed < 200; seed++ {
		tb := lamps(t, seed).sit(t)
		for tb.mover() != nil {
			moves := tb.moves()
			if err := tb.mover().Play(moves[tb.rng.Uint64()%uint64(len(moves))], false, tb.rng); err != nil {
				t.Fatal(err)
			}
			tb.carry()
			owed := tb.match().Owed()
			if len(owed) == 1 && owed[0].Kinds[0] == kind && len(tb.others(owed[0].Seat)) == 2 {
				return tb
			}
			tb.sync()
		}
	}
	t.Fatal("nobody ever owed that")
	return nil
}

// votedOut is a SignOut on the head with the votes of all who have to agree.
func (tb *table) votedOut(seat engine.Seat, cause transcript.Cause) []byte {
	by := tb.match().SignOutWriter(seat)
	var votes [][]byte
	for voter := range engine.Seat(len(tb.players)) {
		position := tb.match().Position()
		if voter != seat && voter != by && position.Out(voter) == engine.NotOver {
			votes = append(votes, tb.vote(tb.match().Base(), voter, seat, cause))
		}
	}
	return tb.sign(by, transcript.SignOut, signOut(seat, cause, votes...))
}

// putOut has all take a SignOut, and what follows from it.
func (tb *table) putOut(seat engine.Seat, cause transcript.Cause) *table {
	raw := tb.votedOut(seat, cause)
	for _, p := range tb.players {
		if err := p.Receive(raw); err != nil {
			tb.t.Fatal(err)
		}
	}
	return tb.sync()
}

// Seats that the others put out, and SignOuts that are none.
func signOutCases(t testing.TB) (out []kitCase) {
	add := func(verdict, name, tests string, file []byte) {
		out = append(out, kitCase{verdict + "-" + name, tests, verdict, file})
	}
	absent := func(kind transcript.Kind) (tb *table, gone engine.Seat) {
		tb = lampsOwing(t, kind)
		gone = tb.match().Owed()[0].Seat
		return tb.putOut(gone, transcript.Absent).sync(), gone
	}
	tb, _ := absent(transcript.Answer)
	add(incomplete, "signed-out-answer", "the seat that owed an Answer is put out: the attacker goes on, and the match too", tb.match().File())
	tb, gone := absent(transcript.Move)
	tb.resign(tb.mover().Seat())
	add(incomplete, "signed-out", "a game that has ended, and a seat that was put out on the word of the others", tb.match().File())
	add(unreadable, "signed-out-seen", "a Seen of a seat that was put out", tb.with(tb.seen(tb.match().Place(tb.match().Len()-1).Prev, gone, tb.match().Record(tb.match().Len()-1))))
	tb.players[gone].ReleaseKey()
	add(honest, "signed-out-acknowledged", "its Reveal, by which it owns that it was absent", tb.sync().match().File())

	bystander := lampsOwing(t, transcript.Answer)
	position := bystander.match().Position()
	idle := 3 - bystander.match().Owed()[0].Seat - position.Turn()
	add(incomplete, "signed-out-bystander", "a bystander is put out during a clash, which goes on", bystander.putOut(idle, transcript.Convicted).sync().match().File())
	attacker := lampsOwing(t, transcript.Answer)
	position = attacker.match().Position()
	add(incomplete, "signed-out-attacker", "the attacker is put out: no Answer is due", attacker.putOut(position.Turn(), transcript.Convicted).sync().match().File())

	stuck := stuckNext(t)
	add(incomplete, "signed-out-end", "a SignOut that ends the game, since the next seat has no move: no Seen of whom it puts out", stuck.putOut(red, transcript.Absent).match().File())
	stuckSeen := stuck.seen(stuck.match().Place(stuck.match().Len()-1).Prev, red, stuck.match().Record(stuck.match().Len()-1))
	add(unreadable, "signed-out-end-seen", "the same with its Seen", stuck.with(append(stuck.match().Extras(), stuckSeen)...))

	cheat := lamps(t, 1).sit(t)
	seat := cheat.mover().Seat()
	next, last := cheat.others(seat)[0], cheat.others(seat)[1]
	wrong := cheat.sign(seat, transcript.Show, []byte{1})
	base := cheat.match().Base()
	cheat.putOut(seat, transcript.Convicted)
	cheat.resign(next)
	add(incomplete, "signed-out-convicted", "a seat that was put out as convicted, and no Fault that says so", cheat.match().File())
	first, second := cheat.fault(next, base, wrong), cheat.fault(last, base, wrong)
	extras := cheat.match().Extras()
	add(cheating, "signed-out", "a seat that was put out as convicted, with the Fault", cheat.with(append(extras, first)...))
	add(unreadable, "fault-again", "a second Fault against a seat", cheat.with(append(extras, first, second)...))
	other := cheat.fault(next, base, cheat.signOn(base, last, transcript.Show, []byte{1}))
	faults := [][]byte{first, other}
	if last < seat {
		faults = [][]byte{other, first}
	}
	add(cheating, "two-faults", "Faults against two seats, by seat", cheat.with(append(extras, faults...)...))
	add(unreadable, "fault-order", "Faults against two seats, in another order", cheat.with(append(extras, faults[1], faults[0])...))

	game := lamps(t, 1).sit(t)
	game.random(3, func() bool { return false })
	m := game.match()
	seat = game.mover().Seat()
	next, last = game.others(seat)[0], game.others(seat)[1]
	vote := func(by, who engine.Seat, cause transcript.Cause) []byte { return game.vote(m.Base(), by, who, cause) }
	yes := vote(last, seat, transcript.Absent)
	falsely := func(name, tests string, by engine.Seat, body []byte) {
		out = append(out, kitCase{"false-signout-" + name, tests, cheating, game.with(game.sign(by, transcript.SignOut, body))})
	}
	falsely("writer", "a SignOut that another than the decider signs", last, signOut(seat, transcript.Absent, vote(next, seat, transcript.Absent)))
	falsely("missing", "a SignOut without a vote that it needs", next, signOut(seat, transcript.Absent))
	falsely("more", "a SignOut with a vote too many", next, signOut(seat, transcript.Absent, yes, yes))
	falsely("forged", "a SignOut with a vote of another seat", next, signOut(seat, transcript.Absent, vote(next, seat, transcript.Absent)))
	falsely("old", "a SignOut with a vote on the base before", next, signOut(seat, transcript.Absent, game.vote(game.base(m.Len()-1), last, seat, transcript.Absent)))
	falsely("foreign", "a SignOut with a vote against another", next, signOut(seat, transcript.Absent, vote(last, next, transcript.Absent)))
	falsely("cause", "a SignOut with a vote for another cause", next, signOut(seat, transcript.Absent, vote(last, seat, transcript.Convicted)))
	falsely("no-cause", "a SignOut of no cause", next, []byte{byte(seat), 4})
	falsely("short", "a SignOut of one byte", next, []byte{byte(seat)})
	falsely("half", "a SignOut with half a vote too many", next, append(signOut(seat, transcript.Absent, yes), 0))
	falsely("nobody", "a SignOut of a seat that the rules don't have", next, signOut(engine.Teal, transcript.Convicted, yes))
	agreed := transcript.SignOutBody{Seat: seat, Cause: transcript.Divided}
	for _, voter := range []engine.Seat{min(next, last), max(next, last)} {
		agreed.Stated = append(agreed.Stated, transcript.Hash{1})
		agreed.Votes = append(agreed.Votes, signature(game.state(m.Base(), voter, seat, transcript.Hash{1})))
	}
	onSecond := game.signOn(transcript.SecondBase(m.Base()), next, transcript.SignOut, agreed.Marshal())
	out = append(out, kitCase{"false-signout-agreed", "a SignOut of cause 3 whose States all name one record", cheating, game.with(onSecond)})
	divided := func(states int) []byte {
		return append([]byte{byte(seat), byte(transcript.Divided)}, make([]byte, 96*states)...)
	}
	onSecond = game.signOn(transcript.SecondBase(m.Base()), next, transcript.SignOut, divided(engine.MaxSeats))
	out = append(out, kitCase{"false-signout-six-states", "a SignOut of cause 3 with as many States as a well-formed body may have", cheating, game.with(onSecond)})
	falsely("seven-states", "a SignOut of cause 3 with more: it is not signed on the second base", next, divided(engine.MaxSeats+1))
	sound := game.votedOut(seat, transcript.Absent)
	add("false", "signout-twice", "a seat is put out that is out", game.with(sound, game.signOn(transcript.HashRecord(sound), last, transcript.SignOut, signOut(seat, transcript.Convicted))))
	add(unreadable, "vote", "a Vote in a file", game.with(yes))
	state := func(about engine.Seat, record transcript.Hash) []byte {
		return game.state(m.Base(), next, about, record)
	}
	resigned := game.sign(next, transcript.Resign, nil)
	double := func(verdict, name, tests string, a, b []byte) {
		add(verdict, name, "a Fault: "+tests, game.with(game.fault(last, m.Base(), a, b)))
	}
	add(unreadable, "state", "a State in a file", game.with(state(seat, m.Base())))
	add(unreadable, "seen", "a Seen before the end", game.with(game.seen(m.Base(), next, sound)))
	double(cheating, "double-state", "a SignOut and a State that nothing was chosen on one base", sound, state(seat, transcript.Hash{}))
	double(cheating, "double-states", "two States on one base", state(seat, m.Base()), state(seat, m.ID()))
	double(cheating, "double-states-about", "two States about two seats on one base", state(seat, m.ID()), state(last, m.ID()))
	double(cheating, "double-seen", "a SignOut and a Seen of another record on one base", sound, game.seen(m.Base(), next, resigned))
	double(cheating, "double-seens", "two Seen of two records on one base", game.seen(m.Base(), next, sound), game.seen(m.Base(), next, resigned))
	double(cheating, "bogus-seen", "a bogus one, of a SignOut and a Seen of it", sound, game.seen(m.Base(), next, sound))
	double(cheating, "bogus-state", "a bogus one, of a SignOut and a State of it", sound, state(seat, transcript.HashRecord(sound)))
	add(cheating, "double-vote", "a bogus Fault: a Vote and a record of the chain on one base",
		game.with(game.fault(last, m.Base(), game.sign(seat, transcript.Resign, nil), vote(seat, next, transcript.Absent))))
	add("false", "signout-setup", "a SignOut before the first turn", game.after(3, game.signOn(game.base(3), red, transcript.SignOut, signOut(blue, transcript.Convicted))))
	over := lampsEnd(t)
	add("false", "signout-over", "a SignOut after the end", over.with(over.sign(red, transcript.SignOut, signOut(blue, transcript.Convicted))))

	for name, change := range map[string]func(*engine.Rules){
		"stop":     func(r *engine.Rules) { r.Views.Absent = engine.AbsentStop },
		"no-grace": func(r *engine.Rules) { r.Times.Clock, r.Times.Grace = 0, 0 },
		"team":     func(r *engine.Rules) { r.Seats[2].Team = 0 },
	} {
		tb := lampsWith(t, 1, change).sit(t)
		gone := tb.mover().Seat()
		cause := transcript.Absent
		if name == "team" {
			gone, cause = blue, transcript.Convicted
		}
		add("false", "signout-"+name, "a SignOut that the rules don't know, or that would leave one team", tb.with(tb.votedOut(gone, cause)))
	}
	for i := range out {
		if len(out[i].name) > 6 && out[i].name[:6] == "false-" {
			out[i].want = cheating
		}
	}
	return out
}

// lampsEnd is a game of three that is over.
func lampsEnd(t testing.TB) *table {
	tb := lamps(t, 3).sit(t)
	tb.resign(tb.mover().Seat())
	return tb.resign(tb.mover().Seat())
}
