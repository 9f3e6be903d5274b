package intersect

import (
	"crypto/ed25519"
	"encoding/binary"

	"github.com/darkjunqi/darkjunqi/protocol/internal/chain"
)

// Magic begins the file of a board.
const Magic = "darkjunqi intersect 1\n"

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
	if err != nil {
		return t, nil, err
	}
	const head = 32 + 6
	if len(b) < head || b[33] > 3 {
		return t, nil, ErrTerms
	}
	keys, whole := chain.Keys(b[head:])
	if !whole || len(keys) != len(t.Parties) {
		return t, nil, ErrTerms
	}
	t = Terms{
		Session: [32]byte(b), Output: Output(b[32]), Learns: [2]bool{b[33]&1 != 0, b[33]&2 != 0},
		Sizes:   [2]int{int(binary.BigEndian.Uint16(b[34:])), int(binary.BigEndian.Uint16(b[36:]))},
		Parties: [2]ed25519.PublicKey{keys[0], keys[1]},
	}
	return t, records, nil
}
