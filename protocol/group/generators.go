package group

import (
	"crypto/sha512"
	"strconv"
	"sync"
)

// MaxTypes is the number of generators for types.
const MaxTypes = 16

// Labels of the generators: G_j is the element derived (RFC 9496, section 4.3.4)
// from the SHA-512 hash of typeGeneratorLabel followed by j in decimal, and H of
// blindingGeneratorLabel. So nobody can know how they are related.
const (
	typeGeneratorLabel     = "darkjunqi/v1/generator/type/"
	blindingGeneratorLabel = "darkjunqi/v1/generator/blinding"
)

var generators = sync.OnceValue(func() (g struct {
	base, blinding *Base
	types          [MaxTypes]*Base
}) {
	g.base = newGenerator(new(Element).ScalarBaseMult(SmallScalar(1)))
	g.base.isB = true
	g.blinding = newGenerator(hashToElement(blindingGeneratorLabel))
	for j := range g.types {
		g.types[j] = newGenerator(hashToElement(typeGeneratorLabel + strconv.Itoa(j)))
	}
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

// G returns the generator of type j, which must be below MaxTypes.
func G(j int) *Base { return generators().types[j] }
