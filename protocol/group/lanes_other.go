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
