package tally

import (
	"errors"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/internal/chain"
)

// Magic is the first line of the file of a board. Its last number is the version of the
// file format.
const Magic = "darkjunqi tally 1\n"

// ErrForeign says that a file doesn't begin with Magic.
var ErrForeign = coded.Errorf("tally.foreign", "not the file of a vote or an auction")

// MarshalFile returns the file of a board: Magic, then the terms and each record in frames.
func MarshalFile(t Terms, records [][]byte) []byte {
	return chain.MarshalFile(Magic, t.encode(), records)
}

// ParseFile takes a file apart. It verifies nothing: Verify does. The error is ErrForeign,
// ErrTerms, transcript.ErrTorn or transcript.ErrOversized.
func ParseFile(file []byte) (t Terms, records [][]byte, err error) {
	terms, records, err := chain.ParseFile(Magic, file)
	switch {
	case errors.Is(err, chain.ErrForeign):
		return t, nil, ErrForeign
	case err != nil:
		return t, nil, err
	case len(terms) < 3:
		return t, nil, ErrTerms
	}
	t = Terms{Rules: Rules(terms[0]), Values: int(terms[1]), Trustees: int(terms[2])}
	var ok bool
	if t.Parties, ok = chain.Keys(terms[3:]); !ok {
		return Terms{}, nil, ErrTerms
	}
	return t, records, nil
}
