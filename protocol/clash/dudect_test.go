package clash

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// What follows measures whether the time of a computation depends on a secret,
// after Reparaz, Balasch and Verbauwhede, "Dude, is my code constant time?"
// (DATE 2017): two classes of inputs in random order, and Welch's t-test on their
// times, also on the times below each of a series of percentiles, since what
// interrupts a program makes long times longer and hides the short ones.
//
// It finds leaks, and can't show that there are none. |t| above 4.5 is a sign that
// times differ; above 10 it is certain for practical purposes.

// suspicious is the |t| above which a difference is suspected: for a t of many
// degrees of freedom, by chance about once in 150,000.
const suspicious = 4.5

// crops is how many percentiles the times are cropped at, besides not at all.
const crops = 20

// timed is one time, in any unit, of one of the two classes.
type timed struct {
	class int // 0 or 1
	time  float64
}

// comparison is the outcome of a test of two classes of samples.
type comparison struct {
	t       float64 // Welch's t of all samples
	cropped float64 // the t largest in size among those below some percentile
	at      float64 // the percentile, from 0 to 1
	kept    int     // the samples below it
	mean    [2]float64
}

// compareTimes compares the classes. It needs some hundred samples of each.
func compareTimes(samples []timed) comparison {
	var r comparison
	r.t, r.mean = welch(samples, math.Inf(1))
	times := make([]float64, len(samples))
	for i, s := range samples {
		times[i] = s.time
	}
	slices.Sort(times)
	r.cropped, r.at, r.kept = r.t, 1, len(times)
	for crop := range crops {
		// The paper's percentiles: close together near the top.
		at := 1 - math.Pow(0.5, 10*float64(crop+1)/crops)
		limit := times[int(at*float64(len(times)-1))]
		if t, _ := welch(samples, limit); math.Abs(t) > math.Abs(r.cropped) {
			kept, _ := slices.BinarySearch(times, limit)
			r.cropped, r.at, r.kept = t, at, kept
		}
	}
	return r
}

// welch returns Welch's t and the means of the samples below limit, 0 where a class
// has too few.
func welch(samples []timed, limit float64) (t float64, mean [2]float64) {
	var n, m2 [2]float64
	for _, s := range samples {
		if s.time >= limit {
			continue
		}
		n[s.class]++ // Welford's mean and variance
		d := s.time - mean[s.class]
		mean[s.class] += d / n[s.class]
		m2[s.class] += d * (s.time - mean[s.class])
	}
	if n[0] < 50 || n[1] < 50 {
		return 0, mean
	}
	spread := m2[0]/(n[0]-1)/n[0] + m2[1]/(n[1]-1)/n[1]
	if spread == 0 {
		return 0, mean
	}
	return (mean[0] - mean[1]) / math.Sqrt(spread), mean
}

// longTailed are times with a long tail, as a computer makes them: those of class 1 are
// longer by shift.
func longTailed(n int, shift float64) []timed {
	rng := rand.New(rand.NewPCG(1, 2))
	out := make([]timed, n)
	for i := range out {
		class := rng.IntN(2)
		time := 1000 + 10*rng.NormFloat64() + shift*float64(class)
		if rng.IntN(10) == 0 {
			time += 5000 * rng.ExpFloat64() // interrupted
		}
		out[i] = timed{class, time}
	}
	return out
}

func TestEqualTimesAreNotSuspected(t *testing.T) {
	r := compareTimes(longTailed(20_000, 0))
	require.Less(t, math.Abs(r.t), suspicious)
	require.Less(t, math.Abs(r.cropped), suspicious)
}

// A difference of a thousandth is found among interruptions that are thousands of
// times as long: below the percentiles, though not in all samples together.
func TestSmallDifferencesAreFound(t *testing.T) {
	r := compareTimes(longTailed(20_000, 1))
	require.Less(t, math.Abs(r.t), suspicious)
	require.Greater(t, math.Abs(r.cropped), suspicious)
	require.Less(t, r.at, 1.0)
	require.Negative(t, r.cropped, "class 0 is faster")
}

// Student's example: two samples of which the t is known.
func TestWelch(t *testing.T) {
	var samples []timed
	for i := range 100 {
		samples = append(samples, timed{0, float64(i % 2)}, timed{1, float64(i%2) + 1})
	}
	// Means 1/2 and 3/2, variances 25/99 each: t = -1 / sqrt(2 · 25/99 / 100).
	got, mean := welch(samples, math.Inf(1))
	require.InDelta(t, -1/math.Sqrt(2*25.0/99/100), got, 1e-9)
	require.InDeltaSlice(t, []float64{0.5, 1.5}, mean[:], 1e-9)
	few, _ := welch(samples[:20], math.Inf(1))
	require.Zero(t, few)
}
