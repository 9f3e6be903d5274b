package group

import "filippo.io/edwards25519/field"

// The arithmetic of the curve -x² + y² = 1 + dx²y², after Hisil, Wong, Carter and
// Dawson, "Twisted Edwards Curves Revisited" (2008): complete formulas, so that no
// input is special. What follows computes with one coordinate after the other; where lanes is
// set, the processor computes with all four at once (lanes_amd64.s).

// A point is in extended coordinates: x = X/Z, y = Y/Z, xy = T/Z. In lanes the same room holds Z,
// Y-X, Y+X and T, limb by limb.
type point struct{ x, y, z, t field.Element }

// A cached point is prepared for being added.
type cached struct{ z2, difference, sum, t2d field.Element } // 2Z, Y-X, Y+X, 2dT

// An affine point is a cached one with Z = 1.
type affine struct{ difference, sum, t2d field.Element }

// completed coordinates come out of an addition: X = EF, Y = GH, Z = FG, T = EH.
type completed struct{ e, f, g, h field.Element }

var curve2D = new(field.Element).Add(curveD, curveD)

// newPoint returns the point with these extended coordinates.
func newPoint(x, y, z, t *field.Element) (p point) {
	if !lanes {
		return point{*x, *y, *z, *t}
	}
	p.x = *z
	p.y.Subtract(y, x)
	p.z.Add(y, x)
	p.t = *t
	laneGather(&p)
	return p
}

// extended returns extended coordinates of p: with Z = 1 if p was made with that.
func (p *point) extended() (x, y, z, t field.Element) {
	if !lanes {
		return p.x, p.y, p.z, p.t
	}
	r := *p
	laneScatter(&r)
	x.Subtract(&r.z, &r.y)
	x.Multiply(&x, oneHalf)
	y.Add(&r.z, &r.y)
	y.Multiply(&y, oneHalf)
	return x, y, r.x, r.t
}

var oneHalf = new(field.Element).Invert(new(field.Element).Add(one, one))

func (p *point) zero() { *p = newPoint(zero, one, one, zero) }

// negate sets p to -q.
func (p *point) negate(q *point) {
	if lanes {
		laneNegate(p, q)
		return
	}
	*p = *q
	p.x.Negate(&q.x)
	p.t.Negate(&q.t)
}

// double doubles p so many times.
func (p *point) double(times int) {
	if times == 0 {
		return
	}
	if lanes {
		laneDouble(p, times)
		return
	}
	var c completed
	for range times - 1 { // whose result needs no T for the next
		c.double(p)
		p.projective(&c)
	}
	c.double(p)
	p.set(&c)
}

// add adds q to p, or subtracts it: in lanes in the same time.
func (p *point) add(q *cached, negative bool) {
	if lanes {
		laneAdd(p, q, negative)
		return
	}
	var c completed
	var z field.Element
	c.plus(p, z.Multiply(&p.z, &q.z2), &q.difference, &q.sum, &q.t2d, negative)
	p.set(&c)
}

// addAffine is add.
func (p *point) addAffine(q *affine, negative bool) {
	if lanes {
		laneAddAffine(p, q, negative)
		return
	}
	var c completed
	var z field.Element
	c.plus(p, z.Add(&p.z, &p.z), &q.difference, &q.sum, &q.t2d, negative)
	p.set(&c)
}

// set prepares p.
func (c *cached) set(p *point) {
	if lanes {
		laneMultiply(c, p, &cachedFactors)
		return
	}
	c.z2.Add(&p.z, &p.z)
	c.difference.Subtract(&p.y, &p.x)
	c.sum.Add(&p.y, &p.x)
	c.t2d.Multiply(&p.t, curve2D)
}

// cachedFactors are those of Z, Y-X, Y+X and T.
var cachedFactors = func() cached {
	f := cached{*new(field.Element).Add(one, one), *one, *one, *curve2D}
	if lanes {
		laneGatherCached(&f)
	}
	return f
}()

var affineZero = func() (a affine) {
	a.set(zero, one, zero)
	return a
}()

// set prepares the point with x, y and xy = t.
func (a *affine) set(x, y, t *field.Element) {
	a.difference.Subtract(y, x)
	a.sum.Add(y, x)
	a.t2d.Multiply(t, curve2D)
	if lanes {
		laneGatherAffine(a)
	}
}

// double sets c to 2p. It does not look at T.
func (c *completed) double(p *point) {
	var a, b, s field.Element
	a.Square(&p.x)
	b.Square(&p.y)
	s.Square(&p.z)
	s.Add(&s, &s)
	c.h.Add(&a, &b)
	c.e.Add(&p.x, &p.y)
	c.e.Square(&c.e)
	c.e.Subtract(&c.h, &c.e)
	c.g.Subtract(&a, &b)
	c.f.Add(&s, &c.g)
}

// plus sets c to p plus the point prepared as difference, sum and t2d; z is twice the
// product of the two Z. The negative of a prepared point has sum and difference
// exchanged and t2d negated, which exchanges F and G.
func (c *completed) plus(p *point, z, difference, sum, t2d *field.Element, negative bool) {
	f, g := &c.f, &c.g
	if negative {
		difference, sum = sum, difference
		f, g = g, f
	}
	var a, b, t field.Element
	a.Subtract(&p.y, &p.x)
	a.Multiply(&a, difference)
	b.Add(&p.y, &p.x)
	b.Multiply(&b, sum)
	t.Multiply(&p.t, t2d)
	c.e.Subtract(&b, &a)
	f.Subtract(z, &t)
	g.Add(z, &t)
	c.h.Add(&b, &a)
}

// projective sets p to c except for T, which a doubling does not need.
func (p *point) projective(c *completed) {
	p.x.Multiply(&c.e, &c.f)
	p.y.Multiply(&c.g, &c.h)
	p.z.Multiply(&c.f, &c.g)
}

// set sets p to c.
func (p *point) set(c *completed) {
	p.projective(c)
	p.t.Multiply(&c.e, &c.h)
}

// affinePoints brings points to Z = 1, with one inversion for all (Montgomery's trick). No Z is 0.
// Those that were just decoded have Z = 1 already.
func affinePoints(points []point) []affine {
	out := make([]affine, len(points))
	extended := make([]point, len(points))       // never in lanes
	before := make([]field.Element, len(points)) // the products of the Z before
	var product, zInv field.Element
	product.One()
	for i := range points {
		p := &extended[i]
		p.x, p.y, p.z, p.t = points[i].extended()
		if p.z == *one {
			out[i].set(&p.x, &p.y, &p.t)
		} else {
			before[i] = product
			product.Multiply(&product, &p.z)
		}
	}
	product.Invert(&product)
	for i := len(points) - 1; i >= 0; i-- {
		if p := &extended[i]; p.z != *one {
			zInv.Multiply(&before[i], &product)
			product.Multiply(&product, &p.z)
			p.x.Multiply(&p.x, &zInv)
			p.y.Multiply(&p.y, &zInv)
			p.t.Multiply(&p.x, &p.y)
			out[i].set(&p.x, &p.y, &p.t)
		}
	}
	return out
}
