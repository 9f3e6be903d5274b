package group

import "fmt"

// Sum returns the sum of s[i] b[i]. The time depends on the lengths, which must
// match, and on which of the bases is B; not on the scalars.
func Sum(s []*Scalar, b []*Base) *Element {
	checkLengths(len(s), len(b))
	out := NewElement()
	points := make([]*Element, 0, len(b))
	scalars := make([]*Scalar, 0, len(s))
	for i := range b {
		if b[i].canonical {
			out.Add(out, new(Element).ScalarBaseMult(s[i]))
			continue
		}
		points = append(points, &b[i].element)
		scalars = append(scalars, s[i])
	}
	switch len(points) {
	case 0:
		return out
	case 1:
		return out.Add(out, new(Element).ScalarMult(scalars[0], points[0]))
	}
	return out.Add(out, new(Element).MultiScalarMult(scalars, points))
}

// varTimeSum is Sum for public scalars: the time depends on them.
func varTimeSum(s []*Scalar, b []*Base) *Element {
	checkLengths(len(s), len(b))
	if len(b) == 2 {
		if b[0].canonical {
			return new(Element).VarTimeDoubleScalarBaseMult(s[1], &b[1].element, s[0])
		}
		if b[1].canonical {
			return new(Element).VarTimeDoubleScalarBaseMult(s[0], &b[0].element, s[1])
		}
	}
	points := make([]*Element, len(b))
	for i := range b {
		points[i] = &b[i].element
	}
	return new(Element).VarTimeMultiScalarMult(s, points)
}

// checkLengths guards against a mistake in this program; no input reaches it.
func checkLengths(s, b int) {
	if s != b {
		panic(fmt.Sprintf("group: %d scalars for %d bases", s, b))
	}
}

// SumBytes returns the encoding of Sum.
func SumBytes(s []*Scalar, b []*Base) [ElementSize]byte {
	return [ElementSize]byte(Sum(s, b).Bytes())
}

// VarTimeSumBytes is SumBytes for public scalars: the time depends on them.
func VarTimeSumBytes(s []*Scalar, b []*Base) [ElementSize]byte {
	return [ElementSize]byte(varTimeSum(s, b).Bytes())
}
