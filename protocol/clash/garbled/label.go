package garbled

import (
	"crypto/sha512"
	"encoding/binary"
)

// labelSize is the length of a label in bytes.
const labelSize = 16

// A label stands for the value of a wire: one for 0, another for 1, and only the
// attacker knows both.
type label [2]uint64

func readLabel(b []byte) label {
	return label{binary.BigEndian.Uint64(b), binary.BigEndian.Uint64(b[8:])}
}

func (l label) appendTo(b []byte) []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(b, l[0]), l[1])
}

func (l label) xor(m label) label { return label{l[0] ^ m[0], l[1] ^ m[1]} }

// times returns l if bit is 1 and the zero label if it is 0, in the same time.
func (l label) times(bit uint64) label { return label{l[0] & -bit, l[1] & -bit} }

// Labels that separate the hashes.
const (
	GateLabel   = "darkjunqi/v1/garbled/gate"
	OutputLabel = "darkjunqi/v1/garbled/output"
)

// hash returns the first 16 bytes of
//
//	SHA-512/256(purpose || session || index || l)
//
// with the index as one byte.
func hash(purpose string, session [32]byte, index int, l label) label {
	b := make([]byte, 0, 96)
	b = append(b, purpose...)
	b = append(b, session[:]...)
	h := sha512.Sum512_256(l.appendTo(append(b, byte(index))))
	return readLabel(h[:])
}
