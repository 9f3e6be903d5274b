package group

import (
	"crypto/sha512"
	"sync"

	"github.com/darkjunqi/darkjunqi/engine"
)

// Labels of the generators: G_j is the element derived (RFC 9496, section 4.3.4)
// from the SHA-512 hash of TypeGeneratorLabel followed by the type's id, and H of
// BlindingGeneratorLabel. So nobody can know how they are related.
const (
	TypeGeneratorLabel     = "darkjunqi/v1/generator/type/"
	BlindingGeneratorLabel = "darkjunqi/v1/generator/blinding"
)

var generators = sync.OnceValue(func() (g struct {
	base, blinding *Base
	types          [engine.NumTypes]*Base
}) {
	g.base = NewBase(new(Element).ScalarBaseMult(SmallScalar(1)))
	g.blinding = NewBase(hashToElement(BlindingGeneratorLabel))
	for j := range g.types {
		g.types[j] = NewBase(hashToElement(TypeGeneratorLabel + engine.Type(j).String()))
	}
	g.base.canonical = true
	return g
})

func hashToElement(label string) *Element {
	h := sha512.Sum512([]byte(label))
	e, err := new(Element).SetUniformBytes(h[:])
	if err != nil { // can't be: the length is right
		panic("group: " + err.Error())
	}
	return e
}

// B returns the canonical base of ristretto255.
func B() *Base { return generators().base }

// H returns the blinding generator.
func H() *Base { return generators().blinding }

// G returns the generator of type j, which must be below engine.NumTypes.
func G(j engine.Type) *Base { return generators().types[j] }
