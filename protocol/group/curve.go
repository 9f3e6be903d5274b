package group

import "filippo.io/edwards25519/field"

// The arithmetic of the curve -x² + y² = 1 + dx²y², after Hisil, Wong, Carter and
// Dawson, "Twisted Edwards Curves Revisited" (2008): complete formulas, so that no
// input is special.

// A point is in extended coordinates: x = X/Z, y = Y/Z, xy = T/Z.
type point struct{ x, y, z, t field.Element }

// A cached point is prepared for being added.
type cached struct{ sum, difference, z2, t2d field.Element } // Y+X, Y-X, 2Z, 2dT

// An affine point is a cached one with Z = 1.
type affine struct{ sum, difference, t2d field.Element }

// completed coordinates come out of an addition: x = E/F, y = H/G.
type completed struct{ e, f, g, h field.Element }

var curve2D = new(field.Element).Add(curveD, curveD)

func (p *point) zero() *point {
	*p = point{}
	p.y.One()
	p.z.One()
	return p
}

func (a *affine) zero() *affine {
	*a = affine{}
	a.sum.One()
	a.difference.One()
	return a
}

func (c *cached) set(p *point) *cached {
	c.sum.Add(&p.y, &p.x)
	c.difference.Subtract(&p.y, &p.x)
	c.z2.Add(&p.z, &p.z)
	c.t2d.Multiply(&p.t, curve2D)
	return c
}

// set takes a point whose Z is 1.
func (a *affine) set(p *point) {
	a.sum.Add(&p.y, &p.x)
	a.difference.Subtract(&p.y, &p.x)
	a.t2d.Multiply(&p.t, curve2D)
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

// plus sets c to p plus the point prepared as sum, difference and t2d; z is twice the
// product of the two Z. The negative of a prepared point has sum and difference
// exchanged and t2d negated, which exchanges F and G.
func (c *completed) plus(p *point, z, sum, difference, t2d *field.Element) {
	var a, b, t field.Element
	a.Subtract(&p.y, &p.x)
	a.Multiply(&a, difference)
	b.Add(&p.y, &p.x)
	b.Multiply(&b, sum)
	t.Multiply(&p.t, t2d)
	c.e.Subtract(&b, &a)
	c.f.Subtract(z, &t)
	c.g.Add(z, &t)
	c.h.Add(&b, &a)
}

func (c *completed) add(p *point, q *cached) {
	var z field.Element
	z.Multiply(&p.z, &q.z2)
	c.plus(p, &z, &q.sum, &q.difference, &q.t2d)
}

func (c *completed) subtract(p *point, q *cached) {
	var z field.Element
	z.Multiply(&p.z, &q.z2)
	c.plus(p, &z, &q.difference, &q.sum, &q.t2d)
	c.f, c.g = c.g, c.f
}

func (c *completed) addAffine(p *point, q *affine) {
	var z field.Element
	z.Add(&p.z, &p.z)
	c.plus(p, &z, &q.sum, &q.difference, &q.t2d)
}

func (c *completed) subtractAffine(p *point, q *affine) {
	var z field.Element
	z.Add(&p.z, &p.z)
	c.plus(p, &z, &q.difference, &q.sum, &q.t2d)
	c.f, c.g = c.g, c.f
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
	before := make([]field.Element, len(points)) // the products of the Z before
	var product, zInv field.Element
	product.One()
	for i := range points {
		if p := &points[i]; p.z == *one {
			out[i].set(p)
		} else {
			before[i] = product
			product.Multiply(&product, &p.z)
		}
	}
	product.Invert(&product)
	for i := len(points) - 1; i >= 0; i-- {
		if p := points[i]; p.z != *one {
			zInv.Multiply(&before[i], &product)
			product.Multiply(&product, &p.z)
			p.x.Multiply(&p.x, &zInv)
			p.y.Multiply(&p.y, &zInv)
			p.t.Multiply(&p.x, &p.y)
			out[i].set(&p)
		}
	}
	return out
}
