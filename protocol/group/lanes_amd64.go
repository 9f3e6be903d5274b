//go:build !purego

package group

import "golang.org/x/sys/cpu"

// lanes reports whether the processor computes with the coordinates of a point in lanes. Tests
// run both ways.
var lanes = cpu.X86.HasAVX512F && cpu.X86.HasAVX512VL && cpu.X86.HasAVX512IFMA

//go:noescape
func laneDouble(p *point, times int)

//go:noescape
func laneAdd(p *point, q *cached, negative bool)

//go:noescape
func laneAddAffine(p *point, q *affine, negative bool)

//go:noescape
func laneNegate(p, q *point)

// laneMultiply multiplies lane by lane.
//
//go:noescape
func laneMultiply(c *cached, p *point, factors *cached)

// laneGather and the next two bring four or three field elements into lanes, laneScatter takes
// them out again.
//
//go:noescape
func laneGather(p *point)

//go:noescape
func laneGatherCached(c *cached)

//go:noescape
func laneGatherAffine(a *affine)

//go:noescape
func laneScatter(p *point)

// The same for eight numbers, which share nothing.

//go:noescape
func laneSquareEight(out, a *eight, times int)

//go:noescape
func laneMultiplyEight(out, a, b *eight)

//go:noescape
func laneGatherEight(a *eight)

//go:noescape
func laneScatterEight(a *eight)
