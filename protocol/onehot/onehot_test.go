package onehot

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

func nonces(seat int) sigma.Nonces { return sigma.Nonces{Key: [32]byte{1, byte(seat)}} }

func placeOf(seat, record int) sigma.Place {
	return sigma.Place{
		Context: sigma.Context{Match: [32]byte{7}, Seat: engine.Seat(seat), Key: [32]byte{8, byte(seat)}},
		Prev:    [32]byte{9, byte(record)}, Body: []byte{23},
	}
}

func generators(t testing.TB, n int) []*group.Base {
	x, err := Generators(n)
	require.NoError(t, err)
	return x
}

// commit returns a checked row of seat, with its body.
func commit(t testing.TB, seat, value, n int) (*Row, *Secret, []byte) {
	at, x := placeOf(seat, 0), generators(t, n)
	body, s, err := Commit(at, x, value, nonces(seat))
	require.NoError(t, err)
	var b sigma.Batch
	r, err := Check(at, x, body, &b)
	require.NoError(t, err)
	require.NoError(t, b.Verify())
	return r, s, body
}

func TestEveryValueOfEverySize(t *testing.T) {
	for _, n := range []int{2, 3, 7, MaxValues} {
		for value := range n {
			r, s, body := commit(t, 0, value, n)
			require.Equal(t, value, s.value)
			require.Len(t, body, Size(n))
			require.Less(t, len(body), 1000)
			identity := func(v int) uint8 { return uint8(v) }
			m, proof := r.Open(placeOf(0, 1), identity, s, nonces(0))
			require.EqualValues(t, value, m)
			var b sigma.Batch
			require.NoError(t, r.CheckOpen(placeOf(0, 1), identity, m, proof, &b))
			require.NoError(t, b.Verify())
			require.NoError(t, r.CheckOpen(placeOf(0, 1), identity, m+1, proof, &b))
			require.ErrorIs(t, b.Verify(), sigma.ErrProof)
		}
	}
	for _, value := range []int{-1, 4} {
		_, _, err := Commit(placeOf(0, 0), generators(t, 4), value, nonces(0))
		require.ErrorIs(t, err, ErrValue)
	}
	many := append(generators(t, MaxValues), group.G(0))
	for _, x := range [][]*group.Base{nil, many} {
		_, _, err := Commit(placeOf(0, 0), x, 0, nonces(0))
		require.ErrorIs(t, err, ErrValue)
		_, err = Check(placeOf(0, 0), x, make([]byte, Size(len(x)+1)), new(sigma.Batch))
		require.ErrorIs(t, err, ErrValue)
	}
	for _, n := range []int{-1, 0, 1, MaxValues + 1} {
		_, err := Generators(n)
		require.ErrorIs(t, err, ErrValue)
	}
}

// In each table a player learns f of both values, and both learn the same.
func TestQuestions(t *testing.T) {
	richer := func(a, b int) uint8 {
		switch {
		case a > b:
			return 1
		case a < b:
			return 2
		}
		return 0
	}
	product := func(a, b int) uint8 { return uint8(a * b) }
	for name, f := range map[string]Table{"richer": richer, "product": product} {
		for _, sizes := range [][2]int{{4, 4}, {2, 5}, {16, 16}} {
			for _, values := range [][2]int{{0, 0}, {1, 0}, {0, 1}, {sizes[0] - 1, sizes[1] - 1}, {1, sizes[1] - 2}} {
				asking, s, _ := commit(t, 0, values[0], sizes[0])
				answering, key, _ := commit(t, 1, values[1], sizes[1])
				body := Ask(placeOf(0, 1), asking, answering, f, s, nonces(0))
				var b sigma.Batch
				q, err := CheckQuestion(placeOf(0, 1), asking, answering, f, body, &b)
				require.NoError(t, err)
				at := func(uint8) sigma.Place { return placeOf(1, 2) }
				m, proof, err := q.Answer(at, key, nonces(1))
				require.NoError(t, err)
				require.Equal(t, f(values[0], values[1]), m, name)
				require.NoError(t, q.CheckAnswer(placeOf(1, 2), m, proof, &b))
				require.NoError(t, b.Verify())
				require.NoError(t, q.CheckAnswer(placeOf(1, 2), m^1, proof, &b))
				require.ErrorIs(t, b.Verify(), sigma.ErrProof)
			}
		}
	}
}

// Ballots under joint keys add up.
func TestBallotsAddUp(t *testing.T) {
	k := []*group.Scalar{group.SmallScalar(5), group.SmallScalar(77)}
	x := []*group.Base{group.NewBase(group.B().Mult(k[0])), group.NewBase(group.B().Mult(k[1]))}
	y, v := group.NewElement(), []*group.Element{group.NewElement(), group.NewElement()}
	for seat, vote := range []int{1, 2, 2, 0, 2} {
		body, _, err := Commit(placeOf(seat, 0), x, vote, nonces(seat))
		require.NoError(t, err)
		var b sigma.Batch
		r, err := Check(placeOf(seat, 0), x, body, &b)
		require.NoError(t, err)
		require.NoError(t, b.Verify())
		y.Add(y, r.Y().Element())
		for j := range v {
			v[j].Add(v[j], r.V(j+1).Element())
		}
	}
	for j, count := range []uint8{1, 3} {
		of := new(group.Element).ScalarMult(k[j], y)
		of.Add(of, group.B().Mult(group.SmallScalar(count)))
		require.Equal(t, 1, v[j].Equal(of))
	}
}

func BenchmarkRow(b *testing.B) {
	x := generators(b, MaxValues)
	at := placeOf(0, 0)
	body, _, err := Commit(at, x, 3, nonces(0))
	require.NoError(b, err)
	b.Run("make", func(b *testing.B) {
		for b.Loop() {
			_, _, err := Commit(at, x, 3, nonces(0))
			require.NoError(b, err)
		}
		b.ReportMetric(float64(len(body)), "B/row")
	})
	b.Run("check", func(b *testing.B) {
		for b.Loop() {
			var batch sigma.Batch
			_, err := Check(at, x, body, &batch)
			require.NoError(b, err)
			require.NoError(b, batch.Verify())
		}
	})
}

func BenchmarkQuestion(b *testing.B) {
	asking, s, _ := commit(b, 0, 3, MaxValues)
	answering, _, _ := commit(b, 1, 4, MaxValues)
	f := func(a, b int) uint8 { return uint8(max(a, b) - a) }
	at := placeOf(0, 1)
	body := Ask(at, asking, answering, f, s, nonces(0))
	b.Run("make", func(b *testing.B) {
		for b.Loop() {
			Ask(at, asking, answering, f, s, nonces(0))
		}
		b.ReportMetric(float64(len(body)), "B/question")
	})
	b.Run("check", func(b *testing.B) {
		for b.Loop() {
			var batch sigma.Batch
			_, err := CheckQuestion(at, asking, answering, f, body, &batch)
			require.NoError(b, err)
			require.NoError(b, batch.Verify())
		}
	})
}
