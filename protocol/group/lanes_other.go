//go:build !amd64 || purego

package group

const lanes = false

func laneDouble(*point, int)                {}
func laneAdd(*point, *cached, bool)         {}
func laneAddAffine(*point, *affine, bool)   {}
func laneNegate(_, _ *point)                {}
func laneMultiply(*cached, *point, *cached) {}
func laneGather(*point)                     {}
func laneGatherCached(*cached)              {}
func laneGatherAffine(*affine)              {}
func laneScatter(*point)                    {}
func laneSquareEight(_, _ *eight, _ int)    {}
func laneMultiplyEight(_, _, _ *eight)      {}
func laneGatherEight(*eight)                {}
func laneScatterEight(*eight)               {}
