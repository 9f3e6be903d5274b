package group

// A Base is a public element together with its encoding. Proofs multiply bases
// and hash their encodings; the generators and the elements that came off the
// wire are encoded already. A Base is immutable and safe for concurrent use.
type Base struct {
	element   Element
	encoding  [ElementSize]byte
	canonical bool // it is B, for which the library has tables
}

// NewBase encodes e.
func NewBase(e *Element) *Base {
	b := &Base{element: *e}
	copy(b.encoding[:], e.Bytes())
	return b
}

// DecodeBase is DecodeElement for a Base.
func DecodeBase(b []byte) (*Base, error) {
	e, err := DecodeElement(b)
	if err != nil {
		return nil, err
	}
	base := &Base{element: *e}
	copy(base.encoding[:], b)
	return base, nil
}

// Element returns a copy of the element.
func (b *Base) Element() *Element { return new(Element).Set(&b.element) }

// Bytes returns the encoding.
func (b *Base) Bytes() [ElementSize]byte { return b.encoding }

// Mult returns s b. The time does not depend on s.
func (b *Base) Mult(s *Scalar) *Element {
	if b.canonical {
		return new(Element).ScalarBaseMult(s)
	}
	return new(Element).ScalarMult(s, &b.element)
}
