package admission

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// While there are fewer sources than places, whoever is alone of a source stays, in
// whatever order they come; and no more are in than there is room for.
func TestWhoIsAloneStays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		places := rapid.IntRange(2, 8).Draw(t, "places")
		room := NewRoom(places)
		count := map[string]int{}
		var in, gone []*Visit
		for range rapid.IntRange(1, 60).Draw(t, "events") {
			source := fmt.Sprint(rapid.IntRange(1, places-1).Draw(t, "source"))
			var v *Visit
			v = room.Enter(source, func() { gone = append(gone, v) })
			require.NotNil(t, v, "%s was sent away, though others could be moved", source)
			in = append(in, v)
			count[source]++
			for _, out := range gone {
				require.Greater(t, count[out.source], 1, "who was alone had to go")
				for other, n := range count {
					require.LessOrEqual(t, n, count[out.source], "%s holds more", other)
				}
				count[out.source]--
				in = slices.DeleteFunc(in, func(v *Visit) bool { return v == out })
			}
			gone = nil
			require.ElementsMatch(t, in, room.in)
			require.LessOrEqual(t, room.Len(), places)
			if rapid.Bool().Draw(t, "leaves") {
				i := rapid.IntRange(0, len(in)-1).Draw(t, "who")
				room.Leave(in[i])
				count[in[i].source]--
				in = slices.Delete(in, i, i+1)
			}
		}
	})
}

// Of those who hold equally much the oldest goes, so that a crowd which comes from
// everywhere moves on.
func TestTheOldestGoes(t *testing.T) {
	room := NewRoom(2)
	var gone []string
	for _, source := range []string{"a", "b", "c", "d"} {
		room.Enter(source, func() { gone = append(gone, source) })
	}
	require.Equal(t, []string{"a", "b"}, gone)
}

// A program that can't be moved stays, and who comes where nobody can be moved goes.
func TestWhoCannotBeMoved(t *testing.T) {
	room := NewRoom(2)
	fixed := room.Enter("a", nil)
	require.NotNil(t, fixed)
	require.NotNil(t, room.Enter("a", nil))
	require.Equal(t, 2, room.Fixed("a"))
	require.Nil(t, room.Enter("a", nil))
	require.Equal(t, 2, room.Len())
	moved := false
	fixed.Movable(func() { moved = true })
	require.Equal(t, 1, room.Fixed("a"))
	require.NotNil(t, room.Enter("b", func() {}))
	require.True(t, moved)
	room.Leave(fixed) // again
	require.Equal(t, 2, room.Len())
}

func TestPace(t *testing.T) {
	p := NewPaces(Pace{Burst: 3, PerSecond: 2}, 2)
	now := time.Unix(0, 0)
	spend := func(source string) bool { return p.Spend(source, now) }
	for range 3 {
		require.True(t, spend("a"))
	}
	require.False(t, spend("a"))
	require.True(t, spend("b"), "others are others")
	p.Refund("a")
	require.True(t, spend("a"))
	require.False(t, spend("a"))
	now = now.Add(500 * time.Millisecond)
	require.True(t, spend("a"))
	require.False(t, spend("a"))
	now = now.Add(time.Hour)
	for range 3 {
		require.True(t, spend("a"))
	}
	require.False(t, spend("a"), "no more is saved than the burst")
	p.Refund("nobody")
}

// What is remembered is bounded, and who is not remembered may come.
func TestPacesAreBounded(t *testing.T) {
	p := NewPaces(Pace{Burst: 1, PerSecond: 1}, 10)
	now := time.Unix(0, 0)
	for i := range 100 {
		require.True(t, p.Spend(fmt.Sprint(i), now))
	}
	require.Len(t, p.meters, 10)
	require.False(t, p.Spend("0", now))
	now = now.Add(time.Second)
	require.True(t, p.Spend("another", now), "the others have nothing left to remember")
	require.Len(t, p.meters, 1)
	require.False(t, p.Spend("another", now))
}
