package sigma

import (
	"crypto/hmac"
	"crypto/sha512"
	"encoding/binary"

	"github.com/darkjunqi/darkjunqi/internal/secret"
	"github.com/darkjunqi/darkjunqi/protocol/group"
)

// hidden keeps a struct that embeds it from being printed.
type hidden = secret.Hidden

// Nonces makes the secret scalars of one record: encryption randomness and the blinders of
// proofs. The same blinder under two challenges gives away the witness, so a nonce is a
// pseudorandom function of everything that the challenge will bind: if anything differs, so
// does the nonce; if nothing differs, the proof is the same.
//
// Printing it shows no secret.
type Nonces struct {
	hidden
	Key   [32]byte // random for each match, never revealed, not the decryption key
	Fresh [32]byte // random for each record, kept in the private file
}

// Scalar returns the nonce
//
//	HMAC-SHA-512(Key, len(label) || label || index || state || Fresh || witness) mod q
//
// where lengths and index are 4 bytes, little-endian, and state identifies what the
// challenge binds so far. The witness is optional, and secret: with it in, two different
// statements can't share a nonce even if the state were too short.
func (n Nonces) Scalar(label string, index uint32, state [32]byte, witness ...[]byte) *group.Scalar {
	h := hmac.New(sha512.New, n.Key[:])
	b := make([]byte, 0, 128)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(label)))
	b = append(b, label...)
	b = binary.LittleEndian.AppendUint32(b, index)
	b = append(b, state[:]...)
	b = append(b, n.Fresh[:]...)
	h.Write(b)
	for _, w := range witness {
		h.Write(binary.LittleEndian.AppendUint32(b[:0], uint32(len(w))))
		h.Write(w)
	}
	return group.UniformScalar([64]byte(h.Sum(nil)))
}
