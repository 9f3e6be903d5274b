package protocol

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// runners is a table of runners (see seatRunners) at which some lie.
type runners struct {
	t       *testing.T
	players []*Player
	rng     *rand.ChaCha8
}

func newRunners(t *testing.T, teams []int, moves ...string) *runners {
	h := &runners{t, seatRunners(t, teams, moves...), testRand(9)}
	for range 3 { // the move of the last seat is still on its way
		for _, p := range h.players {
			for _, from := range h.players {
				h.give(p, 0, append(from.Match().Records(), from.Notes()...)...)
			}
		}
	}
	return h
}

func (h *runners) proceed(p *Player) {
	h.t.Helper()
	for range 100 {
		made, err := p.Proceed(h.rng)
		require.NoError(h.t, err, "%s", p.Seat())
		if !made {
			return
		}
	}
	h.t.Fatal("endless")
}

// give brings records to a player, who must not hold anybody honest for a cheat.
func (h *runners) give(p *Player, liars engine.SeatSet, records ...[]byte) {
	h.t.Helper()
	for _, raw := range records {
		var refusal *Refusal
		if err := p.Receive(raw); errors.As(err, &refusal) && refusal.Provable {
			require.True(h.t, liars.Has(refusal.Culprit), "%v", err)
		}
		h.proceed(p)
	}
}

// meet has players pass each other all that they have, whole chains too, until that changes nothing
// any more.
func (h *runners) meet(liars engine.SeatSet, seats ...engine.Seat) {
	h.t.Helper()
	for changed := true; changed; {
		changed = false
		for _, from := range seats {
			for _, to := range seats {
				if from == to {
					continue
				}
				f, p := h.players[from], h.players[to]
				before := p.key()
				h.give(p, liars, f.Match().Records()...)
				h.give(p, liars, f.Match().Extras()...)
				h.give(p, liars, f.Notes()...)
				changed = changed || p.key() != before
			}
		}
	}
}

func (h *runners) sign(by engine.Seat, base transcript.Hash, kind transcript.Kind, body []byte) []byte {
	r := transcript.Sign(h.players[by].secret.SigningKey(), transcript.Link{Match: h.players[by].match.id, Prev: base}, kind, by, body)
	return r.Marshal()
}

// act has a player act, and returns the record that this makes.
func (h *runners) act(p *Player, text string) []byte {
	h.t.Helper()
	require.NoError(h.t, p.act(text, h.rng))
	for _, n := range p.tip.nodes {
		if n.seat == p.Seat() {
			return n.raw
		}
	}
	return p.match.chain[len(p.match.chain)-1].raw
}

// Blue, honest, accepts a draw and is cut off. The record reaches red, which is out, and teal, the
// one liar. Teal signs a State on it for red alone: but nothing follows an end, and red takes none.
// Amber hears nothing, and puts blue out with teal's Vote and Seen. They play on. When amber and
// red meet, red takes what amber has won, however many records later.
func TestNothingFollowsAnEnd(t *testing.T) {
	const red, blue, amber, teal = engine.Red, engine.Blue, engine.Amber, engine.Teal
	liars := engine.SeatsOf(teal)
	for _, rounds := range []int{0, 3} {
		h := newRunners(t, four, "resign", "pass", "offer s2-m0", "offer s3-m1")
		base := h.players[red].Match().Base()
		draw := h.act(h.players[blue], "accept")
		hash := transcript.HashRecord(draw)
		state := transcript.StateBody{Base: hash, Seat: blue}
		h.give(h.players[red], liars, draw)
		require.False(t, h.players[red].Match().Result().Over)
		h.give(h.players[red], liars, h.sign(teal, hash, transcript.State, state.Marshal()))
		require.False(t, h.players[red].Match().Result().Over, "it is not complete")

		liar := h.players[teal] // plays with amber as if it had not seen it
		require.NoError(t, h.players[amber].VoteAbsent())
		vote := transcript.VoteBody{Base: base, Seat: blue, Cause: transcript.Absent}
		h.give(h.players[amber], liars, h.sign(teal, base, transcript.Vote, vote.Marshal()))
		h.meet(liars, amber, teal)
		require.NotNil(t, h.players[amber].Match().SignedOut(blue))
		for range rounds {
			for seat, move := range map[engine.Seat][2]string{amber: {"m0-s2", "s2-m0"}, teal: {"m1-s3", "s3-m1"}} {
				if p := h.players[seat]; p.Decision() == ChooseMove {
					if p.act(move[0], h.rng) != nil {
						h.act(p, move[1])
					}
				}
				h.meet(liars, amber, teal)
			}
		}
		for liar.Decision() != ChooseMove {
			h.act(h.players[amber], "pass")
			h.meet(liars, amber, teal)
		}
		h.act(liar, "resign")
		h.meet(liars, amber, teal)
		require.Equal(t, engine.SeatsOf(amber), h.players[amber].Match().Result().Winners)
		h.meet(liars, red, amber)
		require.Equal(t, h.players[amber].Match().Head(), h.players[red].Match().Head(), "%d rounds", rounds)
		for _, p := range []*Player{h.players[red], h.players[amber]} {
			require.Len(t, p.Match().Convictions(), 1)
			require.Equal(t, teal, p.Match().Conviction().Culprit)
		}
	}
}

// Teal, a liar, accepts a draw, and red, which is out, holds Seen of it of all that live: amber lies, too. Then teal is convicted, amber
// states another choice, and blue, which has the draw without amber's Seen, plays on with amber. Amber must not have red's key.
func TestWhoIsOutRevealsAfterThoseWhoLived(t *testing.T) {
	h := newRunners(t, four, "resign", "offer s1-m0", "offer s2-m1")
	h.endsForRed(h.act(h.players[engine.Teal], "accept"))
}

// The same where teal disputes, and gives its key: it will be put out.
func TestWhoIsOutRevealsAfterADispute(t *testing.T) {
	players := seatWith(t, twoRunners(t, four), Resolvers()[1], four, "resign", "s1-m0", "pass", "s3-m0", "pass", "pass", "pass")
	h := &runners{t, players, testRand(9)}
	h.meet(0, engine.Red, engine.Blue, engine.Amber, engine.Teal) // the last pass is still on its way
	h.endsForRed(h.sign(engine.Teal, players[0].Match().Base(), transcript.Dispute, nil))
}

// endsForRed has amber and teal end the game with teal's record for red, which is out, and blue play on.
func (h *runners) endsForRed(end []byte) {
	const red, blue, amber, teal = engine.Red, engine.Blue, engine.Amber, engine.Teal
	t, liars := h.t, engine.SeatsOf(amber, teal)
	base := h.players[red].Match().Base()
	seen := func(on transcript.Hash, record []byte) []byte {
		body := transcript.SeenBody{Base: on, Record: transcript.HashRecord(record)}
		return h.sign(amber, on, transcript.Seen, body.Marshal())
	}
	own := h.players[teal].secret
	key := transcript.RevealBody{Key: [32]byte(own.Key.Bytes()), Tape: own.Tape}
	h.give(h.players[blue], liars, end)
	h.give(h.players[red], liars, append(h.players[blue].Notes(), seen(base, end))...)
	require.Equal(t, Ended, h.players[red].Match().Stage(), "it is complete for red")
	reveals := func() bool { // once the grace is over
		late := h.players[red].clone()
		late.GraceOver()
		h.proceed(late)
		return late.Match().Revealed(red)
	}
	_, disputed := h.players[red].Match().Disputed()
	require.Equal(t, !disputed, reveals())
	h.give(h.players[red], liars, h.sign(teal, transcript.HashRecord(end), transcript.Reveal, key.Marshal()))
	require.True(t, h.players[red].Match().Revealed(teal))
	require.True(t, reveals())

	state := transcript.StateBody{Base: base, Seat: teal}
	h.give(h.players[blue], liars, h.sign(teal, base, transcript.Resign, nil), h.sign(amber, base, transcript.State, state.Marshal()))
	decided := proposedBy(h.players[blue], transcript.SignOut)
	require.NotNil(t, decided)
	h.give(h.players[blue], liars, seen(transcript.SecondBase(base), decided))
	require.NotNil(t, h.players[blue].Match().SignedOut(teal))
	require.Equal(t, Play, h.players[blue].Match().Stage())
	require.False(t, h.players[red].Match().Revealed(red))
	h.meet(liars, red, blue)
	require.False(t, h.players[red].Match().Revealed(red))
	require.NotEmpty(t, h.players[red].Match().Convictions())
}

// proposedBy is a player's record of a kind beyond its chain.
func proposedBy(p *Player, kind transcript.Kind) []byte {
	for _, n := range p.tip.nodes {
		if n.seat == p.Seat() && transcript.Kind(n.raw[0]) == kind {
			return n.raw
		}
	}
	return nil
}

// Red is late, and resigns. Blue decides on it, and lies: it signs on red's record, towards teal puts red out, and is convicted. Amber has
// chosen red's record. All three wait for red's State, which it still makes: it does not take its record on blue's word.
func TestNobodyGoesOutOnTheDecidersWord(t *testing.T) {
	const red, blue, amber, teal = engine.Red, engine.Blue, engine.Amber, engine.Teal
	h := newRunners(t, four)
	liars, p := engine.SeatsOf(blue), h.players
	base := p[red].Match().Base()
	for _, seat := range []engine.Seat{blue, amber, teal} {
		require.NoError(t, p[seat].VoteAbsent())
	}
	h.give(p[blue], 0, append(p[amber].Notes(), p[teal].Notes()...)...)
	signOut := proposedBy(p[blue], transcript.SignOut)
	last := h.act(p[red], "resign")
	wrong := h.sign(blue, base, transcript.Show, []byte{0})
	h.give(p[amber], liars, wrong, last)
	h.give(p[teal], liars, signOut)
	h.give(p[red], liars, h.sign(blue, transcript.HashRecord(last), transcript.Resign, nil))
	require.Equal(t, base, p[red].Match().Base())
	h.meet(liars, red, amber, teal)
	for _, seat := range []engine.Seat{red, amber, teal} {
		require.Equal(t, transcript.Divided, p[seat].Match().SignedOut(blue).Cause, "%s", seat)
		require.Equal(t, p[red].Match().Head(), p[seat].Match().Head())
	}
}

// Amber has voted against red, which is late, when blue, who decides on red, is convicted. Red is back, and puts blue out: amber, whose
// Seen alone is missing then, does not wait for blue's, and nobody votes against amber for that.
func TestNobodyAwaitsADeciderThatGoesOut(t *testing.T) {
	const red, blue, amber, teal = engine.Red, engine.Blue, engine.Amber, engine.Teal
	h := newRunners(t, four)
	liars := engine.SeatsOf(blue)
	base := h.players[red].Match().Base()
	require.NoError(t, h.players[amber].VoteAbsent())
	for _, seat := range []engine.Seat{red, amber, teal} {
		h.give(h.players[seat], liars, h.sign(blue, base, transcript.Show, nil))
	}
	h.meet(liars, red, amber, teal)
	for _, seat := range []engine.Seat{red, amber, teal} {
		require.NotNil(t, h.players[seat].Match().SignedOut(blue), "%s", seat)
	}
}

// Red is late, and blue puts it out, with the Vote of amber, which lies: it has given red its Seen. Red's record
// lacks blue's Seen alone, but blue was in time, and red's program does not vote it out.
func TestNobodyVotesAgainstWhoHasChosenAnother(t *testing.T) {
	const red, blue, amber = engine.Red, engine.Blue, engine.Amber
	h := newRunners(t, three)
	liars := engine.SeatsOf(amber)
	base := h.players[red].Match().Base()
	late := h.act(h.players[red], "0")
	seen := transcript.SeenBody{Base: base, Record: transcript.HashRecord(late)}
	h.give(h.players[red], liars, h.sign(amber, base, transcript.Seen, seen.Marshal()))
	absent, _, err := h.players[red].Absentee()
	require.NoError(t, err)
	require.Equal(t, blue, absent)

	require.NoError(t, h.players[blue].VoteAbsent())
	vote := transcript.VoteBody{Base: base, Seat: red, Cause: transcript.Absent}
	h.give(h.players[blue], liars, h.sign(amber, base, transcript.Vote, vote.Marshal()))
	h.meet(liars, red, blue)
	require.ErrorIs(t, h.players[red].VoteAbsent(), ErrNobodyOwes)
}

// twoRunners are the rules of runners with two of them each: the second starts on t0, t1, ...
func twoRunners(t *testing.T, teams []int) *engine.Ruleset {
	r := runnersRules(t, teams).Rules()
	r.Types[0].Starts = []int{2}
	r.Types[1].Count, r.Types[1].Starts = 2, []int{0, 1}
	r.Start = nil
	for i := range teams {
		second := fmt.Sprint("t", i)
		r.Nodes = append(r.Nodes, engine.NodeRule{Name: second, Kind: "field", X: i, Y: 3, Home: engine.Seat(i).String()})
		r.Roads = append(r.Roads, [2]string{second, "m0"}, [2]string{second, "m1"})
		r.Start = append(r.Start, [][]string{{fmt.Sprint("s", i), second, fmt.Sprint("h", i)}})
	}
	rules, err := engine.NewRuleset(r)
	require.NoError(t, err)
	return rules
}

// One liar, blue, leads honest seats that live along two chains. Red is late; amber and teal vote
// against it. Its attack then reaches amber and blue, which both give it their Seen. Towards teal
// blue signs the SignOut of red instead. The line between teal and the others stays down, so each
// side puts the other out. Blue signs no record on red's side, and is voted out there in its turn.
// Red and amber play for longer than a Fault can hold. When all meet at last, blue is convicted.
func TestSeatsApartForLongConvict(t *testing.T) {
	seatsApartForLong(t, false)
}

// Red's record is the resignation that blue asks for. Blue goes out by it, so its Seen of that record is the
// last that it signs on red's side: nothing else convicts it.
func TestSeatsApartForLongConvictWhoResigned(t *testing.T) {
	seatsApartForLong(t, true)
}

func seatsApartForLong(t *testing.T, resigns bool) {
	const red, blue, amber, teal = engine.Red, engine.Blue, engine.Amber, engine.Teal
	liars := engine.SeatsOf(blue)
	h := &runners{t, seatRules(t, twoRunners(t, four), four, "s0-m0", "pass", "s2-m1", "pass"), testRand(9)}
	h.meet(0, red, blue, amber, teal)
	p := h.players
	base := p[red].Match().Base()
	vote := func(on transcript.Hash, x engine.Seat) []byte {
		body := transcript.VoteBody{Base: on, Seat: x, Cause: transcript.Absent}
		return h.sign(blue, on, transcript.Vote, body.Marshal())
	}
	seen := func(on transcript.Hash, raw []byte) []byte {
		body := transcript.SeenBody{Base: on, Record: transcript.HashRecord(raw)}
		return h.sign(blue, on, transcript.Seen, body.Marshal())
	}
	putOut := func(on transcript.Hash, x engine.Seat, votes ...[]byte) []byte {
		body := transcript.SignOutBody{Seat: x, Cause: transcript.Absent}
		for _, v := range votes {
			body.Votes = append(body.Votes, signatureOf(v))
		}
		return h.sign(blue, on, transcript.SignOut, body.Marshal())
	}
	voteOf := func(seat engine.Seat, on transcript.Hash, x engine.Seat) []byte {
		require.NoError(t, p[seat].VoteAbsent())
		raw := p[seat].vote(on, seat, x, transcript.Absent).raw
		require.NotNil(t, raw)
		return raw
	}
	byAmber, byTeal := voteOf(amber, base, red), voteOf(teal, base, red)

	there := map[engine.Seat]string{red: "t0-m0", amber: "t2-m1"}
	back := map[engine.Seat]string{red: "m0-t0", amber: "m1-t2"}
	if resigns {
		there, back = map[engine.Seat]string{red: "m0-s0", amber: "m1-s2"}, map[engine.Seat]string{red: "s0-m0", amber: "s2-m1"}
		wish, err := p[blue].Resign()
		require.NoError(t, err)
		require.NoError(t, p[red].ReceiveResignRequest(wish))
		h.proceed(p[red])
	} else {
		h.act(p[red], "m0-m1") // an attack on amber
	}
	first := p[red].tip.nodes[0]
	require.Equal(t, !resigns, first.after.lives(blue))
	for _, seat := range []engine.Seat{red, amber} {
		h.give(p[seat], liars, first.raw, seen(base, first.raw))
	}
	h.meet(liars, red, amber)
	voteOf(red, first.hash, teal)
	voteOf(amber, first.hash, teal)
	h.give(p[amber], liars, vote(first.hash, teal))
	h.meet(liars, red, amber)
	for range 2 { // blue acknowledges the SignOut of teal, and the answer
		for _, n := range slices.Clone(p[amber].tip.nodes) {
			for _, seat := range []engine.Seat{red, amber} {
				h.give(p[seat], liars, seen(n.base, n.raw))
			}
		}
		h.meet(liars, red, amber)
	}
	m := p[amber].Match()
	require.NotNil(t, m.SignedOut(teal))
	if !resigns {
		require.Equal(t, blue, m.writer())
		voteOf(red, m.Base(), blue)
		voteOf(amber, m.Base(), blue)
		h.meet(liars, red, amber)
		require.NotNil(t, m.SignedOut(blue))
	}
	signOut := m.SignedOut(teal).Record
	play := func(texts map[engine.Seat]string) {
		for seat, text := range texts {
			if p[seat].Decision() == ChooseMove {
				h.act(p[seat], text)
				h.meet(liars, red, amber)
				return
			}
		}
	}
	for turn, start := 0, m.Len(); m.Len() <= start+transcript.MaxEvidence; turn++ {
		if turn%4 < 2 {
			play(there)
		} else {
			play(back)
		}
	}
	play(map[engine.Seat]string{red: "resign", amber: "resign"})
	require.True(t, m.Result().Over)
	if !resigns {
		require.Contains(t, p[red].Notes(), seen(m.base(signOut), m.chain[signOut].raw))
	}
	require.NotEmpty(t, p[red].tip.on[m.base(signOut)], "what is known of the SignOut is passed on, too")

	other := putOut(base, red, byAmber, byTeal)
	h.give(p[teal], liars, other)
	onOther := transcript.HashRecord(other)
	h.give(p[teal], liars, putOut(onOther, amber, voteOf(teal, onOther, amber)))
	require.NotNil(t, p[teal].Match().SignedOut(amber))
	h.give(p[teal], liars, h.sign(blue, p[teal].Match().Base(), transcript.Resign, nil))
	require.Equal(t, engine.SeatsOf(teal), p[teal].Match().Result().Winners)

	h.meet(liars, red, amber, teal)
	convicted := 0
	for _, seat := range []engine.Seat{red, amber, teal} {
		convicted += len(p[seat].Match().Convictions())
	}
	t.Logf("%d records against %d, won by %v and %v, %d convictions", m.Len(), p[teal].Match().Len(), m.Result().Winners, p[teal].Match().Result().Winners, convicted)
	require.NotZero(t, convicted, "honest seats have ended apart, and nobody is convicted")
}

// What would convict, but is too long for a Fault, stops no program.
func TestEvidenceThatIsTooLongIsLeftAlone(t *testing.T) {
	h := newRunners(t, three)
	p, long := h.players[engine.Red], make([]byte, transcript.MaxBody)
	one := branch{[][]byte{long, long}, word{record: transcript.Hash{1}}}
	p.compare(p.match.Base(), engine.Blue, one, branch{[][]byte{long}, word{record: transcript.Hash{2}}})
	h.proceed(p)
	require.Empty(t, p.Match().Convictions())
}

// Of four seats one falls silent before its Seen of a record, and another when all have voted against that and the SignOut
// lacks only its Seen. Two can stop a match: play goes on when the second is back, and the record stays.
func TestTwoSilentSeatsStopTheMatch(t *testing.T) {
	const red, blue, amber, teal = engine.Red, engine.Blue, engine.Amber, engine.Teal
	h := newRunners(t, four)
	start := h.players[red].Match().Len()
	raw := h.act(h.players[red], "0")
	h.meet(0, red, blue, amber)
	for _, seat := range []engine.Seat{red, blue, amber} {
		require.NoError(t, h.players[seat].VoteAbsent())
	}
	h.give(h.players[blue], 0, h.players[amber].Notes()...)
	h.meet(0, red, blue)
	signOut := h.players[blue].tip.nodes[1]
	require.True(t, signOut.signsOut(teal))
	for _, p := range []*Player{h.players[red], h.players[blue]} {
		require.Equal(t, engine.SeatsOf(amber), p.lacks(signOut))
		require.Equal(t, start, p.Match().Len())
		x, voted, err := p.Absentee()
		require.NoError(t, err)
		require.True(t, voted)
		require.Equal(t, teal, x, "not amber")
	}
	h.meet(0, red, blue, amber)
	h.act(h.players[blue], "0")
	h.meet(0, red, blue, amber, teal)
	for _, p := range h.players {
		require.Equal(t, raw, p.Match().Record(start))
		require.Equal(t, start+1, p.Match().SignedOut(teal).Record)
		require.Greater(t, p.Match().Len(), start+2, "%s", p.Seat())
		require.Empty(t, p.Match().Convictions())
	}
}
