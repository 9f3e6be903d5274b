package group

import (
	"crypto/sha512"
	"strconv"
	"sync"
)

// MaxTypes is the number of generators for types, MaxCards the number for cards.
const (
	MaxTypes = 16
	MaxCards = 192
)

// Labels of the generators: G_j is the element derived (RFC 9496, section 4.3.4)
// from the SHA-512 hash of typeGeneratorLabel followed by j in decimal, K_i likewise
// of cardGeneratorLabel, and H of blindingGeneratorLabel. So nobody can know how they
// are related.
const (
	typeGeneratorLabel     = "darkjunqi/v1/generator/type/"
	cardGeneratorLabel     = "darkjunqi/v1/generator/deck/"
	blindingGeneratorLabel = "darkjunqi/v1/generator/blinding"
)

var generators = sync.OnceValue(func() (g struct {
	base, blinding *Base
	types          [MaxTypes]*Base
}) {
	g.base = newGenerator(new(Element).ScalarBaseMult(SmallScalar(1)))
	g.base.isB = true
	g.base = g.base.WithTables()
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

// cards are made when first needed, and have no tables.
var cards = sync.OnceValue(func() (k [MaxCards]*Base) {
	for i := range k {
		e := hashToElement(cardGeneratorLabel + strconv.Itoa(i))
		k[i] = &Base{element: *e, encoding: e.encode(), encoded: true}
	}
	return k
})

// K returns the generator of card i, which must be below MaxCards.
func K(i int) *Base { return cards()[i] }
