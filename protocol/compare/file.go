package compare

import (
	"crypto/ed25519"

	"github.com/darkjunqi/darkjunqi/protocol/internal/chain"
)

// Magic begins the file of a board.
const Magic = "darkjunqi compare 1\n"

// ErrForeign says that a file doesn't begin with Magic.
var ErrForeign = chain.ErrForeign

// MarshalFile returns the file of a board: Magic, then the terms and each record in frames.
func MarshalFile(t Terms, records [][]byte) []byte {
	return chain.MarshalFile(Magic, t.encode(), records)
}

// ParseFile takes a file apart. It verifies nothing: Verify does. The error is ErrForeign,
// ErrTerms, transcript.ErrTorn or transcript.ErrOversized.
func ParseFile(file []byte) (t Terms, records [][]byte, err error) {
	b, records, err := chain.ParseFile(Magic, file)
	const head = 32 + 1
	switch {
	case err != nil:
		return t, nil, err
	case len(b) != head+2*ed25519.PublicKeySize:
		return t, nil, ErrTerms
	}
	keys, _ := chain.Keys(b[head:])
	return Terms{Session: [32]byte(b), Values: int(b[32]), Parties: [2]ed25519.PublicKey{keys[0], keys[1]}}, records, nil
}
