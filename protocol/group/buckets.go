package group

// buckets collect terms by the size of a digit, 1, 2, …
type buckets []bucket

// A bucket holds the sum of the terms that were put into it, if there were any.
type bucket struct {
	sum  point
	used bool
}

// put adds the term p, which is also prepared as a, to the bucket of the digit, or subtracts
// it where that is negative. The first term of a bucket is copied, in a hundredth of the time
// of an addition.
func (b buckets) put(digit int16, p *point, a *affine) {
	if digit == 0 {
		return
	}
	into := &b[max(digit, -digit)-1]
	switch {
	case into.used:
		into.sum.addAffine(a, digit < 0)
		return
	case digit > 0:
		into.sum = *p
	default:
		into.sum.negate(p)
	}
	into.used = true
}

// empty returns the sum of all buckets, each times its digit, and leaves them empty.
func (b buckets) empty() (total point) {
	var running point // the sum of those from here on
	var q cached
	running.zero()
	total.zero()
	begun := false // not all buckets from here on were empty
	for n := len(b) - 1; n >= 0; n-- {
		if b[n].used {
			q.set(&b[n].sum)
			running.add(&q, false)
			b[n].used, begun = false, true
		}
		if begun {
			q.set(&running)
			total.add(&q, false)
		}
	}
	return total
}
