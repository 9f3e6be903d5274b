package engine

import "testing"

func BenchmarkPerft(b *testing.B) {
	red, blue := Presets()["triangle"], Presets()["left-hook"]
	var nodes uint64
	for b.Loop() {
		n, err := Perft(red, blue, 4)
		if err != nil {
			b.Fatal(err)
		}
		nodes += n
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}
