package protocol

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// In open mode nobody owes a NoMove: whoever has no legal move when its turn
// comes, by a Move or by a Pass, has lost there and then, so that no match
// waits for a record that can't be.
func TestStuckInOpenMode(t *testing.T) {
	const (
		// V and v are flags; x, X and in one case A stand in headquarters, which
		// nobody leaves. So only A and a can move.
		mobile = "1bX1V1/5/5/5/5/bA4/rA4/5/5/5/5/1rV1X1"
		redIn  = "1rA1bV1/5/5/5/5/bA4/5/5/5/5/5/1rV1X1"
		redOne = "1bX1V1/5/5/5/5/5/rA4/5/5/5/5/1rV1X1"
	)
	at := func(m *Match, board, turn string) {
		text := board + " " + turn + " move 400 2 0/0 rAbA -/- - -/-"
		p, err := engine.ParsePosition(m.rules, text)
		require.NoError(t, err)
		m.position = p
	}
	for _, c := range []struct {
		name, board, turn string
		winner            engine.Seat
		over              bool
	}{
		{"who went into a headquarters", redIn, "blue", engine.Blue, true},
		{"who has nothing left to move", redOne, "red", engine.Red, true},
		{"who can move", mobile, "red", engine.Red, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			tb := facingTable(t, "standard,first=red,mode=open")
			m := tb.match()
			at(m, c.board, c.turn)
			require.NoError(t, m.append(transcriptOn(tb, m, m.position.ToAct(), transcript.Pass, nil)))
			require.Equal(t, c.over, m.Stage() == Ended)
			if c.over {
				require.Equal(t, engine.Result{Over: true, Winners: engine.SeatsOf(c.winner), Reason: engine.ByNoMove}, m.Result())
			}
		})
	}
}

// last-both=draw in open mode: both left, and neither has a legal move. That
// is a draw, though only one of them had to say so.
func TestBothStuckInOpenMode(t *testing.T) {
	tb := facingTable(t, "standard,first=red,mode=open,last-both=draw")
	m := tb.match()
	p, err := engine.ParsePosition(m.rules, "1bX1V1/5/5/5/5/bA4/rA4/5/5/5/5/1rV1X1 red move 400 2 0/0 rAbA -/- - -/-")
	require.NoError(t, err)
	m.position = p
	from, to := p.Where(engine.PieceOf(engine.Red, 0)), p.Where(engine.PieceOf(engine.Blue, 0))
	move := transcript.MoveBody{Move: engine.Move{From: from, To: to}}
	require.NoError(t, m.append(transcriptOn(tb, m, engine.Red, transcript.Move, move.Marshal())))
	require.Equal(t, Ended, m.Stage())
	require.True(t, m.Result().Draw, m.Result().String())
}

// A chain stops where the file of the match could hold no more, with room left
// for what follows a chain; it is nobody's fault.
func TestLongestChain(t *testing.T) {
	tb := newTable(t, "standard,first=red", 1)
	tb.place()
	m := tb.match().Fork()
	last := m.chain[len(m.chain)-1]
	for len(m.chain) < transcript.MaxChain {
		m.chain = append(m.chain, last)
	}
	var refusal *Refusal
	require.ErrorAs(t, m.append(transcriptOn(tb, m, engine.Red, transcript.Pass, nil)), &refusal)
	require.False(t, refusal.Provable)
	claim := transcript.ClaimBody{At: m.Head()}
	require.NoError(t, m.append(transcriptOn(tb, m, engine.Blue, transcript.Claim, claim.Marshal())))
	require.LessOrEqual(t, len(m.chain)+5, transcript.MaxRecords)
}
