package deck

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

func BenchmarkShuffle(b *testing.B) {
	for _, m := range []int{2, 50, 120} {
		table := newTable(b, 2, distinct(m))
		at := placeOf(0)
		body := table.first.Shuffle(at, table.joint, nonces(0))
		b.Run(fmt.Sprintf("make/%d", m), func(b *testing.B) {
			for b.Loop() {
				table.first.Shuffle(at, table.joint, nonces(0))
			}
			b.ReportMetric(float64(len(body)), "B/shuffle")
		})
		b.Run(fmt.Sprintf("check/%d", m), func(b *testing.B) {
			for b.Loop() {
				var batch sigma.Batch
				_, err := table.first.CheckShuffle(at, table.joint, body, &batch)
				require.NoError(b, err)
				require.NoError(b, batch.Verify())
			}
		})
	}
}

// BenchmarkFlip makes and checks a share and a face: a flip between two seats.
func BenchmarkFlip(b *testing.B) {
	table := newTable(b, 2, distinct(50))
	d := table.shuffled(b)
	card := d.Card(0)
	for b.Loop() {
		var one, two sigma.Batch
		share, err := CheckShare(placeOf(0), table.ys[0], card, table.keys[0].Share(placeOf(0), card, nonces(0)), &one)
		require.NoError(b, err)
		require.NoError(b, one.Verify())
		rest := card.Without(share)
		face, err := table.keys[1].Face(func(uint8) sigma.Place { return placeOf(1) }, rest, d.Tokens(), nonces(1))
		require.NoError(b, err)
		_, err = CheckFace(placeOf(1), table.ys[1], rest, d.Tokens(), face, &two)
		require.NoError(b, err)
		require.NoError(b, two.Verify())
	}
}
