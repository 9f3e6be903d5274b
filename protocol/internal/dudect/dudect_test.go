package dudect

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// made are times with a long tail, as a computer makes them: those of class 1 are
// longer by shift.
func made(n int, shift float64) []Sample {
	rng := rand.New(rand.NewPCG(1, 2))
	out := make([]Sample, n)
	for i := range out {
		class := rng.IntN(2)
		time := 1000 + 10*rng.NormFloat64() + shift*float64(class)
		if rng.IntN(10) == 0 {
			time += 5000 * rng.ExpFloat64() // interrupted
		}
		out[i] = Sample{class, time}
	}
	return out
}

func TestEqualTimesAreNotSuspected(t *testing.T) {
	r := Test(made(20_000, 0))
	require.Less(t, math.Abs(r.T), Threshold)
	require.Less(t, math.Abs(r.Cropped), Threshold)
}

// A difference of a thousandth is found among interruptions that are thousands of
// times as long: below the percentiles, though not in all samples together.
func TestSmallDifferencesAreFound(t *testing.T) {
	r := Test(made(20_000, 1))
	require.Less(t, math.Abs(r.T), Threshold)
	require.Greater(t, math.Abs(r.Cropped), Threshold)
	require.Less(t, r.At, 1.0)
	require.Negative(t, r.Cropped, "class 0 is faster")
}

// Student's example: two samples of which the t is known.
func TestWelch(t *testing.T) {
	var samples []Sample
	for i := range 100 {
		samples = append(samples, Sample{0, float64(i % 2)}, Sample{1, float64(i%2) + 1})
	}
	// Means 1/2 and 3/2, variances 25/99 each: t = -1 / sqrt(2 · 25/99 / 100).
	got, mean := welch(samples, math.Inf(1))
	require.InDelta(t, -1/math.Sqrt(2*25.0/99/100), got, 1e-9)
	require.InDeltaSlice(t, []float64{0.5, 1.5}, mean[:], 1e-9)
	few, _ := welch(samples[:20], math.Inf(1))
	require.Zero(t, few)
}
