package sigma

import (
	"crypto/sha3"
	"encoding/binary"

	"github.com/darkjunqi/darkjunqi/protocol/group"
)

// rate is the rate of SHAKE128 in bytes.
const rate = 168

// sessionIDDomain is the domain separator of DeriveSessionID, 32 bytes.
const sessionIDDomain = "irtf-cfrg-fiat-shamir/session-id"

// A Sponge is the SHAKE128 duplex sponge of draft-irtf-cfrg-fiat-shamir: what was
// absorbed so far determines what is squeezed. Consecutive squeezes continue one
// stream of output; absorbing anything, but not the empty string, starts another.
//
// Sponges are used by pointer; Clone copies one.
type Sponge struct {
	absorbed sha3.SHAKE
	reader   sha3.SHAKE
	reading  bool
}

// NewSponge starts a sponge from a session id, padded with zeros to the rate.
func NewSponge(sessionID [32]byte) *Sponge {
	s := &Sponge{absorbed: *sha3.NewSHAKE128()}
	var block [rate]byte
	copy(block[:], sessionID[:])
	s.absorbed.Write(block[:])
	return s
}

// DeriveSessionID hashes a tag that names one kind of proof to a session id.
func DeriveSessionID(tag string) (id [32]byte) {
	s := NewSponge([32]byte([]byte(sessionIDDomain)))
	s.Absorb([]byte(tag))
	s.Squeeze(id[:])
	return id
}

// Absorb absorbs b as it is, with no length: for encodings of a fixed length
// only. AbsorbBytes is for all others.
func (s *Sponge) Absorb(b []byte) {
	if len(b) == 0 {
		return
	}
	s.absorbed.Write(b)
	s.reading = false
}

// AbsorbUint32 absorbs n in 4 bytes, little-endian.
func (s *Sponge) AbsorbUint32(n uint32) {
	s.Absorb(binary.LittleEndian.AppendUint32(nil, n))
}

// AbsorbBytes absorbs the length of b in 4 bytes, little-endian, and then b: the
// draft's SerializeVarLenString, which is prefix-free.
func (s *Sponge) AbsorbBytes(b []byte) {
	s.AbsorbUint32(uint32(len(b)))
	s.Absorb(b)
}

// Squeeze fills out with the next bytes of the output.
func (s *Sponge) Squeeze(out []byte) {
	if len(out) == 0 {
		return
	}
	if !s.reading {
		s.reader, s.reading = s.absorbed, true
	}
	s.reader.Read(out)
}

// SqueezeScalar squeezes 64 bytes and reduces them, little-endian, modulo q.
func (s *Sponge) SqueezeScalar() *group.Scalar {
	if oracle != nil {
		return oracle(s)
	}
	var b [64]byte
	s.Squeeze(b[:])
	return group.UniformScalar(b)
}

// oracle answers in the sponge's place where tests program it, as the simulator
// of a zero-knowledge proof does. It is nil in every program: nothing outside the
// tests of this package can set it.
var oracle func(*Sponge) *group.Scalar

// Clone returns an independent copy.
func (s *Sponge) Clone() *Sponge {
	c := *s
	return &c
}

// State returns 32 bytes that identify everything absorbed so far, without changing s: the
// first 32 that a fresh squeeze would give. Nonces are derived from it.
func (s *Sponge) State() (state [32]byte) {
	c := s.Clone()
	c.reading = false
	c.Squeeze(state[:])
	return state
}
