package protocol

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// pass brings a Player all that another has, and has it do what it does by itself.
func pass(t testing.TB, from, to *Player) {
	for _, raw := range slices.Concat(from.match.first(from.match.Len()), from.match.Extras(), from.Notes()) {
		_ = to.Receive(raw) // what it refuses convicts somebody, or is older than what it has
	}
	settleAlone(t, to)
}

// settleAlone has a Player do all that it does by itself.
func settleAlone(t testing.TB, p *Player) {
	for {
		made, err := p.Proceed(seeded(p.Seat(), p.match.Base()))
		require.NoError(t, err)
		if !made {
			return
		}
	}
}

// The decider of four puts the silent writer out towards one seat, and acknowledges its late record
// towards another. Neither is complete, so the three others state what they have chosen, put the
// decider out in the second round, and play on with the writer.
func TestDeciderSplitsTheOthers(t *testing.T) {
	players := seatRunners(t, partners)
	i := slices.IndexFunc(players, func(p *Player) bool { return p.Decision() == ChooseMove })
	writer := players[i]
	d := writer.match.Decider(writer.Seat())
	decider := players[d]
	var honest []*Player
	for _, p := range players {
		if p != writer && p != decider {
			honest = append(honest, p)
		}
	}
	one, other := honest[0], honest[1]
	puttingOut, acknowledging := decider.clone(), decider.clone()

	require.NoError(t, one.VoteAbsent())
	require.NoError(t, other.VoteAbsent())
	require.NoError(t, puttingOut.VoteAbsent())
	pass(t, one, puttingOut)
	pass(t, other, puttingOut)
	isOut := func(n *node) bool { return n.signsOut(writer.Seat()) }
	require.True(t, slices.ContainsFunc(puttingOut.on(puttingOut.head()), isOut), "it has signed the SignOut")
	require.NoError(t, writer.act("0", testRand(1)))
	pass(t, writer, acknowledging)
	pass(t, puttingOut, one)
	pass(t, writer, other)
	require.False(t, other.hasChosen(other.match.Base()), "it waits for the decider")
	pass(t, acknowledging, other)
	base := other.match.Base()
	require.True(t, one.hasChosen(base) && other.hasChosen(base) && writer.hasChosen(base))
	require.Equal(t, base, one.match.Base(), "neither is complete")

	all := []*Player{writer, one, other}
	for range 8 {
		for _, from := range all {
			for _, to := range all {
				pass(t, from, to)
			}
		}
	}
	for _, p := range all {
		require.NotNil(t, p.match.SignedOut(d), "%s", p.Seat())
		require.Equal(t, transcript.Divided, p.match.SignedOut(d).Cause)
		require.Equal(t, writer.match.Head(), p.match.Head())
		require.Equal(t, engine.SeatsOf(d), engine.SeatsOf(p.match.Conviction().Culprit))
	}
	require.Equal(t, ChooseMove, writer.Decision())
}

// The decider of four puts the silent writer out, which both others acknowledge and state, and
// acknowledges the writer's late record, too. Its SignOut stands. The writer, which has that and all
// States but not yet the Seen, signs none of the second round: to those who hold the first as
// complete that would prove two liars, and they would put out nobody for absence any more.
func TestNoSecondRoundWhereARecordStands(t *testing.T) {
	players := seatRunners(t, partners)
	i := slices.IndexFunc(players, func(p *Player) bool { return p.Decision() == ChooseMove })
	writer := players[i]
	d := writer.match.Decider(writer.Seat())
	puttingOut, acknowledging := players[d].clone(), players[d].clone()
	others := slices.DeleteFunc(slices.Clone(players), func(p *Player) bool { return p == writer || p.Seat() == d })
	require.NoError(t, puttingOut.VoteAbsent())
	for _, p := range others {
		require.NoError(t, p.VoteAbsent())
		pass(t, p, puttingOut)
	}
	require.NoError(t, writer.act("0", testRand(1)))
	pass(t, writer, acknowledging)
	for _, p := range others {
		pass(t, puttingOut, p)
		pass(t, acknowledging, p)
		stated := p.voted(p.match.Base(), p.Seat(), d, transcript.Divided)
		require.True(t, stated)
	}
	isSeen := func(raw []byte) bool { return transcript.Kind(raw[0]) == transcript.Seen }
	for _, p := range others {
		for _, raw := range append(slices.DeleteFunc(p.Notes(), isSeen), p.match.Extras()...) {
			require.NoError(t, writer.Receive(raw))
		}
	}
	settleAlone(t, writer)
	for _, p := range others {
		stated := writer.voted(writer.match.Base(), p.Seat(), d, transcript.Divided)
		require.True(t, stated)
	}
	one, other := others[0], others[1]
	pass(t, one, other)
	require.NotNil(t, other.match.SignedOut(writer.Seat()), "it is complete")
	pass(t, writer, other)
	require.False(t, other.journal.torn())
	pass(t, other, one)
	pass(t, other, writer)
	require.Equal(t, transcript.Absent, writer.match.SignedOut(writer.Seat()).Cause)
}

// The same where the writer hears of the States alone: the decider, which something else convicts, shows it their SignOut last.
func TestNoSecondRoundWhereARecordStandsThatIsNotHere(t *testing.T) {
	players := seatRunners(t, partners)
	i := slices.IndexFunc(players, func(p *Player) bool { return p.Decision() == ChooseMove })
	writer := players[i]
	base := writer.match.Base()
	d := writer.match.Decider(writer.Seat())
	others := slices.DeleteFunc(slices.Clone(players), func(p *Player) bool { return p == writer || p.Seat() == d })
	require.NoError(t, players[d].VoteAbsent())
	for _, p := range others {
		require.NoError(t, p.VoteAbsent())
		pass(t, p, players[d])
	}
	require.NoError(t, writer.act("0", testRand(1)))
	wrong := transcript.Sign(players[d].secret.SigningKey(), transcript.Link{Match: writer.match.id, Prev: base}, transcript.Show, d, []byte{0})
	for _, p := range others {
		pass(t, players[d], p)
		require.Error(t, p.Receive(wrong.Marshal()))
		settleAlone(t, p)
		for _, raw := range append(p.match.Extras(), p.Notes()...) {
			switch transcript.Kind(raw[0]) {
			case transcript.Fault, transcript.State, transcript.Vote:
				require.NoError(t, writer.Receive(raw))
			}
		}
	}
	settleAlone(t, writer)
	for _, p := range others {
		stated := writer.voted(base, p.Seat(), d, transcript.Divided)
		require.True(t, stated)
	}
	for range 8 {
		for _, from := range append(others, writer) {
			for _, to := range append(others, writer) {
				pass(t, from, to)
			}
		}
	}
	for _, p := range append(others, writer) {
		require.False(t, p.journal.torn())
		require.NotNil(t, p.match.SignedOut(writer.Seat()))
		require.Equal(t, writer.match.Head(), p.match.Head())
	}
}

// A convicted seat that is the last of its team can't be put out: the match has ended, and nobody
// votes against the seat to move, which rightly signs nothing any more.
func TestConvictedLastOfItsTeamStopsVotes(t *testing.T) {
	players := seatRunners(t, oneTwo)
	blue, amber := players[engine.Blue], players[engine.Amber]
	base := amber.match.Base()
	x, _, err := amber.Absentee()
	require.NoError(t, err)
	require.Equal(t, engine.Red, x)
	for _, record := range []transcript.Hash{{1}, {2}} {
		body := transcript.SeenBody{Base: base, Record: record}
		r := transcript.Sign(blue.secret.SigningKey(), transcript.Link{Match: amber.match.id, Prev: base}, transcript.Seen, engine.Blue, body.Marshal())
		require.NoError(t, amber.Receive(r.Marshal()))
	}
	settleAlone(t, amber)
	require.Equal(t, engine.Blue, amber.match.Conviction().Culprit)
	require.ErrorIs(t, amber.VoteAbsent(), ErrNobodyOwes)
}

// The writer of four writes when others have voted against it, and its decider, which could still put it out, is convicted and
// silent. If all others have voted, they state what they have chosen, put the decider out in the second round, and
// the writer plays on. If one has chosen the record instead, no SignOut of the writer is possible, and the record stands.
func TestLateWriterWithAFalseDecider(t *testing.T) {
	for _, voters := range []int{1, 2} {
		players := seatRunners(t, partners)
		i := slices.IndexFunc(players, func(p *Player) bool { return p.Decision() == ChooseMove })
		writer := players[i]
		d := writer.match.Decider(writer.Seat())
		others := slices.DeleteFunc(slices.Clone(players), func(p *Player) bool { return p == writer || p.Seat() == d })
		for _, p := range others[:voters] {
			require.NoError(t, p.VoteAbsent())
		}
		require.NoError(t, writer.act("0", testRand(1)))
		written := writer.Notes()[0]
		base := writer.match.Base()
		for _, record := range []transcript.Hash{{1}, {2}} {
			body := transcript.SeenBody{Base: base, Record: record}
			r := transcript.Sign(players[d].secret.SigningKey(), transcript.Link{Match: writer.match.id, Prev: base}, transcript.Seen, d, body.Marshal())
			require.NoError(t, others[1].Receive(r.Marshal()))
		}
		settleAlone(t, others[1])
		honest := append(others, writer)
		for range 8 {
			for _, from := range honest {
				for _, to := range honest {
					pass(t, from, to)
				}
			}
		}
		cause := transcript.Convicted
		if voters == 2 {
			cause = transcript.Divided
		}
		for _, p := range honest {
			require.NotNil(t, p.match.SignedOut(d), "%d voted, %s waits for %v", voters, p.Seat(), p.Waits())
			require.Equal(t, cause, p.match.SignedOut(d).Cause)
			require.Equal(t, writer.match.Head(), p.match.Head())
			require.Equal(t, voters == 1, p.Holds(transcript.HashRecord(written)))
		}
	}
}

// A record leaves only its writer and a convicted seat, which withholds its Seen and can't be put out after it. So the Fault ends
// the match there, whether it comes from another or is one's own.
func TestNoRecordAwaitsAConvictedSeatThatStays(t *testing.T) {
	players := seatRunners(t, three)
	red, blue, amber := players[engine.Red], players[engine.Blue], players[engine.Amber]
	request, err := blue.Resign()
	require.NoError(t, err)
	require.NoError(t, red.ReceiveResignRequest(request))
	settleAlone(t, red)
	pass(t, red, blue)
	pass(t, blue, red)
	base := red.match.Base()
	require.Equal(t, base, blue.match.Base(), "it lacks a Seen")
	wrong := transcript.Sign(amber.secret.SigningKey(), transcript.Link{Match: red.match.id, Prev: base}, transcript.Show, engine.Amber, []byte{0})
	require.Error(t, blue.Receive(wrong.Marshal()))
	settleAlone(t, blue)
	for _, fault := range blue.match.Extras() {
		require.NoError(t, red.Receive(fault))
	}
	for _, p := range []*Player{red, blue} {
		require.NotEqual(t, base, p.match.Base())
		require.NotEqual(t, engine.NotOver, p.match.position.Out(engine.Blue))
		require.Equal(t, engine.Amber, p.match.Conviction().Culprit)
		require.True(t, p.match.Stage() == Sealed && !p.match.PutsOut())
	}
	require.Equal(t, red.match.Head(), blue.match.Head())
}

// Of a seat that is accused no two words are compared any more, of which liars can have hundreds.
func TestAccusedSeatIsComparedNoMore(t *testing.T) {
	players := seatRunners(t, three)
	amber := players[engine.Amber]
	base := amber.match.Base()
	compare := func() { amber.compare(base, engine.Blue) }
	for i := range byte(2) {
		body := transcript.SeenBody{Base: base, Record: transcript.Hash{i}}
		r := transcript.Sign(players[engine.Blue].secret.SigningKey(), transcript.Link{Match: amber.match.id, Prev: base}, transcript.Seen, engine.Blue, body.Marshal())
		require.NoError(t, amber.Receive(r.Marshal()))
		require.Equal(t, i == 0, testing.AllocsPerRun(100, compare) > 0)
	}
	require.NotNil(t, amber.evidence[engine.Blue])
}

// Where the seat to move is convicted and can't be put out, since that would leave one team, nobody is, though another
// convicted seat could be.
func TestNobodyIsPutOutBeforeAConvictedWriter(t *testing.T) {
	c := searchCase{teams: partners, chiefs: true}
	m := c.seat(t)[0].match.Fork()
	writer, other := m.writer(), m.writer()+3 // a chief, and no chief of the other team
	require.ErrorContains(t, m.CheckSignOut(writer, transcript.Convicted), "absence can't decide a game")
	require.NoError(t, m.CheckSignOut(other, transcript.Convicted))
	m.faults[other] = &fault{}
	require.True(t, m.PutsOut())
	m.faults[writer] = &fault{}
	require.False(t, m.PutsOut())
}
