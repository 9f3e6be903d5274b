package group

// buckets collect terms by the size of a digit, 1, 2, …
type buckets []bucket

// A bucket holds the sum of the terms that were put into it, if there were any.
type bucket struct {
	sum  point
	used bool
}

// of returns the bucket of digits d and -d; of 0, which goes into none, nil.
func (b buckets) of(d int16) *bucket {
	switch {
	case d > 0:
		return &b[d-1]
	case d < 0:
		return &b[-d-1]
	}
	return nil
}

// start puts the first term into a bucket: a copy, where an addition would take a hundred
// times as long.
func (b *bucket) start(p *point, negative bool) {
	b.sum, b.used = *p, true
	if negative {
		b.sum.x.Negate(&p.x)
		b.sum.t.Negate(&p.t)
	}
}

// empty returns the sum of all buckets, each times its digit, and leaves them empty.
func (b buckets) empty() (total point) {
	var running point // the sum of those from here on
	var c completed
	var q cached
	running.zero()
	total.zero()
	any := false
	for n := len(b) - 1; n >= 0; n-- {
		if b[n].used {
			c.add(&running, q.set(&b[n].sum))
			running.set(&c)
			b[n].used, any = false, true
		}
		if any {
			c.add(&total, q.set(&running))
			total.set(&c)
		}
	}
	return total
}
