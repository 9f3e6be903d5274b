package group

import (
	"crypto/subtle"
	"sync"

	"github.com/darkjunqi/darkjunqi/internal/opcount"
)

// tables of a generator are made when they are first needed.
type tables struct {
	comb func() *comb
	odd  func() *oddMultiples
}

func newTables(e *Element) *tables {
	return &tables{
		comb: sync.OnceValue(func() *comb { return newComb(e) }),
		odd:  sync.OnceValue(func() *oddMultiples { return newOddMultiples(e) }),
	}
}

// A comb multiplies one element by secrets: entry [i][n] is (n+1) 256^i times it.
type comb [32][8]affine

func newComb(e *Element) *comb {
	points := make([]point, 0, 32*8)
	at := new(Element).Set(e)
	for range 32 {
		multiple := NewElement()
		for range 8 {
			points = append(points, multiple.Add(multiple, at).point())
		}
		for range 5 { // 8 256^i to 256^(i+1)
			multiple.Double(multiple)
		}
		at.Set(multiple)
	}
	c := new(comb)
	for i, a := range affinePoints(points) {
		c[i/8][i%8] = a
	}
	return c
}

// addPicked adds digit times the row's element, -8 to 8, to p, going through the whole row
// whatever the digit is.
func (p *point) addPicked(row *[8]affine, digit int8) {
	sign := digit >> 7 // 0 or -1
	size := uint8((digit + sign) ^ sign)
	a := affineZero
	for n := range row {
		is := subtle.ConstantTimeByteEq(size, uint8(n+1))
		a.sum.Select(&row[n].sum, &a.sum, is)
		a.difference.Select(&row[n].difference, &a.difference, is)
		a.t2d.Select(&row[n].t2d, &a.t2d, is)
	}
	if lanes {
		laneAddAffine(p, &a, sign&1 == 1)
		return
	}
	a.sum.Swap(&a.difference, int(sign&1))
	minus := a.t2d
	minus.Negate(&minus)
	a.t2d.Select(&minus, &a.t2d, int(sign&1))
	p.addAffine(&a, false)
}

// mult returns s times the comb's element, in the same time for all s: the digits
// at odd places, times 16, plus the digits at even places.
func (c *comb) mult(s *Scalar) *Element {
	opcount.Add(opcount.FixedBase, 1)
	digits := radix16(s)
	var p point
	p.zero()
	for i := 1; i < 64; i += 2 {
		p.addPicked(&c[i/2], digits[i])
	}
	p.double(4)
	for i := 0; i < 64; i += 2 {
		p.addPicked(&c[i/2], digits[i])
	}
	return p.element()
}

// quarters multiply one element by secrets: entry [i][n] is (n+1) 2^(64 i) times it. Unlike a
// comb's they take less time to make than two multiplications without a table.
type quarters [4][8]affine

func newQuarters(e *Element) *quarters {
	points := make([]point, 0, 4*8)
	at := e.point()
	var q cached
	for row := range len(quarters{}) {
		if row > 0 {
			at.double(61) // 8 2^(64 i) to 2^(64 (i+1))
		}
		q.set(&at)
		points = append(points, at)
		for range 7 {
			at.add(&q, false)
			points = append(points, at)
		}
	}
	t := new(quarters)
	for i, a := range affinePoints(points) {
		t[i/8][i%8] = a
	}
	return t
}

// mult returns s times the element, in the same time for all s: the four quarters of s share
// the doublings.
func (t *quarters) mult(s *Scalar) *Element {
	opcount.Add(opcount.VariableBase, 1)
	digits := radix16(s)
	var p point
	p.zero()
	for i := 15; i >= 0; i-- {
		p.double(4)
		for quarter := range t {
			p.addPicked(&t[quarter], digits[16*quarter+i])
		}
	}
	return p.element()
}

// radix16 writes s with 64 digits from -8 to 8, in the same time for all s.
func radix16(s *Scalar) (digits [64]int8) {
	b := s.Bytes()
	for i, x := range b {
		digits[2*i], digits[2*i+1] = int8(x&15), int8(x>>4)
	}
	for i := range 63 {
		carry := (digits[i] + 8) >> 4
		digits[i] -= carry << 4
		digits[i+1] += carry
	}
	return digits
}

// oddWidth is the width of the digits that oddMultiples serves.
const oddWidth = 8

// oddMultiples are 1, 3, … 127 times one element, for public scalars.
type oddMultiples [1 << (oddWidth - 2)]affine

func newOddMultiples(e *Element) *oddMultiples {
	return (*oddMultiples)(affinePoints(odd(e.point(), len(oddMultiples{}))))
}

// odd returns so many odd multiples of a point: 1, 3, … times it.
func odd(at point, n int) []point {
	points := make([]point, n)
	var q cached
	two := at
	two.double(1)
	q.set(&two)
	for i := range points {
		points[i] = at
		at.add(&q, false)
	}
	return points
}

// parts are for the parts of a public scalar, of partSize bytes each: 1, 3, … 63 times 2^(32 i) times
// an element. Four parts with digits of 8 bits take as much room and an eighth more time.
type parts [32 / partSize][1 << (partWidth - 2)]affine

const (
	partSize  = 4 // bytes
	partWidth = 7 // of the digits, in bits
)

func newParts(e *Element) *parts {
	p := new(parts)
	at := e.point()
	var points []point
	for i := range p {
		if i > 0 {
			at.double(8 * partSize)
		}
		points = append(points, odd(at, len(p[i]))...)
	}
	for i, a := range affinePoints(points) {
		p[i/len(p[0])][i%len(p[0])] = a
	}
	return p
}
