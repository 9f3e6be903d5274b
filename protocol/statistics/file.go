package statistics

import (
	"encoding/binary"

	"github.com/darkjunqi/darkjunqi/protocol/internal/chain"
)

// Magic begins the file of a board.
const Magic = "darkjunqi statistics 1\n"

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
	const head = 32 + 2 + 8
	if len(b) < head {
		return t, nil, ErrTerms
	}
	keys, whole := chain.Keys(b[head:])
	if !whole {
		return t, nil, ErrTerms
	}
	number := func(b []byte) int { return int(int32(binary.BigEndian.Uint32(b))) }
	t = Terms{
		Session: [32]byte(b), Entries: int(b[32]), Quorum: int(b[33]),
		Min: number(b[34:]), Max: number(b[38:]), Parties: keys,
	}
	return t, records, nil
}
