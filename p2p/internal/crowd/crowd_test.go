package crowd

import (
	"fmt"
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
		in, told := map[*Visit]string{}, map[*Visit]bool{}
		for range rapid.IntRange(1, 60).Draw(t, "events") {
			source := fmt.Sprint(rapid.IntRange(1, places-1).Draw(t, "source"))
			count[source]++
			var v *Visit
			v = room.Enter(source, func() { told[v] = true })
			require.NotNil(t, v, "%s was sent away, though it could be moved", source)
			for old, of := range in {
				if has(room, old) {
					continue
				}
				delete(in, old)
				require.True(t, told[old], "it is told to leave")
				require.Greater(t, count[of], 1, "who was alone had to go")
				for other, n := range count {
					require.LessOrEqual(t, n, count[of], "%s holds more", other)
				}
				count[of]--
			}
			in[v] = source
			require.LessOrEqual(t, room.Len(), places)
			if rapid.Bool().Draw(t, "leaves") {
				for v, of := range in {
					room.Leave(v)
					count[of]--
					delete(in, v)
					break
				}
			}
		}
	})
}

func has(r *Room, v *Visit) bool {
	for _, other := range r.in {
		if other == v {
			return true
		}
	}
	return false
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

// Who can't be moved stays, and who comes where nobody can be moved goes.
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
