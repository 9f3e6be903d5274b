package protocol

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// The match up to any place is what folding its records makes, and only a few records are
// appended once more to find it.
func TestPrefix(t *testing.T) {
	t.Parallel()
	for _, rules := range []string{"standard,first=red", "standard,mode=open,first=red"} {
		tb := newTable(t, rules, 1)
		tb.place()
		tb.play(40)
		m, want := tb.match(), NewMatch()
		for n := 1; n <= m.Len(); n++ {
			require.NoError(t, want.Append(m.Record(n-1)))
			if n < 2 {
				continue
			}
			at, err := m.prefix(n)
			require.NoError(t, err)
			require.Equal(t, want.File(), at.File())
			require.Equal(t, want.Position(), at.Position())
			require.Equal(t, want.Proofs(), at.Proofs())
			require.Len(t, at.past, len(want.past))
			require.Greater(t, len(at.past[len(at.past)-1].chain)+pastStep, n)
			if n < m.Len() {
				require.NoError(t, at.Append(m.Record(n)), "it goes on from there")
			}
		}
	}
}

// What a Fault costs does not depend on the length of the chain, and one that can convict
// nobody else is not tried.
func TestFaultCost(t *testing.T) {
	cost := func(turns int) (first, again float64) {
		tb := newTable(t, "standard,first=red", 1)
		tb.place()
		tb.play(turns)
		m := tb.match()
		fault := func(record byte) []byte {
			show := tb.forgeOn(m.Place(12).Prev, engine.Red, transcript.Show, []byte{record})
			body := transcript.FaultBody{At: m.Place(12).Prev, Records: [][]byte{show}}
			return tb.forgeOn(body.At, engine.Red, transcript.Fault, body.Marshal())
		}
		one, other := fault(1), fault(2)
		first = testing.AllocsPerRun(1, func() { require.NoError(t, m.Fork().append(one)) })
		convicted := m.Fork()
		require.NoError(t, convicted.append(one))
		r, err := transcript.Parse(other)
		require.NoError(t, err)
		again = testing.AllocsPerRun(1, func() { require.ErrorIs(t, convicted.takeFault(r, other), errDuplicate) })
		return first, again
	}
	shortFirst, _ := cost(10)
	longFirst, longAgain := cost(200)
	require.Less(t, longFirst, 2*shortFirst)
	require.Less(t, longAgain, shortFirst/2)
}
