package group

import "github.com/darkjunqi/darkjunqi/internal/opcount"

// A Base is a public element, as proofs multiply it: with tables, if it is a generator, and
// with its encoding, if it came off the wire. A Base is immutable and safe for concurrent
// use. Sums put terms of one Base together, so keep the Base of an element that is used
// often.
type Base struct {
	element  Element
	encoding [ElementSize]byte
	encoded  bool
	isB      bool          // it is B, for whose secret multiples the library has a table
	tables   *tables       // of a generator
	odd      *oddMultiples // of those that ForSums made
	parts    *parts        // of B and those that WithTables made
	quarters *quarters     // of those that ForSecrets made
}

// NewBase returns e as a Base.
func NewBase(e *Element) *Base { return &Base{element: *e} }

// DecodeBase is DecodeElement for a Base.
func DecodeBase(b []byte) (*Base, error) {
	opcount.Add(opcount.Decode, 1)
	return decodeBase(b)
}

func decodeBase(b []byte) (*Base, error) {
	base := new(Base)
	if err := base.element.read(b); err != nil {
		return nil, err
	}
	base.encoding, base.encoded = [ElementSize]byte(b), true
	return base, nil
}

// WithTables returns b with tables of 30 kB: a sum is faster if each of its bases is B or has such
// tables.
func (b *Base) WithTables() *Base {
	c := *b
	c.parts = newParts(&b.element)
	return &c
}

// ForSecrets returns b with a table with which Mult takes half the time. Making it takes as long as
// Mult saves in one and a half calls, so it pays from the second call on. The time depends on b.
func (b *Base) ForSecrets() *Base {
	c := *b
	c.quarters = newQuarters(&b.element)
	return &c
}

// ForSums returns b with a table of 8 kB, which halves the time of its term in a sum of public
// multiples, if that has few terms. Making it takes as long as it saves in four sums.
func (b *Base) ForSums() *Base {
	if b.oddMultiples() != nil { // which makes a generator's now, not in the first sum
		return b
	}
	c := *b
	c.odd = newOddMultiples(&b.element)
	return &c
}

// newGenerator returns e as a Base with tables.
func newGenerator(e *Element) *Base {
	return &Base{element: *e, encoding: e.encode(), encoded: true, tables: newTables(e)}
}

// oddMultiples returns the table for sums, nil if b has none.
func (b *Base) oddMultiples() *oddMultiples {
	if b.tables != nil {
		return b.tables.odd()
	}
	return b.odd
}

// odds returns the odd multiples that b has a table of; nil if it has none.
func (b *Base) odds() []affine {
	if odd := b.oddMultiples(); odd != nil {
		return odd[:]
	}
	if b.parts != nil {
		return b.parts[0][:]
	}
	return nil
}

// Element returns a copy of the element.
func (b *Base) Element() *Element { return new(Element).Set(&b.element) }

// Bytes returns the encoding.
func (b *Base) Bytes() [ElementSize]byte {
	if b.encoded {
		return b.encoding
	}
	return b.element.encode()
}

// Mult returns s b. The time does not depend on s.
func (b *Base) Mult(s *Scalar) *Element {
	switch {
	case b.isB:
		return new(Element).ScalarBaseMult(s)
	case b.tables != nil:
		return b.tables.comb().mult(s)
	case b.quarters != nil:
		return b.quarters.mult(s)
	}
	return new(Element).ScalarMult(s, &b.element)
}
