package garbled

import (
	"crypto/sha256"
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

// readLabels decodes labels that follow each other.
func readLabels(b []byte) []label {
	out := make([]label, len(b)/labelSize)
	for i := range out {
		out[i] = readLabel(b[i*labelSize:])
	}
	return out
}

func (l label) appendTo(b []byte) []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(b, l[0]), l[1])
}

func (l label) xor(m label) label { return label{l[0] ^ m[0], l[1] ^ m[1]} }

// times returns l if bit is 1 and the zero label if it is 0, in the same time.
func (l label) times(bit uint64) label { return label{l[0] & -bit, l[1] & -bit} }

// hashLabel separates the key of a clash's hashes from all other hashes.
const hashLabel = "darkjunqi/v1/garbled/hash"

// A hasher has the hashes of one clash. It is public.
type hasher [32]byte

// newHasher is SHA-512/256(hashLabel || session || request). With the request in it, an
// attacker that is talked into replying twice does not hash the same labels twice.
func newHasher(session [32]byte, request []byte) hasher {
	h := sha512.New512_256()
	h.Write([]byte(hashLabel))
	h.Write(session[:])
	h.Write(request)
	return hasher(h.Sum(nil))
}

// What is hashed.
const (
	gatePurpose   = 0
	outputPurpose = 1
)

// hash returns the first 16 bytes of
//
//	SHA-256(hasher || purpose || index || l)
//
// with purpose and index as one byte each. That is one block of the hash for which
// most processors have instructions.
func (h hasher) hash(purpose byte, index int, l label) label {
	var b [len(h) + 2 + labelSize]byte
	copy(b[:], h[:])
	b[len(h)], b[len(h)+1] = purpose, byte(index)
	binary.BigEndian.PutUint64(b[len(h)+2:], l[0])
	binary.BigEndian.PutUint64(b[len(h)+10:], l[1])
	sum := sha256.Sum256(b[:])
	return readLabel(sum[:])
}
