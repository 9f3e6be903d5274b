package group

import (
	"fmt"
	"math/bits"
	"slices"

	"filippo.io/edwards25519"

	"github.com/darkjunqi/darkjunqi/internal/opcount"
)

// Sum returns the sum of s[i] b[i]. The time depends on the lengths, which must
// match, and on which of the bases have tables; not on the scalars.
func Sum(s []*Scalar, b []*Base) *Element {
	checkLengths(len(s), len(b))
	out := NewElement()
	points := make([]*edwards25519.Point, 0, len(b))
	scalars := make([]*Scalar, 0, len(s))
	for i := range b {
		if b[i].tables != nil || b[i].quarters != nil {
			out.Add(out, b[i].Mult(s[i]))
			continue
		}
		points = append(points, &b[i].element.p)
		scalars = append(scalars, s[i])
	}
	if len(points) == 0 {
		return out
	}
	opcount.Add(opcount.VariableBase, len(points))
	sum := new(Element)
	sum.p.MultiScalarMult(scalars, points)
	return out.Add(out, sum)
}

// checkLengths guards against a mistake in this program; no input reaches it.
func checkLengths(s, b int) {
	if s != b {
		panic(fmt.Sprintf("group: %d scalars for %d bases", s, b))
	}
}

// pippengerFrom is the number of terms from which sorting them into buckets is
// faster than a table for each.
const pippengerFrom = 220

// VarTimeSum is Sum for public scalars: the time depends on them.
func VarTimeSum(s []*Scalar, b []*Base) *Element {
	checkLengths(len(s), len(b))
	opcount.Add(opcount.PublicSum, 1)
	opcount.Add(opcount.PublicTerm, len(b))
	switch {
	case !slices.ContainsFunc(b, func(b *Base) bool { return b.parts == nil }):
		return byParts(s, b)
	case len(b) < pippengerFrom:
		return straus(s, b)
	}
	return pippenger(s, b, bucketWidth(len(b)))
}

// naf writes a little-endian number below 2^253 in non-adjacent form of width w: digits are
// odd, below 2^(w-1) in size, and of w in a row at most one is not 0. It returns the number of
// digits.
func naf(number []byte, w uint, digits []int8) int {
	var x [33]byte // with a byte to look ahead
	copy(x[:], number)
	carry, top := 0, 0
	end := min(8*len(number)+1, len(digits)) // beyond the number there may be one more carry
	for i := 0; i < end; {
		next := int(x[i/8]) >> (i % 8)
		if i/8+1 < len(x) {
			next |= int(x[i/8+1]) << (8 - i%8)
		}
		window := carry + next&(1<<w-1)
		if window&1 == 0 { // the carry runs through ones, which makes them zeros too
			i += bits.TrailingZeros(uint(window) | 1<<w)
			continue
		}
		carry = 0
		if window >= 1<<(w-1) {
			window -= 1 << w
			carry = 1
		}
		digits[i] = int8(window)
		top = i + 1
		i += int(w)
	}
	return top
}

// byParts is straus for bases with tables, such as a signature's: with eight times as many scalars of
// an eighth of the length, it takes an eighth of the doublings.
func byParts(s []*Scalar, b []*Base) *Element {
	type part struct {
		digits [8*partSize + 1]int8
		odd    *[1 << (partWidth - 2)]affine
	}
	var few [2 * len(parts{})]part // where there are no more, they are not allocated
	list, top := few[:0], 0
	for i := range b {
		x := s[i].Bytes()
		for j := range b[i].parts {
			list = append(list, part{odd: &b[i].parts[j]})
			top = max(top, naf(x[partSize*j:][:partSize], partWidth, list[len(list)-1].digits[:]))
		}
	}
	var sum point
	sum.zero()
	doublings := 0 // to be done before the next addition
	for i := top - 1; i >= 0; i-- {
		doublings++
		for n := range list {
			if d := list[n].digits[i]; d != 0 {
				sum.double(doublings)
				doublings = 0
				sum.addAffine(&list[n].odd[max(d, -d)/2], d < 0)
			}
		}
	}
	sum.double(doublings)
	return sum.element()
}

// A term of Straus's sum: the digits of a scalar, and the odd multiples of its base.
type term struct {
	digits [256]int8
	own    [8]cached // 1, 3, … 15 times
	shared []affine  // 1, 3, … times, of a base with a table
}

// straus shares the doublings between the terms (Straus, 1964).
func straus(s []*Scalar, b []*Base) *Element {
	var few [3]term // where there are no more, they are not allocated
	terms := few[:min(len(b), len(few))]
	if len(b) > len(few) {
		terms = make([]term, len(b))
	}
	top := 0
	for i := range terms {
		t := &terms[i]
		if t.shared = b[i].odds(); t.shared != nil {
			width := uint(bits.Len(uint(len(t.shared)))) + 1
			top = max(top, naf(s[i].Bytes(), width, t.digits[:]))
			continue
		}
		top = max(top, naf(s[i].Bytes(), 5, t.digits[:]))
		p := b[i].element.point()
		var two cached
		t.own[0].set(&p)
		at := p
		at.double(1)
		two.set(&at)
		for n := 1; n < len(t.own); n++ {
			p.add(&two, false)
			t.own[n].set(&p)
		}
	}
	return addUp(terms, top)
}

// addUp adds the terms, whose digits are at most so many.
func addUp(terms []term, top int) *Element {
	var sum point
	sum.zero()
	doublings := 0
	for i := top - 1; i >= 0; i-- {
		doublings++
		for n := range terms {
			t := &terms[n]
			d := t.digits[i]
			if d == 0 {
				continue
			}
			sum.double(doublings)
			doublings = 0
			if odd := max(d, -d) / 2; t.shared != nil {
				sum.addAffine(&t.shared[odd], d < 0)
			} else {
				sum.add(&t.own[odd], d < 0)
			}
		}
	}
	sum.double(doublings)
	return sum.element()
}

// pippenger sorts the terms into buckets by the digits of their scalars, of so many bits, and adds
// up the buckets (Pippenger, 1976).
func pippenger(s []*Scalar, b []*Base, width int) *Element {
	points := make([]point, len(b))
	for i := range b {
		points[i] = b[i].element.point()
	}
	terms := affinePoints(points)
	windows := 253/width + 1
	digits := make([]int16, len(b)*windows) // by window, then by term
	for i := range s {
		signedDigits(s[i], width, windows, func(window int, d int16) { digits[window*len(b)+i] = d })
	}
	buckets := make(buckets, 1<<(width-1))
	var sum point
	var q cached
	sum.zero()
	for window := windows - 1; window >= 0; window-- {
		sum.double(width)
		for i, d := range digits[window*len(b):][:len(b)] {
			buckets.put(d, &points[i], &terms[i])
		}
		total := buckets.empty()
		q.set(&total)
		sum.add(&q, false)
	}
	return sum.element()
}

// bucketWidth returns the width of digits that takes the fewest multiplications for n terms. In each
// window a term takes 7, except for the first in its bucket, and a bucket two additions of 9.
func bucketWidth(n int) (width int) {
	least := 0
	for w := 6; w <= maxBucketWidth; w++ {
		if cost := (253/w + 1) * (7*n + (2*9-7)<<(w-1)); least == 0 || cost < least {
			width, least = w, cost
		}
	}
	return width
}

// maxBucketWidth keeps the buckets, 168 bytes each, in a processor's cache.
const maxBucketWidth = 11

// signedDigits writes s with digits of so many bits, from -2^(width-1) to 2^(width-1).
func signedDigits(s *Scalar, width, windows int, put func(window int, d int16)) {
	var x [35]byte
	copy(x[:], s.Bytes())
	carry := 0
	for window := range windows {
		at := window * width
		bits := 0
		if at/8+2 < len(x) {
			bits = int(x[at/8]) | int(x[at/8+1])<<8 | int(x[at/8+2])<<16
		}
		d := carry + bits>>(at%8)&(1<<width-1)
		carry = 0
		if d > 1<<(width-1) {
			d -= 1 << width
			carry = 1
		}
		put(window, int16(d))
	}
}
