package tally

import (
	"github.com/darkjunqi/darkjunqi/protocol/internal/chain"
)

// Magic is the first line of the file of a board. Its last number is the version of the
// file format.
const Magic = "darkjunqi tally 1\n"

// ErrForeign says that a file doesn't begin with Magic.
var ErrForeign = chain.ErrForeign

// termsSize is that of encoded terms without parties: session, rules, values,
// trustees, quorum.
const termsSize = 32 + 4

// MarshalFile returns the file of a board: Magic, then the terms and each record in frames.
func MarshalFile(t Terms, records [][]byte) []byte {
	return chain.MarshalFile(Magic, t.encode(), records)
}

// ParseFile takes a file apart. It verifies nothing: Verify does. The error is ErrForeign,
// ErrTerms, transcript.ErrTorn or transcript.ErrOversized.
func ParseFile(file []byte) (t Terms, records [][]byte, err error) {
	terms, records, err := chain.ParseFile(Magic, file)
	switch {
	case err != nil:
		return t, nil, err
	case len(terms) < termsSize:
		return t, nil, ErrTerms
	}
	keys, whole := chain.Keys(terms[termsSize:])
	if !whole {
		return t, nil, ErrTerms
	}
	t = Terms{
		Session: [32]byte(terms), Rules: Rules(terms[32]), Values: int(terms[33]), Trustees: int(terms[34]),
		Quorum: int(terms[35]), Parties: keys,
	}
	return t, records, nil
}
