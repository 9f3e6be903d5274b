// Package dudect measures whether the time of a computation depends on a secret,
// after Reparaz, Balasch and Verbauwhede, "Dude, is my code constant time?"
// (DATE 2017): two classes of inputs in random order, and Welch's t-test on their
// times, also on the times below each of a series of percentiles, since what
// interrupts a program makes long times longer and hides the short ones.
//
// It finds leaks, and can't show that there are none. |t| above 4.5 is a sign that
// times differ; above 10 it is certain for practical purposes.
package dudect

import (
	"math"
	"slices"
)

// Threshold is the |t| above which a difference is suspected: for a t of many
// degrees of freedom, by chance about once in 150,000.
const Threshold = 4.5

// Crops is how many percentiles the times are cropped at, besides not at all.
const Crops = 20

// Sample is one time, in any unit, of one of the two classes.
type Sample struct {
	Class int // 0 or 1
	Time  float64
}

// Result is the outcome of a test of two classes of samples.
type Result struct {
	T       float64 // Welch's t of all samples
	Cropped float64 // the t largest in size among those below some percentile
	At      float64 // that percentile, from 0 to 1
	Kept    int     // the samples below it
	Mean    [2]float64
}

// Test compares the classes. It needs some hundred samples of each.
func Test(samples []Sample) Result {
	var r Result
	r.T, r.Mean = welch(samples, math.Inf(1))
	times := make([]float64, len(samples))
	for i, s := range samples {
		times[i] = s.Time
	}
	slices.Sort(times)
	r.Cropped, r.At, r.Kept = r.T, 1, len(times)
	for crop := range Crops {
		// The paper's percentiles: close together near the top.
		at := 1 - math.Pow(0.5, 10*float64(crop+1)/Crops)
		limit := times[int(at*float64(len(times)-1))]
		if t, _ := welch(samples, limit); math.Abs(t) > math.Abs(r.Cropped) {
			kept, _ := slices.BinarySearch(times, limit)
			r.Cropped, r.At, r.Kept = t, at, kept
		}
	}
	return r
}

// welch returns Welch's t and the means of the samples below limit, 0 where a class
// has too few.
func welch(samples []Sample, limit float64) (t float64, mean [2]float64) {
	var n, m2 [2]float64
	for _, s := range samples {
		if s.Time >= limit {
			continue
		}
		n[s.Class]++ // Welford's mean and variance
		d := s.Time - mean[s.Class]
		mean[s.Class] += d / n[s.Class]
		m2[s.Class] += d * (s.Time - mean[s.Class])
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
