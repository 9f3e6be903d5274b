package group

import "github.com/darkjunqi/darkjunqi/internal/opcount"

// VarTimeMultiples returns s[i] b for each public scalar: the time depends on them. One
// chain of doublings serves all (Yao, "On the Evaluation of Powers", 1976): what is 16^i
// times b goes into the buckets of each scalar's i-th digit.
func VarTimeMultiples(s []*Scalar, b *Base) []*Element {
	opcount.Add(opcount.PublicTerm, len(s))
	opcount.Add(opcount.PublicSum, len(s))
	powers := make([]point, 64)
	at := b.element.point()
	for i := range powers {
		powers[i] = at
		at.double(4)
	}
	terms := affinePoints(powers)
	out := make([]*Element, len(s))
	buckets := make(buckets, 8)
	for n := range s {
		for i, digit := range radix16(s[n]) {
			buckets.put(int16(digit), &powers[i], &terms[i])
		}
		total := buckets.empty()
		out[n] = total.element()
	}
	return out
}
