package sigma

import (
	"github.com/darkjunqi/darkjunqi/engine"
)

// A Context is what all proofs of one seat in one match have in common. Seat and key are
// the prover's, even where another seat verifies.
type Context struct {
	Rules [32]byte    // digest of the ruleset
	Match [32]byte    // match id
	Seat  engine.Seat // who proves
	Key   [32]byte    // its Ed25519 public key
}

// A Place is where a proof appears: a record of its prover, and the index of the proof in
// it.
type Place struct {
	Context
	Prev  [32]byte // hash of the record before
	Body  []byte   // the record's head: its kind (1 byte), then its body without the proofs
	Index uint8    // which of the record's proofs this one is
}

// Suite ends every session tag. It names the sponge and the group, and implies that scalars
// are 64 squeezed bytes modulo q.
const Suite = "/shake128/ristretto255"

// Sponge starts the sponge of a proof: the session id of kind, such as
// "darkjunqi/v1/proof/layout", and then rules (32 bytes), match (32), seat (1)
// and key (32).
func (c Context) Sponge(kind string) *Sponge {
	s := NewSponge(DeriveSessionID(kind + Suite))
	s.Absorb(c.Rules[:])
	s.Absorb(c.Match[:])
	s.Absorb([]byte{byte(c.Seat)})
	s.Absorb(c.Key[:])
	return s
}

// Sponge starts the sponge of a proof inside a record: the context's, and
// then the previous record's hash (32 bytes), the head with its length, and the
// index (1).
func (p Place) Sponge(kind string) *Sponge {
	s := p.Context.Sponge(kind)
	s.Absorb(p.Prev[:])
	s.AbsorbBytes(p.Body)
	s.Absorb([]byte{p.Index})
	return s
}
