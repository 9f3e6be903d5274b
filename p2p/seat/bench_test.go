package seat_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/darkjunqi/darkjunqi/engine"
)

// BenchmarkState folds one event and makes a State and its JSON of it, in the middle of a
// game.
func BenchmarkState(b *testing.B) {
	rs := rules(b, "standard,quiet-draw=off")
	for b.Loop() {
		b.StopTimer()
		rng := rand.New(rand.NewPCG(8, 8))
		game := randomTable(rs, rng)
		red := sit(b, game.session(engine.Red))
		game.playOut(rng, 60, nil)
		red.State()
		b.StartTimer()
		size, n := 0, 0
		game.playOut(rng, 160, func() {
			text, _ := json.Marshal(red.State())
			size, n = size+len(text), n+1
		})
		b.StopTimer()
		b.ReportMetric(float64(size)/float64(n), "bytes/state")
		b.ReportMetric(float64(n), "events/op")
		red.Close()
		b.StartTimer()
	}
}
