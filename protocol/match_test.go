package protocol

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/internal/private"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A whole match: hidden layouts, every record verified by both sides, reveal,
// audit.
func TestWholeMatch(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3) {
		tb := newTable(t, "standard,quiet-draw=30", seed)
		tb.place()
		tb.play(-1)
		m := tb.match()
		require.Equal(t, Ended, m.Stage())
		require.True(t, m.Revealed(engine.Red) && m.Revealed(engine.Blue))
		report := Audit(m.File())
		require.Equal(t, Honest, report.Verdict, report.Reason)
		require.Positive(t, report.Clashes)
		for seat, p := range tb.players {
			own, _ := p.Layout()
			require.Equal(t, own, report.Layouts[seat])
			require.Equal(t, m.Key(engine.Seat(seat)).Bytes(), report.Keys[seat])
		}
	}
}

// The public history that the cryptography yields is the one that a human
// referee, who sees both layouts, would have announced.
func TestMatchAgreesWithReferee(t *testing.T) {
	tb := newTable(t, "standard", 7)
	tb.place()
	tb.play(120)
	m := tb.match()
	red, _ := tb.players[engine.Red].Layout()
	blue, _ := tb.players[engine.Blue].Layout()
	p := engine.Start(m.Rules(), m.FirstMover())
	clashes := 0
	for _, e := range m.Events() {
		if e.Kind == engine.EventAnswer || e.Kind == engine.EventShow {
			require.Equal(t, p.Announce([]engine.Layout{red, blue}), e)
			clashes++
		}
		require.NoError(t, p.Apply(e))
	}
	require.Equal(t, m.Position(), p)
	require.Positive(t, clashes)
}

// What is asked of a seat that no match has is zero, and what is asked of the chain as a whole
// is what is asked of its records.
func TestWhatIsThereCanBeAskedFor(t *testing.T) {
	tb := newTable(t, "standard", 5)
	tb.place()
	tb.play(4)
	p := tb.players[engine.Red]
	for _, m := range []*Match{NewMatch(), tb.match()} {
		for _, seat := range []engine.Seat{engine.Teal, engine.MaxSeats, 9, 0xff} {
			require.True(t, m.Key(seat).IsZero())
			require.Zero(t, m.BoxKey(seat))
			require.Nil(t, m.Commitment(seat))
			require.False(t, m.Claimed(seat) || m.Seen(seat) || m.Revealed(seat))
			opened, ok := m.OpenedLayout(seat)
			require.True(t, opened == nil && !ok)
			shown, ok := p.Shown(seat)
			require.True(t, shown == nil && !ok)
			require.NoError(t, p.PeekRefused(seat))
		}
		require.Len(t, m.Records(), m.Len())
		for i, raw := range m.Records() {
			require.Equal(t, m.Record(i), raw)
			require.Equal(t, transcript.HashRecord(raw), m.Hash(i))
		}
	}
	require.NotEmpty(t, tb.match().Records())
}

// One plain clash (attack record and answer record) fits in 760 bytes and a
// Layout record in 32 KiB.
func TestRecordSizes(t *testing.T) {
	tb := newTable(t, "standard", 3)
	tb.place()
	tb.play(150)
	m := tb.match()
	largest, plain := 0, 0
	for i := range m.Len() {
		r, err := transcript.Parse(m.Record(i))
		require.NoError(t, err)
		switch r.Kind {
		case transcript.Layout:
			require.LessOrEqual(t, len(m.Record(i)), 32<<10)
		case transcript.Answer:
			if r.Body[1] == uint8(engine.NoNode) {
				plain++
				largest = max(largest, len(m.Record(i-1))+len(m.Record(i)))
			}
		}
	}
	require.Positive(t, plain)
	require.LessOrEqual(t, largest, 760)
}

// A refused record changes nothing, whatever it is.
func TestRefusalChangesNothing(t *testing.T) {
	tb := newTable(t, "standard", 1)
	tb.place()
	tb.play(40)
	m := tb.match()
	before := m.File()
	position, owed := m.Position(), m.Owed()
	for i := range m.Len() {
		require.Error(t, m.Append(m.Record(i)), "record %d again", i)
	}
	require.Error(t, m.Append(nil))
	require.Equal(t, before, m.File())
	require.Equal(t, position, m.Position())
	require.Equal(t, owed, m.Owed())

	// Nor does what its seat has signed, and all of which is right except for the end of the proof.
	at, undone := NewMatch(), 0
	for i, raw := range chainOf(m) {
		r, err := transcript.Parse(raw)
		require.NoError(t, err)
		if at.Joined() && len(r.Body) > 0 {
			body := slices.Clone(r.Body)
			body[len(body)-1] ^= 1
			tried := at.Fork()
			if tried.Append(tb.forgeOn(at.Base(), r.Seat, r.Kind, body)) != nil {
				require.Equal(t, at.File(), tried.File())
				require.Equal(t, at.Position(), tried.Position())
				require.Equal(t, at.Owed(), tried.Owed())
				undone++
			}
		}
		require.NoError(t, at.Append(raw), "record %d", i)
	}
	require.Greater(t, undone, 10)
}

// A program that was killed restores its Player from what it had stored, at
// any point of the match, and makes the very same Layout that it committed to.
func TestRestoreAnywhere(t *testing.T) {
	t.Parallel()
	tb := newTable(t, "standard", 5)
	restore := func() {
		for seat, p := range tb.players {
			again, err := Restore(p.Secret(), chainOf(p.Match()), p.Match().Extras())
			require.NoError(t, err)
			tb.players[seat] = again
		}
	}
	restore()
	red := tb.players[engine.Red]
	l, err := junqi.Standard().ParseLayout("42239/2.1.6/74.58/1.3.1/MM35M/BF76B")
	require.NoError(t, err)
	require.NoError(t, red.Place(l))
	made, err := red.Proceed(tb.rng) // Commit, then the crash
	require.NoError(t, err)
	require.True(t, made)
	restore()
	require.NoError(t, tb.players[engine.Blue].Place(l))
	tb.sync()
	require.Equal(t, Play, tb.match().Stage())
	for range 8 {
		tb.play(5)
		restore()
	}
	_, err = tb.mover().Resign()
	require.NoError(t, err)
	tb.sync()
	restore()
	require.Equal(t, Honest, Audit(tb.match().File()).Verdict)
}

func TestRestoreRefusesForeignSecret(t *testing.T) {
	a, b := newTable(t, "standard", 1), newTable(t, "standard", 2)
	m := a.match()
	chain := [][]byte{m.Record(0), m.Record(1)}
	_, err := Restore(b.players[0].Secret(), chain, nil)
	require.ErrorContains(t, err, "belong to different matches")
	_, err = Restore([]byte("nonsense"), chain, nil)
	require.ErrorIs(t, err, private.ErrSecret)
}

// The ways in which a game may end other than by force.
func TestAgreedEndings(t *testing.T) {
	t.Run("draw", func(t *testing.T) {
		tb := newTable(t, "standard,first=red", 1)
		tb.place()
		red, blue := tb.players[engine.Red], tb.players[engine.Blue]
		require.ErrorIs(t, red.AcceptDraw(tb.rng), ErrNoOffer)
		p := red.Match().Position()
		own, _ := red.Layout()
		require.NoError(t, red.Play(p.LegalMoves(engine.Red, own)[0], true, tb.rng))
		tb.sync()
		require.NoError(t, blue.AcceptDraw(tb.rng))
		tb.sync()
		report := Audit(tb.match().File())
		require.Equal(t, Honest, report.Verdict)
		require.True(t, report.Result.Draw)
	})
	t.Run("a waiting seat resigns", func(t *testing.T) {
		tb := newTable(t, "standard,first=red", 2)
		tb.place()
		request, err := tb.players[engine.Blue].Resign()
		require.NoError(t, err)
		require.NoError(t, tb.players[engine.Red].ReceiveResignRequest(request))
		tb.sync()
		report := Audit(tb.match().File())
		require.Equal(t, Honest, report.Verdict)
		require.Equal(t, engine.SeatsOf(engine.Red), report.Result.Winners)
	})
	t.Run("a request that came too late is void, the seat resigns on its turn", func(t *testing.T) {
		tb := newTable(t, "standard,first=red", 2)
		tb.place()
		request, err := tb.players[engine.Blue].Resign()
		require.NoError(t, err)
		tb.turn() // red moves before the request arrives
		require.NoError(t, tb.players[engine.Red].ReceiveResignRequest(request))
		tb.sync()
		report := Audit(tb.match().File())
		require.Equal(t, Honest, report.Verdict)
		require.Equal(t, engine.SeatsOf(engine.Red), report.Result.Winners)
	})
	t.Run("time-outs", func(t *testing.T) {
		tb := newTable(t, "standard,first=red", 3)
		tb.place()
		for range 3 {
			require.NoError(t, tb.players[engine.Red].Pass(tb.rng))
			tb.sync()
			tb.turn()
		}
		require.NoError(t, tb.players[engine.Red].Pass(tb.rng))
		tb.sync()
		report := Audit(tb.match().File())
		require.Equal(t, Honest, report.Verdict)
		require.Equal(t, engine.SeatsOf(engine.Blue), report.Result.Winners)
	})
}

// The winner waits for the loser's Reveal until the grace is over.
func TestLoserRevealsFirst(t *testing.T) {
	tb := newTable(t, "standard,first=red", 4)
	tb.place()
	red, blue := tb.players[engine.Red], tb.players[engine.Blue]
	_, err := red.Resign()
	require.NoError(t, err)
	require.NoError(t, blue.Receive(red.Match().Record(red.Match().Len()-1)))
	made, err := blue.Proceed(tb.rng)
	require.NoError(t, err)
	require.True(t, made, "the winner says that it has seen the end")
	require.True(t, blue.Match().Seen(engine.Blue))
	made, err = red.Proceed(tb.rng)
	require.NoError(t, err)
	require.False(t, made, "the loser waits for that")
	red.GraceOver()
	made, err = red.Proceed(tb.rng)
	require.NoError(t, err)
	require.False(t, made, "for which no grace makes up")
	red.graceOver = false
	tb.seen(red, blue)
	made, err = blue.Proceed(tb.rng)
	require.NoError(t, err)
	require.False(t, made, "the winner waits")
	require.Equal(t, Incomplete, Audit(blue.Match().File()).Verdict)
	blue.GraceOver()
	made, err = blue.Proceed(tb.rng)
	require.NoError(t, err)
	require.True(t, made)
	report := Audit(blue.Match().File())
	require.Equal(t, Incomplete, report.Verdict)
	require.Equal(t, []engine.Seat{engine.Red}, report.Missing)
}

// What a Match can be asked about its end it answers before it has rules, too.
func TestAMatchWithoutTermsHasNoEnd(t *testing.T) {
	m := NewMatch()
	require.False(t, m.allSeen())
	require.False(t, m.RevealsNow(engine.Red))
	require.Empty(t, m.Unrevealed())
}
