package engine

import "testing"

// BenchmarkPerft counts the same sequences of four plies in two ways: as Perft does,
// which counts the moves of the last ply without making them, and by making them all.
func BenchmarkPerft(b *testing.B) {
	t, err := newTally(Presets()["triangle"], Presets()["left-hook"], 4)
	if err != nil {
		b.Fatal(err)
	}
	for _, way := range []struct {
		name  string
		count func(t *tally, seat Seat, depth int) uint64
	}{
		{"counted", (*tally).count},
		{"made", countMade},
	} {
		b.Run(way.name, func(b *testing.B) {
			b.ReportAllocs()
			var nodes uint64
			for b.Loop() {
				nodes += way.count(t, Red, 4)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}

// countMade is tally.count with the moves of the last ply made too.
func countMade(t *tally, seat Seat, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var total uint64
	for movers := t.movers(seat); movers != 0; movers &= movers - 1 {
		from := movers.first()
		for targets := t.targets(seat, from); targets != 0; targets &= targets - 1 {
			total += countAfter(t, seat, from, targets.first(), depth)
		}
	}
	return total
}

// countAfter is tally.after with the moves of the last ply made too.
func countAfter(t *tally, seat Seat, from, to Node, depth int) uint64 {
	next := *t
	if !next.move(seat, from, to) && depth > 1 {
		return 0
	}
	return countMade(&next, seat.Other(), depth-1)
}
