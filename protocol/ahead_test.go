package protocol

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/opcount"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// The Answer is made while the attack is checked, the opening of a flag after that, and
// both are what they would be otherwise: sound.
func TestAnswerIsMadeAhead(t *testing.T) {
	for move, showsFlag := range map[string]bool{"a6-a7": false, "c6-c7": true} {
		tb := facingTable(t, "standard,first=red")
		red, blue := tb.players[engine.Red], tb.players[engine.Blue]
		m, err := red.match.rules.Board().ParseMove(move)
		require.NoError(t, err)
		require.NoError(t, red.Play(m, false, tb.rng))
		raw := red.Match().Record(6)
		require.NoError(t, blue.ReceiveAhead(raw, tb.rng))
		require.Equal(t, red.Match().Head(), blue.ahead.head)
		require.Len(t, blue.Match().Records(), 7, "nothing is signed yet")
		require.Zero(t, blue.Match().later)
		require.True(t, blue.ahead.checked)
		a := *blue.ahead
		tb.sync()
		require.Nil(t, blue.ahead)
		answer, err := transcript.Parse(red.Match().Record(7))
		require.NoError(t, err)
		body, err := transcript.ParseAnswer(answer.Body)
		require.NoError(t, err)
		require.True(t, bytes.HasPrefix(body.Proof, a.body.Proof))
		require.Equal(t, showsFlag, body.Flag != engine.NoNode)
	}
}

// A false attack leaves nothing behind, and is refused as Receive refuses it; an echo is taken
// as Receive takes it.
func TestNothingIsKeptOfAFalseAttack(t *testing.T) {
	tb := facingTable(t, "standard,first=red")
	red, blue := tb.players[engine.Red], tb.players[engine.Blue]
	m, err := red.match.rules.Board().ParseMove("c6-c7")
	require.NoError(t, err)
	before := red.match.Fork()
	require.NoError(t, red.Play(m, false, tb.rng))
	r, err := transcript.Parse(red.Match().Record(6))
	require.NoError(t, err)
	spoilt := bytes.Clone(r.Body)
	spoilt[len(spoilt)-1] ^= 1
	unsigned := bytes.Clone(red.Match().Record(6))
	unsigned[len(unsigned)-1] ^= 1
	for _, raw := range [][]byte{transcriptOn(tb, before, engine.Red, transcript.Move, spoilt), unsigned} {
		require.Equal(t, blue.match.Fork().Receive(raw), blue.ReceiveAhead(raw, tb.rng))
		require.Nil(t, blue.ahead)
		require.Equal(t, before.Head(), blue.Match().Head())
	}
	require.NoError(t, blue.ReceiveAhead(red.Match().Record(5), tb.rng), "an echo")
}

func TestAnswerIsForOneHead(t *testing.T) {
	tb := facingTable(t, "standard,first=red")
	red, blue := tb.players[engine.Red], tb.players[engine.Blue]
	m, err := red.match.rules.Board().ParseMove("a6-a7")
	require.NoError(t, err)
	require.NoError(t, red.Play(m, false, tb.rng))
	require.NoError(t, blue.ReceiveAhead(red.Match().Record(6), tb.rng))
	blue.ahead.head[0]++
	ahead := blue.ahead.body.Proof
	tb.sync()
	require.False(t, bytes.Contains(red.Match().Record(7), ahead), "from other fresh bytes")
}

// An Answer of one's own whose check failed is checked once more before it is signed, and refused.
func TestFalseAnswerIsNotSigned(t *testing.T) {
	tb := facingTable(t, "standard,first=red")
	red, blue := tb.players[engine.Red], tb.players[engine.Blue]
	m, err := red.match.rules.Board().ParseMove("a6-a7")
	require.NoError(t, err)
	require.NoError(t, red.Play(m, false, tb.rng))
	require.NoError(t, blue.ReceiveAhead(red.Match().Record(6), tb.rng))
	blue.ahead.checked = false
	blue.ahead.body.Proof[len(blue.ahead.body.Proof)-1] ^= 1
	head := blue.Match().Head()
	_, err = blue.Proceed(tb.rng)
	require.Error(t, err)
	require.Equal(t, head, blue.Match().Head())
	require.Zero(t, blue.Match().later)
}

// Whether the ciphertext of a false attack, which costs its author nothing if it is not signed, holds a
// code of the piece's key can't be read off the time: the same is computed.
func TestFalseAttackIsNoOracle(t *testing.T) {
	tb := facingTable(t, "standard,first=red")
	red, blue := tb.players[engine.Red], tb.players[engine.Blue]
	m, err := red.match.rules.Board().ParseMove("a6-a7")
	require.NoError(t, err)
	piece := red.match.position.At(m.To).Number()
	require.NoError(t, red.Play(m, false, tb.rng))
	r, err := transcript.Parse(red.Match().Record(6))
	require.NoError(t, err)
	head := (&transcript.MoveBody{Move: m}).Head()
	var work []opcount.Counts
	for _, value := range []uint8{1, 200} {
		blinding := group.SmallScalar(9)
		c := group.Ciphertext{U: group.B().Mult(blinding), V: blue.commitment().Y(piece).Mult(blinding)}
		c.V.Add(c.V, group.B().Mult(group.SmallScalar(value)))
		copy(r.Body[len(head):], c.Bytes())
		raw := r.Marshal()
		work = append(work, opcount.Count(func() { require.Error(t, blue.ReceiveAhead(raw, tb.rng)) }))
		require.Nil(t, blue.ahead)
	}
	require.Equal(t, work[0], work[1])
}
