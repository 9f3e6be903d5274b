package group

// VarTimeMultiples returns s[i] b for each public scalar: the time depends on them. One
// chain of doublings serves all (Yao, "On the Evaluation of Powers", 1976): what is 16^i
// times b goes into the buckets of each scalar's i-th digit.
func VarTimeMultiples(s []*Scalar, b *Base) []*Element {
	count(PublicTerm, len(s))
	count(PublicSum, len(s))
	var powers [64]point
	var terms [64]cached
	var c completed
	at := b.element.point()
	for i := range powers {
		powers[i] = at
		terms[i].set(&at)
		for range 4 {
			c.double(&at)
			at.set(&c)
		}
	}
	out := make([]*Element, len(s))
	buckets := make(buckets, 8)
	for n := range s {
		for i, d := range radix16(s[n]) {
			switch into := buckets.of(int16(d)); {
			case d == 0:
			case !into.used:
				into.start(&powers[i], d < 0)
			case d > 0:
				c.add(&into.sum, &terms[i])
				into.sum.set(&c)
			default:
				c.subtract(&into.sum, &terms[i])
				into.sum.set(&c)
			}
		}
		total := buckets.empty()
		out[n] = total.element()
	}
	return out
}
